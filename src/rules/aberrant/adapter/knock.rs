//! How a unit of this book stands, flies and crashes. Chapter KNOCK.

use super::super::knock::{self, Frame, Surface};
use super::super::{Ability, Damage, Weapon, WeaponClass};
use super::fighter;
use super::hazard::harmed_by;
use crate::{Combatant, Effect, Exposure, RuleSet};
use dice::{Clause, Step, Table};

const CLAUSE: Clause = "AB-KNOCK-18";

/// `AB-KNOCK-01`, `AB-KNOCK-05` to `AB-KNOCK-09`, `AB-KNOCK-11`.
pub fn frame(unit: &Combatant, rules: &RuleSet) -> Frame {
    Frame::of(unit.sheet.aberrant(), rules.book.aberrant())
}

/// `AB-KNOCK-18`, `AB-KNOCK-20` to `AB-KNOCK-24`.
///
/// # Errors
/// As the table.
pub fn crash(
    table: &mut impl Table,
    unit: &Combatant,
    metres: u32,
    surface: Surface,
    rules: &RuleSet,
) -> Step<Exposure> {
    let dice = knock::dice(metres);
    if dice == 0 {
        return Ok(Exposure { words: "crash: unhurt".to_owned(), clause: CLAUSE, effects: Vec::new() });
    }
    let kind = knock::kind(frame(unit, rules), dice, surface, rules.book.aberrant());
    let damage = Damage { dice, kind, adds: 0 };
    let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, damage);
    harmed_by(table, unit, (Weapon { name: "crash".to_owned(), ..plain }, CLAUSE), rules)
}

/// `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-KNOCK-09`.
///
/// # Errors
/// As the table.
pub fn keeps_its_feet(
    table: &mut impl Table,
    unit: &Combatant,
    metres: u32,
    rules: &RuleSet,
) -> Step<(bool, Vec<Effect>)> {
    let stands = knock::keeps_its_feet(table, &fighter(unit), metres, rules.book.aberrant())?;
    Ok((stands, Vec::new()))
}
