import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

// What is drawn of the phones.
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

    /// Draws the phone at hand, or both.
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
            // who reads from a pipe gets a thing per line
            show(lines.isInteractive ? words.flatMap { screen.lines($0) } : words.map { StyledLine($0) })
        } else {
            show(phoneScreen.lines(views))
        }
        for phone in phones { shownNotices[phone.person] = phone.notices.count }
        showToAuthor()
        show(standingLines(on: screen))
    }

    /// What the person at hand can do.
    private func standingLines(on screen: Screen) -> [StyledLine] {
        let match = device.match(of: game, in: world.chat)
        let dispute =
            match?.record.dispute == nil ? "" : "Two versions of this match stand; `theirs` goes on with the other."
        let weight: Screen.Weight = match == nil ? .quiet : match?.status.outcome == nil ? .plain : .title
        let way = lossOfLast == nil ? underWay ?? "" : ""
        return screen.lines(dispute) + screen.lines(standing(match), weight) + screen.lines(way, .quiet)
            + screen.lines(betsLine ?? "", .quiet)
    }

    /// The same in the rows that a board leaves, as far as fewer moves can be listed.
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

    /// Of a transcript that is scrolled through.
    private static let itemsOfPage = 40

    /// Draws for a screen in place: the phone at hand with its board first, the others beside it where there is room.
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
                // a click takes it into one's hands: what stands on it is for its owner to touch
                let lines = (page.board + transcript).map { $0.touchable(as: .line("/as \(phone.person)")) }
                answers.place(lines, in: .beside)
            }
        }
        for phone in hasRoom ? world.devices : [device] { shownNotices[phone.person] = phone.notices.count }
        showToAuthor()
    }

    /// How much is shown at least of the transcript of a phone that is not at hand.
    private static let fewestLinesBeside = 3

    /// How much of what hooks printed is shown at once, in bytes: one typed line has many events, on every phone.
    private static let printedAtOnce = 64 << 10

    /// What hooks printed since the last time, on whichever phone, and what failed.
    private func showToAuthor() {
        var room = Self.printedAtOnce
        var leftOut = 0
        for phone in phonesToTellOf {
            for printout in phone.printouts.dropFirst(shownPrintouts[phone.person] ?? 0) {
                for line in printout.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
                    printout.text.hasSuffix("\n") ? 1 : 0)
                {
                    room -= line.utf8.count + 40  // with the name of the hook
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

    /// What the rules printed, with what was asked of them. What is printed whenever something is drawn is shown once for a line
    /// that was typed.
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
        // One picture is enough: the newest.
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

    /// What the open game draws; where the script draws nothing in this style, a plain one.
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

// Who has no seat: the quick way, people sit down in the order in which they were named, and the others watch.
extension PhonesMode {
    /// Whom the person at hand watches, and what there is to do meanwhile; nil for who has a seat, or could take one.
    var watching: String? {
        guard !isSlow else { return nil }
        guard let match = device.match(of: game, in: chat) else { return watchingUnseen }
        let record = match.record
        guard record.seat == nil, match.status.outcome == nil, record.signedLog.roster.isComplete else { return nil }
        let seated = seatedPeople.map(\.person)
        let bet = device.takesBets(on: game, in: chat) ? seated.first.map { ", and may bet: `bet 20 on \($0)`" } : nil
        return "\(person) watches \(NameList.of(seated))\(bet ?? "")."
    }

    /// The same before the first message: the match is on the phone alone that began it.
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

// What failed in the script on the phones, as its author wants to read it: on standard error, whatever the phones show of it.
extension PhonesMode {
    /// The phones of which may be told: where they are kept from others at the keyboard, only the one at hand.
    var phonesToTellOf: [Device] {
        if !isSharingSecrets { return world.devices }
        return viewer == person ? [device] : []
    }

    /// Tells what failed since the last time. What fails whenever it is asked for is told once for a line that was typed, on the
    /// first phone that met it.
    func tellFailures() {
        for phone in phonesToTellOf {
            for failure in phone.scriptWitness?.take() ?? [] where !told.contains(where: failure.isSame) {
                told.append(failure)
                tell(failure, on: phone)
            }
            let hooks = phone.notices.compactMap(\.failure)
            for var failure in hooks.dropFirst(shownFailures[phone.person] ?? 0) {
                failure.printed = ""  // shown with the rest of what hooks print
                tell(failure, on: phone)
            }
            shownFailures[phone.person] = hooks.count
        }
    }

    private func tell(_ failure: ScriptFailure, on phone: Device) {
        let report = FailureReport(failure: failure, files: (scriptOfMatch ?? script).folder.files)
        console.complain([StyledLine("On \(SafeText(phone.person))'s phone:")] + report.drawn(on: screen))
    }

    /// What goes wrong is said: a failure of the script as its report.
    func report(_ error: any Error) {
        tellFailures()
        if tellAuthor(error, of: script) { return }
        let sentence = "\(error)"
        if !told.contains(where: { $0.description == sentence }) { refuse(self.sentence(of: error)) }
    }
}

/// The picture of the newest bubble on each phone, made once: what a message shows never changes, but for an author's new rules.
final class BubblePictures {
    private var made: [String: (url: String, scene: Scene)] = [:]

    /// The picture of the message with this url on a person's phone. One that can't be made is tried again: the game may be
    /// put on the phone meanwhile, and a script that fails says so for every line that is typed.
    func picture(of url: String, on person: String, make: () -> Scene?) -> Scene? {
        if let made = made[person], made.url == url { return made.scene }
        made[person] = make().map { (url, $0) }
        return made[person]?.scene
    }

    /// They are made anew: the rules are others.
    func forget() { made = [:] }
}
