import Parlor
import Simulation

/// Sends Ann's first message to Bob, who is offline for an hour. Returns the scene that he sees afterwards.
func arrival(of script: GameScript) throws -> Scene? {
    let world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: 7)
    world.network.setOffline("Bob")
    try world.perform(as: "Ann") { phone throws(DeviceError) in
        try phone.perform(.openFromDrawer(), of: script.id, in: world.chat)
        try phone.touch("start", of: script.id, in: world.chat)
        try phone.touch("b2", of: script.id, in: world.chat)
        try phone.perform(.userSend, of: script.id, in: world.chat)
    }
    try world.advance(by: .seconds(3600))
    world.network.setOffline("Bob", false)
    try world.settle()

    let bob = try world.device("Bob")
    return bob.lastBubble(of: script.id, in: world.chat).flatMap { bob.picture(of: $0, in: world.chat) }
}
