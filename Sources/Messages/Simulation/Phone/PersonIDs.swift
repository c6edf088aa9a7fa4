import Conversations
import Crypto
import Foundation
import GameApps
import MatchSessions

/// The ids by which games know people. They differ on every device, in every game and after every
/// install, so that no game can track a person.
struct PersonIDs: Sendable {
    /// Random bytes, chosen once for a device.
    let salt: [UInt8]
    let person: String

    /// Returns the id of a person for a game on this device.
    ///
    /// - Parameter install: The number of installs of the game on this device.
    func participant(_ other: String, in game: String, install: Int) -> Participant {
        Participant(Self.uuid(salt + Array("\(person)\0\(game)\0\(install)\0\(other)".utf8)))
    }

    /// Returns the id of a person for messages between devices. In the texts of a message,
    /// `$<UUID>` is converted to this id on sending and from this id on arrival.
    static func onTheWay(_ person: String) -> Participant { Participant(uuid(Array("person\0\(person)".utf8))) }

    /// Returns a UUID with the bits of a hash as its random bits (RFC 9562 §5.4).
    private static func uuid(_ bytes: [UInt8]) -> UUID {
        var hash = Array(SHA256.hash(data: bytes).prefix(16))
        hash[6] = hash[6] & 0x0f | 0x40
        hash[8] = hash[8] & 0x3f | 0x80
        return UUID(
            uuid: (
                hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7], hash[8], hash[9], hash[10],
                hash[11], hash[12], hash[13], hash[14], hash[15]
            ))
    }
}
