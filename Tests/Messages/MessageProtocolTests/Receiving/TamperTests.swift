import Effort
import Testing
import Values

@testable import MessageProtocol

/// Changed messages: each gets a verdict, and no changed message replaces the match.
@Suite struct TamperTests {
    /// A match as a device knows it, and the message that continues it.
    private struct Sample {
        let known: TestMatch
        let next: TestMatch
        let payload: [UInt8]

        init(_ known: TestMatch, _ next: TestMatch) throws {
            self.known = known
            self.next = next
            payload = try next.envelope().bytes()
        }

        func verdict(on payload: [UInt8]) -> Verdict {
            known.verdict(
                on: "https://parlor.games/\(known.match.game)#"
                    + Base64URL.encode([UInt8(MessageURLCoder.version)] + payload))
        }

        /// Expects that bytes other than the message are rejected. Only a log that the seats signed
        /// may be adopted, for example if a message names another seat of its last round as the
        /// sender.
        func expectRefused(_ changed: [UInt8], _ what: String) {
            let before = known.log
            let verdict = verdict(on: changed)
            let isGenuine = verdict.adopted == nil || verdict.adopted == next.log
            #expect(isGenuine && verdict.code != "disputed", "\(what): \(verdict.code)")
            #expect(known.log == before && known.log.heads == before.heads)
        }
    }

    private static func samples() throws -> [Sample] {
        var sticks = try TestMatch.seated(options: ["sticks": 30, "names": ["a", ["b": 0.5]]])
        try sticks.takeSticks([1, 2, 3])
        sticks = try sticks.with(2, .move(.typed(name: "take", argument: 1)))
        let pick = try TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"]).entering(1, 1, new: true).entering(3, 2)
        let seated = try TestMatch.seated()
        let betting = try seated.carrying(seated.bet(on: 1, 20), seat: 1)
        return [
            try Sample(sticks, sticks.with(1, .move(1))), try Sample(pick, pick.entering(2, 3)),
            try Sample(betting, betting.carrying(betting.bet("Dee", on: 0, 30, key: 91), seat: 2)),
            try Sample(pick, pick.with(2, .resign)), try Sample(TestMatch(), TestMatch.seated()),
        ]
    }

    @Test func theSamplesThemselvesAreAdopted() throws {
        for sample in try Self.samples() {
            #expect(sample.verdict(on: sample.payload).adopted == sample.next.log)
        }
    }

    @Test func everyBitFlipped() throws {
        for sample in try Self.samples().prefix(3) {
            for place in sample.payload.indices {
                var changed = sample.payload
                // flip a few bits of each byte; the mutations below flip all bits
                for bit in [place % 8, (place + 3) % 8] {
                    changed[place] ^= 1 << UInt8(bit)
                    sample.expectRefused(changed, "bit \(bit) of byte \(place)")
                    changed[place] = sample.payload[place]
                }
            }
        }
    }

    @Test func everyByteCutOrDoubled() throws {
        for sample in try Self.samples() {
            for place in sample.payload.indices {
                sample.expectRefused(Array(sample.payload.prefix(place)), "cut at \(place)")
                var changed = sample.payload
                changed.remove(at: place)
                sample.expectRefused(changed, "without byte \(place)")
                changed = sample.payload
                changed.insert(changed[place], at: place)
                sample.expectRefused(changed, "byte \(place) twice")
            }
            sample.expectRefused(sample.payload + sample.payload, "the message twice")
        }
    }

    @Test func neighboursSwapped() throws {
        for sample in try Self.samples() {
            for place in sample.payload.indices.dropLast() {
                var changed = sample.payload
                changed.swapAt(place, place + 1)
                if changed != sample.payload {
                    sample.expectRefused(changed, "bytes \(place) and \(place + 1) swapped")
                }
            }
        }
    }

    /// Every part is replaced by the same part of another message: of an earlier message, of
    /// another match, and of another game.
    @Test func everyPartReplacedByAnothers() throws {
        let samples = try Self.samples()
        var sources = samples.map(\.payload)
        for sample in samples { sources.append(try sample.known.envelope().bytes()) }
        sources.append(try TestMatch(id: 9).envelope().bytes())
        let seated = try TestMatch.seated()
        sources.append(try MessageURLCoder().envelope(from: seated.url(offering: seated.bet(on: 1, 20))).bytes())
        for sample in samples {
            let parts = try #require(try Value(canonicalBytes: sample.payload).mapValue)
            for (number, source) in sources.enumerated() {
                let others = try #require(try Value(canonicalBytes: source).mapValue)
                for key in parts.keys {
                    for (from, value) in others {
                        let changed = try Value.map(parts.merging([key: value]) { $1 }).canonicalBytes()
                        guard changed != sample.payload else { continue }
                        sample.expectRefused(changed, "part \(key) from part \(from) of message \(number)")
                    }
                }
            }
        }
    }

    /// Every ply is moved, dropped or doubled, with the signatures unchanged.
    @Test func everyPlyMovedDroppedOrDoubled() throws {
        for sample in try Self.samples() {
            let plies = sample.next.log.log.plies
            var orders: [[Ply]] = []
            for index in plies.indices {
                var changed = plies
                let ply = changed.remove(at: index)
                orders.append(changed)
                for place in 0...changed.count where place != index {
                    orders.append(Array(changed[..<place]) + [ply] + changed[place...])
                }
                orders.append(Array(plies[...index]) + plies[index...])
            }
            for order in orders where order != plies {
                guard let log = try? Log(seats: sample.next.match.setup.seats, plies: order),
                    let signed = try? SignedLog(
                        match: sample.next.match, log: log, signatures: sample.next.log.signatures)
                else { continue }
                for sender in 1...log.seats {
                    let envelope = try Envelope(
                        signed, sender: sender, standingDigest: try sample.next.stateDigest)
                    sample.expectRefused(try envelope.bytes(), "plies \(order)")
                }
            }
        }
    }

    /// Random changes, 100,000 of them at full effort. Each changed message is rejected with a
    /// typed error, or is read and gives exactly its bytes again.
    @Test(arguments: UInt64(0)..<TestEffort.extent(quick: 1, full: 4))
    func randomMutations(_ seed: UInt64) throws {
        let samples = try Self.samples()
        var random = SplitMix64(seed: seed)
        var codes: [String: Int] = [:]
        let mutations = TestEffort.extent(quick: 5_000, full: 25_000)
        for count in 0..<mutations {
            let sample = samples[Int.random(in: 0..<samples.count, using: &random)]
            let changed = Self.mutated(sample.payload, samples, using: &random)
            do throws(WireError) {
                let envelope = try Envelope(bytes: changed, game: sample.known.match.game)
                let again = try envelope.bytes()
                #expect(again == changed, "seed \(seed), mutation \(count)")
                codes["read", default: 0] += 1
                // signatures take time, so only some are verified
                guard codes["read", default: 0] % 25 == 0, changed != sample.payload else { continue }
                guard !samples.contains(where: { $0.payload == changed }) else { continue }
                sample.expectRefused(changed, "seed \(seed), mutation \(count)")
            } catch {
                codes[Verdict(error).code, default: 0] += 1
            }
        }
        // the mutations reach every part of the reader
        #expect(codes["malformed", default: 0] > mutations / 5, "\(codes)")
        #expect(codes["read", default: 0] > mutations / 50, "\(codes)")
        #expect(codes["too_large", default: 0] > 0, "\(codes)")
    }

    private static func mutated(
        _ payload: [UInt8], _ samples: [Sample], using random: inout SplitMix64
    ) -> [UInt8] {
        var bytes = payload
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes[place] = bytes[place] &+ 1
            case 3: bytes.remove(at: place)
            case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 5: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
            default:
                // a piece of another message replaces the same number of bytes
                let other = samples[Int.random(in: 0..<samples.count, using: &random)].payload
                let start = Int.random(in: other.indices, using: &random)
                let piece = other[start..<min(other.count, start + Int.random(in: 1...40, using: &random))]
                bytes.replaceSubrange(place..<min(bytes.count, place + piece.count), with: piece)
            }
        }
        return bytes
    }
}
