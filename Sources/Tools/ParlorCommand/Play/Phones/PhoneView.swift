import Conversations
import Parlor

/// What a phone shows at one moment. ``PhoneScreen`` draws it.
struct PhoneView {
    /// Whose phone it is.
    var owner: String
    var isOnline = true
    /// The simulated time, as it is to be shown.
    var time: String?

    var items: [TranscriptItem] = []
    /// How many of the items are shown, the last ones.
    var itemsShown = 6
    /// What has been sent and hasn't arrived yet.
    var undelivered: Set<TranscriptItem.ID> = []
    /// The names of people, for their messages and for `$<UUID>` in captions and summaries.
    var names = ParticipantNames()
    /// The picture of a bubble, drawn instead of the bytes that a terminal can't show; of a live bubble all of it.
    var picture: (TranscriptItem) -> Scene? = { _ in nil }

    /// Is this game on the phone? Of one that isn't, the message shows what devices without the game show.
    var isInstalled: (String) -> Bool = { _ in true }

    /// The pictures that the game's scenes show.
    var images: SceneImages?

    var draft = DraftField()
    /// The characters that a url may have.
    var urlLimit = HostProfile.modern.urlLimit

    var app = App.drawer([])
    /// What the phone tells its owner: a line each.
    var notices: [String] = []

    /// What stands in the place of the keyboard.
    enum App {
        /// No game is open; the titles of those that could be.
        case drawer([String])
        case open(OpenApp)
    }

    /// A game that is open.
    struct OpenApp {
        var title: String
        var style: PresentationStyle
        var scene: Scene?
        var context = SceneContext()
    }

    /// The items that are shown, and how many stand above them.
    var lastItems: (shown: ArraySlice<TranscriptItem>, earlier: Int) {
        let shown = items.suffix(max(0, itemsShown))
        return (shown, items.count - shown.count)
    }

    /// Over an expanded game the draft field can't be seen.
    var showsDraft: Bool {
        if case .open(let app) = app { app.style != .expanded } else { true }
    }

    /// What a person is called.
    func name(of participant: Participant) -> String { names[participant] ?? "Someone" }
}
