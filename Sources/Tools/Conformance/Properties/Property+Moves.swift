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
