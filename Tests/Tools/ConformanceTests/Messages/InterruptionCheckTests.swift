import Conversations
import GameRules
import Testing
import Values

@testable import Conformance

@Suite struct InterruptionCheckTests {
    @Test(arguments: MessageMaterial.bundled) func w4w5w6HoldForBundledGames(_ game: String) throws {
        let run = try MessageMaterial.runBundled(game)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w4] ?? 0 > 2)
        #expect(run.counts[.w5] == 2)
        #expect(run.counts[.w6] ?? 0 > 30)
    }

    /// Over all matches, an instance ends at every step of every turn.
    @Test func w4HoldsInFull() throws {
        let run = try MessageMaterial.run(MessageMaterial.counter(goal: 5), effort: .full)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w4] ?? 0 > 60)
    }

    /// A live bubble runs the game, in the transcript and in the draft field.
    @Test func w4w5w6HoldForAGameWithLiveBubbles() throws {
        let script = try MessageMaterial.counter(
            """
            scene = { transcript = function(view) return require "parlor.scene".text("Sum: " .. view.count) end },
            """)
        let run = try MessageMaterial.run(script)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w4] ?? 0 > 2)
    }

    /// A script may send without the draft field.
    @Test func w4w5w6HoldForAGameThatSends() throws {
        let script = try MessageMaterial.counter(
            """
            on = {
              did_touch = function(app, conversation, move)
                if not app.match.id then return app.match:begin() end
                app.match:play(move)
                conversation:send(app.match:message())
              end,
            },
            """)
        let run = try MessageMaterial.run(script)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w5] == 2)
    }

    /// A match on phones takes as much time as hundreds of matches without phones. Therefore the
    /// seats of a long match resign early, and the report says so.
    @Test func aLongMatchOfTwoOnPhonesIsBounded() throws {
        func work(_ goal: Int) throws -> (run: CheckRun, urls: Int) {
            let run = try MessageMaterial.run(
                MessageMaterial.counter(goal: goal, "seats = 2,"), seats: 2, count: 1)
            let counter = WorkCounter()
            counter.count { #expect(finding(of: InterruptionCheck(), run) == nil) }
            return (run, counter.work[.urlsEncoded])
        }
        let (run, urls) = try work(300)
        #expect(run.counts[.w5] == 2 && run.games[0].steps.count > 150)
        let extent = try #require(run.extents[.w5]?.first)
        #expect(extent.tried == InterruptionCheck.mostMoves && !extent.isWhole)
        // four matches; in two of them, instances ended and were started again
        #expect(urls > 0 && urls < 40 * InterruptionCheck.mostMoves, "\(urls)")
        #expect(try work(20).run.extents[.w5] == nil)
    }

    @Test func w4w5w6HoldForTypedMoves() throws {
        let run = try MessageMaterial.run(MessageMaterial.typed())
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w5] == 2)
    }

    /// In this game every round has one seat. The first round also starts when both seats are
    /// taken, so the other seat joins without a move.
    @Test func w4w5w6HoldForRoundsOfOneSeat() throws {
        let script = try MessageMaterial.counter(goal: 12, "turn = function(state) return { state.count % 2 + 1 } end,")
        let run = try MessageMaterial.run(script)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w4] ?? 0 > 2)
        #expect(run.counts[.w5] == 2)
    }

    /// The phones start a match with the fewest seats, but the game of this run has more seats.
    @Test func w5IsNotNotedForAMatchOfMore() throws {
        let run = try MessageMaterial.run(MessageMaterial.bundled("blackjack"), seats: 3)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts.isEmpty)
        #expect(run.reasons[.w5]?.contains("No game of 2 seats") ?? false)
    }

    @Test(arguments: [3, 5, 6, 8]) func w4w5w6HoldForAGameOfMore(_ seats: Int) throws {
        let script = try MessageMaterial.counter(goal: 12, "seats = { \(seats), 8 },")
        let run = try MessageMaterial.run(script, seats: seats)
        #expect(finding(of: InterruptionCheck(), run) == nil)
        #expect(run.counts[.w4] ?? 0 > 2)
        #expect(run.counts[.w5] == 2)
        #expect(run.counts[.w6] ?? 0 > 30)
    }

    /// The third seat's phone is checked, too.
    @Test func w5RejectsAHookThatFailsForTheThirdSeat() throws {
        let script = try MessageMaterial.counter(
            goal: 12,
            """
            seats = 3,
            on = { did_read = function(app) if app.match.seat == 3 then error("no third") end end },
            """)
        let found = finding(of: InterruptionCheck(), try MessageMaterial.run(script, seats: 3))
        #expect(found?.property == .w5)
        #expect(found?.sentence.contains("no third") ?? false, "\(found?.sentence ?? "")")
    }

    /// A count in a local is lost when the instance ends.
    @Test func w4RejectsAScriptThatKeepsStateInALocal() throws {
        let script = try MessageMaterial.script(
            """
            local parlor = require "parlor"
            local touched = 0
            return parlor.game {
              title = "Forgetful",
              setup = function() return { count = 0 } end,
              moves = { add = { choices = { 1, 2, 3, 4 }, play = function(state, _, n) state.count = state.count + n end } },
              outcome = function(state) if state.count >= 60 then return parlor.draw() end end,
              on = {
                did_touch = function(app, conversation, move)
                  if not app.match.id then return app.match:begin() end
                  touched = touched + 1
                  app.match:play(tostring(touched % 4 + 1))
                  conversation:insert(app.match:message())
                  app:request_presentation_style("compact")
                end,
              },
            }
            """)
        let found = try #require(finding(of: InterruptionCheck(), MessageMaterial.run(script)))
        #expect(found.property == .w4, "\(found)")
        #expect(found.sentence.contains("differs from the one without"), "\(found)")
        #expect(found.setup != nil && !found.steps.isEmpty)
    }

    /// Only the modern host selects messages that arrive.
    @Test func w5RejectsAScriptThatReliesOnOneProfile() throws {
        let script = try MessageMaterial.counter(goal: 40, "on = { did_receive = function() end },")
        let found = try #require(finding(of: InterruptionCheck(), MessageMaterial.run(script)))
        #expect(found.property == .w5, "\(found)")
        #expect(found.sentence.contains("profile documented"), "\(found)")
    }

    @Test func w5RejectsAScriptWhoseHookFails() throws {
        let script = try MessageMaterial.counter("on = { did_become_active = function() error 'broken' end },")
        let found = try #require(finding(of: InterruptionCheck(), MessageMaterial.run(script)))
        #expect(found.property == .w5, "\(found)")
    }

    @Test func w6RejectsAnotherOrder() throws {
        var check = InterruptionCheck()
        check.callbacks = { callbacks in
            guard let place = callbacks.firstIndex(of: "did_become_active") else { return callbacks }
            var changed = callbacks
            changed.swapAt(place, place + 1)
            return changed
        }
        let found = try #require(finding(of: check, MessageMaterial.run(MessageMaterial.bundled("tic-tac-toe"))))
        #expect(found.property == .w6)
        #expect(found.sentence.contains("opened from the drawer: expected load"), "\(found)")
    }

    /// An extra callback also changes the order.
    @Test func w6RejectsACallbackToldTwice() throws {
        var check = InterruptionCheck()
        check.callbacks = { $0.flatMap { $0 == "did_start_sending" ? [$0, $0] : [$0] } }
        let run = try MessageMaterial.run(MessageMaterial.bundled("tic-tac-toe"))
        #expect(try #require(finding(of: check, run)).property == .w6)
    }
}
