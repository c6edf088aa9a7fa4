import Effort
import Foundation
import GameRules

/// The checkout from which these tests were built. Tests read the sdk and the games of the checkout.
let home = ParlorHome(
    folder: checkout)

/// A bundled game.
func script(_ game: String) throws -> GameScript { try GameCatalog(home: home).script(game) }

/// The bundled games that are played by messages.
let messageGames = [
    "battleship", "blackjack", "connect-four", "liars-dice", "pig", "rock-paper-scissors", "tic-tac-toe",
]
