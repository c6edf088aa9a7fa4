import Testing

@testable import Values

@Suite struct CountedTests {
    @Test func oneIsOne() {
        #expect(counted(plies: 0) == "0 plies" && counted(plies: 1) == "1 ply" && counted(plies: 2) == "2 plies")
        #expect(counted(1, "line") == "1 line" && counted(UInt64(2), "line") == "2 lines")
        #expect(counted(1, "entry", "entries") == "1 entry" && counted(3, "entry", "entries") == "3 entries")
        #expect(counted(-1, "second") == "-1 seconds")
    }
}
