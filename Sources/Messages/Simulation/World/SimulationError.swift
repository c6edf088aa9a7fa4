import MatchSessions
import MessageHost
import Storage

/// Why a step of a simulation can't be done.
public enum SimulationError: Error, Sendable {
    /// The people can't be as they were named, and why.
    case people(String)
    /// A device can't do it.
    case device(DeviceError)
    /// It can't be kept.
    case store(StoreError)
}

extension SimulationError: CustomStringConvertible {
    /// A sentence for whoever drives the simulation.
    public var description: String {
        switch self {
        case .people(let sentence): sentence
        case .device(let error): "\(error)"
        case .store(let error): "\(error)"
        }
    }
}
