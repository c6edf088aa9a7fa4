/// The limit of a message's url.
public enum URLLimit {
    /// The most characters of a url that Apple's Messages documents. Parlor's urls are ASCII, so these
    /// are bytes, too.
    public static let characters = 5_000
}
