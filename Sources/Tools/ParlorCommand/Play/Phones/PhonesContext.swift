import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation

/// The phones of a conversation, with the person, the conversation and the game at hand: typed
/// lines apply to these.
///
/// Nothing here changes the phones or prints anything.
struct PhonesContext {
    let world: Simulation
    /// Whether each step is a command.
    let isSlow: Bool
    /// Whether a person types.
    let isInteractive: Bool
    /// The people whose phones bots use.
    let bots: Set<String>
    /// The script of the game at hand.
    var script: GameScript
    /// The conversation that everybody looks at.
    var chat: Chat.ID
    /// The person whose phone is at hand.
    var person: String

    init(world: Simulation, script: GameScript, isSlow: Bool, isInteractive: Bool, bots: Set<String>) {
        (self.world, self.script, self.isSlow, self.isInteractive) = (world, script, isSlow, isInteractive)
        self.bots = bots
        chat = world.chat
        person = world.people.first { !bots.contains($0) } ?? world.people[0]
    }

    var game: String { script.id }

    // MARK: The phone at hand

    var device: SimulatedDevice { phone(of: person) ?? world.devices[0] }

    /// The game on the phone at hand, or nil if it isn't installed there.
    var app: GameApp? { device.app(of: game) }

    /// The match on the phone at hand.
    var match: MatchView? { device.match(of: game, in: chat) }

    /// Whether the game is on the device at hand.
    var isGameHere: Bool { device.installedGames.contains(game) }

    /// Whether the match is over and the person at hand has nothing left to reveal.
    var isOver: Bool { match?.status.outcome != nil && device.legalMoves(of: game, in: chat).isEmpty }

    /// Whether the match has begun and isn't over.
    var isUnderWay: Bool {
        guard let match else { return false }
        return !isOver && !match.isAwarded && !match.record.signedLog.log.plies.isEmpty
    }

    /// Whether a phone's screen must be hidden from the other people at the keyboard.
    var isSharingSecrets: Bool {
        isInteractive && !isSlow && world.people.count - bots.count > 1
            && (script.hidden || script.secretive || script.dealt || match?.status.isRound == true)
    }

    // MARK: All phones

    /// Whether bots play for everybody.
    var hasOnlyBots: Bool { world.people.allSatisfy(bots.contains) }

    /// Returns the phone of a person.
    func phone(of person: String) -> SimulatedDevice? { world.devices.first { $0.person == person } }

    /// Returns whether a person has a legal move.
    func canMove(_ person: String) -> Bool {
        phone(of: person)?.legalMoves(of: game, in: chat).isEmpty == false
    }

    /// Returns whether a phone has a draft that its person may send.
    func hasDraft(_ person: String) -> Bool {
        phone(of: person)?.match(of: game, in: chat)?.record.draft != nil
    }

    /// Returns whether a person has drafted a move and is to move again before it is sent.
    func isMovingOn(_ person: String) -> Bool {
        guard let phone = phone(of: person) else { return false }
        return phone.match(of: game, in: chat)?.record.draft != nil
            && ![[], [.answer]].contains(phone.legalMoves(of: game, in: chat))
    }

    /// Returns the url of the message that is staged on a phone.
    func stagedURL(of person: String) -> String? { phone(of: person)?.chats[chat]?.draft.staged?.message.url }

    /// The people with a seat, in the order of the seats.
    var seatedPeople: [(person: String, seat: Int)] {
        world.devices.compactMap { phone in
            phone.match(of: game, in: chat)?.record.seat.map { (phone.person, $0) }
        }.sorted { $0.seat < $1.seat }
    }

    /// Returns the people who get the seats beside the inviter. These are the first people with the
    /// game on their phones, in the order in which the people were named.
    func nextInLine(behind inviter: String, seats: Int) -> [String] {
        let able = world.devices.filter { $0.person != inviter && $0.installedGames.contains(game) }.map(\.person)
        return Array(able.prefix(seats - 1))
    }
}
