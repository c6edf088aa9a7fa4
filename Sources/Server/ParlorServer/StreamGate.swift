import Synchronization

/// How many event streams are open, and how many may be: of all, and of one address.
final class StreamGate: Sendable {
    private struct Open {
        var all = 0
        var byAddress: [String: Int] = [:]
    }
    private let open = Mutex(Open())
    private let most: Int
    private let mostOfOne: Int

    init(most: Int, mostOfOne: Int) { (self.most, self.mostOfOne) = (most, mostOfOne) }

    var count: Int { open.withLock { $0.all } }

    /// Lets one in for as long as the pass is kept; nil where there are too many.
    func enter(from address: String) -> Pass? {
        let isOpen = open.withLock { open in
            guard open.all < most, open.byAddress[address, default: 0] < mostOfOne else { return false }
            open.all += 1
            open.byAddress[address, default: 0] += 1
            return true
        }
        return isOpen ? Pass(gate: self, address: address) : nil
    }

    private func leave(_ address: String) {
        open.withLock { open in
            open.all -= 1
            let left = open.byAddress[address, default: 1] - 1
            open.byAddress[address] = left > 0 ? left : nil
        }
    }

    /// A place at the gate. It is given back with the last hold of it, whether the stream was ever written or not.
    final class Pass: Sendable {
        private let gate: StreamGate
        private let address: String

        fileprivate init(gate: StreamGate, address: String) { (self.gate, self.address) = (gate, address) }

        deinit { gate.leave(address) }
    }
}
