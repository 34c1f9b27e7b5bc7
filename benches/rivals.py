"""Times exact odds of the opposed attack of `benches/attack.rs` with dyce and icepool.

    python3 -m venv /tmp/rivals && /tmp/rivals/bin/pip install dyce icepool
    /tmp/rivals/bin/python benches/rivals.py

Attack and defence count 5 and 6, hits of the attack above 8 are lost. Without net hits there is no damage; with some
it is 20 and the net hits, less the hits of the soak roll, at least 0. Each answer is checked before it is timed.
"""

import time
from fractions import Fraction
from math import comb, lcm

LIMIT = 8
DAMAGE = 20


def timed(name, question, least=0.5):
    """Prints the quickest of many calls."""
    best, start = float("inf"), time.perf_counter()
    while time.perf_counter() - start < least:
        begin = time.perf_counter()
        question()
        best = min(best, time.perf_counter() - begin)
    print(f"{name}: {best * 1e6:.0f} us")


def damage_of(net):
    return DAMAGE + net if net > 0 else 0


def answer(attack, defence, soak):
    """The probability of each damage, counted hit by hit."""

    def hits(dice):
        return {n: Fraction(comb(dice, n) * 2 ** (dice - n), 3**dice) for n in range(dice + 1)}

    odds = {}
    for a, of_attack in hits(attack).items():
        for d, of_defence in hits(defence).items():
            for s, of_soak in hits(soak).items():
                damage = max(damage_of(min(a, LIMIT) - d) - s, 0)
                odds[damage] = odds.get(damage, 0) + of_attack * of_defence * of_soak
    return odds


def with_dyce(attack, defence, soak):
    from dyce import H

    hit = H({0: 2, 1: 1})

    def question():
        hits = (attack @ hit).apply(lambda n: min(n, LIMIT))
        raw = (hits - defence @ hit).apply(damage_of)
        return (raw - soak @ hit).apply(lambda n: max(n, 0))

    return question


def with_icepool(attack, defence, soak):
    import icepool

    hit = icepool.Die({0: 2, 1: 1})

    def question():
        hits = (attack @ hit).map(lambda n: min(n, LIMIT))
        raw = (hits - defence @ hit).map(damage_of)
        return (raw - soak @ hit).map(lambda n: max(n, 0))

    return question


def check(result, wanted):
    """Stops unless the library gives every damage its exact probability."""
    total = sum(result.values())
    assert {damage: Fraction(ways, total) for damage, ways in result.items()} == wanted


# One attack per book: the questions of `benches/books.rs`, with the numbers that it prints.


def swan_song(pool, die, each, then):
    """9d6 against 8d6, at most 5 hits. Damage is 9 and the net hits, less the hits of 8d6."""
    hit = die({0: 2, 1: 1})
    net = each(pool(9, hit), lambda n: min(n, 5)) - pool(8, hit)
    raw = each(net, lambda n: 9 + n if n > 0 else 0)
    return each(raw - pool(8, hit), lambda n: max(n, 0))


def aberrant(pool, die, each, then):
    """6d10 count 7 and more. A hit rolls 6 dice and one for each of them, less the soak of 2, for levels. Eight and more
    are a grievous injury and one level."""
    success = die({0: 6, 1: 4})
    levels = then(pool(6, success), lambda net: pool(max(6 + net - 2, 0), success) if net > 0 else die({0: 1}))
    return each(levels, lambda n: n if n < 8 else 1)


def attacks_and_damage(pool, die, each, then):
    """9d6 against 7d6; ties hit. Damage is 6 and the net hits, less 2 for armour and the hits of 4d6."""
    hit = die({0: 2, 1: 1})
    raw = each(pool(9, hit) - pool(7, hit), lambda net: 6 + net - 2 if net >= 0 else 0)
    return each(raw - pool(4, hit), lambda n: max(n, 0))


def circumstances(pool, die, each, then):
    """54 or less on d100, read backwards for the place; 40 of 100 dodge, 15 deflect. 1d10+3 less 6, or 3 off the body."""

    def place(roll):
        back = roll % 10 * 10 + roll // 10 % 10
        return 6 if 31 <= back <= 70 else 3

    reached = {}
    for roll in range(1, 101):
        stops = place(roll) if roll <= 54 else None
        reached[stops if stops is not None else 99] = reached.get(stops if stops is not None else 99, 0) + 1
    met = die({0: 49, 1: 51})  # 60 of 100 that do not dodge, times 85 of 100 that are not deflected
    d10 = die({face: 1 for face in range(1, 11)})
    harm = lambda stops: then(met, lambda open: each(d10, lambda face: max(face + 3 - stops, 0) * open))
    return then(die(reached), harm)


def combat_checks(pool, die, each, then):
    """One ability and two proficiency dice against one difficulty and one setback die: net successes, 7 and them less 4."""
    ability, proficiency = die({0: 4, 1: 3, 2: 1}), die({0: 4, 1: 6, 2: 2})
    difficulty, setback = die({0: 5, -1: 2, -2: 1}), die({0: 4, -1: 2})
    net = ability + pool(2, proficiency) + difficulty + setback
    return each(net, lambda n: max(7 + n - 4, 0) if n > 0 else 0)


# Mean damage to nine places, as `benches/books.rs` prints it.
MEANS = [
    (swan_song, 3.814763736),
    (aberrant, 2.483365884),
    (attacks_and_damage, 3.067433096),
    (circumstances, 1.211760000),
    (combat_checks, 3.806568287),
]


def books_with_dyce():
    from dyce import H

    def then(of, what):
        """Another roll for every outcome, weighed by what it took to get there."""
        rolls = [(ways, what(outcome)) for outcome, ways in of.items()]
        whole = lcm(*(roll.total for _, roll in rolls))
        counts = {}
        for ways, roll in rolls:
            for outcome, more in roll.items():
                counts[outcome] = counts.get(outcome, 0) + ways * more * (whole // roll.total)
        return H(counts)

    return lambda count, of: count @ of if count else H({0: 1}), H, lambda of, what: of.apply(what), then


def books_with_icepool():
    import icepool

    pool = lambda count, of: count @ of if count else icepool.Die({0: 1})
    return pool, icepool.Die, lambda of, what: of.map(what), lambda of, what: of.map(what)


def mean(result):
    total = sum(result.values())
    return sum(value * ways for value, ways in result.items()) / total


if __name__ == "__main__":
    for book, wanted in MEANS:
        for name, tools in [("dyce", books_with_dyce), ("icepool", books_with_icepool)]:
            try:
                question = lambda: book(*tools())
                assert abs(mean(question()) - wanted) < 1e-8, (book.__name__, mean(question()))
            except ImportError:
                print(f"{name} is not installed")
                continue
            timed(f"{name} {book.__name__}", question)
    for pools in [(7, 3, 4), (12, 8, 12), (20, 14, 24)]:
        for name, make in [("dyce", with_dyce), ("icepool", with_icepool)]:
            try:
                question = make(*pools)
            except ImportError:
                print(f"{name} is not installed")
                continue
            check(question(), answer(*pools))
            timed(f"{name} {pools}", question)
