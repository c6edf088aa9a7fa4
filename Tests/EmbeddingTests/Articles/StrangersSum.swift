import Parlor

/// Returns the result of a stranger's Lua function for some numbers; nil if a limit ended it.
func sum(of numbers: Value, by source: String) throws -> Int64? {
    let pool = MemoryPool(limit: 16 << 20)
    let limits = LuaLimits(memory: 4 << 20, deadline: .milliseconds(100))
    let state = try LuaState(limits: limits, pool: pool)
    do {
        let function = try state.load(source, name: "sum.lua")
        return try state.call(function, .value(numbers)).first?.integer
    } catch let error as LuaError where error.limit != nil {
        print(error)  // sum.lua:1: …; error.limit is .time or .memory, for example
        return nil
    }
}
