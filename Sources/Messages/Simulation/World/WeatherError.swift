import MatchSessions
import MessageHost

/// A weather, or a command to the network, that can't be.
public enum WeatherError: Error, Hashable, Sendable {
    /// A probability, by its name, that lies outside 0 to 1.
    case probability(String, found: Double)
    /// A delay that is negative or too long.
    case delay(found: Duration)
}

extension WeatherError: CustomStringConvertible {
    /// What was expected and found, and what to give instead.
    public var description: String {
        switch self {
        case .probability(let name, let found):
            "expected a probability of \(name) from 0 to 1, found \(found); give 0.25 for one parcel in four"
        case .delay(let found):
            "expected a delay from 0 to \(Weather.longestDelay.components.seconds) s, found \(found.inSeconds); "
                + "give a shorter time that isn't negative"
        }
    }
}
