import Values

/// Arguments that no game lists: of other types, beyond every bound, nested, not text.
enum NonsenseValues {
    static let all: [Value] = [
        .null, .bool(true), .bool(false), .int(0), .int(-1), .int(.max), .int(.min), .int(1 << 53), .double(0.5),
        .double(-0.0), .double(.infinity), .double(-.infinity), .double(.nan), .double(1e308), .string(""),
        .string(" "),
        .string("\u{0}"), .string("no such choice"), .string("\u{202E}b2"),
        .string(String(repeating: "x", count: 5000)),
        .string("state.secret"), .string("__index"), .string("1"), .bytes([]), .bytes([0xff, 0xfe, 0x80]),
        .bytes([0xc3]),
        .array([]), .array([.null]), .array([.int(1), .string("b2")]), .map([:]), .map([.string("text"): .int(7)]),
        .map([.string("text"): .string("no such choice"), .string("extra"): .bool(true)]),
        .map([.string("text"): .map([.string("text"): .string("b2")])]), .map([.int(-1): .string("b2")]), nested,
    ]

    /// Lists in lists, 12 deep.
    private static let nested = (0..<12).reduce(Value.string("b2")) { inner, _ in .array([inner]) }

    /// What people and strangers type.
    static let texts = [
        "", " ", "?", "b", "no such move", "\u{0}", "\u{1B}[31m", "\u{202E}", "%d%s", "🂡🂡🂡", "-1",
        "99999999999999999999",
        "nan", "state = nil", String(repeating: "a", count: 5000),
    ]
}
