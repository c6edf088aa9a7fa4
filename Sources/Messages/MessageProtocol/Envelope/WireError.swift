import Values

/// Why a message could not be written or read.
public enum WireError: Error, Hashable, Sendable {
    /// The message doesn't have the form of the protocol.
    ///
    /// - Parameters:
    ///   - part: What was being read: `url`, `log`, `setup` …
    ///   - problem: What was expected there and what was found.
    case malformed(part: String, problem: String)
    /// A part is larger than a limit, found before memory was taken for it.
    case tooLarge(Excess)
    /// Another version of the protocol; ours is ``MessageURLCoder/version``.
    case unsupportedVersion(Int)
    /// A seat has had more runs in a match that draws than its chain has links.
    case tooLong(seat: Int)
}

extension WireError {
    /// What exceeded which limit.
    public struct Excess: Hashable, Sendable {
        /// What is too large: `url`, `argument`, `options` …
        public let part: String
        /// How large it is, in the unit of the limit; nil where it wasn't counted to the end.
        public let size: Int?
        /// The most there may be, in ``unit``.
        public let limit: Int
        /// `characters`, `bytes`, `plies`.
        public let unit: String
        /// Of a message that was to be written: the part that takes the most room.
        public let largest: Share?

        package init(_ part: String, size: Int?, limit: Int, unit: String = "bytes", largest: Share? = nil) {
            self.part = part
            self.size = size
            self.limit = limit
            self.unit = unit
            self.largest = largest
        }
    }

    /// What a part of a message takes of it.
    public struct Share: Hashable, Sendable {
        /// What an envelope's part is called: `log`, `signatures`, `setup` …
        public let part: String
        /// How many bytes it takes in the envelope with its key, before base64url.
        public let bytes: Int
    }
}

extension WireError: CustomStringConvertible {
    /// For people: the part, what was expected, and what was found or is to be done, without a full stop.
    public var description: String {
        switch self {
        case .malformed(let part, let problem): "\(part): \(problem)"
        case .tooLarge(let excess): excess.description
        case .unsupportedVersion(let version):
            "expected version \(MessageURLCoder.version) of the protocol, found version \(version); "
                + (version < MessageURLCoder.version ? "its matches can't be played on here" : "update the app")
        case .tooLong(let seat):
            "seat \(seat) has had \(Chain.length) turns, as many as a match that draws can tell: begin another one"
        }
    }
}

extension WireError.Excess: CustomStringConvertible {
    /// For people: `url: expected at most 5000 characters, found 5120`, and the largest part where it is known.
    public var description: String {
        let found = size.map { ", found \($0)" } ?? ", found more"
        let share = largest.map { "; the largest part is the \($0.part) with \($0.bytes) bytes" } ?? ""
        return "\(part): expected at most \(limit) \(unit)\(found)\(share)"
    }
}

extension WireError {
    /// What is wrong with a link that ends too early.
    static let cutOff = "it is cut off: expected the whole link, as long as it was sent"

    init(_ error: ValueError, part: String) {
        switch error.kind {
        case .tooManyBytes(let limit): self = .tooLarge(Excess(part, size: nil, limit: limit))
        case .tooManyItems(let limit): self = .tooLarge(Excess(part, size: nil, limit: limit, unit: "values"))
        case .tooDeep(let limit): self = .tooLarge(Excess(part, size: nil, limit: limit, unit: "levels"))
        case .truncated where part == "envelope":
            self = .malformed(part: "url", problem: "\(Self.cutOff) (\(error))")
        default: self = .malformed(part: part, problem: error.description)
        }
    }
}

/// How large a message and its parts may be. Each limit is checked before memory is taken for what would exceed it.
public struct WireLimits: Hashable, Sendable {
    /// Characters of a url. A host may allow more or less than the 5,000 of the documented profile.
    public var url = 5000
    /// Plies of a log.
    public var plies = 4096

    /// What a host allows; what is left out is the default.
    public init(url: Int = 5000, plies: Int = 4096) {
        self.url = url
        self.plies = plies
    }

    /// Seats of a match.
    public static let seats = 2...16
    /// Bytes of a game's id.
    static let gameID = 40
    /// Bytes of a token, the name a seat shows.
    static let token = 24
    /// Bytes of the name of a move or an option.
    static let name = 32
    /// Bytes of a move that is sealed for a round, as a log has it once it is opened: each seal keeps room for that.
    package static let sealedMove = 64
    /// Bytes of a move that is sealed for longer and opened by another move: with its salt it takes hardly more than its commitment did.
    package static let hiddenMove = 24
    /// Values of an argument that can't be listed.
    static let argument = ValueLimits(bytes: 1024, depth: 8, items: 128)
    /// Values of all options.
    static let options = ValueLimits(bytes: 1024, depth: 8, items: 128)

    /// Values of an envelope: no bytes beyond what the url's characters can hold.
    var envelope: ValueLimits {
        ValueLimits(bytes: url / 4 * 3 + 3, depth: Self.options.depth + 3, items: Self.options.items + 128)
    }
}
