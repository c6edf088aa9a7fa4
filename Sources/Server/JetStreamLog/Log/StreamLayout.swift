import Hosting

/// The streams and subjects of a log, and their content.
///
/// | stream | subjects | content |
/// |---|---|---|
/// | `parlor_log_00` … `_15` | `parlor.log.<part>.<match>` | entries |
/// | `parlor_archive` | `parlor.archive.<match>.<piece>` | entries of archived matches |
/// | `parlor_listing`, `…_snapshot`, … | `parlor.note.<kind>.<match>` | the last note |
///
/// A message of the archive has many entries. Of an archived match, the log stream has only the
/// last entry.
///
/// Stored entries are republished as `parlor.live.<part>.<match>`, which followers subscribe to. A
/// match has a subject of its own, but needs no stream and no consumer of its own.
struct StreamLayout: Hashable, Sendable {
    let prefix: String

    /// The number of streams that share the matches. This number can't be changed, because matches
    /// that are already stored would be looked for in the wrong streams.
    static let parts = 16

    /// Returns the part of a match: FNV-1a of its id, modulo ``parts``. For the same reason this
    /// function can't be changed.
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

    /// The subject that followers subscribe to: entries of all matches.
    var live: String { "\(prefix).live.*.*" }

    var archive: String { "\(prefix)_archive" }

    func archive(of match: HostedMatchID, piece: Int) -> String { "\(prefix).archive.\(match.text).\(piece)" }

    func archives(of match: HostedMatchID) -> String { "\(prefix).archive.\(match.text).*" }

    func notes(_ kind: MatchNote) -> String { "\(prefix)_\(kind.rawValue)" }

    func note(_ kind: MatchNote, of match: HostedMatchID) -> String { "\(notes(of: kind)).\(match.text)" }

    func allNotes(_ kind: MatchNote) -> String { "\(notes(of: kind)).*" }

    private func notes(of kind: MatchNote) -> String { "\(prefix).note.\(kind.rawValue)" }

    /// Returns the match at the end of a subject.
    static func match(in subject: String) -> HostedMatchID? {
        subject.split(separator: ".").last.flatMap { HostedMatchID(String($0)) }
    }

    /// The time for which a stream remembers message ids, in ns. It is longer than the time for
    /// which an append is retried.
    private static let idsKept: Int64 = 60_000_000_000

    /// Returns the settings with which all streams are created.
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
