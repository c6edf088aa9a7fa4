extension Property {
    static let secrets: [Property] = [.p1, .p2]

    static let p1 = Property(
        "P1", "Whatever differs only in a seat's secrets looks the same to everybody else.",
        why:
            "A secret that shows in a view, a list of moves, a caption, a picture, a refusal or the size of a message is none.",
        mend:
            "Keep what is hidden in `state.secret[seat]` and out of everything else until the move that opens it; don't "
            + "count or list it elsewhere.", needs: ["L3", "M2"])
    static let p2 = Property(
        "P2", "After the game the log replays and matches every commitment.",
        why: "Who hid something must not be able to change it afterwards.",
        mend: "Nothing to do yet: sealed moves are committed to once fair play is part of the protocol.", scope: .later)
}
