import CLuaBoundary

/// A function of the host that trusted Lua code can call. It must not call into Lua. What it throws becomes a Lua error
/// once Swift has returned, so that no `longjmp` crosses a Swift frame.
public typealias HostFunction = ([LuaValue]) throws -> LuaValue

/// A function of the host from two integers to four, without the detour through values: for what is asked many times a
/// ply. It must not call into Lua.
package typealias HostWords = (Int64, Int64) -> SIMD4<Int64>

/// Keeps a function that answers in words alive for as long as its state lives.
final class HostWordsBox {
    let function: HostWords

    init(_ function: @escaping HostWords) { self.function = function }
}

/// Keeps a host function alive for as long as its state lives.
final class HostFunctionBox {
    let function: HostFunction
    let state: UInt64

    init(_ function: @escaping HostFunction, state: UInt64) {
        self.function = function
        self.state = state
    }

    /// Answers a call from C: 0, or 1 after an error whose text is the reply.
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
