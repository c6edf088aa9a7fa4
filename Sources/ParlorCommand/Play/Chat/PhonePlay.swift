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
                    conversation.store, people: people, games: [script], profile: bundle, seed: seed)
                kept = conversation
            } else {
                world = try Simulation(of: people, games: [script], profile: bundle, seed: seed)
            }
        } catch let code as ExitCode {
            throw code
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
