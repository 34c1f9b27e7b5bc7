"""Reference odds of Swan Song attacks with everything that make_swan_song.py leaves out, worked out without the program.

Run: pip install icepool==2.1.3 && python3 make_swan_song_more.py   (Python 3.11; writes data/swan_song_more.json)

Written from the clauses of docs/rules/swan-song.md and the table of docs/ailments.md alone.

Covered: CALL (all locations, parts and Knockdown: dice, limits, tests, durations, what hits the same place twice, hands
and arms, eyes and ears, bleeding), SS-DEF-31 to -33 (spreads), SS-DEF-49 (areas, throws), SS-DELAY-09, MULTI (the pool
and its shares), FFYL (halved pools, nobody falls), SS-BARR-48 and -49 (carrying), SS-KNOCK-08, and the ailments of
attacker and target: dice, Special Damage, Strength, interrupts that are lost. An ailment changes nothing that the table
does not name: the Unconscious keep their free defence.
"""

import json
import random
from pathlib import Path

import make_swan_song as book
from make_swan_song import hits, physical_limit, state, wounds

CASES = 400

book.ROUNDS.update(flechette_narrow=1, flechette_medium=1, flechette_wide=1)
book.DEFENCE.update(flechette_narrow=-1, flechette_medium=-3, flechette_wide=-5)

# Table SS-T13: dice, most damage, effects; the weak sides are those of grip and arm.
LOCATIONS = {
    "ankle": (-8, 1, ["slowed", "winded"]),
    "ear": (-10, 1, ["deaf_ear", "stun"]),
    "eye": (-10, 1, ["blind_eye", "stun"]),
    "foot": (-8, 1, ["stun", "slowed", "winded"]),
    "forearm": (-6, 2, ["broken_grip"]),
    "genitals": (-6, 2, ["stun", "nauseous", "buckled"]),
    "gut": (-6, 8, ["stun", "nauseous", "slow_death"]),
    "hand": (-8, 1, ["stun", "broken_grip"]),
    "hip": (-6, 3, ["knockdown", "slowed"]),
    "jaw": (-8, 2, ["stun", "speechless"]),
    "knee": (-8, 1, ["stun", "knockdown", "slowed", "winded"]),
    "neck": (-8, 10, ["stun", "bleedout"]),
    "shin": (-6, 2, ["knockdown", "slowed", "winded"]),
    "shoulder": (-6, 3, ["stun", "useless_arm"]),
    "sternum": (-10, 10, ["stun", "fatigued", "winded"]),
    "thigh": (-6, 3, ["slowed", "winded"]),
}
SINGLE = ("genitals", "gut", "jaw", "neck", "sternum")
# Table SS-T14: attributes, hits needed, loss of score.
TOUGH, COMPOSED = ("body", "willpower"), ("charisma", "willpower")
STUNS = {"ear": (TOUGH, 2, 10), "eye": (TOUGH, 3, 10), "foot": (TOUGH, 3, 5), "genitals": (TOUGH, 4, 10),
         "gut": (TOUGH, 2, 5), "hand": (TOUGH, 2, 5), "jaw": (TOUGH, 2, 5), "knee": (COMPOSED, 2, 10),
         "neck": (TOUGH, 3, 10), "shoulder": (TOUGH, 1, 5), "sternum": (TOUGH, 3, 10)}
# Table SS-T15: dice, most damage, what breaks.
PARTS = {"engine_block": (-4, 99, ["disabled"]), "fuel_tank": (-6, 99, ["disabled", "leaking"]),
         "axle": (-6, 6, ["broken_axle"]), "antenna": (-8, 2, ["cut_off"]), "door_lock": (-6, 0, ["jammed_door"]),
         "window_motor": (-4, 0, ["jammed_window"])}
SIDED = ("deaf_ear", "blind_eye", "broken_grip", "useless_arm", "hurt_arm")
# What lets its sufferer do nothing, so no interrupts either. CS-AIL-06.
INERT = ("frozen", "shocked", "stunned", "unconscious")


def area(location, side):
    """How a fight remembers the place of a hit: place in table SS-T13, then the side."""
    return list(LOCATIONS).index(location) * 3 + {None: 0, "left": 1, "right": 2}[side] + 1


def named(called):
    """Location and side of a called shot."""
    side, _, location = called.partition("_")
    return (location, side) if side in ("left", "right") else (called, None)


class Suffering:
    """What a unit's ailments do to it."""

    def __init__(self, unit):
        self.list = [(one["ailment"], one["part"], one["strength"]) for one in unit.get("ailments", [])]

    def has(self, ailment, part=None):
        return any(a == ailment and part in (None, p) for a, p, _ in self.list)

    def both(self, ailment):
        return self.has(ailment, "left") and self.has(ailment, "right")

    def actions(self):
        """Dice on every action, interrupts among them. SS-CALL-24, SS-CALL-30, SS-CALL-43."""
        return -4 * self.has("nauseous") - 4 * self.both("deaf_ear") - 8 * self.both("blind_eye")

    def arm(self, ailment, weapon, hand):
        """An arm that a weapon takes suffers so. SS-CALL-60."""
        if weapon["hands"] == 2:
            return self.has(ailment)
        return weapon["hands"] == 1 and hand is not None and self.has(ailment, hand)


class Case(book.Case):
    """One attack with everything."""

    def __init__(self, data):
        self.called, self.hand = data.get("called"), data.get("hand")
        self.ill_a, self.ill_d = Suffering(data["attacker"]), Suffering(data["defender"])
        super().__init__(data)
        if "set" in data:
            self.attack = self.share()

    # ------------------------------------------------------------ pools

    def attack_changes(self):
        dice = -1 if self.att.get("late") else 0  # SS-DELAY-09
        ill, ranged = self.ill_a, self.ranged
        dice += ill.actions()
        if ill.has("blind_eye") and not ill.both("blind_eye"):  # SS-CALL-29
            dice -= 4
        dice -= 6 * ill.arm("hurt_arm", self.weapon, self.hand)  # SS-CALL-60
        dice -= ill.has("dazed") + 2 * ill.has("cursed")  # CS-DAZE-02, CS-CURS-01
        dice -= 2 * ill.has("pinned") if ranged else 3 * ill.has("blinded") - ill.has("enraged")
        dice += 2 * self.ill_d.has("stunned") + 3 * self.ill_d.has("unconscious")  # CS-STUN-02, CS-UNCO-02
        return dice + self.aim()

    def aim(self):
        """SS-CALL-01, SS-CALL-04, SS-CALL-104, SS-RULING-06."""
        if self.called is None:
            return 0
        if self.called == "knock_down":
            return -4
        if self.called in PARTS:
            return PARTS[self.called][0]
        location, _ = named(self.called)
        table = location == "genitals" and self.sw.get("ss.genitals_row") == "table"
        return -10 if table else LOCATIONS[location][0]

    def most(self):
        """SS-CALL-06, SS-CALL-105."""
        if self.called is None:
            return 99
        if self.called == "knock_down":
            return 0
        if self.called in PARTS:
            return PARTS[self.called][1]
        location, _ = named(self.called)
        table = location == "genitals" and self.sw.get("ss.genitals_row") == "table"
        return 4 if table else LOCATIONS[location][1]

    def share(self):
        """SS-MULTI-05 to SS-MULTI-07, SS-MULTI-12."""
        pools = []
        fired = sum(book.ROUNDS.get(one["mode"], 0) for one in self.data["set"])
        for one in self.data["set"]:
            others = fired - book.ROUNDS.get(one["mode"], 0)
            alone = {**self.data, "weapon": one["weapon"], "mode": one["mode"], "hand": one["hand"],
                     "rounds_fired": self.data["rounds_fired"] + others}
            del alone["set"]
            pools.append(Case(alone).attack)
        attacks = len(pools)
        if min(pools) < attacks:  # SS-MULTI-15: refused
            return 0
        return [min(pools) // attacks + (nth < min(pools) % attacks) for nth in range(attacks)][self.data["nth"]]

    def defence_changes(self, way):
        ill, active = self.ill_d, way != "standard"
        dice = -ill.has("dazed")
        if active:
            dice += ill.actions()
            dice -= 3 * ill.has("blinded")  # blows and parries, and Agility
        if self.weapon.get("blast"):  # SS-DEF-49
            dice -= 2
        if not self.ranged:  # SS-CALL-41, SS-CALL-61: one weak side, the worse
            dice -= 2 if ill.has("useless_arm") else 1 if ill.has("broken_grip") else 0
        if way == "parry":
            weapon, hand = self.blade()
            dice -= 6 * ill.arm("hurt_arm", weapon, hand)
        return dice

    def blade(self):
        hands = self.dfn.get("hands", [None])
        return self.dfn["held"][0], hands[0] if hands else None

    def parrying(self):
        """SS-CALL-59."""
        held = super().parrying()
        return held if held and not self.ill_d.arm("useless_arm", *self.blade()) else []

    def base_damage(self):
        dv = super().base_damage()
        if "strength_plus" in self.weapon["damage"]:  # CS-ENRA-02
            dv += 2 * self.ill_a.has("enraged")
        element = {"fire": "fire", "cryo": "ice", "shock": "electricity"}.get(self.weapon["damage_type"])
        ill = self.ill_d
        special = ill.has("unconscious") or (ill.has("frozen") and element is None) \
            or (ill.has("wet") and element == "electricity")
        return dv + (max(0, dv) + 1) // 2 if special else dv

    # ------------------------------------------------------------ what a hit does

    def bled(self, vitals):
        """Interrupts cost whoever bleeds out flesh. SS-CALL-55, SS-CALL-56."""
        if not self.ill_d.has("bleedout") or vitals["flesh"]["max"] == 0 or not self.way:
            return vitals
        price = lambda name, usual: int(self.sw.get("ss.ap." + name, usual)) > 0
        ways = self.way[0].split("+")
        actions = sum(price(name, 1) for name in ("dodge", "parry", "block") if name in ways)
        actions += price("full_defense", 2) if "full_defense" in ways else 0
        return {**vitals, "flesh": {**vitals["flesh"], "now": vitals["flesh"]["now"] - actions}}

    def odds(self, wish):
        self.way = next((o for o in self.offers if o[0] == wish["defence"]), None) if self.own else None
        self.whole = self.dfn["vitals"]
        self.dfn["vitals"] = self.bled(self.whole)
        try:
            return super().odds(wish)
        finally:
            self.dfn["vitals"] = self.whole

    def key(self, contact, net, damage, after, *rest):
        vitals = self.dfn["vitals"]
        if after is None and vitals != self.whole:
            after = {name: vitals[name]["now"] for name in ("shield", "armored", "flesh")}, vitals["strain"]
        return super().key(contact, net, damage, after, *rest)

    def apply(self, dv, harmed, met):
        net, through, dropped, paid_a, paid_d = met
        if self.called == "knock_down" and (net > 0 or through):  # SS-KNOCK-08
            key = self.key("h", net, 0, None, dropped, paid_a, paid_d, harmed)
            strength = self.att["sheet"]["attributes"]["strength"]
            falls = strength + net > physical_limit(self.dfn["sheet"]) and not self.dfn["prone"]
            return flagged(key, "K") if falls else key
        return super().apply(dv, harmed, met)

    def harm(self, dv, left, met):
        net, dropped, paid_a, paid_d, harmed = met
        done = min(left, self.most())
        vitals = self.dfn["vitals"]
        after = book.hurt(vitals, done, self.pool, self.weapon["damage_type"], self.sw) if done else None
        key = self.key("h", net, done, after, dropped, paid_a, paid_d, harmed)
        if self.called is None:
            return key
        if self.called in PARTS:  # SS-CALL-106
            return said(key, [f"{what} open" for what in PARTS[self.called][2]])
        if "D" in flags_of(key):
            return key
        now, strain = after
        hurt = {**vitals, "strain": strain, "injuries": vitals["injuries"] + self.injuries(now["flesh"]),
                **{name: {**vitals[name], "now": now[name]} for name in now}}
        location, side = named(self.called)
        if location in ("ear", "eye") and self.ill_d.has({"ear": "deaf_ear", "eye": "blind_eye"}[location], side):
            return key  # SS-CALL-28, SS-CALL-34
        return self.effects(LOCATIONS[location][2], hurt, (dv, done, location, side), key, [])

    def effects(self, row, vitals, hit, key, came):
        """SS-CALL-11, one effect after the other."""
        if not row:
            return said(key, came)
        now, later = row[0], row[1:]
        if now == "fatigued":
            return self.tired(vitals, hit[0] // 2).map(
                lambda after: self.effects(later, vitals, hit, weary(key, self, after), came))
        words = self.one(now, vitals, hit, key)
        goes_on = lambda more: self.effects(later, vitals, hit, key, came + [w for w in more.split(",") if w])
        return words.map(goes_on)

    def test(self, vitals, *names):
        """Attributes with wounds. SS-WND-07, SS-WND-09, SS-FFYL-09, CS-DAZE-02."""
        sheet = self.dfn["sheet"]
        dice = book.half(vitals, sum(book.attribute(sheet, name) for name in names))
        dice += wounds(vitals) - self.ill_d.has("dazed")
        if names == COMPOSED:  # a test of Willpower, by the table of translation
            dice -= 2 * self.ill_d.has("burning")
        return hits(max(0, dice))

    def new(self, ailment, hit, rounds):
        """It comes where it is new, or on this very place. SS-CALL-12 to SS-CALL-14."""
        part = hit[3] if ailment in SIDED else None
        old = [s for a, p, s in self.ill_d.list if a == ailment and p == part]
        if old and old[0] != area(*hit[2:]):
            return ""
        return " ".join([ailment] + [part] * (part is not None) + [str(rounds)])

    def one(self, effect, vitals, hit, key):
        """The words of one effect."""
        dv, done, location, side = hit
        sure = lambda *words: hits(0).map(lambda _: ",".join(words))
        if effect == "stun":  # SS-CALL-35, SS-CALL-36
            if self.ill_d.has("reeling"):
                return sure()
            of, needed, loss = STUNS[location]
            return self.test(vitals, *of).map(lambda h: "" if h >= needed else f"score-{loss},reeling 0")
        if effect == "nauseous":  # SS-CALL-42
            comes = lambda h: self.new("nauseous", hit, 4 - h) if h < 4 else ""
            return self.test(vitals, *TOUGH).map(comes) if self.new("nauseous", hit, 4) else sure()
        if effect == "buckled":  # SS-CALL-44, SS-CALL-45
            comes = lambda h: "prone," + self.new("buckled", hit, done - h) if h < done else ""
            return self.test(vitals, "body").map(comes) if self.new("buckled", hit, 1) else sure()
        if effect == "knockdown":  # SS-CALL-51, SS-KNOCK-09
            if self.dfn["prone"] or "K" in flags_of(key):
                return sure()
            return self.test(vitals, "strength", "agility").map(lambda h: "prone" if h < done + 3 else "")
        if effect == "slowed":  # SS-CALL-19
            return sure(self.new("slowed", hit, dv if self.sw.get("ss.slowed_until") == "rounds" else "open"))
        if effect == "slow_death":  # SS-CALL-46
            pierces = self.weapon.get("penetrating") or self.weapon.get("piercing")
            return sure(self.new("slow_death", hit, "open") if pierces and self.pool == "health" else "")
        if effect == "bleedout":
            return sure(self.new("bleedout", hit, "open") if vitals["flesh"]["max"] else "")
        if effect == "broken_grip":  # SS-CALL-37, SS-CALL-40
            return sure(self.new("broken_grip", hit, done), f"drops {side}")
        if effect == "useless_arm":  # SS-CALL-59, SS-CALL-60
            return sure(self.new("useless_arm", hit, done), self.new("hurt_arm", hit, "open"))
        return sure(self.new(effect, hit, "open" if effect == "speechless" else dv))

    def tired(self, vitals, strain):
        """Strain against Body alone. SS-CALL-62, SS-WND-09."""
        dice = book.half(vitals, self.dfn["sheet"]["attributes"]["body"])
        left = hits(dice).map(lambda h: max(0, strain - h))
        return left.map(lambda n: json.dumps(book.hurt(vitals, n, "strain", "kinetic", self.sw)))


def flags_of(key):
    return (key.split(" ") + [""])[4]


def flagged(key, flag):
    """The same with a flag, before the barriers."""
    parts = (key + " " * max(0, 5 - key.count(" "))).split(" ", 5)
    parts[4] += flag
    return " ".join(parts).rstrip()


def said(key, came):
    came = [word for word in came if word]
    return f"{key} | {', '.join(came)}" if came else key


def weary(key, case, after):
    """The same once strain was added."""
    now, strain = json.loads(after)
    parts = (key + " " * max(0, 5 - key.count(" "))).split(" ", 5)
    parts[3] = "/".join(str(n) for n in (now["shield"], now["armored"], now["flesh"], strain))
    vitals = {**case.dfn["vitals"], "strain": strain,
              **{name: {**case.dfn["vitals"][name], "now": now[name]} for name in now}}
    order = [None, "unconscious", "dead"]
    down = max(state(vitals, case.dfn["sheet"]["attributes"]["body"]), case.dfn["down"], key=order.index)
    flags = parts[4].replace("U", "")
    at = flags.count("I")
    parts[4] = flags[:at] + {None: "", "unconscious": "U", "dead": "D"}[down] + flags[at:]
    return " ".join(parts).rstrip()


# ---------------------------------------------------------------- inputs

def ailment(name, part=None, strength=0, until="removed"):
    return {"ailment": name, "part": part, "by": None, "strength": strength, "until": until}


def make_ailments(r, target):
    """A few, among them those of called shots, each with the place where it came from."""
    sides = ["left", "right"]
    names = ["burning", "blinded", "dazed", "deafened", "immobilised", "wet", "sealed", "cursed", "enraged",
             "pinned", "frozen", "shocked", "stunned", "unconscious"]
    if not target:
        names = names[:-4]
    made = [ailment(name) for name in r.sample(names, r.choice([0, 0, 1, 1, 2]))]
    for _ in range(r.choice([0, 0, 1, 2, 3])):
        name = r.choice(["slowed", "winded", "deaf_ear", "blind_eye", "reeling", "broken_grip", "useless_arm",
                         "hurt_arm", "nauseous", "buckled", "slow_death", "speechless", "bleedout"])
        if not target and name in ("winded", "reeling", "useless_arm"):
            continue
        part = r.choice(sides) if name in SIDED else None
        if any(one["ailment"] == name and one["part"] == part for one in made):
            continue
        from_ = {"slowed": ["ankle", "knee", "thigh", "hip"], "winded": ["ankle", "sternum", "thigh"],
                 "broken_grip": ["forearm", "hand"], "nauseous": ["gut", "genitals"], "deaf_ear": ["ear"],
                 "blind_eye": ["eye"], "useless_arm": ["shoulder"], "hurt_arm": ["shoulder"],
                 "buckled": ["genitals"], "slow_death": ["gut"], "speechless": ["jaw"], "bleedout": ["neck"],
                 "reeling": ["gut", "neck"]}
        location = r.choice(from_[name])
        side = part or (None if location in SINGLE else r.choice(sides))
        until = {"end_of_round": r.randint(1, 5)}
        made.append(ailment(name, part, area(location, side), until))
    return made


def make_called(r, case, repeats):
    sheet, weapon = case["defender"]["sheet"], case["weapon"]
    if weapon.get("blast") or sheet["kind"] == "object":
        return None
    if sheet["kind"] == "vehicle":
        return r.choice(list(PARTS))
    melee = weapon["class"] in ("melee", "unarmed")
    if melee and not weapon.get("contact_only") and r.random() < 0.1:
        return "knock_down"
    location = repeats.pop() if repeats and r.random() < 0.5 else r.choice(list(LOCATIONS))
    return location if location in SINGLE else f"{r.choice(['left', 'right'])}_{location}"


def make_case(r):
    case = book.make_case(r)
    sw, weapon, att, dfn = case["switches"], case["weapon"], case["attacker"], case["defender"]
    ranged = weapon["class"] == "ranged"
    if ranged and r.random() < 0.25:
        case["mode"] = r.choice(["flechette_narrow", "flechette_medium", "flechette_wide"])
    elif ranged and r.random() < 0.2:
        weapon.update(name="stone", skill="throwing", accuracy=r.randint(3, 7), hands=1)
        weapon["class"] = "thrown"
        weapon.pop("recoil_compensation", None)
        case["mode"], case["rounds_fired"] = None, 0
        att["sheet"]["skills"]["throwing"] = r.randint(1, 5)
    if weapon["class"] in ("ranged", "thrown") and r.random() < 0.15:
        weapon["blast"] = r.randint(1, 6)
    if weapon["class"] == "melee" and r.random() < 0.2:
        weapon["piercing"] = True
    if r.random() < 0.3:
        att["sheet"]["skills"][weapon["skill"]] = r.randint(4, 6)
        att["sheet"]["attributes"]["agility"] = r.randint(4, 6)
    if r.random() < 0.12 and dfn["sheet"]["kind"] == "robot":
        dfn["sheet"]["kind"] = "vehicle"
        dfn["prone"] = False
    for unit, target in ((att, False), (dfn, True)):
        if r.random() < 0.6 and unit["sheet"]["kind"] == "character":
            unit["ailments"] = make_ailments(r, target)
        if r.random() < 0.1:
            unit["carried"] = r.randint(1, 2)
        if r.random() < 0.1 and unit["down"] is None and unit["sheet"]["kind"] != "object":
            unit["vitals"]["stand"] = "fighting"
            if r.random() < 0.6 and unit["vitals"]["flesh"]["max"]:
                unit["vitals"]["flesh"]["now"] = r.choice([0, -1, -3])
    att["late"] = r.random() < 0.2
    ill = Suffering(dfn)
    if any(ill.has(name) for name in INERT):
        dfn["may_interrupt"] = False
    if weapon["hands"] == 1:
        case["hand"] = r.choice(["left", "right"])
    dfn["hands"] = [r.choice(["left", "right"]) if held["hands"] == 1 else None for held in dfn["held"]]
    if Suffering(att).has("blinded") and weapon["class"] in ("ranged", "thrown"):
        return None  # CS-BLND-05: refused
    if r.random() < 0.65:
        places = [list(LOCATIONS)[(one["strength"] - 1) // 3] for one in dfn.get("ailments", []) if one["strength"]]
        case["called"] = make_called(r, case, places)
        if r.random() < 0.2:
            sw["ss.slowed_until"] = "rounds"
        if r.random() < 0.3:
            sw["ss.genitals_row"] = "table"
    elif not weapon.get("blast") and not att.get("karma") and r.random() < 0.5:
        other = r.choice([weapon, weapon, book.make_weapon(r, "melee"), book.make_weapon(r, "ranged")])
        make_set(r, case, weapon, other)
    return case


def make_set(r, case, weapon, other):
    """Several attacks, all of them allowed. SS-MULTI-02 to SS-MULTI-04, SS-MULTI-10."""
    rating = min(case["attacker"]["sheet"]["skills"].get(w["skill"], 0) for w in (weapon, other))
    count = min(3, (rating + 1) // 2)
    flies = lambda w: w["class"] in ("ranged", "thrown")
    guns = sum(w["class"] == "ranged" for w in (weapon, other))
    if count < 2 or flies(weapon) != flies(other) or (other is weapon and flies(weapon)):
        return
    count = 2 if guns else count
    mode = r.choice(list(book.MODES)) if other["class"] == "ranged" else None
    entry = lambda w, m: {"weapon": w, "mode": m, "slot": int(w is other and other is not weapon),
                          "hand": case.get("hand") if w is weapon else None}
    if case["mode"] is None and weapon["class"] == "ranged":
        return
    case["set"] = [entry(weapon, case["mode"])] + [entry(other, mode) for _ in range(count - 1)]
    case["nth"] = 0


def written(data):
    """What the program reads: what a unit carries stands beside its sheet."""
    data = json.loads(json.dumps({k: v for k, v in data.items() if v is not None or k == "mode"}))
    for name in ("attacker", "defender"):
        data[name]["sheet"].pop("carried", None)
    return data


def main():
    r = random.Random(20250202)
    cases, total = [], 0
    while len(cases) < CASES:
        data = make_case(r)
        if data is None:
            continue
        for name in ("attacker", "defender"):
            if "carried" in data[name]:
                data[name]["sheet"]["carried"] = data[name]["carried"]
        case = Case(data)
        if case.attack > 14 or case.attack == 0 and ("set" in data or r.random() < 0.9):
            continue
        offers = case.offers or [["-", 0, 0, None]]
        active = [offer for offer in offers if "standard" not in offer[0]]
        offer = r.choice(active if active and r.random() < 0.7 else offers)
        wish = {"defence": offer[0], "attack again": r.random() < 0.8, "again": r.random() < 0.6,
                "soak dice": r.random() < 0.5}
        die = case.odds(wish)
        # Called shots that hardly ever do anything are of little use.
        words = sum("|" in outcome for outcome in die)
        if len(die) > 150 or data.get("called") and words == 0 and r.random() < 0.85:
            continue
        answers = ["1:reroll"] * wish["attack again"] + ["2:reroll"] * wish["again"] + ["2:karma"] * wish["soak dice"]
        if case.offers:
            answers.append("2:" + offer[0])
        odds = {outcome: "%d/%d" % die.probability(outcome).as_integer_ratio() for outcome in die}
        assert sum(die.probability(outcome) for outcome in die) == 1
        total += len(odds)
        answer = {"attack": [case.attack, case.limit], "offers": case.offers, "questions": answers,
                  "defence": [bool(case.offers), offer[2], "full_defense" in offer[0]], "odds": odds}
        cases.append({"scene": written(data), "answer": answer})
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = Path(__file__).parent / "data" / "swan_song_more.json"
    path.write_text(f"[{text}]\n")
    print(len(cases), "cases,", total, "outcomes,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
