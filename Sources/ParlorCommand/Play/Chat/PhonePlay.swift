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
        guard let bundle = HostProfile.bundles[profile ?? "modern"] else {
            throw ValidationError("There is no host profile '\(profile ?? "")': modern, documented.")
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
                    complain("parlor: \(objection)")
                    throw ExitCode.usage
                }
                people = conversation.kept?.people ?? people
                guard players.bots.allSatisfy({ $0 <= people.count }) else {
                    complain("parlor: There is no seat for that bot among \(people.joined(separator: ", ")).")
                    throw ExitCode.usage
                }
                world = try Simulation.open(
                    conversation.store, people: people, games: [script], profile: bundle, seed: seed,
                    without: try persons(without, in: people), desktops: try persons(desktop, in: people))
                kept = conversation
            } else {
                world = try Simulation(
                    of: people, games: [script], profile: bundle, seed: seed,
                    without: try persons(without, in: people), desktops: try persons(desktop, in: people))
            }
        } catch let code as ExitCode {
            throw code
        } catch let error as ValidationError {
            throw error
        } catch {
            complain("\(error)")
            throw ExitCode.failure
        }
        for device in world.devices { device.turnLimit = turnLimit.map { .seconds(min(max(0, $0), Self.longestTurn)) } }
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

    /// What was typed of the conversation itself.
    private func wishes(_ people: [String]) -> KeptConversation.Wishes {
        let count = seats.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        return KeptConversation.Wishes(
            people: seats != nil && count == nil ? people : nil, count: count.map { max(2, $0) }, profile: profile,
            seed: seed)
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
