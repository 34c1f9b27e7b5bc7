//! Gauges and statistics of units and weapons for the screen.

use super::{fighter, switches};
use crate::attacks_and_damage::attack::weapon_check;
use crate::attacks_and_damage::damage::{armour, knockdown, resistance, wounds};
use crate::attacks_and_damage::defence::methods;
use crate::attacks_and_damage::defence::methods::{
    DefenceTest, MELEE_AND_THROWN_TESTS, PROJECTILE_TESTS, dice_text,
};
use crate::attacks_and_damage::turns::turn_rules;
use crate::attacks_and_damage::{DamageType, DamageValue, Fighter, Switches, display};
use crate::{DerivedStat, Gauge, HealthState, HeldWeapon, RuleSet, Sheet, Stat, UnitSnapshot, Weapon};
use dice::{Clause, Modifiers};

/// Gauges: both tracks, overflow, and the penalty for repeated defences.
pub fn gauges(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Vec<Gauge> {
    display::gauges(sheet.attacks_and_damage(), condition.attacks_and_damage(), switches(rules))
}

/// Free Action and attacks left in the phase. `SS-ACT-10`, `AD-BASE-19`.
pub fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
    let turn = unit.budget.attacks_and_damage();
    let free = turn.budget.free_used < rules.engine.free_actions_per_pass;
    let attacks = match switches(rules).attacks_per_phase.saturating_sub(turn.attacks) {
        0 => "no attacks left".to_owned(),
        1 => "1 attack".to_owned(),
        more => format!("{more} attacks"),
    };
    vec![if free { "Free Action" } else { "Free Action used" }.to_owned(), attacks]
}

/// Attributes, skills and armour of a sheet.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    display::sheet_stats(sheet.attacks_and_damage())
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

/// Derived statistics: Initiative, defence, armour, resistance, knockdown, wounds and repeated defences.
pub fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    let (fighter, own) = (fighter(unit), switches(rules));
    let sheet = &fighter.sheet;
    let initiative = turn_rules::initiative_parts(sheet);
    let mut figures = vec![
        figure(
            "Initiative",
            format!("{} + {}d6", initiative.sum(), sheet.initiative_dice),
            initiative,
            "Re-rolled every round; each pass takes 10 from the score.",
            "SS-INIT-01",
        ),
        defended("Defence, melee and thrown", MELEE_AND_THROWN_TESTS, "AD-DEF-09", &fighter, own),
        defended("Defence, projectiles", PROJECTILE_TESTS, "AD-DEF-12", &fighter, own),
    ];
    figures.extend(armours(&fighter, own));
    let resistance = resistance::resistance_parts(&fighter);
    let limit = knockdown::knockdown_limit(sheet);
    let wounds = wounds::wound_parts(&fighter.condition, own);
    figures.extend([
        figure(
            "Resistance",
            dice_text(resistance.pool()),
            resistance,
            "Rolled against damage after armour. Its hits also turn as much Critical damage into Light.",
            "AD-RES-09",
        ),
        figure(
            "Knockdown limit",
            limit.to_string(),
            knockdown::knockdown_limit_parts(sheet),
            "More damage than this in one attack knocks the unit down.",
            "AD-KD-01",
        ),
        figure(
            "Wounds",
            lost(wounds.sum()),
            wounds,
            "Applies to weapon and defence tests, not to resistance.",
            "AD-BASE-20",
        ),
        worn(fighter.condition.frequency.penalty),
    ]);
    figures
}

/// The largest pool in a column of table AD-T2. `AD-DEF-02`.
fn defended(
    name: &'static str,
    column: [DefenceTest; 3],
    clause: Clause,
    fighter: &Fighter,
    own: &Switches,
) -> DerivedStat {
    let (pairing, parts) = methods::best_defence(column, fighter, own);
    let value = format!("{}, {}", dice_text(parts.pool()), pairing.label());
    figure(name, value, parts, "The largest of three pools; the others can be chosen when attacked.", clause)
}

/// AV by damage type. `AD-ARM-04` to `AD-ARM-07`.
fn armours(fighter: &Fighter, own: &Switches) -> [DerivedStat; 3] {
    let types = [
        ("Armour, Impact", DamageType::Impact, "AD-ARM-04"),
        ("Armour, Piercing", DamageType::Piercing, "AD-ARM-05"),
        ("Armour, Energy", DamageType::Energy, "AD-ARM-06"),
    ];
    let no_hand = fighter.sheet.shield.is_some() && !fighter.shield;
    let hint = if no_hand { "The shield does not count: no free hand." } else { "" };
    types.map(|(name, kind, clause)| {
        let parts = armour::armour_parts(fighter, Some(kind), own);
        figure(name, parts.pool().to_string(), parts, hint, clause)
    })
}

/// Penalty for previous defences. `AD-FREQ-01`.
fn worn(penalty: i32) -> DerivedStat {
    let mut parts = Modifiers::new();
    parts.add(penalty, "previous defences", "AD-FREQ-01");
    let hint = "-1 die per defence; each turn restores one, a turn without defences restores all.";
    figure("Previous defences", lost(penalty), parts, hint, "AD-FREQ-01")
}

fn lost(dice: i32) -> String {
    match dice {
        0 => "no penalty".to_owned(),
        -1 => "-1 die".to_owned(),
        dice => format!("{dice} dice"),
    }
}

/// Derived weapon statistics: weapon test, damage value, penetration, class and range.
pub fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
    let (fighter, weapon) = (fighter(unit), held.weapon.attacks_and_damage());
    let pool = weapon_check::weapon_check_parts(&fighter, weapon, switches(rules));
    let mut figures = vec![figure("Weapon test", dice_text(pool.pool()), pool, "", "AD-TEST-01")];
    let plain = |name, value, hint, clause| figure(name, value, Modifiers::new(), hint, clause);
    figures.push(match weapon.damage {
        Some(damage) => {
            let damage = DamageValue { kind: weapon.damage_type(), ..damage };
            plain("Damage value", damage.to_string(), "Net hits are added.", "AD-TYPE-02")
        }
        None => plain("Damage value", "contact".to_owned(), "No damage needed for its effect.", "AD-CON-03"),
    });
    if weapon.ap != 0 {
        let hint = "Added to the target's armour: never below 0, at most doubled.";
        figures.push(plain("Armour penetration", format!("{:+}", weapon.ap), hint, "AD-AP-01"));
    }
    figures.push(plain(
        "Class",
        weapon.class.name().to_owned(),
        "Decides which defences are possible.",
        "AD-DEF-02",
    ));
    if weapon.range > 0 {
        figures.push(plain("Range", format!("{} m", weapon.range), "", "AD-BASE-18"));
    }
    figures
}

/// One-line summary, such as "9 dice · 6PC · armour -2".
pub fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
    let weapon = weapon.attacks_and_damage();
    let pool = weapon_check::weapon_check_parts(&fighter(unit), weapon, switches(rules)).pool();
    let damage = weapon.damage.map_or_else(
        || "contact".to_owned(),
        |damage| DamageValue { kind: weapon.damage_type(), ..damage }.to_string(),
    );
    let ap = if weapon.ap == 0 { String::new() } else { format!(" · armour {:+}", weapon.ap) };
    format!("{} · {damage}{ap}", dice_text(pool))
}

/// Statistics of a weapon's data.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    display::weapon_stats(weapon.attacks_and_damage())
}
