"""Swan Song: action points, interrupts, called shots, and the ailments that it borrows from Circumstances.

The numbers in the names of clauses are those of the catalogue. Damage is worked out only as far as a status depends on
it; the odds of attacks are checked elsewhere.
"""

from ailments import NO_ACTIONS, count_turn, helpless, inflict
from battle import Battle, LeftOut, Unclear
from situation import Item, Unit, Weapon, Word, distance_squared, rings

MODES = {
    # Rounds and action points. Table SS-T7.
    "single": (1, 1), "semi_auto_burst": (3, 2), "burst": (3, 1), "long_burst": (6, 2),
    "full_auto_simple": (6, 1), "full_auto_complex": (10, 2),
}

WEAPONS = [
    Weapon("pistol", {"name": "Pistol", "class": Word("ranged"), "skill": Word("pistols"), "accuracy": 6,
                      "damage": Word("fixed(6)"), "range": 20, "modes": [Word("single"), Word("semi_auto_burst")],
                      "magazine": 12},
           skill="pistols", damage=6, arp=0, reach=0, range=20, modes=["single", "semi_auto_burst"], magazine=12),
    Weapon("rifle", {"name": "Rifle", "class": Word("ranged"), "skill": Word("automatics"), "accuracy": 6,
                     "damage": Word("fixed(7)"), "hands": 2, "range": 60,
                     "modes": [Word(mode) for mode in
                               ("single", "burst", "long_burst", "full_auto_simple", "full_auto_complex")],
                     "magazine": 30},
           skill="automatics", damage=7, arp=0, reach=0, range=60,
           modes=["single", "burst", "long_burst", "full_auto_simple", "full_auto_complex"], magazine=30),
    Weapon("knife", {"name": "Knife", "class": Word("melee"), "skill": Word("blades"), "accuracy": 6,
                     "damage": Word("strength_plus(2)")},
           skill="blades", damage=5, arp=0, reach=0, range=0, modes=[], magazine=None),
    Weapon("spear", {"name": "Spear", "class": Word("melee"), "skill": Word("blades"), "accuracy": 6,
                     "damage": Word("strength_plus(3)"), "hands": 2, "reach": 1},
           skill="blades", damage=6, arp=0, reach=1, range=0, modes=[], magazine=None),
    Weapon("axe", {"name": "Throwing axe", "class": Word("thrown"), "skill": Word("throwing"), "accuracy": 6,
                   "damage": Word("fixed(6)"), "range": 8, "magazine": 2},
           skill="throwing", damage=6, arp=0, reach=0, range=8, modes=[], magazine=2),
]

FISTS = Weapon("fists", {"name": "Fists", "class": "melee"}, skill="unarmed_combat", damage=0, arp=0, reach=0, range=0)
CLUB = Weapon("club", {"name": "Club", "class": "melee"}, skill="clubs", damage=0, arp=0, reach=0, range=0)
"""A firearm used as a club. SS-INTC-09."""

ATTRIBUTES = {"body": 4, "agility": 4, "reaction": 3, "strength": 3, "willpower": 3, "logic": 3, "intuition": 3,
              "charisma": 2}
SKILLS = {"pistols": 5, "automatics": 5, "blades": 5, "throwing": 4, "unarmed_combat": 3, "clubs": 2, "acrobatics": 4,
          "running": 3}
ARMOUR = 4
SHEETS = {
    "fighter": {"attributes": ATTRIBUTES, "skills": Word("{" + ", ".join(f"{k}: {v}" for k, v in SKILLS.items()) + "}"),
                "armour": [ARMOUR], "karma": 0, "flesh": 20},
}
READINGS = {"free_used": "/budget/swan_song/free_used", "flesh": "/health/swan_song/flesh/now",
            "strain": "/health/swan_song/strain"}
FLESH = 20
PHYSICAL_LIMIT = -(-(2 * 3 + 4 + 3) // 3)
"""ceil((2 x STR + BOD + REA) / 3). SS-BASE-20."""
WALK = ATTRIBUTES["agility"] * 2
"""Walk rate in metres. SS-MOVE-02."""
POINTS = 3

LOCATIONS = {
    # Dice, limit of damage, effects in the order of the row. Table SS-T13; (test, hits needed, score lost): SS-T14.
    "left_ankle": (-8, 1, ["slowed", "winded"]),
    "right_foot": (-8, 1, [("stunned", "bw", 3, 5), "slowed", "winded"]),
    "right_forearm": (-6, 2, ["broken_grip"]),
    "gut": (-6, 8, [("stunned", "bw", 2, 5), "nauseous"]),
    "left_hip": (-6, 3, ["knockdown", "slowed"]),
    "jaw": (-8, 2, [("stunned", "bw", 2, 5), "speechless"]),
    "left_knee": (-8, 1, [("stunned", "composure", 2, 10), "knockdown", "slowed", "winded"]),
    "right_shin": (-6, 2, ["knockdown", "slowed", "winded"]),
    "left_thigh": (-6, 3, ["slowed", "winded"]),
    "neck": (-8, 10, [("stunned", "bw", 3, 10), "bleedout"]),
    "genitals": (-6, 2, [("stunned", "bw", 4, 10), "nauseous", "buckled"]),
}

AILMENTS = ["dazed", "immobilised", "frozen", "stunned", "shocked", "deafened", "wet", "burning", "blinded", "confused",
            "enraged", "panicked", "cursed", "slowed", "winded", "nauseous", "buckled", "speechless", "bleedout"]


class SwanSong(Battle):
    """A battle by Swan Song, with its default switches."""

    BOOK = "swan_song"
    SWITCHES = {"borrow.knockback": "off"}

    # Setup.

    @classmethod
    def draw(cls, rng):
        units = []
        for number, name, column in cls.draw_places(rng):
            unit = Unit(name, number % 2, (column, 1), "fighter", SHEETS["fighter"])
            cls.equip(rng, unit)
            unit.flesh, unit.strain = FLESH, 0
            unit.points, unit.free_used, unit.attacked, unit.paid = POINTS, 0, False, False
            unit.walked, unit.runs, unit.walk_begun, unit.fired = 0, 0, False, 0
            unit.full_defence, unit.run_from, unit.holds_phase = False, None, False
            unit.duty, unit.defences, unit.attacks_in_round = None, 0, 0
            unit.fenced_with, unit.lost_phase = set(), False
            for item in unit.items:
                item.mode = item.weapon.modes[0] if item.weapon.modes else None
            unit.prone = rng.random() < 0.15
            units.append(unit)
        return cls.draw_around(rng, units, AILMENTS, [0, 0, 0, 1, 1, 2], crates=0.3)

    @staticmethod
    def equip(rng, unit):
        """Gives a unit two or three weapons, the first ones in hand as far as two hands go."""
        hands = 0
        for weapon in rng.sample(WEAPONS, rng.choice([1, 2, 2, 3])):
            loaded = weapon.magazine
            if loaded and weapon.kind == "ranged" and rng.random() < 0.4:
                loaded = rng.choice([0, 1, 2, 3, 5, 6, 9])
            in_hand = hands + weapon.hands <= 2 and rng.random() < 0.8
            hands += weapon.hands if in_hand else 0
            unit.items.append(Item(weapon, in_hand, loaded))

    def roll_initiative(self):
        """One die each; the faces keep scores apart. SS-INIT-02, SS-INIT-05."""
        self.roll_apart(ATTRIBUTES["reaction"] + ATTRIBUTES["intuition"])

    def observe_unit(self, unit):
        return {
            **super().observe_unit(unit), "points": unit.points, "free_used": unit.free_used, "flesh": unit.flesh,
            "strain": unit.strain, "score": unit.score,
        }

    # Pools of tests.

    def wound(self, unit):
        """SS-WND-01, SS-WND-05."""
        return -2 * min(2, 2 * (FLESH - unit.flesh) // FLESH)

    def of_all_tests(self, unit):
        """Modifiers of every test: wounds, and -10 for the Dazed, which is one die. SS-WND-07, CS-DAZE-02."""
        return self.wound(unit) - ("dazed" in unit.ailments)

    def of_actions(self, unit):
        """Modifiers of declared actions, Interrupts included. SS-BASE-17, SS-MOVE-14, SS-CALL-43."""
        running = -2 if unit.gait != "steady" else 0
        return self.of_all_tests(unit) + running - 4 * ("nauseous" in unit.ailments)

    def test(self, unit, dice, needed):
        """A test with a random result; returns its hits. `needed` hits pass."""
        hits = min(self.rng.choice([0, needed - 1, needed, needed]), max(0, dice))
        self.roll(unit, dice, hits=hits)
        return hits

    def willpower(self, unit):
        """Willpower and Charisma, two hits to pass; the Burning have two dice less. CS-BURN-04."""
        dice = ATTRIBUTES["willpower"] + ATTRIBUTES["charisma"] + self.of_all_tests(unit)
        return self.test(unit, dice - 2 * ("burning" in unit.ailments), 2)

    def agility(self, unit):
        """Agility and Reaction, two hits to pass; the Blinded have three dice less. CS-BLND-03."""
        if unit.prone:
            raise Unclear("whether prone units test Agility as in Circumstances")
        dice = ATTRIBUTES["agility"] + ATTRIBUTES["reaction"] + self.of_all_tests(unit)
        return self.test(unit, dice - 3 * ("blinded" in unit.ailments), 2)

    # Phases.

    def phase_begins(self, unit):
        unit.duty, unit.fired, unit.defences = None, 0, 0
        unit.run_from, unit.attacked, unit.paid = None, False, False
        if helpless(unit):
            return False
        if "panicked" in unit.ailments:
            hits = self.willpower(unit)
            # A flight that is impossible lapses. CS-AIL-08.
            if hits == 0 and "immobilised" not in unit.ailments:
                unit.duty = "CS-PANI-03"
        if "confused" in unit.ailments and self.willpower(unit) < 2:
            if len([other for other in self.units if other.side == unit.side]) > 1:
                if "immobilised" in unit.ailments or self.wall is not None or not unit.held():
                    raise Unclear("whether an attack on a friend is possible to those who cannot move or have nothing in hand")
                unit.duty = unit.duty or "CS-CONF-04"
        if "enraged" in unit.ailments:
            unit.duty = unit.duty or "CS-ENRA-04"
        return True

    def phase_ends(self, unit):
        """Own tests come before those of neighbours; the catalogue leaves their order open."""
        if "frozen" in unit.ailments:
            # Endurance, Body twice, is the largest of the four values.
            best = 2 * ATTRIBUTES["body"] + self.of_all_tests(unit)
            if self.test(unit, best, 2) >= 2:
                del unit.ailments["frozen"]
        if "panicked" in unit.ailments and self.willpower(unit) >= 2:
            del unit.ailments["panicked"]
        if "burning" in unit.ailments:
            for other in self.adjacent(unit):
                if not other.down and "burning" not in other.ailments and self.agility(other) < 2:
                    inflict(other, "burning")
        count_turn(unit)

    def next_phase(self):
        """Holders of a delayed phase are asked when the next phase begins. SS-ROUND-08."""
        holders = [unit for unit in self.units if unit.holds_phase]
        if len(holders) > 1:
            raise Unclear("which of several holders is asked first")
        if holders:
            waiting = self.waiting()
            if not waiting or helpless(waiting[0]):
                raise Unclear("a held phase and no phase to step in at")
            self.ask(holders[0], ["hold", "before", "after", "same_time"], ["hold"])
        super().next_phase()

    # Permission and price.

    def reasons(self, unit, own_phase=True):
        """Clauses that forbid any order of a unit."""
        reasons = []
        if self.acting is not unit and own_phase:
            reasons.append("turn")
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

    def simple(self, unit, price, reasons):
        """Adds what forbids an action of a price in action points."""
        if unit.points < price:
            reasons += ["SS-ACT-17", "SS-ACT-09"]
        if price > 1 and "winded" in unit.ailments:
            reasons.append("SS-CALL-20")
        if price > 1 and "dazed" in unit.ailments:
            reasons.append("CS-DAZE-01")

    def free(self, unit, reasons, extra=0):
        """The price of a Free Action: nothing, or 1 AP if the pass's one is used. SS-ACT-10, SS-ACT-13."""
        if unit.free_used == 0:
            return 0
        if unit.points < 1 + extra:
            reasons += ["SS-ACT-10", "SS-ACT-17", "SS-ACT-13", "SS-ACT-09"]
        return 1

    def pay(self, unit, price, own=True, actions=1):
        """Takes action points; the bleeding lose a point of Flesh per paid action. SS-CALL-55, SS-CALL-56."""
        unit.points -= price
        if price and own:
            unit.paid = True
        if price and not own and unit.points == 0 and not unit.acted:
            # SS-ACT-34: the phase is lost.
            if unit.ailments:
                raise Unclear("whether a phase lost to Interrupts is a turn")
            unit.acted = unit.lost_phase = True
        if unit.points == 0:
            unit.holds_phase = False  # SS-DELAY-21
        if price and "bleedout" in unit.ailments:
            self.harm(unit, actions)

    def harm(self, unit, damage):
        """Takes Flesh; a new wound modifier lowers the score at once. SS-WND-11."""
        before = self.wound(unit)
        unit.flesh -= damage
        unit.score += self.wound(unit) - before
        if unit.flesh <= 0:
            raise Unclear("a unit falls")

    # Orders without dice.

    def do_delay(self, unit, order):
        reasons = self.reasons(unit)
        if self.acting is not unit:
            reasons.append("SS-DELAY-01")
        if unit.paid:
            reasons.append("SS-DELAY-03")
        if {"confused", "panicked", "enraged"} & set(unit.ailments) and self.acting is unit:
            raise Unclear("what a delayed phase is to the Confused, Panicked and Enraged")
        self.check(reasons)
        unit.acted = True
        unit.holds_phase = unit.points > 0  # SS-DELAY-21
        if "burning" in unit.ailments or any(left is not None for left in unit.ailments.values()):
            raise Unclear("whether a delayed phase is a turn")
        self.next_phase()

    def do_take_cover(self, unit, order):
        reasons = self.reasons(unit)
        self.simple(unit, 1, reasons)
        if not self.beside_cover(unit):
            reasons.append("SS-ACT-49")
        if unit.in_cover:
            reasons.append("nothing")
        self.check(reasons)
        self.pay(unit, 1)
        unit.in_cover = True

    def do_stand_up(self, unit, order):
        self.give_up_owed_move(unit)
        reasons = self.reasons(unit)
        self.simple(unit, 1, reasons)
        if not unit.prone:
            reasons.append("nothing")
        if "immobilised" in unit.ailments:
            reasons.append("CS-IMMO-01")
        if "buckled" in unit.ailments:
            reasons.append("SS-CALL-45")
        self.check(reasons)
        self.pay(unit, 1)
        unit.prone = False

    def out_of_turn_free(self, unit, reasons):
        """A Free Action comes in the own phase or later in the pass. SS-ACT-11."""
        if self.acting is not unit and (not unit.acted or self.lost_and_to_come(unit)):
            reasons += ["SS-ACT-11", "turn"]
        if self.acting is not unit and (unit.holds_phase or "enraged" in unit.ailments):
            raise Unclear("Free Actions while holding a phase, and of the Enraged out of turn")

    def lost_and_to_come(self, unit):
        """Whether Interrupts took its phase, and its place in the order has not come yet. SS-ACT-34."""
        return unit.lost_phase and self.acting.score > unit.score

    def do_drop_prone(self, unit, order):
        reasons = self.reasons(unit, own_phase=False)
        self.out_of_turn_free(unit, reasons)
        if unit.prone:
            reasons.append("nothing")
        price = self.free(unit, reasons)
        if price and self.acting is not unit:
            raise Unclear("a bought Free Action out of turn")
        self.check(reasons)
        unit.free_used += 1 if not price else 0
        self.pay(unit, price)
        unit.prone = True

    def do_drop(self, unit, order):
        reasons = self.reasons(unit, own_phase=False)
        self.out_of_turn_free(unit, reasons)
        item = unit.item(order["weapon"])
        if not item.in_hand:
            reasons += ["SS-ACT-26"]
        price = self.free(unit, reasons)
        if price and self.acting is not unit:
            raise Unclear("a bought Free Action out of turn")
        self.check(reasons)
        unit.free_used += 1 if not price else 0
        self.pay(unit, price)
        self.let_fall(unit, item)

    def let_fall(self, unit, item):
        unit.items.remove(item)
        self.ground.append((item.weapon.name, unit.cell))

    def do_ready(self, unit, order):
        reasons = self.reasons(unit)
        self.simple(unit, 1, reasons)
        item = unit.item(order["weapon"])
        if item.in_hand:
            reasons.append("nothing")
        self.check(reasons)
        if "broken_grip" in unit.ailments:
            raise Unclear("which hand is free")
        held = unit.held()
        if unit.hands_used() + item.weapon.hands > 2:
            if len(held) > 1 and item.weapon.hands == 1:
                raise Unclear("which weapon is put away")
            for other in held:
                other.in_hand = False
        self.pay(unit, 1)
        item.in_hand = True

    def do_reload(self, unit, order):
        reasons = self.reasons(unit)
        self.simple(unit, 1, reasons)
        item = unit.item(order["weapon"])
        if not item.in_hand or item.weapon.kind != "ranged":
            raise Unclear("reloading what is not in hand")
        if item.loaded == item.weapon.magazine:
            reasons.append("nothing")
        self.check(reasons)
        self.pay(unit, 1)
        item.loaded = item.weapon.magazine

    # Movement.

    def walk_rate(self, unit):
        """Half metres per round, and per Run. SS-MOVE-02, SS-CALL-16, SS-CALL-17."""
        rate = 2 * WALK
        return rate // 2 if "slowed" in unit.ailments else rate

    def do_move(self, unit, order):
        path, pace = [tuple(cell) for cell in order["path"]], order["pace"]
        self.path = path
        if self.acting is unit and unit.duty:
            raise Unclear("a move that a duty may demand")
        # A walk is a Free Action, so it may come later in the pass. SS-ACT-11, SS-MOVE-04.
        reasons = self.reasons(unit, own_phase=pace != "walk")
        if pace == "walk":
            self.out_of_turn_free(unit, reasons)
        if "immobilised" in unit.ailments:
            reasons.append("CS-IMMO-01")
        problem = self.path_problem(unit, path)
        if problem:
            reasons.append(problem)
        length = self.length(unit, path)
        price = getattr(self, "price_of_" + pace)(unit, length, reasons)
        evading = order.get("evade", False)
        if evading and unit.points < price + 1:
            reasons += ["SS-ACT-17", "SS-ACT-09", "SS-ACT-10", "SS-ACT-13"]
        self.check(reasons)
        if "dazed" in unit.ailments and price > 1:
            raise Unclear("whether a bought walk is a Full Action")
        if price and self.acting is not unit:
            raise Unclear("a bought Free Action out of turn")
        first_walk = pace == "walk" and not unit.walk_begun
        if pace == "walk":
            unit.free_used += 1 if first_walk and not price else 0
            unit.walk_begun = True
            unit.walked += length
        else:
            if pace == "run" and length > self.walk_rate(unit):
                unit.free_used += 0 if unit.walk_begun or unit.free_used else 1
                unit.walk_begun = True
                unit.walked += length - self.walk_rate(unit)
            unit.runs += 1
            unit.gait = "running" if pace == "run" else "sprinting"
            unit.run_from = unit.cell
        # A walk that is bought, alone or after a run, is an action of its own. SS-ACT-13, SS-CALL-56.
        self.pay(unit, price + evading, actions=price + evading)
        passes = self.evade(unit, pace) if evading else 0
        if pace == "sprint":
            unit.strain += 1
            path = self.sprint(unit, path)
        self.travel(unit, path, passes)

    def evade(self, unit, pace):
        """AGI + Acrobatics (1): each hit above the threshold passes an opponent. SS-INTC-14, SS-INTC-15."""
        if pace != "walk" or unit.gait != "steady":
            raise Unclear("whether running hampers evading")
        path = [tuple(cell) for cell in self.path]
        visits = (self.zone_visit(path, unit.cell, other, 1 + self.reach(other)) for other in self.enemies(unit))
        if all(visit is None for visit in visits):
            raise Unclear("evading where no opponent is passed")
        dice = ATTRIBUTES["agility"] + SKILLS["acrobatics"] + self.of_actions(unit)
        hits = min(self.rng.choice([0, 1, 2, 2]), max(0, dice))
        self.roll(unit, dice, hits=hits)
        return max(0, hits - 1)

    def price_of_walk(self, unit, length, reasons):
        """SS-MOVE-02 to SS-MOVE-05; prone units walk at half rate: SS-ACT-53."""
        if unit.prone:
            if unit.walked:
                raise Unclear("half the rate after a walk")
            rate = self.walk_rate(unit) // 2
        else:
            rate = self.walk_rate(unit)
        if length > rate - unit.walked:
            reasons.append("SS-MOVE-02")
        if unit.walk_begun:
            return 0
        return self.free(unit, reasons)

    def price_of_run(self, unit, length, reasons):
        """SS-MOVE-06, SS-MOVE-07; the second one is a sprint: SS-MOVE-08; not while prone: SS-ACT-53."""
        self.simple(unit, 1, reasons)
        if unit.runs:
            reasons.append("SS-MOVE-08")
        if unit.prone:
            reasons.append("SS-ACT-53")
        rest = length - self.walk_rate(unit)
        if rest <= 0:
            return 1
        # What is longer than the run is walked. SS-MOVE-04.
        if rest > self.walk_rate(unit) - unit.walked:
            reasons += ["SS-MOVE-02", "SS-MOVE-07"]
        return 1 if unit.walk_begun else 1 + self.free(unit, reasons, extra=1)

    def price_of_sprint(self, unit, length, reasons):
        """SS-MOVE-08, SS-MOVE-13."""
        self.simple(unit, 1, reasons)
        if not unit.runs:
            reasons.append("SS-MOVE-08")
        if unit.prone:
            reasons.append("SS-ACT-53")
        if "slowed" in unit.ailments:
            reasons.append("SS-CALL-18")
        if length > 2 * (SKILLS["running"] + ATTRIBUTES["strength"]):
            raise Unclear("a path longer than a sprint can be")
        return 1

    def sprint(self, unit, path):
        """The hits are metres; the rest of the path is left out. SS-MOVE-09, SS-MOVE-10, SS-MOVE-15."""
        dice = SKILLS["running"] + ATTRIBUTES["strength"] + self.of_actions(unit) + 2
        hits = min(self.rng.randrange(0, 4), max(0, dice))
        self.roll(unit, dice, hits=hits)
        reached, length, at = [], 0, unit.cell
        for cell in path:
            diagonal = cell[0] != at[0] and cell[1] != at[1]
            length += 3 if diagonal else 2
            if length > 2 * hits:
                break
            reached.append(cell)
            at = cell
        if 0 < len(reached) < len(path):
            raise Unclear("whether a shortened path ends where it was meant to pass by")
        return reached

    def travel(self, unit, path, passes=0):
        """Moves along a path; opponents passed by may strike, unless they are evaded. Chapter INTC."""
        start = unit.cell
        visits = []
        for other in self.enemies(unit):
            reach = 1 + max([item.weapon.reach for item in other.held() if item.weapon.kind == "melee"], default=0)
            at = self.zone_visit(path, start, other, reach)
            if at is None:
                continue
            if self.wall is not None and any(self.wall_between(cell, other.cell) for cell in [start, *path]):
                raise Unclear("a wall within the zone")
            if self.may_intercept(other, unit):
                visits.append((at, -other.score, other))
        if passes and len(visits) > passes:
            raise Unclear("which of several opponents is evaded")
        visits = [] if passes else sorted(visits, key=lambda visit: visit[:2])
        if path:
            unit.in_cover = False
        cells, stopped = [start, *path], False
        for at, _, other in visits:
            if stopped and cells[at] != unit.cell:
                return
            unit.cell = cells[at]
            # A melee weapon in hand, otherwise bare hands; a firearm may be used as a club. SS-INTC-07 to SS-INTC-09.
            means = [item.weapon for item in other.held() if item.weapon.kind == "melee"] or [FISTS]
            means += [CLUB for item in other.held() if item.weapon.kind == "ranged"]
            if other.points < 1 or not self.may_intercept(other, unit):
                continue
            answers = ["pass", "strike", "strike_2", "strike_3"][:1 + len(means)]
            picked = self.ask(other, answers)
            if picked == "pass":
                continue
            weapon = means[answers.index(picked) - 1]
            if len(means) > 1 and FISTS in means:
                raise Unclear("whether bare hands or the club are the first answer")
            self.pay(other, 1, own=False)  # The bleeding lose Flesh for it as well. SS-CALL-56.
            damage = self.strike(other, unit, weapon, None, None)
            stopped = stopped or damage >= ATTRIBUTES["body"]  # SS-INTC-11, SS-INTC-18
            if unit.prone and not stopped:
                raise Unclear("how far a mover gets that is knocked down")
        if not stopped:
            unit.cell = cells[-1]

    def may_intercept(self, other, mover):
        """SS-INTC-06, SS-INTC-13, SS-INTC-19; ailments that forbid it: CS-AIL-06."""
        if other.down or other.prone or other.points < 1 or helpless(other):
            return False
        if {"blinded", "confused", "panicked", "enraged"} & set(other.ailments):
            raise Unclear("whether it notices the mover, or strikes at friends")
        return True

    # Attacks.

    def do_attack(self, unit, order):
        target, item = self.unit(order["target"]), unit.item(order["weapon"])
        weapon, mode, location = item.weapon, order.get("mode"), order.get("option")
        reasons = self.reasons(unit)
        rounds, price = self.rounds_and_price(weapon, mode)
        self.simple(unit, price, reasons)
        if unit.attacked:
            reasons.append("SS-ACT-27")
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if item.loaded is not None and item.loaded < rounds:
            reasons.append("SS-ACT-45")
        self.check_reach(unit, target, weapon, reasons)
        self.check_ailments(unit, target, weapon, reasons)
        if location and location not in LOCATIONS:
            reasons.append("SS-CALL-118")  # a part of vehicles
        # A called shot and a change of mode are Free Actions each. SS-CALL-02, SS-ACT-61.
        frees = bool(location) + (mode != item.mode)
        bought = max(0, frees - (unit.free_used == 0))
        if unit.points < price + bought:
            reasons += ["SS-ACT-10", "SS-ACT-17", "SS-ACT-13", "SS-ACT-09"]
        self.check(reasons)
        if unit.duty and unit.duty != "CS-ENRA-04":
            raise Unclear("an attack that a duty may demand")
        if self.wall_between(unit.cell, target.cell):
            raise Unclear("a shot through a wall")
        if item.loaded is not None:
            item.loaded -= rounds
            unit.fired += rounds
        if price + bought > 1 and "dazed" in unit.ailments:
            raise LeftOut("whether a Simple Action and a bought Free Action are a Full Action")
        unit.free_used += frees > 0 and unit.free_used == 0
        item.mode = mode
        unit.attacked = True
        self.pay(unit, price + bought, actions=1 + bought)
        self.strike(unit, target, weapon, mode, location)
        if weapon.kind == "thrown" and item.loaded == 0:
            unit.items.remove(item)
            raise Unclear("the last thrown weapon")

    def do_multiple(self, unit, order):
        """Several attacks with one melee weapon, or with two weapons; the pool is split. Chapter MULTI."""
        attacks = [(self.unit(attack["target"]), unit.item(attack["weapon"])) for attack in order["attacks"]]
        reasons = self.reasons(unit)
        weapons = [item.weapon for _, item in attacks]
        if any(weapon.kind == "thrown" for weapon in weapons):
            raise Unclear("several throws")
        price = max(self.rounds_and_price(weapon, "single")[1] for weapon in weapons)
        self.simple(unit, price, reasons)
        if unit.attacked:
            reasons.append("SS-ACT-27")
        if any(weapon.kind == "ranged" and weapons.count(weapon) > 1 for weapon in weapons):
            reasons.append("SS-MULTI-04")
        if len(attacks) > -(-min(SKILLS[weapon.skill] for weapon in weapons) // 2):
            reasons.append("SS-MULTI-10")
        for target, item in attacks:
            self.check_shot(unit, target, item, reasons)
        bought = 1 if unit.free_used else 0
        if unit.points < price + bought:
            reasons += ["SS-ACT-10", "SS-ACT-17", "SS-ACT-13", "SS-ACT-09"]
        self.check(reasons)
        if unit.duty or any(self.wall_between(unit.cell, target.cell) for target, _ in attacks):
            raise Unclear("attacks that a duty demands, and shots through walls")
        if price + bought > 1 and "dazed" in unit.ailments:
            raise LeftOut("bought Free Actions of the Dazed")
        for _, item in attacks:
            if item.loaded is not None:
                item.loaded -= 1
                unit.fired += 1
        pools = {self.attack_pool(unit, target, item.weapon, None) for target, item in attacks}
        if len(pools) > 1:
            raise Unclear("one pool for attacks with different modifiers")
        pool, count = pools.pop(), len(attacks)
        if pool < count:
            raise Unclear("too few dice to split")
        unit.free_used += unit.free_used == 0
        unit.attacked = True
        self.pay(unit, price + bought, actions=1 + bought)
        for number, (target, item) in enumerate(attacks):
            share = pool // count + (number < pool % count)
            self.strike(unit, target, item.weapon, "single" if item.weapon.kind == "ranged" else None, None, share)

    def check_shot(self, unit, target, item, reasons):
        """What forbids an attack with a weapon at a target."""
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if item.loaded is not None and item.loaded < 1:
            reasons.append("SS-ACT-45")
        if item.mode not in (None, "single"):
            raise Unclear("modes of several attacks")
        self.check_reach(unit, target, item.weapon, reasons)
        self.check_ailments(unit, target, item.weapon, reasons)

    @staticmethod
    def rounds_and_price(weapon, mode):
        """Table SS-T6, table SS-T7."""
        if weapon.kind == "ranged":
            return MODES[mode]
        return (1, 1) if weapon.kind == "thrown" else (0, 2)

    def check_reach(self, unit, target, weapon, reasons):
        """SS-BASE-30, SS-BASE-34."""
        if weapon.kind == "melee":
            if rings(unit.cell, target.cell) > 1 + weapon.reach:
                reasons.append("SS-BASE-34")
            elif self.wall_between(unit.cell, target.cell):
                raise Unclear("a blow across a wall")
        elif distance_squared(unit.cell, target.cell) > weapon.range ** 2:
            reasons.append("SS-BASE-30")

    def check_ailments(self, unit, target, weapon, reasons):
        """What ailments forbid an attack."""
        if "blinded" in unit.ailments and weapon.kind != "melee":
            reasons += ["CS-BLND-05", "CS-BLND-01"]
        if "confused" in unit.ailments:
            if target.side != unit.side:
                reasons.append("CS-CONF-02")
            else:
                raise Unclear("whether the Confused may attack friends unasked")
        if "enraged" in unit.ailments and weapon.kind != "melee":
            reasons.append("CS-ENRA-04")
        elif unit.duty == "CS-ENRA-04" and target.side != unit.side:
            # A melee attack is what the Enraged do.
            if set(reasons) == {"CS-ENRA-04"}:
                raise Unclear("which weapon the Enraged use")
        elif "enraged" in unit.ailments and not reasons:
            raise Unclear("which weapon the Enraged use")
        if target.side == unit.side and not reasons:
            raise Unclear("attacks on friends")

    def strike(self, unit, target, weapon, mode, location, share=None):
        """An attack that is paid for: defence, rolls, and what follows. Returns the damage after soak."""
        pool = self.attack_pool(unit, target, weapon, location) if share is None else share
        unit.attacks_in_round += 1
        defends = self.choose_defence(unit, target, weapon)
        # What bare hands and clubs do is left to the kernels: they miss.
        attack = 0 if weapon in (FISTS, CLUB) else min(self.rng.choice([0, 1, 1, 2, 3]), max(0, pool))
        self.roll(unit, pool, hits=attack)
        if not defends:
            raise Unclear("targets without a defence")
        pool = self.defence_pool(unit, target, weapon, mode, defends)
        defence = min(self.rng.choice([0, 0, 1]), max(0, pool))
        self.roll(target, pool, hits=defence)
        target.defences += 1
        if weapon.kind == "melee":
            unit.fenced_with.add(target.name)
            target.fenced_with.add(unit.name)
        if "shocked" in target.ailments and weapon.kind == "melee":
            raise Unclear("contagion of the Shocked")
        if attack <= defence:
            return 0
        if "frozen" in target.ailments:
            raise Unclear("Special Damage is the kernels'")
        modified = weapon.damage + attack - defence + 2 * ("enraged" in unit.ailments)
        if modified < ARMOUR - weapon.arp:
            return 0
        dice = ARMOUR - weapon.arp + ATTRIBUTES["body"] // 2
        wanted = self.rng.choice([0, 1, 2, 2, 3, 4, 6])
        soak = max(0, min(dice, modified - wanted))
        self.roll(target, dice, hits=soak)
        return self.apply(target, modified, max(0, modified - soak), location)

    def attack_pool(self, unit, target, weapon, location):
        """SS-ATK-08 to SS-ATK-12, with table SS-T5."""
        pool = SKILLS[weapon.skill] + ATTRIBUTES["agility"] + self.of_actions(unit)
        if location:
            pool += LOCATIONS[location][0]
        if weapon.kind != "melee":
            pool -= {"steady": 0, "running": 2, "sprinting": 4}[target.gait]
            if weapon.kind == "ranged":
                pool -= max(0, unit.fired - 1 - 1)
        else:
            pool -= 3 * ("blinded" in unit.ailments)
            pool += "enraged" in unit.ailments
            if self.acting is unit and unit.run_from is not None:
                if rings(unit.run_from, target.cell) > 1 + weapon.reach:
                    pool += 4
        pool += 2 * ("stunned" in target.ailments)
        if "cursed" in unit.ailments and unit.attacks_in_round == 0:
            pool -= 2
        return pool

    @staticmethod
    def reach(unit):
        """The longest Reach of the melee weapons in hand."""
        return max([item.weapon.reach for item in unit.held() if item.weapon.kind == "melee"], default=0)

    def defence_pool(self, unit, target, weapon, mode, way):
        """SS-DEF-03 to SS-DEF-12, with table SS-T8."""
        pool = ATTRIBUTES["reaction"] + ATTRIBUTES["intuition"] - target.defences
        active = way.split("+")[0]
        skills = {"dodge": "acrobatics", "parry": "blades", "block": "unarmed_combat"}
        pool += SKILLS[skills[active]] if active in skills else 0
        pool += ATTRIBUTES["willpower"] if target.full_defence else 0
        if active in ("dodge", "parry", "block"):
            pool += self.of_actions(target)
        else:
            pool += self.of_all_tests(target)
            if way == "full_defense" and self.of_actions(target) != self.of_all_tests(target):
                raise Unclear("whether Full Defense is an action with penalties to actions")
        pool += 2 if target.gait != "steady" else 0
        apart = distance_squared(unit.cell, target.cell)
        if weapon.kind == "melee":
            pool += self.reach(target) - weapon.reach - 2 * target.prone - ("broken_grip" in target.ailments)
        else:
            pool -= {"single": 0, None: 0, "burst": 2, "semi_auto_burst": 2, "full_auto_complex": 9}.get(mode, 5)
            if target.prone:
                pool += -2 if apart <= 25 else 4 if apart >= 400 else 0
            near = [self.unit(name) for name in target.fenced_with]
            foes = (other for other in near if other.side != target.side)
            if any(rings(other.cell, target.cell) <= 1 + self.reach(other) for other in foes):
                pool -= 3
        return pool

    def choose_defence(self, unit, target, weapon):
        """Asks the target how it defends. SS-DEF-16, SS-DEF-12; None if it cannot defend."""
        if target.down or "unconscious" in target.ailments:
            return None
        if helpless(target):
            # The standard defence is no action. SS-ACT-22, CS-AIL-06.
            return "standard"
        if {"blinded", "enraged"} & set(target.ailments) or target.full_defence:
            raise Unclear("how it may defend")
        prices = {"standard": 0, "full_defense": 2}
        if weapon.kind == "melee":
            prices["dodge"] = 1
            if any(item.weapon.kind == "melee" for item in target.held()):
                prices["parry"] = 1
            if not target.held():
                prices["block"] = 1
            for way in ("dodge", "parry", "block"):
                if way in prices:
                    prices[way + "+full_defense"] = 3
        answers = [way for way, price in prices.items() if price <= target.points]
        picked = self.ask(target, answers)
        if "full_defense" in picked:
            target.full_defence = True
        self.pay(target, prices[picked], own=False, actions=1 + picked.count("+"))
        return picked

    def apply(self, target, modified, damage, location):
        """Damage and what it causes. SS-CALL-06, SS-KNOCK-01, SS-CALL-11."""
        if damage == 0:
            return 0
        limit, effects = (LOCATIONS[location][1], LOCATIONS[location][2]) if location else (damage, [])
        applied = min(damage, limit)
        if location and applied >= 5:
            raise Unclear("a wound modifier on the tests against a called shot")
        self.harm(target, applied)
        if applied > PHYSICAL_LIMIT:
            target.prone = True
        target.ailments.pop("frozen", None)
        for effect in effects:
            self.effect(target, effect, modified, applied)
        return damage

    def effect(self, target, effect, modified, applied):
        """An effect of a called location. SS-CALL-16 to SS-CALL-62."""
        general = self.of_all_tests(target)
        if effect in ("nauseous", "buckled") and effect in target.ailments:
            raise Unclear("an effect that the target has already")
        if isinstance(effect, tuple):
            _, attributes, needed, loss = effect
            if "reeling" in target.ailments:
                return
            pair = ("body", "willpower") if attributes == "bw" else ("charisma", "willpower")
            dice = ATTRIBUTES[pair[0]] + ATTRIBUTES[pair[1]] + general
            if self.test(target, dice, needed) < needed:
                target.score -= loss
                target.ailments["reeling"] = None
        elif effect == "knockdown":
            dice = ATTRIBUTES["strength"] + ATTRIBUTES["agility"] + general
            if not target.prone and self.test(target, dice, applied + 3) < applied + 3:
                target.prone = True
        elif effect == "nauseous":
            dice = ATTRIBUTES["body"] + ATTRIBUTES["willpower"] + general
            if self.test(target, dice, 4) < 4:
                target.ailments["nauseous"] = None
        elif effect == "buckled":
            dice = ATTRIBUTES["body"] + general
            if self.test(target, dice, applied) < applied:
                target.ailments["buckled"] = None
                target.prone = True
        elif effect == "broken_grip":
            target.ailments["broken_grip"] = None
            held = target.held()
            if len(held) > 1:
                raise Unclear("which hand holds what")
            for item in held:
                self.let_fall(target, item)
        else:
            target.ailments[effect] = None

    # Random orders.

    def draw_order(self, rng):
        """A random order, mostly of the acting unit."""
        unit = self.acting if rng.random() < 0.9 else rng.choice(self.units)
        kinds = ["attack"] * 6 + ["move"] * 4 + ["take_cover", "drop_prone", "stand_up", "ready", "reload", "drop",
                                                "end_phase", "end_phase", "delay", "multiple", "multiple"]
        do = rng.choice(kinds)
        order = {"unit": unit.name, "do": do}
        if do in ("attack", "ready", "reload", "drop"):
            if not unit.items:
                raise Unclear("no weapons")
            item = rng.choice(unit.held() or unit.items) if rng.random() < 0.7 else rng.choice(unit.items)
            order["weapon"] = item.weapon.name
        if do == "attack":
            others = [other for other in self.units if other is not unit]
            enemies = self.enemies(unit)
            order["target"] = rng.choice(enemies or others).name
            if item.weapon.kind == "ranged":
                order["mode"] = rng.choice(item.weapon.modes)
            if rng.random() < 0.3:
                order["option"] = rng.choice([*sorted(LOCATIONS), "axle"])
        if do == "multiple":
            held = [item for item in unit.held() or unit.items if item.weapon.kind != "thrown"]
            if not held:
                raise Unclear("no weapons")
            order["attacks"] = []
            blades = [item for item in held if item.weapon.kind == "melee"]
            if blades and rng.random() < 0.7:
                held = blades
            near = [other for other in self.enemies(unit) if rings(unit.cell, other.cell) <= 1 + self.reach(unit)]
            for _ in range(rng.choice([2, 2, 2, 3, 4])):
                item = rng.choice(held)
                attack = {"target": rng.choice(near or self.enemies(unit)).name, "weapon": item.weapon.name}
                if item.weapon.kind == "ranged":
                    attack["mode"] = "single"
                order["attacks"].append(attack)
        if do == "move":
            order["pace"] = rng.choice(["walk", "walk", "run", "run", "sprint"])
            if order["pace"] == "walk" and rng.random() < 0.3:
                order["evade"] = True
            order["path"] = self.draw_path(rng, unit)
        return order


MODEL = SwanSong
