import Values

/// One thing that is wrong with a script.
public struct ScriptProblem: Hashable, Sendable, CustomStringConvertible {
    /// The key it is about, such as `moves.drop.choises`; empty for the whole.
    public var path: String
    public var message: String
    /// The file, relative to the game's folder, and the line if it could be found.
    public var file: String
    public var line: Int?
    /// The known name that a misspelt one was probably meant to be.
    public var nearest: String?

    public init(path: String, message: String, file: String = "game.lua", line: Int? = nil, nearest: String? = nil) {
        self.path = path
        self.message = message
        self.file = file
        self.line = line
        self.nearest = nearest
    }

    public var description: String {
        var text = file
        if let line { text += ":\(line)" }
        if !path.isEmpty { text += ": \(path)" }
        text += ": " + message
        if let nearest { text += " (did you mean '\(nearest)'?)" }
        return text
    }
}

/// Everything that is wrong with a script, all at once.
public struct ScriptProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// The game's id.
    public var game: String
    public var list: [ScriptProblem]

    public init(game: String, list: [ScriptProblem]) {
        self.game = game
        self.list = list
    }

    public var description: String {
        let head = list.count == 1 ? "\(game) can't be loaded:" : "\(game) can't be loaded: \(list.count) problems"
        return ([head] + list.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension ScriptProblem {
    /// Reads a problem as `sdk/host/contract.lua` reports it, and looks for its line in the source: a function's by its
    /// definition, a key's by the one place where `key =` stands.
    init(_ value: Value, source: String) {
        let path = value["path"]?.stringValue ?? ""
        self.init(path: path, message: value["message"]?.stringValue ?? "is wrong")
        if let name = value["unknown"]?.stringValue {
            let known = value["known"]?.arrayValue?.compactMap(\.stringValue) ?? []
            nearest = NearestName.of(name, in: known)
        }
        if let file = value["source"]?.stringValue, !file.hasPrefix(ScriptLibrary.prefix) {
            self.file = file
            line = value["line"]?.intValue
        } else {
            line = Self.line(ofKey: path, in: source)
        }
    }

    static func line(ofKey path: String, in source: String) -> Int? {
        let plain = path.prefix { $0 != "[" }
        guard let key = plain.split(separator: ".").last else { return nil }
        var found: Int?
        for (number, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard Self.assigns(key, in: line) else { continue }
            if found != nil { return nil }
            found = number + 1
        }
        return found
    }

    /// Does `key =` stand in the line, as a whole word and not as a comparison?
    private static func assigns(_ key: Substring, in line: Substring) -> Bool {
        var rest = line.prefix { _ in true }
        if let comment = rest.range(of: "--") { rest = rest[..<comment.lowerBound] }
        while let range = rest.range(of: key) {
            let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
            let after = line[range.upperBound...].drop { $0 == " " }
            if !before.isLetter, !before.isNumber, before != "_", before != ".", after.hasPrefix("="),
                !after.hasPrefix("==")
            {
                return true
            }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
