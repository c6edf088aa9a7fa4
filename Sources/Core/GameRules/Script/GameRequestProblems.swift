import Values

// The problems of requests to the rules, with their sentences.

// MARK: Games and their files

extension RequestProblem {
    static let emptyGameName = RequestProblem(code: "no_game", "An empty name names no game.")

    static func noGame(_ name: String, nearest: String?, bundled: [String]) -> RequestProblem {
        let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
        let known = bundled.joined(separator: ", ")
        return .init(
            code: "no_game", "There is no game '\(name.excerpt)'.\(hint) Bundled games: \(known); or name a folder.")
    }

    static func noGameFolder(_ name: String) -> RequestProblem {
        .init(code: "no_folder", "\(name.excerpt) is no folder: a game is one, with a game.lua.")
    }

    static func noScript(in folder: String) -> RequestProblem {
        .init(code: "no_script", "There is no game.lua in \(folder.onOneLine).")
    }

    static func tooManyFiles(in folder: String, _ count: Int, most: Int) -> RequestProblem {
        .init(code: "too_many_files", "\(folder.onOneLine) holds \(count) Lua files; \(most) are allowed.")
    }

    static func unreadable(_ path: String, _ why: String) -> RequestProblem {
        .init(code: "unreadable", "\(path.onOneLine) \(why).")
    }

    static func badID(_ id: String, longest: Int) -> RequestProblem {
        let length = id.utf8.count > longest ? "; it has \(id.count)" : ""
        return .init(
            code: "bad_id",
            "'\(id.excerpt)' can't be a game's folder: small letters, digits and - are allowed, a letter first, "
                + "at most \(longest) of them\(length).")
    }

    static func noSDK(inHome home: String) -> RequestProblem {
        .init(code: "no_sdk", "PARLOR_HOME is \(home.onOneLine), but there is no sdk folder in it.")
    }

    static let noSDKFound = RequestProblem(
        code: "no_sdk",
        "Parlor's sdk folder wasn't found. Set PARLOR_HOME to the folder that holds sdk and games, or name it in "
            + "Swift: ParlorHome(folder:).")

    static func noSDK(in folder: String) -> RequestProblem {
        .init(
            code: "no_sdk",
            "\(folder.onOneLine) is not Parlor's sdk folder: parlor/init.lua and host/referee.lua are missing.")
    }

    static let otherSDK = RequestProblem(
        code: "other_sdk", "Parlor's sdk folder and the program are of different versions.")

    package static func noLoad(_ game: String, _ error: any Error) -> RequestProblem {
        .init(code: "no_load", "\(game) can't be loaded: \(error)")
    }

    static func noFunction(_ name: String) -> RequestProblem {
        .init(code: "other_sdk", "The referee has no function '\(name)'.")
    }

    static func noLines(of game: String, _ error: any Error) -> RequestProblem {
        .init(code: "no_lines", "The lines of \(game) can't be told: \(error)")
    }
}

// MARK: Matches

extension RequestProblem {
    static func noOption(_ name: String, of script: GameScript) -> RequestProblem {
        let names = script.options.map(\.name)
        let nearest = NearestName.of(name, in: names).map { " Did you mean '\($0)'?" } ?? ""
        let known = names.isEmpty ? "it has none" : "it has " + names.joined(separator: ", ")
        return .init(code: "no_option", "\(script.title) has no option '\(name.excerpt)': \(known).\(nearest)")
    }

    static func badOption(_ name: String, expected: String, found: String) -> RequestProblem {
        .init(code: "bad_option", "Option \(name) is \(expected), not \(found).")
    }

    static func badSeats(_ count: Int, of script: GameScript) -> RequestProblem {
        let seats = script.seats
        let range = seats.count == 1 ? "\(seats.lowerBound)" : "\(seats.lowerBound) to \(seats.upperBound)"
        return .init(code: "bad_seats", "\(script.title) is for \(range) seats, not \(count).")
    }

    package static func noSeat(_ seat: Int, of seats: Int) -> RequestProblem {
        .init(
            code: "no_seat",
            "There is no seat \(seat); \(seats == 1 ? "the only seat is 1" : "seats are 1 to \(seats)").")
    }

    package static func noStyle(_ style: String) -> RequestProblem {
        .init(code: "no_style", "There is no style '\(style.excerpt)'; expected compact, expanded or transcript.")
    }

    package static let notSetUp = RequestProblem(
        code: "not_set_up", "The match is set up once everybody has drawn for it.")

    static let drawWaits = RequestProblem(
        code: "draw_waits", "What this move draws isn't known yet: it waits for another seat.")

    static func noPly(_ ply: Int, count: Int? = nil) -> RequestProblem {
        let why = count.map { "the match has \($0)" } ?? "plies are counted from 0, the beginning"
        return .init(code: "no_ply", "There is no ply \(ply): \(why).")
    }

    static func illegalPly(_ ply: Int, seat: Int) -> RequestProblem {
        .init(code: "illegal_ply", "Ply \(ply) of the log, by seat \(seat), is not legal under these rules.")
    }

    static func illegalPly(_ ply: Int, _ move: String, _ reason: String) -> RequestProblem {
        .init(code: "illegal_ply", "Ply \(ply), \(move), isn't legal under the new rules: \(reason)")
    }

    static func unreadableState(_ error: any Error) -> RequestProblem {
        .init(code: "unreadable_state", "The state can't be read: \(error)")
    }

    static func unwritableView(_ error: any Error) -> RequestProblem {
        .init(code: "unwritable_view", "The view can't be written: \(error)")
    }

    static func otherSnapshot(than script: GameScript) -> RequestProblem {
        .init(
            code: "other_game", "This snapshot is of another game than \(script.id), or of another version of it.")
    }

    static func otherSetup(of script: GameScript) -> RequestProblem {
        .init(code: "other_setup", "This snapshot is of a match of \(script.id) with other seats or options.")
    }
}

// MARK: Saved matches

extension RequestProblem {
    package static func notSaved(_ error: any Error) -> RequestProblem {
        .init(code: "not_saved", "The match can't be saved: \(error)")
    }

    static func otherGame(_ game: String, than script: GameScript) -> RequestProblem {
        .init(code: "other_game", "This is a match of \(game), not of \(script.id).")
    }

    static func otherRules(_ saved: SavedMatch, than script: GameScript) -> RequestProblem {
        let other = saved.version == script.version ? "with other rules" : "of version \(saved.version)"
        return .init(
            code: "other_rules",
            "This match was begun \(other): the script of \(script.id) has changed since. Its state is of no use then; "
                + "its moves can be played again: `replay` in `parlor drive`, `Match(replaying:of:)` in Swift.")
    }

    static func noSavedMatch(_ why: String) -> RequestProblem {
        .init(code: "no_saved_match", "This is not a saved match: \(why)")
    }

    package static func newerFormat(_ format: String) -> RequestProblem {
        .init(
            code: "newer_format",
            "This match was saved in the form \(format), which this Parlor doesn't know: a newer one does.")
    }

    package static let damagedMatch = RequestProblem(
        code: "damaged_match", "The saved match is damaged: its check doesn't fit.")
    package static let incompleteMatch = RequestProblem(code: "damaged_match", "The saved match is incomplete.")
    static let unfitMatch = RequestProblem(
        code: "damaged_match", "The saved match doesn't fit together: its state isn't that of its log.")

    static func badReplacement(_ error: any Error) -> RequestProblem {
        .init(code: "bad_state", "The state can't be replaced: \(error)")
    }
}

// MARK: Playthroughs

extension RequestProblem {
    static let noGameInPlaythrough = RequestProblem(
        code: "bad_playthrough", "The playthrough doesn't say its game: a line `game: battleship` is missing.")

    static func sealedPly(_ ply: Int, seat: Int) -> RequestProblem {
        .init(
            code: "sealed_ply",
            "Ply \(ply), by seat \(seat), is sealed: a playthrough tells all moves, so it can be written "
                + "once what was sealed is open.")
    }

    static func otherVersion(_ version: Int, of game: String, than script: GameScript) -> RequestProblem {
        .init(
            code: "other_rules",
            "The playthrough is of version \(version) of \(game.excerpt); the script is version \(script.version).")
    }

    static func noOption(_ name: String, in title: String) -> RequestProblem {
        .init(code: "no_option", "\(title) has no option '\(name.excerpt)'.")
    }

    static func badPly(_ ply: Playthrough.Ply, _ error: any Error) -> RequestProblem {
        .init(code: "bad_playthrough", "Line \(ply.line): `\(ply.seat) \(ply.move.excerpt)`: \(error)")
    }

    static func otherOutcome(_ found: String?, expected: String) -> RequestProblem {
        .init(
            code: "other_outcome",
            "The playthrough ends with `\(expected.excerpt)`, but the game came to `\(found ?? "no outcome")`.")
    }

    static func noReplay(_ error: any Error) -> RequestProblem {
        .init(code: "no_replay", "What was played doesn't replay, so nothing was written: \(error)")
    }

    static let otherReplay = RequestProblem(
        code: "no_replay",
        "What was played replays to another state, so nothing was written: `parlor check` says more.")

    /// A line of a playthrough that can't be read.
    ///
    /// - Parameters:
    ///   - problem: What was expected.
    ///   - found: The whole line; nil if the problem tells what was found.
    static func line(_ number: Int, _ problem: String, found: String? = nil) -> RequestProblem {
        .init(
            code: "bad_playthrough",
            "Line \(number): \(problem)\(found.map { "; found `\($0.excerpt)`." } ?? ".")")
    }
}

// MARK: Written files

extension RequestProblem {
    static let emptyFileName = RequestProblem(code: "no_file", "An empty name names no file.")
    static let emptyFilePath = RequestProblem(code: "no_file", "An empty path names no file.")
    static let emptyFolderName = RequestProblem(code: "no_folder", "An empty name names no folder.")

    static func noFile(_ path: String) -> RequestProblem {
        .init(code: "no_file", "\(path.onOneLine) names no file.")
    }
}
