import Parlor

extension GameScript {
    /// What several `--option name=value` say, each as the script declares it.
    ///
    /// - Throws: ``GameError/request(_:)`` for one that isn't written like this, or a value that doesn't fit.
    func options(arguments: [String]) throws(GameError) -> [String: Value] {
        var chosen: [String: Value] = [:]
        for text in arguments {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .request("An option is written name=value, such as --option size=5; not \(quoted(text)).")
            }
            let known = options.first { $0.name == parts[0] }
            chosen[parts[0]] = try known?.parsed(parts[1]) ?? .string(parts[1])
        }
        return chosen
    }
}
