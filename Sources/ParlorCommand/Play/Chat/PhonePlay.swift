import ArgumentParser
import Foundation
import Parlor

extension PlayCommand {
    /// Plays in a conversation of simulated phones.
    ///
    /// - Throws: ``ExitCode``; what is wrong was said.
    func playOnPhones(
        _ script: GameScript, _ players: Players, _ seed: UInt64, _ terminal: Terminal, _ piped: PipedLines?,
        _ isDemonstration: Bool
    ) throws {
        guard let profile = HostProfile.bundles[profile] else {
            throw ValidationError("There is no host profile '\(profile)': modern, documented.")
        }
        let chosen = try orComplain { () throws(GameError) in try script.options(choosing: chosenOptions(script)) }
        let people = names(players, script)
        let (lacking, desktops) = (try persons(without, in: people), try persons(desktop, in: people))
        let history = InputHistory(file: InputHistory.standardFile())
        let world: Simulation
        do {
            if let store {
                world = try Simulation.open(
                    DeviceStore(path: store), people: people, games: [script], profile: profile, seed: seed,
                    without: lacking, desktops: desktops)
            } else {
                world = try Simulation(
                    of: people, games: [script], profile: profile, seed: seed, without: lacking, desktops: desktops)
            }
        } catch {
            complain("\(error)")
            throw ExitCode.failure
        }
        for device in world.devices { device.turnLimit = turnLimit.map { .seconds(max(0, $0)) } }
        let bots = Set(players.bots.map { people[$0 - 1] })
        let session = ChatSession(
            world: world, script: script,
            screen: screenOptions.screen(terminal, isColourful: terminal.isInteractive),
            lines: piped ?? EditLine(history: history), isSlow: slow, bots: isDemonstration ? Set(people) : bots,
            options: option.isEmpty ? [:] : chosen,
            write: { StandardStreams.write($0 + "\n", to: STDOUT_FILENO) }, complain: { complain($0) })
        let status = isDemonstration ? session.demonstrate() : session.run()
        if piped == nil { history.save() }
        throw ExitCode(status)
    }

    /// People that an option names.
    private func persons(_ named: [String], in people: [String]) throws -> Set<String> {
        let wanted = named.flatMap { $0.split(separator: ",").map(String.init) }
        return Set(
            try wanted.map { name in
                guard let found = people.dropFirst().first(where: { $0.lowercased() == name.lowercased() }) else {
                    throw ValidationError(
                        "There is no \(name) here whose phone could be without: \(people.dropFirst().joined(separator: ", "))."
                    )
                }
                return found
            })
    }

    /// Who takes part: the names of `--seats`, or Ann, Bob and so on.
    private func names(_ players: Players, _ script: GameScript) -> [String] {
        let standard = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
        let count = max(2, players.count)
        return (1...count).map { seat in
            let name = seat <= players.count ? players.name(seat) : "Seat \(seat)"
            return name == "Seat \(seat)" && seat <= standard.count ? standard[seat - 1] : name
        }
    }
}
