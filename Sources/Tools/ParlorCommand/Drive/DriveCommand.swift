import ArgumentParser
import Foundation
import Parlor

struct DriveCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drive", abstract: "Play matches by JSON Lines on standard input and output, from any language.",
        discussion: """
            One request per line, one answer per line, in order; many matches of many games in one process:

              {"id":1,"op":"open","game":"tic-tac-toe","seed":7}
              {"id":1,"ok":{"ply":0,"turn":[1],"match":1}}
              {"id":2,"op":"play","match":1,"seat":1,"move":"b2"}
              {"id":2,"ok":{"ply":1,"turn":[2],"outcome":null}}

            An answer holds `ok`, `rejected` (the rules refuse the move) or `error` (kind request, script, limit or
            internal). A line that can't be read as JSON, strictly and within 64-bit integers, has "id":null in its answer.
            Logs go to standard error. It ends, with exit code 0, when its input does.

            Two processes play one match for two by urls: each plays its seat, asks for its `message`, and the other
            `receive`s the url. What gets lost is healed by asking for the message again. A game of chance is opened
            without `seed` then, and its first `message` comes before the first move: from there both draw together, what is
            played is signed at once, and `turn` names the seat that a draw waits for. `witnessed` in an answer to `receive` says
            for which seat this process gave what a draw had waited for: its `message` tells it. `held` in an answer counts moves that wait until the other seat has joined, `lost`
            lists moves that the message overruled; a seat whose resignation was overruled resigns again. A claim in such a
            match changes nothing: it reads as won on time, with "standing":true in the outcome, until the other seat
            moves; in a match that no message told of, the claimed seat leaves. JSON has no infinities: in views and states they are the texts "inf" and "-inf".

            At most \(DriveMatches.most) matches are open at a time. Their Lua states hold \(DriveMatches.memory / 1_000_000) MB together: a match that wasn't used for
            long is put away, and played again from its log when it is asked for; its meters begin anew then. Logs
            hold \(DriveMatches.logs >> 20) MiB together. Past these bounds there is an error of kind limit, "limit":"matches" or
            "logs", until some matches are closed.

            The operations and their fields, optional ones with ?:
            \(operations)
            """)

    static var scopes: [OptionScope<Self, OnlyMode>] { [] }

    static var operations: String {
        [
            "games                                    the bundled games",
            "open    game seed? seats? options? limits?   limits: {time (s), memory, granted (bytes)}, of loading, too;",
            "                                         only tighter ones than those that hold here",
            "moves   match seat count?                count: true answers their number alone",
            "play    match seat move                  move: its text, or {name, argument}",
            "view    match seat?                      what a seat may know; without seat, a spectator",
            "state   match seat?                      the public state; without seat, the whole state",
            "digest  match seat?                      SHA-256 of the same state's canonical bytes",
            "scene   match seat? style? as? columns? theme?   as: text, svg, words or tree; theme: light or dark",
            "undo    match ply                        goes back to a ply",
            "save    match, load bytes                the match as base64, and back; with all secrets and keys",
            "message match seat                       signs what was played: the url of the whole match",
            "receive url match?                       takes such a url: verdict, and where the match stands",
            "resign  match seat                       gives up",
            "claim   match seat against               says that the other seat's time is up",
            "audit   match                            how honestly secrets were kept, as far as it is signed",
            "random  match seed plies?                plays random legal moves, to the end without plies",
            "meters  match count?                     count: true counts VM instructions from now on",
            "close   match                            what it held is given back",
        ].map { "  \($0)" }.joined(separator: "\n")
    }

    func run() throws {
        let catalog = try openCatalog()
        if isatty(STDIN_FILENO) == 1 {
            complain(
                "A request is a line of JSON, such as {\"op\":\"games\"}; `parlor drive --help` lists them. Ctrl-D ends it."
            )
        }
        LuaThread.run {
            var lines = LineReader(longest: DriveProcessor.longestLine) { StandardStreams.read(STDIN_FILENO) }
            let session = DriveProcessor(catalog: catalog, log: { complain($0) })
            while let line = lines.next() {
                StandardOutput.writeLine(session.handle(line))
                WarmStatePool.refill()  // the client already has its answer
            }
        }
    }
}
