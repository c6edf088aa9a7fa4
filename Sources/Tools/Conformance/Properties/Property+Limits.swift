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
