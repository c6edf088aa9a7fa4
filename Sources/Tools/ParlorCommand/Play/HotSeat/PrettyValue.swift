import Parlor

/// A value in Lua's notation, on as many lines as it needs.
struct PrettyValue {
    static let mostLines = 300

    let value: Value
    let columns: Int

    var lines: [String] {
        let lines = written(value, indent: 0)
        guard lines.count > Self.mostLines else { return lines }
        return lines.prefix(Self.mostLines) + ["… and \(counted(lines.count - Self.mostLines, "line")) more"]
    }

    private func written(_ value: Value, indent: Int) -> [String] {
        let flat = value.description
        if flat.count + indent < columns { return [flat] }
        switch value {
        case .array(let elements): return table(elements.map { ("", $0) }, indent)
        case .map(let entries):
            return table(entries.sorted { $0.key < $1.key }.map { (Self.head($0.key), $0.value) }, indent)
        default: return [flat]
        }
    }

    private func table(_ parts: [(head: String, value: Value)], _ indent: Int) -> [String] {
        let inner = parts.flatMap { part in
            var lines = written(part.value, indent: indent + 2 + part.head.count)
            lines[0] = part.head + lines[0]
            lines[lines.count - 1] += ","
            return lines.map { "  " + $0 }
        }
        return ["{"] + inner + ["}"]
    }

    /// Returns `name = ` or `["a key"] = `, taken from the text of a table with only this key.
    private static func head(_ key: ValueKey) -> String {
        String(Value.map([key: .null]).description.dropFirst().dropLast("nil}".count))
    }
}
