import Hosting
import Values

/// The laws that every implementation of `MatchLog` must keep, tried on a real log.
///
/// ```swift
/// let laws = MatchLogLaws { try MyMatchLog("…") }
/// for breach in await laws.breaches() { print(breach) }
/// ```
public struct MatchLogLaws: Sendable {
    /// The extent of the trials.
    public struct Effort: Sendable {
        /// The number of writers in a race.
        public var writers = 8
        /// The number of entry numbers that the writers race for.
        public var rounds = 25
        /// The time that an arrival may take.
        public var patience = Duration.seconds(10)

        /// Creates the extent that a test has time for.
        public init() {}
    }

    /// Opens the log. If the log is lasting, every opened log has the same matches.
    private let open: @Sendable () async throws -> any MatchLog
    /// Whether the stored matches outlive a log.
    private let isLasting: Bool
    private let effort: Effort

    /// Creates the laws for an engine.
    ///
    /// `isLasting`: Whether a newly opened log has the matches of a log that was closed before.
    /// False for a log in memory.
    /// `open`: Opens a new log with each call. If the log is lasting, all opened logs have the same
    /// matches. The log may already have matches, because the laws use only new ones.
    public init(
        isLasting: Bool = true, effort: Effort = Effort(), _ open: @escaping @Sendable () async throws -> any MatchLog
    ) {
        (self.open, self.isLasting, self.effort) = (open, isLasting, effort)
    }

    /// The names of the laws.
    public static let names: [String] = laws.map(\.name)

    typealias Law = @Sendable (Trial) async throws -> Void
    private static let laws: [(name: String, law: Law)] = AppendLaws.all + ConcurrencyLaws.all + DurabilityLaws.all

    /// Tries all laws, one after the other.
    ///
    /// `only`: The names of the laws to try; nil for all.
    public func breaches(only: Set<String>? = nil) async -> [ContractViolation] {
        var breaches: [ContractViolation] = []
        for (name, law) in Self.laws where only?.contains(name) ?? true {
            do {
                let log = try await open()
                let trial = Trial(log: log, open: open, isLasting: isLasting, effort: effort)
                do {
                    try await law(trial)
                } catch let error as Broken {
                    breaches.append(ContractViolation(law: name, what: error.what))
                } catch {
                    breaches.append(ContractViolation(law: name, what: "it throws \(error)"))
                }
                await log.close()
            } catch {
                breaches.append(ContractViolation(law: name, what: "it can't be opened: \(error)"))
            }
        }
        return breaches
    }
}

/// One log under trial, with helpers for the laws.
struct Trial: Sendable {
    let log: any MatchLog
    let open: @Sendable () async throws -> any MatchLog
    let isLasting: Bool
    let effort: MatchLogLaws.Effort

    /// Returns an entry that differs from every other entry.
    func entry(_ number: Int, _ bytes: [UInt8]? = nil, nonce: Nonce = .random()) -> LoggedEntry {
        LoggedEntry(number: number, nonce: nonce, bytes: bytes ?? Array("\(number) \(nonce)".utf8))
    }

    /// Creates a match with `count` entries, and returns the match and the entries.
    func match(_ count: Int) async throws -> (HostedMatchID, [LoggedEntry]) {
        let id = HostedMatchID.random()
        var entries: [LoggedEntry] = []
        for number in 0..<count {
            let entry = entry(number + 1)
            try await expect(log.append(entry, to: id), .stored, "appending entry \(number + 1)")
            entries.append(entry)
        }
        return (id, entries)
    }

    func expect<V: Equatable>(_ found: V, _ wanted: V, _ doing: String) throws {
        guard found == wanted else {
            throw Broken(what: "\(doing): expected \(Self.short(wanted)), found \(Self.short(found))")
        }
    }

    func expect(_ holds: Bool, _ what: String) throws {
        guard holds else { throw Broken(what: what) }
    }

    /// Checks that an action throws `refused`.
    func expectRefusal(_ doing: String, _ action: () async throws -> Void) async throws {
        do {
            try await action()
        } catch MatchLogError.refused {
            return
        } catch {
            throw Broken(what: "\(doing): expected `refused`, found \(error)")
        }
        throw Broken(what: "\(doing): expected `refused`, and it was done")
    }

    private static func short(_ value: some Equatable) -> String { String("\(value)".prefix(400)) }
}

/// A law that an engine or a store breaks.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
    /// The name of the law: one of ``MatchLogLaws/names`` or ``MatchStoreLaws/names``.
    public let law: String
    /// The expectation and the result.
    public let what: String

    public var description: String { "\(law): \(what)" }
}

/// The error of a law that is broken.
struct Broken: Error { let what: String }
