import Conversations
import Foundation
import Testing

@Suite struct MessageErrorTests {
    @Test func hasTheFrameworksCodes() {
        #expect(
            MessageError.Code.allCases.map { "\($0.rawValue) \($0.name)" } == [
                "-1 unknown", "1 file_not_found", "2 file_unreadable", "3 improper_file_type", "4 improper_file_url",
                "5 sticker_file_improper_file_attributes", "6 sticker_file_improper_file_size",
                "7 sticker_file_improper_file_format", "8 url_exceeds_max_size", "9 send_without_recent_interaction",
                "10 send_while_not_visible", "11 api_unavailable_in_presentation_context",
            ])
    }

    /// Every code except -1 is thrown by a call. Its sentence says what was expected and what to
    /// do.
    @Test func everyCodeSaysWhatWasExpectedAndWhatToDo() throws {
        var errors: [MessageError] = []
        func catching(_ body: () throws -> Void) {
            do { try body() } catch { if let error = error as? MessageError { errors.append(error) } }
        }
        catching { _ = try Attachment(file: LocalFile(url: "a.png", contents: .missing)) }
        catching { _ = try Attachment(file: LocalFile(url: "a.png", contents: .unreadable)) }
        catching { _ = try Attachment(file: LocalFile(url: "stickers", contents: .folder)) }
        catching { _ = try Attachment(file: LocalFile(url: "https://example.com/a.png", contents: .missing)) }
        catching { _ = try Sticker(file: LocalFile(url: "a.png", contents: .withoutAttributes), label: "") }
        catching { _ = try Sticker(file: .bytes([]), label: "") }
        catching { _ = try Sticker(file: .bytes([1]), label: "") }
        catching { try MessageURL.check("12345", limit: 4) }
        let post = Post.text("hi")
        catching { try post.checkSend(context: .messages, isVisible: true, hasTouch: false, profile: .documented) }
        catching { try post.checkSend(context: .messages, isVisible: false, hasTouch: true, profile: .documented) }
        catching { try post.checkSend(context: .media, isVisible: true, hasTouch: true, profile: .documented) }
        #expect(errors.map(\.code.rawValue) == Array(1...11))
        for error in errors {
            #expect(error.message.hasPrefix("expected "))
            #expect(error.message.contains("; "))
            #expect(error.description == "\(error.name): \(error.message)")
        }
        #expect(errors[at: 7]?.message.contains("at most 4 characters, found 5") == true)
    }

    @Test func unknownKeepsTheHostsReason() {
        let error = MessageError.unknown("the network gave up")
        #expect(error.code.rawValue == -1)
        #expect(error.description == "unknown: the network gave up")
    }

    @Test func quotesWhatScriptsGaveInOneShortLine() {
        let url = "a\nb" + String(repeating: "x", count: 100_000)
        let found = code { _ = try Attachment(file: LocalFile(url: url, contents: .missing)) }
        #expect(found == 1)
        do {
            _ = try Attachment(file: LocalFile(url: url, contents: .missing))
        } catch {
            #expect(!error.message.contains("\n"))
            #expect(error.message.count < 200)
        }
    }
}
