import Parlor

/// The picture of the newest bubble on each phone, made once: what a message shows never changes, but for an author's new rules.
final class BubblePictures {
    private var made: [String: (url: String, scene: Scene)] = [:]

    /// The picture of the message with this url on a person's phone. One that can't be made is tried again: the game may be
    /// put on the phone meanwhile, and a script that fails says so for every line that is typed.
    func picture(of url: String, on person: String, make: () -> Scene?) -> Scene? {
        if let made = made[person], made.url == url { return made.scene }
        made[person] = make().map { (url, $0) }
        return made[person]?.scene
    }

    /// They are made anew: the rules are others.
    func forget() { made = [:] }
}
