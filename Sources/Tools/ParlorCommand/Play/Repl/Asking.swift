import Foundation
import Parlor
import Values

/// Says whose turn it is and what there is to do: `Ann, hide a ship (2 left): a3, b3`.
struct Asking {
    /// Who is asked.
    let name: String
    let moves: [Move]
    /// What the script says of a move, by its name.
    var prompts: [String: String] = [:]
    /// How many moves are shown without being asked for.
    var most = 40
    /// The answer that Enter alone gives.
    var answer: Move?

    /// The names of the moves, each once, in their order.
    private var names: [String] {
        moves.reduce(into: []) { names, move in if !names.contains(move.name) { names.append(move.name) } }
    }

    /// What is to be done; nil where nothing is said of it, and the moves say enough.
    private var task: String? {
        let names = names
        let said = names.compactMap { prompts[$0].map(Self.withinSentence) }.filter { !$0.isEmpty }
        if said.count == names.count, !said.isEmpty {
            let each = said.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            return each.count > 3 ? nil : NameList.of(each, joinedBy: "or")
        }
        guard names.count == 1, let name = names.first, moves.first?.text != name else { return nil }
        return name.split(separator: "_").joined(separator: " ")
    }

    var line: String {
        let task = task
        let head = task.map { "\(name), \($0)" } ?? "\(name) to move"
        let line = "\(head): \(choices(isTaskSaid: task != nil))"
        return answer.map { "\(line). Enter: \($0.isOwed ? "\($0.text)" : "answer '\(SafeText($0.prompt))'")" } ?? line
    }

    /// The moves, each kind behind its name where there are several kinds.
    private func choices(isTaskSaid: Bool) -> String {
        var groups: [(name: String, texts: [String])] = []
        for move in moves.prefix(most) {
            let name = move.text == move.name || move.typed != nil ? "" : move.name
            if name.isEmpty || groups.last?.name != name { groups.append((name, [])) }
            groups[groups.count - 1].texts.append(SafeText(move.prompt).string)
        }
        let isOne = groups.count == 1 && isTaskSaid
        let listed = groups.map { ($0.name.isEmpty || isOne ? "" : "\($0.name) ") + $0.texts.joined(separator: ", ") }
        return listed.joined(separator: ", ") + (moves.count > most ? ", …" : "")
    }

    /// A sentence's beginning as a part of one: `Hide a ship.` becomes `hide a ship`; `X marks` stays.
    private static func withinSentence(_ text: String) -> String {
        let line = SafeText(text).string.trimmingCharacters(in: .whitespaces)
        let bare = line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
        guard let first = bare.first, bare.dropFirst().first?.isLowercase == true else { return bare }
        return first.lowercased() + bare.dropFirst()
    }
}
