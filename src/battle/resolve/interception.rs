//! Interception attacks on moving units, and evasion of them. Chapter INTC.

use std::cmp::Reverse;
use std::sync::Arc;

use super::rule_steps;
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::lines::{BattleAnswer, BattleQuestion, StrikeDetail};
use crate::state::order::Target;
use crate::state::resources::BattleDice;
use crate::state::resources::{MoveProgress, Outbox, ResolutionStep};
use crate::view::battle_view::{AttackChoice, BattleView, UnitDataItem};
use dice::{Answer, GivenText, Prompt, RuleResult, Table};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::turn_engine::interception;
use rules::turn_engine::interception::PASS_KEY;
use rules::{
    AttackRequest, Grip, InterceptOption, PendingAttack, StopReason, UnitSnapshot, WeaponReach, play,
};

impl BattleView<'_, '_> {
    /// Returns opponents who may intercept a unit on a path, with the index of the square; 0 is the starting square.
    /// Opponents of one square are sorted in prompt order. `SS-INTC-03`, `SS-INTC-18`, `SS-MOVE-21`.
    pub fn interceptions(&self, unit: UnitId, path: &[Cell]) -> Vec<(usize, UnitId)> {
        // Vehicles are not intercepted, and passengers do not intercept.
        let Some(data) = self.unit(unit).filter(|data| data.vehicle().is_none()) else { return Vec::new() };
        let mut mover = None;
        let squares: Vec<Cell> = [data.cell()].into_iter().chain(path.iter().copied()).collect();
        let near = |other: &UnitDataItem| {
            max_strike_reach(other).is_none_or(|zone| {
                squares.iter().any(|square| other.cell().chebyshev_distance(*square) <= zone)
            })
        };
        let mut interceptors: Vec<_> = self
            .units()
            .filter(|other| other.side != data.side && other.is_fighting() && other.vehicle().is_none())
            .filter(near)
            // A unit that the mover drags along is not passed. `AB-BASE-10`
            .filter(|other| data.status.grip() != Some(Grip::Holding(*other.id)))
            .filter_map(|other| {
                let mover = mover.get_or_insert_with(|| self.unit_snapshot(&data));
                let strikes = play::intercept_options(&self.unit_snapshot(&other), mover, self.rules());
                let reach = strikes.iter().map(|strike| strike.beyond).max()?;
                let inside: Vec<_> =
                    squares.iter().map(|square| self.can_intercept(&data, *square, &other, reach)).collect();
                Some((interception::first_strike_index(&inside)?, *other.id))
            })
            .collect();
        interceptors.sort_by_key(|(at, id)| {
            let entry = self.unit(*id).map(|other| self.turn_order_entry(&other));
            (*at, Reverse(entry.map(|entry| (entry.score, entry.reaction, entry.intuition))), *id)
        });
        interceptors
    }

    /// Returns whether an opponent is in reach of a square with no barrier between. `SS-INTC-01`, `SS-INTC-02`.
    fn can_intercept(&self, mover: &UnitDataItem, at: Cell, other: &UnitDataItem, reach: u32) -> bool {
        other.cell().chebyshev_distance(at) <= interception::interception_zone(reach)
            && field::line_of_sight(self.field().grid(), at, mover.body(), other.cell(), other.body())
    }

    /// Returns the interception attack of an opponent on a moving unit.
    pub fn interception(&self, by: UnitId, mover: UnitId, strike: &InterceptOption) -> Option<AttackRequest> {
        let at = self.unit(mover)?.cell();
        self.interception_at(by, (mover, at), strike)
    }

    /// Returns the interception attack on a moving unit that is on the given square.
    pub fn interception_at(
        &self,
        by: UnitId,
        (mover, at): (UnitId, Cell),
        strike: &InterceptOption,
    ) -> Option<AttackRequest> {
        let from = self.unit(by)?.cell();
        let aimed =
            AttackChoice { unit: by, weapon: strike.slot.unwrap_or(usize::MAX), mode: None, option: None };
        let target = (Target::Unit(mover), at);
        let mut request = self.assemble_attack((aimed, from), target, Some(&strike.weapon))?;
        request.attacker.budget = strike.paid.budget;
        if let Some(target) = request.unit_target_mut() {
            target.charge = false;
        }
        Some(request)
    }
}

/// Returns the longest melee reach of a unit's weapons, in squares; `None` without melee weapons. The unarmed attack
/// never has a longer reach.
fn max_strike_reach(unit: &UnitDataItem) -> Option<u32> {
    let reaches = unit.inventory.items().filter_map(|carried| match carried.reach() {
        WeaponReach::Melee { beyond } => Some(interception::interception_zone(beyond)),
        WeaponReach::Ranged { .. } => None,
    });
    reaches.max()
}

/// Returns the next square of a path with opponents that have not been asked yet, and these opponents.
pub(crate) fn next_interception(
    view: &BattleView,
    unit: UnitId,
    path: &[Cell],
    met: &[UnitId],
) -> Option<(usize, Vec<UnitId>)> {
    let all = view.interceptions(unit, path);
    let left: Vec<_> = all.into_iter().filter(|(_, opponent)| !met.contains(opponent)).collect();
    let at = left.first()?.0;
    // Units do not stop on a friend's square: the interception moves to the next square.
    let stops = |end: &usize| *end == 0 || view.unit_at(path[end - 1]).is_none_or(|other| *other.id == unit);
    let stop = (at..=path.len()).find(stops).unwrap_or(path.len());
    Some((stop, left.into_iter().filter(|(square, _)| *square == at).map(|(_, opponent)| opponent).collect()))
}

/// Returns the interception attack that an opponent has chosen; `None` if it has chosen none.
pub(crate) fn pending_interception(
    view: &BattleView,
    by: UnitId,
    mover: UnitId,
    chosen: &str,
) -> Option<PendingAttack> {
    let all = available_strikes(view, &view.unit(by)?, &view.unit(mover)?);
    let strike = all.iter().find(|strike| strike.key == chosen)?;
    Some(PendingAttack::Attack(Arc::new(view.interception(by, mover, strike)?)))
}

/// Returns the interception options that reach a unit on its current square.
fn available_strikes(view: &BattleView, data: &UnitDataItem, mover: &UnitDataItem) -> Vec<InterceptOption> {
    let distance = data.cell().chebyshev_distance(mover.cell());
    let all = play::intercept_options(&view.unit_snapshot(data), &view.unit_snapshot(mover), view.rules());
    all.into_iter().filter(|strike| distance <= interception::interception_zone(strike.beyond)).collect()
}

/// Asks an opponent whether to intercept and resolves the attack. `SS-INTC-06` to `SS-INTC-12`.
pub(crate) fn resolve_interception(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    unit: UnitId,
    mover: UnitId,
    out: &mut Outbox,
) {
    let (Some(data), Some(other)) = (view.unit(unit), view.unit(mover)) else { return };
    if !data.is_fighting() || !other.is_fighting() || !view.perceives(*data.side, &other) {
        return;
    }
    let strikes = available_strikes(view, &data, &other);
    if strikes.is_empty() {
        return;
    }
    let mut table = dice.start_table(answers);
    // Odds are needed only while the prompt is open.
    let open = answers.is_empty();
    let chosen = match table.ask(|| interception_prompt(view, unit, &other, (&strikes, open))) {
        Ok(chosen) => chosen,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let Some(strike) = chosen.checked_sub(1).and_then(|strike| strikes.get(strike)) else {
        let (_, trace) = dice.finish_table(table);
        return out.push_traced(BattleEvent::LetPass { unit, mover }, trace);
    };
    let Some(request) = view.interception(unit, mover, strike) else { return };
    let outcome = match play::attack(&mut table, &request) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    let (points, budget) = (strike.paid.points, strike.paid.budget);
    out.push_event(BattleEvent::Intercepted { unit, mover, weapon: strike.weapon.name().to_owned() });
    rule_steps::initiative::interrupt_extended_action(view, unit, points, out);
    out.push_event(BattleEvent::Paid { unit, action: Action::Intercept, points, budget });
    let (target, weapon) = (Target::Unit(mover), strike.slot.unwrap_or(usize::MAX));
    let rules::ActionOutcome { contact, net, damage, words, effects } = outcome;
    out.push_traced(
        BattleEvent::AttackResolved { unit, target, weapon, mode: None, contact, net, damage, words },
        trace,
    );
    if !other.status.has(StatusKind::Engaged) {
        out.push_status(mover, StatusKind::Engaged);
    }
    super::attack::mark_melee_exchange(view, unit, mover, out);
    let falls = effects.contains(&rules::RuleStep::FallProne { unit: mover });
    rule_steps::resolve_rule_steps(view, effects, Some(unit), out);
    if falls || play::stops_movement(&view.unit_snapshot(&other), damage) {
        let reason = StopReason::StoppedByOpponent;
        out.push_event(BattleEvent::Stopped { unit: mover, at: other.cell(), reason, unused: 0 });
    }
}

fn interception_prompt(
    view: &BattleView,
    unit: UnitId,
    mover: &UnitDataItem,
    (strikes, open): (&[InterceptOption], bool),
) -> Prompt {
    let pass = Answer::new(PASS_KEY, BattleAnswer::LetPass, "SS-INTC-06");
    let mut answers = vec![pass.with_detail(BattleAnswer::NoCost)];
    answers.extend(strikes.iter().map(|strike| {
        let request = open.then(|| view.interception(unit, *mover.id, strike)).flatten();
        let harm = request.and_then(|request| play::preview(&request)).map(|odds| odds.harm);
        let detail = StrikeDetail { strike: strike.detail.clone(), harm };
        Answer::new(&strike.key, strike.label.clone(), strike.clause).with_detail(detail)
    }));
    Prompt {
        who: unit,
        question: BattleQuestion::Intercept { mover: mover.identity.name().to_owned() }.into(),
        clause: interception::INTERCEPT_CLAUSE,
        answers,
    }
}

/// Resolves an evasion: the mover chooses which opponents it evades. `SS-INTC-14`, `SS-INTC-15`.
pub(crate) fn resolve_evasion(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    unit: UnitId,
    (path, action): (&[Cell], Action),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { return };
    let opponents: Vec<_> =
        view.interceptions(unit, path).into_iter().map(|(_, opponent)| opponent).collect();
    let mut table = dice.start_table(answers);
    let evaded = match choose_evaded_opponents(view, &mut table, &view.unit_snapshot(&data), opponents) {
        Ok(evaded) => evaded,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    out.push_traced(BattleEvent::Evaded { unit, past: evaded.clone() }, trace);
    let way = MoveProgress { begun: false, met: evaded };
    out.next_steps.push(ResolutionStep::Walk { unit, path: path.to_vec(), action, way });
}

fn choose_evaded_opponents(
    view: &BattleView,
    table: &mut impl Table,
    mover: &UnitSnapshot,
    mut opponents: Vec<UnitId>,
) -> RuleResult<Vec<UnitId>> {
    let count = play::roll_evasion(table, mover, view.rules())? as usize;
    if count >= opponents.len() {
        return Ok(opponents);
    }
    let mut evaded = Vec::new();
    for left in (1..=count).rev() {
        let index = table.ask(|| Prompt {
            who: mover.id,
            question: BattleQuestion::Evade { left }.into(),
            clause: "SS-INTC-15",
            answers: opponents.iter().map(|opponent| opponent_answer(view, *opponent)).collect(),
        })?;
        evaded.push(opponents.remove(index));
    }
    Ok(evaded)
}

fn opponent_answer(view: &BattleView, opponent: UnitId) -> Answer {
    let name = view.unit(opponent).map(|unit| unit.identity.name().to_owned()).unwrap_or_default();
    let answer = Answer::new(format!("unit{}", opponent.0), GivenText(name), "SS-INTC-15");
    answer.with_detail(BattleAnswer::CannotIntercept)
}
