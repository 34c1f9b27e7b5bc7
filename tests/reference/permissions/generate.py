"""Writes random situations with what each order in them has to do, for the reader in `../permissions.rs`.

    python3 generate.py [--situations 100] [--seed 19] [--out ../data] [BOOK ...]

The same seed gives the same file. A situation ends where the catalogue stops deciding.
"""

import argparse
import copy
import json
import random
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True

from battle import Unclear  # noqa: E402
from situation import ron, scene, Table  # noqa: E402

BOOKS = ["swan_song", "combat_checks", "circumstances", "aberrant", "attacks_and_damage"]


def model(book):
    """The module of a book, and its class."""
    module = __import__(book)
    return module, module.MODEL


def situation(module, kind, rng, number):
    """A situation of one to three orders; None if its first order is undecided."""
    try:
        battle = kind.draw(rng)
        drawn = scene(kind.BOOK, battle.units, battle.crates, battle.wall, kind.SWITCHES)
        battle.begin()
        start = {"asked": battle.asked, "state": battle.observe()}
    except Unclear:
        return None
    steps = []
    for _ in range(rng.choice([1, 2, 3])):
        found = next_step(battle)
        if found is None:
            break
        battle, step = found
        steps.append(step)
    if not steps:
        return None
    return {"number": number, "scene": drawn, "start": start, "steps": steps}


def next_step(battle):
    """The battle after a random order, and its step; None if too many drawn orders are undecided.

    Most of the refused orders are drawn again: about a third of all orders are refused.
    """
    for _ in range(8):
        after = copy.deepcopy(battle)
        rng = after.rng
        try:
            step = after.step(after.draw_order(rng))
        except Unclear as unclear:
            UNCLEAR[f"{type(unclear).__name__}: {unclear}"] += 1
            battle.rng.random()
            continue
        if "refused" not in step or rng.random() < 0.25:
            return after, step
        battle.rng.random()
    return None


DRAWN = 3
"""Situations drawn for each that is kept."""


def kinds(drawn):
    """What a situation has to show: orders done with what they ask for and change, and clauses that refuse them."""
    shown = set()
    for step in drawn["steps"]:
        do = step["order"]["do"]
        if "refused" in step:
            shown.update((do, clause) for clause in step["refused"])
            continue
        answers = (asked.get("answer") for asked in step["asked"])
        shown.update((do, "answer", answer.split(":")[0]) for answer in answers if answer)
        changes = (change for change in step["changes"].values())
        shown.update((do, key) for change in changes for key in change)
    return shown


def choose(found, count):
    """First what shows something new, then the others in their order."""
    known, new, others = set(), [], []
    for drawn in found:
        shown = kinds(drawn)
        (new if shown - known else others).append(drawn)
        known |= shown
    return sorted((new + others)[:count], key=lambda drawn: drawn["number"])


UNCLEAR = Counter()


def situations(book, count, seed):
    """The file of a book."""
    module, kind = model(book)
    found, number = [], 0
    while len(found) < DRAWN * count:
        number += 1
        drawn = situation(module, kind, random.Random(f"{seed} {book} {number}"), number)
        if drawn:
            found.append(drawn)
    found = choose(found, count)
    weapons = Table({weapon.key: weapon.entry for weapon in module.WEAPONS})
    shared = {"weapons": ron(weapons), **{name: ron(sheet) for name, sheet in module.SHEETS.items()}}
    return {"book": book, "shared": shared, "readings": module.READINGS, "situations": found}


def summary(data):
    """Counts of orders permitted and refused, and of clauses, for the log."""
    steps = [step for found in data["situations"] for step in found["steps"]]
    refused = Counter(clause for step in steps for clause in step.get("refused", []))
    done = Counter(step["order"]["do"] for step in steps if "refused" not in step)
    count = sum("refused" in step for step in steps)
    return (f"{data['book']}: {len(data['situations'])} situations, {len(steps)} orders, {count} refused\n"
            f"  done {dict(done)}\n  refused {dict(refused)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--situations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "data")
    parser.add_argument("books", nargs="*", default=BOOKS)
    given = parser.parse_args()
    for book in given.books:
        UNCLEAR.clear()
        data = situations(book, given.situations, given.seed)
        lines = [json.dumps(found, separators=(",", ":")) for found in data["situations"]]
        head = {key: data[key] for key in ("book", "shared", "readings")}
        text = json.dumps(head)[:-1] + ',"situations":[\n' + ",\n".join(lines) + "\n]}\n"
        (given.out / f"{book}_permissions.json").write_text(text)
        print(summary(data), flush=True)
        print("  left open:", dict(UNCLEAR))


if __name__ == "__main__":
    main()
