import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessagesTesting
import Simulation
import Testing

/// A hook that fails has no effects: the person gets one line, and the instance continues in a new
/// Lua state.
@Suite struct HookFailureTests {
    static let failures = [
        "error 'broken'", "while true do end", "local list = {} for i = 1, 1 << 30 do list[i] = {} end",
        "for _ = 1, 65 do app:dismiss() end",
    ]

    /// Returns a room in which the hook `did_touch` stages something, and then fails if the touch
    /// is "fail".
    private func room(_ failure: String) throws -> Room {
        let script = try hooked(
            """
            did_become_active = function() print "loaded" end,
            did_touch = (function()
              local touched = 0
              return function(app, conversation, deed)
                touched = touched + 1
                print("touched " .. touched)
                conversation:insert(parlor.message { url = "?" .. deed })
                app.store.deed = deed
                app:request_presentation_style "expanded"
                if deed == "fail" then \(failure) end
              end
            end)(),
            """, limits: "{ time = 0.05, memory = 4000000 }")
        return try Room(["Ann", "Bob"], games: [script])
    }

    @Test(arguments: failures) func aFailedHookHasNoEffects(_ failure: String) throws {
        let room = try room(failure)
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("a", of: "witness", in: room.chat)
        try ann.perform(.collapse, of: "witness", in: room.chat)
        #expect(ann.notices == [])
        #expect(try ann.events { try ann.touch("fail", of: "witness", in: room.chat) } == [])
        #expect(ann.notices.count == 1)
        #expect(ann.notices.first?.text.hasPrefix("witness") == true, "\(ann.notices)")
        #expect(ann.notices.first?.text.contains("on.did_touch") == true)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?a")
        #expect(ann.style(of: "witness") == .compact)
        #expect(ann.app(of: "witness")?.store.values["deed"] == "a")
        // the instance continues, and its count is lost with its Lua state
        try ann.touch("b", of: "witness", in: room.chat)
        #expect(ann.printedLines == ["loaded", "touched 1", "touched 2", "touched 1"])
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?b")
        #expect(ann.app(of: "witness")?.store.values["deed"] == "b")
        #expect(ann.notices.count == 1)
    }

    /// A value that the Messages API doesn't accept is an error at the call, with what was
    /// expected.
    @Test(arguments: [
        ("app.match:read(5)", "match:read: expected a message or a url"),
        ("app.match:read { url = {} }", "match:read: expected a message or a url"),
        ("app.match:play(7)", "match:play: expected a move's text"),
        ("app.match:begin 'now'", "match:begin: expected a table of options"),
        ("app:request_presentation_style 'tiny'", "request_presentation_style: expected"),
        ("app.store[1] = 2", "app.store: expected a text"),
    ])
    func aWrongArgumentIsNamed(_ call: String, _ words: String) throws {
        let room = try room(call)
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("fail", of: "witness", in: room.chat)
        #expect(ann.notices.count == 1)
        #expect(ann.notices.first?.text.contains(words) == true, "\(ann.notices)")
    }

    @Test func aFailureTakesAsLongAsTheGameAllows() throws {
        let room = try room("while true do end")
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        let time = try ContinuousClock().measure { try ann.touch("fail", of: "witness", in: room.chat) }
        #expect(time < .seconds(3))
        #expect(LuaLimits.hardDeadline == .seconds(30))
    }

    @Test func sixtyFourEffectsAreAllowed() throws {
        let script = try hooked(
            "did_touch = function(app, _, count) for i = 1, tonumber(count) do app.store[\"k\" .. i] = i end end,")
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("64", of: "witness", in: room.chat)
        #expect(ann.app(of: "witness")?.store.values["k64"] == 64)
        #expect(ann.notices == [])
        try ann.touch("65", of: "witness", in: room.chat)
        #expect(ann.notices.first?.text.contains("64 effects") == true)
    }

    @Test func aScriptThatCantBeLoadedIsToldOnce() throws {
        let failing = try hooked("did_become_active = function() error 'no' end")
        let room = try Room(["Ann", "Bob"], games: [failing])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        #expect(ann.notices.count == 1)
        #expect(ann.style(of: "witness") == .compact)
        try ann.perform(.close, of: "witness", in: room.chat)
        #expect(ann.notices.count == 1)
    }

    @Test func anAnswerNeverReachesAnotherRequest() throws {
        // In expanded style the answer to an insert waits. Before the answer comes, the Lua state
        // that made the first request is discarded.
        let script = try hooked(
            """
            did_touch = function(_, conversation, deed)
              if deed == "fail" then error "broken" end
              conversation:insert(parlor.message { url = "?" .. deed }, function() print("answer to " .. deed) end)
            end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.perform(.expand, of: "witness", in: room.chat)
        for deed in ["a", "fail", "b"] { try ann.touch(deed, of: "witness", in: room.chat) }
        #expect(
            try ann.events { try ann.perform(.collapse, of: "witness", in: room.chat) } == [
                "will_transition(compact)", "did_transition(compact)", "completion(1)", "completion(2)",
            ])
        #expect(ann.printouts.map(\.text).map { $0.trimmingCharacters(in: .newlines) } == ["answer to b"])
    }

    @Test func aScriptThatAlwaysAsksForMoreIsStopped() throws {
        let script = try hooked(
            """
            did_transition = function(app, _, style)
              app:request_presentation_style(style == "compact" and "expanded" or "compact")
            end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.perform(.expand, of: "witness", in: room.chat)
        #expect(ann.notices.count == 1)
        #expect(ann.notices.first?.text.contains("limit event: over 64 requests") == true, "\(ann.notices)")
        try ann.perform(.close, of: "witness", in: room.chat)
        #expect(ann.style(of: "witness") == nil)
    }
}
