"""Servers that are killed, connections that are cut, answers that are lost."""

import re
import time

from playwright.sync_api import expect

from house import ROOT
from windows import Table


class Network(Table):
    def test_a_server_that_is_killed_comes_back_and_the_game_goes_on(self):
        self.expected = ["ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE",
                         "ERR_SOCKET_NOT_CONNECTED"]
        ann, bob, _ = self.pair()
        self.tap(ann, "b2")
        self.yours(bob)
        self.house.kill()
        for page in (ann, bob):
            expect(page.locator("#connection")).to_have_text("Reconnecting …")
        # a move that is played meanwhile is sent again until the server has it
        self.cell(bob, "a1").click()
        bob.get_by_role("button", name="Play a1", exact=True).click()
        expect(bob.locator("#dock")).to_contain_text("Trying again")
        begun = time.monotonic()
        self.house.start()
        for page in (ann, bob):
            expect(page.locator("#connection")).to_have_text("Connected", timeout=15000)
            expect(page.locator("#log")).to_contain_text("a1")
        self.assertLess(time.monotonic() - begun, 15)
        self.assertEqual(ann.locator("#log li", has_text="a1").count(), 1)
        self.tap(ann, "c3")
        self.tap(bob, "c1")
        self.tap(ann, "a3")
        self.yours(bob)

    def test_a_page_that_isnt_there_and_a_server_that_isnt(self):
        self.expected = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"]
        page = self.window()
        page.goto("/nothing")
        expect(page.locator("#problem")).to_contain_text("There is no page “nothing” here.")
        page.goto("/pig")
        expect(page.locator("#title")).to_have_text("Pig")
        expect(page.locator("#problem")).to_be_empty()
        page.goto("/")
        expect(page.locator("[data-game=pig]")).to_be_visible()
        expect(page.locator("#running")).to_contain_text("under way.")
        self.house.kill()
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("#problem")).to_contain_text("can’t be reached")
        expect(page.locator("#none-open")).to_be_hidden()
        self.house.start()

    def test_many_tabs_of_one_browser(self):
        """A browser opens only six connections to a site. Hidden tabs leave the connections to the visible tab, but still get new events."""
        ann, bob, address = self.pair()
        hide = """seen => {
          Object.defineProperty(document, 'hidden', {configurable: true, get: () => !seen});
          document.dispatchEvent(new Event('visibilitychange'));
        }"""
        tabs = []
        for _ in range(7):
            tab = ann.context.new_page()
            tab.add_init_script("Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})")
            tab.goto(address)
            expect(tab.locator("#connection")).to_have_text("Connected")
            tabs.append(tab)
        # a tab that was visible and is hidden now
        ann.evaluate(hide, False)
        last = ann.context.new_page()
        last.goto(address)
        expect(last.locator("#connection")).to_have_text("Connected")
        self.tap(last, "b2")
        self.tap(bob, "a1")
        self.yours(last)
        tabs[0].evaluate(hide, True)
        expect(tabs[0].locator("#log")).to_contain_text("a1")
        ann.evaluate(hide, True)
        expect(ann.locator("#log")).to_contain_text("a1")

    def test_a_move_whose_answer_was_lost_is_played_once(self):
        self.expected = ["ERR_FAILED", "ERR_CONNECTION_RESET"]
        ann, bob, _ = self.pair()
        lost = []

        def lose(route):
            if not lost:
                lost.append(route.request.post_data_json["nonce"])
                route.fetch()  # the server gets the request, but the page gets no answer
                route.abort("connectionreset")
            else:
                lost.append(route.request.post_data_json["nonce"])
                route.continue_()

        ann.route("**/moves*", lose)
        self.tap(ann, "b2")
        self.yours(bob)
        expect(ann.locator("#dock .problem")).to_be_empty()
        ann.wait_for_timeout(900)
        self.assertEqual(len(set(lost)), 1, "one nonce for one move")
        self.assertEqual(len(lost), 2)
        self.assertEqual(bob.locator("#log li", has_text="b2").count(), 1)

    def test_a_slow_answer_stops_nobody(self):
        ann, bob, _ = self.pair()
        held = []
        ann.route("**/moves*", lambda route: held.append((route, route.fetch())))
        self.cell(ann, "b2").click()
        ann.get_by_role("button", name="Play b2", exact=True).click()
        self.type(bob, "a1")
        self.yours(ann)  # the events came before the answer
        self.cell(ann, "c3").click()
        expect(ann.get_by_role("button", name="Play c3", exact=True)).to_be_visible()
        route, answer = held[0]
        route.fulfill(response=answer)
        ann.wait_for_timeout(200)
        ann.unroute("**/moves*")
        ann.get_by_role("button", name="Play c3", exact=True).click()
        self.yours(bob)
        expect(bob.locator("#log")).to_contain_text("c3")

    def test_a_change_of_theme_brings_another_picture(self):
        ann, _, _ = self.pair()
        light = ann.locator("#picture svg").evaluate("svg => svg.outerHTML")
        ann.emulate_media(color_scheme="dark")
        ann.wait_for_function("light => document.querySelector('#picture svg').outerHTML !== light", arg=light)
        self.tap(ann, "b2")
        self.assertIn("#15191f", ann.locator("#picture svg").evaluate("svg => svg.outerHTML"))

    def test_the_shell_is_whole(self):
        files = set(re.findall(r"'(/[^']*)'", (ROOT / "server/web/worker.js").read_text().partition("const files")[2].partition("];")[0]))
        scripts = {f"/web/js/{file.name}" for file in (ROOT / "server/web/js").iterdir()}
        self.assertEqual({file for file in files if file.startswith("/web/js/")}, scripts)
        page = self.window()
        for file in sorted(files):
            answer = page.request.get(file)
            self.assertEqual(answer.status, 200, file)
            self.assertIn("default-src 'self'", answer.headers["content-security-policy"])

    def test_the_shell_opens_without_a_server(self):
        self.expected = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED"]
        ann = self.window(service_workers="allow")
        ann.goto("/")
        ann.evaluate("navigator.serviceWorker.ready.then(() => true)")
        ann.reload()
        expect(ann.locator("[data-game=tic-tac-toe]")).to_be_visible()
        self.assertEqual(
            ann.evaluate("caches.keys().then(keys => Promise.all(keys.map(key => caches.open(key).then(cache => cache.keys()))))"
                         ".then(all => all.flat().map(request => new URL(request.url).pathname)"
                         ".filter(path => path.startsWith('/match') || path.startsWith('/m/') || path === '/lobby'))"),
            [], "no match is kept")
        ann.context.set_offline(True)
        ann.reload()
        expect(ann.get_by_role("heading", name="What shall we play?")).to_be_visible()
        expect(ann.locator("#problem")).to_contain_text("can’t be reached")
        ann.context.set_offline(False)
        expect(ann.locator("[data-game=tic-tac-toe]")).to_be_visible(timeout=12000)
