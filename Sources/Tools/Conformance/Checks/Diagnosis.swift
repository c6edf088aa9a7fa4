import GameRules
import LuaRuntime

/// Finds the property that a failure of a script violates. If the message of the failure shows the
/// mistake of the script, the mistake determines the property. If not, the hook that was running
/// determines it.
enum Diagnosis {
    /// Phrases of the host's own messages, and the properties that they mean.
    private static let signs: [(words: String, property: Property)] = [
        ("changed the state, which only", .s4),
        ("changed what lies outside of its own part", .p1),
        ("draw in setup, play or resolve only", .s4),
        ("declare `chance = true` to draw", .o4),
        ("is sealed here", .p1),
        ("state.secret was replaced", .p1),
        ("has no legal move", .m1),
        ("no seat to move", .m1),
        ("refused a move that is listed as legal", .m3),
        ("is there twice", .m2),
        ("can't be saved", .s1), ("state: tables nest", .s1),
        ("can't be set: write 'local", .l3),
    ]

    /// The names of hooks, and the properties that their failures violate. A hook of a move is
    /// listed by the part of its name after the last point.
    private static let hooks: [String: Property] = [
        "load": .l1, "setup": .l2, "choices": .m2, "when": .m2, "legal": .m2, "forced": .m2, "moves": .m2,
        "format": .m5,
        "play": .m3, "resolve": .m3, "turn": .m1, "stuck": .m1, "outcome": .o3, "leave": .m7, "view": .v1, "scene": .v1,
        "message": .v1, "state": .s1, "save": .s1,
    ]

    /// The names of standard Lua that scripts of games don't have, and hints on what to use
    /// instead.
    private static let hints: [(words: String, hint: String)] = [
        ("field 'random')", "there is no math.random. Declare `chance = true` and draw with match.random"),
        ("field 'randomseed')", "there is no math.randomseed. A match has its own seed"),
        ("global 'os')", "there is no `os`. A game has no clock"),
        ("global 'io')", "there is no `io`. A game can't read or write files"),
        ("global 'coroutine')", "there is no `coroutine`. Keep the progress of a match in the state"),
        ("global 'debug')", "there is no `debug`. Use `print` to try things"),
        ("global 'load')", "there is no `load`. Use functions"),
    ]

    /// Returns the finding for an error.
    ///
    /// - Parameter standard: The property that the caller was checking. The finding gets this
    ///   property for a refusal, and for a failure that matches none of ``signs`` and ``hooks``.
    static func finding(_ error: GameError, standard: Property) -> Finding {
        guard case .failed(let failure) = error else { return Finding(standard, "\(error)") }
        let hook = failure.hook?.split(separator: ".").last.map(String.init)
        var property = hook.flatMap { hooks[$0] } ?? standard
        if failure.error.limit != nil {
            property = .b1
        } else if !failure.error.message.hasPrefix("result"),
            let sign = signs.first(where: { failure.error.message.contains($0.words) })
        {
            // a wrong result violates the property of the hook that returned it:
            // `result.caption: … can't be saved`
            property = sign.property
        }
        var message = failure.error.limit.map(words) ?? failure.error.message
        if failure.error.limit == nil, let hint = hints.first(where: { message.contains($0.words) }) {
            message += "; \(hint.hint)"
        }
        let what = [failure.hook, message].compactMap(\.self)
        // most of the host's own messages begin with the hook's name
        let sentence = what.last?.contains(what[0]) == true ? what.last : what.joined(separator: ": ")
        return Finding(property, sentence ?? "", place: failure.place.map { "\($0.source.onOneLine):\($0.line)" })
    }

    /// Returns the words for a call that exceeded a limit.
    private static func words(_ limit: LuaError.Limit) -> String {
        switch limit {
        case .time: "the call exceeded its time limit"
        case .memory: "the script exceeded its memory limit"
        case .pool: "the memory that all scripts share is used up"
        case .granted: "the call allocated more memory in total than its limit, freed or not"
        case .output: "the call printed more than its limit"
        case .instructions: "the call exceeded its limit of instructions"
        case .text: "a text of the script is longer than the limit"
        case .depth: "the call's functions are nested too deeply"
        case .table: "too many keys of a table of the script, or too many of its texts, collide in a hash table"
        }
    }
}
