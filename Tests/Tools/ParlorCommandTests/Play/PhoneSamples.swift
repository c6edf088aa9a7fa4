import Conversations
import Foundation
import Parlor

@testable import ParlorCommand

/// A made-up conversation of two players, on the phone of one of them.
enum PhoneSamples {
    static let ana = participant(1)
    static let bob = participant(2)

    static func participant(_ number: UInt8) -> Participant {
        Participant(UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
    }

    static let names = ParticipantNames([ana: "Ana", bob: "Bob"])

    static let session = Session(UUID(uuid: (9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)))

    /// The smallest bytes that are accepted as a PNG.
    static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

    static func message(
        _ id: String, _ layout: TemplateLayout, summary: String? = nil, url: String? = "https://parlor.games/x#A",
        session: Session? = session
    ) -> Message {
        Message(
            id: MessageID(id), url: url, session: session, layout: .template(layout), summaryText: summary)
    }

    static func sticker(_ label: String) throws -> Post {
        .sticker(try Sticker(file: LocalFile(url: "wave.png", contents: .bytes(png)), label: label))
    }

    static func attachment(_ name: String, bytes: Int = 12_345) throws -> Post {
        .attachment(
            try Attachment(file: LocalFile(url: "x", contents: .bytes(Data(count: bytes))), filename: name))
    }

    /// Returns a board with the marks of a text; `.` is an empty cell.
    static func board(_ marks: String) -> Scene {
        let cells = marks.enumerated().map { index, mark -> GridCell in
            let name = ["a", "b", "c"][index % 3] + String(3 - index / 3)
            return GridCell(
                name: SafeText(name), mark: mark == "." ? nil : SafeText(String(mark)), play: name,
                tone: mark == "X" ? .one : .two)
        }
        return Scene(root: SceneNode(.grid(GridNode(columns: 3, rows: 3, cells: cells))))
    }

    static func view() throws -> PhoneView {
        var transcript = Transcript()
        func add(_ post: Post, _ sender: Participant?, game: String? = "tic-tac-toe") -> TranscriptItem.ID {
            transcript.add(Delivery(post, game: game), from: sender, profile: .modern).item
        }
        _ = add(.text("Are you there?"), nil)
        _ = add(
            .message(message("1", TemplateLayout(caption: "Let's play"), summary: "\(ana.placeholder) invited you")),
            nil)
        let first = TemplateLayout(
            imageTitle: "Tic-tac-toe", imageSubtitle: "best of one", caption: "\(bob.placeholder) played b2",
            trailingCaption: "your turn", subcaption: "3 in a row wins")
        let bubble = add(.message(message("2", first)), bob)
        _ = add(.text("Take that! And mind the corner, it is the one that matters here."), bob)
        _ = add(.text("Hm."), nil)
        _ = add(try sticker("a cat that thinks"), bob)
        _ = add(try attachment("rules.pdf"), bob)
        let failed = add(
            .message(message("3", TemplateLayout(caption: "Rematch?"), session: nil)), nil, game: "connect-four")
        transcript.fail(failed, .unknown("the network gave up after 5 tries"))
        let last = add(.text("Moment, I am on the train"), nil)

        var view = PhoneView(owner: "Ana")
        view.isOnline = false
        view.time = "day 2, 21:04:10"
        view.items = transcript.items
        view.itemsShown = 8
        view.undelivered = [last]
        view.names = names
        view.picture = { $0.id == bubble ? board("...." + "O" + "..X.") : nil }
        let staged = TemplateLayout(
            caption: "\(ana.placeholder) played a1", trailingCaption: "your turn")
        let url = "https://parlor.games/tic-tac-toe#" + String(repeating: "A", count: 279)
        _ = try view.draft.insert(
            .message(message("4", staged, url: url)), game: "tic-tac-toe", sender: ana, profile: .modern)
        _ = try view.draft.insert(try sticker("fingers crossed"), game: "x", sender: ana, profile: .modern)
        view.draft.text = "Your move"
        view.app = .open(
            PhoneView.OpenApp(
                title: "Tic-tac-toe", style: .compact,
                scene: Scene(
                    root: SceneNode(
                        .stack(
                            StackNode(
                                [
                                    SceneNode(.text(TextNode(SafeText("Waiting for Send.")))),
                                    SceneNode(.button(ButtonNode(label: SafeText("Take back"))), play: "back"),
                                ], isAcross: true)))),
                context: SceneContext(legalMoves: ["back"])))
        view.notices = ["waiting for Bob", "You have this message already."]
        return view
    }

    /// Returns the other phone.
    static func other() throws -> PhoneView {
        var transcript = Transcript()
        transcript.add(Delivery(.text("Are you there?")), from: ana, profile: .modern)
        transcript.add(
            Delivery(
                .message(message("2", TemplateLayout(caption: "\(bob.placeholder) played b2"))), game: "tic-tac-toe"),
            from: nil, profile: .modern)
        var view = PhoneView(owner: "Bob")
        view.time = "day 2, 21:04:10"
        view.items = transcript.items
        view.names = names
        view.app = .open(
            PhoneView.OpenApp(
                title: "Tic-tac-toe", style: .expanded, scene: board("....O..X."),
                context: SceneContext(lastMove: "b2")))
        return view
    }
}

extension PhoneSamples {
    /// Returns a line without the only sequences that a phone may write, SGR with numbers.
    static func withoutColour(_ line: String) -> String {
        var rest = line.unicodeScalars[...]
        var plain = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            let parameters = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" }
            if scalar == "\u{1B}", rest.first == "[", rest[parameters.endIndex...].first == "m" {
                rest = rest[parameters.endIndex...].dropFirst()
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }
}
