//! The order of turns in the current pass and in later ones.

use std::collections::BTreeMap;

use crate::battle_revision::BattleRevision;
use crate::panel::open_ties::tie_text;
use crate::panel::widgets::{PanelContext, out_of_action_text};
use crate::turn_status::{TurnEndMark, TurnStatus};
use battle::UnitDataItem;
use battle_log::pass_course::PassCourse;
use dice::{DiceState, PlayedTable};
use model::UnitId;
use rules::turn_engine::turn_order::InitiativeEntry;
use rules::turn_engine::{has_phase, score_after_pass, turn_order};

/// Marks a unit whose place among others of its score is not decided.
const TIED: &str = "tied";

/// What a unit has done that is in the order of the pass and has left the map by an exit.
const ESCAPED: &str = "has escaped by an exit";

/// Number of later passes shown.
const PASSES_AHEAD: u32 = 4;

/// Why units have more than one turn in a round. `SS-ROUND-12`, `SS-ROUND-13`.
pub(super) const FURTHER_TURNS: &str = "A round has several passes: each lowers all scores by 10, and a unit whose score is \
                                        still above 0 has a further turn.";

#[derive(Debug)]
pub(super) struct TurnOrderChip {
    pub(super) id: UnitId,
    pub(super) name: String,
    pub(super) score: i32,
    pub(super) place: TurnStatus,
    /// The pass, counted from 1.
    pub(super) pass: u32,
    /// With whom the unit is tied, and what decides; `None` once its place in the order is known.
    pub(super) tie: Option<String>,
    /// Why the unit has no turn in this pass any more, though it was in its order: "has lost the turn"; `None` for others.
    pub(super) loss: Option<String>,
    /// It has left the map by an exit, which is no loss.
    pub(super) is_escaped: bool,
    /// The score with which it began the pass, if a change of it has moved its turn that is still to come.
    pub(super) was: Option<i32>,
}

impl TurnOrderChip {
    /// The score as the chip shows it: "12", "12 tied", "7, was 12".
    pub(super) fn score_text(&self) -> String {
        let score =
            if self.tie.is_some() { format!("{} {TIED}", self.score) } else { self.score.to_string() };
        self.was.iter().fold(score, |score, was| format!("{score}, was {was}"))
    }

    /// Says how a changed score has moved the turn to come: "acts later: initiative was 12".
    fn move_words(&self) -> Option<String> {
        let was = self.was?;
        let when = if was > self.score { "later" } else { "earlier" };
        Some(format!("acts {when}: initiative was {was} at the start of the pass"))
    }

    /// The name as a chip of a later pass shows it: "Vex", "Vex, tied".
    pub(super) fn name_text(&self) -> String {
        if self.tie.is_some() { format!("{}, {TIED}", self.name) } else { self.name.clone() }
    }

    /// The mark of a unit without a further turn in this pass.
    pub(super) fn mark(&self) -> TurnEndMark {
        match self.loss {
            _ if self.is_escaped => TurnEndMark::Escaped,
            Some(_) => TurnEndMark::Lost,
            None => TurnEndMark::Done,
        }
    }

    /// Describes the chip for screen readers: "Initiative 12, acts now".
    pub(super) fn spoken(&self, now: u32) -> String {
        let text = match (self.pass, &self.loss) {
            (pass, _) if pass > now => format!("Initiative {}, acts again in pass {pass}", self.score),
            (_, Some(loss)) => format!("Initiative {}, {loss}", self.score),
            (_, None) => format!("Initiative {}, {}", self.score, self.place.words()),
        };
        let notes = self.move_words().into_iter().chain(self.tie.clone());
        notes.fold(text, |text, note| format!("{text}, {note}"))
    }

    /// Says what the chip means: "Vex acts now. Initiative score: 2.", and with whom the unit is tied.
    pub(super) fn sentence(&self, now: u32) -> String {
        let text = self.place_sentence(now);
        let notes = self.move_words().into_iter().chain(self.tie.clone());
        notes.fold(text, |text, note| format!("{text} {} {note}.", self.name))
    }

    /// Says when the unit acts: "Vex acts now. Initiative score: 2."
    fn place_sentence(&self, now: u32) -> String {
        let Self { name, score, place, pass, .. } = self;
        if let Some(loss) = &self.loss {
            return format!("{name} {loss}.");
        }
        match place {
            _ if *pass > now => {
                format!(
                    "{name} has a turn in pass {pass} as well, with an initiative score of {score} then. {FURTHER_TURNS}"
                )
            }
            TurnStatus::Acted => format!("{name} has acted in this pass. Initiative score: {score}."),
            TurnStatus::Finished => {
                format!("{name} has no more turns in this round. Initiative score: {score}.")
            }
            TurnStatus::Acting => format!("{name} acts now. Initiative score: {score}."),
            TurnStatus::Delayed => {
                format!("{name} waits, and may still act in this pass. Initiative score: {score}.")
            }
            TurnStatus::Waiting => {
                format!(
                    "{name} is yet to act in this pass, with an initiative score of {score}; the highest acts first."
                )
            }
            TurnStatus::Unused => {
                format!("The battle ended before {name} acted in this pass. Initiative score: {score}.")
            }
        }
    }
}

/// The chips of the current pass and of the later ones, computed when the battle changes.
#[derive(Debug, Default)]
pub(in crate::panel) struct TurnOrderCache {
    revision: BattleRevision,
    pub(super) passes: Vec<Vec<TurnOrderChip>>,
}

impl TurnOrderCache {
    pub(super) fn update(&mut self, context: &PanelContext) {
        if self.revision == context.revision {
            return;
        }
        self.revision = context.revision;
        let coming = (1..=PASSES_AHEAD).map(|ahead| upcoming_chips(context, ahead));
        let coming = coming.take_while(|chips| !chips.is_empty());
        self.passes = std::iter::once(current_pass_chips(context)).chain(coming).collect();
    }
}

/// A unit with its score in a pass.
type ScoredUnit<'v> = (UnitDataItem<'v, 'v>, i32);

/// Sorts units into turn order with this round's coin tosses, by their scores in a pass. Ties without a toss come in an arbitrary
/// order; they are returned too.
fn sort_by_initiative<'v>(
    context: &PanelContext,
    units: impl Iterator<Item = ScoredUnit<'v>>,
) -> (Vec<ScoredUnit<'v>>, BTreeMap<UnitId, Vec<UnitId>>) {
    let mut units: Vec<_> = units.collect();
    let entry =
        |(unit, score): &ScoredUnit| InitiativeEntry { score: *score, ..context.view.turn_order_entry(unit) };
    let entries: Vec<_> = units.iter().map(entry).collect();
    let mut table = PlayedTable::new(DiceState::default(), Vec::new(), false);
    let (coins, mode) = (context.view.round().coins(), context.view.rules().engine.tie_mode);
    let order = turn_order::resolve_turn_order(&mut table, &entries, coins, mode)
        .expect("invariant: ties raise no prompt and dice are not scripted");
    units.sort_by_key(|(unit, _)| order.ranks.iter().flatten().position(|id| id == unit.id));
    (units, turn_order::open_ties(&entries, coins, mode))
}

fn current_pass_chips(context: &PanelContext) -> Vec<TurnOrderChip> {
    let round = context.view.round();
    if round.is_deploying() {
        return Vec::new();
    }
    let course = PassCourse::of_orders(context.history.records());
    let units = context.view.units().filter(|unit| match unit.is_fighting() {
        true => has_phase(unit.initiative.score()) || course.has_lost_turn(*unit.id),
        // It stays in the order until the pass ends.
        false => course.has_left(*unit.id),
    });
    let scored = units.map(|unit| {
        let score = unit.initiative.score();
        (unit, score)
    });
    let (mut units, _) = sort_by_initiative(context, scored);
    let moved = moved_turns(context, &course, &units);
    // Turns that have come are the history of the pass: only those to come are sorted by the scores of now.
    put_past_turns_first(&mut units, |(unit, _)| past_turn(context, &course, unit));
    // Only between units that wait is anything left to decide.
    let ties = if round.outcome().is_some() { BTreeMap::new() } else { context.view.open_ties() };
    units
        .into_iter()
        .map(|(unit, score)| TurnOrderChip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score,
            pass: round.pass(),
            place: TurnStatus::in_turn_order(context.view, &unit),
            tie: tie_text(context, &ties, *unit.id),
            loss: turn_loss(context, &course, &unit),
            is_escaped: has_escaped(&unit),
            was: moved.get(unit.id).copied(),
        })
        .collect()
}

/// Puts units whose turns have come before the others, in the order of these turns; the others keep theirs.
fn put_past_turns_first<T>(units: &mut [T], past_turn: impl Fn(&T) -> Option<usize>) {
    units.sort_by_key(|unit| past_turn(unit).unwrap_or(usize::MAX));
}

/// Returns the number of a unit's turn among those of the pass that have come; `None` while it is to come or put off.
fn past_turn(context: &PanelContext, course: &PassCourse, unit: &UnitDataItem) -> Option<usize> {
    let is_past = !is_to_come(context, unit);
    course.turns().iter().position(|id| id == unit.id).filter(|_| is_past)
}

/// Whether a unit still has a turn in this pass, or would have had if the battle had gone on.
fn is_to_come(context: &PanelContext, unit: &UnitDataItem) -> bool {
    let place = TurnStatus::in_turn_order(context.view, unit);
    unit.is_fighting() && matches!(place, TurnStatus::Waiting | TurnStatus::Delayed | TurnStatus::Unused)
}

/// Returns the units whose turns to come have another place among the others than with the scores at the start of the pass, with
/// their own scores of then. `units` are in the order of now.
fn moved_turns(context: &PanelContext, course: &PassCourse, units: &[ScoredUnit]) -> BTreeMap<UnitId, i32> {
    if context.view.round().outcome().is_some() {
        return BTreeMap::new();
    }
    let coming: Vec<UnitId> =
        units.iter().filter(|(unit, _)| is_to_come(context, unit)).map(|(unit, _)| *unit.id).collect();
    let score_then = |id: UnitId, now: i32| course.score_before_changes(id).unwrap_or(now);
    let then = coming.iter().filter_map(|id| context.view.unit(*id)).map(|unit| {
        let score = score_then(*unit.id, unit.initiative.score());
        (unit, score)
    });
    let (then, _) = sort_by_initiative(context, then);
    let then: Vec<UnitId> = then.iter().map(|(unit, _)| *unit.id).collect();
    let changed = coming.iter().filter_map(|id| Some((*id, course.score_before_changes(*id)?)));
    changed.filter(|(id, _)| has_moved(*id, &then, &coming)).collect()
}

/// Whether a unit has another place in one order than in the other.
fn has_moved(unit: UnitId, one: &[UnitId], other: &[UnitId]) -> bool {
    let place = |order: &[UnitId]| order.iter().position(|id| *id == unit);
    place(one) != place(other)
}

/// Whether a unit has left by an exit; one that fled, or was carried out, has not.
fn has_escaped(unit: &UnitDataItem) -> bool {
    unit.out_of_action.escaped() && unit.out_of_action.down().is_none()
}

/// Why a unit in the order of this pass has no turn in it any more; `None` for one that has, or that had its turn and still
/// fights.
fn turn_loss(context: &PanelContext, course: &PassCourse, unit: &UnitDataItem) -> Option<String> {
    let place = TurnStatus::in_turn_order(context.view, unit);
    let lost = course.has_lost_turn(*unit.id) && place.is_done();
    if has_escaped(unit) {
        return Some(ESCAPED.to_owned());
    }
    turn_loss_text(
        (unit.is_fighting(), unit.initiative.score()),
        lost,
        out_of_action_text(unit).unwrap_or("off the map"),
    )
}

/// Says that a unit is out of action, in these words, or has lost its turn to a lower initiative; `None` if neither holds.
fn turn_loss_text((is_fighting, score): (bool, i32), lost: bool, state: &str) -> Option<String> {
    match (is_fighting, lost) {
        (false, _) => Some(format!("takes no more turns: {state}")),
        (true, true) => Some(format!(
            "has lost the turn in this pass: initiative fell to {score}, and only a unit above 0 acts"
        )),
        (true, false) => None,
    }
}

/// Returns a unit's score `ahead` passes after this one; what it is owed replaces its score in the next pass. `SS-FFYL-07`.
fn score_in_later_pass(score: i32, owed: Option<i32>, ahead: u32) -> i32 {
    let next = owed.unwrap_or_else(|| score_after_pass(score));
    (1..ahead).fold(next, |score, _| score_after_pass(score))
}

fn upcoming_chips(context: &PanelContext, ahead: u32) -> Vec<TurnOrderChip> {
    let round = context.view.round();
    if round.is_deploying() || round.outcome().is_some() {
        return Vec::new();
    }
    let later = |unit: &UnitDataItem| {
        score_in_later_pass(unit.initiative.score(), unit.status.owed_phase_score(), ahead)
    };
    let units = context.view.units().filter(|unit| unit.is_fighting() && !unit.initiative.is_out());
    let scored = units.map(|unit| {
        let score = later(&unit);
        (unit, score)
    });
    let (units, ties) = sort_by_initiative(context, scored.filter(|(_, score)| has_phase(*score)));
    units
        .into_iter()
        .map(|(unit, score)| TurnOrderChip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score,
            pass: context.view.round().pass() + ahead,
            place: TurnStatus::Waiting,
            tie: tie_text(context, &ties, *unit.id),
            loss: None,
            is_escaped: false,
            was: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{battle_in, with_context};
    use battle::{Order, journal};
    use bevy::prelude::World;

    fn vex(place: TurnStatus, pass: u32, tie: Option<&str>) -> TurnOrderChip {
        let tie = tie.map(str::to_owned);
        TurnOrderChip {
            id: UnitId(1),
            name: "Vex".to_owned(),
            score: 12,
            place,
            pass,
            tie,
            loss: None,
            is_escaped: false,
            was: None,
        }
    }

    #[test]
    fn a_tie_is_shown_as_a_tie() {
        let tied = |place, pass| vex(place, pass, Some("is tied with Moss: a coin decides"));
        let waiting = tied(TurnStatus::Waiting, 1);
        assert_eq!((waiting.score_text().as_str(), waiting.name_text().as_str()), ("12 tied", "Vex, tied"));
        assert!(waiting.spoken(1).ends_with("in this pass, is tied with Moss: a coin decides"));
        assert!(waiting.sentence(1).ends_with(". Vex is tied with Moss: a coin decides."));
        assert!(
            tied(TurnStatus::Waiting, 2).sentence(1).ends_with(". Vex is tied with Moss: a coin decides.")
        );
        let decided = vex(TurnStatus::Waiting, 1, None);
        assert_eq!((decided.score_text().as_str(), decided.name_text().as_str()), ("12", "Vex"));
        assert!(!decided.sentence(1).contains("tied"));
    }

    #[test]
    fn a_turn_that_has_moved_says_why() {
        let slowed = TurnOrderChip { was: Some(15), ..vex(TurnStatus::Waiting, 1, None) };
        assert_eq!(slowed.score_text(), "12, was 15");
        let note = "acts later: initiative was 15 at the start of the pass";
        assert!(slowed.sentence(1).ends_with(&format!(" Vex {note}.")), "{}", slowed.sentence(1));
        assert!(slowed.spoken(1).ends_with(&format!(", {note}")), "{}", slowed.spoken(1));
        let sped = TurnOrderChip { was: Some(9), ..vex(TurnStatus::Waiting, 1, None) };
        assert!(sped.sentence(1).contains("acts earlier: initiative was 9"));
        let orders = [[1, 2, 3], [2, 3, 1]].map(|order| order.map(UnitId));
        assert!(has_moved(UnitId(1), &orders[0], &orders[1]));
        assert!(!has_moved(UnitId(1), &orders[0], &orders[0]));
    }

    #[test]
    fn turns_that_have_come_stay_before_those_to_come() {
        // Unit 3 has acted first, and its score has fallen below all others since.
        let mut units = [1, 2, 4, 3];
        put_past_turns_first(&mut units, |unit| [3, 1].iter().position(|past| past == unit));
        assert_eq!(units, [3, 1, 2, 4]);
    }

    #[test]
    fn the_strip_begins_with_those_who_have_acted() {
        let mut world = battle_in(None, "warehouse");
        let mut acted: Vec<UnitId> = Vec::new();
        for _ in 0..40 {
            let answer = battle::with_view(&mut world, |view| {
                Some(view.open_prompt()?.prompt().answers.last()?.key.clone())
            });
            if let Some(answer) = answer {
                journal::submit_order(&mut world, Order::Decide { answer }).expect("an answer of the prompt");
                continue;
            }
            let (chips, acting) = with_context(&mut world, |context| {
                let chips: Vec<UnitId> = current_pass_chips(context).iter().map(|chip| chip.id).collect();
                (chips, context.view.round().acting())
            });
            let Some(acting) = acting.filter(|id| !acted.contains(id)) else { break };
            acted.push(acting);
            assert_eq!(chips[..acted.len()], acted[..], "those who have acted, then the acting unit");
            if acted.len() == chips.len() {
                break;
            }
            journal::submit_order(&mut world, Order::EndPhase { unit: acting }).expect("it acts");
        }
        assert!(acted.len() > 2, "several units have acted: {acted:?}");
    }

    #[test]
    fn ss_init_13_a_chip_says_why_its_turn_is_lost() {
        let loss = |fights, lost| turn_loss_text((fights, -2), lost, "unconscious");
        assert_eq!(loss(true, false), None);
        let slowed = TurnOrderChip { loss: loss(true, true), ..vex(TurnStatus::Finished, 1, None) };
        let sentence = slowed.sentence(1);
        assert!(sentence.starts_with("Vex has lost the turn in this pass"), "{sentence}");
        assert!(sentence.contains("fell to -2"), "{sentence}");
        assert!(slowed.spoken(1).starts_with("Initiative 12, has lost the turn"));
        let down = TurnOrderChip { loss: loss(false, true), ..vex(TurnStatus::Acted, 1, None) };
        assert_eq!(down.sentence(1), "Vex takes no more turns: unconscious.");
        let away = TurnOrderChip {
            loss: Some(ESCAPED.to_owned()),
            is_escaped: true,
            ..vex(TurnStatus::Acted, 1, None)
        };
        assert_eq!(away.sentence(1), "Vex has escaped by an exit.");
        assert_eq!((down.mark(), away.mark()), (TurnEndMark::Lost, TurnEndMark::Escaped));
        assert_eq!(vex(TurnStatus::Acted, 1, None).mark(), TurnEndMark::Done);
    }

    /// The guards in the turn order of the docks, which all have the same initiative, with their ties.
    fn guards(world: &mut World) -> Vec<(String, Option<String>)> {
        let chips = with_context(world, current_pass_chips);
        let guards = chips.into_iter().filter(|chip| chip.name.starts_with("Guard"));
        guards.map(|chip| (chip.name, chip.tie)).collect()
    }

    #[test]
    fn ss_init_10_guards_are_tied_until_the_coins_are_tossed() {
        let mut world = battle_in(None, "docks");
        let tied = guards(&mut world);
        assert_eq!(tied.len(), 3, "{tied:?}");
        for (name, tie) in tied {
            let tie = tie.expect("no unit has acted");
            assert!(!tie.contains(&name) && tie.contains("a coin decides"), "{tie}");
            assert_eq!(tie.matches("Guard").count(), 2, "{tie}");
        }
        while let Some(answer) = battle::with_view(&mut world, |view| {
            let open = view.open_prompt()?;
            Some(open.prompt().answers.last()?.key.clone())
        }) {
            journal::submit_order(&mut world, Order::Decide { answer }).expect("an answer of the prompt");
        }
        let decided = guards(&mut world);
        assert_eq!(decided.len(), 3, "{decided:?}");
        assert!(decided.iter().all(|(_, tie)| tie.is_none()), "{decided:?}");
    }

    #[test]
    fn ss_ffyl_07_a_phase_that_is_owed_is_in_the_next_pass() {
        assert_eq!(score_in_later_pass(6, None, 1), -4);
        assert_eq!([1, 2].map(|ahead| score_in_later_pass(6, Some(1), ahead)), [1, -9]);
        assert_eq!([1, 2].map(|ahead| score_in_later_pass(21, None, ahead)), [11, 1]);
    }

    #[test]
    fn a_chip_says_whether_the_unit_has_a_turn_left_in_its_pass() {
        let chip = |place, pass| vex(place, pass, None);
        let spoken = |place, pass| chip(place, pass).spoken(1);
        assert_eq!(spoken(TurnStatus::Acted, 1), "Initiative 12, has acted in this pass");
        assert_eq!(spoken(TurnStatus::Waiting, 1), "Initiative 12, acts later in this pass");
        assert_eq!(spoken(TurnStatus::Waiting, 2), "Initiative 12, acts again in pass 2");
        let further = chip(TurnStatus::Waiting, 2).sentence(1);
        assert!(further.contains("pass 2 as well") && further.ends_with(FURTHER_TURNS), "{further}");
        let done = [TurnStatus::Acted, TurnStatus::Finished];
        let open = [TurnStatus::Acting, TurnStatus::Delayed, TurnStatus::Waiting, TurnStatus::Unused];
        assert!(done.iter().all(|place| place.is_done()) && !open.iter().any(|place| place.is_done()));
    }
}
