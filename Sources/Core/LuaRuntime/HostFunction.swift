import CLuaBoundary

/// A function of the host that trusted Lua code can call. It must not call into Lua. An error that
/// it throws becomes a Lua error after Swift has returned, so that no `longjmp` crosses a Swift
/// frame.
public typealias HostFunction = ([LuaValue]) throws -> LuaValue

/// A function of the host from two integers to four, without conversion of values: for requests
/// that occur many times per ply. It must not call into Lua.
package typealias HostWords = (Int64, Int64) -> SIMD4<Int64>

/// A box that keeps a function on integers alive as long as its state lives.
final class HostWordsBox {
    let function: HostWords

    init(_ function: @escaping HostWords) { self.function = function }
}

/// A box that keeps a host function alive as long as its state lives.
final class HostFunctionBox {
    let function: HostFunction
    let state: UInt64

    init(_ function: @escaping HostFunction, state: UInt64) {
        self.function = function
        self.state = state
    }

    /// Handles a call from C. Returns 0, or 1 after an error, whose text is then the reply.
    func answer(_ guard: OpaquePointer, _ slots: UnsafeBufferPointer<GuardSlot>) -> Int32 {
        do {
            let value = try function(slots.map { LuaValue($0, state: state) })
            if case .function(let function) = value, function.state != state {
                return fail(`guard`, "a host function gave a function of another Lua state")
            }
            return value.withSlot { reply in withUnsafePointer(to: reply) { guard_reply(`guard`, $0) } } ? 0 : 1
        } catch {
            return fail(`guard`, "\(error)")
        }
    }

    private func fail(_ guard: OpaquePointer, _ text: String) -> Int32 {
        let cut = LuaError.oneLine(text)
        _ = LuaValue.text(cut).withSlot { reply in withUnsafePointer(to: reply) { guard_reply(`guard`, $0) } }
        return 1
    }
}
