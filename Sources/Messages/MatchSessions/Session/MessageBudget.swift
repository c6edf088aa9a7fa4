import GameRules
import LuaRuntime
import MessageWire

extension ProcessorBudget {
    /// What the calls may take that reading one message leads to, all together: whatever single calls are allowed, a url has room
    /// for hundreds of them. The last one ends within half a second, so that reading takes at most 2 s.
    public static let message = ProcessorBudget(.milliseconds(1500))

    /// What the replay of a log may take to which moves are to be added: others have slower machines, and read it with this budget.
    package var forSigning: ProcessorBudget { ProcessorBudget(time / 3) }

    /// The same where the moves themselves take next to nothing: who has a log that others have made slow can go on for a while.
    var forSigningOnSlowLogs: ProcessorBudget { ProcessorBudget(time * 2 / 3) }

    /// The same for a watched match, which takes longer than the one that is measured: an author's phone fails at no time that
    /// others have.
    func watched(_ isWatched: Bool) -> ProcessorBudget { isWatched ? ProcessorBudget(time * 4) : self }

    /// What building a match anew may take whose log was read within this budget: it was found to fit, and mustn't fail for a
    /// moment's difference.
    var forRebuilding: ProcessorBudget { ProcessorBudget(time * 2) }
}
