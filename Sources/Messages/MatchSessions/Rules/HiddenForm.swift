import MessageWire
import Values

/// A move that is sealed for longer than a round, by its owner: what others get, and what opens it.
struct HiddenForm {
    /// The ply that all can read.
    let action: Ply.Action
    /// What its owner keeps.
    let opened: OpenedMove

    init(of move: LoggedMove, key: SeatKey, at place: SealPlace) {
        let sealing = SealingKey(of: key)
        action = sealing.hide(move, at: place)
        opened = OpenedMove(move, sealing.salt(of: move, at: place))
    }
}
