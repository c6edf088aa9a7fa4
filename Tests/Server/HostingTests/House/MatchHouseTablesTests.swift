import Foundation
import Testing

@testable import Hosting

/// The matches that a service keeps in memory, and the end of a service.
@Suite(.timeLimit(.minutes(40))) struct MatchHouseTablesTests {
    @Test func streamsOfAHouseThatHasEndedEnd() async throws {
        let house = try await Houses.one()
        let ann = try await house.open(MatchRequest(game: "tic-tac-toe"), nonce: .random())
        await house.end()
        // a request that was running when the service ended
        var events = try await house.events(in: ann.match, after: 0, token: nil).makeAsyncIterator()
        while try await events.next() != nil {}
        var others = try await house.open(MatchRequest(game: "pig"), nonce: .random())
        others.seat = 1
        events = try await house.events(in: others.match, after: 0, token: nil).makeAsyncIterator()
        while try await events.next() != nil {}
        #expect(house.load.watchers == 0)
    }

    @Test func aReaderThatKnowsMoreThanThereIsHearsOfWhatComes() async throws {
        let house = try await Houses.one()
        let ann = try await house.open(MatchRequest(game: "tic-tac-toe"), nonce: .random())
        var events = try await house.events(in: ann.match, after: 1000, token: nil).makeAsyncIterator()
        guard case .view(let view, _)? = try await events.next() else { return #expect(Bool(false), "no view") }
        #expect(view.number == 2)
        _ = try await house.join(ann.match, name: "Bob", nonce: .random())
        guard case .entry(let line, _)? = try await events.next() else { return #expect(Bool(false), "no entry") }
        #expect(line.number == 3)
        await house.end()
    }

    @Test func sittingDownAndStandingUpEndsOnce() async throws {
        let house = try await Houses.one()
        var request = MatchRequest(game: "liars-dice", name: "Ann")
        request.seats = 3
        let ann = try await house.open(request, nonce: .random())
        var refusals: Set<HostingError> = []
        for _ in 1...210 {
            do throws(HostingError) {
                let seat = try await house.join(ann.match, name: "Bob", nonce: .random())
                try await house.leave(ann.match, token: seat.token, nonce: .random())
            } catch {
                refusals.insert(error)
            }
        }
        #expect(refusals == [.badRequest("Too many people have sat down in this match already.")])
        await house.end()
    }

    @Test func idsThatAreMadeUpAreForgotten() async throws {
        let house = try await Houses.one()
        for _ in 1...100 {
            #expect(await Houses.refusal { try await house.view(of: .random(), token: nil) } == .unknownMatch)
        }
        await house.tidy(at: Timestamp.now.adding(seconds: 3600))
        #expect(house.tableCount == 0)
        await house.end()
    }

    @Test func scriptsAreMeasured() async throws {
        let house = try await Houses.one()
        let meter = ScriptMeter()
        _ = try await meter.measure { try await house.picture(of: "tic-tac-toe") }
        let first = meter.seconds
        #expect(first > 0)
        _ = try await meter.measure { try await house.picture(of: "tic-tac-toe") }
        #expect(meter.seconds == first, "a picture is drawn once")
        await house.end()
    }
}
