import LuaRuntime
import Values

/// The Lua states in which viewers look at a match: they list its moves, make its views and draw
/// its scenes. The rules run in another state.
///
/// Therefore nothing that a script stores in a local variable while a viewer looks can affect the
/// rules, or get from one seat's view into another's. Each state receives only the part of the
/// position that its viewer may know. A state is made once for each distinct view, and receives the
/// current position when the viewer looks again.
package final class ViewerStates {
    /// The viewer for whom a state works.
    enum Viewer: Hashable {
        /// The host, which may know everything that the rules know. It lists the moves and draws
        /// the scenes of games that hide nothing. It also makes the views of a script that picks
        /// from all secrets.
        case host
        /// A seat; 0 is a spectator.
        case seat(Int)

        /// The number of the viewer in `position` of `sdk/host/position.lua`.
        fileprivate var number: Int64 {
            switch self {
            case .host: -1
            case .seat(let seat): Int64(seat)
            }
        }
    }

    /// A Lua state and the position that it holds.
    final class ViewerState {
        let referee: Referee
        /// The position of its match that the state received last: see `RunningRules.position`.
        fileprivate var position: UInt64?

        fileprivate init(_ referee: Referee) { self.referee = referee }
    }

    private let rules: RunningRules
    private var loader: RefereeLoader { rules.loader }
    private var script: GameScript { rules.script }
    private var all: [Viewer: ViewerState] = [:]

    init(_ rules: RunningRules) { self.rules = rules }

    /// The Lua states of all viewers.
    var referees: [Referee] { all.values.map(\.referee) }

    /// Runs `body` in the Lua state of a viewer, at the current position of the match. Changes
    /// nothing except the viewer's Lua state.
    ///
    /// - Parameter hook: The hook of the script that `body` calls, for the error if the hook writes
    ///   to the state.
    func look<R>(
        as onlooker: Viewer, _ hook: String, _ body: (Referee) throws(GameError) -> R
    ) throws(GameError) -> R {
        do throws(GameError) {
            return try rules.withRoom { () throws(GameError) in
                try LuaThread.run { () throws(GameError) in
                    if loader.isolatesCalls { forget(onlooker) }
                    let held = try all[onlooker]?.position == rules.position ? nil : held(by: onlooker)
                    let referee = try standing(onlooker, at: held)
                    defer { loader.latest = referee }
                    defer { loader.reportOutput() }
                    let result = try body(referee)
                    if loader.isWatchful { try referee.checkState() }
                    return result
                }
            }
        } catch {
            if case .failed(let failure) = error {
                forget(onlooker)
                loader.witness?.note(failure)
            }
            throw error
        }
    }

    /// Returns the position as a viewer may know it.
    private func held(by onlooker: Viewer) throws(GameError) -> [UInt8] {
        WorkCounter.add(.positionsShown)
        return try rules.attempt { referee throws(GameError) in
            try referee.bytes("position", .integer(onlooker.number))
        }
    }

    /// Returns the Lua state of a viewer, after it has received the position `held`. If `held` is
    /// nil, the Lua state is at the current position already.
    private func standing(_ onlooker: Viewer, at held: [UInt8]?) throws(GameError) -> Referee {
        let known = all[onlooker]
        let looker = if let known { known } else { ViewerState(try loader.loaded()) }
        guard let held else { return looker.referee }
        let isNew = looker.position == nil
        looker.position = nil
        all[onlooker] = looker
        let arguments: [LuaValue] = [.encoded(held)] + (isNew ? [rules.setup.crossing] : [])
        _ = try looker.referee.call("stand", arguments, results: 0, deadline: loader.patience)
        looker.position = rules.position
        return looker.referee
    }

    /// Brings a seat's Lua states to the current position before any request: those that list its moves,
    /// make its view and draw its scenes. A measurement of a later request then covers only what the
    /// script does.
    package func showPosition(to seat: Int?) throws(GameError) {
        for onlooker in Set([script.lister(for: seat), script.viewer(for: seat), script.drawer(for: seat)]) {
            try look(as: onlooker, "view") { _ in }
        }
    }

    /// Makes a seat's Lua states before any request: those that list its moves, make its view and draw
    /// its scenes.
    package func wake(for seat: Int?) throws(GameError) {
        for onlooker in [script.lister(for: seat), script.viewer(for: seat), script.drawer(for: seat)]
        where all[onlooker] == nil {
            all[onlooker] = ViewerState(try loader.loaded())
        }
    }

    /// Discards the state of a viewer after a refused move, which may have changed the state. The lines
    /// that ran in the discarded state aren't recorded.
    func discard(_ onlooker: Viewer) { all[onlooker] = nil }

    /// Discards the state of a viewer.
    private func forget(_ onlooker: Viewer) {
        if let looker = all[onlooker] { loader.keepCoveredLines(of: looker.referee) }
        all[onlooker] = nil
    }

    /// Discards the states of all viewers.
    func forgetAll() {
        for onlooker in all.keys { forget(onlooker) }
    }
}

extension GameScript {
    /// Returns the viewer that lists a seat's moves and makes its prompts; nil is a spectator.
    func lister(for seat: Int?) -> ViewerStates.Viewer { hidesParts ? .seat(seat ?? 0) : .host }

    /// Returns the viewer that makes a seat's view.
    func viewer(for seat: Int?) -> ViewerStates.Viewer {
        picksViews && (dealt || !hidesParts) ? .host : lister(for: seat)
    }

    /// Returns the viewer that draws a seat's scenes.
    func drawer(for seat: Int?) -> ViewerStates.Viewer { hidesParts || picksViews ? .seat(seat ?? 0) : .host }

    /// Whether `state.secret` holds parts that other seats must not see.
    private var hidesParts: Bool { secretive || dealt }

    /// Whether `state.secret` has parts that only their seats and the host know, and that the
    /// functions of the script get one by one.
    var guardsParts: Bool { secretive && !dealt }
}
