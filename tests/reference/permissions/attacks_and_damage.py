"""Attacks and Damage: action points of the shared engine, free defences, and the penalty that they leave."""

from ailments import NO_ACTIONS, count_turn, helpless, inflict
from battle import Battle, LeftOut, Unclear
from situation import Item, Unit, Weapon, Word, distance_squared, rings

WEAPONS = [
    Weapon("pistol", {"name": "Pistol", "class": Word("accelerated"), "skill": Word("firearms"), "damage": "4IL",
                      "range": 20}, skill="firearms", damage=4, range=20),
    Weapon("rifle", {"name": "Rifle", "class": Word("accelerated"), "skill": Word("firearms"), "damage": "5IL",
                     "range": 40, "hands": 2}, skill="firearms", damage=5, range=40),
    Weapon("sword", {"name": "Sword", "class": Word("melee"), "skill": Word("blades"), "damage": "4PL"},
           skill="blades", damage=4, range=0),
    Weapon("axe", {"name": "Axe", "class": Word("melee"), "skill": Word("axes"), "damage": "5IL", "hands": 2},
           skill="axes", damage=5, range=0),
    Weapon("dart", {"name": "Dart", "class": Word("thrown"), "skill": Word("thrown_weapons"), "damage": "4PL",
                    "range": 10}, skill="thrown_weapons", damage=4, range=10),
]
ATTRIBUTES = {"body": 4, "reaction": 3, "agility": 4, "intuition": 3, "edge": 2, "willpower": 3, "strength": 3}
SKILLS = {"firearms": 4, "blades": 4, "axes": 4, "thrown_weapons": 4, "dodge": 2, "gymnastics": 1, "parry": 3}
SHEETS = {"fighter": {"attributes": ATTRIBUTES,
                      "skills": Word("{" + ", ".join(f"{k}: {v}" for k, v in SKILLS.items()) + "}")}}
LIGHT_TRACK = 8 + -(-ATTRIBUTES["willpower"] // 2)
"""AD-BASE-10."""
KNOCKDOWN = max(ATTRIBUTES["body"], ATTRIBUTES["willpower"])
"""AD-KD-01."""
WALK = 2 * 2 * ATTRIBUTES["agility"]
"""Half metres. SS-MOVE-02, as borrowed."""
POINTS = 3
READINGS = {
    "light": "/health/attacks_and_damage/light", "critical": "/health/attacks_and_damage/critical",
    "penalty": "/health/attacks_and_damage/frequency/penalty", "free_used": "/budget/attacks_and_damage/budget/free_used",
}
AILMENTS = ["dazed", "immobilised", "frozen", "stunned", "shocked", "unconscious", "deafened", "wet", "burning",
            "blinded", "confused", "enraged", "panicked", "cursed"]


class AttacksAndDamage(Battle):
    """A battle by Attacks and Damage, with its default switches and without knockback."""

    BOOK = "attacks_and_damage"
    SWITCHES = {"borrow.knockback": "off"}

    @classmethod
    def draw(cls, rng):
        units = []
        for number, name, column in cls.draw_places(rng):
            unit = Unit(name, number % 2, (column, 1), "fighter", SHEETS["fighter"])
            for weapon, in_hand in cls.draw_weapons(rng, WEAPONS, [1, 2, 2, 3]):
                unit.items.append(Item(weapon, in_hand))
            unit.light = rng.choice([0, 0, 0, 1, 3, 4])
            unit.penalty = rng.choice([0, 0, -1, -3])
            unit.tests = 0
            unit.condition = {}
            if unit.light:
                unit.condition["light"] = unit.light
            if unit.penalty:
                # The penalty comes from tests of this battle.
                unit.tests = -unit.penalty
                unit.condition["frequency"] = {"penalty": unit.penalty, "tests": unit.tests}
            unit.points, unit.free_used, unit.attacked = POINTS, 0, False
            unit.walked, unit.runs, unit.walk_begun, unit.first_attack = 0, 0, False, True
            unit.prone = rng.random() < 0.2
            units.append(unit)
        return cls.draw_around(rng, units, AILMENTS, [0, 0, 0, 1, 1, 2], crates=0.3, grips=0.2)

    def begin(self):
        if any(unit.holding and helpless(unit) for unit in self.units):
            raise Unclear("a grip of the helpless")
        super().begin()

    def roll_initiative(self):
        self.roll_apart(ATTRIBUTES["reaction"] + ATTRIBUTES["intuition"])

    def observe_unit(self, unit):
        return {
            **super().observe_unit(unit), "points": unit.points, "free_used": unit.free_used, "light": unit.light,
            "critical": 0, "penalty": unit.penalty, "score": unit.score,
        }

    # Tests.

    def wound(self, unit):
        """AD-BASE-12."""
        return -(unit.light // 3)

    def test(self, unit, dice):
        """A test against an ailment: two hits pass, none is three degrees of failure. `docs/ailments.md`."""
        dice -= "dazed" in unit.ailments
        if unit.light >= 3:
            raise Unclear("whether wounds change the tests against ailments")
        hits = min(self.rng.choice([0, 1, 2, 2]), max(0, dice))
        self.roll(unit, dice, hits=hits)
        return hits

    def willpower(self, unit):
        return self.test(unit, 2 * ATTRIBUTES["willpower"] - 2 * ("burning" in unit.ailments))

    def agility(self, unit):
        if unit.prone:
            raise Unclear("whether prone units test Agility as in Circumstances")
        return self.test(unit, ATTRIBUTES["agility"] + ATTRIBUTES["reaction"] - 3 * ("blinded" in unit.ailments))

    # Phases.

    def phase_begins(self, unit):
        unit.duty, unit.attacked = None, False
        # AD-FREQ-04 to AD-FREQ-06, AD-FREQ-10.
        unit.penalty = min(0, unit.penalty + 1) if unit.tests else 0
        unit.tests = 0
        if helpless(unit):
            return False
        if "panicked" in unit.ailments and self.willpower(unit) == 0 and not self.bound(unit):
            if unit.prone:
                raise Unclear("whether the prone flee where they cannot walk")
            unit.duty = "CS-PANI-03"
        if "confused" in unit.ailments and self.willpower(unit) < 2:
            if len([other for other in self.units if other.side == unit.side]) > 1:
                if self.bound(unit) or self.wall is not None:
                    raise Unclear("whether an attack on a friend is impossible to those who cannot move")
                unit.duty = unit.duty or "CS-CONF-04"
        if "enraged" in unit.ailments:
            unit.duty = unit.duty or "CS-ENRA-04"
        return True

    def phase_ends(self, unit):
        if "frozen" in unit.ailments and self.test(unit, 2 * ATTRIBUTES["body"]) >= 2:
            del unit.ailments["frozen"]
        if "panicked" in unit.ailments and self.willpower(unit) >= 2:
            del unit.ailments["panicked"]
        if "burning" in unit.ailments:
            for other in self.adjacent(unit):
                if "burning" not in other.ailments and self.agility(other) < 2:
                    inflict(other, "burning")
        count_turn(unit)

    def bound(self, unit):
        """Whether a unit cannot leave its place, so that a flight lapses. CS-AIL-08."""
        return "immobilised" in unit.ailments or self.gripped(unit)

    # Permission and price.

    def reasons(self, unit):
        reasons = ["turn"] if self.acting is not unit else []
        reasons += [NO_ACTIONS[ailment] for ailment in unit.ailments if ailment in NO_ACTIONS]
        if "turn" in reasons and "enraged" in unit.ailments:
            reasons.append("CS-ENRA-04")
        if self.acting is unit and unit.duty:
            reasons.append(unit.duty)
            if unit.duty == "CS-CONF-04":
                reasons.append("CS-CONF-02")
            if "enraged" in unit.ailments:
                reasons.append("CS-ENRA-04")  # Prohibitions bind besides the duty. CS-AIL-08.
        return reasons

    def price(self, unit, points, reasons, *clauses):
        if unit.points < points:
            reasons += ["SS-ACT-17", "SS-ACT-09", *clauses]
        if points > 1 and "dazed" in unit.ailments:
            reasons.append("CS-DAZE-01")

    def simple(self, unit, *extra):
        """An action for 1 AP."""
        reasons = self.reasons(unit) + [reason for reason in extra if reason]
        self.price(unit, 1, reasons)
        self.check(reasons)
        unit.points -= 1

    def free_act(self, unit, *extra):
        """The pass's Free Action, or 1 AP for another. SS-ACT-10, SS-ACT-11, SS-ACT-13."""
        if self.acting is not unit and unit.acted and (unit.free_used or "enraged" in unit.ailments):
            raise Unclear("a bought Free Action out of turn, and the Enraged out of turn")
        reasons = self.reasons(unit) + [reason for reason in extra if reason]
        if self.acting is not unit:
            if unit.acted:
                reasons.remove("turn")
            else:
                reasons.append("SS-ACT-11")
        if unit.free_used and not unit.points:
            reasons += ["SS-ACT-10", "SS-ACT-13", "SS-ACT-17", "SS-ACT-09"]
        self.check(reasons)
        if unit.free_used:
            unit.points -= 1
        else:
            unit.free_used = 1

    # Orders.

    def do_stand_up(self, unit, order):
        self.give_up_owed_move(unit)
        if self.gripped(unit):
            raise Unclear("standing up in a grapple")
        self.simple(unit, None if unit.prone else "nothing",
                    "CS-IMMO-01" if "immobilised" in unit.ailments else None)
        unit.prone = False

    def do_drop_prone(self, unit, order):
        if self.gripped(unit):
            raise Unclear("lying down in a grapple")
        self.free_act(unit, "nothing" if unit.prone else None)
        unit.prone = True

    def do_ready(self, unit, order):
        if self.gripped(unit):
            raise Unclear("hands in a grapple")
        item = unit.item(order["weapon"])
        held = unit.held()
        if len(held) > 1 and unit.hands_used() + item.weapon.hands > 2 and item.weapon.hands == 1:
            raise Unclear("which weapon is put away")
        self.simple(unit, "nothing" if item.in_hand else None)
        if unit.hands_used() + item.weapon.hands > 2:
            for other in held:
                other.in_hand = False
        item.in_hand = True

    def do_move(self, unit, order):
        """Walks are free, a run costs 1 AP; no sprint, no walking while prone. SS-MOVE-02 to SS-MOVE-07, AD-KD-10."""
        path, pace = [tuple(cell) for cell in order["path"]], order["pace"]
        if self.acting is not unit and unit.acted:
            raise Unclear("walks after the own turn")
        if self.acting is unit and unit.duty:
            raise Unclear("moves that a duty demands")
        reasons = self.reasons(unit)
        if "immobilised" in unit.ailments:
            reasons.append("CS-IMMO-01")
        reasons += self.grip_reasons(unit)
        if unit.prone:
            reasons.append("AD-KD-10")
        problem = self.path_problem(unit, path)
        if problem:
            reasons.append(problem)
        length = self.length(unit, path)
        if pace == "run":
            self.price(unit, 1, reasons)
            if unit.runs:
                reasons.append("SS-MOVE-08")
            if length > WALK:
                if not reasons and length <= 2 * WALK - unit.walked:
                    raise Unclear("a run that goes on as a walk")
                reasons.append("SS-MOVE-02")
        else:
            if length > WALK - unit.walked:
                reasons.append("SS-MOVE-02")
            if unit.free_used and not unit.walk_begun and not unit.points:
                reasons += ["SS-ACT-10", "SS-ACT-13", "SS-ACT-17", "SS-ACT-09"]
        self.check(reasons)
        if pace == "run":
            unit.points -= 1
            unit.runs += 1
            unit.gait = "running"
        else:
            unit.walked += length
            if not unit.walk_begun:
                if unit.free_used:
                    unit.points -= 1
                else:
                    unit.free_used = 1
            unit.walk_begun = True
        self.travel(unit, path)

    def travel(self, unit, path):
        """Moves along a path; enemies passed by may strike for 1 AP. Chapter INTC as borrowed."""
        start, visits = unit.cell, []
        for other in self.enemies(unit):
            at = self.zone_visit(path, start, other, 1)
            if at is None:
                continue
            if helpless(other):
                continue  # CS-AIL-06
            if self.wall is not None or "blinded" in other.ailments or self.gripped(other):
                raise Unclear("walls, and interceptors in a grapple or that cannot see")
            if other.prone or other.points < 1:
                continue
            if {"confused", "panicked", "enraged"} & set(other.ailments):
                raise Unclear("whether the ailing strike at passers-by")
            visits.append((at, -other.score, other))
        unit.in_cover = False if path else unit.in_cover
        cells = [start, *path]
        for at, _, other in sorted(visits, key=lambda visit: visit[:2]):
            unit.cell = cells[at]
            blades = [item for item in other.held() if item.weapon.kind == "melee"]
            if len(blades) != 1 or len(other.held()) > 1:
                raise Unclear("what an interceptor strikes with")
            if self.ask_with(other, ["pass", "strike"], ["strike_2"], ["pass", "strike"]) == "pass":
                continue
            raise LeftOut("the price of interception")
        unit.cell = cells[-1]

    # Attacks.

    def do_attack(self, unit, order):
        target, item = self.unit(order["target"]), unit.item(order["weapon"])
        weapon = item.weapon
        reasons = self.reasons(unit)
        self.price(unit, 2, reasons, "AD-BASE-07")
        if unit.attacked:
            reasons.append("AD-BASE-19")
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if weapon.kind == "melee":
            if rings(unit.cell, target.cell) > 1:
                reasons += ["AD-DEF-03", "SS-BASE-34"]
            elif self.wall_between(unit.cell, target.cell):
                raise Unclear("a blow across a wall")
        elif distance_squared(unit.cell, target.cell) > weapon.range ** 2 or self.wall_between(unit.cell, target.cell):
            reasons.append("AD-BASE-18")
        if "blinded" in unit.ailments and weapon.kind != "melee":
            reasons += ["CS-BLND-05", "CS-BLND-01"]
        if "confused" in unit.ailments:
            reasons.append("CS-CONF-02")
        if "enraged" in unit.ailments and weapon.kind != "melee":
            reasons.append("CS-ENRA-04")
        elif reasons and set(reasons) == {"CS-ENRA-04"}:
            raise Unclear("which weapon the Enraged use")
        self.check(reasons)
        if self.gripped(unit, target):
            raise Unclear("attacks in and on a grapple")
        if unit.duty or self.wall_between(unit.cell, target.cell):
            raise Unclear("attacks that a duty demands, and shots through walls")
        unit.points -= 2
        unit.attacked = True
        self.strike(unit, target, weapon)
        if weapon.kind == "thrown":
            raise Unclear("where a thrown weapon lands")

    def attack_pool(self, unit, target, weapon):
        pool = SKILLS[weapon.skill] + ATTRIBUTES["agility"] + self.wound(unit) - ("dazed" in unit.ailments)
        if weapon.kind == "melee":
            pool += ("enraged" in unit.ailments) - 3 * ("blinded" in unit.ailments)
        pool += 2 * ("stunned" in target.ailments) + 3 * ("unconscious" in target.ailments)
        if "cursed" in unit.ailments and unit.first_attack:
            pool -= 2
        return pool

    def strike(self, unit, target, weapon):
        ways = {
            "dodge_reaction": SKILLS["dodge"] + ATTRIBUTES["reaction"],
            "gymnastics": SKILLS["gymnastics"] + ATTRIBUTES["agility"],
            "parry": SKILLS["parry"] + ATTRIBUTES["reaction"],
        }
        if weapon.kind == "accelerated":
            ways = {
                "dodge_intuition": SKILLS["dodge"] + ATTRIBUTES["intuition"],
                "gymnastics": SKILLS["gymnastics"] + ATTRIBUTES["agility"],
                "edge": ATTRIBUTES["agility"] + ATTRIBUTES["edge"],
            }
        pool = self.attack_pool(unit, target, weapon)
        unit.first_attack = False
        if helpless(target) and "unconscious" not in target.ailments:
            raise Unclear("whether a test that is no action is made by those without actions")
        picked = "decline"
        if not helpless(target):
            if "enraged" in target.ailments:
                raise Unclear("which defence is evading")
            picked = self.ask(target, [*ways, "decline"])
        attack = min(self.rng.choice([0, 1, 2, 3]), max(0, pool))
        self.roll(unit, pool, hits=attack)
        defence = 0
        if picked != "decline":
            dice = ways[picked] + target.penalty + self.wound(target) - ("dazed" in target.ailments)
            dice -= 3 * ("blinded" in target.ailments and picked in ("gymnastics", "edge"))
            if "blinded" in target.ailments:
                raise Unclear("which defences of the Blinded are tests of Agility")
            defence = min(self.rng.choice([0, 1, 2]), max(0, dice))
            self.roll(target, dice, hits=defence)
            target.penalty -= 1
            target.tests += 1
        if "shocked" in target.ailments and weapon.kind == "melee":
            raise Unclear("contagion of the Shocked")
        if attack < defence:
            return
        if {"frozen", "unconscious"} & set(target.ailments):
            raise Unclear("Special Damage is the kernels'")
        damage = weapon.damage + attack - defence + 2 * ("enraged" in unit.ailments)
        resisted = self.rng.choice([2, 3, 4])
        self.roll(target, ATTRIBUTES["body"], hits=resisted)
        taken = max(0, damage - resisted)
        if target.light + taken >= LIGHT_TRACK:
            raise Unclear("a unit falls")
        target.light += taken
        if taken > KNOCKDOWN:
            target.prone = True

    # Random orders.

    def draw_order(self, rng):
        unit = self.acting if rng.random() < 0.9 else rng.choice(self.units)
        do = rng.choice(["attack"] * 8 + ["move"] * 4 + ["drop_prone", "stand_up", "ready", "drop", "end_phase",
                                                        "end_phase"])
        order = {"unit": unit.name, "do": do}
        if do in ("attack", "ready", "drop"):
            if not unit.items:
                raise Unclear("no weapons")
            item = rng.choice(unit.held() or unit.items) if rng.random() < 0.7 else rng.choice(unit.items)
            order["weapon"] = item.weapon.name
        if do == "attack":
            order["target"] = rng.choice(self.enemies(unit)).name
        if do == "move":
            order["pace"] = rng.choice(["walk", "walk", "run"])
            order["path"] = self.draw_path(rng, unit)
        return order


MODEL = AttacksAndDamage
