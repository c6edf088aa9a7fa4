/// Names within a sentence: `Ana`, `Ana and Bob`, `Ana, Bob and Cai`.
package enum NameList {
    package static func of(_ names: [String], joinedBy word: String = "and") -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}
