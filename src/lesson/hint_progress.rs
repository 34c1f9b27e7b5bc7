//! Finds the hint that a lesson shows: the first one whose conditions the history of the battle does not meet yet.

use std::collections::BTreeSet;

use battle::{BattleEvent, Order, OrderRecord, Target, UnitDataItem};
use content::{Hint, HintEnd, HintPlace, Lesson, LessonOpponent, Skirmish};
use model::{BarrierId, Cell, ObstaclePosition, UnitId};

/// Returns the index of the hint to show; the number of hints once all have ended.
///
/// A hint ends with the first record after that of the hint before it which meets one of its conditions; what lasts, such
/// as a unit out of action, counts from the start of the battle. A hint without conditions ends when the player has
/// `continued` past it, or acts.
pub fn current_hint(skirmish: &Skirmish, records: &[OrderRecord], continued: &BTreeSet<usize>) -> usize {
    let Some(lesson) = &skirmish.lesson else { return 0 };
    let facts = HintFacts { skirmish, lesson };
    // The first record that can end the hint.
    let mut from = 0;
    for (number, hint) in lesson.hints.iter().enumerate() {
        if continued.contains(&number) {
            continue;
        }
        match facts.find_end(hint, records, from) {
            Some(next) => from = next,
            None => return number,
        }
    }
    lesson.hints.len()
}

/// Returns the squares that a hint marks; empty if it marks none, or a unit that is not in view.
pub fn hint_cells<'v>(
    skirmish: &Skirmish,
    place: &HintPlace,
    unit: impl FnOnce(UnitId) -> Option<UnitDataItem<'v, 'v>>,
) -> Vec<Cell> {
    match place {
        HintPlace::Unit(name) => {
            let id = unit_id(skirmish, name);
            id.and_then(unit).map(|unit| unit.cell()).into_iter().collect()
        }
        HintPlace::Square((x, y)) => vec![Cell::new(*x, *y)],
        HintPlace::Zone(name) => skirmish.map.zones.get(name).cloned().unwrap_or_default(),
    }
}

/// The id of the unit with this name.
fn unit_id(skirmish: &Skirmish, name: &str) -> Option<UnitId> {
    let index = skirmish.units.iter().position(|unit| unit.name == name)?;
    u32::try_from(index + 1).ok().map(UnitId)
}

/// The unit that was ordered to move: by the record, or by the order that the record's answer or dice belong to.
fn ordered_mover(records: &[OrderRecord], at: usize) -> Option<UnitId> {
    let is_answer = |order: &Order| matches!(order, Order::Decide { .. } | Order::Dice { .. });
    let first = records[..=at].iter().rev().find(|record| !is_answer(&record.order))?;
    match &first.order {
        Order::Move { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// The attackers and targets of an order. A question can come between the order and its events, so that the order
/// counts.
fn attacks_of(order: &Order) -> Vec<(UnitId, Target)> {
    match order {
        Order::Attack { unit, target, .. } => vec![(*unit, *target)],
        Order::Multiple { unit, attacks } => {
            attacks.iter().map(|attack| (*unit, Target::Unit(attack.target))).collect()
        }
        _ => Vec::new(),
    }
}

/// What conditions of hints need besides the history.
struct HintFacts<'a> {
    skirmish: &'a Skirmish,
    lesson: &'a Lesson,
}

impl HintFacts<'_> {
    /// The first record that can end the next hint; `None` if this hint has not ended.
    fn find_end(&self, hint: &Hint, records: &[OrderRecord], from: usize) -> Option<usize> {
        let mut later = from..records.len();
        if hint.until.is_empty() {
            // The order that ends it can end the next hint as well: who acts at once is not held up.
            return later.find(|at| self.is_own_order(&records[*at].order));
        }
        let lasting: Vec<&HintEnd> = hint.until.iter().filter(|end| end.is_lasting()).collect();
        let has_lasted =
            (0..records.len()).find(|at| lasting.iter().any(|end| self.is_met(end, records, *at)));
        if let Some(at) = has_lasted {
            return Some(from.max(at + 1));
        }
        later.find(|at| hint.until.iter().any(|end| self.is_met(end, records, *at))).map(|at| at + 1)
    }

    /// Whether an order is one of the player.
    fn is_own_order(&self, order: &Order) -> bool {
        let own = self.lesson.player_side();
        let side = match order {
            Order::Begin { side } => Some(side.0),
            order => order.unit().and_then(|unit| self.unit_side(unit)),
        };
        side.is_some_and(|side| side == own || self.lesson.opponent == LessonOpponent::Human)
    }

    fn unit_side(&self, unit: UnitId) -> Option<u8> {
        let index = usize::try_from(unit.0).ok()?.checked_sub(1)?;
        self.skirmish.units.get(index).map(|unit| unit.side)
    }

    /// Whether a unit has the name, if one is given.
    fn is_named(&self, unit: UnitId, name: Option<&String>) -> bool {
        name.is_none_or(|name| unit_id(self.skirmish, name) == Some(unit))
    }

    /// Whether the record with this index meets a condition.
    fn is_met(&self, end: &HintEnd, records: &[OrderRecord], at: usize) -> bool {
        let record = &records[at];
        let any = |meets: &dyn Fn(&BattleEvent) -> bool| record.events.iter().any(|one| meets(&one.event));
        match end {
            HintEnd::Moved { unit, zone } => {
                self.has_moved(record, ordered_mover(records, at), (unit.as_ref(), zone.as_ref()))
            }
            HintEnd::KnockedBack { unit } => {
                self.is_knocked_back(record, ordered_mover(records, at), unit.as_ref())
            }
            HintEnd::Attacked { unit, by } => attacks_of(&record.order).iter().any(|(attacker, target)| {
                matches!(target, Target::Unit(target) if self.is_named(*target, unit.as_ref()))
                    && self.is_named(*attacker, by.as_ref())
            }),
            HintEnd::Struck { by } => attacks_of(&record.order).iter().any(|(attacker, target)| {
                matches!(target, Target::Barrier(_)) && self.is_named(*attacker, by.as_ref())
            }),
            HintEnd::AttackedSquare { by } => attacks_of(&record.order).iter().any(|(attacker, target)| {
                matches!(target, Target::Square(_)) && self.is_named(*attacker, by.as_ref())
            }),
            HintEnd::Answered { answer } => match &record.order {
                Order::Decide { answer: given } => answer.as_ref().is_none_or(|answer| answer == given),
                _ => false,
            },
            end => any(&|event| self.is_met_by_event(end, event)),
        }
    }

    fn is_met_by_event(&self, end: &HintEnd, event: &BattleEvent) -> bool {
        use BattleEvent as Event;
        let named = |unit: &UnitId, name: Option<&String>| self.is_named(*unit, name);
        match (end, event) {
            (HintEnd::Ready, Event::SideReady { side }) => side.0 == self.lesson.player_side(),
            (HintEnd::TookCover { unit: name }, Event::CoverTaken { unit })
            | (HintEnd::Hurt { unit: name }, Event::Harmed { unit, .. })
            | (HintEnd::Activated { unit: name }, Event::Activated { unit, .. })
            | (HintEnd::Waited { unit: name }, Event::Delayed { unit })
            | (HintEnd::Reloaded { unit: name }, Event::Reloaded { unit, .. }) => named(unit, name.as_ref()),
            (HintEnd::Prone { unit: name }, Event::StatusSet { unit, status }) => {
                status.kind == rules::status::StatusKind::Prone && named(unit, name.as_ref())
            }
            (HintEnd::Out { unit: name }, Event::WentDown { unit, .. } | Event::Escaped { unit })
            | (HintEnd::TurnBegan { unit: name }, Event::PhaseBegan { unit })
            | (HintEnd::TurnEnded { unit: name }, Event::PhaseEnded { unit })
            | (HintEnd::Spotted { unit: name }, Event::Spotted { unit, .. }) => named(unit, Some(name)),
            (HintEnd::Holed { zone }, Event::BarrierHoled { barrier }) => {
                zone.as_ref().is_none_or(|zone| self.is_beside(*barrier, zone))
            }
            (HintEnd::DoorMoved, Event::DoorMoved { .. })
            | (HintEnd::Detonated, Event::Detonated { .. })
            | (HintEnd::Over, Event::Ended(_)) => true,
            (HintEnd::Used { action: key, unit: name }, Event::SpecialActionDone { unit, action, .. }) => {
                key == action && named(unit, name.as_ref())
            }
            (HintEnd::Round(wanted), Event::RoundBegan { round }) => round >= wanted,
            _ => false,
        }
    }

    /// Whether the mover moved, and into the zone.
    fn has_moved(
        &self,
        record: &OrderRecord,
        mover: Option<UnitId>,
        (name, zone): (Option<&String>, Option<&String>),
    ) -> bool {
        let Some(mover) = mover else { return false };
        let mut steps = record.events.iter().filter_map(|one| match &one.event {
            BattleEvent::Stepped { unit, to, .. } if *unit == mover => Some(*to),
            _ => None,
        });
        let Some(last) = steps.next_back() else { return false };
        self.is_named(mover, name) && zone.is_none_or(|zone| self.is_in(last, zone))
    }

    /// Whether a unit that was not ordered to move was moved without a step of its own.
    fn is_knocked_back(&self, record: &OrderRecord, mover: Option<UnitId>, name: Option<&String>) -> bool {
        record.events.iter().any(|one| match &one.event {
            BattleEvent::Stepped { unit, .. } => Some(*unit) != mover && self.is_named(*unit, name),
            _ => false,
        })
    }

    fn is_in(&self, cell: Cell, zone: &str) -> bool {
        self.skirmish.map.zones.get(zone).is_some_and(|cells| cells.contains(&cell))
    }

    /// Whether a barrier is on a square of the zone or on an edge of one.
    fn is_beside(&self, barrier: BarrierId, zone: &str) -> bool {
        let index = usize::try_from(barrier.0).ok();
        let Some(known) = index.and_then(|index| self.skirmish.map.barriers.get(index)) else { return false };
        match known.place {
            ObstaclePosition::Square(cell) => self.is_in(cell, zone),
            ObstaclePosition::Edge(edge) => {
                self.is_in(edge.cell(), zone) || self.is_in(edge.cell().neighbour(edge.side()), zone)
            }
        }
    }
}

#[cfg(test)]
mod tests;
