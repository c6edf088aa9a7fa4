import Conversations
import Effort
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

/// If the system ends an instance after any callback, the match is undamaged, and the person can
/// open the game again and continue.
@Suite struct InterruptionTests {
    static let game = "tic-tac-toe"

    /// Plays a turn of Ann with all its steps. After an interruption, the remaining steps are still
    /// tried.
    private func turn(_ ann: SimulatedDevice, _ room: Room) throws {
        try? room.open(Self.game, on: ann)
        try? ann.touch("a1", of: Self.game, in: room.chat)
        try? ann.perform(.userSend, of: Self.game, in: room.chat)
        try room.deliver()
    }

    /// Returns a room in which Ann has started and Bob has answered; her phone shows the chat with
    /// its live bubbles.
    private func room(_ profile: HostProfile) throws -> Room {
        let room = try Room(["Ann", "Bob"], games: [try liveScript(Self.game)], profile: profile)
        let ann = try room["Ann"]
        try room.open(Self.game, on: ann)
        try ann.touch("start", of: Self.game, in: room.chat)
        try ann.touch("b2", of: Self.game, in: room.chat)
        try ann.perform(.userSend, of: Self.game, in: room.chat)
        try room.deliver()
        try room.play("c3", Self.game, by: room["Bob"])
        try ann.perform(.close, of: Self.game, in: room.chat)
        ann.look(at: room.chat)
        return room
    }

    @Test(arguments: [HostProfile.documented, .modern]) func aTurnSurvivesAnEndAtEveryStep(
        _ profile: HostProfile
    ) throws {
        let whole = try room(profile)
        let start = try whole["Ann"].log.entries.count
        try turn(whole["Ann"], whole)
        let steps = try whole["Ann"].log.entries.count - start
        #expect(steps > 20)
        // a quick run tries every third step, and different steps for each profile
        let stride = TestEffort.extent(quick: 3, full: 1)
        for step in 0..<steps where step % stride == (profile == .modern ? 0 : stride / 2) {
            let room = try room(profile)
            let (ann, bob) = (try room["Ann"], try room["Bob"])
            var seen = 0
            var killed: InstanceID?
            ann.interruption = { event in
                defer { seen += 1 }
                if seen == step { killed = event.instance }
                return seen == step
            }
            try turn(ann, room)
            ann.interruption = nil
            let place = "after step \(step), \(killed.map { "\($0)" } ?? "nobody"), \(profile == .modern)"
            #expect(killed != nil || step > 0, "\(place)")
            let plies = try #require(ann.match(of: Self.game, in: room.chat)).record.signedLog.log.plies.count
            #expect([3, 4].contains(plies), "\(place)")  // Ann's move, Bob's join and move, perhaps Ann's next
            // if Ann hasn't finished her turn, she can still finish it
            if plies == 3 {
                try room.open(Self.game, on: ann)
                if ann.match(of: Self.game, in: room.chat)?.record.draft == nil {
                    #expect(
                        ann.legalMoves(of: Self.game, in: room.chat).map(\.text).contains("a1"), "\(place)")
                    try ann.touch("a1", of: Self.game, in: room.chat)
                }
                if ann.style(of: Self.game) == .expanded { try ann.perform(.collapse, of: Self.game, in: room.chat) }
                try ann.perform(.userSend, of: Self.game, in: room.chat)
                try room.deliver()
            }
            try room.open(Self.game, on: bob)
            let known = [ann, bob].compactMap { $0.match(of: Self.game, in: room.chat)?.record.signedLog.head }
            #expect(known.count == 2 && known.first == known.last, "\(place)")
            try bob.touch("c1", of: Self.game, in: room.chat)
            try bob.perform(.userSend, of: Self.game, in: room.chat)
            try room.deliver()
            try room.open(Self.game, on: ann)
            #expect(ann.match(of: Self.game, in: room.chat)?.status.ply == 4, "\(place)")
            #expect(bob.match(of: Self.game, in: room.chat)?.record.dispute == nil, "\(place)")
            #expect(ann.legalMoves(of: Self.game, in: room.chat).isEmpty == false, "\(place)")
        }
    }

    /// The modern host drops the insert of a game that is no longer presented. The draft is then
    /// discarded, so the seat can move again.
    @Test func aDraftThatIsDroppedIsGivenUp() throws {
        let script = try hooked(
            """
            view_did_appear = function(app, conversation)
              if app.presentation_style == "transcript" then return end
              if not app.match.id then app.match:begin() return end
              app.match:play("1")
              app:dismiss()
              conversation:insert(app.match:message())
            end,
            did_begin = function() end,
            """)
        for profile in [HostProfile.documented, .modern] {
            let room = try Room(["Ann", "Bob"], games: [script], profile: profile)
            let ann = try room["Ann"]
            try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
            try ann.perform(.close, of: "witness", in: room.chat)
            try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
            let isDropped = profile.insertGate == .silentDrop
            #expect((ann.match(of: "witness", in: room.chat)?.record.draft == nil) == isDropped)
            #expect(ann.legalMoves(of: "witness", in: room.chat).isEmpty == !isDropped)
            #expect(ann.notices.map(\.text) == (isDropped ? ["1 isn't in the draft field: play it again."] : []))
        }
    }

    /// The staged message runs in the draft field, where its instance reads the message. The person
    /// can still discard the draft, or send it.
    @Test(arguments: [HostProfile.documented, .modern]) func aStagedMoveCanBeTakenBack(_ profile: HostProfile) throws {
        let room = try Room(["Ann", "Bob"], games: [try liveScript(Self.game)], profile: profile)
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: Self.game, in: room.chat)
        try ann.touch("start", of: Self.game, in: room.chat)
        try ann.touch("b2", of: Self.game, in: room.chat)
        #expect(ann.log.entries.contains { $0.event?.instance.kind == .draft })
        let staged = try #require(ann.match(of: Self.game, in: room.chat)?.record)
        #expect(staged.draft != nil && staged.signedLog.log.plies.isEmpty)
        try ann.perform(.userDeleteDraft, of: Self.game, in: room.chat)
        #expect(ann.match(of: Self.game, in: room.chat)?.record.draft == nil)
        #expect(ann.legalMoves(of: Self.game, in: room.chat).count == 9)
        try ann.touch("c1", of: Self.game, in: room.chat)
        try ann.perform(.userSend, of: Self.game, in: room.chat)
        let sent = try #require(ann.match(of: Self.game, in: room.chat)?.record)
        #expect(sent.draft == nil && sent.signedLog.log.plies.count == 1)
        #expect(ann.news == [])
    }

    /// A draft whose message was replaced in the draft field can't be sent, so it is discarded when
    /// the game is opened.
    @Test func aReplacedDraftIsGivenUp() throws {
        let script = try hooked(
            """
            did_touch = function(app, conversation, deed)
              if deed == "begin" then app.match:begin()
              elseif deed == "other" then conversation:insert(parlor.message { url = "?other" })
              else
                app.match:play(deed)
                conversation:insert(app.match:message())
              end
            end,
            did_begin = function() end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        for deed in ["begin", "1", "other"] { try ann.touch(deed, of: "witness", in: room.chat) }
        #expect(ann.legalMoves(of: "witness", in: room.chat).isEmpty)
        try ann.perform(.close, of: "witness", in: room.chat)
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        #expect(ann.legalMoves(of: "witness", in: room.chat).map(\.text) == ["1", "2"])
    }

    /// If a script tries to send a draft and the send is rejected, the completion can still insert
    /// the draft.
    @Test func aDraftThatWasRefusedCanBeInsertedInstead() throws {
        let script = try hooked(
            """
            did_touch = function(app, conversation, move)
              app.match:play(move)
              for _ = 1, 2 do conversation:send(parlor.message { url = "?x" }) end -- takes the touch
              conversation:send(app.match:message(), function(error)
                print(error.code)
                conversation:insert(app.match:message())
              end)
            end,
            did_become_active = function(app) if not app.match.id then app.match:begin() end end,
            did_begin = function() end, did_start_sending = function() end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script], profile: .documented)
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("1", of: "witness", in: room.chat)
        #expect(ann.printedLines == ["9"])
        let draft = try #require(ann.match(of: "witness", in: room.chat)?.record.draft)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == draft.url)
    }

    /// A draft that was sent becomes a part of the match even if the hook that should read it
    /// fails. Otherwise the seat could sign another ply on the same head.
    @Test func aSentDraftCountsWithoutItsHook() throws {
        let script = try hooked(
            """
            did_begin = function() end,
            did_start_sending = function() error "broken" end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("start", of: "witness", in: room.chat)
        try ann.touch("1", of: "witness", in: room.chat)
        try ann.perform(.userSend, of: "witness", in: room.chat)
        #expect(ann.notices.count == 1)
        let record = try #require(ann.match(of: "witness", in: room.chat)?.record)
        #expect(record.draft == nil && record.signedLog.log.plies.count == 1)
    }
}
