import Conversations

/// A checker that reports anything that must never occur in a lifecycle. Like a driver, it sees
/// only the stimuli and the events.
struct LifecycleWitness {
    private enum Stage: Int {
        case loaded, willBecome, active, appearing, shown, disappearing, hidden, willResign, over
    }

    private(set) var complaints: [String] = []
    private var stages: [InstanceID: Stage] = [:]
    private var asked: [Int: InstanceID] = [:]
    private var answered: Set<Int> = []
    private var killed: Set<InstanceID> = []

    var living: [InstanceID] {
        stages.filter { $0.value != .over }.map(\.key).sorted { $0.number < $1.number }
    }

    mutating func ask(_ request: Request) { asked[request.number] = request.instance }

    mutating func kill(_ id: InstanceID) {
        guard stages[id] != nil else { return }
        stages[id] = .over
        killed.insert(id)
    }

    mutating func require(_ holds: Bool, _ complaint: @autoclosure () -> String) {
        if !holds { complaints.append(complaint()) }
    }

    mutating func see(_ event: Event) {
        var line: String { LifecycleLog.Entry.event(event).description }
        let id = event.instance
        let before = stages[id]
        var after = before
        func moves(from: Stage?, to: Stage) -> Bool {
            after = to
            return before == from
        }
        let isOpen = before == .active || before == .shown
        let isInOrder: Bool
        switch event.callback {
        case .load: isInOrder = moves(from: nil, to: .loaded)
        case .willBecomeActive: isInOrder = moves(from: .loaded, to: .willBecome)
        case .didBecomeActive: isInOrder = moves(from: .willBecome, to: .active)
        case .viewWillAppear: isInOrder = id.kind != .errand && moves(from: .active, to: .appearing)
        case .viewDidAppear: isInOrder = moves(from: .appearing, to: .shown)
        case .viewWillDisappear: isInOrder = moves(from: .shown, to: .disappearing)
        case .viewDidDisappear: isInOrder = moves(from: .disappearing, to: .hidden)
        case .willResignActive:
            isInOrder = moves(from: id.kind == .errand ? .active : .hidden, to: .willResign)
        case .didResignActive: isInOrder = moves(from: .willResign, to: .over)
        case .completion(let number, _):
            isInOrder = isOpen || before == .hidden
            require(asked[number] == id, "answered someone else: \(line)")
            require(answered.insert(number).inserted, "answered twice: \(line)")
        default: isInOrder = isOpen
        }
        require(isInOrder, "out of order after \(before.map { "\($0)" } ?? "nothing"): \(line)")
        stages[id] = after
        require(event.callback.isPossible(in: event.style, context: event.context), "impossible in this style: \(line)")
        require(id.isInTranscript == (event.style == .transcript), "wrong style: \(line)")
        let isOutside = [.load, .willBecomeActive, .didResignActive].contains(event.callback)
        require(event.isActive != isOutside, "active_conversation is wrong: \(line)")
        require(event.isVisible == (after == .shown || after == .disappearing), "visible is wrong: \(line)")
        require(stages.count { $0.value != .over && !$0.key.isInTranscript } <= 1, "two main instances: \(line)")
        seeSelection(event)
    }

    private mutating func seeSelection(_ event: Event) {
        var line: String { LifecycleLog.Entry.event(event).description }
        switch event.callback {
        case .willTransition(let style): require(event.style != style, "style moved early: \(line)")
        case .didTransition(let style): require(event.style == style, "style moved late: \(line)")
        case .willSelect: require(event.selectedMessage != event.message, "selection moved early: \(line)")
        case .didSelect: require(event.selectedMessage == event.message, "selection moved late: \(line)")
        case .didStartSending: require(event.message?.isPending == false, "still pending: \(line)")
        case .didCancelSending: require(event.message?.isPending == true, "not pending: \(line)")
        default: break
        }
    }

    /// Requires an answer to every request, except the requests of killed instances and those in
    /// `unanswered`.
    mutating func requireAnswers(except unanswered: Set<Int>) {
        for (number, id) in asked where !answered.contains(number) {
            require(killed.contains(id) || unanswered.contains(number), "never answered: \(number) of \(id)")
        }
    }
}
