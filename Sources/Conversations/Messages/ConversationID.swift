import Foundation

extension Conversation {
    /// What a host calls a conversation, so that the matches in it are found again. Messages gives conversations no name;
    /// there, who takes part says which one it is: ``init(of:)``.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        public let string: String

        public init(_ string: String) {
            self.string = string
        }

        /// The conversation of these people: the ids under which a game knows them, in order.
        public init(of conversation: Conversation) {
            let people = [conversation.localParticipant] + conversation.remoteParticipants
            string = people.map(\.uuid.uuidString).sorted().joined(separator: " ")
        }

        public var description: String { string }
    }
}
