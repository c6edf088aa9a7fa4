/// Why a line that a person typed can't be done now, as a sentence for them. Nothing has changed.
struct ChatRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) {
        description = sentence
    }
}
