import Conversations
import Crypto
import Foundation
import GameApps
import MatchSessions

/// The ids under which games know people: other ones on every device, in every game and after every install, so that no
/// game can follow a person.
struct PersonIDs: Sendable {
    /// Drawn once for a device.
    let salt: [UInt8]
    let person: String

    /// Whom a game on this device calls by which id.
    ///
    /// - Parameter install: How often the game was installed here.
    func participant(_ other: String, in game: String, install: Int) -> Participant {
        Participant(Self.uuid(salt + Array("\(person)\0\(game)\0\(install)\0\(other)".utf8)))
    }

    /// The id of a person on the way between devices: `$<UUID>` in a text is rewritten to it, and from it.
    static func onTheWay(_ person: String) -> Participant { Participant(uuid(Array("person\0\(person)".utf8))) }

    /// A UUID of random bits (RFC 9562 §5.4) from a hash.
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
