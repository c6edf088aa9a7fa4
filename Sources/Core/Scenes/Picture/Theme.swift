/// The colours that pictures are drawn in. What a picture says is the same in each.
public enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Dark on white, as the pictures of messages are.
    case light
    /// Light on nearly black, for whoever reads so.
    case dark
    /// Black on white with strong edges, for whoever needs the contrast.
    case contrast
}
