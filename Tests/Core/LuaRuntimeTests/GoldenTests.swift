import Foundation
import LuaRuntime
import Testing

/// A list of everything that a script can reach, by name. An unexpected name fails, and so does a missing name.
@Suite struct GoldenTests {
    /// Walks tables, their metatables and other values that can be indexed, and writes one line for each value, in
    /// order.
    private static let walk = """
        local lines, met = {}, {}
        local root, text = ..., ''
        local function visit(path, value)
            lines[#lines + 1] = path .. ' ' .. type(value)
            local meta = getmetatable(value)
            if meta ~= nil then visit(path .. '<metatable>', meta) end
            if type(value) ~= 'table' or met[value] then return end
            met[value] = path
            for key, inner in pairs(value) do visit(path .. '.' .. tostring(key), inner) end
        end
        visit('_G', root or _G)
        -- what a text answers to
        for _, name in ipairs { 'byte', 'char', 'dump', 'find', 'format', 'gmatch', 'gsub', 'len', 'lower', 'match', 'pack', 'packsize',
            'rep', 'reverse', 'sub', 'unpack', 'upper', '__index', '__add', '__name', '__metatable', 'host', '_G' } do
            if text[name] ~= nil then lines[#lines + 1] = "(''):" .. name .. ' ' .. type(text[name]) end
        end
        return table.concat(lines, '\\n')
        """

    private static let script = """
        _G table
        _G._G table
        _G.assert function
        _G.error function
        _G.getmetatable function
        _G.ipairs function
        _G.math table
        _G.math.abs function
        _G.math.ceil function
        _G.math.floor function
        _G.math.fmod function
        _G.math.huge number
        _G.math.max function
        _G.math.maxinteger number
        _G.math.min function
        _G.math.mininteger number
        _G.math.modf function
        _G.math.pi number
        _G.math.sqrt function
        _G.math.tointeger function
        _G.math.type function
        _G.math.ult function
        _G.next function
        _G.pairs function
        _G.pcall function
        _G.print function
        _G.rawequal function
        _G.rawget function
        _G.rawlen function
        _G.rawset function
        _G.require function
        _G.select function
        _G.setmetatable function
        _G.string table
        _G.string.byte function
        _G.string.char function
        _G.string.find function
        _G.string.format function
        _G.string.gmatch function
        _G.string.gsub function
        _G.string.len function
        _G.string.lower function
        _G.string.match function
        _G.string.rep function
        _G.string.reverse function
        _G.string.sub function
        _G.string.upper function
        _G.table table
        _G.table.concat function
        _G.table.insert function
        _G.table.move function
        _G.table.pack function
        _G.table.remove function
        _G.table.sort function
        _G.table.unpack function
        _G.tonumber function
        _G.tostring function
        _G.type function
        _G.utf8 table
        _G.utf8.char function
        _G.utf8.charpattern string
        _G.utf8.codepoint function
        _G.utf8.codes function
        _G.utf8.len function
        _G.utf8.offset function
        _G.xpcall function
        (''):byte function
        (''):char function
        (''):find function
        (''):format function
        (''):gmatch function
        (''):gsub function
        (''):len function
        (''):lower function
        (''):match function
        (''):rep function
        (''):reverse function
        (''):sub function
        (''):upper function
        """.split(separator: "\n").map(String.init)

    private static let hostOnly = [
        "_G.host table", "_G.host.copy function", "_G.host.decode function", "_G.host.draws function",
        "_G.host.encode function", "_G.host.expire function", "_G.host.forget_modules function",
        "_G.host.forget_script_modules function",
        "_G.host.freeze function", "_G.host.is_empty function", "_G.host.lend function", "_G.host.outline function",
        "_G.host.plain function",
        "_G.host.raw_copy function", "_G.host.stand_in function", "_G.host.turns function", "_G.host.where function",
    ]

    @Test func scriptsReachTheseAndNothingElse() throws {
        let state = try LuaState()
        let walk = try state.load(Self.walk, name: "walk.lua")
        let found = try #require(try state.call(walk)[0].text).split(separator: "\n").map(String.init)
        #expect(Set(found).subtracting(Self.script).sorted() == [], "unexpected")
        #expect(Set(Self.script).subtracting(found).sorted() == [], "missing")
        #expect(found == Self.script)
    }

    @Test func hostCodeReachesTheTableHostToo() throws {
        let state = try LuaState()
        let list = try state.load(
            """
            local lines = {}
            for name, value in pairs(_ENV) do lines[#lines + 1] = '_G.' .. name .. ' ' .. type(value) end
            for name, value in pairs(host) do lines[#lines + 1] = '_G.host.' .. name .. ' ' .. type(value) end
            return table.concat(lines, '\\n')
            """, name: "walk.lua", trust: .host)
        let found = Set(try #require(try state.call(list)[0].text).split(separator: "\n").map(String.init))
        #expect(found.subtracting(Self.script) == Set(Self.hostOnly))
    }
}
