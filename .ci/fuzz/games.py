"""Hostile games by grammar: an honest game whose functions, fields and results are replaced by hostile ones."""

import hostility as h

HOOKS = ["will_become_active", "did_become_active", "will_resign_active", "did_resign_active", "will_select",
         "did_select", "did_receive", "did_start_sending", "did_cancel_sending", "will_transition", "did_transition",
         "view_will_appear", "view_did_appear", "view_will_disappear", "view_did_disappear", "content_size_that_fits",
         "did_touch", "did_begin", "did_read", "did_receive_memory_warning"]

# Honest games, as tables of functions: name → (parameters, body).
COUNT = {
    "setup": ("match", "return { n = 0, log = {}, options = match.options }"),
    "moves.add.choices": ("state, seat, match", "return { 1, 2, 'three', { text = 'four', n = 4 } }"),
    "moves.add.play": ("state, seat, x, match", "state.n = state.n + 1 state.log[#state.log + 1] = seat"),
    "moves.pass.play": ("state, seat, _, match", "state.n = state.n + 1"),
    "outcome": ("state, match", "if state.n >= %(end)d then return parlor.win(1) end"),
}
TYPED = {
    "setup": ("match", "return { said = {}, n = 0 }"),
    "moves.say.play": ("state, seat, x, match", "state.said[seat] = x state.n = state.n + 1"),
    "moves.count.play": ("state, seat, x, match", "state.n = state.n + 1 state.x = x"),
    "outcome": ("state, match", "if state.n >= %(end)d then return parlor.scores { state.n, 1 } end"),
}
ROUNDS = {
    "setup": ("match", "return { hands = {}, n = 0 }"),
    "turn": ("state, match", "return { 1, 2 }"),
    "moves.throw.choices": ("state, seat, match", "return { 'rock', 'paper', 'scissors' }"),
    "moves.throw.play": ("state, seat, x, match", "state.hands[seat] = x"),
    "resolve": ("state, match", "state.n = state.n + 1"),
    "outcome": ("state, match", "if state.n >= %(end)d then return parlor.draw() end"),
}
SECRET = {
    "setup": ("match", "return { n = 0, secret = {} }"),
    "turn": ("state, match", "if match.sealed[1] == 0 then return 1, 'hide' end if match.sealed[2] == 0 then "
                             "return 2, 'hide' end return state.n %% 2 + 1, 'answer'"),
    "moves.hide.choices": ("state, seat, match", "return { 'canaryone', 'canarytwo' }"),
    "moves.hide.play": ("state, seat, x, match", "state.secret[seat] = { x }"),
    "moves.answer.choices": ("state, seat, match", "return { 'yes', 'no' }"),
    "moves.answer.forced": ("state, seat, match", "return state.secret[seat] and 'yes' or 'no'"),
    "moves.answer.play": ("state, seat, x, match", "state.n = state.n + 1"),
    "outcome": ("state, match", "if state.n >= %(end)d then return parlor.win(2) end"),
}
CHANCE = {
    "setup": ("match", "local t = { 1, 2, 3, 4 } match.shuffle(t) return { n = 0, t = t }"),
    "moves.roll.play": ("state, seat, _, match", "state.n = state.n + 1 state.t[match.random(4)] = match.pick(state.t)"),
    "outcome": ("state, match", "if state.n >= %(end)d then return parlor.win(match.seats) end"),
}
EXTRA = {
    "turn": ("state, match", "return nil"),
    "view": ("state, seat, match", "return parlor.copy and state or state"),
    "message": ("view, event, match", "return { caption = 'x', subcaption = 'y', summary = 'z' }"),
    "leave": ("state, seat, why, match", "state.left = seat"),
    "stuck": ("state, seat, match", "return parlor.draw()"),
    "scene": ("view, seat, style, match", "return scene.stack { scene.title('x'), scene.button('y', '1') }"),
    "bot.evaluate": ("state, seat, match", "return 0.5"),
}
MOVE_EXTRA = {
    "when": ("state, seat, match", "return true"),
    "legal": ("state, seat, x, match", "return true"),
    "format": ("x, state, seat", "return 'go ' .. tostring(x)"),
}
FIXED = {
    "typed": "{ args = { type = 'text', max = %s, examples = { 'a', 'b' } }, play = PLAY }",
    "whole": "{ args = { type = 'integer', min = %s, max = %s }, play = PLAY }",
}
LEAKS = [  # 2.8: a function keeps a value that it was lent, and shows it later to another viewer
    ("moves.answer.forced", "kept.secret = state.secret"),
    ("moves.answer.forced", "kept.secret = { [1] = state.secret[seat], [2] = state.secret[seat] }"),
    ("moves.hide.choices", "kept.secret = state.secret"),
    ("moves.hide.play", "kept.secret = state.secret"),
    ("moves.hide.choices", "kept.state = state"),
    ("moves.answer.forced", "kept.state = state"),
    ("view", "if seat then kept.secret = state.secret end"),
    ("view", "if seat then kept.state = state end"),
]
SHOWS = """local shown = {}
    local s = kept.secret or kept.state and kept.state.secret
    for i = 1, 2 do local t if pcall(function() t = s[i] and s[i][1] end) then shown[i] = t end end
    return { n = state.n, shown = shown }"""


class Game:
    """The parts of a game, and what is known of it: its deadline, and whether it leaks."""

    def __init__(self):
        self.functions, self.fields, self.used = {}, {}, []
        self.deadline = 5.0
        self.leaks = False
        self.keeps = False
        self.wrapped = False
        self.seats = 2  # the most seats
        self.loads_plainly = True  # whether nothing hostile happens while the script is loaded

    def source(self):
        lines = [h.PRELUDE, "local parlor, scene = require 'parlor', require 'parlor.scene'"]
        lines += self.fields.pop("before", [])
        tree = {}
        for path, (parameters, body) in self.functions.items():
            self.place(tree, path, self.function(parameters, body))
        for path, text in self.fields.items():
            self.place(tree, path, text)
        definition = self.table(tree)
        lines.append(self.wrapped % definition if self.wrapped else f"return parlor.game({definition})")
        # Whether two copies of a match may differ: the game keeps values outside of its state, or writes to the state in a hook
        # that mustn't write. That is the game's own mistake, which `check` finds
        changes = [*(text for name, text in h.STATEMENTS.items() if name.startswith("write")), "a.indexed"]
        writes = any(change in body for path, (_, body) in self.functions.items() for change in changes
                     if path.split(".")[-1] not in ("setup", "play", "resolve", "leave"))
        self.keeps = writes or "kept" in "".join(lines[1:]) or "liar(" in "".join(lines[1:])
        return "\n".join(lines) + "\n"

    @staticmethod
    def function(parameters, body):
        names = [name.strip() for name in parameters.split(",")]
        return f"function({parameters}) local a, b = {names[0]}, {names[1] if len(names) > 1 else 'nil'} {body} end"

    @staticmethod
    def place(tree, path, text):
        parts = path.split(".")
        for part in parts[:-1]:
            below = tree.setdefault(part, {})
            if not isinstance(below, dict):
                return  # the whole function is replaced
            tree = below
        if not isinstance(tree.get(parts[-1]), dict):
            tree[parts[-1]] = text

    @classmethod
    def table(cls, tree):
        parts = [f"{name} = {cls.table(item) if isinstance(item, dict) else item}" for name, item in tree.items()]
        return "{ " + ",\n ".join(parts) + " }"


def base(random):
    game = Game()
    kind = random.choice(["count", "count", "typed", "rounds", "secret", "chance"])
    source = {"count": COUNT, "typed": TYPED, "rounds": ROUNDS, "secret": SECRET, "chance": CHANCE}[kind]
    ends = {"end": random.choice([1, 2, 3, 4, 6, 40, 400])}
    game.functions = {name: (one, body % ends) for name, (one, body) in source.items()}
    game.fields["title"] = "'Fuzz'"
    game.kind = kind
    if kind == "chance":
        game.fields["chance"] = "true"
    if kind == "secret":
        game.fields["moves.hide.secret"] = "'match'"
    if kind == "rounds":
        game.fields["moves.throw.secret"] = "'round'"
    if kind == "typed":
        game.fields["moves.say.args"] = "{ type = 'text', max = 40, examples = { 'a', 'b' } }"
        game.fields["moves.count.args"] = f"{{ type = 'integer', min = 1, max = {random.choice([9, 1 << 31, 1 << 53])} }}"
    if random.random() < 0.25:
        game.seats = random.choice([3, 4, 16])
        game.fields["seats"] = f"{{ 2, {game.seats} }}"
    if random.random() < 0.85:
        game.deadline = random.choice([0.05, 0.1, 0.2, 0.5])
        game.fields["limits"] = f"{{ time = {game.deadline} }}"
    return game


def leak(random, game):
    """Returns a game whose `view` shows a value that another function was lent. The host must prevent this."""
    path, keeps = random.choice(LEAKS)
    parameters = {**game.functions, **EXTRA}[path][0]
    body = game.functions.get(path, ("", SHOWS))[1]
    game.functions["view"] = ("state, seat, match", SHOWS)
    if path == "view":
        body = SHOWS
    game.functions[path] = (parameters, keeps + " " + body)
    game.leaks = True
    game.used.append(f"leak:{path}:{keeps}")


def bend_function(random, game):
    """Puts hostile statements into a function, or makes the function return an arbitrary value."""
    moves = sorted({path.split(".")[1] for path in game.functions if path.startswith("moves.")})
    optional = dict(EXTRA)
    for move in moves:
        for name, function in MOVE_EXTRA.items():
            optional[f"moves.{move}.{name}"] = function
    paths, name = list(game.functions) * 3 + list(optional), None
    if random.random() < 0.15:  # choose a fragment first, and then a function that the fragment is meant for
        name = random.choice([name for name in h.STATEMENTS if h.home(name)])
        paths = [path for path in paths if path.split(".")[-1] in h.home(name)] or paths
    path = random.choice(paths)
    parameters, body = game.functions.get(path) or optional[path]
    pick, last = random.random(), path.split(".")[-1]
    if name or pick < 0.55:
        body = h.statement(random, game.used, last, name) + " " + body
    elif pick < 0.7:
        body = f"local r = (function() {body} end)() {h.statement(random, game.used, last)} return r"
    elif pick < 0.85:
        body = "do return " + result(random, path) + " end"
        game.used.append(f"result:{path}")
        if last == "choices" and "rep(" in body and random.random() < 0.5:  # 2.9: a long text that is typed quickly
            game.functions[path.removesuffix("choices") + "format"] = ("x, state, seat", "return 'go'")
            game.functions["outcome"] = ("state, match", "")
            game.used.append("long:format")
    else:
        at = random.randint(1, 4)
        body = (f"kept[{path!r}] = (kept[{path!r}] or 0) + 1 if kept[{path!r}] > {at} then {h.statement(random, game.used, last)} "
                f"end {body}")
    game.functions[path] = (parameters, body)


def result(random, path):
    """Returns a result that a function shouldn't return."""
    last = path.split(".")[-1]
    if last == "outcome":
        two = ", ".join(h.number(random) for _ in range(2))
        return random.choice([
            f"{{ scores = {{ {two}, x = 3 }} }}", f"{{ scores = {{ {two} }} }}", f"{{ win = {{ {two} }} }}",
            "{ scores = { 1, 2, x = 3 } }", "{ scores = { 1/0, -1/0 } }", "{ scores = { 0/0, 1 } }", "{ win = {} }",
            "{ win = { 1, x = 2 } }", "{ win = { 1, 1 } }", "{ win = { 1.0 } }",
            "{ scores = liar({ [1] = { n = 1, 1 }, [2] = { n = 1, 2 } }, { 2 }) }",
            "{ scores = liar({ [1] = { n = 2, 1, 'x' }, [2] = { n = 2, 2, print } }, { 2 }) }",
            "{ win = liar({ [1] = { n = 1, 1 } }, { 1 }) }", "{ win = liar({ [1] = { n = 2, 1, 99 } }, { 2 }) }",
            "liar({ win = { n = 3, { 1 }, { 2 }, 3 }, scores = { n = 2, { 1, 2 }, 'x' } })",
            f"{{ draw = true, win = {{ 1 }}, scores = {h.value(random)} }}", h.value(random)])
    if last == "choices":
        return random.choice([
            "{ ('x'):rep(7 << 20) }", "{ ('x'):rep(7 << 20) }", "{ ('x'):rep(1 << 16), 'a' }", "{ { text = ('x'):rep(1 << 20), n = 1 }, 'a' }", "wide(4097)", "wide(70000)",
            "{ [1] = 1, [3] = 2 }", "{ 1, 2, x = 3 }", "{ 1, nil, 3 }", "{ [0] = 0, 1 }", "{ [true] = 1, 1 }", "{ [1.5] = 1, 1 }",
            "{ 'a', 'a' }", "{ 'a', 'A', ' a', 'a ' }", "{ 1, '1' }", "{ {} }", "{ deep(70) }", "{ twice() }",
            f"{{ {h.text(random)}, {h.text(random)}, {h.number(random)} }}", h.liar(random, [1, 2, 3, "text"]),
            h.value(random)])
    if last in ("scene", "expanded", "compact", "transcript"):
        return random.choice([
            "scene.text(('x'):rep(5000))", "deep(40)", "scene.grid and {} or nil", "scene.canvas(1e300, -1, {}, 'x')",
            "scene.canvas(10, 10, { scene.circle(0/0, 1/0, 1e300) }, 'x')", "{ kind = 'grid', rows = 1e9 }",
            "{ kind = 'stack', children = wide(70000) }", "scene.stack(wide(5000))", h.value(random),
            f"{{ kind = 'text', text = {h.text(random)} }}",
            f"scene.piece('chip', {{ mark = {h.text(random)} }})", "scene.fan(4097)", "scene.fan(4000)", "scene.fan(-1)",
            f"{{ kind = 'piece', piece = {h.text(random)}, tone = {h.value(random)} }}",
            f"scene.score {{ {{ name = {h.text(random)}, value = {h.value(random)} }} }}", "scene.input(('x'):rep(5000))",
            "{ kind = 'grid', columns = 1, rows = 1, style = 'blue', cells = { { piece = 'ship', live = 1, last = 'x' } } }",
            "{ kind = 'grid', columns = 2, rows = 1, style = 'sea', cells = { { piece = 'ship', last = true }, { piece = 'die 6', good = true } } }",
            h.liar(random, ["kind", "piece", "style", "entries", "fan", "felt", "move", "hint"]),
            h.liar(random, ["kind", "text", "children", "play", "label", "rows", "cells", "width"])])
    if last == "turn":
        return random.choice(["1, 2, 3", "{ 1, 1 }", "{}", "{ 2, 1 }", "99", "{ 1, nil, 2 }", f"1, {h.value(random)}",
                              h.liar(random, [1, 2]), h.value(random)])
    if last == "message":
        return h.liar(random, ["caption", "subcaption", "summary", "accessibility"], h.text)
    return h.value(random)


def bend_field(random, game):
    """Puts an absurd number, text or table into a field of the definition."""
    n, s = h.number, h.text
    ordered = lambda: "{ min = %s, default = %s, max = %s }" % tuple(h.span(random, 3))  # noqa: E731
    whole = lambda: "{ type = 'integer', min = %s, max = %s }" % tuple(  # noqa: E731
        h.span(random) if random.random() < 0.6 else [n(random), n(random)])
    option = lambda: ordered() if random.random() < 0.5 else random.choice([  # noqa: E731
        f"{{ default = {n(random)}, min = {n(random)}, max = {n(random)} }}",
        "{ default = math.maxinteger, min = math.mininteger, max = math.maxinteger }",
        "{ default = math.maxinteger, min = 1, max = math.maxinteger }",
        "{ default = 1, min = math.maxinteger, max = math.maxinteger }", "{ default = 5, min = 9, max = 1 }",
        f"{{ default = {s(random)}, values = {{ {s(random)}, {n(random)} }} }}",
        h.liar(random, ["default", "min", "max", "values", "help"]),
        "liar({ default = { n = 1, 1 }, min = { n = 3, 1, 1, 9 }, max = { n = 3, 9, 9, 1 } })",
        f"liar({{ default = {{ n = 1, 1 }}, min = {{ n = 4, 1, 1, 1, {n(random)} }}, max = {{ n = 4, 9, 9, 9, {n(random)} }} }})",
    ])
    fields = {
        "title": lambda: s(random), "summary": lambda: s(random), "version": lambda: n(random),
        "seats": lambda: random.choice([n(random), f"{{ {n(random)}, {n(random)} }}", h.liar(random, [1, 2], n)]),
        "options": lambda: f"{{ o = {option()} }}",
        "options.x": option, "options.y": option,
        "limits": lambda: random.choice([
            f"{{ memory = {n(random)}, time = {n(random)}, message = {n(random)} }}", f"{{ memory = {n(random)} }}",
            f"{{ time = {n(random)} }}", h.liar(random, ["memory", "time", "message"], n)]),
        "information": lambda: s(random), "chance": lambda: h.scalar(random), "deal": lambda: "'host'",
        "moves.add.args": whole,
        "moves.say.args": lambda: random.choice([
            f"{{ type = 'text', max = {n(random)}, examples = {{ {s(random)}, 'a' }} }}",
            h.liar(random, ["type", "min", "max", "examples"])]),
        "moves.count.args": whole,
        "moves.add.choices": lambda: random.choice([
            f"wide({random.choice([4096, 4097, 9600])})", "{ 'a', 'a', {} }",
            "(function() local t = {} for i = 1, 9600 do t[i] = {} end return t end)()"]),
        "moves.pass.secret": lambda: random.choice(["'match'", "'round'", "'pass'", "'add'", s(random)]),
        "moves.add.secret": lambda: random.choice(["'match'", "'round'", "'pass'"]),
        "moves.add.forced": lambda: random.choice(["true", "function() return 1 end"]),
        "moves.extra": lambda: h.value(random), "moves": lambda: h.value(random), "on": lambda: h.value(random),
        "bot": lambda: h.value(random), "scene": lambda: h.value(random), "nonsense": lambda: h.value(random),
        "message": lambda: h.value(random),
    }
    name = random.choice(list(fields))
    game.functions.pop(name, None)
    for path in [path for path in game.functions if path.startswith(name + ".")]:
        del game.functions[path]
    game.fields[name] = fields[name]()
    game.used.append(f"field:{name}")
    if name == "limits":
        game.deadline = 5.0


def wrap(random, game):
    """Makes the definition give different values each time it is read."""
    keys = random.sample(["limits", "limits", "options", "options", "seats", "title", "version", "moves", "chance", "information", "on", "scene"],
                         random.randint(1, 3))
    n = h.number
    answer = {
        "limits": lambda: f"{{ memory = {n(random)}, time = {n(random)} }}",
        "options": lambda: f"{{ x = {{ default = 1, min = {n(random)}, max = {n(random)} }} }}",
        "seats": lambda: random.choice([n(random), f"{{ {n(random)}, {n(random)} }}"]),
        "title": lambda: h.text(random), "version": lambda: n(random),
    }
    lists = []
    for key in keys:
        make = answer.get(key, lambda: h.value(random))
        before = random.randint(0, 3)
        items = ["nil"] * before + [make() for _ in range(random.randint(1, 2))]
        lists.append(f"{key} = {{ n = {len(items)}, {', '.join(items)} }}")
        game.fields.pop(key, None)
    game.deadline, game.loads_plainly = 5.0, False
    game.wrapped = "local d = parlor.game(%s)\nreturn liar({ " + ", ".join(lists).replace("%", "%%") + " }, nil, d)"
    game.used.append("lying definition: " + " ".join(keys))


def invalid_choices(random, game):
    """2.4: thousands of problems in one file."""
    count = random.choice([99, 300, 1000, 9600])
    each = random.choice(["{}", "{text=1}", "true", "1.5"])
    game.fields["moves.many.choices"] = "{" + (each + ",\n") * count + "}"
    game.functions["moves.many.play"] = ("state, seat, x, match", "state.n = 1")
    game.used.append(f"problems:{count}")


def hooks(random, game):
    """Adds hooks for the conversation. They make all kinds of requests, and more requests when they get answers."""
    for name in random.sample(HOOKS, random.randint(1, 4)):
        asks = []
        for _ in range(random.randint(1, 4)):
            asks.append(random.choice([
                "app.match:read(x)", "app.match:begin()", "app.match:play('1')", "app.match:invite()", "app.match:resign()",
                "app.match:restage()", "app.match:again()", "app.match:forget_draft()", "app.match:close()",
                "app.match:bet(1, 20)", "app.match:bet(math.mininteger, 0/0)", "app.match:claim(2)", "app:dismiss()",
                "app:request_presentation_style('expanded')", "app:request_presentation_style('compact')",
                "conversation:insert(app.match:message(), function(e) conversation:insert(app.match:message()) end)",
                "conversation:send(app.match:message(), function(e) app.match:again() end)",
                "conversation:insert_text(" + h.text(random) + ")",
                "conversation:insert_attachment(" + random.choice(["'../game.lua'", "'/etc/passwd'", h.text(random)]) + ")",
                "for i = 1, 64 do app.match:read(x) end",
                "for i = 1, 64 do app.match:read(conversation.selected_message) end",
                "app.store[" + h.text(random) + "] = " + h.value(random),
                "app.store.n = (app.store.n or 0) + 1",
                "for i = 1, 2000 do app.store['k' .. i] = ('x'):rep(60000) end",
                "parlor.message { url = " + h.text(random) + ", summary_text = " + h.text(random) + " }",
                "conversation:insert(parlor.message { url = 'https://x/' .. ('x'):rep(4900), session = parlor.session(), "
                "layout = parlor.template_layout { caption = " + h.text(random) + " } })",
                h.statement(random, game.used), "return " + h.value(random)]))
        body = " ".join(f"pcall(function() {ask} end)" if not ask.startswith(("return", "for", "do")) else
                        f"do {ask} end" for ask in asks)
        game.functions[f"on.{name}"] = ("app, conversation, x", body)
        game.used.append(f"on:{name}")
    if random.random() < 0.3:  # 2.3: a hook that calls itself many times
        game.functions["on.did_read"] = (
            "app, conversation, x", "kept.depth = (kept.depth or 0) + 1 local m = kept.message or conversation.selected_message "
            "for i = 1, 64 do app.match:read(m) end")
        for name in ("did_select", "did_become_active", "did_receive", "did_transition"):
            game.functions[f"on.{name}"] = (
                "app, conversation, x", "kept.message = x or conversation.selected_message or kept.message "
                "if kept.message then app.match:read(kept.message) end")
        if random.random() < 0.4:
            parameters, body = game.functions["on.did_read"]
            game.functions["on.did_read"] = (parameters, "print(('x'):rep(60000)) " + body)
        game.used.append("reads that read")


def hostile(random, conversation=False):
    """Returns a game, and the names of the hostile parts in it."""
    game = base(random)
    if game.kind == "secret" and random.random() < 0.4:
        leak(random, game)
    for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3, 5])):
        pick = random.random()
        if pick < 0.6:
            bend_function(random, game)
        elif pick < 0.86:
            bend_field(random, game)
        elif pick < 0.975:
            wrap(random, game)
        else:
            invalid_choices(random, game)
    if random.random() < 0.06:
        game.fields["before"] = ["do local a, b " + h.statement(random, game.used) + " end"]
        game.loads_plainly = False
    if conversation and random.random() < 0.6:
        hooks(random, game)
    return game
