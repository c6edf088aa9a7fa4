import Conversations
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import RecordedHosts
import Simulation
import Testing
import Values

/// Hooks see the view and a phone's settings; the rules of a match don't.
@Suite struct AppearanceTests {
    /// Returns hooks that store the appearance in `app.store`, each under its own name.
    private static func recording(_ hooks: String...) -> String {
        let keeping = hooks.map { hook in
            """
            \(hook) = function(app)
              local shown = app.appearance
              app.store.\(hook) = { width = shown.width, height = shown.height, text_scale = shown.text_scale,
                locale = shown.locale, dark = shown.dark, top = shown.safe_area.top, left = shown.safe_area.left,
                bottom = shown.safe_area.bottom, right = shown.safe_area.right }
            end,
            """
        }
        return keeping.joined(separator: "\n")
    }

    private static func seen(_ shown: Appearance) -> Value {
        [
            "width": .int(Int64(shown.width)), "height": .int(Int64(shown.height)),
            "text_scale": .double(shown.textScale), "locale": .string(shown.locale), "dark": .bool(shown.isDark),
            "top": .int(Int64(shown.safeArea.top)), "left": .int(Int64(shown.safeArea.left)),
            "bottom": .int(Int64(shown.safeArea.bottom)), "right": .int(Int64(shown.safeArea.right)),
        ]
    }

    @Test func aHookSeesWhatTheHostGives() throws {
        let host = try RecordedHost(hooked(Self.recording("did_become_active", "did_touch")), person: "Ann")
        let tablet = Appearance(
            width: 1024, height: 1366, safeArea: SafeArea(top: 24, left: 1, bottom: 20, right: 2), textScale: 1.25,
            locale: "de_AT", isDark: true)
        host.appearance = tablet
        host.open()
        #expect(host.app.store.values["did_become_active"] == Self.seen(tablet))
        // between two callbacks the device is rotated, and changes from dark to light
        let turned = Appearance(width: 1366, height: 1024, locale: "de_AT")
        host.appearance = turned
        try host.touch("x")
        #expect(host.app.store.values["did_touch"] == Self.seen(turned))
        #expect(host.app.store.values["did_become_active"] == Self.seen(tablet))
        #expect(host.notices == [])
    }

    @Test func whoDoesNotCareGivesAnOrdinaryPhone() throws {
        let host = try RecordedHost(hooked(Self.recording("did_become_active", "did_transition")), person: "Ann")
        host.open()
        host.change(to: .expanded)
        let phone = DisplaySettings()
        #expect(host.app.store.values["did_become_active"] == Self.seen(phone.appearance(in: .compact)))
        #expect(host.app.store.values["did_transition"] == Self.seen(phone.appearance(in: .expanded)))
        #expect(phone.screen.width == 390 && phone.screen.locale == "en" && !phone.screen.isDark)
    }

    /// Scripts never see invalid numbers or texts of unlimited length.
    @Test func aCarelessHostIsBroughtIntoBounds() throws {
        let host = try RecordedHost(
            hooked(
                """
                did_touch = function(app)
                  local shown = app.appearance
                  for _, length in ipairs { shown.width, shown.height, shown.safe_area.top, shown.safe_area.bottom } do
                    assert(math.type(length) == "integer" and length >= 0 and length <= 10000, length)
                  end
                  assert(shown.text_scale >= 0.5 and shown.text_scale <= 5, shown.text_scale)
                  assert(#shown.locale <= 64 and not shown.locale:find "%c", #shown.locale)
                  app.store.fine = true
                end,
                """), person: "Ann")
        host.appearance = Appearance(
            width: .nan, height: .infinity, safeArea: SafeArea(top: -.infinity, bottom: 1e300), textScale: .nan,
            locale: "\u{1B}[2J" + String(repeating: "x", count: 1_000_000))
        host.open()
        try host.touch("x")
        #expect(host.notices == [] && host.app.store.values["fine"] == true)
    }

    @Test(arguments: ["app.appearance = {}", "app.appearance.dark = true", "app.appearance.safe_area.top = 0"])
    func nobodyWritesToIt(attempt: String) throws {
        let host = try RecordedHost(
            hooked("did_touch = function(app) \(attempt); app.store.written = true end,"), person: "Ann")
        host.open()
        try host.touch("x")
        #expect(host.notices.count == 1 && host.app.store.values["written"] == nil)
    }

    /// The game's hooks and rules share one variable of the file. A hook sets it to the appearance.
    /// The rules would behave differently if the variable were set in their Lua state, too.
    @Test func theRulesOfAMatchDoNotSeeIt() throws {
        let source = """
            local parlor = require "parlor"
            local seen
            return parlor.game {
              title = "Peeking",
              setup = function() return { seen = seen ~= nil } end,
              moves = { add = {
                choices = function() return seen and { 9 } or { 1, 2 } end,
                play = function(state) state.seen = state.seen or seen ~= nil end,
              } },
              view = function(state) return { seen = state.seen } end,
              outcome = function() end,
              on = {
                did_become_active = function(app) seen = app.appearance end,
                did_transition = function() if not seen then error "a hook sees it" end end,
              },
            }
            """
        let library = try ScriptSource(folder: home.sdk)
        let script = try GameScript(GameFolder(id: "peeking", game: source), library: library)
        for appearance in [nil, Appearance(width: 1, height: 1, textScale: 5, locale: "xx", isDark: true)] {
            let host = try RecordedHost(script, person: "Ann")
            host.appearance = appearance
            host.open()
            try host.touch("start")
            let view = try #require(host.app.match(in: host.place), "\(host.notices)")
            #expect(host.app.legalMoves(in: host.place).map(\.text) == ["1", "2"])
            try host.touch("1")
            #expect(host.send() != nil)
            #expect(host.app.match(in: host.place)?.status.ply == 1)
            #expect(
                try host.app.table.reader(of: view.record.id).view(for: 1) == ["seen": false])
            // the script has a `view`, so the host warns that the match relies on both phones
            #expect(host.notices.allSatisfy { $0.hasPrefix("This version trusts both phones") })
        }
    }

    // MARK: The simulated phone

    private func device(_ on: String) throws -> (SimulatedDevice, Room) {
        let room = try Room(["Ann", "Bob"], games: [try hooked(on)])
        return (try room["Ann"], room)
    }

    @Test func thePhoneSaysWhatItsViewsMeasure() throws {
        let (ann, room) = try device(Self.recording("view_did_appear", "will_transition", "did_transition"))
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.perform(.expand, of: "witness", in: room.chat)
        let phone = DisplaySettings()
        let compact = Self.seen(phone.appearance(in: .compact))
        #expect(ann.app(of: "witness")?.store.values["view_did_appear"] == compact)
        #expect(ann.app(of: "witness")?.store.values["will_transition"] == compact)  // the old style
        #expect(ann.app(of: "witness")?.store.values["did_transition"] == Self.seen(phone.screen))
        #expect(ann.notices == [])
    }

    @Test func aChangeIsSeenByTheNextHookAndCallsNone() throws {
        let (ann, room) = try device(Self.recording("did_touch"))
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("x", of: "witness", in: room.chat)
        let light = DisplaySettings().appearance(in: .compact)
        #expect(ann.app(of: "witness")?.store.values["did_touch"] == Self.seen(light))
        let dark = DisplaySettings(locale: "fr", isDark: true, width: 844, height: 390)
        #expect(try ann.events { try ann.perform(.surroundings(dark), of: "witness", in: room.chat) } == [])
        try ann.touch("x", of: "witness", in: room.chat)
        #expect(ann.app(of: "witness")?.store.values["did_touch"] == Self.seen(dark.appearance(in: .compact)))
        // an update of the game doesn't change the phone's settings
        try ann.install(try hooked(Self.recording("did_touch")))
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("x", of: "witness", in: room.chat)
        #expect(ann.app(of: "witness")?.store.values["did_touch"] == Self.seen(dark.appearance(in: .compact)))
    }

    /// A bubble has its maximum size until it has requested another size.
    @Test func aBubbleHasTheSizeThatItAskedFor() throws {
        let (ann, room) = try device(
            """
            did_become_active = function() end, -- its url is no match's
            view_did_appear = function(app) print("appeared " .. app.appearance.width) end,
            content_size_that_fits = function(app, _, max)
              print("asked " .. app.appearance.width .. " of " .. max.width)
              return { width = 120, height = 40 }
            end,
            did_touch = function(app, conversation, deed)
              if deed ~= "live" then
                print("touched " .. app.appearance.width .. " " .. app.appearance.height)
                return
              end
              conversation:insert(parlor.message { url = "?live", session = one,
                layout = parlor.live_layout { alternate = parlor.template_layout { caption = "x" } } })
            end,
            """)
        ann.look(at: room.chat)
        try ann.perform(.openFromDrawer(), of: "witness", in: room.chat)
        try ann.touch("live", of: "witness", in: room.chat)
        try ann.touchDraft("look", of: "witness", in: room.chat)
        try ann.perform(.surroundings(DisplaySettings(maximumWidth: 280)), of: "witness", in: room.chat)
        let phone = ["appeared 390", "appeared 320", "asked 320 of 320", "touched 120 40", "asked 120 of 280"]
        #expect(ann.printedLines == phone)
        #expect(ann.notices == [])
    }
}
