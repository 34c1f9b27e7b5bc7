"""Times exact odds of the opposed attack of `benches/attack.rs` with dyce and icepool.

    python3 -m venv /tmp/rivals && /tmp/rivals/bin/pip install dyce icepool
    /tmp/rivals/bin/python benches/rivals.py

Attack and defence count 5 and 6, hits of the attack above 8 are lost. Without net hits there is no damage; with some
it is 20 and the net hits, less the hits of the soak roll, at least 0. Each answer is checked before it is timed.
"""

import time
from fractions import Fraction
from math import comb

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


if __name__ == "__main__":
    for pools in [(7, 3, 4), (12, 8, 12), (20, 14, 24)]:
        for name, make in [("dyce", with_dyce), ("icepool", with_icepool)]:
            try:
                question = make(*pools)
            except ImportError:
                print(f"{name} is not installed")
                continue
            check(question(), answer(*pools))
            timed(f"{name} {pools}", question)
