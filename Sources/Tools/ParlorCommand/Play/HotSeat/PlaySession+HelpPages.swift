// What `help` says of each command at one keyboard.
extension PlaySession {
    static let helpPages =
        HelpPage.ofEveryMode + [
            HelpPage(
                "undo", "take a turn back",
                "Takes back the last turn, with what bots answered; a number takes back as many. `redo` plays it again.",
                ["undo", "undo 2"]),
            HelpPage(
                "redo", "play it again", "Plays again what `undo` took back, until something else is played.",
                ["redo", "redo 2"]),
            HelpPage(
                "resign", "give up", "Gives the match up for whoever is to move. You are asked first.", ["resign"]),
            HelpPage(
                "new", "another match",
                "Begins another match with the same options. A seed makes dice and cards the same each time.",
                ["new", "new 7"]),
            HelpPage(
                "rematch", "the same players",
                "After the end: another match with the same players. Whoever sat on the second seat begins.",
                ["rematch"]),
            HelpPage(
                "board", "draw it again", "Draws the board and whose turn it is. Enter alone does the same.", ["board"]),
            HelpPage(
                "history", "what was played",
                "Lists every ply so far, as the seat at the keyboard may know it, and how the match ended.",
                ["history"]),
            HelpPage(
                "view", "what a seat sees",
                "Draws the board as a seat sees it, by its number or its player's name, or as a spectator does.",
                ["view 2", "view spectator"]),
            HelpPage(
                "replay", "step through it",
                "Steps through the match from its beginning, Enter by Enter, or through one that was saved in a file.",
                ["replay", "replay friday.save"]),
            HelpPage(
                "save", "keep the match",
                "Writes the match to a file, which `load` and `parlor replay` read. A name that ends with .play is written as text. "
                    + "What seats have hidden is in it, for whoever opens it.",
                ["save friday.save", "save mine.play"]),
            HelpPage(
                "load", "go on with one", "Goes on with a match that `save` wrote. The one under way is put away.",
                ["load friday.save"]),
            HelpPage(
                "bot", "who plays a seat",
                "Says who plays which seat. With a seat: a bot plays it from now on by chance, or no longer.",
                ["bot", "bot 2 random", "bot 2 off"]),
            HelpPage(
                "auto", "let bots play", "Lets bots play for everybody: so many plies, or to the end.",
                ["auto", "auto 5"]),
            HelpPage(
                "stats", "memory and time",
                "For authors: the memory that the script holds, and what the last turn cost.",
                ["stats"]),
            HelpPage(
                "reload", "read it again",
                "For authors: reads the script again from its folder, and plays the match again under it.",
                ["reload"]),
        ]
}
