"""The look of the pages on phones and desktops, light and dark; the findings of axe; the page of a message."""

import json
import os
import subprocess

from playwright.sync_api import expect

from house import ROOT
from windows import DESK, PHONE, SMALL, Table


def message(moves=("b2", "a3", "c3"), game="tic-tac-toe"):
    """Returns the url of a message, made by `parlor drive`; None if the program isn't built."""
    programs = [os.environ.get("PARLOR", ""), ROOT / ".build/debug/parlor", ROOT / ".build/release/parlor"]
    program = next((program for program in programs if program and os.path.exists(program)), None)
    if program is None:
        return None
    lines = [{"id": 1, "op": "open", "game": game, "seed": 7}]
    lines += [{"id": 2, "op": "play", "match": 1, "seat": 1 + index % 2, "move": move} for index, move in enumerate(moves)]
    lines += [{"id": 3, "op": "message", "match": 1, "seat": 1 + (len(moves) - 1) % 2}]
    told = subprocess.run(
        [str(program), "drive"], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, timeout=30,
        env={**os.environ, "PARLOR_HOME": str(ROOT)}, check=True).stdout.splitlines()
    return json.loads(told[-1])["ok"]["url"]


class Looks(Table):
    looks = [(PHONE, "360"), (DESK, "1280")]

    def look(self, page, stage, whole=False, checked=("light", "dark")):
        """Takes pictures of a page in all its looks, and lets axe check the page on a phone in the colour schemes `checked`."""
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for size, width in self.looks:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate("scrollTo(0, 0)")
                self.shot(page, f"{stage}-{width}-{scheme}", settled=scheme)
                if size is PHONE and scheme in checked:
                    self.assert_accessible(page, f"{stage}, {scheme}")
                    if whole:
                        self.shot(page, f"{stage}-whole-{width}-{scheme}", full=True)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def test_pages_in_light_and_dark(self):
        ann, bob = self.window(), self.window()
        ann.goto("/")
        expect(ann.locator(".game").first).to_be_visible()
        self.look(ann, "lobby", whole=True)
        ann.locator("[data-game=battleship]").click()
        expect(ann.locator("#open-match form")).to_be_visible()
        self.look(ann, "sheet", checked=("dark",))
        address = self.open_match(ann, "connect-four", "Ann")
        self.look(ann, "waiting", checked=("light",))
        self.join(bob, address, "Bob")
        for _ in range(3):
            self.type(ann, "1")
            self.type(bob, "7")
        self.yours(ann)
        ann.locator('[data-play="1"]').first.click()
        expect(ann.get_by_role("button", name="Play 1", exact=True)).to_be_visible()
        self.look(ann, "chosen")
        expect(ann.get_by_role("button", name="Play 1", exact=True)).to_be_visible()  # a change of the theme doesn't undo the choice
        ann.get_by_role("button", name="Play 1", exact=True).click()
        expect(ann.locator("#ending")).to_be_visible()
        self.look(ann, "over", whole=True)

    def test_axe_finds_what_is_wrong(self):
        page = self.window()
        page.goto("/chain")
        page.evaluate("document.body.append(document.createElement('img'), document.createElement('button'))")
        with self.assertRaisesRegex(AssertionError, "image-alt"):
            self.assert_accessible(page, "a page with an image that has no words")

    def test_a_fleet_is_hidden_on_a_phone(self):
        for size, width in [(PHONE, "360"), (DESK, "1280")]:
            ann = self.window(size)
            self.open_match(ann, "battleship", "Ann", whom="Bots")
            self.yours(ann)
            self.shot(ann, f"fleet-{width}-light")
            smallest = ann.locator("#picture").evaluate("picture => picture.narrowest")
            self.assertGreaterEqual(smallest, 23.5, "large enough for a finger")
            if size is PHONE:
                self.assert_accessible(ann, "two boards")

    def test_small_cells_can_be_made_larger(self):
        ann = self.window((280, 560))
        self.open_match(ann, "battleship", "Ann", whom="Bots")
        self.yours(ann)
        ann.get_by_role("button", name="Larger board").click()
        self.assertGreater(ann.locator("#picture").evaluate("picture => picture.narrowest"), 35)
        self.assert_no_wider_than_the_screen(ann, "a larger board")
        self.tap(ann, ann.locator("[data-play]").last.get_attribute("data-play"))

    def test_every_game_can_be_tapped_on_the_narrowest_screen(self):
        ann = self.window(SMALL)
        ann.goto("/")
        expect(ann.locator(".game").first).to_be_visible()
        self.assert_no_wider_than_the_screen(ann, "the lobby")
        games = ann.request.get("/games").json()["games"]
        for game in games:
            with self.subTest(game=game["id"]):
                self.open_match(ann, game["id"], "Ann", whom="Bots" if game["seats"]["max"] > 1 else None)
                expect(ann.locator("#picture svg")).to_be_visible()
                self.assert_no_wider_than_the_screen(ann, game["id"])
                self.yours(ann)
                self.shot(ann, f"game-{game['id']}-320-light", full=True)
                self.assertGreater(ann.locator("[data-play], [data-move], #dock .help button").count(), 0, game["id"])
                if game["id"] in ("chain", "crazy-eights", "rock-paper-scissors"):  # games with fields, cards and buttons; other tests check boards
                    self.assert_accessible(ann, game["id"])

    def test_the_page_of_a_message(self):
        url = message()
        if url is None:
            self.skipTest("parlor isn't built: no message to look at")
        payload = url.partition("#")[2]
        page = self.window()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/tic-tac-toe#{payload}")
        expect(page.locator("#shown")).to_be_visible()
        expect(page.locator("#title")).to_have_text("Tic-Tac-Toe")
        expect(page.locator("#picture svg")).to_be_visible()
        self.assertIn("b2", page.locator("#words").text_content())
        expect(page.locator("#verified")).to_contain_text("valid")
        self.assertFalse(any(payload[:40] in address.partition("#")[0] for address in asked), "the payload is in no address")
        self.look(page, "message")
        narrow = self.window(SMALL)
        narrow.goto(f"/tic-tac-toe#{payload}")
        expect(narrow.locator("#shown")).to_be_visible()
        self.assert_no_wider_than_the_screen(narrow, "a message")

    def test_a_message_that_is_cut_off_is_refused_in_words(self):
        page = self.window()
        page.goto("/tic-tac-toe#AAAA")
        expect(page.locator("#problem")).not_to_be_empty()
        self.assertRegex(page.locator("#problem").inner_text(), r"[.!?]$")
        self.assert_accessible(page, "a message that is cut off")
        page.goto("/tic-tac-toe")
        expect(page.get_by_label("Link of a message")).to_be_visible()

    def test_a_match_that_is_not_there(self):
        self.expected = ["status of 404"]
        page = self.window()
        page.goto("/m/aaaaaaaaaaaaaaaaaaaa")
        expect(page.get_by_role("link", name="To the games")).to_be_visible()
        self.assertRegex(page.locator("#status").inner_text(), r"[.!?]$")
        self.assert_accessible(page, "no match")

    def test_high_contrast_and_forced_colours(self):
        for name, media in (("contrast", {"contrast": "more"}), ("forced", {"forced_colors": "active"})):
            ann = self.window()
            ann.emulate_media(**media)
            self.open_match(ann, "tic-tac-toe", "Ann", whom="Bots")
            self.yours(ann)
            self.cell(ann, "b2").click()
            expect(ann.get_by_role("button", name="Play b2", exact=True)).to_be_visible()
            self.shot(ann, f"chosen-360-{name}")
            self.assert_accessible(ann, name)

    def test_what_a_screen_reader_finds(self):
        ann = self.window()
        self.open_match(ann, "tic-tac-toe", "Ann", whom="Bots")
        self.tap(ann, "b2")
        self.yours(ann)
        board = ann.get_by_role("group", name="Tic-Tac-Toe, the board").get_by_role("grid", name="Board")
        self.assertEqual(board.get_by_role("row").count(), 3)
        expect(board.get_by_role("gridcell", name="b2: X")).to_have_count(1)
        expect(board.get_by_role("gridcell", name="last move")).to_have_count(1)
        expect(ann.get_by_role("status").first).to_contain_text("Your turn")
        expect(ann.get_by_role("heading", level=1)).to_have_text("Tic-Tac-Toe")
        for name in ("Players", "What has happened", "Say something", "This match"):
            expect(ann.get_by_role("region", name=name).first).to_be_visible()
