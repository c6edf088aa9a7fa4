import Crypto
import LuaRuntime
import Values

/// The state of a match and its digests. Reading them doesn't change it.
extension Match {
    /// Returns the whole state with all its secrets: for the host, never for a player. `.null`
    /// before there is a state.
    ///
    /// - Throws: ``GameError`` if the script's state can't be written.
    public func state() throws(GameError) -> Value {
        if awaitsSetup { return .null }
        let bytes = try stateBytes()
        do throws(ValueError) {
            return try Value(canonicalBytes: bytes, root: "state")
        } catch {
            throw .request(.unreadableState(error))
        }
    }

    /// Returns the canonical bytes of the state: all of it, or without `secret`.
    package func stateBytes(public isPublic: Bool = false) throws(GameError) -> [UInt8] {
        try rules.attempt { referee throws(GameError) in try referee.bytes("state_bytes", .boolean(isPublic)) }
    }

    /// Returns the SHA-256 of what everybody may know: of the public state, or of a spectator's
    /// view if nothing but the script's `view` hides information.
    package func shownDigest() throws(GameError) -> [UInt8] {
        guard script.picksViews, !script.secretive, !awaitsSetup else { return try digest(public: true) }
        let view = try view(for: nil)
        do {
            return Array(SHA256.hash(data: try view.canonicalBytes()))
        } catch {
            throw .request(.unwritableView(error))
        }
    }

    /// Returns the digest of the position that a message commits to; see `docs/protocol.md`. It is
    /// the SHA-256 of a map with the public `state`, the `turn`, the flag `round`, the moves that
    /// `turn` names (`only`), and the `outcome`. Before there is a state, it is 32 bytes of 0.
    package func standingDigest() throws(GameError) -> [UInt8] {
        if awaitsSetup { return [UInt8](repeating: 0, count: SHA256.byteCount) }
        let bytes = try rules.attempt { referee throws(GameError) in try referee.bytes("standing_bytes") }
        return Array(SHA256.hash(data: bytes))
    }

    /// Returns the SHA-256 of the canonical bytes of the state: of all of it, or without `secret`.
    /// 32 bytes of 0 before there is a state.
    public func digest(public isPublic: Bool = false) throws(GameError) -> [UInt8] {
        if awaitsSetup { return [UInt8](repeating: 0, count: SHA256.byteCount) }
        return Array(SHA256.hash(data: try stateBytes(public: isPublic)))
    }
}
