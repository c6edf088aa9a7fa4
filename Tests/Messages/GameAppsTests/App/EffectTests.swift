import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The texts and numbers that a hook stages are limited, because texts are stored and numbers are
/// used in computations.
@Suite struct EffectTests {
    private let long = Value.string(String(repeating: "ü", count: 400_000))

    @Test func textsOfMessagesAreCut() throws {
        let post: Value = [
            "kind": "message", "url": long, "summary_text": long,
            "layout": ["kind": "live", "alternate": ["kind": "template", "caption": long, "subcaption": "short"]],
        ]
        guard case .message(let value)? = HookPost(post) else {
            Issue.record("no message")
            return
        }
        let alternate = value["layout"]?["alternate"]
        #expect(alternate?["caption"]?.stringValue?.utf8.count == 4096 && alternate?["subcaption"] == "short")
        #expect(value["summary_text"]?.stringValue?.utf8.count == 4096)
        #expect(value["url"] == long)  // not cut here: another limit rejects it with an error
        guard case .text(let text)? = HookPost(["kind": "text", "text": long]) else {
            Issue.record("no text")
            return
        }
        #expect(text.utf8.count == 20_000)
    }

    private static let acts: [(Value, PersonAction)] = [
        (["kind": "begin", "options": ["size": 3]], .begin(options: ["size": 3])),
        (["kind": "begin"], .begin()), (["kind": "again"], .again), (["kind": "theirs"], .theirs),
        (["kind": "invite"], .draft(.invite)), (["kind": "join"], .draft(.join)), (["kind": "start"], .draft(.start)),
        (["kind": "resign"], .draft(.resign)), (["kind": "close"], .draft(.close)),
        (["kind": "claim", "seat": 2], .draft(.claim(2))),
        (["kind": "bet", "pool": 0, "chips": 5], .draft(.bet(pool: 0, chips: 5))),
    ]

    /// The requests of `sdk/host/app.lua` for acts lead to the same acts that a person can request
    /// by commands of the host.
    @Test(arguments: acts) func everyActHasAWord(_ request: Value, _ act: PersonAction) {
        guard case .act(act)? = Effect(request) else {
            Issue.record("not \(act)")
            return
        }
    }

    @Test(arguments: [["kind": "move"], ["kind": "draft"], [:], "resign"] as [Value])
    func otherWordsAreNone(_ request: Value) { #expect(Effect(request) == nil) }

    @Test(arguments: [Int64.min, -7, .max]) func seatsAndChipsAreSmall(number: Int64) {
        guard case .act(.draft(.claim(let seat)))? = Effect(["kind": "claim", "seat": .int(number)]),
            case .act(.draft(.bet(let pool, let chips)))? = Effect([
                "kind": "bet", "pool": .int(number), "chips": .int(number),
            ])
        else {
            Issue.record("no act")
            return
        }
        #expect([seat, pool, chips].allSatisfy { (-1...1 << 20).contains($0) })
    }
}
