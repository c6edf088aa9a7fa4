import Foundation

/// JSON as the house writes it: keys in order, so that equal values have equal bytes.
public enum JSONBytes {
    /// The bytes of a value; all that is encoded here is made of texts, numbers and lists.
    public static func of(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("null".utf8)
    }
}
