import LuaRuntime
import Values

/// The names of the seats, for hooks that return scenes or texts: `match.name(seat)` of a script.
///
/// Names aren't part of a match. A hook that returns something to show receives the names with the
/// call. The names are dropped when the hook returns, so nothing that is signed or saved can depend
/// on them.
package struct SeatNames: Hashable, Sendable {
    /// The most bytes of a name.
    package static let longest = 64

    private let names: [Int: String]

    /// No names: the seats are called `Seat 1`, `Seat 2`.
    package static let unknown = SeatNames([:])

    /// Creates names by seat, from 1, and removes invisible characters. A seat with no name, or
    /// with an empty name, is called by its number.
    package init(_ names: [Int: String]) {
        self.names = names.compactMapValues { name in
            let shown = String(
                String.UnicodeScalarView(
                    name.unicodeScalars.filter {
                        switch $0.properties.generalCategory {
                        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
                        default: true
                        }
                    })
            ).prefix(bytes: Self.longest)
            return shown.isEmpty ? nil : shown
        }
    }

    /// Returns the name of a seat.
    package func name(_ seat: Int) -> String { names[seat] ?? "Seat \(seat)" }

    /// The same names with another character instead of `$`, for the texts of a bubble. There, `$`
    /// followed by an id stands for a person, and no name may be mistaken for that.
    package var escaped: SeatNames {
        SeatNames(names.mapValues { $0.replacing("$", with: "\u{FF04}") })
    }

    /// The form that hooks of scripts receive; nil if no names are known.
    var crossing: LuaValue {
        guard !names.isEmpty else { return .nil }
        var fields: [ValueKey: Value] = [:]
        for (seat, name) in names { fields[.int(Int64(seat))] = .string(name) }
        return (try? LuaValue.value(.map(fields))) ?? .nil
    }
}
