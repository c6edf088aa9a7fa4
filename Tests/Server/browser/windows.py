"""Windows of a browser, and what people do in them."""

import os
import pathlib
import re
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from house import ROOT, House

PHONE, SMALL, DESK = (360, 740), (320, 568), (1280, 800)
SHOTS = pathlib.Path(os.environ.get("PARLOR_SHOTS", ROOT / ".build/shots"))
expect.set_options(timeout=15000)

# All test modules share one browser and one server, because starting them takes most of the time.
shared = {}


def browser():
    if "browser" not in shared:
        shared["playwright"] = sync_playwright().start()
        shared["browser"] = shared["playwright"].chromium.launch(
            executable_path=os.environ.get("PARLOR_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        shared["house"] = House()
    return shared["browser"]


def close():
    """Ends the browser and the server."""
    if "browser" in shared:
        shared.pop("browser").close()
        shared.pop("playwright").stop()
        shared.pop("house").close()


class Table(unittest.TestCase):
    """A test with windows. It fails if a page writes an error to its console, unless the test has stated that it expects the error."""

    def setUp(self):
        browser()
        self.house = shared["house"]
        self.contexts, self.problems, self.expected = [], [], []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        if self.house.process.poll() is not None:
            died = self.house.said()
            self.house.start()
            self.fail(f"the server died: {died}")
        surprising = [text for text in self.problems if not any(re.search(known, text) for known in self.expected)]
        self.assertEqual(surprising, [], "errors in the console")

    def window(self, size=PHONE, scheme="light", **more):
        """Returns a window of another person, with cookies of its own."""
        context = browser().new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=size[0] < 500, base_url=self.house.address,
            **{"service_workers": "block", "reduced_motion": "reduce", **more})
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        return page

    # Actions of people

    def open_match(self, page, game, name=None, whom=None, options=(), boxes=()):
        """Opens a match with the sheet of the lobby. Returns the address of the match."""
        page.goto("/")
        page.locator(f"[data-game={game}]").click()
        sheet = page.locator("#open-match")
        if name:
            sheet.get_by_label("Your name").fill(name)
        if whom:
            sheet.get_by_label(whom, exact=True).check()
        for label, value in options:
            sheet.get_by_label(label, exact=True).select_option(value)
        for label in boxes:
            sheet.get_by_label(label, exact=True).check()
        sheet.get_by_role("button", name="Open the match").click()
        page.wait_for_url("**/m/*")
        expect(page.locator("#connection")).to_have_text("Connected")
        return page.url

    def join(self, page, address, name):
        page.goto(address)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.locator("#join-name")).to_have_count(0)

    def pair(self, game="tic-tac-toe", **more):
        """Returns two windows with a match between them, and the address of the match."""
        ann, bob = self.window(), self.window(DESK, "dark")
        address = self.open_match(ann, game, "Ann", **more)
        self.join(bob, address, "Bob")
        self.yours(ann)
        expect(bob.locator("#connection")).to_have_text("Connected")
        return ann, bob, address

    def yours(self, page):
        expect(page.locator("#status")).to_have_class(re.compile("yours"))

    def tap(self, page, text):
        """Taps the part of the page that plays a move, given as a text, and sends the move."""
        self.yours(page)
        page.locator(f'[data-play="{text}"]').first.click()
        page.get_by_role("button", name=f"Play {text}", exact=True).click()

    def type(self, page, text):
        self.yours(page)
        page.locator("#move").fill(text)
        page.locator("#move").press("Enter")

    def cell(self, page, name):
        return page.locator(f'[data-cell="{name}"]').first

    # Checks

    def shot(self, page, name, full=False, settled=None):
        """Takes a picture of a page. If `settled` is given, waits until the server's drawings are in this colour scheme."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        if settled and page.locator("#picture svg").count():
            page.wait_for_function(
                "paper => document.querySelector('#picture svg rect')?.getAttribute('fill') === paper",
                arg={"light": "#ffffff", "dark": "#15191f"}[settled])
        page.wait_for_function(
            "() => [...document.images].every(image => image.naturalWidth > 0 || image.getBoundingClientRect().top > innerHeight)")
        page.screenshot(path=SHOTS / f"{name}.png", full_page=full)

    def assert_accessible(self, page, what):
        """Checks that axe finds nothing serious or critical, by the rules of WCAG 2.2 AA."""
        found = Axe().run(page, options={
            "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]})
        serious = [
            f"{fault['id']} ({fault['impact']}): " + "; ".join(node["html"][:160] for node in fault["nodes"][:3])
            for fault in found.response["violations"] if fault["impact"] in ("serious", "critical")
        ]
        self.assertEqual(serious, [], what)

    def assert_no_wider_than_the_screen(self, page, what):
        wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        self.assertLessEqual(wide, screen, what)
