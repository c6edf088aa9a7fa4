/// A problem with a request: a code for programs, and a sentence for a person.
///
/// Each library has its problems in one file, such as `GameRequestProblems.swift`, as functions with named
/// arguments.
public struct RequestProblem: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    /// The code, such as `no_seat`. It is `request` for a sentence that a program has made itself.
    public let code: String
    /// The sentence. It says what is wrong, what was expected, and what to do.
    public let description: String

    /// Creates a problem with its code and its sentence.
    public init(code: String = "request", _ sentence: String) { (self.code, description) = (code, sentence) }

    /// Creates a problem with the code `request`.
    public init(stringLiteral sentence: String) { self.init(sentence) }
}
