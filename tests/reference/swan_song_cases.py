"""Draws the cases of make_swan_song_more.py: who attacks whom, with what, aimed at what, and what either suffers."""

import json

import make_swan_song as book
from swan_song_tables import INERT, LOCATIONS, PARTS, SIDED, SINGLE, Suffering, area


def ailment(name, part=None, strength=0, until="removed"):
    return {"ailment": name, "part": part, "by": None, "strength": strength, "until": until}


def make_ailments(r, target):
    """A few, among them those of called shots, each with the place where it came from."""
    sides = ["left", "right"]
    names = ["burning", "blinded", "dazed", "deafened", "immobilised", "wet", "sealed", "cursed", "enraged",
             "pinned", "frozen", "shocked", "stunned", "unconscious"]
    if not target:
        names = names[:-4]
    made = [ailment(name) for name in r.sample(names, r.choice([0, 0, 1, 1, 2]))]
    for _ in range(r.choice([0, 0, 1, 2, 3])):
        name = r.choice(["slowed", "winded", "deaf_ear", "blind_eye", "reeling", "broken_grip", "useless_arm",
                         "hurt_arm", "nauseous", "buckled", "slow_death", "speechless", "bleedout"])
        if not target and name in ("winded", "reeling", "useless_arm"):
            continue
        part = r.choice(sides) if name in SIDED else None
        if any(one["ailment"] == name and one["part"] == part for one in made):
            continue
        from_ = {"slowed": ["ankle", "knee", "thigh", "hip"], "winded": ["ankle", "sternum", "thigh"],
                 "broken_grip": ["forearm", "hand"], "nauseous": ["gut", "genitals"], "deaf_ear": ["ear"],
                 "blind_eye": ["eye"], "useless_arm": ["shoulder"], "hurt_arm": ["shoulder"],
                 "buckled": ["genitals"], "slow_death": ["gut"], "speechless": ["jaw"], "bleedout": ["neck"],
                 "reeling": ["gut", "neck"]}
        location = r.choice(from_[name])
        side = part or (None if location in SINGLE else r.choice(sides))
        until = {"end_of_round": r.randint(1, 5)}
        made.append(ailment(name, part, area(location, side), until))
    return made


def make_called(r, case, repeats):
    sheet, weapon = case["defender"]["sheet"], case["weapon"]
    if weapon.get("blast") or sheet["kind"] == "object":
        return None
    if sheet["kind"] == "vehicle":
        return r.choice(list(PARTS))
    melee = weapon["class"] in ("melee", "unarmed")
    if melee and not weapon.get("contact_only") and r.random() < 0.1:
        return "knock_down"
    location = repeats.pop() if repeats and r.random() < 0.5 else r.choice(list(LOCATIONS))
    return location if location in SINGLE else f"{r.choice(['left', 'right'])}_{location}"


def make_case(r):
    case = book.make_case(r)
    sw, weapon, att, dfn = case["switches"], case["weapon"], case["attacker"], case["defender"]
    ranged = weapon["class"] == "ranged"
    if ranged and r.random() < 0.25:
        case["mode"] = r.choice(["flechette_narrow", "flechette_medium", "flechette_wide"])
    elif ranged and r.random() < 0.2:
        weapon.update(name="stone", skill="throwing", accuracy=r.randint(3, 7), hands=1)
        weapon["class"] = "thrown"
        weapon.pop("recoil_compensation", None)
        case["mode"], case["rounds_fired"] = None, 0
        att["sheet"]["skills"]["throwing"] = r.randint(1, 5)
    if weapon["class"] in ("ranged", "thrown") and r.random() < 0.15:
        weapon["blast"] = r.randint(1, 6)
    if weapon["class"] == "melee" and r.random() < 0.2:
        weapon["piercing"] = True
    if r.random() < 0.3:
        att["sheet"]["skills"][weapon["skill"]] = r.randint(4, 6)
        att["sheet"]["attributes"]["agility"] = r.randint(4, 6)
    if r.random() < 0.12 and dfn["sheet"]["kind"] == "robot":
        dfn["sheet"]["kind"] = "vehicle"
        dfn["prone"] = False
        if "strain" not in dfn["sheet"]:  # SS-BASE-24: nothing that strains
            dfn["vitals"] |= {"strain": 0, "strain_threshold": 0}
    for unit, target in ((att, False), (dfn, True)):
        if r.random() < 0.6 and unit["sheet"]["kind"] == "character":
            unit["ailments"] = make_ailments(r, target)
        if r.random() < 0.1:
            unit["carried"] = r.randint(1, 2)
        if r.random() < 0.1 and unit["down"] is None and unit["sheet"]["kind"] != "object":
            unit["vitals"]["stand"] = "fighting"
            if r.random() < 0.6 and unit["vitals"]["flesh"]["max"]:
                unit["vitals"]["flesh"]["now"] = r.choice([0, -1, -3])
    att["late"] = r.random() < 0.2
    if Suffering(att).has("hurt_arm") or Suffering(dfn).has("hurt_arm"):
        if r.random() < 0.6:
            sw["ss.one_arm_penalty"] = "arm"
    ill = Suffering(dfn)
    if any(ill.has(name) for name in INERT):
        dfn["may_interrupt"] = False
    if weapon["hands"] == 1:
        case["hand"] = r.choice(["left", "right"])
    dfn["hands"] = [r.choice(["left", "right"]) if held["hands"] == 1 else None for held in dfn["held"]]
    if Suffering(att).has("blinded") and weapon["class"] in ("ranged", "thrown"):
        return None  # CS-BLND-05: refused
    if r.random() < 0.65:
        places = [list(LOCATIONS)[(one["strength"] - 1) // 3] for one in dfn.get("ailments", []) if one["strength"]]
        case["called"] = make_called(r, case, places)
        if r.random() < 0.2:
            sw["ss.slowed_until"] = "rounds"
        if r.random() < 0.3:
            sw["ss.genitals_row"] = "table"
    elif not weapon.get("blast") and not att.get("karma") and r.random() < 0.5:
        other = r.choice([weapon, weapon, book.make_weapon(r, "melee"), book.make_weapon(r, "ranged")])
        make_set(r, case, weapon, other)
    return case


def make_set(r, case, weapon, other):
    """Several attacks, all of them allowed. SS-MULTI-02 to SS-MULTI-04, SS-MULTI-10."""
    rating = min(case["attacker"]["sheet"]["skills"].get(w["skill"], 0) for w in (weapon, other))
    count = min(3, (rating + 1) // 2)
    flies = lambda w: w["class"] in ("ranged", "thrown")
    guns = sum(w["class"] == "ranged" for w in (weapon, other))
    if count < 2 or flies(weapon) != flies(other) or (other is weapon and flies(weapon)):
        return
    count = 2 if guns else count
    mode = r.choice(list(book.MODES)) if other["class"] == "ranged" else None
    entry = lambda w, m: {"weapon": w, "mode": m, "slot": int(w is other and other is not weapon),
                          "hand": case.get("hand") if w is weapon else None}
    if case["mode"] is None and weapon["class"] == "ranged":
        return
    case["set"] = [entry(weapon, case["mode"])] + [entry(other, mode) for _ in range(count - 1)]
    case["nth"] = 0


def written(data):
    """What the program reads: what a unit carries stands beside its sheet."""
    data = json.loads(json.dumps({k: v for k, v in data.items() if v is not None or k == "mode"}))
    for name in ("attacker", "defender"):
        data[name]["sheet"].pop("carried", None)
    return data
