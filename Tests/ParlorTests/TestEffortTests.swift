import Effort
import Testing

@Suite struct TestEffortTests {
    @Test func nothingSaidIsQuick() throws {
        #expect(try TestEffort(variable: nil) == .quick)
        #expect(try TestEffort(variable: "") == .quick)
    }

    @Test(arguments: TestEffort.allCases) func anEffortIsReadByItsName(_ effort: TestEffort) throws {
        #expect(try TestEffort(variable: effort.rawValue) == effort)
    }

    @Test(arguments: ["Full", "fast", " quick", "1"]) func anUnknownValueIsAnErrorInWords(_ value: String) {
        let error = #expect(throws: UnknownEffort.self) { try TestEffort(variable: value) }
        #expect(
            error?.description
                == "PARLOR_EFFORT is \"\(value)\". Expected \"quick\" or \"full\". Set one of them, or unset it, which means \"quick\"."
        )
    }

    @Test func theExtentIsThatOfThisRun() {
        #expect(TestEffort.extent(quick: 1, full: 2) == (TestEffort.isFull ? 2 : 1))
    }
}
