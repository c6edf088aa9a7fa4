import Foundation
import GameRules
import Testing

@Suite struct TypedPathTests {
    @Test(arguments: ["~", "~/x", "~root", "~root/x", "a/~", "./~", "x~"])
    func aTildeIsALetter(_ path: String) {
        let url = URL(typed: path).standardizedFileURL
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
        #expect(url.pathComponents == here.standardizedFileURL.pathComponents + parts, "\(url.path)")
    }

    @Test func theRestIsAsFoundationHasIt() {
        #expect(URL(typed: "/a/b").path == "/a/b" && URL(typed: "a").path == URL(fileURLWithPath: "a").path)
    }

    @Test func aNameIsToldOnOneLine() {
        #expect("a b/ü家.play".onOneLine == "a b/ü家.play")
        #expect("a\nb\r\u{1B}\u{85}\u{2028}\u{2029}\t\u{7F}c".onOneLine == "a�b�������c")
        let long = String(repeating: "x", count: 5000)
        #expect(long.onOneLine == long, "a path is told whole")
        #expect(("\n" + long).excerpt == "�" + String(repeating: "x", count: 79) + "…")
    }
}
