import ArgumentParser
import Foundation
import Parlor
import Simulation
import Storage

extension PlayCommand {
    /// The longest turn limit in seconds: a century.
    static let longestTurn = 100 * 366 * 86_400

    /// Plays in a conversation of simulated phones.
    ///
    /// - Throws: ``ExitCode``, after any error was reported.
    func playOnPhones(
        _ script: GameScript, _ players: Players, _ seed: UInt64, _ terminal: Terminal, _ piped: PipedLines?,
        _ isDemonstration: Bool, _ home: ParlorHome
    ) throws {
        if let turnLimit, !(0...Self.longestTurn).contains(turnLimit) {
            throw Refusal("--turn-limit is a number of seconds from 0 to \(Self.longestTurn), a century.")
        }
        guard let bundle = HostProfile.bundles[profile ?? "modern"] else {
            throw Refusal(
                "--profile: there is no host profile \(quoted(profile ?? "")). Expected modern or documented.")
        }
        let chosen = try orComplain { () throws(GameError) in try script.options(choosing: chosenOptions(script)) }
        // check the typed options by starting a match; a game that fails without options is
        // reported on the phones
        if !option.isEmpty {
            let seats = min(max(players.count, script.seats.lowerBound, 2), script.seats.upperBound)
            _ = try begin(script, seats, seed)
        }
        let history = InputHistory(file: InputHistory.standardFile())
        let (world, kept) = try conversation(script, players, bundle, seed)
        let people = world.people
        for device in world.devices { device.turnLimit = turnLimit.map { .seconds($0) } }
        let bots = Set(players.bots.map { people[$0 - 1] })
        if kept == nil { try refuseUnplayable(script, world, bots, isDemonstration) }
        let (screen, lines) = place(terminal, piped, history)
        let session = PhonesMode(
            world: world, script: script, screen: screen, lines: lines, isSlow: slow,
            bots: isDemonstration ? Set(people) : bots,
            options: option.isEmpty ? [:] : chosen,
            write: { StandardOutput.writeLine($0) }, complain: { complain(drawn: $0 + "\n") })
        // a store is reopened with the script of only one game, so the seats in matches of another
        // game would be lost
        if kept == nil {
            session.findGame = { name throws(GameError) in try GameCatalog(home: ParlorHome.find()).script(name) }
        }
        session.readScript = { [game] known throws(GameError) in
            try GameCatalog(home: ParlorHome.find()).script(known.id == script.id ? game : known.id, again: known)
        }
        session.isKept = kept != nil
        session.hint = hint(history, isPiped: piped != nil)
        if !isDemonstration { session.watch = folderWatch(script, home) }
        if piped == nil { session.watch?.start(interrupting: lines) }
        defer { session.watch?.stop() }
        var status = isDemonstration ? session.demonstrate() : session.run()
        if piped == nil { history.save() }
        do {
            try kept?.close()
        } catch {
            complain("\(error)")
            status = 1
        }
        throw ExitCode(status)
    }

    /// Returns the simulated phones, and their store if one was named. All options are checked
    /// before a file is made.
    private func conversation(
        _ script: GameScript, _ players: Players, _ profile: HostProfile, _ seed: UInt64
    ) throws -> (Simulation, SimulationStore?) {
        let people = names(players)
        func new() throws -> Simulation {
            let lacking = try devices(in: people)
            return try Simulation(
                of: people, games: [script], profile: profile, seed: seed, without: lacking.without,
                desktops: lacking.desktops)
        }
        do {
            guard let store else { return (try new(), nil) }
            if !FileManager.default.fileExists(atPath: store) { _ = try new() }
            let conversation = try StoredConversation(path: store)
            if let objection = conversation.objection(to: wishes(people)) { throw Refusal(objection) }
            let there = conversation.kept?.people ?? people
            guard players.bots.allSatisfy({ $0 <= there.count }) else {
                throw Refusal("--bot: there is no seat for that bot among \(there.joined(separator: ", ")).")
            }
            let lacking = try devices(in: there)
            let world = try Simulation.open(
                conversation.store, people: there, games: [script], profile: profile, seed: seed,
                without: lacking.without, desktops: lacking.desktops)
            return (world, conversation.store)
        } catch let error as StoreError {
            throw try refusal(error)
        } catch SimulationError.store(let error) {
            throw try refusal(error)
        } catch SimulationError.people(let sentence) {
            throw Refusal("--seats: \(sentence)")
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            complain("parlor: \(error)")
            throw ExitCode.failure
        }
    }

    /// Rejects an option or a demonstration that is impossible because devices lack the game.
    private func refuseUnplayable(
        _ script: GameScript, _ world: Simulation, _ bots: Set<String>, _ isDemonstration: Bool
    ) throws {
        let (here, missing) = (
            world.devices.filter { $0.installedGames.contains(script.id) },
            world.devices.filter { $0.installedGames.isEmpty }
        )
        if let idle = missing.first(where: { bots.contains($0.person) }) {
            let option = idle.kind == .desktop ? "--desktop" : "--without"
            throw Refusal(
                "--bot: no bot can play for \(idle.person), who doesn't have the game because of \(option). Leave one of the options out."
            )
        }
        let needed = max(2, script.seats.lowerBound)
        if isDemonstration, here.count < needed {
            throw Refusal(
                "There is no input, so bots play by themselves. They need \(needed) phones with the game, and there is "
                    + "\(here.count). Leave out --without and --desktop, or name more people with --seats.")
        }
    }

    /// Returns the problem with the file of a store.
    ///
    /// - Throws: ``ExitCode/failure`` if the file isn't at fault, after the error was reported.
    private func refusal(_ error: StoreError) throws -> Refusal {
        if error.isOfFile { return Refusal("--store: \(error)") }
        complain("parlor: --store: \(error)")
        throw ExitCode.failure
    }

    private static func split(_ named: [String]) -> [String] {
        named.flatMap { $0.split(separator: ",").map(String.init) }
    }

    private static let atADesktop = "who could be at a desktop"

    /// Returns the people of `--without` and `--desktop`.
    private func devices(in people: [String]) throws -> (without: Set<String>, desktops: Set<String>) {
        let found = (
            without: try persons("--without", without, in: people),
            desktops: try persons("--desktop", desktop, in: people, who: Self.atADesktop)
        )
        if let both = found.without.intersection(found.desktops).min() {
            throw Refusal(
                "--without: \(SafeText(both)) is at a desktop (--desktop), which runs no games anyway. Name \(SafeText(both)) only once."
            )
        }
        return found
    }

    /// Returns the people that an option names.
    private func persons(
        _ option: String, _ named: [String], in people: [String], who: String = "whose phone could lack the game"
    ) throws -> Set<String> {
        let names = people.dropFirst().map { SafeText($0).string }.joined(separator: ", ")
        return Set(
            try Self.split(named).map { name in
                if let first = people.first, first.lowercased() == name.lowercased() {
                    throw Refusal(
                        "\(option): \(SafeText(first)) starts the match, and needs a phone with the game. Expected one of: \(names)."
                    )
                }
                guard let found = people.dropFirst().first(where: { $0.lowercased() == name.lowercased() }) else {
                    throw Refusal(
                        "\(option): there is no \(name.excerpt(atMost: 40)) \(who). Expected one of: \(names).")
                }
                return found
            })
    }

    /// Returns the options about the conversation.
    private func wishes(_ people: [String]) -> StoredConversation.Wishes {
        let count = seats.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        return StoredConversation.Wishes(
            people: seats != nil && count == nil ? people : nil, count: count.map { max(2, $0) }, profile: profile,
            seed: seed, without: Self.split(without), desktops: Self.split(desktop))
    }

    /// The names of people in a conversation who weren't named.
    static let people = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]

    /// Returns the people: the names of `--seats`, or Ann, Bob and so on.
    private func names(_ players: Players) -> [String] {
        (1...max(2, players.count)).map { players.named(Self.people).name($0) }
    }
}
