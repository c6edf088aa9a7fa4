/// Lets one after the other through, in the order in which they came.
actor Turnstile {
    private var isTaken = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` when nobody else is inside.
    nonisolated func pass<R: Sendable, E: Error>(_ body: @Sendable () async throws(E) -> R) async throws(E) -> R {
        await enter()
        let result: Result<R, E>
        do throws(E) { result = .success(try await body()) } catch { result = .failure(error) }
        await leave()
        return try result.get()
    }

    private func enter() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { queue.append($0) }
    }

    private func leave() {
        guard !queue.isEmpty else {
            isTaken = false
            return
        }
        queue.removeFirst().resume()
    }
}
