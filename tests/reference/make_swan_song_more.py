"""Reference odds of Swan Song attacks with everything that make_swan_song.py leaves out, worked out without the program.

Run: pip install icepool==2.1.3 && python3 make_swan_song_more.py   (Python 3.11; writes data/swan_song_more.json)

Written from the clauses of docs/rules/swan-song.md and the table of docs/ailments.md alone.

Covered: CALL (all locations, parts and Knockdown: dice, limits, tests, durations, what hits the same place twice, hands
and arms, eyes and ears, bleeding), SS-DEF-31 to -33 (spreads), SS-DEF-49 (areas, throws), SS-DELAY-09, MULTI (the pool
and its shares), FFYL (halved pools, no unit falls), SS-BARR-48 and -49 (carrying), SS-KNOCK-08, and the ailments of
attacker and target: dice, Special Damage, Strength, interrupts that are lost. An ailment changes nothing that the table
does not name: the Unconscious keep their free defence.
"""

import json
import random
from pathlib import Path

import make_swan_song as book
from make_swan_song import hits, physical_limit, state, wounds
from swan_song_cases import make_case, written
from swan_song_tables import COMPOSED, LOCATIONS, PARTS, SIDED, STUNS, TOUGH, Suffering, area

CASES = 400

book.ROUNDS.update(flechette_narrow=1, flechette_medium=1, flechette_wide=1)
book.DEFENCE.update(flechette_narrow=-1, flechette_medium=-3, flechette_wide=-5)


def named(called):
    """Location and side of a called shot."""
    side, _, location = called.partition("_")
    return (location, side) if side in ("left", "right") else (called, None)


def element_of(weapon):
    """Its own value, else by the kind of its damage."""
    by_damage = {"fire": "fire", "cryo": "ice", "shock": "electricity"}.get(weapon["damage_type"])
    return weapon.get("strike", {}).get("element", by_damage)


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
        dice -= 6 * self.hurt_arm(ill.has("hurt_arm"), ill.arm("hurt_arm", self.weapon, self.hand))
        dice -= ill.has("dazed") + 2 * ill.has("cursed")  # CS-DAZE-02, CS-CURS-01
        dice -= 2 * ill.has("pinned") if ranged else 3 * ill.has("blinded") - ill.has("enraged")
        dice += 2 * self.ill_d.has("stunned") + 3 * self.ill_d.has("unconscious")  # CS-STUN-02, CS-UNCO-02
        return dice + self.aim()

    def hurt_arm(self, suffers, uses):
        """Penalty of the character to every action (a defence is none), or of the arm. SS-CALL-60."""
        return uses if self.sw.get("ss.one_arm_penalty") == "arm" else suffers

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
            dice -= 6 * self.hurt_arm(False, ill.arm("hurt_arm", weapon, hand))
        return dice

    def blade(self):
        hands = self.dfn.get("hands", [None])
        return self.dfn["held"][0], hands[0] if hands else None

    def senseless(self):
        return bool(self.ill_d.has("unconscious"))

    def parrying(self):
        """SS-CALL-59."""
        held = super().parrying()
        return held if held and not self.ill_d.arm("useless_arm", *self.blade()) else []

    def base_damage(self):
        dv = super().base_damage()
        if "strength_plus" in self.weapon["damage"]:  # CS-ENRA-02
            dv += 2 * self.ill_a.has("enraged")
        element = element_of(self.weapon)
        ill = self.ill_d
        special = ill.has("unconscious") or (ill.has("frozen") and element is None) \
            or (ill.has("wet") and element == "electricity")
        return dv + (max(0, dv) + 1) // 2 if special else dv

    # ------------------------------------------------------------ what a hit does

    def bled(self, vitals):
        """Interrupts cost a unit with Bleedout flesh. SS-CALL-55, SS-CALL-56."""
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
        """The effect applies if it is new, or at the same location. SS-CALL-12 to SS-CALL-14."""
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
    """The same after strain was added."""
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
        # Called shots that rarely have an effect are of little use.
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
