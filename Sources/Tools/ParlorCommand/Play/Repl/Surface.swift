import Parlor

/// What a session is shown on, line by line: a stream that scrolls, or a screen that is drawn in place.
protocol Surface: AnyObject {
    func show(_ line: StyledLine, in place: SurfacePlace)
    /// The picture is drawn anew from here on.
    func beginPicture()
    /// Clears everything away, since somebody else is to look. `wipe` does that on a stream.
    func clear(with wipe: String)
    /// A sign of life while something takes long, seen at once; nil takes it away, where that can be done.
    func showProgress(_ line: StyledLine?)
    /// The session has ended; its last words are shown.
    func close(saying lines: [StyledLine])
}

/// Where a line belongs.
enum SurfacePlace {
    /// What stands at this turn: the board.
    case picture
    /// Whose turn it is, and what there is to do: below the picture, and seen whatever of that has room.
    case standing
    /// Beside the picture, where there is room: other phones.
    case beside
    /// Below the picture, with its end first: a transcript.
    case transcript
    /// What was said to what was typed, and what is wrong with it.
    case answer, complaint
    /// An answer to be read at leisure: the picture gives way to it.
    case page
}

/// Standard output and standard error, or what a test has in their place.
final class StreamSurface: Surface {
    private let colour: TerminalRenderer.Colour
    private let out: (String) -> Void
    private let errors: (String) -> Void

    init(colour: TerminalRenderer.Colour, out: @escaping (String) -> Void, errors: @escaping (String) -> Void) {
        (self.colour, self.out, self.errors) = (colour, out, errors)
    }

    func show(_ line: StyledLine, in place: SurfacePlace) {
        place == .complaint ? errors(line.text(colour)) : out(line.text(colour))
    }

    func beginPicture() {}

    func showProgress(_ line: StyledLine?) {
        if let line { out(line.text(colour)) }
    }

    func clear(with wipe: String) { out(wipe) }

    /// Everything was said already, and stands there.
    func close(saying lines: [StyledLine]) {}
}
