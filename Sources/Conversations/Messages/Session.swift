import Foundation

/// What makes several messages one bubble: a message of the same session takes the place of the one before.
///
/// A session travels with its message and is compared by value: two sessions with the same id are the same session.
public struct Session: Hashable, Sendable, CustomStringConvertible {
    public let uuid: UUID

    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    public var description: String { uuid.uuidString }
}
