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
