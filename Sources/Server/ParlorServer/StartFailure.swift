/// Why the server doesn't start: a sentence for whoever starts it.
struct StartFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
