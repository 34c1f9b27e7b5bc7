//! Moves that units may make at once outside of their own turn, such as one bought with the threats of a check: which one is
//! open, and which ones the player does without.
//!
//! The battle accepts such a move as any other order. Until it is made or declined, the window lets no other unit go on.

use bevy::prelude::{Message, Messages, World};

use crate::battle_revision::BattleRevision;
use crate::board::BoardAnimation;
use crate::player_input::{ShowCell, take_messages};
use crate::session::{Intent, Session};
use battle::{BattleEvent, BattleView, History, Order, OrderRecord, Pace, RoundState, validate_order};
use dice::RuleText;
use model::{Direction, Side, UnitId};
use rules::play;

/// A request to do without the move that is open.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct DeclineFreeMove;

/// A move that a unit may make outside of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FreeMove {
    /// The unit.
    pub unit: UnitId,
    /// Index of the record that gave it the move.
    pub record: usize,
}

/// The open move, and those that were declined.
#[derive(Debug, Default)]
pub(crate) struct FreeMoves {
    open: Option<(FreeMove, Side)>,
    declined: Vec<FreeMove>,
    /// Number of rewinds of the history for which moves were declined.
    rewinds: u32,
    /// The position for which the open move was looked for.
    at: Option<BattleRevision>,
    /// Whether the unit was selected and shown.
    is_shown: bool,
}

impl FreeMoves {
    /// Returns the unit that may move now outside of its turn; `None` without one.
    pub fn unit(&self) -> Option<UnitId> {
        self.open.map(|(open, _)| open.unit)
    }

    /// Does without the open move.
    pub fn decline(&mut self) {
        if let Some((open, _)) = self.open.take() {
            self.declined.push(open);
            self.at = None;
        }
    }

    /// Opens the move of a unit in a test that does not play a check.
    #[cfg(test)]
    pub fn open_for_tests(&mut self, unit: UnitId, side: Side) {
        self.open = Some((FreeMove { unit, record: 0 }, side));
    }
}

/// Finds the move that is open at a position, and shows its unit once the board has shown what led to it. Returns the side
/// that makes or declines it; `None` without one. `persons` are the sides that people play.
pub(crate) fn follow_free_moves(
    world: &mut World,
    moves: &mut FreeMoves,
    (at, persons): (BattleRevision, &[Side]),
) -> Option<Side> {
    if world.contains_resource::<Messages<DeclineFreeMove>>()
        && !take_messages::<DeclineFreeMove>(world).is_empty()
    {
        moves.decline();
    }
    let rewinds = world.resource::<History>().rewinds();
    if moves.rewinds != rewinds {
        moves.rewinds = rewinds;
        moves.declined.clear();
    }
    let is_given_away = moves.open.is_some_and(|(_, side)| !persons.contains(&side));
    if moves.at != Some(at) || is_given_away {
        moves.at = Some(at);
        moves.is_shown = false;
        moves.open = find_free_move(world, &moves.declined, persons);
    }
    let (open, side) = moves.open?;
    if !moves.is_shown && !world.resource::<BoardAnimation>().is_busy() {
        moves.is_shown = true;
        show_mover(world, open.unit);
    }
    Some(side)
}

/// Returns the move that a unit of one of these sides may make now outside of its turn, and its side; `None` without one.
pub(crate) fn find_free_move(
    world: &mut World,
    declined: &[FreeMove],
    persons: &[Side],
) -> Option<(FreeMove, Side)> {
    let acting = world.resource::<RoundState>().acting();
    let notes = latest_notes(world.resource::<History>().records(), acting);
    for (granted, text) in notes {
        if declined.contains(&granted) {
            continue;
        }
        let side = battle::with_view(world, |view| {
            let is_move = play::grants_move(&text, view.rules());
            view.unit_ignoring_fog(granted.unit).filter(|_| is_move).map(|unit| *unit.side)
        });
        let Some(side) = side.filter(|side| persons.contains(side)) else { continue };
        if battle::with_side_view(world, side, |view| can_move_out_of_turn(view, granted.unit)) {
            return Some((granted, side));
        }
    }
    None
}

/// Returns the notes about units in the latest order, with its answers and the moves that followed from it, the latest first;
/// without those about units that have moved since. Earlier notes are of no use any more.
fn latest_notes(records: &[OrderRecord], acting: Option<UnitId>) -> Vec<(FreeMove, RuleText)> {
    let mut moved: Vec<UnitId> = Vec::new();
    let mut notes = Vec::new();
    for (number, record) in records.iter().enumerate().rev() {
        let mover = match &record.order {
            Order::Move { unit, .. } if acting != Some(*unit) => Some(*unit),
            _ => None,
        };
        moved.extend(mover);
        let of_record = record.events.iter().rev().filter_map(|event| match &event.event {
            BattleEvent::RuleNote { unit, text, .. } if !moved.contains(unit) => {
                Some((FreeMove { unit: *unit, record: number }, text.clone()))
            }
            _ => None,
        });
        notes.extend(of_record);
        let is_aside =
            matches!(record.order, Order::Decide { .. } | Order::Dice { .. } | Order::SetAutoResponse { .. });
        if !is_aside && mover.is_none() {
            break;
        }
    }
    notes
}

/// Whether a unit that does not act now may take a step anyway.
fn can_move_out_of_turn(view: &BattleView, unit: UnitId) -> bool {
    let round = view.round();
    let waits = round.outcome().is_some() || round.is_deploying() || view.open_prompt().is_some();
    if waits || round.acting() == Some(unit) {
        return false;
    }
    let Some(from) = view.unit(unit).filter(|data| data.is_fighting()).map(|data| data.cell()) else {
        return false;
    };
    Direction::ALL.into_iter().any(|direction| {
        let order = Order::Move { unit, path: vec![from.step(direction)], pace: Pace::Walk, evade: false };
        validate_order(view, &order).is_ok()
    })
}

/// Selects a unit that may move, and scrolls it into view. What is pointed at until then was not meant for it.
fn show_mover(world: &mut World, unit: UnitId) {
    let cell = battle::with_view(world, |view| view.unit_ignoring_fog(unit).map(|unit| unit.cell()));
    if let Some(mut session) = world.get_resource_mut::<Session>() {
        session.selected = Some(unit);
        session.intent = Intent::Move;
        session.evade = false;
        session.drop_waypoints();
        (session.marked, session.warned, session.open_menu) = (None, None, None);
        session.rest_pointer();
    }
    if let Some(cell) = cell
        && world.contains_resource::<Messages<ShowCell>>()
    {
        world.write_message(ShowCell(cell));
    }
}

#[cfg(test)]
mod tests {
    use battle::EventRecord;
    use dice::GivenText;
    use model::Cell;

    use super::*;

    /// A record of an order with a note about each of these units.
    fn record(order: Order, notes: &[u32]) -> OrderRecord {
        let note = |unit: &u32| {
            let text = GivenText(format!("note {unit}")).into();
            EventRecord::new(BattleEvent::RuleNote { unit: UnitId(*unit), text, clause: "" })
        };
        OrderRecord { order, round: 1, pass: 1, events: notes.iter().map(note).collect(), revealed: false }
    }

    fn walk(unit: u32) -> Order {
        Order::Move { unit: UnitId(unit), path: vec![Cell::new(1, 1)], pace: Pace::Walk, evade: false }
    }

    fn answer() -> Order {
        Order::Decide { answer: "move".to_owned() }
    }

    /// The units of the notes, with the records of these.
    fn noted(records: &[OrderRecord]) -> Vec<(u32, usize)> {
        let notes = latest_notes(records, Some(UnitId(1)));
        notes.into_iter().map(|(granted, _)| (granted.unit.0, granted.record)).collect()
    }

    #[test]
    fn only_notes_of_the_latest_order_and_of_what_belongs_to_it_count() {
        let order = Order::TakeCover { unit: UnitId(1) };
        let mut records = vec![record(walk(1), &[7]), record(order.clone(), &[3]), record(answer(), &[4, 5])];
        assert_eq!(noted(&records), [(5, 2), (4, 2), (3, 1)], "the latest first, the answer included");
        records.push(record(walk(5), &[]));
        assert_eq!(noted(&records), [(4, 2), (3, 1)], "unit 5 has moved");
        records.push(record(order, &[]));
        assert!(noted(&records).is_empty(), "the acting unit has gone on");
    }

    #[test]
    fn a_declined_move_is_looked_for_anew_and_not_offered_again() {
        let mut moves = FreeMoves::default();
        moves.open_for_tests(UnitId(4), Side(0));
        assert_eq!(moves.unit(), Some(UnitId(4)));
        moves.at = Some(BattleRevision::default());
        moves.decline();
        assert_eq!((moves.unit(), moves.at), (None, None), "another move may be open");
        assert_eq!(moves.declined, [FreeMove { unit: UnitId(4), record: 0 }]);
        moves.decline();
        assert_eq!(moves.declined.len(), 1, "none is open any more");
    }
}
