import Foundation

/// What holds for all that the calling thread does within a scope, without being handed on: of nested scopes the innermost one's
/// value. Another thread sees nothing of it.
///
/// ```swift
/// let scope = ThreadScope<MemoryPool>()
/// scope.run(pool) { scope.current === pool }   // true
/// ```
///
/// Each of these takes one of the process's few keys for good, so let it be a static constant.
package struct ThreadScope<Value>: Sendable {
    /// Where a thread keeps the address of its innermost scope's value, which is on its stack.
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let error = pthread_key_create(&key, nil)
        // a key that isn't ours would be read as a value of ours
        precondition(error == 0, "no key is left for what holds on a thread: error \(error)")
        self.key = key
    }

    /// Runs `body` with this value for ``current``, whatever was current before; that is so again afterwards, also if `body`
    /// throws.
    package func run<R, E: Error>(_ value: Value, _ body: () throws(E) -> R) throws(E) -> R {
        let outer = pthread_getspecific(key)
        return try withUnsafePointer(to: value) { pointer throws(E) -> R in
            pthread_setspecific(key, pointer)
            defer { pthread_setspecific(key, outer) }
            return try body()
        }
    }

    /// The value of the innermost scope that the calling thread is in; nil outside of any.
    package var current: Value? {
        pthread_getspecific(key)?.assumingMemoryBound(to: Value.self).pointee
    }
}
