import Effort
import GameRules
import Testing
import Values

/// Non-interference: everything that a viewer receives of a match depends only on what the viewer may know. Two matches
/// that differ only in the hands of other seats and in the stock give a seat the same bytes in every channel. The same
/// holds for a spectator.
///
/// The matches differ in one of three ways, because each way finds leaks that the others can't. The unknown cards are
/// dealt anew at one moment (``firstLeak(of:seats:seed:)``). Two cards are swapped at the beginning, and the same
/// moves are played (``firstLeak(playing:seats:seed:)``). Or another seed deals other cards, but turns up the same
/// card (``firstLeak(dealing:seats:)``).
@Suite struct CrazyEightsSecrecyTests {
    private typealias Look = [String: Value]

    private static let options: [[String: Value]] = [
        [:], ["specials": true], ["specials": true, "reshuffle": true, "draws": 2],
    ]

    private static func state(_ match: Match) throws -> Value { try Value(canonicalBytes: match.stateBytes()) }

    private static func cards(_ value: Value?) -> [Value] { value?.arrayValue ?? [] }

    private static let deck = "a23456789tjqk".flatMap { rank in "shdc".map { "\(rank)\($0)" } }

    /// Returns everything that a seat, or a spectator, receives.
    ///
    /// - Parameters:
    ///   - event: The last ply, as a bubble describes it.
    ///   - probes: Cards that the seat tries to play although it can't.
    private static func look(_ match: Match, _ viewer: Int?, event: Value?, probes: [String]) throws -> Look {
        var look: Look = [
            "status": .string("\(try match.status)"), "view": try match.view(for: viewer),
            "public": .bytes(try match.stateBytes(public: true)), "digest": .bytes(try match.digest(public: true)),
        ]
        for style in ["expanded", "transcript", "compact"] {
            look[style] = try match.scene(for: viewer, style: style) ?? .null
        }
        if let event { look["caption"] = try match.views.message(of: event) ?? .null }
        guard let viewer else { return look }
        look["moves"] = .string("\(try match.legalMoves(for: viewer))")
        look["prompts"] = .string("\(try match.views.prompts(for: viewer).sorted { $0.key < $1.key })")
        for probe in probes {
            let refusal = rejection { try match.play(probe, seat: viewer) }
            look["refusal of \(probe)"] = .string(refusal.map { "\($0)" } ?? "taken")
        }
        return look
    }

    /// Returns some cards that a seat can't play. Whoever holds them, the rejection is the same.
    private static func probes(_ match: Match, _ viewer: Int?) throws -> [String] {
        guard let viewer else { return [] }
        let (legal, ply) = (Set(try match.legalMoves(for: viewer).map(\.text)), try match.status.ply)
        return deck.indices.filter { ($0 + ply) % 9 == 0 }.map { deck[$0] }.filter { !legal.contains($0) }
    }

    /// Returns the first channel in which two matches differ for a viewer.
    ///
    /// - Parameter played: The seat that played last, and its move.
    private static func difference(
        _ match: Match, _ twin: Match, _ viewer: Int?, after played: (seat: Int, move: Move)?
    ) throws -> String? {
        let event: Value? = played.map {
            [
                "kind": "move", "seat": .int(Int64($0.seat)), "name": .string($0.move.name),
                "text": .string($0.move.text),
            ]
        }
        let probes = try probes(match, viewer)
        let mine = try look(match, viewer, event: event, probes: probes)
        let theirs = try look(twin, viewer, event: event, probes: probes)
        guard let channel = mine.keys.sorted().first(where: { mine[$0] != theirs[$0] }) else { return nil }
        return "\(channel) of \(viewer.map { "seat \($0)" } ?? "a spectator") at ply \(try match.status.ply)"
    }

    // MARK: The cards that a viewer doesn't know, dealt anew

    private static func dealtAnew(
        _ state: Value, for viewer: Int?, seats: Int, using random: inout SplitMix64
    ) throws -> Value {
        guard case .map(var fields) = state, case .map(var secret)? = state["secret"] else { return state }
        let others = (1...seats).filter { $0 != viewer }.map { ValueKey.int(Int64($0)) } + [.string("deck")]
        var unknown = others.flatMap { cards(secret[$0]) }.shuffled(using: &random)
        for key in others {
            let count = cards(secret[key]).count
            secret[key] = .array(Array(unknown.prefix(count)))
            unknown.removeFirst(count)
        }
        fields["secret"] = .map(secret)
        return .map(fields)
    }

    /// Returns the first leak at any ply of a random match, or nil.
    private static func firstLeak(
        of script: GameScript, seats: Int, seed: UInt64, every step: Int = 8
    ) throws -> (leak: String?, twins: Int) {
        var random = SplitMix64(seed: seed)
        let match = try Match(of: script, seats: seats, options: options[Int(seed) % options.count], seed: seed)
        var (twins, played) = (0, (seat: Int, move: Move)?.none)
        while let seat = try match.status.turn.first {
            let move = try #require(try match.legalMoves(for: seat).randomElement(using: &random))
            defer { played = (seat, move) }
            guard try match.status.ply % step == 0 else {
                try match.play(move.text, seat: seat)
                continue
            }
            let state = try state(match)
            for viewer in [nil] + (1...seats).map(Optional.some) {
                let other = try dealtAnew(state, for: viewer, seats: seats, using: &random)
                guard other != state else { continue }
                let same = try match.replacingState(with: state)
                let twin = try match.replacingState(with: other)
                twins += 1
                if let leak = try difference(same, twin, viewer, after: played) { return (leak, twins) }
            }
            try match.play(move.text, seat: seat)
        }
        return (nil, twins)
    }

    // MARK: Two cards changed, and the same played

    /// Returns the value with two cards swapped wherever they are.
    private static func swapping(_ one: Value, _ other: Value, in value: Value) -> Value {
        switch value {
        case one: other
        case other: one
        case .array(let items): .array(items.map { swapping(one, other, in: $0) })
        case .map(let fields): .map(fields.mapValues { swapping(one, other, in: $0) })
        default: value
        }
    }

    /// Compares a random match with a match in which two cards are swapped. One of them stays in the hand of one seat
    /// to the end, the other stays in the hand of another seat or in the stock. A seat that holds neither card must
    /// not notice a difference.
    private static func firstLeak(
        playing script: GameScript, seats: Int, seed: UInt64
    ) throws -> (leak: String?, plies: Int) {
        var random = SplitMix64(seed: seed)
        let options = options[Int(seed) % options.count]
        let match = try Match(of: script, seats: seats, options: options, seed: seed)
        let begun = try state(match)
        var steps: [(seat: Int, move: Move)] = []
        for _ in 0..<30 {
            guard let seat = try match.status.turn.first else { break }
            let move = try #require(try match.legalMoves(for: seat).randomElement(using: &random))
            try match.play(move.text, seat: seat)
            guard try match.status.outcome == nil else { break }
            steps.append((seat, move))
        }
        let ended = try state(match)
        // the cards that are in the same hand, or in the stock, from the beginning to the end
        let owner = Int.random(in: 1...seats, using: &random)
        let other = (1...seats).filter { $0 != owner }.randomElement(using: &random)
        let place = other.flatMap { Bool.random(using: &random) ? ValueKey.int(Int64($0)) : nil } ?? "deck"
        func kept(_ key: ValueKey) -> [Value] {
            cards(begun["secret"]?.element(at: key)).filter(cards(ended["secret"]?.element(at: key)).contains)
        }
        guard let mine = kept(.int(Int64(owner))).randomElement(using: &random),
            let theirs = kept(place).randomElement(using: &random), case .map(var fields) = begun
        else { return (nil, 0) }
        fields["secret"] = begun["secret"].map { swapping(mine, theirs, in: $0) }
        let start = try Match(of: script, seats: seats, options: options, seed: seed)
        let (same, twin) = (try start.replacingState(with: begun), try start.replacingState(with: .map(fields)))
        let viewers = [nil] + (1...seats).filter { .int(Int64($0)) != place && $0 != owner }.map(Optional.some)
        for (ply, step) in steps.enumerated() {
            for viewer in viewers {
                let last = ply == 0 ? nil : steps[ply - 1]
                if let leak = try difference(same, twin, viewer, after: last) { return (leak, ply) }
                // if a seat holds a swapped card, the index of a move in its list must not reveal the difference in
                // the log, either
                guard try "\(same.history(for: viewer))" == "\(twin.history(for: viewer))" else {
                    return ("history of \(viewer.map { "seat \($0)" } ?? "a spectator") at ply \(ply)", ply)
                }
            }
            try same.play(step.move.text, seat: step.seat)
            if let refusal = rejection({ try twin.play(step.move.text, seat: step.seat) }) {
                return ("moves of a seat: \(refusal)", ply)
            }
        }
        return (nil, steps.count)
    }

    // MARK: Other deals

    /// Returns the first leak between deals. If two seeds have the same dealer and the same card turned up, the
    /// public state and a spectator's view must be the same.
    private static func firstLeak(dealing script: GameScript, seats: Int) throws -> (leak: String?, pairs: Int) {
        var seen: [Value: Match] = [:]
        var pairs = 0
        for seed in 1...200 as ClosedRange<UInt64> {
            let match = try Match(of: script, seats: seats, seed: seed)
            let state = try state(match)
            let key: Value = [state["dealer"] ?? .null, state["pile"] ?? .null]
            guard let other = seen[key] else {
                seen[key] = match
                continue
            }
            pairs += 1
            if let leak = try difference(match, other, nil, after: nil) { return (leak, pairs) }
        }
        return (nil, pairs)
    }

    // MARK: Tests

    @Test(arguments: 2...5) func nobodySeesTheCardsOfOthers(seats: Int) throws {
        let script = try catalog().script("crazy-eights")
        // the options depend on the seed, so that also a quick run uses all of them
        for seed in TestEffort.extent(quick: [UInt64(seats % 3)], full: [0, 1, 2]) {
            let (leak, twins) = try Self.firstLeak(of: script, seats: seats, seed: seed)
            #expect(leak == nil && twins > 12, "seed \(seed), \(twins) twins")
        }
    }

    @Test(arguments: 2...5) func nobodyNoticesThatTwoCardsWereChanged(seats: Int) throws {
        let script = try catalog().script("crazy-eights")
        var plies = 0
        let first = UInt64(seats)
        let seeds = TestEffort.extent(quick: [first - 1, first + 1, first + 3], full: Array(1...8))
        for seed in seeds {
            let found = try Self.firstLeak(playing: script, seats: seats, seed: seed)
            #expect(found.leak == nil, "seed \(seed)")
            plies += found.plies
        }
        #expect(plies > seeds.count * 7)
    }

    @Test(arguments: 2...5) func whatIsDealtFaceUpTellsOfNoOtherCard(seats: Int) throws {
        let (leak, pairs) = try Self.firstLeak(dealing: catalog().script("crazy-eights"), seats: seats)
        #expect(leak == nil && pairs > 20, "\(pairs) pairs")
    }

    /// Scripts that leak. The test finds each of them, in the channel through which it leaks.
    @Test(arguments: [
        (
            "game.lua", "  scene = look.scene,", "  scene = look.scene, view = function(view) return view end,",
            "expanded view"
        ),
        (
            "game.lua", "  scene = look.scene,",
            "  scene = look.scene, view = function(view, seat) view.next, view.secret = view.secret.deck[1], { [seat or 0] = seat and "
                + "view.secret[seat] } return view end,", "view"
        ),
        (
            "game.lua", "state.held[seat] = #hand\n", "state.held[seat] = #hand\n  state.low = hand[1]\n",
            "caption digest public view"
        ),
        (
            "game.lua", "state.plays = #state.secret[seat], 0, state.plays + 1",
            "state.plays = #state.secret[seat], 0, state.plays + 1\n        state.best = rules.points(state.secret[seat])",
            "caption digest public view"
        ),
        (
            "game.lua", "message = look.message",
            "view = function(view, seat) view.secret.deck = seat and view.secret.deck\n"
                + "    for other in ipairs(view.held) do if seat and other ~= seat then view.secret[other] = nil end end\n"
                + "    return view end,\n  message = look.message", "caption view"
        ),
    ])
    func aScriptThatLeaksIsCaught(file: String, there: String, instead: String, channels: String) throws {
        let folder = try catalog().folder("crazy-eights")
        var files = folder.files
        let source = try #require(files[file])
        let changed = source.replacing(there, with: instead)
        try #require(changed != source)
        files[file] = changed
        let broken = try script(changed, id: "crazy-eights", files: files.filter { $0.key != "game.lua" })
        let played = try (1...4).map { try Self.firstLeak(playing: broken, seats: 3, seed: $0).leak }
        let leaks =
            try [
                Self.firstLeak(of: broken, seats: 3, seed: 1).leak, Self.firstLeak(dealing: broken, seats: 3).leak,
            ].compactMap(\.self) + played.compactMap(\.self)
        let found = Set(leaks.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(!leaks.isEmpty && found.isSubset(of: Set(channels.split(separator: " ").map(String.init))), "\(leaks)")
    }

    /// A seat's moves are listed in a Lua state without the hands of other seats.
    @Test func movesCantFollowFromAnothersHand() throws {
        let folder = try catalog().folder("crazy-eights")
        let source = (folder.files["game.lua"] ?? "").replacing(
            "return rules.fits(state, card)", with: "return #state.secret[1] > 0 and rules.fits(state, card)")
        let broken = try script(source, id: "crazy-eights", files: folder.files.filter { $0.key != "game.lua" })
        let match = try Match(of: broken, seats: 2, seed: 1)
        while try match.status.turn == [1] {
            try match.play(try #require(match.legalMoves(for: 1).first).text, seat: 1)
        }
        let failed = failure { _ = try match.legalMoves(for: 2) }
        #expect("\(failed as Any)".contains("attempt to get length of a nil value"), "\(failed as Any)")
    }
}
