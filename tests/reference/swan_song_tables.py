"""Tables SS-T13 to SS-T15, and the effects of ailments in Swan Song; for make_swan_song_more.py."""

# Table SS-T13: dice, most damage, effects; the weak sides are those of grip and arm.
LOCATIONS = {
    "ankle": (-8, 1, ["slowed", "winded"]),
    "ear": (-10, 1, ["deaf_ear", "stun"]),
    "eye": (-10, 1, ["blind_eye", "stun"]),
    "foot": (-8, 1, ["stun", "slowed", "winded"]),
    "forearm": (-6, 2, ["broken_grip"]),
    "genitals": (-6, 2, ["stun", "nauseous", "buckled"]),
    "gut": (-6, 8, ["stun", "nauseous", "slow_death"]),
    "hand": (-8, 1, ["stun", "broken_grip"]),
    "hip": (-6, 3, ["knockdown", "slowed"]),
    "jaw": (-8, 2, ["stun", "speechless"]),
    "knee": (-8, 1, ["stun", "knockdown", "slowed", "winded"]),
    "neck": (-8, 10, ["stun", "bleedout"]),
    "shin": (-6, 2, ["knockdown", "slowed", "winded"]),
    "shoulder": (-6, 3, ["stun", "useless_arm"]),
    "sternum": (-10, 10, ["stun", "fatigued", "winded"]),
    "thigh": (-6, 3, ["slowed", "winded"]),
}
SINGLE = ("genitals", "gut", "jaw", "neck", "sternum")
# Table SS-T14: attributes, hits needed, loss of score.
TOUGH, COMPOSED = ("body", "willpower"), ("charisma", "willpower")
STUNS = {"ear": (TOUGH, 2, 10), "eye": (TOUGH, 3, 10), "foot": (TOUGH, 3, 5), "genitals": (TOUGH, 4, 10),
         "gut": (TOUGH, 2, 5), "hand": (TOUGH, 2, 5), "jaw": (TOUGH, 2, 5), "knee": (COMPOSED, 2, 10),
         "neck": (TOUGH, 3, 10), "shoulder": (TOUGH, 1, 5), "sternum": (TOUGH, 3, 10)}
# Table SS-T15: dice, most damage, what breaks.
PARTS = {"engine_block": (-4, 99, ["disabled"]), "fuel_tank": (-6, 99, ["disabled", "leaking"]),
         "axle": (-6, 6, ["broken_axle"]), "antenna": (-8, 2, ["cut_off"]), "door_lock": (-6, 0, ["jammed_door"]),
         "window_motor": (-4, 0, ["jammed_window"])}
SIDED = ("deaf_ear", "blind_eye", "broken_grip", "useless_arm", "hurt_arm")
# Ailments that forbid every action, including interrupts. CS-AIL-06.
INERT = ("frozen", "shocked", "stunned", "unconscious")


def area(location, side):
    """How a fight remembers the place of a hit: place in table SS-T13, then the side."""
    return list(LOCATIONS).index(location) * 3 + {None: 0, "left": 1, "right": 2}[side] + 1


class Suffering:
    """What a unit's ailments do to it."""

    def __init__(self, unit):
        self.list = [(one["ailment"], one["part"], one["strength"]) for one in unit.get("ailments", [])]

    def has(self, ailment, part=None):
        return any(a == ailment and part in (None, p) for a, p, _ in self.list)

    def both(self, ailment):
        return self.has(ailment, "left") and self.has(ailment, "right")

    def actions(self):
        """Dice on every action, interrupts among them. SS-CALL-24, SS-CALL-30, SS-CALL-43."""
        return -4 * self.has("nauseous") - 4 * self.both("deaf_ear") - 8 * self.both("blind_eye")

    def arm(self, ailment, weapon, hand):
        """Penalty of an arm that holds a weapon. SS-CALL-60."""
        if weapon["hands"] == 2:
            return self.has(ailment)
        return weapon["hands"] == 1 and hand is not None and self.has(ailment, hand)
