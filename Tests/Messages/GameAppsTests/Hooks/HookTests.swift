import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import Simulation
import Testing

/// The scenarios of the lifecycle (S1 to S17, see `Lifecycle`) for scripts. The script must have
/// printed one line for every event of the event log.
@Suite struct HookTests {
    static let profiles: [HostProfile] = [.documented, .modern]
    let game = "witness"

    /// Runs `body` with Ann's phone, Bob's phone and their room. Then checks that the script on
    /// each phone saw the events of the phone's event log.
    private func onAnn(
        _ profile: HostProfile, _ body: (SimulatedDevice, SimulatedDevice, Room) throws -> Void
    ) throws {
        let room = try Room(["Ann", "Bob"], games: [try witness()], profile: profile)
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try body(ann, bob, room)
        for device in [ann, bob] {
            #expect(device.printedLines == device.expectedLines, "\(device.person)")
            #expect(device.notices == [], "\(device.person)")
        }
        #expect(!ann.printedLines.isEmpty)
    }

    /// Sends a message that the script of a device makes for `deed`.
    private func send(_ deed: String, by device: SimulatedDevice, in room: Room) throws {
        try device.perform(.openFromDrawer(), of: game, in: room.chat)
        try device.touch(deed, of: game, in: room.chat)
        try device.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
    }

    private func bubble(_ device: SimulatedDevice, _ room: Room, _ url: String) throws -> TranscriptItem.ID {
        try #require(device.chats[room.chat]?.transcript.items.last { $0.bubble?.message.url == url }).id
    }

    @Test(arguments: profiles) func s1AndS15OpenFromTheDrawerAndClose(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            #expect(try ann.events { try ann.perform(.openFromDrawer(), of: game, in: room.chat) } == opening)
            #expect(try ann.events { try ann.perform(.close, of: game, in: room.chat) } == closing)
            #expect(
                ann.printedLines == [
                    "will_become_active|compact|-|-|-", "did_become_active|compact|active|-|-",
                    "view_will_appear|compact|active|-|-", "view_did_appear|compact|active|-|-",
                    "view_will_disappear|compact|active|-|-", "view_did_disappear|compact|active|-|-",
                    "will_resign_active|compact|active|-|-", "did_resign_active|compact|-|-|-",
                ])
        }
    }

    @Test(arguments: profiles) func s2AndS11ATappedBubbleIsSelectedFromTheStart(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, bob, room) throws in
            #expect(try ann.events { try send("a", by: bob, in: room) } == ["~ arrival while inactive"])
            #expect(ann.printouts.isEmpty)
            let item = try bubble(ann, room, "?a")
            #expect(try ann.events { try ann.perform(.tapBubble(item), of: game, in: room.chat) } == opening)
            #expect(ann.printedLines.first == "will_become_active|expanded|-|?a|-")
            #expect(ann.printedLines.last == "view_did_appear|expanded|active|?a|-")
            // S3b: a second tap on the same bubble causes no event
            #expect(try ann.events { try ann.perform(.tapBubble(item), of: game, in: room.chat) } == [])
        }
    }

    @Test(arguments: profiles) func s3AnotherBubbleIsTappedInCompact(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, bob, room) throws in
            try send("a", by: bob, in: room)
            try send("other", by: bob, in: room)
            try ann.perform(.tapBubble(try bubble(ann, room, "?a")), of: game, in: room.chat)
            try ann.perform(.collapse, of: game, in: room.chat)
            let before = ann.printedLines.count
            try ann.perform(.tapBubble(try bubble(ann, room, "?other")), of: game, in: room.chat)
            let selects = ["will_select|compact|active|?a|?other", "did_select|compact|active|?other|?other"]
            // the selection moves before or inside the transition, never after it
            let isFirst = profile.selectOrder == .beforeTransition
            let selection = isFirst ? "?other" : "?a"
            #expect(
                Array(ann.printedLines.dropFirst(before)) == (isFirst ? selects : [])
                    + ["will_transition|compact|active|\(selection)|expanded"] + (isFirst ? [] : selects)
                    + ["did_transition|expanded|active|?other|expanded"])
        }
    }

    @Test(arguments: profiles) func s4StylesChangeAfterTheRequestReturned(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            let before = ann.printedLines.count
            try ann.touch("expand", of: game, in: room.chat)  // the hook asserts that the style is unchanged
            try ann.perform(.collapse, of: game, in: room.chat)
            #expect(
                Array(ann.printedLines.dropFirst(before)) == [
                    "will_transition|compact|active|-|expanded", "did_transition|expanded|active|-|expanded",
                    "will_transition|expanded|active|-|compact", "did_transition|compact|active|-|compact",
                ])
            #expect(
                try ann.events { try ann.touch("transcript", of: game, in: room.chat) } == ["~ .transcript requested"])
            #expect(try ann.events { try ann.touch("dismiss", of: game, in: room.chat) } == closing)
        }
    }

    @Test(arguments: profiles) func s5InsertAndSend(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            #expect(try ann.events { try ann.touch("a", of: game, in: room.chat) } == ["completion(1)"])
            #expect(ann.chats[room.chat]?.transcript.items.isEmpty == true)
            #expect(ann.chats[room.chat]?.draft.staged?.message.isPending == true)
            #expect(
                try ann.events { try ann.perform(.userSend, of: game, in: room.chat) } == ["did_start_sending"])
            #expect(ann.printedLines.last == "did_start_sending|compact|active|-|?a")
            #expect(ann.chats[room.chat]?.transcript.items.last?.bubble?.message.isPending == false)
        }
    }

    @Test(arguments: profiles) func s5InExpandedTheAnswerWaitsForTheCollapse(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            try ann.perform(.expand, of: game, in: room.chat)
            #expect(try ann.events { try ann.touch("a", of: game, in: room.chat) } == [])
            #expect(
                try ann.events { try ann.perform(.collapse, of: game, in: room.chat) } == [
                    "will_transition(compact)", "did_transition(compact)", "completion(1)",
                ])
        }
    }

    @Test(arguments: profiles) func s6AndS7DeleteAndReplace(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            try ann.touch("a", of: game, in: room.chat)
            #expect(try ann.events { try ann.touch("b", of: game, in: room.chat) } == ["completion(2)"])
            #expect(
                try ann.events { try ann.perform(.userDeleteDraft, of: game, in: room.chat) }
                    == ["did_cancel_sending"])
            #expect(ann.printedLines.last == "did_cancel_sending|compact|active|-|?b")
            #expect(ann.chats[room.chat]?.transcript.items.isEmpty == true)
        }
    }

    @Test(arguments: profiles) func s8AnErrandHearsOneCallback(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            for (stimulus, callback) in [
                (Stimulus.userSend, "did_start_sending"), (.userDeleteDraft, "did_cancel_sending"),
            ] {
                try ann.perform(.openFromDrawer(), of: game, in: room.chat)
                try ann.touch("a", of: game, in: room.chat)
                try ann.perform(.close, of: game, in: room.chat)
                #expect(
                    try ann.events { try ann.perform(stimulus, of: game, in: room.chat) }
                        == errand + [callback] + errandOver)
                #expect(ann.style(of: game) == nil)
            }
        }
    }

    @Test(arguments: profiles) func s9SendTakesOneTouch(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            #expect(
                try ann.events { try ann.touch("send", of: game, in: room.chat) } == [
                    "completion(1)", "did_start_sending",
                ])
            #expect(ann.takeDepartures().count == 1)
            #expect(ann.chats[room.chat]?.draft.staged == nil)
        }
    }

    @Test(arguments: profiles) func s10AndS12Arrivals(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, bob, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            #expect(try ann.events { try send("a", by: bob, in: room) } == ["did_receive"])
            #expect(ann.printedLines.last == "did_receive|compact|active|-|?a")
            try ann.perform(.tapBubble(try bubble(ann, room, "?a")), of: game, in: room.chat)
            let before = ann.printedLines.count
            try send("b", by: bob, in: room)
            let heard = ann.printedLines.dropFirst(before)
            if profile.selectionOnArrival == .follow {
                #expect(
                    Array(heard) == [
                        "will_select|expanded|active|?a|?b", "did_select|expanded|active|?b|?b",
                        "did_receive|expanded|active|?b|?b",
                    ])
            } else {
                #expect(Array(heard) == ["did_receive|expanded|active|?a|?b"])
            }
        }
    }

    @Test(arguments: profiles) func s13AndS14LiveBubbles(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, bob, room) throws in
            ann.look(at: room.chat)
            let live = opening + ["content_size_that_fits(320)"]
            #expect(try ann.events { try send("live", by: bob, in: room) } == ["~ arrival while inactive"] + live)
            #expect(ann.printedLines.last == "content_size_that_fits|transcript|active|?live|320")
            let item = try bubble(ann, room, "?live")
            let size = try #require(ann.bubbleSize(of: item, game: game, in: room.chat))
            #expect(size.width == 320 && size.height == 40)  // the bubble requested a width of 5000
            let wider = DisplaySettings(maximumWidth: 400, textScale: 2, locale: "de")
            #expect(
                try ann.events { try ann.perform(.surroundings(wider), of: game, in: room.chat) }
                    == ["content_size_that_fits(400)"])
            #expect(try ann.events { try ann.perform(.surroundings(wider), of: game, in: room.chat) } == [])
            #expect(ann.bubbleSize(of: item, game: game, in: room.chat)?.width == 400)
            // S14: the bubble requests expanded style
            let told = ann.log.entries.compactMap { $0.event?.instance }
            let bubble = try #require(told.last)
            #expect(bubble.kind == .bubble)
            #expect(
                try ann.events { try ann.perform(.dismiss(bubble), of: game, in: room.chat) }
                    == ["~ dismiss in transcript"])
            #expect(
                try ann.events { try ann.perform(.requestStyle(bubble, .expanded), of: game, in: room.chat) }
                    == opening)
            #expect(ann.style(of: game) == .expanded)
            // S15 for the bubble
            let leaving = try ann.events { ann.look(at: nil) }
            #expect(leaving == closing + closing)
            #expect(ann.bubbleSize(of: item, game: game, in: room.chat) == nil)
        }
    }

    @Test(arguments: profiles) func s16EveryActivationIsANewState(_ profile: HostProfile) throws {
        let counting = try hooked(
            """
            did_become_active = (function()
              local count = 0
              return function() count = count + 1; print("count " .. count) end
            end)(),
            """)
        let room = try Room(["Ann", "Bob"], games: [counting], profile: profile)
        let ann = try room["Ann"]
        for _ in 1...2 {
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            try ann.perform(.close, of: game, in: room.chat)
        }
        #expect(ann.printedLines == ["count 1", "count 1"])
    }

    @Test(arguments: profiles) func s17AKilledInstanceHearsNothing(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            let main = try #require(ann.log.entries.first?.event?.instance)
            #expect(try ann.events { try ann.perform(.kill(main), of: game, in: room.chat) } == [])
            #expect(ann.style(of: game) == nil)
            #expect(ann.app(of: game)?.memoryUsed == 0)
            #expect(throws: DeviceError.self) { try ann.touch("a", of: game, in: room.chat) }
            #expect(try ann.events { try ann.perform(.openFromDrawer(), of: game, in: room.chat) } == opening)
        }
    }

    @Test(arguments: profiles) func ofAWrongSchemeNothingIsLeft(_ profile: HostProfile) throws {
        try onAnn(profile) { (ann, _, room) throws in
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            #expect(
                try ann.events { try ann.touch("wrong", of: game, in: room.chat) } == [
                    "~ wrong url scheme", "completion(1)",
                ])
            let staged = try #require(ann.chats[room.chat]?.draft.staged?.message)
            #expect(staged.url == nil && staged.summaryText == "was wrong")
        }
    }

    /// A hook that follows from another hook gets the same moment.
    @Test func followingHooksSeeTheSameMoment() throws {
        let script = try hooked(
            """
            will_transition = function(app) app.match:begin() end,
            did_begin = function(app, conversation)
              print(app.presentation_style .. " " .. tostring(app.active_conversation == conversation))
            end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.perform(.expand, of: game, in: room.chat)
        #expect(ann.printedLines == ["compact true"])
    }

    /// An instance that was started only to receive `did_start_sending` gets no `did_read`,
    /// although the message is read.
    @Test func anErrandHearsNothingThatFollows() throws {
        let script = try hooked("did_begin = function() end, did_read = function() print \"read\" end,")
        for isOpen in [true, false] {
            let room = try Room(["Ann", "Bob"], games: [script])
            let ann = try room["Ann"]
            try ann.perform(.openFromDrawer(), of: game, in: room.chat)
            for move in ["start", "1"] { try ann.touch(move, of: game, in: room.chat) }
            if !isOpen { try ann.perform(.close, of: game, in: room.chat) }
            try ann.perform(.userSend, of: game, in: room.chat)
            #expect(ann.printedLines == (isOpen ? ["read"] : []))
            #expect(ann.match(of: game, in: room.chat)?.record.signedLog.log.plies.count == 1)
        }
    }
}
