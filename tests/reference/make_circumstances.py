"""Exact odds of attacks under Circumstances, worked out without the game's code.

Needs Python 3.11 or newer and icepool 2.1.3 (`pip install icepool==2.1.3`). From the project's root:

    python tests/reference/make_circumstances.py

writes `tests/reference/data/circumstances.json`, the same bytes in every run. Written from the clauses of
`docs/rules/circumstances.md`; each function names those that it carries out.

Covers blows, shots, throws, bursts, charges and grapples on one target: every modifier of the target numbers of
the attack, of Dodge and of Parry (chapters RUN, TER, HGT, FOG, LOW, DRK, WEA, FLK, GUN, SIM, RNG, PRN, SIZ, UNA, and
a Stunned target), degrees, hit locations, jams, Fate Points of both sides, deflection, Dodge or Parry, added hits of
bursts, cover with penetration and wear, armour, Toughness, Special Damage, falling out, scatter of throws.
Other ailments and held phases are drawn by make_circumstances_ailments.py.
Leaves out: explosions (CS-BASE-35, chapter GRN), orders that are refused, how engagement begins (chapter MEL is here
as what it does to flanking, guns and shots), movement over terrain, hiding and noticing, pinning.

A Fate Point, where the case spends them, goes into the first own test that failed and could pass on a reroll.
"""

import json
import random
from fractions import Fraction
from pathlib import Path

import icepool
from icepool import Die, d

CASES = 378
SEED = 20_417
# Cases with more outcomes are drawn again, so that the file stays small.
MOST_OUTCOMES = 240
TARGET = Path(__file__).parent / "data" / "circumstances.json"

LOCATIONS = ["head", "right_arm", "left_arm", "body", "right_leg", "left_leg"]
SHORT = {"head": "h", "right_arm": "ra", "left_arm": "la", "body": "b", "right_leg": "rl", "left_leg": "ll"}
WEATHER = {"calm": 0, "none": 0, "light": 10, "heavy": 20, "extreme": 30}
SWITCHES = {
    "cs.modifier_cap": "none",
    "cs.zero_wounds": "unconscious",
    "cs.special_damage": "double_dice",
    "cs.fate_points": "on",
    "cs.deflect": "on",
    "cs.burst": "on",
    "cs.cover_pen": "on",
    "cs.fog_line": "off",
    "cs.weather": "none",
    "cs.pistol_melee_penalty": "off",
    "cs.burst_jam": "94",
    "cs.unaware": "on",
}


# Values before any roll, by the clauses.


class Case:
    """One attack; the same data as in the file."""

    def __init__(self, data):
        self.data = data
        self.attacker, self.defender = data["attacker"], data["defender"]
        self.weapon, self.option = data["weapon"], data["option"]
        self.surroundings, self.sight = data["surroundings"], data["sight"]
        self.melee = self.weapon["class"] == "melee"

    def switch(self, name):
        return self.data["switches"].get(name, SWITCHES[name])

    def on(self, name):
        return self.switch(name) == "on"

    def ground(self, side):
        return self.surroundings.get(side, {})

    def capped(self, modifiers):
        """CS-BASE-05."""
        cap, total = self.switch("cs.modifier_cap"), sum(modifiers)
        return total if cap == "none" else max(-int(cap), min(int(cap), total))

    def is_unaware(self):
        """CS-UNA-04."""
        return self.on("cs.unaware") and (bool(self.attacker.get("concealed")) or not self.sight["aware"])

    def suffers(self, *ailments):
        return any(ailment in ailments for ailment in self.defender["condition"].get("ailments", []))

    def own(self, unit, points):
        """What a unit's ailments do to a test, by their names. CS-AIL-05."""
        suffered = unit["condition"].get("ailments", [])
        return [by for ailment, by in points.items() if ailment in suffered]

    def is_special(self):
        """CS-FROZ-04, CS-UNCO-03, CS-WET-01."""
        element = self.weapon.get("strike", {}).get("element")
        wet = element == "electricity" and self.suffers("wet")
        return self.suffers("unconscious") or wet or (element is None and self.suffers("frozen"))


def bonus_of(characteristic):
    """CS-BASE-07."""
    return characteristic // 10


def strength_bonus(unit):
    """CS-BASE-07, CS-ENRA-02."""
    sheet, enraged = unit["sheet"], "enraged" in unit["condition"].get("ailments", [])
    return bonus_of(sheet["characteristics"]["strength"]) + sheet.get("unnatural_strength", 0) + 2 * enraged


def above(case, own, other):
    """CS-HGT-01 to CS-HGT-04: a whole metre higher."""
    own, other = case.ground(own).get("height_cm", 0), case.ground(other).get("height_cm", 0)
    return 10 if own >= other + 100 else 0


def weather(case, who):
    """CS-WEA-01 to CS-WEA-03."""
    if who.get("indoors"):
        return 0
    return -max(WEATHER[case.surroundings.get("weather", "calm")], WEATHER[case.switch("cs.weather")])


def weapon_skill(case, who, own, other):
    """Modifiers of every WS test against an opponent, including Parry. TER, HGT, LOW, DRK, WEA, FLK, CS-PRN-05."""
    light = {"normal": 0, "low": -10, "dark": -20}[case.ground(other).get("light", "normal")]
    company = who.get("company", {"friends": 0, "foes": 0})
    if company["foes"] and company["friends"] >= 3 * company["foes"]:
        flanking = 20
    elif company["foes"] and company["friends"] >= 2 * company["foes"]:
        flanking = 10
    else:
        flanking = 0
    prone = -10 if who.get("prone") else 0
    terrain = -case.ground(own).get("difficulty", 0)
    return [terrain, above(case, own, other), light, weather(case, who), flanking, prone]


def against_target(case):
    """Modifiers of melee and ranged attacks alike: RUN, SIZ, UNA, CS-STUN-02."""
    target = case.defender
    parts = [10 * (target["sheet"].get("size", 4) - 4)]
    if target.get("gait", "steady") != "steady":
        if target["sheet"].get("talents", {}).get("hard_target"):
            parts.append(0 if case.melee else -40)
        else:
            parts.append(20 if case.melee else -20)
    if case.is_unaware():
        parts.append(30)
    if case.suffers("stunned"):
        parts.append(20)
    if case.suffers("unconscious"):
        parts.append(30)
    if case.attacker.get("late"):  # SS-DELAY-09
        parts.append(-10)
    return parts


def by_distance(case):
    """CS-RNG-01 to CS-RNG-07 on squares of distances, CS-GUN-02."""
    squared, reach = case.sight["distance_squared"], case.weapon["range"]
    assert squared <= (3 * reach) ** 2, "CS-RNG-06"
    half_again = -(-3 * reach // 2)
    if squared <= 3 * 3:
        modifier = 30
    elif squared >= half_again**2:
        modifier = -30
    elif squared > reach**2:
        modifier = -10
    elif squared > (-(-reach // 2)) ** 2:
        modifier = 0
    else:
        modifier = 10
    return min(modifier, 0) if case.attacker.get("in_melee") else modifier


def into_melee(case):
    """CS-SIM-01 to CS-SIM-04."""
    opponents = case.data["opponents"]
    if not case.defender.get("in_melee"):
        return 0
    if case.is_unaware() or case.suffers("stunned", "frozen", "shocked", "unconscious"):
        return 0
    if opponents["count"] == 1 and opponents["inert"] == 1:
        return 0
    if case.data["engaged"] and not case.on("cs.pistol_melee_penalty"):
        return 0
    return -20


def attack_number(case):
    """The attacker's target number. CS-BASE-08."""
    characteristics = case.attacker["sheet"]["characteristics"]
    target_prone = case.defender.get("prone")
    if case.melee:
        parts = weapon_skill(case, case.attacker, "attacker", "target") + against_target(case)
        parts += case.own(case.attacker, {"dazed": -10, "blinded": -30, "enraged": 10})
        if case.option == "charge":
            parts.append(10)
        if target_prone:
            parts.append(20 if case.option == "grapple" else 10)
        return characteristics["weapon_skill"] + case.capped(parts)
    target = case.ground("target")
    fog = target.get("obscured") or (case.on("cs.fog_line") and case.surroundings.get("obscured_between"))
    parts = against_target(case) + [
        by_distance(case),
        above(case, "attacker", "target"),
        -20 if fog else 0,
        {"normal": 0, "low": -10, "dark": -30}[target.get("light", "normal")],
        weather(case, case.attacker),
        into_melee(case),
        -10 if target_prone and case.sight["distance_squared"] > 9 else 0,
        10 if case.option == "burst" and case.on("cs.burst") else 0,
        *case.own(case.attacker, {"dazed": -10, "pinned": -20}),
    ]
    return characteristics["ballistic_skill"] + case.capped(parts)


def dodge_number(case):
    """CS-BASE-09, CS-BASE-14, CS-TER-02, CS-PRN-07."""
    parts = [-case.ground("target").get("difficulty", 0), -20 if case.defender.get("prone") else 0]
    parts += case.own(case.defender, {"dazed": -10, "blinded": -30})
    return case.defender["sheet"].get("skills", {}).get("dodge", 0) + case.capped(parts)


def parry_number(case):
    """CS-BASE-10, CS-BASE-31."""
    parts = weapon_skill(case, case.defender, "target", "attacker")
    parts += case.own(case.defender, {"dazed": -10, "blinded": -30})
    return case.defender["sheet"]["characteristics"]["weapon_skill"] + case.capped(parts)


def evasion(case):
    """The Reaction of the defender and its target number, if it has one. CS-BASE-18, CS-UNA-02, CS-AIL-06."""
    may = case.defender.get("reaction", True) and not case.is_unaware()
    may = may and not case.suffers("stunned", "frozen", "shocked", "unconscious", "enraged")
    match case.data["evades"]:
        case "dodge" if may:
            return "dodge", dodge_number(case)
        case "parry" if may and case.melee:
            return "parry", parry_number(case)
    return None


def deflect_value(case):
    """CS-BASE-29, CS-UNA-03."""
    deflector = case.defender["sheet"].get("deflector")
    if not deflector or not case.on("cs.deflect") or case.option == "grapple":
        return None
    kind = "melee" if case.melee else "ranged"
    if case.is_unaware() and kind not in deflector.get("automatic", []):
        return None
    return deflector["value"]


def misfires_on(case):
    """CS-JAM-01, CS-JAM-14, CS-JAM-15."""
    if case.melee:
        return 101
    single = case.weapon.get("jams_on", 96)
    if case.option != "burst":
        return single
    own = case.weapon["burst"].get("jams_on")
    return own if own is not None else min(single, int(case.switch("cs.burst_jam")))


def rounds_fired(case):
    """CS-BASE-36; no weapon fires more rounds than it holds."""
    if case.melee:
        return 0
    wanted = case.weapon["burst"]["rounds"] if case.option == "burst" else 1
    return min(wanted, case.data["loaded"]["rounds"]) if case.weapon.get("magazine", 0) else wanted


def cover_ap(case):
    """AP of the cover next to the target, and what a hit through it costs it. CS-COV-11 to CS-COV-18."""
    beside = [cover for cover in case.data["covers"] if cover["beside_target"]]
    if not beside:
        return 0
    return max(0, beside[-1]["ap"] - beside[-1]["barrier"]["damage"])


def wear(case, degrees):
    """CS-COV-11 to CS-COV-13, CS-COV-15."""
    loss = case.weapon.get("penetration", 0) + case.weapon.get("cracking", 0)
    if case.melee:
        loss += strength_bonus(case.attacker)
        if case.option == "charge":
            loss += degrees // 2
    else:
        loss += case.weapon.get("blast", 0)
    return min(loss, cover_ap(case))


# The dice.


def location(number):
    """CS-BASE-11, CS-BASE-32."""
    return next(name for name, last in zip(LOCATIONS, [10, 20, 30, 70, 85, 100]) if number <= last)


def struck_location(roll):
    """CS-BASE-11: the digits change places."""
    digits = f"{roll % 100:02}"
    return location(int(digits[::-1]) or 100)


def damage_die(case):
    """CS-BASE-12, CS-BASE-25, CS-BASE-26, CS-FROZ-04."""
    dice = case.weapon["damage"]
    count, rest = dice.split("d")
    sides, bonus = (rest.split("+") + ["0"])[:2] if "-" not in rest else rest.split("-")
    flat = -int(bonus) if "-" in rest else int(bonus)
    one = d(10) if sides == "10" else d(10).map(lambda face: (face + 1) // 2)
    total = int(count)
    if case.data["special_damage"] or case.is_special():
        if case.switch("cs.special_damage") == "double_dice":
            total *= 2
        else:
            flat += int(case.switch("cs.special_damage"))
    if case.melee and case.weapon.get("adds_strength", True):
        flat += strength_bonus(case.attacker)
    return (total @ one).map(lambda faces: max(0, faces + flat))


def one_hit(case, where, damage):
    """Wounds lost, `None` if the cover stops it, and whether cover is worn. CS-BASE-30, CS-COV-04 to CS-COV-10."""
    penetration = case.weapon.get("penetration", 0)
    cover = cover_ap(case) if where in case.defender.get("shielded", []) else 0
    excess = damage
    if cover > 0:
        if case.on("cs.cover_pen"):
            reduction, penetration = max(0, cover - penetration), max(0, penetration - cover)
        else:
            reduction = cover
        excess = damage - reduction
        if excess <= 0:
            return None, False
    armour = max(0, case.defender["sheet"]["armour"].get(where, 0) - penetration)
    toughness = bonus_of(case.defender["sheet"]["characteristics"]["toughness"])
    return max(0, excess - armour - toughness), cover > 0


def hits_die(case, first, hits):
    """So many hits: hardest damage, Wounds, whether one got through, whether cover is worn. CS-BASE-36, CS-COV-14."""
    damage = damage_die(case)

    def at(where):
        def effect(raw):
            wounds, worn = one_hit(case, where, raw)
            return (raw, wounds or 0, wounds is not None, worn)

        return damage.map(effect, star=False)

    def together(one, other):
        return (max(one[0], other[0]), one[1] + other[1], one[2] or other[2], one[3] or other[3])

    state = at(first)
    if hits > 1:
        anywhere = branch(d(100).map(location), at)
        for _ in range(hits - 1):
            state = icepool.map(together, state, anywhere, star=False)
    return state


def key(words):
    return " ".join(str(word) for word in words if word != "")


def chance(number):
    """A d100 of which only success matters. CS-BASE-01, CS-BASE-06."""
    return icepool.coin(max(0, min(100, number)), 100)


def has_fate(case, unit, side, number):
    """CS-BASE-28."""
    wanted = case.data["fate"] in (side, "both") and number > 0
    return wanted and unit["condition"]["fate"] > 0 and case.on("cs.fate_points")


def branch(die, ways):
    """Continues from each outcome of a die, calculated once; an outcome is words, or a die of words."""
    return die.map({outcome: ways(outcome) for outcome in die.outcomes()}, star=False)


def met(case):
    """Reaction to a hit: a die of (negated, words). CS-BASE-14, CS-BASE-29, CS-BASE-31."""
    way, deflect = evasion(case), deflect_value(case)
    how = Die([(False, "")])
    if way is not None:
        name, number = way
        how = branch(chance(number), lambda passed: (passed, name))
        if has_fate(case, case.defender, "defender", number):
            again = branch(chance(number), lambda passed: (passed, name + " rerolled"))
            how = branch(chance(number), lambda passed: (True, name) if passed else again)
    if deflect is not None:
        through = how
        how = branch(chance(deflect), lambda passed: (True, "deflected") if passed else through)
    return how


def grapple(case):
    """CS-BASE-37, CS-PRN-02."""
    number, met_so = attack_number(case), met(case)

    def grip(fate):
        held = branch(met_so, lambda how: key(["free" if how[0] else "held", how[1], fate]))
        return lambda passed: held if passed else key(["free", fate])

    first = grip("")
    if not has_fate(case, case.attacker, "attacker", number):
        return branch(chance(number), first)
    again = branch(chance(number), grip("fate"))
    return branch(chance(number), lambda passed: first(True) if passed else again)


def scattered(words):
    """CS-SCA-02 to CS-SCA-04, CS-SCA-07, table CS-T5: octants off the line of the throw, and squares."""
    turns = d(10).map({1: 7, 2: 0, 3: 1, 4: 6, 5: 2, 6: 5, 7: 5, 8: 4, 9: 3, 10: 3})
    squares = d(10).map(lambda face: (face + 1) // 2)
    return branch(turns, lambda turn: branch(squares, lambda by: key([words, "turn", turn, "by", by])))


def landed(case, where, hits, loss, how, fate):
    """The outcome of hits that were not prevented, in words. CS-BASE-13, CS-COV-08 to CS-COV-12."""

    def told(state):
        raw, wounds, reached, worn = state
        contact = "blocked" if not reached else "hit" if wounds else "graze"
        words = [contact, hits, SHORT[where] if hits == 1 else "", raw, wounds]
        if worn and loss:
            words += ["cover", loss]
        if case.defender["condition"]["wounds"] - wounds <= 0:
            words.append({"unconscious": "out", "dead": "dead"}[case.switch("cs.zero_wounds")])
        return key([*words, how, fate])

    return branch(hits_die(case, where, hits), told)


def attack(case):
    """The whole attack, as a die of outcomes in words."""
    number, jams, met_so = attack_number(case), misfires_on(case), met(case)

    def read(roll):
        """The relevant parts of a roll: result, location, number of hits, AP that it costs cover."""
        if roll >= jams:
            return ("miss" if case.weapon["class"] == "thrown" else "jam",)
        if roll > number:
            return ("miss",)
        degrees = (number - roll) // 10
        hits = 1
        if case.option == "burst" and case.on("cs.burst"):
            hits = max(1, min(1 + degrees // 2, rounds_fired(case)))
        return "hit", struck_location(roll), hits, wear(case, degrees)

    rolls = d(100).map(read, star=False)

    def resolved(fate, again=None):
        def outcome(aimed):
            if aimed[0] != "hit":
                if again is not None:
                    return again
                words = key([aimed[0], fate])
                return scattered(words) if case.weapon["class"] == "thrown" else words

            def after(how):
                if how[0]:
                    return key(["miss", how[1], fate])
                return landed(case, *aimed[1:], how[1], fate)

            return branch(met_so, after)

        return branch(rolls, outcome)

    again = resolved("fate") if has_fate(case, case.attacker, "attacker", number) else None
    return resolved("", again)


# The cases.


class Maker:
    """Makes cases; `theme` makes one circumstance more likely than the others."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.theme = None

    def chance(self, theme, likely=0.7, else_=0.15):
        return self.random.random() < (likely if self.theme == theme else else_)

    def characteristics(self):
        names = ["weapon_skill", "ballistic_skill", "strength", "toughness", "agility"]
        names += ["intelligence", "perception", "willpower", "fellowship"]
        return {name: self.random.randint(20, 90) for name in names}

    def sheet(self):
        pick = self.random
        armour = {name: pick.randint(0, 8) for name in LOCATIONS if pick.random() < 0.7}
        sheet = {
            "characteristics": self.characteristics(),
            "skills": {"dodge": pick.randint(0, 80)},
            "wounds": 20,
            "armour": armour,
            "fate_points": 1,
        }
        if pick.random() < 0.1:
            sheet["characteristics"]["toughness"] = pick.choice([1, 9, 100])
        if pick.random() < 0.1:
            del sheet["skills"]
        if self.chance("SIZ", 1, 0.2):
            sheet["size"] = pick.randint(0, 9)
        if self.chance("RUN", 0.5, 0.2):
            sheet["talents"] = {"hard_target": True}
        if pick.random() < 0.15:
            sheet["unnatural_strength"] = pick.randint(1, 4)
        if self.chance("deflect", 1, 0.12):
            automatic = [kind for kind in ["melee", "ranged"] if pick.random() < 0.5]
            sheet["deflector"] = {"value": pick.randint(1, 90), "automatic": automatic}
        return sheet

    def unit(self):
        pick = self.random
        unit = {
            "sheet": self.sheet(),
            "condition": {"wounds": pick.randint(1, 20), "fate": pick.randint(0, 2)},
            "reaction": pick.random() < 0.8,
        }
        if self.chance("RUN"):
            unit["gait"] = pick.choice(["running", "sprinting"])
        if self.chance("PRN"):
            unit["prone"] = True
        if self.chance("WEA", 0.3, 0.1):
            unit["indoors"] = True
        return unit

    def ground(self):
        pick, ground = self.random, {}
        if self.chance("HGT", 1, 0.2):
            ground["height_cm"] = pick.choice([-150, 0, 50, 99, 100, 101, 149, 150, 200, 250])
        if self.chance("TER"):
            ground["difficulty"] = pick.choice([10, 20, 30])
        if self.chance("LOW"):
            ground["light"] = "low"
        elif self.chance("DRK"):
            ground["light"] = "dark"
        if self.chance("FOG"):
            ground["obscured"] = True
        return ground

    def weapon(self, kind):
        pick = self.random
        dice = pick.choice(["1d10", "1d10", "1d10", "1d5", "2d10", "2d5"])
        plus = f"+{pick.randint(1, 9)}"
        bonus = pick.choice(["", plus, plus, f"-{pick.randint(1, 3)}"])
        weapon = {"name": kind, "class": kind, "damage": dice + bonus}
        if pick.random() < 0.6:
            weapon["penetration"] = pick.randint(1, 7)
        if self.chance("cover", 0.6, 0.2):
            weapon["cracking"] = pick.randint(1, 4)
        if kind == "melee":
            if pick.random() < 0.1:
                weapon["adds_strength"] = False
            return weapon
        weapon["range"] = pick.choice([10, 30, 60, 100, 150, 25, 7, 3, 2])
        weapon["magazine"] = pick.choice([0, 6, 30]) if kind == "ranged" else pick.choice([0, 3])
        if kind == "ranged" and self.chance("SIM", 0.9, 0.5):
            weapon["pistol"] = True
        if self.chance("jam", 0.5, 0.1):
            weapon["jams_on"] = pick.choice([80, 90, 93, 95, 98, 100])
        return weapon

    def squares_off(self, reach):
        """Squares east and north to the target, near the edges of the bands as a rule."""
        pick = self.random
        if self.chance("SIM", 0.75, 0.25):
            return pick.randint(0, 1), 1
        edges = [3, 4, reach // 2, -(-reach // 2), reach, 3 * reach // 2, -(-3 * reach // 2), 3 * reach]
        far = max(1, min(3 * reach, pick.choice(edges) + pick.choice([-1, 0, 0, 0, 1])))
        aside = pick.choice([0, 0, 0, 1, 2, 3, pick.randint(0, far)])
        while far**2 + aside**2 > (3 * reach) ** 2:
            if aside:
                aside -= 1
            else:
                far -= 1
        return far, aside

    def covers(self):
        pick, covers = self.random, []
        for number in range(pick.choice([1, 1, 2]) if self.chance("cover", 1, 0.3) else 0):
            ap = pick.randint(1, 16)
            lost = pick.choice([0, 0, pick.randint(0, ap), ap]) if pick.random() < 0.4 else 0
            barrier = {"id": 10 + number, "name": "wall", "structure": 6, "armor": 8, "thickness_cm": 20}
            barrier |= {"damage": lost, "transparent": False}
            covers.append({"barrier": barrier, "ap": ap, "beside_target": False})
        if covers and pick.random() < 0.85:
            covers[-1]["beside_target"] = True
        return covers

    def switches(self, kind):
        pick = self.random
        values = {
            "cs.modifier_cap": [str(pick.choice([10, 20, 30, 60]))],
            "cs.zero_wounds": ["dead"],
            "cs.special_damage": ["0", "2", "5"],
            "cs.fate_points": ["off"],
            "cs.deflect": ["off"],
            "cs.burst": ["off"],
            "cs.cover_pen": ["off"],
            "cs.fog_line": ["on"],
            "cs.weather": ["light", "heavy", "extreme"],
            "cs.pistol_melee_penalty": ["on"],
            "cs.burst_jam": ["70", "91", "97", "100"],
            "cs.unaware": ["off"],
        }
        likely = {"FOG": "cs.fog_line", "SIM": "cs.pistol_melee_penalty", "cover": "cs.cover_pen"}
        likely |= {"WEA": "cs.weather", "jam": "cs.burst_jam"}
        odds = {name: 0.4 if likely.get(self.theme) == name else 0.08 for name in values}
        return {name: pick.choice(values[name]) for name in values if pick.random() < odds[name]}

    def case(self, theme):
        self.theme, pick = theme, self.random
        kind = pick.choice(["melee", "melee", "ranged", "ranged", "ranged", "thrown"])
        if theme in ("RNG", "FOG", "SIM", "jam", "burst"):
            kind = pick.choice(["ranged", "ranged", "ranged", "thrown"])
        if theme == "burst":
            kind = "ranged"
        if theme == "FLK":
            kind = "melee"
        weapon = self.weapon(kind)
        option = "standard"
        if kind == "melee":
            option = pick.choice(["standard", "standard", "charge", "charge", "grapple"])
            if self.chance("cover", 0.6, 0):
                option = "charge"
        elif kind == "ranged" and self.chance("burst", 1, 0.25):
            option = "burst"
            weapon["burst"] = {"rounds": pick.choice([2, 3])}
            weapon["damage"] = weapon["damage"].replace("2d10", "1d10")
            if self.chance("jam", 0.4, 0.15):
                weapon["burst"]["jams_on"] = pick.choice([85, 90, 95, 99])
        attacker, defender = self.unit(), self.unit()
        east, north = (pick.randint(0, 1), 1) if kind == "melee" else self.squares_off(weapon["range"])
        rings = max(east, north)
        sociable = theme in ("FLK", "SIM", "MEL")
        fit = kind != "ranged" or weapon.get("pistol", False)
        attacker["in_melee"] = fit and pick.random() < (0.6 if sociable else 0.3)
        defender["in_melee"] = pick.random() < (0.8 if sociable else 0.3)
        engaged = rings == 1 and attacker["in_melee"] and defender["in_melee"] and pick.random() < 0.8
        for unit in (attacker, defender):
            if unit["in_melee"]:
                unit["company"] = {"friends": pick.randint(1, 6), "foes": pick.randint(1, 3)}
        count = pick.choice([1, 1, 2, 3]) if defender["in_melee"] else 0
        opponents = {"count": count, "inert": pick.randint(0, count - 1 if engaged else count)}
        if self.chance("SIM", 0.3, 0.15):
            defender["condition"]["ailments"] = [pick.choice(["stunned", "frozen", "shocked"])]
        unseen = self.chance("UNA", 0.5, 0.1) or self.chance("deflect", 0.4, 0)
        aware = engaged or not unseen
        if not engaged and self.chance("UNA", 0.3, 0.05):
            attacker["concealed"] = True
        covers = self.covers()
        if self.chance("cover", 1, 0.8 if covers else 0.1):
            places = pick.choice([3, 6, pick.randint(1, 5)])
            low = ["body", "right_leg", "left_leg"]
            shielded = low if places == 3 else pick.sample(LOCATIONS, places)
            defender["shielded"] = sorted(shielded, key=LOCATIONS.index)
        surroundings = {"attacker": self.ground(), "target": self.ground()}
        if self.chance("FOG", 0.4):
            surroundings["obscured_between"] = True
        if self.chance("WEA", 0.8):
            surroundings["weather"] = pick.choice(["light", "heavy", "extreme"])
        rounds = pick.randint(1, weapon["magazine"]) if weapon.get("magazine") else 0
        if option == "burst" and pick.random() < 0.5:
            rounds = weapon["magazine"]
        ways = ["dodge", "parry", "parry", "none"] if kind == "melee" else ["dodge", "dodge", "none"]
        return {
            "attacker": attacker,
            "defender": defender,
            "weapon": weapon,
            "loaded": {"rounds": rounds},
            "option": option,
            "sight": {
                "distance_squared": east**2 + north**2,
                "rings": rings,
                "hidden": 0,
                "took_cover": bool(covers),
                "across_obstacle": False,
                "aware": aware,
            },
            "surroundings": surroundings,
            "engaged": engaged,
            "opponents": opponents,
            "covers": covers,
            "special_damage": pick.random() < 0.12 and not (option == "burst" and weapon["damage"][0] == "2"),
            "switches": self.switches(kind),
            "evades": pick.choice(ways),
            "fate": pick.choice(["none", "none", "none", "attacker", "defender", "both"]),
        }


THEMES = ["RUN", "HGT", "FOG", "LOW", "DRK", "WEA", "MEL", "FLK", "SIM", "RNG", "PRN", "SIZ", "UNA", "TER"]
THEMES += ["SIM", "cover", "cover", "burst", "burst", "jam", "deflect"]


def answer(data):
    """A case with its answers."""
    case = Case(data)
    outcomes = grapple(case) if case.option == "grapple" else attack(case)
    odds = {words: Fraction(count, outcomes.denominator()) for words, count in outcomes.items()}
    assert sum(odds.values()) == 1
    return data | {
        "numbers": {"attack": attack_number(case), "dodge": dodge_number(case), "parry": parry_number(case)},
        "rounds_left": max(0, data["loaded"]["rounds"] - rounds_fired(case)),
        "odds": {words: f"{odds[words].numerator}/{odds[words].denominator}" for words in sorted(odds)},
    }


def examples():
    """The catalogue's own examples, which check this script as well."""
    assert [struck_location(roll) for roll in (23, 50, 100)] == ["body", "head", "left_leg"]
    place = {"sheet": {"characteristics": {"toughness": 40}, "armour": {"body": 1}}, "shielded": ["body"]}
    wall = {"ap": 8, "barrier": {"damage": 0}, "beside_target": True}
    weapon = {"class": "ranged", "penetration": 3}
    data = {"attacker": {}, "defender": place, "weapon": weapon, "option": "standard", "surroundings": {}}
    case = Case(data | {"sight": {"aware": True}, "covers": [wall], "switches": {}})
    assert one_hit(case, "body", 14) == (4, True)
    case.data["switches"] = {"cs.cover_pen": "off"}
    assert one_hit(case, "body", 14) == (2, True)
    weapon["penetration"], wall["ap"], place["sheet"]["armour"]["body"] = 5, 3, 4
    assert one_hit(case, "body", 14) == (7, True)
    case.data["switches"] = {}
    assert one_hit(case, "body", 14) == (8, True)
    assert one_hit(case, "head", 14) == (10, False)


def main():
    examples()
    maker = Maker(SEED)
    cases = []
    while len(cases) < CASES:
        case = answer(maker.case(THEMES[len(cases) % len(THEMES)]))
        if len(case["odds"]) <= MOST_OUTCOMES:
            cases.append(case)
    lines = (json.dumps(case, separators=(",", ":")) for case in cases)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
