import Foundation

/// Two flags of which one may be given: the parser alone would speak of values that had been set.
enum FlagClash {
    /// - Parameter text: what the parser says.
    /// - Returns: nil where it says something else.
    static func sentence(for text: String) -> String? {
        let parts = text.components(separatedBy: "'")
        guard parts.count >= 5, parts[0].hasSuffix("Value to be set with flag "),
            parts[2].hasPrefix(" had already been set with flag ")
        else { return nil }
        let rest = parts[4...].joined(separator: "'")
        return "\(parts[3]) and \(parts[1]) exclude each other: leave one out.\(rest)"
    }
}
