import Foundation
import Parlor

// Values for authors: the state, and what expressions give.
extension ReplSession {
    func show(_ value: Value) {
        show(PrettyValue(value: value, columns: screen.columns()).lines.flatMap { screen.lines($0) })
    }

    /// The state as data: what a seat may see where others hide something from it, all of it for who asks for that, and for
    /// authors, whose own game it is.
    ///
    /// - Parameters:
    ///   - seat: Whose view is shown; nil for a spectator's.
    ///   - name: What that seat's player is called.
    func showState(isWhole: Bool, of match: Match, isOver: Bool, seat: Int?, name: String?) throws(GameError) {
        let script = match.script
        let hides = (script.hidden || script.secretive || script.dealt) && !isOver
        guard hides else { return show(try Value(state: match)) }
        guard isWhole || !script.isBundled else {
            say("What \(name ?? "a spectator") may see; `state --all` shows what others hide, too:", .quiet)
            return show(try match.view(for: seat))
        }
        guard mayReveal() else { return }
        say("All of it, with what others hide:", .quiet)
        show(try Value(state: match))
    }

    /// Carries out an expression and shows what it gives; what is wrong with the expression alone is no failure of the script.
    func showResults(of evaluate: () throws(GameError) -> [Value?]) throws(GameError) {
        let results: [Value?]
        do {
            results = try evaluate()
        } catch {
            guard case .failed(let failure) = error, failure.place?.source ?? "lua" == "lua" else { throw error }
            show(FailureReport.printed(failure.printed).flatMap { screen.lines($0, .quiet) })
            return refuse("lua: \(failure.error.message)")
        }
        for case let result in results { result.map { show($0) } ?? say("a function") }
        if results.isEmpty { say("no value", .quiet) }
    }
}

extension Value {
    /// The whole state of a match.
    fileprivate init(state match: Match) throws(GameError) {
        let bytes = try match.stateBytes()
        self = (try? Value(canonicalBytes: bytes)) ?? .null
    }
}

extension GameScript {
    /// Does it come with Parlor? Others are somebody's own.
    var isBundled: Bool {
        guard let folder = folder.url, let home = try? ParlorHome.find() else { return false }
        return isBundled(with: home, at: folder)
    }

    func isBundled(with home: ParlorHome, at folder: URL) -> Bool {
        let games = home.games.standardizedFileURL.resolvingSymlinksInPath().path
        return folder.path.hasPrefix(games + "/")
    }
}
