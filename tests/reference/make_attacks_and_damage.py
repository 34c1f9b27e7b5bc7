"""Reference odds of whole Attacks and Damage attacks, worked out without the program.

Run: pip install icepool==2.1.3 && python3 make_attacks_and_damage.py
     (Python 3.11; writes data/attacks_and_damage.json)

Written from the clauses of docs/rules/attacks-and-damage.md alone; icepool does the probabilities, all of them exact.

Covered: BASE (pools, floor, untrained, attribute of the test, track sizes, wounds, full tracks, both overflows),
TEST, TYPE, DEF (classes, every test of the table, declining, the helpless), ARM, AP, FREQ (penalty and count), RES,
CON, SPEC-02, KD, with the switches that the clauses name; windows on the way with the barrier clauses of
docs/rules/swan-song.md. Left out: special damage, falls, and values of switches to which the clauses give no meaning
(ad.dice_extras, ad.range_modifiers, words for full tracks other than the default). Ailments are in
make_attacks_and_damage_ailments.py.
"""

import json
import random
from functools import cache
from pathlib import Path

import icepool

CASES = 420

HIT = icepool.Die([0, 0, 0, 0, 1, 1])


@cache
def hits(pool):
    """AD-BASE-01, AD-BASE-03."""
    return pool @ HIT if pool > 0 else icepool.Die([0])


def up(a, b):
    return -(-a // b)


# ---------------------------------------------------------------- inputs

SKILLS = {"melee": ["blades", "axes", "clubs", "unarmed"], "thrown": ["thrown_weapons"],
          "accelerated": ["firearms", "archery", "heavy_weapons", "thrown_weapons"]}
# Table AD-T1, AD-RULING-07.
NATURES = {"flame": "E", "cold": "E", "acid": "E", "electricity": "E", "radiation": "E", "light": "E",
           "blunt": "I", "hacking": "I", "slug": "I", "slashing": "P", "puncturing": "P", "shrapnel": "P"}
ATTRIBUTES = ["body", "reaction", "agility", "intuition", "edge", "willpower", "strength"]


def make_sheet(r):
    a = {name: r.randint(1, 6) for name in ATTRIBUTES}
    sheet = {"attributes": a}
    names = ["dodge", "gymnastics", "parry", "blades", "axes", "clubs", "unarmed", "thrown_weapons", "firearms",
             "archery", "heavy_weapons"]
    sheet["skills"] = {name: rating for name in names if (rating := r.choice([0, 1, 2, 3, 4, 5]))}
    av = lambda most: "/".join(str(r.randint(0, most)) for _ in range(3))
    sheet["armour"] = [{"name": "coat", "av": av(5)} for _ in range(r.choice([0, 1, 1, 2]))]
    if r.random() < 0.4:
        sheet["shield"] = {"name": "shield", "av": av(3)}
    if r.random() < 0.3:
        sheet["unarmed"] = {"damage": str(r.randint(0, 6)) + r.choice("IPE") + r.choice("LC"),
                            "ap": r.choice([0, -1, 2])}
    return sheet


def make_weapon(r, cls=None):
    cls = cls or r.choice(["melee", "thrown", "accelerated"])
    w = {"name": cls, "class": cls, "skill": r.choice(SKILLS[cls]), "ap": r.choice([0, 0, -1, -2, -5, 1, 3, 6])}
    w["range"] = 0 if cls == "melee" else 60
    w["hands"] = r.choice([1, 1, 2, 0]) if cls == "melee" else r.choice([1, 2])
    if r.random() < 0.25:
        w["attribute"] = r.choice(ATTRIBUTES)
    letter = r.choice(["I", "P", "E", "I", "P", "E", ""])
    if r.random() < 0.9:
        w["damage"] = str(r.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12])) + letter + r.choice("LC")
        if r.random() < 0.6:
            w["nature"] = r.choice(list(NATURES))
    w["contact_only"] = "damage" not in w or r.random() < 0.15
    if "damage" not in w or r.random() < 0.3:
        w["riders"] = [{"effect": f"effect {n}", "trigger": r.choice(["hit", "damage"])}
                       for n in range(r.randint(1, 2))]
    return w


def make_case(r):
    sw = {}
    if r.random() < 0.55:
        choices = [("ad.untrained_modifier", "-1"), ("ad.weapon_attribute", "reaction"), ("ad.light_track", "7"),
                   ("ad.critical_track", "6"), ("ad.wound_step", "2"), ("ad.wound_step", "0"),
                   ("ad.light_overflow", "3"), ("ad.death_overflow", "2"), ("ad.adjacent_shot_class", "melee"),
                   ("ad.parry_needs_item", "on"), ("ad.decline_defence", "off"), ("ad.helpless_no_defence", "off"),
                   ("ad.av_stacking", "highest"), ("ad.min_one_hit", "on"), ("ad.critical_conversion", "off"),
                   ("ad.prone_modifier", "-2")]
        for name, value in r.sample(choices, r.randint(1, 4)):
            sw[name] = value
    weapon = make_weapon(r) if r.random() < 0.85 else None
    attacker, defender = {"sheet": make_sheet(r)}, {"sheet": make_sheet(r)}
    for unit in (attacker, defender):
        light, critical = tracks(unit["sheet"], sw)
        most_l, most_c = (light, critical) if unit is defender and r.random() < 0.35 else (light - 1, critical - 1)
        unit["light"] = r.choice([0, r.randint(0, most_l), max(0, light - 1)])
        unit["critical"] = r.choice([0, 0, r.randint(0, most_c)])
        unit["overflow"] = r.choice([0, 1]) if unit["critical"] == critical else 0
        unit["prone"] = False
        unit["shield"] = "shield" in unit["sheet"] and r.random() < 0.8
        penalty = r.choice([0, 0, 0, 1, 2, 4])
        unit["frequency"] = {"penalty": -penalty, "tests": r.randint(0, penalty)}
        unit["held"] = []
    defender["prone"] = r.random() < 0.25
    defender["down"] = state(defender, sw)
    if defender["down"] == "dead":
        return make_case(r)
    if r.random() < 0.4:
        defender["held"] = [make_weapon(r, "melee")]
    metres = r.choice([1, 1, 6, 20]) if weapon and weapon["class"] != "melee" else 1
    panes = []
    for number in range(r.choice([0, 0, 0, 0, 1, 2])):
        structure, armor = r.choice([(1, 2), (1, 2), (2, 0), (2, 1), (3, 3)])
        panes.append({"id": 10 + number, "name": "pane", "structure": structure, "armor": armor, "thickness_cm": 5,
                      "damage": r.randint(0, structure), "transparent": True})
    return {"attacker": attacker, "defender": defender, "weapon": weapon, "metres": metres,
            "aware": r.random() < 0.9, "barriers": panes, "switches": sw}


# ---------------------------------------------------------------- the rules

def tracks(sheet, sw):
    """AD-BASE-10, AD-BASE-11."""
    a = sheet["attributes"]
    return (int(sw.get("ad.light_track", 8 + up(a["willpower"], 2))),
            int(sw.get("ad.critical_track", 8 + up(a["body"], 2))))


def state(unit, sw):
    """AD-BASE-13, AD-BASE-14, AD-BASE-16; dying is unconscious."""
    light, critical = tracks(unit["sheet"], sw)
    if unit["overflow"] > int(sw.get("ad.death_overflow", unit["sheet"]["attributes"]["body"])):
        return "dead"
    if unit["critical"] >= critical or unit["light"] >= light:
        return "unconscious"
    return None


def wounds(unit, sw):
    """AD-BASE-12."""
    step = int(sw.get("ad.wound_step", 3))
    return -(unit["light"] // step) - unit["critical"] // step if step else 0


class Case:
    """One attack, as the clauses see it."""

    def __init__(self, data):
        self.data = data
        self.att, self.dfn, self.sw = data["attacker"], data["defender"], data["switches"]
        self.weapon = data["weapon"] or self.bare_hands()
        self.cls = self.attack_class()
        self.dv, self.type, self.track = self.damage()
        self.attack = max(0, self.attack_pool())
        # AD-DEF-18.
        helpless = not data["aware"] or self.dfn["down"] is not None
        self.offers = None if helpless and self.sw.get("ad.helpless_no_defence") != "off" else self.tests()

    def bare_hands(self):
        """AD-TEST-02, AD-DEF-04."""
        sheet = self.att["sheet"]
        usual = {"damage": f"{up(sheet['attributes']['strength'], 2)}IL", "ap": 0}
        return {"class": "melee", "skill": "unarmed", **sheet.get("unarmed", usual)}

    def attack_class(self):
        """AD-DEF-03 to AD-DEF-08, AD-RULING-06."""
        cls = self.weapon["class"]
        near = self.data["metres"] <= 1
        if cls == "accelerated":
            return "melee" if near and self.sw.get("ad.adjacent_shot_class") == "melee" else cls
        return "melee" if near else cls

    def damage(self):
        """AD-TYPE-02 to AD-TYPE-05."""
        text = self.weapon.get("damage")
        if text is None:
            return None, None, None
        number, letters = int("".join(c for c in text if c.isdigit())), "".join(c for c in text if c.isalpha())
        kind = letters[0] if len(letters) == 2 else NATURES.get(self.weapon.get("nature"))
        return number, kind, letters[-1]

    def skill(self, sheet, name):
        """AD-BASE-04."""
        rating = sheet["skills"].get(name, 0)
        return rating if rating else int(self.sw.get("ad.untrained_modifier", 0))

    def attack_pool(self):
        """AD-TEST-01, AD-BASE-06, AD-BASE-20."""
        sheet = self.att["sheet"]
        attribute = self.weapon.get("attribute", self.sw.get("ad.weapon_attribute", "agility"))
        dice = self.skill(sheet, self.weapon["skill"]) + sheet["attributes"][attribute]
        return dice + wounds(self.att, self.sw)

    def more(self, key):
        """Dice of further chapters on a defence test."""
        return 0

    def tests(self):
        """Table AD-T2, AD-DEF-16, AD-DEF-17, AD-FREQ-01, AD-BASE-20, AD-KD-07."""
        d, sheet = self.dfn, self.dfn["sheet"]
        a = sheet["attributes"]
        if self.cls == "accelerated":
            column = [("dodge_intuition", self.skill(sheet, "dodge") + a["intuition"]),
                      ("gymnastics", self.skill(sheet, "gymnastics") + a["agility"]),
                      ("edge", a["agility"] + a["edge"])]
        else:
            column = [("dodge_reaction", self.skill(sheet, "dodge") + a["reaction"]),
                      ("gymnastics", self.skill(sheet, "gymnastics") + a["agility"])]
            armed = d["shield"] or any(w["hands"] > 0 for w in d["held"])
            if armed or self.sw.get("ad.parry_needs_item") != "on":
                column.append(("parry", self.skill(sheet, "parry") + a["reaction"]))
        more = d["frequency"]["penalty"] + wounds(d, self.sw)
        more += int(self.sw.get("ad.prone_modifier", 0)) if d["prone"] else 0
        # AD-DEF-02: the largest first, equals in table order.
        found = sorted([[key, max(0, dice + more + self.more(key))] for key, dice in column],
                       key=lambda test: -test[1])
        if self.sw.get("ad.decline_defence") != "off":
            found.append(["decline", 0])
        return found

    def modified_av(self):
        """Chapters ARM and AP."""
        if self.type is None:
            return 0  # AD-ARM-09
        place = "IPE".index(self.type)
        worn = self.dfn["sheet"]["armour"] + ([self.dfn["sheet"]["shield"]] if self.dfn["shield"] else [])
        values = [int(item["av"].split("/")[place]) for item in worn]
        av = max(values, default=0) if self.sw.get("ad.av_stacking") == "highest" else sum(values)
        return min(max(0, av + self.weapon["ap"]), 2 * av)

    def odds(self, test):
        """The distribution of outcome keys against a test of the table."""
        self.test = test
        self.rolled = test is not None and test[0] != "decline"
        against = hits(test[1]) if self.rolled else icepool.Die([0])
        return icepool.map(self.meet, hits(self.attack), against)

    def meet(self, h, d):
        """AD-RES-02 to AD-RES-05, chapter CON."""
        net = h - d
        if net < 0 or (h == 0 and self.sw.get("ad.min_one_hit") == "on"):
            return self.key("m", net, 0, None, ())
        dv = 0 if self.dv is None else self.dv + net
        panes = [p for p in self.data["barriers"] if p["damage"] < p["structure"]]
        return self.cross(panes, dv, net, dv, ())

    def cross(self, panes, dv, net, raw, harmed):
        """SS-BARR-10 to SS-BARR-18, SS-BARR-37 to SS-BARR-42; a negative AP lowers the Armor. AD-RULING-02."""
        if not panes:
            return self.resist(dv, net, raw, harmed)
        pane, behind = panes[0], panes[1:]
        armor = max(0, pane["armor"] + self.weapon["ap"]) if pane["armor"] else 0
        if dv <= armor:
            return self.key("b", net, raw, None, harmed)

        def goes_on(dv, harm):
            now = harmed + ((pane["id"], harm),) if harm else harmed
            return self.cross(behind, dv, net, raw, now) if dv else self.key("b", net, raw, None, now)

        if self.weapon.get("nature") == "slug" or self.type == "P":
            return goes_on(dv - 1, 1)
        left = pane["structure"] - pane["damage"]
        return hits(pane["structure"] + armor).map(lambda h: goes_on(max(0, dv - h - left), max(0, dv - h)))

    def resist(self, dv, net, raw, harmed):
        """AD-RES-06 to AD-RES-14."""
        if self.dv is None:
            return self.key("h", net, raw, None, harmed)
        left = dv - self.modified_av()
        if left <= 0:
            return self.key("h", net, raw, (0, 0), harmed)

        def take(h):
            rest = max(0, left - h)
            light = rest
            if self.track == "C":
                light = 0 if self.sw.get("ad.critical_conversion") == "off" else min(h, rest)
            return self.key("h", net, raw, (light, rest - light), harmed)

        return hits(self.dfn["sheet"]["attributes"]["body"]).map(take)

    def key(self, contact, net, raw, taken, harmed):
        """Contact, net hits, raw damage, Light/Critical taken, boxes and overflow afterwards, further effects."""
        damage, boxes, flags = "-", "-", ""
        if taken and sum(taken):
            light, critical = taken
            damage = f"{light}/{critical}"
            after = self.mark(light, critical)
            boxes = f"{after['light']}/{after['critical']}/{after['overflow']}"
            order = [None, "unconscious", "dead"]
            down = max(state(after, self.sw), self.dfn["down"], key=order.index)
            flags += {None: "", "unconscious": "U", "dead": "D"}[down]
            a = self.dfn["sheet"]["attributes"]
            # AD-KD-01, AD-KD-02, AD-KD-04, AD-KD-08.
            if light + critical > max(a["body"], a["willpower"]) and not self.dfn["prone"]:
                flags += "K"
        # AD-SPEC-02, AD-CON-03, AD-CON-04.
        if contact == "h":
            for number, rider in enumerate(self.weapon.get("riders", [])):
                if rider["trigger"] == "hit" or damage != "-" or self.dv is None:
                    flags += str(number)
        walls = ",".join(f"{number}:{harm}" for number, harm in harmed)
        return f"{contact} {net} {raw} {damage} {boxes} {flags} {walls}".rstrip()

    def mark(self, light, critical):
        """AD-RES-15, AD-BASE-15, AD-BASE-16."""
        d = self.dfn
        most_light, most_critical = tracks(d["sheet"], self.sw)
        excess = max(0, d["light"] + light - most_light)
        all_critical = d["critical"] + critical + excess // int(self.sw.get("ad.light_overflow", 2))
        over = max(0, all_critical - most_critical)
        return {"sheet": d["sheet"], "light": d["light"] + light - excess, "critical": all_critical - over,
                "overflow": d["overflow"] + over}


def main():
    r = random.Random(20250102)
    cases, total = [], 0
    while len(cases) < CASES:
        case = Case(make_case(r))
        if case.attack == 0 and r.random() < 0.8:
            continue
        test = r.choice(case.offers) if case.offers else None
        die = case.odds(test)
        if len(die) > 110:
            continue
        odds = {}
        for outcome in die:
            odds[outcome] = "%d/%d" % die.probability(outcome).as_integer_ratio()
        total += len(odds)
        answer = {"attack": case.attack, "offers": case.offers, "questions": ["2:" + test[0]] if test else [],
                  "defended": case.rolled, "odds": odds}
        cases.append({"scene": case.data, "answer": answer})
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = Path(__file__).parent / "data" / "attacks_and_damage.json"
    path.write_text(f"[{text}]\n")
    print(len(cases), "cases,", total, "outcomes,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
