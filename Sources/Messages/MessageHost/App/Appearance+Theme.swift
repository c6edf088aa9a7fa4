import Conversations
import MatchSessions
import Scenes

extension Appearance {
    /// The colours for pictures that are drawn for this view alone. The picture of a message is the same for everybody, and
    /// light.
    public var theme: Theme { isDark ? .dark : .light }
}
