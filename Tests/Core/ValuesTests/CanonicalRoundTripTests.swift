import Effort
import Testing
import Values

/// Properties of the canonical encoding over random values and damaged bytes.
@Suite struct CanonicalRoundTripTests {
    @Test func valuesComeBack() throws {
        var tables = 0
        let count = TestEffort.extent(quick: 1_000, full: 20_000)
        for seed in 0..<UInt64(count) {
            var generator = RandomValue(seed: seed)
            let value = generator.value()
            do {
                let encoding = try value.canonicalBytes()
                let decoded = try Value(canonicalBytes: encoding)
                let again = try decoded.canonicalBytes()
                guard decoded == value, again == encoding else {
                    Issue.record("seed \(seed): \(value) came back as \(decoded)")
                    return
                }
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
            if value.arrayValue != nil || value.mapValue != nil { tables += 1 }
        }
        #expect(tables > count / 4, "the generator makes too few tables to show anything")
    }

    /// A damaged encoding is refused with a typed error. If it is accepted, it is the only encoding of the value
    /// that is read from it.
    @Test func damagedEncodingsAreRefusedOrCanonical() throws {
        var (accepted, refused) = (0, 0)
        let count = TestEffort.extent(quick: 6_000, full: 120_000)
        for seed in 0..<UInt64(count) {
            var generator = RandomValue(seed: seed / 8)
            let encoding = try generator.value(depth: 2).canonicalBytes()
            let damaged = Self.damage(encoding, seed: seed)
            do {
                let value = try Value(canonicalBytes: damaged)
                let again = try value.canonicalBytes()
                guard again == damaged else {
                    Issue.record("seed \(seed): \(hex(damaged)) was read as \(value), which is \(hex(again))")
                    return
                }
                accepted += 1
            } catch {
                guard let offset = error.offset, offset <= damaged.count else {
                    Issue.record("seed \(seed): \(hex(damaged)) has no such place: \(error)")
                    return
                }
                refused += 1
            }
        }
        #expect(
            accepted > count / 24 && refused > count / 12 * 5, "\(accepted) accepted, \(refused) refused: too one-sided"
        )
    }

    /// Changes one to three places of `bytes`.
    static func damage(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: ~seed)
        var bytes = bytes
        let heads: [UInt8] = [
            0x00, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x20, 0x38, 0x41, 0x60, 0x61, 0x80, 0x81, 0x9f, 0xa0, 0xa1, 0xbf, 0xc1,
            0xf4, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xff,
        ]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let head = heads[Int.random(in: 0..<heads.count, using: &random)]
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1 where place < bytes.count: bytes[place] = head
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3: bytes.insert(head, at: place)
            case 4: bytes.removeSubrange(place...)
            case 5: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(4), at: place)
            default: bytes.append(UInt8.random(in: 0...255, using: &random))
            }
        }
        return bytes
    }
}
