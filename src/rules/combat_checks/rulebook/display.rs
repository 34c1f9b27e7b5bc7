//! Display of a unit and its weapons in this book's terms.

use super::{fighter, switches};
use crate::combat_checks::checks::pool::Check;
use crate::combat_checks::checks::{check, defence};
use crate::combat_checks::health::damage;
use crate::combat_checks::turns::action_economy;
use crate::combat_checks::turns::action_economy::{MAX_MANEUVERS, Maneuver};
use crate::combat_checks::turns::turn_engine;
use crate::combat_checks::{Characteristic, CheckKind, RangeBand, WeaponClass, display};
use crate::turn_engine::PhaseTiming;
use crate::{
    DerivedStat, Gauge, HealthState, HeldWeapon, RuleSet, Sheet, Stat, TargetSight, UnitSnapshot, Weapon,
    WeaponMalfunction,
};
use dice::{Clause, Modifiers};

/// Wounds, Strain, injuries and temporary effects.
pub fn gauges(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Vec<Gauge> {
    display::gauges(sheet.combat_checks(), condition.combat_checks())
}

/// Characteristics, skills and defence.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    display::sheet_stats(sheet.combat_checks())
}

/// Statistics of a weapon.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    display::weapon_stats(weapon.combat_checks())
}

/// Action, maneuvers, and maneuvers paid but not performed. `CC-ECON-03` to `CC-ECON-07`, `CC-ECON-14`.
pub fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
    let budget = unit.budget.combat_checks();
    let mut reserves = Vec::new();
    if budget.turn == PhaseTiming::Now {
        let fighter = fighter(unit, rules);
        let used = |name: &str, used: bool| format!("{name}{}", if used { " used" } else { "" });
        let action = budget.pay(action_economy::TurnPayment::Action, &fighter);
        reserves.push(match action {
            Err(action_economy::EconomyError::Injured { injury, .. }) => format!("No action: {injury}"),
            _ => used("Action", budget.economy.action),
        });
        reserves.push(match budget.pay(action_economy::TurnPayment::FreeManeuver, &fighter) {
            Err(action_economy::EconomyError::Injured { injury, .. }) => {
                format!("No free manoeuvre: {injury}")
            }
            _ => used("Free manoeuvre", budget.economy.free_maneuver),
        });
        reserves.push(format!("Manoeuvres {}/{MAX_MANEUVERS} used", budget.economy.maneuvers));
        reserves.push(used("Free act", budget.economy.free_act));
        if budget.credit > 0 {
            reserves.push(format!("{} paid", maneuvers(budget.credit)));
        }
    }
    match budget.also.count() {
        0 => {}
        1 => reserves.push("1 further target chosen".to_owned()),
        several => reserves.push(format!("{several} further targets chosen")),
    }
    if budget.owed > 0 {
        reserves.push(format!("{} now", maneuvers(budget.owed)));
    }
    reserves
}

fn maneuvers(count: u8) -> String {
    if count == 1 { "1 manoeuvre".to_owned() } else { format!("{count} manoeuvres") }
}

fn figure(
    name: &'static str,
    value: String,
    parts: Modifiers,
    hint: &'static str,
    clause: Clause,
) -> DerivedStat {
    DerivedStat { name: name.into(), value, parts, hint, clause }
}

/// Initiative, Soak, defences, and the squares of a Move.
pub fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    let fighter = fighter(unit, rules);
    let switches = switches(rules);
    let initiative = turn_engine::initiative_parts(&fighter.sheet, &fighter.condition);
    let soak = damage::soak(&fighter, switches);
    // Cover counts if the line of attack crosses its edge.
    let sight = TargetSight {
        distance_squared: 1,
        chebyshev_distance: 1,
        hidden: u8::from(unit.in_cover),
        took_cover: unit.in_cover,
        across_obstacle: false,
        aware: true,
    };
    let against = |kind| defence::defence_dice(&fighter, &sight, kind, switches);
    let (melee, ranged) = (against(CheckKind::Melee), against(CheckKind::Ranged));
    let squares = if action_economy::may_perform(Maneuver::Move, &fighter, switches).is_ok() {
        format!("{} squares", turn_engine::walk_metres(&fighter, switches))
    } else {
        "none".to_owned()
    };
    vec![
        figure(
            "Initiative",
            format!("{} + 1d6", initiative.sum()),
            initiative,
            "Rolled every round; each pass reduces the score by 10.",
            "SS-INIT-01",
        ),
        figure(
            "Soak",
            soak.pool().to_string(),
            soak,
            "Subtracted from the damage of every hit.",
            "CC-DMG-04",
        ),
        figure(
            "Melee defence",
            melee.pool().to_string(),
            melee,
            "Each point is a setback die for melee attackers.",
            "CC-DEF-02",
        ),
        figure(
            "Ranged defence",
            ranged.pool().to_string(),
            ranged,
            "Each point is a setback die for ranged attackers.",
            "CC-DEF-03",
        ),
        figure("Move", squares, Modifiers::new(), "Distance of one Move manoeuvre.", "CC-ECON-08"),
    ]
}

/// Pool, damage, Critical Rating, range and state.
pub fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
    let (fighter, weapon) = (fighter(unit, rules), held.weapon.combat_checks());
    let switches = switches(rules);
    let (skill, characteristic) = weapon.link(switches);
    let build = check::assemble_pool(
        &fighter,
        Check { skill: Some(skill), characteristic, kind: weapon.check_kind() },
        0,
    );
    let rating = damage::damage_rating(&fighter, weapon);
    let harm = if weapon.inflicts_strain() { "Strain" } else { "Wounds" };
    let mut figures = vec![
        figure(
            "Combat check",
            build.build(switches).to_string(),
            Modifiers(build.modifiers()),
            "Plus difficulty by range and the target's defence.",
            "CC-POOL-02",
        ),
        figure(
            "Damage",
            format!("{} {harm}", rating.pool()),
            rating,
            "Plus net successes, minus Soak.",
            "CC-DMG-01",
        ),
        figure(
            "Critical Rating",
            weapon.critical.to_string(),
            Modifiers::new(),
            "Advantages that a Critical Injury costs.",
            "CC-CRIT-01",
        ),
        figure("Range", range_of(weapon).to_owned(), Modifiers::new(), "", "CC-RNG-11"),
    ];
    if weapon.targets > 1 {
        let most = weapon.targets.to_string();
        figures.push(figure("Targets", most, Modifiers::new(), "Most targets of one attack.", "CC-CHK-04"));
    }
    let state = match held.fault {
        WeaponMalfunction::None => None,
        WeaponMalfunction::Empty => Some(("empty", "CC-THT-10")),
        WeaponMalfunction::Disabled => Some(("disabled", "CC-ADV-21")),
        WeaponMalfunction::Broken
        | WeaponMalfunction::Jammed
        | WeaponMalfunction::Cleared
        | WeaponMalfunction::Worn { .. } => Some(("broken", "CC-THT-12")),
    };
    figures
        .extend(state.map(|(word, clause)| figure("State", word.to_owned(), Modifiers::new(), "", clause)));
    figures
}

fn range_of(weapon: &crate::combat_checks::Weapon) -> &'static str {
    match weapon.class {
        WeaponClass::Unarmed | WeaponClass::Melee => RangeBand::Engaged.name(),
        WeaponClass::Pistol | WeaponClass::Thrown | WeaponClass::Heavy => weapon.range.name(),
    }
}

/// Weapon line: "Damage 7 · Crit 3 · Long".
pub fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> String {
    let weapon = weapon.combat_checks();
    let strength = || {
        let (sheet, condition) = (unit.sheet.combat_checks(), unit.condition.combat_checks());
        i32::from(condition.characteristic(sheet, Characteristic::Strength))
    };
    let rating = match weapon.damage {
        crate::combat_checks::DamageRating::Fixed(rating) => rating,
        crate::combat_checks::DamageRating::StrengthPlus(more) => (strength() + more).max(0).unsigned_abs(),
    };
    let harm = if weapon.inflicts_strain() { " Strain" } else { "" };
    format!("Damage {rating}{harm} · Crit {} · {}", weapon.critical, range_of(weapon))
}
