import Conversations
import GameApps
import MatchSessions

/// The people in a device's chats, with their ids. A person has one id for each game on the device,
/// and one id for messages between devices.
struct PeopleDirectory {
    /// The ids of people on this device.
    var ids: PersonIDs
    /// The names of the people in each chat, including this device's person.
    var people: [Chat.ID: [String]] = [:]
    /// The number of installs of each game, including games that are no longer installed. Bubbles
    /// of such a game still contain the ids of people from those installs.
    var installs: [String: Int] = [:]

    init(ids: PersonIDs) { self.ids = ids }

    /// The names of all people, each once.
    private var names: Set<String> { Set(people.values.joined()) }

    /// Returns the number of the current installation of a game, or of the next one if the game
    /// isn't installed.
    func install(of game: String) -> Int { installs[game] ?? 1 }

    /// Returns the id of a person for a game on this device.
    func participant(_ other: String, in game: String) -> Participant {
        ids.participant(other, in: game, install: install(of: game))
    }

    /// Returns a chat as a game sees it.
    func conversation(of game: String, in chat: Chat.ID) -> Conversation {
        let others = (people[chat] ?? []).filter { $0 != ids.person }
        return Conversation(
            localParticipant: participant(ids.person, in: game),
            remoteParticipants: others.map { participant($0, in: game) })
    }

    /// Returns a delivery for the network: the ids of people for its game are replaced by ids that
    /// every device knows.
    func departing(_ delivery: Delivery) -> Delivery {
        guard let game = delivery.game else { return delivery }
        return rename(delivery) { (participant($0, in: game), PersonIDs.onTheWay($0)) }
    }

    /// Returns a delivery as an installed game on this device sees it.
    func arriving(_ delivery: Delivery, for game: String) -> Delivery {
        rename(delivery) { (PersonIDs.onTheWay($0), participant($0, in: game)) }
    }

    private func rename(_ delivery: Delivery, _ ids: (String) -> (from: Participant, to: Participant)) -> Delivery {
        guard case .message(let message) = delivery.post else { return delivery }
        var placeholders: [Participant: String] = [:]
        for name in names { placeholders[ids(name).from] = ids(name).to.placeholder }
        let renamed = ParticipantNames(placeholders).substituted(in: message)
        return Delivery(.message(renamed), game: delivery.game, isLinked: delivery.isLinked)
    }

    /// Returns the names of all people, by their ids for messages between devices and by their ids
    /// for these games.
    func names(in games: Set<String>) -> ParticipantNames {
        var known: [Participant: String] = [:]
        for name in names {
            known[PersonIDs.onTheWay(name)] = name
            for game in games { known[participant(name, in: game)] = name }
        }
        return ParticipantNames(known)
    }
}
