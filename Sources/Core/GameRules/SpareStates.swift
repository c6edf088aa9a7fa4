import LuaRuntime
import Synchronization

/// Lua states that were booted ahead: a match or an app that begins takes one and has only the game itself to load.
///
/// A spare has never run a game's code, and serves one game, once. It gets its limits and its pool when it is taken, and is
/// no different from a state that is booted then; without spares one is. Idle ones belong to no pool: all together hold less
/// than half a megabyte.
///
/// Nothing makes them behind the host's back: booting takes time, and whose that is must be plain. The host calls
/// `refill` where it waits anyway, such as behind an answer or an event; nothing that a budget bounds pays for it.
package enum SpareStates {
    /// How many there are at most of each kind, for matches and for apps, whatever libraries they hold.
    package static let most = 2

    private struct Spare: @unchecked Sendable {
        /// Nobody else has it.
        let booted: BootedState
    }

    /// A state that somebody needed.
    private struct Need {
        let kind: BootedState.Kind
        let library: LuaModules
    }

    private struct Store {
        /// The oldest first.
        var spares: [Spare] = []
        var needs: [Need] = []
    }

    private static let store = Mutex(Store())

    /// Boots as many states as were needed since it was last called, of the same kinds, up to `most`. A state that can't be
    /// had isn't there: whoever needs one hears why.
    package static func refill() {
        let needs = store.withLock { store in
            defer { store.needs = [] }
            return store.needs
        }
        for need in needs where count(need.kind, need.library) < most {
            keep(try? BootedState(need.kind, need.library))
        }
    }

    /// Boots all states that matches and apps with this library may take.
    package static func fill(for library: ScriptLibrary) {
        for kind in BootedState.Kind.allCases {
            for _ in count(kind, library.registered)..<most { keep(try? BootedState(kind, library.registered)) }
        }
    }

    /// Gives up all that there are, and forgets what was needed.
    package static func clear() {
        let gone = store.withLock { store in
            defer { store = Store() }
            return store.spares
        }
        withExtendedLifetime(gone) {}  // they close outside of the lock
    }

    /// How many are ready for a match or an app with this library.
    package static func count(for library: ScriptLibrary) -> Int {
        BootedState.Kind.allCases.map { count($0, library.registered) }.reduce(0, +)
    }

    /// A spare, which is then the caller's alone, or a state that is booted now.
    static func take(_ kind: BootedState.Kind, _ library: LuaModules) throws(LuaError) -> BootedState {
        let spare = store.withLock { store -> Spare? in
            if store.needs.count(where: { $0.kind == kind }) < most {
                store.needs.append(Need(kind: kind, library: library))
            }
            guard
                let place = store.spares.firstIndex(where: { $0.booted.kind == kind && $0.booted.library === library })
            else { return nil }
            return store.spares.remove(at: place)
        }
        if let spare { return spare.booted }
        return try BootedState(kind, library)
    }

    private static func count(_ kind: BootedState.Kind, _ library: LuaModules) -> Int {
        store.withLock { store in
            min(most, store.spares.count { $0.booted.kind == kind && $0.booted.library === library })
        }
    }

    /// Keeps a state; the oldest one of its kind makes room for it.
    private static func keep(_ booted: BootedState?) {
        guard let booted else { return }
        let spare = Spare(booted: booted)
        let gone = store.withLock { store -> Spare? in
            let kind = spare.booted.kind
            store.spares.append(spare)
            guard store.spares.count(where: { $0.booted.kind == kind }) > most,
                let place = store.spares.firstIndex(where: { $0.booted.kind == kind })
            else { return nil }
            return store.spares.remove(at: place)
        }
        withExtendedLifetime(gone) {}
    }
}
