"""Taps, keys and typed moves."""

import re

from playwright.sync_api import expect

from windows import Table


class Hands(Table):
    def test_a_tap_can_be_undone_before_it_is_sent(self):
        ann, bob, _ = self.pair()
        sent = []
        ann.on("request", lambda request: sent.append(request.url) if request.url.endswith("moves") or "/moves?" in request.url else None)
        self.cell(ann, "b2").click()
        expect(ann.get_by_role("button", name="Play b2", exact=True)).to_be_visible()
        expect(self.cell(ann, "b2")).to_have_attribute("aria-selected", "true")
        ann.get_by_role("button", name="Undo").click()
        expect(ann.get_by_role("button", name="Undo")).to_be_hidden()
        expect(self.cell(ann, "b2")).to_have_attribute("aria-selected", "false")
        self.cell(ann, "a1").click()
        self.cell(ann, "c3").click()  # replaces the chosen move
        expect(ann.get_by_role("button", name="Play c3", exact=True)).to_be_visible()
        ann.keyboard.press("Escape")
        expect(ann.get_by_role("button", name="Undo")).to_be_hidden()
        self.assertEqual(sent, [])
        self.cell(ann, "c3").click()
        self.cell(ann, "c3").click()  # the second tap sends
        self.yours(bob)
        self.assertEqual(len(sent), 1)

    def test_taps_are_sent_at_once_where_that_is_wanted(self):
        ann, bob, _ = self.pair()
        ann.get_by_label("Send a tap at once, without asking").check()
        self.cell(ann, "b2").tap()  # with a finger
        self.yours(bob)
        ann.reload()
        expect(ann.get_by_label("Send a tap at once, without asking")).to_be_checked()

    def test_a_game_by_keyboard_alone(self):
        ann, bob, _ = self.pair()
        ann.locator("body").press("Tab")
        for _ in range(20):
            if ann.evaluate("document.activeElement.dataset.cell"):
                break
            ann.keyboard.press("Tab")
        self.assertEqual(ann.evaluate("document.activeElement.dataset.cell"), "a3", "the first that can be played")

        def where():
            return ann.evaluate("document.activeElement.dataset.cell")

        def go(*keys):
            for key in keys:
                ann.keyboard.press(key)

        go("ArrowRight", "ArrowDown")
        self.assertEqual(where(), "b2")
        go("ArrowUp", "ArrowUp", "End", "PageDown")
        self.assertEqual(where(), "c1")
        go("Home", "ArrowUp", "ArrowRight", "Enter")
        expect(ann.locator("#said")).to_contain_text("b2 chosen")
        go("Escape")
        expect(ann.get_by_role("button", name="Undo")).to_be_hidden()
        go(" ", "Enter")
        self.type(bob, "a1")
        self.yours(ann)
        self.assertEqual(where(), "b2", "the keyboard stays where it was")
        go("Enter")
        expect(ann.locator("#said")).to_contain_text("you can’t play that now")
        go("ArrowUp", "Enter", "Enter")
        self.type(bob, "a3")
        self.yours(ann)
        go("ArrowDown", "ArrowDown")
        self.assertEqual(where(), "b1")
        go("Enter", "Enter")
        expect(ann.locator("#ending")).to_be_visible()
        expect(ann.locator("#status")).to_contain_text("Ann")

    def test_typed_moves_and_what_is_wrong_with_them(self):
        self.expected = ["status of 4(09|22|00)"]
        ann, bob, _ = self.pair()
        self.type(ann, "z9")
        expect(ann.locator("#dock .problem")).not_to_be_empty()
        sentence = ann.locator("#dock .problem").inner_text()
        self.assertRegex(sentence, r"[.!?]$")
        self.type(ann, "b2")
        self.yours(bob)
        expect(ann.locator("#dock .problem")).to_be_empty()
        expect(ann.locator("#move")).to_have_value("")
        ann.locator("#move").fill("a1")
        ann.locator("#move").press("Enter")
        expect(ann.locator("#dock .problem")).to_contain_text("turn")
        self.assertEqual(ann.locator("#log").inner_text().count("a1"), 0)

    def test_moves_with_words_of_ones_own(self):
        self.expected = ["status of 422"]
        ann, bob, _ = self.pair("chain")
        field = ann.locator("[data-input=say]")
        expect(field).to_have_attribute("role", "button")
        field.focus()
        ann.keyboard.press("Enter")
        expect(ann.locator("#move")).to_be_focused()
        expect(ann.locator("#move")).to_have_value("say ")
        ann.keyboard.type("cat")
        ann.keyboard.press("Enter")
        self.yours(bob)
        expect(bob.locator("#words")).to_contain_text("cat")
        bob.locator("#dock").get_by_role("button", name="say …").click()
        bob.keyboard.type("dog")
        bob.keyboard.press("Enter")
        expect(bob.locator("#dock .problem")).to_contain_text("begins with 't'")
        expect(bob.locator("#move")).to_have_value("say dog")  # to be corrected
        self.tap(bob, "pass")
        expect(ann.locator("#ending")).to_be_visible()
        expect(ann.locator("[data-input][role=button]")).to_have_count(0)

    def test_a_clock_shows_how_long_a_turn_may_take(self):
        ann = self.window()
        self.open_match(ann, "battleship", "Ann", whom="Bots", options=[("Time for a turn", "60"), ("Size", "8")], boxes=["Salvo"])
        expect(ann.locator("#clock")).to_have_text(re.compile(r"^(1:00|0:\d\d) left$"))

    def test_names_are_never_read_as_html(self):
        ann, bob = self.window(), self.window()
        hostile = "<img src=x onerror=alert(1)>"
        address = self.open_match(ann, "tic-tac-toe", hostile)
        self.join(bob, address, "Bob & <b>Co</b>")
        self.yours(ann)
        expect(bob.locator("#players")).to_contain_text("<img")
        for page in (ann, bob):
            self.assertEqual(page.locator("main img[src=x], #players b, #log b").count(), 0)

    def test_a_drawing_can_do_nothing(self):
        self.expected = ["Content Security Policy"]  # the policy blocks it even while the document is parsed
        page = self.window()
        page.goto("/")
        left = page.evaluate("""async () => {
          await import('/web/js/picture.js');
          const picture = document.body.appendChild(document.createElement('parlor-picture'));
          picture.draw(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x()" viewBox="0 0 9 9">
            <script>x()</script><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject><style>*{}</style>
            <a href="https://elsewhere.example/"><text>x</text></a><use href="#y"/><animate attributeName="x"/>
            <image href="https://elsewhere.example/a.png" xlink:href="javascript:x()"/><image href="data:image/png;base64,AA=="/>
            <g style="color:red" onclick="x()" data-play="b2" role="button"><rect width="3" height="3"/></g></svg>`,
            {label: 'x', isTouchable: true});
          return picture.innerHTML;
        }""")
        for word in ("script", "foreign", "style", "<a", "use", "animate", "elsewhere", "onload", "onclick", "javascript"):
            self.assertNotIn(word, left)
        self.assertIn("data-play", left)
        self.assertIn("data:image/png", left)

    def test_what_happens_is_said(self):
        ann, bob, _ = self.pair()
        self.tap(ann, "b2")
        expect(bob.locator("#said")).to_have_text(re.compile("b2.*Your turn"))
        expect(bob).to_have_title(re.compile("^● Your turn"))
