import Conversations
import Parlor
import Simulation
import Values

/// The commands on the network. Each reports what it did.
struct NetworkCommands {
    let context: PhonesContext
    let console: Console

    private var delivery: DeliveryText { DeliveryText(context: context) }

    /// Lets the next delivery of the network arrive, on any phone.
    func receive() throws {
        let (before, lost) = (received, delivery.losses.count)
        try context.world.exchange()
        let loss = delivery.lossSentence(since: lost)
        if let loss { console.say(loss, .quiet) }
        if received == before {
            guard let next = context.world.network.nextArrival ?? context.world.nextEvent else {
                if loss == nil { console.say("Nothing is on its way.", .quiet) }
                return
            }
            try context.world.advance(by: next - context.world.now)
        }
        let news = zip(context.world.people, zip(before, received)).filter { $0.1.0 < $0.1.1 }.map(\.0)
        console.say(
            news.isEmpty
                ? "It is \(PhoneView.clock(context.world.now)) now; no message came in."
                : "Something arrived for \(NameList.of(news))\(news == [context.person] ? "" : ": `as \(news[0])` takes that phone").",
            .quiet)
    }

    /// The number of items from others that each phone has received.
    private var received: [Int] {
        context.world.devices.map { phone in
            (phone.chats[context.chat]?.transcript.items ?? []).filter { $0.sender != nil }.count
        }
    }

    func goOffline(_ name: String?) throws {
        let found = try found(name)
        context.world.network.setOffline(found)
        console.say("\(found)'s phone is offline: messages from and to it wait until `online`.", .quiet)
    }

    func goOnline(_ name: String?) throws {
        let found = try found(name)
        context.world.network.setOffline(found, false)
        try context.world.advance(by: .seconds(context.isSlow ? 0 : 300))
        console.say("\(found)'s phone is online\(context.isSlow ? "; `receive` delivers what waited" : "").", .quiet)
    }

    func dropNext() {
        context.world.network.dropNext(from: context.person)
        console.say("The network will lose \(context.person)'s next message; `again` sends it once more.", .quiet)
    }

    func delayNext(by time: Duration) throws {
        try context.world.network.delayNext(from: context.person, by: time)
        console.say("\(context.person)'s next message takes \(PhoneView.clock(time)) longer.", .quiet)
    }

    func duplicateNext() {
        context.world.network.duplicateNext(from: context.person)
        console.say("\(context.person)'s next message arrives twice.", .quiet)
    }

    func reorder() {
        let count = context.world.network.reorderWaiting(for: context.person)
        console.say("The order of \(counted(count, "message")) was reversed.", .quiet)
    }

    func partition() {
        context.world.network.partition([[context.person], Set(context.world.people.filter { $0 != context.person })])
        console.say("\(context.person)'s phone is cut off from the others until `heal`.", .quiet)
    }

    func heal() {
        context.world.network.heal()
        console.say("All phones reach each other again.", .quiet)
    }

    func pass(_ time: Duration) throws {
        try context.world.advance(by: time)
        console.say("It is \(PhoneView.clock(context.world.now)) now.", .quiet)
    }

    /// Returns the person of this name, in upper or lower case; without a name, the person at hand.
    private func found(_ name: String?) throws -> String {
        guard let name else { return context.person }
        let known = context.world.people.first { $0.lowercased() == name.lowercased() }
        return try context.world.device(known ?? name).person
    }
}
