import ArgumentParser
import Foundation
import MessageProtocol
import Parlor

struct DecodeCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Show what a message holds: who sits where, every ply, what is signed.",
        discussion: """
            A message is a url that carries a whole match. It is read without the game,
            so a move is shown as it travels: as a number, its place in the game's list
            of legal moves. Signatures are checked; whether the moves are legal and the
            state check is right, only the game can tell.

            Examples:
              parlor decode 'https://parlor.games/battleship#A6gAUJ...'
              pbpaste | parlor decode
              parlor decode --json - < message.txt
              parlor decode "$url" --game ./my-game    each move as the game writes it

            Quote the url: some shells give `#` a meaning of its own.

            --json prints one object in ASCII. Keys may be added, none is renamed or
            removed. Ids, keys and heads are hexadecimal digits.

              game, rules_version, script, match, state_check
              sender        the seat that sent it
              options       {name: value}, null where JSON can't say it
              options_lua   the same as Lua writes it
              seats         [{seat, token, key, inviter, signature}]
                              token, key: null while the seat is open
                              signature: {ply, fits} or null; `fits` is for all that
                              the seat did, the signature is over its run up to `ply`
              first_head    the head before the first ply
              plies         [{ply, seat, run, place, head, what, bets, ...}]
                              place: turn, round, apart (out of turn)
                              what: move {index}, typed {name, argument, argument_lua},
                              with --game both have a text;
                              seal {commitment}, sealed until the round is complete,
                              and open, which reveals it, {salt} and the move;
                              hide {commitment}, sealed for longer, and reveal
                              {opens: [as in open]}; close {opens: [move]}; witness, a
                              contribution to a draw; join {token, key}, resign,
                              claim {against}, start {joins: [{seat, token, key, fits}]}
                              bets: only where it carries some: [{token, key, pool,
                              chips, number, fits, counts}]; pool: the seat that is
                              to win, 0 for nobody
              runs          [{run, kind, seat, first, last}]
                              kind: turn, round, apart; seat: null for a round
              join          {seat, token, key, fits} of who asks for a seat, or null
              bet           {token, key, pool, chips, number, fits} that is offered
                              by who has no seat (sender is 0 then), or null
              book          {open, pools: [chips on 0, 1, ...],
                              bettors: [{token, key, stake, left}]}
              forgery       {code, seat, ply, text}: the first thing that a signature
                              doesn't fit; null if all of them fit
                              code: signature, unsigned, misplaced, join, bet,
                              opening, link, sender
              url           {characters, limit, left}
              parts         {name: bytes} of what the url carries

            Exit code 0: the message could be read, also a forged one. 2: it couldn't,
            or there was none. 1: with --game, it doesn't hold by the game's rules.
            """)

    @Argument(help: "The message. `-`, or nothing, reads one line from standard input.")
    var url: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "What the url begins with, before the game's id.")
    var base = MessageURLCoder.defaultBase

    @Option(help: "The message's game, an id or a folder: moves are shown as it writes them.", completion: .gameIDs)
    var game: String?

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<url>", "--json", "--base", "--game")] }

    func run() throws {
        let url = try TypedURL.read(url)
        var report: MessageReport
        do throws(WireError) {
            report = try MessageReport(url: url, carrier: MessageURLCoder(base: base))
        } catch {
            throw refused(error.description + hint(for: error))
        }
        if let game { report.texts = try texts(of: report.envelope, in: game) }
        if json { return print(try report.json()) }
        let hasUnicode = Terminal.current().hasUnicode
        for line in report.lines { print(hasUnicode ? SafeText(line).string : SafeText(line).ascii) }
    }

    /// Returns the text of each ply's move in its game. Nil for a ply that is no move, and for an
    /// entry of a round that isn't played yet.
    ///
    /// - Throws: An exit code after a line on standard error, if the message breaks the game's
    ///   rules.
    private func texts(of envelope: Envelope, in game: String) throws -> [String?] {
        let catalog = try openCatalog()
        return try ProcessorBudget.message.run {
            let shelf = try MessageGame.shelf(for: envelope.signedLog.match.game.name, named: game, in: catalog)
            let opened = try orComplain { () throws(GameError) in
                try CorrespondenceMatch.open(envelope, shelf: shelf)
            }
            guard let match = opened.match else {
                complain("parlor: --game: \(SafeText(opened.verdict.line).string)")
                throw ExitCode.failure
            }
            let history = try orComplain { () throws(GameError) in try match.match.history() }
            var moves = history.filter { $0.leaving == nil }
            return envelope.signedLog.log.plies.map { ply in
                guard ply.isMove, let place = moves.firstIndex(where: { $0.seat == ply.seat }) else { return nil }
                return moves.remove(at: place).text
            }
        }
    }

    private func refused(_ reason: String) -> ExitCode {
        complain("parlor: \(SafeText(reason))")
        return .usage
    }

    private func hint(for error: WireError) -> String {
        guard case .malformed(part: "url", let problem) = error, problem.hasSuffix(base) else { return "" }
        return "; --base names another"
    }
}
