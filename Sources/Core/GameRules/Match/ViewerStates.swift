import LuaRuntime
import Values

/// The Lua states in which a match is looked at: its moves are listed there, its views are made and its scenes are drawn. The rules
/// run in another one.
///
/// So nothing that a script keeps in a local while somebody looks can change what the rules come to, or get from what one seat sees
/// into what another one does. A state is given the position as its seat's device may hold it, and nothing else. States are made
/// once for each distinct view, and stand at the next position when somebody looks again.
final class ViewerStates {
    /// The viewer that a state answers.
    enum Viewer: Hashable {
        /// The host, which may know all that the rules know. It lists the moves and draws the scenes of games that hide nothing. It also
        /// makes the view of a script that picks from all secrets.
        case host
        /// A seat; 0 is a spectator.
        case seat(Int)

        /// As `position` of `sdk/host/position.lua` has it.
        fileprivate var number: Int64 {
            switch self {
            case .host: -1
            case .seat(let seat): Int64(seat)
            }
        }
    }

    /// A state, and where it stands.
    final class ViewerState {
        let referee: Referee
        /// Which position of its match it was given last: see `Match.position`.
        fileprivate var position: UInt64?

        fileprivate init(_ referee: Referee) { self.referee = referee }
    }

    private(set) var all: [Viewer: ViewerState] = [:]

    subscript(onlooker: Viewer) -> ViewerState? {
        get { all[onlooker] }
        set { all[onlooker] = newValue }
    }
}

extension GameScript {
    /// The state that lists a seat's moves and makes its prompts; nil for a spectator.
    func lister(for seat: Int?) -> ViewerStates.Viewer { hidesParts ? .seat(seat ?? 0) : .host }

    /// The state that makes a seat's view.
    func viewer(for seat: Int?) -> ViewerStates.Viewer {
        picksViews && (dealt || !hidesParts) ? .host : lister(for: seat)
    }

    /// The state that draws a seat's scenes.
    func drawer(for seat: Int?) -> ViewerStates.Viewer { hidesParts || picksViews ? .seat(seat ?? 0) : .host }

    /// Whether `state.secret` holds parts that other seats must not see.
    private var hidesParts: Bool { secretive || dealt }
}

extension Match {
    /// Asks something of a Lua state that an onlooker has, where the match stands. It changes nothing but that state.
    ///
    /// - Parameter hook: What is asked of the script, for an error where it writes to the state.
    func look<R>(
        as onlooker: ViewerStates.Viewer, _ hook: String, _ body: (Referee) throws(GameError) -> R
    ) throws(GameError) -> R {
        try LuaThread.run { () throws(GameError) in
            let held = try viewerStates[onlooker]?.position == position ? nil : held(by: onlooker)
            do throws(GameError) {
                let referee = try standing(onlooker, at: held)
                defer { latest = referee }
                defer { witness?.note(output.take()) }
                guard guardsLooks || isWatchful else { return try body(referee) }
                return try unchanged(referee, hook, body)
            } catch {
                if case .failed(let failure) = error {
                    forget(onlooker)
                    witness?.note(failure)
                }
                throw error
            }
        }
    }

    /// The position as an onlooker may hold it.
    private func held(by onlooker: ViewerStates.Viewer) throws(GameError) -> [UInt8] {
        WorkCounter.add(.positionsShown)
        return try attempt { referee throws(GameError) in try referee.bytes("position", .integer(onlooker.number)) }
    }

    /// The state of an onlooker, where the match stands.
    private func standing(_ onlooker: ViewerStates.Viewer, at held: [UInt8]?) throws(GameError) -> Referee {
        let known = viewerStates[onlooker]
        let looker = if let known { known } else { ViewerStates.ViewerState(try loaded()) }
        guard let held else { return looker.referee }
        let isNew = looker.position == nil
        looker.position = nil
        viewerStates[onlooker] = looker
        let arguments: [LuaValue] = [.encoded(held)] + (isNew ? [setup] : [])
        _ = try looker.referee.call("stand", arguments, results: 0, deadline: patience)
        looker.position = position
        return looker.referee
    }

    /// Runs `body`, and fails where it has written to the state.
    private func unchanged<R>(
        _ referee: Referee, _ hook: String, _ body: (Referee) throws(GameError) -> R
    ) throws(GameError) -> R {
        let before = try referee.bytes("state_bytes", .boolean(false))
        let result = try body(referee)
        let after = try referee.bytes("state_bytes", .boolean(false))
        if before != after { throw referee.failure(Self.writeError(hook, before, after)) }
        return result
    }

    private static func writeError(_ hook: String, _ before: [UInt8], _ after: [UInt8]) -> LuaError {
        var what = "the state"
        if let old = try? Value(canonicalBytes: before), let new = try? Value(canonicalBytes: after),
            let difference = new.firstDifference(from: old, root: "state")
        {
            what = "\(difference)"
        }
        let message = "`\(hook)` changed the state, which only setup, play, resolve and leave may do: \(what)"
        return LuaError(kind: .script, message: message)
    }

    /// Throws a state away in which something failed.
    private func forget(_ onlooker: ViewerStates.Viewer) {
        if let looker = viewerStates[onlooker] { keepCoveredLines(of: looker.referee) }
        viewerStates[onlooker] = nil
    }

    /// Throws all states away in which the match is looked at.
    func forgetViewerStates() {
        for onlooker in viewerStates.all.keys { forget(onlooker) }
    }

    /// Puts the states in which a seat's moves and looks are asked for where the match stands, before anything is. For measuring what the
    /// script does alone.
    package func showPosition(to seat: Int?) throws(GameError) {
        for onlooker in Set([script.lister(for: seat), script.viewer(for: seat), script.drawer(for: seat)]) {
            try look(as: onlooker, "view") { _ in }
        }
    }

    /// Makes the states in which a seat's moves and looks are asked for, before anything is.
    package func wakeViewerStates(of seat: Int?) throws(GameError) {
        for onlooker in [script.lister(for: seat), script.viewer(for: seat), script.drawer(for: seat)]
        where viewerStates[onlooker] == nil {
            viewerStates[onlooker] = ViewerStates.ViewerState(try loaded())
        }
    }
}
