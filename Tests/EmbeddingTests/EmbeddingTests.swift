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
            for name in ["GameViewController", "KeptApp"] {
                let file = home.folder.appendingPathComponent("Tests/EmbeddingTests/\(name).swift")
                let source = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
                #expect(page.contains("```swift\n\(source)\n```"), "\(name)")
            }
        }

        @Test func aKeptAppGoesOn() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let script = try Catalog(home: home).script("tic-tac-toe")
            GameViewController.app = try app(of: script, in: folder)
            let controller = GameViewController()
            controller.activeConversation = MSConversation()
            controller.willBecomeActive(with: MSConversation())
            controller.didBecomeActive(with: MSConversation())
            controller.touched("start")
            let matches = try #require(GameViewController.app).table.records.keys
            #expect(matches.count == 1)
            GameViewController.app = nil
            #expect(try app(of: script, in: folder).table.records.keys == matches)
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
