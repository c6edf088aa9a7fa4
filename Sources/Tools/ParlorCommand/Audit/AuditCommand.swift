import ArgumentParser
import Foundation
import Parlor
import Values

struct AuditCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check whether a match was played honestly, from its last message.",
        discussion: """
            A message is a url that contains a whole match. The secrets of a seat, such as
            the places of its ships, are sealed in the message. Nobody else can read them,
            and the owner can't change them any more. At the end of the match, the seats
            open what they had sealed. From then on, anyone can replay the match with full
            knowledge. audit checks that every answer was true and every move was legal.

            Examples:
              parlor audit 'https://parlor.games/battleship#A6gAUJ...'
              pbpaste | parlor audit --json
              parlor audit "$url" --game ./my-game

            The output is one of these lines:

              fair: 23 moves, 5 sealed, 12 draws checked
                          Each winner has opened all that it had sealed. The match follows
                          the rules. The random draws follow from numbers that the seats
                          fixed before the match.
              seat 1 left sealed moves unopened, so nobody can check them
              seat 2 played by other rules. Ply 9: the answer was 'miss'; the truth ...
              nothing is sealed in this match, so anyone can read all of it
              nothing is sealed in this match; its 12 draws are as the seats fixed them
              the match isn't over, so its sealed moves aren't open yet

            If other seats removed a seat while it still had to contribute to a random
            draw, audit prints one more line about that seat.

            --json prints one object in ASCII. Later versions may add keys, but never
            rename or remove one.

              verdict   open: nothing is sealed, so anyone can read the match
                        provisional: the match isn't over
                        unopened: a winner hasn't opened all of its sealed moves
                        final: no fault was found
                        cheated: a seat played by other rules
              line      the line that audit prints without --json
              moves     the number of moves, including sealed moves
              sealed    for each seat, the number of moves that it had sealed, until the end
                        of a round or of the match
              opened    the seats that have opened all that they had sealed for the match
              unopened  the seats that gain by the result, as winners or in a tie, and
                        haven't opened all that they had sealed for the match
              fault     {seat, ply, reason}, or null
              draws     the number of moves with a random draw
              put_out   [{seat, ply, by}]: the seats that others removed while they still
                        had to contribute to a random draw

            Exit codes:
              0  no fault was found
              1  a seat played by other rules, or the message breaks the game's rules
              2  the message can't be read, or its game isn't available
            """)

    @Argument(help: "The url of a message. Without it, or with `-`, one line is read from standard input.")
    var url: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "The start of the url, before the game's id.")
    var base = MessageURLCoder.defaultBase

    @Option(
        help: "The message's game, as an id or a folder (default: the bundled game that the url names).",
        completion: .gameIDs)
    var game: String?

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<url>", "--json", "--base", "--game")] }

    func run() throws {
        let url = try TypedURL.read(url)
        let envelope: Envelope
        do throws(WireError) {
            envelope = try MessageURLCoder(base: base).envelope(from: url)
        } catch {
            complain("parlor: \(SafeText(error.description).string)")
            throw ExitCode.usage
        }
        let audit = try audit(of: envelope)
        let line = Self.line(audit) { "seat \($0)" }
        print(json ? try Self.value(audit, line).json() : SafeText(line).string)
        if !json { for remark in audit.remarks({ "seat \($0)" }) { print(SafeText(remark).string) } }
        if case .cheated = audit.verdict { throw ExitCode.failure }
    }

    /// Audits a message.
    ///
    /// - Throws: An exit code after a line on standard error, if the match can't be replayed by the
    ///   game's rules.
    private func audit(of envelope: Envelope) throws -> Audit {
        let name = envelope.signedLog.match.game.name
        guard let shelf = try MessageGame.shelf(for: name, named: game, in: try openCatalog()) else {
            complain(
                "parlor: The message belongs to \(SafeText(name).string), which isn't bundled. Name its folder with --game."
            )
            throw ExitCode.usage
        }
        return try ProcessorBudget.message.run {
            let opened = try orComplain { () throws(GameError) in
                try CorrespondenceMatch.open(envelope, shelf: shelf)
            }
            guard let match = opened.match else {
                complain("parlor: \(SafeText(opened.verdict.line).string)")
                throw ExitCode.failure
            }
            do throws(SessionError) {
                if let audit = try match.audit() { return audit }
            } catch {
                complain("parlor: \(SafeText(error.description).string)")
            }
            throw ExitCode.failure
        }
    }

    /// Returns the result of any audit in one line.
    static func line(_ audit: Audit, _ name: (Int) -> String) -> String {
        switch audit.verdict {
        case .open where audit.draws > 0:
            "nothing is sealed in this match; its \(counted(audit.draws, "draw")) are as the seats fixed them"
        case .open: "nothing is sealed in this match, so anyone can read all of it"
        case .provisional: "the match isn't over, so its sealed moves aren't open yet"
        default: audit.line(name) ?? ""
        }
    }

    static func value(_ audit: Audit, _ line: String) -> Value {
        var fields: [ValueKey: Value] = [
            "verdict": .string(audit.code), "line": .string(line), "moves": .int(Int64(audit.moves)),
            "sealed": .array(audit.sealed.map { .int(Int64($0)) }),
            "opened": .array(audit.opened.sorted().map { .int(Int64($0)) }), "unopened": [], "fault": .null,
            "draws": .int(Int64(audit.draws)),
            "put_out": .array(
                audit.putOut.map { out in
                    [
                        "seat": .int(Int64(out.seat)), "ply": .int(Int64(out.ply)),
                        "by": .array(out.by.map { .int(Int64($0)) }),
                    ]
                }),
        ]
        if case .unopened(let seats) = audit.verdict { fields["unopened"] = .array(seats.map { .int(Int64($0)) }) }
        if case .cheated(let fault) = audit.verdict {
            fields["fault"] = [
                "seat": .int(Int64(fault.seat)), "ply": .int(Int64(fault.ply)), "reason": .string(fault.reason),
            ]
        }
        return .map(fields)
    }
}
