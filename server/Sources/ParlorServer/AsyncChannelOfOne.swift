/// Hands one thing at a time from those that make them to one that takes them: whoever sends waits until the last one was taken.
actor AsyncChannelOfOne<Element: Sendable> {
    private var waiting: Element?
    private var senders: [CheckedContinuation<Void, Never>] = []
    private var taker: CheckedContinuation<Element?, Never>?
    private var isFinished = false

    func send(_ element: Element) async {
        while waiting != nil, !isFinished { await withCheckedContinuation { senders.append($0) } }
        if isFinished { return }
        if let taker {
            self.taker = nil
            taker.resume(returning: element)
        } else {
            waiting = element
        }
    }

    /// The next one; nil once the task that takes them was cancelled.
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

    private func finish() {
        isFinished = true
        taker?.resume(returning: nil)
        taker = nil
        for sender in senders { sender.resume() }
        senders = []
    }
}
