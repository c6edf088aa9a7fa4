import Effort
import LuaRuntime
import Testing
import Values

@Suite struct CodecTests {
    /// A state with a function that returns its argument, as bytes.
    private struct Echo {
        let state: LuaState
        let function: LuaFunction
        let identity: LuaFunction

        init() throws {
            state = try LuaState()
            function = try state.load(
                "local v = ... return host.encode(v, 'value', true)", name: "echo.lua", trust: .host)
            identity = try state.load("return ...", name: "identity.lua")
        }

        /// Returns the encoding by C of a value that C decoded.
        func bytes(of value: Value) throws -> LuaValue {
            let bytes = try value.canonicalBytes()
            // The bytes, as a hexadecimal text, so that none is lost.
            guard case .encoded(let back) = try state.call(identity, .encoded(bytes))[0] else { return .nil }
            return .encoded(back)
        }
    }

    @Test func agreesWithSwiftByteForByte() throws {
        let seed: UInt64 = 20_260_101
        var values = RandomValues(seed: seed)
        let echo = try Echo()
        let mismatch = try LuaThread.run { () throws -> String? in
            for round in 0..<TestEffort.extent(quick: 600, full: 6000) {
                // In a table, so that every value is passed as bytes.
                let value: Value = ["v": values.value()]
                let expected = try value.normalizedTables.canonicalBytes()
                let back = try echo.bytes(of: value)
                if back != .encoded(expected) { return "seed \(seed) round \(round): \(value) \(back)" }
                if try back.decoded() != value.normalizedTables { return "seed \(seed) round \(round): \(value)" }
            }
            return nil
        }
        #expect(mismatch == nil)
    }

    @Test func agreesWithSwiftOnDepth() throws {
        let echo = try Echo()
        func nested(_ depth: Int, around value: Value) -> Value {
            (0..<depth).reduce(value) { inner, _ in .array([inner]) }
        }
        for innermost: Value in [[], 1] {
            let deepest = nested(innermost == 1 ? 64 : 63, around: innermost)
            #expect(try echo.bytes(of: deepest) == .encoded(try deepest.canonicalBytes()))
            // a position of a match has one level more than a state
            let bytes = try nested(innermost == 1 ? 66 : 65, around: innermost).canonicalBytes(
                limits: ValueLimits(depth: 99))
            let error = #expect(throws: LuaError.self) { try echo.state.call(echo.identity, .encoded(bytes)) }
            #expect(error?.message.hasSuffix("values nest too deep") == true)
        }
        for (depth, fits) in [(64, true), (65, false)] {
            let chunk = try echo.state.load(
                "local t = {} for i = 2, \(depth) do t = { t } end return #host.encode(t)", name: "deep.lua",
                trust: .host)
            if fits {
                #expect(try echo.state.call(chunk) == [.integer(64)])
            } else {
                let error = #expect(throws: LuaError.self) { try echo.state.call(chunk) }
                #expect(error?.message.hasSuffix("tables nest too deep") == true)
            }
        }
    }

    @Test(arguments: [
        ("{ board = { 1, 2, print } }", "state.board[3]: a function can't be saved"),
        ("{ a = { b = { ['x y'] = 0/0 } } }", "state.a.b[\"x y\"]: NaN can't be saved"),
        ("0/0", "state: NaN can't be saved"),
        ("{ [1.5] = 1 }", "state: a float as a key can't be saved: use texts or integers"),
        ("{ [true] = 1 }", "state: a boolean as a key can't be saved: use texts or integers"),
        ("{ k = { [{}] = 1 } }", "state.k: a table as a key can't be saved: use texts or integers"),
        ("{ x = '\\xff' }", "state.x: a text that is not UTF-8 can't be saved"),
        ("{ ['\\xff'] = 1 }", "state: a key that is not UTF-8 can't be saved"),
        ("{ [-5] = { setmetatable({}, {}) } }", "state[-5][1]: a table with a metatable can't be saved"),
        (
            "(function() local t = {} t.t = t return t end)()",
            "state.t: this table is also at state: copy it with parlor.copy"
        ),
        (
            "(function() local t = {} return { t, t } end)()",
            "state[2]: this table is also at state[1]: copy it with parlor.copy"
        ),
        ("host.freeze({}, 'f')", "state: a frozen table can't be saved: copy it with parlor.copy"),
        ("{ ('x'):rep(500000), ('y'):rep(500000), ('z'):rep(500000) }", "state[3]: the whole is over 1 MiB"),
    ])
    func errorsNameThePath(_ value: String, _ message: String) throws {
        let state = try LuaState()
        let chunk = try state.load("host.encode(\(value), 'state', true)", name: "codec.lua", trust: .host)
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.message == message)
        #expect(error?.kind == .script)
    }

    @Test func resultsAreNamedToo() throws {
        let state = try LuaState()
        let chunk = try state.load("return { a = { print } }", name: "codec.lua")
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.message == "result.a[1]: a function can't be saved")
    }

    @Test func whatIsNotStrictMayShareAndBeFrozen() throws {
        let state = try LuaState()
        let chunk = try state.load(
            "local t = { 1 } return { t, host.freeze({ x = 2 }, 'f'), t }", name: "codec.lua", trust: .host)
        #expect(try state.call(chunk)[0].decoded() == [[1], ["x": 2], [1]])
        for cycle in ["local t = {} t.t = t return t", "local t = {} t[1] = host.freeze(t, 'f') return t"] {
            let chunk = try state.load(cycle, name: "codec.lua", trust: .host)
            let error = #expect(throws: LuaError.self) { try state.call(chunk) }
            #expect(error?.message.hasSuffix("tables nest too deep") == true)
        }
        let object = try state.load(
            "return host.freeze(setmetatable({ x = 2 }, {}), 'f')", name: "codec.lua", trust: .host)
        #expect(throws: LuaError.self) { try state.call(object) }
    }

    @Test func sharedTablesThatDoubleAreBounded() throws {
        let state = try LuaState()
        let chunk = try state.load("local t = {} for i = 1, 60 do t = { t, t } end return t", name: "codec.lua")
        let time = LuaThread.run {
            ProcessorClock.measure { #expect(throws: LuaError.self) { try state.call(chunk) } }
        }
        #expect(time < 1)
    }

    @Test func tooManyValuesAreRefused() throws {
        let state = try LuaState()
        for (count, fits) in [(99_999, true), (100_000, true), (100_001, false)] {
            let chunk = try state.load(
                "local t = {} for i = 1, \(count) do t[i] = true end return #host.encode(t)", name: "codec.lua",
                trust: .host)
            if fits {
                #expect(try state.call(chunk)[0].integer ?? 0 > count)
            } else {
                let error = #expect(throws: LuaError.self) { try state.call(chunk) }
                #expect(error?.message == "value: the whole has too many values")
            }
        }
    }

    @Test func manyTablesAreToldApart() throws {
        let state = try LuaState()
        let chunk = try state.load(
            """
            local all = {}
            for i = 1, 30000 do all[i] = {} end
            local size = #host.encode(all, 'state', true)
            all[30001] = all[17]
            return size, select(2, pcall(host.encode, all, 'state', true))
            """, name: "codec.lua", trust: .host)
        #expect(
            try state.call(chunk, results: 2) == [
                .integer(30003), .text("state[30001]: this table is also at state[17]: copy it with parlor.copy"),
            ])
    }

    @Test func damagedBytesAreAnErrorOrAValue() throws {
        let seed: UInt64 = 4711
        var values = RandomValues(seed: seed)
        let echo = try Echo()
        var read = 0
        var refused = 0
        let rounds = TestEffort.extent(quick: 800, full: 8000)
        try LuaThread.run {
            for round in 0..<rounds {
                let bytes = round % 4 == 0 ? values.noise() : values.damaged(try values.value().canonicalBytes())
                do throws(LuaError) {
                    let back = try echo.state.call(echo.identity, .encoded(bytes))[0]
                    read += 1
                    // If Swift accepts the bytes, C reads the same value from them.
                    if let value = try? Value(canonicalBytes: bytes), let seen = try? back.decoded() {
                        #expect(
                            seen == value.normalizedTables || "\(value)".contains("nil"), "seed \(seed) round \(round)")
                    }
                } catch {
                    refused += 1
                    #expect(error.kind == .script, "seed \(seed) round \(round): \(error)")
                }
            }
        }
        #expect(read > rounds / 16 && refused > rounds / 16, "\(read) read, \(refused) refused")
    }

    @Test func hugeCountsTakeNoMemory() throws {
        let echo = try Echo()
        for bytes: [UInt8] in [
            [0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x7b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x9a, 0xff, 0xff, 0xff, 0xff], [0x1b], [0x9f], [],
            [0xf9, 0x7e, 0x00], [0xfb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0], [0xa1, 0xf6, 0x01],
            [0xa1, 0xfb, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 1],
            [0x63, 0x61], [0x82, 0x01], [0xa1, 0x01], [0x78, 0x20, 0x61], [0xc0, 0x01], [0x40], [0xf7], [0x01, 0x01],
        ] {
            let error = #expect(throws: LuaError.self, "\(bytes)") {
                try echo.state.call(echo.identity, .encoded(bytes))
            }
            #expect(error?.kind == .script)
        }
        #expect(echo.state.meters.peak < 1 << 20)
    }

    @Test func copiesAreDeepAndRaw() throws {
        let state = try LuaState()
        let chunk = try state.load(
            """
            local t = { 1, { x = { 2 } }, host.freeze({ f = 3 }, 'f'), setmetatable({ 4 }, { __index = { 5 } }) }
            local c = host.copy(t)
            c[2].x[1] = 9 c[3].f = 8
            local loop = {} loop.loop = loop
            local holes = { 1, nil, 3, x = 1 } holes[7] = 7
            return t[2].x[1] + c[3].f + t[3].f, getmetatable(c[4]) == nil, pcall(host.copy, loop), #host.copy(holes) == #holes
            """, name: "codec.lua", trust: .host)
        #expect(
            try state.call(chunk, results: 4) == [
                .integer(13), .boolean(true), .boolean(false), .boolean(true),
            ])
    }
}
