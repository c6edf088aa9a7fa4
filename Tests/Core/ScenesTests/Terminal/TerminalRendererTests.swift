import Testing
import Values

@testable import Scenes

@Suite struct TerminalRendererTests {
    private func drawing(
        _ sample: SceneSamples.Sample, columns: Int = 80, _ charset: TerminalRenderer.Charset = .unicode
    ) throws -> String {
        let scene = try Scene(value: sample.value)
        return TerminalRenderer(columns: columns, charset: charset).lines(scene, context: sample.context)
            .joined(separator: "\n")
    }

    @Test func drawsATable() throws {
        #expect(
            try drawing(SceneSamples.blackjack) == """
                Blackjack
                Dealer
                ╭────╮ ╭────╮
                │ K♥ │ │ ?? │
                ╰────╯ ╰────╯
                You: 16
                ╭────╮ ╭────╮ ╭────╮
                │ A♠ │ │10♦ │ │ 5♣ │
                ╰────╯ ╰────╯ ╰────╯
                [ Hit ]  [ Stand ]  ( Double )
                The dealer stands on 17.
                """)
        #expect(
            try drawing(SceneSamples.blackjack, .ascii) == """
                Blackjack
                Dealer
                [Kh] [??]
                You: 16
                [As] [10d] [5c]
                [ Hit ]  [ Stand ]  ( Double )
                The dealer stands on 17.
                """)
    }

    @Test func saysWhatToType() throws {
        #expect(
            try drawing(SceneSamples.rockPaperScissors) == """
                1 : 0
                Choose.
                [ ✊ rock ]  [ ✋ paper ]  [ ✌️ scissors ]
                ╭────╮ ╭────╮ ╭────╮
                │ A♠ │ │10♦ │ │ 9♥ │
                ╰────╯ ╰────╯ ╰────╯
                  as           nine
                """)
        #expect(
            try drawing(SceneSamples.rockPaperScissors, .ascii) == """
                1 : 0
                Choose.
                [ rock ]  [ paper ]  [ scissors ]
                [As] [10d] [9h nine]
                """)
    }

    @Test func hidesHintsWhereAsked() throws {
        let scene = try Scene(value: SceneSamples.rockPaperScissors.value)
        var context = SceneSamples.rockPaperScissors.context
        context.showsHints = false
        let lines = TerminalRenderer().lines(scene, context: context)
        #expect(lines[2] == "[ ✊ ]  [ ✋ ]  [ ✌️ ]")
        #expect(lines.count == 6)
    }

    @Test func wrapsWhatStandsAcross() throws {
        let scene = try Scene(value: SceneSamples.rockPaperScissors.value)
        let lines = TerminalRenderer(columns: 24).lines(scene, context: SceneContext())
        #expect(
            lines.dropFirst(2).prefix(3) == ["( ✊ )  ( ✋ )  ( ✌️ )", "╭────╮ ╭────╮ ╭────╮", "│ A♠ │ │10♦ │ │ 9♥ │"])
        let narrow = TerminalRenderer(columns: 16).lines(scene, context: SceneContext())
        #expect(narrow.dropFirst(2) == ["( ✊ )  ( ✋ )", "( ✌️ )", "[A♠] [10♦] [9♥]"])
    }

    @Test func marksAnyNodeThatPlays() throws {
        let scene = try Scene(value: ["kind": "text", "text": "The deck", "play": "draw"])
        func lines(_ context: SceneContext) -> [String] { TerminalRenderer().lines(scene, context: context) }
        #expect(lines(SceneContext(legalMoves: ["draw"])) == ["The deck", "[ draw ]"])
        #expect(lines(SceneContext(lastMove: "draw", isLastMoveOwn: true)) == ["The deck", "(‹draw›)"])
        #expect(lines(SceneContext(lastMove: "draw")) == ["The deck"], "another one's choice")
        #expect(lines(SceneContext()) == ["The deck"])
    }

    @Test func coloursWithoutTouchingTheText() throws {
        for sample in SceneSamples.all {
            let scene = try Scene(value: sample.value)
            let plain = TerminalRenderer(colour: .none).lines(scene, context: sample.context)
            let colour = TerminalRenderer(colour: .ansi).lines(scene, context: sample.context)
            #expect(!plain.joined().contains("\u{1B}"))
            #expect(colour.joined().contains("\u{1B}["))
            #expect(colour.map(strip) == plain)
        }
    }

    /// Returns a line without its SGR sequences. Any other escape sequence stays, and makes the comparison fail.
    private func strip(_ line: String) -> String { line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

    @Test func usesOnlyColoursFitForLightAndDark() throws {
        let allowed: Set = ["0", "1", "2", "4", "31", "32", "34", "35", "36"]
        for sample in SceneSamples.all {
            let lines = TerminalRenderer(colour: .ansi).lines(try Scene(value: sample.value), context: sample.context)
            for match in lines.joined().matches(of: #/\u{1B}\[([0-9;]*)m/#) {
                #expect(match.1.split(separator: ";").allSatisfy { allowed.contains(String($0)) })
            }
        }
    }

    @Test func fitsAnyScreen() throws {
        for seed in UInt64(0)..<150 {
            var generator = SceneGenerator(seed: seed)
            let scene = try Scene(value: generator.scene())
            let context = SceneContext(
                legalMoves: ["a1", "b2", "as", "猫", "\u{1B}c"], lastMove: generator.move(), isLastMoveOwn: true)
            for columns in [4, 20, 40, 57, 80, 200] {
                for charset in TerminalRenderer.Charset.allCases {
                    let lines = TerminalRenderer(columns: columns, charset: charset).lines(scene, context: context)
                    let widest = lines.map { DisplayWidth.of($0) }.max() ?? 0
                    #expect(widest <= columns, "seed \(seed), \(columns) columns, \(charset)")
                    let scalars = lines.joined().unicodeScalars
                    #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }, "seed \(seed)")
                    #expect(!scalars.contains { (0x202A...0x202E).contains($0.value) }, "seed \(seed)")
                    if charset == .ascii { #expect(scalars.allSatisfy { $0.isASCII }, "seed \(seed)") }
                }
            }
        }
    }

    @Test func survivesAbsurdWidths() throws {
        for sample in SceneSamples.all {
            let scene = try Scene(value: sample.value)
            for columns in [Int.min, -1, 0, 1, 2, 3] {
                let lines = TerminalRenderer(columns: columns).lines(scene, context: sample.context)
                #expect(lines.allSatisfy { DisplayWidth.of($0) <= TerminalRenderer.fewestColumns })
            }
            #expect(!TerminalRenderer(columns: .max).lines(scene, context: sample.context).isEmpty)
        }
    }

    @Test func cardsLoseTheirBoxesWhereRowsAreFew() throws {
        let scene = try Scene(value: SceneSamples.blackjack.value)
        let renderer = TerminalRenderer()
        let whole = renderer.styledLines(scene, context: SceneContext(), rows: nil)
        #expect(renderer.styledLines(scene, context: SceneContext(), rows: whole.count) == whole)
        let close = renderer.styledLines(scene, context: SceneContext(), rows: whole.count - 1).map(\.plain)
        #expect(close.count < whole.count && !close.contains { $0.contains("╭") }, "\(close)")
        #expect(close.contains { $0.contains("[??]") }, "\(close)")
    }
}
