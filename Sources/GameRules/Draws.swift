import Crypto
import Foundation
import LuaRuntime
import Values

/// The numbers behind `match.random`: SHA-256 in counter mode, keyed by the match, the ply and a block number, so that
/// nothing of a generator has to be kept, saved or undone.
final class Draws {
    /// Keys all draws of a match.
    private var key: [UInt8] = []

    /// Draws of a match that is played on one device are keyed by its seed.
    func use(seed: UInt64) {
        key = Array("parlor-seed-1".utf8) + Self.bytes(seed)
    }

    /// Answers `host.draw(ply, block)`: four integers of 64 bits.
    func block(_ arguments: [LuaValue]) throws -> LuaValue {
        guard arguments.count == 2, let ply = arguments[0].integer, let block = arguments[1].integer else {
            throw GameError.request("draw takes a ply and a block")
        }
        var hash = SHA256()
        hash.update(data: key)
        hash.update(data: Self.bytes(UInt64(bitPattern: ply)))
        hash.update(data: Self.bytes(UInt64(bitPattern: block)))
        // An array of four integers as CBOR: always with eight bytes, which Lua's reader takes; nobody stores them.
        var encoded: [UInt8] = [0x84]
        encoded.reserveCapacity(37)
        for (index, byte) in hash.finalize().enumerated() {
            if index % 8 == 0 {
                encoded.append(byte & 0x80 == 0 ? 0x1b : 0x3b)  // the sign bit chooses the major type: −1 − n
            }
            let negative = encoded[index / 8 * 9 + 1] == 0x3b
            encoded.append(negative ? ~byte : byte)
        }
        return .encoded(encoded)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
