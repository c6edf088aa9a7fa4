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
