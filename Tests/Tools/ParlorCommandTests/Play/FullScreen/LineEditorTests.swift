import Testing

@testable import ParlorCommand

/// The effect of keys on a line.
@Suite struct LineEditorTests {
    private func edited(_ keys: [Key], history: [String] = [], longest: Int = 100) -> LineEditor {
        var editor = LineEditor(longest: longest)
        for key in keys { #expect(editor.take(key, history: history) == true) }
        return editor
    }

    private func typing(_ text: String) -> [Key] { text.map(Key.character) }

    @Test func insertsWhereTheCursorIs() {
        let editor = edited(typing("ac") + [.left] + typing("b日") + [.home] + typing(">") + [.end] + typing("!"))
        #expect(editor.text == ">ab日c!" && editor.cursor == 6)
        #expect(edited(typing("a") + [.left, .left, .right, .right, .right]).cursor == 1)
    }

    @Test func deletesAndKills() {
        #expect(edited(typing("abc") + [.backspace]).text == "ab")
        #expect(edited([.backspace, .delete, .control("k"), .control("u"), .control("w")]).text == "")
        #expect(edited(typing("abc") + [.home, .delete]).text == "bc")
        #expect(edited(typing("abc") + [.home, .control("d")]).text == "bc")
        #expect(edited(typing("one two") + [.left, .control("k")]).text == "one tw")
        #expect(edited(typing("one two") + [.left, .control("u")]).text == "o")
        #expect(edited(typing("one two  ") + [.control("w")]).text == "one ")
        #expect(edited(typing("one two") + [.control("a"), .control("w")]).text == "one two")
    }

    @Test func joinsCombiningMarks() {
        let editor = edited(typing("e") + [.character("\u{301}"), .character("x")])
        #expect(editor.characters.count == 2 && editor.text == "e\u{301}x")
        #expect(edited(typing("e") + [.character("\u{301}"), .backspace]).text == "")
    }

    @Test func pastesWithoutControls() {
        #expect(edited([.paste("b2\r\nx\ty\u{1B}[A\u{7}")]).text == "b2 x y[A")
    }

    @Test func saysThatALineIsTooLong() {
        var editor = edited(typing("0123456789"), longest: 10)
        #expect(!editor.isTooLong)
        _ = editor.take(.character("é"), history: [])
        #expect(editor.isTooLong && editor.text.utf8.count == 10 && !editor.isEmpty)
        _ = editor.take(.control("u"), history: [])
        #expect(!editor.isTooLong && editor.isEmpty)
    }

    @Test func bringsOldLinesBack() {
        let history = ["one", "two"]
        #expect(edited([.up], history: history).text == "two")
        #expect(edited([.up, .up, .up, .up], history: history).text == "one")
        #expect(edited(typing("new") + [.up, .up, .down, .down], history: history).text == "new")
        #expect(edited(typing("new") + [.control("p"), .control("n"), .down], history: history).text == "new")
        #expect(edited([.up, .down], history: []).text == "")
    }

    @Test func completesAsFarAsAllAgree() {
        var editor = edited(typing("un"))
        #expect(editor.complete(with: ["undo ", "help", "un"]) == [])
        #expect(editor.text == "undo " && editor.cursor == 5)
        editor = edited(typing("re"))
        #expect(editor.complete(with: ["resign", "redo ", "replay "]) == ["resign", "redo ", "replay "])
        #expect(editor.text == "re")
        editor = edited(typing("b"))
        #expect(editor.complete(with: ["bot 1 off", "bot 1 random"]) == ["bot 1 off", "bot 1 random"])
        #expect(editor.text == "bot 1 ")
        #expect(editor.complete(with: []) == [] && editor.text == "bot 1 ")
    }
}
