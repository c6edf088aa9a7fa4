/// Carries out what throws one error, and says it as another: the typed one of the floor above.
///
/// ```swift
/// let url = try saying(TableError.wire) { () throws(WireError) in try carrier.url(of: envelope) }
/// ```
package func saying<R, Cause: Error, Failure: Error>(
    _ make: (Cause) -> Failure, _ body: () throws(Cause) -> R
) throws(Failure) -> R {
    do { return try body() } catch { throw make(error) }
}
