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
