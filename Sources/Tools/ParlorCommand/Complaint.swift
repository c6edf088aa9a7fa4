import Parlor

/// What goes to standard error, laid out for who reads it in a window: no word is torn at its edge.
enum Complaint {
    /// - Parameter text: lines; one that begins with a space is laid out already, as an excerpt of a script is.
    static func lines(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(" ") || columns < fewestColumns
                ? [String(line)] : TextWrapper.lines(String(line), limit: columns)
        }
    }

    private static let fewestColumns = 20
}
