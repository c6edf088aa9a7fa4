/// What a server says of itself when a client connects.
public struct ServerFacts: Hashable, Sendable {
    /// `host:port`, as it was asked for.
    public var place: String
    /// Its own name.
    public var name: String
    /// Its version, as it writes it.
    public var version: String
    /// Whether JetStream runs there.
    public var hasJetStream: Bool

    /// Makes facts.
    public init(place: String, name: String, version: String, hasJetStream: Bool) {
        self.place = place
        self.name = name
        self.version = version
        self.hasJetStream = hasJetStream
    }
}
