import Conversations
import Effort
import Testing

@Suite struct LifecyclePropertyTests {
    /// Runs random sequences of up to 30 stimuli in two chats, with random flags of the profile.
    @Test(arguments: 0..<5) func holdsUnderAnyOrderOfStimuli(part: Int) {
        for number in 0..<TestEffort.extent(quick: 50, full: 1_000) {
            let seed = UInt64(part * 1_000 + number)
            var life = RandomLife(seed: seed)
            for _ in 0..<30 { life.step() }
            life.finish()
            #expect(life.witness.complaints.isEmpty, "seed \(seed)\n\(life.log.text())")
            if !life.witness.complaints.isEmpty { return }
        }
    }

    @Test func theSameStimuliGiveTheSameLog() {
        var texts: Set<String> = []
        for seed in 0..<50 as Range<UInt64> {
            let logs = (0..<2).map { _ in
                var life = RandomLife(seed: seed)
                for _ in 0..<30 { life.step() }
                return life.log.text()
            }
            #expect(logs[0] == logs[1], "seed \(seed)")
            texts.insert(logs[0])
        }
        #expect(texts.count > 45)
    }

    /// The random sequences must reach every callback, silent case and error. Otherwise the test
    /// above would prove little.
    @Test func everyCallbackAndSilentCaseOccurs() {
        var names: Set<String> = []
        var refusals: Set<String> = []
        var codes: Set<Int> = []
        for seed in 0..<300 as Range<UInt64> {
            var life = RandomLife(seed: seed)
            for _ in 0..<30 { life.step() }
            refusals.formUnion(life.refusals)
            for entry in life.log.entries {
                names.insert(entry.event?.callback.name ?? entry.silentCase?.rawValue ?? "")
                if case .completion(_, let error?) = entry.event?.callback { codes.insert(error.code.rawValue) }
            }
        }
        let silent = SilentNoOp.allCases.filter { ![.wrongURLScheme, .eventLimit].contains($0) }.map(\.rawValue)
        #expect(names.isSuperset(of: silent))
        #expect(names.subtracting(silent).count == 19, "\(names)")
        #expect(codes == [8, 9, 10, 11])
        #expect(refusals.count >= 7, "\(refusals)")
    }
}

/// A random sequence of stimuli for a lifecycle with two chats. It checks after each stimulus that
/// requests and answers, and sent messages and reports, match each other.
struct RandomLife {
    var life: Lifecycle
    var chats = [Chat.sample("family"), Chat.sample("work")]
    var log = LifecycleLog()
    var witness = LifecycleWitness()
    var refusals: Set<String> = []
    private var random: SeededGenerator
    private var messages = 0
    private var requests = 0
    private var lastEvents: [Event] = []
    private var unanswered: Set<Int> = []
    private var added = [0, 0]
    private var vanished = [0, 0]
    private var laters: [Stimulus] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        life = Lifecycle(game: Bench.game, profile: Self.profile(&random))
    }

    private static func profile(_ random: inout SeededGenerator) -> HostProfile {
        func pick<Flag: CaseIterable>(_: Flag.Type) -> Flag where Flag.AllCases == [Flag] {
            Flag.allCases[Int.random(in: 0..<Flag.allCases.count, using: &random)]
        }
        return HostProfile(
            selectionOnArrival: pick(HostProfile.SelectionOnArrival.self),
            ownSendEcho: pick(HostProfile.OwnSendEcho.self),
            sendWithoutTouch: pick(HostProfile.SendWithoutTouch.self),
            sessionLinking: pick(HostProfile.SessionLinking.self), nilSummary: pick(HostProfile.NilSummary.self),
            insertGate: pick(HostProfile.InsertGate.self), selectOrder: pick(HostProfile.SelectOrder.self),
            urlLimit: Bool.random(using: &random) ? 5_000 : 5_120, sanitisesReceived: Bool.random(using: &random))
    }

    mutating func step() {
        // choose mostly the chat in which the game is open
        let open = chats.firstIndex { $0.id == life.main?.chat } ?? 0
        let index = Int.random(in: 0..<8, using: &random) == 0 ? 1 - open : open
        let stimulus = stimulus(in: chats[index])
        let lifeBefore = life
        let chatBefore = chats[index]
        let reaction: Reaction
        do throws(StimulusError) {
            reaction = try life.handle(stimulus, in: &chats[index])
        } catch {
            refusals.insert(String("\(error)".prefix(40)))
            witness.require(
                Self.text(life, chats[index]) == Self.text(lifeBefore, chatBefore), "\(error) changed something")
            return
        }
        if case .insert(let request, _) = stimulus { witness.ask(request) }
        if case .send(let request, _) = stimulus { witness.ask(request) }
        if case .kill(let id) = stimulus { witness.kill(id) }
        log.append(contentsOf: reaction.entries)
        for event in reaction.events { witness.see(event) }
        lastEvents = reaction.events
        noteUnanswered(stimulus)
        laters += reaction.later.map(\.stimulus)
        balance(stimulus, reaction, index, before: chatBefore, starting: lifeBefore.main?.starting ?? [])
        look(index)
    }

    mutating func finish() {
        for index in chats.indices {
            guard let reaction = try? life.handle(.leaveChat, in: &chats[index]) else { continue }
            for event in reaction.events { witness.see(event) }
        }
        let living = witness.living
        witness.require(living.isEmpty, "still living: \(living)")
        witness.requireAnswers(except: unanswered)
    }

    // MARK: Balance

    /// Notes a request that may stay unanswered because its instance has ended before the request
    /// was carried out.
    private mutating func noteUnanswered(_ stimulus: Stimulus) {
        switch stimulus {
        case .insert(let request, _), .send(let request, _):
            if life.instance(request.instance) == nil { unanswered.insert(request.number) }
        default: break
        }
    }

    private mutating func balance(
        _ stimulus: Stimulus, _ reaction: Reaction, _ index: Int, before: Chat, starting: [Message]
    ) {
        let after = chats[index]
        let sent = reaction.outgoing.compactMap(\.delivery.post.message)
        let started = reaction.events.filter { $0.callback == .didStartSending }
        // a sent message is reported now, or after its echo
        var told = started.compactMap(\.message?.id) + (life.main?.starting.map(\.id) ?? [])
        if case .kill = stimulus, life.main == nil { told = starting.map(\.id) }
        witness.require(
            told.map(\.string).sorted() == (starting + sent).map(\.id.string).sorted(), "sent and told differ")
        let cancelled = reaction.events.filter { $0.callback == .didCancelSending }.compactMap(\.message?.id)
        var arrivals = 0
        var stays = true
        switch stimulus {
        case .userDeleteDraft:
            witness.require(cancelled == [before.draft.staged?.message.id], "deleted and told differ")
            witness.require(after.draft.staged == nil, "the deleted draft stays")
            stays = false
        case .userSend:
            witness.require(after.draft.isEmpty, "the sent draft stays")
            witness.require(
                sent.map(\.id) == [before.draft.staged?.message.id].compactMap(\.self), "another draft was sent")
            stays = false
        case .insert, .send: stays = false
        case .arrival(let delivery, _):
            arrivals = 1
            let told = reaction.events.filter { $0.callback == .didReceive }.count
            let silent = reaction.entries.filter { $0.silentCase == .arrivalWhileInactive }.count
            witness.require(told + silent == (delivery.post.message == nil ? 0 : 1), "an arrival told \(told) times")
            witness.require(told == 0 || life.main?.chat == after.id, "told in another chat")
        default: break
        }
        if case .userDeleteDraft = stimulus {} else { witness.require(cancelled.isEmpty, "cancelled by itself") }
        if stays {
            witness.require(
                before.draft.staged?.message.id == after.draft.staged?.message.id, "the draft changed by itself")
        }
        added[index] += reaction.outgoing.count + arrivals
        vanished[index] +=
            before.transcript.items.count + reaction.outgoing.count + arrivals - after.transcript.items.count
        witness.require(added[index] == after.transcript.items.count + vanished[index], "items don't add up")
        witness.require(
            life.profile.nilSummary == .none || vanished[index] == 0, "an item vanished though every one has a line")
    }

    /// Checks the rules that hold between any two stimuli.
    private mutating func look(_ index: Int) {
        let chat = chats[index]
        if life.profile.sessionLinking == .bySession {
            let sessions = chat.transcript.items.compactMap(\.bubble?.message.session)
            witness.require(sessions.count == Set(sessions).count, "two bubbles of one session")
        }
        let places = chat.transcript.items.map(\.id)
        witness.require(Set(places).count == places.count, "two items in one place")
        for instance in life.bubbles where instance.chat == chat.id {
            if let item = instance.item {
                witness.require(chat.transcript[item]?.bubble != nil, "\(instance.id) runs in no bubble")
            } else {
                witness.require(
                    chat.draft.staged?.message.layout?.isLive == true, "\(instance.id) runs in no draft")
            }
        }
        let known = ([life.main].compactMap(\.self) + life.bubbles).map(\.id).sorted { $0.number < $1.number }
        let living = witness.living
        witness.require(known == living, "told of \(living), but there are \(known)")
        if let main = life.main {
            witness.require(main.style != .transcript, "the main instance is in the transcript")
            witness.require(main.style == .expanded || main.waitingCompletions.isEmpty, "an answer is kept")
        }
    }

    /// Returns a text of everything that a rejected stimulus must not change.
    private static func text(_ life: Lifecycle, _ chat: Chat) -> String {
        let instances = ([life.main].compactMap(\.self) + life.bubbles).map {
            "\($0.id) \($0.style) \($0.selectedMessage?.id.string ?? "-") \($0.touch) \($0.waitingCompletions)"
        }
        let draft = chat.draft
        return """
            \(instances.joined(separator: ";"))
            \(chat.transcript)
            \(draft.staged?.message.id.string ?? "-") \(draft.text) \(draft.pieces.count)
            """
    }

    // MARK: Random stimuli

    private mutating func stimulus(in chat: Chat) -> Stimulus {
        switch Int.random(in: 0..<28, using: &random) {
        case 0, 1: .openFromDrawer(Int.random(in: 0..<6, using: &random) == 0 ? .media : .messages)
        case 2, 3: .tapBubble(place(in: chat))
        case 4: .expand
        case 5, 6: .collapse
        case 7, 8: .touch(someone())
        case 9: .userSend
        case 10: .userDeleteDraft
        case 11: Bool.random(using: &random) ? .close : .leaveChat
        case 12: .requestStyle(someone(), PresentationStyle.allCases.randomElement(using: &random) ?? .compact)
        case 13...15: .insert(request(), post())
        case 16...18: .send(request(), post())
        case 19: .dismiss(someone())
        case 20...22: .arrival(Delivery(post(), game: Bench.game, isLinked: Bool.random(using: &random)), from: .bob)
        case 23: .bubbleAppears(place(in: chat))
        case 24:
            [
                Stimulus.bubbleDisappears(place(in: chat)), .draftAppears, .failure(place(in: chat), .unknown("lost")),
                .surroundings(DisplaySettings(maximumWidth: Int.random(in: 200..<204, using: &random))),
            ].randomElement(using: &random) ?? .draftAppears
        case 25: .kill(someone())
        case 26: laters.isEmpty ? .memoryWarning : laters.remove(at: Int.random(in: 0..<laters.count, using: &random))
        default: .memoryWarning
        }
    }

    private mutating func place(in chat: Chat) -> TranscriptItem.ID {
        chat.transcript.items.randomElement(using: &random)?.id ?? Transcript.placeOfFirstItem
    }

    /// Returns the id of an instance, mostly of a running one.
    private mutating func someone() -> InstanceID {
        let living = witness.living
        if let id = living.randomElement(using: &random), Int.random(in: 0..<8, using: &random) > 0 { return id }
        return .made(.main, Int.random(in: 0..<10, using: &random))
    }

    private mutating func request() -> Request {
        requests += 1
        if Int.random(in: 0..<3, using: &random) == 0, let event = lastEvents.randomElement(using: &random) {
            return Request(requests, during: event)
        }
        return Request(requests, from: someone())
    }

    private mutating func post() -> Post {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .text("hi")
        case 1: return (try? Post.sticker(Samples.sticker())) ?? .text("no sticker")
        default: break
        }
        messages += 1
        var message = Message.sample(
            MessageID("m\(messages)"), session: [nil, .one, .two].randomElement(using: &random) ?? nil,
            summary: Bool.random(using: &random) ? "summary \(messages)" : nil, isLive: Bool.random(using: &random))
        if Int.random(in: 0..<8, using: &random) == 0 { message.setURL(String(repeating: "x", count: 5_121)) }
        return .message(message)
    }
}
