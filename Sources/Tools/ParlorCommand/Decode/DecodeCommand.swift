import ArgumentParser
import Foundation
import MessageProtocol
import Parlor

struct DecodeCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Show the contents of a message: its seats, plies and signatures.",
        discussion: """
            A message is a url that contains a whole match. decode reads it without the
            game. It therefore shows a move as a number, which is the place of the move in
            the game's list of legal moves. decode checks the signatures. To check whether
            the moves are legal and the state check is right, name the game with --game.

            Examples:
              parlor decode 'https://parlor.games/battleship#A6gAUJ...'
              pbpaste | parlor decode
              parlor decode --json - < message.txt
              parlor decode "$url" --game ./my-game    show the text of each move

            Quote the url, because `#` has a special meaning in some shells.

            --json prints one object in ASCII. Later versions may add keys, but never
            rename or remove one. Ids, keys and heads are hexadecimal digits.

              game, rules_version, script, match, state_check
              sender        the seat that sent the message
              options       {name: value}, or null if JSON can't express the options
              options_lua   the options as Lua writes them
              seats         [{seat, token, key, inviter, signature}]
                              token, key: null while the seat is free
                              signature: {ply, fits} or null. The signature is over the
                              run of the seat up to `ply`. `fits` is true if everything
                              that the seat did is valid.
              first_head    the head before the first ply
              plies         [{ply, seat, run, place, head, what, bets, ...}]
                              place: turn, round or apart (out of turn)
                              what, with its other fields:
                                move {index}        with --game also {text}
                                typed {name, argument, argument_lua}
                                                    with --game also {text}
                                seal {commitment}   a move, sealed until the round is
                                                    complete
                                open {salt}         reveals a sealed move. It also has
                                                    the fields of that move.
                                hide {commitment}   a move, sealed until another move
                                                    opens it or the match is over
                                reveal {opens}      opens: [fields as in open]
                                close {opens}       opens: [fields of a move]
                                witness             a contribution to a random draw
                                join {token, key}
                                resign
                                claim {against}
                                start {joins}       joins: [{seat, token, key, fits}]
                              bets: [{token, key, pool, chips, number, fits, counts}].
                              Only for a ply with bets. pool is the seat that the bet is
                              on, or 0 for a draw. counts: whether the bet counts.
              runs          [{run, kind, seat, first, last}]
                              kind: turn, round or apart
                              seat: null for a round
              join          {seat, token, key, fits} of the person who asks for a seat,
                            or null
              bet           {token, key, pool, chips, number, fits} of a bet that a person
                            without a seat offers, or null. In a message with such a bet,
                            sender is 0.
              book          {open, pools: [chips on 0, 1, ...],
                            bettors: [{token, key, stake, left}]}
              forgery       {code, seat, ply, text} of the first part that doesn't fit its
                            signature, or null
                              code: signature, unsigned, misplaced, join, bet, opening,
                              link or sender
              url           {characters, limit, left}
              parts         {name: bytes}, the size of each part of the url

            Exit codes:
              0  the message was read, even if it is forged
              1  with --game: the message breaks the game's rules
              2  the message can't be read, or there is none
            """)

    @Argument(help: "The url of a message. Without it, or with `-`, one line is read from standard input.")
    var url: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "The start of the url, before the game's id.")
    var base = MessageURLCoder.defaultBase

    @Option(help: "The message's game, as an id or a folder. Shows the text of each move.", completion: .gameIDs)
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

    /// Returns the text of each ply's move in its game. Nil for a ply that isn't a move, and for an
    /// entry of a round that isn't complete.
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
        return ". --base accepts another start"
    }
}
