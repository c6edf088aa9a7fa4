/// Where the keys of a definition stand in its source: for each name the one line in which `name =` stands. Looked up for every
/// problem of a script, so the source is read once, in one walk over its bytes.
struct KeyLines {
    /// 0: it stands in several lines.
    private var lines: [String: Int] = [:]

    /// - Parameter source: Of a script; comments are left out.
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

    /// The line of the last key of a path such as `moves.drop.choices[3]`; nil where it stands nowhere, or in several lines.
    func line(ofKey path: String) -> Int? {
        let plain = path.prefix { $0 != "[" }
        guard let key = plain.split(separator: ".").last, let line = lines[String(key)], line > 0 else { return nil }
        return line
    }

    private mutating func note(_ key: String, _ line: Int) {
        if let there = lines[key], there != line { lines[key] = 0 } else { lines[key] = line }
    }

    /// Does `=` follow, and not as part of a comparison?
    private static func assigns(_ bytes: [UInt8], at place: Int) -> Bool {
        let rest = bytes[place...].drop { $0 == UInt8(ascii: " ") }
        return rest.first == UInt8(ascii: "=") && rest.dropFirst().first != UInt8(ascii: "=")
    }

    /// What ends the names of locals, which are no keys: `=`, or the line.
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
