//! Finds the last explosion in the history, so that the board can show its area while its consequences are shown.

use crate::board::backward_search::{BackwardSearch, PastPlace, PastWeapon, armed_item};
use battle::{BattleEvent, EventRecord, OrderRecord};
use model::UnitId;

/// An explosion that has gone off, or an attack that may have been one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PastBlast<'a> {
    /// The unit that caused it.
    pub owner: UnitId,
    /// The weapon.
    pub weapon: PastWeapon<'a>,
    /// Where it went off.
    pub place: PastPlace,
}

impl<'a> PastBlast<'a> {
    /// Finds the last attack or detonation; `None` if a turn or another attack has begun since, if the attack went off nowhere,
    /// or if something that decides it is not told.
    pub fn find(records: &'a [OrderRecord], is_told: impl Fn(&EventRecord) -> bool) -> Option<Self> {
        let mut past = BackwardSearch::default();
        for record in records.iter().rev().flat_map(|record| record.events.iter().rev()) {
            match &record.event {
                BattleEvent::AttackDeclared { .. }
                | BattleEvent::PhaseBegan { .. }
                | BattleEvent::PhaseEnded { .. }
                | BattleEvent::PassBegan { .. }
                | BattleEvent::RoundBegan { .. } => return None,
                BattleEvent::Detonated { unit, item, cell, .. } => {
                    let weapon = PastWeapon::Gone(armed_item(records, *item)?);
                    let place = PastPlace::Square(*cell);
                    return is_told(record).then_some(Self { owner: *unit, weapon, place });
                }
                BattleEvent::AttackResolved { unit, target, weapon, .. } => {
                    let place = past.take_blast_place(*target).filter(|_| is_told(record))?;
                    let weapon = past.weapon(*unit, *weapon);
                    return Some(Self { owner: *unit, weapon, place });
                }
                BattleEvent::BlastAstray { .. } if !is_told(record) => return None,
                event => past.take_back(event),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{Order, Target};
    use dice::RuleText;
    use model::Cell;
    use rules::HitResult;

    const TARGET: Target = Target::Unit(UnitId(2));

    fn record(events: Vec<BattleEvent>) -> OrderRecord {
        let events = events.into_iter().map(EventRecord::new).collect();
        OrderRecord { order: Order::EndPhase { unit: UnitId(1) }, round: 1, pass: 1, events, revealed: false }
    }

    fn resolved(target: Target) -> BattleEvent {
        let (unit, contact) = (UnitId(1), HitResult::Hit);
        let words = RuleText::default();
        BattleEvent::AttackResolved { unit, target, weapon: 3, mode: None, contact, net: 0, damage: 0, words }
    }

    fn astray(cell: Option<Cell>) -> BattleEvent {
        BattleEvent::BlastAstray { unit: UnitId(1), cell }
    }

    fn thrown_back() -> BattleEvent {
        BattleEvent::Stepped { unit: UnitId(2), from: Cell::new(6, 6), to: Cell::new(9, 6) }
    }

    fn place(records: &[OrderRecord]) -> Option<PastPlace> {
        PastBlast::find(records, |_| true).map(|past| past.place)
    }

    #[test]
    fn an_explosion_stays_where_it_went_off_for_the_questions_after_it() {
        let at = |x, y| Some(PastPlace::Square(Cell::new(x, y)));
        let square = Target::Square(Cell::new(3, 4));
        assert_eq!(place(&[record(vec![resolved(square)])]), at(3, 4));
        assert_eq!(place(&[record(vec![resolved(TARGET)])]), Some(PastPlace::Unit(UnitId(2))));
        let thrown = [record(vec![resolved(TARGET), thrown_back()])];
        assert_eq!(place(&thrown), at(6, 6), "its target was thrown back");
        let missed =
            [record(vec![resolved(TARGET), astray(Some(Cell::new(7, 9)))]), record(vec![thrown_back()])];
        assert_eq!(place(&missed), at(7, 9), "also after an answer");
        assert_eq!(place(&[record(vec![resolved(TARGET), astray(None)])]), None, "a dud");
    }

    #[test]
    fn a_later_turn_or_attack_is_about_something_else() {
        let next = BattleEvent::PhaseBegan { unit: UnitId(2) };
        assert_eq!(place(&[record(vec![resolved(TARGET), next])]), None);
        let (unit, target) = (UnitId(1), TARGET);
        let declared = BattleEvent::AttackDeclared { unit, target, weapon: 0, mode: None, rounds: 1 };
        assert_eq!(place(&[record(vec![resolved(TARGET), declared])]), None);
        assert_eq!(place(&[]), None);
    }

    #[test]
    fn what_is_not_told_is_not_shown() {
        let records = [record(vec![resolved(TARGET), astray(Some(Cell::new(7, 9)))])];
        let is_astray = |event: &EventRecord| matches!(event.event, BattleEvent::BlastAstray { .. });
        assert!(PastBlast::find(&records, |event| !is_astray(event)).is_none());
        assert!(PastBlast::find(&records, is_astray).is_none());
    }
}
