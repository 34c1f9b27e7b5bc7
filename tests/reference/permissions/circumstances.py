"""Circumstances: Half and Full Actions, one Reaction, engagement, and the ailments at home.

A test is a d100: 2 passes and 93 fails, as far as the target number leaves room. What a hit does is the kernels'.
"""

from ailments import NO_ACTIONS, count_turn, helpless, inflict
from battle import Battle, Unclear
from situation import Item, Unit, Weapon, Word, distance_squared, rings

WEAPONS = [
    Weapon("pistol", {"name": "Pistol", "class": Word("ranged"), "pistol": True, "group": "guns", "damage": "1d10+2",
                      "range": 20, "magazine": 8}, damage=2, range=20, magazine=8, burst=0, pistol=True),
    Weapon("carbine", {"name": "Carbine", "class": Word("ranged"), "group": "guns", "damage": "1d10+2", "range": 40,
                       "burst": {"rounds": 3}, "magazine": 12},
           damage=2, range=40, magazine=12, burst=3, pistol=False, hands=2),
    Weapon("sword", {"name": "Sword", "class": Word("melee"), "damage": "1d10+1"},
           damage=5, range=0, magazine=None, burst=0, pistol=False),
    Weapon("club", {"name": "Club", "class": Word("melee"), "damage": "1d5"},
           damage=4, range=0, magazine=None, burst=0, pistol=False),
]

CHARACTERISTICS = {"weapon_skill": 60, "ballistic_skill": 60, "strength": 40, "toughness": 30, "agility": 40,
                   "intelligence": 40, "perception": 40, "willpower": 45, "fellowship": 40}
DODGE = 45
SHEETS = {"figure": {"characteristics": CHARACTERISTICS, "wounds": 30, "fate_points": 0, "proficiencies": ["guns"],
                     "skills": Word("{dodge: 45, athletics: 30, endurance: 30, acrobatics: 30, concealment: 30}")}}
WOUNDS = 30
BONUS = {"strength": 4, "toughness": 3, "agility": 4}
READINGS = {
    "wounds": "/health/circumstances/wounds", "spent": "/budget/circumstances/phase/spent",
    "free_used": "/budget/circumstances/phase/free_used", "attacks": "/budget/circumstances/phase/attacks",
    "reaction": "/budget/circumstances/phase/reaction",
}
AILMENTS = ["dazed", "immobilised", "frozen", "stunned", "shocked", "unconscious", "deafened", "wet", "burning",
            "blinded", "confused", "enraged", "panicked", "sealed"]


class Circumstances(Battle):
    """A battle by Circumstances, with its default switches, without knockdown and knockback."""

    BOOK = "circumstances"
    SWITCHES = {"borrow.knockback": "off", "borrow.knockdown": "off"}

    @classmethod
    def draw(cls, rng):
        units = []
        for number, name, column in cls.draw_places(rng):
            unit = Unit(name, number % 2, (column, 1), "figure", SHEETS["figure"])
            for weapon, in_hand in cls.draw_weapons(rng, WEAPONS, [1, 2, 2]):
                loaded = weapon.magazine
                if loaded and rng.random() < 0.3:
                    loaded = rng.choice([0, 1, 2, 3])
                unit.items.append(Item(weapon, in_hand, loaded))
            unit.wounds, unit.spent, unit.attacks = WOUNDS, 0, 0
            unit.free_used, unit.reaction = False, True
            unit.engaged, unit.ran, unit.fled = set(), False, False
            unit.prone = rng.random() < 0.2
            units.append(unit)
        return cls.draw_around(rng, units, AILMENTS, [0, 0, 1, 1, 2], crates=0.2, grips=0.25)

    def roll_initiative(self):
        self.roll_apart(BONUS["agility"] + 4)

    def observe_unit(self, unit):
        return {
            **super().observe_unit(unit), "wounds": unit.wounds, "reaction": unit.reaction,
            "engaged": sorted(unit.engaged), "spent": unit.spent if self.acting is unit else "any",
            "free_used": unit.free_used if self.acting is unit else "any",
            "attacks": unit.attacks if self.acting is unit else "any",
            "gait": "any",
        }

    # Tests.

    def of_all_tests(self, unit):
        """CS-DAZE-02."""
        return -10 * ("dazed" in unit.ailments)

    def agility(self, unit):
        """Target number of Agility tests, skills of Agility included. CS-PRN-07, CS-BLND-03, CS-BASE-09."""
        return self.of_all_tests(unit) - 20 * unit.prone - 30 * ("blinded" in unit.ailments)

    def willpower(self, unit):
        """CS-BURN-04."""
        return CHARACTERISTICS["willpower"] + self.of_all_tests(unit) - 20 * ("burning" in unit.ailments)

    def test(self, unit, target, fails=True):
        """A test with a random result: 2 or 93, where the target number allows it."""
        choices = ([2] if target >= 2 else []) + ([93] if target < 93 and fails else [])
        if not choices:
            raise Unclear("a test that can only fail or only pass")
        face = self.rng.choice(choices)
        self.roll(unit, 1, faces=[face])
        return face <= target, (face - target) // 10

    # Phases.

    def phase_begins(self, unit):
        unit.duty, unit.spent, unit.attacks, unit.free_used = None, 0, 0, False
        unit.reaction, unit.ran = True, False
        if "pinned" in unit.ailments:
            raise Unclear("the phase of the Pinned is tested elsewhere")
        if helpless(unit):
            return False
        if "panicked" in unit.ailments:
            passed, degrees = self.test(unit, self.willpower(unit))
            # A flight that is impossible lapses. CS-AIL-08.
            if not passed and degrees >= 3 and not self.move_reasons(unit):
                unit.duty = "CS-PANI-03"
        if "confused" in unit.ailments and not self.test(unit, self.willpower(unit))[0]:
            if len([other for other in self.units if other.side == unit.side]) > 1:
                if self.move_reasons(unit) or self.wall is not None:
                    raise Unclear("whether an attack on a friend is impossible to those who cannot move")
                unit.duty = unit.duty or "CS-CONF-04"
        if "enraged" in unit.ailments:
            unit.duty = unit.duty or "CS-ENRA-04"
        return True

    def phase_ends(self, unit):
        near = [other for other in self.enemies(unit) if rings(unit.cell, other.cell) == 1
                and other.name not in unit.engaged and not self.wall_between(unit.cell, other.cell)]
        tested = {"burning", "panicked", "frozen", "confused", "enraged", "blinded"} & set(unit.ailments)
        if near:
            if len(near) > 1 or tested or helpless(unit) or helpless(near[0]):
                raise Unclear("declarations of the ailing, and several at once")
            if self.ask(unit, ["engage", "stay_out"]) == "engage":
                self.engage(unit, near[0])
        if "frozen" in unit.ailments and self.test(unit, 40 + self.of_all_tests(unit))[0]:
            del unit.ailments["frozen"]
        if "panicked" in unit.ailments and self.test(unit, self.willpower(unit))[0]:
            del unit.ailments["panicked"]
        if "burning" in unit.ailments:
            for other in self.adjacent(unit):
                if "burning" not in other.ailments and not self.test(other, 40 + self.agility(other))[0]:
                    inflict(other, "burning")
        count_turn(unit)

    def engage(self, one, other):
        """CS-MEL-03."""
        one.engaged.add(other.name)
        other.engaged.add(one.name)

    def part(self):
        """Engagement ends when two are no longer adjacent, and holds likewise. CS-MEL-04, CS-BASE-37."""
        for unit in self.units:
            for name in list(unit.engaged):
                if rings(unit.cell, self.unit(name).cell) > 1:
                    unit.engaged.discard(name)

    # Permission and price.

    def reasons(self, unit):
        reasons = ["turn"] if self.acting is not unit else []
        reasons += [NO_ACTIONS[ailment] for ailment in unit.ailments if ailment in NO_ACTIONS]
        if helpless(unit):
            reasons.append("CS-BASE-27")
        if "turn" in reasons and "enraged" in unit.ailments:
            reasons.append("CS-ENRA-04")
        if self.acting is unit and unit.duty:
            reasons.append(unit.duty)
            if unit.duty == "CS-CONF-04":
                reasons.append("CS-CONF-02")
            if "enraged" in unit.ailments:
                reasons.append("CS-ENRA-04")  # Prohibitions bind besides the duty. CS-AIL-08.
        return reasons

    def action(self, unit, price, reasons):
        """A Half (1 AP) or Full Action (2 AP). CS-BASE-15 to CS-BASE-17, CS-DAZE-01."""
        if unit.spent + price > 2:
            reasons += ["CS-BASE-17", "SS-ACT-17"]
        if price == 2 and "dazed" in unit.ailments:
            reasons.append("CS-DAZE-01")

    def half(self, unit, *extra):
        reasons = self.reasons(unit) + [reason for reason in extra if reason]
        self.action(unit, 1, reasons)
        self.check(reasons)
        unit.spent += 1

    def move_reasons(self, unit):
        """What forbids every action with the keyword Move. CS-IMMO-01, CS-BASE-37."""
        reasons = ["CS-IMMO-01"] if "immobilised" in unit.ailments else []
        if unit.holding or unit.held_by:
            # The engine cites the clause of a body that is carried.
            reasons += ["CS-BASE-37", "SS-BARR-51"]
        return reasons

    # Orders.

    def do_stand_up(self, unit, order):
        self.give_up_owed_move(unit)
        self.half(unit, None if unit.prone else "nothing", *self.move_reasons(unit))
        unit.prone = False

    def free_act(self, unit, *extra):
        """The phase's one Free Action. CS-BASE-19."""
        if self.acting is not unit and unit.acted:
            raise Unclear("Free Actions after the own turn")
        if unit.free_used and self.acting is unit:
            raise Unclear("a second Free Action")
        self.check(self.reasons(unit) + [reason for reason in extra if reason])
        unit.free_used = True

    def do_drop_prone(self, unit, order):
        self.free_act(unit, "nothing" if unit.prone else None)
        unit.prone = True

    def do_ready(self, unit, order):
        item = unit.item(order["weapon"])
        if len(unit.held()) > 1:
            raise Unclear("which weapon is put away")
        if unit.holding or unit.held_by:
            raise Unclear("hands of those in a grapple")
        self.half(unit, "nothing" if item.in_hand else None)
        if unit.hands_used() + item.weapon.hands > 2:
            for other in unit.held():
                other.in_hand = False
        item.in_hand = True

    def do_reload(self, unit, order):
        item = unit.item(order["weapon"])
        if not item.in_hand or item.loaded is None:
            raise Unclear("reloading what is not in hand")
        self.half(unit, "nothing" if item.loaded == item.weapon.magazine else None)
        item.loaded = item.weapon.magazine

    def do_move(self, unit, order):
        """Move, Full Move and Run. Table CS-T2, CS-PRN-09."""
        path = [tuple(cell) for cell in order["path"]]
        if self.acting is unit and unit.duty:
            raise Unclear("moves that a duty demands")
        if unit.moved_before:
            raise Unclear("whether a second Move goes on from the first")
        reasons = self.reasons(unit) + self.move_reasons(unit)
        length, agility = self.length(unit, path) / 2, BONUS["agility"]
        problem = self.path_problem(unit, path)
        if problem:
            reasons.append(problem)
        if order["pace"] == "run":
            price = 2
            if length > 6 * agility:
                reasons += ["SS-MOVE-02", "CS-BASE-20"]
            if unit.prone:
                reasons.append("CS-PRN-09")
        else:
            price = 0 if unit.full_move else 1
            if length > agility * (2 if unit.full_move else 1):
                reasons += ["SS-MOVE-02", "CS-BASE-20"]
            if unit.prone and length > -(-agility // 2):
                reasons += ["CS-PRN-09", "SS-MOVE-02"]
        self.action(unit, price, reasons)
        self.check(reasons)
        unit.spent += price
        unit.moved_before, unit.full_move = True, False
        unit.ran = order["pace"] == "run"
        self.travel(unit, path)

    def travel(self, unit, path):
        """Moves along a path; enemies passed by may strike, with their Reaction. Chapter INTC as borrowed."""
        start, visits = unit.cell, []
        for other in self.enemies(unit):
            at = self.zone_visit(path, start, other, 1)
            if at is None:
                continue
            if helpless(other):
                continue  # CS-AIL-06
            if self.wall is not None or "blinded" in other.ailments or other.holding or other.held_by:
                raise Unclear("walls, and interceptors that are held or cannot see")
            if other.prone or not other.reaction:
                continue
            if {"confused", "panicked", "enraged"} & set(other.ailments):
                raise Unclear("whether the ailing strike at passers-by")
            visits.append((at, -other.score, other))
        unit.in_cover = False if path else unit.in_cover
        cells = [start, *path]
        for at, _, other in sorted(visits, key=lambda visit: visit[:2]):
            unit.cell = cells[at]
            self.part()
            blades = [item for item in other.held() if item.weapon.kind == "melee"]
            if len(blades) != 1 or len(other.held()) > 1:
                raise Unclear("what an interceptor strikes with")
            if self.ask_with(other, ["pass", "strike"], ["strike_2"], ["pass", "strike"]) == "pass":
                continue
            other.reaction = False
            if self.target_number(other, unit, blades[0].weapon, 0) + 20 >= 93:
                raise Unclear("a blow that cannot miss")
            self.roll(other, 1, faces=[93])
            self.engage(other, unit)
        unit.cell = cells[-1]
        self.part()

    # Attacks.

    def do_attack(self, unit, order):
        target, item = self.unit(order["target"]), unit.item(order["weapon"])
        weapon, option = item.weapon, order.get("option")
        burst = order.get("mode") == "burst"
        rounds = weapon.burst if burst else 1
        reasons = self.reasons(unit)
        self.action(unit, 2 if burst else 1, reasons)
        if unit.attacks:
            # The engine cites its own clause for the same rule.
            reasons += ["CS-BASE-34", "SS-ACT-27"]
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if item.loaded is not None and item.loaded < rounds:
            reasons += ["SS-ACT-45", "CS-JAM-12"]
        self.check_reach(unit, target, weapon, reasons)
        self.check_ailments(unit, target, weapon, reasons)
        self.check(reasons)
        if unit.duty or self.wall_between(unit.cell, target.cell):
            raise Unclear("attacks that a duty demands, and shots through walls")
        if self.gripped(unit, target):
            raise Unclear("attacks in and on a grapple")
        unit.spent += 2 if burst else 1
        unit.attacks += 1
        if item.loaded is not None:
            item.loaded -= rounds
        if option == "suppress":
            self.suppress(unit, target)
        else:
            self.strike(unit, target, weapon, burst)

    def check_reach(self, unit, target, weapon, reasons):
        """CS-BASE-33, CS-RNG-06, CS-GUN-01."""
        if weapon.kind == "melee":
            if rings(unit.cell, target.cell) > 1:
                reasons.append("CS-BASE-33")
            elif self.wall_between(unit.cell, target.cell):
                raise Unclear("a blow across a wall")
            return
        if distance_squared(unit.cell, target.cell) > (3 * weapon.range) ** 2:
            reasons.append("CS-RNG-06")
        if unit.engaged and not weapon.pistol:
            reasons.append("CS-GUN-01")

    def check_ailments(self, unit, target, weapon, reasons):
        if "confused" in unit.ailments and target.side != unit.side:
            reasons.append("CS-CONF-02")
        if "enraged" in unit.ailments and weapon.kind != "melee":
            reasons.append("CS-ENRA-04")
        elif reasons and set(reasons) == {"CS-ENRA-04"}:
            raise Unclear("which weapon the Enraged use")

    def target_number(self, unit, target, weapon, extra):
        """Chapters RNG, PRN, RUN, STUN, UNCO, ENRA, SIM; flanking is left out."""
        number = 60 + extra + self.of_all_tests(unit) + 20 * ("stunned" in target.ailments)
        number += 30 * ("unconscious" in target.ailments)
        if weapon.kind == "melee":
            number += 20 * target.ran + 10 * target.prone - 10 * unit.prone - 30 * ("blinded" in unit.ailments)
            return number + 10 * ("enraged" in unit.ailments)
        apart = distance_squared(unit.cell, target.cell)
        in_melee = target.name in unit.engaged
        if apart <= 9:
            number += 0 if in_melee else 30
        elif 4 * apart <= weapon.range ** 2:
            number += 10
        elif apart > weapon.range ** 2:
            number -= 10 if 4 * apart < 9 * weapon.range ** 2 else 30
        number -= 20 * target.ran + 10 * (target.prone and apart > 9)
        if target.engaged and not in_melee and not helpless(target):
            number -= 20
        return number

    def strike(self, unit, target, weapon, burst):
        number = self.target_number(unit, target, weapon, 10 * burst)
        fails = number + 20 < 93
        passes = number - 20 >= 2 and not ("blinded" in unit.ailments and weapon.kind != "melee")
        if helpless(target) and {"frozen", "unconscious"} & set(target.ailments):
            passes = False
        choices = [2] * passes + [93] * fails
        if not choices:
            raise Unclear("a test that can only fail or only pass")
        face = self.rng.choice(choices)
        self.roll(unit, 1, faces=[face])
        if rings(unit.cell, target.cell) == 1:
            self.engage(unit, target)
        if face == 2:
            self.hit(unit, target, weapon, burst)
        if "shocked" in target.ailments and weapon.kind == "melee" and "shocked" not in unit.ailments:
            self.test(unit, 40 + self.agility(unit), fails=False)

    def hit(self, unit, target, weapon, burst):
        """A hit is evaded, or does damage. CS-BASE-14, CS-BASE-31, CS-ENRA-03, CS-AIL-06."""
        if burst:
            raise Unclear("the hits of a burst are the kernels'")
        if target.reaction and not helpless(target) and "enraged" not in target.ailments:
            answers = ["dodge", "none"] + ["parry"] * (weapon.kind == "melee")
            picked = self.ask(target, answers)
            if picked != "none":
                target.reaction = False
                number = DODGE + self.agility(target)
                if picked == "parry":
                    number = 60 + self.of_all_tests(target) - 10 * target.prone - 30 * ("blinded" in target.ailments)
                if self.test(target, number)[0]:
                    return
        die = self.rng.choice([1, 2, 3, 5, 8] if weapon.name != "Club" else [1, 3, 8])
        self.roll(unit, 1, faces=[die])
        damage = weapon.damage + (die if weapon.name != "Club" else (die + 1) // 2)
        damage += 2 * ("enraged" in unit.ailments and weapon.kind == "melee")
        lost = max(0, damage - BONUS["toughness"])
        target.wounds -= lost
        if target.wounds <= 0:
            raise Unclear("a unit falls")
        if lost:
            for ailment in ("frozen", "unconscious"):
                target.ailments.pop(ailment, None)

    def suppress(self, unit, target):
        """Every enemy within 2 squares of the aimed one tests Willpower; not the engaged. CS-PIN-15, CS-PIN-12."""
        for other in self.enemies(unit):
            if distance_squared(other.cell, target.cell) > 4:
                continue
            if self.wall is not None or helpless(other):
                raise Unclear("walls and the helpless under suppressing fire")
            if other.engaged:
                continue
            if not self.test(other, self.willpower(other))[0]:
                other.ailments["pinned"] = None

    # Grips.

    def special_break_hold(self, unit):
        """A Strength test as a Half Action. CS-BASE-37."""
        if not unit.held_by or {"panicked", "confused"} & set(unit.ailments):
            raise Unclear("breaking free of nothing, and duties that become possible")
        self.half(unit)
        if self.test(unit, 40 + self.of_all_tests(unit))[0]:
            unit.held_by.holding, unit.held_by = None, None

    def special_full_move(self, unit):
        """Declares a Full Move, 2 AP; the walk follows. Table CS-T2."""
        reasons = self.reasons(unit) + self.move_reasons(unit)
        if unit.moved_before or unit.full_move:
            raise Unclear("a Move that becomes a Full Move")
        self.action(unit, 2, reasons)
        if unit.prone:
            reasons.append("CS-PRN-09")
        self.check(reasons)
        unit.spent += 2
        unit.full_move = True

    def special_let_go(self, unit):
        if not unit.holding or "panicked" in unit.ailments or "confused" in unit.ailments:
            raise Unclear("letting go of nothing, and duties that become possible")
        self.free_act(unit)
        unit.holding.held_by, unit.holding = None, None

    # Random orders.

    def begin(self):
        for unit in self.units:
            unit.moved_before = unit.full_move = False
        if any(unit.holding and helpless(unit) for unit in self.units):
            raise Unclear("a grip of the helpless")
        super().begin()

    def draw_order(self, rng):
        unit = self.acting if rng.random() < 0.92 else rng.choice(self.units)
        kinds = ["attack"] * 8 + ["move"] * 4 + ["drop_prone", "stand_up", "ready", "reload", "drop", "end_phase",
                                                "end_phase", "end_phase"]
        kinds += ["special"] * (8 if unit.held_by or unit.holding else 1)
        do = rng.choice(kinds)
        order = {"unit": unit.name, "do": do}
        if do in ("attack", "ready", "reload", "drop"):
            if not unit.items:
                raise Unclear("no weapons")
            item = rng.choice(unit.held() or unit.items) if rng.random() < 0.7 else rng.choice(unit.items)
            order["weapon"] = item.weapon.name
        if do == "attack":
            order["target"] = rng.choice(self.enemies(unit)).name
            if item.weapon.burst:
                if rng.random() < 0.5:
                    order["mode"] = "burst"
                    if rng.random() < 0.5:
                        order["option"] = "suppress"
        if do == "special":
            order["key"] = "let_go" if unit.holding else "break_hold" if unit.held_by else "full_move"
        if do == "move":
            order["pace"] = rng.choice(["walk", "walk", "run"])
            order["path"] = self.draw_path(rng, unit)
        return order


MODEL = Circumstances
