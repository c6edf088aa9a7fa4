/// Something that is looked at once for a game, with matches of its own.
protocol GameCheck: SendableMetatype {
    /// What it judges.
    static var properties: [Property] { get }

    init()

    /// - Throws: The first ``Finding``.
    func check(_ run: CheckRun) throws(Finding)
}
