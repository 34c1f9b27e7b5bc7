"""Ailments: the chapters of Circumstances that the other books borrow, and the called-shot effects of Swan Song."""

TURNS = {
    "blinded": 3, "dazed": 3, "deafened": 3, "immobilised": 3, "shocked": 3, "stunned": 1, "sealed": 3,
    "brainwashed": 3, "confused": 3,
}
"""Own turns that an ailment lasts by default. Table CS-T7."""

NO_ACTIONS = {"frozen": "CS-FROZ-01", "shocked": "CS-SHCK-01", "stunned": "CS-STUN-01", "unconscious": "CS-UNCO-01"}
"""Ailments that leave no actions, Reactions included. CS-AIL-06."""


def inflict(unit, ailment, turns=None):
    """Adds an ailment, or prolongs it: the longer remaining duration counts. CS-AIL-01, CS-AIL-04."""
    turns = TURNS.get(ailment) if turns is None else turns
    left = unit.ailments.get(ailment)
    if ailment in unit.ailments and (left is None or turns is None):
        return
    unit.ailments[ailment] = turns if left is None else max(left, turns)


def count_turn(unit):
    """The end of an own turn: ailments counted in turns end with the last one. CS-AIL-03."""
    for ailment, left in list(unit.ailments.items()):
        if left is not None:
            if left == 1:
                del unit.ailments[ailment]
            else:
                unit.ailments[ailment] = left - 1


def helpless(unit):
    """No actions of any kind, so no Reactions either. CS-AIL-06."""
    return any(ailment in NO_ACTIONS for ailment in unit.ailments)
