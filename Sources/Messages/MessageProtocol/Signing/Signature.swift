import Crypto
import Values

/// A signature of a seat: 64 bytes. Two signatures over the same payload may differ, so only heads
/// are compared.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
    static let size = 64

    /// The 64 bytes (RFC 8032 §5.1.6).
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 64 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "signature", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Returns whether `key` signed `payload`.
    func isValid(over payload: [UInt8], by key: SeatKey.Public) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else { return false }
        WorkCounter.add(.signaturesVerified)
        return key.isValidSignature(bytes, for: payload)
    }

    /// The bytes as 128 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// The signature of a seat over its last ply, as an envelope carries it.
public struct SeatSignature: Hashable, Sendable {
    /// The number of the seat's last ply in the log, from 1; 0 if the inviter has made none.
    public let ply: Int
    /// The signature over the head before the seat's last run and the seat's plies in that run.
    public let signature: Signature

    /// Creates a signature for the ply with this number, from 1; 0 if the inviter has made none.
    package init(ply: Int, signature: Signature) {
        self.ply = ply
        self.signature = signature
    }
}

/// A *word*: the content of one signature, which is a seat's plies of a run and the head before the
/// run.
package struct SignedWord: Hashable, Sendable {
    package let seat: Int
    /// The head before the run.
    package let head: Head
    package let isRound: Bool
    /// The bytes of the seat's plies in the run, as the seat signs them.
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

    /// Returns whether a seat may sign both words. It may if the words follow different heads, or
    /// if one word only adds plies to the other.
    package func agrees(with other: SignedWord) -> Bool {
        guard seat == other.seat, head == other.head else { return true }
        return isRound == other.isRound && (plies.starts(with: other.plies) || other.plies.starts(with: plies))
    }
}

extension SignedLog {
    /// Returns a word for each run in which the seat has plies, from the run with the ply at
    /// `place` on.
    ///
    /// - Parameter place: The index of the ply.
    package func words(of seat: Int, from place: Int) -> [SignedWord] {
        log.runs.filter { $0.range.upperBound > place }.map { run in
            SignedWord(of: seat, in: run, of: log, heads: heads, upTo: nil)
        }.filter { !$0.plies.isEmpty }
    }

    /// Returns how many of the first plies are the same in another log of the match.
    package func shared(with other: SignedLog) -> Int {
        zip(heads.dropFirst(), other.heads.dropFirst()).prefix { $0 == $1 }.count
    }
}

/// The input of a seat's signature: the head before its run, and its plies of that run.
///
/// The fields are "parlor-sign-1", the head before the run, the seat (one byte), whether the run is a
/// round (one byte), a chain link, and each of the seat's plies. The link is that of the seat's first
/// ply in the run; empty if that ply has no link. Entries of other seats in a round are left out, so
/// that the signature stays valid when those entries arrive.
enum SigningPayload {
    /// - Parameters:
    ///   - heads: The heads of the log, one more than it has plies.
    ///   - index: The index of the seat's last ply; nil if the inviter has made none.
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
