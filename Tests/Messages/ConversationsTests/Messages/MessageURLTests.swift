import Conversations
import Testing

@Suite struct MessageURLTests {
    @Test(arguments: [
        "http://parlor.games", "HTTPS://parlor.games#x", "data:text/plain,hi", "", "?a=1", "#payload", "chess/b2",
        "/chess:b2", "?time=10:20", "//parlor.games:80/", "payload",
    ])
    func takes(url: String) {
        #expect(MessageURL.isAcceptable(url))
        var message = Message(id: "m1", url: "?old")
        #expect(message.setURL(url) == nil)
        #expect(message.url == url)
    }

    @Test(arguments: [
        "parlor://chess", "javascript:alert(1)", "file:///etc/passwd", "ftp://x", "mailto:bob", " https://x", "ht tp:x",
        ":x", "https\u{301}:x", "httpsx:", "sms:1",
    ])
    func leavesTheOldURLForAnotherScheme(url: String) {
        #expect(!MessageURL.isAcceptable(url))
        var message = Message(id: "m1", url: "?old")
        #expect(message.setURL(url) == .wrongURLScheme)
        #expect(message.url == "?old")
        #expect(Message(id: "m2", url: url).url == nil)
    }

    @Test func canBeTakenAway() {
        var message = Message(id: "m1", url: "?old")
        #expect(message.setURL(nil) == nil)
        #expect(message.url == nil)
    }

    @Test(arguments: [5_000, 5_120]) func countsCharactersAgainstTheLimit(limit: Int) {
        let fitting = String(repeating: "x", count: limit)
        #expect(code { try MessageURL.check(fitting, limit: limit) } == nil)
        #expect(code { try MessageURL.check(fitting + "x", limit: limit) } == 8)
        // a single visible character of many code points counts with all of them
        #expect(code { try MessageURL.check("e" + String(repeating: "\u{301}", count: limit), limit: limit) } == 8)
        var profile = HostProfile.documented
        profile.urlLimit = limit
        var draft = DraftField()
        let message = Message(id: "m1", url: fitting)
        #expect(
            code { try draft.insert(.message(message), game: "chess", sender: .alice, profile: profile) } == nil)
        var longer = message
        longer.setURL(fitting + "x")
        #expect(code { try draft.insert(.message(longer), game: "chess", sender: .alice, profile: profile) } == 8)
        #expect(draft.staged?.message.url == fitting)
    }
}
