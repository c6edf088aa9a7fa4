import Foundation
import Synchronization
import Testing

@testable import ParlorServer

@Suite(.timeLimit(.minutes(10))) struct RendezvousChannelTests {
    @Test func inOrderAndNoneIsLost() async {
        let channel = RendezvousChannel<Int>()
        let sender = Task { for number in 1...500 { await channel.send(number) } }
        var taken: [Int] = []
        for _ in 1...500 {
            if Bool.random() { await Task.yield() }
            if let number = await channel.next() { taken.append(number) }
        }
        await sender.value
        #expect(taken == Array(1...500))
    }

    @Test func ofSeveralSendersEachIsInOrder() async {
        let channel = RendezvousChannel<(sender: Int, number: Int)>()
        let senders = (0..<8).map { sender in
            Task { for number in 0..<100 { await channel.send((sender, number)) } }
        }
        var taken = [[Int]](repeating: [], count: 8)
        for _ in 0..<800 {
            if let next = await channel.next() { taken[next.sender].append(next.number) }
        }
        for sender in senders { await sender.value }
        #expect(taken == [[Int]](repeating: Array(0..<100), count: 8))
    }

    /// If each sender sends only once, no later send can wake a waiting sender. Therefore each taken element must wake the next
    /// sender.
    @Test func sendersThatWaitAreAllTaken() async {
        for _ in 1...2000 {
            let channel = RendezvousChannel<Int>()
            await withTaskGroup(of: Void.self) { group in
                for number in 1...4 { group.addTask { await channel.send(number) } }
                var taken: Set<Int> = []
                for _ in 1...4 { if let number = await channel.next() { taken.insert(number) } }
                #expect(taken == [1, 2, 3, 4])
            }
        }
    }

    @Test func whoSendsWaitsUntilTheLastWasTaken() async {
        let channel = RendezvousChannel<Int>()
        let counted = Counted()
        let sender = Task {
            for number in 1...3 {
                await channel.send(number)
                counted.add()
            }
        }
        try? await Task.sleep(for: .milliseconds(50))
        #expect(counted.count == 1)
        for number in 1...3 { #expect(await channel.next() == number) }
        await sender.value
        #expect(counted.count == 3)
    }

    /// After a sender was cancelled, no other sender waits for ever, although nobody takes the elements.
    @Test func sendersAreLetGoWhenTheyAreCancelled() async {
        for _ in 1...50 {
            let channel = RendezvousChannel<Int>()
            let senders = (1...3).map { number in Task { for _ in 1...5 { await channel.send(number) } } }
            await Task.yield()
            senders.randomElement()?.cancel()
            for sender in senders { await sender.value }
        }
    }

    @Test func aTakerIsLetGoWhenItIsCancelled() async {
        for _ in 1...50 {
            let channel = RendezvousChannel<Int>()
            let taker = Task { await channel.next() }
            if Bool.random() { await Task.yield() }
            taker.cancel()
            #expect(await taker.value == nil)
            await channel.send(1)  // nobody takes this element
            #expect(await channel.next() == nil)
        }
    }

    /// The task that takes the elements fails, as in a stream of events. The group with the senders must end.
    @Test func aGroupEndsWhenItsTakerFails() async {
        struct Gone: Error {}
        for taken in 0...5 {
            let channel = RendezvousChannel<Int>()
            await #expect(throws: Gone.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for sender in 0..<3 {
                        group.addTask {
                            while !Task.isCancelled { await channel.send(sender) }
                        }
                    }
                    for _ in 0..<taken { _ = await channel.next() }
                    try await Task.sleep(for: .milliseconds(5))
                    throw Gone()
                }
            }
        }
    }

    @Test func whatWasHandedOverCanBeTakenBehindTheEnd() async {
        let channel = RendezvousChannel<Int>()
        await channel.send(1)
        await channel.finish()
        await channel.send(2)
        #expect(await channel.next() == 1)
        #expect(await channel.next() == nil)
    }

    private final class Counted: Sendable {
        private let sent = Mutex(0)
        var count: Int { sent.withLock { $0 } }
        func add() { sent.withLock { $0 += 1 } }
    }
}
