import Parlor

/// What a request of the line protocol can ask for.
enum DriveOperation: String, CaseIterable {
    case games, open, moves, play, view, state, digest, scene, undo, save, load, message, receive
    case random, meters, resign, claim, audit, close

    /// The fields that a request may have beside `id` and `op`.
    var fields: [String] {
        switch self {
        case .games: []
        case .open: ["game", "seed", "seats", "options", "limits"]
        case .moves: ["match", "seat", "count"]
        case .play: ["match", "seat", "move"]
        case .view, .state, .digest, .message, .resign: ["match", "seat"]
        case .claim: ["match", "seat", "against"]
        case .scene: ["match", "seat", "style", "as", "columns", "theme"]
        case .undo: ["match", "ply"]
        case .save, .audit, .close: ["match"]
        case .load: ["bytes"]
        case .receive: ["url", "match"]
        case .random: ["match", "plies", "seed"]
        case .meters: ["match", "count"]
        }
    }

    /// Finds the operation of a name.
    ///
    /// - Throws: ``DriveFailure`` with the nearest name.
    static func named(_ name: String) throws(DriveFailure) -> DriveOperation {
        if let operation = DriveOperation(rawValue: name) { return operation }
        let names = allCases.map(\.rawValue)
        throw .request("There is no op \(quoted(name)). \(suggestion(name, names))")
    }

    /// - Throws: ``DriveFailure`` with the nearest name, if the operation has no such field.
    func checkFields(_ names: [String]) throws(DriveFailure) {
        let known = ["id", "op"] + fields
        guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return }
        throw .request("The op \(rawValue) has no field \(quoted(unknown)). \(suggestion(unknown, known))")
    }
}

/// "Did you mean 'open'?", or everything there is.
func suggestion(_ name: String, _ known: [String]) -> String {
    NearestName.of(name, in: known).map { "Did you mean '\($0)'?" } ?? "There are: \(known.joined(separator: ", "))."
}
