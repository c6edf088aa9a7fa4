import Conversations
import GameRules
import LuaRuntime
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// An event has one budget for everything nested in it: messages that are read, answers, new
/// matches, and warnings.
@Suite struct EventBudgetTests {
    private let game = "witness"

    private func ann(_ on: String, limits: String = "{}") throws -> (SimulatedDevice, Room) {
        let room = try Room(["Ann", "Bob"], games: [try hooked(on, limits: limits)])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        return (ann, room)
    }

    private func expectLimit(_ limit: EventLimit, _ ann: SimulatedDevice, _ hook: String) {
        let last = ann.notices.last?.text ?? ""
        #expect(last == "witness/on.\(hook): \(limit)", "\(ann.notices.suffix(3))")
        #expect(ann.log.entries.last?.silentCase == .eventLimit)
    }

    /// Each `did_read` reads 64 more urls. Without a limit this took 1.7 GB and never ended.
    @Test func readingThatReadsEndsAtTheLimit() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(app, conversation)
              conversation:insert(parlor.message { url = "?half" })
              app.store.half = true
              app.match:read "?0"
            end,
            did_read = function(app) for i = 1, 64 do app.match:read("?" .. i) end end,
            """)
        let start = ContinuousClock().now
        try ann.touch("x", of: game, in: room.chat)
        #expect(ContinuousClock().now - start < .seconds(20))
        expectLimit(.requests, ann, "did_read")
        #expect(ann.notices.count <= EventBudgetTests.mostNotices + 1)
        #expect(ann.chats[room.chat]?.draft.isEmpty == true, "nothing is staged half")
        #expect(ann.app(of: game)?.store.values["half"] == nil)
        // the game continues
        try ann.perform(.close, of: game, in: room.chat)
        #expect(ann.style(of: game) == nil)
    }

    private static let mostNotices = 256

    @Test func answersThatAskEndAtTheLimit() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(_, conversation, deed)
              if deed == "first" then return conversation:insert(parlor.message { url = "?first" }) end
              local function again() conversation:insert(parlor.message { url = "?again" }, again) end
              again()
            end,
            """)
        try ann.touch("first", of: game, in: room.chat)
        try ann.touch("x", of: game, in: room.chat)
        expectLimit(.requests, ann, "completion")
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?first", "the draft is the one before")
    }

    @Test func matchesThatBeginMatchesEndAtTheLimit() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(app) app.match:begin() end,
            did_begin = function(app) app.match:begin() end,
            """)
        try ann.touch("x", of: game, in: room.chat)
        expectLimit(.requests, ann, "did_begin")
        #expect(ann.match(of: game, in: room.chat) == nil, "none of them was begun")
    }

    @Test func warningsOfMemoryCountWithTheEvent() throws {
        let (ann, room) = try ann(
            """
            did_receive_memory_warning = function(app, conversation)
              local function again() conversation:insert_text("x", again) end
              again()
            end,
            """)
        try ann.perform(.memoryWarning, of: game, in: room.chat)
        expectLimit(.requests, ann, "completion")
        #expect(ann.chats[room.chat]?.draft.text == "")
    }

    @Test func whatIsPrintedCountsTogether() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(app) print(("x"):rep(40000)) app:request_presentation_style "expanded" end,
            will_transition = function() print(("y"):rep(20000)) end,
            did_transition = function() print(("z"):rep(20000)) end,
            """)
        try ann.touch("x", of: game, in: room.chat)
        expectLimit(.printed, ann, "did_transition")
        #expect(ann.printouts.map(\.text.utf8.count).reduce(0, +) == 64 << 10)
    }

    @Test func noticesCountTogether() throws {
        // The rejection of each url is one line for the person. 64 requests with one line each
        // don't exceed the limits of an event.
        #expect(EventLimit.allCases.map(\.rawValue) == ["requests", "printed", "notices", "time"])
        let (ann, room) = try ann(
            "did_touch = function(app) for i = 1, 64 do app.match:read('?' .. i) end end, did_read = function() end,")
        try ann.touch("x", of: game, in: room.chat)
        #expect(ann.notices.count == 1, "it is the same line: told once, however often it comes up in an event")
        #expect(ann.log.entries.last?.silentCase == nil)
    }

    @Test func moreThan256NoticesEndTheEvent() throws {
        let (ann, room) = try ann(
            "did_touch = function(_, conversation) conversation:insert(parlor.message { url = '?staged' }) end,")
        try ann.loop.event(of: game, in: room.chat) { () throws(DeviceError) in
            try ann.touch("x", of: game, in: room.chat)
            for number in 1...256 { ann.games[game]?.app.channel.note("line \(number)", in: room.chat) }
        }
        #expect(ann.notices.count == 256 && ann.log.entries.last?.silentCase == nil, "so many are allowed")
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?staged")
        try ann.perform(.userDeleteDraft, of: game, in: room.chat)
        try ann.loop.event(of: game, in: room.chat) { () throws(DeviceError) in
            try ann.touch("x", of: game, in: room.chat)
            for number in 1...300 { ann.games[game]?.app.channel.note("line \(number)", in: room.chat) }
        }
        #expect(ann.notices.count == 2 * 256 + 1)
        #expect(ann.notices.last?.text == "witness: \(EventLimit.notices)")
        #expect(ann.log.entries.last?.silentCase == .eventLimit)
        #expect(ann.chats[room.chat]?.draft.isEmpty == true, "what was staged is taken back")
    }

    /// No hook exceeds its own time, but together the hooks exceed the time of the event.
    @Test func theTimeOfAllHooksCountsTogether() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(_, conversation)
              local function again()
                print "ran"
                for _ = 1, 3000000 do end
                conversation:insert(parlor.message { url = "?x" }, again)
              end
              again()
            end,
            """)
        ann.eventTime = { .milliseconds(100) }
        try ann.touch("x", of: game, in: room.chat)
        expectLimit(.time, ann, "completion")
        #expect((2...63).contains(ann.printedLines.count), "several hooks had their part: \(ann.printedLines.count)")
        #expect(ann.chats[room.chat]?.draft.isEmpty == true)
        #expect(ann.notices.count == 1, "one line, not one for each hook")
        ann.eventTime = { .seconds(30) }
        try ann.perform(.close, of: game, in: room.chat)
        #expect(ann.style(of: game) == nil, "the game goes on")
    }

    /// If a hook exceeds a limit that the script declares, only the hook ends, not the event.
    @Test func eachHookHasItsOwnTime() throws {
        let (ann, room) = try ann(
            "did_touch = function(app) while true do end end, did_begin = function() end,", limits: "{ time = 0.05 }")
        for _ in 1...3 { try ann.touch("x", of: game, in: room.chat) }
        #expect(ann.notices.count == 3)
        #expect(ann.notices.allSatisfy { $0.failure?.error.limit == .time })
    }

    @Test func whatWasSentHasLeft() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(_, conversation) conversation:send(parlor.message { url = "?sent" }) end,
            did_start_sending = function(app, conversation)
              local function again() conversation:insert_text("x", again) end
              again()
            end,
            """)
        try ann.touch("x", of: game, in: room.chat)
        expectLimit(.requests, ann, "completion")
        #expect(ann.departures.map(\.delivery.post.message?.url) == ["?sent"])
        #expect(ann.chats[room.chat]?.draft.isEmpty == true)
    }

    @Test func sixtyFourInAllAreAllowed() throws {
        let (ann, room) = try ann(
            """
            did_touch = function(app, conversation, count)
              local left = tonumber(count)
              local function again()
                if left == 0 then return end
                left = left - 1
                conversation:insert(parlor.message { url = "?" .. left }, again)
              end
              again()
            end,
            """)
        try ann.touch("64", of: game, in: room.chat)
        #expect(ann.notices == [] && ann.chats[room.chat]?.draft.staged?.message.url == "?0")
        try ann.touch("65", of: game, in: room.chat)
        expectLimit(.requests, ann, "completion")
    }
}
