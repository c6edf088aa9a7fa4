import Conversations
import GameRules
import MatchSessions
import MessageHost
import MessageWire
import Values

// An author changes a script in the middle of a match: all phones get the new text, and the match is played again under it, each
// seat's moves signed by its own phone. Between real phones that can't be: there a match ends by the rules it began with.
extension Simulation {
    /// A match that was played again.
    package struct PlayedAgain: Sendable {
        /// How many moves and resignations.
        package let plies: Int
        /// Who sends it to the others: whoever did the last thing in it.
        package let sender: String
        /// What was drafted, and by whom: it has to be touched again.
        package let drafted: (person: String, moves: [String])?
        /// Are its draws those of the match before? Then nobody else can read its urls.
        package let keepsDraws: Bool
    }

    /// Why a match can't be played again under other rules: a sentence.
    package struct NewRulesRefusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Puts a new text of a game on all phones that have the game. Matches end by the rules they began with.
    package func update(_ script: GameScript) throws(SimulationError) {
        for phone in devices where phone.installedGames.contains(script.id) {
            try perform(as: phone.person) { phone throws(DeviceError) in
                try phone.install(script)
                phone.assets.releaseAll()
            }
        }
    }

    /// Plays the match of a chat again under the text that is on the phones now. The phones stand behind it, and no message
    /// tells of it yet.
    ///
    /// - Parameter keepsDraws: Is the game one that draws? Then what was drawn stays as it was.
    /// - Returns: Nil where there is no match, or nothing was played in it.
    /// - Throws: ``NewRulesRefusal``, or `GameError` of a script that fails. The match is as it was then.
    package func playAgain(_ script: GameScript, in chat: Chat.ID) throws -> PlayedAgain? {
        guard let table = try NewRulesTable(of: self, script, in: chat) else { return nil }
        let again = try table.playAgain()
        try keep()
        return again
    }
}
