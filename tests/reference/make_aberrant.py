"""Exact odds of Aberrant attacks, worked out apart from the program.

Written from docs/rules/aberrant.md, clause by clause, with icepool for the dice:

    pip install icepool==2.1.3
    python tests/reference/make_aberrant.py

It overwrites data/aberrant.json; the same cases come out every time.

Covered: pools with wounds, armour layers, shortfalls, flurries and mega dice; difficulties of range, thrown range,
cover, vital spots, powers, dazing and replaced actions; dodge and parry with every means and price and who may not;
margins, types of damage, soak of three categories with stacking, pooling, ablative and impervious sources, armour
piercing, barriers on the way; adds, ping, the health track with overflow, dazing and stunning with Willpower,
destroyed armour, seizing.

Left out: area attacks, human shields, crushing, grievous injuries, knockback, objects, squads, extras. Ailments are
drawn by make_aberrant_ailments.py.

Readings taken over where the catalogue is silent: no unit defends against an attack without net successes; shares of
the body above 25, 50 and 75 percent are partial, good and superior cover, for who took cover, is down or is wholly
hidden, in melee only across an obstacle; missing plain dice are taken from the mega dice; Willpower is offered only
where it makes the harm lighter and the track is not full of wounds.
"""

import json
import pathlib
import random

from icepool import Die, d

import ailing

SUCCESS = d(10).map(lambda face: int(face >= 7))  # AB-BASE-01
MEGA = d(10).map(lambda face: 3 if face == 10 else 2 if face >= 7 else 0)  # AB-BASE-20
COLUMNS = {"S": "bashing", "B": "bashing", "L": "lethal", "A": "aggravated"}
MILDER = {"A": "L", "L": "B", "B": "S"}  # AB-PING-02, 03, 05
SWITCHES = {
    "ab.flurry_penalty": "off",
    "ab.mega_dice": "off",
    "ab.lightspeed_dodge_penalty": "1",
    "ab.bashing_overflow": "upgrade",
    "ab.throw_mega_plus10": "off",
}


def ailments(case, who):
    return case[who].get("ailments", [])


def is_blow(case):
    return case["weapon"]["class"] == "melee"


def ability(sheet, name):
    return sheet["abilities"].get(name, 0)


# Health track


def boxes(sheet):
    """Penalties of all boxes but Incapacitated, from the left. AB-TRACK-01 to 05."""
    track = [0, -1, -1, -2, -2, -4]
    cycle = [0, -1, -2, -4]
    for extra in range((max(1, sheet["stamina"]) - 1) // 2):
        track.append(cycle[extra % 4])
    track += [0] * sheet["quantum"]
    return sorted(track, reverse=True)


def wound_penalty(sheet, marks):
    """AB-TRACK-06, AB-STUN-04."""
    wounds = marks["A"] + marks["L"] + marks["B"]
    if wounds == 0:
        return 0
    track = boxes(sheet)
    return track[min(wounds, len(track)) - 1]


def fate(sheet, marks):
    """AB-TYPE-06, AB-TRACK-07, AB-STUN-06."""
    length = len(boxes(sheet)) + 1
    if marks["A"] + marks["L"] >= length:
        return "dying"
    if marks["A"] + marks["L"] + marks["B"] >= length:
        return "incapacitated"
    if sum(marks[kind] for kind in "ALBS") >= length:
        return "unconscious"
    return None


def mark(sheet, marks, levels, kind, overflow):
    """Marks levels one by one; the new marks and how many counted. AB-TRACK-08, 09, AB-STUN-07, AB-RULING-28."""
    marks = dict(marks)
    length = len(boxes(sheet)) + 1
    counted = 0
    for _ in range(levels):
        wounds = marks["A"] + marks["L"] + marks["B"]
        if kind == "S":
            if wounds + marks["S"] < length:
                marks["S"] += 1
                counted += 1
        elif wounds < length:
            marks[kind] += 1
            counted += 1
            if wounds + 1 + marks["S"] > length:
                marks["S"] -= 1
        elif kind == "B":
            if overflow == "stop":
                continue
            counted += 1
            if marks["B"]:
                marks["B"] -= 1
                marks["L"] += 1
            else:
                marks["pB"] += 1
        else:
            counted += 1
            if marks["B"]:
                marks["B"] -= 1
                marks[kind] += 1
            else:
                marks["p" + kind] += 1
    return marks, counted


# Armour worn


def pieces(unit):
    destroyed = unit["condition"].get("destroyed", [])
    return [(at, piece) for at, piece in enumerate(unit["sheet"]["armour"]) if at not in destroyed]


def layers(unit):
    return [piece for _, piece in pieces(unit) if piece.get("is_layer", True)]


def penalty(unit):
    """AB-ARMOR-02, 08, 09."""
    worn = [piece.get("penalty", 0) for piece in layers(unit)]
    heavy = [value for value in worn if value >= 1]
    free = len(worn) - len(heavy)
    if heavy:
        return sum(heavy) + len(heavy) * (len(heavy) - 1) + free
    return max(0, len(worn) - 1)


def shortfall(unit):
    """AB-ARMOR-04 to 06."""
    sheet, worn = unit["sheet"], layers(unit)
    if all(piece.get("lightweight", False) for piece in worn):
        return 0
    needed = 2 + penalty(unit)
    strong = sheet["strength"] + ability(sheet, "might")
    tough = sheet["stamina"] + ability(sheet, "endurance")
    return max(0, needed - strong) + max(0, needed - tough)


def armour_dice(unit, movement):
    """AB-ARMOR-02, 05, 10."""
    hindered = movement or len(layers(unit)) >= 2
    return -(penalty(unit) if hindered else 0) - shortfall(unit)


# Soak


def natural_formula(sheet):
    """AB-SOAK-08."""
    stamina, quantum, mega = sheet["stamina"], sheet["quantum"], sheet.get("mega_stamina", 0)
    soak = {
        "bashing": quantum + stamina + mega,
        "lethal": quantum + mega + stamina // 2,
        "aggravated": quantum // 2,
    }
    more = sheet.get("soak_enhancement", {})
    return {column: value + more.get(column, 0) for column, value in soak.items()}


def category_soak(unit, category, column):
    """Soak of a category and its strongest impervious. AB-STACK-01 to 09."""
    sheet = unit["sheet"]
    sources = []
    if category == "natural":
        sources.append({"soak": natural_formula(sheet)})
    sources += [piece for _, piece in pieces(unit) if piece.get("category", "armored") == category]
    own = [source for source in sheet["sources"] if not source.get("ablative", False)]
    sources += [source for source in own if source["category"] == category]
    value = lambda source, of: source["soak"].get(of, 0)
    pool = [source for source in sources if source.get("stackable", False)]
    single = [source for source in sources if not source.get("stackable", False)]
    ranked = [tuple(value(source, of) for of in ("bashing", "lethal", "aggravated")) for source in single]
    if pool:
        ranked.append(tuple(sum(value(source, of) for source in pool) for of in ("bashing", "lethal", "aggravated")))
    ranked.sort(key=lambda soak: (sum(soak), soak[1], soak[2]), reverse=True)
    at = ("bashing", "lethal", "aggravated").index(column)
    total = sum(soak[at] // 2**place for place, soak in enumerate(ranked))
    strength = 0
    for source in sources:
        impervious = source.get("impervious", {"points": 0})
        strength = max(strength, float("inf") if impervious == "full" else impervious["points"])
    return total, strength


def ablative_strength(unit):
    """The strongest impervious of ablative sources that are not worn off: they count as powers. AB-NONSOAK-05."""
    lost = unit["condition"].get("ablative_lost", [])
    strength = 0
    sources = [source for source in unit["sheet"]["sources"] if source.get("ablative", False)]
    for at, source in enumerate(sources):
        if max(source["soak"].values(), default=0) > (lost[at] if at < len(lost) else 0):
            impervious = source.get("impervious", {"points": 0})
            strength = max(strength, float("inf") if impervious == "full" else impervious["points"])
    return strength


def ablative_left(unit, column):
    lost = unit["condition"].get("ablative_lost", [])
    sources = [source for source in unit["sheet"]["sources"] if source.get("ablative", False)]
    left = []
    for at, source in enumerate(sources):
        left.append(max(0, source["soak"].get(column, 0) - (lost[at] if at < len(lost) else 0)))
    return left


def hidden(case):
    return case["sight"]["hidden"] >= 100


def soak_of(case):
    """Total soak, and the ablative part of it. AB-BASE-18 step 6, AB-AP-01 to 04, AB-STUN-09, AB-TYPE-08."""
    unit, weapon = case["defender"], case["weapon"]
    if weapon.get("unsoakable", False) or weapon["kind"] == "E":
        return 0, 0
    letter = {"lethal": "L", "bashing": "B"}.get(weapon.get("soak_as"), weapon["kind"])
    column = COLUMNS[letter]
    natural, _ = category_soak(unit, "natural", column)
    armored, armored_hard = category_soak(unit, "armored", column)
    power, power_hard = category_soak(unit, "power", column)
    power_hard = max(power_hard, ablative_strength(unit))
    ablative = sum(ablative_left(unit, column))
    # A pane counts as the book's plain window, any other barrier as its drywall: armour 2, structure 5 and 15.
    barriers = sum(
        2
        for barrier in case["barriers"]
        if barrier["damage"] < (5 if barrier["transparent"] else 15) and (barrier["transparent"] or hidden(case))
    )
    ap = weapon.get("ap", 0)
    taken = min(barriers, ap)
    barriers, ap = barriers - taken, ap - taken
    order = sorted(["armored", "power"], key=lambda name: (armored_hard if name == "armored" else power_hard) > 0)
    for name in order:
        if name == "armored":
            taken = min(armored, max(0, ap - armored_hard))
            armored, ap = armored - taken, ap - taken
        else:
            taken = min(power + ablative, max(0, ap - power_hard))
            ap -= taken
            first = min(power, taken)
            power, ablative = power - first, ablative - (taken - first)
    return natural + barriers + armored + power + ablative, ablative


# Range and difficulty


def increment(case):
    """AB-RANGE-01, AB-THROW-01 to 07; None if it cannot be thrown."""
    weapon, sheet = case["weapon"], case["attacker"]["sheet"]
    if weapon["class"] == "ranged":
        return weapon["short_range_m"]
    mega = sheet.get("mega_strength", 0)
    strength = sheet["strength"]
    if mega and case["switches"]["ab.throw_mega_plus10"] == "on":
        strength += 10
    metres = 5 * (strength + ability(sheet, "might") + weapon.get("aero_bonus", 0)) + 50 * mega
    divisor = 10 * mega if mega else 1
    grams = weapon["mass_g"]
    more = max(0, (grams - 1000 * divisor) // (1000 * divisor))
    metres -= 5 * more
    return metres if metres > 0 else None


def range_difficulty(case):
    """None where the target is out of reach."""
    weapon, sight = case["weapon"], case["sight"]
    if weapon["class"] == "melee":
        return 0 if sight["rings"] <= 1 + weapon.get("reach", 0) else None
    metres = increment(case)
    if metres is None:
        return None
    for times, difficulty in ((1, 0), (2, 2), (4, 4), (8, 6)):
        if sight["distance_squared"] <= (times * metres) ** 2:
            return difficulty
    return None


def cover_difficulty(case):
    """AB-BASE-16."""
    sight, unit = case["sight"], case["defender"]
    if case["weapon"]["class"] == "melee" and not sight["across_obstacle"]:
        return 0
    down = fate(unit["sheet"], unit["marks"]) is not None
    if not (sight["took_cover"] or down or hidden(case)):
        return 0
    return sum(sight["hidden"] > share for share in (25, 50, 75))


def hit_bonus(sheet):
    """AB-NONSOAK-01 to 05."""
    own = [bonus for bonus in sheet["bonuses"] if bonus["kind"] == "hit_difficulty"]
    ablative = sum(bonus["bonus"] for bonus in own if bonus.get("ablative", False))
    others = sorted((bonus["bonus"] for bonus in own if not bonus.get("ablative", False)), reverse=True)
    if not others:
        return ablative
    best = others[0]
    more = [k for k in range(1, len(others)) if 2 * others[k] >= best + k]
    return best + max(more, default=0) + ablative


def covers(rounds, number):
    return rounds is not None and rounds["first"] <= number <= rounds["last"]


def is_dazed(unit):
    return covers(unit["condition"].get("dazed"), unit["round"])


def hit_difficulty(case, of_range):
    total = of_range + cover_difficulty(case) + hit_bonus(case["defender"]["sheet"])
    total += 3 if case["called_vital"] else 0
    total += 2 if is_dazed(case["attacker"]) else 0
    total += 1 if case["replacement"] else 0
    return total


def roll(case, unit, plain):
    """AB-BASE-01, 12, 20: successes of a Dexterity roll."""
    mega = 0
    if case["switches"]["ab.mega_dice"] == "on":
        mega = unit["sheet"].get("mega_dexterity", 0)
        mega = max(0, min(mega, plain + mega))
    return (max(0, plain) @ SUCCESS) + (mega @ MEGA)


def attack_dice(case):
    unit = case["attacker"]
    dice = unit["sheet"]["dexterity"] + ability(unit["sheet"], case["weapon"]["skill"])
    dice += wound_penalty(unit["sheet"], unit["marks"]) + armour_dice(unit, movement=False)
    actions, nth = case["flurry"]["actions"], case["flurry"]["nth"]
    if case["switches"]["ab.flurry_penalty"] == "on" and actions >= 2:
        dice -= actions + nth
    suffered = ailments(case, "attacker"), ailments(case, "defender")
    return dice + sum(ailing.attack(*suffered, is_blow(case), unit.get("late", False)))


# Defence


def may_defend(case, way):
    unit, other, weapon = case["defender"], case["attacker"], case["weapon"]
    sheet, effort = unit["sheet"], unit["effort"]
    if not case["sight"]["aware"] or hidden(case):
        return False
    if any(one in ailments(case, "defender") for one in (*ailing.INERT, "enraged")):  # CS-AIL-06, CS-ENRA-03
        return False
    if covers(unit["condition"].get("lost"), unit["round"]) or fate(sheet, unit["marks"]):
        return False
    if effort["actions"] >= sheet["dexterity"] + sheet["wits"]:  # AB-LIMIT-01, 03, 04
        return False
    if is_dazed(unit) and effort["actions"] >= 1:  # AB-DAZE-05
        return False
    if way == "parry":
        return weapon["class"] == "melee"  # AB-BASE-09
    fast = weapon.get("high_velocity", False) or weapon.get("lightspeed", False)
    if weapon["class"] == "melee" or not fast:
        return True
    exposure = case["exposure"]
    dash = unit["gait"] == "sprinting" and (exposure["began_in_cover"] or exposure["ended_in_cover"])
    crawl = exposure["crawls"] and unit["prone"] and case["sight"]["hidden"] > 0
    return sheet.get("mega_dexterity", 0) >= 1 or unit["initiative"] > other["initiative"] or dash or crawl


def chosen_defence(case):
    """(way, price) that is wanted and allowed, else None. AB-BASE-08, AB-CANCEL-03."""
    unit, wanted = case["defender"], case["defence"]
    way, _, price = wanted.partition("+")
    if way not in ("dodge", "parry") or not may_defend(case, way):
        return None
    effort = unit["effort"]
    if effort["full_defence"]:
        return (way, "full") if not price else None
    if effort["reserved"] > 0:
        return (way, "reserved") if not price else None
    if effort["queued"] == 0:
        return None
    if price == "roll" and unit["sheet"]["willpower"] > 0:
        return way, "roll"
    if price == "point" and unit["condition"]["willpower"] > 0:
        return way, "point"
    return None


def defence_dice(case, way):
    unit = case["defender"]
    skill = "athletics" if way == "dodge" else "melee" if unit["armed"] else "brawl"
    dice = unit["sheet"]["dexterity"] + ability(unit["sheet"], skill)
    dice += wound_penalty(unit["sheet"], unit["marks"]) + armour_dice(unit, movement=way == "dodge")
    own = ailments(case, "defender")
    return dice + (ailing.dodge(own) if way == "dodge" else ailing.parry(own))


def defence_difficulty(case, way):
    weapon = case["weapon"]
    total = 2 if is_dazed(case["defender"]) else 0
    if way == "dodge":
        total += weapon.get("dodge_difficulty", 0)
        if weapon.get("lightspeed", False):
            total += int(case["switches"]["ab.lightspeed_dodge_penalty"])
    return total


# Outcome


def impact_of(levels, stamina):
    """0 nothing, 1 dazed, 2 a turn lost, 3 two turns lost. AB-DAZE-01, 02, 07."""
    return sum(levels > times * stamina for times in (1, 2, 3))


def spread(rounds):
    return set() if rounds is None else set(range(rounds["first"], rounds["last"] + 1))


def shaken(case, condition, marked, full):
    """Dazing and stunning. AB-DAZE-01 to 08, AB-BASE-06."""
    unit = case["defender"]
    sheet, now = unit["sheet"], unit["round"]
    turn = condition["turn"]
    levels = turn["levels"] + marked
    strong = sheet["stamina"] + sheet["willpower"] // 2
    without = max(turn["impact"], impact_of(levels, strong if turn["powered"] else sheet["stamina"]))
    with_point = max(turn["impact"], impact_of(levels, strong))
    powered, impact = turn["powered"], without
    willpower = condition["willpower"]
    if case["power"] and willpower > 0 and not powered and with_point < without and not full:
        powered, impact, willpower = True, with_point, willpower - 1
    following = now + 1 if unit["acted"] else now
    dazed, lost = set(condition["dazed"]), set(condition["lost"])
    turns = max(0, impact - 1) - max(0, turn["impact"] - 1)
    if turns > 0:
        start = max([following] + [number + 1 for number in lost])
        lost |= set(range(start, start + turns))
        if turn["impact"] == 1:
            dazed.discard(following)
    if impact == 1 and turn["impact"] == 0:
        dazed.add(following)
    turn = {"levels": levels, "impact": impact, "powered": powered}
    return {**condition, "turn": turn, "dazed": dazed, "lost": lost, "willpower": willpower}


def outcome(case, contact, margin, raw, levels, kind, defended, condition, seized=False):
    """The key that the program's result is reduced to."""
    unit = case["defender"]
    now = unit["round"]
    marks = condition["marks"]
    down = fate(unit["sheet"], marks)
    touched = levels > 0
    rounds = lambda own: ",".join(str(number) for number in sorted(own) if number >= now) or "-"
    turn = condition["turn"]
    fields = [
        contact,
        str(margin),
        str(raw),
        f"{levels}{kind}",
        defended,
        ".".join(str(marks[name]) for name in ("A", "L", "B", "S", "pA", "pL", "pB")),
        f"{turn['levels']}.{turn['impact']}.{int(turn['powered'])}",
        rounds(condition["dazed"]),
        rounds(condition["lost"]),
        str(condition["since"] if condition["since"] is not None else "-"),
        str(condition["willpower"]),
        ",".join(str(at) for at in sorted(condition["destroyed"])) or "-",
        ",".join(str(lost) for lost in condition["ablative_lost"]) or "-",
        ("down" if down else "up") + ("+falls" if down and touched and not unit["prone"] else ""),
    ]
    if seized:
        fields.append("seized")
    return " ".join(fields)


def start_of(case):
    unit = case["defender"]
    condition, now = unit["condition"], unit["round"]
    turn = condition.get("turn")
    same = turn is not None and turn["round"] == now
    impacts = ["none", "dazed", "stunned", "stunned_long"]
    return {
        "marks": unit["marks"],
        "turn": {
            "levels": turn["levels"] if same else 0,
            "impact": impacts.index(turn["impact"]) if same else 0,
            "powered": turn["powered"] if same else False,
        },
        "dazed": spread(condition.get("dazed")),
        "lost": spread(condition.get("lost")),
        "since": condition.get("stun_since"),
        "willpower": condition["willpower"],
        "destroyed": set(condition.get("destroyed", [])),
        "ablative_lost": list(condition.get("ablative_lost", [])),
    }


def damage_dice(case):
    """AB-BASE-04, CS-ENRA-02, CS-BASE-26."""
    dice = case["weapon"]["dice"] + 2 * (is_blow(case) and "enraged" in ailments(case, "attacker"))
    element = case["weapon"].get("strike", {}).get("element")
    return dice + ailing.half_more(dice) if ailing.special(ailments(case, "defender"), element) else dice


def strike(case, margin, defended, condition):
    """From the margin to the marks. AB-BASE-03 to 05, AB-BASE-18 steps 3 to 10."""
    unit, weapon = case["defender"], case["weapon"]
    if margin < 1:
        return outcome(case, "miss", margin, 0, 0, "-", defended, condition)
    if weapon.get("grapple", False):
        return outcome(case, "hit", margin, 0, 0, "-", defended, condition, seized=True)
    raw = damage_dice(case) + margin - 1
    kind = weapon["kind"]
    if kind == "E":  # AB-EMP-10
        return outcome(case, "graze", margin, raw, 0, "-", defended, condition)
    soak, ablative = soak_of(case)
    condition = dict(condition)
    broken = {at for at, piece in pieces(unit) if piece.get("destruction") is not None and raw >= piece["destruction"]}
    condition["destroyed"] = condition["destroyed"] | broken
    if ablative:
        letter = {"lethal": "L", "bashing": "B"}.get(weapon.get("soak_as"), kind)
        own = ablative_left(unit, COLUMNS[letter])
        stopped = min(raw, ablative)
        lost = list(condition["ablative_lost"])
        for at, soaks in enumerate(own):
            now = min(stopped, soaks)
            if now:
                lost += [0] * (at + 1 - len(lost))
                lost[at] += now
                stopped -= now
        condition["ablative_lost"] = lost
    if raw > soak:
        dice, marks_as, adds = raw - soak, kind, weapon["adds"]
    elif kind in MILDER:
        dice, marks_as, adds = 1, MILDER[kind], 0
    else:
        return outcome(case, "graze", margin, raw, 0, "-", defended, condition)

    def harmed(successes):
        levels = successes + adds
        if levels == 0:
            return outcome(case, "graze", margin, raw, 0, marks_as, defended, condition)
        overflow = case["switches"]["ab.bashing_overflow"]
        marks, counted = mark(unit["sheet"], condition["marks"], levels, marks_as, overflow)
        since = condition["since"] if condition["since"] is not None else unit["round"]
        after = {**condition, "marks": marks, "since": since if marks["S"] else None}
        wounds = marks["A"] + marks["L"] + marks["B"]
        after = shaken(case, after, counted, full=wounds >= len(boxes(unit["sheet"])) + 1)
        return outcome(case, "hit", margin, raw, levels, marks_as, defended, after)

    return (dice @ SUCCESS).map(harmed)


def odds(case):
    condition = start_of(case)
    of_range = range_difficulty(case)
    if of_range is None:
        return Die([outcome(case, "miss", 0, 0, 0, "-", "-", condition)])
    difficulty = hit_difficulty(case, of_range)
    chosen = chosen_defence(case)

    def attacked(successes):
        net = max(0, successes - difficulty)
        if net == 0 or chosen is None:
            return strike(case, net, "-", condition)
        way, price = chosen

        def defend(price, spent):
            pool = roll(case, case["defender"], defence_dice(case, way))
            paid = {**condition, "willpower": condition["willpower"] - spent}
            hard = defence_difficulty(case, way)
            return pool.map(lambda own: strike(case, net - max(0, own - hard), f"{way}/{price}", paid))

        if price == "point":
            return defend("point", 1)
        if price != "roll":
            return defend(price, 0)

        def tried(own):
            if own >= 1:
                return defend("roll", 0)
            if condition["willpower"] > 0 and case["pay"]:
                return defend("point_after_roll", 1)
            return strike(case, net, "-", condition)

        return (case["defender"]["sheet"]["willpower"] @ SUCCESS).map(tried)

    return roll(case, case["attacker"], attack_dice(case)).map(attacked)


# Cases


def soak_values(rng, most):
    values = {"bashing": rng.randint(0, most), "lethal": rng.randint(0, most), "aggravated": rng.randint(0, 2)}
    return {name: value for name, value in values.items() if value}


def some_impervious(rng):
    return rng.choice([None, None, None, {"points": 1}, {"points": 2}, "full"])


def piece(rng, number):
    own = {"name": f"piece {number}", "soak": soak_values(rng, 4)}
    if rng.random() < 0.5:
        own["penalty"] = rng.randint(1, 2)
    if rng.random() < 0.5:
        own["destruction"] = rng.randint(2, 8)
    if rng.random() < 0.3:
        own["lightweight"] = True
    if rng.random() < 0.2:
        own["is_layer"] = False
        own["stackable"] = rng.random() < 0.7
        if rng.random() < 0.3:
            own["category"] = "natural"
    impervious = some_impervious(rng)
    if impervious:
        own["impervious"] = impervious
    return own


def source(rng, number):
    own = {"name": f"source {number}", "category": rng.choice(["power", "power", "natural", "armored"])}
    own["soak"] = soak_values(rng, 4)
    if rng.random() < 0.3:
        own["category"], own["ablative"] = "power", True
    elif rng.random() < 0.3:
        own["stackable"] = True
    impervious = some_impervious(rng)
    if impervious:
        own["impervious"] = impervious
    return own


def fighter(rng, is_attacker):
    sheet = {
        "strength": rng.randint(1, 4),
        "dexterity": rng.randint(2, 4) if is_attacker else rng.randint(1, 3),
        "stamina": rng.choice([1, 2, 2, 3, 3, 4, 5]),
        "wits": rng.randint(1, 3),
        "willpower": rng.choice([0, 1, 2, 3, 4]),
        "quantum": rng.choice([0, 0, 0, 1, 2]),
        "psi": True,
        "abilities": {},
        "armour": [],
        "sources": [],
        "bonuses": [],
    }
    for name in ("mega_strength", "mega_dexterity", "mega_stamina"):
        if rng.random() < 0.25:
            sheet[name] = rng.randint(1, 2)
    for name in ("athletics", "might", "endurance", "brawl", "melee", "firearms", "throwing"):
        if rng.random() < 0.7:
            sheet["abilities"][name] = rng.randint(1, 3) if is_attacker else rng.randint(1, 2)
    if rng.random() < (0.35 if is_attacker else 0.75):
        sheet["armour"] = [piece(rng, number) for number in range(rng.choice([1, 1, 2, 3]))]
    if not is_attacker:
        if rng.random() < 0.45:
            sheet["sources"] = [source(rng, number) for number in range(rng.choice([1, 2, 3]))]
        if rng.random() < 0.2:
            sheet["bonuses"] = [
                {"name": f"bonus {number}", "kind": "hit_difficulty", "bonus": rng.randint(1, 2)}
                for number in range(rng.randint(1, 2))
            ]
            if rng.random() < 0.3:
                sheet["bonuses"][0]["ablative"] = True
            if rng.random() < 0.3:
                sheet["bonuses"].append({"name": "mind", "kind": "mental_resistance", "bonus": 3})
        if rng.random() < 0.15:
            sheet["soak_enhancement"] = {"bashing": 1, "lethal": 1}
    round_number = rng.randint(1, 4)
    condition = {"willpower": rng.randint(0, sheet["willpower"])}
    marks = dict.fromkeys(("A", "L", "B", "S", "pA", "pL", "pB"), 0)
    room = len(boxes(sheet)) + 1
    if rng.random() < 0.6:
        most = 4 if is_attacker else room - 1
        for kind in "ALBS":
            if rng.random() < 0.5:
                marks[kind] = rng.randint(0, max(0, min(3, most - sum(marks.values()))))
    if not is_attacker and rng.random() < 0.05:
        marks["B"] += room - sum(marks[kind] for kind in "ALBS")
    names = {"A": "aggravated", "L": "lethal", "B": "bashing", "S": "stun"}
    condition["marks"] = {names[kind]: marks[kind] for kind in names if marks[kind]}
    if marks["S"]:
        condition["stun_since"] = rng.randint(1, round_number)
    acted = rng.random() < 0.5
    if is_attacker:
        if rng.random() < 0.15:
            condition["dazed"] = {"first": round_number, "last": round_number}
    elif rng.random() < 0.4:
        # Damage of this round that has been counted already, with its effects.
        levels = rng.randint(1, 3 * sheet["stamina"])
        impact = impact_of(levels, sheet["stamina"])
        following = round_number + 1 if acted else round_number
        word = ["none", "dazed", "stunned", "stunned_long"][impact]
        condition["turn"] = {
            "round": round_number,
            "levels": levels,
            "impact": word,
            "powered": False,
            "rallied": False,
        }
        if impact == 1:
            condition["dazed"] = {"first": following, "last": following}
        if impact >= 2:
            condition["lost"] = {"first": following, "last": following + impact - 2}
    elif rng.random() < 0.25:
        # Harm of the round before.
        name = rng.choice(["dazed", "lost"])
        condition[name] = {"first": round_number, "last": round_number}
        condition["turn"] = {
            "round": round_number - 1,
            "levels": 3 * sheet["stamina"],
            "impact": "dazed" if name == "dazed" else "stunned",
            "powered": True,
            "rallied": False,
        }
    if sheet["armour"] and rng.random() < 0.15:
        condition["destroyed"] = [rng.randrange(len(sheet["armour"]))]
    ablative = [own for own in sheet["sources"] if own.get("ablative", False)]
    if ablative and rng.random() < 0.4:
        condition["ablative_lost"] = [rng.randint(1, 2)]
    effort = {
        "points": rng.randint(0, 2),
        "actions": rng.choice([0, 0, 1, 2, 5]),
        "reserved": rng.choice([0, 0, 1]),
        "full_defence": rng.random() < 0.3,
        "queued": rng.choice([0, 1, 1]),
    }
    return {
        "sheet": sheet,
        "condition": condition,
        "marks": marks,
        "effort": effort,
        "initiative": rng.randint(3, 14),
        "round": round_number,
        "acted": acted,
        "gait": rng.choice(["steady", "running", "sprinting"]),
        "prone": rng.random() < 0.2,
        "armed": rng.random() < 0.5,
    }


def weapon(rng):
    cls = rng.choice(["melee", "melee", "ranged", "ranged", "ranged", "thrown"])
    kind = rng.choice("SBBLLLLAAE" if rng.random() < 0.5 else "SBBLLLLA")
    own = {
        "name": "weapon",
        "class": cls,
        "skill": {"melee": rng.choice(["melee", "brawl"]), "ranged": "firearms", "thrown": "throwing"}[cls],
        "dice": rng.randint(2, 9),
        "kind": kind,
        "adds": rng.choice([0, 0, 0, 1, 3]),
        "short_range_m": 10 if cls == "ranged" else 0,
        "ap": rng.choice([0, 0, 1, 3, 5]),
    }
    if cls == "melee":
        own["reach"] = rng.choice([0, 0, 1])
        if kind == "B" and rng.random() < 0.3:
            own["grapple"] = True
    else:
        own["high_velocity"] = cls == "ranged" and rng.random() < 0.5
        own["lightspeed"] = cls == "ranged" and rng.random() < 0.2
    if cls == "thrown":
        own["mass_g"] = rng.choice([300, 1000, 1999, 2000, 3000, 12000])
        own["aero_bonus"] = rng.choice([0, 0, 1, 3])
    if rng.random() < 0.2:
        own["dodge_difficulty"] = 1
    if kind == "A" and rng.random() < 0.4:
        own["soak_as"] = "lethal"
    if kind == "S" and rng.random() < 0.4:
        own["unsoakable"] = True
    return own


def make_case(rng):
    attacker, defender, arm = fighter(rng, True), fighter(rng, False), weapon(rng)
    attacker["round"] = defender["round"]
    if "dazed" in attacker["condition"]:
        attacker["condition"]["dazed"] = {"first": defender["round"], "last": defender["round"] + 1}
    if arm["class"] == "melee":
        x, y = rng.choice([(1, 0), (1, 1), (0, 1), (2, 1)])
    else:
        x, y = rng.choice([(3, 4), (6, 8), (8, 7), (5, 0), (12, 5), (20, 0), (21, 0), (30, 20), (64, 48), (70, 60)])
        if rng.random() < 0.6:
            x, y = x // 2, y // 2 + 1
    sight = {
        "distance_squared": x * x + y * y,
        "rings": max(x, y),
        "hidden": rng.choice([0, 0, 0, 25, 26, 50, 51, 75, 76, 99, 100]),
        "took_cover": rng.random() < 0.6,
        "across_obstacle": rng.random() < 0.4,
        "aware": rng.random() < 0.9,
    }
    barriers = []
    if rng.random() < 0.2 and not arm.get("unsoakable", False):
        for number in range(rng.randint(1, 2)):
            barriers.append(
                {
                    "id": number,
                    "name": "pane",
                    "structure": 5,
                    "armor": rng.randint(1, 3),
                    "thickness_cm": 1,
                    "damage": rng.choice([0, 0, 2, 5]),
                    "transparent": rng.random() < 0.7,
                }
            )
    switches = dict(SWITCHES)
    for name, other in (
        ("ab.flurry_penalty", "on"),
        ("ab.mega_dice", "on"),
        ("ab.lightspeed_dodge_penalty", "0"),
        ("ab.bashing_overflow", "stop"),
        ("ab.throw_mega_plus10", "on"),
    ):
        if rng.random() < 0.25:
            switches[name] = other
    actions = rng.choice([1, 1, 2, 3])
    return {
        "attacker": attacker,
        "defender": defender,
        "weapon": arm,
        "called_vital": rng.random() < 0.1,
        "replacement": rng.random() < 0.15,
        "flurry": {"actions": actions, "nth": rng.randrange(actions)},
        "sight": sight,
        "exposure": {name: rng.random() < 0.3 for name in ("began_in_cover", "ended_in_cover", "crawls")},
        "barriers": barriers,
        "switches": switches,
        "defence": rng.choice(
            ["dodge", "dodge", "dodge", "parry", "parry", "none", "dodge+roll", "dodge+point", "parry+roll"]
        ),
        "pay": rng.random() < 0.5,
        "power": rng.random() < 0.5,
    }


def suit_defence(rng, case):
    """Most cases want a defence by the means that there are."""
    effort = case["defender"]["effort"]
    if case["defence"] == "none" or rng.random() < 0.1:
        return
    way = case["defence"].partition("+")[0]
    if effort["full_defence"] or effort["reserved"]:
        case["defence"] = way
    else:
        case["defence"] = way + rng.choice(["+roll", "+point"])


def written(case, die):
    """The case as the program reads it, with its odds."""
    own = json.loads(json.dumps(case))
    for name in ("attacker", "defender"):
        del own[name]["marks"]
    arm = own["weapon"]
    adds = f" [{arm['adds']}]" if arm["adds"] else ""
    arm["damage"] = f"{arm.pop('dice')}{arm.pop('kind')}{adds}"
    del arm["adds"]
    own["switches"] = {name: value for name, value in own["switches"].items() if value != SWITCHES[name]}
    parts = ((str(key), die.probability(key)) for key in die.outcomes())
    own["odds"] = {key: f"{part.numerator}/{part.denominator}" for key, part in sorted(parts)}
    return own


def main():
    rng = random.Random(20240)
    cases = []
    while len(cases) < 340:
        case = make_case(rng)
        suit_defence(rng, case)
        die = odds(case)
        # Few of the trivial cases.
        if len(die.outcomes()) < 3 and rng.random() < 0.75:
            continue
        cases.append(written(case, die))
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = pathlib.Path(__file__).parent / "data" / "aberrant.json"
    path.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
