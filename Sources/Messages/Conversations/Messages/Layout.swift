/// What a message looks like in a transcript.
public enum Layout: Hashable, Sendable {
    /// A template that every device can draw.
    case template(TemplateLayout)
    /// The game draws its own bubble where it is installed; see ``LiveLayout``.
    case live(LiveLayout)

    /// The template: the layout itself, or what a live layout falls back to.
    public var template: TemplateLayout {
        switch self {
        case .template(let template): template
        case .live(let live): live.alternate
        }
    }

    /// Whether the game draws the bubble itself where it is installed.
    public var isLive: Bool {
        if case .live = self { true } else { false }
    }

    func mapTemplate(_ rewrite: (TemplateLayout) -> TemplateLayout) -> Layout {
        switch self {
        case .template(let template): .template(rewrite(template))
        case .live(let live): .live(LiveLayout(rewrite(live.alternate)))
        }
    }
}
