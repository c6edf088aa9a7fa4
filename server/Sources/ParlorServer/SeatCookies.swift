import Hosting
import Hummingbird

/// The tokens of seats, as a browser keeps them: a cookie for each match, which no script can read.
struct SeatCookies {
    /// Is the server reached by https?
    let isSecure: Bool

    private static let prefix = "parlor-"
    private static let days = 30

    /// The token for a match that came along with a request: as a cookie, or as `Authorization: Bearer …`.
    func token(of match: HostedMatchID, in request: Request) -> SeatToken? {
        if let text = request.headers[.authorization] {
            let words = text.split(separator: " ")
            if words.count == 2, words[0].lowercased() == "bearer" { return SeatToken(String(words[1])) }
        }
        return request.cookies[Self.prefix + match.text].flatMap { SeatToken($0.value) }
    }

    /// The answer with the token of a seat.
    func adding(_ seated: Seated, to response: Response) -> Response {
        var response = response
        response.setCookie(
            Cookie(
                name: Self.prefix + seated.match.text, value: seated.token.text, maxAge: Self.days * 24 * 3600,
                path: "/",
                secure: isSecure, httpOnly: true, sameSite: .strict))
        return response
    }
}
