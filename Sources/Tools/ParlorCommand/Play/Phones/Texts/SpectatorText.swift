import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

/// The sentences for people without a seat: whom they watch, and the bets on the match.
///
/// The quick way seats people in the order in which they were named; the others watch.
struct SpectatorText {
    let context: PhonesContext

    /// The sentence for a person at hand who watches others, with what to do meanwhile. Nil for a
    /// person who has a seat or can take one.
    var watching: String? {
        guard !context.isSlow else { return nil }
        guard let match = context.match else { return watchingUnseen }
        let record = match.record
        guard record.seat == nil, match.status.outcome == nil, record.signedLog.roster.isComplete else { return nil }
        let seated = context.seatedPeople.map(\.person)
        let bet =
            context.app?.takesBets(in: context.chat) == true
            ? seated.first.map { ", and may bet: `bet 20 on \($0)`" } : nil
        return "\(context.person) watches \(NameList.of(seated))\(bet ?? "")."
    }

    /// The same sentence before the first message, when only the inviter's phone has the match.
    private var watchingUnseen: String? {
        for phone in context.world.devices where phone.person != context.person {
            guard let match = phone.match(of: context.game, in: context.chat), match.status.outcome == nil,
                match.record.seat == match.record.signedLog.match.setup.inviterSeat
            else { continue }
            let line = context.nextInLine(behind: phone.person, seats: match.record.signedLog.log.seats)
            guard !line.contains(context.person) else { return nil }
            return
                "\(context.person) watches \(NameList.of([phone.person] + line)), and may bet once \(phone.person) has moved: "
                + "`bet 20 on \(phone.person)`."
        }
        return nil
    }

    // MARK: Bets

    /// Returns the pool for a seat's number, a draw, or the name of a seated person.
    ///
    /// - Throws: ``ChatRefusal`` with the pools that can be named.
    func pool(named text: String) throws -> Int {
        if let number = Int(text) { return number }
        let lowered = text.lowercased()
        if ["draw", "nobody"].contains(lowered) { return 0 }
        let seated = context.seatedPeople
        if let found = seated.first(where: { $0.person.lowercased() == lowered }) { return found.seat }
        let names = seated.map(\.person)
        let nearest = NearestName.of(text, in: names + ["draw"]).map { " Did you mean '\($0)'?" } ?? ""
        throw ChatRefusal(
            "There is no \(quoted(text)) to bet on: expected \((names + ["a seat's number", "draw"]).joined(separator: ", ")).\(nearest)"
        )
    }

    /// Returns the completions of a bet.
    func betCandidates(for begun: String) -> [String] {
        let words = begun.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words[0] == "bet", Int(words[1]) != nil else { return [] }
        let start = "bet \(words[1])\(words[2] == "on" ? " on" : "")"
        return (context.seatedPeople.map(\.person) + ["draw"]).map { "\(start) \($0)" }
            + (words[2] == "on" ? [] : ["bet \(words[1]) on "])
    }

    /// The most bets in the line below the board.
    private static let betsInLine = 4

    /// The line on the bets and their possible prizes; after the end, on everybody's wins and
    /// losses. Nil if nobody has bet.
    var betsLine: String? {
        guard let record = context.match?.record else { return nil }
        let (book, offers) = (record.book, record.bets.map(\.bet))
        guard !book.entries.isEmpty || !offers.isEmpty else { return nil }
        if let settlement = context.app?.settlement(in: context.chat), !book.entries.isEmpty {
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

    /// Returns the name of the person or seat that a bet is on, or "a draw".
    private func target(_ bet: Bet) -> String {
        guard bet.pool > 0 else { return "a draw" }
        return context.seatedPeople.first { $0.seat == bet.pool }?.person ?? "seat \(bet.pool)"
    }

    /// Returns the prize of a bet in the book if it wins, with the bets that count so far.
    private func prize(of index: Int, in book: BetBook) -> Int {
        let pool = book.entries[index].bet.pool
        return book.settlement(winners: pool == 0 ? [] : [pool]).payouts[index]
    }

    /// Shows the bets that count, those that don't count yet, and everybody's remaining chips.
    func showBets(on console: Console) {
        guard let record = context.match?.record else { return console.say("There is no match yet.") }
        let book = record.book
        func pool(_ bet: Bet) -> String {
            guard bet.pool > 0 else { return "nobody wins" }
            return "\(context.seatedPeople.first { $0.seat == bet.pool }?.person ?? "seat \(bet.pool)") wins"
        }
        let settlement = context.app?.settlement(in: context.chat)
        for (index, entry) in zip(book.entries.indices, book.entries) {
            let prize = settlement == nil ? " It would win \(prize(of: index, in: book))." : ""
            console.say(
                "\(entry.bet.bettor.token) bets \(entry.bet.chips) that \(pool(entry.bet)); it counts from ply \(entry.ply) on.\(prize)"
            )
        }
        for offer in record.bets {
            console.say(
                "\(offer.bet.bettor.token) offers \(offer.bet.chips) that \(pool(offer.bet)); it counts from the next move on."
            )
        }
        if let settlement, !book.entries.isEmpty {
            return showSettlement(settlement, on: console)
        }
        for account in book.settlement(winners: nil).accounts {
            console.say(
                "\(account.bettor.token) has \(book.left(of: account.bettor.key)) of \(Bet.chipsOfBettor) chips left.")
        }
        let isTaken = book.entries.isEmpty && record.bets.isEmpty
        console.say(
            (isTaken ? "Nobody has bet. " : "")
                + poolsLine(book),
            .quiet)
    }

    private func poolsLine(_ book: BetBook) -> String {
        guard book.isComplete else { return "You can bet when every seat is taken." }
        return context.app?.takesBets(in: context.chat) == true
            ? "You can bet until every seat has made two moves. The last of these moves takes no more bets."
            : "Nobody can bet any more."
    }

    /// Shows what everybody won or lost.
    private func showSettlement(_ settlement: Settlement, on console: Console) {
        for account in settlement.accounts {
            let bettor = "\(account.bettor.token)"
            let deed =
                settlement.isReturned
                ? "\(bettor) has \(account.stake) back"
                : account.payout > 0
                    ? "\(bettor) won \(account.payout) for \(account.stake)"
                    : "\(bettor) lost \(account.stake)"
            console.say("\(deed), and has \(account.balance) chips now.")
        }
        console.say(settlement.isReturned ? "The bets were given back." : "The bets are settled.", .quiet)
    }
}
