import Conversations
import MatchSessions
import MessageHost
import Scenes

/// Something on its way from one device to others: in the outbox of its sender, then in the ``Network``.
public struct Parcel: Hashable, Sendable, Codable {
    /// The name of a parcel: its sender and a running number. Sending the same thing again makes a new parcel with a
    /// new number; handing over the same parcel again does not.
    public struct ID: Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name of the person who sent it.
        public let sender: String
        /// Counted per sender; the device keeps the count, so that no number is given twice.
        public let number: Int

        /// The name of a parcel of this sender.
        package init(sender: String, number: Int) {
            self.sender = sender
            self.number = number
        }

        /// `alice#3`, on one line whatever the name.
        public var description: String { "\(SafeText(sender))#\(number)" }
    }

    /// Tells it from all others; handed over again it keeps it.
    public let id: ID
    /// Which chat it arrives in, the same on every device.
    public let chat: Chat.ID
    /// The names of the people it goes to.
    public let recipients: [String]
    /// What arrives; it names people by ids that every device knows.
    public let delivery: Delivery

    /// A parcel that nobody has carried yet.
    package init(id: ID, chat: Chat.ID, recipients: [String], delivery: Delivery) {
        self.id = id
        self.chat = chat
        self.recipients = recipients
        self.delivery = delivery
    }

    /// The name of the person who sent it.
    public var sender: String { id.sender }
}
