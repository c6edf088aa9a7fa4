import Parlor
import Testing

@testable import ParlorCommand

/// A frame fills the terminal exactly, whatever its contents are, and says how many lines it leaves
/// out.
@Suite struct ScreenFrameTests {
    private func lines(_ count: Int, _ word: String = "line", width: Int = 0) -> [StyledLine] {
        (0..<count).map { StyledLine("\(word) \($0 + 1)").filled(to: width) }
    }

    private func frame(
        _ columns: Int, _ rows: Int, picture: Int = 0, transcript: Int = 0, answers: Int = 0
    ) -> ScreenFrame {
        var frame = ScreenFrame(columns: columns, rows: rows)
        frame.picture = Pane(lines(picture, "board"))
        frame.transcript = Pane(lines(transcript, "message"), anchor: .end)
        frame.answers = Pane(lines(answers, "answer"))
        frame.status = StyledLine("status")
        frame.prompt = "Ana> "
        return frame
    }

    private func text(_ frame: ScreenFrame) -> [String] {
        frame.drawn().lines.map { line in
            var text = line.plain
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    @Test(arguments: [(80, 24), (60, 20), (120, 40), (20, 5), (1, 1), (2, 2), (500, 3)])
    func fillsTheTerminalExactly(_ columns: Int, _ rows: Int) {
        for (picture, transcript, answers) in [
            (0, 0, 0), (10, 5, 1), (90, 0, 0), (9, 90, 90), (90, 90, 90), (0, 3, 50),
        ] {
            var frame = frame(columns, rows, picture: picture, transcript: transcript, answers: answers)
            frame.beside = lines(60, "日本語の電話 🂡 and more", width: 49)
            frame.picture.lines.append(StyledLine(String(repeating: "日本", count: 200)))
            frame.typed = Array("a long line that is typed 日本語 " + String(repeating: "x", count: 200))
            for cursor in [0, 30, frame.typed.count] {
                frame.cursor = cursor
                for isReading in [false, true] {
                    frame.isReading = isReading
                    let drawn = frame.drawn()
                    #expect(drawn.lines.count == rows)
                    #expect(drawn.lines.allSatisfy { $0.width == columns })
                    #expect((0..<columns).contains(drawn.cursor.column) && drawn.cursor.row == rows - 1)
                }
            }
        }
    }

    @Test func whatThereIsToDoIsNeverScrolledAway() {
        var frame = frame(60, 20, picture: 30, transcript: 10, answers: 3)
        frame.standing = lines(2, "to move")
        let shown = text(frame)
        #expect(shown.contains("to move 1") && shown.contains("to move 2"), "\(shown)")
        #expect(shown.contains { $0.contains("lines below: PgDn") } && shown.contains { $0.contains("PgUp") })
        let (picture, standing) = (frame.parts.picture, frame.parts.standing)
        #expect(standing == picture.upperBound..<picture.upperBound + 2)
        frame.standing = lines(30, "to move")
        #expect(frame.parts.standing.count == 9 && frame.drawn().lines.count == 20, "it leaves room for the board")
        frame.picture = Pane(lines(3))
        #expect(Array(text(frame)[3..<5]) == ["to move 1", "to move 2"])
    }

    @Test func everythingIsWholeWhereThereIsRoom() {
        let shown = text(frame(80, 24, picture: 10, transcript: 6, answers: 3))
        #expect(Array(shown[0..<10]) == lines(10, "board").map(\.plain))
        #expect(Array(shown[10..<16]) == lines(6, "message").map(\.plain))
        #expect(Array(shown[16..<19]) == ["", "", ""])
        #expect(Array(shown[19..<22]) == lines(3, "answer").map(\.plain))
        #expect(Array(shown[22...]) == ["status", "Ana>"])
    }

    @Test func theTranscriptGivesWayBeforeTheBoard() {
        var shown = text(frame(80, 24, picture: 18, transcript: 30))
        #expect(shown[17] == "board 18")
        #expect(Array(shown[18..<22]) == ["… 27 lines above: PgUp", "message 28", "message 29", "message 30"])
        shown = text(frame(80, 24, picture: 21, transcript: 30))
        #expect(shown[20] == "board 21" && shown[21] == "… 30 lines above: PgUp")
        var reading = frame(80, 24, picture: 21, transcript: 30)
        reading.isReading = true
        shown = text(reading)
        #expect(shown[7] == "… 14 lines below: PgDn" && shown[21] == "message 30")
        reading.charset = .ascii
        #expect(text(reading)[7] == "... 14 lines below: PgDn")
    }

    @Test func aBoardThatIsTooHighIsCountedOut() {
        let shown = text(frame(60, 20, picture: 30))
        #expect(shown[16] == "board 17" && shown[17] == "… 13 lines below: PgDn")
    }

    @Test func longAnswersTakeHalf() {
        let shown = text(frame(80, 24, picture: 20, answers: 40))
        #expect(shown[10] == "… 10 lines below: PgDn")
        #expect(shown[11] == "answer 1" && shown[21] == "… 30 lines below: PgDn")
    }

    @Test func aPageTakesWhatItNeeds() {
        var frame = frame(80, 24, picture: 20, transcript: 5, answers: 22)
        frame.isPage = true
        #expect(Array(text(frame)[0..<22]) == lines(22, "answer").map(\.plain))
        frame.answers = Pane(lines(18, "answer"))
        #expect(text(frame)[0] == "board 1" && text(frame)[4] == "answer 1" && text(frame)[21] == "answer 18")
        frame.answers = Pane(lines(30, "answer"))
        #expect(text(frame)[0] == "answer 1" && text(frame)[21] == "… 9 lines below: PgDn")
    }

    @Test func answersAreBrokenAndPicturesAreCut() {
        var frame = frame(20, 10)
        frame.answers = Pane([StyledLine("0123456789012345678901234567890")])
        frame.picture = Pane([StyledLine("日本語日本語日本語日本語")])
        let shown = text(frame)
        #expect(shown[0] == "日本語日本語日本語 …")
        #expect(Array(shown[6..<8]) == ["01234567890123456789", "01234567890"])
    }

    @Test func othersStandBesideWhereThereIsRoom() {
        var frame = frame(100, 24, picture: 3)
        frame.beside = lines(30, "Bob", width: 49)
        var shown = text(frame)
        #expect(shown[0] == "board 1" + String(repeating: " ", count: 44) + "Bob 1")
        #expect(shown[21].hasSuffix("… 9 lines more"))
        frame.columns = 99
        shown = text(frame)
        #expect(shown[0] == "board 1")
    }

    @Test func theLineScrollsWithItsCursor() {
        var frame = frame(20, 5)
        frame.typed = Array("abcdefghijklmnopqrstuvwxyz")
        frame.cursor = 26
        #expect(text(frame)[4] == "Ana> …nopqrstuvwxyz" && frame.drawn().cursor.column == 19)
        frame.cursor = 0
        #expect(text(frame)[4] == "Ana> abcdefghijklmn…" && frame.drawn().cursor.column == 5)
        frame.typed = Array("日本語")
        frame.cursor = 2
        #expect(frame.drawn().cursor.column == 9)
    }

    @Test func panesScrollFromTheirAnchor() {
        var top = Pane(lines(10))
        #expect(top.scroll(up: true, rows: 4) == false)
        #expect(top.scroll(up: false, rows: 4) == true)
        #expect(
            top.seen(rows: 4, charset: .unicode).map(\.plain) == [
                "… 3 lines above: PgUp", "line 4", "line 5", "… 5 lines below: PgDn",
            ])
        while top.scroll(up: false, rows: 4) {}
        #expect(top.seen(rows: 4, charset: .unicode).last?.plain == "line 10")
        var end = Pane(lines(10), anchor: .end)
        #expect(end.scroll(up: false, rows: 4) == false)
        while end.scroll(up: true, rows: 4) {}
        #expect(end.seen(rows: 4, charset: .unicode).first?.plain == "line 1")
        #expect(end.seen(rows: 1, charset: .unicode).count == 1 && end.seen(rows: 0, charset: .unicode).isEmpty)
    }
}
