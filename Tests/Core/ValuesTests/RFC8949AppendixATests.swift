import Testing
import Values

/// The examples of RFC 8949, Appendix A. Examples that a value can represent are read and written again, and the others
/// are refused.
@Suite struct RFC8949AppendixATests {
    static let accepted: [(String, Value)] = [
        ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100), ("1903e8", 1000),
        ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
        ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000),
        ("f90000", 0.0), ("f98000", -0.0), ("f93c00", 1.0), ("fb3ff199999999999a", 1.1), ("f93e00", 1.5),
        ("f97bff", 65504.0), ("fa47c35000", 100000.0), ("fa7f7fffff", 3.4028234663852886e+38),
        ("fb7e37e43c8800759c", 1.0e+300), ("f90001", 5.960464477539063e-8), ("f90400", 0.00006103515625),
        ("f9c400", -4.0), ("fbc010666666666666", -4.1), ("f97c00", .double(.infinity)), ("f9fc00", .double(-.infinity)),
        ("f4", false), ("f5", true), ("f6", .null),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", ""), ("6161", "a"), ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "\u{fc}"),
        ("63e6b0b4", "\u{6c34}"), ("64f0908591", "\u{10151}"),
        ("80", []), ("83010203", [1, 2, 3]), ("8301820203820405", [1, [2, 3], [4, 5]]),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            .array((1...25).map { .int($0) })
        ),
        ("a0", [:]), ("a201020304", [1: 2, 3: 4]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
        ("826161a161626163", ["a", ["b": "c"]]),
        ("a56161614161626142616361436164614461656145", ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
    ]

    @Test(arguments: accepted)
    func representableExamplesGoBothWays(encoding: String, value: Value) throws {
        #expect(try Value(canonicalBytes: bytes(encoding)) == value)
        #expect(hex(try value.canonicalBytes()) == encoding)
    }

    enum Reason: Sendable { case integerOutOfRange, nan, notCanonical, unsupported, malformed }

    static let refused: [(String, Reason)] = [
        ("1bffffffffffffffff", .integerOutOfRange), ("3bffffffffffffffff", .integerOutOfRange),
        // Bignums, dates, URI and other tags.
        ("c249010000000000000000", .unsupported), ("c349010000000000000000", .unsupported),
        ("c074323031332d30332d32315432303a30343a30305a", .unsupported), ("c11a514b67b0", .unsupported),
        ("c1fb41d452d9ec200000", .unsupported), ("d74401020304", .unsupported), ("d818456449455446", .unsupported),
        ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", .unsupported),
        ("f97e00", .nan), ("fa7fc00000", .nan), ("fb7ff8000000000000", .nan),
        // Infinities in more bytes than two.
        ("fa7f800000", .notCanonical), ("faff800000", .notCanonical), ("fb7ff0000000000000", .notCanonical),
        ("fbfff0000000000000", .notCanonical),
        // undefined, simple(16), simple(255); and simple(24), an example in RFC 7049 that RFC 8949 calls malformed.
        ("f7", .unsupported), ("f0", .unsupported), ("f8ff", .unsupported), ("f818", .malformed),
        // Indefinite lengths.
        ("5f42010243030405ff", .notCanonical), ("7f657374726561646d696e67ff", .notCanonical), ("9fff", .notCanonical),
        ("9f018202039f0405ffff", .notCanonical), ("9f01820203820405ff", .notCanonical),
        ("83018202039f0405ff", .notCanonical), ("83019f0203ff820405", .notCanonical),
        ("9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", .notCanonical),
        ("bf61610161629f0203ffff", .notCanonical), ("826161bf61626163ff", .notCanonical),
        ("bf6346756ef563416d7421ff", .notCanonical),
    ]

    @Test(arguments: refused)
    func otherExamplesAreRefused(encoding: String, reason: Reason) throws {
        let error = #expect(throws: ValueError.self) { try Value(canonicalBytes: bytes(encoding)) }
        let actual: Reason? =
            switch try #require(error).kind {
            case .integerOutOfRange: .integerOutOfRange
            case .nan: .nan
            case .notCanonical: .notCanonical
            case .unsupported: .unsupported
            case .malformed: .malformed
            default: nil
            }
        #expect(actual == reason)
    }

    @Test func allExamplesAreHere() {
        #expect(Set(Self.accepted.map(\.0) + Self.refused.map(\.0)).count == 82)
    }
}
