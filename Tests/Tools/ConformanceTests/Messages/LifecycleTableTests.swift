import Conversations
import GameRules
import Testing

@testable import Conformance

@Suite struct LifecycleTableTests {
    @Test func everyScenarioHasARow() {
        for scenario in LifecycleTable.Scenario.allCases {
            #expect(LifecycleTable.rows[scenario] != nil, "\(scenario)")
        }
    }

    /// A match reaches most scenarios. If it reached few, the table would prove nothing.
    @Test func aMatchComesToMostScenarios() throws {
        let script = try MessageMaterial.counter(goal: 30)
        let game = try #require(MessageMaterial.run(script).games.first)
        for profile in [HostProfile.documented, .modern] {
            let match = try SimulatedMatch(script, game, profile: profile, seed: 1)
            var seen: Set<LifecycleTable.Scenario> = []
            match.observe = { seen.insert($0.scenario) }
            try match.play(mostTurns: 200)
            let missing = Set(LifecycleTable.Scenario.allCases).subtracting(seen).map(\.rawValue).sorted()
            // a match has only one bubble, so no other bubble can be tapped in expanded style, and
            // this script stages only messages
            let echo: [LifecycleTable.Scenario] = profile == .modern ? [] : [.sendStarts]
            let others: [LifecycleTable.Scenario] = [.tapOtherExpanded, .withoutMessage]
            #expect(missing == (echo + others).map(\.rawValue).sorted(), "\(profile)")
        }
    }

    /// No script is told when a sticker is sent.
    @Test func aStickerCanBeSentByItself() throws {
        let place = MessageMaterial.home.sdk.appendingPathComponent("guide/examples/cheers")
        let script = try GameCatalog(home: MessageMaterial.home).script(place.path)
        let run = try MessageMaterial.run(script)
        #expect(finding(of: InterruptionCheck(), run) == nil)
    }

    @Test func profilesDifferInTheOrderOfSelecting() {
        let before = ["will_transition(expanded)", "will_select", "did_select", "did_transition(expanded)"]
        #expect(LifecycleTable.allows(before, in: .tapOther, .documented))
        #expect(!LifecycleTable.allows(before, in: .tapOther, .modern))
        let first = ["will_select", "did_select", "will_transition(expanded)", "did_transition(expanded)"]
        #expect(LifecycleTable.allows(first, in: .tapOther, .modern))
        #expect(!LifecycleTable.allows(first, in: .tapOther, .documented))
        let after = ["will_transition(expanded)", "did_transition(expanded)", "will_select", "did_select"]
        #expect([HostProfile.modern, .documented].allSatisfy { !LifecycleTable.allows(after, in: .tapOther, $0) })
    }

    @Test func requestsMayFollow() {
        let touch = ["will_transition(compact)", "did_transition(compact)", "completion"]
        #expect(LifecycleTable.allows(touch, in: .touch, .modern))
        #expect(!LifecycleTable.allows(["did_transition(compact)"], in: .touch, .modern))
        #expect(!LifecycleTable.allows(["did_receive"], in: .close, .modern))
        #expect(!LifecycleTable.allows(["did_receive"], in: .arrivalClosed, .documented))
    }

    @Test func aBubbleLivesOnce() {
        let opening = [
            "load", "will_become_active", "did_become_active", "view_will_appear", "view_did_appear",
            "content_size_that_fits",
        ]
        let closing = ["view_will_disappear", "view_did_disappear", "will_resign_active", "did_resign_active"]
        #expect(LifecycleTable.allowsBubble(opening, .modern))
        #expect(LifecycleTable.allowsBubble(closing, .modern))
        #expect(LifecycleTable.allowsBubble(opening + ["content_size_that_fits"] + closing, .modern))
        #expect(!LifecycleTable.allowsBubble(opening + ["did_receive"], .modern))
        #expect(!LifecycleTable.allowsBubble(Array(opening.dropFirst()), .modern))
        #expect(!LifecycleTable.allowsBubble(closing.reversed(), .modern))
        #expect(!LifecycleTable.allowsBubble(closing + closing, .modern))
    }
}
