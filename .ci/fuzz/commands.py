"""The other commands, with hostile games, typed lines and broken files."""

import base64

import driving
import games
import mutation
from program import Finding

EVENT = 60.0  # seconds of processor time for a typed line: twice the limit of one event
BUDGET = 25.0  # seconds of processor time for a command that does only a few things


def play_lines(random, slow, watched=False):
    """Returns lines that a stranger may type."""
    words = ["1", "2", "three", "four", "pass", "rock", "paper", "roll", "say a", "count 3", "canaryone", "yes", "no", "start",
             "log", "url", "stats", "moves", "rules", "help", "phones", "as Bob", "as Ann", "as Nobody", "resign", "claim",
             "again", "new", "join", "bet 20 on Ann", "bet 9223372036854775807 draw", "bet -1 seat 99", "bets", "kill",
             "kill bubble1", "text hello \x1b[2J", "sticker x", "drop", "delay 5m", "duplicate", "reorder", "partition", "heal",
             "offline", "online", "time +5m", "time +99999999999999999d", "time +1000000d", "receive", "tap",
             "tap 9223372036854775807", "tap 2", "open", "expand", "compact", "send", "cancel", "dismiss", "close", "\0", "\xff",
             "x" * 3000, "/", "::", "memory", "theirs", "install", "log all", "tap draft 1", "as Cai", "as Dan", "time +2m",
             "drop", "go"]
    head = random.choice([["open", "start", "1", "send"], ["start", "1"], ["1", "1"], ["start"]]) if slow else ["1"]
    if watched and random.random() < 0.6:  # a person without a seat bets, and a move includes the bet
        head = ["as Cai", f"bet {random.choice([20, 100, 101])} on {random.choice(['Ann', 'seat 2', 'draw'])}", "as Ann",
                "1", "bets"]
    return head + [random.choice(words) for _ in range(random.choice([3, 8, 15]))]


# Options for the people at the match, their devices and the network.
TABLES = [["--turn-limit", "60"], ["--turn-limit", "0"], ["--profile", "documented"], ["--without", "Bob"], ["--desktop", "Bob"],
          ["--bot", "2=random"], ["--bot", "1=random", "--bot", "2=random"], ["--words"], ["--ascii"],
          ["--turn-limit", "9223372036854775807"], ["--turn-limit", "1e300"], ["--bot", "99=random"], ["--without", "Ann"]]


def hot_lines(random):
    words = ["1", "2", "three", "pass", "rock", "roll", "say a", "count 3", "canaryone", "yes", "/moves", "/board", "/rules",
             "/undo", "/undo 9223372036854775807", "/undo -1", "/redo 99", "/history", "/view 1", "/view spectator", "/view 99",
             "/save x.save", "/save x.play", "/save /dev/full", "/save /nosuch/x", "/load x.save", "/load x.play",
             "/load game/game.lua", "/replay", "/replay x.play", "/bot 1 random", "/auto 3", "/auto 9223372036854775807",
             "/new", "/new 5", "/resign", "/state", "/lua state", "/lua (function() while true do end end)()", "/lua ]]",
             "/lua ('x'):rep(1 << 30)", "/lua setmetatable({}, {__index = error})", "/stats", "/reload", "/nosuch", "\0", "\xff"]
    return [random.choice(words) for _ in range(random.choice([4, 10, 16]))] + ["/quit"]


def play(workspace, random, game):
    workspace.write("game/game.lua", game.source())
    arguments = ["play", "./game", "--plain", "--seed", str(random.randint(1, 9))]
    watched = random.random() < 0.3
    if random.random() < 0.35:
        arguments += ["--hot-seat"]
        typed = hot_lines(random)
    else:
        slow = random.random() < 0.5
        arguments += ["--slow"] if slow else []
        typed = play_lines(random, slow, watched) + ["quit"]
        if watched:
            arguments += ["--seats", ",".join(["Ann", "Bob", "Cai", "Dan"][:random.choice([3, 4])])]
    for extra in random.sample(TABLES, random.choice([0, 0, 1, 2])):
        arguments += extra
    if not watched and random.random() < 0.15:
        arguments += ["--seats", random.choice(["3", "0", "99", "Ann,Bob,Cy", "A,A", ",", "\u202e,b", "-1", "9223372036854775807"])]
    if random.random() < 0.1:
        arguments += ["--option", random.choice(["x=1", "x=9223372036854775807", "o=", "=", "x=1e300"])]
    workspace.run(arguments, "\n".join(typed) + "\n", BUDGET, each=EVENT + 16 * game.deadline)


def store(workspace, random, game):
    """Tries a stored conversation that is copied, truncated, changed and continued."""
    own = random.random() < 0.4
    name = "./game" if own else random.choice(["tic-tac-toe", "rock-paper-scissors", "connect-four"])
    if own:
        workspace.write("game/game.lua", game.source())
    move = {"tic-tac-toe": ["b2", "a1", "c3"], "rock-paper-scissors": ["rock", "paper"], "connect-four": ["3", "4"]}.get(name, ["1"])
    base = ["play", name, "--plain", "--seed", "3", "--store", "s.parlor"]
    typed = [random.choice(move) for _ in range(4)]
    workspace.run(base, "\n".join(typed + ["quit"]) + "\n", BUDGET + 30 * game.deadline)
    data = workspace.read("s.parlor")
    if data:
        workspace.write("s.parlor", mutation.database(random, data))
    for suffix in ("-wal", "-journal", "-shm"):
        if random.random() < 0.15:
            workspace.write("s.parlor" + suffix, random.choice([b"", b"\0" * 4096, mutation.raw(random, data or b"x")]))
    workspace.run(base, "log\nbets\nurl\n" + random.choice(move) + "\nquit\n", BUDGET + 30 * game.deadline)


def killed(workspace, random, game):
    """Kills the program during a conversation. The moves played before must be there when the conversation is continued."""
    base = ["play", "tic-tac-toe", "--plain", "--seed", "3", "--store", "s.parlor", *random.choice([[], [], ["--slow"]])]
    slow = "--slow" in base
    typed = ["b2", "a1", "c3", "a3"]
    if slow:
        typed = ["open", "start", "b2", "send", "receive", "text x", "close", "as Bob", "tap", "a1", "send"]
    before = 0
    for lead in [[], ["send"]][:random.choice([1, 1, 2])]:  # if a kill has left a draft, the person sends it first
        typed = lead + typed
        kill_after = random.randint(1, len(typed))
        workspace.run(base, "\n".join(typed) + "\n", each=BUDGET, kill_after=kill_after)
        if random.random() < 0.1:  # if the journal is lost, the program must say so
            workspace.act({"act": "remove", "path": "s.parlor-wal"})
            workspace.run(base, "url\nquit\n", BUDGET)
            return
        # first let the messages arrive that were on their way to the other phone
        code, said, errors = workspace.run(base, "time +1m\nurl\nquit\n", BUDGET)
        shown = (said + errors).decode(errors="replace")
        links = [word for word in said.split() if word.startswith(b"https://")]
        if slow:
            continue
        plies = 0
        if links:
            _, said, _ = workspace.run(["decode", "--json"], links[-1] + b"\n", BUDGET)
            plies = said.count(b'"what": "move"')
        expected = before + max(0, kill_after - 1 - len(lead))
        if plies < expected:
            raise Finding("lost", "play --store", f"{plies} moves are left of {expected}, after a kill; then it said (code {code}): {shown[-300:]}")
        before, typed = plies, ["b2", "a1", "c3", "a3"][plies:] or ["url"]
    # whenever the program was killed, the match must come to its end without --slow
    quick = [word for word in base if word != "--slow"]
    cells = [column + row for column in "abc" for row in "123"]
    random.shuffle(cells)
    code, said, errors = workspace.run(quick, "\n".join(["send", *cells * 3, "quit"]) + "\n", BUDGET)
    if not any(word in said for word in (b" wins.", b"is drawn.")):
        raise Finding("stuck", "play --store", f"no end after a kill (code {code}): {(said + errors).decode(errors='replace')[-300:]}")


def bench(workspace, random, game):
    workspace.write("game/game.lua", game.source())
    workspace.run(["bench", "./game", "--seconds", "0.1", *random.choice([[], ["--json"]])], budget=200 + 10 * game.deadline)


def check(workspace, random, game):
    # docs/check.md: 100 s, 10 s for the game, four deadlines, and one for loading; the host may add seconds
    workspace.write("game/game.lua", game.source())
    form = random.choice([[], [], ["--format", "json"], ["--format", "junit"]])
    workspace.run(["check", "./game", "--quick", "--games", "1", "--workers", "1", "--seed", str(random.randint(1, 9)), *form],
                  # 110 s and four calls of its longest thread; the watchdog's ticks are in wall-clock time
                  budget=135 + 6 * game.deadline)


def show(workspace, random, game):
    workspace.write("game/game.lua", game.source())
    budget = BUDGET + 8 * game.deadline
    pick = random.randrange(5)
    if pick == 0:
        workspace.run(["rules", "./game"], budget=budget)
    elif pick == 1:
        workspace.run(["record", "./game", "x.play", "--random", "--force", "--unfinished", "--seed", "5"], budget=budget)
        workspace.run(["replay", "x.play", "--game", "./game", "--plain"], budget=budget)
    elif pick == 2:
        place = random.choice(["y.play", "y.play", "name", "/dev/full", "/dev/null", "game", "game/", "nosuch/deep/x.play", "../x.play",
                               "/", "", "\u202e.play", "x" * 300 + ".play", "-", "link.play", "loop.play"])
        workspace.link("link.play", "game/game.lua")
        workspace.link("loop.play", "loop.play")
        workspace.run(["record", "./game", *random.choice([[], ["--force"]]), "--unfinished", "--", place],
                      "\n".join(random.choice(mutation.LINES + ["1 1", "2 1", "1 three"]) for _ in range(6)) + "\n", budget)
    else:
        form = random.choice(["text", "svg", "words"])
        style = random.choice(["expanded", "compact", "transcript"])
        theme = ["--theme", random.choice(["light", "dark", "contrast"])] if form == "svg" else []
        workspace.run(["show", "./game", "--as", form, "--style", style, *theme], budget=budget)


PLAYED = """# A game.
game: tic-tac-toe
version: 1
seats: 2
seed: 1
1 b2
2 a1
1 c3
"""
HIDDEN = """game: battleship
version: 3
seats: 2
seed: 1
option salvo: false
option size: 3
1 a3
1 scatter 7
1 ready
2 b2
2 scatter 8
2 ready
1 b2
"""


def files(workspace, random, game):
    """Changes playthroughs and saved matches, and replays, checks and loads them."""
    workspace.write("x.play", mutation.playthrough(random, random.choice([PLAYED, HIDDEN])))
    workspace.run(["replay", "x.play", "--plain"], budget=BUDGET)
    driver = driving.Driver(workspace, random, game)
    name = random.choice(["tic-tac-toe", "battleship", "rock-paper-scissors", "blackjack"])
    opened = driver.session.ask({"op": "open", "game": name, "seed": 5}, 12)
    if "ok" not in opened:
        return
    match = opened["ok"]["match"]
    driver.ok({"op": "random", "match": match, "seed": random.randint(0, 9), "plies": random.randint(0, 6)}, 6)
    saved = driver.ok({"op": "save", "match": match}, 6)
    message = driver.ok({"op": "message", "match": match, "seat": 1}, 6)
    if not saved:
        return
    for _ in range(12):
        changed = mutation.saved(random, saved["bytes"])
        loaded = driver.ok({"op": "load", "bytes": changed}, 4)
        if loaded:
            table = driving.Table(loaded["match"], loaded)
            for request in ({"op": "scene"}, {"op": "undo", "ply": random.choice([0, 1, (1 << 63) - 1])}, {"op": "view"},
                            {"op": "random", "seed": 1, "plies": 2}, {"op": "message", "seat": 1}, {"op": "save"}, {"op": "close"}):
                driver.ok({**request, "match": table.match}, 8)
    workspace.write("x.save", base64.b64decode(mutation.saved(random, saved["bytes"])))
    workspace.run(["replay", "x.save", "--plain"], budget=BUDGET)
    if message:
        for _ in range(12):
            driver.ask({"op": "receive", "url": mutation.url(random, message["url"])}, 8)
        url = mutation.url(random, message["url"]).encode("utf-8", "surrogatepass")
        workspace.run(["decode", *random.choice([[], ["--json"]])], url + b"\n", BUDGET)
        if b"\0" not in url:
            workspace.run(["show", url.decode("utf-8", "replace") or "x"], budget=BUDGET)
    driver.session.end()


def folders(workspace, random, game):
    """Tries game folders that aren't plain folders."""
    source = game.source()
    workspace.write("game/game.lua", source)
    pick = random.randrange(7)
    if pick == 0:
        workspace.sparse(random.choice(["game/big.lua", "game/README.md"]), 1500 << 20)
        workspace.run(["show", "./game"], budget=BUDGET)
    elif pick == 1:
        workspace.crowd("game/f%d.lua", random.choice([65, 300, 3000, 5000]), "return 1" + " " * 250000)
        workspace.run(["show", "./game"], budget=3)
    elif pick == 2:
        workspace.write("other/secret.lua", "return 'canary'")
        workspace.write("game/game.lua", "local parlor = require 'parlor'\nreturn parlor.game { title = require 'linked', setup = "
                        "function() return {} end, moves = { a = { play = function() end } }, outcome = function() end }")
        workspace.link("game/linked.lua", "../other/secret.lua")
        code, said, _ = workspace.run(["show", "./game"], budget=BUDGET)
        if b"canary" in said:
            raise Finding("reach", "show", "a game reads a file of another folder through a link")
    elif pick == 3:
        workspace.run(["list", *random.choice([[], ["--json"], ["--ids"]])], full=True, budget=BUDGET)
    elif pick == 4:
        command = random.choice([["rules", "battleship"], ["show", "connect-four"], ["check", "--list"], ["--help"],
                                 ["play", "tic-tac-toe", "--hot-seat", "--plain"], ["replay", "x.play", "--plain"],
                                 ["check", "--explain", "S2"], ["--version"], ["play", "tic-tac-toe", "--plain"]])
        workspace.write("x.play", PLAYED)
        workspace.run(command, "b2\nquit\n", full=True, budget=BUDGET)
    elif pick == 5:
        workspace.link("game/a.lua", random.choice(["/dev/zero", "a.lua", "/nosuch", "game.lua", "/dev/stdin"]))
        workspace.run(["show", "./game"], budget=BUDGET)
    else:
        workspace.write("game/playthroughs/x.play", mutation.playthrough(random, PLAYED.replace("tic-tac-toe", "game")))
        workspace.write("game/budget.json", mutation.json_line(random, b'{"cpu":1,"memory":1}'))
        workspace.run(["check", "./game", "--quick", "--games", "1", "--workers", "1"], budget=120 + 6 * game.deadline)


def many(workspace, random, game):
    """Tries invitations from strangers, and very many matches."""
    workspace.write("game/game.lua", game.source())
    driver = driving.Driver(workspace, random, game)
    driver.game.deadline = 5
    for _ in range(random.choice([30, 200])):
        opened = driver.session.ask({"op": "open", "game": random.choice(["tic-tac-toe", "connect-four"])}, 12)
        if "ok" in opened and random.random() < 0.3:
            driver.ask({"op": "message", "match": opened["ok"]["match"], "seat": 1}, 6)
    driver.session.end()


# How often each scenario is chosen. A scenario that runs outside of the sandbox, such as `bench`, runs only with --only.
SCENARIOS = {
    "drive": (driving.drive, 50), "lines": (driving.lines, 6), "play": (play, 14), "store": (store, 4), "killed": (killed, 2), "bench": (bench, 2),
    "check": (check, 4),
    "show": (show, 6), "files": (files, 8), "folders": (folders, 4), "many": (many, 1),
}


def case(workspace, random, only=None):
    """Runs one case. Returns what the case was made of."""
    names = list(SCENARIOS)
    name = only or random.choices(names, [SCENARIOS[one][1] for one in names])[0]
    game = games.hostile(random, conversation=name in ("play", "store", "check"))
    facts = {"scenario": name, "used": game.used}
    return facts, lambda: SCENARIOS[name][0](workspace, random, game)
