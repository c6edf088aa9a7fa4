import Foundation

extension Conversation {
    /// What a host calls a conversation, so that the matches in it are found again. Messages gives conversations no name;
    /// there, who takes part says which one it is: ``init(of:)``.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The name as text; ``init(of:)`` makes it of UUIDs with a space between them.
        public let string: String

        /// A name of the host's own; no two conversations on a device may share it.
        public init(_ string: String) {
            self.string = string
        }

        /// The conversation of these people: the ids under which a game knows them, in order.
        public init(of conversation: Conversation) {
            let people = [conversation.localParticipant] + conversation.remoteParticipants
            string = people.map(\.uuid.uuidString).sorted().joined(separator: " ")
        }

        /// The name as it is, without quotes.
        public var description: String { string }
    }
}
