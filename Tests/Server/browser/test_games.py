"""Whole games. Each seat has a window of its own."""

import re
import time

from playwright.sync_api import expect

from windows import DESK, PHONE, Table


class Games(Table):
    def test_tic_tac_toe_in_two_windows_and_a_rematch(self):
        ann, bob, address = self.pair()
        for page, move in ((ann, "b2"), (bob, "a3"), (ann, "c3"), (bob, "a1"), (ann, "a2"), (bob, "c2"), (ann, "b3")):
            self.tap(page, move)
            other = bob if page is ann else ann
            expect(other.locator("#log")).to_contain_text(move)
        self.tap(bob, "b1")
        self.type(ann, "c1")
        for page in (ann, bob):
            expect(page.locator("#ending")).to_be_visible()
            expect(page.locator("#move")).to_be_hidden()
        expect(ann.locator("#status")).to_have_text(bob.locator("#status").inner_text())

        with ann.expect_download() as saved:
            ann.get_by_role("link", name="Save the record").click()
        self.assertIn("b2", open(saved.value.path(), encoding="utf-8").read())

        ann.get_by_role("button", name="Rematch").click()
        ann.wait_for_url(lambda url: url != address)
        expect(ann.get_by_text("kept for those who played before")).to_be_visible()
        expect(ann.get_by_role("button", name="Let a bot take a free seat")).to_have_count(0)
        # the link works like the button of the match before
        self.expected.append("409")
        stranger = self.window()
        for page in (stranger, bob):
            page.goto(ann.url)
            page.get_by_role("button", name="I played before").click()
            if page is stranger:
                expect(page.locator("#dock .problem")).to_contain_text("kept for those who played before")
        expect(bob.locator("#move")).to_be_visible()
        expect(stranger.locator("#dock .problem")).to_be_empty()
        # a problem disappears when the match continues
        waiting = ann
        waiting.locator("#move").fill("a1")
        waiting.locator("#move").press("Enter")
        expect(waiting.locator("#dock .problem")).to_have_text("It isn't your turn.")
        self.tap(bob, "b2")  # in the rematch each player has the next seat
        expect(ann.locator("#log")).to_contain_text("b2")
        expect(waiting.locator("#dock .problem")).to_be_empty()

    def test_battleship_hides_its_fleets(self):
        ann, bob, _ = self.pair("battleship", options=[("Size", "3")])
        spectator = self.window()
        spectator.goto(ann.url)
        for page in (ann, bob):
            for _ in range(2):
                self.yours(page)
                before = page.locator("#log li").count()
                other = bob if page is ann else ann
                held = [watcher.locator('[role=gridcell]:not([aria-label$=": empty"])').count() for watcher in (other, spectator)]
                cell = page.locator('[role=gridcell][data-play]').first
                text = cell.get_attribute("data-play")
                self.tap(page, text)
                expect(page.locator("#log li")).to_have_count(before + 1)
                for watcher, had in zip((other, spectator), held):
                    expect(watcher.locator("#log li")).to_have_count(before + 1)
                    self.assertNotIn(text, watcher.locator("#log li").last.inner_text())
                    shown = watcher.locator('[role=gridcell]:not([aria-label$=": empty"])')
                    self.assertEqual(shown.count(), had, "a ship shows")
            self.tap(page, "ready")
        self.tap(ann, "b2")
        self.play_on(ann, bob)
        self.assertIn("wins", ann.locator("#status").inner_text())

    def play_on(self, *pages, most=80):
        """Taps the first thing that can be tapped, with one tap for each move, until the match is over."""
        for page in pages:
            page.get_by_label("Send a tap at once, without asking").check()
        # a single script finds out whether the window has the turn, and taps
        tap = """() => {
          if (document.body.dataset.phase === 'over') return 'over';
          const node = document.querySelector('[data-play], [data-move]');
          const last = document.querySelector('#log li:last-child')?.value;
          if (!document.querySelector('#status.yours') || document.querySelector('#board.busy') || !node || document.body.dataset.tapped === String(last)) return '';
          document.body.dataset.tapped = last;
          node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
          return 'tapped';
        }"""
        taps, end = 0, time.monotonic() + 60
        while time.monotonic() < end:
            found = [page.evaluate(tap) for page in pages]
            if all(state == "over" for state in found):
                return
            taps += found.count("tapped")
            self.assertLessEqual(taps, most, "it doesn't end")
            if "tapped" not in found:
                pages[0].wait_for_timeout(15)
        said = [page.locator("#status, #dock").all_inner_texts() for page in pages]
        self.fail(f"it took too long after {taps} moves: {said}")

    def test_cards_in_three_windows(self):
        games = [game["id"] for game in self.window().request.get("/games").json()["games"]]
        game = "crazy-eights" if "crazy-eights" in games else "blackjack"
        ann, bob, cleo = self.window(), self.window(DESK), self.window(PHONE, "dark")
        address = self.open_match(ann, game, "Ann", options=[("Seats", "3")])
        self.join(bob, address, "Bob")
        self.join(cleo, address, "Cleo")
        for page in (ann, bob, cleo):
            expect(page.locator("body")).to_have_attribute("data-phase", "playing")
        self.shot(cleo, "hand-360-dark")
        self.shot(bob, "hand-1280-light")
        self.play_on(ann, bob, cleo, most=400)
        for page in (ann, bob, cleo):
            expect(page.locator("#ending")).to_be_visible()

    def test_a_bot_takes_a_seat(self):
        ann = self.window()
        self.open_match(ann, "tic-tac-toe", "Ann", whom="Bots")
        expect(ann.locator("#players")).to_contain_text("bot")
        self.tap(ann, "b2")
        self.yours(ann)  # the bot has answered
        waiting = self.window()
        self.open_match(waiting, "tic-tac-toe", "Dora")
        waiting.get_by_role("button", name="Let a bot take a free seat").click()
        self.yours(waiting)

    def test_a_quick_match_brings_two_together(self):
        ann, bob = self.window(), self.window()
        for page, name in ((ann, "Ann"), (bob, "Bob")):
            page.goto("/")
            page.locator("#quick-name").fill(name)
            expect(page.locator("#quick-game option")).not_to_have_count(1)
            page.locator("#quick-game").select_option("connect-four")
            page.get_by_role("button", name="Find a match").click()
            page.wait_for_url("**/m/*")
        self.assertEqual(ann.url, bob.url)
        self.yours(ann)
        self.tap(ann, "4" if ann.locator('[data-play="4"]').count() else ann.locator("[data-play]").first.get_attribute("data-play"))
        self.yours(bob)

    def test_what_lies_far_down_is_at_hand(self):
        """Tests that a button is offered, although two seas of ten by ten are above it."""
        ann, _, _ = self.pair("battleship")
        button = ann.locator("#dock [data-move=scatter]")
        expect(button).to_have_text("Scatter the rest")
        button.click()
        ann.get_by_role("button", name="Play scatter", exact=True).click()
        expect(ann.locator("#board")).to_contain_text("Afloat: 5 4 3 3 2")

    def test_somebody_joins_from_the_list_and_somebody_resigns(self):
        ann, bob = self.window(), self.window()
        address = self.open_match(ann, "tic-tac-toe", "Ann", whom="Anybody who sees it in the list")
        bob.goto("/")
        bob.locator("#quick-name").fill("Bob")
        bob.locator(f'#open .match-entry:has(a[href="{re.search("/m/.*", address)[0]}"]) button').click()
        bob.wait_for_url(address)
        self.yours(ann)
        bob.get_by_role("button", name="Resign").click()
        bob.get_by_role("button", name="Play on").click()
        self.assertEqual(bob.locator("body").get_attribute("data-phase"), "playing")
        bob.get_by_role("button", name="Resign").click()
        bob.locator("#resign-dialog").get_by_role("button", name="Resign").click()
        for page in (ann, bob):
            expect(page.locator("#ending")).to_be_visible()
            expect(page.locator("#players")).to_contain_text("has resigned")
            expect(page.locator("#status")).to_contain_text("Player 2 resigned.")
        ann.goto("/")
        expect(ann.locator("#mine")).to_contain_text("Tic-Tac-Toe")

    def test_spectators_watch_and_players_talk(self):
        ann, bob, address = self.pair()
        spectator = self.window()
        spectator.goto(address)
        expect(spectator.locator("#watching")).to_be_visible()
        expect(spectator.locator("#move")).to_be_hidden()
        self.assertEqual(spectator.locator("[data-play]").count(), 0)
        self.tap(ann, "b2")
        expect(self.cell(spectator, "b2")).to_have_attribute("aria-label", re.compile("last move"))
        expect(spectator.locator("#said")).to_contain_text("b2")
        bob.get_by_role("button", name="Good move!").click()
        for page in (ann, spectator):
            expect(page.locator("#log")).to_contain_text("Good move!")
