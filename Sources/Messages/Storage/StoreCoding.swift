import Conversations
import Foundation
import GRDB
import GameApps
import MatchSessions
import MessageProtocol
import Values

// Conversion between values and the bytes of a row. Rows come from a file, so their content can be
// anything. Every mismatch is an error, and nothing in this file force-unwraps.

/// A row with access to its columns by number.
struct StoredRow {
    let row: Row
    let path: String

    func bytes(_ column: Int) throws -> Data {
        guard column < row.count, let data = Data.fromDatabaseValue(row[column]) else { throw corrupted("no bytes") }
        return data
    }

    func isNull(_ column: Int) -> Bool { column < row.count && row.hasNull(atIndex: column) }

    func text(_ column: Int) throws -> String {
        guard let text = String(validating: try bytes(column), as: UTF8.self) else {
            throw corrupted("text that is no UTF-8")
        }
        return text
    }

    func number(_ column: Int) throws -> Int64 {
        guard column < row.count, let number = Int64.fromDatabaseValue(row[column]) else {
            throw corrupted("no number")
        }
        return number
    }

    func integer(_ column: Int) throws -> Int {
        guard let number = Int(exactly: try number(column)) else { throw corrupted("a number out of range") }
        return number
    }

    func optionalInteger(_ column: Int) throws -> Int? { isNull(column) ? nil : try integer(column) }

    /// Returns an identity of the message protocol from its bytes.
    func wire<Identity>(_ column: Int, _ make: ([UInt8]) throws(WireError) -> Identity) throws -> Identity {
        let bytes = Array(try bytes(column))
        do throws(WireError) {
            return try make(bytes)
        } catch {
            throw corrupted("\(error)")
        }
    }

    func game(_ column: Int) throws -> GameID {
        let name = try text(column)
        do throws(WireError) {
            return try GameID(name)
        } catch {
            throw corrupted("\(error)")
        }
    }

    func session(_ column: Int) throws -> Session? { isNull(column) ? nil : try value(Session.self, column) }

    func people(_ column: Int) throws -> [SeatKey.Public: Participant] {
        var people: [SeatKey.Public: Participant] = [:]
        for pair in try value([StoredPair].self, column) {
            guard let key = try? SeatKey.Public(Array(pair.key)),
                people.updateValue(pair.participant, forKey: key) == nil
            else { throw corrupted("who is who with a wrong or doubled key") }
        }
        return people
    }

    /// Returns a value that ``StoreCoding/encode(_:)`` wrote. Encoding the value again must give
    /// the same bytes. This check finds additions, duplicates and omissions in the row.
    func value<Kept: Codable>(_ type: Kept.Type, _ column: Int) throws -> Kept {
        let bytes = try bytes(column)
        do {
            let value = try JSONDecoder().decode(type, from: bytes)
            if try StoreCoding.encode(value) == bytes { return value }
        } catch is DecodingError {}
        throw corrupted("a \(type) that no store writes")
    }

    func corrupted(_ what: String) -> StoreError { .corrupted(path: path, what: what) }
}

/// A public key and the participant who is known to play with it.
struct StoredPair: Codable {
    let key: Data
    let participant: Participant

    static func list(_ people: [SeatKey.Public: Participant]) -> [StoredPair] {
        people.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map {
            StoredPair(key: Data($0.key.bytes), participant: $0.value)
        }
    }
}

enum StoreCoding {
    /// Returns JSON with sorted keys, so that equal values give equal bytes.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

extension String {
    var kept: Data { Data(utf8) }
}

extension GameStoreLimits {
    /// The limits of a stored value.
    static let values = ValueLimits(bytes: value)

    /// Returns the canonical bytes of a value.
    ///
    /// - Throws: ``StoreError/tooLarge(what:size:limit:)``, or ``StoreError/failed(path:what:)``
    ///   for a value without canonical bytes.
    static func bytes(of value: Value, path: String) throws(StoreError) -> Data {
        let what = "a value of a game's store"
        // Encode with a higher limit than that of a value, so that the error can give the size.
        let bytes: [UInt8]
        do throws(ValueError) {
            bytes = try value.canonicalBytes(limits: ValueLimits(bytes: game))
        } catch {
            if case .tooManyBytes(let limit) = error.kind {
                throw .tooLarge(what: what, size: limit + 1, limit: Self.value)
            }
            throw .failed(path: path, what: "a game's value can't be kept: \(error)")
        }
        guard bytes.count <= Self.value else {
            throw .tooLarge(what: what, size: bytes.count, limit: Self.value)
        }
        return Data(bytes)
    }
}
