import Conversations
import GameRules
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// If the memory pool runs short, instances are warned, then garbage is collected, then instances
/// in bubbles are ended.
@Suite struct MemoryPressureTests {
    private let game = "witness"

    /// Returns a device whose instances use 24 MB each. Each instance prints lines with the url of
    /// its message, or with its style if no message is selected.
    private func crowd(bubbles: Int) throws -> (SimulatedDevice, Room) {
        let room = try Room(
            ["Ann", "Bob"],
            games: [
                try hooked(
                    """
                    did_become_active = (function()
                      local hoard
                      return function(app, conversation)
                        local shown = conversation.selected_message
                        print("runs " .. (shown and shown.url or app.presentation_style))
                        hoard = {}
                        for i = 1, 48 do hoard[i] = ("x"):rep(500000) .. i end
                      end
                    end)(),
                    did_receive_memory_warning = function(app, conversation)
                      local shown = conversation.selected_message
                      print("warned " .. (shown and shown.url or app.presentation_style))
                    end,
                    did_touch = function(app, conversation, deed)
                      if deed == "see" then return print("seen " .. conversation.selected_message.url) end
                      conversation:insert(parlor.message { url = "?" .. deed,
                        layout = parlor.live_layout { alternate = parlor.template_layout { caption = deed } } })
                    end,
                    did_start_sending = function() end,
                    """)
            ])
        let bob = try room["Bob"]
        for deed in ["a", "b", "c", "d", "e"].prefix(bubbles) {
            try bob.perform(.openFromDrawer(), of: game, in: room.chat)
            try bob.touch(deed, of: game, in: room.chat)
            try bob.perform(.userSend, of: game, in: room.chat)
            try bob.perform(.close, of: game, in: room.chat)
            try room.deliver()  // deliver one message at a time, so that their order is fixed
        }
        let ann = try room["Ann"]
        ann.look(at: room.chat)
        return (ann, room)
    }

    private func running(_ ann: SimulatedDevice) -> [String] {
        (ann.games[game]?.lifecycle.running ?? []).map { $0.selectedMessage?.url ?? "main" }.sorted()
    }

    @Test func backgroundEndsOldestFirstAfterTheWord() throws {
        let (ann, room) = try crowd(bubbles: 3)
        #expect(running(ann) == ["?a", "?b", "?c"], "\(ann.notices)")
        let a = try #require(ann.chats[room.chat]?.transcript.items.first { $0.bubble?.message.url == "?a" }?.id)
        try ann.touch("see", bubble: a, of: game, in: room.chat)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.perform(.expand, of: game, in: room.chat)
        #expect(ann.printedLines.contains("warned ?b"), "\(ann.printedLines)")
        #expect(running(ann).contains("main") && running(ann).contains("?a"), "\(running(ann)): a was used last")
        #expect(!running(ann).contains("?b"), "b wasn't used for longest")
        #expect(!(ann.games[game]?.isShort() ?? true))
        #expect(ann.notices == [], "nobody was told of a failure")
        // The bubble ?b isn't started again while there is no room, and no instance is warned
        // again.
        let warned = ann.printedLines.filter { $0.hasPrefix("warned") }.count
        for _ in 1...3 {
            try ann.perform(.collapse, of: game, in: room.chat)
            try ann.perform(.expand, of: game, in: room.chat)
        }
        #expect(ann.printedLines.filter { $0.hasPrefix("warned") }.count == warned)
        #expect(!running(ann).contains("?b"))
        // after the game was closed there is room, and the next event starts ?b again
        try ann.perform(.close, of: game, in: room.chat)
        #expect(running(ann) == ["?a", "?b", "?c"], "\(ann.notices)")
        #expect(ann.printedLines.last == "runs ?b")
    }

    @Test func aTouchBringsBackWhatWasEnded() throws {
        let (ann, room) = try crowd(bubbles: 3)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.perform(.expand, of: game, in: room.chat)
        #expect(!running(ann).contains("?a") && running(ann).contains("main"), "\(running(ann))")
        let a = try #require(ann.chats[room.chat]?.transcript.items.first { $0.bubble?.message.url == "?a" }?.id)
        try ann.touch("see", bubble: a, of: game, in: room.chat)
        #expect(ann.printedLines.last == "seen ?a", "\(ann.notices) \(ann.printedLines)")
        #expect(running(ann).contains("main") && running(ann).contains("?a"))
        try ann.perform(.collapse, of: game, in: room.chat)
        #expect(running(ann).contains("main"), "the open game is never ended")
        #expect(ann.notices == [])
    }

    @Test func lookingAwayForgetsWhatWasEnded() throws {
        let (ann, room) = try crowd(bubbles: 3)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.perform(.expand, of: game, in: room.chat)
        #expect(running(ann).count < 4)
        ann.look(at: nil)
        #expect(running(ann).isEmpty)
        ann.look(at: room.chat)
        #expect(running(ann) == ["?a", "?b", "?c"])
    }
}
