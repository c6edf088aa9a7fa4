import Testing
import Values

@Suite struct NearestNameTests {
    private let names = ["text", "stack", "grid", "button", "cards"]

    @Test func findsSlips() {
        #expect(NearestName.of("grdi", in: names) == "grid")
        #expect(NearestName.of("buton", in: names) == "button")
        #expect(NearestName.of("Text", in: names) == "text")
        #expect(NearestName.of("crads", in: names) == "cards")
    }

    @Test func staysSilentWhenNothingIsNear() {
        #expect(NearestName.of("wobble", in: names) == nil)
        #expect(NearestName.of("", in: names) == nil)
        #expect(NearestName.of("tx", in: ["ab"]) == nil)
        #expect(NearestName.of("s", in: ["as"]) == nil && NearestName.of("z", in: ["1"]) == nil)
        #expect(NearestName.of("stand", in: ["start"]) == nil && NearestName.of("hello", in: ["heal"]) == nil)
        #expect(NearestName.of("a12", in: ["a13"]) == nil, "another figure is another place")
        #expect(NearestName.of("b22", in: ["b2"]) == "b2" && NearestName.of("Bo", in: ["Bob"]) == "Bob")
        #expect(NearestName.of(String(repeating: "x", count: 4_000), in: names) == nil)
    }
}
