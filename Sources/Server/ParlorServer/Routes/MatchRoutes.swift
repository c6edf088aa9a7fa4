import Hosting
import Hummingbird
import Logging
import Parlor

/// The routes that open, change and show a match.
struct MatchRoutes {
    let house: MatchService
    let cookies: SeatCookies
    let open: OpenMatches
    let trustsProxy: Bool

    func add(to router: Router<ServerContext>) {
        router.post("/matches") { request, context in try await open(request, context) }
        router.post("/quick") { request, context in try await quick(request, context) }
        let match = router.group("/matches/:id")
        match.get { request, context in try await view(request, context) }
        match.post("/join") { request, context in try await join(request, context) }
        match.post("/bots") { request, context in try await addBot(request, context) }
        match.post("/moves") { request, context in try await play(request, context) }
        match.post("/leave") { request, context in try await leave(request, context) }
        match.post("/say") { request, context in try await say(request, context) }
        match.post("/rematch") { request, context in try await rematch(request, context) }
        match.get("/export.play") { _, context in try await export(context) }
        match.get("/digest") { _, context in try await digest(context) }
    }

    private struct SeatAnswer: Encodable {
        let match: String
        let seat: Int
        let token: String
        let link: String
    }

    private func answer(_ seated: SeatGrant, _ request: Request, status: HTTPResponse.Status = .ok) -> Response {
        let fields = SeatAnswer(
            match: seated.match.text, seat: seated.seat, token: seated.token.text, link: "/m/\(seated.match)")
        return cookies.adding(seated, to: Answer.json(fields, status: status), for: request)
    }

    private func id(_ context: ServerContext) throws -> HostedMatchID {
        guard let id = context.parameters.get("id").flatMap({ HostedMatchID($0) }) else {
            throw ServerError.unknownMatch
        }
        return id
    }

    private func theme(_ request: Request) -> Theme {
        request.uri.queryParameters["theme"].flatMap { Theme(rawValue: String($0)) } ?? .light
    }

    // MARK: Seats

    private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
        let fields = try await RequestFields(request)
        try fields.allow("nonce", "game", "seats", "options", "name", "turnLimit", "public", "bots")
        var wanted = MatchRequest(game: try fields.requiredText("game"), name: try fields.text("name"))
        wanted.seats = try fields.integer("seats")
        wanted.options = try fields.options("options", for: house.games.first { $0.id == wanted.game })
        wanted.turnLimit = try fields.integer("turnLimit")
        wanted.isPublic = try fields.flag("public")
        wanted.bots = try fields.integer("bots") ?? 0
        let nonce = try fields.nonce()
        if wanted.isPublic { try await admit(house.match(openedBy: nonce), request, context) }
        return answer(try await house.open(wanted, nonce: nonce), request, status: .created)
    }

    private func quick(_ request: Request, _ context: ServerContext) async throws -> Response {
        let fields = try await RequestFields(request)
        try fields.allow("nonce", "game", "name")
        let seated = try await house.quick(
            game: fields.text("game"), name: fields.text("name"),
            owns: { cookies.token(of: $0, in: request) != nil }, nonce: fields.nonce(),
            admit: { match throws(HostingError) in try await admit(match, request, context) })
        return answer(seated, request)
    }

    private func admit(
        _ match: HostedMatchID, _ request: Request, _ context: ServerContext
    ) async throws(HostingError) {
        try await open.admit(
            match, from: ClientAddress.text(of: request, context, trustsProxy: trustsProxy), house)
    }

    private func join(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try id(context)
        let fields = try await RequestFields(request)
        try fields.allow("nonce", "name", "seat")
        let seated = try await house.join(
            id, name: fields.text("name"), seat: fields.integer("seat"), token: cookies.token(of: id, in: request),
            formerToken: { cookies.token(of: $0, in: request) }, nonce: fields.nonce())
        return answer(seated, request)
    }

    private func rematch(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try id(context)
        let fields = try await RequestFields(request)
        try fields.allow("nonce")
        let seated = try await house.rematch(
            id, token: cookies.token(of: id, in: request), nextToken: { cookies.token(of: $0, in: request) },
            nonce: fields.nonce())
        return answer(seated, request)
    }

    // MARK: Playing

    /// Carries out the request of a seat, and answers with the view after it.
    private func act(
        _ request: Request, _ context: ServerContext, _ allowed: [String],
        _ body: (HostedMatchID, SeatToken?, RequestFields, Nonce) async throws -> Void
    ) async throws -> Response {
        let id = try id(context)
        let fields = try await RequestFields(request)
        try fields.allow(["nonce"] + allowed)
        let token = cookies.token(of: id, in: request)
        try await body(id, token, fields, fields.nonce())
        do throws(HostingError) {
            return Answer.json(bytes: try await house.viewJSON(of: id, token: token, theme: theme(request)))
        } catch .scriptFailed(let what) {
            // the request has been carried out and is in the log, even if the script can't draw the
            // view
            context.logger.error("\(what)", metadata: ["route": "\(context.endpointPath ?? "none")"])
            throw ServerError(
                status: .internalServerError, code: "script_failed",
                message: "Your request was carried out, but the game's script can't show the match.")
        }
    }

    private func play(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await act(request, context, ["move", "after"]) { id, token, fields, nonce in
            try await house.play(
                fields.requiredText("move"), in: id, token: token, after: fields.integer("after"), nonce: nonce)
        }
    }

    private func addBot(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await act(request, context, []) { id, token, _, nonce in
            try await house.addBot(id, token: token, nonce: nonce)
        }
    }

    private func leave(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await act(request, context, []) { id, token, _, nonce in
            try await house.leave(id, token: token, nonce: nonce)
        }
    }

    private func say(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await act(request, context, ["phrase"]) { id, token, fields, nonce in
            guard let phrase = Phrase(rawValue: try fields.requiredText("phrase")) else {
                let known = Phrase.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServerError.badRequest("Expected one of \(known) as \"phrase\".")
            }
            try await house.say(phrase, in: id, token: token, nonce: nonce)
        }
    }

    // MARK: Views

    private func view(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try id(context)
        let token = cookies.token(of: id, in: request)
        return Answer.json(bytes: try await house.viewJSON(of: id, token: token, theme: theme(request)))
    }

    private func export(_ context: ServerContext) async throws -> Response {
        let id = try id(context)
        var response = Answer.text(try await house.playthrough(of: id).text, type: "text/plain")
        response.headers[.contentDisposition] = "attachment; filename=\"\(id).play\""
        return response
    }

    private struct DigestAnswer: Encodable {
        let number: Int
        let digest: String
    }

    private func digest(_ context: ServerContext) async throws -> Response {
        let (number, digest) = try await house.digest(of: id(context))
        let text = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return Answer.json(DigestAnswer(number: number, digest: text))
    }
}
