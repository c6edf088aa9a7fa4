import Testing
import Values

/// Compares bytes and texts with those of Python's `cbor2` and `json`.
@Suite struct OracleTests {
    private static let count = 4000

    /// The canonical mode of `cbor2` sorts keys by the length of their encodings first (RFC 7049 §3.9). Parlor sorts
    /// them by their bytes alone (RFC 8949 §4.2.1). Both orders agree if all keys of a map are integers of one sign, or
    /// if all are text. Therefore the expected bytes are put together from the encodings by `cbor2` of each scalar, key
    /// and length, with the keys in bytewise order. If the orders agree, the bytes must also equal the encoding by
    /// `cbor2` of the whole value.
    @Test(
        .enabled(
            if: Oracle.hasCBOR || Oracle.isRequired,
            "needs python3 with cbor2 (pip install cbor2); set PARLOR_REQUIRE_ORACLES=1 to fail without it"))
    func canonicalBytesAreThoseOfCBOR2() throws {
        let program =
            Self.reader + """
                import cbor2

                def head(kind, count):
                    first = cbor2.dumps([None] * count)
                    first = first[: len(first) - count]
                    return bytes([first[0] + kind]) + first[1:]

                def encode(value):
                    if isinstance(value, list):
                        return head(0x00, len(value)) + b"".join(map(encode, value))
                    if isinstance(value, dict):
                        parts = sorted((cbor2.dumps(k, canonical=True), encode(v)) for k, v in value.items())
                        return head(0x20, len(value)) + b"".join(k + v for k, v in parts)
                    return cbor2.dumps(value, canonical=True)

                def one_kind(value):
                    if isinstance(value, list):
                        return all(map(one_kind, value))
                    if isinstance(value, dict):
                        kinds = {isinstance(k, str) or k < 0 for k in value}, {isinstance(k, str) for k in value}
                        return all(len(k) < 2 for k in kinds) and all(map(one_kind, value.values()))
                    return True

                values = whole = 0
                for value, text in read():
                    encoded = bytes.fromhex(text)
                    assert encode(value) == encoded, (value, text, encode(value).hex())
                    assert same(cbor2.loads(encoded), value), (value, text)
                    values += 1
                    if isinstance(value, (list, dict)) and one_kind(value):
                        assert cbor2.dumps(value, canonical=True) == encoded, (value, text)
                        whole += 1
                assert whole > values // 5, whole
                print(values)
                """
        let lines = try Self.lines { hex(try $0.canonicalBytes()) }
        #expect(lines.count == Self.count)
        #expect(try Oracle.run(program, input: lines.joined(separator: "\n")) == "\(Self.count)")
    }

    @Test(
        .enabled(
            if: Oracle.hasPython || Oracle.isRequired, "needs python3; set PARLOR_REQUIRE_ORACLES=1 to fail without it")
    )
    func jsonIsReadAlikeByPython() throws {
        let program =
            Self.reader + """
                import base64

                def plain(value):
                    if isinstance(value, list):
                        return [plain(v) for v in value]
                    if isinstance(value, dict):
                        return {str(k): plain(v) for k, v in value.items()}
                    if isinstance(value, bytes):
                        return base64.b64encode(value).decode()
                    if isinstance(value, float) and math.isinf(value):
                        return "inf" if value > 0 else "-inf"
                    return value

                values = 0
                for value, text in read():
                    text = bytes.fromhex(text).decode()
                    assert same(json.loads(text), plain(value)), (value, text)
                    values += 1
                print(values)
                """
        let lines = try Self.lines { hex(try $0.json().utf8) }
        #expect(lines.count > Self.count / 2)
        #expect(try Oracle.run(program, input: lines.joined(separator: "\n")) == "\(lines.count)")
    }

    /// Returns a line for each of the random values: its description, and the result of `make`. If `make` writes JSON,
    /// values with keys that JSON can't distinguish are left out.
    private static func lines(_ make: (Value) throws -> String) throws -> [String] {
        try (0..<UInt64(count)).compactMap { seed in
            var generator = RandomValue(seed: seed)
            let value = generator.value()
            do {
                return "\(description(of: value)) \(try make(value))"
            } catch let error as ValueError {
                guard case .sameKeyInJSON = error.kind else { throw error }
                return nil
            }
        }
    }

    /// Returns the value in a separate format, so that Python reads it without code under test: JSON without spaces,
    /// with a letter for the kind, and with text, bytes and floats as hexadecimal digits.
    private static func description(of value: Value) -> String {
        switch value {
        case .null: "[\"n\"]"
        case .bool(let value): "[\"b\",\(value)]"
        case .int(let value): "[\"i\",\(value)]"
        case .double(let value): "[\"d\",\"\(String(value.bitPattern, radix: 16))\"]"
        case .string(let value): "[\"s\",\"\(hex(value.utf8))\"]"
        case .bytes(let value): "[\"y\",\"\(hex(value))\"]"
        case .array(let elements): "[\"a\",[\(elements.map(description).joined(separator: ","))]]"
        case .map(let entries):
            "[\"m\",["
                + entries.map { key, value in
                    switch key {
                    case .int(let number): "[\(description(of: .int(number))),\(description(of: value))]"
                    case .string(let text): "[\(description(of: .string(text))),\(description(of: value))]"
                    }
                }.joined(separator: ",") + "]]"
        }
    }

    /// The Python code that reads the lines and compares strictly: 1, 1.0 and True differ, and so do 0.0 and -0.0.
    private static let reader = """
        import json, math, struct, sys

        def build(part):
            kind = part[0]
            if kind == "n": return None
            if kind in "bi": return part[1]
            if kind == "d": return struct.unpack(">d", int(part[1], 16).to_bytes(8, "big"))[0]
            if kind == "s": return bytes.fromhex(part[1]).decode()
            if kind == "y": return bytes.fromhex(part[1])
            if kind == "a": return [build(p) for p in part[1]]
            return {build(k): build(v) for k, v in part[1]}

        def same(a, b):
            if type(a) is not type(b): return False
            if isinstance(a, float): return struct.pack(">d", a) == struct.pack(">d", b)
            if isinstance(a, list): return len(a) == len(b) and all(map(same, a, b))
            if isinstance(a, dict): return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
            return a == b

        def read():
            for line in sys.stdin:
                described, made = line.rstrip("\\n").split(" ")
                yield build(json.loads(described)), made


        """
}
