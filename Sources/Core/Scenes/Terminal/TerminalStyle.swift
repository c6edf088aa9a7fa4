/// How a run of characters is set off. Without colour none of it shows, so it never carries a fact alone.
package struct TerminalStyle: Hashable, Sendable {
    /// The colours that stay readable on light and on dark backgrounds, with their SGR parameters (ECMA-48 §8.3.117).
    package enum Foreground: Int, Sendable {
        case red = 31
        case green, blue = 34, magenta
    }

    /// The colours of a picture's pixels, by their numbers among xterm's 256.
    package struct Pixels: Hashable, Sendable {
        package var front: UInt8
        package var back: UInt8?
    }

    /// Never a background: what lies behind is the reader's own choice.
    package var foreground: Foreground?
    /// Only of a picture, which brings its own ground along.
    package var pixels: Pixels?
    package var isBold: Bool
    package var isDim: Bool

    package init(_ foreground: Foreground? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.foreground = foreground
        self.isBold = isBold
        self.isDim = isDim
    }

    /// A part of a picture.
    init(pixels: Pixels) {
        self.init()
        self.pixels = pixels
    }

    /// A tone of a scene: a colour, always with bold; quiet things are dim.
    init(tone: Tone?, isBold: Bool = false) {
        let foreground: Foreground? =
            switch tone {
            case .one: .blue
            case .two: .red
            case .good: .green
            case .bad: .magenta
            case .quiet, nil: nil
            }
        self.init(foreground, isBold: isBold || foreground != nil, isDim: tone == .quiet)
    }

    package static let plain = TerminalStyle()
    package static let bold = TerminalStyle(isBold: true)
    package static let dim = TerminalStyle(isDim: true)

    /// The parameters of the SGR sequence, or nil for plain text.
    package var parameters: String? {
        if let pixels {
            return "38;5;\(pixels.front)" + (pixels.back.map { ";48;5;\($0)" } ?? "")
        }
        let codes = [isBold ? 1 : nil, isDim ? 2 : nil, foreground?.rawValue].compactMap(\.self)
        return codes.isEmpty ? nil : codes.map(String.init).joined(separator: ";")
    }
}
