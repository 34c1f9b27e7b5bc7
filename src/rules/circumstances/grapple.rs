//! Grapples and holds. `CS-BASE-37`.

use super::check::{Target, Test, Verdict};
use super::evasion::{Defence, Way};
use super::{AttackKind, AttackScene, Characteristic, Fighter, Switches, attempt};
use crate::status;
use dice::{Modifiers, Note, Step, Table};

/// How a grapple ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grappled {
    /// The target is held.
    pub held: bool,
    /// The target spent its Reaction so.
    pub evasion: Option<Way>,
    /// The attacker spent a Fate Point.
    pub fate_spent: bool,
    /// The target spent a Fate Point.
    pub target_fate_spent: bool,
}

/// A grapple test, passed and not evaded, holds a neighbour. `CS-BASE-37`, `CS-PRN-02`.
///
/// A field negates hits, and a grip is none: nothing is deflected.
///
/// # Errors
/// As the table.
pub fn grapple(table: &mut impl Table, scene: &AttackScene) -> Step<Grappled> {
    let (attempt, switches) = (scene.attempt(), &*scene.switches);
    let target = attempt::target_number(&attempt);
    let test =
        Test { fighter: &scene.attacker, why: "grapple", clause: "CS-BASE-37", target: &target, switches };
    let Verdict { passed, fate_spent } = test.pass(table)?;
    if !passed {
        return Ok(Grappled { held: false, evasion: None, fate_spent, target_fate_spent: false });
    }
    let unaware = attempt.is_unaware();
    let mut defence =
        Defence::new(&scene.defender, AttackKind::Melee, unaware, &scene.surroundings, switches);
    defence.deflect = None;
    let met = defence.meet(table)?;
    let held = !met.evaded;
    if held {
        table.note(|| Note { clause: "CS-BASE-37", text: "Held".into(), parts: Vec::new() });
    }
    Ok(Grappled { held, evasion: met.evasion, fate_spent, target_fate_spent: met.fate_spent })
}

/// The held one tries to break free: a Strength test. `CS-BASE-37`.
///
/// # Errors
/// As the table.
pub fn break_hold(table: &mut impl Table, held: &Fighter, switches: &Switches) -> Step<Verdict> {
    let mut parts = Modifiers::new();
    attempt::add_own(held, status::Test::Of(status::Trait::Strength), &mut parts);
    let target = Target::of(&held.sheet, Characteristic::Strength, parts, switches);
    Test { fighter: held, why: "break the hold", clause: "CS-BASE-37", target: &target, switches }.pass(table)
}

/// Whether a hold lasts: the two are adjacent, and the holder can act. `CS-BASE-37`.
pub fn lasts(holder: &Fighter, rings: u32) -> bool {
    rings == 1 && holder.can_act()
}

#[cfg(test)]
mod tests;
