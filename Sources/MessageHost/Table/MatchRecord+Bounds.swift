import MessageWire

// What others, or a script, could make longer without end.
extension MatchRecord {
    /// Requests for one seat that are kept, of which the last came last.
    static let mostJoinsForASeat = 8
    /// Urls of this device's own that are kept before those go that the match has passed: all of them are kept anew for each event.
    static let mostSigned = 16
    /// Urls that are kept of drafts, one taken back for the other.
    static let mostDrafted = 64
    /// How far behind the end of the log an own url is still known again.
    private static let headsRemembered = 16

    /// Keeps a request for a seat. Whoever makes keys without end puts out other requests for the same seat at most, and who
    /// was put out asks again.
    mutating func note(_ join: SeatedJoin) {
        joins.removeAll { $0.entry.key == join.entry.key }
        let sameSeat = joins.indices.filter { joins[$0].seat == join.seat }
        if sameSeat.count >= Self.mostJoinsForASeat, let oldest = sameSeat.first { joins.remove(at: oldest) }
        joins.append(join)
    }

    /// Keeps a url that this device signed. A hook may draft one move after the other.
    mutating func note(_ url: String, ledTo head: Head) {
        signed[head] = url
        guard signed.count > Self.mostSigned else { return }
        let passed = Set(signedLog.heads.dropLast(Self.headsRemembered))
        signed = signed.filter { !passed.contains($0.key) }
        guard signed.count > Self.mostDrafted else { return }
        var heads = Set(signedLog.heads.suffix(Self.headsRemembered))
        heads.insert(head)
        if let draft { heads.insert(draft.signedLog.head) }
        signed = signed.filter { heads.contains($0.key) }
    }
}
