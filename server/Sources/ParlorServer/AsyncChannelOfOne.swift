/// Hands one thing at a time from those that make them to one that takes them: whoever sends waits until the last one was taken.
///
/// It ends for all when a task that sends or takes is cancelled: nobody is left waiting for somebody who has gone.
actor AsyncChannelOfOne<Element: Sendable> {
    private var waiting: Element?
    private var senders: [CheckedContinuation<Void, Never>] = []
    private var taker: CheckedContinuation<Element?, Never>?
    private var isFinished = false

    /// Hands over one thing. What is sent when the channel has ended is gone.
    func send(_ element: Element) async {
        await withTaskCancellationHandler {
            while waiting != nil, !isFinished { await withCheckedContinuation { senders.append($0) } }
            if isFinished { return }
            if let taker {
                self.taker = nil
                taker.resume(returning: element)
            } else {
                waiting = element
            }
        } onCancel: {
            Task { await self.finish() }
        }
    }

    /// The next one; nil when the channel has ended.
    func next() async -> Element? {
        await withTaskCancellationHandler {
            if let element = waiting {
                waiting = nil
                if !senders.isEmpty { senders.removeFirst().resume() }
                return element
            }
            if isFinished || Task.isCancelled { return nil }
            return await withCheckedContinuation { taker = $0 }
        } onCancel: {
            Task { await self.finish() }
        }
    }

    /// Ends it: what was handed over can still be taken.
    func finish() {
        isFinished = true
        taker?.resume(returning: nil)
        taker = nil
        for sender in senders { sender.resume() }
        senders = []
    }
}
