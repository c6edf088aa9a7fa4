import Conversations
import Foundation
import GameRules
import LuaRuntime
import MessageProtocol
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions

/// A host that is isolated to the main actor. Every call to the host runs on the main thread.
@MainActor private final class MainHost: @MainActor AppHost {
    var calls: [String] = []
    var inserted: Message?
    private func note(_ call: String) {
        MainActor.assertIsolated()
        #expect(!LuaThread.isCurrent, "\(call)")
        calls.append(call)
    }

    func carryOut(_ request: HostRequest, of instance: InstanceID) {
        note("carryOut")
        if case .insert(_, .message(let message)) = request { inserted = message }
    }
    func show(_ notice: Notice) { note("notice: \(notice.text)") }
    func willCall(_ hook: String, of instance: InstanceID, at moment: HostContext, about: String?) { note(hook) }
    func name(of participant: Participant) -> String? {
        note("name")
        return "Somebody"
    }
    func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool {
        note("isMatch")
        return false
    }
    func newMessageID() -> MessageID {
        note("newMessageID")
        return MessageID("m\(calls.count)")
    }
    func randomBytes(_ count: Int) -> [UInt8] {
        note("randomBytes")
        return (0..<count).map { _ in .random(in: .min ... .max) }
    }
    var now: Duration {
        note("now")
        return .seconds(1)
    }
    var turnLimit: Duration? {
        note("turnLimit")
        return .seconds(60)
    }
}

@MainActor @Suite struct MainActorHostTests {
    private let main = InstanceID(game: "tic-tac-toe", kind: .main, number: 1)
    private let moment = HostContext(
        Conversation(localParticipant: Participant(UUID()), remoteParticipants: [Participant(UUID())]), style: .expanded
    )

    @Test func everythingIsAskedWhereTheHostDelivered() throws {
        let host = MainHost()
        let app = try GameApp(script("tic-tac-toe"), playing: DisplayName(shortening: "Ann"), host: host)
        #expect(app.deliver(.load, to: main, at: moment).isAlive)
        app.deliver(.didBecomeActive, to: main, at: moment)
        try app.touch("start", in: main, at: moment)
        try app.touch("b2", in: main, at: moment)
        #expect(host.inserted?.url?.contains("tic-tac-toe") == true)
        // a message of another game's match
        let other = try script("connect-four")
        let others = MainHost()
        let otherApp = try GameApp(other, playing: DisplayName(shortening: "Bob"), host: others)
        let instance = InstanceID(game: "connect-four", kind: .main, number: 1)
        otherApp.deliver(.load, to: instance, at: moment)
        try otherApp.touch("start", in: instance, at: moment)
        try otherApp.touch("1", in: instance, at: moment)
        let message = try #require(others.inserted)
        app.deliver(.didSelect, to: main, at: HostContext(moment.conversation, style: .expanded, about: message))
        #expect(host.calls.contains("isMatch"))
        // a claim makes the app ask for the turn limit
        #expect(throws: (any Error).self) { try app.act(.draft(.claim(2)), in: main, at: moment) }
        #expect(
            Set(["carryOut", "randomBytes", "newMessageID", "now", "turnLimit"]).isSubset(of: host.calls),
            "\(host.calls)")
    }

    /// If the host delivers a callback on a thread for Lua, the app calls the host on that thread.
    @Test nonisolated func aHostOnALuaThreadIsAskedThere() throws {
        final class Host: AppHost {
            var threads: [Bool] = []
            func carryOut(_ request: HostRequest, of instance: InstanceID) { threads.append(LuaThread.isCurrent) }
            func randomBytes(_ count: Int) -> [UInt8] {
                threads.append(LuaThread.isCurrent)
                return (0..<count).map { _ in .random(in: .min ... .max) }
            }
            var now: Duration { .zero }
        }
        let threads = try LuaThread.run {
            let host = Host()
            let app = try GameApp(script("tic-tac-toe"), playing: DisplayName(shortening: "Ann"), host: host)
            app.deliver(.load, to: main, at: moment)
            try app.touch("start", in: main, at: moment)
            try app.touch("b2", in: main, at: moment)
            return host.threads
        }
        #expect(threads.count > 2 && threads.allSatisfy { $0 })
    }

    // MARK: Mistakes of a host

    @Test func whatIsntLoadedIsToldNothing() throws {
        let app = try GameApp(script("tic-tac-toe"), playing: DisplayName(shortening: "Ann"))
        let other = InstanceID(game: "pig", kind: .main, number: 1)
        for instance in [main, other] {
            let delivered = app.deliver(.didBecomeActive, to: instance, at: moment)
            #expect(!delivered.isAlive && delivered.error == .notLoaded(instance))
            #expect(throws: AppError.notLoaded(instance)) { try app.touch("b2", in: instance, at: moment) }
        }
        #expect(app.deliver(.load, to: main, at: moment).error == nil)
        #expect(app.deliver(.didResignActive, to: main, at: moment).isAlive)
        #expect(app.deliver(.didBecomeActive, to: main, at: moment).error == .notLoaded(main))
    }

    @Test func matchesAreKeptInOneStore() throws {
        let app = try GameApp(script("tic-tac-toe"), playing: DisplayName(shortening: "Ann"))
        try app.keep(in: MemoryMatchStore())
        #expect(throws: AppError.keptAlready) { try app.keep(in: MemoryMatchStore()) }
    }

    /// A stranger's message can have any size. The game receives the callback and continues.
    @Test func aHugeMessageStopsNoHook() throws {
        let host = MainHost()
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Told', seats = 2, setup = function() return { n = 0 } end,
              moves = { go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end } },
              outcome = function(state) if state.n == 3 then return parlor.draw() end end,
              on = { did_select = function(app, conversation, message)
                app.store.told = ("%d %d"):format(#message.url, #message.summary_text)
              end },
            }
            """
        let game = try GameScript(
            GameFolder(id: "told", game: source), library: ScriptSource(folder: home.sdk))
        let app = try GameApp(game, playing: DisplayName(shortening: "Ann"), host: host)
        let instance = InstanceID(game: "told", kind: .main, number: 1)
        let message = Message(
            id: MessageID("m"), url: "https://parlor.games/told#" + String(repeating: "A", count: 1 << 20),
            summaryText: String(repeating: "x", count: 1 << 21))
        var moment = moment
        moment = HostContext(
            Conversation(
                localParticipant: moment.conversation.localParticipant,
                remoteParticipants: moment.conversation.remoteParticipants, selectedMessage: message),
            style: .expanded, about: message)
        app.deliver(.load, to: instance, at: moment)
        app.deliver(.didSelect, to: instance, at: moment)
        #expect(app.store.value["told"] == "\(16 << 10) \(16 << 10)", "\(host.calls)")
        #expect(!host.calls.contains { $0.contains("store less") || $0.contains("can't be read") }, "\(host.calls)")
    }
}
