//! Prompts that the window answers by itself: questions without a choice, and those that the player answers always alike.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::announcement::{announcement_reason, best_announcement};
use super::answer_plans::AnswerPlans;
use super::conditional_answers::Tenths;
use super::prompt_answers::{HOLD_KEY, defence_forecast};
use super::wasted_defences::{
    forecast_odds, is_defence_prompt, needless_answer, needless_reason, useful_answers, wasted_defences,
};
use super::widgets::PanelContext;
use super::{PanelParams, PlayerTask, player_task};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::player_input::PlayerInput;
use battle::{OpenPrompt, Order, RoundState, Target, validate_order};
use dice::Prompt;
use model::UnitId;
use rules::turn_engine::delay::{ACT_LAST_CLAUSE, STEP_IN_CLAUSE, next_to_act};
use rules::{KarmaPlan, play};

/// Key of the answer to act after the unit that acts next. `SS-DELAY-07`.
const AFTER_KEY: &str = "after";
/// Key of the answer to act last in the pass. `SS-DELAY-13`.
const ACT_KEY: &str = "act";

/// Units whose player waits until the end of a pass: they are not asked before each later unit. A setting of the window;
/// the answers are ordinary ones.
#[derive(Debug, Default)]
pub(crate) struct WaitingUnits(BTreeMap<UnitId, (u32, u32)>);

impl WaitingUnits {
    /// Whether a unit waits without questions in the current pass.
    pub fn is_waiting(&self, unit: UnitId, round: &RoundState) -> bool {
        self.0.get(&unit) == Some(&(round.number(), round.pass()))
    }

    /// Lets a unit wait until the end of the current pass.
    pub(super) fn wait(&mut self, unit: UnitId, round: &RoundState) {
        self.0.insert(unit, (round.number(), round.pass()));
    }

    /// Asks a unit again before the next phase.
    pub fn ask_again(&mut self, unit: UnitId) {
        self.0.remove(&unit);
    }
}

/// Answers prompts that are no decision: purchases chosen before, kinds of questions that the player answers always alike,
/// a unit that waits until the end of the pass, questions with only one sensible answer by the rules, and an attack against
/// which no defence helps. What an undo brought back is asked. A question that is answered is not shown.
pub(super) fn answer_needless_prompt(
    params: PanelParams,
    mut odds: ResMut<ForecastCache>,
    mut plans: ResMut<AnswerPlans>,
    mut player: PlayerInput,
    mut undone: Local<(u32, usize)>,
) {
    let context = params.context();
    let (rewinds, records) = (context.history.rewinds(), context.history.records().len());
    if undone.0 != rewinds {
        *undone = (rewinds, records);
        if !context.watching {
            plans.conditions.forget_from(records);
        }
    }
    offer_wanted_karma(&context, (&mut plans, &mut player));
    let is_answered =
        undone.1 != records && answer_open_prompt(&context, &mut odds, (&mut *plans, &mut player));
    // Without a question there is nothing to note.
    if is_answered || plans.unasked.is_hidden() {
        plans.unasked.note((rewinds, records), is_answered);
    }
}

/// Turns on the offers of Karma that were wanted while a question was open. `SS-BASE-26`.
fn offer_wanted_karma(context: &PanelContext, (plans, player): (&mut ResMut<AnswerPlans>, &mut PlayerInput)) {
    if plans.karma_offers.is_empty() || context.view.open_prompt().is_some() {
        return;
    }
    for unit in std::mem::take(&mut plans.karma_offers) {
        let Some(karma) = context.view.unit(unit).map(|unit| unit.karma.karma()) else { continue };
        let order = Order::Karma { unit, plan: KarmaPlan { ask: true, ..karma.plan } };
        if validate_order(context.view, &order).is_ok() {
            player.give_order(order);
        }
    }
}

/// Answers the open prompt if it is no decision; returns whether it did.
fn answer_open_prompt(
    context: &PanelContext,
    odds: &mut ForecastCache,
    (plans, player): (&mut AnswerPlans, &mut PlayerInput),
) -> bool {
    let Some(open) = context.view.open_prompt() else { return false };
    if player_task(context) != Some(PlayerTask::AnswerPrompt) || open.dice().is_some() {
        return false;
    }
    let prompt = open.prompt();
    if let Some(answer) = plans.take_planned(context, prompt) {
        player.give_order(Order::Decide { answer });
        return true;
    }
    let asks_while_waiting = player.session.asks_while_waiting;
    let Some(given) = automatic_answer(context, open, (&*plans, asks_while_waiting), odds) else {
        return false;
    };
    let Some(answer) = prompt.answers.iter().find(|answer| answer.key == given.key) else { return false };
    if !given.notice.is_empty() {
        player.session.notice = Some((given.notice, context.now));
    }
    if !given.why.is_empty() {
        let label = context.view.hide_unseen_names(&answer.label);
        let who = (prompt.who, open.side());
        plans.conditions.note(context.history.records().len(), who, &answer.key, (&label, &given.why));
    }
    player.give_order(Order::Decide { answer: answer.key.clone() });
    true
}

/// An answer that is given without asking.
#[derive(Debug, Default)]
struct AutomaticAnswer<'p> {
    key: &'p str,
    /// Why, for the log; empty if that needs no word.
    why: String,
    /// The sentence for the player; empty if there is none.
    notice: String,
}

/// Returns the answer that the open prompt gets without asking; `None` to ask.
fn automatic_answer<'p>(
    context: &PanelContext,
    open: &'p OpenPrompt,
    (plans, asks_while_waiting): (&AnswerPlans, Option<UnitId>),
    odds: &mut ForecastCache,
) -> Option<AutomaticAnswer<'p>> {
    let prompt = open.prompt();
    let given = |key| remembered_text(context, prompt, key);
    let suggested = play::suggested_answer(prompt, context.view.rules());
    if let Some(key) = plans.remembered_answer(open.side(), (prompt, suggested)) {
        let why = "as chosen for questions about symbols".to_owned();
        return Some(AutomaticAnswer { key, why, notice: given(key) });
    }
    if prompt.clause == STEP_IN_CLAUSE && plans.waiting.is_waiting(prompt.who, context.view.round()) {
        return Some(AutomaticAnswer { key: HOLD_KEY, ..AutomaticAnswer::default() });
    }
    if let Some(key) = plain_wait_answer(context, open, asks_while_waiting) {
        return Some(AutomaticAnswer { key, ..AutomaticAnswer::default() });
    }
    if let Some((key, why)) = conditional_answer(context, prompt, plans, odds) {
        let notice = format!("{} Automatic: {why}.", given(key));
        return Some(AutomaticAnswer { key, why, notice });
    }
    if let Some(key) = best_announcement(context, prompt, plans, odds) {
        let why = announcement_reason(key).to_owned();
        let notice = format!("{} Automatic: {why}.", given(key));
        return Some(AutomaticAnswer { key, why, notice });
    }
    if let Some(key) = sole_answer(context, prompt) {
        let notice = format!("{} It was the only sensible answer.", given(key));
        return Some(AutomaticAnswer { key, why: "it was the only sensible answer".to_owned(), notice });
    }
    undefended_answer(context, prompt, odds).map(|(key, why)| {
        let notice = format!("{}: {why}.", context.unit_name(prompt.who));
        AutomaticAnswer { key, why, notice }
    })
}

/// Returns the answer of a unit that waits until the next enemy has acted, or last in the pass: it lets units of its side go
/// first. `None` for other questions, and if the player chooses the moment. `SS-DELAY-07`, `SS-DELAY-13`.
fn plain_wait_answer(
    context: &PanelContext,
    open: &OpenPrompt,
    asks_while_waiting: Option<UnitId>,
) -> Option<&'static str> {
    let prompt = open.prompt();
    if asks_while_waiting == Some(prompt.who) {
        return None;
    }
    let next = next_to_act(&prompt.question);
    let mut own = context.view.units().filter(|unit| *unit.side == open.side() && *unit.id != prompt.who);
    let names_friend = own.any(|unit| next == Some(unit.identity.name()));
    wait_answer(prompt.clause, names_friend)
}

/// Returns the answer of a unit that waits for an enemy; `names_friend` is whether a unit of its side acts next.
fn wait_answer(clause: &str, names_friend: bool) -> Option<&'static str> {
    match clause {
        STEP_IN_CLAUSE if names_friend => Some(HOLD_KEY),
        STEP_IN_CLAUSE => Some(AFTER_KEY),
        ACT_LAST_CLAUSE => Some(ACT_KEY),
        _ => None,
    }
}

/// Returns the answer that a unit gives by the damage to expect, and why; `None` to ask. A defence that costs something and
/// changes nothing is not given.
fn conditional_answer<'p>(
    context: &PanelContext,
    prompt: &'p Prompt,
    plans: &AnswerPlans,
    odds: &mut ForecastCache,
) -> Option<(&'p str, String)> {
    let condition = plans.conditions.get(prompt.who, prompt.clause)?;
    let expected = expected_damage(context, prompt, odds)?;
    let key = condition.answer(expected)?;
    let forecast = defence_forecast(context, odds);
    let wasted = wasted_defences(prompt, forecast.as_deref());
    let changes_nothing =
        |at: usize| wasted.iter().any(|defence| defence.at == at && defence.cheaper.is_none());
    let at = prompt.answers.iter().position(|answer| answer.key == key).filter(|at| !changes_nothing(*at))?;
    Some((&prompt.answers[at].key, condition.reason(expected)))
}

/// Returns the average damage of the attack that the open prompt asks to defend against: with the default defence, and once
/// dice were rolled with the answer that takes most. `None` for other prompts, and if it is not known.
pub(super) fn expected_damage(
    context: &PanelContext,
    prompt: &Prompt,
    odds: &mut ForecastCache,
) -> Option<Tenths> {
    if let Some(forecast) = defence_forecast(context, odds) {
        return Some(Tenths::from_mean(forecast.odds.mean));
    }
    let reactions = play::reaction_prompts(context.view.rules().book());
    reactions.iter().find(|reaction| reaction.is_defence && reaction.clause == prompt.clause)?;
    let pending = context.view.prompt_context()?;
    let means = prompt.answers.iter().filter_map(|answer| odds.answer_odds(&pending, &answer.key));
    means.map(|odds| odds.mean).reduce(f64::max).map(Tenths::from_mean)
}

/// Returns the key of the only sensible answer by the rules. `None` where there is a choice, and where the asked side was
/// attacked by its own: what harms the attacker is no gain then.
fn sole_answer<'p>(context: &PanelContext, prompt: &'p Prompt) -> Option<&'p str> {
    let at = play::sole_answer(prompt, context.view.rules())?;
    let side = |id| context.view.unit(id).map(|unit| *unit.side);
    let query = AttackQuery::for_open_prompt(context.view, context.history);
    let is_own = query.is_some_and(|query| match query.target {
        Target::Unit(target) => side(target) == side(query.attacker),
        Target::Barrier(_) | Target::Square(_) => false,
    });
    prompt.answers.get(at).filter(|_| !is_own).map(|answer| answer.key.as_str())
}

/// Returns the key of the answer to an attack that no defence changes: the default one if every other costs something and
/// changes nothing, the one that does not defend if all lead to the same odds; and why. `None` for other prompts.
fn undefended_answer<'p>(
    context: &PanelContext,
    prompt: &'p Prompt,
    odds: &mut ForecastCache,
) -> Option<(&'p str, String)> {
    let same = |key| (key, "no defence would change the odds of this attack".to_owned());
    let open = context.view.open_prompt()?;
    let query = AttackQuery::for_open_prompt(context.view, context.history)?;
    let forecast =
        odds.forecast(context.view, &query).filter(|forecast| is_defence_prompt(forecast, prompt))?;
    // Before the rolls the forecast knows what a defence does, after them only the odds of its answer.
    if !open.rolls().is_empty() {
        let pending = context.view.prompt_context()?;
        return needless_answer(prompt, |key| odds.answer_odds(&pending, key)).map(same);
    }
    match useful_answers(prompt, Some(&forecast))[..] {
        [only] if prompt.answers.len() > 1 => {
            let wasted = wasted_defences(prompt, Some(&forecast));
            Some((&prompt.answers[only].key, needless_reason(&wasted)))
        }
        _ => needless_answer(prompt, |key| forecast_odds(&forecast, prompt, key)).map(same),
    }
}

/// Says what was answered without asking: "Ines: Boost die for Sable (1 advantage)."
fn remembered_text(context: &PanelContext, prompt: &Prompt, key: &str) -> String {
    let answer = prompt.answers.iter().find(|answer| answer.key == key);
    let shown = |text: &dyn std::fmt::Display| context.view.hide_unseen_names(text);
    let label = answer.map_or_else(String::new, |answer| shown(&answer.label));
    let detail = answer.map_or_else(String::new, |answer| shown(&answer.detail));
    let price = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
    format!("{}: {label}{price}.", context.unit_name(prompt.who))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_delay_07_a_waiting_unit_acts_after_the_next_enemy() {
        assert_eq!(wait_answer(STEP_IN_CLAUSE, true), Some("hold"), "friends go first");
        assert_eq!(wait_answer(STEP_IN_CLAUSE, false), Some("after"));
        assert_eq!(wait_answer(ACT_LAST_CLAUSE, false), Some("act"), "no enemy is left in the pass");
        assert_eq!(wait_answer("SS-DELAY-16", false), None);
    }
}
