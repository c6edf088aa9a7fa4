import Hosting

/// Which stream holds what, and under which subject.
///
/// | stream | subjects | holds |
/// |---|---|---|
/// | `parlor_log_00` … `parlor_log_15` | `parlor.log.<part>.<match>` | entries, and the last one of an archived match |
/// | `parlor_archive` | `parlor.archive.<match>.<piece>` | entries of idle matches, many to a message |
/// | `parlor_listing`, `parlor_snapshot`, … | `parlor.note.<kind>.<match>` | the last note of each match |
///
/// Entries are sent again as `parlor.live.<part>.<match>` when they are stored: followers subscribe to that. A match needs a subject
/// and nothing else: no stream and no consumer of its own.
struct StreamLayout: Hashable, Sendable {
    let prefix: String

    /// How many streams share the matches. It is part of what is stored: another number finds none of them.
    static let parts = 16

    /// The part that a match is in: FNV-1a of its id. Part of what is stored, too.
    static func part(of match: HostedMatchID) -> Int {
        let hash = match.text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int(hash % UInt32(parts))
    }

    private static func digits(_ part: Int) -> String { part < 10 ? "0\(part)" : "\(part)" }

    func log(_ part: Int) -> String { "\(prefix)_log_\(Self.digits(part))" }

    func log(of match: HostedMatchID) -> String { log(Self.part(of: match)) }

    func allEntries(_ part: Int) -> String { "\(prefix).log.\(Self.digits(part)).*" }

    func entries(of match: HostedMatchID) -> String {
        "\(prefix).log.\(Self.digits(Self.part(of: match))).\(match.text)"
    }

    /// What followers subscribe to: entries of all matches.
    var live: String { "\(prefix).live.*.*" }

    var archive: String { "\(prefix)_archive" }

    func archive(of match: HostedMatchID, piece: Int) -> String { "\(prefix).archive.\(match.text).\(piece)" }

    func archives(of match: HostedMatchID) -> String { "\(prefix).archive.\(match.text).*" }

    func notes(_ kind: MatchNote) -> String { "\(prefix)_\(kind.rawValue)" }

    func note(_ kind: MatchNote, of match: HostedMatchID) -> String { "\(notes(of: kind)).\(match.text)" }

    func allNotes(_ kind: MatchNote) -> String { "\(notes(of: kind)).*" }

    private func notes(of kind: MatchNote) -> String { "\(prefix).note.\(kind.rawValue)" }

    /// The match at the end of a subject.
    static func match(in subject: String) -> HostedMatchID? {
        subject.split(separator: ".").last.flatMap { HostedMatchID(String($0)) }
    }

    /// For how long a stream knows which ids of messages it has: longer than an append is tried.
    private static let idsKept: Int64 = 60_000_000_000

    /// All streams, as they are made.
    func settings(replicas: Int) -> [StreamSettings] {
        let logs = (0..<Self.parts).map { part in
            StreamSettings(
                name: log(part), subjects: [allEntries(part)], num_replicas: replicas,
                max_msgs_per_subject: -1, duplicate_window: Self.idsKept, deny_delete: true,
                republish: .init(
                    src: allEntries(part), dest: "\(prefix).live.\(Self.digits(part)).{{wildcard(1)}}"))
        }
        let others = [(archive, "\(prefix).archive.*.*")] + MatchNote.allCases.map { (notes($0), allNotes($0)) }
        return logs
            + others.map { name, subject in
                StreamSettings(
                    name: name, subjects: [subject], num_replicas: replicas, max_msgs_per_subject: 1,
                    duplicate_window: Self.idsKept, deny_delete: false)
            }
    }
}
