import GameRules
import Values

/// Other results of chance for a seat, with the same public state: other cards, or other dice under
/// its cup.
///
/// Matches with other seeds show which places in a seat's part of `state.secret` are filled by
/// chance, and which values occur at these places. Only the values at these places are replaced, so
/// the part keeps its form. For example, the number of cards in a hand, which everybody knows,
/// stays the same.
struct OtherDeals {
    /// The most other deals that are tried. Few deals have the same public state: if one card of 52
    /// lies face up, only one deal in 52 has the same card there.
    private static let mostDeals: UInt64 = 200
    /// The number of matches with other seeds from which values are taken.
    private static let samples: UInt64 = 8
    /// The most times that values are collected in one game. Once isn't enough, because hands may
    /// be dealt after the beginning of the game.
    private static let mostLessons = 6
    /// The most parts that are tried with only one changed value. Such parts are tried if a seat's
    /// move may need the other values.
    private static let mostTrials = 8

    private let other: Match
    /// The values that chance put at each place. All elements of a list count as one place.
    private var values: [Place: [Value]] = [:]
    private var lessons = 0

    private struct Place: Hashable {
        /// The keys of the path; nil for an element of a list.
        let keys: [ValueKey?]

        init(_ path: [ValueKey], in part: Value) {
            keys = path.indices.map { index in
                if case .array = part.element(at: path.prefix(index)) { nil } else { path[index] }
            }
        }
    }

    init(_ game: Playout) throws(Finding) {
        other = try game.attempt(.l2) { () throws(GameError) in
            try Match(
                of: game.subject.script, seats: game.setup.seats, options: game.setup.options, seed: game.setup.seed)
        }
    }

    // MARK: Twins

    /// Returns a twin in which a seat was dealt its whole hand from another match with the same
    /// public beginning; nil if none was found.
    mutating func whole(of owner: Int, _ game: Playout) throws(Finding) -> SecretTwin? {
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes(public: true) }
        for attempt in 1...Self.mostDeals {
            let part = try game.attempt(.l2) { () throws(GameError) -> Value? in
                try other.restart(seed: game.setup.seed &+ attempt)
                guard try other.stateBytes(public: true) == bytes else { return nil }
                return try other.secret(of: owner)
            }
            if let part, let twin = try twin(of: owner, holding: part, beside: game.match, game) { return twin }
        }
        return nil
    }

    /// Returns a twin at the current position in which one of these seats has other secret values.
    /// Takes the first seat for which this is possible; returns nil if there is no such seat.
    mutating func twin(of owners: some Collection<Int>, _ game: Playout) throws(Finding) -> SecretTwin? {
        // not within a round: the twin would replay the pending moves of the round. The owner's
        // pending move may need the values that are replaced
        guard game.match.enteredInRound == 0 else { return nil }
        var hasLearned = false
        while true {
            for owner in owners {
                guard let part = try secret(of: owner, in: game.match, game) else { continue }
                let changed = changed(part, keeping: [], using: &game.chance)
                if let twin = try twin(of: owner, holding: changed, beside: game.match, game) { return twin }
            }
            guard !hasLearned, lessons < Self.mostLessons else { return nil }
            hasLearned = true
            try learn(game)
        }
    }

    /// Returns a twin at the position after a step of its owner, in which that step was legal, too;
    /// nil if none was found.
    ///
    /// - Parameter before: The game, saved before the step.
    mutating func twin(
        of owner: Int, playing step: Step, from before: [UInt8], _ game: Playout
    ) throws(Finding) -> SecretTwin? {
        let earlier = try game.attempt(.s2) { () throws(GameError) in
            try Match(loading: before, of: game.subject.script)
        }
        guard let part = try secret(of: owner, in: earlier, game) else { return nil }
        if values.isEmpty { try learn(game) }
        var kept: Set<Value> = []
        if case .move(_, let argument) = step.action { kept = Set(argument.scalars) }
        let single = paths(in: part).shuffled(using: &game.chance).prefix(Self.mostTrials).map {
            changed(part, at: $0, using: &game.chance)
        }
        for part in [changed(part, keeping: kept, using: &game.chance)] + single {
            guard let twin = try twin(of: owner, holding: part, beside: earlier, game), try twin.follows(step, game)
            else { continue }
            return twin
        }
        return nil
    }

    private func twin(
        of owner: Int, holding part: Value, beside match: Match, _ game: Playout
    ) throws(Finding) -> SecretTwin? {
        let state = try game.attempt(.s1) { () throws(GameError) in try match.state() }
        guard case .map(var fields) = state, let secret = fields["secret"],
            let mine = secret.element(at: .int(Int64(owner))), mine != part
        else { return nil }
        fields["secret"] = secret.replacing([.int(Int64(owner))], with: part)
        let twin = try game.attempt(.s2) { () throws(GameError) in try match.replacingState(with: .map(fields)) }
        guard let turn = try? twin.status.turn else { return nil }
        // the turn is public, and may follow from a hand, for example if the seat with the two of
        // clubs leads. A twin with another turn isn't a twin with the same public state
        guard try game.attempt(.s4, { () throws(GameError) in try match.status.turn }) == turn else {
            if game.subject.script.dealt { game.figures.dealtTurns = 1 }
            return nil
        }
        return SecretTwin(match: twin, owner: owner, origin: "was dealt something else", isDeal: true)
    }

    // MARK: Open hands

    /// Throws a finding if `setup` also wrote all values of a seat's part into the public state.
    /// Such a mistake must be found here, because no twin with the same public state can differ in
    /// these values.
    mutating func expectHidden(_ game: Playout) throws(Finding) {
        let samples = try openSamples(game)
        guard let mine = samples.first else { return }
        var places: [Value: [[ValueKey]]] = [:]
        for place in mine.open.scalarPaths {
            if let value = mine.open.element(at: place) { places[value, default: []].append(place) }
        }
        for seat in 1...game.setup.seats {
            let parts = samples.compactMap { $0.secret.element(at: .int(Int64(seat))) }
            guard parts.count == samples.count, let part = parts.first else { continue }
            let dealt = part.scalarPaths.filter { path in
                parts.contains { $0.element(at: path) != part.element(at: path) }
            }
            guard !dealt.isEmpty, dealt.count <= Self.mostPlaces else { continue }
            let copies = dealt.prefix { path in
                let candidates = part.element(at: path).flatMap { places[$0] } ?? []
                return candidates.prefix(Self.mostPlaces).contains { place in
                    zip(samples, parts).allSatisfy { $0.open.element(at: place) == $1.element(at: path) }
                }
            }
            guard copies.count == dealt.count else { continue }
            throw Finding(
                .p1,
                "A secret of seat \(seat) shows. `setup` also writes its whole hand into the public state.",
                channel: "public state")
        }
    }

    /// The number of other matches in which two values must also be equal, so that one of them
    /// counts as a copy of the other. In fewer matches, equal values may be a coincidence.
    private static let openSamples: UInt64 = 16
    /// The most values of a hand, and the most places of one value, that are compared.
    private static let mostPlaces = 200

    /// Returns the secret and the public state at the beginning of this match, and then those at
    /// the beginning of matches with other seeds.
    private mutating func openSamples(_ game: Playout) throws(Finding) -> [(secret: Value, open: Value)] {
        var samples = [try game.attempt(.s1) { () throws(GameError) in try game.match.parts() }]
        for attempt in 1...Self.openSamples {
            let parts = try game.attempt(.l2) { () throws(GameError) in
                try other.restart(seed: game.setup.seed &+ attempt) ? try other.parts() : nil
            }
            if let parts { samples.append(parts) }
        }
        return samples
    }

    // MARK: Values

    /// Plays the game so far with other seeds, and records the places whose values differ.
    private mutating func learn(_ game: Playout) throws(Finding) {
        lessons += 1
        for attempt in 1...Self.samples {
            guard
                try game.attempt(.l2, { () throws(GameError) in try other.restart(seed: game.setup.seed &+ attempt) }),
                game.steps.allSatisfy({ other.playsLike($0) })
            else { continue }
            for seat in 1...game.setup.seats {
                guard let mine = try secret(of: seat, in: game.match, game),
                    let theirs = try secret(of: seat, in: other, game)
                else { continue }
                note(mine, theirs)
            }
        }
    }

    private mutating func note(_ mine: Value, _ theirs: Value) {
        for path in mine.scalarPaths {
            guard let one = mine.element(at: path), let another = theirs.element(at: path), one != another,
                another.scalarPaths == [[]]
            else { continue }
            let place = Place(path, in: mine)
            for value in [one, another] where values[place]?.contains(value) != true {
                values[place, default: []].append(value)
            }
        }
    }

    /// Returns the part with other values at all places that chance fills. Values in `kept` stay.
    private func changed(_ part: Value, keeping kept: Set<Value>, using random: inout SplitMix64) -> Value {
        var changed = part
        for path in paths(in: part) {
            guard let value = part.element(at: path), !kept.contains(value) else { continue }
            changed = self.changed(changed, at: path, using: &random)
        }
        return changed
    }

    /// Returns the part with another value at one place. If the place is in a list, the new value
    /// is one that the list doesn't have yet.
    private func changed(_ part: Value, at path: [ValueKey], using random: inout SplitMix64) -> Value {
        var taken = Set([part.element(at: path)].compactMap(\.self))
        if case .array(let list) = part.element(at: path.dropLast()) { taken.formUnion(list) }
        let others = (values[Place(path, in: part)] ?? []).filter { !taken.contains($0) }
        return others.randomElement(using: &random).map { part.replacing(path[...], with: $0) } ?? part
    }

    /// Returns the paths of all places in a part that chance fills.
    private func paths(in part: Value) -> [[ValueKey]] {
        part.scalarPaths.filter { values[Place($0, in: part)] != nil }
    }

    private func secret(of seat: Int, in match: Match, _ game: Playout) throws(Finding) -> Value? {
        try game.attempt(.s1) { () throws(GameError) in try match.secret(of: seat) }
    }
}

extension Match {
    /// Returns the secret and the public part of the state.
    fileprivate func parts() throws(GameError) -> (secret: Value, open: Value) {
        let bytes = try stateBytes(public: true)
        return (try state()["secret"] ?? .null, (try? Value(canonicalBytes: bytes)) ?? .null)
    }

    /// Returns a seat's part of `state.secret`; nil if it has none.
    fileprivate func secret(of seat: Int) throws(GameError) -> Value? {
        try state()["secret"]?.element(at: .int(Int64(seat)))
    }

    /// Plays a step. If the step isn't legal, plays the first legal move with the same name.
    ///
    /// - Returns: False if there is no such move either.
    fileprivate func playsLike(_ step: Step) -> Bool {
        var step = step
        if case .move(let name, _) = step.action {
            let moves = (try? legalMoves(for: step.seat)) ?? []
            let first = moves.first { $0.name == name && $0.typed == nil }.map { Step(seat: step.seat, $0) }
            guard let listed = step.listed(in: moves) ?? first else { return false }
            step = listed
        }
        return (try? play(step)) != nil
    }
}
