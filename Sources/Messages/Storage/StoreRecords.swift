import Conversations
import Foundation
import GameApps
import MatchSessions
import MessageProtocol

/// What a store keeps of the simulation as a whole.
package struct StoredSimulation: Hashable, Sendable {
    /// What the simulation was begun with: all its chance follows from it.
    package var seed: UInt64
    /// The simulated time, in milliseconds since the simulation began.
    package var milliseconds: Int64
    /// The state of the network, in a form the network itself reads.
    package var network: Data

    /// The state of a simulation, to keep.
    package init(seed: UInt64, milliseconds: Int64, network: Data) {
        self.seed = seed
        self.milliseconds = milliseconds
        self.network = network
    }
}

/// What a store keeps of a device itself.
package struct StoredDevice: Hashable, Sendable {
    /// The person it belongs to. All else that is kept of the device is kept under this name.
    package let name: String
    /// Where it stands among the devices.
    package var position: Int
    /// The name of its host profile.
    package var hostProfile: String
    /// How far it came, and what is due on it.
    package var numbers: DeviceNumbers

    /// A device to keep, under the name of its person.
    package init(name: String, position: Int, hostProfile: String, numbers: DeviceNumbers = DeviceNumbers()) {
        self.name = name
        self.position = position
        self.hostProfile = hostProfile
        self.numbers = numbers
    }
}

/// A chat with the names of the people in it.
package struct StoredChat: Sendable {
    /// Everybody in it, the device's own person among them.
    package let people: [String]
    /// What is kept of the chat on this device, its transcript with it.
    package let chat: Chat

    /// A chat as a device has it.
    package init(people: [String], chat: Chat) {
        self.people = people
        self.chat = chat
    }
}

/// A url that couldn't be read when it came, and is read again later.
package struct KeptURL: Hashable, Sendable {
    /// The message itself; a device keeps it once.
    package let url: String
    /// What is missing, as a line for the person.
    package var reason: String

    /// A url to keep until it can be read.
    package init(url: String, reason: String) {
        self.url = url
        self.reason = reason
    }
}

/// Something that waits to be given to the network.
package struct StoredOutboxEntry: Hashable, Sendable {
    /// Tells it from the device's other entries: the parcel's number, as text.
    package let id: String
    /// Entries go out in this order.
    package var position: Int
    /// The entry, in a form the outbox itself reads.
    package var entry: Data

    /// An entry to keep.
    package init(id: String, position: Int, entry: Data) {
        self.id = id
        self.position = position
        self.entry = entry
    }
}
