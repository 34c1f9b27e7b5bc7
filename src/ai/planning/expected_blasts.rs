//! Explosions that are expected: those of armed items that are due, and those that other units have announced.

use super::announced_elsewhere::announces_attacks;
use battle::{BattleView, NumberedArmedItem, UnitDataItem};
use model::Cell;
use rules::turn_engine::timed_items::{Fuse, FuseTiming};
use rules::{QueuedAttack, UnitSnapshot, play};

/// Danger of a square that the explosion of an armed item will reach.
const DUE_DANGER: f64 = 1.0;
/// The same of an explosion that a unit has announced: it may fail, or be given up because of who stands there.
const ANNOUNCED_DANGER: f64 = 0.5;

/// An explosion that is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ExpectedBlast {
    pub centre: Cell,
    /// Radius in metres.
    pub radius: u32,
    /// What it costs to end a turn on a square that it reaches; 1 is being surely out of action.
    pub danger: f64,
}

/// Finds the explosions that a unit has to expect on its way, as far as its side knows.
pub(super) fn find_expected_blasts(
    view: &BattleView,
    (me, fighter): (&UnitDataItem, &UnitSnapshot),
) -> Vec<ExpectedBlast> {
    let mut blasts = find_due_blasts(view, fighter);
    if announces_attacks(view) {
        let others = view.units().filter(|unit| unit.id != me.id && view.awaits_phase(unit));
        others.for_each(|unit| blasts.extend(announced_blasts(view, &unit, me)));
    }
    blasts
}

/// Lists the explosions of armed items that are due by the end of the next round or on a signal.
fn find_due_blasts(view: &BattleView, fighter: &UnitSnapshot) -> Vec<ExpectedBlast> {
    let is_due = |fuse: &Fuse| fuse.when == FuseTiming::Signal || fuse.round <= view.round().number() + 1;
    let armed = view.armed_items().into_iter().filter(|(_, armed)| is_due(armed.fuse()));
    let blast = |(_, armed): NumberedArmedItem<'_>| {
        let profile = play::blast_profile(fighter, armed.item().weapon(), view.rules())?;
        Some(ExpectedBlast { centre: armed.cell(), radius: profile.radius_m, danger: DUE_DANGER })
    };
    armed.filter_map(blast).collect()
}

/// Lists the explosions that a unit has announced around others than `me`: an attack on that one follows it wherever it goes.
fn announced_blasts(view: &BattleView, unit: &UnitDataItem, me: &UnitDataItem) -> Vec<ExpectedBlast> {
    if !unit.inventory.held_items().any(|(_, carried)| carried.needs_bystanders()) {
        return Vec::new();
    }
    let attacker = view.unit_snapshot(unit);
    let blast = |(attack, obstacle): (QueuedAttack, Option<_>)| {
        let QueuedAttack::Unit { slot, target } = attack else { return None };
        let other = view.unit(target).filter(|other| obstacle.is_none() && other.id != me.id)?;
        let carried = unit.inventory.get(usize::from(slot))?;
        let profile = play::blast_profile(&attacker, carried.weapon(), view.rules())?;
        Some(ExpectedBlast { centre: other.cell(), radius: profile.radius_m, danger: ANNOUNCED_DANGER })
    };
    view.queued_attacks(unit).into_iter().filter_map(blast).collect()
}
