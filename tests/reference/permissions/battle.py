"""Turn order, orders, prompts and rolls, as all books share them: the turn engine of Swan Song.

A book's model is a subclass of `Battle`. An order either raises `Refused` with the clauses that forbid it, or changes
the units and lists who was asked what, in order. `Unclear` gives a situation up: the catalogue does not decide it.
"""

import json

from ailments import helpless, inflict
from situation import HEIGHT, WIDTH, half_metres, rings


class Refused(Exception):
    """The order is forbidden by each of these clauses. Words in lower case are reasons that no clause states."""

    def __init__(self, *clauses):
        super().__init__(clauses)
        self.clauses = sorted(set(clauses))


class Unclear(Exception):
    """The catalogue does not say what happens here."""


class LeftOut(Unclear):
    """The catalogue decides, but the program is being changed: to be taken in again."""


NAMES = ["Ann", "Bob", "Cid", "Dan"]
"""Names of the units."""


def compact(value):
    """A value as short JSON, by which lists are sorted."""
    return json.dumps(value, separators=(",", ":"))


class Battle:
    """A battle under one book: units in the order of their numbers, and the state of the round."""

    BOOK = ""
    SWITCHES = {}
    """Switches of the scene that differ from their defaults."""

    def __init__(self, rng, units, crates=(), wall=None):
        self.rng, self.units = rng, units
        self.crates, self.wall = tuple(crates), wall
        self.acting = None
        self.ground = []
        """Weapons on the ground, as (name, cell)."""
        self.asked = []

    # Drawing a situation.

    @staticmethod
    def draw_places(rng):
        """Numbers, names and columns of two to four units, side by side or some squares apart."""
        count = rng.choice([2, 2, 3, 3, 4])
        columns = rng.sample(range(4, 9), count) if rng.random() < 0.6 else rng.sample(range(2, 26), count)
        return list(zip(range(count), NAMES, columns))

    @staticmethod
    def draw_weapons(rng, weapons, counts):
        """Some weapons, each with whether it is in hand: the first ones, as far as two hands go."""
        hands = 0
        for weapon in rng.sample(weapons, rng.choice(counts)):
            in_hand = hands + weapon.hands <= 2 and rng.random() < 0.8
            hands += weapon.hands if in_hand else 0
            yield weapon, in_hand

    @classmethod
    def draw_around(cls, rng, units, ailments, counts, crates, grips=0):
        """A battle of these units: some have ailments and crates beside them, now and then there is a wall, or a grip."""
        for unit in units:
            for ailment in rng.sample(ailments, rng.choice(counts)):
                inflict(unit, ailment)
        boxes = [(unit.cell[0], rng.choice([0, 2])) for unit in units if rng.random() < crates]
        wall = rng.choice([None, None, None, rng.randrange(4, 9)])
        battle = cls(rng, units, boxes, wall)
        if grips and rng.random() < grips:
            battle.draw_grip(rng)
        return battle

    def give_up_owed_move(self, unit):
        """Standing up is a duty where the move that is owed needs it. CS-ENRA-06."""
        if self.acting is unit and unit.prone and unit.duty:
            raise Unclear("whether the move that a duty demands is possible while prone")

    # What is asked.

    def ask(self, unit, answers, among=None):
        """Asks the player of a unit, who picks one of the answers at random. A single answer is not asked for."""
        if len(answers) == 1:
            return answers[0]
        picked = self.rng.choice(among or answers)
        self.asked.append({"who": unit.name, "answers": list(answers), "answer": picked})
        return picked

    def ask_with(self, unit, answers, may, among):
        """Asks, where the catalogue leaves open whether some answers are offered."""
        picked = self.rng.choice(among)
        self.asked.append({"who": unit.name, "answers": answers, "may": may, "answer": picked})
        return picked

    def roll(self, unit, dice, **result):
        """A roll of a unit: number of dice (None if the model leaves it to the kernels), and its result.

        A pool of 0 or less rolls nothing.
        """
        if dice is not None and dice <= 0:
            return
        entry = {"who": unit.name if unit else None, **result}
        if dice is not None:
            entry["dice"] = dice
        self.asked.append(entry)

    # Who is where.

    def unit(self, name):
        return next(unit for unit in self.units if unit.name == name)

    def enemies(self, unit):
        return [other for other in self.units if other.side != unit.side]

    def adjacent(self, unit):
        """Units on the eight squares around a unit, by number. SS-BASE-16, CS-BASE-24."""
        return [other for other in self.units if other is not unit and rings(other.cell, unit.cell) == 1]

    def wall_between(self, a, b):
        if self.wall is None:
            return False
        return (a[0] <= self.wall) != (b[0] <= self.wall)

    def is_free(self, cell):
        inside = 0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT
        return inside and cell not in self.crates and all(unit.cell != cell for unit in self.units)

    def beside_cover(self, unit):
        """Whether an obstacle stands on one of the eight squares around the unit, or on one of its edges."""
        if self.wall is not None and unit.cell[0] in (self.wall, self.wall + 1):
            return True
        return any(rings(cell, unit.cell) <= 1 for cell in self.crates)

    # The round.

    def waiting(self):
        """Units whose phase of this pass is to come, in the order of their scores. SS-ROUND-06."""
        waiting = [unit for unit in self.units if not unit.acted and not unit.down and unit.score > 0]
        return sorted(waiting, key=lambda unit: -unit.score)

    def next_phase(self):
        """Begins the phase of the next unit; the last one of a pass is never ended by a situation."""
        while True:
            waiting = self.waiting()
            if not waiting:
                raise Unclear("the pass is over")
            unit = waiting[0]
            self.acting = unit
            unit.gait = "steady"
            if self.phase_begins(unit):
                return
            self.phase_ends(unit)
            unit.acted = True
            unit.gait = "steady"

    def begin(self):
        """Rolls initiative and begins the first phase."""
        self.roll_initiative()
        self.next_phase()

    def roll_apart(self, attribute):
        """Initiative: the same attribute for all, and a d6. Scores stay apart."""
        faces = self.rng.sample(range(1, 6), len(self.units))
        for unit, face in zip(self.units, faces):
            unit.score = attribute + face
            self.roll(unit, 1, faces=[face])

    def end_phase(self, unit):
        self.phase_ends(unit)
        unit.acted = True
        self.next_phase()

    # To be filled in by the books.

    def roll_initiative(self):
        raise NotImplementedError

    def phase_begins(self, unit):
        """Begins a phase; False if the unit loses it."""
        raise NotImplementedError

    def phase_ends(self, unit):
        raise NotImplementedError

    def free_act(self, unit, *extra):
        """Pays a Free Action, or raises `Refused`."""
        raise NotImplementedError

    # Orders.

    @staticmethod
    def check(reasons):
        """Raises `Refused` if there are reasons."""
        if reasons:
            raise Refused(*reasons)

    def do_end_phase(self, unit, order):
        if self.acting is not unit:
            raise Refused("turn")
        if unit.duty:
            raise Unclear("whether a duty can be left undone")
        self.end_phase(unit)

    def do_drop(self, unit, order):
        item = unit.item(order["weapon"])
        self.free_act(unit, None if item.in_hand else "SS-ACT-26")
        unit.items.remove(item)
        self.ground.append((item.weapon.name, unit.cell))

    def do_special(self, unit, order):
        getattr(self, "special_" + order["key"])(unit)

    def perform(self, order):
        """Performs an order, or raises `Refused`."""
        unit = self.unit(order["unit"])
        getattr(self, "do_" + order["do"])(unit, order)

    def step(self, order):
        """The order with what has to happen."""
        before = self.observe()
        self.asked = []
        try:
            self.perform(order)
        except Refused as refused:
            assert self.observe() == before, "a refused order changes nothing"
            return {"order": order, "refused": refused.clauses}
        return {"order": order, "asked": self.asked, "changes": self.changes(before)}

    # What can be seen from outside.

    def observe(self):
        """The state that program and model compare, by unit."""
        state = {unit.name: self.observe_unit(unit) for unit in self.units}
        state["battle"] = {
            "acting": self.acting.name if self.acting else None,
            "ground": sorted(([name, list(cell)] for name, cell in self.ground), key=compact),
        }
        return state

    def observe_unit(self, unit):
        return {
            "cell": list(unit.cell),
            "prone": unit.prone,
            "gait": unit.gait,
            "in_cover": unit.in_cover,
            "ailments": sorted(unit.ailments),
            "held": sorted(item.weapon.name for item in unit.held()),
            "loaded": {item.weapon.name: item.loaded for item in unit.items if item.loaded is not None},
            "holding": unit.holding.name if unit.holding else None,
            "held_by": unit.held_by.name if unit.held_by else None,
            "down": unit.down,
        }

    def changes(self, before):
        """What differs from a former state."""
        after = self.observe()
        found = {}
        for name, state in after.items():
            changed = {key: value for key, value in state.items() if before[name][key] != value}
            if changed:
                found[name] = changed
        return found

    # Grips.

    def draw_grip(self, rng):
        """Lets a unit begin holding an enemy beside it, if there is one. AB-BASE-10, which other books borrow."""
        for unit in self.units:
            near = [other for other in self.enemies(unit) if rings(unit.cell, other.cell) == 1]
            if near and not helpless(unit) and not self.wall_between(unit.cell, near[0].cell):
                unit.holding, near[0].held_by = near[0], unit
                return

    @staticmethod
    def grip_reasons(unit):
        """Neither of the two moves away. The engine cites the clause of a body that is carried."""
        return ["AB-BASE-10", "SS-BARR-51"] if unit.holding or unit.held_by else []

    @staticmethod
    def gripped(*units):
        return any(unit.holding or unit.held_by for unit in units)

    # Movement.

    def path_problem(self, unit, path):
        """Why a path cannot be walked at any pace; None if it can."""
        at = unit.cell
        for cell in path:
            if rings(at, cell) != 1:
                return "path"
            if not self.is_free(cell) or self.wall_between(at, cell):
                return "path"
            if (cell[0], at[1]) in self.crates or (at[0], cell[1]) in self.crates:
                return "path"  # a corner
            at = cell
        return None

    def zone_visit(self, path, start, opponent, reach):
        """The index on the path (0 is the start) at which an opponent may strike at a passer-by; None if it may not.

        A visit of the zone that is left again is a passing by; the blow comes on its first square. SS-INTC-03,
        SS-INTC-04, once per move: SS-INTC-17.
        """
        cells = [start, *path]
        inside = [rings(cell, opponent.cell) <= reach for cell in cells]
        for at, is_in in enumerate(inside):
            first = is_in and (at == 0 or not inside[at - 1])
            if first and not all(inside[at:]):
                return at
        return None

    @staticmethod
    def length(unit, path):
        return half_metres(path, unit.cell)

    def draw_path(self, rng, unit):
        """A path along the row, around units in it, now and then longer than any pace."""
        step = rng.choice([-1, 1])
        path, (x, y) = [], unit.cell
        for _ in range(rng.choice([1, 2, 3, 4, 5, 6, 8, 9])):
            options = [(x + step, row) for row in (y, 1, 0, 2) if abs(row - y) <= 1]
            free = [cell for cell in options if self.is_free(cell)]
            if not free:
                break
            x, y = free[0]
            path.append([x, y])
        if not path:
            raise Unclear("no way")
        return path
