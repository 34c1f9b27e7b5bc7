//! Gauges and statistics of units and weapons for the screen.

use super::{AttacksAndDamageRulebook, fighter, switches};
use crate::attacks_and_damage::attack::weapon_check;
use crate::attacks_and_damage::damage::health::{self, LifeState};
use crate::attacks_and_damage::damage::{armour, knockdown, resistance, wounds};
use crate::attacks_and_damage::defence::methods;
use crate::attacks_and_damage::defence::methods::{
    DefenceTest, MELEE_AND_THROWN_TESTS, PROJECTILE_TESTS, dice_text,
};
use crate::attacks_and_damage::turns::turn_rules;
use crate::attacks_and_damage::{Attribute, DamageType, Fighter, Switches};
use crate::rulebook::UnitDisplay;
use crate::unit::turn_allowance::FREE_ACTION;
use crate::{
    DeadlyHarm, DerivedStat, Gauge, GaugeShape, GaugeTone, HealthState, HeldWeapon, RuleSet, Sheet, Stat,
    TrackBox, TurnAllowance, UnitSnapshot, Weapon,
};
use dice::{Clause, Modifiers};

const ATTRIBUTES: [Attribute; 7] = [
    Attribute::Body,
    Attribute::Reaction,
    Attribute::Agility,
    Attribute::Intuition,
    Attribute::Edge,
    Attribute::Willpower,
    Attribute::Strength,
];

impl UnitDisplay for AttacksAndDamageRulebook {
    /// Critical boxes until the overflow kills. `AD-BASE-14`, `AD-BASE-16`.
    fn deadly_harm(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DeadlyHarm> {
        health::deadly_boxes(health.attacks_and_damage(), sheet.attacks_and_damage(), switches(rules))
    }

    /// `AD-KD-01`.
    fn least_knockdown(target: &UnitSnapshot, _: &Weapon, _: &RuleSet) -> Option<u32> {
        (!target.prone).then(|| knockdown::knockdown_limit(target.sheet.attacks_and_damage()) + 1)
    }

    /// Both tracks, overflow, and the penalty for repeated defences.
    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge> {
        let (sheet, switches) = (sheet.attacks_and_damage(), switches(rules));
        let health = health.attacks_and_damage();
        let (light_result, critical_result) = match health::life_state(health, sheet, switches) {
            LifeState::Able => (None, None),
            LifeState::Unconscious => (Some("unconscious"), None),
            LifeState::Dying => (None, Some("dying")),
            LifeState::Dead => (None, Some("dead")),
        };
        let light_boxes = health::light_boxes(sheet, switches);
        let critical_boxes = health::critical_boxes(sheet, switches);
        let gauge = |label: &'static str, shape, note, clause| Gauge {
            label: label.into(),
            shape,
            tone: GaugeTone::Body,
            note,
            clause,
        };
        let mut gauges = vec![
            gauge(
                "Light",
                track_shape(health.light, light_boxes, TrackBox::Light),
                track_note(health.light, light_result, switches),
                "AD-BASE-10",
            ),
            gauge(
                "Critical",
                track_shape(health.critical, critical_boxes, TrackBox::Worst),
                track_note(health.critical, critical_result, switches),
                "AD-BASE-11",
            ),
        ];
        if health.overflow > 0 {
            let max = health::death_limit(sheet, switches).cast_signed();
            let shape = GaugeShape::Rising { now: health.overflow.cast_signed(), max, falls_beyond: false };
            gauges.push(gauge("Overflow", shape, format!("dead above {max}"), "AD-BASE-16"));
        }
        let penalty = health.frequency.penalty;
        if penalty != 0 {
            let shape = GaugeShape::Words(vec![format!("{penalty} to defence tests")]);
            gauges.push(gauge("Defence", shape, String::new(), "AD-FREQ-01"));
        }
        gauges
    }

    /// Free Action and attacks left in the phase. `SS-ACT-10`, `AD-BASE-19`.
    fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
        let turn = unit.budget.attacks_and_damage();
        let free = turn.budget.free_used < rules.engine.free_actions_per_pass;
        let attacks = match switches(rules).attacks_per_phase.saturating_sub(turn.attacks) {
            0 => "no attacks left".to_owned(),
            1 => "1 attack".to_owned(),
            more => format!("{more} attacks"),
        };
        vec![if free { "Free Action" } else { "Free Action used" }.to_owned(), attacks]
    }

    /// Action points, attacks and the Free Action. `AD-BASE-19`.
    fn turn_allowances(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TurnAllowance> {
        let turn = unit.budget.attacks_and_damage();
        let free = turn.budget.free_used < rules.engine.free_actions_per_pass;
        let left = switches(rules).attacks_per_phase.saturating_sub(turn.attacks);
        let points = "Action points. They pay for an attack, running, taking cover and the like; each button says its \
                      price. Defences cost none.";
        vec![
            TurnAllowance::points(unit.budget.points(), points, "AD-BASE-07"),
            TurnAllowance {
                left,
                ..TurnAllowance::once("Attack", true, "Attacks that the turn allows.", "AD-BASE-19")
            },
            TurnAllowance::once("Free Action", free, FREE_ACTION, "SS-ACT-10"),
        ]
    }

    /// `AD-BASE-08`.
    fn unspent_points() -> Option<(&'static str, Clause)> {
        Some((
            "Defences cost no AP: unspent AP pay only for an attack on an enemy that passes by.",
            "AD-BASE-08",
        ))
    }

    /// `AD-BASE-19`, `AD-FREQ-01`.
    fn turn_guide() -> &'static str {
        "In its turn a unit spends action points (AP), for one attack and for smaller actions; each button says its \
         price. Defending costs nothing, but each defence takes a die from the next.\n\
         A round has several passes: initiative falls by 10 after each, and units that are still above 0 act again."
    }

    /// Attributes, skills, defence and armour.
    fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
        let sheet = sheet.attacks_and_damage();
        let stat = |group, name: &'static str, value: String, clause| Stat {
            group,
            name: name.into(),
            value,
            clause,
        };
        let mut stats = Vec::new();
        for attribute in ATTRIBUTES {
            let value = sheet.attributes.get(attribute).to_string();
            stats.push(stat("Attributes", attribute.name(), value, "AD-BASE-02"));
        }
        for (skill, rating) in &sheet.skills {
            stats.push(stat("Skills", skill.name(), rating.to_string(), "AD-BASE-02"));
        }
        let body = sheet.attributes.body.to_string();
        stats.push(stat("Defence", "Damage resistance", body, "AD-RES-09"));
        let limit = knockdown::knockdown_limit(sheet).to_string();
        stats.push(stat("Defence", "Knockdown limit", limit, "AD-KD-01"));
        for item in sheet.armour.iter().chain(&sheet.shield) {
            let (name, value) = (item.name.clone().into(), item.av.to_string());
            stats.push(Stat { group: "Defence", name, value, clause: "AD-ARM-03" });
        }
        stats
    }

    fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
        let (fighter, switches) = (fighter(unit), switches(rules));
        let sheet = &fighter.sheet;
        let initiative = turn_rules::initiative_parts(sheet);
        let mut stats = vec![
            DerivedStat::new(
                "Initiative",
                format!("{} + {}d6", initiative.sum(), sheet.initiative_dice),
                initiative,
                "Re-rolled every round; each pass takes 10 from the score.",
                "SS-INIT-01",
            ),
            defence_stat(
                "Defence, melee and thrown",
                MELEE_AND_THROWN_TESTS,
                "AD-DEF-09",
                &fighter,
                switches,
            ),
            defence_stat("Defence, projectiles", PROJECTILE_TESTS, "AD-DEF-12", &fighter, switches),
        ];
        stats.extend(armour_stats(&fighter, switches));
        let resistance = resistance::resistance_parts(&fighter);
        let limit = knockdown::knockdown_limit(sheet);
        let wounds = wounds::wound_parts(&fighter.condition, switches);
        stats.extend([
            DerivedStat::new(
                "Resistance",
                dice_text(resistance.pool()),
                resistance,
                "Rolled against damage after armour. Its hits also turn as much Critical damage into Light.",
                "AD-RES-09",
            ),
            DerivedStat::new(
                "Knockdown limit",
                limit.to_string(),
                knockdown::knockdown_limit_parts(sheet),
                "More damage than this in one attack knocks the unit down.",
                "AD-KD-01",
            ),
            DerivedStat::new(
                "Wounds",
                penalty_text(wounds.sum()),
                wounds,
                "Applies to weapon and defence tests, not to resistance.",
                "AD-BASE-20",
            ),
            defence_price_stat(),
            defence_penalty_stat(fighter.condition.frequency.penalty),
        ]);
        stats
    }

    /// Weapon test, damage value, penetration, class and range.
    fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
        let weapon = held.weapon.attacks_and_damage();
        let pool = weapon_check::weapon_check_parts(&fighter(unit), weapon, switches(rules));
        let mut stats = vec![DerivedStat::new("Weapon test", dice_text(pool.pool()), pool, "", "AD-TEST-01")];
        let stat = DerivedStat::plain;
        stats.push(match weapon.typed_damage() {
            Some(damage) => stat("Damage value", damage.to_string(), "Net hits are added.", "AD-TYPE-02"),
            None => {
                stat("Damage value", "contact".to_owned(), "No damage needed for its effect.", "AD-CON-03")
            }
        });
        if weapon.ap != 0 {
            let hint = "Added to the target's armour: never below 0, at most doubled.";
            stats.push(stat("Armour penetration", format!("{:+}", weapon.ap), hint, "AD-AP-01"));
        }
        let class = weapon.class.name().to_owned();
        stats.push(stat("Class", class, "Decides which defences are possible.", "AD-DEF-02"));
        if weapon.range > 0 {
            stats.push(stat("Range", format!("{} m", weapon.range), "", "AD-BASE-18"));
        }
        stats
    }

    /// "9 dice · 6 Critical (Piercing) · armour -2".
    fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        let weapon = weapon.attacks_and_damage();
        let pool = weapon_check::weapon_check_parts(&fighter(unit), weapon, switches(rules)).pool();
        let damage = weapon.typed_damage().map_or_else(|| "contact".to_owned(), |damage| damage.to_string());
        let ap = if weapon.ap == 0 { String::new() } else { format!(" · armour {:+}", weapon.ap) };
        format!("{} · {damage}{ap}", dice_text(pool))
    }

    fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
        let weapon = weapon.attacks_and_damage();
        let stat = |name: &'static str, value: String, clause| Stat {
            group: "Weapon",
            name: name.into(),
            value,
            clause,
        };
        let mut stats = vec![
            stat("Skill", weapon.skill.name().to_owned(), "AD-TEST-01"),
            stat("Class", weapon.class.name().to_owned(), "AD-DEF-02"),
        ];
        if let Some(attribute) = weapon.attribute {
            stats.push(stat("Attribute", attribute.name().to_owned(), "AD-BASE-06"));
        }
        stats.push(match weapon.typed_damage() {
            Some(damage) => stat("Damage", damage.to_string(), "AD-TYPE-02"),
            None => stat("Damage", "contact".to_owned(), "AD-CON-03"),
        });
        if weapon.ap != 0 {
            stats.push(stat("Armour piercing", format!("{:+}", weapon.ap), "AD-AP-01"));
        }
        if weapon.range > 0 {
            stats.push(stat("Range", format!("{} m", weapon.range), "AD-BASE-18"));
        }
        for rider in &weapon.riders {
            stats.push(stat("Effect", rider.effect.clone(), "AD-SPEC-02"));
        }
        stats
    }
}

/// Boxes of a track, the marked ones first.
fn track_shape(marked: u32, boxes: u32, mark: TrackBox) -> GaugeShape {
    GaugeShape::Boxes((0..boxes).map(|place| if place < marked { mark } else { TrackBox::Free }).collect())
}

/// Result of a full track, and its wound modifier: "dying, -3 to tests".
fn track_note(marked: u32, result: Option<&str>, switches: &Switches) -> String {
    let modifier = wounds::track_modifier(marked, switches);
    let modifier = (modifier != 0).then(|| format!("{modifier} to tests"));
    result.into_iter().chain(modifier.as_deref()).collect::<Vec<_>>().join(", ")
}

/// The largest pool in a column of table AD-T2. `AD-DEF-02`.
fn defence_stat(
    name: &'static str,
    column: [DefenceTest; 3],
    clause: Clause,
    fighter: &Fighter,
    switches: &Switches,
) -> DerivedStat {
    let (test, parts) = methods::best_defence(column, fighter, switches);
    let value = format!("{}, {}", dice_text(parts.pool()), test.label());
    let hint = "The largest of three pools; the others can be chosen when attacked.";
    DerivedStat::new(name, value, parts, hint, clause)
}

/// AV by damage type. `AD-ARM-04` to `AD-ARM-07`.
fn armour_stats(fighter: &Fighter, switches: &Switches) -> [DerivedStat; 3] {
    let types = [
        ("Armour, Impact", DamageType::Impact, "AD-ARM-04"),
        ("Armour, Piercing", DamageType::Piercing, "AD-ARM-05"),
        ("Armour, Energy", DamageType::Energy, "AD-ARM-06"),
    ];
    let no_hand = fighter.sheet.shield.is_some() && !fighter.shield;
    let hint = if no_hand { "The shield does not count: no free hand." } else { "" };
    types.map(|(name, kind, clause)| {
        let parts = armour::armour_parts(fighter, Some(kind), switches);
        DerivedStat::new(name, parts.pool().to_string(), parts, hint, clause)
    })
}

/// Price of a defence test in action points: none. `AD-BASE-08`.
fn defence_price_stat() -> DerivedStat {
    let hint = "A defence test is made at any time; only the penalty for previous defences lowers it.";
    DerivedStat::plain("Price of a defence", "no AP".to_owned(), hint, "AD-BASE-08")
}

/// Penalty for previous defences. `AD-FREQ-01`.
fn defence_penalty_stat(penalty: i32) -> DerivedStat {
    let mut parts = Modifiers::new();
    parts.add(penalty, "previous defences", "AD-FREQ-01");
    let hint = "-1 die per defence; each turn restores one, a turn without defences restores all.";
    DerivedStat::new("Previous defences", penalty_text(penalty), parts, hint, "AD-FREQ-01")
}

fn penalty_text(dice: i32) -> String {
    match dice {
        0 => "no penalty".to_owned(),
        -1 => "-1 die".to_owned(),
        dice => format!("{dice} dice"),
    }
}
