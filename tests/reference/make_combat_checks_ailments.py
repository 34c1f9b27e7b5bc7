"""Exact odds of Combat Checks attacks with ailments, worked out apart from the program.

    pip install icepool==2.1.3
    python tests/reference/make_combat_checks_ailments.py

It overwrites data/combat_checks_ailments.json; the same cases come out every time. The clauses are in
make_combat_checks.py and ailing.py.

Covered: held phases; boost and setback dice for ailments of the attacker and of a single target, and what they add to damage, by the
element of the weapon. Left out: several targets, and shots of the Blinded, which are refused.
"""

import json
import pathlib
import random

import ailing
import make_combat_checks as book


def make_case(rng):
    case = book.make_case(rng)
    case["others"] = []
    case["attacker"]["ailments"] = ailing.draw(rng, False)
    case["defender"]["ailments"] = ailing.draw(rng, True)
    case["attacker"]["late"] = rng.random() < 0.2
    if rng.random() < 0.5:
        case["weapon"]["strike"] = {"element": rng.choice(ailing.ELEMENTS)}
    refused = not book.is_melee(case) and ailing.shots_fail(case["attacker"]["ailments"])
    return make_case(rng) if refused else case


def main():
    rng = random.Random(20250205)
    # So many cases of each kind: calculated to the end, outlined only.
    wanted = {"injured": 15, "followed": 65, "outlined": 100}
    cases = []
    while any(wanted.values()):
        case = make_case(rng)
        found = book.answer(case)
        sort = book.sort_of(found)
        if wanted.get(sort, 0) == 0:
            continue
        wanted[sort] -= 1
        if sort == "outlined":
            del found["rows"], found["spent"]
        cases.append(book.written(case, found))
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = pathlib.Path(__file__).parent / "data" / "combat_checks_ailments.json"
    path.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
