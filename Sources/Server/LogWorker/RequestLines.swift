import Foundation
import Hosting
import JetStreamLog
import Synchronization

/// Reads requests line by line, and answers each request when it is done. Many requests may run at
/// the same time.
struct RequestLines: Sendable {
    let log: JetStreamMatchLog

    struct Request: Decodable, Sendable {
        var id: Int
        /// `append`, `read`, `archive` or `follow`.
        var op: String
        var match: String?
        var number: Int?
        var nonce: String?
        var text: String?
        /// Whether to kill this process after the append, before the answer.
        var die: Bool?
    }

    struct Answer: Encodable, Sendable {
        struct Entry: Encodable, Sendable {
            var number: Int
            var nonce: String
            var text: String

            init(_ entry: LoggedEntry) {
                (number, nonce, text) = (entry.number, entry.nonce.text, String(decoding: entry.bytes, as: UTF8.self))
            }
        }

        var id: Int?
        var outcome: String
        var reason: String?
        var match: String?
        var entry: Entry?
        var entries: [Entry]?
    }

    func run() async {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let thread = Thread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        thread.start()
        await withDiscardingTaskGroup { group in
            for await line in lines {
                guard let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8)) else {
                    Self.say(Answer(outcome: "misunderstood", reason: String(line.prefix(80))))
                    continue
                }
                group.addTask { Self.say(await answer(request)) }
            }
            group.cancelAll()
        }
    }

    private func answer(_ request: Request) async -> Answer {
        do throws(MatchLogError) {
            if request.op == "follow" {
                let arrivals = try await log.arrivals()
                Self.say(Answer(id: request.id, outcome: "following"))
                for await arrival in arrivals {
                    Self.say(Answer(outcome: "arrival", match: arrival.match.text, entry: .init(arrival.entry)))
                }
                return Answer(id: request.id, outcome: "over")
            }
            guard let match = request.match.flatMap(HostedMatchID.init) else {
                return Answer(id: request.id, outcome: "misunderstood", reason: "no match")
            }
            switch request.op {
            case "append":
                guard let number = request.number, let nonce = request.nonce.flatMap(Nonce.init) else { break }
                let entry = LoggedEntry(number: number, nonce: nonce, bytes: Array((request.text ?? "").utf8))
                let appended = try await log.append(entry, to: match)
                if request.die == true { kill(getpid(), SIGKILL) }
                switch appended {
                case .stored: return Answer(id: request.id, outcome: "stored")
                case .taken(let other): return Answer(id: request.id, outcome: "taken", entry: .init(other))
                }
            case "read":
                let entries = try await log.read(match, from: request.number ?? 1)
                return Answer(id: request.id, outcome: "read", entries: entries.map(Answer.Entry.init))
            case "archive":
                try await log.archive(match)
                return Answer(id: request.id, outcome: "archived")
            default: break
            }
            return Answer(id: request.id, outcome: "misunderstood", reason: request.op)
        } catch {
            let outcome =
                switch error {
                case .unavailable: "unavailable"
                case .cancelled: "cancelled"
                case .refused: "refused"
                case .damaged: "damaged"
                }
            return Answer(id: request.id, outcome: outcome, reason: error.description)
        }
    }

    /// The lock for writing a line, so that the lines of different tasks aren't mixed.
    private static let output = Mutex(())

    private static func say(_ answer: Answer) {
        guard var line = try? JSONEncoder().encode(answer) else { return }
        line.append(UInt8(ascii: "\n"))
        let bytes = [UInt8](line)
        output.withLock { _ in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
