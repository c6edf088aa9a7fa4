import GameRules
import LuaRuntime
import Values

/// Shortens the game that shows a finding. Leaves out moves as long as the same property still
/// fails.
///
/// After Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions
/// on Software Engineering 28 (2002): leaves out pieces of half the list, then of a quarter, and so
/// on.
struct Shrinker {
    let subject: GameUnderTest
    /// The most games that are tried, and the most plies of all these games together.
    private static let mostRuns = 300
    private static let mostPlies = 5000
    let deadline: ProcessorDeadline?
    let part: CheckPart?
    /// The rotation of the game with the finding.
    private let rotation: Int
    /// Receives the share of the allowed attempts that have been made, from 0 to 1.
    private let noteRun: (Double) -> Void
    private var runs = 0
    private var plies = 0
    /// The checks that showed the finding in the first game; nil before that game.
    private var judges: [[any PlyCheck.Type]]?

    init(
        _ subject: GameUnderTest, deadline: ProcessorDeadline? = nil, part: CheckPart? = nil, rotation: Int = 0,
        noteRun: @escaping (Double) -> Void = { _ in }
    ) {
        self.part = part
        self.rotation = rotation
        self.noteRun = noteRun
        self.subject = subject
        self.deadline = deadline
    }

    /// Returns the finding with a game from which no move can be left out. If the finding doesn't
    /// occur when its game is played again, returns the finding unchanged.
    mutating func shrink(_ finding: Finding) -> Finding {
        // a game that never ends stays long, whatever is left out
        guard let setup = finding.setup, finding.game != nil, finding.property != .o1 else { return finding }
        guard var best = fails(finding, setup, finding.steps) else { return finding }
        var plain = SetupCover.simplest(of: subject.script)
        plain.seed = setup.seed
        if plain != setup, let found = fails(finding, plain, best.steps) { best = found }
        var size = max(1, best.steps.count / 2)
        while true {
            let count = best.steps.count
            var start = 0
            while start < best.steps.count {
                var steps = best.steps
                steps.removeSubrange(start..<min(start + size, steps.count))
                if let found = fails(finding, best.setup ?? setup, steps), found.steps.count < best.steps.count {
                    best = found
                } else {
                    start += size
                }
            }
            if size == 1, best.steps.count == count { break }
            size = max(1, size / 2)
            if isSpent { break }
        }
        best.game = finding.game
        best.isShrunk = !isSpent
        return best
    }

    private var isSpent: Bool {
        runs >= Self.mostRuns || plies > Self.mostPlies || deadline?.hasPassed ?? false || part?.excess != nil
    }

    /// Plays those of the steps that are still legal. Returns the finding of the same property; nil
    /// if there is none.
    private mutating func fails(_ finding: Finding, _ setup: GameSetup, _ steps: [Step]) -> Finding? {
        guard !isSpent else { return nil }
        runs += 1
        plies += steps.count
        noteRun(min(1, max(Double(runs) / Double(Self.mostRuns), Double(plies) / Double(Self.mostPlies))))
        // leave out the steps in which a seat leaves, because LeaveCheck tries them at every ply
        let moves = steps.filter { if case .move = $0.action { true } else { false } }
        for checks in judges ?? Self.juries(of: finding.property) {
            guard let found = play(moves, setup, checks, finding.property) else { continue }
            // the checks that show the finding in the first game will show it in later games
            judges = [checks]
            return found
        }
        return nil
    }

    /// Returns the sets of checks that may lead to a finding, the fastest set first: no check, the
    /// property's own checks, all checks. If a move itself fails, no check is needed.
    private static func juries(of property: Property) -> [[any PlyCheck.Type]] {
        [[], GameChecker.plyChecks.filter { $0.properties.contains(property) }, GameChecker.plyChecks]
    }

    private func play(
        _ moves: [Step], _ setup: GameSetup, _ types: [any PlyCheck.Type], _ property: Property
    ) -> Finding? {
        var checks: [any PlyCheck] = types.map { $0.init() }
        do throws(Finding) {
            let game = try Playout(
                of: subject, setup, effort: .full, seed: 1, deadline: deadline, part: part, rotation: rotation)
            var chooser = ScriptedChooser(moves)
            try game.play(choosing: &chooser, checks: &checks)
        } catch {
            if error.property == property, part?.excess == nil { return error }
        }
        return nil
    }
}
