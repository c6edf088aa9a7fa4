import LuaRuntime
import Values

/// What the seats of a match are called, for hooks that draw or say something: `match.name(seat)` of a script.
///
/// Names are no part of a match: they are handed to a hook with the call that shows something, and are gone when it has
/// returned. Nothing that is signed or saved can depend on them.
package struct SeatNames: Hashable, Sendable {
    /// The most bytes of a name.
    package static let longest = 64

    private let names: [Int: String]

    /// Nobody is known: `Seat 1`, `Seat 2`.
    package static let unknown = SeatNames([:])

    /// Names by seat, from 1; a seat without one, or with an empty one, is called by its number.
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

    /// What a seat is called.
    package func name(_ seat: Int) -> String { names[seat] ?? "Seat \(seat)" }

    /// The same names for the texts of a bubble, where `$` and an id stand for a person: no name is part of such an id.
    package var escaped: SeatNames {
        SeatNames(names.mapValues { $0.replacing("$", with: "\u{FF04}") })
    }

    /// As scripts' hooks get them; nil where nobody is known.
    var crossing: LuaValue {
        guard !names.isEmpty else { return .nil }
        var fields: [ValueKey: Value] = [:]
        for (seat, name) in names { fields[.int(Int64(seat))] = .string(name) }
        return (try? LuaValue.value(.map(fields))) ?? .nil
    }
}
