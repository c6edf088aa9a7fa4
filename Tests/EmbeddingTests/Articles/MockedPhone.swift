import Parlor
import Simulation

/// Ann opens the game, begins a match and sends her first move: what left her phone.
func firstMessages(of script: GameScript) throws -> [Delivery] {
    let mock = try MockConversation(script)
    try mock.open()
    try mock.touch("start")
    try mock.touch("b2")
    try mock.send()
    return mock.sent
}
