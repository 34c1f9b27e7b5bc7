"""Reference odds of Swan Song attacks that affect more than their target, calculated without the program.

Run: pip install icepool==2.1.3 && python3 make_swan_song_field.py   (Python 3.11; writes data/swan_song_field.json)

Written from the clauses of docs/rules/swan-song.md, chapters AIL to PIN and SCA of docs/rules/circumstances.md and the
table of docs/ailments.md; it builds on the other scripts of the book and on make_ailment_tests.py.

Covered: carried bodies as cover and as barriers (SS-BARR-44 to -49), what a hit inflicts once its harm is done, the
current of a Shocked target (CS-SHCK-02), attacks on areas with a second unit near and scatter of a miss (SS-RULING-60,
CS-SCA-03, CS-SCA-04), and the Surprise Test with everything before it (SURP, AMB).
"""

import json
import random
from pathlib import Path

import icepool
from icepool import Die, d

import make_swan_song as base
import make_swan_song_more as more
from make_ailment_tests import Unit, make_strike, touched
from swan_song_cases import ailment

BODY = 3
# Octants clockwise from straight on, table CS-T5.
TURNS = d(10).map({1: 7, 2: 0, 3: 1, 4: 6, 5: 2, 6: 5, 7: 5, 8: 4, 9: 3, 10: 3})
STEPS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


def key_parts(key):
    return (key + " " * max(0, 5 - key.count(" "))).split(" ", 5)


def with_body(key, case, body):
    """The body's share of what the barriers took, as harm to it. SS-BARR-47, SS-CRIT-05."""
    parts = key_parts(key)
    walls, words = [], []
    for wall in filter(None, parts[5].split(",")):
        number, by = map(int, wall.split(":"))
        if number != BODY:
            walls.append(wall)
            continue
        if not case.weapon.get("penetrating"):
            by = min(by, body["sheet"]["attributes"]["body"])
        now, strain = base.hurt(body["vitals"], by, "health", case.weapon["damage_type"], {})
        before = body["vitals"]["flesh"]
        injured = "I" * (before["max"] > 0 and before["now"] > 0 >= now["flesh"])
        words.append(f"body {'/'.join(str(n) for n in (*now.values(), strain))} {injured}".rstrip())
    parts[5] = ",".join(walls)
    return more.said(" ".join(parts).rstrip(), words)


def after(key, case):
    """The target's health after an attack, and whether it is down."""
    parts = key_parts(key)
    vitals = json.loads(json.dumps(case.dfn["vitals"]))
    if parts[3] != "-":
        shield, armored, flesh, vitals["strain"] = map(int, parts[3].split("/"))
        vitals["shield"]["now"], vitals["armored"]["now"], vitals["flesh"]["now"] = shield, armored, flesh
        vitals["injuries"] += parts[4].count("I")
    down = base.state(vitals, case.dfn["sheet"]["attributes"]["body"]) or case.dfn["down"]
    return vitals, down, parts[3] != "-"


def ill(unit, vitals, harmed):
    """A unit of make_ailment_tests.py after a hit; harm wakes it and breaks ice. CS-FROZ-05, CS-UNCO-04."""
    names = [one["ailment"] for one in unit.get("ailments", [])]
    names = [name for name in names if not (harmed and name in ("frozen", "unconscious"))]
    return Unit({"sheet": {"swan_song": unit["sheet"]}, "condition": {"swan_song": vitals}, "ailments": names})


def finished(key, case, told=None):
    """What the hit inflicts, then the current. CS-AIL-01, CS-SHCK-02, CS-SHCK-03.

    `told`: the hit in words, where they are more than its key.
    """
    told = key if told is None else told
    weapon, dice = case.weapon, Die([told])
    strike = weapon.get("strike", {"holy": False, "inflicts": []})
    element = more.element_of(weapon)
    vitals, down, harmed = after(key, case)
    if key[0] in "hg" and not down:
        dice = touched(ill(case.dfn, vitals, harmed), strike, element).map(lambda words: more.said(told, [words]))
    attacker = ill(case.att, case.att["vitals"], False)
    charged = not case.ranged and case.ill_d.has("shocked") and not attacker.shuns("shocked", False)
    if charged:
        shocked = attacker.passes(["agility"], 0).map(lambda passed: "" if passed else " & shocked")
        dice = icepool.map(lambda words, more_: words + more_, dice, shocked)
    return dice


def shown(key, vitals):
    """Effects on a second unit: damage, health, flags; none if its armour absorbs everything."""
    whole = "/".join(str(vitals[name]["now"]) for name in ("shield", "armored", "flesh")) + f"/{vitals['strain']}"
    parts = key_parts(key)
    return "0 -" if key == "-" or parts[3] == whole else " ".join(parts[2:5]).rstrip()


def blast(case, other, offset):
    """One roll for two units; a miss explodes elsewhere. SS-RULING-60, CS-SCA-03, CS-SCA-04."""
    radius, vitals = case.weapon["blast"], other.dfn["vitals"]

    def near(centre):
        return (offset[0] - centre[0]) ** 2 + (offset[1] - centre[1]) ** 2 <= radius**2

    def second(attack, centre):
        return other.defend(attack) if near(centre) else Die(["-"])

    def meet(attack):
        def goes_on(first):
            join = lambda die: (die if isinstance(die, Die) else Die([die])).map(lambda key: f"{first} ; {shown(key, vitals)}")
            if first[0] != "m":
                return join(second(attack, (0, 0)))
            landed = lambda turn, by: join(second(attack, (by * STEPS[turn][0], by * STEPS[turn][1])))
            return icepool.map(landed, TURNS, d(5))

        first = case.defend(attack)
        return first.map(goes_on) if isinstance(first, Die) else goes_on(first)

    return icepool.map(meet, case.attack_roll())


def surprise(unit, waits, sw):
    """SS-SURP-06 to SS-SURP-20, SS-AMB-01, SS-AMB-06, CS-DAZE-02."""
    sheet, vitals = unit["sheet"], unit["vitals"]
    a = sheet["attributes"]
    dazed = any(one["ailment"] == "dazed" for one in unit.get("ailments", []))
    own = base.half(vitals, base.attribute(sheet, "reaction") + a["intuition"]) + base.wounds(vitals) - dazed

    def tested(more_):
        dice = max(0, own + more_)

        def read(sum_):
            hits, ones = divmod(sum_, 100)
            glitch = 2 * ones > dice
            words = ["passed" if hits >= 3 else "failed"]
            if glitch and hits == 0 and hits < 3:
                words.append("stunned")
            elif glitch and sw.get("ss.surprise_glitch") != "none":
                words.append("drops")
            return " ".join(words)

        return base.faces(dice).map(read)

    if waits:
        return tested(6)
    threshold = sw.get("ss.alert_test", "2")
    if threshold == "off":
        return tested(0)
    eyes = base.half(vitals, base.skill_dice(sheet, "perception", sw) + a["intuition"]) + base.wounds(vitals) - dazed
    limit = base.up(2 * a["logic"] + a["intuition"] + a["willpower"], 3)
    alert = base.hits(max(0, eyes)).map(lambda h: min(h, limit) >= int(threshold))
    return alert.map({True: tested(3), False: tested(0)})


# ---------------------------------------------------------------- inputs

def plain(r, called=False):
    """An attack without switches, Karma or several shots."""
    while True:
        data = more.make_case(r)
        if data is None or "set" in data or data.get("called") or data["weapon"].get("blast"):
            continue
        data["switches"] = {}
        data.pop("hand", None)
        for name in ("attacker", "defender"):
            unit = data[name]
            unit.pop("karma", None)
            unit.pop("carried", None)
            unit.pop("hands", None)
            unit["vitals"].pop("stand", None)
            fresh = base.maxima(unit["sheet"], {})
            for pool in ("shield", "armored", "flesh"):
                unit["vitals"][pool] = {"now": fresh[pool], "max": fresh[pool]}
            unit["vitals"] |= {"strain": 0, "strain_threshold": fresh["strain"], "injuries": r.choice([0, 0, 1])}
            unit["down"], unit["held"] = None, []
            unit["ailments"] = [ailment(one) for one in r.sample(["dazed", "blinded", "burning", "wet"],
                                                                      r.choice([0, 0, 1, 2]))]
        data["defender"]["may_interrupt"] = True
        if r.random() < 0.6:
            data["defender"]["vitals"]["flesh"]["now"] = max(1, data["defender"]["vitals"]["flesh"]["now"] - r.randint(0, 6))
        if data["attacker"]["sheet"]["kind"] == data["defender"]["sheet"]["kind"] == "character":
            if not (data["weapon"]["class"] != "melee" and more.Suffering(data["attacker"]).has("blinded")):
                return data


def a_body(r):
    """The carried body: its sheet and health."""
    unit = base.make_unit(r, {})
    while unit["sheet"]["kind"] != "character":
        unit = base.make_unit(r, {})
    fresh = base.maxima(unit["sheet"], {})
    for pool in ("shield", "armored", "flesh"):
        unit["vitals"][pool] = {"now": fresh[pool], "max": fresh[pool]}
    unit["vitals"] |= {"strain": fresh["strain"], "strain_threshold": fresh["strain"], "injuries": 0}
    unit["vitals"]["flesh"]["now"] = r.choice([1, 2, fresh["flesh"], -1])
    unit |= {"down": "unconscious", "prone": True, "gait": "steady", "held": []}
    return unit


def with_odds(data, die, extra):
    odds = {words: "%d/%d" % die.probability(words).as_integer_ratio() for words in die}
    return {"scene": more.written(data), **extra, "odds": odds}


def make_body(r):
    data = plain(r)
    if data["charge"]:
        return None
    unit = a_body(r)
    worn = max(unit["sheet"]["armour"], default=0)
    worn += min(sum(unit["sheet"].get("accessories", [])), unit["sheet"]["attributes"]["strength"])
    wall = {"id": BODY, "name": "body", "structure": unit["sheet"]["attributes"]["body"], "armor": worn,
            "thickness_cm": 10, "damage": 0, "transparent": False}
    dfn = data["defender"]
    data["sight"] |= {"took_cover": r.random() < 0.85, "hidden": r.choice([0, 0, 0, 40, 70])}
    data["barriers"] = []
    written = json.loads(json.dumps(data))
    heavy = max(0, unit["sheet"]["attributes"]["body"] - dfn["sheet"]["attributes"]["strength"])
    dfn["sheet"]["carried"] = heavy
    if data["sight"]["took_cover"]:
        data["sight"]["hidden"] = max(60, data["sight"]["hidden"])
        data["barriers"] = [wall]
    case = more.Case(data)
    die = case.odds(WISH)
    both = lambda key: finished(key, case, with_body(key, case, unit))
    return with_odds(written, die.map(both), {"body": unit})


def make_rider(r, shocked):
    data = plain(r)
    weapon = data["weapon"]
    if shocked:
        if weapon["class"] not in ("melee", "unarmed"):
            return None
        data["defender"]["ailments"].append(ailment("shocked"))
        data["defender"]["may_interrupt"] = False
        if r.random() < 0.2:
            data["attacker"]["sheet"]["immunities"] = ["electricity"]
    if not shocked or r.random() < 0.3:
        weapon["strike"] = make_strike(r)
    case = more.Case(data)
    die = case.odds(WISH)
    return with_odds(data, die.map(lambda key: finished(key, case)), {})


def make_blast(r):
    data = plain(r)
    weapon = data["weapon"]
    if weapon["class"] not in ("ranged", "thrown"):
        return None
    weapon["blast"], weapon["damage_type"] = r.randint(1, 4), "kinetic"
    if weapon["class"] == "ranged":
        data["mode"] = "single"
    data["barriers"] = []
    data["sight"] |= {"hidden": 0, "took_cover": False, "across_obstacle": False, "distance_squared": 225, "rings": 15}
    other = plain(r)["defender"]
    other["prone"] = False
    offset = r.choice([(1, 0), (2, 1), (0, 3), (-2, -2), (4, 0), (3, -3)])
    aware = r.random() < 0.7
    case = more.Case(data)
    apart = more.Case({**data, "defender": other, "sight": {**data["sight"], "aware": aware}})
    for one in (case, apart):
        one.way = next((o for o in one.offers if o[0] == "standard"), None) if one.own else None
        one.whole = one.dfn["vitals"]
        one.reroll_a = one.reroll_d = one.buy_soak = False
    die = blast(case, apart, offset)
    near = {"unit": other, "offset": offset, "aware": aware}
    return with_odds(data, die, {"near": near})


def make_surprise(r):
    unit = plain(r)["attacker"]
    if r.random() < 0.5:
        unit["sheet"]["skills"]["perception"] = r.randint(1, 5)
    if r.random() < 0.2:
        unit["vitals"]["stand"] = "fighting"
    sw = {}
    if r.random() < 0.5:
        sw["ss.alert_test"] = r.choice(["off", "1", "3"])
    if r.random() < 0.2:
        sw["ss.surprise_glitch"] = "none"
    waits = r.random() < 0.25
    die = surprise(unit, waits, sw)
    odds = {words: "%d/%d" % die.probability(words).as_integer_ratio() for words in die}
    return {"surprise": {"unit": unit, "waits": waits, "switches": sw}, "odds": odds}


WISH = {"defence": "standard", "attack again": False, "again": False, "soak dice": False}
KINDS = [(60, make_body), (60, lambda r: make_rider(r, False)), (40, lambda r: make_rider(r, True)), (50, make_blast),
         (60, make_surprise)]


def main():
    r = random.Random(20250207)
    cases = []
    for count, make in KINDS:
        made = 0
        while made < count:
            case = make(r)
            if case is None or len(case["odds"]) > 150 or len(case["odds"]) < 2:
                continue
            cases.append(case)
            made += 1
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = Path(__file__).parent / "data" / "swan_song_field.json"
    path.write_text(f"[{text}]\n")
    print(len(cases), "cases,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
