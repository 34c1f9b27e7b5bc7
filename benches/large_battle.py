"""Writes two scenes of 100 x 100 squares to compare frame times of the window.

    python3 benches/large_battle.py target/large
    time breachline play target/large/full.ron --seed 7 --ai 1=normal --ai 2=normal --script benches/ai_battle.ron
    time breachline play target/large/empty.ron --seed 7 --ai 1=normal --ai 2=normal --script benches/ai_battle.ron

`full.ron` has 100 units, 36 furnished houses with windows and lamps, trees, cars, fires, smoke and a river; `empty.ron`
has grass and one unit on either side.
"""

import argparse
from pathlib import Path

SIZE = 100
BLOCK = 16
HOUSE = 9
ARCHETYPES = ["rifle_specialist", "gunner", "officer", "medic", "bulwark"]
LEGEND = """\
        "-|": (edge: "brick_wall"),
        "w": (edge: "window"),
        "d": (edge: "wooden_door"),
        "o": (terrain: "carpet"),
        ".": (terrain: "asphalt"),
        "c": (terrain: "carpet", object: "crate"),
        "t": (object: "tree"),
        "a": (terrain: "asphalt", object: "car"),
        "l": (terrain: "asphalt", object: "lamp_post"),
        "f": (terrain: "fire"),
        "s": (terrain: "smoke"),
        "~": (terrain: "shallow_water"),"""


class Drawing:
    """A map at double resolution: squares at odd places, edges at even ones."""

    def __init__(self):
        self.rows = [[" "] * (2 * SIZE + 1) for _ in range(2 * SIZE + 1)]
        self.rows[0][-1] = "+"  # the widest row gives the size

    def fill(self, column, row, kind):
        self.rows[2 * row + 1][2 * column + 1] = kind

    def edge_above(self, column, row, kind):
        self.rows[2 * row][2 * column + 1] = kind

    def edge_left(self, column, row, kind):
        self.rows[2 * row + 1][2 * column] = kind

    def text(self):
        return "\n".join(f'        "{"".join(row).rstrip()}",' for row in self.rows)


def draw_house(drawing, left, top):
    """A house with a door and windows on each side, two crates and a wall across."""
    for place in range(HOUSE):
        kind = "d" if place == HOUSE // 2 else "w" if place % 3 == 1 else None
        for row in (top, top + HOUSE):
            drawing.edge_above(left + place, row, kind or "-")
        for column in (left, left + HOUSE):
            drawing.edge_left(column, top + place, kind or "|")
        drawing.edge_above(left + place, top + 4, "d" if place == 2 else "-")
        for row in range(HOUSE):
            drawing.fill(left + place, top + row, "o")
    drawing.fill(left + 1, top + 6, "c")
    drawing.fill(left + 7, top + 2, "c")


def draw_block(drawing, left, top, number):
    """A house, a street south and east of it with lamps and cars, trees, and fire or smoke beside it."""
    for along in range(BLOCK):
        for across in range(HOUSE + 4, BLOCK):
            drawing.fill(left + along, top + across, ".")
            drawing.fill(left + across, top + along, ".")
    draw_house(drawing, left + 1, top + 1)
    for place in range(1, HOUSE, 4):
        drawing.fill(left + HOUSE + 2, top + place, "t")
    drawing.fill(left + 2, top + HOUSE + 4, "l")
    drawing.fill(left + HOUSE + 5, top + 7, "a")
    for place in range(3):
        drawing.fill(left + 4 + place, top + HOUSE + 2, "f" if number % 2 else "s")


def draw_full():
    """The map with houses, and a river along its last rows."""
    drawing = Drawing()
    for number in range(36):
        draw_block(drawing, BLOCK * (number % 6), BLOCK * (number // 6), number)
    for column in range(SIZE):
        for row in range(SIZE - 3, SIZE):
            drawing.fill(column, row, "~")
    return drawing


def place_units(columns, rows):
    """Units of both sides in turns, in the streets."""
    lines = []
    for number, (column, row) in enumerate((column, row) for row in rows for column in columns):
        side = ("Blue", "Grey")[number % 2]
        archetype = ARCHETYPES[number % len(ARCHETYPES)]
        lines.append(
            f'        (name: "{side} {number // 2 + 1}", archetype: "{archetype}", side: "{side}", cell: ({column}, {row})),'
        )
    return "\n".join(lines)


def scene(name, drawing, units):
    return f"""(
    name: "{name}",
    book: swan_song,
    sides: [(name: "Blue", colour: 1), (name: "Grey", colour: 2)],
    units: [
{units}
    ],
    ground: "grass",
    legend: {{
{LEGEND}
    }},
    map: [
{drawing.text()}
    ],
    objectives: [eliminate(side: "Blue"), eliminate(side: "Grey")],
)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    streets = [BLOCK * block + HOUSE + 6 for block in range(5)]
    columns = [start + place for start in streets for place in (-2, 0)]
    units = place_units(columns, [BLOCK * (row // 2) + HOUSE + 4 + 2 * (row % 2) for row in range(10)])
    (folder / "full.ron").write_text(scene("Full", draw_full(), units), encoding="utf-8")
    (folder / "empty.ron").write_text(scene("Empty", Drawing(), place_units([49, 51], [50])), encoding="utf-8")


if __name__ == "__main__":
    main()
