import Parlor
import Values

/// What somebody typed or sent, as a sentence of the program quotes it: short, on one line, and with nothing in it that steers, turns
/// text around or hides.
func quoted(_ text: some StringProtocol) -> String { "'\(text.excerpt(atMost: 40))'" }
