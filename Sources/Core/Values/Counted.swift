/// A number and what it counts: "1 ply", "2 plies", "0 lines".
///
/// - Parameter many: What more than one are called, where that isn't the word with an `s`.
package func counted(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
}

/// "1 ply", "2 plies".
package func counted(plies count: some BinaryInteger) -> String { counted(count, "ply", "plies") }
