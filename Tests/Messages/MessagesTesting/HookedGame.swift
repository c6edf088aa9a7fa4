import Conversations
import Foundation
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import Simulation
import Values

/// Returns a game in memory with minimal rules and the hooks of a test.
package func hooked(
    _ on: String, id: String = "witness", limits: String = "{}", limited: LuaLimits = LuaLimits(),
    folder: URL? = nil
) throws -> GameScript {
    let game = """
        local parlor = require "parlor"
        local one, other = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
        return parlor.game {
          title = "Witness", limits = \(limits),
          setup = function() return { count = 0 } end,
          moves = { add = { choices = { 1, 2 }, play = function(state, _, n) state.count = state.count + n end } },
          outcome = function(state) if state.count >= 20 then return parlor.draw() end end,
          on = { \(on) },
        }
        """
    let library = try ScriptSource(folder: home.sdk)
    guard let folder else { return try GameScript(GameFolder(id: id, game: game), library: library, limits: limited) }
    try Data(game.utf8).write(to: folder.appendingPathComponent("game.lua"))
    return try GameScript(GameFolder(at: folder), library: library, limits: limited)
}

/// Hooks that each print one line with what they see, in the form of ``seen(by:)``. The hook
/// `did_touch` carries out the action that the touched move names.
package let witnessHooks = """
    -- every hook gets the app, the conversation and one thing more
    will_become_active = see "will_become_active", did_become_active = see "did_become_active",
    will_resign_active = see "will_resign_active", did_resign_active = see "did_resign_active",
    will_select = see "will_select", did_select = see "did_select", did_receive = see "did_receive",
    did_start_sending = see "did_start_sending", did_cancel_sending = see "did_cancel_sending",
    will_transition = see "will_transition", did_transition = see "did_transition",
    view_will_appear = see "view_will_appear", view_did_appear = see "view_did_appear",
    view_will_disappear = see "view_will_disappear", view_did_disappear = see "view_did_disappear",
    content_size_that_fits = see "content_size_that_fits",
    did_touch = function(app, conversation, deed)
      local function answered(error) print("completion|" .. (error and error.code or "-")) end
      local message = parlor.message { url = "?" .. deed, session = one, summary_text = "was " .. deed,
        layout = parlor.template_layout { caption = deed } }
      if deed == "expand" then
        app:request_presentation_style "expanded"
        assert(app.presentation_style == "compact", "a request is asynchronous")
      elseif deed == "transcript" then app:request_presentation_style "transcript"
      elseif deed == "dismiss" then app:dismiss()
      elseif deed == "live" then
        message.layout = parlor.live_layout { alternate = message.layout }
        conversation:insert(message, answered)
      elseif deed:find "^send" then conversation:send(message, answered)
      else
        if deed == "wrong" then message.url = "gopher://x" end
        if deed == "long" then message.url = ("x"):rep(5001) end
        if deed == "other" then message.session = other end
        conversation:insert(message, answered)
      end
    end,
    """

/// Returns a script with ``witnessHooks``.
package func witness(live: Bool = false) throws -> GameScript {
    try hooked(witnessHooks.replacingOccurrences(of: "see \"", with: "(" + seeing + ") \""))
}

private let seeing = """
    function(name)
      return function(app, conversation, third)
        local function text(value)
          if type(value) == "table" then return value.url or value.width end
          return value
        end
        assert(app.match and conversation.insert and conversation.local_participant and #conversation.remote_participants == 1)
        if app.active_conversation then assert(app.active_conversation == conversation) end
        print(table.concat({ name, app.presentation_style, app.active_conversation and "active" or "-",
          tostring(text(conversation.selected_message) or "-"), tostring(text(third) or "-") }, "|"))
        if name == "content_size_that_fits" then return { width = 5000, height = 40 } end
      end
    end
    """

extension SimulatedDevice {
    /// The lines that ``witnessHooks`` must have printed if they saw the events of the event log.
    package var expectedLines: [String] {
        log.entries.compactMap(\.event).compactMap { event in
            let third: String
            switch event.callback {
            case .load: return nil
            case .completion(_, let error): return "completion|\(error.map { "\($0.code.rawValue)" } ?? "-")"
            case .willTransition(let style), .didTransition(let style): third = style.rawValue
            case .contentSizeThatFits(let surroundings): third = "\(surroundings.maximumWidth)"
            default: third = event.message?.url ?? "-"
            }
            return [
                event.callback.name, event.style.rawValue, event.isActive ? "active" : "-",
                event.selectedMessage?.url ?? "-", third,
            ].joined(separator: "|")
        }
    }

    package var printedLines: [String] {
        printouts.flatMap { $0.text.split(separator: "\n").map(String.init) }
    }

    /// Returns the names of the events after an entry of the log: `did_select`, `completion(1, 9)`,
    /// `~ stylish`.
    package func happened(since start: Int) -> [String] {
        log.entries[start...].map { entry in
            entry.silentCase.map { "~ \($0)" } ?? entry.event.map { "\($0.callback)" } ?? ""
        }
    }

    /// Runs `body` and returns the events.
    package func events(_ body: () throws -> Void) throws -> [String] {
        let start = log.entries.count
        try body()
        return happened(since: start)
    }
}

/// The callbacks at the start of a main instance. ``closing`` has the callbacks at its end.
package let opening = [
    "load", "will_become_active", "did_become_active", "view_will_appear", "view_did_appear",
]
package let closing = ["view_will_disappear", "view_did_disappear", "will_resign_active", "did_resign_active"]
package let errand = ["load", "will_become_active", "did_become_active"]
package let errandOver = ["will_resign_active", "did_resign_active"]
