"""Situations: units, weapons and obstacles on a small map, and the scene file that states them.

A situation is drawn by the module of a book. The scene file uses the format of `docs/scene-format.md`; weapons and
sheets are stated once per book and referred to as `@name@`, which the reader of the data replaces.
"""

WIDTH, HEIGHT = 30, 3
ROW = 1
"""Units stand in this row, so that distances are those of one straight line."""


class Word(str):
    """A bare word of RON: an enum variant."""


class Table(dict):
    """A map of RON, with quoted keys; a plain dict is a structure."""


def ron(value):
    """Writes a value as RON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, str):
        return '"' + value + '"'
    if isinstance(value, Table):
        return "{" + ", ".join(f'"{key}": {ron(part)}' for key, part in value.items()) + "}"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key}: {ron(part)}" for key, part in value.items()) + ")"
    if isinstance(value, tuple):
        return "(" + ", ".join(ron(part) for part in value) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(ron(part) for part in value) + "]"
    return str(value)


class Weapon:
    """A weapon of a book: what its scene entry states, and the facts that the model uses."""

    def __init__(self, key, entry, **facts):
        self.key, self.entry = key, entry
        self.name = entry["name"]
        self.kind = str(entry["class"])
        self.hands = entry.get("hands", 1)
        self.__dict__.update(facts)

    def __repr__(self):
        return self.name


class Item:
    """A carried weapon: whether it is in hand, and its rounds."""

    def __init__(self, weapon, in_hand, loaded=None):
        self.weapon, self.in_hand, self.loaded = weapon, in_hand, loaded
        self.fault = None


class Unit:
    """A unit: its sheet, what it carries, and its state."""

    def __init__(self, name, side, cell, kind, sheet):
        self.name, self.side, self.cell = name, side, cell
        self.kind, self.sheet = kind, sheet
        self.items = []
        self.ailments = {}
        """Ailment -> own turns left, or None if it is not counted in turns."""
        self.prone = False
        self.gait = "steady"
        self.in_cover = False
        self.holding = self.held_by = None
        self.down = None
        self.score = 0
        self.acted = False
        self.duty = None
        """The clause of the ailment that prescribes its phase."""
        self.condition = {}
        """What the scene states about its health."""

    def held(self):
        """Weapons in hand, in the order carried."""
        return [item for item in self.items if item.in_hand]

    def hands_used(self):
        return sum(item.weapon.hands for item in self.held())

    def item(self, name):
        return next(item for item in self.items if item.weapon.name == name)

    def scene_entry(self):
        """The unit of the scene file, as its state is now."""
        entry = {"name": self.name, "sheet": Word(f"@{self.kind}@"), "side": self.side, "cell": self.cell}
        carries = []
        for item in self.items:
            carried = {"weapon": item.weapon.key, "in_hand": item.in_hand}
            if item.loaded is not None:
                carried["loaded"] = item.loaded
            if item.fault:
                carried["fault"] = Word(item.fault)
            carries.append(carried)
        entry["carries"] = carries
        if self.prone:
            entry["prone"] = True
        if self.in_cover:
            entry["in_cover"] = True
        if self.holding:
            entry["holds"] = self.holding.name
        if self.ailments:
            entry["ailments"] = [Word(name) for name in sorted(self.ailments)]
        if self.condition:
            entry["condition"] = self.condition
        return entry


def distance_squared(a, b):
    """Square of the distance between the centres of two squares. SS-BASE-16."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def rings(a, b):
    """Distance in rings of squares: 1 is adjacent, diagonals included. SS-BASE-16."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def half_metres(path, start):
    """Length of a path in half metres: a straight step is 1 m, a diagonal one 1.5 m. SS-BASE-16."""
    length = 0
    for cell in path:
        diagonal = cell[0] != start[0] and cell[1] != start[1]
        length += 3 if diagonal else 2
        start = cell
    return length


def drawing(crates, wall):
    """The map: crates in squares, and a wall east of column `wall` across all rows."""
    rows = []
    for row in range(2 * HEIGHT + 1):
        line = [" "] * (2 * WIDTH + 1)
        if row % 2:
            for x, y in crates:
                if 2 * y + 1 == row:
                    line[2 * x + 1] = "c"
            if wall is not None:
                line[2 * wall + 2] = "|"
        rows.append("".join(line).rstrip())
    while rows and not rows[-1]:
        rows.pop()
    return rows


def scene(book, units, crates=(), wall=None, switches=None):
    """The scene file of a situation."""
    rows = drawing(crates, wall)
    # The drawing keeps its size through its widest row and its number of rows.
    rows += [""] * (2 * HEIGHT + 1 - len(rows))
    rows[-1] = " " * (2 * WIDTH) + "+"
    parts = {"name": "situation", "book": Word(book)}
    if switches:
        parts["switches"] = Table(switches)
    parts["options"] = {"ask_dice": True}
    parts["sides"] = [{"name": "Red", "colour": 0}, {"name": "Grey", "colour": 2}]
    parts["weapons"] = Word("@weapons@")
    parts["legend"] = Table({"|": {"edge": "brick_wall"}, "c": {"object": "crate"}})
    parts["ground"] = "asphalt"
    parts["map"] = rows
    parts["units"] = [unit.scene_entry() for unit in units]
    return ron(parts)
