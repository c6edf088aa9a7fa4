import LuaRuntime

/// Which lines of a game's files ran in a match.
extension Match {
    /// The lines that ran while `coversLines` was on, by file; also in Lua states that a failure or an undo threw away.
    ///
    /// ```swift
    /// match.coversLines = true
    /// try match.play("b2", seat: 1)
    /// let never = try match.script.executableLines()["game.lua"]?.subtracting(match.coveredLines["game.lua"] ?? [])
    /// ```
    package var coveredLines: [String: Set<Int>] {
        states.reduce(earlierLines) { Self.merged($0, $1.state.coveredLines) }
    }

    /// Notes what ran in a Lua state that is about to go.
    func keepCoveredLines(of referee: Referee) {
        let lines = referee.state.coveredLines
        if !lines.isEmpty { earlierLines = Self.merged(earlierLines, lines) }
    }

    private static func merged(_ one: [String: Set<Int>], _ other: [String: Set<Int>]) -> [String: Set<Int>] {
        one.merging(other) { $0.union($1) }
    }
}

extension GameScript {
    /// The lines of the game's files that can run, by file. None of them runs.
    ///
    /// - Throws: ``GameError/request(_:)`` for a file that can't be compiled, with the place.
    package func executableLines() throws(GameError) -> [String: Set<Int>] {
        var result: [String: Set<Int>] = [:]
        do throws(LuaError) {
            let state = try LuaState(limits: limits)
            for (file, source) in folder.files.sorted(by: { $0.key < $1.key }) {
                result[file] = try state.executableLines(of: source, name: file)
            }
        } catch {
            throw .request("The lines of \(id) can't be told: \(error)")
        }
        return result
    }
}
