"""OpenSpiel's crazy eights beside ours: games that were played here are played again there, cards and all.

A line of input is a game: what it was set up with, what was dealt, every move and what it drew. A line of output is how that game
stands in OpenSpiel before each move and behind the last one, and what it returns. Comparing is left to whoever asks.
"""
import json
import sys

import pyspiel

RANKS, SUITS = "23456789tjqka", "cdhs"
DRAW, PASS, NAME = 52, 53, 54
NAMES = ["clubs", "diamonds", "hearts", "spades"]


def card(action):
    """Ours is a rank and a suit, `td`; theirs counts the four twos first, then the threes."""
    return RANKS[action // 4] + SUITS[action % 4]


def action(text):
    words = {"draw": DRAW, "pass": PASS, **{name: NAME + place for place, name in enumerate(NAMES)}}
    return words[text] if text in words else RANKS.index(text[0]) * 4 + SUITS.index(text[1])


def text(number):
    return card(number) if number < DRAW else {DRAW: "draw", PASS: "pass"}.get(number) or NAMES[number - NAME]


def standing(state, players, specials):
    """How the game stands. Hands are read from what each player observes: two numbers for each card, no and yes."""
    seen = [state.observation_tensor(player) for player in range(players)]
    public = seen[0][104:]
    shown = {
        "seat": 0 if state.is_terminal() else state.current_player() + 1,
        "legal": sorted(text(number) for number in state.legal_actions()),
        "hands": [sorted(card(place) for place in range(52) if own[2 * place + 1]) for own in seen],
        "stock": sorted(card(place) for place, count in enumerate(state.get_dealer_deck()) if count),
        "top": card(public.index(1)),
        "suit": SUITS[public[52:56].index(1)],
    }
    if specials:
        shown["direction"] = 1 if public[56 + 53 * (players - 1)] else -1
    return shown


def follow(game):
    players = game["players"]
    spiel = pyspiel.load_game("crazy_eights", {
        "players": players, "max_draw_cards": game["draws"], "use_special_cards": game["specials"],
        "reshuffle": game["reshuffle"],
    })
    state = spiel.new_initial_state()

    def draw(cards):
        for drawn in cards:
            assert state.is_chance_node(), f"no card is drawn behind {state.history_str()}"
            state.apply_action_with_legality_check(action(drawn))

    state.apply_action_with_legality_check(52 + game["dealer"] - 1)
    draw(game["dealt"])
    result = {"plies": []}
    for move in game["moves"]:
        assert state.is_player_node(), f"nobody is to move behind {state.history_str()}"
        result["plies"].append(standing(state, players, game["specials"]))
        state.apply_action_with_legality_check(action(move["text"]))
        draw(move["drawn"])
    # ours ends when everybody has passed; there the first one is asked again
    result["passes"] = 0
    while not state.is_terminal() and state.is_player_node() and result["passes"] < 9 and PASS in state.legal_actions():
        state.apply_action(PASS)
        result["passes"] += 1
    result["plies"].append(standing(state, players, game["specials"]))
    result["returns"] = state.returns()
    return result


for line in sys.stdin:
    try:
        print(json.dumps(follow(json.loads(line))), flush=True)
    except (AssertionError, ValueError, RuntimeError, KeyError) as problem:
        print(json.dumps({"problem": str(problem)}), flush=True)
