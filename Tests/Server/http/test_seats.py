"""Seats: tokens, cookies, and requests from pages of other sites."""

from client import Seat, ServerTest, ask, get, joined, nonce, opened, pair, post
from servers import Server


class Tokens(ServerTest):
    def test_a_cookie_no_script_reads_and_no_other_site_sends(self):
        answer = post(self.server, "/matches", game="tic-tac-toe")
        cookie = answer.headers["Set-Cookie"]
        parts = [part.strip() for part in cookie.split(";")]
        self.assertEqual(parts[0], f"parlor-{answer.json['match']}={answer.json['token']}")
        self.assertLessEqual({"HttpOnly", "SameSite=Strict", "Path=/"}, set(parts))
        self.assertNotIn("Secure", parts)
        self.assertFalse([part for part in parts if part.startswith("Domain")])
        view = get(self.server, f"/matches/{answer.json['match']}", headers={"Cookie": f"a=b; {parts[0]}; c=d"})
        self.assertEqual(view.json["you"], 1)

    def test_secure_under_https(self):
        with Server("--origin", "https://games.example") as server:
            answer = post(server, "/matches", game="tic-tac-toe", headers={"Origin": "https://games.example"})
            self.assertIn("Secure", answer.headers["Set-Cookie"])
            self.assertIn("max-age", answer.headers["Strict-Transport-Security"])
            self.refused(post(server, "/matches", game="tic-tac-toe", headers={"Origin": f"http://127.0.0.1:{server.port}"}), 403, "bad_request")

    def test_other_tokens_are_nobodys(self):
        ann, bob = self.pair()
        cat, _ = self.pair()
        path = f"/matches/{ann.match}/moves"
        forged = ann.token[:-1] + ("A" if ann.token[-1] != "A" else "B")
        for token in (cat.token, forged, "A" * 43, "x", "", ann.token + "A", ann.token[:-1], ann.match, "..%2f", "é" * 21):
            with self.subTest(token):
                self.refused(ask(self.server, "POST", path, {"nonce": nonce(), "move": "b2"}, headers={"Authorization": f"Bearer {token}".encode()}), 403, "no_seat")
                view = ask(self.server, "GET", f"/matches/{ann.match}", headers={"Authorization": f"Bearer {token}".encode()}).json
                self.assertNotIn("you", view)
        for what in ("bots", "leave", "say", "rematch"):
            self.refused(post(self.server, f"/matches/{ann.match}/{what}", cat.token, **({"phrase": "hello"} if what == "say" else {})), 403, "no_seat")
        self.assertEqual(bob.view()["number"], 3)
        self.refused(bob.move("b2"), 409, "not_your_turn")

    def test_a_nonce_of_another_isnt_a_seat(self):
        ann, bob = self.pair()
        same = nonce()
        ann.move("b2", fields={"nonce": same})
        # a request that is repeated without the seat's token gets no more than a spectator's view
        answer = post(self.server, f"/matches/{ann.match}/moves", move="a1", fields={"nonce": same})
        if answer.status == 200:
            self.assertNotIn("you", answer.json)
        self.assertEqual(ann.view()["ply"], 1)

    def test_whoever_has_a_seat_gets_it_again(self):
        ann, bob = self.pair()
        again = post(self.server, f"/matches/{ann.match}/join", bob.token, name="Somebody")
        self.assertEqual((again.status, again.json["seat"], again.json["token"]), (200, 2, bob.token))

    def test_who_stands_up_is_gone_and_the_seat_free(self):
        ann = opened(self.server, "battleship")
        left = ann.act("leave")
        self.assertEqual((left.status, left.json["phase"]), (200, "closed"))
        self.refused(post(self.server, f"/matches/{ann.match}/join"), 409, "over")
        self.refused(ann.act("say", phrase="hello"), 403, "no_seat")

    def test_many_cookies_dont_pile_up(self):
        jar = {}
        for number in range(75):
            header = "; ".join(f"{name}={value}" for name, value in jar.items())
            answer = post(self.server, "/matches", game="tic-tac-toe", headers={"Cookie": header} if header else {})
            self.assertEqual(answer.status, 201)
            for cookie in answer.headers.get_all("Set-Cookie"):
                name, value = cookie.split(";")[0].split("=", 1)
                if "Max-Age=0" in cookie:
                    self.assertEqual(name, next(iter(jar)), "the oldest goes first")
                    jar.pop(name)
                else:
                    jar[name] = value
            newest = f"parlor-{answer.json['match']}"
            self.assertIn(newest, jar)
        self.assertEqual(len(jar), 60)
        self.assertLess(len("; ".join(f"{name}={value}" for name, value in jar.items())), 6000)


class OtherSites(ServerTest):
    def test_pages_of_other_sites_change_nothing(self):
        own = f"http://127.0.0.1:{self.server.port}"
        ann = opened(self.server)
        for origin in ("https://evil.example", "null", own + ".evil.example", f"http://127.0.0.1:{self.server.port + 1}", "file://", own + "/", "http://127.0.0.1"):
            for path in ("/matches", "/quick", f"/matches/{ann.match}/join", f"/matches/{ann.match}/leave", "/show"):
                answer = post(self.server, path, ann.token, game="tic-tac-toe", headers={"Origin": origin})
                self.refused(answer, 403, "bad_request")
        self.assertEqual(post(self.server, "/matches", game="tic-tac-toe", headers={"Origin": own}).status, 201)

    def test_no_answer_may_be_read_or_framed_by_another_site(self):
        ann = opened(self.server)
        for path in ("/", f"/matches/{ann.match}", "/lobby", "/nothing/here", f"/m/{ann.match}", "/web/style.css", "/openapi.json"):
            headers = self.get(path, headers={"Origin": "https://evil.example"}).headers
            self.assertIsNone(headers["Access-Control-Allow-Origin"])
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            self.assertIn("default-src 'self'", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")

    def test_a_preflight_is_allowed_nothing(self):
        answer = self.ask("OPTIONS", "/matches", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"})
        self.assertGreaterEqual(answer.status, 400)
        self.assertIsNone(answer.headers["Access-Control-Allow-Origin"])
