import Effort
import Testing
import Values

/// Properties of reading and writing JSON over random values and damaged texts.
@Suite struct JSONRoundTripTests {
    @Test func valuesComeBack() throws {
        for seed in 0..<TestEffort.extent(quick: 500, full: 10_000) as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            let value = Self.readable(generator.value())
            do {
                let back = try Value(json: try value.json())
                let prettyBack = try Value(json: try value.json(pretty: true))
                guard back == value, prettyBack == value else {
                    Issue.record("seed \(seed): \(value) came back as \(back)")
                    return
                }
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
        }
    }

    /// Returns the value without the parts that JSON can't represent.
    private static func readable(_ value: Value) -> Value {
        switch value {
        case .double(let number) where number.isInfinite: .double(1)
        case .bytes(let bytes): .int(Int64(bytes.count))
        case .array(let elements): .array(elements.map(readable))
        case .map(let entries):
            .map(
                Dictionary(
                    entries.map { key, value in
                        if case .int(let number) = key {
                            ("\(number)", readable(value))
                        } else {
                            (key, readable(value))
                        }
                    }, uniquingKeysWith: { first, _ in first }))
        default: value
        }
    }

    @Test func damagedTextsAreRefusedOrReadOneWay() throws {
        let pieces = Array("[]{}:,\"\\u0d8e+-.19 \n\u{0}tfn".utf8) + [0x80, 0xc3, 0xff]
        var (accepted, refused) = (0, 0)
        let count = TestEffort.extent(quick: 2_000, full: 40_000)
        for seed in 0..<UInt64(count) {
            var generator = RandomValue(seed: seed / 8)
            var text = Array(try Self.readable(generator.value(depth: 2)).json().utf8)
            var random = SplitMix64(seed: ~seed)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0 where place < text.count: text[place] = piece
                case 1 where place < text.count: text.remove(at: place)
                default: text.insert(piece, at: place)
                }
            }
            do {
                let value = try Value(json: text)
                let back = try Value(json: try value.json())
                guard back == value else {
                    Issue.record("seed \(seed): \(hex(text)) was read as \(value), then as \(back)")
                    return
                }
                accepted += 1
            } catch {
                guard let offset = error.offset, offset <= text.count else {
                    Issue.record("seed \(seed): \(hex(text)) has no such place: \(error)")
                    return
                }
                refused += 1
            }
        }
        #expect(accepted > count / 20 && refused > count / 4, "\(accepted) accepted, \(refused) refused: too one-sided")
    }
}
