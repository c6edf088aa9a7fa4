extension Property {
    static let load: [Property] = [.l1, .l2, .l3, .l4]

    static let l1 = Property(
        "L1", "The script loads, and its definition has the keys, types and names of the contract.",
        why: "Nobody can play a script that doesn't load, and a misspelt key would be a rule that silently never runs.",
        mend: "Correct what is named, at the lines that are given; beside a misspelt key stands the nearest known name."
    )
    static let l2 = Property(
        "L2", "A match can be set up with every declared number of seats and every value of every option.",
        why: "Whoever invites may choose any of them, and finds out only when the match doesn't begin.",
        mend:
            "Let `setup` work for all of them, declare less, or refuse what doesn't fit together with `parlor.reject`.")
    static let l3 = Property(
        "L3", "Nothing is kept outside of the state: a used script and a fresh one give the same bytes.",
        why:
            "On another phone, or after a restart, the script begins afresh. What it kept in a local or a table of its "
            + "own is gone there, and the two phones disagree.",
        mend:
            "Move what changes into the state that `setup` returns. Locals outside of functions may hold constants only.",
        isPerPly: true)
    static let l4 = Property(
        "L4",
        "The game has a title, a summary, and a README.md with its rules; its stickers and pictures can be shown.",
        why:
            "Players meet the game in a list and want to know what it is before they accept; a picture that is missing is "
            + "found out in the middle of a match.",
        mend: "Add `summary = \"…\"` to the definition and a README.md beside game.lua; mend the picture that is named."
    )
}

extension Property {
    static let moves: [Property] = [.m1, .m2, .m3, .m4, .m5, .m6, .m7]

    static let m1 = Property(
        "M1", "Until the match is over, every seat to move has a legal move.",
        why: "A player whose turn it is and who can do nothing is stuck for ever.",
        mend: "Let `outcome` or `stuck` end the match there, let `turn` pass on, or add a move such as `pass`.")
    static let m2 = Property(
        "M2", "The choices of a seat are without doubles and the same every time they are asked for.",
        why: "A move travels as its place in the list. If the list differs from call to call, the other phone plays "
            + "another move.",
        mend: "Make `choices`, `when`, `legal` and `forced` depend on the state alone: no counters, no draws.")
    static let m3 = Property(
        "M3", "What is listed can be played, and what isn't listed can't.",
        why: "A listed move that fails stops the game; one that is accepted without being listed is a way to cheat.",
        mend:
            "Let `choices` and `legal` leave out what `play` would refuse, and don't fail in `play`, `resolve`, `turn` "
            + "or `stuck`.", needs: ["M2"], isPerPly: true)
    static let m4 = Property(
        "M4", "Any illegal move is refused with a code and leaves the state as it was, byte for byte.",
        why: "Players mistype, and strangers send what they like.",
        mend:
            "Refuse with `parlor.reject` instead of failing. A move with `args` gets whatever people type: let its `play` "
            + "expect any text, and don't trust the type of an argument in `legal`, `forced` and `format`.",
        needs: ["M2"], isPerPly: true)
    static let m5 = Property(
        "M5",
        "The texts of a seat's legal moves are all different and can be read, and each plays the move it came from.",
        why:
            "Players choose a move by its text: two moves with one text can't be told apart, nor can an invisible one be typed.",
        mend: "Give each choice a text of its own, of visible characters without spaces around it.", needs: ["M2"])
    static let m6 = Property(
        "M6", "A round comes to the same state in whichever order its moves arrive.",
        why: "Messages cross. Two phones that see them in another order must agree.",
        mend:
            "Make `choices`, `when` and `legal` of a round depend on the state alone; the host plays the moves in seat order.",
        needs: ["L3", "M2"])
    static let m7 = Property(
        "M7", "Whenever a seat leaves, the match ends or goes on legally.",
        why: "People resign or stop answering, at any moment.",
        mend:
            "Write `leave(state, seat, why, match)` so that the rest can go on without the seat, or leave it out: then "
            + "the last one left wins.", isPerPly: true)
}

extension Property {
    static let state: [Property] = [.s1, .s2, .s3, .s4, .s5, .s6]

    static let s1 = Property(
        "S1", "The state holds only what can be saved, and its bytes are read back to the same bytes.",
        why: "A state that can't be saved can't be sent, undone or compared.",
        mend:
            "Keep booleans, integers, floats, texts and tables of these: no functions, metatables, NaN, or one table in "
            + "two places.")
    static let s2 = Property(
        "S2", "A match saved at any ply and loaded elsewhere goes on exactly as it would have.",
        why:
            "The other phone has only the saved state. What depends on more than that, such as a local that `setup` has "
            + "set, or which table it is rather than what it holds, comes out differently there.",
        mend:
            "Keep nothing outside of the state, not in `setup` either, and compare tables by what they hold, never with "
            + "`==`.",
        needs: ["L3", "S1"], isPerPly: true)
    static let s3 = Property(
        "S3", "Undo to any earlier ply and forward again gives the same bytes.",
        why: "On one phone people take moves back; authors step to and fro.",
        mend: "Let `setup` and `play` depend on the state, their arguments and `match` alone.", needs: ["L3", "S1"],
        isPerPly: true)
    static let s4 = Property(
        "S4", "Only `setup`, `play`, `resolve` and `leave` change the state or draw; everything else just looks.",
        why: "The host asks for choices, views and outcomes as often as it likes, and differently on each phone.",
        mend: "Move the change, or the draw, into `play`; work on a copy (`parlor.copy`) elsewhere.")
    static let s5 = Property(
        "S5", "Replaying the log gives the same bytes, also in another Lua state with another seed for its tables.",
        why: "Every phone replays the log for itself. A match goes on only while they agree.",
        mend: "Let nothing depend on the order of an unordered table, on addresses or on earlier matches.",
        needs: ["L3", "S1"])
    static let s6 = Property(
        "S6", "Recorded games of an older version replay under that version's script.",
        why: "A match goes on under the version it was begun with, also after an update.",
        mend:
            "Keep the older script in `versions/<version>/game.lua`, beside the new one, and its playthroughs as they were."
    )
}

extension Property {
    static let outcome: [Property] = [.o1, .o2, .o3, .o4]

    static let o1 = Property(
        "O1", "Every game comes to an end within 3,500 plies.",
        why: "A match that can go on for ever never has a result, and its message grows past what can be sent.",
        mend: "Let `outcome` end it: a draw by repetition, a limit of moves, points after so many rounds.")
    static let o2 = Property(
        "O2", "After the end nobody is to move and nothing can be played.",
        why: "A result that can still be changed is none.", mend: "Tell whoever keeps Parlor: the host sees to this.",
        scope: .host)
    static let o3 = Property(
        "O3", "Outcomes name seats of the match and finite scores, and once there stay the same.",
        why: "Winners are shown, counted and settled by seat.",
        mend:
            "Return `parlor.win(seat…)` with seats of this match, `parlor.draw()` or `parlor.scores{…}` with a finite "
            + "number for each seat.")
    static let o4 = Property(
        "O4", "What is declared is true: `information = \"hidden\"` hides something, and `chance` draws.",
        why:
            "Players are told before they begin whether luck or secrets decide, and the protocol prepares for what is declared.",
        mend: "Correct the declaration, or use what it promises.")
}

extension Property {
    static let secrets: [Property] = [.p1, .p2, .p3, .p4]

    static let p1 = Property(
        "P1", "Whatever differs only in a seat's secrets looks the same to everybody else.",
        why:
            "A secret that shows in a view, a list of moves, a caption, a picture, a refusal or the size of a message is none.",
        mend:
            "Keep what is hidden in `state.secret[seat]` and out of everything else until the move that opens it; don't "
            + "count or list it elsewhere.", needs: ["L3", "M2"])
    static let p2 = Property(
        "P2", "A phone that knows its own seat's secrets only plays the same match; once all is open, the log replays.",
        why:
            "A phone that comes to another turn, state or outcome than the others refuses their messages; and an answer that "
            + "can't be checked afterwards can be a lie.",
        mend:
            "Let a secret decide nothing but the `choices` and the `play` of a sealed move, `forced` and `legal`: what follows "
            + "from it travels as an answer. Don't count on `stuck` where a sealed move is open, nor on others' secrets in a "
            + "view at the end: they may stay closed.", needs: ["L3", "M2", "S2", "P1"])
    static let p3 = Property(
        "P3", "A seat has hidden what it is asked about before another seat asks.",
        why: "A seat that hides after the question can hide so that the answer suits it.",
        mend:
            "Let every seat hide first: return a seat from `turn` until it has sealed its own (`match.sealed[seat]`), and open "
            + "the moves that ask when all have.", needs: ["L3", "M2"])
    static let p4 = Property(
        "P4", "What is dealt or drawn in `setup` isn't shown before all seats are taken.",
        why: "Whoever knows the deal can choose whether to sit down, and where.",
        mend: "Tell whoever keeps Parlor: the host sees to this.", scope: .host, needs: ["L2"])
}

extension Property {
    static let messages: [Property] = [.w1, .w2, .w3, .w4, .w5, .w6]

    static let w1 = Property(
        "W1",
        "Every message has at most 5,000 characters, and takes at most 0.5 s of processor time to replay, whatever is played.",
        why: "A longer url can't be inserted, a slower log isn't signed, and the match can't go on.",
        mend:
            "Make the game shorter, list moves as `choices` (a byte or two each) rather than as texts, or shorten texts; "
            + "make the slowest move quicker, or bound how often it can be played."
    )
    static let w2 = Property(
        "W2",
        "A message that was changed, cut, replayed or put together anew is refused, and the match stays as it was.",
        why: "Anybody can edit a url.", mend: "Tell whoever keeps Parlor: the protocol sees to this.", scope: .host,
        needs: ["L3", "W1"])
    static let w3 = Property(
        "W3", "Lost, late, doubled and reordered messages leave all phones with the same match.",
        why: "Networks do all of that.", mend: "Tell whoever keeps Parlor: the protocol sees to this.", scope: .host,
        needs: ["L3", "M3", "P2", "W1"])
    static let w4 = Property(
        "W4", "An app that is killed and made anew at any step goes on as if nothing had happened.",
        why: "A phone ends apps whenever it needs the memory.",
        mend: "Keep what must last in the match or in `app.store`, never in a local of a hook.", scope: .host,
        needs: ["L3", "M3", "P2", "W1"], isPerPly: true)
    static let w5 = Property(
        "W5", "A whole match can be played on phones of both host profiles.",
        why: "What Messages does and what it is documented to do differ, and people have both.",
        mend: "Don't rely on a hook being called in an `on` override; the default behaviour works in both.",
        needs: ["L3", "M3", "P2", "W1"])
    static let w6 = Property(
        "W6", "Hooks run in the order that the lifecycle table gives.",
        why: "An app that is told of things in another order can't know what it may do.",
        mend: "Tell whoever keeps Parlor: the host sees to this.", scope: .host, needs: ["W5"])
}

extension Property {
    static let looks: [Property] = [.v1, .v2, .v3, .v4, .v5]

    static let v1 = Property(
        "V1", "Views, scenes, messages and prompts are valid for every seat, spectator and style; pictures have words.",
        why:
            "A view that fails leaves a player before an empty board; a picture without words leaves out who can't see it.",
        mend: "Let `view`, `scene` and `message` work for every seat, for nil (a spectator), before the first move and "
            + "after the end, and each `prompt` for the seat that is to move; give each picture a `label`.")
    static let v2 = Property(
        "V2", "Scenes can be drawn in a terminal, as SVG and in words, narrow and wide.",
        why: "The same scene is shown in all three.",
        mend: "Draw less, or in smaller parts: the message says what is too much.",
        needs: ["V1"])
    static let v3 = Property(
        "V3", "The game brings recorded games, and they replay line by line.",
        why: "A recorded game shows a reader how the game goes, and a change of the rules by accident.",
        mend:
            "Record one with `parlor record <game>`. If the rules changed on purpose, raise `version` and record anew.")
    static let v4 = Property(
        "V4", "Captions fit three lines of 40 columns.",
        why: "A bubble is small, and what doesn't fit is cut.", mend: "Shorten the texts that `message` returns.",
        needs: ["V1"])
    static let v5 = Property(
        "V5", "Looks, in any number and order and for any seats, change neither the game nor each other.",
        why:
            "Nobody looks as often as another one does: what a script keeps in a local while it draws is something else "
            + "on each device, and shows one player what was drawn for somebody else.",
        mend: "Draw from what `scene`, `message` and `prompt` are given, and keep nothing from one call to the next.",
        needs: ["V1"], isPerPly: true)
}

extension Property {
    static let limits: [Property] = [.b1, .b2, .b3]

    static let b1 = Property(
        "B1", "Every call stays within the limits of memory, granted bytes, instructions and time.",
        why: "A call over a limit is ended, and the move with it. A phone is slower than the machine you check on.",
        mend: "The table shows the worst move of each kind: do less there, or spread it over moves.")
    static let b2 = Property(
        "B2",
        "A refused request for memory changes nothing: the call fails cleanly, or Lua asks again and nobody notices.",
        why: "Memory runs short at any moment.", mend: "Tell whoever keeps Parlor: the runtime sees to this.",
        scope: .host,
        needs: ["L3", "S1"])
    static let b3 = Property(
        "B3", "Hostile scripts end as they should.",
        why: "Scripts come from strangers.", mend: "Tell whoever keeps Parlor: the runtime sees to this.", scope: .tests
    )
}
