import ArgumentParser
import Foundation
import Parlor
import Simulation

extension PlayCommand {
    /// In seconds: a century.
    private static let longestTurn = 100 * 366 * 86_400

    /// Plays in a conversation of simulated phones.
    ///
    /// - Throws: ``ExitCode``; what is wrong was said.
    func playOnPhones(
        _ script: GameScript, _ players: Players, _ seed: UInt64, _ terminal: Terminal, _ piped: PipedLines?,
        _ isDemonstration: Bool
    ) throws {
        if let turnLimit, !(0...Self.longestTurn).contains(turnLimit) {
            throw Refusal("--turn-limit is a number of seconds from 0 to \(Self.longestTurn), a century.")
        }
        guard let bundle = HostProfile.bundles[profile ?? "modern"] else {
            throw Refusal("--profile: there is no host profile '\(SafeText(profile ?? ""))': modern, documented.")
        }
        let chosen = try orComplain { () throws(GameError) in try script.options(choosing: chosenOptions(script)) }
        var people = names(players, script)
        let history = InputHistory(file: InputHistory.standardFile())
        let world: Simulation
        var kept: KeptConversation?
        do {
            if let store {
                let conversation = try KeptConversation(path: store)
                if let objection = conversation.objection(to: wishes(people)) {
                    throw Refusal(objection)
                }
                people = conversation.kept?.people ?? people
                guard players.bots.allSatisfy({ $0 <= people.count }) else {
                    throw Refusal("--bot: there is no seat for that bot among \(people.joined(separator: ", ")).")
                }
                world = try Simulation.open(
                    conversation.store, people: people, games: [script], profile: bundle, seed: seed,
                    without: try persons("--without", without, in: people),
                    desktops: try persons("--desktop", desktop, in: people))
                kept = conversation
            } else {
                world = try Simulation(
                    of: people, games: [script], profile: bundle, seed: seed,
                    without: try persons("--without", without, in: people),
                    desktops: try persons("--desktop", desktop, in: people))
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            complain("\(error)")
            throw ExitCode.failure
        }
        for device in world.devices { device.turnLimit = turnLimit.map { .seconds($0) } }
        let bots = Set(players.bots.map { people[$0 - 1] })
        let session = ChatSession(
            world: world, script: script,
            screen: screenOptions.screen(terminal, isColourful: terminal.isInteractive),
            lines: piped ?? EditLine(history: history), isSlow: slow, bots: isDemonstration ? Set(people) : bots,
            options: option.isEmpty ? [:] : chosen,
            write: { StandardOutput.writeLine($0) }, complain: { complain(drawn: $0 + "\n") })
        var status = isDemonstration ? session.demonstrate() : session.run()
        if piped == nil { history.save() }
        do {
            try kept?.store.close()
        } catch {
            complain("\(error)")
            status = 1
        }
        throw ExitCode(status)
    }

    private static func split(_ named: [String]) -> [String] {
        named.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// People that an option names.
    private func persons(_ option: String, _ named: [String], in people: [String]) throws -> Set<String> {
        let names = people.dropFirst().map { SafeText($0).string }.joined(separator: ", ")
        return Set(
            try Self.split(named).map { name in
                guard let found = people.dropFirst().first(where: { $0.lowercased() == name.lowercased() }) else {
                    throw Refusal(
                        "\(option): there is no \(SafeText(name)) here whose phone could be without: \(names).")
                }
                return found
            })
    }

    /// What was typed of the conversation itself.
    private func wishes(_ people: [String]) -> KeptConversation.Wishes {
        let count = seats.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        return KeptConversation.Wishes(
            people: seats != nil && count == nil ? people : nil, count: count.map { max(2, $0) }, profile: profile,
            seed: seed, without: Self.split(without), desktops: Self.split(desktop))
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
