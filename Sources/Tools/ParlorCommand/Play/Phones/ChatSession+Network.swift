import MatchSessions
import MessageHost
import Parlor
import Simulation
import Values

// What the network is made to do; each says what it did.
extension ChatSession {
    /// The next thing that the network brings, to whichever phone.
    func receive() throws {
        let (before, lost) = (received, losses.count)
        try world.exchange()
        let loss = lossSentence(since: lost)
        if let loss { say(loss, .quiet) }
        if received == before {
            guard let next = world.network.nextArrival ?? world.nextEvent else {
                if loss == nil { say("Nothing is on its way.", .quiet) }
                return
            }
            try world.advance(by: next - world.now)
        }
        let news = zip(world.people, zip(before, received)).filter { $0.1.0 < $0.1.1 }.map(\.0)
        say(
            news.isEmpty
                ? "It is \(Self.clock(world.now)) now; no message came in."
                : "Something came in for \(NameList.of(news))\(news == [person] ? "" : ": `as \(news[0])` takes that phone").",
            .quiet)
    }

    /// How many items of others each phone has had.
    private var received: [Int] {
        world.devices.map { phone in
            (phone.chats[chat]?.transcript.items ?? []).filter { $0.sender != nil }.count
        }
    }

    func goOffline(_ name: String?) throws {
        let found = try found(name)
        world.network.setOffline(found)
        say("\(found)'s phone is offline: what it sends and what is sent to it waits until `online`.", .quiet)
    }

    func goOnline(_ name: String?) throws {
        let found = try found(name)
        world.network.setOffline(found, false)
        try world.advance(by: .seconds(isSlow ? 0 : 300))
        say("\(found)'s phone is online\(isSlow ? "; `receive` brings what waited" : "").", .quiet)
    }

    func dropNext() {
        world.network.dropNext(from: person)
        say("The network will lose \(person)'s next message; `again` sends it once more.", .quiet)
    }

    func delayNext(by time: Duration) throws {
        try world.network.delayNext(from: person, by: time)
        say("\(person)'s next message takes \(Self.clock(time)) longer.", .quiet)
    }

    func duplicateNext() {
        world.network.duplicateNext(from: person)
        say("\(person)'s next message arrives twice.", .quiet)
    }

    func reorder() {
        let count = world.network.reorderWaiting(for: person)
        say("\(counted(count, "message")) turned round.", .quiet)
    }

    func partition() {
        world.network.partition([[person], Set(world.people.filter { $0 != person })])
        say("\(person)'s phone is cut off from the others until `heal`.", .quiet)
    }

    func heal() {
        world.network.heal()
        say("All phones reach each other again.", .quiet)
    }

    func pass(_ time: Duration) throws {
        try world.advance(by: time)
        say("It is \(Self.clock(world.now)) now.", .quiet)
    }

    /// The person of this name, in any letters; nil for whoever is at hand.
    private func found(_ name: String?) throws -> String {
        guard let name else { return person }
        let known = world.people.first { $0.lowercased() == name.lowercased() }
        return try world.device(known ?? name).person
    }
}
