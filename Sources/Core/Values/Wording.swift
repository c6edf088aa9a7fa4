/// Returns a number with its noun: "1 ply", "2 plies", "0 lines".
///
/// - Parameter many: The plural, if it isn't the word with an `s`.
package func counted(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
}

/// Returns a number of plies: "1 ply", "2 plies".
package func counted(plies count: some BinaryInteger) -> String { counted(count, "ply", "plies") }

/// Names within a sentence: `Ana`, `Ana and Bob`, `Ana, Bob and Cai`.
package enum NameList {
    package static func of(_ names: [String], joinedBy word: String = "and") -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

/// A search for the name that a misspelt one was meant to be.
package enum NearestName {
    /// Returns the known name closest to `name`, or nil if no known name is near enough for `name`
    /// to be a likely typing mistake.
    ///
    /// Distance is the optimal string alignment distance (Damerau 1964, restricted): insertions,
    /// deletions, replacements and swaps of neighbours. Ties go to the name that comes first in
    /// `known`.
    package static func of(_ name: String, in known: [String]) -> String? {
        guard name.utf8.count <= 40 else { return nil }
        let letters = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in known {
            let found = distance(letters, Array(candidate.lowercased()))
            if found < best?.distance ?? .max { best = (candidate, found) }
        }
        guard let best, best.distance <= mostSlips(letters, in: best.name) else { return nil }
        return best.name
    }

    /// Returns the most typing mistakes that a name may have: 2 if at least six letters were typed,
    /// otherwise 1. For very short names fewer are allowed, because too little would be left to
    /// recognise. If the shorter of the two names has two letters, 1 is allowed only if the other name is
    /// longer. If it has one letter, none is allowed.
    private static func mostSlips(_ letters: [Character], in name: String) -> Int {
        let shorter = min(letters.count, name.count)
        if shorter < 3 { return shorter == 2 && max(letters.count, name.count) > 2 ? 1 : 0 }
        return letters.count < 6 ? 1 : 2
    }

    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...second.count)
        for row in 0..<first.count {
            var current = [row + 1]
            for column in 0..<second.count {
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + replacing(first[row], by: second[column]))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[second.count]
    }

    /// Returns the cost of replacing a character: 0 if both are equal, 3 if either is a digit, else
    /// 1. Digits cost more because a person who typed `a1` didn't mean `a2`.
    private static func replacing(_ one: Character, by other: Character) -> Int {
        one == other ? 0 : one.isNumber || other.isNumber ? 3 : 1
    }
}
