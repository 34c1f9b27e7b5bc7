"""Reference odds of ailments that begin, end and burn, under each of the five books, calculated without the program.

Run: pip install icepool==2.1.3 && python3 make_ailment_tests.py   (Python 3.11; writes data/ailment_tests.json)

Written from chapters AIL to PIN of docs/rules/circumstances.md and the table of docs/ailments.md: which dice a test is
of, when it passes, what changes it. Wounds, fights for one's life and health are those of the books' own scripts.

Covered: what a touch of an element and of what a weapon inflicts does, in order, with resistances, immunities, holy fire
and durations; the tests at the end of a phase, and flames that leap to neighbours; a round of flames; putting them out.
Left out: Fate Points, mega attributes, armour of Aberrant, Combat Checks' own injuries.
"""

import json
import random
from pathlib import Path

import icepool
from icepool import Die, coin, d

import ailing
import make_aberrant as ab
import make_attacks_and_damage as ad
import make_combat_checks as cc
import make_swan_song as ss

EACH = 60
BOOKS = ["swan_song", "aberrant", "attacks_and_damage", "circumstances", "combat_checks"]
TRAITS = ["strength", "toughness", "agility", "willpower", "athletics", "endurance"]
SS_TRAITS = dict(zip(TRAITS, [("strength", "body"), ("body", "willpower"), ("agility", "reaction"),
                              ("willpower", "charisma"), ("strength", "agility"), ("body", "body")]))
AD_TRAITS = SS_TRAITS | {"willpower": ("willpower", "willpower")}
AB_TRAITS = dict(zip(TRAITS, [("strength", "might"), ("stamina", "endurance"), ("dexterity", "athletics"),
                              None, ("strength", "athletics"), ("stamina", "endurance")]))
CC_TRAITS = dict(zip(TRAITS, ["strength", "toughness", "agility", "willpower", "strength", "toughness"]))
# What prevents an ailment, and what ends it. CS-BURN-08, CS-BURN-10, CS-FROZ-03, CS-SHCK-03, CS-WET-02.
SHUNS = {"burning": "fire", "frozen": "ice", "shocked": "electricity"}
ENDED_BY = {"burning": ["water"], "wet": ["fire", "heat", "electricity"]}
INFLICTED = ["burning", "blinded", "dazed", "frozen", "shocked", "stunned", "unconscious", "wet", "panicked", "enraged"]


class Unit:
    """A unit of a book, with its ailments."""

    def __init__(self, data):
        self.data = data
        (self.book, self.sheet), = data["sheet"].items()
        self.ailments = list(data["ailments"])

    def value(self, trait):
        """The value of one of its tests before ailments: dice, or a target number of a d100."""
        sheet, condition = self.sheet, (self.data["condition"] or {}).get(self.book)
        if self.book == "swan_song":
            dice = sum(ss.attribute(sheet, name) for name in SS_TRAITS[trait])
            return ss.half(condition, dice) + ss.wounds(condition)
        if self.book == "attacks_and_damage":
            hurt = {"sheet": sheet, **condition}
            return sum(sheet["attributes"][name] for name in AD_TRAITS[trait]) + ad.wounds(hurt, {})
        if self.book == "aberrant":
            if trait == "willpower":
                return sheet["willpower"]
            own, ability = AB_TRAITS[trait]
            return sheet[own] + sheet["abilities"].get(ability, 0) + ab.wound_penalty(sheet, self.data["marks"])
        if self.book == "circumstances":
            skill = trait in ("athletics", "endurance")
            return sheet["skills"][trait] if skill else sheet["characteristics"][trait]
        return sheet["characteristics"][CC_TRAITS[trait]]

    def passes(self, traits, points, suffered=None):
        """The die of passing a test of the best of these."""
        trait = max(traits, key=self.value)
        suffered = self.ailments if suffered is None else suffered
        changes = ailing.changes(suffered, trait) + ([points // 10] if points else [])
        value = self.value(trait)
        if self.book == "circumstances":
            return coin(max(0, min(100, value + 10 * sum(changes))), 100)
        if self.book == "combat_checks":
            pool = {"A": value, "D": 2, "B": sum(n for n in changes if n > 0), "K": -sum(n for n in changes if n < 0)}
            ways, whole = cc.symbols(tuple(pool.get(letter, 0) for letter in cc.ORDER))
            return coin(sum(count for rolled, count in ways.items() if rolled[0] > 0), whole)
        dice = max(0, value + sum(changes))
        if self.book == "aberrant":
            return (dice @ ab.SUCCESS).map(lambda n: n > 1)
        return ss.hits(dice).map(lambda n: n >= 2)

    def shuns(self, ailment, holy):
        """CS-BURN-08, CS-BURN-09."""
        through = holy and ailment == "burning"
        return not through and SHUNS.get(ailment) in self.sheet.get("immunities", [])


def together(words):
    return ", ".join(word for word in words if word)


def touched(unit, strike, element):
    """Effects of a contact, in words. CS-AIL-01, CS-AIL-02."""
    gone = [one for one in unit.ailments if element in ENDED_BY.get(one, [])]
    left = [one for one in unit.ailments if one not in gone]

    def inflict(rest, suffered, said):
        if not rest:
            return together(said)
        one, later = rest[0], rest[1:]
        if unit.shuns(one["ailment"], strike["holy"]):
            return inflict(later, suffered, said)
        span = one.get("span")
        words = "default" if span is None else "open" if span == "open" else " ".join(map(str, *span.items()))
        come = lambda: inflict(later, sorted({*suffered, one["ailment"]}), said + [f"{one['ailment']} {words}"])
        if "resist" not in one:
            return come()
        kept = inflict(later, suffered, said)
        passed = unit.passes([one["resist"]["with"]], one["resist"].get("points", 0), suffered)
        return passed.map({True: kept, False: come()})

    return Die([0]).map(lambda _: inflict(strike["inflicts"], left, [f"ends {one}" for one in gone]))


def phase_ends(unit, around, neighbours):
    """CS-FROZ-02, CS-PANI-04, CS-PIN-08 to CS-PIN-11, CS-BURN-07."""
    dice = Die([""])
    adds = lambda die, word: icepool.map(lambda said, now: together([said, word if now else ""]), dice, die)
    for ailment in unit.ailments:
        if ailment == "frozen":
            dice = adds(unit.passes(["strength", "toughness", "athletics", "endurance"], 0), "ends frozen")
        if ailment == "panicked":
            dice = adds(unit.passes(["willpower"], 0), "ends panicked")
        if ailment == "pinned":
            helped = around["covered"] or not around["shot_at"]
            dice = adds(unit.passes(["willpower"], 30 if helped else 0), "ends pinned")
    if "burning" in unit.ailments:
        for number, other in enumerate(neighbours):
            if "burning" not in other.ailments and not other.shuns("burning", False):
                missed = other.passes(["agility"], 0).map(lambda passed: not passed)
                dice = adds(missed, f"burns {number}")
    return dice


def burnt(unit):
    """CS-BURN-01 to CS-BURN-03, by the table of translation."""
    sheet, condition = unit.sheet, (unit.data["condition"] or {}).get(unit.book)
    half = d(6).map(lambda face: (face + 1) // 2)
    fifth = d(5)
    if unit.book == "swan_song":
        def health(points):
            now, strain = ss.hurt(condition, points, "health", "fire", {})
            return f"{points}: {now['shield']}/{now['armored']}/{now['flesh']}/{strain}"
        return half.map(health)
    if unit.book == "attacks_and_damage":
        case = object.__new__(ad.Case)
        case.dfn, case.sw = {"sheet": sheet, **condition}, {}
        return half.map(lambda n: "%d: %d/%d/%d" % (n, *(case.mark(n, 0)[k] for k in ("light", "critical", "overflow"))))
    if unit.book == "aberrant":
        marks, _ = ab.mark(sheet, unit.data["marks"], 1, "L", "upgrade")
        return Die(["1: " + ".".join(str(marks[k]) for k in ("A", "L", "B", "S", "pA", "pL", "pB"))])
    if unit.book == "circumstances":
        return fifth.map(lambda n: f"{n}: {sheet['wounds'] - n}")
    return fifth.map(lambda n: f"{n}: {n}")


# ---------------------------------------------------------------- inputs

def make_sheet(r, book):
    """A sheet and a condition; none for a fresh unit."""
    if book == "swan_song":
        a = {name: r.randint(1, 6) for name in ["body", "agility", "reaction", "strength", "willpower", "logic",
                                                "intuition", "charisma"]}
        sheet = {"attributes": a}
        if r.random() < 0.3:
            sheet["accessories"] = [r.randint(1, 3)] * 2
            heavy = ss.burden(sheet)
            if heavy > min(a["agility"], a["reaction"]):
                del sheet["accessories"]
        pool = lambda most, now: {"now": now, "max": most}
        shield, armored = r.choice([0, 0, 3]), r.choice([0, 0, 4])
        condition = {"shield": pool(shield, r.randint(0, shield)), "armored": pool(armored, r.randint(0, armored)),
                     "flesh": pool(10, r.randint(2, 10)), "strain": r.randint(0, 9), "strain_threshold": 10,
                     "injuries": r.choice([0, 0, 1])}
        if r.random() < 0.2:
            condition["stand"] = "fighting"
        return sheet, condition, None
    if book == "attacks_and_damage":
        sheet = {"attributes": {name: r.randint(1, 6) for name in ad.ATTRIBUTES}, "skills": {}, "armour": []}
        light, critical = ad.tracks(sheet, {})
        condition = {"light": r.randint(0, light - 1), "critical": r.choice([0, r.randint(0, critical - 1)]),
                     "overflow": 0, "frequency": {"penalty": -r.randint(0, 2), "tests": 0}}
        return sheet, condition, None
    if book == "aberrant":
        sheet = {name: r.randint(1, 5) for name in ["strength", "dexterity", "stamina", "wits", "willpower"]}
        sheet |= {"quantum": r.choice([0, 1]), "psi": False, "armour": [], "sources": [], "bonuses": []}
        sheet["abilities"] = {name: r.randint(1, 3) for name in ("athletics", "might", "endurance") if r.random() < 0.7}
        marks = dict.fromkeys(("A", "L", "B", "S", "pA", "pL", "pB"), 0)
        marks["L"], marks["B"] = r.choice([0, 0, 1, 2]), r.choice([0, 0, 1, 2])
        words = {"L": "lethal", "B": "bashing"}
        written = {words[kind]: marks[kind] for kind in words if marks[kind]}
        return sheet, {"willpower": r.randint(0, sheet["willpower"]), "marks": written}, marks
    if book == "circumstances":
        names = ["weapon_skill", "ballistic_skill", "strength", "toughness", "agility", "intelligence", "perception",
                 "willpower", "fellowship"]
        sheet = {"characteristics": {name: r.randint(10, 90) for name in names}, "wounds": r.randint(5, 20)}
        sheet["skills"] = {"athletics": r.randint(10, 90), "endurance": r.randint(10, 90)}
        return sheet | {"armour": {}, "fate_points": 0}, None, None
    names = ("strength", "toughness", "agility", "intelligence", "perception", "willpower", "fellowship")
    sheet = {"characteristics": {name: r.randint(1, 5) for name in names}, "skills": {}, "armour": {}}
    return sheet, None, None


def make_unit(r, book, ailments):
    sheet, condition, marks = make_sheet(r, book)
    if r.random() < 0.3:
        sheet["immunities"] = [r.choice(ailing.ELEMENTS[:4])]
    return {"sheet": {book: sheet}, "condition": condition and {book: condition}, "ailments": ailments, "marks": marks}


def make_strike(r, most=3):
    """Ailments that a weapon inflicts, with so many tests at most: two if a test has many faces."""
    inflicts = []
    for ailment in r.sample(INFLICTED, r.choice([1, 2, 2, 3]) if most > 2 else r.randint(1, 2)):
        one = {"ailment": ailment}
        if r.random() < 0.4:
            one["span"] = r.choice([{"turns": r.randint(1, 4)}, {"rounds": r.randint(0, 3)}, "open"])
        if r.random() < 0.85:
            one["resist"] = {"with": r.choice(TRAITS)}
            if r.random() < 0.5:
                one["resist"]["points"] = r.choice([-30, -20, -10, 10, 20])
        inflicts.append(one)
    strike = {"holy": r.random() < 0.3, "inflicts": inflicts}
    if r.random() < 0.6:
        strike["element"] = r.choice(ailing.ELEMENTS)
    return strike


def make_case(r, book):
    what = r.choice(["touched", "touched", "touched", "phase", "phase", "burns", "put_out"])
    most = 2 if book in ("circumstances", "combat_checks") else 3
    some = r.sample(["burning", "blinded", "dazed", "wet", "deafened", "sealed", "immobilised"], r.choice([0, 0, 1, 2, 3]))
    if what == "touched":
        data, strike = make_unit(r, book, some), make_strike(r, most)
        return {"unit": data, "touched": strike}, touched(Unit(data), strike, strike.get("element"))
    if what == "phase":
        bad = r.sample(["frozen", "panicked", "pinned", "burning"], r.choice([1, 2, 3]) if most > 2 else 1)
        data = make_unit(r, book, bad + [one for one in some if one != "burning"])
        neighbours = [make_unit(r, book, r.choice([[], [], ["burning"], ["blinded"], ["dazed"]]))
                      for _ in range(r.randint(0, most - 1))]
        around = {"shot_at": r.random() < 0.5, "covered": r.random() < 0.5}
        die = phase_ends(Unit(data), around, [Unit(other) for other in neighbours])
        return {"unit": data, "phase": around, "neighbours": neighbours}, die
    data = make_unit(r, book, ["burning"] + [one for one in some if one != "burning"])
    unit = Unit(data)
    if what == "burns":
        return {"unit": data, "burns": True}, burnt(unit)
    passed = unit.passes(["agility"], -20)
    return {"unit": data, "put_out": True}, passed.map(lambda out: "ends burning" if out else "")


def main():
    r = random.Random(20250206)
    cases = []
    for book in BOOKS:
        for _ in range(EACH):
            case, die = make_case(r, book)
            case["odds"] = {words: "%d/%d" % die.probability(words).as_integer_ratio() for words in die}
            for unit in [case["unit"]] + case.get("neighbours", []):
                del unit["marks"]
            cases.append(case)
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = Path(__file__).parent / "data" / "ailment_tests.json"
    path.write_text(f"[{text}]\n")
    print(len(cases), "cases,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
