"""Reference odds of Attacks and Damage attacks with ailments, worked out without the program.

Run: pip install icepool==2.1.3 && python3 make_attacks_and_damage_ailments.py
     (Python 3.11; writes data/attacks_and_damage_ailments.json)

Builds on make_attacks_and_damage.py, which has the book's clauses, and on ailing.py, which has those of ailments.

Covered: held phases; what ailments of the attacker and of the target do to the weapon test, to every defence test and to the DV,
by the element of the weapon, and who rolls no defence because ailments forbid reactions. An ailment changes nothing
that the table does not name. Tests against ailments are in make_ailment_tests.py.
"""

import json
import random
from pathlib import Path

import ailing
import make_attacks_and_damage as book

CASES = 200


class Case(book.Case):
    """One attack with ailments."""

    def __init__(self, data):
        self.late = data["attacker"].get("late", False)
        self.own, self.target = (data[who].get("ailments", []) for who in ("attacker", "defender"))
        super().__init__(data)
        # Their tests are reactions. CS-AIL-06, CS-ENRA-03, AD-DEF-18.
        barred = any(one in self.target for one in (*ailing.INERT, "enraged"))
        if barred and self.sw.get("ad.helpless_no_defence") != "off":
            self.offers = None

    def is_blow(self):
        return self.weapon["class"] == "melee"

    def attack_pool(self):
        return super().attack_pool() + sum(ailing.attack(self.own, self.target, self.is_blow(), self.late))

    def more(self, key):
        return ailing.parry(self.target) if key == "parry" else ailing.dodge(self.target)

    def damage(self):
        """CS-ENRA-02, CS-BASE-26."""
        number, kind, track = super().damage()
        if number is None:
            return number, kind, track
        number += 2 * ("enraged" in self.own and self.is_blow())
        element = self.weapon.get("strike", {}).get("element")
        if ailing.special(self.target, element):
            number += ailing.half_more(number)
        return number, kind, track


def make_case(r):
    case = book.make_case(r)
    case["attacker"]["ailments"] = ailing.draw(r, False)
    case["defender"]["ailments"] = ailing.draw(r, True)
    case["attacker"]["late"] = r.random() < 0.2
    weapon = case["weapon"]
    if weapon and r.random() < 0.5:
        weapon["strike"] = {"element": r.choice(ailing.ELEMENTS)}
    if weapon and weapon["class"] != "melee" and ailing.shots_fail(case["attacker"]["ailments"]):
        return make_case(r)
    return case


def main():
    r = random.Random(20250203)
    cases, total = [], 0
    while len(cases) < CASES:
        case = Case(make_case(r))
        if case.attack == 0 and r.random() < 0.8:
            continue
        test = r.choice(case.offers) if case.offers else None
        die = case.odds(test)
        if len(die) > 90:
            continue
        odds = {outcome: "%d/%d" % die.probability(outcome).as_integer_ratio() for outcome in die}
        total += len(odds)
        answer = {"attack": case.attack, "offers": case.offers, "questions": ["2:" + test[0]] if test else [],
                  "defended": case.rolled, "odds": odds}
        cases.append({"scene": case.data, "answer": answer})
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = Path(__file__).parent / "data" / "attacks_and_damage_ailments.json"
    path.write_text(f"[{text}]\n")
    print(len(cases), "cases,", total, "outcomes,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
