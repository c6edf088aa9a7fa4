import Conversations
import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The frame stays intact, whatever texts scripts and people write.
@Suite struct PhoneFuzzTests {
    private struct Author {
        var random: SplitMix64

        /// Texts that break frames: escapes, marks of direction, wide, combining, joining and
        /// joined characters.
        static let pieces = [
            "\u{1B}[2J", "\u{1B}]0;t\u{7}", "\u{9B}31m", "\u{0}", "\u{7F}", "\u{85}", "\r\n", "\n", "\t", "\u{2028}",
            "\u{202E}abc", "\u{2066}", "\u{2069}", "\u{200F}", "\u{200E}", "\u{61C}", "\u{FEFF}", "\u{AD}", "\u{FFFF}",
            "e\u{301}", "\u{301}\u{302}", "👨‍👩‍👧‍👦", "🇩🇪", "🇩", "✌️", "✌︎", "👍🏽", "🏽", "猫", "가", "\u{1100}", "\u{1161}",
            "\u{11A8}", "ﷺ", "\u{200B}", "\u{200D}", "\u{200C}", "שלום", "مرحبا", "\u{600}", "\u{D4E}", "\u{93E}",
            "क\u{94D}",
            "\u{94D}", "ष", "\u{E0041}", "\u{20E3}", "1\u{FE0F}\u{20E3}", "\u{FE0F}", "©", "│", "┃", "╭", "[0m", "m",
            " ",
            "  ", "word", "extraordinarily", "%s", "\\", String(repeating: "x", count: 90),
            String(repeating: "\u{302}", count: 40), PhoneSamples.ana.placeholder, "$",
        ]

        mutating func chance(_ hundredths: Int) -> Bool { Int.random(in: 0..<100, using: &random) < hundredths }

        mutating func text() -> String {
            (0..<Int.random(in: 0...8, using: &random)).map { _ in
                guard chance(80) else {
                    let scalar = UInt32.random(in: 0...0x10FFFF, using: &random)
                    return Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
                }
                return Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }.joined()
        }

        mutating func scene() -> Scene {
            let cells = (0..<4).map { _ in
                GridCell(name: SafeText(text()), mark: SafeText(text()), play: text(), tone: .one)
            }
            let nodes = [
                SceneNode(.text(TextNode(SafeText(text(), lineBreaks: .kept), style: .title))),
                SceneNode(.button(ButtonNode(label: SafeText(text()))), play: text()),
                SceneNode(.grid(GridNode(columns: 2, rows: 2, cells: cells))),
                SceneNode(.text(TextNode(SafeText(text()), style: .quiet))),
            ]
            return Scene(root: SceneNode(.stack(StackNode(nodes, isAcross: chance(50)))))
        }

        mutating func layout() -> TemplateLayout {
            TemplateLayout(
                image: chance(20) ? PhoneSamples.png : nil, mediaFileURL: chance(20) ? text() : nil,
                imageTitle: chance(50) ? text() : nil, imageSubtitle: chance(50) ? text() : nil,
                caption: chance(70) ? text() : nil, trailingCaption: chance(50) ? text() : nil,
                subcaption: chance(50) ? text() : nil, trailingSubcaption: chance(50) ? text() : nil)
        }

        mutating func view() throws -> PhoneView {
            var transcript = Transcript()
            var sent: Set<TranscriptItem.ID> = []
            for number in 0..<Int.random(in: 0...5, using: &random) {
                let post: Post =
                    switch Int.random(in: 0...4, using: &random) {
                    case 0: .text(text())
                    case 1: try PhoneSamples.sticker(String(text().prefix(20).utf16.prefix(100)) ?? "")
                    case 2: try PhoneSamples.attachment(text(), bytes: 10)
                    default: .message(PhoneSamples.message("\(number)", layout(), summary: text(), url: nil))
                    }
                let id = transcript.add(
                    Delivery(post, game: text()), from: chance(50) ? PhoneSamples.bob : nil, profile: .modern
                ).item
                if chance(30) { sent.insert(id) }
                if chance(20) { transcript.fail(id, .unknown(text())) }
            }
            let picture = chance(50) ? scene() : nil
            var view = PhoneView(owner: text())
            view.isOnline = chance(50)
            view.time = chance(50) ? text() : nil
            view.items = transcript.items
            view.undelivered = sent
            view.names = ParticipantNames([PhoneSamples.ana: text(), PhoneSamples.bob: text()])
            view.picture = { _ in picture }
            view.draft.text = text()
            _ = try view.draft.insert(
                .message(PhoneSamples.message("d", layout(), url: nil)), game: text(), sender: PhoneSamples.ana,
                profile: .modern)
            let style = PresentationStyle.allCases[Int.random(in: 0...2, using: &random)]
            view.app =
                chance(30)
                ? .drawer([text(), text()])
                : .open(
                    PhoneView.OpenApp(
                        title: text(), style: style, scene: scene(),
                        context: SceneContext(lastMove: text(), isLastMoveOwn: true)))
            view.notices = [text(), text()]
            return view
        }
    }

    private static func isQuiet(_ line: String) -> Bool {
        !line.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
        }
    }

    @Test(arguments: TestEffort.extent(quick: [11], full: [11, 12, 13, 14]) as [UInt64])
    func theFrameHolds(seed: UInt64) throws {
        var author = Author(random: SplitMix64(seed: seed))
        for round in 0..<60 {
            let view = try author.view()
            let columns = Int.random(in: 30...80, using: &author.random)
            let isASCII = round % 5 == 0
            let colour: TerminalRenderer.Colour = round % 2 == 0 ? .ansi : .none
            let screen = PhoneScreen(columns: columns, charset: isASCII ? .ascii : .unicode)
            for drawn in screen.lines(view) {
                let line = PhoneSamples.withoutColour(drawn.text(colour))
                let side = isASCII ? "|" : "┃"
                let isFine =
                    drawn.width == columns && SafeText(line).columns == columns && Self.isQuiet(line)
                    && SafeText(line).string == line
                    && (!isASCII || line.utf8.count == columns)
                    && (line.hasPrefix(side) && line.hasSuffix(side) || line.hasPrefix(isASCII ? "+=" : "┏━")
                        || line.hasPrefix(isASCII ? "+=" : "┣━") || line.hasPrefix(isASCII ? "+=" : "┗━"))
                try #require(isFine, "seed \(seed), round \(round): \(line.debugDescription)")
            }
            for line in screen.words(view) {
                try #require(
                    Self.isQuiet(line) && (!isASCII || line.utf8.allSatisfy { $0 < 0x80 }),
                    "seed \(seed), round \(round): \(line.debugDescription)")
            }
        }
    }

    /// In a frame, the width of a text is its counted width.
    @Test func textsAreAsWideAsCounted() throws {
        var author = Author(random: SplitMix64(seed: 5))
        let text = PhoneText(charset: .unicode)
        for round in 0..<TestEffort.extent(quick: 1000, full: 5000) {
            let written = author.text()
            let width = 4 + round % 30
            for line in text.wrapped(written, width: width) + [text.clipped(written, width: width)] {
                let isFine =
                    PhoneText.width("│\(line) │") == PhoneText.width(line) + 3 && PhoneText.width(line) <= width
                    && Self.isQuiet(line)
                try #require(isFine, "seed 5, round \(round): \(written.debugDescription) as \(line.debugDescription)")
            }
        }
    }
}
