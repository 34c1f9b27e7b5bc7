"""Exact odds of attacks with ailments under Circumstances, worked out without the game's code.

Needs Python 3.11 or newer and icepool 2.1.3 (`pip install icepool==2.1.3`). From the project's root:

    python tests/reference/make_circumstances_ailments.py

writes `tests/reference/data/circumstances_ailments.json`, the same bytes in every run. The clauses are in
make_circumstances.py: chapters AIL to PIN, and SS-DELAY-09, as far as they change an attack, what meets it and its
damage. Leaves out: curses, and shots of the Blinded.
"""

import json
import random
from pathlib import Path

import ailing
import make_circumstances as book

CASES = 160
SEED = 20_418
TARGET = Path(__file__).parent / "data" / "circumstances_ailments.json"


def afflicted(pick, data):
    """The same case with ailments; nothing where it would be refused or missed anyway."""
    own = [one for one in ailing.draw(pick, False) if one != "cursed"]
    target = [one for one in ailing.draw(pick, True) if one != "cursed"]
    if "blinded" in own and data["weapon"]["class"] != "melee":
        return None
    data["attacker"]["condition"]["ailments"] = own
    data["defender"]["condition"]["ailments"] = target
    data["attacker"]["late"] = pick.random() < 0.2
    if pick.random() < 0.5:
        data["weapon"]["strike"] = {"element": pick.choice(ailing.ELEMENTS)}
    return data


def main():
    maker, pick = book.Maker(SEED), random.Random(SEED)
    cases = []
    while len(cases) < CASES:
        data = afflicted(pick, maker.case(book.THEMES[len(cases) % len(book.THEMES)]))
        # Two dice of two already doubled are endless.
        if data is None or data["option"] == "burst" and data["weapon"]["damage"][0] == "2":
            continue
        case = book.answer(data)
        if len(case["odds"]) <= 150:
            cases.append(case)
    lines = (json.dumps(case, separators=(",", ":")) for case in cases)
    TARGET.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
