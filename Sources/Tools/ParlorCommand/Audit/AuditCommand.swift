import ArgumentParser
import Foundation
import Parlor
import Values

struct AuditCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check that a match was played honestly, from its last message.",
        discussion: """
            A message is a url that carries a whole match. What a seat keeps secret,
            such as where its ships lie, is sealed in it: nobody can read it, and its
            owner can't change it any more. At the end the seats open what they had
            sealed. Then everybody can play the match again with all that was known to
            each, and see whether every answer was true and every move legal.

            Examples:
              parlor audit 'https://parlor.games/battleship#A6gAUJ...'
              pbpaste | parlor audit --json
              parlor audit "$url" --game ./my-game

            It prints one line:

              fair: 23 moves, 5 sealed, 12 draws checked
                                 who won has opened all that was sealed, and the match
                                 holds; what was drawn follows from the seats' links
              what seat 1 had sealed was never opened, so nobody can check it
              seat 2 played by other rules. Ply 9: the answer was 'miss'; the truth ...
              nothing is sealed in this match: all that counts can be read in it
              nothing is sealed in this match; its 12 draws follow from its links
              the match isn't over: what is sealed is opened at its end

            and one more for each seat that others put out while a draw waited for it.

            --json prints one object in ASCII. Keys may be added, none is renamed or
            removed.

              verdict   open, provisional, unopened, final or cheated
              line      the line above
              moves     how many were made, sealed ones included
              sealed    for each seat how many it had sealed, for a round or the match
              opened    the seats of which all that was sealed for the match is known
              unopened  the seats that gain by the result and have opened nothing
              fault     {seat, ply, reason}, or null
              draws     how many moves drew by chance
              put_out   {seat, ply, by}: seats that others put out while a draw
                        waited for them

            Exit code 0: nothing speaks against the match. 1: a seat played by other
            rules, or the message doesn't hold. 2: it couldn't be read, or its game
            isn't here.
            """)

    @Argument(help: "The message. `-`, or nothing, reads one line from standard input.")
    var url: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "What the url begins with, before the game's id.")
    var base = MessageURLCoder.defaultBase

    @Option(help: "The message's game, an id or a folder; else a bundled one.", completion: .gameIDs)
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
    /// - Throws: An exit code after a line on standard error, if the game's rules can't read it.
    private func audit(of envelope: Envelope) throws -> Audit {
        let name = envelope.signedLog.match.game.name
        guard let shelf = try MessageGame.shelf(for: name, named: game, in: try openCatalog()) else {
            complain(
                "parlor: The message is of \(SafeText(name).string), and that game isn't here: --game names its folder."
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
            "nothing is sealed in this match; its \(counted(audit.draws, "draw")) follow from its links"
        case .open: "nothing is sealed in this match: all that counts can be read in it"
        case .provisional: "the match isn't over: what is sealed is opened at its end"
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
