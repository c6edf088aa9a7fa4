import Hosting
import Hummingbird

/// The seat tokens as a browser stores them: a cookie for each match, which no script can read.
struct SeatCookies {
    /// Whether clients use https to reach the server.
    let isSecure: Bool

    private static let prefix = "parlor-"
    private static let days = 30

    /// Returns the token for a match from a request: from `Authorization: Bearer …`, or from a
    /// cookie.
    func token(of match: HostedMatchID, in request: Request) -> SeatToken? {
        if let text = request.headers[.authorization] {
            let words = text.split(separator: " ")
            if words.count == 2, words[0].lowercased() == "bearer" { return SeatToken(String(words[1])) }
        }
        return request.cookies[Self.prefix + match.text].flatMap { SeatToken($0.value) }
    }

    /// The most matches with a cookie. With too many cookies, browsers and proxies refuse the whole
    /// request, and the player could use none of the seats.
    static let most = 60

    /// Returns the response with the token of a seat as a cookie. If the browser has too many
    /// cookies, removes the oldest ones, which browsers send first.
    func adding(_ seated: SeatGrant, to response: Response, for request: Request) -> Response {
        var response = response
        let own = Self.prefix + seated.match.text
        let names = (request.headers[.cookie] ?? "").split(separator: ";").compactMap { pair -> String? in
            let name = pair.prefix { $0 != "=" }.drop { $0 == " " }
            return name.hasPrefix(Self.prefix) && HostedMatchID(String(name.dropFirst(Self.prefix.count))) != nil
                && name != own
                ? String(name) : nil
        }
        for name in names.dropLast(Self.most - 1) {
            response.setCookie(
                Cookie(
                    name: name, value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .strict))
        }
        response.setCookie(
            Cookie(
                name: Self.prefix + seated.match.text, value: seated.token.text, maxAge: Self.days * 24 * 3600,
                path: "/",
                secure: isSecure, httpOnly: true, sameSite: .strict))
        return response
    }
}
