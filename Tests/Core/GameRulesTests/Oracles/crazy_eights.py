"""Plays games of crazy eights again in OpenSpiel, with the cards and moves of the games in Parlor.

Each line of input is a game: its setup, the dealt cards, and each move with the cards that were drawn for it. Each line of output has
the position in OpenSpiel before each move and after the last one, and the result. The caller compares them.
"""
import json
import sys

import pyspiel

RANKS, SUITS = "23456789tjqka", "cdhs"
DRAW, PASS, NAME = 52, 53, 54
NAMES = ["clubs", "diamonds", "hearts", "spades"]


def card(action):
    """Returns Parlor's name of a card, such as `td`: a rank and a suit. OpenSpiel numbers the four twos first, then the threes."""
    return RANKS[action // 4] + SUITS[action % 4]


def action(text):
    words = {"draw": DRAW, "pass": PASS, **{name: NAME + place for place, name in enumerate(NAMES)}}
    return words[text] if text in words else RANKS.index(text[0]) * 4 + SUITS.index(text[1])


def text(number):
    return card(number) if number < DRAW else {DRAW: "draw", PASS: "pass"}.get(number) or NAMES[number - NAME]


def standing(state, players, specials):
    """Returns the position. A hand is read from its player's observation, which has two numbers for each card: no and yes."""
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
    # in Parlor the match is over when all seats have passed; OpenSpiel waits until the first of them passes again
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
