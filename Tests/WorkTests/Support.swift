import Effort
import Foundation
import GameRules

/// The checkout that this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// A bundled game.
func script(_ game: String) throws -> GameScript { try Catalog(home: home).script(game) }

/// The bundled games that are played by messages.
let messageGames = [
    "battleship", "blackjack", "connect-four", "liars-dice", "pig", "rock-paper-scissors", "tic-tac-toe",
]
