import Crypto
import Values

/// A signature of a seat: 64 bytes. Two signatures over the same may differ; only heads are compared.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
    static let size = 64

    /// 64 bytes (RFC 8032 §5.1.6).
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 64 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "signature", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Did `key` sign `payload`?
    func isValid(over payload: [UInt8], by key: SeatKey.Public) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else { return false }
        WorkCounter.add(.signaturesVerified)
        return key.isValidSignature(bytes, for: payload)
    }

    /// The bytes as 128 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// What an envelope carries for a seat: its signature over its last ply.
public struct SeatSignature: Hashable, Sendable {
    /// The number of the seat's last ply in the log, from 1; 0 for the inviter who has made none.
    public let ply: Int
    /// Made over the head before the seat's last run and the seat's plies in it.
    public let signature: Signature

    /// A signature for the ply with this number, from 1; 0 for the inviter who has made none.
    package init(ply: Int, signature: Signature) {
        self.ply = ply
        self.signature = signature
    }
}

/// What one signature of a seat says: its own plies of a run, over the head before it.
package struct SignedWord: Hashable, Sendable {
    package let seat: Int
    /// The head before the run.
    package let head: Head
    package let isRound: Bool
    /// The seat's plies of the run, as the log holds them.
    package let plies: [[UInt8]]

    package init(seat: Int, head: Head, isRound: Bool, plies: [[UInt8]]) {
        self.seat = seat
        self.head = head
        self.isRound = isRound
        self.plies = plies
    }

    init(of seat: Int, in run: Run?, of log: Log, heads: [Head], upTo last: Int?) {
        let own = run.map { run in run.range.filter { log.plies[$0].seat == seat && $0 <= last ?? $0 } } ?? []
        self.init(
            seat: seat, head: heads[run?.range.lowerBound ?? 0], isRound: run?.kind == .round,
            plies: own.map { log.plies[$0].bytes })
    }

    /// Does one of the two only say more than the other? A seat may sign both then.
    package func agrees(with other: SignedWord) -> Bool {
        guard seat == other.seat, head == other.head else { return true }
        return isRound == other.isRound && (plies.starts(with: other.plies) || other.plies.starts(with: plies))
    }
}

extension SignedLog {
    /// What a seat has said from a ply on, a run at a time: that in which the ply stands, and those behind it.
    ///
    /// - Parameter place: The index of the ply.
    package func words(of seat: Int, from place: Int) -> [SignedWord] {
        log.runs.filter { $0.range.upperBound > place }.map { run in
            SignedWord(of: seat, in: run, of: log, heads: heads, upTo: nil)
        }.filter { !$0.plies.isEmpty }
    }

    /// How many of its first plies are those of another log of the match.
    package func shared(with other: SignedLog) -> Int {
        zip(heads.dropFirst(), other.heads.dropFirst()).prefix { $0 == $1 }.count
    }
}

/// What a seat signs: the head before its run, and its plies of that run.
///
/// The fields "parlor-sign-1", the head before the run, the seat and whether the run is a round in one byte each, the
/// link that the run opens (empty where it opens none), then each ply. In a round the other seats' entries are left out: a seat agrees to its own, whenever
/// the others arrive.
enum SigningPayload {
    /// - Parameters:
    ///   - heads: those of the log, one more than it has plies.
    ///   - index: the index of the seat's last ply; nil for the inviter who has made none.
    static func bytes(of log: Log, heads: [Head], seat: Int, upTo index: Int?) -> [UInt8] {
        let run = index.flatMap { index in log.runs.first { $0.range.contains(index) } }
        let first = run.flatMap { run in log.plies[run.range].first { $0.seat == seat } }
        return bytes(SignedWord(of: seat, in: run, of: log, heads: heads, upTo: index), first?.link)
    }

    private static func bytes(_ word: SignedWord, _ link: Link?) -> [UInt8] {
        var fields = HashFields("parlor-sign-1")
        fields.append(word.head.bytes)
        fields.append([UInt8(truncatingIfNeeded: word.seat), word.isRound ? 1 : 0])
        fields.append(link?.bytes ?? [])
        for ply in word.plies { fields.append(ply) }
        return fields.bytes
    }
}
