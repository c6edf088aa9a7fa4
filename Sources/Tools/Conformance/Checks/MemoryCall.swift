import GameRules
import Values

/// One call of a game into its script, at some ply, that can be made with and without memory.
struct MemoryCall {
    /// What is called: `setup`, `view of seat 1`, `play 2 b2`.
    let name: String
    /// The hook behind it, which other calls may share.
    let hook: String
    /// Is the state another one afterwards?
    let changes: Bool
    /// How many steps come before it.
    let ply: Int
    /// What it answers, as bytes.
    let answer: (Match) throws(GameError) -> [UInt8]

    /// The calls at a ply, the one that plays the next step last.
    static func all(at ply: Int, of game: PlayedGame) -> [MemoryCall] {
        var calls: [MemoryCall] = []
        func look(_ name: String, _ hook: String, _ answer: @escaping (Match) throws(GameError) -> [UInt8]) {
            calls.append(MemoryCall(name: name, hook: hook, changes: false, ply: ply, answer: answer))
        }
        if ply == 0 {
            look("setup", "setup") { match throws(GameError) in
                [try match.restart(seed: match.seed) ? 1 : 0]
            }
        }
        let seat = ply < game.steps.count ? game.steps[ply].seat : 1
        look("legal moves of seat \(seat)", "moves") { match throws(GameError) in
            Array(
                try match.legalMoves(for: seat).map { "\($0.name) \($0.text) \($0.index)" }.joined(separator: "\n").utf8
            )
        }
        look("view of seat \(seat)", "view") { match throws(GameError) in bytes(try match.view(for: seat)) }
        look("scene of seat \(seat)", "scene") { match throws(GameError) in
            bytes(try match.scene(for: seat) ?? .null)
        }
        look("save", "save") { match throws(GameError) in try match.save() }
        guard ply < game.steps.count else { return calls }
        let step = game.steps[ply]
        let hook =
            switch step.action {
            case .move(let name, _): "play \(name)"
            case .leave: "leave"
            }
        calls.append(
            MemoryCall(name: "play \(step)", hook: hook, changes: true, ply: ply) { match throws(GameError) in
                Array("\(try match.play(step))".utf8)
            })
        return calls
    }

    /// To compare: what is too large to be encoded, as it reads.
    private static func bytes(_ value: Value) -> [UInt8] {
        (try? value.canonicalBytes()) ?? Array(value.description.utf8)
    }
}
