import Testing
import Values

@Suite struct JSONReaderTests {
    private func message(_ bytes: some Collection<UInt8>, _ limits: ValueLimits = ValueLimits()) -> String {
        do {
            return "read as \(try Value(json: bytes, limits: limits, root: "request"))"
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            ("1", 1), ("1.0", 1.0), ("1e2", 100.0), ("1E+2", 100.0), ("10e-1", 1.0), ("true", true), ("false", false),
            ("null", .null), ("-0", 0), ("-0.0", -0.0), ("-0e0", -0.0), ("0", 0), ("9223372036854775807", .int(.max)),
            ("-9223372036854775808", .int(.min)), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("5e-324", .double(.leastNonzeroMagnitude)), ("1e-999", 0.0), ("0.1", 0.1),
            (" [ 1 , 2 ] ", [1, 2]), ("\t\r\n{ \"a\" : [ ] , \"b\" : { } }\n", ["a": [], "b": [:]]),
            ("[[],[[]],{\"k\":[{}]}]", [[], [[]], ["k": [[:]]]]), ("{\"1\":true}", ["1": true]),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u6c34""#, "A\u{e9}\u{6c34}"),
            (#""\ud800\udd51""#, "\u{10151}"), (#""\uD83D\uDE00""#, "\u{1f600}"), (#""\u0000""#, "\u{0}"),
            ("\"é水𐅑\u{7f}\u{2028}\"", "é水𐅑\u{7f}\u{2028}"), ("\"\"", ""), (#""\ufeff""#, "\u{feff}"),
        ] as [(String, Value)])
    func readsJSON(text: String, expected: Value) throws {
        #expect(try Value(json: text) == expected)
        #expect(try Value(json: Array(text.utf8)) == expected)
    }

    @Test func equivalentTextsMakeTwoKeys() throws {
        #expect(try Value(json: #"{"\u00e9":1,"e\u0301":2}"#) == ["\u{e9}": 1, "e\u{301}": 2])
    }

    @Test(arguments: [
        ("", "byte 0 (request): expected a value, but the input ends"),
        ("  ", "byte 2 (request): expected a value, but the input ends"),
        ("[1,]", "byte 3 (request[2]): expected a value, found ']'"),
        ("[1 2]", "byte 3 (request): expected ',' or ']', found '2'"),
        ("[1", "byte 2 (request): expected ',' or ']', but the input ends"),
        ("{\"a\":1,}", "byte 7 (request): expected a key in quotes, found '}'"),
        ("{a:1}", "byte 1 (request): expected a key in quotes, found 'a'"),
        ("{1:1}", "byte 1 (request): expected a key in quotes, found '1'"),
        ("{\"a\" 1}", "byte 5 (request): expected ':', found '1'"),
        ("{\"a\":}", "byte 5 (request.a): expected a value, found '}'"),
        ("{\"a\":1 \"b\":2}", "byte 7 (request): expected ',' or '}', found '\"'"),
        ("1 x", "byte 2 (request): expected the end, found 1 more byte"),
        ("[]]", "byte 2 (request): expected the end, found 1 more byte"),
        ("01", "byte 1 (request): expected no digit after a leading zero, found '1'"),
        ("-01", "byte 2 (request): expected no digit after a leading zero, found '1'"),
        ("1.", "byte 2 (request): expected a digit, but the input ends"),
        (".5", "byte 0 (request): expected a value, found '.'"),
        ("+1", "byte 0 (request): expected a value, found '+'"),
        ("-", "byte 1 (request): expected a digit, but the input ends"),
        ("1e", "byte 2 (request): expected a digit, but the input ends"),
        ("1e+x", "byte 3 (request): expected a digit, found 'x'"),
        ("0x10", "byte 1 (request): expected the end, found 3 more bytes"),
        ("NaN", "byte 0 (request): expected a value, found 'N'"),
        ("Infinity", "byte 0 (request): expected a value, found 'I'"),
        ("nul", "byte 0 (request): expected null, found 'n'"),
        ("True", "byte 0 (request): expected a value, found 'T'"),
        ("'a'", "byte 0 (request): expected a value, found '''"),
        ("[1/**/]", "byte 2 (request): expected ',' or ']', found '/'"),
        ("\"abc", "byte 4 (request): expected '\"' at the end of the text, but the input ends"),
        ("\"a\nb\"", "byte 2 (request): expected control characters of text as \\u escapes, found the byte 0x0a"),
        ("\"a\u{0}b\"", "byte 2 (request): expected control characters of text as \\u escapes, found the byte 0x00"),
        ("\u{0}", "byte 0 (request): expected a value, found the byte 0x00"),
        ("1\u{0}", "byte 1 (request): expected the end, found 1 more byte"),
        ("\u{feff}1", "byte 0 (request): expected a value, found a byte order mark; leave it out"),
        ("\u{a0}1", "byte 0 (request): expected a value, found the byte 0xc2"),
        (
            #""\x41""#,
            "byte 1 (request): expected an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, found another"
        ),
        (#""\u12g4""#, "byte 5 (request): expected four hexadecimal digits, found 'g'"),
        (#""\u12"#, "byte 5 (request): expected four hexadecimal digits, but the input ends"),
        (#""\"#, "byte 2 (request): expected an escape, but the input ends"),
        (#"{"a":1,"a":2}"#, "byte 7 (request): expected each key once, found \"a\" again"),
        (#"{"a":1,"\u0061":2}"#, "byte 7 (request): expected each key once, found \"a\" again"),
        (
            "9223372036854775808",
            "byte 0 (request): expected an integer from -9223372036854775808 to 9223372036854775807, "
                + "found 9223372036854775808"
        ),
        (
            "[-9223372036854775809]",
            "byte 1 (request[1]): expected an integer from -9223372036854775808 to 9223372036854775807, "
                + "found -9223372036854775809"
        ),
        ("1e400", "byte 0 (request): expected a number of at most 1.8e308, found 1e400"),
        ("-1e309", "byte 0 (request): expected a number of at most 1.8e308, found -1e309"),
    ])
    func refusesWhatIsNotJSON(text: String, expected: String) {
        #expect(message(text.utf8) == expected)
    }

    @Test(arguments: [
        #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\ud800\ud800""#,
    ])
    func loneSurrogatesAreRefused(text: String) {
        #expect(message(text.utf8) == "byte 1 (request): expected a pair of surrogates, found one without the other")
    }

    @Test(arguments: ["22ff22", "22c328 22", "22eda08022", "22c08022", "22e282", "22f490808022"])
    func malformedTextIsRefused(encoding: String) {
        #expect(!message(bytes(encoding)).hasPrefix("read as"))
        #expect(
            message(bytes("7b22c32822 3a317d"))
                == "byte 1 (request): expected text in UTF-8, found bytes that are none")
    }

    @Test func deepInputIsRefusedEarly() {
        let limit = "tables stand more than the 64 levels deep that are allowed; use fewer levels"
        for opening in ["[", "{\"a\":"] {
            #expect(message(String(repeating: opening, count: 100_000).utf8).hasSuffix(limit))
        }
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let error = #expect(throws: ValueError.self) { try Value(json: deep, limits: ValueLimits(depth: .max)) }
        #expect(error?.kind == .tooDeep(limit: ValueLimits.maximumDepth))
        #expect(error?.offset == ValueLimits.maximumDepth)
    }

    @Test func limitsHoldExactly() {
        #expect(message("[1,2]".utf8, ValueLimits(bytes: 5, depth: 1, items: 3)) == "read as {1, 2}")
        #expect(
            message("[1,2]".utf8, ValueLimits(bytes: 4))
                == "byte 4 (request): this makes more than the 4 bytes allowed; store less")
        #expect(
            message("[1,2]".utf8, ValueLimits(depth: 0))
                == "byte 0 (request): tables stand more than the 0 levels deep that are allowed; use fewer levels")
        #expect(
            message("[1,2]".utf8, ValueLimits(items: 2))
                == "byte 3 (request[2]): this makes more than the 2 values allowed; store less")
    }

    @Test func longNumbersAreReadAndCutInMessages() throws {
        let zeros = String(repeating: "0", count: 100_000)
        #expect(try Value(json: "0." + zeros + "1") == 0.0)
        #expect(try Value(json: "1." + zeros) == 1.0)
        #expect(message(("1" + zeros).utf8).count < 200)
        #expect(message(("1" + zeros + ".0").utf8).hasSuffix("found 1" + zeros.prefix(39) + "…"))
    }
}
