//! What only the battlefield can bring about: squares on a way, and who sees whom.

use super::super::melee;
use super::super::terrain::{self, Crossing};
use super::super::unaware::{self, NoticeScene};
use super::super::{Action, purse::Charging};
use super::turns::fate;
use super::{fighter, switches};
use crate::engine;
use crate::{Combatant, Effect, Ground, RuleSet, Sight};
use dice::{Step, Table};

/// How many squares of a way a unit gets along, and what happens to it there: a Run or a Charge over difficult ground
/// needs a test. `path` are the squares it enters, in order. `CS-TER-03` to `CS-TER-10`.
///
/// # Errors
/// As the table.
pub fn footing(
    table: &mut impl Table,
    unit: &Combatant,
    action: engine::Action,
    path: &[Ground],
    rules: &RuleSet,
) -> Step<(usize, Vec<Effect>)> {
    let values: Vec<u8> = path.iter().map(|ground| ground.difficulty).collect();
    let charges = unit.purse.circumstances().charge == Charging::Coming;
    let action = match action {
        engine::Action::Run => Action::Run,
        _ if charges => Action::Charge,
        _ => Action::Move,
    };
    let fighter = fighter(unit);
    let crossing = Crossing { fighter: &fighter, action, path: &values, switches: switches(rules) };
    let crossed = terrain::cross(table, &crossing)?;
    let mut effects: Vec<_> = fate(unit, crossed.fate_spent).into_iter().collect();
    if crossed.prone {
        effects.push(Effect::Prone { unit: unit.id });
    }
    Ok((crossed.squares, effects))
}

/// A unit at the start of its phase tests whether it notices an enemy who hides. `sight` lies between the two;
/// `line_of_sight` says whether one leads there. `CS-UNA-06`.
///
/// # Errors
/// As the table.
pub fn notice(
    table: &mut impl Table,
    unit: &Combatant,
    hidden: &Combatant,
    sight: &Sight,
    line_of_sight: bool,
    rules: &RuleSet,
) -> Step<Vec<Effect>> {
    let observer = fighter(unit);
    let scene = NoticeScene {
        observer: &observer,
        observer_ground: unit.ground,
        hidden_ground: hidden.ground,
        line_of_sight,
        distance_squared: sight.distance_squared,
        switches: switches(rules),
    };
    let Some(verdict) = unaware::notice(table, &scene)? else { return Ok(Vec::new()) };
    let mut effects: Vec<_> = fate(unit, verdict.fate_spent).into_iter().collect();
    if verdict.passed {
        effects.push(Effect::Concealed { unit: hidden.id, concealed: false });
    }
    Ok(effects)
}

/// Whoever ends its phase beside enemies says which of them it engages. `CS-MEL-01`.
///
/// # Errors
/// As the table.
pub fn closing(
    table: &mut impl Table,
    unit: &Combatant,
    beside: impl FnOnce() -> Vec<Combatant>,
    _: &RuleSet,
) -> Step<Vec<Effect>> {
    let own = fighter(unit);
    let mut effects = Vec::new();
    // Nobody engages whom it does not know of.
    for enemy in beside().iter().filter(|enemy| !enemy.concealed) {
        if melee::declare(table, &own, &enemy.name, 1)? {
            effects.push(Effect::Engaged { one: unit.id, other: enemy.id });
        }
    }
    Ok(effects)
}

/// Whether a concealed unit still is where it stands now: not in an enemy's plain sight. `CS-UNA-05`.
pub fn stays_concealed(unit: &Combatant, seen: bool, _: &RuleSet) -> bool {
    unaware::hides(unit.ground, seen)
}
