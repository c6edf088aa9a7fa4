import Effort
import Foundation
import Parlor
import Testing

#if !canImport(Messages)
    import MessagesStubs

    /// The adapter of docs/embedding.md, called as the framework would call it.
    @MainActor @Suite struct EmbeddingTests {
        private let home = ParlorHome(
            folder: checkout)

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
            let script = try GameCatalog(home: home).script("tic-tac-toe")
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

        /// The process ends while a move is in the draft field.
        @Test(arguments: [true, false]) func aDraftOutlivesTheProcess(isInserted: Bool) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let script = try GameCatalog(home: home).script("tic-tac-toe")
            let moment = HostContext(
                Conversation(localParticipant: Participant(UUID()), remoteParticipants: [Participant(UUID())]),
                style: .expanded)
            let main = InstanceID(game: script.id, kind: .main, number: 1)
            var url: String?
            do {
                let first = try app(of: script, in: folder)
                #expect(throws: AppError.notLoaded(main)) { try first.act(.begin(), in: main, at: moment) }
                first.deliver(.load, to: main, at: moment)
                #expect(try first.draft(at: moment) == nil)
                #expect(throws: AppError.noMatch) { try first.act(.takeBack, in: main, at: moment) }
                try first.touch("start", in: main, at: moment)
                #expect(throws: AppError.nothingDrafted) { try first.act(.takeBack, in: main, at: moment) }
                try first.touch("b2", in: main, at: moment)
                url = try first.draft(at: moment)?.url
            }
            #expect(url != nil)
            let again = try app(of: script, in: folder)
            again.deliver(.load, to: main, at: moment)
            #expect(again.legalMoves(in: moment.place).isEmpty)
            var inserted: Message?
            try resumeDraft(of: again, in: main, at: moment, insert: isInserted ? { inserted = $0 } : nil)
            #expect(inserted?.url == (isInserted ? url : nil))
            if let inserted {
                #expect(inserted.layout?.template.caption?.hasSuffix("played b2") == true)
                var sent = Message(
                    id: inserted.id, url: inserted.url, session: inserted.session, layout: inserted.layout,
                    senderParticipant: moment.conversation.localParticipant, isPending: false)
                sent.summaryText = inserted.summaryText
                var left = moment
                left.message = sent
                again.deliver(.didStartSending, to: main, at: left)
                #expect(try again.draft(at: moment) == nil)
                #expect(again.match(in: moment.place)?.record.signedLog.log.plies.count == 1)
            } else {
                #expect(try again.draft(at: moment) == nil)
                #expect(again.legalMoves(in: moment.place).count == 9)
            }
        }

        /// Returns a game whose hooks store the properties of the view that they see.
        private func watching() throws -> GameScript {
            let source = """
                local parlor = require "parlor"
                local function keep(app, name)
                  local shown, covered = app.appearance, app.appearance.safe_area
                  app.store[name] = { shown.width, shown.height, covered.top, covered.left, covered.bottom, covered.right,
                    shown.text_scale, shown.locale, shown.dark }
                end
                return parlor.game {
                  title = "Watching", setup = function() return { count = 0 } end,
                  moves = { add = { choices = { 1 }, play = function(state) state.count = state.count + 1 end } },
                  outcome = function(state) if state.count > 9 then return parlor.draw() end end,
                  on = { will_become_active = function(app) keep(app, "early") end,
                    view_did_appear = function(app) keep(app, "shown") end },
                }
                """
            return try GameScript(
                GameFolder(id: "watching", game: source), library: ScriptSource(folder: home.sdk))
        }

        @Test func theViewIsSeenAsItIs() throws {
            let app = try GameApp(watching(), playing: DisplayName(shortening: "Ann"))
            GameViewController.app = app
            let controller = GameViewController()
            controller.willBecomeActive(with: MSConversation())
            controller.didBecomeActive(with: MSConversation())
            let view = UIView()
            view.bounds = CGRect(x: 0, y: 0, width: 390.5, height: 844)
            view.safeAreaInsets = UIEdgeInsets(top: 47, left: 1, bottom: 33.5, right: 2)
            controller.viewIfLoaded = view
            controller.traitCollection = UITraitCollection(
                userInterfaceStyle: .dark, preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
            controller.viewDidAppear(false)
            let locale = Value.string(Locale.current.identifier)
            #expect(app.store.values["early"] == [0, 0, 0, 0, 0, 0, 1.0, locale, false])
            #expect(
                app.store.values["shown"] == [390, 844, 47, 1, 34, 2, .double(Double(53) / 17), locale, true])
        }

        @Test func aMoveIsInsertedIntoTheConversation() async throws {
            let script = try GameCatalog(home: home).script("tic-tac-toe")
            let app = try GameApp(script, playing: DisplayName(shortening: "Ann"))
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
            #expect(try MessageURLCoder().envelope(from: url).signedLog.log.plies.count == 1)
            #expect((message.layout as? MSMessageTemplateLayout)?.caption?.hasSuffix("played b2") == true)
            controller.willResignActive(with: conversation)
            controller.didResignActive(with: conversation)
        }
    }
#endif
