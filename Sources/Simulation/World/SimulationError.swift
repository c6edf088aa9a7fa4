import MessageHost
import Storage

/// Why a step of a simulation can't be done.
public enum SimulationError: Error, Sendable {
    case people(String)
    case device(DeviceError)
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
