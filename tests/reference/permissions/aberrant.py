"""Aberrant: actions under a cap, defences that are reserved or bought with Willpower, and turns lost to stunning."""

from ailments import NO_ACTIONS, count_turn, helpless, inflict
from battle import Battle, LeftOut, Unclear
from situation import Item, Unit, Weapon, Word, distance_squared, rings

WEAPONS = [
    Weapon("pistol", {"name": "Pistol", "class": Word("ranged"), "skill": Word("firearms"), "damage": "3B",
                      "source": Word("blunt"), "short_range_m": 30, "high_velocity": True, "mass_g": 900},
           skill="firearms", damage=3, fast=True),
    Weapon("bow", {"name": "Bow", "class": Word("ranged"), "skill": Word("firearms"), "damage": "3B",
                   "source": Word("blunt"), "short_range_m": 30, "mass_g": 2500},
           skill="firearms", damage=3, fast=False, hands=2),
    Weapon("club", {"name": "Club", "class": Word("melee"), "skill": Word("melee"), "damage": "3B",
                    "source": Word("blunt"), "mass_g": 1000}, skill="melee", damage=3, fast=False),
    Weapon("maul", {"name": "Maul", "class": Word("melee"), "skill": Word("melee"), "damage": "4B",
                    "source": Word("blunt"), "mass_g": 3000}, skill="melee", damage=4, fast=False, hands=2),
]
ABILITIES = {"firearms": 3, "melee": 3, "athletics": 2, "brawl": 2}
ABILITIES_RON = Word("{" + ", ".join(f"{k}: {v}" for k, v in ABILITIES.items()) + "}")
QUICK = {"strength": 3, "dexterity": 3, "stamina": 2, "wits": 2, "willpower": 3, "willpower_points": 2,
         "abilities": ABILITIES_RON, "moves": {"walk": 8, "run": 12}}
SLOW = {**QUICK, "dexterity": 1, "wits": 1, "willpower_points": 1}
SHEETS = {"quick": QUICK, "slow": SLOW}
WALK, RUN = 16, 24
"""Half metres."""
POINTS = 3
READINGS = {
    "actions": "/budget/aberrant/effort/actions", "reserved": "/budget/aberrant/effort/reserved",
    "full_defence": "/budget/aberrant/effort/full_defence", "willpower": "/health/aberrant/willpower",
    "bashing": "/health/aberrant/marks/bashing",
}
AILMENTS = ["immobilised", "frozen", "stunned", "shocked", "unconscious", "deafened", "wet", "burning", "blinded",
            "confused", "enraged", "panicked", "cursed"]


class Aberrant(Battle):
    """A battle by Aberrant, with its default switches.

    The queue binds with the first attack of a phase, so that a pass does not begin with a prompt to each unit.
    """

    BOOK = "aberrant"
    SWITCHES = {"ab.declare_mode": "attack"}

    @classmethod
    def draw(cls, rng):
        units = []
        for number, name, column in cls.draw_places(rng):
            kind = rng.choice(["quick", "quick", "slow"])
            unit = Unit(name, number % 2, (column, 1), kind, SHEETS[kind])
            for weapon, in_hand in cls.draw_weapons(rng, WEAPONS, [1, 2, 2]):
                unit.items.append(Item(weapon, in_hand))
            unit.dexterity, unit.cap = unit.sheet["dexterity"], unit.sheet["dexterity"] + unit.sheet["wits"]
            unit.willpower = unit.sheet["willpower_points"]
            unit.points, unit.actions, unit.reserved, unit.full_defence, unit.queued = POINTS, 0, 0, False, POINTS
            unit.owed = 0
            unit.bashing, unit.free_used, unit.walked, unit.ran = 0, False, 0, False
            unit.aimed_at = unit.swung = None
            unit.first_attack = True
            unit.dazed, unit.lost = False, False
            if rng.random() < 0.2:
                unit.dazed = rng.random() < 0.6
                unit.lost = not unit.dazed
                unit.condition = {"dazed" if unit.dazed else "lost": {"first": 1, "last": 1}}
            unit.prone = rng.random() < 0.15
            units.append(unit)
        return cls.draw_around(rng, units, AILMENTS, [0, 0, 0, 1, 1], crates=0.2, grips=0.25)

    def roll_initiative(self):
        """AB-BASE-11. Scores stay apart."""
        while True:
            faces = [self.rng.randrange(1, 11) for _ in self.units]
            scores = [unit.cap + face for unit, face in zip(self.units, faces)]
            if len(set(scores)) == len(scores):
                break
        for unit, face, score in zip(self.units, faces, scores):
            unit.score = score
            self.roll(unit, 1, faces=[face])

    def observe_unit(self, unit):
        return {
            **super().observe_unit(unit), "actions": unit.actions, "reserved": unit.reserved,
            "full_defence": unit.full_defence, "willpower": unit.willpower, "bashing": unit.bashing,
            "points": unit.points if self.acting is unit else "any", "score": unit.score,
        }

    # Tests.

    def test(self, unit, dice):
        """A test against an ailment: two successes pass, none is three degrees of failure. `docs/ailments.md`."""
        if unit.dazed:
            raise Unclear("whether the dazed test ailments at +2 difficulty")
        hits = min(self.rng.choice([0, 1, 2, 2]), max(0, dice))
        self.roll(unit, dice, hits=hits)
        return hits

    def ailment_willpower(self, unit):
        return self.test(unit, 3 - 2 * ("burning" in unit.ailments))

    def agility(self, unit):
        if unit.prone:
            raise Unclear("whether prone units test Agility as in Circumstances")
        return self.test(unit, unit.dexterity + ABILITIES["athletics"] - 3 * ("blinded" in unit.ailments))

    # Phases.

    def phase_begins(self, unit):
        unit.points, unit.reserved, unit.full_defence = POINTS - unit.owed, 0, False
        unit.owed = 0
        unit.aimed_at = unit.duty = None
        if helpless(unit) or unit.lost:
            return False
        if "panicked" in unit.ailments and unit.holding:
            raise LeftOut("flight with a held unit")
        if "panicked" in unit.ailments and self.ailment_willpower(unit) == 0 and not self.bound(unit):
            unit.duty = "CS-PANI-03"
        if "confused" in unit.ailments and self.ailment_willpower(unit) < 2:
            if len([other for other in self.units if other.side == unit.side]) > 1:
                if self.bound(unit) or self.wall is not None:
                    raise Unclear("whether an attack on a friend is impossible to those who cannot move")
                unit.duty = unit.duty or "CS-CONF-04"
        if "enraged" in unit.ailments:
            unit.duty = unit.duty or "CS-ENRA-04"
        return True

    def phase_ends(self, unit):
        if "frozen" in unit.ailments:
            best = 3 + ABILITIES["athletics"]  # Strength + Athletics
            if self.test(unit, best) >= 2:
                del unit.ailments["frozen"]
        if "panicked" in unit.ailments and self.ailment_willpower(unit) >= 2:
            del unit.ailments["panicked"]
        if "burning" in unit.ailments:
            for other in self.adjacent(unit):
                if "burning" not in other.ailments and self.agility(other) < 2:
                    inflict(other, "burning")
        if unit.lost and unit.ailments:
            raise Unclear("whether a lost turn counts for ailments")
        unit.queued = 0
        count_turn(unit)

    def bound(self, unit):
        """What keeps a unit in place. CS-IMMO-01, AB-BASE-10."""
        return (["CS-IMMO-01"] if "immobilised" in unit.ailments else []) + self.grip_reasons(unit)

    # Permission and price.

    def reasons(self, unit):
        reasons = ["turn"] if self.acting is not unit else []
        reasons += [NO_ACTIONS[ailment] for ailment in unit.ailments if ailment in NO_ACTIONS]
        if unit.lost:
            reasons.append("AB-DAZE-06")
        if "turn" in reasons and "enraged" in unit.ailments:
            reasons.append("CS-ENRA-04")
        if self.acting is unit and unit.duty:
            reasons.append(unit.duty)
            if unit.duty == "CS-CONF-04":
                reasons.append("CS-CONF-02")
            if "enraged" in unit.ailments:
                reasons.append("CS-ENRA-04")  # Prohibitions bind besides the duty. CS-AIL-08.
        return reasons

    def action(self, unit, reasons):
        """A non-reflexive action: 1 point, under the cap of the round. AB-BASE-07, AB-LIMIT-01, AB-DAZE-05."""
        if unit.points < 1:
            reasons += ["AB-BASE-07", "SS-ACT-17"]
        if unit.actions >= unit.cap:
            reasons.append("AB-LIMIT-01")
        if unit.dazed and unit.actions >= 1:
            reasons.append("AB-DAZE-05")

    def act(self, unit, *extra):
        reasons = self.reasons(unit) + [reason for reason in extra if reason]
        self.action(unit, reasons)
        self.check(reasons)
        self.pay(unit)

    def pay(self, unit):
        unit.points -= 1
        unit.actions += 1

    # Orders.

    def do_stand_up(self, unit, order):
        self.give_up_owed_move(unit)
        if unit.holding or unit.held_by:
            raise Unclear("standing up in a grapple")
        self.act(unit, None if unit.prone else "nothing", "CS-IMMO-01" if "immobilised" in unit.ailments else None)
        unit.prone = False

    def free_act(self, unit, *extra):
        if self.acting is not unit or unit.free_used:
            raise Unclear("Free Actions of this book")
        self.check(self.reasons(unit) + [reason for reason in extra if reason])
        unit.free_used = True

    def do_drop_prone(self, unit, order):
        if unit.holding or unit.held_by:
            raise Unclear("lying down in a grapple")
        self.free_act(unit, "nothing" if unit.prone else None)
        unit.prone = True

    def do_ready(self, unit, order):
        item = unit.item(order["weapon"])
        if len(unit.held()) > 1 or unit.holding or unit.held_by:
            raise Unclear("which weapon is put away, and hands in a grapple")
        held = unit.held()
        self.act(unit, "nothing" if item.in_hand else None)
        if unit.hands_used() + item.weapon.hands > 2:
            for other in held:
                other.in_hand = False
        item.in_hand = True

    def do_move(self, unit, order):
        """A walk is free, a run costs a point and is no action. AB-BASE-07."""
        path, pace = [tuple(cell) for cell in order["path"]], order["pace"]
        if self.acting is unit and unit.duty:
            raise Unclear("moves that a duty demands")
        if self.acting is not unit and unit.acted or unit.walked or unit.ran or unit.free_used:
            raise Unclear("walks that go on, or come later in the pass")
        if unit.holding:
            raise LeftOut("dragging")
        reasons = self.reasons(unit) + self.bound(unit)
        problem = self.path_problem(unit, path)
        if problem:
            reasons.append(problem)
        length = self.length(unit, path)
        if unit.prone:
            if pace == "run":
                reasons.append("SS-ACT-53")
            elif WALK // 2 < length <= WALK:
                reasons.append("SS-MOVE-02")
        if pace == "run":
            if unit.points < 1:
                reasons += ["AB-BASE-07", "SS-ACT-17"]
            if length > RUN:
                raise Unclear("a run that goes on as a walk")
        elif length > WALK:
            reasons.append("SS-MOVE-02")
        self.check(reasons)
        for other in self.enemies(unit):
            if self.zone_visit(path, unit.cell, other, 1) is not None and not other.prone:
                raise LeftOut("interception under the cap of actions")
        if pace == "run":
            unit.points -= 1
            unit.gait, unit.ran = "running", True
        else:
            unit.walked += length
        unit.in_cover = False
        unit.cell = path[-1]

    def special_reserve(self, unit):
        """A point for a defence until the next phase; it counts nothing yet. AB-BASE-08."""
        reasons = self.reasons(unit)
        if unit.points < 1:
            reasons += ["AB-BASE-07", "AB-BASE-08", "SS-ACT-17"]
        if unit.dazed or unit.actions >= unit.cap or unit.full_defence:
            raise Unclear("reserving a defence that cannot be made")
        self.check(reasons)
        unit.points -= 1
        unit.reserved += 1

    def special_full_defence(self, unit):
        """All points of the phase. AB-BASE-08."""
        if unit.points < POINTS or unit.dazed:
            raise Unclear("full defence with part of the points")
        self.check(self.reasons(unit))
        unit.points, unit.full_defence = 0, True

    def special_break_free(self, unit):
        """An opposed roll of Strength and Might, one action. AB-BASE-10."""
        if not unit.held_by or unit.duty:
            raise Unclear("breaking free of nothing")
        self.act(unit)
        if unit.dazed or unit.held_by.dazed or unit.held_by.lost or helpless(unit.held_by):
            raise Unclear("opposed rolls of the dazed and helpless")
        own, other = self.rng.choice([(0, 1), (1, 0), (2, 1)])
        holder = unit.held_by
        self.roll(unit, 3, hits=own)
        self.roll(holder, 3, hits=other)
        if own > other:
            holder.holding, unit.held_by = None, None

    # Attacks.

    def do_attack(self, unit, order):
        target, item = self.unit(order["target"]), unit.item(order["weapon"])
        weapon = item.weapon
        if unit.aimed_at not in (None, (target.name, weapon.name)):
            raise LeftOut("queued attacks at another target or with another weapon")
        reasons = self.reasons(unit)
        self.action(unit, reasons)
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if weapon.kind == "melee" and rings(unit.cell, target.cell) > 1:
            reasons += ["SS-BASE-16", "SS-BASE-34", "AB-BASE-10", "target"]
        if "blinded" in unit.ailments and weapon.kind != "melee":
            reasons += ["CS-BLND-05", "CS-BLND-01"]
        if "confused" in unit.ailments:
            reasons.append("CS-CONF-02")
        if "enraged" in unit.ailments and weapon.kind != "melee":
            reasons.append("CS-ENRA-04")
        elif reasons and set(reasons) == {"CS-ENRA-04"}:
            raise Unclear("which weapon the Enraged use")
        if weapon.kind != "melee" and distance_squared(unit.cell, target.cell) > 900:
            raise Unclear("distances beyond short range are the kernels'")
        if reasons and self.wall_between(unit.cell, target.cell):
            reasons.append("blocked")
        self.check(reasons)
        if unit.duty or self.wall_between(unit.cell, target.cell):
            raise Unclear("attacks that a duty demands, and attacks across walls")
        if self.gripped(unit, target):
            raise Unclear("attacks in and on a grapple")
        self.pay(unit)
        unit.aimed_at = (target.name, weapon.name)
        self.strike(unit, target, weapon)

    def strike(self, unit, target, weapon):
        pool = unit.dexterity + ABILITIES[weapon.skill]
        if weapon.kind == "melee":
            pool += ("enraged" in unit.ailments) - 3 * ("blinded" in unit.ailments)
        pool += 2 * ("stunned" in target.ailments) + 3 * ("unconscious" in target.ailments)
        if "cursed" in unit.ailments and unit.first_attack:
            pool -= 2
        unit.first_attack = False
        difficulty = 2 * unit.dazed
        attack = min(self.rng.choice([0, 1, 2, 3]), max(0, pool))
        self.roll(unit, pool, hits=attack)
        net = max(0, attack - difficulty)
        defence = 0
        # The attack comes before the defences. AB-BASE-18.
        picked = self.choose_defence(unit, target, weapon) if net else None
        if picked:
            dice = target.dexterity + (ABILITIES["athletics"] if picked == "dodge" else
                                       ABILITIES["melee"] if self.armed(target) else ABILITIES["brawl"])
            defence = min(self.rng.choice([0, 1, 2]), dice)
            if target.dazed or "blinded" in target.ailments:
                raise Unclear("defences of the dazed and Blinded")
            self.roll(target, dice, hits=defence)
        if "shocked" in target.ailments and weapon.kind == "melee":
            raise Unclear("contagion of the Shocked")
        margin = net - defence
        if margin < 1:
            return
        if {"frozen", "unconscious"} & set(target.ailments):
            raise Unclear("Special Damage is the kernels'")
        dice = weapon.damage + margin - 1 + 2 * ("enraged" in unit.ailments and weapon.kind == "melee") - 2
        if dice <= 0:
            raise Unclear("pings are the kernels'")
        level = self.rng.choice([0, 0, 1])
        self.roll(None, dice, hits=level)
        target.bashing += level
        if target.bashing > 1:
            raise Unclear("daze is the kernels'")

    @staticmethod
    def armed(unit):
        return any(item.weapon.kind == "melee" for item in unit.held())

    def choose_defence(self, unit, target, weapon):
        """A reserved defence, full defence, or an action given up for Willpower. AB-BASE-08, AB-CANCEL-03."""
        if helpless(target) or target.lost or "enraged" in target.ailments:
            if "enraged" in target.ailments and not helpless(target) and not target.lost:
                raise Unclear("which defence is evading")
            return None
        if target.actions >= target.cap or (target.dazed and target.actions >= 1):
            return None
        # Bullets are dodged by the quicker only. AB-DODGE-05.
        ways = ["dodge"] if not weapon.fast or target.score > unit.score else []
        ways += ["parry"] if weapon.kind == "melee" else []
        if not ways:
            return None
        if target.reserved or target.full_defence:
            picked = self.ask(target, [*ways, "none"])
            if picked == "none":
                return None
            target.reserved -= 0 if target.full_defence else 1
        else:
            if not target.queued or target.acted:
                return None
            prices = ["roll"] + ["point"] * (target.willpower > 0)
            answers = [f"{way}+{price}" for way in ways for price in prices]
            points = [answer for answer in answers if answer.endswith("point")]
            picked = self.ask_with(target, [*answers, "none"], [], [*points, "none"])
            if picked == "none":
                return None
            target.willpower -= 1
            target.queued -= 1
            target.owed += 1
        target.actions += 1
        return picked.split("+")[0]

    # Random orders.

    def begin(self):
        if any(unit.holding and (helpless(unit) or unit.lost) for unit in self.units):
            raise Unclear("a grip of the helpless")
        super().begin()

    def draw_order(self, rng):
        unit = self.acting if rng.random() < 0.92 else rng.choice(self.units)
        kinds = ["attack"] * 8 + ["move"] * 4 + ["special"] * 3 + ["drop_prone", "stand_up", "ready", "drop"]
        kinds += ["end_phase"] * 3
        do = rng.choice(kinds)
        order = {"unit": unit.name, "do": do}
        if do in ("attack", "ready", "drop"):
            if not unit.items:
                raise Unclear("no weapons")
            item = rng.choice(unit.held() or unit.items) if rng.random() < 0.7 else rng.choice(unit.items)
            order["weapon"] = item.weapon.name
        if do == "attack":
            order["target"] = rng.choice(self.enemies(unit)).name
        if do == "special":
            order["key"] = "break_free" if unit.held_by else rng.choice(["reserve", "reserve", "full_defence"])
            if unit.held_by:
                order["target"] = unit.held_by.name
        if do == "move":
            order["pace"] = rng.choice(["walk", "walk", "run"])
            order["path"] = self.draw_path(rng, unit)
        return order


MODEL = Aberrant
