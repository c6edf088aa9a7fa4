import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Testing
import Values

/// A match of three or four seats before a round, with the session of each seat.
private struct SeatedGroup {
    /// A game with rounds of open entries for three or four seats. A match has one or two rounds.
    private static func game(rounds: Int) -> String {
        """
        local parlor = require "parlor"
        return parlor.game {
          title = "Fingers", summary = "Show fingers at once.", version = 1, seats = { 2, 4 },
          setup = function() return { sum = 0, rounds = 0 } end,
          turn = function(state, match)
            local all = {}
            for seat = 1, match.seats do all[seat] = seat end
            return all
          end,
          moves = { show = { choices = { 1, 2, 3 }, play = function(state, _, count) state.sum = state.sum + count end } },
          resolve = function(state) state.rounds = state.rounds + 1 end,
          outcome = function(state, match)
            if state.rounds == \(rounds) then return parlor.win(state.sum % match.seats + 1) end
          end,
        }
        """
    }

    let rules: SessionRules
    /// The session of each seat, before the round.
    let seated: [MatchSession]
    let names: [DisplayName]

    init(seats: Int, rounds: Int) throws {
        let script = try GameScript(
            GameFolder(id: "fingers", game: Self.game(rounds: rounds)), library: GameCatalog(home: home).library)
        rules = SessionRules(ScriptVersions(script))
        names = try ["Ann", "Bob", "Cy", "Dora"].prefix(seats).map { try DisplayName($0) }
        var people = [try MatchSession.begun(as: names[0], seats: seats, using: rules)]
        let invitation = try people[0].act(.invite, as: names[0], using: rules).url
        _ = people[0].send(now: .zero, using: rules)
        var requests: [String] = []
        for seat in 2...seats {
            var person = try #require(MatchSession.opened(by: invitation, now: .zero, using: rules).session)
            for request in requests { _ = person.receive(request, now: .zero, using: rules) }
            let request = try person.act(.join, as: names[seat - 1], using: rules).url
            _ = person.send(now: .zero, using: rules)
            for index in people.indices { _ = people[index].receive(request, now: .zero, using: rules) }
            requests.append(request)
            people.append(person)
        }
        let start = try people[0].act(.start, as: names[0], using: rules).url
        _ = people[0].send(now: .zero, using: rules)
        for index in people.indices.dropFirst() { _ = people[index].receive(start, now: .zero, using: rules) }
        seated = people
    }

    /// The acts of a seat before it reads messages of the other seats.
    enum Deed: String, CaseIterable { case nothing, entry, resignation, entryThenResignation, both }

    /// Performs the acts, and returns the messages.
    func messages(_ deed: Deed, of session: inout MatchSession, _ seat: Int) throws -> [String] {
        var urls: [String] = []
        func send(_ draft: Draft) {
            urls.append(draft.url)
            _ = session.send(now: .zero, using: rules)
        }
        if [.entry, .entryThenResignation, .both].contains(deed) {
            send(try session.play(.text("\(seat % 3 + 1)"), as: names[seat - 1], using: rules))
        }
        if [.resignation, .entryThenResignation, .both].contains(deed) {
            send(try session.act(.resign, as: names[seat - 1], using: rules))
        }
        // in this case the first message is lost
        return deed == .entryThenResignation ? [urls[1]] : urls
    }
}

/// Entries and resignations of one round cross. All devices get all messages, each device in
/// another order. Then all devices have the same log.
@Suite struct CrossingRoundTests {
    @Test(arguments: [(3, 1), (3, 2), (4, 1)]) func everyOrderLeadsToOneLog(seats: Int, rounds: Int) throws {
        let room = try SeatedGroup(seats: seats, rounds: rounds)
        var random = SplitMix64(seed: 26)
        var (tried, apart): (Int, [String]) = (0, [])
        for _ in 0..<(seats == 3 ? 60 : 30) {
            var sessions = room.seated
            let deeds = sessions.map { _ in SeatedGroup.Deed.allCases.randomElement(using: &random) ?? .nothing }
            var urls: [String] = []
            for index in sessions.indices {
                urls += try room.messages(deeds[index], of: &sessions[index], index + 1)
            }
            tried += 1
            for index in sessions.indices {
                for url in (urls + urls).shuffled(using: &random) {
                    let verdict = sessions[index].receive(url, now: .zero, using: room.rules)
                    #expect(verdict.isRead, "\(verdict)")
                    sessions[index] = try MatchSession(bytes: sessions[index].bytes())
                }
            }
            if Set(sessions.map(\.signedLog.head)).count > 1 { apart.append("\(deeds.map(\.rawValue))") }
        }
        #expect(apart.isEmpty, "\(apart.count) of \(tried): \(Set(apart).sorted().prefix(12).joined(separator: "\n"))")
    }
}
