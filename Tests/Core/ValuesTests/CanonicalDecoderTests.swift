import Testing
import Values

@Suite struct CanonicalDecoderTests {
    private func message(_ encoding: String, _ limits: ValueLimits = ValueLimits()) -> String {
        do {
            return "decoded as \(try Value(canonicalBytes: bytes(encoding), limits: limits, root: "state"))"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "byte 0 (state): expected a value, but the input ends"),
        ("8201", "byte 0 (state): expected 2 values, but the input ends"),
        ("820181", "byte 2 (state[2]): expected 1 value, but the input ends"),
        ("a161", "byte 0 (state): expected 1 key with a value, but the input ends"),
        ("a16161", "byte 3 (state.a): expected a value, but the input ends"),
        ("6261", "byte 0 (state): expected 2 bytes of text, but the input ends"),
        ("420a", "byte 0 (state): expected 2 bytes, but the input ends"),
        ("1903", "byte 0 (state): expected a value with 2 more bytes in its head, but the input ends"),
        ("a11903", "byte 1 (state): expected a key with 2 more bytes in its head, but the input ends"),
        ("8181", "byte 1 (state[1]): expected 1 value, but the input ends"),
        ("0102", "byte 1 (state): expected the end, found 1 more byte"),
    ])
    func truncationAndTrailingBytes(encoding: String, expected: String) {
        #expect(message(encoding) == expected)
    }

    @Test(arguments: [
        ("1817", "byte 0 (state): expected 23 in its shortest form, found it in 2 bytes"),
        ("1900ff", "byte 0 (state): expected 255 in its shortest form, found it in 3 bytes"),
        ("1a0000ffff", "byte 0 (state): expected 65535 in its shortest form, found it in 5 bytes"),
        ("1b00000000ffffffff", "byte 0 (state): expected 4294967295 in its shortest form, found it in 9 bytes"),
        ("3800", "byte 0 (state): expected 0 in its shortest form, found it in 2 bytes"),
        ("780161", "byte 0 (state): expected 1 in its shortest form, found it in 2 bytes"),
        ("5800", "byte 0 (state): expected 0 in its shortest form, found it in 2 bytes"),
        ("980101", "byte 0 (state): expected 1 in its shortest form, found it in 2 bytes"),
        ("b8010101", "byte 0 (state): expected 1 in its shortest form, found it in 2 bytes"),
        ("a1180101", "byte 1 (state): expected 1 in its shortest form, found it in 2 bytes"),
        ("fa3fc00000", "byte 0 (state): expected the shortest form of the float 1.5, found another form of it"),
        ("fb3ff8000000000000", "byte 0 (state): expected the shortest form of the float 1.5, found another form of it"),
        ("fb7fefffffe0000000", "decoded as 1.7976930277114552e+308"),
        (
            "fb47efffffe0000000",
            "byte 0 (state): expected the shortest form of the float 3.4028234663852886e+38, found another form of it"
        ),
        ("fa00000000", "byte 0 (state): expected the shortest form of the float 0.0, found another form of it"),
        ("a1616181 5f4101ff", "byte 4 (state.a[1]): expected a length, found an indefinite length"),
    ])
    func longerFormsAreRefused(encoding: String, expected: String) {
        #expect(message(encoding) == expected)
    }

    @Test(arguments: [
        ("a2616201616102", "byte 4 (state): expected the keys in canonical order, found \"a\" after \"b\""),
        ("a2616101616102", "byte 4 (state): expected each key once, found \"a\" again"),
        ("a2200101 02", "byte 3 (state): expected the keys in canonical order, found 1 after -1"),
        ("a2626161016162 02", "byte 5 (state): expected the keys in canonical order, found \"b\" after \"aa\""),
        ("a2050105 02", "byte 3 (state): expected each key once, found 5 again"),
        ("a1f401", "byte 1 (state): expected an integer or text as key, found a float or a simple value"),
        ("a1410101", "byte 1 (state): expected an integer or text as key, found bytes"),
        ("a18001", "byte 1 (state): expected an integer or text as key, found an array"),
        ("a1a001", "byte 1 (state): expected an integer or text as key, found a map"),
        ("a1c10001", "byte 1 (state): expected an integer or text as key, found tag 1"),
        ("a162fffe01", "byte 1 (state): expected text in UTF-8, found bytes that are none"),
    ])
    func keysAreStrict(encoding: String, expected: String) {
        #expect(message(encoding) == expected)
    }

    @Test func equivalentTextsMakeTwoKeys() throws {
        let value = try Value(canonicalBytes: bytes("a262c3a9016365cc8102"))
        #expect(value.mapValue?.count == 2)
    }

    @Test(arguments: [
        (
            "1b8000000000000000",
            "byte 0 (state): expected an integer from -9223372036854775808 to 9223372036854775807, "
                + "found 9223372036854775808"
        ),
        (
            "3b8000000000000000",
            "byte 0 (state): expected an integer from -9223372036854775808 to 9223372036854775807, "
                + "found -1 - 9223372036854775808"
        ),
        ("c100", "byte 0 (state): expected a plain value, found tag 1"),
        ("81f7", "byte 1 (state[1]): expected false, true, null or a float, found undefined"),
        ("f8ff", "byte 0 (state): expected false, true, null or a float, found simple value 255"),
        ("e0", "byte 0 (state): expected false, true, null or a float, found simple value 0"),
        ("f814", "byte 0 (state): expected a simple value, found 20 in two bytes"),
        ("1c", "byte 0 (state): expected a value, found the byte 0x1c"),
        ("1f", "byte 0 (state): expected a value, found the byte 0x1f"),
        ("ff", "byte 0 (state): expected a value, found the byte 0xff"),
        ("df00", "byte 0 (state): expected a value, found the byte 0xdf"),
        ("9e", "byte 0 (state): expected a value, found the byte 0x9e"),
    ])
    func whatValuesLackIsRefused(encoding: String, expected: String) {
        #expect(message(encoding) == expected)
    }

    /// Truncated, overlong, surrogate, beyond the last code point, stray continuation.
    @Test(arguments: ["61c3", "62c080", "63eda080", "64f4908080", "6180", "62c328", "63e28228", "61ff"])
    func malformedTextIsRefused(encoding: String) {
        #expect(message(encoding) == "byte 0 (state): expected text in UTF-8, found bytes that are none")
    }

    @Test func nanHasOneEncodingIfAny() {
        let message = { self.message($0, ValueLimits(allowsNaN: true)) }
        #expect(message("f97e00") == "decoded as nan")
        for encoding in ["f97e01", "f9fe00", "f97c01", "fa7fc00000", "fb7ff8000000000000"] {
            #expect(message(encoding).contains("another form of it"), "\(encoding)")
            #expect(self.message(encoding).contains("NaN can't be saved"), "\(encoding)")
        }
    }

    /// A length that exceeds the input must not make the decoder allocate memory.
    @Test(arguments: [
        "9b7fffffffffffffff", "9bffffffffffffffff", "bb7fffffffffffffff", "5b7fffffffffffffff",
        "7bffffffffffffffff", "9a00ffffff", "ba00ffffff00",
    ])
    func promisedLengthsAreNotBelieved(encoding: String) throws {
        let error = #expect(throws: ValueError.self) { try Value(canonicalBytes: bytes(encoding)) }
        guard case .truncated = try #require(error).kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func limitsHoldExactly() {
        #expect(message("83010203", ValueLimits(bytes: 4)) == "decoded as {1, 2, 3}")
        #expect(
            message("83010203", ValueLimits(bytes: 3))
                == "byte 3 (state): this makes more than the 3 bytes allowed; store less")
        #expect(message("83010203", ValueLimits(items: 4)) == "decoded as {1, 2, 3}")
        #expect(
            message("83010203", ValueLimits(items: 3))
                == "byte 0 (state): this makes more than the 3 values allowed; store less")
        #expect(
            message("00", ValueLimits(items: 0))
                == "byte 0 (state): this makes more than the 0 values allowed; store less")
        #expect(message("818100", ValueLimits(depth: 2)) == "decoded as {{0}}")
        #expect(
            message("818180", ValueLimits(depth: 2))
                == "byte 2 (state[1][1]): tables stand more than the 2 levels deep that are allowed; use fewer levels")
    }

    @Test func deepInputIsRefusedEarly() {
        let deep = Array(repeating: UInt8(0x81), count: 100_000) + [0]
        let error = #expect(throws: ValueError.self) {
            try Value(canonicalBytes: deep, limits: ValueLimits(depth: .max, items: .max))
        }
        #expect(error?.kind == .tooDeep(limit: ValueLimits.maximumDepth))
        #expect(error?.offset == ValueLimits.maximumDepth)
    }

    @Test func readsAnyCollectionOfBytes() throws {
        let padded = bytes("ff83010203ff")
        #expect(try Value(canonicalBytes: padded[1..<5]) == [1, 2, 3])
        #expect(try Value(canonicalBytes: padded.dropFirst().dropLast().lazy.map { $0 }) == [1, 2, 3])
    }
}
