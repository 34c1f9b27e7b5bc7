//! A unit and its weapons in this book's own terms.

use super::super::attempt;
use super::super::check::Target;
use super::super::evasion;
use super::super::harm::Force;
use super::super::purse::Charging;
use super::super::weapon::JAM;
use super::super::{
    Action, Characteristic, Fighter, Location, Manner, Weapon as Own, WeaponClass, engine, jam, show,
};
use super::{fighter, switches};
use crate::engine::Turn;
use crate::{Combatant, Condition, Figure, Gauge, Held, RuleSet, Sheet, Stat, Surroundings, Weapon};
use dice::{Clause, Modifiers};

/// Wounds, Fate Points and ailments.
pub fn gauges(sheet: &Sheet, condition: &Condition, _: &RuleSet) -> Vec<Gauge> {
    show::gauges(sheet.circumstances(), condition.circumstances())
}

/// The numbers of a sheet.
pub fn stats(sheet: &Sheet) -> Vec<Stat> {
    show::stats(sheet.circumstances())
}

/// The numbers of a weapon.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    show::weapon_stats(weapon.circumstances())
}

/// Action points, Free Action, Reaction, cover, and a move that goes on. `CS-BASE-17` to `CS-BASE-19`, `CS-COV-03`.
pub fn pledges(unit: &Combatant, _: &RuleSet) -> Vec<String> {
    let own = unit.purse.circumstances();
    let mut pledges = Vec::new();
    if own.turn == Turn::Now {
        pledges.push(format!("{} AP", own.phase.points_left()));
        pledges.push(if own.phase.free_used { "Free Action used" } else { "Free Action" }.to_owned());
    }
    pledges.push(if own.phase.reaction { "Reaction" } else { "Reaction used" }.to_owned());
    let left = own.way.left(unit.walked);
    if left > 0 {
        let name = if own.charge == Charging::No { "move" } else { "Charge" };
        pledges.push(format!("{} m of the {name} left", f64::from(left) / 2.0));
    }
    let shielded = super::shielded(unit);
    if !shielded.is_empty() {
        pledges.push(format!("Behind cover: {}", shielded.names()));
    }
    pledges
}

fn figure(name: &'static str, value: String, parts: Modifiers, hint: &'static str, clause: Clause) -> Figure {
    Figure { name: name.into(), value, parts, hint, clause }
}

fn of_target(name: &'static str, target: Target, hint: &'static str, clause: Clause) -> Figure {
    figure(name, format!("{} or less", target.number), target.parts, hint, clause)
}

/// Where it stands, as far as it is known without an opponent.
fn surroundings(unit: &Combatant) -> Surroundings {
    Surroundings { attacker: unit.ground, target: unit.ground, weather: unit.weather, ..Default::default() }
}

/// WS test of the unit where it stands.
fn weapon_skill(unit: &Combatant, fighter: &Fighter, rules: &RuleSet) -> Target {
    let (here, switches) = (surroundings(unit), switches(rules));
    let parts = attempt::skill_parts(fighter, unit.ground, Default::default(), &here, switches);
    Target::of(&fighter.sheet, Characteristic::WeaponSkill, parts, switches)
}

/// Initiative, evasion, protection and movement.
pub fn figures(unit: &Combatant, rules: &RuleSet) -> Vec<Figure> {
    let fighter = fighter(unit);
    let (sheet, switches) = (&*fighter.sheet, switches(rules));
    let initiative = engine::initiative_parts(sheet);
    let dodge = evasion::dodge(&fighter, unit.ground, switches);
    let parry = weapon_skill(unit, &fighter, rules);
    let mut body = Modifiers::new();
    body.add(sheet.bonus(Characteristic::Toughness).cast_signed(), "Toughness bonus", "CS-BASE-30");
    let armour = &sheet.armour;
    body.add(i32::from(armour.ap(Location::Body)), "armour of the body", "CS-BASE-30");
    let places: Vec<_> =
        Location::ALL.into_iter().map(|place| format!("{} {}", place.name(), armour.ap(place))).collect();
    let metres =
        |action: Action| action.metres(&fighter, switches).map_or("-".to_owned(), |far| far.to_string());
    let paces = [Action::Move, Action::FullMove, Action::Charge, Action::Run].map(metres).join(" / ");
    vec![
        figure(
            "Initiative",
            format!("{} + {}d6", initiative.sum(), engine::INITIATIVE_DICE),
            initiative,
            "Rolled anew every round; every pass takes 10 from the score.",
            "SS-INIT-01",
        ),
        of_target("Dodge", dodge, "Costs the Reaction; a pass negates the hit.", "CS-BASE-14"),
        of_target("Parry", parry, "Costs the Reaction; against blows only.", "CS-BASE-31"),
        figure(
            "Protection of the body",
            body.pool().to_string(),
            body,
            "Taken from the damage of every hit; Penetration lowers the AP.",
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
pub fn weapon_figures(unit: &Combatant, held: &Held, rules: &RuleSet) -> Vec<Figure> {
    let (fighter, weapon) = (fighter(unit), &**held.weapon.circumstances());
    let switches = switches(rules);
    let force = Force::new(&fighter, weapon, false, switches);
    let target = if weapon.is_melee() {
        weapon_skill(unit, &fighter, rules)
    } else {
        let mut parts = Modifiers::new();
        super::super::weather::add(&fighter, unit.weather, switches, false, &mut parts);
        Target::of(&fighter.sheet, Characteristic::BallisticSkill, parts, switches)
    };
    let none = Modifiers::new;
    let mut figures = vec![
        of_target("Target number", target, "Before distance, light and target.", "CS-BASE-08"),
        figure("Damage", force.dice().to_string(), force.bonus.clone(), "", "CS-BASE-12"),
        figure("Penetration", weapon.penetration.to_string(), none(), "Lowers AP.", "CS-BASE-30"),
    ];
    if !weapon.is_melee() {
        figures.push(figure(
            "Range",
            bands(weapon.range),
            none(),
            "Point blank +30, short +10, normal, long -10, extreme -30; the last one is the end.",
            "CS-RNG-01",
        ));
        let least = jam::threshold(weapon, Manner::Standard, switches).unwrap_or(u32::from(JAM));
        let (hint, clause) = match jam::misfire(weapon) {
            jam::Misfire::Jams => ("The weapon jams and has to be cleared.", "CS-JAM-01"),
            jam::Misfire::Slips => ("A miss, and nothing else.", "CS-JAM-15"),
            jam::Misfire::Fizzles => ("A dud, or 1 in 10 goes off in the hand.", "CS-GRN-01"),
        };
        figures.push(figure("Misfire", format!("{least} or more"), none(), hint, clause));
    }
    if weapon.blast > 0 {
        let hint = "Hits everybody so near, friend and foe.";
        figures.push(figure("Blast", format!("{} m", weapon.blast), none(), hint, "CS-BASE-35"));
    }
    if let (Some(burst), false) = (weapon.burst, weapon.is_melee()) {
        let least = jam::threshold(weapon, Manner::Burst, switches).unwrap_or(u32::from(JAM));
        let value = format!("{} rounds, jams on {least} or more", burst.rounds);
        figures.push(figure("Burst", value, none(), "2 AP, +10, one more hit for 2 degrees.", "CS-BASE-36"));
    }
    figures
}

/// Where each band ends. Table CS-T6.
fn bands(range: u32) -> String {
    let extreme = (3 * range).div_ceil(2);
    format!("3 / {} / {range} / {} / {} m", range.div_ceil(2), extreme.saturating_sub(1), 3 * range)
}

/// "1d10+3, Pen 2, R 60 m".
pub fn weapon_line(unit: &Combatant, weapon: &Weapon, rules: &RuleSet) -> String {
    let weapon: &Own = weapon.circumstances();
    let force = Force::new(&fighter(unit), weapon, false, switches(rules));
    let mut words = vec![force.dice().to_string(), format!("Pen {}", weapon.penetration)];
    if weapon.class != WeaponClass::Melee {
        words.push(format!("R {} m", weapon.range));
    }
    if weapon.blast > 0 {
        words.push(format!("Blast {}", weapon.blast));
    }
    words.join(" · ")
}
