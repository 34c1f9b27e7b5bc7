"""Effects of ailments and held phases on tests and damage, in dice, for the scripts of all books but Circumstances.

Written from chapters AIL to PIN of docs/rules/circumstances.md and the table of docs/ailments.md: ten points of a
hundred are a die, or a boost or setback die of Combat Checks.
"""

# Ailments without an effect here are drawn as well, to check that they have none.
OF_ATTACKER = ["burning", "blinded", "dazed", "deafened", "immobilised", "wet", "sealed", "cursed", "enraged", "pinned"]
OF_TARGET = OF_ATTACKER + ["frozen", "shocked", "stunned", "unconscious", "confused", "panicked"]
# Ailments that forbid every action, including interrupts. CS-AIL-06.
INERT = ("frozen", "shocked", "stunned", "unconscious")
ELEMENTS = ["fire", "heat", "ice", "electricity", "water"]


def draw(r, target, most=3):
    return sorted(r.sample(OF_TARGET if target else OF_ATTACKER, r.choice([0] + list(range(1, most + 1)))))


def attack(own, target, melee, late=False):
    """Dice of an attack, one by one. CS-DAZE-02, CS-CURS-01, CS-BLND-02, CS-ENRA-01, CS-PIN-04, CS-STUN-02, CS-UNCO-02.

    `late`: in a phase that was put off. SS-DELAY-09.
    """
    dice = {"dazed": -1, "cursed": -2}
    dice |= {"blinded": -3, "enraged": 1} if melee else {"pinned": -2}
    gained = {"stunned": 2, "unconscious": 3}
    return [-1] * late + [dice[one] for one in own if one in dice] + [gained[one] for one in target if one in gained]


def dodge(own):
    """CS-DAZE-02, CS-BLND-03."""
    return -1 * ("dazed" in own) - 3 * ("blinded" in own)


def parry(own):
    """CS-DAZE-02, CS-BLND-02."""
    return -1 * ("dazed" in own) - 3 * ("blinded" in own)


def changes(own, trait):
    """Dice of a test of a value alone, one by one. CS-DAZE-02, CS-BLND-03, CS-BURN-04."""
    dice = [("dazed", -1)] + [("blinded", -3)] * (trait == "agility") + [("burning", -2)] * (trait == "willpower")
    return [by for ailment, by in dice if ailment in own]


def shots_fail(own):
    """CS-BLND-05."""
    return "blinded" in own


def special(target, element):
    """Whether an attack gains Special Damage. CS-FROZ-04, CS-UNCO-03, CS-WET-01."""
    return ("unconscious" in target or ("frozen" in target and element is None)
            or ("wet" in target and element == "electricity"))


def half_more(number):
    """Special Damage where damage is a number."""
    return (max(0, number) + 1) // 2
