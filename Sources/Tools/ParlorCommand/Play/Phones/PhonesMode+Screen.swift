import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

// The drawing of the phones.
extension PhonesMode {
    func greet() {
        say("\(script.title): \(world.people.joined(separator: ", "))", .title)
        if !script.summary.isEmpty { say(script.summary, .quiet) }
        guard lines.isInteractive else { return }
        if let hint { say(hint, .quiet) }
        say(
            isSlow
                ? "Each step is yours: open, touch a move, send, receive, as \(world.people.last ?? ""), tap. Type `help`."
                : "Type a move, and it is sent and opened on the other phone. Type `help` for more.", .quiet)
        if isSlow { say("The clock stands still: `receive` and `time +5m` let time pass.", .quiet) }
    }

    /// Draws the phone at hand, or both phones.
    func drawTurn() {
        if isSharingSecrets, viewer != person {
            guard
                console.handOver(
                    to: person, isFirst: viewer == nil, heading: { say(handOverReason, .quiet) })
            else { return leave() }
            viewer = person
        }
        if screen.isInPlace { return drawPage() }
        let two = isSharingSecrets || world.devices.count != 2 ? nil : PhoneScreen.columnsOfTwo(in: screen.columns())
        let phones = two == nil ? [device] : world.devices
        let phoneScreen = PhoneScreen(columns: two ?? min(screen.columns(), 72), charset: screen.charset)
        let views = phones.map { view(of: $0) }
        show([StyledLine()])
        if screen.isInWords {
            let words = views.flatMap(phoneScreen.words)
            // a reader of a pipe gets one thing per line
            show(lines.isInteractive ? words.flatMap { screen.lines($0) } : words.map { StyledLine($0) })
        } else {
            show(phoneScreen.lines(views))
        }
        for phone in phones { shownNotices[phone.person] = phone.notices.count }
        showToAuthor()
        show(standingLines(on: screen))
    }

    /// Returns lines on what the person at hand can do.
    private func standingLines(on screen: Screen) -> [StyledLine] {
        let match = device.match(of: game, in: world.chat)
        let dispute =
            match?.record.dispute == nil ? "" : "Two versions of this match stand; `theirs` goes on with the other."
        let weight: Screen.Weight = match == nil ? .quiet : match?.status.outcome == nil ? .plain : .title
        let way = lossOfLast == nil ? underWay ?? "" : ""
        return screen.lines(dispute) + screen.lines(standing(match), weight) + screen.lines(way, .quiet)
            + screen.lines(betsLine ?? "", .quiet)
    }

    /// Returns the same lines for the rows that a board leaves. To fit, they list fewer moves.
    private func standingLines(on screen: Screen, above rows: Int) -> [StyledLine] {
        defer { mostListed = 24 }
        let room = max(2, (screen.rows?() ?? 24) - rows - 3)
        for most in [24, 12, 6] {
            mostListed = most
            let lines = standingLines(on: screen)
            if lines.count <= room { return lines }
        }
        mostListed = 3
        return standingLines(on: screen)
    }

    /// The most items of a transcript that can be scrolled.
    private static let itemsOfPage = 40

    /// Draws a screen in place: the phone at hand with its board first, the others beside it if
    /// there is room.
    private func drawPage() {
        let columns = screen.columns()
        let hasRoom = columns >= ScreenFrame.fewestColumnsOfTwo && !isSharingSecrets && world.devices.count > 1
        let width = PhoneScreen.columnsOfTwo(in: columns)
        let phoneScreen = PhoneScreen(
            columns: (hasRoom ? width : nil) ?? min(columns, 72), charset: screen.charset,
            boardRows: screen.boardRows.map { max(1, $0 - 1) })
        func page(_ phone: Device) -> PhoneScreen.Page {
            var view = view(of: phone)
            view.itemsShown = Self.itemsOfPage
            return phoneScreen.page(view)
        }
        let own = page(device)
        var narrowed = screen
        if hasRoom, let width { narrowed.columns = { width } }
        show(own.board)
        answers.place(standingLines(on: narrowed, above: own.board.count), in: .standing)
        answers.place(own.transcript, in: .transcript)
        if hasRoom {
            let room = (screen.rows?() ?? 24) / (world.devices.count - 1)
            for phone in world.devices where phone.person != person {
                let page = page(phone)
                let transcript = page.transcript.suffix(max(Self.fewestLinesBeside, room - page.board.count - 2))
                // a click takes this phone; only its owner can touch what it shows
                let lines = (page.board + transcript).map { $0.touchable(as: .line("/as \(phone.person)")) }
                answers.place(lines, in: .beside)
            }
        }
        for phone in hasRoom ? world.devices : [device] { shownNotices[phone.person] = phone.notices.count }
        showToAuthor()
    }

    /// The fewest lines of the transcript of another phone.
    private static let fewestLinesBeside = 3

    /// The most bytes of hooks' output to show at once: one typed line has many events on every
    /// phone.
    private static let printedAtOnce = 64 << 10

    /// Shows the output and the failures of hooks since the last call, on all phones.
    private func showToAuthor() {
        var room = Self.printedAtOnce
        var leftOut = 0
        for phone in phonesToTellOf {
            for printout in phone.printouts.dropFirst(shownPrintouts[phone.person] ?? 0) {
                for line in printout.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
                    printout.text.hasSuffix("\n") ? 1 : 0)
                {
                    room -= line.utf8.count + 40  // includes the name of the hook
                    guard room >= 0 else {
                        leftOut += 1
                        continue
                    }
                    say("\(phone.person), \(printout.instance), \(printout.hook): \(line)", .quiet)
                }
            }
            shownPrintouts[phone.person] = phone.printouts.count
        }
        showPrintedByRules()
        if leftOut > 0 {
            say(
                "\(leftOut) more printed line\(leftOut == 1 ? " is" : "s are") left out: of what hooks print between two inputs, "
                    + "\(Self.printedAtOnce >> 10) KiB are shown.", .quiet)
        }
        tellFailures()
    }

    /// Shows the output of the rules. Output that repeats with every drawing is shown once per
    /// typed line.
    private func showPrintedByRules() {
        for phone in phonesToTellOf {
            for printout in phone.scriptWitness?.takePrintouts() ?? []
            where toldPrintouts.insert(printout).inserted {
                show(FailureReport.printed(printout.text, hook: printout.hook).flatMap { screen.lines($0, .quiet) })
            }
        }
    }

    private func view(of phone: Device) -> PhoneView {
        var view = PhoneView(owner: phone.person)
        view.isOnline = !world.network.isOffline(phone.person)
        view.time = Self.clock(world.now)
        view.items = phone.chats[chat]?.transcript.items ?? []
        view.itemsShown = isSlow ? 6 : 4
        view.undelivered = world.undelivered(phone.person)
        view.names = phone.names(of: game)
        let chat = self.chat
        let last = phone.lastBubble(of: game, in: chat)?.id
        // one picture is enough, that of the newest bubble
        view.picture = { [pictures] item in
            guard item.id == last, let bubble = item.bubble, phone.style(of: bubble.game) != .expanded,
                let url = bubble.message.url
            else { return nil }
            return pictures.picture(of: url, on: phone.person) { phone.picture(of: item, in: chat) }
        }
        view.images = screen.images(phone.images(of: game, in: chat))
        view.draft = phone.chats[chat]?.draft ?? DraftField()
        view.urlLimit = phone.profile.urlLimit
        if let style = phone.style(of: game) {
            let last = phone.lastMove(of: game, in: chat)
            view.app = .open(
                PhoneView.OpenApp(
                    title: script.title, style: style, scene: scene(on: phone, style),
                    context: SceneContext(
                        legalMoves: Set(phone.legalMoves(of: game, in: chat).map(\.text) + ["start"]),
                        lastMove: last?.text, isLastMoveOwn: last?.isOwn == true, images: view.images)))
            if style == .expanded { view.itemsShown = 2 }
        } else {
            view.app = .drawer(scripts.filter { phone.installedGames.contains($0.id) }.map(\.title))
        }
        view.isInstalled = { phone.installedGames.contains($0) }
        view.notices = phone.notices.dropFirst(shownNotices[phone.person] ?? 0).filter(phone.holds).map(\.text)
        return view
    }

    /// Returns the scene of the open game, or a plain one if the script draws nothing in this
    /// style.
    private func scene(on phone: Device, _ style: PresentationStyle) -> Scene? {
        do {
            if let scene = try phone.scene(of: game, in: chat, style: style) { return scene }
        } catch {
            return try? Scene(value: ["kind": "text", "text": .string(String("\(error)".prefix(1000)))])
        }
        guard style == .compact else { return nil }
        let words = script.summary.isEmpty ? script.title : script.summary
        return try? Scene(value: ["kind": "text", "text": .string(words)])
    }

    static func clock(_ time: Duration) -> String {
        let seconds = time.components.seconds
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}

// People without a seat. The quick way seats people in the order in which they were named; the
// others watch.
extension PhonesMode {
    /// The sentence for a person at hand who watches others, with what to do meanwhile. Nil for a
    /// person who has a seat or can take one.
    var watching: String? {
        guard !isSlow else { return nil }
        guard let match = device.match(of: game, in: chat) else { return watchingUnseen }
        let record = match.record
        guard record.seat == nil, match.status.outcome == nil, record.signedLog.roster.isComplete else { return nil }
        let seated = seatedPeople.map(\.person)
        let bet = device.takesBets(on: game, in: chat) ? seated.first.map { ", and may bet: `bet 20 on \($0)`" } : nil
        return "\(person) watches \(NameList.of(seated))\(bet ?? "")."
    }

    /// The same before the first message, when only the inviter's phone has the match.
    private var watchingUnseen: String? {
        for phone in world.devices where phone.person != person {
            guard let match = phone.match(of: game, in: chat), match.status.outcome == nil,
                match.record.seat == match.record.signedLog.match.setup.inviterSeat
            else { continue }
            let line = nextInLine(behind: phone.person, seats: match.record.signedLog.log.seats)
            guard !line.contains(person) else { return nil }
            return
                "\(person) watches \(NameList.of([phone.person] + line)), and may bet once \(phone.person) has moved: "
                + "`bet 20 on \(phone.person)`."
        }
        return nil
    }
}

// Failures of the script on the phones, reported to its author on standard error.
extension PhonesMode {
    /// The phones that may be reported: only the phone at hand if its content is secret from others
    /// at the keyboard.
    var phonesToTellOf: [Device] {
        if !isSharingSecrets { return world.devices }
        return viewer == person ? [device] : []
    }

    /// Reports the failures since the last call. A failure that repeats is reported once per typed
    /// line, for the first phone that has it.
    func tellFailures() {
        for phone in phonesToTellOf {
            for failure in phone.scriptWitness?.take() ?? [] where !told.contains(where: failure.isSame) {
                told.append(failure)
                tell(failure, on: phone)
            }
            let hooks = phone.notices.compactMap(\.failure)
            for var failure in hooks.dropFirst(shownFailures[phone.person] ?? 0) {
                failure.printed = ""  // shown with the rest of the output of hooks
                tell(failure, on: phone)
            }
            shownFailures[phone.person] = hooks.count
        }
    }

    private func tell(_ failure: ScriptFailure, on phone: Device) {
        let report = FailureReport(failure: failure, files: (scriptOfMatch ?? script).folder.files)
        console.complain([StyledLine("On \(SafeText(phone.person))'s phone:")] + report.drawn(on: screen))
    }

    /// Reports an error; a failure of the script as its report.
    func report(_ error: any Error) {
        tellFailures()
        if tellAuthor(error, of: script) { return }
        let sentence = "\(error)"
        if !told.contains(where: { $0.description == sentence }) { refuse(self.sentence(of: error)) }
    }
}

/// The cached picture of the newest bubble on each phone. The picture of a message never changes,
/// except under an author's new rules.
final class BubblePictures {
    private var made: [String: (url: String, scene: Scene)] = [:]

    /// Returns the picture of the message with this url on a person's phone. A failed picture is
    /// tried again, because the game may be installed meanwhile and a failing script is reported
    /// for each typed line.
    func picture(of url: String, on person: String, make: () -> Scene?) -> Scene? {
        if let made = made[person], made.url == url { return made.scene }
        made[person] = make().map { (url, $0) }
        return made[person]?.scene
    }

    /// Forgets the pictures after a change of the rules.
    func forget() { made = [:] }
}
