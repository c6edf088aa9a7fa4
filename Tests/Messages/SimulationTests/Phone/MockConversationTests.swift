import Conversations
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import Simulation
import Testing

@Suite struct MockConversationTests {
    @Test(arguments: [HostProfile.documented, .modern]) func aMatchIsBegunSentAndTakenBack(
        _ profile: HostProfile
    ) throws {
        let mock = try MockConversation(try script("tic-tac-toe"), profile: profile)
        try mock.open()
        try mock.touch("start")
        #expect(mock.inserted.isEmpty)
        try mock.touch("b2")
        #expect(mock.inserted.count == 1 && mock.sent.isEmpty)
        #expect(mock.completions == [.init(request: 2)], "the first was the move's")
        try mock.delete()
        try mock.touch("a1")
        try mock.send()
        #expect(mock.inserted.count == 2)
        #expect(mock.sent.map(\.post.message?.url) == [mock.inserted.last?.message?.url])
        #expect(mock.calls.contains("did_cancel_sending") && mock.calls.contains("did_start_sending"))
        try mock.close()
        #expect(mock.calls.last == "did_resign_active")
        #expect(mock.device.notices == [])
    }

    @Test func whatIsRefusedIsNotInserted() throws {
        let script = try hooked(
            """
            did_touch = function(_, conversation, deed)
              local message = parlor.message { url = deed == "long" and ("x"):rep(5001) or "?x" }
              if deed == "send" then conversation:send(message) else conversation:insert(message) end
            end,
            view_did_appear = function(_, conversation) conversation:insert(parlor.message { url = "?early" }) end,
            did_start_sending = function() end, did_receive = function(_, _, message) print(message.url) end,
            """)
        for profile in [HostProfile.documented, .modern] {
            let mock = try MockConversation(script, profile: profile)
            try mock.open()
            #expect(mock.inserted.count == 1, "an insert needs no touch")
            try mock.touch("long")
            #expect(mock.completions.last?.error?.code == .urlExceedsMaxSize)
            let before = mock.inserted.count
            try mock.touch("send")
            #expect(mock.inserted.count == before && mock.sent.map(\.post.message?.url) == ["?x"])
            try mock.receive(url: "?from Bob")
            #expect(mock.device.printouts.map(\.text) == ["?from Bob\n"])
            #expect(mock.device.chats[mock.chat]?.transcript.items.count == 2)
        }
    }

    @Test func theSameSeedGivesTheSameMessages() throws {
        let urls = try [UInt64(1), 1, 2].map { seed in
            let mock = try MockConversation(try script("tic-tac-toe"), seed: seed)
            try mock.open()
            for move in ["start", "b2"] { try mock.touch(move) }
            return mock.inserted.first?.message?.url
        }
        #expect(urls[0] != nil && urls[0] == urls[1] && urls[1] != urls[2])
    }
}
