import LuaRuntime
import Testing

@testable import Conformance

/// S5 compares Lua states whose tables have different hash seeds. Lua states of two threads have
/// different seeds.
struct SeparateThreadTests {
    /// Returns the order in which plain Lua iterates over a table of texts. The order depends on
    /// the hash seed.
    private static func order() -> String? {
        guard let state = try? LuaState(kind: .stock),
            let walk = try? state.load(
                """
                local t, order = {}, {}
                for i = 1, 200 do t["key" .. i] = true end
                for key in next, t do order[#order + 1] = key end
                return table.concat(order, " ")
                """, name: "order")
        else { return nil }
        return (try? state.call(walk))?.first?.text
    }

    @Test func anotherThreadGivesAnotherSeed() throws {
        let (here, there) = LuaThread.run { (Self.order(), SeparateThread.run { Self.order() } ?? nil) }
        #expect(here != nil && there != nil)
        #expect(here != there)
    }
}
