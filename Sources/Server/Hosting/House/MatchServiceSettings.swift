import LuaRuntime

/// How a house runs its matches.
public struct MatchServiceSettings: Sendable {
    /// How many matches are kept in memory, with a Lua state each, at most. Any other is read from the log when it is asked for.
    public var mostTables = 500
    /// Memory for all Lua states of one game, in bytes.
    public var poolBytes = 512_000_000
    /// Processor time for what one request asks of a script.
    public var requestTime = Duration.seconds(2)
    /// Processor time for reading a match from its log.
    public var loadTime = Duration.seconds(20)
    /// How long a bot seems to think.
    public var botPause = Duration.milliseconds(600)
    /// Chooses the move of a seat that a bot plays, as it is typed; nil for a random legal move. Without it all bots' moves are random.
    ///
    /// It is told what its seat may see, and nothing else. A move that isn't legal, and one that takes longer than ``botTime``, is
    /// reported, and a random one is played. Houses that serve the same matches need the same bot: any of them may be the one that asks.
    ///
    /// ```swift
    /// var settings = MatchServiceSettings()
    /// settings.bot = { turn in turn.moves.first?.text }
    /// ```
    public var bot: (@Sendable (BotTurn) async -> String?)?
    /// How long ``bot`` may take, at most as long as its turn lasts. Its task is cancelled then.
    public var botTime = Duration.seconds(10)
    /// How many seconds a turn goes on after the log was away, and after the house has begun; at most as long as a turn's limit.
    public var graceSeconds = 30
    /// How long what falls due and fails, a bot's move or the end of a turn, waits to be tried again; each time twice as long, up to
    /// sixteen times, and where the rules fail up to a thousand times.
    public var retryPause = Duration.seconds(4)
    /// After how many seconds a match that nobody asks for leaves the memory.
    public var idleSeconds = 300
    /// After how many seconds the lobby forgets a match that waits for players.
    public var staleSeconds = 24 * 3600
    /// The seconds for a turn in matches that quick match opens.
    public var quickTurnLimit = 300
    /// The longest time for a turn that can be chosen, in seconds.
    public var longestTurn = 30 * 24 * 3600

    /// The standard ones.
    public init() {}
}
