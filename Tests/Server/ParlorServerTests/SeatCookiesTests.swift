import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Hosting
@testable import ParlorServer

struct SeatCookiesTests {
    private let cookies = SeatCookies(isSecure: true)
    private let secret = ServerSecret.random()

    private func request(_ fields: [(HTTPField.Name, String)]) -> Request {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")
        for (name, value) in fields { head.headerFields.append(HTTPField(name: name, value: value)) }
        return Request(head: head, body: .init(buffer: ByteBuffer()))
    }

    private func seated() -> SeatGrant {
        let match = HostedMatchID.random()
        return SeatGrant(match: match, seat: 1, token: secret.token(match: match, nonce: .random()))
    }

    @Test func theTokenOfTheMatchAndNoOther() {
        let (own, other) = (seated(), seated())
        let both = [own, other].map { "parlor-\($0.match)=\($0.token.text)" }.joined(separator: "; ")
        #expect(cookies.token(of: own.match, in: request([(.cookie, both)])) == own.token)
        #expect(cookies.token(of: other.match, in: request([(.cookie, "a=b; \(both)")])) == other.token)
        #expect(cookies.token(of: .random(), in: request([(.cookie, both)])) == nil)
        #expect(cookies.token(of: own.match, in: request([])) == nil)
        // the token of a header takes precedence over a cookie, even if the header has no valid token
        #expect(
            cookies.token(
                of: own.match, in: request([(.cookie, both), (.authorization, "bearer \(other.token.text)")]))
                == other.token)
        #expect(
            cookies.token(of: own.match, in: request([(.cookie, both), (.authorization, "Bearer nonsense")])) == nil)
        #expect(cookies.token(of: own.match, in: request([(.authorization, "Basic \(own.token.text)")])) == nil)
    }

    @Test func whatIsSet() throws {
        let own = seated()
        let response = cookies.adding(own, to: Response(status: .ok), for: request([]))
        let set = try #require(response.headers[values: .setCookie].first)
        #expect(set.hasPrefix("parlor-\(own.match)=\(own.token.text);"))
        for part in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=2592000"] {
            #expect(set.contains(part))
        }
    }

    @Test func theOldestGoWhereThereAreTooMany() {
        let own = seated()
        let kept = (0..<SeatCookies.most + 3).map { _ in seated().match.text }
        let header =
            (["theme=dark", "parlor-=x", "parlor-nonsense=x", "parlor-\(own.match)=old"] + kept.map { "parlor-\($0)=x" })
            .joined(separator: "; ")
        let response = cookies.adding(own, to: Response(status: .ok), for: request([(.cookie, header)]))
        let gone = response.headers[values: .setCookie].filter { $0.contains("Max-Age=0") }
            .map { String($0.dropFirst(7).prefix(HostedMatchID.length)) }
        #expect(gone == Array(kept.prefix(4)))
        #expect(response.headers[values: .setCookie].count == 5)
    }
}
