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
