/// What the protocol keeps room for and this version refuses: draws.
public enum ReservedFeature: Hashable, Sendable {
    /// A ply that only opens a link, so that a draw can be made.
    case witness
    /// The first link of a seat's chain, in the setup.
    case anchor
    /// The seats' latest links, in the envelope.
    case links

    /// For people: "sealed moves".
    public var name: String {
        switch self {
        case .witness: "a witness of a draw"
        case .anchor, .links: "draws"
        }
    }
}
