import Values

/// The reason that a message can't be written or read.
public enum WireError: Error, Hashable, Sendable {
    /// The message doesn't have the form of the protocol.
    ///
    /// - Parameters:
    ///   - part: The part with the problem, such as `url`, `log` or `setup`.
    ///   - problem: What was expected in that part and what was found.
    case malformed(part: String, problem: String)
    /// A part exceeds a limit. The check precedes the allocation of memory.
    case tooLarge(Excess)
    /// The message's version of the protocol isn't ``MessageURLCoder/version``.
    case unsupportedVersion(Int)
    /// A seat has had more runs than its chain has links, in a match with random draws.
    case tooLong(seat: Int)
}

extension WireError {
    /// An excess over a limit.
    public struct Excess: Hashable, Sendable {
        /// The part that is too large, such as `url`, `argument` or `options`.
        public let part: String
        /// The size in ``unit``; nil if it wasn't counted to the end.
        public let size: Int?
        /// The most allowed, in ``unit``.
        public let limit: Int
        /// The unit: `characters`, `bytes` or `plies`, or `values` or `levels` of an encoding.
        public let unit: String
        /// The largest part of a message that exceeds the limit of characters.
        public let largest: Share?

        package init(_ part: String, size: Int?, limit: Int, unit: String = "bytes", largest: Share? = nil) {
            self.part = part
            self.size = size
            self.limit = limit
            self.unit = unit
            self.largest = largest
        }
    }

    /// The size of one part of a message.
    public struct Share: Hashable, Sendable {
        /// The name of the envelope's part, such as `log`, `signatures` or `setup`.
        public let part: String
        /// The bytes that the part and its key take in the envelope, before base64url.
        public let bytes: Int
    }
}

extension WireError: CustomStringConvertible {
    /// The error for people: the part, what was expected, and what was found or what to do, without
    /// a full stop.
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
    /// The excess for people: `url: expected at most 5000 characters, found 5120`, and the largest
    /// part if it is known.
    public var description: String {
        let found = size.map { ", found \($0)" } ?? ", found more"
        let share = largest.map { "; the largest part is the \($0.part) with \($0.bytes) bytes" } ?? ""
        return "\(part): expected at most \(limit) \(unit)\(found)\(share)"
    }
}

extension WireError {
    /// The problem of a url that ends too early.
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

/// The limits of a message and its parts. Each limit is checked before any memory is allocated for
/// the checked part.
public struct WireLimits: Hashable, Sendable {
    /// The most characters of a url. A host may allow more or less than `URLLimit.characters`.
    public var url: Int
    /// The most plies of a log.
    public var plies: Int

    /// Creates the limits of a host.
    public init(url: Int = URLLimit.characters, plies: Int = 4096) {
        self.url = url
        self.plies = plies
    }

    /// The allowed numbers of seats of a match.
    public static let seats = 2...16
    /// The most bytes of a game's id.
    static let gameID = 40
    /// The most bytes of a display name.
    static let token = 24
    /// The most bytes of the name of a move or an option.
    static let name = 32
    /// The most bytes of a move sealed for a round, in a log that reveals it. Each commitment
    /// reserves that room.
    package static let sealedMove = 64
    /// The most bytes of a move that stays sealed for longer than a round and is revealed because of
    /// another move. Such a move and its salt take hardly more bytes than the commitment.
    package static let hiddenMove = 24
    /// The limits of an argument that can't be listed.
    static let argument = ValueLimits(bytes: 1024, depth: 8, items: 128)
    /// The limits of all options together.
    static let options = ValueLimits(bytes: 1024, depth: 8, items: 128)

    /// The limits of an envelope: no more bytes than the url's characters can hold.
    var envelope: ValueLimits {
        ValueLimits(bytes: url / 4 * 3 + 3, depth: Self.options.depth + 3, items: Self.options.items + 128)
    }
}
