//! Displays a unit and its weapons in this book's terms.

use super::sheet_display;
use super::{fighter, switches};
use crate::circumstances::attacks::evasion;
use crate::circumstances::attacks::jamming;
use crate::circumstances::attacks::target_number;
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::damage::resolution::AttackDamage;
use crate::circumstances::lines::CoverChoiceLine;
use crate::circumstances::turn::initiative_and_movement;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::weapon::DEFAULT_JAM_THRESHOLD;
use crate::circumstances::{
    AttackMode, Characteristic, CombatAction, Fighter, HitLocation, Weapon as Own, WeaponClass,
};
use crate::turn_engine::PhaseTiming;
use crate::{
    DerivedStat, Gauge, HealthState, HeldWeapon, RuleSet, Sheet, Stat, Surroundings, UnitSnapshot, Weapon,
};
use dice::{Clause, Modifiers};

/// Wounds, Fate Points and ailments.
pub fn gauges(sheet: &Sheet, condition: &HealthState, _: &RuleSet) -> Vec<Gauge> {
    sheet_display::gauges(sheet.circumstances(), condition.circumstances())
}

/// Sheet values in the book's terms.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    sheet_display::sheet_stats(sheet.circumstances())
}

/// Weapon values in the book's terms.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    sheet_display::weapon_stats(weapon.circumstances())
}

/// Action points, Free Action, Reaction, cover, and an unfinished move. `CS-BASE-17` to `CS-BASE-19`,
/// `CS-COV-03`.
pub fn turn_reserves(unit: &UnitSnapshot, _: &RuleSet) -> Vec<String> {
    let own = unit.budget.circumstances();
    let mut reserves = Vec::new();
    if own.turn == PhaseTiming::Now {
        reserves.push(format!("{} AP", own.phase.points_left()));
        reserves.push(if own.phase.free_used { "Free Action used" } else { "Free Action" }.to_owned());
    }
    reserves.push(if own.phase.reaction { "Reaction" } else { "Reaction used" }.to_owned());
    let left = own.way.half_metres_left(unit.walked);
    if left > 0 {
        let name = if own.charge == ChargeState::No { "move" } else { "Charge" };
        reserves.push(format!("{} m of {name} left", f64::from(left) / 2.0));
    }
    let shielded = super::shielded_locations(unit);
    if !shielded.is_empty() {
        reserves.push(CoverChoiceLine::Chosen(shielded).to_string());
    }
    reserves
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

fn target_figure(
    name: &'static str,
    target: TargetNumber,
    hint: &'static str,
    clause: Clause,
) -> DerivedStat {
    figure(name, format!("{} or less", target.number), target.parts, hint, clause)
}

/// Conditions at its square, without an opponent.
fn surroundings(unit: &UnitSnapshot) -> Surroundings {
    Surroundings { attacker: unit.ground, target: unit.ground, weather: unit.weather, ..Default::default() }
}

/// The unit's WS test at its square.
fn weapon_skill(unit: &UnitSnapshot, fighter: &Fighter, rules: &RuleSet) -> TargetNumber {
    let (here, switches) = (surroundings(unit), switches(rules));
    let parts = target_number::skill_parts(fighter, unit.ground, Default::default(), &here, switches);
    TargetNumber::for_characteristic(&fighter.sheet, Characteristic::WeaponSkill, parts, switches)
}

/// Initiative, evasion, protection and movement.
pub fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    let fighter = fighter(unit);
    let (sheet, switches) = (&*fighter.sheet, switches(rules));
    let initiative = initiative_and_movement::initiative_parts(sheet);
    let dodge = evasion::dodge_target(&fighter, unit.ground, switches);
    let parry = weapon_skill(unit, &fighter, rules);
    let mut body = Modifiers::new();
    body.add(sheet.bonus(Characteristic::Toughness).cast_signed(), "Toughness bonus", "CS-BASE-30");
    let armour = &sheet.armour;
    body.add(i32::from(armour.ap_at(HitLocation::Body)), "body armour", "CS-BASE-30");
    let places: Vec<_> = HitLocation::ALL
        .into_iter()
        .map(|place| format!("{} {}", place.name(), armour.ap_at(place)))
        .collect();
    let metres = |action: CombatAction| {
        action.move_metres(&fighter, switches).map_or("-".to_owned(), |far| far.to_string())
    };
    let paces = [CombatAction::Move, CombatAction::FullMove, CombatAction::Charge, CombatAction::Run]
        .map(metres)
        .join(" / ");
    vec![
        figure(
            "Initiative",
            format!("{} + {}d6", initiative.sum(), initiative_and_movement::INITIATIVE_DICE),
            initiative,
            "Rolled every round; each pass lowers the score by 10.",
            "SS-INIT-01",
        ),
        target_figure("Dodge", dodge, "Costs the Reaction; a pass negates the hit.", "CS-BASE-14"),
        target_figure("Parry", parry, "Costs the Reaction; melee attacks only.", "CS-BASE-31"),
        figure(
            "Body protection",
            body.pool().to_string(),
            body,
            "Reduces the damage of every hit; Penetration lowers the AP.",
            "CS-BASE-30",
        ),
        figure("Armour", places.join(", "), Modifiers::new(), "By hit location.", "CS-BASE-11"),
        figure(
            "Movement",
            format!("{paces} m"),
            Modifiers::new(),
            "Move for 1 AP; Full Move, Charge and Run for 2 AP.",
            "CS-BASE-20",
        ),
    ]
}

/// Target number, damage, range and jams.
pub fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
    let (fighter, weapon) = (fighter(unit), &**held.weapon.circumstances());
    let switches = switches(rules);
    let force = AttackDamage::new(&fighter, weapon, false, switches);
    let target = if weapon.is_melee() {
        weapon_skill(unit, &fighter, rules)
    } else {
        let mut parts = Modifiers::new();
        crate::circumstances::situational_modifiers::weather::add_weather_penalty(
            &fighter,
            unit.weather,
            switches,
            false,
            &mut parts,
        );
        TargetNumber::for_characteristic(&fighter.sheet, Characteristic::BallisticSkill, parts, switches)
    };
    let none = Modifiers::new;
    let mut figures = vec![
        target_figure("Target number", target, "Before distance, light and target.", "CS-BASE-08"),
        figure("Damage", force.dice().to_string(), force.bonus.clone(), "", "CS-BASE-12"),
        figure("Penetration", weapon.penetration.to_string(), none(), "Lowers AP.", "CS-BASE-30"),
    ];
    if !weapon.is_melee() {
        figures.push(figure(
            "Range",
            band_text(weapon.range),
            none(),
            "Point blank +30, short +10, normal 0, long -10, extreme -30.",
            "CS-RNG-01",
        ));
        let least = jamming::misfire_threshold(weapon, AttackMode::Standard, switches)
            .unwrap_or(u32::from(DEFAULT_JAM_THRESHOLD));
        let (hint, clause) = match jamming::misfire_effect(weapon) {
            jamming::MisfireEffect::Jams => ("The weapon jams and must be cleared.", "CS-JAM-01"),
            jamming::MisfireEffect::Slips => ("The attack misses.", "CS-JAM-15"),
            jamming::MisfireEffect::Fizzles => ("A dud; 1 in 10 goes off in the hand.", "CS-GRN-01"),
        };
        figures.push(figure("Misfire", format!("{least} or more"), none(), hint, clause));
    }
    if weapon.blast > 0 {
        let hint = "Radius; hits allies and enemies alike.";
        figures.push(figure("Blast", format!("{} m", weapon.blast), none(), hint, "CS-BASE-35"));
    }
    if let (Some(burst), false) = (weapon.burst, weapon.is_melee()) {
        let least = jamming::misfire_threshold(weapon, AttackMode::Burst, switches)
            .unwrap_or(u32::from(DEFAULT_JAM_THRESHOLD));
        let value = format!("{} rounds, jams on {least} or more", burst.rounds);
        figures.push(figure("Burst", value, none(), "2 AP, +10, one more hit per 2 degrees.", "CS-BASE-36"));
    }
    figures
}

/// The end of each range band. Table CS-T6.
fn band_text(range: u32) -> String {
    let extreme = (3 * range).div_ceil(2);
    format!("3 / {} / {range} / {} / {} m", range.div_ceil(2), extreme.saturating_sub(1), 3 * range)
}

/// "1d10+3, Pen 2, R 60 m".
pub fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
    let weapon: &Own = weapon.circumstances();
    let force = AttackDamage::new(&fighter(unit), weapon, false, switches(rules));
    let mut words = vec![force.dice().to_string(), format!("Pen {}", weapon.penetration)];
    if weapon.class != WeaponClass::Melee {
        words.push(format!("R {} m", weapon.range));
    }
    if weapon.blast > 0 {
        words.push(format!("Blast {}", weapon.blast));
    }
    words.join(" · ")
}
