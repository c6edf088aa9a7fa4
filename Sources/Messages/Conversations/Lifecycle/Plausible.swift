/// What a host may say of views and settings. A careless one says anything: no number, too much, a language of a megabyte.
enum Plausible {
    /// The most points that anything measures, or is away from an edge.
    private static let mostPoints = 10_000.0
    private static let textScales = 0.5...5.0
    private static let longestLocale = 64

    /// Whole points, from 0 to 10,000; 0 for what is no number.
    static func length(_ points: Double, _ rule: FloatingPointRoundingRule = .down) -> Int {
        points.isNaN ? 0 : Int(min(max(points, 0), mostPoints).rounded(rule))
    }

    /// The width of something that is there: a point at least.
    static func width(_ points: Int) -> Int { min(max(points, 1), Int(mostPoints)) }

    /// From a half to five times the usual size; 1 for what is no number.
    static func textScale(_ scale: Double) -> Double {
        scale.isNaN ? 1 : min(max(scale, textScales.lowerBound), textScales.upperBound)
    }

    /// What of the first 64 bytes is printable ASCII; `en` if nothing is.
    static func locale(_ name: String) -> String {
        let printable = name.utf8.prefix(longestLocale).filter { (0x21...0x7E).contains($0) }
        return printable.isEmpty ? "en" : String(decoding: printable, as: UTF8.self)
    }
}
