import GameApps
import MatchSessions

/// The conditions for parcels on their way to a person.
///
/// ```swift
/// let rainy = try NetworkConditions(
///     loss: 0.05, duplication: 0.1, delay: .zero ... .seconds(20), keepsOrder: false)
/// ```
public struct NetworkConditions: Hashable, Sendable {
    /// The probability, 0...1, that a parcel is lost forever.
    public let loss: Double
    /// The probability, 0...1, that a parcel which isn't lost arrives twice.
    public let duplication: Double
    /// The range of the travel time of a parcel, which is uniformly distributed. The upper bound is
    /// at most ``longestDelay``.
    public let delay: ClosedRange<Duration>
    /// Whether parcels of one sender in one chat arrive in the order in which the network took
    /// them. Parcels of different senders may overtake each other in any case.
    public let keepsOrder: Bool

    /// - Throws: ``NetworkConditionsError`` if a probability isn't in 0...1, or a bound of the
    ///   delay isn't in zero...``longestDelay``.
    public init(
        loss: Double = 0, duplication: Double = 0, delay: ClosedRange<Duration> = .zero ... .zero,
        keepsOrder: Bool = true
    ) throws(NetworkConditionsError) {
        guard (0...1).contains(loss) else { throw .probability("loss", found: loss) }
        guard (0...1).contains(duplication) else { throw .probability("duplication", found: duplication) }
        for end in [delay.lowerBound, delay.upperBound] { try Self.check(delay: end) }
        self.init(checkedLoss: loss, duplication: duplication, delay: delay, keepsOrder: keepsOrder)
    }

    private init(checkedLoss loss: Double, duplication: Double, delay: ClosedRange<Duration>, keepsOrder: Bool) {
        self.loss = loss
        self.duplication = duplication
        self.delay = delay
        self.keepsOrder = keepsOrder
    }

    /// Every parcel arrives once, immediately and in order.
    public static let fair = NetworkConditions(checkedLoss: 0, duplication: 0, delay: .zero ... .zero, keepsOrder: true)

    /// One parcel in ten is lost, one in ten arrives twice, and all take up to half a minute, in
    /// any order.
    public static let stormy = NetworkConditions(
        checkedLoss: 0.1, duplication: 0.1, delay: .zero ... .seconds(30), keepsOrder: false)

    /// The longest possible delay: 365 days.
    public static let longestDelay = Duration.seconds(365 * 86_400)

    static func check(delay: Duration) throws(NetworkConditionsError) {
        guard (.zero...longestDelay).contains(delay) else { throw .delay(found: delay) }
    }
}

extension NetworkConditions: Codable {
    private enum CodingKeys: String, CodingKey {
        case loss, duplication, delay, keepsOrder
    }

    /// Decodes conditions, with the same limits for their values.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            loss: values.decode(Double.self, forKey: .loss),
            duplication: values.decode(Double.self, forKey: .duplication),
            delay: values.decode(ClosedRange<Duration>.self, forKey: .delay),
            keepsOrder: values.decode(Bool.self, forKey: .keepsOrder))
    }
}

/// Invalid network conditions, or an invalid command to the network.
public enum NetworkConditionsError: Error, Hashable, Sendable {
    /// The named probability isn't in 0...1.
    case probability(String, found: Double)
    /// A delay that is negative or too long.
    case delay(found: Duration)
}

extension NetworkConditionsError: CustomStringConvertible {
    /// The expected and the actual value, and what to do.
    public var description: String {
        switch self {
        case .probability(let name, let found):
            "expected a probability of \(name) from 0 to 1, found \(found); give 0.25 for one parcel in four"
        case .delay(let found):
            "expected a delay from 0 to \(NetworkConditions.longestDelay.components.seconds) s, found \(found.inSeconds); "
                + "give a shorter time that isn't negative"
        }
    }
}
