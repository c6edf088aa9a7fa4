import LuaRuntime
import Values

/// What the draws of a match follow from, for one that is played again under another text of its script.
package struct KeptDraws: Hashable, Sendable {
    let seed: UInt64
    let keys: DrawKeys?
}

extension Match {
    /// What its draws follow from; those of plies to come that have no keys yet can be drawn all the same.
    package var keptDraws: KeptDraws {
        var keys = keys
        keys?.spare = .random(in: 0...UInt64.max)
        return KeptDraws(seed: seed, keys: keys)
    }

    /// A match that draws what another one drew.
    ///
    /// - Throws: As ``init(of:seats:options:seed:limits:pool:)``.
    package convenience init(
        of script: GameScript, seats: Int, options: [String: Value], draws: KeptDraws, pool: MemoryPool? = nil,
        witness: ScriptWitness? = nil
    ) throws(GameError) {
        try self.init(
            of: script, seats: seats, options: options, seed: draws.seed, keys: draws.keys, pool: pool, witness: witness
        )
    }
}
