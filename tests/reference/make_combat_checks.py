"""Exact odds of Combat Checks pools and attacks, worked out apart from the program.

Written from docs/rules/combat-checks.md, clause by clause, with icepool for the dice:

    pip install icepool==2.1.3
    python tests/reference/make_combat_checks.py

It overwrites data/combat_checks.json and data/combat_checks_pools.json; the same cases come out every time.

Covered: the joint odds of net successes, net advantages, triumphs and despairs of pools of all six dice; pools of
attacks from characteristics, skills and links, with waiting changes, upgrades and downgrades, injuries, aim, stances,
range bands, defence, cover, surroundings and who lies Prone; attacks that must be refused; damage ratings and Soak,
one target and two; thresholds and death; what advantages, triumphs, threats and despairs buy without a player; whether
a Critical Injury falls due, its row, and what the row does to either side's harm.

Ailments are drawn by make_combat_checks_ailments.py. Left out: choices of players, barriers on the way, the free attack of Overpowered (the row alone is counted), limbs and
characteristics that an injury names, and the economy of a turn.

Readings taken over where the catalogue is silent: triumphs are spent before advantages and threats before despairs, in
the same orders; surroundings count from the worst target; the first benefit lost is cover, then Guarded Stance; any
Prone target counts as a Prone target.
"""

import json
import pathlib
import random
from fractions import Fraction

from icepool import Die, d

import ailing

# Table CC-T1: successes, advantages, triumphs, despairs of every face.
FACES = {
    "B": ["", "", "S", "SA", "AA", "A"],
    "K": ["", "", "F", "F", "T", "T"],
    "A": ["", "S", "S", "SS", "A", "A", "SA", "AA"],
    "D": ["", "F", "FF", "T", "T", "T", "TT", "FT"],
    "P": ["", "S", "S", "SS", "SS", "A", "SA", "SA", "SA", "AA", "AA", "*"],
    "C": ["", "F", "F", "FF", "FF", "T", "T", "FT", "FT", "TT", "TT", "!"],
}
WORTH = {"S": (1, 0, 0, 0), "F": (-1, 0, 0, 0), "A": (0, 1, 0, 0), "T": (0, -1, 0, 0)}
WORTH |= {"*": (1, 0, 1, 0), "!": (-1, 0, 0, 1)}  # CC-DICE-09, 10
ORDER = "BKADPC"


# One number holds all four, so that dice add up quickly: none of them ever reaches half of a digit.
DIGITS = (1, 100, 10_000, 1_000_000)


def packed(face):
    return sum(WORTH[symbol][at] * digit for symbol in face for at, digit in enumerate(DIGITS))


def unpacked(number):
    values = []
    for _ in DIGITS:
        low = (number + 50) % 100 - 50
        values.append(low)
        number = (number - low) // 100
    return tuple(values)


DICE = {letter: Die([packed(face) for face in faces]) for letter, faces in FACES.items()}
CACHE = {}


def symbols(pool):
    """How many ways a pool has to (successes, advantages, triumphs, despairs), and to anything. CC-DICE-07 to 11."""
    if pool not in CACHE:
        total = sum((count @ DICE[letter] for letter, count in zip(ORDER, pool) if count), Die([0]))
        CACHE[pool] = {unpacked(outcome): ways for outcome, ways in total.items()}, total.denominator()
    return CACHE[pool]


# Table CC-T8 by the first number of each row.
CHART = [
    "Minor Nick", "Slowed Down", "Sudden Jolt", "Distracted", "Off-Balance", "Discouraging Wound", "Stunned",
    "Stinger", "Bowled Over", "Head Ringer", "Fearsome Wound", "Agonizing Wound", "Slightly Dazed",
    "Scattered Senses", "Hamstrung", "Overpowered", "Winded", "Compromised", "At the Brink", "Crippled", "Maimed",
    "Horrific Injury", "Temporarily Lame", "Blinded", "Knocked Senseless", "Bleeding Out", "Gushing Out",
    "The End is Nigh", "Terrible Injury", "Gruesome Injury", "Death-like",
]  # fmt: skip


# Rows that change the meaning of an answer.
HARMFUL = ("Minor Nick", "Bowled Over", "Discouraging Wound", "Death-like")
HARMLESS = "Maimed"


def row_of(total):
    return CHART[min((total - 1) // 5, len(CHART) - 1)]


SWITCHES = {
    "cc.downgrade": "challenge",
    "cc.prone_melee": "1",
    "cc.prone_ranged": "1",
    "cc.prone_own": "1",
    "cc.weapon_links": "table",
    "cc.bands": "10/30/60/120",
    "cc.cover_defence": "1",
    "cc.guarded_defence": "1",
    "cc.environment": "table",
    "cc.soak": "toughness",
    "cc.thresholds": "formula",
    "cc.death": "on",
    "cc.auto_advantage": "on",
    "cc.threat_chooser": "opponent",
    "cc.auto_threat": "on",
    "cc.triumph": "on",
    "cc.despair": "on",
    "cc.crit_needs_damage": "on",
    "cc.limb_use": "on",
}
LINKS = {  # Table CC-T3
    "unarmed": ("brawl", "strength"),
    "melee": ("melee", "strength"),
    "pistol": ("light_ranged", "agility"),
    "thrown": ("light_ranged", "agility"),
    "heavy": ("heavy_ranged", "agility"),
}
USUAL = {"brawl": "strength", "melee": "strength", "light_ranged": "agility", "heavy_ranged": "agility"}
BANDS = ["short", "medium", "long", "extreme"]
DIFFICULTY = {"engaged": 2, "short": 1, "medium": 2, "long": 3, "extreme": 4}


def in_force(unit):
    return [CHART[injury["row"]] for injury in unit["injuries"] if injury["live"] != "over"]


def characteristic(unit, name):
    """CC-CHART-22, 29, 30."""
    value = unit["sheet"]["characteristics"][name]
    for injury in unit["injuries"]:
        mark = injury["mark"]
        if isinstance(mark, dict) and "loss" in mark and mark["loss"][0] == name:
            value -= mark["loss"][1]
    return max(1, value)


def has(unit, kind):
    return sum(timed["kind"] == kind for timed in unit["timed"])


def is_melee(case):
    return case["weapon"]["class"] in ("unarmed", "melee")


def targets(case):
    return [case["defender"]] + case["others"]


def band(case, sight):
    """CC-RNG-06, 10."""
    if sight["rings"] <= 1:
        return "engaged"
    limits = [int(limit) for limit in case["switches"]["cc.bands"].split("/")]
    for name, limit in zip(BANDS, limits):
        if sight["distance_squared"] <= limit * limit:
            return name
    return None


def is_refused(case):
    """CC-THT-10, CC-CHART-33, CC-CHK-04, CC-RNG-09, 11, 13."""
    weapon, attacker = case["weapon"], case["attacker"]
    if attacker["empty"]:
        return True
    arms = 2
    if case["switches"]["cc.limb_use"] == "on":
        bad = set()
        for injury in attacker["injuries"]:
            if CHART[injury["row"]] in ("Crippled", "Maimed") and injury["live"] != "over":
                bad.add(injury["mark"]["limb"])
        arms -= len(bad & {"left_arm", "right_arm"})
    if weapon["hands"] > arms or len(targets(case)) > weapon["targets"]:
        return True
    for target in targets(case):
        at = band(case, target["sight"])
        if is_melee(case):
            if at != "engaged":
                return True
        elif at == "engaged":
            if weapon["class"] == "heavy":
                return True
        elif at is None or BANDS.index(at) > BANDS.index(weapon["range"]):
            return True
    return False


def defence(case, target):
    """CC-DEF-01 to 06."""
    if has(target, "defence_negated"):
        return 0
    side = "melee_defence" if is_melee(case) else "ranged_defence"
    sheet = target["sheet"]
    points = sheet.get(side, 0) + sheet["armour"].get(side, 0) + has(target, side)
    if is_melee(case):
        points += int(case["switches"]["cc.guarded_defence"]) if has(target, "guarded_stance") else 0
    elif target["sight"]["took_cover"] and target["sight"]["hidden"] > 0:
        points += int(case["switches"]["cc.cover_defence"])
    return points


def environment(case, target):
    """CC-ENV-01, table CC-T5."""
    if case["switches"]["cc.environment"] == "none" or has(case["attacker"], "environment_ignored"):
        return 0
    around = target["surroundings"]
    square = around["attacker" if is_melee(case) else "target"]
    dice = {"normal": 0, "low": 1, "dark": 2}[square["light"]] + square["obscured"]
    dice += {"calm": 0, "light": 1, "heavy": 2, "extreme": 2}[around["weather"]]
    return dice + case["zero_gravity"]


def build_pool(case):
    """Dice of an attack, in the order of CC-T1. CC-DICE-13 to 17, CC-POOL-01 to 05."""
    unit, weapon, switches = case["attacker"], case["weapon"], case["switches"]
    skill, which = LINKS[weapon["class"]]
    if switches["cc.weapon_links"] == "table":
        if "skill" in weapon:
            skill = weapon["skill"]
            which = USUAL[skill]
        which = weapon.get("characteristic", which)
    value, ranks = characteristic(unit, which), unit["sheet"]["skills"].get(skill, 0)
    pool = dict.fromkeys(ORDER, 0)
    pool["P"] = min(value, ranks)
    pool["A"] = max(value, ranks) - pool["P"]
    waiting = {name: 0 for name in ("boost", "setback", "difficulty", "upgrade", "downgrade")}
    for change in unit["waiting"].values():
        for name, count in change.items():
            waiting[name] += count
    hurt = in_force(unit)
    lying = any(target["prone"] for target in targets(case))
    pool["B"] = waiting["boost"] + case["side_boosts"] + unit["aim"]
    pool["K"] = waiting["setback"] + min(1, has(unit, "guarded_stance")) + min(1, has(unit, "disabled"))
    pool["K"] += sum(name in ("Slightly Dazed", "Crippled", "Maimed") for name in hurt)
    pool["K"] += max(defence(case, target) for target in targets(case))
    pool["K"] += max(environment(case, target) for target in targets(case))
    if is_melee(case):
        pool["B"] += int(switches["cc.prone_melee"]) if lying else 0
        pool["K"] += int(switches["cc.prone_own"]) if unit["prone"] else 0
    else:
        pool["K"] += int(switches["cc.prone_ranged"]) if lying else 0
    pool["D"] = waiting["difficulty"] + hurt.count("Compromised")
    groups = {
        "Head Ringer": ("intelligence", "perception"),
        "Fearsome Wound": ("fellowship", "willpower"),
        "Agonizing Wound": ("strength", "toughness", "agility"),
    }
    pool["D"] += sum(name in groups and which in groups[name] for name in hurt)
    pool["D"] += max(DIFFICULTY[band(case, target["sight"])] for target in targets(case))
    for _ in range(waiting["upgrade"]):
        if pool["A"]:
            pool["A"], pool["P"] = pool["A"] - 1, pool["P"] + 1
        else:
            pool["A"] = 1
    for _ in range(waiting["downgrade"] + (2 if "Blinded" in hurt else 0)):
        if switches["cc.downgrade"] == "challenge":
            if pool["D"]:
                pool["D"], pool["C"] = pool["D"] - 1, pool["C"] + 1
            else:
                pool["D"] = 1
        elif pool["P"]:
            pool["P"], pool["A"] = pool["P"] - 1, pool["A"] + 1
    suffered = unit.get("ailments", []), case["defender"].get("ailments", [])
    for dice in ailing.attack(*suffered, is_melee(case), unit.get("late", False)):
        pool["B" if dice > 0 else "K"] += abs(dice)
    if "Scattered Senses" in hurt:
        pool["B"] = 0
    return tuple(pool[letter] for letter in ORDER)


def rating(case):
    """CC-DMG-01, 02, CS-ENRA-02, CS-BASE-26."""
    damage = case["weapon"]["damage"]
    own, target = (case[who].get("ailments", []) for who in ("attacker", "defender"))
    if "fixed" in damage:
        points = damage["fixed"]
    else:
        points = characteristic(case["attacker"], "strength") + damage["strength_plus"] + 2 * ("enraged" in own)
    points = max(0, points)
    special = ailing.special(target, case["weapon"].get("strike", {}).get("element"))
    return points + ailing.half_more(points) if special else points


def soak(case, target):
    """CC-DMG-08."""
    stated = case["switches"]["cc.soak"]
    body = characteristic(target, "toughness") if stated == "toughness" else int(stated)
    return body + target["sheet"]["armour"].get("soak", 0)


def thresholds(case, unit):
    """CC-THR-05: when the character is made, so that losses do not count."""
    stated = case["switches"]["cc.thresholds"]
    own = unit["sheet"]["characteristics"]
    book = [10 + own["toughness"], 10 + own["willpower"]]
    values = book if stated == "formula" else [int(stated), int(stated)]
    for at, name in enumerate(("wound_threshold", "strain_threshold")):
        values[at] = unit["sheet"].get(name, values[at])
    return values


def down(case, unit, wounds, strain):
    """CC-THR-01 to 03, 07."""
    most_wounds, most_strain = thresholds(case, unit)
    if case["switches"]["cc.death"] == "on" and wounds > 2 * most_wounds:
        return "D"
    return "U" if wounds > most_wounds or strain > most_strain else ""


class Attack:
    """One attack in progress, after its roll."""

    def __init__(self, case, harm, rolled):
        self.case = case
        self.successes, self.advantages, self.triumphs, self.despairs = rolled
        attacker = case["attacker"]
        self.strain = attacker["strain"]
        self.prone = attacker["prone"]
        self.cover = attacker["in_cover"]
        self.guarded = has(attacker, "guarded_stance") > 0
        self.own_boost = self.own_setback = self.ally_downgrades = 0
        self.emptied = self.next_ally = False
        self.target_boost = self.target_downgrade = 0
        self.chosen = set()
        self.injured = None
        self.row = None
        self.targets = []
        most, soaks = harm
        for target, soaked in zip(targets(case), soaks):
            pending = 0
            if self.successes:
                share = -(-self.successes // len(soaks))  # CC-DMG-03
                pending = max(0, most + share - soaked)
            self.targets.append(
                {
                    "damage": pending,
                    "wounds": target["wounds"],
                    "strain": target["strain"],
                    "prone": target["prone"],
                    "aim": target["aim"],
                }
            )

    # Advantages

    def advance(self, left):
        """The first affordable entry of CC-ADV-26; `left` None for a triumph. What it cost, None if nothing."""
        case = self.case
        can_pay = lambda cost: left is None or cost <= left
        needs = case["switches"]["cc.crit_needs_damage"] == "on"
        if self.injured is None and self.successes and can_pay(case["weapon"]["critical"]):
            for at, target in enumerate(self.targets):
                if (target["damage"] > 0 or not needs) and not self.will_fall(at):
                    self.injured = at
                    return case["weapon"]["critical"]
        active = [at for at in range(len(self.targets)) if not self.will_fall(at)]
        if can_pay(3) and active:
            self.target_downgrade += active[0] == 0
            return 3
        if can_pay(2) and "boost" not in self.chosen:
            self.chosen.add("boost")
            self.own_boost += 1
            return 2
        if can_pay(1) and self.strain > 0 and "remove" not in self.chosen:
            self.chosen.add("remove")
            self.strain -= 1
            return 1
        if can_pay(1) and case["allies"] and "next" not in self.chosen:
            self.chosen.add("next")
            self.next_ally = True
            return 1
        return None

    def spend_advantages(self):
        if self.case["switches"]["cc.auto_advantage"] == "off":
            return
        for _ in range(self.triumphs):
            self.advance(None)
        left = max(0, self.advantages)
        while left > 0:
            paid = self.advance(left)
            if paid is None:
                return
            left -= paid

    def harmed(self):
        weapon = self.case["weapon"]
        return "strain" if weapon["class"] == "unarmed" or weapon["non_lethal"] else "wounds"

    def will_fall(self, at):
        """Whether the damage of the hit puts a target out of action. CC-ADV-01."""
        target = self.targets[at]
        after = {name: target[name] for name in ("wounds", "strain")}
        after[self.harmed()] += target["damage"]
        return down(self.case, targets(self.case)[at], **after) != ""

    def apply_damage(self):
        for target in self.targets:
            target[self.harmed()] += target["damage"]

    # The chart

    def injure(self, row):
        """What a row does to either side's harm. CC-CHART-01, 06, 09, 31."""
        self.row = row
        target = self.targets[self.injured]
        if row in ("Minor Nick", "Bowled Over"):
            target["strain"] += 1
        if row == "Bowled Over":
            target["prone"] = True
        if row == "Discouraging Wound" and self.strain > 0:
            self.strain -= 1
        if row == "Death-like":
            target["wounds"] += 10
            target["strain"] += 10

    # Threats

    def worsen(self, left):
        """The first affordable entry of CC-THT-14; `left` None for a despair."""
        case, weapon = self.case, self.case["weapon"]
        can = lambda name, cost: (left is None or cost <= left) and name not in self.chosen
        attacker = case["attacker"]
        active = not down(case, attacker, attacker["wounds"], self.strain)  # CC-THT-01
        if can("prone", 3) and not self.prone and active:
            self.chosen.add("prone")
            self.prone = True
            return 3
        loaded = weapon["ammunition"] and not weapon["limited_ammo"] and weapon["hands"] > 0
        if can("empty", 3) and loaded:
            self.chosen.add("empty")
            self.emptied = True
            return 3
        if can("downgrade", 3) and case["allies"]:
            self.ally_downgrades += 1
            return 3
        if can("boost target", 2) and not self.target_down(0):  # CC-THT-01
            self.chosen.add("boost target")
            self.target_boost += 1
            return 2
        if can("setback", 2) and active:
            self.chosen.add("setback")
            self.own_setback += 1
            return 2
        if can("maneuver", 2) and not self.target_down(0):  # CC-THR-06
            self.chosen.add("maneuver")
            target = self.targets[0]
            if target["prone"]:
                target["prone"] = False
            else:
                target["aim"] = True
            return 2
        if can("strain", 1):
            self.chosen.add("strain")
            self.strain += 1
            return 1
        if can("benefit", 1) and (self.cover or self.guarded) and active:
            self.chosen.add("benefit")
            if self.cover:
                self.cover = False
            else:
                self.guarded = False
            return 1
        return None

    def spend_threats(self):
        if self.case["switches"]["cc.auto_threat"] == "off":
            return
        left = max(0, -self.advantages)
        while left > 0:
            paid = self.worsen(left)
            if paid is None:
                break
            left -= paid
        for _ in range(self.despairs):
            self.worsen(None)

    # Outcome

    def target_down(self, at):
        target = self.targets[at]
        return down(self.case, targets(self.case)[at], target["wounds"], target["strain"])

    def outline(self):
        injury = "I" if self.injured == 0 else "-"
        return f"{self.successes} {self.targets[0]['damage']} {injury} {self.target_down(0)}".strip()

    def rows(self):
        """Per target the row of its injury, whether it is down, and what further ones suffered."""
        words = []
        for at, target in enumerate(self.targets):
            row = CHART.index(self.row) if self.injured == at else "-"
            damage = f":{target['damage']}" if at else ""
            words.append(f"{row}{self.target_down(at)}{damage}")
        return " ".join(words)

    def spent(self):
        attacker = self.case["attacker"]
        own_down = down(self.case, attacker, attacker["wounds"], self.strain)
        first = self.targets[0]
        flags = [
            ("prone", self.prone or own_down),
            ("cover_lost", attacker["in_cover"] and not self.cover),
            ("guarded", self.guarded),
            ("emptied", self.emptied),
            ("next_ally", self.next_ally),
            ("t_aim", first["aim"]),
            ("t_prone", first["prone"] or self.target_down(0)),
        ]
        numbers = [self.strain, self.own_boost, self.own_setback, self.ally_downgrades]
        numbers += [self.target_boost, self.target_downgrade]
        words = [".".join(str(number) for number in numbers)] + [name for name, is_on in flags if is_on]
        return " ".join(words)


def answer(case):
    if is_refused(case):
        return {"refused": True}
    pool = build_pool(case)
    harm = rating(case), [soak(case, target) for target in targets(case)]
    on = lambda name: case["switches"][name] == "on"
    found = {"outline": {}, "rows": {}, "spent": {}}

    def count(name, key, ways):
        found[name][key] = found[name].get(key, 0) + ways

    ways_of, whole = symbols(pool)
    # The margin of a failure, and symbols that buy nothing, make no difference.
    rolls = {}
    for (successes, advantages, triumphs, despairs), ways in ways_of.items():
        rolled = (
            max(0, successes),
            advantages,
            triumphs if on("cc.triumph") else 0,
            despairs if on("cc.despair") else 0,
        )
        rolls[rolled] = rolls.get(rolled, 0) + ways
    for rolled, ways in rolls.items():

        def struck():
            attack = Attack(case, harm, rolled)
            attack.spend_advantages()
            attack.apply_damage()
            return attack

        attack = struck()
        count("outline", attack.outline(), 100 * ways)
        if attack.injured is None:
            attack.spend_threats()
            count("rows", attack.rows(), 100 * ways)
            count("spent", attack.spent(), 100 * ways)
            continue
        harmless = struck()
        harmless.injure(HARMLESS)
        harmless.spend_threats()
        word, key = harmless.rows(), harmless.spent()
        others = 0
        for row, chances in row_chances(len(targets(case)[attack.injured]["injuries"])):
            if row == "Overpowered":
                count("rows", "again", chances * ways)
                count("spent", "again", chances * ways)
            elif row in HARMFUL:
                again = struck()
                again.injure(row)
                again.spend_threats()
                count("rows", again.rows(), chances * ways)
                count("spent", again.spent(), chances * ways)
            else:
                count("rows", word.replace(str(CHART.index(HARMLESS)), str(CHART.index(row)), 1), chances * ways)
                others += chances
        count("spent", key, others * ways)
    written = {name: fractions(odds, 100 * whole) for name, odds in found.items()}
    return {
        "pool": pool,
        "rating": harm[0],
        "soak": harm[1],
        "thresholds": thresholds(case, case["defender"]),
        **written,
    }


ROWS = {}


def row_chances(ongoing):
    """Rows of an injury with their chances in a hundred. CC-CRIT-07, 08."""
    if ongoing not in ROWS:
        die = d(100).map(lambda roll: row_of(roll + 10 * ongoing))
        assert die.denominator() in (20, 100)
        times = 100 // die.denominator()
        ROWS[ongoing] = [(row, ways * times) for row, ways in die.items()]
    return ROWS[ongoing]


def fractions(odds, whole):
    assert sum(odds.values()) == whole
    parts = ((key, Fraction(ways, whole)) for key, ways in sorted(odds.items()))
    return {key: f"{part.numerator}/{part.denominator}" for key, part in parts}


# Cases


def injury(rng):
    name = rng.choice(
        ["Minor Nick", "Head Ringer", "Fearsome Wound", "Agonizing Wound", "Agonizing Wound", "Slightly Dazed"]
        + ["Scattered Senses", "Compromised", "Crippled", "Maimed", "Horrific Injury", "Blinded", "Winded"]
    )
    live = "healed" if name in ("Crippled", "Maimed", "Horrific Injury", "Blinded", "Winded") else "encounter"
    mark = "none"
    if name == "Minor Nick":
        live = "over"
    elif name in ("Crippled", "Maimed"):
        mark = {"limb": rng.choice(["left_arm", "right_arm", "left_leg", "right_leg"])}
    elif name == "Horrific Injury":
        mark = {"loss": [rng.choice(["strength", "agility", "toughness"]), 1]}
    elif rng.random() < 0.2:
        live = "over"
    return {"row": CHART.index(name), "live": live, "mark": mark, "attempts": 0}


def unit(rng, is_attacker):
    names = ("strength", "toughness", "agility", "intelligence", "perception", "willpower", "fellowship")
    sheet = {"characteristics": {name: rng.randint(1, 4) for name in names}, "skills": {}, "armour": {}}
    for skill in ("light_ranged", "heavy_ranged", "melee", "brawl"):
        if rng.random() < 0.8:
            sheet["skills"][skill] = rng.randint(1, 4)
    for name, most in (("soak", 3), ("melee_defence", 2), ("ranged_defence", 2)):
        if rng.random() < 0.4:
            sheet["armour"][name] = rng.randint(1, most)
    for name in ("melee_defence", "ranged_defence"):
        if rng.random() < 0.15:
            sheet[name] = 1
    for name in ("wound_threshold", "strain_threshold"):
        if rng.random() < 0.2:
            sheet[name] = rng.randint(6, 12)
    timed = []
    kinds = ["guarded_stance", "disabled", "environment_ignored"] if is_attacker else []
    kinds += [] if is_attacker else ["guarded_stance", "defence_negated", "melee_defence", "ranged_defence"]
    for kind in kinds:
        if rng.random() < 0.12:
            timed.append({"kind": kind, "until": "end_of_round" if rng.random() < 0.5 else {"turn_ends": 1}})
    waiting = {}
    if is_attacker and rng.random() < 0.5:
        for name in ("check", "skill_check", "attack"):
            change = {
                kind: rng.randint(1, 2)
                for kind in ("boost", "setback", "difficulty", "upgrade", "downgrade")
                if rng.random() < 0.15
            }
            if change:
                waiting[name] = change
    own = {
        "sheet": sheet,
        "wounds": rng.choice([0, 0, 2, 5, 8, 12]),
        "strain": rng.choice([0, 0, 1, 3, 7]),
        "injuries": [injury(rng) for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 3]))],
        "waiting": waiting,
        "timed": timed,
        "aim": rng.random() < 0.2 and is_attacker,
        "prone": rng.random() < 0.2,
        "in_cover": rng.random() < 0.3 and is_attacker,
        "empty": False,
    }
    # No unit starts above a threshold.
    limits = [10 + sheet["characteristics"][name] for name in ("toughness", "willpower")]
    own["wounds"] = min(own["wounds"], sheet.get("wound_threshold", limits[0]))
    own["strain"] = min(own["strain"], sheet.get("strain_threshold", limits[1]))
    return own


def weapon(rng):
    cls = rng.choice(["unarmed", "melee", "melee", "pistol", "pistol", "thrown", "heavy", "heavy"])
    ranged = cls in ("pistol", "thrown", "heavy")
    own = {
        "name": cls,
        "class": cls,
        "damage": {"fixed": rng.randint(2, 8)},
        "critical": rng.randint(1, 5),
        "range": rng.choice(["short", "medium", "long", "extreme"]) if ranged else "engaged",
        "non_lethal": rng.random() < 0.15,
        "hands": {"unarmed": 0, "heavy": 2}.get(cls, 1),
        "limited_ammo": ranged and rng.random() < 0.3,
        "ammunition": cls in ("pistol", "heavy") and rng.random() < 0.9,
        "targets": rng.choice([1, 1, 2, 3]),
    }
    if cls == "unarmed":
        own["damage"] = {"strength_plus": 0}
        own["critical"] = 5
    elif cls == "melee" and rng.random() < 0.6:
        own["damage"] = {"strength_plus": rng.randint(-1, 4)}
    if rng.random() < 0.15:
        own["characteristic"] = rng.choice(["agility", "perception", "willpower"])
    if rng.random() < 0.1 and ranged:
        own["skill"] = "heavy_ranged"
    return own


def square(rng):
    own = {"light": rng.choice(["normal"] * 4 + ["low", "dark"]), "obscured": rng.random() < 0.15}
    return own


def place(rng, case, target):
    if is_melee(case):
        x, y = rng.choice([(1, 0), (1, 1), (1, 1), (0, 1), (2, 0)] if rng.random() < 0.3 else [(1, 0), (1, 1)])
    else:
        x, y = rng.choice([(1, 1), (2, 0), (6, 8), (10, 1), (11, 0), (18, 24), (30, 1), (40, 20), (60, 0), (72, 96)])
        if rng.random() < 0.5:
            x, y = rng.choice([(3, 4), (6, 8), (8, 7)])
    target["sight"] = {
        "distance_squared": x * x + y * y,
        "rings": max(x, y),
        "hidden": rng.choice([0, 0, 30, 60]),
        "took_cover": rng.random() < 0.5,
        "across_obstacle": False,
        "aware": True,
    }
    target["surroundings"] = {
        "attacker": square(rng),
        "target": square(rng),
        "weather": rng.choice(["calm"] * 5 + ["light", "heavy", "extreme"]),
    }


def make_case(rng):
    case = {
        "attacker": unit(rng, True),
        "defender": unit(rng, False),
        "others": [unit(rng, False)] if rng.random() < 0.25 else [],
        "weapon": weapon(rng),
        "zero_gravity": rng.random() < 0.1,
        "side_boosts": rng.choice([0, 0, 0, 0, 1, 2]),
        "allies": rng.choice([0, 0, 1]),
    }
    if case["others"] and rng.random() < 0.8:
        case["weapon"]["targets"] = 2
    for target in targets(case):
        place(rng, case, target)
    if case["others"] and rng.random() < 0.5:
        case["others"][0]["sight"] = dict(case["defender"]["sight"])
    switches = dict(SWITCHES)
    if rng.random() < 0.3:
        case["weapon"]["critical"] = 20
        switches["cc.triumph"] = "off"
    for name, values in (
        ("cc.downgrade", ["proficiency_to_ability"]),
        ("cc.prone_melee", ["0", "2"]),
        ("cc.prone_ranged", ["0", "2"]),
        ("cc.prone_own", ["0", "2"]),
        ("cc.weapon_links", ["strict"]),
        ("cc.bands", ["5/20/40/100"]),
        ("cc.cover_defence", ["0", "2"]),
        ("cc.guarded_defence", ["0", "2"]),
        ("cc.environment", ["none"]),
        ("cc.soak", ["2"]),
        ("cc.thresholds", ["13"]),
        ("cc.death", ["off"]),
        ("cc.auto_advantage", ["off"]),
        ("cc.threat_chooser", ["auto"]),
        ("cc.auto_threat", ["off"]),
        ("cc.triumph", ["off"]),
        ("cc.despair", ["off"]),
        ("cc.crit_needs_damage", ["off"]),
        ("cc.limb_use", ["off"]),
    ):
        if rng.random() < 0.12:
            switches[name] = rng.choice(values)
    case["switches"] = switches
    if case["weapon"]["ammunition"] and rng.random() < 0.04:
        case["attacker"]["empty"] = True
    return case


def written(case, found):
    own = json.loads(json.dumps(case))
    own["switches"] = {name: value for name, value in own["switches"].items() if value != SWITCHES[name]}
    for target in targets(own):
        for name in ("attacker", "target"):
            ground = target["surroundings"][name]
            target["surroundings"][name] = {key: value for key, value in ground.items() if value not in ("normal", False)}
    for name in ("attacker", "defender"):
        own[name] = shortened(own[name])
    own["others"] = [shortened(target) for target in own["others"]]
    own["weapon"] = {name: value for name, value in own["weapon"].items() if value is not False}
    own["answer"] = found
    return own


def shortened(target):
    short = {name: value for name, value in target.items() if value not in ([], {}, False, 0)}
    if "sight" in target:
        short["sight"] = target["sight"]
    return short


def some_pools(rng):
    """Every single die, none at all, and mixed ones."""
    pools = [(0, 0, 0, 0, 0, 0)]
    pools += [tuple(int(at == one) for at in range(6)) for one in range(6)]
    pools += [tuple(3 * int(at == one) for at in range(6)) for one in range(6)]
    while len(pools) < 48:
        pool = tuple(rng.choice([0, 0, 1, 1, 2]) for _ in range(6))
        if 2 <= sum(pool) <= 6:
            pools.append(pool)
    pools.append((1, 2, 2, 3, 3, 1))
    return pools


def sort_of(found):
    """The free attack of Overpowered rolls all dice again in every branch: only small pools are followed into it."""
    if "refused" in found:
        return "refused"
    dice = sum(found["pool"])
    if dice > 11:
        return None
    if "again" in found["rows"]:
        return "injured" if dice <= 6 else "outlined"
    return "followed" if dice <= 9 else "outlined"


def main():
    rng = random.Random(20241)
    pools = []
    for pool in some_pools(rng):
        ways_of, whole = symbols(pool)
        odds = {" ".join(str(number) for number in key): ways for key, ways in ways_of.items()}
        pools.append({"pool": pool, "odds": fractions(odds, whole)})
    # So many cases of each kind: rejected, calculated to the end, outlined only.
    wanted = {"refused": 30, "injured": 45, "followed": 135, "outlined": 140}
    cases = []
    while any(wanted.values()):
        case = make_case(rng)
        found = answer(case)
        sort = sort_of(found)
        if wanted.get(sort, 0) == 0:
            continue
        wanted[sort] -= 1
        if sort == "outlined":
            del found["rows"], found["spent"]
        cases.append(written(case, found))
    short = lambda own: json.dumps(own, separators=(",", ":"))
    folder = pathlib.Path(__file__).parent / "data"
    for name, rows in (("combat_checks_pools", pools), ("combat_checks", cases)):
        (folder / f"{name}.json").write_text("[\n" + ",\n".join(map(short, rows)) + "\n]\n")


if __name__ == "__main__":
    main()
