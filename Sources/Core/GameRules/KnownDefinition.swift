import LuaRuntime
import Values

/// What was found when a script was first loaded, so that later states of it needn't be judged anew: see
/// `sdk/host/definition.lua`.
package struct KnownDefinition: Sendable {
    /// The bytes of all that the definition holds but its functions; empty if it has no outline, and is judged each time.
    let outline: [UInt8]
    /// What the host needs to know of the game, as it came out of Lua.
    let facts: LuaValue
}
