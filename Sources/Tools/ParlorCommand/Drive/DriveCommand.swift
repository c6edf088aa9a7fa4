import ArgumentParser
import Foundation
import Parlor

struct DriveCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drive", abstract: "Play matches from any language, with JSON Lines on standard input and output.",
        discussion: """
            Each line of the input is a request. Each gets one line as its answer, in the
            same order. One process can hold many matches of many games.

              {"id":1,"op":"open","game":"tic-tac-toe","seed":7}
              {"id":1,"ok":{"ply":0,"turn":[1],"match":1}}
              {"id":2,"op":"play","match":1,"seat":1,"move":"b2"}
              {"id":2,"ok":{"ply":1,"turn":[2],"outcome":null}}

            An answer has the id of its request and one of these fields:
              ok        the result
              rejected  the rules don't allow the move
              error     the kind of the error is request, script, limit or internal

            A request must be strict JSON with integers of at most 64 bits. The answer to
            any other line has "id":null. JSON has no infinities. Views and states contain
            the texts "inf" and "-inf" instead.

            Logs go to standard error. When the input ends, drive ends with exit code 0.

            Two processes can play a match for two by exchanging urls:
              1. Each process plays the moves of its own seat.
              2. After a move, it asks for the `message` of its seat and gets a url.
              3. The other process passes the url to `receive`.
            If a message is lost, ask for it again.

            A game of chance needs two more steps: open the match without `seed`, and ask
            for the first `message` before the first move. From then on, the two processes
            generate every random draw together. Moves are signed as soon as they are
            played. While a draw waits for a seat, `turn` names that seat.

            In matches between processes, answers can have these fields:
              held       in `message`: the number of moves that can't be sent before the
                         other seat has joined
              disputed   in `receive`: the seats that have signed two versions. This match
                         has one of them, and another device may have the other one.
              lost       in `receive`: the moves that the message has overruled. A seat
                         whose resignation was overruled must resign again.
              witnessed  in `receive`: the seat of this process that has just contributed
                         to a random draw. Ask for the `message` of this seat. It takes the
                         contribution to the other process.

            If a move ends the match as a tie because the script failed, the answer to play
            has the script's error as "failure".

            A claim doesn't end a match between processes. The match counts as won on time,
            with "standing":true in the outcome, until the other seat moves. If the match
            has had no message yet, a claim makes the overdue seat leave.

            At most \(DriveMatches.most) matches can be open at a time. Their Lua states share \(DriveMatches.memory / 1_000_000) MB.
            If that is used up, drive unloads the matches that haven't been used for the
            longest time. The next request for such a match replays its log, and its meters
            start at zero. The logs of all open matches share \(DriveMatches.logs >> 20) MiB.

            A request beyond one of these bounds fails with an error of kind limit and
            "limit":"matches" or "limit":"logs". Close some matches then.

            The operations and their fields (? means optional):
            \(operations)
            """)

    static var scopes: [OptionScope<Self, OnlyMode>] { [] }

    static var operations: String {
        [
            "games                        list the bundled games",
            "open    game seed? seats? options? limits?",
            "                             start a match. limits: {time (seconds),",
            "                             memory (bytes), granted (bytes)}. Each is at",
            "                             most the standard limit. The limits also apply",
            "                             while the game is loaded.",
            "moves   match seat count?    list the legal moves. count: true returns only",
            "                             their number.",
            "play    match seat move      play a move. move: its text, or",
            "                             {name, argument}.",
            "view    match seat?          show what the seat may know (default: what a",
            "                             spectator may know)",
            "state   match seat?          show the whole state. With seat: only the public",
            "                             state.",
            "digest  match seat?          return the SHA-256 of the canonical bytes of the",
            "                             whole state. With seat: of the public state.",
            "scene   match seat? style? as? columns? theme?",
            "                             draw the board. as: text, svg, words or tree.",
            "                             theme: light, dark or contrast.",
            "undo    match ply            go back to a ply",
            "save    match                return the match as base64, with all secrets",
            "                             and keys",
            "load    bytes                open a match that `save` returned",
            "message match seat           sign what was played, and return the url of the",
            "                             whole match",
            "receive url match?           read the url of a message, and return the",
            "                             verdict, the turn and the outcome",
            "resign  match seat           give up",
            "claim   match seat against   claim that the time of the other seat is up",
            "audit   match                report how honestly secrets were kept in the",
            "                             signed part of the match",
            "random  match seed plies?    play random legal moves. plies: how many",
            "                             (default: until the match is over).",
            "meters  match count?         show the memory and calls of the match. count:",
            "                             true counts VM instructions from now on.",
            "close   match                close the match and free its memory",
        ].map { "  \($0)" }.joined(separator: "\n")
    }

    func run() throws {
        let catalog = try openCatalog()
        if isatty(STDIN_FILENO) == 1 {
            complain(
                "A request is a line of JSON, such as {\"op\":\"games\"}; `parlor drive --help` lists all requests. Ctrl-D ends drive."
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
