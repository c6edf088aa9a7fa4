/// Why a picture can't be shown. Its description ends a sentence that the file's name begins.
package enum ImageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file isn't there, or can't be read; the words end a sentence, too.
    case unreadable(String)
    /// It is something else, and what, as far as that can be told.
    case kind(String?)
    /// It isn't whole, or says of itself what can't be.
    case damaged(String)
    case tooManyBytes(Int, limit: Int)
    case tooManyPixels(width: Int, height: Int)
    /// The other pictures of the drawing leave no room for it.
    case noRoom(limit: Int)

    package var description: String {
        switch self {
        case .unreadable(let why): why
        case .kind(let kind?): "is \(kind); PNG and JPEG are shown"
        case .kind(nil): "is no picture; PNG and JPEG are shown"
        case .damaged(let why): "is damaged: \(why)"
        case .tooManyBytes(let bytes, let limit): "has \(bytes) bytes; at most \(limit) are shown"
        case .tooManyPixels(let width, let height):
            "has \(width) × \(height) pixels; at most \(ImageFile.longestSide) a side and \(ImageFile.mostPixels) in all are shown"
        case .noRoom(let limit): "doesn't fit: one drawing takes pictures of \(limit) bytes in all"
        }
    }
}
