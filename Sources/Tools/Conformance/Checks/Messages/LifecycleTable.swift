import Conversations

/// The callbacks that the main instance of a game gets for each stimulus: the lifecycle of the
/// Messages host as a table. The table was written independently of the code that implements the
/// lifecycle.
enum LifecycleTable {
    /// A stimulus, and the state of the game at that time.
    enum Scenario: String, CaseIterable {
        case openFromDrawer = "opened from the drawer"
        case drawerWhileOpen = "opened from the drawer while it is open"
        case tapClosed = "a tap on a bubble, the game closed"
        case tapOther = "a tap on another bubble, in compact style"
        case tapOtherExpanded = "a tap on another bubble, in expanded style"
        case tapSelected = "a tap on the selected bubble, in compact style"
        case tapSelectedExpanded = "a tap on the selected bubble, in expanded style"
        case expand = "expanded by the person"
        case collapse = "collapsed by the person"
        case touch = "a touch"
        case send = "Send, with no message of the session selected"
        case sendBound = "Send, with a message of the session selected"
        case sendStarts = "a second after the echo of a Send"
        case sendClosed = "Send, the game closed"
        case withoutMessage = "Send, Delete or an arrival of stickers or texts alone"
        case delete = "the draft deleted"
        case deleteClosed = "the draft deleted, the game closed"
        case arrival = "an arrival"
        case arrivalBound = "an arrival in the session of the selected message"
        case arrivalClosed = "an arrival, the game closed"
        case close = "closed"
    }

    /// The callbacks in both profiles.
    struct Row {
        let documented, modern: String

        init(_ documented: String, modern: String? = nil) {
            self.documented = documented
            self.modern = modern ?? documented
        }

        func callbacks(_ profile: HostProfile) -> [String] {
            (profile == .documented ? documented : modern).split(separator: " ").map(String.init)
        }
    }

    private static let opening = "load will_become_active did_become_active view_will_appear view_did_appear"
    private static let closing = "view_will_disappear view_did_disappear will_resign_active did_resign_active"
    /// Returns the callbacks of a transient instance, which is started for one callback.
    private static func errand(_ callback: String) -> String {
        "load will_become_active did_become_active \(callback) will_resign_active did_resign_active"
    }

    /// The callbacks of the game in each scenario.
    static let rows: [Scenario: Row] = [
        .openFromDrawer: Row(opening),
        .drawerWhileOpen: Row(""),
        .tapClosed: Row(opening),
        .tapOther: Row(
            "will_transition(expanded) will_select did_select did_transition(expanded)",
            modern: "will_select did_select will_transition(expanded) did_transition(expanded)"),
        .tapOtherExpanded: Row("will_select did_select"),
        .tapSelected: Row("will_transition(expanded) did_transition(expanded)"),
        .tapSelectedExpanded: Row(""),
        .expand: Row("will_transition(expanded) did_transition(expanded)"),
        .collapse: Row("will_transition(compact) did_transition(compact)"),
        .touch: Row(""),
        .send: Row("did_start_sending"),
        .sendBound: Row("did_start_sending", modern: "will_select did_select did_receive"),
        .sendStarts: Row("", modern: "did_start_sending"),
        .sendClosed: Row(errand("did_start_sending")),
        .withoutMessage: Row(""),
        .delete: Row("did_cancel_sending"),
        .deleteClosed: Row(errand("did_cancel_sending")),
        .arrival: Row("did_receive"),
        .arrivalBound: Row("did_receive", modern: "will_select did_select did_receive"),
        .arrivalClosed: Row(""),
        .close: Row(closing),
    ]

    /// The callbacks that may follow a request of a script. Completions may come between any of
    /// these callbacks.
    static let requests: [Row] = [
        Row("will_transition(expanded) did_transition(expanded)"),
        Row("will_transition(compact) did_transition(compact)"),
        Row("did_start_sending", modern: "will_select did_select did_receive"),
        Row("did_start_sending"),
        Row(closing),
    ]

    /// The styles in which an instance of a kind gets callbacks.
    static let styles: [InstanceID.Kind: Set<PresentationStyle>] = [
        .main: [.compact, .expanded], .errand: [.expanded], .bubble: [.transcript], .draft: [.transcript],
    ]

    /// The callbacks in the life of a live bubble, or of a live draft.
    static let bubble = Row(
        "load will_become_active did_become_active view_will_appear view_did_appear content_size_that_fits \(closing)")

    private static let memoryWarning = "did_receive_memory_warning"

    // MARK: Comparing a log with the table

    /// Returns whether these are the callbacks of a scenario, followed by those of the script's
    /// requests.
    ///
    /// The comparison ignores completions, because the answer to a request may come only when the
    /// draft field is visible. It ignores memory warnings, because they may come at any time.
    static func allows(_ callbacks: [String], in scenario: Scenario, _ profile: HostProfile) -> Bool {
        let told = callbacks.filter { !$0.hasPrefix("completion") && $0 != memoryWarning }
        guard let row = rows[scenario]?.callbacks(profile), told.starts(with: row) else { return false }
        var rest = told.dropFirst(row.count)
        while !rest.isEmpty {
            let fitting = requests.map { $0.callbacks(profile) }.filter { rest.starts(with: $0) }
            guard let longest = fitting.max(by: { $0.count < $1.count }) else { return false }
            rest = rest.dropFirst(longest.count)
        }
        return true
    }

    /// Returns whether these are the callbacks of a live bubble, beginning at any point of its
    /// life.
    static func allowsBubble(_ callbacks: [String], _ profile: HostProfile) -> Bool {
        // the host asks for the size again whenever it may have changed
        var life = bubble.callbacks(profile)[...]
        for callback in callbacks where callback != memoryWarning {
            if callback == "content_size_that_fits", life.first == "view_will_disappear" { continue }
            guard let place = life.firstIndex(of: callback) else { return false }
            let isBeginning = life.startIndex == 0 && callback == "view_will_disappear"
            guard place == life.startIndex || isBeginning else { return false }
            life = life[(place + 1)...]
        }
        return true
    }
}
