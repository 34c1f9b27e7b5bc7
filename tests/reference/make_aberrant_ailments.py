"""Exact odds of Aberrant attacks with ailments, worked out apart from the program.

    pip install icepool==2.1.3
    python tests/reference/make_aberrant_ailments.py

It overwrites data/aberrant_ailments.json; the same cases come out every time. The clauses are in make_aberrant.py and
ailing.py.

Covered: held phases; what ailments of the attacker and of the target do to the attack, to dodging and parrying, to who may defend
at all, and to damage dice, by the element of the weapon. Left out: shots of the Blinded, which are refused.
"""

import json
import pathlib
import random

import ailing
import make_aberrant as book

CASES = 180


def make_case(rng):
    case = book.make_case(rng)
    book.suit_defence(rng, case)
    case["attacker"]["ailments"] = ailing.draw(rng, False)
    case["defender"]["ailments"] = ailing.draw(rng, True)
    case["attacker"]["late"] = rng.random() < 0.2
    if rng.random() < 0.5:
        case["weapon"]["strike"] = {"element": rng.choice(ailing.ELEMENTS)}
    refused = not book.is_blow(case) and ailing.shots_fail(case["attacker"]["ailments"])
    return make_case(rng) if refused else case


def main():
    rng = random.Random(20250204)
    cases = []
    while len(cases) < CASES:
        case = make_case(rng)
        die = book.odds(case)
        # Few of the trivial cases, and none that takes too long.
        if len(die.outcomes()) > 150 or len(die.outcomes()) < 3 and rng.random() < 0.85:
            continue
        cases.append(book.written(case, die))
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = pathlib.Path(__file__).parent / "data" / "aberrant_ailments.json"
    path.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
