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
