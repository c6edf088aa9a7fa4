import MatchSessions
import MessageHost
import MessageWire
import Parlor
import Simulation

// Bets of people who watch.
extension ChatSession {
    func bet(_ wish: BetWish) throws {
        if device.match(of: game, in: chat) == nil, let watching { throw ChatRefusal(watching) }
        try act(.draft(.bet(pool: pool(wish.on), chips: wish.chips)))
    }

    /// The pool that a person means: a seat's number, a draw, or who sits there.
    ///
    /// - Throws: ``ChatRefusal`` that says who can be bet on.
    func pool(_ text: String) throws -> Int {
        if let number = Int(text) { return number }
        let lowered = text.lowercased()
        if ["draw", "nobody"].contains(lowered) { return 0 }
        let seated = seatedPeople
        if let found = seated.first(where: { $0.person.lowercased() == lowered }) { return found.seat }
        let names = seated.map(\.person)
        let nearest = NearestName.of(text, in: names + ["draw"]).map { " Did you mean '\($0)'?" } ?? ""
        throw ChatRefusal(
            "There is no \(quoted(text)) to bet on: expected \((names + ["a seat's number", "draw"]).joined(separator: ", ")).\(nearest)"
        )
    }

    /// Who sits where, by the order of the seats.
    var seatedPeople: [(person: String, seat: Int)] {
        world.devices.compactMap { phone in
            phone.match(of: game, in: chat)?.record.seat.map { (phone.person, $0) }
        }.sorted { $0.seat < $1.seat }
    }

    /// What completes a bet that is begun.
    func betCandidates(for begun: String) -> [String] {
        let words = begun.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words[0] == "bet", Int(words[1]) != nil else { return [] }
        let start = "bet \(words[1])\(words[2] == "on" ? " on" : "")"
        return (seatedPeople.map(\.person) + ["draw"]).map { "\(start) \($0)" }
            + (words[2] == "on" ? [] : ["bet \(words[1]) on "])
    }

    /// How many bets the line below the board names.
    private static let betsInLine = 4

    /// Who has bet what, and what it would win; after the end who won what. Nil where nobody has bet.
    var betsLine: String? {
        guard let record = device.match(of: game, in: chat)?.record else { return nil }
        let (book, offers) = (record.book, record.bets.map(\.bet))
        guard !book.entries.isEmpty || !offers.isEmpty else { return nil }
        if let settlement = device.settlement(of: game, in: chat), !book.entries.isEmpty {
            let deeds = settlement.accounts.map { account in
                settlement.isReturned
                    ? "\(account.bettor.token) has \(account.stake) back"
                    : account.payout > 0
                        ? "\(account.bettor.token) won \(account.payout) for \(account.stake)"
                        : "\(account.bettor.token) lost \(account.stake)"
            }
            return "Bets: \(deeds.prefix(Self.betsInLine).joined(separator: ", "))"
                + (deeds.count > Self.betsInLine ? ", and more: `bets`." : ".")
        }
        let count = book.entries.count + offers.count
        guard count <= Self.betsInLine else {
            return
                "Bets: \(count), \(book.entries.reduce(0) { $0 + $1.bet.chips }) chips in the pot; `bets` lists them."
        }
        let standing = book.entries.indices.map { index in
            let bet = book.entries[index].bet
            return "\(bet.bettor.token) \(bet.chips) on \(target(bet)), would win \(prize(of: index, in: book))"
        }
        let waiting = offers.map { "\($0.bettor.token) \($0.chips) on \(target($0)), counts with the next move" }
        return "Bets: \((standing + waiting).joined(separator: "; "))."
    }

    /// Whom a bet is on.
    private func target(_ bet: Bet) -> String {
        guard bet.pool > 0 else { return "a draw" }
        return seatedPeople.first { $0.seat == bet.pool }?.person ?? "seat \(bet.pool)"
    }

    /// What a bet of the book brings if the match ends as it says, with the bets that count so far.
    private func prize(of index: Int, in book: BetBook) -> Int {
        let pool = book.entries[index].bet.pool
        return book.settlement(winners: pool == 0 ? [] : [pool]).payouts[index]
    }

    /// The bets that count, those that don't yet, and what everybody has left.
    func showBets() {
        guard let record = device.match(of: game, in: chat)?.record else { return say("There is no match yet.") }
        let book = record.book
        func pool(_ bet: Bet) -> String {
            guard bet.pool > 0 else { return "nobody wins" }
            return "\(seatedPeople.first { $0.seat == bet.pool }?.person ?? "seat \(bet.pool)") wins"
        }
        let settlement = device.settlement(of: game, in: chat)
        for (index, entry) in zip(book.entries.indices, book.entries) {
            let prize = settlement == nil ? " It would win \(prize(of: index, in: book))." : ""
            say(
                "\(entry.bet.bettor.token) bets \(entry.bet.chips) that \(pool(entry.bet)); ply \(entry.ply) carries it.\(prize)"
            )
        }
        for offer in record.bets {
            say("\(offer.bet.bettor.token) offers \(offer.bet.chips) that \(pool(offer.bet)); not carried yet.")
        }
        if let settlement, !book.entries.isEmpty {
            return showSettlement(settlement)
        }
        for account in book.settlement(winners: nil).accounts {
            say("\(account.bettor.token) has \(book.left(of: account.bettor.key)) of \(Bet.chipsOfBettor) chips left.")
        }
        let isTaken = book.entries.isEmpty && record.bets.isEmpty
        say(
            (isTaken ? "Nobody has bet. " : "")
                + poolsLine(book),
            .quiet)
    }

    private func poolsLine(_ book: BetBook) -> String {
        guard book.isComplete else { return "The pools open when every seat is taken." }
        return device.takesBets(on: game, in: chat)
            ? "The pools are open until every seat has made two moves; the last of those carries no bets."
            : "The pools are closed."
    }

    /// What everybody won or lost.
    private func showSettlement(_ settlement: Settlement) {
        for account in settlement.accounts {
            let bettor = "\(account.bettor.token)"
            let deed =
                settlement.isReturned
                ? "\(bettor) has \(account.stake) back"
                : account.payout > 0
                    ? "\(bettor) won \(account.payout) for \(account.stake)"
                    : "\(bettor) lost \(account.stake)"
            say("\(deed), and has \(account.balance) chips now.")
        }
        say(settlement.isReturned ? "The bets were given back." : "The bets are settled.", .quiet)
    }
}
