import Conversations
import MatchSessions
import MessageHost

// Who is who: people by the ids of this device's games, and of messages on their way.
extension Device {
    /// A delivery as it travels: this game's ids of people become those that every device knows.
    func departing(_ delivery: Delivery) -> Delivery {
        guard let game = delivery.game else { return delivery }
        return rename(delivery) { (participant($0, in: game), PersonIDs.onTheWay($0)) }
    }

    /// A delivery as a game on this device sees it.
    func arriving(_ delivery: Delivery, for game: String?) -> Delivery {
        guard let game, games[game] != nil else { return delivery }
        return rename(delivery) { (PersonIDs.onTheWay($0), participant($0, in: game)) }
    }

    private func rename(_ delivery: Delivery, _ ids: (String) -> (from: Participant, to: Participant)) -> Delivery {
        guard case .message(let message) = delivery.post else { return delivery }
        var names: [Participant: String] = [:]
        for name in Set(people.values.joined()) { names[ids(name).from] = ids(name).to.placeholder }
        let renamed = ParticipantNames(names).substituted(in: message)
        return Delivery(.message(renamed), game: delivery.game, isLinked: delivery.isLinked)
    }

    /// The people of a chat by the ids under which its texts name them: those of the game, and of all others that have
    /// left bubbles, on this device or not.
    package func names(of game: String?) -> ParticipantNames {
        var names: [Participant: String] = [:]
        let known = chats.values.reduce(into: Set(game.map { [$0] } ?? [])) { $0.formUnion($1.conversations.keys) }
        for name in Set(people.values.joined()) {
            names[PersonIDs.onTheWay(name)] = name
            for game in known { names[participant(name, in: game)] = name }
        }
        return ParticipantNames(names)
    }
}
