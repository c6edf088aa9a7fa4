import Values

/// One problem of a script.
public struct ScriptProblem: Hashable, Sendable, CustomStringConvertible {
    /// The path of the key, such as `moves.drop.choises`; empty for the whole definition.
    public var path: String
    /// The problem, or what was expected, without the path: `must have 1 to 60 bytes`.
    public var message: String
    /// The file, relative to the game's folder.
    public var file: String
    /// The line, from 1; nil if it couldn't be found.
    public var line: Int?
    /// The known name that a misspelt one probably means.
    public var nearest: String?

    /// Creates a problem.
    package init(path: String, message: String, file: String = "game.lua", line: Int? = nil, nearest: String? = nil) {
        self.path = path
        self.message = message
        self.file = file
        self.line = line
        self.nearest = nearest
    }

    /// One line: `game.lua:12: moves.drop.choises: … (did you mean 'choices'?)`.
    public var description: String {
        var text = file.onOneLine
        if let line { text += ":\(line)" }
        if !path.isEmpty { text += ": \(path)" }
        text += ": " + message
        if let nearest { text += " (did you mean '\(nearest)'?)" }
        return text
    }
}

/// All problems of a script.
public struct ScriptProblems: Hashable, Sendable, CustomStringConvertible {
    /// The game's id.
    public var game: String
    /// The problems, at most 100: an author fixes those first.
    public var list: [ScriptProblem]
    /// The number of further problems.
    public var more = 0

    /// Creates the list of all problems of a game; ``more`` is 0.
    package init(game: String, list: [ScriptProblem]) {
        self.game = game
        self.list = list
    }

    /// Reads the report of `sdk/host/contract.lua`.
    init(game: String, reported: [Value], source: String) {
        self.game = game
        let index = KeyLines(of: source)
        list = reported.filter { $0["more"] == nil }.map { ScriptProblem($0, keys: index) }
        more = reported.last?["more"]?.intValue ?? 0
    }

    /// Several lines: one that names the game, one for each problem, and one for the number of
    /// further problems.
    public var description: String {
        let count = list.count + more
        let head = count == 1 ? "\(game) can't be loaded:" : "\(game) can't be loaded: \(count) problems"
        let rest = more > 0 ? ["  and \(more) more"] : []
        return ([head] + list.map { "  \($0)" } + rest).joined(separator: "\n")
    }
}

extension ScriptProblem {
    /// Reads a problem from the report of `sdk/host/contract.lua`, and finds its line in the
    /// source. The line of a function is that of its definition. The line of a key is the only line
    /// with `key =`.
    init(_ value: Value, keys: KeyLines) {
        let path = value["path"]?.stringValue ?? ""
        self.init(path: path, message: value["message"]?.stringValue ?? "is wrong")
        if let name = value["unknown"]?.stringValue {
            let known = value["known"]?.arrayValue?.compactMap(\.stringValue) ?? []
            nearest = NearestName.of(name, in: known)
        }
        if let file = value["source"]?.stringValue, !file.hasPrefix(ScriptSource.prefix) {
            self.file = file
            line = value["line"]?.intValue
        } else {
            line = keys.line(ofKey: path)
        }
    }
}

/// The lines of a definition's keys: for each name the only line with `name =`. The source is read
/// once, in one walk over its bytes, because each problem of a script needs a lookup.
struct KeyLines {
    /// The line of each name; 0 if the name is in several lines.
    private var lines: [String: Int] = [:]

    /// - Parameter source: The text of a script. Comments are skipped.
    init(of source: String) {
        let bytes = Array(source.utf8)
        var line = 1
        var at = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\n"):
                line += 1
                at += 1
            case UInt8(ascii: "-") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "-"):
                at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            case let byte where Self.isWord(byte):
                let end = bytes[at...].firstIndex { !Self.isWord($0) } ?? bytes.count
                let word = String(decoding: bytes[at..<end], as: UTF8.self)
                if at == 0 || bytes[at - 1] != UInt8(ascii: "."), Self.assigns(bytes, at: end) { note(word, line) }
                at = word == "local" ? bytes[end...].firstIndex(where: Self.endsNames) ?? bytes.count : end
            default: at += 1
            }
        }
    }

    /// Returns the line of the last key of a path such as `moves.drop.choices[3]`; nil if it is in
    /// no line, or in several.
    func line(ofKey path: String) -> Int? {
        let plain = path.prefix { $0 != "[" }
        guard let key = plain.split(separator: ".").last, let line = lines[String(key)], line > 0 else { return nil }
        return line
    }

    private mutating func note(_ key: String, _ line: Int) {
        if let there = lines[key], there != line { lines[key] = 0 } else { lines[key] = line }
    }

    /// Returns whether `=` follows, and not as part of a comparison.
    private static func assigns(_ bytes: [UInt8], at place: Int) -> Bool {
        let rest = bytes[place...].drop { $0 == UInt8(ascii: " ") }
        return rest.first == UInt8(ascii: "=") && rest.dropFirst().first != UInt8(ascii: "=")
    }

    /// Returns whether the names of locals, which aren't keys, end here: at `=`, or at the end of
    /// the line.
    private static func endsNames(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: "\n") }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
