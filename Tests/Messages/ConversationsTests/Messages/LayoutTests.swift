import Conversations
import Foundation
import Testing

@Suite struct LayoutTests {
    @Test func aLiveLayoutNeedsAnAlternate() throws {
        #expect(throws: LiveLayout.MissingAlternate()) { try LiveLayout(alternate: nil) }
        #expect(try LiveLayout(alternate: TemplateLayout(caption: "hi")).alternate.caption == "hi")
        #expect(LiveLayout.MissingAlternate().description.contains("give one"))
        #expect(Layout.live(LiveLayout(TemplateLayout(caption: "hi"))).template.caption == "hi")
    }

    @Test func thePictureWinsOverTheFile() {
        var layout = TemplateLayout(image: Data([1]), mediaFileURL: "film.mov")
        #expect(layout.media == .image(Data([1])))
        layout.image = nil
        #expect(layout.media == .file(url: "film.mov"))
        layout.mediaFileURL = nil
        #expect(layout.media == nil)
    }

    @Test func noCaptionsNoBar() {
        #expect(TemplateLayout(imageTitle: "a", imageSubtitle: "b").captionBar == nil)
        #expect(TemplateLayout(caption: "", subcaption: "").captionBar == nil)
        for keyPath in [
            \TemplateLayout.caption, \.trailingCaption, \.subcaption, \.trailingSubcaption,
        ] as [WritableKeyPath<TemplateLayout, String?>] {
            var layout = TemplateLayout()
            layout[keyPath: keyPath] = "text"
            #expect(layout.captionBar != nil)
        }
        #expect(TemplateLayout(caption: "a", trailingSubcaption: "b").captionBar?.trailingSubcaption == "b")
    }

    @Test func captionsAreDrawnInThreeLines() {
        #expect(CaptionBar.drawnLines(of: "a\nb\nc\nd") == ["a", "b", "c"])
        #expect(CaptionBar.drawnLines(of: "a\n\nc") == ["a", "", "c"])
        #expect(CaptionBar.drawnLines(of: "one") == ["one"])
        let wrapped = CaptionBar.drawnLines(of: "one two\nthree four") { $0.split(separator: " ").map(String.init) }
        let dense = CaptionBar.drawnLines(of: "a\n\nb\nc\nd") { $0.isEmpty ? [] : [$0] }
        #expect(dense == ["a", "b", "c"])
        #expect(wrapped == ["one", "two", "three"])
    }
}
