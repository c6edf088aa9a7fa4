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
