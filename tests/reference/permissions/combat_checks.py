"""Combat Checks: one action and two maneuvers a turn, prices in Strain, and what advantages and threats buy.

Interception is switched off in these scenes: nothing happens out of turn. CC-ECON-15.
"""

from ailments import NO_ACTIONS, count_turn, helpless, inflict
from battle import Battle, Refused, Unclear
from situation import Item, Unit, Weapon, Word, distance_squared, rings

WEAPONS = [
    Weapon("pistol", {"name": "Pistol", "class": Word("pistol"), "damage": Word("fixed(5)"), "critical": 3,
                      "range": Word("medium"), "ammunition": True}, damage=5, critical=3, range=30, ammunition=True,
           limited=False),
    Weapon("rifle", {"name": "Rifle", "class": Word("heavy"), "damage": Word("fixed(6)"), "critical": 3, "hands": 2,
                     "range": Word("long"), "ammunition": True}, damage=6, critical=3, range=60, ammunition=True,
           limited=False),
    Weapon("launcher", {"name": "Launcher", "class": Word("heavy"), "damage": Word("fixed(5)"), "critical": 4,
                        "hands": 2, "range": Word("long"), "limited_ammo": True},
           damage=5, critical=4, range=60, ammunition=True, limited=True),
    Weapon("sword", {"name": "Sword", "class": Word("melee"), "damage": Word("strength_plus(2)"), "critical": 3},
           damage=5, critical=3, range=0, ammunition=False, limited=False),
    Weapon("knife", {"name": "Throwing knife", "class": Word("thrown"), "damage": Word("fixed(4)"), "critical": 4,
                     "range": Word("short")}, damage=4, critical=4, range=10, ammunition=False, limited=False),
]

CHARACTERISTICS = {"strength": 3, "toughness": 3, "agility": 3, "intelligence": 2, "perception": 3, "willpower": 3,
                   "fellowship": 2}
SKILLS = {"light_ranged": 2, "heavy_ranged": 2, "melee": 2, "brawl": 1, "medicae": 2}
SHEETS = {"trooper": {"characteristics": CHARACTERISTICS,
                      "skills": Word("{" + ", ".join(f"{k}: {v}" for k, v in SKILLS.items()) + "}")}}
SOAK = CHARACTERISTICS["toughness"]
STRAIN_THRESHOLD = 10 + CHARACTERISTICS["willpower"]
POINTS = 3
READINGS = {
    "strain": "/health/combat_checks/strain", "wounds": "/health/combat_checks/wounds",
    "injuries": "/health/combat_checks/injuries#", "aim": "/health/combat_checks/aim",
    "maneuvers": "/budget/combat_checks/economy/maneuvers", "credit": "/budget/combat_checks/credit",
    "action_used": "/budget/combat_checks/economy/action", "free_act": "/budget/combat_checks/economy/free_act",
}

HAMSTRUNG, WINDED, BRINK, LAME, SENSELESS, BLEEDING = 71, 81, 91, 111, 121, 126
INJURIES = [HAMSTRUNG, WINDED, BRINK, LAME, SENSELESS, BLEEDING, 56, 61, 86]
"""Totals on the chart, table CC-T8, with which units begin."""

AILMENTS = ["immobilised", "frozen", "stunned", "shocked", "deafened", "wet", "burning", "blinded", "confused",
            "enraged", "panicked", "cursed", "dazed"]

# Results of the chart whose effect is seen at once. Table CC-T8.
CHART = {3: "strain", 13: "drop", 23: None, 43: "bowled", 53: None, 58: None, 63: None, 68: None}


class CombatChecks(Battle):
    """A battle by Combat Checks, with its default switches and without interception."""

    BOOK = "combat_checks"
    SWITCHES = {"borrow.knockback": "off", "borrow.interception": "off"}

    @classmethod
    def draw(cls, rng):
        units = []
        for number, name, column in cls.draw_places(rng):
            unit = Unit(name, number % 2, (column, 1), "trooper", SHEETS["trooper"])
            for weapon, in_hand in cls.draw_weapons(rng, WEAPONS, [1, 2, 2, 3]):
                item = Item(weapon, in_hand)
                if weapon.ammunition and not weapon.limited and rng.random() < 0.2:
                    item.fault = "empty"
                unit.items.append(item)
            unit.number = number + 1
            unit.wounds, unit.strain = 0, rng.choice([0, 0, 1, 3])
            unit.injuries = rng.sample(INJURIES, rng.choice([0, 0, 0, 1, 1, 2]))
            unit.condition = {}
            if unit.strain:
                unit.condition["strain"] = unit.strain
            if unit.injuries:
                unit.condition["injuries"] = [{"total": total} for total in unit.injuries]
            unit.aim = unit.stance = False
            unit.waiting = {"boost": 0, "setback": 0}
            unit.modified = False
            unit.prone = rng.random() < 0.15
            unit.points, unit.maneuvers, unit.credit = POINTS, 0, 0
            unit.action_used = unit.free_act = unit.free_used = unit.bought = unit.moved = False
            units.append(unit)
        return cls.draw_around(rng, units, AILMENTS, [0, 0, 0, 1, 1], crates=0.3, grips=0.2)

    def begin(self):
        if any(unit.holding and helpless(unit) for unit in self.units):
            raise Unclear("a grip of the helpless")
        super().begin()

    def roll_initiative(self):
        """Agility, Perception and a d6, as the book borrows it from Swan Song."""
        self.roll_apart(CHARACTERISTICS["agility"] + CHARACTERISTICS["perception"])

    def observe_unit(self, unit):
        return {
            **super().observe_unit(unit), "strain": unit.strain, "wounds": unit.wounds,
            "injuries": len(unit.injuries), "aim": unit.aim, "credit": unit.credit,
            "maneuvers": unit.maneuvers + unit.credit if self.acting is unit else "any",
            "action_used": unit.action_used, "free_act": unit.free_act, "score": unit.score,
            # Points are worth nothing outside the own turn. CC-ECON-15.
            "points": unit.points if self.acting is unit else "any",
            "faults": {item.weapon.name: item.fault for item in unit.items if item.fault},
        }

    # Tests.

    def willpower(self, unit):
        """A Willpower check against two difficulty dice; returns the net successes. `docs/ailments.md`.

        Ten points of Circumstances are a setback die: 2 for the Burning, 1 for the Dazed.
        """
        if unit.modified:
            raise Unclear("which modifiers a test against an ailment uses up")
        dice = CHARACTERISTICS["willpower"] + 2 + 2 * ("burning" in unit.ailments) + ("dazed" in unit.ailments)
        dice += 61 in unit.injuries
        if 86 in unit.injuries or "cursed" in unit.ailments:
            raise Unclear("whether the test is a Skill check, and a curse on it")
        net = self.rng.choice([1, 1, 0, -2])
        self.roll(unit, dice, symbols=[net, 0, 0, 0])
        return net

    def agility(self, unit):
        if unit.modified or unit.prone or "cursed" in unit.ailments or {56, 86} & set(unit.injuries):
            raise Unclear("what modifies a test of Agility")
        dice = CHARACTERISTICS["agility"] + 2 + 3 * ("blinded" in unit.ailments) + ("dazed" in unit.ailments)
        dice += 61 in unit.injuries
        net = self.rng.choice([1, 0])
        self.roll(unit, dice, symbols=[net, 0, 0, 0])
        return net

    # Phases.

    def phase_begins(self, unit):
        unit.duty, unit.stance_ends = None, unit.stance
        if BLEEDING in unit.injuries:
            unit.wounds += 1
            unit.strain += 1
        if helpless(unit):
            return False
        if "panicked" in unit.ailments and self.willpower(unit) <= -2 and not self.bound(unit):
            if unit.prone or HAMSTRUNG in unit.injuries:
                raise Unclear("whether the prone and the Hamstrung flee where they cannot move")
            unit.duty = "CS-PANI-03"
        if "confused" in unit.ailments and self.willpower(unit) < 1:
            if len([other for other in self.units if other.side == unit.side]) > 1:
                if self.bound(unit) or self.wall is not None:
                    raise Unclear("whether an attack on a friend is impossible to those who cannot move")
                unit.duty = unit.duty or "CS-CONF-04"
        if "enraged" in unit.ailments:
            unit.duty = unit.duty or "CS-ENRA-04"
        return True

    def phase_ends(self, unit):
        if "frozen" in unit.ailments:
            raise Unclear("which of four equal values the Frozen test")
        if "panicked" in unit.ailments and self.willpower(unit) >= 1:
            del unit.ailments["panicked"]
        if "burning" in unit.ailments:
            for other in self.adjacent(unit):
                if "burning" not in other.ailments and self.agility(other) < 1:
                    inflict(other, "burning")
        if unit.stance_ends:
            unit.stance = False
        unit.credit = 0
        count_turn(unit)

    def bound(self, unit):
        """Whether a unit cannot leave its place, so that a flight lapses. CS-AIL-08."""
        return "immobilised" in unit.ailments or self.gripped(unit)

    # Permission and price.

    def reasons(self, unit):
        reasons = ["turn", "CC-ECON-15"] if self.acting is not unit else []
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

    def action(self, unit, reasons):
        """An action: one a turn, 2 AP; not for the staggered. CC-ECON-03."""
        if unit.action_used or unit.points < 2:
            reasons.append("CC-ECON-03")
        if SENSELESS in unit.injuries:
            reasons.append("CC-CHART-25")
        if "dazed" in unit.ailments:
            reasons.append("CS-DAZE-01")

    def pay_action(self, unit):
        unit.action_used = True
        unit.points -= 2
        if BRINK in unit.injuries:
            unit.strain += 1

    def maneuver(self, unit, reasons):
        """A maneuver: the free one for 1 AP, or one that is paid for. CC-ECON-04 to CC-ECON-07."""
        free = not unit.free_used and HAMSTRUNG not in unit.injuries and unit.points >= 1
        if unit.maneuvers >= 2:
            reasons += ["CC-ECON-07", "CC-ECON-04"]
        if LAME in unit.injuries and unit.maneuvers >= 1:
            reasons.append("CC-CHART-23")
        if unit.credit:
            if free:
                raise Unclear("which of two maneuvers is used first")
            return
        if HAMSTRUNG in unit.injuries:
            reasons.append("CC-CHART-15")
        if not free:
            reasons += ["CC-ECON-04", "CC-ECON-03"]

    def pay_maneuver(self, unit):
        unit.maneuvers += 1
        if unit.credit:
            unit.credit -= 1
        else:
            unit.free_used = True
            unit.points -= 1

    def plain_maneuver(self, unit, *reasons):
        """Checks and pays a maneuver that has these reasons against it besides."""
        found = self.reasons(unit) + [reason for reason in reasons if reason]
        self.maneuver(unit, found)
        self.check(found)
        self.pay_maneuver(unit)

    # Orders.

    def do_end_phase(self, unit, order):
        if self.acting is not unit:
            raise Refused("turn", "CC-ECON-15")
        if unit.duty:
            raise Unclear("whether a duty can be left undone")
        self.end_phase(unit)

    def do_take_cover(self, unit, order):
        # A held body covers its holder. SS-BARR-44.
        covered = self.beside_cover(unit) or unit.holding
        none = None if covered else ["SS-ACT-49", "CC-ECON-08"]
        self.plain_maneuver(unit, *(none or []), "nothing" if unit.in_cover else None)
        unit.in_cover = True

    def do_stand_up(self, unit, order):
        self.give_up_owed_move(unit)
        if self.gripped(unit):
            raise Unclear("standing up in a grapple")
        self.plain_maneuver(unit, None if unit.prone else "nothing",
                            "CS-IMMO-01" if "immobilised" in unit.ailments else None)
        unit.prone = False

    def do_drop_prone(self, unit, order):
        if self.gripped(unit):
            raise Unclear("lying down in a grapple")
        self.plain_maneuver(unit, "nothing" if unit.prone else None)
        unit.prone = True

    def do_ready(self, unit, order):
        if self.gripped(unit):
            raise Unclear("hands in a grapple")
        item = unit.item(order["weapon"])
        held = unit.held()
        if item.in_hand:
            self.plain_maneuver(unit, "nothing")
        if len(held) > 1 and unit.hands_used() + item.weapon.hands > 2 and item.weapon.hands == 1:
            raise Unclear("which weapon is put away")
        self.plain_maneuver(unit)
        if unit.hands_used() + item.weapon.hands > 2:
            for other in held:
                other.in_hand = False
        item.in_hand = True

    def do_drop(self, unit, order):
        """A free act, once per turn. CC-ECON-14."""
        item = unit.item(order["weapon"])
        reasons = self.reasons(unit)
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if unit.free_act:
            reasons.append("CC-ECON-14")
        self.check(reasons)
        unit.free_act = True
        unit.items.remove(item)
        self.ground.append((item.weapon.name, unit.cell))

    def do_move(self, unit, order):
        """The Move maneuver: Agility x 2 squares, not while prone. CC-ECON-08, CC-ECON-13."""
        path = [tuple(cell) for cell in order["path"]]
        if unit.moved or (self.acting is unit and unit.duty):
            raise Unclear("whether a Move is split, and moves that a duty demands")
        far = 2 * CHARACTERISTICS["agility"]
        if len(path) <= far < self.length(unit, path) / 2:
            raise Unclear("squares or metres")
        extra = ["CC-ECON-08", "SS-MOVE-02"] if len(path) > far else []
        extra.append(self.path_problem(unit, path))
        extra += self.grip_reasons(unit)
        if unit.prone:
            extra.append("CC-ECON-13")
        if "immobilised" in unit.ailments:
            extra.append("CS-IMMO-01")
        self.plain_maneuver(unit, *extra)
        unit.moved = True
        unit.in_cover = False
        unit.cell = path[-1]

    def special_aim(self, unit):
        if unit.aim:
            raise Unclear("aiming twice")
        self.plain_maneuver(unit)
        unit.aim = True

    def special_guarded_stance(self, unit):
        if unit.stance:
            raise Unclear("the stance taken twice")
        self.plain_maneuver(unit)
        unit.stance, unit.stance_ends = True, False

    def special_buy_maneuver(self, unit):
        """2 Strain, 0 AP, once a turn. CC-ECON-05, CC-CHART-17, CC-CHART-23."""
        reasons = self.reasons(unit)
        if unit.bought:
            reasons.append("CC-ECON-05")
        if unit.maneuvers + unit.credit >= 2:
            reasons.append("CC-ECON-07")
        if WINDED in unit.injuries:
            reasons.append("CC-CHART-17")
        if LAME in unit.injuries and unit.maneuvers + unit.credit >= 1:
            reasons.append("CC-CHART-23")
        if unit.strain + 2 > STRAIN_THRESHOLD:
            raise Unclear("a maneuver bought with consciousness")
        self.check(reasons)
        unit.bought, unit.credit = True, unit.credit + 1
        unit.strain += 2

    def special_give_up_action(self, unit):
        """2 AP, no action left. CC-ECON-06, CC-CHART-25."""
        reasons = self.reasons(unit)
        self.action(unit, reasons)
        if "dazed" in unit.ailments:
            raise Unclear("whether the Dazed may exchange their action")
        if unit.maneuvers + unit.credit >= 2:
            reasons.append("CC-ECON-07")
        if LAME in unit.injuries and unit.maneuvers + unit.credit >= 1:
            reasons.append("CC-CHART-23")
        self.check(reasons)
        unit.action_used, unit.credit = True, unit.credit + 1
        unit.points -= 2

    # Attacks.

    def do_attack(self, unit, order):
        target, item = self.unit(order["target"]), unit.item(order["weapon"])
        weapon = item.weapon
        reasons = self.reasons(unit)
        self.action(unit, reasons)
        if not item.in_hand:
            reasons.append("SS-ACT-26")
        if item.fault:
            reasons.append("CC-THT-10")
        self.check_range(unit, target, weapon, reasons)
        self.check_ailments(unit, target, weapon, reasons)
        if reasons and self.wall_between(unit.cell, target.cell):
            reasons.append("blocked")
        self.check(reasons)
        if self.gripped(unit, target):
            raise Unclear("attacks in and on a grapple")
        if unit.duty or self.wall_between(unit.cell, target.cell):
            raise Unclear("attacks that a duty demands, and shots through walls")
        if unit.strain + (BRINK in unit.injuries) > STRAIN_THRESHOLD:
            raise Unclear("the last point of Strain")
        self.pay_action(unit)
        self.combat_check(unit, target, item)

    def check_range(self, unit, target, weapon, reasons):
        """CC-RNG-09, CC-RNG-11, CC-RNG-13."""
        apart = rings(unit.cell, target.cell)
        if weapon.kind == "melee":
            if apart > 1:
                reasons.append("CC-RNG-13")
        else:
            if weapon.kind == "heavy" and apart == 1:
                reasons.append("CC-RNG-09")
            if distance_squared(unit.cell, target.cell) > weapon.range ** 2:
                reasons.append("CC-RNG-11")

    def check_ailments(self, unit, target, weapon, reasons):
        if "blinded" in unit.ailments and weapon.kind != "melee":
            reasons += ["CS-BLND-05", "CS-BLND-01"]
        if "confused" in unit.ailments and target.side != unit.side:
            reasons.append("CS-CONF-02")
        if "enraged" in unit.ailments and weapon.kind != "melee":
            reasons.append("CS-ENRA-04")
        elif reasons and set(reasons) == {"CS-ENRA-04"}:
            raise Unclear("which weapon the Enraged use")

    def pool(self, unit, target, weapon):
        """Number of dice of a combat check. Chapters POOL, RNG, DEF and ECON."""
        melee = weapon.kind == "melee"
        apart = distance_squared(unit.cell, target.cell)
        band = 2 if melee or rings(unit.cell, target.cell) == 1 else 1 if apart <= 100 else 2 if apart <= 900 else 3
        dice = 3 + band + (56 in unit.injuries) + (86 in unit.injuries)
        setbacks = (61 in unit.injuries) + unit.stance + ("dazed" in unit.ailments) + unit.waiting["setback"]
        setbacks += (3 if "blinded" in unit.ailments else 0) + (unit.prone if melee else target.prone)
        setbacks += target.stance if melee else 0
        boosts = unit.aim + unit.waiting["boost"] + (target.prone if melee else 0) + ("enraged" in unit.ailments)
        boosts += 2 * ("stunned" in target.ailments)
        if "cursed" in unit.ailments:
            setbacks += 2
        return dice + setbacks + boosts, band

    def combat_check(self, unit, target, item):
        weapon = item.weapon
        if helpless(target) and "stunned" not in target.ailments:
            raise Unclear("what is certain against the helpless")
        dice, band = self.pool(unit, target, weapon)
        unit.aim, unit.waiting, unit.modified = False, {"boost": 0, "setback": 0}, False
        success = self.rng.choice([0, 1])
        # One difficulty die shows two threats at most.
        advantages = max(self.rng.choice([0, 0, 1, 2, 3, -1, -2, -3]), -2 if band == 1 else -3)
        self.roll(unit, dice, symbols=[success, advantages, 0, 0])
        for ally in self.units:
            # A boost that waits for the next ally's check. CC-ADV-08.
            if ally.side == unit.side and getattr(ally, "boosts_next", False) and ally is not unit:
                raise Unclear("a boost that waited")
        damage = max(0, weapon.damage + success - SOAK) if success else 0
        injured = None
        if advantages > 0:
            injured = self.spend_advantages(unit, target, weapon, damage, advantages)
        elif advantages < 0:
            self.spend_threats(unit, target, item, -advantages)
        if "shocked" in target.ailments and weapon.kind == "melee":
            raise Unclear("contagion of the Shocked")
        target.wounds += damage
        if damage:
            target.ailments.pop("frozen", None)
        if injured:
            self.injure(target)

    def spend_advantages(self, unit, target, weapon, damage, left):
        """Asks the attacker until nothing is left to buy. Table CC-T6; True if an injury was bought."""
        chosen, injured = set(), False
        allies = [ally for ally in self.units if ally.side == unit.side]
        t, weapons = target.number, [item.weapon.name for item in target.held()]
        while left:
            must, may = [], []
            if unit.strain:
                must.append((1, "strain"))
            if len(allies) > 1:
                must.append((1, "boost_next"))
            must.append((1, "notice"))
            room = unit.maneuvers + unit.credit < (1 if LAME in unit.injuries else 2)
            if room:
                must.append((2, "maneuver"))
            must.append((2, f"setback:{t}"))
            must += [(2, f"boost:{ally.number}") for ally in allies]
            if left >= 3:
                defended = target.stance or target.in_cover
                (must if defended and not target.in_cover else may).append((3, f"negate_defence:{t}"))
                may.append((3, "environment"))
                must += [(3, "defence:melee"), (3, "defence:ranged")]
                must += [(3, f"disarm:{t}:{name}") for name in weapons]
                if damage:
                    must.append((3, f"disable:{t}"))
                    must += [(3, f"disable_gear:{t}:{name}") for name in weapons]
                must.append((3, f"downgrade:{t}"))
                must += [(3, f"upgrade:{ally.number}") for ally in allies]
                if damage and left >= weapon.critical:
                    must.append((weapon.critical, f"injury:{t}"))
            prices = {key: price for price, key in must if price <= left and self.family(key) not in chosen}
            allowed = [key for price, key in may if price <= left and self.family(key) not in chosen]
            if not prices:
                if allowed:
                    raise Unclear("whether anything is left to buy")
                return injured
            simple = [key for key in prices if self.family(key) in
                      ("strain", "notice", "setback", "boost", "defence", "disarm", "injury")]
            picked = self.ask_with(unit, [*prices, "stop"], allowed, [*simple, "stop"])
            if picked == "stop":
                return injured
            left -= prices[picked]
            chosen.add(self.family(picked))
            injured = injured or picked.startswith("injury")
            self.buy(unit, target, picked)
        return injured

    @staticmethod
    def family(key):
        """An option without its target: each may be chosen once. CC-ADV-03."""
        return key.split(":")[0]

    def buy(self, unit, target, picked):
        """The effect of an advantage."""
        family = self.family(picked)
        if family == "strain":
            unit.strain -= 1
        elif family == "setback":
            target.waiting["setback"] += 1
            target.modified = True
        elif family == "boost":
            ally = self.units[int(picked.split(":")[1]) - 1]
            ally.waiting["boost"] += 1
            ally.modified = True
        elif family == "disarm":
            item = target.item(picked.split(":")[-1])
            target.items.remove(item)
            self.ground.append((item.weapon.name, target.cell))

    def spend_threats(self, unit, target, item, left):
        """Asks the opponent until nothing is left to buy. Table CC-T7."""
        chosen = set()
        friends = [ally for ally in self.units if ally.side == unit.side]
        foes = [other for other in self.units if other.side != unit.side]
        weapons = [held.weapon.name for held in unit.held()]
        used = item.weapon.name
        while left:
            options = [(1, "strain")]
            if unit.in_cover:
                options.append((1, "benefit:cover"))
            if unit.stance:
                options.append((1, "benefit:guarded_stance"))
            options += [(2, f"boost:{target.number}")]
            options += [(2, f"setback:{friend.number}") for friend in friends]
            may = [(2, f"maneuver:{foe.number}") for foe in foes if helpless(foe)]
            options += [(2, f"maneuver:{foe.number}") for foe in foes if not helpless(foe)]
            if not unit.prone:
                options.append((3, "prone"))
            if item.weapon.ammunition and not item.weapon.limited:
                options.append((3, f"empty:{used}"))
            options += [(3, f"equipment:{name}") for name in weapons]
            options += [(3, f"significant:{foe.number}") for foe in foes]
            options += [(3, f"downgrade:{friend.number}") for friend in friends if friend is not unit]
            prices = {key: price for price, key in options if price <= left and self.family(key) not in chosen}
            allowed = [key for price, key in may if price <= left and self.family(key) not in chosen]
            if not prices:
                return
            simple = [key for key in prices if self.family(key) in ("strain", "boost", "setback", "prone", "empty")]
            picked = self.ask_with(target, [*prices, "stop"], allowed, [*simple, "stop"])
            if picked == "stop":
                return
            left -= prices[picked]
            chosen.add(self.family(picked))
            family = self.family(picked)
            if family == "strain":
                unit.strain += 1
            elif family in ("boost", "setback"):
                changed = self.units[int(picked.split(":")[1]) - 1]
                changed.waiting[family] += 1
                changed.modified = True
            elif family == "prone":
                unit.prone = True
            elif family == "empty":
                item.fault = "empty"

    def injure(self, target):
        """The roll on the chart, with 10 for each injury that lasts. CC-CRIT-07, CC-CRIT-08."""
        ongoing = 10 * len(target.injuries)
        total = self.rng.choice([total for total in CHART if total > ongoing])
        self.asked.append({"who": None, "dice": 1, "faces": [total - ongoing]})
        target.injuries.append(total)
        effect = CHART[total]
        if effect in ("strain", "bowled"):
            target.strain += 1
        if effect == "bowled":
            target.prone = True
        if effect == "drop":
            for item in target.held():
                target.items.remove(item)
                self.ground.append((item.weapon.name, target.cell))

    # Random orders.

    def draw_order(self, rng):
        unit = self.acting if rng.random() < 0.92 else rng.choice(self.units)
        do = rng.choice(["attack"] * 7 + ["special"] * 5 + ["move", "move", "take_cover", "drop_prone", "stand_up",
                                                          "ready", "drop", "end_phase", "end_phase"])
        order = {"unit": unit.name, "do": do}
        if do in ("attack", "ready", "drop"):
            if not unit.items:
                raise Unclear("no weapons")
            item = rng.choice(unit.held() or unit.items) if rng.random() < 0.7 else rng.choice(unit.items)
            order["weapon"] = item.weapon.name
        if do == "attack":
            order["target"] = rng.choice(self.enemies(unit)).name
        if do == "special":
            order["key"] = rng.choice(["aim", "guarded_stance", "buy_maneuver", "give_up_action"])
        if do == "move":
            order["pace"] = "walk"
            order["path"] = self.draw_path(rng, unit)
        return order


MODEL = CombatChecks
