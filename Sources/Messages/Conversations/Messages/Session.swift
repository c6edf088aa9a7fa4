import Foundation

/// What makes several messages one bubble: a message of the same session takes the place of the one before.
///
/// A session travels with its message and is compared by value: two sessions with the same id are the same session.
public struct Session: Hashable, Sendable, CustomStringConvertible {
    /// The id by which sessions are compared.
    public let uuid: UUID

    /// The session with this id: a new id begins a new bubble.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// The id in capital hexadecimal digits with hyphens (RFC 9562 §4).
    public var description: String { uuid.uuidString }
}
