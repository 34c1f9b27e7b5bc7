//! Reads melees: who is engaged, and who may be.

use std::collections::BTreeSet;

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::components::StatusKind;
use model::{Direction, UnitId};
use rules::status::{self, Forbids};
use rules::{MeleeCounts, UnitSnapshot};

/// Returns adjacent enemies that the unit sees, that can act and that it is not engaged with. `CS-MEL-01`.
pub(crate) fn unengaged_enemies(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitSnapshot> {
    let is_able = |other: &UnitDataItem| {
        let on_foot = !other.is_driven() && other.vehicle().is_none();
        other.side != unit.side && on_foot && other.is_fighting()
    };
    let apart = |other: &UnitDataItem| !unit.status.has(StatusKind::InMelee(*other.id));
    let mut beside: Vec<_> = Direction::ALL
        .into_iter()
        .flat_map(|direction| view.units_on(unit.cell().step(direction)))
        .filter(|other| is_able(other) && apart(other) && view.sees(unit, other))
        .collect();
    beside.sort_unstable_by_key(|other| *other.id);
    beside.iter().map(|other| view.unit_snapshot(other)).collect()
}

/// Returns those of the hidden units that are enemies, which a unit may notice at the start of its phase. `CS-UNA-06`.
pub(crate) fn hidden_enemies_to_notice(
    view: &BattleView,
    unit: &UnitDataItem,
    hidden: impl Iterator<Item = UnitId>,
) -> Vec<UnitId> {
    let is_enemy = |other: &UnitId| view.unit(*other).is_some_and(|other| other.side != unit.side);
    hidden.filter(is_enemy).collect()
}

/// Counts the able units in a unit's melee, which is every unit linked to it by a chain of engagements; each side is at
/// least one. `CS-FLK-03`, `CS-SIM-03`.
pub(crate) fn melee_of(view: &BattleView, unit: &UnitDataItem) -> MeleeCounts {
    let mut opponents = unit.status.in_melee_with().peekable();
    if opponents.peek().is_none() {
        return MeleeCounts::default();
    }
    let mut melee = MeleeCounts::default();
    for other in opponents {
        melee.opponents += 1;
        melee.inert += u32::from(view.unit(other).is_none_or(|other| {
            !other.is_fighting()
                || status::forbidding_ailment(other.status.ailments(), Forbids::Everything).is_some()
        }));
    }
    let mut known = BTreeSet::from([*unit.id]);
    let mut open = vec![*unit.id];
    while let Some(next) = open.pop() {
        let Some(member) = view.unit(next) else { continue };
        if member.is_fighting() && !is_helpless(&member) {
            let own = member.side == unit.side;
            *(if own { &mut melee.friends } else { &mut melee.foes }) += 1;
        }
        open.extend(member.status.in_melee_with().filter(|other| known.insert(*other)));
    }
    (melee.friends, melee.foes) = (melee.friends.max(1), melee.foes.max(1));
    melee
}

/// Whether an ailment makes a unit helpless. `CS-BASE-27`.
fn is_helpless(unit: &UnitDataItem) -> bool {
    unit.status.ailments().iter().any(|one| one.ailment.rule().helpless)
}
