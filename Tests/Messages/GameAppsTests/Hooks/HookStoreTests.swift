import Conversations
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import Simulation
import Testing
import Values

/// `app.store` as scripts use it.
@Suite struct HookStoreTests {
    private func room(_ on: String) throws -> Room { try Room(["Ann", "Bob"], games: [try hooked(on)]) }

    @Test func whatIsKeptComesBackInLaterRuns() throws {
        let room = try room(
            """
            did_become_active = function(app) print(app.store.seat and app.store.seat.colour or "nothing") end,
            did_touch = function(app, _, deed)
              if deed == "forget" then
                app.store.seat = nil
                assert(app.store.seat == nil)
              else
                local kept = { colour = deed, list = { 1, 2.5, true } }
                app.store.seat = kept
                kept.colour = "changed later"
                assert(app.store.seat.colour == deed and app.store.seat ~= kept, "the store keeps a copy")
              end
            end,
            """)
        let ann = try room["Ann"]
        for deed in ["red", "forget", "blue"] {
            try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
            try ann.touch(deed, of: "witness", in: room.chat)
            try ann.perform(.close, of: "witness", in: room.chat)
        }
        #expect(ann.printedLines == ["nothing", "red", "nothing"])
        #expect(ann.app(of: "witness")?.store.values["seat"]?["list"] == [1, .double(2.5), true])
        #expect(ann.notices == [])
        #expect(try room["Bob"].app(of: "witness")?.store.values["seat"] == nil)
    }

    @Test(arguments: [
        ("app.store[''] = 1", "1 to 256 bytes"), ("app.store[('k'):rep(257)] = 1", "1 to 256 bytes"),
        ("app.store[1] = 1", "1 to 256 bytes"), ("app.store.f = print", "app.store.f"),
        ("app.store.t = { { deep = function() end } }", "app.store.t"), ("app.store.n = 0/0", "app.store.n"),
        ("app.store.big = ('x'):rep(65536)", "64 KiB"),
    ]) func whatCantBeKeptIsAnErrorOfTheHook(_ deed: (String, String)) throws {
        let room = try room("did_touch = function(app) app.store.before = 1; \(deed.0) end,")
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("x", of: "witness", in: room.chat)
        #expect(ann.notices.count == 1)
        #expect(ann.notices.first?.text.contains(deed.1) == true, "\(ann.notices)")
        #expect(ann.notices.first?.text.hasPrefix("witness/game.lua:") == true, "\(ann.notices)")
        #expect(ann.app(of: "witness")?.store.values["before"] == nil)
    }

    @Test func aStoreIsFullAtAMegabyte() throws {
        let room = try room(
            "did_touch = function(app, _, n) for i = n == '17' and 17 or 1, n do app.store['k' .. i] = ('x'):rep(65000) end end,"
        )
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("16", of: "witness", in: room.chat)
        #expect(ann.notices == [])
        try ann.touch("17", of: "witness", in: room.chat)
        #expect(ann.notices.first?.text.contains("\(GameStoreLimits.game)") == true, "\(ann.notices)")
        #expect(ann.app(of: "witness")?.store.values["k17"] == nil)
    }

    @Test func bubblesReadAndDontWrite() throws {
        let room = try room(
            """
            did_become_active = function(app)
              if app.presentation_style ~= "transcript" then return end
              print("reads " .. app.store.deed)
              app.store.deed = "written by a bubble"
            end,
            did_touch = function(app, conversation, deed)
              app.store.deed = deed
              conversation:insert(parlor.message { url = "?x",
                layout = parlor.live_layout { alternate = parlor.template_layout {} } })
            end,
            """)
        let ann = try room["Ann"]
        ann.look(at: room.chat)
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("a", of: "witness", in: room.chat)  // the live draft runs in the draft field
        #expect(ann.printedLines == ["reads a"])
        #expect(ann.notices.count == 1)
        #expect(ann.notices.first?.text.contains("only the open game writes it") == true)
        #expect(ann.app(of: "witness")?.store.values["deed"] == "a")
    }
}
