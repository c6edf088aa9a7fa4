import ArgumentParser
import Foundation
import Parlor

struct GuideCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Print the author's guide, or a chapter of it.",
        discussion: """
            Examples:
              parlor guide                    which chapters there are
              parlor guide secrets
              parlor guide "a move"
              parlor guide all | less

            Exit code 2: there is no such chapter.
            """)

    @Argument(help: "A chapter, or the beginning of its name; `all` for the whole guide.")
    var topic: String?

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<topic>")] }

    func run() throws {
        try orComplain { () throws(GameError) in
            let guide = try Guide(home: ParlorHome.find())
            guard let topic else { return print(guide.contents, terminator: "") }
            print(try guide.chapter(topic), terminator: "")
        }
    }
}
