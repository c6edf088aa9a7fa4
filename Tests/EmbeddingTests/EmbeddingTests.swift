import Foundation
import Parlor
import Testing

#if !canImport(Messages)
    import MessagesStubs

    /// The adapter of docs/embedding.md, driven as the framework would.
    @MainActor @Suite struct EmbeddingTests {
        private let home = ParlorHome(
            folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent())

        @Test func thePageShowsTheAdapterThatIsCompiled() throws {
            let page = try String(contentsOf: home.folder.appendingPathComponent("docs/embedding.md"), encoding: .utf8)
            let source = try String(
                contentsOf: home.folder.appendingPathComponent("Tests/EmbeddingTests/GameViewController.swift"),
                encoding: .utf8)
            #expect(page.contains("```swift\n\(source.trimmingCharacters(in: .newlines))\n```"))
        }

        @Test func aMoveIsInsertedIntoTheConversation() async throws {
            let script = try Catalog(home: home).script("tic-tac-toe")
            let app = try GameApp(script, playing: DisplayToken(shortening: "Ann"))
            GameViewController.app = app
            let conversation = MSConversation()
            let controller = GameViewController()
            controller.activeConversation = conversation
            controller.willBecomeActive(with: conversation)
            controller.didBecomeActive(with: conversation)
            controller.viewWillAppear(false)
            controller.viewDidAppear(false)
            controller.touched("start")
            controller.touched("b2")
            let message = try #require(conversation.inserted.last)
            let url = try #require(message.url?.absoluteString)
            #expect(try Carrier().envelope(from: url).signedLog.log.plies.count == 1)
            #expect((message.layout as? MSMessageTemplateLayout)?.caption?.hasSuffix("played b2") == true)
            controller.willResignActive(with: conversation)
            controller.didResignActive(with: conversation)
        }
    }
#endif
