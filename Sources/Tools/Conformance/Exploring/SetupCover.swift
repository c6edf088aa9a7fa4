import GameRules
import Values

/// Setups that together contain every pair of values of any two options. The number of seats counts
/// as an option.
///
/// A row has a value for each option. Rows are built greedily, one option after the other: the
/// value is chosen that adds the most pairs which no row has yet. After Cohen, Dalal, Fredman,
/// Patton, "The AETG System", IEEE Transactions on Software Engineering 23 (1997).
struct SetupCover {
    /// The setups. The first one has the defaults and the fewest seats.
    let setups: [GameSetup]

    /// The most rows, however many options there are.
    static let mostRows = 200

    init(of script: GameScript) {
        let factors = Self.factors(of: script)
        let standard = Self.standard(of: script)
        var rows = [standard]
        var open = Self.pairs(of: factors)
        open.subtract(Self.pairs(in: standard))
        while !open.isEmpty, rows.count < Self.mostRows {
            let row = Self.row(for: open, factors)
            let covered = Self.pairs(in: row)
            guard !open.isDisjoint(with: covered) else { break }
            open.subtract(covered)
            rows.append(row)
        }
        // with one factor there are no pairs: use each value once
        if factors.count == 1, let factor = factors.first {
            rows += factor.values.filter { $0 != standard[factor.name] }.map { [factor.name: $0] }
        }
        setups = rows.map { Self.setup($0, script) }
    }

    /// Returns the first of the setups, without building the others.
    static func simplest(of script: GameScript) -> GameSetup { setup(standard(of: script), script) }

    private static func setup(_ row: [String: Value], _ script: GameScript) -> GameSetup {
        var options = row
        let seats = options.removeValue(forKey: Self.seats)?.intValue ?? script.seats.lowerBound
        return GameSetup(seats: seats, options: options)
    }

    /// The name under which the number of seats counts as an option. No option has this name.
    private static let seats = ""

    private struct Factor {
        let name: String
        let values: [Value]
    }

    private struct Pair: Hashable {
        let first, second: String
        let a, b: Value

        /// Creates a pair in the order of the names, so that the same pair is always the same
        /// value.
        init(_ one: (name: String, value: Value), _ other: (name: String, value: Value)) {
            let (one, other) = one.name < other.name ? (one, other) : (other, one)
            (first, a, second, b) = (one.name, one.value, other.name, other.value)
        }
    }

    /// The most pairs. If there are more pairs, only the first value of each option, its default
    /// and its last value are tried. This limit is needed because an untrusted script may declare
    /// 32 options of 64 values.
    private static let mostPairs = 5000

    private static func factors(of script: GameScript) -> [Factor] {
        let seats = Factor(name: seats, values: script.seats.map { .int(Int64($0)) })
        let all = [seats] + script.options.map { Factor(name: $0.name, values: $0.samples) }
        let sizes = all.map(\.values.count)
        let total = sizes.reduce(0, +)
        // the left side is twice the number of pairs
        guard total * total - sizes.reduce(0, { $0 + $1 * $1 }) > 2 * mostPairs else { return all }
        return [seats]
            + script.options.map { option in
                let samples = option.samples
                let few = [samples.first, option.standard, samples.last].compactMap(\.self)
                return Factor(name: option.name, values: samples.filter(few.contains))
            }
    }

    private static func standard(of script: GameScript) -> [String: Value] {
        var row = [seats: Value.int(Int64(script.seats.lowerBound))]
        for option in script.options { row[option.name] = option.standard }
        return row
    }

    private static func pairs(of factors: [Factor]) -> Set<Pair> {
        var pairs: Set<Pair> = []
        for (index, first) in factors.enumerated() {
            for second in factors.dropFirst(index + 1) {
                for a in first.values {
                    for b in second.values { pairs.insert(Pair((first.name, a), (second.name, b))) }
                }
            }
        }
        return pairs
    }

    /// Returns the pairs in a row, or in the beginning of a row.
    private static func pairs(in row: [String: Value]) -> Set<Pair> {
        let entries = row.sorted { $0.key < $1.key }
        var pairs: Set<Pair> = []
        for (index, first) in entries.enumerated() {
            for second in entries.dropFirst(index + 1) {
                pairs.insert(Pair((first.key, first.value), (second.key, second.value)))
            }
        }
        return pairs
    }

    private static func row(for open: Set<Pair>, _ factors: [Factor]) -> [String: Value] {
        var row: [String: Value] = [:]
        // start with the first pair that isn't covered, so that every row covers something
        if let pair = open.min(by: {
            ($0.first, $0.second, "\($0.a) \($0.b)") < ($1.first, $1.second, "\($1.a) \($1.b)")
        }) {
            row = [pair.first: pair.a, pair.second: pair.b]
        }
        for factor in factors where row[factor.name] == nil {
            var best: (value: Value, covered: Int)?
            for value in factor.values {
                let covered = pairs(in: row.merging([factor.name: value]) { $1 }).intersection(open).count
                if covered > best?.covered ?? -1 { best = (value, covered) }
            }
            row[factor.name] = best?.value
        }
        return row
    }
}

extension GameOption {
    /// The values to try: all listed values, or, if no values are listed, the default, the bounds
    /// and the number after the lower bound.
    var samples: [Value] {
        if !values.isEmpty { return values }
        if standard.boolValue != nil { return [.bool(false), .bool(true)] }
        guard let least, let most, let middle = standard.intValue, least < most else { return [standard] }
        let numbers = Set([least, least + 1, middle, most].filter { (least...most).contains($0) })
        return numbers.sorted().map { .int(Int64($0)) }
    }
}
