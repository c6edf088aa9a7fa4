/// Hands one thing at a time from those that make them to one that takes them: whoever sends waits until the last one was taken.
///
/// Things are taken in the order in which they were sent. It ends for all when a task that sends or takes is cancelled:
/// nobody is left waiting for somebody who has gone.
actor AsyncChannelOfOne<Element: Sendable> {
    // A sender is let go with its thing, never to try again: whoever is woken to try can find that another was quicker,
    // and then nobody wakes the next one.
    private var waiting: Element?
    private var senders: [(element: Element, isIn: CheckedContinuation<Void, Never>)] = []
    private var taker: CheckedContinuation<Element?, Never>?
    private var isFinished = false

    /// Hands over one thing. What is sent when the channel has ended is gone.
    func send(_ element: Element) async {
        await withTaskCancellationHandler {
            if isFinished { return }
            if let taker {
                self.taker = nil
                taker.resume(returning: element)
            } else if waiting == nil {
                waiting = element
            } else {
                await withCheckedContinuation { senders.append((element, $0)) }
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
                if !senders.isEmpty {
                    let sender = senders.removeFirst()
                    waiting = sender.element
                    sender.isIn.resume()
                }
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
        for sender in senders { sender.isIn.resume() }
        senders = []
    }
}
