import LuaRuntime

/// The settings of a match service.
public struct MatchServiceSettings: Sendable {
    /// The most matches in memory, with a Lua state each. Others are read from the log on request.
    public var mostTables = 500
    /// The memory for all Lua states of one game, in bytes.
    public var poolBytes = 512_000_000
    /// The processor time of scripts for one request.
    public var requestTime = Duration.seconds(2)
    /// The processor time for reading a match from its log.
    public var loadTime = Duration.seconds(20)
    /// The time of moves after which a checkpoint of the match is stored at once. Loading a match has a
    /// limit of time, so the moves since the last checkpoint must never take long.
    package var unsavedTime = Duration.seconds(1)
    /// The pause before a bot moves.
    public var botPause = Duration.milliseconds(600)
    /// The function that chooses the move of a bot. It returns the text of the move as a person
    /// types it, or nil for a random legal move. Without the function all moves of bots are random.
    ///
    /// The function learns only what its seat may see. If its move isn't legal, or if the function
    /// takes longer than ``botTime``, the service reports that and plays a random move. Services
    /// that serve the same matches need the same function, because any of them may call it.
    ///
    /// ```swift
    /// var settings = MatchServiceSettings()
    /// settings.bot = { turn in turn.moves.first?.text }
    /// ```
    public var bot: (@Sendable (BotTurn) async -> String?)?
    /// The time limit of ``bot``. The limit is shorter if the turn ends earlier. The task of a
    /// function that exceeds the limit is cancelled.
    public var botTime = Duration.seconds(10)
    /// The least seconds that a turn still lasts after the service has started or the log was
    /// unreachable. A shorter turn limit takes precedence.
    public var graceSeconds = 30
    /// The pause before the next attempt if a bot's move or the end of a turn has failed. The pause
    /// doubles with each failure: up to 16 times its length if the log is unreachable, and
    /// otherwise up to 1,024 times.
    public var retryPause = Duration.seconds(4)
    /// The seconds without a request after which a match is unloaded.
    public var idleSeconds = 300
    /// The seconds after which a match that waits for players leaves the lobby.
    public var staleSeconds = 24 * 3600
    /// The seconds for a turn in matches that a quick match opens.
    public var quickTurnLimit = 300
    /// The longest turn limit that can be chosen, in seconds.
    public var longestTurn = 30 * 24 * 3600

    /// Creates the default settings.
    public init() {}
}
