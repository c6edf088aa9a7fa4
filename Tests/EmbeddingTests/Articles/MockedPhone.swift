import Parlor
import Simulation

/// Opens the game for Ann, begins a match and sends her first move. Returns everything that left her phone.
func firstMessages(of script: GameScript) throws -> [Delivery] {
    let mock = try MockConversation(script)
    try mock.open()
    try mock.touch("start")
    try mock.touch("b2")
    try mock.send()
    return mock.sent
}
