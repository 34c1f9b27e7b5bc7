"""Reference odds of whole Swan Song attacks, worked out without the program.

Run: pip install icepool==2.1.3 && python3 make_swan_song.py   (Python 3.11; writes data/swan_song.json)

Written from the clauses of docs/rules/swan-song.md alone; icepool does the probabilities, all of them exact.

Covered: BASE (pools, floor, limits, glitch drop, untrained, recoil, health formulas, Karma dice and re-rolls), MOVE
(running, charge, shots at runners), ATK, DEF (every way of defending, its price and limit; all modifiers but
vehicles, flechettes and areas), COVER, BARR (shooting through, wear, Strain, ARP, holes, thickness), ACC, ARM, DMG
(all pools, types, carry-over, dying), WND, CRIT, KNOCK. Called shots, flechettes, areas, ailments, several attacks and
Fight for your Life are in make_swan_song_more.py, which builds on this script. Left out: attacks on barriers,
ss.barrier_damage_types, a defender with a weapon in each hand.
"""

import json
import random
from fractions import Fraction
from functools import cache
from pathlib import Path

import icepool

CASES = 400

# Hits in the hundreds place, ones in the units.
FACE = icepool.Die([1, 0, 0, 0, 100, 100])
HIT = icepool.Die([0, 0, 0, 0, 1, 1])


@cache
def hits(pool):
    """SS-BASE-01, SS-BASE-03."""
    return pool @ HIT if pool > 0 else icepool.Die([0])


@cache
def faces(pool):
    return pool @ FACE if pool > 0 else icepool.Die([0])


def up(a, b):
    return -(-a // b)


# ---------------------------------------------------------------- inputs

MELEE_SKILLS = ["blades", "clubs"]
RANGED_SKILLS = ["pistols", "longarms", "automatics"]
TYPES = ["kinetic", "kinetic", "kinetic", "shock", "fire", "corrosive", "cryo", "radiation"]
# Table SS-T7: rounds, defence modifier. Table of SS-BARR-40: wear.
MODES = {
    "single": (1, 0),
    "semi_auto_burst": (3, -2),
    "burst": (3, -2),
    "long_burst": (6, -5),
    "full_auto_simple": (6, -5),
    "full_auto_complex": (10, -9),
}
ROUNDS = {mode: rounds for mode, (rounds, _) in MODES.items()}
DEFENCE = {mode: dice for mode, (_, dice) in MODES.items()}
MATERIALS = [(1, 2), (1, 2), (2, 4), (2, 4), (4, 6), (6, 8), (8, 12), (3, 0), (5, 1)]


def make_weapon(r, kind=None, damage_boost=0):
    cls = kind or r.choice(["melee", "melee", "unarmed", "ranged", "ranged", "ranged"])
    w = {"name": cls, "class": cls}
    w["skill"] = {"melee": r.choice(MELEE_SKILLS), "unarmed": "unarmed_combat", "ranged": r.choice(RANGED_SKILLS)}[cls]
    if r.random() < 0.15:
        w["attribute"] = r.choice(["strength", "reaction", "willpower", "agility"])
    if r.random() < 0.6:
        w["accuracy"] = r.randint(1, 8)
    builds = {"melee": ["standard", "improvised", "unwieldy"], "unarmed": ["standard"],
              "ranged": ["standard", "specialised", "improvised"]}[cls]
    w["build"] = r.choice(builds)
    if r.random() < 0.25:
        w["condition"] = "poor"
    if cls != "ranged" and r.random() < 0.6:
        w["damage"] = {"strength_plus": r.randint(-2, 4)}
    else:
        w["damage"] = {"fixed": r.randint(0, 10) + damage_boost}
    if r.random() < 0.5:
        w["pool"] = r.choice(["health", "health", "strain"])
    w["damage_type"] = r.choice(TYPES)
    w["arp"] = r.choice([0, 0, 1, 2, 3, 5, -1, -2, -4])
    w["hands"] = 0 if cls == "unarmed" else r.choice([1, 2])
    if cls == "melee":
        w["reach"] = r.choice([0, 0, 1, 2])
        w["blunt"] = r.random() < 0.2
    w["range"] = 100 if cls == "ranged" else 0
    w["penetrating"] = r.random() < (0.6 if cls == "ranged" else 0.3 if cls == "melee" else 0.0)
    w["gel"] = cls == "ranged" and r.random() < 0.2
    w["contact_only"] = r.random() < 0.15
    w["recoil_compensation"] = r.choice([0, 0, 1, 2, 4]) if cls == "ranged" else 0
    return {k: v for k, v in w.items() if v not in (False, 0) or k in ("arp", "hands")}


def make_unit(r, switches, weapon=None):
    kind = r.choices(["character", "robot", "object"], [88, 9, 3])[0]
    a = {name: r.randint(1, 6) for name in
         ["body", "agility", "reaction", "strength", "willpower", "logic", "intuition", "charisma"]}
    a["willpower"] = r.randint(1, 4)
    if r.random() < 0.1:
        a["strength"], a["body"] = 11, 8
    sheet = {"kind": kind, "attributes": a, "karma": r.randint(1, 3)}
    skills = {}
    for name in MELEE_SKILLS + RANGED_SKILLS + ["unarmed_combat", "acrobatics"]:
        rating = r.choice([0, 1, 2, 3, 4])
        if rating:
            skills[name] = rating
    sheet["skills"] = skills
    sheet["armour"] = r.choice([[], [r.randint(1, 6)], [r.randint(1, 6)], [3, 5]])
    if r.random() < 0.3:
        accessories = [r.randint(1, 3) for _ in range(r.randint(1, 3))]
        heavy = max(0, sum(accessories) - a["strength"]) // 2
        if heavy <= min(a["agility"], a["reaction"]):
            sheet["accessories"] = accessories
    if r.random() < 0.2:
        sheet["reach"] = 1
    if kind == "robot":
        sheet["has_flesh"] = False
        sheet["armored"] = r.randint(2, 10)
        sheet["shield"] = r.choice([0, 0, 3])
    else:
        sheet["armored"] = r.choice([0, 0, 0, 4])
        sheet["shield"] = r.choice([0, 0, 0, 3])
        if r.random() < 0.2:
            sheet["flesh"] = r.randint(4, 14)
    if r.random() < 0.15:
        sheet["strain"] = r.randint(5, 13)
    unit = {"sheet": sheet}
    top = maxima(sheet, switches)
    left = {}
    for name in ("shield", "armored", "flesh"):
        most = top[name]
        left[name] = {"now": most if most == 0 else r.choice([most, most, r.randint(0, most)]), "max": most}
    last = last_pool(left)
    if last and left[last]["now"] == 0:
        left[last]["now"] = r.choice([1, 1, 1, -1]) if last != "flesh" else r.choice([1, 2, 2, 0, -1])
    vitals = {**left, "strain": r.choice([0, 0, r.randint(0, top["strain"])]),
              "strain_threshold": top["strain"], "injuries": r.choice([0, 0, 0, 0, 1, 2])}
    unit["vitals"] = vitals
    down = state(vitals, a["body"])
    if down == "dead":
        return make_unit(r, switches, weapon)
    unit["down"] = down
    unit["prone"] = down is not None or r.random() < 0.2
    unit["gait"] = "steady" if unit["prone"] or kind == "object" else \
        r.choice(["steady", "steady", "steady", "running", "sprinting"])
    unit["ap"] = r.choice([0, 1, 2, 3, 3, 3])
    unit["full_defense"] = r.random() < 0.12
    unit["defences"] = r.choice([0, 0, 0, 1, 2])
    unit["in_melee"] = r.random() < 0.25
    unit["may_interrupt"] = r.random() < 0.92
    unit["held"] = [weapon] if weapon else []
    return unit


def maxima(sheet, switches):
    """SS-BASE-23, SS-BASE-24."""
    a = sheet["attributes"]
    formula = switches.get("ss.fhp_formula", "body")
    flesh = 8 + up(a["body"], 2) if formula == "body" else int(formula)
    strain = 8 + up(a["willpower"], 2)
    if not sheet.get("has_flesh", True):
        flesh = 0
    else:
        flesh = sheet.get("flesh", flesh)
    return {"shield": sheet["shield"], "armored": sheet["armored"], "flesh": flesh,
            "strain": sheet.get("strain", strain)}


def make_case(r):
    sw = {}
    if r.random() < 0.45:
        choices = [("ss.recoil", "off"), ("ss.ranged_dodge", "on"), ("ss.good_cover_melee", "off"),
                   ("ss.penetration_wear", "none"), ("ss.glitch_effects", "drop"),
                   ("ss.untrained_modifier", "-1"), ("ss.fhp_formula", "9"), ("ss.karma_dice", "1"),
                   ("ss.karma_reroll", "off"), ("ss.type_factors", "fire 150, cryo 50"), ("ss.ap.dodge", "2"),
                   ("ss.ap.full_defense", "1"), ("ss.ap.parry", "0"), ("ss.ap.block", "3")]
        for name, value in r.sample(choices, r.randint(1, 3)):
            sw[name] = value
    weapon = make_weapon(r, damage_boost=r.choice([0, 0, 4]))
    ranged = weapon["class"] == "ranged"
    attacker = make_unit(r, sw)
    while attacker["down"] or attacker["sheet"]["kind"] == "object":
        attacker = make_unit(r, sw)
    held = r.choice([None, None, make_weapon(r, "melee"), make_weapon(r, "ranged")])
    defender = make_unit(r, sw, held)
    if ranged:
        dx, dy = r.choice([(1, 0), (3, 4), (5, 1), (12, 16), (19, 3), (20, 0), (8, 2), (15, 20), (4, 2)])
    else:
        reach = weapon.get("reach", 0) + attacker["sheet"].get("reach", 0)
        dx, dy = r.choice([(1, 0), (1, 1), (1 + reach, 1)])
    hidden = r.choice([0, 0, 0, 10, 25, 26, 40, 50, 51, 75, 100, 100])
    sight = {"distance_squared": dx * dx + dy * dy, "rings": max(dx, dy), "hidden": hidden,
             "took_cover": hidden > 0 and r.random() < 0.7,
             "across_obstacle": not ranged and hidden > 0 and r.random() < 0.7,
             "aware": r.random() < 0.85}
    barriers = []
    if hidden > 0:
        barriers.append(False)
        if r.random() < 0.15:
            barriers.append(False)
    if r.random() < 0.2:
        barriers.insert(r.randint(0, len(barriers)), True)
    made = []
    for index, clear in enumerate(barriers):
        structure, armor = r.choice(MATERIALS[:4] + MATERIALS[7:] if r.random() < 0.5 else MATERIALS)
        thick = r.choice([1, 5, 10, 10, 25, 30])
        points = structure * max(1, thick // 10)
        # A barrier that hides a target has no hole.
        damage = r.choice([0, 0, r.randint(0, points - 1), points if clear else 0])
        made.append({"id": 10 + index, "name": "wall", "structure": structure, "armor": armor,
                     "thickness_cm": thick, "damage": damage, "transparent": clear})
    mode = None
    if ranged and r.random() < 0.85:
        mode = r.choice(list(MODES) + ["full_auto_complex"] * 2)
    case = {"attacker": attacker, "defender": defender, "weapon": weapon, "mode": mode, "sight": sight,
            "barriers": made, "charge": not ranged and attacker["gait"] != "steady" and r.random() < 0.6,
            "rounds_fired": r.choice([0, 0, 0, 1, 3]) if mode else 0, "switches": sw}
    if made and made[-1]["transparent"] and r.random() < 0.3:
        weapon["damage"], weapon["contact_only"] = {"fixed": 0}, True
    if r.random() < 0.3:
        if r.random() < 0.7 and not sw.get("ss.glitch_effects"):
            attacker["karma"] = {"left": r.randint(0, 3),
                                 "plan": {"dice": r.random() < 0.6, "reroll": r.random() < 0.6}}
        if r.random() < 0.7:
            defender["karma"] = {"left": r.randint(0, 4), "plan": {"ask": True}}
    return case


# ---------------------------------------------------------------- the rules

def burden(sheet):
    """SS-ARM-19."""
    return max(0, sum(sheet.get("accessories", [])) - sheet["attributes"]["strength"]) // 2


def attribute(sheet, name):
    """SS-ARM-19, SS-ARM-20, SS-BARR-48, SS-BARR-49."""
    value = sheet["attributes"][name]
    return max(0, value - burden(sheet) - sheet.get("carried", 0)) if name in ("agility", "reaction") else value


def physical_limit(sheet):
    """SS-BASE-20."""
    a = sheet["attributes"]
    return up(2 * a["strength"] + a["body"] + attribute(sheet, "reaction"), 3)


def skill_dice(sheet, skill, sw):
    """SS-BASE-18."""
    rating = sheet["skills"].get(skill, 0)
    return rating if rating else int(sw.get("ss.untrained_modifier", 0))


def wounds(vitals):
    """SS-WND-01 to SS-WND-06."""
    total = -vitals["injuries"]
    flesh = vitals["flesh"]
    if flesh["max"]:
        total -= 2 * max(0, min(2, 2 * (flesh["max"] - flesh["now"]) // flesh["max"]))
    if vitals["strain_threshold"]:
        total -= min(2, 2 * vitals["strain"] // vitals["strain_threshold"])
    return total


def accuracy(weapon, attacker):
    """Chapter ACC."""
    if weapon["class"] == "unarmed":
        return physical_limit(attacker["sheet"])
    usual = {("melee", "standard"): 5, ("melee", "improvised"): 4, ("melee", "unwieldy"): 3,
             ("ranged", "standard"): 4, ("ranged", "specialised"): 6, ("ranged", "improvised"): 3}
    value = weapon["accuracy"] if "accuracy" in weapon else usual[weapon["class"], weapon["build"]]
    return max(1, value - (weapon.get("condition") == "poor"))


def armour_after(av, arp):
    """SS-ARM-21 to SS-ARM-24."""
    return 0 if av == 0 else max(0, av - arp)


def pool_kind(weapon):
    """SS-DMG-13 to SS-DMG-15."""
    if "pool" in weapon:
        return weapon["pool"]
    strain = weapon["class"] == "unarmed" or weapon.get("blunt") or weapon["damage_type"] == "shock"
    return "strain" if strain else "health"


def last_pool(vitals):
    """SS-DMG-09."""
    for name in ("flesh", "armored", "shield"):
        if vitals[name]["max"] > 0:
            return name
    return None


def half(vitals, dice):
    """The rest of a pool during Fight for your Life. SS-FFYL-09, SS-FFYL-10."""
    return dice // 2 if vitals.get("stand") == "fighting" else dice


def state(vitals, body):
    """SS-DMG-09, SS-DMG-10, SS-DMG-22, SS-DMG-26, SS-FFYL-04, SS-FFYL-17."""
    if vitals.get("stand") == "fighting":
        return None
    last = last_pool(vitals)
    now = vitals[last]["now"] if last else 1
    if -now > body:
        return "dead"
    if now <= 0 or vitals["strain_threshold"] and vitals["strain"] >= vitals["strain_threshold"]:
        return "unconscious"
    return None


def hurt(vitals, amount, pool, kind, sw):
    """SS-DMG-03 to SS-DMG-08, SS-DMG-16 to SS-DMG-20."""
    now = {name: vitals[name]["now"] for name in ("shield", "armored", "flesh")}
    strain = vitals["strain"]
    last = last_pool(vitals)
    if pool == "strain":
        if not vitals["strain_threshold"]:
            return now, strain
        strain += amount
        excess = max(0, strain - vitals["strain_threshold"])
        strain -= excess
        carried = excess // 2
        if last == "flesh":
            now["flesh"] -= carried
        elif last:
            for name in ("armored", "shield"):
                taken = min(carried, max(0, now[name]))
                now[name] -= taken
                carried -= taken
            now[last] -= carried
        return now, strain
    full = {"fire": Fraction(3, 2), "cryo": Fraction(1, 2)} if "ss.type_factors" in sw else {}
    plated = {"corrosive": Fraction(2), "cryo": Fraction(3, 2)}
    rest = amount
    for name in ("shield", "armored", "flesh"):
        if vitals[name]["max"] == 0 or (now[name] <= 0 and name != last):
            continue
        factor = plated.get(kind, Fraction(1, 2)) if name == "armored" else full.get(kind, Fraction(1))
        would = int(rest * factor)
        if name == last:
            now[name] -= would
            break
        taken = min(now[name], would)
        if taken < now[name]:
            now[name] -= taken
            break
        rest -= -int(-Fraction(now[name]) / factor // 1)
        now[name] = 0
    return now, strain


def cover_kind(hidden):
    """SS-COVER-07."""
    return "none" if hidden <= 25 else "partial" if hidden <= 50 else "good" if hidden < 100 else "total"


class Case:
    """One attack, as the clauses see it."""

    def __init__(self, data):
        self.data = data
        self.att, self.dfn, self.weapon = data["attacker"], data["defender"], data["weapon"]
        self.sight, self.sw, self.mode = data["sight"], data["switches"], data["mode"]
        self.ranged = self.weapon["class"] in ("ranged", "thrown")
        self.hidden = self.sight["hidden"] == 100
        self.motionless = self.dfn["down"] is not None or self.dfn["sheet"]["kind"] == "object" or self.senseless()
        # SS-COVER-04, SS-DEF-02.
        self.in_cover = (self.sight["took_cover"] or self.motionless) and self.sight["hidden"] > 25
        self.karma_a = self.att.get("karma", {"left": 0, "plan": {}})
        self.karma_d = self.dfn.get("karma", {"left": 0, "plan": {}})
        self.asks = bool(self.karma_d["plan"].get("ask")) and self.karma_d["left"] > 0 and self.dfn["down"] is None
        self.limit = accuracy(self.weapon, self.att)
        self.pool = pool_kind(self.weapon)
        self.attack = self.attack_pool()
        self.cover_bonus = self.cover_dice()
        # SS-DEF-21 to SS-DEF-24, SS-BARR-07, SS-BASE-31.
        self.own = self.sight["aware"] and not self.hidden and not self.motionless
        self.offers = self.ways() if self.own else None

    def karma_bonus(self, unit):
        """SS-BASE-26."""
        fixed = self.sw.get("ss.karma_dice")
        return int(fixed) if fixed else unit["sheet"]["karma"]

    def attack_pool(self):
        """SS-ATK-08 to SS-ATK-12."""
        w, a = self.weapon, self.att
        dice = skill_dice(a["sheet"], w["skill"], self.sw) + attribute(a["sheet"], w.get("attribute", "agility"))
        dice = half(a["vitals"], dice) + wounds(a["vitals"]) + self.attack_changes()
        if a["gait"] != "steady":
            dice -= 2  # SS-MOVE-14
        if self.ranged:
            dice += {"steady": 0, "running": -2, "sprinting": -4}[self.dfn["gait"]]  # SS-MOVE-19, -20
        elif self.data["charge"]:
            dice += 4  # SS-MOVE-18
        if self.mode and self.sw.get("ss.recoil") != "off":  # SS-BASE-28
            fired = self.data["rounds_fired"] + ROUNDS[self.mode]
            steady = w.get("recoil_compensation", 0) + up(a["sheet"]["attributes"]["strength"], 3)
            dice -= max(0, fired - 1 - steady)
        if self.hidden:
            dice -= 6  # SS-BARR-05
        self.bought = self.karma_a["plan"].get("dice", False) and self.karma_a["left"] > 0
        if self.bought:
            dice += self.karma_bonus(a)
        self.again = (self.karma_a["plan"].get("reroll", False) and self.karma_a["left"] > int(self.bought)
                      and self.sw.get("ss.karma_reroll") != "off")
        return max(0, dice)

    def attack_changes(self):
        """Dice of further chapters."""
        return 0

    def defence_changes(self, way):
        """Dice of further chapters."""
        return 0

    def cover_dice(self):
        """SS-DEF-41 to SS-DEF-48."""
        cover = cover_kind(self.sight["hidden"]) if self.in_cover else "none"
        if not self.ranged:
            good = cover in ("good", "total") and self.sight["across_obstacle"]
            return 4 if good and self.sw.get("ss.good_cover_melee") != "off" else 0
        if cover in ("good", "total") or (self.dfn["prone"] and self.sight["distance_squared"] >= 400):
            return 4
        return 2 if cover == "partial" else 0

    def ways(self):
        """Every available defence: name, dice, action points, limit. SS-DEF-03 to SS-DEF-16."""
        d, sheet, ap = self.dfn, self.dfn["sheet"], self.dfn["ap"]
        own = attribute(sheet, "reaction") + sheet["attributes"]["intuition"]
        base = wounds(d["vitals"]) - d["defences"] + self.cover_bonus
        if d["gait"] != "steady":
            base += 2
        if self.ranged:
            if d["prone"] and self.sight["distance_squared"] <= 25:
                base -= 2
            if self.mode:
                base += DEFENCE.get(self.mode, 0)
            if d["in_melee"]:
                base -= 3
        else:
            if d["prone"]:
                base -= 2
            mine = sheet.get("reach", 0) + max([w.get("reach", 0) for w in d["held"] if w["class"] != "ranged"] + [0])
            base += mine - self.att["sheet"].get("reach", 0) - self.weapon.get("reach", 0)
        active = -2 if d["gait"] != "steady" else 0  # SS-RULING-30
        limit = physical_limit(sheet)
        price = lambda name, usual: int(self.sw.get("ss.ap." + name, usual))
        # Name, skill, price, limit.
        ways = [("standard", 0, 0, None)]
        if not self.ranged or self.sw.get("ss.ranged_dodge") == "on":
            ways.append(("dodge", skill_dice(sheet, "acrobatics", self.sw), price("dodge", 1), limit))
        blades = self.parrying()
        if not self.ranged and blades:
            ways.append(("parry", skill_dice(sheet, blades[0]["skill"], self.sw), price("parry", 1), limit))
        if not self.ranged and not d["held"] and sheet["skills"].get("unarmed_combat", 0) > 0:
            ways.append(("block", sheet["skills"]["unarmed_combat"], price("block", 1), limit))
        offers = []
        for name, skill, cost, most in ways:
            for full in (False, True):
                total = cost + (price("full_defense", 2) if full else 0)
                free = name == "standard" and not full
                if (full and d["full_defense"]) or (not free and (not d["may_interrupt"] or ap < total)):
                    continue
                key = name if not full else "full_defense" if name == "standard" else name + "+full_defense"
                will = sheet["attributes"]["willpower"] if full or d["full_defense"] else 0
                dice = half(d["vitals"], own + skill + will) + base + self.defence_changes(name)
                dice += active if name != "standard" else 0
                offers.append([key, max(0, dice), total, most])
                if self.asks:
                    offers.append([key + "+karma", max(0, dice + self.karma_bonus(d)), total, most])
        return offers

    def senseless(self):
        """Whether an ailment keeps the target from any defence. SS-BASE-31."""
        return False

    def parrying(self):
        """What it can parry with. SS-DEF-06."""
        return [w for w in self.dfn["held"] if w["class"] == "melee"]

    # ------------------------------------------------------------ dice

    def odds(self, wish):
        """The distribution of outcome keys. `wish`: the way of defending, and what Karma is for."""
        self.way = next((o for o in self.offers if o[0] == wish["defence"]), None) if self.own else None
        self.reroll_a, self.reroll_d, self.buy_soak = wish["attack again"], wish["again"], wish["soak dice"]
        return icepool.map(self.defend, self.attack_roll())

    def attack_roll(self):
        """(hits x 1000 + dropped x 10 + Karma) of the attack."""
        drop = self.sw.get("ss.glitch_effects") == "drop" and self.weapon["hands"] > 0
        n, limit, paid = self.attack, self.limit, int(self.bought)

        def read(sum_):
            h, ones = divmod(sum_, 100)
            dropped = int(drop and 2 * ones > n)
            if self.again and self.reroll_a and h < n and h < limit:
                return (hits(n - h) + h).map(lambda all_: min(all_, limit) * 1000 + dropped * 10 + paid + 1)
            return min(h, limit) * 1000 + dropped * 10 + paid

        return faces(n).map(read)

    def left(self, spent):
        return self.karma_d["left"] > spent

    def defend(self, attack):
        h, rest = divmod(attack, 1000)
        dropped, paid_a = divmod(rest, 10)
        if self.way:
            key, dice, _, limit = self.way
            most = 99 if limit is None else limit
            spent = int(key.endswith("+karma"))

            def better(d):
                now = min(d, most)
                could = (self.asks and h - now >= 0 and self.left(spent) and d < dice and d < most
                         and self.sw.get("ss.karma_reroll") != "off")
                if could and self.reroll_d:
                    return (hits(dice - d) + d).map(lambda all_: (h - min(all_, most)) * 10 + spent + 1)
                return (h - now) * 10 + spent

            net = hits(dice).map(better)
        elif self.cover_bonus > 0:
            net = hits(self.cover_bonus).map(lambda d: (h - d) * 10)
        else:
            if h == 0:
                return self.key("m", 0, 0, None, dropped, paid_a, 0, ())
            net = icepool.Die([h * 10])
        return net.map(lambda n: self.meet(n // 10, dropped, paid_a, n % 10))

    def meet(self, net, dropped, paid_a, paid_d):
        if net < 0:
            return self.key("m", net, 0, None, dropped, paid_a, paid_d, ())
        dv = max(0, self.base_damage() + net)
        # SS-COVER-01, SS-COVER-05, SS-BARR-10.
        through = net == 0 and self.in_cover and any(not b["transparent"] for b in self.data["barriers"])
        way = [b for b in self.data["barriers"] if b["transparent"] or through or self.hidden]
        return self.cross(way, dv, (), (net, through, dropped, paid_a, paid_d))

    def base_damage(self):
        """SS-ATK-17, SS-ATK-32."""
        damage = self.weapon["damage"]
        return damage["fixed"] if "fixed" in damage else \
            self.att["sheet"]["attributes"]["strength"] + damage["strength_plus"]

    def cross(self, way, dv, harmed, met):
        """SS-BARR-11 to SS-BARR-18, SS-BARR-32, SS-BARR-37 to SS-BARR-42."""
        net, _, dropped, paid_a, paid_d = met
        if not way:
            return self.apply(dv, harmed, met)
        wall, behind = way[0], way[1:]
        points = wall["structure"] * max(1, wall["thickness_cm"] // 10) - wall["damage"]
        if points <= 0:
            return self.cross(behind, dv, harmed, met)
        stopped = lambda harmed: self.key("b", net, 0, None, dropped, paid_a, paid_d, harmed)
        armor = armour_after(wall["armor"], self.weapon["arp"])
        if dv <= armor:
            return stopped(harmed)

        def goes_on(dv, harm):
            if self.pool == "strain":
                harm = 0
            now = harmed + ((wall["id"], harm),) if harm else harmed
            return self.cross(behind, dv, now, met) if dv > 0 else stopped(now)

        if self.weapon.get("penetrating"):
            rounds = ROUNDS[self.mode] if self.mode else 1
            wear = 4 if rounds >= 10 else 3 if rounds >= 6 else 2 if rounds >= 3 else 1
            if self.sw.get("ss.penetration_wear") == "none":
                wear = 0
            return goes_on(max(0, dv - wear), wear)
        resisted = hits(wall["structure"] + armor)
        return resisted.map(lambda h: goes_on(max(0, max(0, dv - h) - points), max(0, dv - h)))

    def apply(self, dv, harmed, met):
        """SS-ATK-18 to SS-ATK-31, SS-ARM-03, SS-KNOCK-01 to SS-KNOCK-09."""
        net, through, dropped, paid_a, paid_d = met
        graze = lambda paid_d: self.key("g", net, 0, None, dropped, paid_a, paid_d, harmed)
        if net == 0 and not through and not self.weapon.get("contact_only"):
            return graze(paid_d)
        sheet = self.dfn["sheet"]
        worn = max(sheet["armour"], default=0)
        worn += min(sum(sheet.get("accessories", [])), sheet["attributes"]["strength"])
        av = armour_after(worn, self.weapon["arp"])
        if self.pool == "health" and dv < av:
            return graze(paid_d)
        dice = half(self.dfn["vitals"], av + sheet["attributes"]["body"] // 2)
        if self.asks and self.left(paid_d) and self.buy_soak:
            dice += self.karma_bonus(self.dfn)
            paid_d += 1
        again = (self.asks and self.left(paid_d) and self.reroll_d and self.sw.get("ss.karma_reroll") != "off")

        def soak(h):
            if again and h < dv and h < dice:
                return (hits(dice - h) + h).map(lambda all_: end(all_, paid_d + 1))
            return end(h, paid_d)

        def end(h, paid_d):
            left = dv - h
            if left <= 0:
                return graze(paid_d)
            return self.harm(dv, left, (net, dropped, paid_a, paid_d, harmed))

        return hits(dice).map(soak)

    def harm(self, dv, left, met):
        """Effects of damage after soak. `dv`: damage before it."""
        net, dropped, paid_a, paid_d, harmed = met
        after = hurt(self.dfn["vitals"], left, self.pool, self.weapon["damage_type"], self.sw)
        return self.key("h", net, left, after, dropped, paid_a, paid_d, harmed)

    def injuries(self, flesh):
        """New ones, by what is left of the flesh. SS-CRIT-05 to SS-CRIT-11."""
        before = self.dfn["vitals"]["flesh"]
        if self.pool == "strain" or before["max"] == 0:
            return 0
        lost = before["now"] - flesh
        return (before["now"] > 0 >= flesh) + (lost > 2 * self.dfn["sheet"]["attributes"]["body"])

    def key(self, contact, net, damage, after, dropped, paid_a, paid_d, harmed):
        """Contact, net hits, damage after soak, health afterwards, further effects, damaged barriers."""
        pools, flags = "-", ""
        if after:
            now, strain = after
            pools = "/".join(str(n) for n in (now["shield"], now["armored"], now["flesh"], strain))
            vitals = {**self.dfn["vitals"], "strain": strain}
            for name in now:
                vitals[name] = {**vitals[name], "now": now[name]}
            flags += "I" * self.injuries(now["flesh"])
            down = state(vitals, self.dfn["sheet"]["attributes"]["body"])
            order = [None, "unconscious", "dead"]
            down = max(down, self.dfn["down"], key=order.index)
            flags += {None: "", "unconscious": "U", "dead": "D"}[down]
            limit = physical_limit(self.dfn["sheet"]) - (2 if self.weapon.get("gel") else 0)
            stands = not self.dfn["prone"] and self.dfn["sheet"]["kind"] != "vehicle"
            if stands and (damage > max(0, limit) or damage >= 10):
                flags += "K"
        if dropped:
            flags += "G"
        if paid_a or paid_d:
            flags += f"{paid_a}{paid_d}"
        walls = ",".join(f"{number}:{harm}" for number, harm in harmed)
        return f"{contact} {net} {damage} {pools} {flags} {walls}".rstrip()


def main():
    r = random.Random(20250101)
    cases, total = [], 0
    while len(cases) < CASES:
        case = Case(make_case(r))
        # Keep pools within the range that a table rolls, and most of them above 0.
        if case.attack > 14 or (case.attack == 0 and r.random() < 0.9):
            continue
        offers = case.offers or [["-", 0, 0, None]]
        active = [offer for offer in offers if "standard" not in offer[0]]
        offer = r.choice(active if active and r.random() < 0.7 else offers)
        wish = {"defence": offer[0], "attack again": r.random() < 0.8, "again": r.random() < 0.6,
                "soak dice": r.random() < 0.5}
        die = case.odds(wish)
        if len(die) > 110:
            continue
        answers = ["1:reroll"] * wish["attack again"] + ["2:reroll"] * wish["again"] + ["2:karma"] * wish["soak dice"]
        if case.offers:
            answers.append("2:" + offer[0])
        odds = {}
        for outcome in die:
            odds[outcome] = "%d/%d" % die.probability(outcome).as_integer_ratio()
        assert sum(die.probability(outcome) for outcome in die) == 1
        total += len(odds)
        full = "full_defense" in offer[0]
        answer = {"attack": [case.attack, case.limit], "offers": case.offers, "questions": answers,
                  "defence": [bool(case.offers), offer[2], full], "odds": odds}
        cases.append({"scene": case.data, "answer": answer})
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = Path(__file__).parent / "data" / "swan_song.json"
    path.write_text(f"[{text}]\n")
    print(len(cases), "cases,", total, "outcomes,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
