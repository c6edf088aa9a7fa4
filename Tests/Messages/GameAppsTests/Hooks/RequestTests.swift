import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import Simulation
import Testing

/// The requests of scripts, and their later answers with the codes of the Messages framework.
@Suite struct RequestTests {
    private static let script = """
        did_start_sending = function() end, -- its urls are no matches
        did_become_active = function(app, conversation)
          if app.store.early then deed(app, conversation, app.store.early) end
        end,
        did_touch = function(app, conversation, what)
          if what:find "^early" then app.store.early = what:match "^early (.*)" else deed(app, conversation, what) end
        end,
        """
    private static let deed = """
        (function(app, conversation, what)
          local has_returned = false
          local function answered(error)
            assert(has_returned, "an answer comes later")
            print(what .. ": " .. (error and error.code or "fine"))
          end
          local verb, file = what:match "^(%l+) ?(.*)$"
          local message = parlor.message { url = "?x" }
          if verb == "long" then conversation:insert(parlor.message { url = ("x"):rep(5001) }, answered)
          elseif verb == "fits" then conversation:insert(parlor.message { url = ("x"):rep(5000) }, answered)
          elseif verb == "insert" then conversation:insert(message, answered)
          elseif verb == "send" then conversation:send(message, answered)
          elseif verb == "twice" then
            conversation:send(message, answered)
            conversation:send(message, answered)
          elseif verb == "text" then conversation:insert_text("hello", answered)
          elseif verb == "sticker" then
            conversation:insert({ kind = "sticker", path = file, label = file == "label.png" and ("l"):rep(151) or "A dot" }, answered)
          elseif verb == "attach" then conversation:insert_attachment(file, answered) end
          has_returned = true
        end)
        """

    private func device(_ profile: HostProfile, folder: URL? = nil) throws -> (SimulatedDevice, Chat.ID) {
        let on = Self.script.replacingOccurrences(of: "deed(app, conv", with: Self.deed + "(app, conv")
        let room = try Room(["Ann", "Bob"], games: [try hooked(on, folder: folder)], profile: profile)
        return (try room["Ann"], room.chat)
    }

    private func answers(
        _ deeds: [String], _ profile: HostProfile, in context: PresentationContext = .messages, folder: URL? = nil
    ) throws -> [String] {
        let (ann, chat) = try device(profile, folder: folder)
        try ann.perform(.openFromDrawer(context), of: "witness", in: chat)
        for deed in deeds { try ann.touch(deed, of: "witness", in: chat) }
        // each answer with an error is one notice to the person
        #expect(ann.notices.count == ann.printedLines.count { !$0.hasSuffix("fine") }, "\(ann.notices)")
        return ann.printedLines
    }

    @Test(arguments: [HostProfile.documented, .modern]) func urlsHaveAnEnd(_ profile: HostProfile) throws {
        #expect(try answers(["fits", "long", "insert"], profile) == ["fits: fine", "long: 8", "insert: fine"])
        let (ann, chat) = try device(profile)
        try ann.perform(.openFromDrawer(), of: "witness", in: chat)
        for deed in ["insert", "long"] { try ann.touch(deed, of: "witness", in: chat) }
        #expect(ann.chats[chat]?.draft.staged?.message.url == "?x")  // a rejected insert keeps the draft
    }

    @Test func aSendNeedsATouchOfItsOwn() throws {
        #expect(try answers(["twice", "send"], .documented) == ["twice: fine", "twice: 9", "send: fine"])
        #expect(try answers(["twice"], .modern) == ["twice: fine", "twice: fine"])  // the second is staged
    }

    @Test(arguments: [HostProfile.documented, .modern]) func aSendNeedsAView(_ profile: HostProfile) throws {
        let (ann, chat) = try device(profile)
        try ann.perform(.openFromDrawer(), of: "witness", in: chat)
        try ann.touch("early send", of: "witness", in: chat)
        try ann.perform(.close, of: "witness", in: chat)
        try ann.perform(.openFromDrawer(), of: "witness", in: chat)
        #expect(ann.printedLines == ["send: 10"])
        #expect(ann.departures.isEmpty)
    }

    @Test(arguments: [HostProfile.documented, .modern]) func cameraAndCallTakePicturesOnly(
        _ profile: HostProfile
    ) throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        #expect(
            try answers(
                ["insert", "send", "text", "sticker dot.png", "attach note.txt", "attach dot.png"], profile,
                in: .media, folder: folder.url) == [
                    "insert: 11", "send: 11", "text: 11", "sticker dot.png: fine", "attach note.txt: 11",
                    "attach dot.png: fine",
                ])
    }

    @Test func whatIsInsertedIsTheCopyOfThatMoment() throws {
        let script = try hooked(
            """
            did_touch = function(_, conversation)
              local message = parlor.message { url = "?before" }
              conversation:insert(message)
              message.url = "?after"
            end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("x", of: "witness", in: room.chat)
        #expect(ann.chats[room.chat]?.draft.staged?.message.url == "?before")
    }

    @Test func aLiveLayoutNeedsAnAlternate() throws {
        let script = try hooked(
            """
            did_touch = function(_, conversation)
              conversation:insert { kind = "message", url = "?x", layout = { kind = "live" } }
            end,
            """)
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("x", of: "witness", in: room.chat)
        #expect(ann.chats[room.chat]?.draft.isEmpty == true)
        #expect(ann.notices.first?.text.contains("alternate") == true)
    }

    @Test func badFilesAreAnsweredByTheirCodes() throws {
        let folder = try StickerFolder()
        defer { folder.delete() }
        let stickers = [
            "none.png": 4, "../secret.png": 4, "out.png": 4, "sub.png": 3, "file:x": 4, "https:x": 4, "label.png": 5,
            "empty.png": 6, "huge.png": 6, "text.png": 7,
        ]
        for (name, code) in stickers.sorted(by: { $0.key < $1.key }) {
            #expect(
                try answers(["sticker \(name)"], .modern, folder: folder.url) == ["sticker \(name): \(code)"])
        }
        #expect(
            try answers(["attach none.txt", "attach https:x", "attach note.txt"], .modern, folder: folder.url) == [
                "attach none.txt: 1", "attach https:x: 4", "attach note.txt: fine",
            ])
    }
}
