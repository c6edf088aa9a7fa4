extension Property {
    static let load: [Property] = [.l1, .l2, .l3, .l4]

    static let l1 = Property(
        "L1", "The script loads, and its definition has the keys, types and names of the contract.",
        why:
            "Nobody can play a script that doesn't load. A misspelt key would be a rule that never runs, without any "
            + "error.",
        mend: "Correct the errors at the named lines. For a misspelt key, the error names the nearest known key.")
    static let l2 = Property(
        "L2", "A match can be set up with every declared number of seats and every value of every option.",
        why:
            "The person who invites may choose any of them. If one doesn't work, that person finds out only when the "
            + "match doesn't start.",
        mend:
            "Make `setup` accept all of them, declare fewer, or call `parlor.reject` for values that don't fit "
            + "together.")
    static let l3 = Property(
        "L3", "No function of the script changes a local variable of the file, or a table in such a variable.",
        why:
            "Only the state lasts. Before each call, Parlor resets the script's variables to their values after "
            + "loading. A value that a function stores in a variable is lost. Otherwise two phones would come to "
            + "different results.",
        mend:
            "Move changing values into the state that `setup` returns. Keep only constants in local variables outside "
            + "of functions.",
        isPerPly: true)
    static let l4 = Property(
        "L4",
        "The game has a title, a summary and a README.md with its rules, and its stickers and pictures can be shown.",
        why:
            "Players meet the game in a list and want to know what it is before they accept. They would notice a "
            + "missing picture only in the middle of a match.",
        mend: "Add `summary = \"…\"` to the definition, add a README.md beside game.lua, or repair the named picture.")
}

extension Property {
    static let moves: [Property] = [.m1, .m2, .m3, .m4, .m5, .m6, .m7]

    static let m1 = Property(
        "M1", "Until the match is over, every seat to move has a legal move.",
        why: "If a player has no legal move in their turn, the match is stuck forever.",
        mend:
            "End the match there in `outcome` or `stuck`, return another seat from `turn`, or add a move such as "
            + "`pass`.")
    static let m2 = Property(
        "M2", "The choices of a seat contain no duplicates and are the same in every call.",
        why:
            "A message gives a move as its place in the list. If the list differs from call to call, the other phone "
            + "plays another move.",
        mend:
            "Make `choices`, `when`, `legal` and `forced` depend only on the state. Don't use counters or random "
            + "draws in them.")
    static let m3 = Property(
        "M3", "Every listed move can be played, and no other move can.",
        why: "A listed move that fails stops the game. A move that is accepted without being listed allows cheating.",
        mend:
            "Let `choices` and `legal` exclude every move that `play` would reject. Don't raise errors in `play`, "
            + "`resolve`, `turn` or `stuck`.",
        needs: ["M2"], isPerPly: true)
    static let m4 = Property(
        "M4", "The rules reject every illegal move with a code and leave the state as it was, byte for byte.",
        why: "Players mistype moves, and strangers can send anything. Neither may break a match.",
        mend:
            "Reject moves with `parlor.reject` instead of raising an error. A move with `args` receives whatever "
            + "people type. Let its `play` handle any text, and don't trust the type of an argument in `legal`, "
            + "`forced` and `format`.",
        needs: ["M2"], isPerPly: true)
    static let m5 = Property(
        "M5", "The texts of a seat's legal moves are readable and all different, and each text plays its own move.",
        why:
            "Players choose a move by its text. They can't tell two moves with the same text apart, and they can't "
            + "type an invisible text.",
        mend: "Give each choice its own text of visible characters, without spaces around it.", needs: ["M2"])
    static let m6 = Property(
        "M6", "A round leads to the same state, in whatever order its moves arrive.",
        why:
            "Messages can cross, so two phones may receive the moves of a round in different orders. They must still "
            + "agree.",
        mend: "Report this to Parlor's developers. The runtime ensures this property, not the game.",
        scope: .host, needs: ["L3", "M2"])
    static let m7 = Property(
        "M7", "Whenever a seat leaves, the match ends or the other seats can continue it.",
        why: "A player can resign or stop answering at any moment.",
        mend:
            "Write `leave(state, seat, why, match)` so that the other seats can continue, or leave the function out. "
            + "Without it, the last remaining seat wins.",
        isPerPly: true)
}

extension Property {
    static let state: [Property] = [.s1, .s2, .s3, .s4, .s5, .s6]

    static let s1 = Property(
        "S1", "The state holds only values that can be saved, and a loaded state saves to the same bytes.",
        why: "A state that can't be saved can't be sent, undone or compared.",
        mend:
            "Keep only booleans, integers, floats, texts and tables of these in the state. Remove functions, "
            + "metatables and NaN. Don't store one table in two places.")
    static let s2 = Property(
        "S2", "A match saved at any ply and loaded elsewhere continues exactly like the original.",
        why:
            "The other phone has only the saved state, and must come to the same positions.",
        mend: "Report this to Parlor's developers. The runtime ensures this property, not the game.",
        scope: .host, needs: ["L3", "S1"], isPerPly: true)
    static let s3 = Property(
        "S3", "Undoing to any earlier ply and redoing gives the same bytes.",
        why:
            "Players on one phone take moves back, and authors step back and forth. Both must see the same positions "
            + "again.",
        mend: "Report this to Parlor's developers. The runtime ensures this property, not the game.",
        scope: .host, needs: ["L3", "S1"], isPerPly: true)
    static let s4 = Property(
        "S4", "Only `setup`, `play`, `resolve` and `leave` change the state, and only the first three draw at random.",
        why: "The host calls all other functions as often as it likes, and not equally often on each phone.",
        mend: "Move the change or the random draw into `play`. In all other functions, work on a copy (`parlor.copy`).")
    static let s5 = Property(
        "S5", "Replaying the log gives the same bytes, even in another Lua state with another seed for its tables.",
        why: "Every phone replays the log. The match continues only while all phones agree.",
        mend: "Report this to Parlor's developers. The runtime ensures this property, not the game.",
        scope: .host, needs: ["L3", "S1"])
    static let s6 = Property(
        "S6", "Recorded games of an older version replay under the script of that version.",
        why: "A match continues under the version that it started with, even after an update.",
        mend:
            "Keep the older script in `versions/<version>/game.lua`, beside the new one, and keep its playthroughs "
            + "unchanged.")
}

extension Property {
    static let outcome: [Property] = [.o1, .o2, .o3, .o4]

    static let o1 = Property(
        "O1", "Every game ends within 3,500 plies.",
        why: "A match without an end never has a result, and its message grows too long to be sent.",
        mend:
            "End the match in `outcome`, for example with a draw by repetition, a limit of moves, or points after "
            + "some number of rounds.")
    static let o2 = Property(
        "O2", "After the match is over, no seat is to move and no move can be played.",
        why: "Otherwise a move could still change the result.",
        mend: "Report this to Parlor's developers. The host ensures this property, not the game.", scope: .host)
    static let o3 = Property(
        "O3", "Every outcome names only seats of the match and finite scores, and never changes afterwards.",
        why: "Parlor shows winners, counts wins and settles bets by seat.",
        mend:
            "Return `parlor.win(seat…)` with seats of this match, `parlor.draw()`, or `parlor.scores{…}` with a "
            + "finite number for each seat.")
    static let o4 = Property(
        "O4",
        "A game that declares `information = \"hidden\"` hides something, and a game that declares `chance` draws at "
            + "random.",
        why:
            "Players are told before the match whether luck or secrets decide it. The protocol also prepares for what "
            + "the game declares.",
        mend: "Correct the declaration, or make the game do what it declares.")
}

extension Property {
    static let secrets: [Property] = [.p1, .p2, .p3, .p4]

    static let p1 = Property(
        "P1", "Two matches that differ only in a seat's secrets look the same to everybody else.",
        why:
            "Otherwise others can learn the secret from a view, a list of moves, a caption, a picture, a rejection or "
            + "the size of a message.",
        mend:
            "Keep hidden values in `state.secret[seat]` and out of everything else until the move that reveals them. "
            + "Don't count or list them elsewhere.",
        needs: ["L3", "M2"])
    static let p2 = Property(
        "P2",
        "A phone that knows only its own seat's secrets plays the same match, and the log replays after all secrets "
            + "are revealed.",
        why:
            "A phone that reaches another turn, state or outcome than the others rejects their messages. An answer "
            + "that can't be checked afterwards can be a lie.",
        mend:
            "Use a secret only in `choices` and `play` of a sealed move, and in `forced` and `legal`. Let the seat "
            + "send everything else that follows from the secret as an answer. Don't rely on `stuck` while a sealed "
            + "move is open. Don't rely on others' secrets in a view at the end either, because they may stay sealed.",
        needs: ["L3", "M2", "S2", "P1"])
    static let p3 = Property(
        "P3", "Every seat has hidden its secret before another seat asks about it.",
        why: "A seat that hides something after the question can choose it so that the answer suits that seat.",
        mend:
            "Let every seat hide first. Return a seat from `turn` until it has sealed its secret "
            + "(`match.sealed[seat]`). Allow the moves that ask only after all seats have sealed theirs.",
        needs: ["L3", "M2"])
    static let p4 = Property(
        "P4", "Nothing that `setup` deals or draws is shown before all seats are taken.",
        why: "A person who knows the deal could choose whether to take a seat, and which one.",
        mend: "Report this to Parlor's developers. The host ensures this property, not the game.",
        scope: .host, needs: ["L2"])
}

extension Property {
    static let messages: [Property] = [.w1, .w2, .w3, .w4, .w5, .w6]

    static let w1 = Property(
        "W1",
        "Every message has at most 5,000 characters and takes at most 0.5 s of processor time to replay, whatever is "
            + "played.",
        why: "A longer url can't be inserted, and a slower log isn't signed. In both cases the match can't continue.",
        mend:
            "Shorten the game or its texts, or list moves as `choices` (a byte or two each) instead of as texts. Make "
            + "the slowest move faster, or limit how often it can be played.")
    static let w2 = Property(
        "W2",
        "Every message that was changed, cut, replayed or reassembled is rejected and leaves the match as it was.",
        why: "Anybody can edit a url, so a forged message could change a match.",
        mend: "Report this to Parlor's developers. The protocol ensures this property, not the game.",
        scope: .host, needs: ["L3", "W1"])
    static let w3 = Property(
        "W3", "All phones come to the same match, even if messages are lost, delayed, duplicated or reordered.",
        why: "Networks lose, delay, duplicate and reorder messages.",
        mend: "Report this to Parlor's developers. The protocol ensures this property, not the game.",
        scope: .host, needs: ["L3", "M3", "P2", "W1"])
    static let w4 = Property(
        "W4", "An app that is stopped and restarted at any step continues as if nothing had happened.",
        why: "A phone stops apps whenever it needs the memory.",
        mend: "Keep lasting data in the match or in `app.store`, never in a local variable of a hook.",
        scope: .host, needs: ["L3", "M3", "P2", "W1"], isPerPly: true)
    static let w5 = Property(
        "W5", "A whole match can be played on phones of both host profiles.",
        why: "Messages doesn't always behave as documented, and players will meet both behaviours.",
        mend:
            "In a function in `on`, don't rely on another hook being called. The default behaviour works in both "
            + "profiles.",
        needs: ["L3", "M3", "P2", "W1"])
    static let w6 = Property(
        "W6", "Hooks run in the order of the lifecycle table.",
        why: "An app whose hooks run in another order can't know what it may do.",
        mend: "Report this to Parlor's developers. The host ensures this property, not the game.",
        scope: .host, needs: ["W5"])
}

extension Property {
    static let looks: [Property] = [.v1, .v2, .v3, .v4]

    static let v1 = Property(
        "V1",
        "Views, scenes, messages and prompts are valid for every seat, spectator and style, and every picture has a "
            + "label.",
        why: "If a view fails, the player sees an empty board. Players who can't see a picture need its label.",
        mend:
            "Make `view`, `scene` and `message` work for every seat, for nil (a spectator), before the first move and "
            + "after the end. Make each `prompt` work for the seat that is to move. Give each picture a `label`.")
    static let v2 = Property(
        "V2", "Every scene can be drawn in a terminal, as SVG and in words, both narrow and wide.",
        why: "Parlor shows the same scene in all three forms.",
        mend: "Draw less, or draw smaller parts. The finding says what is too much.", needs: ["V1"])
    static let v3 = Property(
        "V3", "The game includes recorded games, and they replay line by line.",
        why: "A recorded game shows readers how the game is played. It also reveals an accidental change of the rules.",
        mend:
            "Record a game with `parlor record <game>`. If you changed the rules on purpose, raise `version` and "
            + "record the games again.")
    static let v4 = Property(
        "V4", "Captions fit into three lines of 40 columns.",
        why: "A bubble is small and cuts off longer texts.",
        mend: "Shorten the texts that `message` returns.", needs: ["V1"])
}

extension Property {
    static let limits: [Property] = [.b1, .b2, .b3]

    static let b1 = Property(
        "B1", "Every call stays within the limits for memory, granted bytes, instructions and time.",
        why:
            "A call that exceeds a limit is stopped, and its move fails. A phone is slower than the machine on which "
            + "you check.",
        mend:
            "Look up the worst call of each hook in the report's table. Do less in that call, or spread the work over "
            + "several moves.")
    static let b2 = Property(
        "B2",
        "If a request for memory is refused, the call fails and changes nothing, or Lua asks again and the call "
            + "succeeds.",
        why: "Memory can run short at any moment.",
        mend: "Report this to Parlor's developers. The runtime ensures this property, not the game.",
        scope: .host, needs: ["L3", "S1"])
    static let b3 = Property(
        "B3", "Every hostile script ends in the way that Parlor's tests expect.",
        why: "Scripts can come from strangers.",
        mend: "Report this to Parlor's developers. The runtime ensures this property, not the game.", scope: .tests)
}
