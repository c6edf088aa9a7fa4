import Conversations
import Foundation
import MessageHost
import MessageWire

/// What a store keeps of the simulation as a whole.
public struct StoredSimulation: Hashable, Sendable {
    /// What the simulation was begun with: all its chance follows from it.
    public var seed: UInt64
    /// The simulated time, in milliseconds since the simulation began.
    public var milliseconds: Int64
    /// The state of the network, in a form the network itself reads.
    public var network: Data

    /// The state of a simulation, to keep.
    public init(seed: UInt64, milliseconds: Int64, network: Data) {
        self.seed = seed
        self.milliseconds = milliseconds
        self.network = network
    }
}

/// What a store keeps of a device itself.
public struct StoredDevice: Hashable, Sendable {
    /// The person it belongs to. All else that is kept of the device is kept under this name.
    public let name: String
    /// Where it stands among the devices.
    public var position: Int
    /// The name of its host profile.
    public var hostProfile: String
    /// The last number given out, by what it is given to: messages, requests, instances.
    public var runningNumbers: [String: Int]

    /// It is a desktop: it shows messages and runs no games.
    public var isDesktop: Bool { runningNumbers["desktop"] == 1 }
    /// No game is installed on it, though it could be.
    public var hasNoGames: Bool { runningNumbers["no games"] == 1 }

    /// A device to keep, under the name of its person.
    public init(name: String, position: Int, hostProfile: String, runningNumbers: [String: Int] = [:]) {
        self.name = name
        self.position = position
        self.hostProfile = hostProfile
        self.runningNumbers = runningNumbers
    }
}

/// A chat with the names of the people in it.
public struct StoredChat: Sendable {
    /// Everybody in it, the device's own person among them.
    public let people: [String]
    /// What is kept of the chat on this device, its transcript with it.
    public let chat: Chat

    /// A chat as a device has it.
    public init(people: [String], chat: Chat) {
        self.people = people
        self.chat = chat
    }
}

/// A url that couldn't be read when it came, and is read again later.
public struct KeptURL: Hashable, Sendable {
    /// The message itself; a device keeps it once.
    public let url: String
    /// What is missing, as a line for the person.
    public var reason: String

    /// A url to keep until it can be read.
    public init(url: String, reason: String) {
        self.url = url
        self.reason = reason
    }
}

/// Something that waits to be given to the network.
public struct StoredOutboxEntry: Hashable, Sendable {
    /// Tells it from the device's other entries: the parcel's number, as text.
    public let id: String
    /// Entries go out in this order.
    public var position: Int
    /// The entry, in a form the outbox itself reads.
    public var entry: Data

    /// An entry to keep.
    public init(id: String, position: Int, entry: Data) {
        self.id = id
        self.position = position
        self.entry = entry
    }
}
