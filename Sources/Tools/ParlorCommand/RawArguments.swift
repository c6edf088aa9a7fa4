/// The command line as the system gave it. Swift puts U+FFFD where its bytes are no UTF-8, so that a file would be made under
/// another name than the one that was typed.
enum RawArguments {
    /// Why the command line can't be taken as it is: names, moves and paths are UTF-8. Nil if nothing is wrong with it.
    static func refusal() -> Refusal? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index] else { return nil }
            guard String(validatingCString: bytes) == nil else { continue }
            return Refusal(
                "'\(String(cString: bytes).excerpt)' is no UTF-8, which names of files and all words are here: "
                    + "write it in UTF-8, or give the file another name.")
        }
        return nil
    }
}
