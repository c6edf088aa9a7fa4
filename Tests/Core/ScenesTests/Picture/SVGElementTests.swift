import Testing

@testable import Scenes

@Suite struct SVGElementTests {
    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.05, "0.05"), (-0.25, "-0.25"), (-0.001, "0"),
        (12.345, "12.35"), (1e300, "1000000000"), (.infinity, "0"), (.nan, "0"),
    ])
    func writesNumbers(value: Double, text: String) {
        #expect(SVGElement.number(value) == text)
    }

    @Test func escapesTextsAndAttributes() {
        let element = SVGElement(.text, text: SafeText("<&>\"'")).with(.d, "\"<x")
        var xml = ""
        element.write(to: &xml)
        #expect(xml == "<text d=\"&quot;&lt;x\">&lt;&amp;&gt;&quot;&#39;</text>")
    }

    @Test func canNeitherRunNorLoadNorLink() {
        let names = SVGElement.Name.allCases.map(\.rawValue) + SVGElement.Attribute.allCases.map(\.rawValue)
        for name in [
            "script", "style", "a", "use", "foreignObject", "href", "onload", "animate",
        ] {
            #expect(!names.contains(name))
        }
        // an `image` is made in one place only, and embeds its bytes: see SceneImagesTests
    }
}
