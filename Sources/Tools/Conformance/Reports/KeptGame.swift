/// What became of the game that shows a finding.
public enum KeptGame: Sendable, Hashable {
    /// It lies in this file.
    case kept(String)
    /// It couldn't be written, for this reason: a sentence.
    case notKept(String)
}
