import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

/// The drawing of the phones. Drawing doesn't change the phones.
struct PhonesDisplay {
    let console: Console
    private let pictures = BubblePictures()
    /// For each phone, the number of notices that were shown.
    private var shownNotices: [String: Int] = [:]

    init(console: Console) {
        self.console = console
    }

    /// Forgets the pictures after a change of the rules.
    func forgetPictures() { pictures.forget() }

    /// Shows the game and the people, and how to play.
    ///
    /// - Parameter hint: The hint for a first-time user; nil for others.
    func greet(_ context: PhonesContext, hint: String?) {
        console.say("\(context.script.title): \(context.world.people.joined(separator: ", "))", .title)
        if !context.script.summary.isEmpty { console.say(context.script.summary, .quiet) }
        guard console.lines.isInteractive else { return }
        if let hint { console.say(hint, .quiet) }
        console.say(
            context.isSlow
                ? "You make each step: open, touch a move, send, receive, as \(context.world.people.last ?? ""), tap. Type `help`."
                : "Type a move, and it is sent and opened on the other phone. Type `help` for more.", .quiet)
        if context.isSlow { console.say("The clock stands still: `receive` and `time +5m` let time pass.", .quiet) }
    }

    /// Draws the phone at hand, or both phones, below what was shown before.
    ///
    /// - Parameter scripts: All games of the session.
    mutating func drawPhones(_ context: PhonesContext, scripts: [GameScript]) {
        let two =
            context.isSharingSecrets || context.world.devices.count != 2
            ? nil : PhoneScreen.columnsOfTwo(in: console.screen.columns())
        let phones = two == nil ? [context.device] : context.world.devices
        let phoneScreen = PhoneScreen(
            columns: two ?? min(console.screen.columns(), 72), charset: console.screen.charset)
        let views = phones.map { view(of: $0, context, scripts) }
        console.show([StyledLine()])
        if console.screen.isInWords {
            let words = views.flatMap(phoneScreen.words)
            // a reader of a pipe gets one item on each line
            console.show(
                console.lines.isInteractive ? words.flatMap { console.screen.lines($0) } : words.map { StyledLine($0) })
        } else {
            console.show(phoneScreen.lines(views))
        }
        for phone in phones { shownNotices[phone.person] = phone.notices.count }
    }

    /// The most items of a transcript that can be scrolled.
    private static let itemsOfPage = 40

    /// Draws a screen in place: the phone at hand with its board first, the others beside it if
    /// there is room.
    ///
    /// - Parameters:
    ///   - waiting: The sentences on what the person at hand can do.
    ///   - scripts: All games of the session.
    mutating func drawPage(_ context: PhonesContext, _ waiting: WaitingText, scripts: [GameScript]) {
        let columns = console.screen.columns()
        let hasRoom =
            columns >= ScreenFrame.fewestColumnsOfTwo && !context.isSharingSecrets && context.world.devices.count > 1
        let width = PhoneScreen.columnsOfTwo(in: columns)
        let phoneScreen = PhoneScreen(
            columns: (hasRoom ? width : nil) ?? min(columns, 72), charset: console.screen.charset,
            boardRows: console.screen.boardRows.map { max(1, $0 - 1) })
        func page(_ phone: SimulatedDevice) -> PhoneScreen.Page {
            var view = view(of: phone, context, scripts)
            view.itemsShown = Self.itemsOfPage
            return phoneScreen.page(view)
        }
        let own = page(context.device)
        var narrowed = console.screen
        if hasRoom, let width { narrowed.columns = { width } }
        console.show(own.board)
        console.answers.place(waiting.lines(on: narrowed, above: own.board.count), in: .standing)
        console.answers.place(own.transcript, in: .transcript)
        if hasRoom {
            let room = (console.screen.rows?() ?? 24) / (context.world.devices.count - 1)
            for phone in context.world.devices where phone.person != context.person {
                let page = page(phone)
                let transcript = page.transcript.suffix(max(Self.fewestLinesBeside, room - page.board.count - 2))
                // a click switches to this phone; moves on it can be touched only after that
                let lines = (page.board + transcript).map { $0.touchable(as: .line("/as \(phone.person)")) }
                console.answers.place(lines, in: .beside)
            }
        }
        for phone in hasRoom ? context.world.devices : [context.device] {
            shownNotices[phone.person] = phone.notices.count
        }
    }

    /// The fewest lines of the transcript of another phone.
    private static let fewestLinesBeside = 3

    private func view(of phone: SimulatedDevice, _ context: PhonesContext, _ scripts: [GameScript]) -> PhoneView {
        let chat = context.chat
        var view = PhoneView(owner: phone.person)
        view.isOnline = !context.world.network.isOffline(phone.person)
        view.time = PhoneView.clock(context.world.now)
        view.items = phone.chats[chat]?.transcript.items ?? []
        view.itemsShown = context.isSlow ? 6 : 4
        view.undelivered = context.world.undelivered(phone.person)
        view.names = phone.names(of: context.game)
        let last = phone.lastBubble(of: context.game, in: chat)?.id
        // one picture is enough, that of the newest bubble
        view.picture = { [pictures] item in
            guard item.id == last, let bubble = item.bubble, phone.style(of: bubble.game) != .expanded,
                let url = bubble.message.url
            else { return nil }
            return pictures.picture(of: url, on: phone.person) { phone.picture(of: item, in: chat) }
        }
        view.images = console.screen.images(phone.app(of: context.game)?.images(in: chat))
        view.draft = phone.chats[chat]?.draft ?? DraftField()
        view.urlLimit = phone.profile.urlLimit
        if let style = phone.style(of: context.game) {
            let last = phone.app(of: context.game)?.lastMove(in: chat)
            view.app = .open(
                PhoneView.OpenApp(
                    title: context.script.title, style: style, scene: scene(on: phone, style, context),
                    context: SceneContext(
                        legalMoves: Set(phone.legalMoves(of: context.game, in: chat).map(\.text) + ["start"]),
                        lastMove: last?.text, isLastMoveOwn: last?.isOwn == true, images: view.images)))
            if style == .expanded { view.itemsShown = 2 }
        } else {
            view.app = .drawer(scripts.filter { phone.installedGames.contains($0.id) }.map(\.title))
        }
        view.isInstalled = { phone.installedGames.contains($0) }
        view.notices = phone.notices.dropFirst(shownNotices[phone.person] ?? 0).filter(phone.holds).map(\.text)
        return view
    }

    /// Returns the scene of the open game, or a plain scene if the script draws nothing in this
    /// style.
    private func scene(on phone: SimulatedDevice, _ style: PresentationStyle, _ context: PhonesContext) -> Scene? {
        do {
            if let scene = try phone.scene(of: context.game, in: context.chat, style: style) { return scene }
        } catch {
            return try? Scene(value: ["kind": "text", "text": .string(String("\(error)".prefix(1000)))])
        }
        guard style == .compact else { return nil }
        let words = context.script.summary.isEmpty ? context.script.title : context.script.summary
        return try? Scene(value: ["kind": "text", "text": .string(words)])
    }
}

/// The cached picture of the newest bubble on each phone. The picture of a message never changes,
/// except under an author's new rules.
final class BubblePictures {
    private var made: [String: (url: String, scene: Scene)] = [:]

    /// Returns the picture of the message with this url on a person's phone. A picture that
    /// couldn't be drawn is tried again: the game may be installed later, and a failing script must
    /// be reported for each typed line.
    func picture(of url: String, on person: String, make: () -> Scene?) -> Scene? {
        if let made = made[person], made.url == url { return made.scene }
        made[person] = make().map { (url, $0) }
        return made[person]?.scene
    }

    /// Forgets the pictures after a change of the rules.
    func forget() { made = [:] }
}
