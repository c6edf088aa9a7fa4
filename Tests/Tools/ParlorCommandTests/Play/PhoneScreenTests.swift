import Conversations
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct PhoneScreenTests {
    private static func lines(_ view: PhoneView, columns: Int = 40) -> [String] {
        PhoneScreen(columns: columns).lines(view).map(\.plain)
    }

    private static func text(_ view: PhoneView, columns: Int = 40) -> String {
        lines(view, columns: columns).joined(separator: "\n")
    }

    @Test func looksLikeAPhone() throws {
        var view = try PhoneSamples.view()
        view.itemsShown = 3
        view.picture = { _ in nil }
        #expect(
            Self.text(view) == """
                ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                ┃ Ana         day 2, 21:04:10, offline ┃
                ┣━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┫
                ┃              6 earlier               ┃
                ┃ Bob                                  ┃
                ┃ ▎ [file] rules.pdf, 12 KB            ┃
                ┃                         ╭──────────╮ ┃
                ┃                         │ Rematch? │ ┃
                ┃                         ╰──────────╯ ┃
                ┃         ! Not delivered: the network ┃
                ┃         gave up after 5 tries        ┃
                ┃                Moment, I am on the ▕ ┃
                ┃                train               ▕ ┃
                ┃                    not delivered yet ┃
                ┣━ Draft ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┫
                ┃ ╭──────────────────────────────────╮ ┃
                ┃ │ Ana played a1          your turn │ ┃
                ┃ ╰──────── 312 of 5,000 characters ─╯ ┃
                ┃ [sticker] fingers crossed            ┃
                ┃ Your move                            ┃
                ┣━ Tic-tac-toe ━━━━━━━━━━━━━━ compact ━┫
                ┃ Waiting for Send.  [ Take back ]     ┃
                ┣━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┫
                ┃ • waiting for Bob                    ┃
                ┃ • You have this message already.     ┃
                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                """)
    }

    @Test func drawsPicturesAndCaptions() throws {
        let text = Self.text(try PhoneSamples.view(), columns: 60)
        #expect(
            text.contains(
                """
                ┃                     Ana invited you                      ┃
                ┃ Bob                                                      ┃
                ┃ ╭──────────────────────────╮                             ┃
                ┃ │       ┌───┬───┬───┐      │                             ┃
                ┃ │     3 │   │   │   │      │                             ┃
                ┃ │       ├───┼───┼───┤      │                             ┃
                ┃ │     2 │   │ O │   │      │                             ┃
                """))
        #expect(
            text.contains(
                """
                ┃ │ Tic-tac-toe              │                             ┃
                ┃ │ best of one              │                             ┃
                ┃ ├──────────────────────────┤                             ┃
                ┃ │ Bob played b2  your turn │                             ┃
                ┃ │ 3 in a row wins          │                             ┃
                ┃ ╰──────────────────────────╯                             ┃
                """))
    }

    @Test func anEmptyPhoneSaysSo() {
        #expect(
            Self.text(PhoneView(owner: "Cy"), columns: 30) == """
                ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                ┃ Cy                         ┃
                ┣━━━━━━━━━━━━━━━━━━━━━━━━━━━━┫
                ┃      No messages yet       ┃
                ┣━ Draft ━━━━━━━━━━━━━━━━━━━━┫
                ┃ Nothing to send            ┃
                ┣━ Drawer ━━━━━━━━━━━━━━━━━━━┫
                ┃ no games                   ┃
                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                """)
        var view = PhoneView(owner: "Cy")
        view.app = .drawer(["Battleship", "Tic-tac-toe"])
        #expect(Self.text(view).contains("┃ Battleship, Tic-tac-toe              ┃"))
    }

    @Test func anExpandedGameHidesTheDraftField() throws {
        var view = try PhoneSamples.view()
        view.app = .open(
            PhoneView.OpenApp(title: "Tic-tac-toe", style: .expanded, scene: PhoneSamples.board("X........")))
        let text = Self.text(view)
        #expect(!text.contains("Draft") && !text.contains("Your move"))
        #expect(text.contains("┣━ Tic-tac-toe ━━━━━━━━━━━━━ expanded ━┫"))
        #expect(text.contains("┃ 3 │ X │   │   │"))
        #expect(!PhoneScreen(columns: 40).words(view).contains { $0.contains("Draft") })
    }

    @Test func captionsAreClippedToThreeLines() throws {
        var transcript = Transcript()
        let long = String(repeating: "word ", count: 60)
        transcript.add(
            Delivery(.message(PhoneSamples.message("1", TemplateLayout(caption: long, trailingSubcaption: long)))),
            from: PhoneSamples.bob, profile: .modern)
        var view = PhoneView(owner: "Ana")
        view.items = transcript.items
        let lines = Self.lines(view)
        #expect(lines.filter { $0.contains("word") }.count == 6)
        #expect(lines.filter { $0.contains("…") }.count == 2)
    }

    @Test func theSizeOfTheURLWarns() throws {
        func size(_ length: Int, columns: Int = 60) throws -> String {
            var view = PhoneView(owner: "Ana")
            let url = "https://x/#" + String(repeating: "A", count: length - 11)
            _ = try view.draft.insert(
                .message(PhoneSamples.message("1", TemplateLayout(caption: "x"), url: url)), game: "g",
                sender: PhoneSamples.ana, profile: .modern)
            return Self.text(view, columns: columns)
        }
        #expect(try size(3999).contains("── 3,999 of 5,000 characters ─╯"))
        #expect(try size(4000).contains("── ! 4,000 of 5,000 characters, 1,000 left ─╯"))
        // if the frame's edge has no room for the size, the size is shown inside the frame
        #expect(try size(4000, columns: 30).contains("│ ! 4,000 of 5,000"))
        let message = PhoneSamples.message("1", TemplateLayout(), url: "https://x/#abc")
        #expect(PhoneDraft.size(of: message, limit: 10).text == "! 14 of 10 characters, 4 too many")
        #expect(PhoneDraft.size(of: PhoneSamples.message("1", TemplateLayout(), url: nil), limit: 10).text == "no url")
    }

    @Test func aLiveBubbleIsItsScene() throws {
        var transcript = Transcript()
        let message = Message(id: "1", layout: .live(LiveLayout(TemplateLayout(caption: "the alternate"))))
        transcript.add(Delivery(.message(message), game: "g"), from: nil, profile: .modern)
        var view = PhoneView(owner: "Ana")
        view.items = transcript.items
        #expect(Self.text(view).contains("the alternate"))
        view.picture = { _ in Scene(root: SceneNode(.text(TextNode(SafeText("the game"))))) }
        #expect(Self.text(view).contains("the game") && !Self.text(view).contains("the alternate"))
    }

    @Test func coloursOnlyIfAsked() throws {
        let view = try PhoneSamples.view()
        let lines = PhoneScreen(columns: 50).lines(view)
        let (plain, coloured) = (lines.map { $0.text(.none) }, lines.map { $0.text(.ansi) })
        #expect(!plain.joined().contains("\u{1B}"))
        #expect(coloured.joined().contains("\u{1B}[34m"))
        #expect(coloured.map(PhoneSamples.withoutColour) == plain)
    }

    @Test func asciiIsASCII() throws {
        let lines = PhoneScreen(columns: 40, charset: .ascii).lines(try PhoneSamples.view()).map(\.plain)
        #expect(lines.allSatisfy { $0.utf8.count == 40 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        #expect(lines.contains("| > Take that! And mind the            |"))
        #expect(lines.contains("|                                Hm. < |"))
    }

    /// Each picture is drawn once, whatever the number and the height of the phones: drawing runs
    /// the script.
    @Test func everythingIsDrawnOnce() throws {
        var asked = 0
        let views = try [PhoneSamples.view(), PhoneSamples.other()].map { view in
            var view = view
            let picture = view.picture
            view.picture = { item in
                asked += 1
                return picture(item)
            }
            return view
        }
        let bubbles = views.flatMap(\.lastItems.shown).filter { $0.bubble != nil }.count
        _ = PhoneScreen(columns: 49).lines(views)
        #expect(bubbles > 1 && asked == bubbles)
    }

    @Test func aPictureIsMadeOncePerMessage() {
        let pictures = BubblePictures()
        var made: [String] = []
        func picture(_ url: String, on person: String, isThere: Bool = true) -> Scene? {
            pictures.picture(of: url, on: person) {
                made.append("\(person) \(url)")
                return isThere ? PhoneSamples.board("X........") : nil
            }
        }
        #expect(picture("1", on: "Ann", isThere: false) == nil)
        for _ in 0..<3 { #expect(picture("1", on: "Ann") != nil && picture("1", on: "Bob") != nil) }
        #expect(picture("2", on: "Ann") != nil && picture("2", on: "Ann") != nil)
        #expect(made == ["Ann 1", "Ann 1", "Bob 1", "Ann 2"])
    }

    @Test func twoPhonesStandBesideEachOther() throws {
        let views = [try PhoneSamples.view(), try PhoneSamples.other()]
        #expect(PhoneScreen.columnsOfTwo(in: 99) == nil)
        #expect(PhoneScreen.columnsOfTwo(in: 100) == 49 && PhoneScreen.columnsOfTwo(in: 300) == 80)
        let lines = PhoneScreen(columns: 49).lines(views).map(\.plain)
        #expect(lines.allSatisfy { SafeText($0).columns == 100 })
        #expect(
            lines.first == "┏" + String(repeating: "━", count: 47) + "┓  ┏" + String(repeating: "━", count: 47) + "┓")
        #expect(
            lines.last == "┗" + String(repeating: "━", count: 47) + "┛  ┗" + String(repeating: "━", count: 47) + "┛")
        #expect(
            PhoneScreen.joined([["ab"], ["cd", "ef"]].map { $0.map { StyledLine($0) } }, columns: 2).map(\.plain)
                == ["ab  cd", "    ef"])
    }

    @Test(arguments: [Int.min, 0, 29, 30, 40, 61, 80, 81, Int.max])
    func widthsAreKept(columns: Int) throws {
        let width = min(max(columns, 30), 80)
        for line in Self.lines(try PhoneSamples.view(), columns: columns) {
            #expect(SafeText(line).columns == width, "\(line)")
        }
    }
}
