/// Roughly how wide a text is in a proportional sans-serif face.
///
/// A picture must be laid out without knowing the font it will be shown in. These are round upper figures over common
/// interface faces, so that a line that is measured to fit does fit.
enum TextMeasure {
    /// The width of a text in hundredths of the font size.
    static func hundredths(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + hundredths($1) } }

    /// The width of a text in the unit of `size`.
    static func width(_ text: some StringProtocol, size: Double) -> Double { Double(hundredths(text)) * size / 100 }

    static func hundredths(_ character: Character) -> Int {
        guard let ascii = character.asciiValue else {
            return switch DisplayWidth.of(character) {
            case 0: 0
            case 1: character.isLetter ? 66 : 90
            default: 125
            }
        }
        return switch Unicode.Scalar(ascii) {
        case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": 34
        case "f", "t", "r", "(", ")", "[", "]", "/", "-", "\"": 42
        case "m", "w", "M", "W", "@", "%": 98
        case "A"..."Z": 74
        case "a"..."z", "0"..."9": 64
        default: 90
        }
    }
}
