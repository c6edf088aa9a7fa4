import CLuaGuard

/// Texts that `require` finds by their names, once they are registered. Many states may share them: registering costs next to
/// nothing, and a module is loaded by whoever first requires it.
package final class LuaModules: Sendable {
    nonisolated(unsafe) let pointer: UnsafeMutableBufferPointer<GuardModule>
    private let chunks: [LuaChunk]

    /// - Parameters:
    ///   - modules: What `require` calls each, and its text.
    ///   - trust: Whom they belong to.
    package init(_ modules: [(name: String, chunk: LuaChunk)], trust: LuaState.Trust) {
        chunks = modules.map(\.chunk)
        pointer = .allocate(capacity: modules.count)
        for (place, module) in modules.enumerated() {
            let name = module.name.utf8CString
            let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.count)
            _ = words.initialize(from: name)
            pointer.initializeElement(
                at: place,
                to: GuardModule(
                    name: UnsafePointer(words.baseAddress), chunk: module.chunk.pointer.pointee, trusted: trust == .host
                ))
        }
    }

    deinit {
        for module in pointer { module.name?.deallocate() }
        pointer.deallocate()
    }
}
