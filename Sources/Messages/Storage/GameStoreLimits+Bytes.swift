import Foundation
import MatchSessions
import MessageHost
import Values

extension GameStoreLimits {
    /// The limits of a value as it is kept.
    static let values = ValueLimits(bytes: value)

    /// The canonical bytes of a value.
    ///
    /// - Throws: ``StoreError/tooLarge(what:size:limit:)``, or ``StoreError/failed(path:what:)`` for a value that has
    ///   no canonical bytes.
    static func bytes(of value: Value, path: String) throws(StoreError) -> Data {
        let what = "a value of a game's store"
        // Somewhat more than is kept may be written, so that the error can tell the size.
        let bytes: [UInt8]
        do throws(ValueError) {
            bytes = try value.canonicalBytes(limits: ValueLimits(bytes: game))
        } catch {
            if case .tooManyBytes(let limit) = error.kind {
                throw .tooLarge(what: what, size: limit + 1, limit: Self.value)
            }
            throw .failed(path: path, what: "a game's value can't be kept: \(error)")
        }
        guard bytes.count <= Self.value else {
            throw .tooLarge(what: what, size: bytes.count, limit: Self.value)
        }
        return Data(bytes)
    }
}
