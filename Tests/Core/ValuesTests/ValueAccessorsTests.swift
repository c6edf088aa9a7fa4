import Testing
import Values

@Suite struct ValueAccessorsTests {
    private let all: [Value] = [.null, true, 7, 1.5, "text", .bytes([1]), [1, 2], ["k": "v"]]

    @Test func eachAccessorTakesItsOwnKindOnly() {
        #expect(all.map(\.isNull) == [true] + Array(repeating: false, count: 7))
        #expect(all.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil, nil])
        #expect(all.map(\.intValue) == [nil, nil, 7, nil, nil, nil, nil, nil])
        #expect(all.map(\.int64Value) == [nil, nil, 7, nil, nil, nil, nil, nil])
        #expect(all.map(\.doubleValue) == [nil, nil, nil, 1.5, nil, nil, nil, nil])
        #expect(all.map(\.numberValue) == [nil, nil, 7, 1.5, nil, nil, nil, nil])
        #expect(all.map(\.stringValue) == [nil, nil, nil, nil, "text", nil, nil, nil])
        #expect(all.map(\.bytesValue) == [nil, nil, nil, nil, nil, [1], nil, nil])
        #expect(all.map(\.arrayValue) == [nil, nil, nil, nil, nil, nil, [1, 2], nil])
        #expect(all.map(\.mapValue) == [nil, nil, nil, nil, nil, nil, nil, ["k": "v"]])
    }

    @Test func subscriptsNeverTrap() {
        let list: Value = ["a", "b"]
        #expect(list[0] == "a")
        #expect(list[1] == "b")
        for index in [-1, 2, .max, .min] { #expect(list[index] == nil) }
        #expect(list["a"] == nil)
        let map: Value = ["k": .null, 5: "five"]
        #expect(map["k"] == .null)
        #expect(map["other"] == nil)
        #expect(map[5] == "five")
        #expect(map[0] == nil)
        for value in all.dropLast(2) {
            #expect(value[0] == nil)
            #expect(value["k"] == nil)
        }
    }

    @Test func pathsCountFromOne() {
        let state: Value = ["board": ["x", ["deep": true]], 4: "four"]
        #expect(state[ValuePath(root: "state")] == state)
        #expect(state[ValuePath(root: "state", keys: ["board", 1])] == "x")
        #expect(state[ValuePath(root: "state", keys: ["board", 2, "deep"])] == true)
        #expect(state[ValuePath(root: "state", keys: [4])] == "four")
        for key: ValueKey in [0, 3, -1, .int(.max), .int(.min), "1"] {
            #expect(state[ValuePath(root: "state", keys: ["board", key])] == nil)
        }
        #expect(state[ValuePath(root: "state", keys: ["board", 1, 1])] == nil)
    }
}
