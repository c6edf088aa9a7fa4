import Foundation

/// A person in a conversation, as one game on one device knows them.
///
/// The id is opaque: the same person has another id on every device and in every game, and new ids after a reinstall.
/// It can't tell two devices who plays; a game carries its seats in the message instead.
public struct Participant: Hashable, Sendable, CustomStringConvertible {
    /// The opaque id. Another game or device knows the same person by another one.
    public let uuid: UUID

    /// The person whom the host calls by this id.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// `$` and the id: what an author writes into a caption to have the person's name shown there.
    /// See ``ParticipantNames``.
    public var placeholder: String { "$" + uuid.uuidString }

    /// The id in capital hexadecimal digits with hyphens (RFC 9562 §4).
    public var description: String { uuid.uuidString }
}
