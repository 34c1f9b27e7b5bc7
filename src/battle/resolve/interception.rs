//! Interception attacks on moving units, and evasion of them. Chapter INTC.

use std::cmp::Reverse;
use std::sync::Arc;

use super::carry_out::{self, Obstacle};
use super::rule_steps;
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::lines::{BattleAnswer, BattleQuestion, StrikeChance, StrikeDetail};
use crate::state::order::Target;
use crate::state::resources::BattleDice;
use crate::state::resources::{DeclaredStrike, MoveProgress, Outbox, ResolutionStep};
use crate::view::attack_request::AttackTerms;
use crate::view::battle_view::{AttackChoice, BattleView, UnitDataItem};
use crate::view::queued_attacks::walk_before_attack;
use dice::{Answer, Prompt, RuleResult, SubjectName, Table, Trace};
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::turn_engine::interception;
use rules::turn_engine::interception::PASS_KEY;
use rules::turn_engine::turn_order::{self, TurnOrder};
use rules::{
    ActionOutcome, AttackRequest, EvasionOutcome, Grip, InterceptOption, MovementMode, Odds, Payment,
    PendingAttack, RuleStep, StopReason, UnitSnapshot, play,
};

/// The square of a path at which an opponent may intercept; 0 is the one on which the unit begins.
fn square_on_path(unit: &UnitDataItem, path: &[Cell], at: usize) -> Cell {
    at.checked_sub(1).and_then(|at| path.get(at)).copied().unwrap_or(unit.cell())
}

impl BattleView<'_, '_> {
    /// Returns opponents who may intercept a unit on a path, with the index of the square; 0 is the starting square.
    /// Opponents of one square are sorted in prompt order. `SS-INTC-03`, `SS-INTC-18`, `SS-MOVE-21`.
    pub fn interceptions(&self, unit: UnitId, path: &[Cell]) -> Vec<(usize, UnitId)> {
        // Vehicles are not intercepted, and passengers do not intercept.
        let Some(data) = self.unit(unit).filter(|data| data.vehicle().is_none()) else { return Vec::new() };
        let mut mover = None;
        let squares: Vec<Cell> = [data.cell()].into_iter().chain(path.iter().copied()).collect();
        let near = |other: &UnitDataItem| {
            other.inventory.strike_zone().is_none_or(|zone| {
                squares.iter().any(|square| other.cell().chebyshev_distance(*square) <= zone)
            })
        };
        let mut interceptors: Vec<_> = self
            .index
            .units_in_strike_range(&squares)
            .filter_map(|id| self.unit(id))
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

    /// Returns the opponents who may intercept a unit on a path, each with the odds of its worst strike on a unit that moves
    /// like that; `None` for odds that cannot be computed. In the order of `interceptions`.
    pub fn worst_interceptions(
        &self,
        unit: &UnitDataItem,
        path: &[Cell],
        gait: MovementMode,
    ) -> Vec<(UnitId, Option<Odds>)> {
        let me = self.unit_snapshot(unit);
        let worst = |at: usize, by: UnitId| {
            let square = square_on_path(unit, path, at);
            let strikes = play::intercept_options(&self.unit_snapshot(&self.unit(by)?), &me, self.rules());
            let odds = strikes.iter().filter_map(|strike| {
                let mut blow = self.interception_at(by, (*unit.id, square), strike)?;
                if let Some(target) = blow.unit_target_mut() {
                    target.defender.gait = target.defender.gait.max(gait);
                }
                play::preview(&blow)
            });
            odds.max_by(|one, other| one.mean.total_cmp(&other.mean))
        };
        let interceptions = self.interceptions(*unit.id, path);
        interceptions.into_iter().map(|(at, by)| (by, worst(at, by))).collect()
    }

    /// Returns the opponents who may intercept a unit on a path and can throw it back by a hit, which may end its move. `AB-KNOCK-01`.
    pub fn throwing_interceptors(&self, unit: &UnitDataItem, path: &[Cell]) -> Vec<UnitId> {
        let me = self.unit_snapshot(unit);
        let throws = |at: usize, by: UnitId| {
            let square = square_on_path(unit, path, at);
            let Some(other) = self.unit(by) else { return false };
            let strikes = play::intercept_options(&self.unit_snapshot(&other), &me, self.rules());
            strikes.iter().any(|strike| {
                let blow = self.interception_at(by, (*unit.id, square), strike);
                blow.is_some_and(|blow| play::can_throw_back(&blow))
            })
        };
        let interceptions = self.interceptions(*unit.id, path).into_iter();
        interceptions.filter(|(at, by)| throws(*at, *by)).map(|(_, by)| by).collect()
    }

    /// Returns the opponents who may intercept a unit on its way to the square from which it makes an announced attack, as
    /// `worst_interceptions` does. It goes there as an ordinary move does.
    pub fn interceptions_before_attack(
        &self,
        unit: &UnitDataItem,
        from: Cell,
    ) -> Vec<(UnitId, Option<Odds>)> {
        if from == unit.cell() {
            return Vec::new();
        }
        let Some((path, gait)) = walk_before_attack(self, unit, from) else { return Vec::new() };
        self.worst_interceptions(unit, &path, gait)
    }

    /// Returns the moving unit that the open prompt offers to intercept, and the odds of each attack by the key of its
    /// answer; `None` if the prompt asks for something else. `SS-INTC-06`.
    pub fn offered_interception(&self) -> Option<(UnitId, Vec<(String, Odds)>)> {
        let open =
            self.open_prompt().filter(|open| open.prompt().clause == interception::INTERCEPT_CLAUSE)?;
        let Some(ResolutionStep::Intercept { unit, mover }) = &open.step else { return None };
        let strikes = available_strikes(self, &self.unit(*unit)?, &self.unit(*mover)?);
        let odds = strikes.into_iter().filter_map(|strike| {
            let request = self.interception(*unit, *mover, &strike)?;
            Some((strike.key, play::preview(&request)?))
        });
        Some((*mover, odds.collect()))
    }

    /// Returns whether an opponent is in reach of a square with no barrier between. `SS-INTC-01`, `SS-INTC-02`, `SS-BASE-34`.
    fn can_intercept(&self, mover: &UnitDataItem, at: Cell, other: &UnitDataItem, reach: u32) -> bool {
        other.cell().chebyshev_distance(at) <= interception::interception_zone(reach)
            && field::line_of_sight(self.field().grid(), at, mover.body(), other.cell(), other.body())
            && self.obstacle_to_blow((other.cell(), other.body()), (at, mover.body())).is_none()
    }

    /// Returns the interception attack of an opponent on a moving unit.
    pub fn interception(&self, by: UnitId, mover: UnitId, strike: &InterceptOption) -> Option<AttackRequest> {
        let at = self.unit(mover)?.cell();
        self.interception_at(by, (mover, at), strike)
    }

    /// Returns the interception attack, once it is paid, on a moving unit that is on the given square.
    pub fn interception_at(
        &self,
        by: UnitId,
        (mover, at): (UnitId, Cell),
        strike: &InterceptOption,
    ) -> Option<AttackRequest> {
        let InterceptOption { weapon, slot, beyond, .. } = strike.clone();
        let mut request =
            self.strike_request(&DeclaredStrike { unit: by, mover, weapon, slot, beyond }, at)?;
        request.attacker.budget = strike.paid.budget;
        if let Some(after) = &strike.paid.condition {
            request.attacker.condition.clone_from(after);
        }
        Some(request)
    }

    /// Returns the interception attack on a moving unit that is on the given square.
    fn strike_request(&self, strike: &DeclaredStrike, at: Cell) -> Option<AttackRequest> {
        let from = self.unit(strike.unit)?.cell();
        let weapon = strike.slot.unwrap_or(usize::MAX);
        let aimed = AttackChoice { unit: strike.unit, weapon, mode: None, option: None };
        let target = (Target::Unit(strike.mover), at);
        let terms = AttackTerms { weapon: Some(&strike.weapon), ..AttackTerms::default() };
        let mut request = self.assemble_attack((aimed, from), target, terms)?;
        if let Some(target) = request.unit_target_mut() {
            target.charge = false;
        }
        Some(request)
    }
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

/// Returns the opponents of a square in the order in which they are asked; a coin decides between equal ones, for the rest
/// of the round. Queues the tosses. `SS-INTC-18`, `SS-INIT-10`.
pub(crate) fn toss_for_order(
    view: &BattleView,
    table: &mut impl Table,
    opponents: &[UnitId],
    out: &mut Outbox,
) -> RuleResult<Vec<UnitId>> {
    let units = opponents.iter().filter_map(|opponent| view.unit(*opponent));
    let entries: Vec<_> = units.map(|unit| view.turn_order_entry(&unit)).collect();
    let known = view.round().coins();
    let TurnOrder { ranks, coins } =
        turn_order::resolve_turn_order(table, &entries, known, view.rules().engine.tie_mode)?;
    if coins != *known {
        out.push_event(BattleEvent::CoinsTossed { coins });
    }
    Ok(ranks.concat())
}

/// Returns the interception attack that an opponent has chosen; `None` if it has chosen none.
pub(crate) fn chosen_interception(
    view: &BattleView,
    by: UnitId,
    mover: UnitId,
    chosen: &str,
) -> Option<PendingAttack> {
    let all = available_strikes(view, &view.unit(by)?, &view.unit(mover)?);
    let strike = all.iter().find(|strike| strike.key == chosen)?;
    Some(PendingAttack::Attack(Arc::new(view.interception(by, mover, strike)?)))
}

/// Returns an interception attack that is paid and waits for an answer; `None` if it is no longer possible.
pub(crate) fn paid_interception(view: &BattleView, strike: &DeclaredStrike) -> Option<PendingAttack> {
    let at = view.unit(strike.mover)?.cell();
    Some(PendingAttack::Attack(Arc::new(view.strike_request(strike, at)?)))
}

/// Returns the interception options that reach a unit on its current square.
fn available_strikes(view: &BattleView, data: &UnitDataItem, mover: &UnitDataItem) -> Vec<InterceptOption> {
    let distance = data.cell().chebyshev_distance(mover.cell());
    let all = play::intercept_options(&view.unit_snapshot(data), &view.unit_snapshot(mover), view.rules());
    all.into_iter().filter(|strike| distance <= interception::interception_zone(strike.beyond)).collect()
}

/// Asks an opponent whether to intercept; it pays and attacks then. `SS-INTC-06` to `SS-INTC-12`.
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
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let Some(strike) = chosen.checked_sub(1).and_then(|strike| strikes.get(strike)) else {
        let (_, trace) = dice.finish_table(table);
        return out.push_traced(BattleEvent::LetPass { unit, mover }, trace);
    };
    let declared = DeclaredStrike::new(unit, mover, strike);
    if strike.paid.condition.is_some() {
        // The price is paid first, because the unit may not survive it. `SS-CALL-55`
        push_strike_payment(view, (&data, mover), strike, out);
        return out.next_steps.push(ResolutionStep::Strike(declared));
    }
    let Some(request) = view.interception(unit, mover, strike) else { return };
    match play::attack(&mut table, &request) {
        Ok(outcome) => {
            push_strike_payment(view, (&data, mover), strike, out);
            push_strike_result(view, &declared, (outcome, dice.finish_table(table)), out);
        }
        Err(stop) => out.wait_with_rolls(stop, (dice, table)),
    }
}

/// Queues the payment of an interception. `SS-ACT-41`, `SS-CALL-56`.
fn push_strike_payment(
    view: &BattleView,
    (data, mover): (&UnitDataItem, UnitId),
    strike: &InterceptOption,
    out: &mut Outbox,
) {
    let unit = *data.id;
    let Payment { points, budget, condition, cause, .. } = strike.paid.clone();
    let weapon = strike.weapon.name().to_owned();
    out.push_event(BattleEvent::Intercepted { unit, mover, weapon });
    rule_steps::initiative::interrupt_extended_action(view, unit, points, out);
    out.push_event(BattleEvent::Paid { unit, action: Action::Intercept, points, budget });
    let paid = condition.map(|after| RuleStep::ChangeHealth { unit, after, damage: 0, cause });
    rule_steps::resolve_rule_steps(view, paid.into_iter().collect(), None, out);
}

/// Checks again that the striker may attack, that its weapon is in its hand, and that the mover is there and in reach.
fn check_strike_again(view: &BattleView, strike: &DeclaredStrike) -> Result<AttackRequest, Obstacle> {
    let data = carry_out::check_attacker(view, strike.unit, (Action::Intercept, strike.slot))?;
    let mover = view.unit(strike.mover).filter(|mover| mover.is_fighting());
    let mover = mover.ok_or_else(carry_out::target_gone)?;
    if !view.can_intercept(&mover, mover.cell(), &data, strike.beyond) {
        return Err(carry_out::out_of_sight());
    }
    view.strike_request(strike, mover.cell()).ok_or_else(carry_out::target_gone)
}

/// Resolves a `Strike` step: the attack on a passing unit. `SS-INTC-10` to `SS-INTC-12`.
pub(crate) fn resolve_strike(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    strike: &DeclaredStrike,
    out: &mut Outbox,
) {
    let request = match check_strike_again(view, strike) {
        Ok(request) => request,
        Err(obstacle) => return carry_out::push_not_carried_out(strike.unit, obstacle, out),
    };
    let mut table = dice.start_table(answers);
    match play::attack(&mut table, &request) {
        Ok(outcome) => push_strike_result(view, strike, (outcome, dice.finish_table(table)), out),
        Err(stop) => out.wait_with_rolls(stop, (dice, table)),
    }
}

/// Queues the result of an interception attack. `SS-INTC-11`, `SS-INTC-12`.
fn push_strike_result(
    view: &BattleView,
    strike: &DeclaredStrike,
    (outcome, (dice_state, trace)): (ActionOutcome, (BattleDice, Vec<Trace>)),
    out: &mut Outbox,
) {
    let DeclaredStrike { unit, mover, slot, .. } = *strike;
    let Some(other) = view.unit(mover) else { return };
    out.dice = Some(dice_state);
    let (target, weapon) = (Target::Unit(mover), slot.unwrap_or(usize::MAX));
    let ActionOutcome { contact, net, damage, words, effects } = outcome;
    out.push_traced(
        BattleEvent::AttackResolved { unit, target, weapon, mode: None, contact, net, damage, words },
        trace,
    );
    if !other.status.has(StatusKind::Engaged) {
        out.push_status(mover, StatusKind::Engaged);
    }
    super::attack::mark_melee_exchange(view, unit, mover, out);
    let falls = effects.contains(&RuleStep::FallProne { unit: mover });
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
        let forecast = request.and_then(|request| play::forecast(&request));
        let chance = forecast.as_ref().map(StrikeChance::from_forecast);
        let detail = StrikeDetail { strike: strike.detail.clone(), chance };
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
    let (evaded, effects) =
        match choose_evaded_opponents(view, &mut table, &view.unit_snapshot(&data), opponents) {
            Ok(chosen) => chosen,
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    out.push_traced(BattleEvent::Evaded { unit, past: evaded.clone() }, trace);
    rule_steps::resolve_rule_steps(view, effects, None, out);
    let way = MoveProgress { begun: false, met: evaded };
    out.next_steps.push(ResolutionStep::Walk { unit, path: path.to_vec(), action, way });
}

fn choose_evaded_opponents(
    view: &BattleView,
    table: &mut impl Table,
    mover: &UnitSnapshot,
    mut opponents: Vec<UnitId>,
) -> RuleResult<(Vec<UnitId>, Vec<RuleStep>)> {
    let EvasionOutcome { opponents: count, effects } = play::roll_evasion(table, mover, view.rules())?;
    let count = count as usize;
    if count >= opponents.len() {
        return Ok((opponents, effects));
    }
    let mut evaded = Vec::new();
    for left in (1..=count).rev() {
        let index = table.ask(|| Prompt {
            who: mover.id,
            question: BattleQuestion::Evade { left }.into(),
            clause: "SS-INTC-15",
            answers: opponents.iter().map(|opponent| opponent_answer(view, mover.id, *opponent)).collect(),
        })?;
        evaded.push(opponents.remove(index));
    }
    Ok((evaded, effects))
}

fn opponent_answer(view: &BattleView, mover: UnitId, opponent: UnitId) -> Answer {
    let name = view.name_for_question(opponent, mover);
    let name = SubjectName::of_unit(opponent, name);
    let answer = Answer::new(format!("unit{}", opponent.0), name, "SS-INTC-15");
    answer.with_detail(BattleAnswer::CannotIntercept)
}
