import Testing

@testable import Hosting

@Suite(.timeLimit(.minutes(40))) struct BroadcastTests {
    @Test func theNewestIsToldHoweverSlowOneIs() async {
        let watchers = Broadcast.ofNumbers()
        let stream = watchers.stream()
        for number in 1...1000 { watchers.send(number) }
        var numbers = stream.makeAsyncIterator()
        #expect(await numbers.next() == 1000)
        watchers.finish()
        #expect(await numbers.next() == nil)
    }

    @Test func whoHasGoneIsForgotten() async {
        let watchers = Broadcast.ofNumbers()
        for _ in 1...100 { _ = watchers.stream() }
        let cancelled = (1...20).map { _ in
            let stream = watchers.stream()
            return Task { for await _ in stream {} }
        }
        for task in cancelled {
            watchers.send(1)
            task.cancel()
            await task.value
        }
        for _ in 1...6000 where watchers.count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
        #expect(watchers.count == 0)
    }

    @Test func behindTheEndStreamsAreEmpty() async {
        let watchers = Broadcast.ofNumbers()
        watchers.finish()
        for await _ in watchers.stream() { Issue.record("something was told") }
        #expect(watchers.count == 0)
    }
}
