import Foundation
import Hosting
import JetStreamLog

/// Measures appends and reads against real servers.
struct Measurement: Sendable {
    let log: JetStreamMatchLog

    private static let bytes = [UInt8](repeating: 65, count: 120)

    func run() async throws {
        try await appends(matches: 16, count: 2000, isQuiet: true)
        for (matches, count) in [(1, 2000), (8, 6000), (64, 6000)] { try await appends(matches: matches, count: count) }
        try await reading(entries: 100, isArchived: false)
        try await reading(entries: 100, isArchived: true)
        let before = Self.memory()
        try await appends(matches: 16, count: 20_000, isQuiet: true)
        print("memory: \(before) before, \(Self.memory()) after 20000 appends more")
    }

    private func appends(matches: Int, count: Int, isQuiet: Bool = false) async throws {
        let begin = ContinuousClock.now
        let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<matches {
                group.addTask { try await append(count / matches, to: .random()) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let seconds = Self.milliseconds(ContinuousClock.now - begin) / 1000
        guard !isQuiet else { return }
        print(
            "appends to \(matches) matches at once: \(Int(Double(times.count) / seconds)) a second, \(Self.spread(times))"
        )
    }

    @discardableResult
    private func append(_ count: Int, to match: HostedMatchID) async throws -> [Duration] {
        var times: [Duration] = []
        for number in 1...count {
            let begin = ContinuousClock.now
            let entry = LoggedEntry(number: number, nonce: .random(), bytes: Self.bytes)
            guard try await log.append(entry, to: match) == .stored else {
                throw MatchLogError.damaged("lost a race alone")
            }
            times.append(ContinuousClock.now - begin)
        }
        return times
    }

    private func reading(entries: Int, isArchived: Bool) async throws {
        let match = HostedMatchID.random()
        try await append(entries, to: match)
        if isArchived { try await log.archive(match) }
        var times: [Duration] = []
        for _ in 0..<100 {
            let begin = ContinuousClock.now
            guard try await log.read(match, from: 1).count == entries else {
                throw MatchLogError.damaged("entries are missing")
            }
            times.append(ContinuousClock.now - begin)
        }
        print("reading \(entries) entries\(isArchived ? ", archived" : ""): \(Self.spread(times))")
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }

    private static func spread(_ times: [Duration]) -> String {
        let sorted = times.map(milliseconds).sorted()
        func at(_ part: Double) -> String {
            guard !sorted.isEmpty else { return "none" }
            return String(format: "%.2f", sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
        }
        return "p50 \(at(0.5)) ms, p99 \(at(0.99)) ms, most \(at(1)) ms"
    }

    private static func memory() -> String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        return "\(kilobytes / 1024) MB"
    }
}
