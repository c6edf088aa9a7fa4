import Effort
import Testing

@Suite struct EffortTests {
    @Test func nothingSaidIsQuick() throws {
        #expect(try Effort(variable: nil) == .quick)
        #expect(try Effort(variable: "") == .quick)
    }

    @Test(arguments: Effort.allCases) func anEffortIsReadByItsName(_ effort: Effort) throws {
        #expect(try Effort(variable: effort.rawValue) == effort)
    }

    @Test(arguments: ["Full", "fast", " quick", "1"]) func anUnknownValueIsAnErrorInWords(_ value: String) {
        let error = #expect(throws: UnknownEffort.self) { try Effort(variable: value) }
        #expect(
            error?.description
                == "PARLOR_EFFORT is \"\(value)\". Expected \"quick\" or \"full\". Set one of them, or unset it, which means \"quick\"."
        )
    }

    @Test func theExtentIsThatOfThisRun() {
        #expect(Effort.extent(quick: 1, full: 2) == (Effort.isFull ? 2 : 1))
    }
}
