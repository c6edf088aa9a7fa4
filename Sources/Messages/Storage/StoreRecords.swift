import Conversations
import Foundation
import GameApps
import MatchSessions
import MessageProtocol

/// The stored state of a simulation as a whole.
package struct StoredSimulation: Hashable, Sendable {
    /// The seed of all random decisions of the simulation.
    package var seed: UInt64
    /// The simulated time, in milliseconds since the simulation began.
    package var milliseconds: Int64
    /// The state of the network, in its own encoding.
    package var network: Data

    package init(seed: UInt64, milliseconds: Int64, network: Data) {
        self.seed = seed
        self.milliseconds = milliseconds
        self.network = network
    }
}

/// The stored state of a device itself.
package struct StoredDevice: Hashable, Sendable {
    /// The name of the device's person. All other content of the device is stored under this name.
    package let name: String
    /// The position of the device in the list of devices.
    package var position: Int
    package var hostProfile: String
    /// The device's counters, salt and expiry times.
    package var numbers: DeviceNumbers

    package init(name: String, position: Int, hostProfile: String, numbers: DeviceNumbers = DeviceNumbers()) {
        self.name = name
        self.position = position
        self.hostProfile = hostProfile
        self.numbers = numbers
    }
}

/// A chat with the names of its people.
package struct StoredChat: Sendable {
    /// The names of all people, including the device's own person.
    package let people: [String]
    /// The chat on this device, including its transcript.
    package let chat: Chat

    package init(people: [String], chat: Chat) {
        self.people = people
        self.chat = chat
    }
}

/// A url of a message that couldn't be read when it arrived, and is read again later.
package struct KeptURL: Hashable, Sendable {
    /// The url of the message. Each device has it only once.
    package let url: String
    /// A line for the person that says what is missing.
    package var reason: String

    package init(url: String, reason: String) {
        self.url = url
        self.reason = reason
    }
}

/// An entry that waits for the network.
package struct StoredOutboxEntry: Hashable, Sendable {
    /// The id among the device's entries: the parcel's number as text.
    package let id: String
    /// The position of the entry in the outbox, which determines the order of sending.
    package var position: Int
    /// The entry, in the outbox's own encoding.
    package var entry: Data

    package init(id: String, position: Int, entry: Data) {
        self.id = id
        self.position = position
        self.entry = entry
    }
}
