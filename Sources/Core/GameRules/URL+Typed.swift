import Foundation

extension URL {
    /// The place that a path names as it stands: `~` is a letter like others. A shell has replaced it where it stands for a home
    /// folder; Foundation would replace it once more, and by another folder than `$HOME`.
    ///
    /// Every path that comes from a command line or the environment becomes a URL here.
    package init(typed path: String) { self.init(fileURLWithPath: path.hasPrefix("~") ? "./" + path : path) }
}
