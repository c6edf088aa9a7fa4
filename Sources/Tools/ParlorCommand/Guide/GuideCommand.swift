import ArgumentParser
import Foundation
import Parlor

struct GuideCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Print the author's guide, or a page of it.",
        discussion: """
            Examples:
              parlor guide                    which topics there are
              parlor guide hidden             a page
              parlor guide secrets            what stands below a heading
              parlor guide "a move"
              parlor guide grid.step          a function
              parlor guide all | less

            Exit code 2: there is nothing about it.
            """)

    @Argument(help: "A page, a heading, a function, or the beginning of one; `all` for the whole guide.")
    var topic: String?

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<topic>")] }

    func run() throws {
        try orComplain { () throws(GameError) in
            let guide = try Guide(home: ParlorHome.find())
            guard let topic else { return print(guide.contents, terminator: "") }
            MarkdownPage.show(try guide.topic(topic))
        }
    }
}
