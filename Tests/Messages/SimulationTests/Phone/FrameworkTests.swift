import Conversations
import Foundation
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessagesTesting
import Simulation
import Testing
import Values

/// The behaviour of the Messages framework for scripts and people, on whole devices.
@Suite struct FrameworkTests {
    static let profiles: [HostProfile] = [.documented, .modern]
    private let game = "witness"

    private func room(
        _ on: String, _ profile: HostProfile = .modern, limits: String = "{}"
    ) throws -> (SimulatedDevice, SimulatedDevice, Room) {
        let room = try Room(["Ann", "Bob"], games: [try hooked(on, limits: limits)], profile: profile)
        return (try room["Ann"], try room["Bob"], room)
    }

    @Test(arguments: profiles) func insertsNeedNoTouch(_ profile: HostProfile) throws {
        let (ann, _, room) = try room(
            """
            did_become_active = function(_, conversation)
              conversation:insert(parlor.message { url = "?early" }, function(error) print(tostring(error)) end)
            end,
            """, profile)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?early" && ann.printedLines == ["nil"])
    }

    /// A touch permits one message. The completion of the second message shows whether that message
    /// was rejected or staged.
    @Test(arguments: profiles) func aSendWithoutATouchIsRefusedOrStaged(_ profile: HostProfile) throws {
        let (ann, _, room) = try room(
            """
            did_touch = function(_, conversation)
              for _, url in ipairs { "?one", "?two" } do
                conversation:send(parlor.message { url = url }, function(error)
                  print(url .. " " .. (error and error.code or "nil"))
                end)
              end
            end,
            did_start_sending = function(_, _, message) print("started " .. message.url) end,
            """, profile)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        let isStaged = profile.sendWithoutTouch == .stage
        #expect(ann.printedLines == ["?one nil", "started ?one", isStaged ? "?two nil" : "?two 9"])
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == (isStaged ? "?two" : nil))
        guard isStaged else { return }
        try ann.perform(.userSend, of: game, in: room.chat)
        #expect(ann.printedLines.last == "started ?two")
    }

    @Test(arguments: profiles) func insertsOnTheWayOutAreStaged(_ profile: HostProfile) throws {
        let (ann, _, room) = try room(
            """
            will_resign_active = function(_, conversation) conversation:insert(parlor.message { url = "?late" }) end,
            did_resign_active = function(_, conversation) conversation:insert_text "later" end,
            """, profile)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.perform(.close, of: game, in: room.chat)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?late")
        #expect(ann.chats[room.chat]?.draft.text == (profile == .modern ? "" : "later"))
    }

    @Test(arguments: profiles) func liveBubblesTakeTaps(_ profile: HostProfile) throws {
        let room = try Room(["Ann", "Bob"], games: [try liveScript("tic-tac-toe")], profile: profile)
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try room.open("tic-tac-toe", on: ann)
        try ann.touch("start", of: "tic-tac-toe", in: room.chat)
        try ann.touch("b2", of: "tic-tac-toe", in: room.chat)
        try ann.perform(.userSend, of: "tic-tac-toe", in: room.chat)
        bob.look(at: room.chat)
        try room.deliver()
        let item = try #require(bob.lastBubble(of: "tic-tac-toe", in: room.chat)).id
        try bob.touch("a1", bubble: item, of: "tic-tac-toe", in: room.chat)
        #expect(bob.style(of: "tic-tac-toe") == nil, "the game isn't opened for it")
        #expect(bob.match(of: "tic-tac-toe", in: room.chat)?.record.draft?.text == "a1")
        #expect(bob.chats[room.chat]?.draft.staged?.message.url != nil)
        // the live draft takes touches, too
        try bob.touchDraft("a2", of: "tic-tac-toe", in: room.chat)
        #expect(
            bob.match(of: "tic-tac-toe", in: room.chat)?.record.draft?.text == "a2", "it takes the place of the other")
        #expect(throws: DeviceError.self) { try ann.touch("a1", bubble: item, of: "tic-tac-toe", in: room.chat) }
    }

    @Test func withoutAMatchTheStartIsShown() throws {
        let room = try Room(["Ann", "Bob"], games: [try script("battleship")])
        let ann = try room["Ann"]
        for style in [PresentationStyle.compact, .expanded] {
            let scene = try #require(try ann.scene(of: "battleship", in: room.chat, style: style))
            let text = "\(scene)"
            #expect(text.contains("Battleship") && text.contains("start"))
            let isWhole = try text.contains("size 10") && text.contains(script("battleship").summary)
            #expect(isWhole == (style == .expanded), "\(text)")
        }
    }

    /// Ann hides two ships in a row, and both moves are in one message.
    @Test(arguments: profiles) func whatASeatDoesInARowIsOneMessage(_ profile: HostProfile) throws {
        let game = "hideout"
        let room = try Room(["Ann", "Bob"], games: [try script(hideout)], profile: profile)
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try room.open(game, on: ann)
        try ann.touch("start", of: game, in: room.chat)
        try ann.touch("a1", of: game, in: room.chat)
        #expect(ann.style(of: game) == .expanded, "the board stays")
        #expect(ann.legalMoves(of: game, in: room.chat).count == 8)
        try ann.touch("b2", of: game, in: room.chat)
        #expect(ann.style(of: game) == .compact && ann.legalMoves(of: game, in: room.chat).isEmpty)
        #expect(ann.chats[room.chat]?.transcript.items.isEmpty == true)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        try room.open(game, on: bob)
        #expect(bob.match(of: game, in: room.chat)?.record.signedLog.log.plies.count == 2)
        #expect(
            bob.match(of: game, in: room.chat)?.record.signedLog.head
                == ann.match(of: game, in: room.chat)?.record.signedLog.head)
        // nobody got a notice of a problem
        #expect(ann.news == [] && bob.news == [])
    }

    @Test(arguments: profiles) func aReceivedMessageCanBePassedOn(_ profile: HostProfile) throws {
        let (ann, bob, room) = try room(
            """
            did_touch = function(_, conversation, deed)
              if deed == "again" then return conversation:insert(conversation.selected_message) end
              conversation:insert(parlor.message { url = "?x", session = one, summary_text = "secret", should_expire = true,
                layout = parlor.live_layout { alternate = parlor.template_layout {
                  image = { kind = "text", text = "A picture" }, media_file_url = "film.mov", caption = "Words" } } })
            end,
            view_did_appear = function(app, conversation)
              local message = conversation.selected_message
              if not message or app.presentation_style == "transcript" then return end
              local layout = message.layout.alternate
              print(message.url, message.session == one, message.should_expire, message.sender_participant_identifier
                == conversation.remote_participant_identifiers[1], message.pending, message.summary_text,
                layout.image.kind, layout.media_file_url, layout.caption)
            end,
            did_start_sending = function() end,
            """, profile)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("x", of: game, in: room.chat)
        let sent = try #require(ann.chats[room.chat]?.draft.staged?.message)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        try room.open(game, on: bob)
        #expect(bob.printedLines == ["?x\ttrue\ttrue\ttrue\tfalse\tnil\tpicture\tfilm.mov\tnil"])
        try bob.touch("again", of: game, in: room.chat)
        let staged = try #require(bob.chats[room.chat]?.draft.staged?.message)
        #expect(staged.layout?.isLive == true && staged.image == sent.image && staged.image != nil)
        #expect(staged.layout?.template.mediaFileURL == "film.mov" && staged.session == sent.session)
        #expect(staged.shouldExpire)
    }

    /// If the host echoes own messages, the echo comes first, and `did_start_sending` follows a
    /// second later by the device's clock.
    @Test func theEchoComesBeforeTheStart() throws {
        let room = try Room(["Ann", "Bob"], games: [try witness()])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("a", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.open(game, on: ann)
        try ann.perform(.collapse, of: game, in: room.chat)
        try ann.touch("b", of: game, in: room.chat)
        #expect(
            try ann.events { try ann.perform(.userSend, of: game, in: room.chat) } == [
                "will_select", "did_select", "did_receive",
            ])
        #expect(ann.nextTimer == .seconds(1))
        #expect(try ann.events { ann.pass(.milliseconds(999)) } == [])
        #expect(try ann.events { ann.pass(.milliseconds(1)) } == ["did_start_sending"])
        #expect(ann.nextTimer == nil)
    }

    @Test(arguments: profiles) func anErrandIsExpanded(_ profile: HostProfile) throws {
        let (ann, _, room) = try room(
            """
            did_touch = function(_, conversation) conversation:insert(parlor.message { url = "?x" }) end,
            did_start_sending = function(app) print(app.presentation_style) end,
            """, profile)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("x", of: game, in: room.chat)
        try ann.perform(.close, of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        #expect(ann.printedLines == ["expanded"])
    }

    @Test(arguments: profiles) func onlyExpandedStyleTakesText(_ profile: HostProfile) throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game { title = "Ask", setup = function() return { n = 0 } end,
              moves = { ask = { args = { type = "text", max = 20, examples = { "why" } },
                                play = function(state) state.n = state.n + 1 end } },
              outcome = function(state) if state.n > 3 then return parlor.draw() end end }
            """
        let asking = try GameScript(
            GameFolder(id: "ask", game: source), library: ScriptSource(folder: home.sdk))
        let room = try Room(["Ann", "Bob"], games: [asking], profile: profile)
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "ask", in: room.chat)
        try ann.touch("start", of: "ask", in: room.chat)
        try ann.perform(.collapse, of: "ask", in: room.chat)
        do {
            try ann.touch("ask why not", of: "ask", in: room.chat)
            Issue.record("compact style took text")
        } catch {
            #expect("\(error)".contains("expand the game first"))
        }
        #expect(ann.match(of: "ask", in: room.chat)?.record.draft == nil)
        try ann.perform(.expand, of: "ask", in: room.chat)
        try ann.touch("ask why not", of: "ask", in: room.chat)
        #expect(ann.match(of: "ask", in: room.chat)?.record.draft?.text == "ask why not")
    }

    @Test(arguments: profiles) func inACameraNothingIsReceived(_ profile: HostProfile) throws {
        let (ann, bob, room) = try room(
            """
            view_did_appear = function(app) print(app.presentation_context) end,
            did_receive = function() print "received" end, did_start_sending = function() end,
            did_touch = function(_, conversation) conversation:insert(parlor.message { url = "?x" }) end,
            """, profile)
        try ann.perform(.openFromDrawer(.media), of: game, in: room.chat)
        try bob.perform(.openFromDrawer(), of: game, in: room.chat)
        try bob.touch("x", of: game, in: room.chat)
        try bob.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        #expect(ann.printedLines == ["media"] && bob.printedLines == ["messages"])
    }

    @Test func whatCantBeSentForGoodSaysSo() throws {
        let world = try Simulation(
            of: ["Ann", "Bob"],
            games: [
                try hooked(
                    """
                    did_start_sending = function() end,
                    did_touch = function(_, conversation) conversation:insert(parlor.message { url = "?x" }) end,
                    view_did_appear = function(_, conversation)
                      local message = conversation.selected_message
                      if message then print(message.error and message.error.code) end
                    end,
                    """)
            ], seed: 1)
        let ann = try world.device("Ann")
        world.network.setOffline("Ann")
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.openFromDrawer(), of: game, in: world.chat)
            try ann.touch("x", of: game, in: world.chat)
            try ann.perform(.userSend, of: game, in: world.chat)
        }
        try world.advance(by: .seconds(12 * 3600))
        let item = try #require(ann.lastBubble(of: game, in: world.chat))
        #expect(item.bubble?.message.error == nil, "half a day is no reason")
        try world.advance(by: .seconds(24 * 3600))
        #expect(ann.lastBubble(of: game, in: world.chat)?.bubble?.message.error?.code == .unknown)
        #expect(world.undelivered("Ann").isEmpty && world.nextEvent == nil)
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.close, of: game, in: world.chat)
            try ann.perform(.tapBubble(item.id), of: game, in: world.chat)
        }
        #expect(ann.printedLines.last == "-1", "\(ann.printedLines)")
    }

    /// Three bubbles and the open game nearly fill the memory pool. All instances are warned before
    /// garbage is collected.
    @Test func memoryRunsShortWithAWord() throws {
        let (ann, bob, room) = try room(
            """
            did_become_active = (function()
              local hoard
              return function()
                hoard = {}
                for i = 1, 48 do hoard[i] = ("x"):rep(500000) .. i end
              end
            end)(),
            did_receive_memory_warning = function(app) print("warned", app.presentation_style) end,
            did_touch = function(_, conversation, deed)
              conversation:insert(parlor.message { url = "?" .. deed,
                layout = parlor.live_layout { alternate = parlor.template_layout { caption = deed } } })
            end,
            did_start_sending = function() end,
            """)
        for deed in ["a", "b", "c", "d"] {
            try bob.perform(.openFromDrawer(), of: game, in: room.chat)
            try bob.touch(deed, of: game, in: room.chat)
            try bob.perform(.userSend, of: game, in: room.chat)
            try bob.perform(.close, of: game, in: room.chat)
        }
        try room.deliver()
        ann.look(at: room.chat)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        #expect(ann.printedLines.contains("warned\ttranscript"), "\(ann.printedLines) \(ann.notices)")
        #expect(ann.log.entries.contains { $0.event?.callback == .didReceiveMemoryWarning })
        let failure = ann.log.entries.firstIndex { $0.event?.callback == .didReceiveMemoryWarning } ?? .max
        let pool = ann.notices.firstIndex { $0.failure?.error.limit == .pool }
        #expect(pool == nil || failure < .max, "the word comes before the end")
    }

    @Test(arguments: profiles) func whatIsToExpireGoes(_ profile: HostProfile) throws {
        let (ann, bob, room) = try room(
            """
            did_touch = function(_, conversation)
              conversation:insert(parlor.message { url = "?x", should_expire = true })
            end,
            did_start_sending = function() end,
            """, profile)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("x", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        bob.pass(.seconds(3600))
        #expect(bob.chats[room.chat]?.transcript.items.count == 1, "unread, it stays")
        try room.open(game, on: bob)
        bob.pass(.seconds(119))
        #expect(bob.chats[room.chat]?.transcript.items.count == 1)
        bob.pass(.seconds(1))
        #expect(bob.chats[room.chat]?.transcript.items.isEmpty == true)
        #expect(ann.chats[room.chat]?.transcript.items.count == 1, "each phone by itself")
    }

    @Test func devicesWithoutTheGameSayHowToGetIt() throws {
        let game = "tic-tac-toe"
        let world = try Simulation(
            of: ["Ann", "Bob", "Cy"], games: [try liveScript(game)], seed: 1, without: ["Bob"], desktops: ["Cy"])
        let (bob, cy) = (try world.device("Bob"), try world.device("Cy"))
        #expect(bob.installedGames == [] && cy.installedGames == [] && cy.kind == .desktop)
        #expect(throws: DeviceError.self) { try cy.install(script(game)) }
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.openFromDrawer(), of: game, in: world.chat)
            for move in ["start", "b2"] { try ann.touch(move, of: game, in: world.chat) }
            try ann.perform(.userSend, of: game, in: world.chat)
        }
        try world.settle()
        for device in [bob, cy] {
            let item = try #require(device.lastBubble(of: game, in: world.chat))
            let shown = try #require(item.bubble?.message.layout?.template)
            #expect(
                shown.imageTitle == "Tic-Tac-Toe" && shown.image != nil && shown.caption?.contains("played b2") == true)
            #expect(device.picture(of: item, in: world.chat) == nil, "it can't run the game for it")
            let outcome = try device.tap(item.id, in: world.chat)
            if device === cy {
                #expect(outcome == .browser(url: item.bubble?.message.url ?? ""))
            } else {
                guard case .missing(game, let sentence) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(sentence.contains("Tic-Tac-Toe") && sentence.contains("Install"))
                try device.install(script(game))
                #expect(try device.tap(item.id, in: world.chat) == .opened)
                #expect(device.style(of: game) == .expanded)
            }
        }
    }

    /// Scripts can use Apple's names and the short names for the same functions.
    @Test func namesOfMessagesExist() throws {
        let (ann, _, room) = try room(
            """
            did_touch = function(app, conversation)
              assert(conversation.local_participant_identifier == conversation.local_participant)
              assert(conversation.remote_participant_identifiers[1] == conversation.remote_participants[1])
              assert(app.presentation_context == "messages")
              conversation:insert_message(parlor.message { url = "?x" })
              conversation:insert_text "words"
              conversation:send_text("more", function(error) print(error and error.code) end)
              for _, name in ipairs { "insert_sticker", "send_message", "send_sticker", "send_attachment" } do
                assert(conversation[name], name)
              end
            end,
            """)
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("x", of: game, in: room.chat)
        #expect(ann.notices == [] && ann.printedLines == ["nil"])
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?x")
        #expect(ann.departures.map(\.delivery.post) == [.text("more")])
    }

    /// The log of calls also contains the hooks that aren't callbacks of the lifecycle.
    @Test func theLogIsWhole() throws {
        let room = try Room(["Ann", "Bob"], games: [try script("tic-tac-toe")])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "tic-tac-toe", in: room.chat)
        try ann.touch("start", of: "tic-tac-toe", in: room.chat)
        try ann.touch("b2", of: "tic-tac-toe", in: room.chat)
        #expect(
            ann.calls.lines(of: "tic-tac-toe").dropFirst(5) == [
                "main1 compact - did_touch(start) -", "main1 compact - did_begin -",
                "main1 compact - will_transition(expanded) -", "main1 expanded - did_transition(expanded) -",
                "main1 expanded - did_touch(b2) -", "main1 expanded - completion -",
                "main1 expanded - will_transition(compact) -", "main1 compact - did_transition(compact) -",
                "main1 compact - completion(2) -",
            ])
        #expect(ann.calls.lines(of: "tic-tac-toe").count == ann.log.entries.count + ann.calls.hostHooks.count)
    }
}
