/// What a ply in Lua answers: index << 16 | seat << 8 | flags.
struct PackedPly {
    private let packed: Int64

    init(_ packed: Int64) { self.packed = packed }

    var index: Int { Int(packed >> 16) }
    var seat: Int { Int(packed >> 8 & 0xff) }
    var isOver: Bool { packed & 1 != 0 }
    var isPending: Bool { packed & 2 != 0 }
    var isRound: Bool { packed & 4 != 0 }
    var isTyped: Bool { packed & 8 != 0 }
    /// As the log keeps it: index << 8 | seat.
    var logged: Int64 { packed >> 8 }
}
