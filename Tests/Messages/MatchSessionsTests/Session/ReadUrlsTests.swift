import Foundation
import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

/// A url that was read or written recently isn't decoded again, and no other url is mistaken for
/// it.
@Suite struct ReadUrlsTests {
    private func url() throws -> String {
        let ann = try SimulatedPerson("Ann", script("tic-tac-toe"))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        return try ann.act(.invite, in: match)
    }

    @Test func whatWasReadOrWrittenIsKnownAgain() throws {
        let ann = try SimulatedPerson("Ann", script("tic-tac-toe"))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let url = try ann.act(.invite, in: match)
        let written = try ann.table.rules.envelope(from: url)
        let read = try ann.table.carrier.envelope(from: url)
        #expect(written.signedLog == read.signedLog)
        #expect(written.signedLog.heads == read.signedLog.heads)
        #expect(written.sender == read.sender)
        #expect(written.stateCheck == read.stateCheck)
    }

    /// U+212A is the sign of Kelvin, which Swift compares as equal to K.
    @Test func aUrlOfOtherBytesIsAnotherUrl() throws {
        let envelope = try MessageURLCoder().envelope(from: url())
        var urls = ReadUrls()
        urls.note("https://parlor.games/x#K", envelope)
        #expect("https://parlor.games/x#K" == "https://parlor.games/x#\u{212A}")
        #expect(urls["https://parlor.games/x#K"] != nil)
        #expect(urls["https://parlor.games/x#\u{212A}"] == nil)
    }

    @Test func aReadUrlInOtherBytesIsRefused() throws {
        let bob = try SimulatedPerson("Bob", script("tic-tac-toe"))
        var url = try url()
        while !url.contains("K") { url = try self.url() }
        #expect(bob.read(url, from: nil).isNews)
        let other = url.replacingOccurrences(of: "K", with: "\u{212A}")
        #expect(bob.read(other, from: nil).verdict.code == "malformed")
    }

    @Test func onlyTheLastOnesAreKept() throws {
        let envelope = try MessageURLCoder().envelope(from: url())
        var urls = ReadUrls()
        for number in 1...5 { urls.note("\(number)", envelope) }
        #expect(urls["1"] == nil)
        #expect((2...5).allSatisfy { urls["\($0)"] != nil })
    }
}
