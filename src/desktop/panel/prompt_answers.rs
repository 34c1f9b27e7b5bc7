//! Answers of prompts: keys, defaults, and questions that the window answers by itself.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::announcement::{NO_ATTACK, offered_answers};
use super::answer_plans::AnswerPlans;
use super::conditional_answers::{Tenths, save_answers};
use super::prompt::leaves_odds;
use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelParams, PlayerTask, player_task, task_for_keys};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::BoardAnimation;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::redraw::NextFrame;
use crate::session::Screen;
use battle::{OpenPrompt, Order, RoundState, Target};
use dice::{Answer, Prompt};
use model::UnitId;
use rules::turn_engine::delay::{ACT_LAST_CLAUSE, STEP_IN_CLAUSE};
use rules::{DefenceForecast, Forecast, Odds, play};

/// Key of the answer by which the asked unit falls or dies: never a default. `SS-FFYL-02`.
const FALL_KEY: &str = "fall";
/// Key of the answer to go on waiting. `SS-DELAY-05`.
pub(super) const HOLD_KEY: &str = "hold";
/// Key of the answer to act after the unit that acts next. `SS-DELAY-07`.
const AFTER_KEY: &str = "after";
/// Key of the answer to act last in the pass. `SS-DELAY-13`.
const ACT_KEY: &str = "act";

/// Keys of the answers that do not defend. `AB-BASE-08`, `CS-BASE-18`, `AD-DEF-17`.
const UNDEFENDED_KEYS: [&str; 2] = ["none", "decline"];

/// Key of the answer that buys nothing more. `CC-ADV-05`, `CC-THT-02`.
pub(super) const STOP_KEY: &str = "stop";

/// The open prompt.
pub(super) struct PromptPlugin;

impl Plugin for PromptPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AnswerPlans>()
            .init_resource::<AnswerKeyDelay>()
            .add_systems(OnEnter(Screen::Battle), |mut plans: ResMut<AnswerPlans>| plans.begin_battle())
            .add_systems(Update, save_answers.run_if(in_state(Screen::Battle)))
            .add_systems(
                Update,
                (show_asked_unit, answer_needless_prompt, handle_prompt_keys)
                    .chain()
                    .in_set(PanelKeySystems::Prompt),
            );
    }
}

/// For how long after a prompt has appeared, and the board has shown what led to it, keys do not answer it, in seconds: a
/// key that was meant for something else is pressed too late. None while a script plays.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct AnswerKeyDelay(pub f64);

impl Default for AnswerKeyDelay {
    fn default() -> Self {
        Self(0.5)
    }
}

/// The prompt that is open, and when it appeared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PromptAppearance {
    prompt: Option<(UnitId, usize)>,
    since: f64,
}

impl PromptAppearance {
    /// Follows the open prompt: the asked unit, and the number of orders before it.
    fn follow(&mut self, prompt: Option<(UnitId, usize)>, now: f64) {
        if self.prompt != prompt {
            *self = Self { prompt, since: now };
        }
    }

    /// Whether keys answer the prompt: some time after it could be read.
    fn takes_keys(&self, delay: AnswerKeyDelay, now: f64) -> bool {
        delay.0 <= 0.0 || self.prompt.is_some() && now - self.since >= delay.0
    }
}

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
    fn wait(&mut self, unit: UnitId, round: &RoundState) {
        self.0.insert(unit, (round.number(), round.pass()));
    }

    /// Asks a unit again before the next phase.
    pub fn ask_again(&mut self, unit: UnitId) {
        self.0.remove(&unit);
    }
}

/// Returns the default answer of a prompt: the first one by which the asked unit does not fall.
pub(super) fn default_answer(prompt: &Prompt) -> usize {
    prompt.answers.iter().position(|answer| answer.key != FALL_KEY).unwrap_or(0)
}

/// Returns the actions whose keys give the answers, in the order in which they are listed; what symbols buy has keys of its
/// own, see `PurchaseKeys`. The answer that buys or announces
/// nothing has the same key in every prompt: that of the tenth answer, "0".
pub(super) fn answer_actions(prompt: &Prompt, order: &[usize]) -> Vec<Option<InputAction>> {
    const END: InputAction = InputAction::Action10;
    let is_end = |at: &usize| {
        prompt.answers.get(*at).is_some_and(|answer| [STOP_KEY, NO_ATTACK].contains(&answer.key.as_str()))
    };
    let has_end = order.iter().any(is_end);
    let mut others = (0..).map_while(InputAction::for_answer).filter(|action| !has_end || *action != END);
    order.iter().map(|at| if is_end(at) { Some(END) } else { others.next() }).collect()
}

/// The prompt that is shown, and what was selected before.
#[derive(Debug, Default)]
struct ShownPrompt {
    /// The asked unit, and the number of orders before the prompt.
    asked: Option<(UnitId, usize)>,
    selected: Option<UnitId>,
}

/// Scrolls the asked unit into view when a prompt opens, and selects it until the answer.
fn show_asked_unit(params: PanelParams, mut player: PlayerInput, mut shown: Local<ShownPrompt>) {
    let context = params.context();
    let asked =
        context.view.open_prompt().filter(|_| player_task(&context) == Some(PlayerTask::AnswerPrompt));
    let asked = asked.map(|open| (open.prompt().who, context.history.records().len()));
    let before = std::mem::replace(&mut shown.asked, asked);
    if before == asked {
        return;
    }
    match (before, asked.and_then(|(who, _)| context.view.unit(who))) {
        (_, Some(unit)) => {
            if before.is_none() {
                shown.selected = player.session.selected;
            }
            player.session.selected = Some(*unit.id);
            player.show_cell(unit.cell());
        }
        (Some((who, _)), None) if player.session.selected == Some(who) => {
            let acting = context.view.round().acting().filter(|id| context.view.unit(*id).is_some());
            player.session.selected = acting.or(shown.selected.take()).or(Some(who));
        }
        _ => {}
    }
}

/// Answers prompts that are no decision: purchases chosen before, kinds of questions that the player answers always alike,
/// a unit that waits until the end of the pass, questions with only one sensible answer by the rules, and an attack against
/// which no defence helps. What an undo brought back is asked.
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
    let Some(open) = context.view.open_prompt() else { return };
    let is_asked = player_task(&context) == Some(PlayerTask::AnswerPrompt) && open.dice().is_none();
    if !is_asked || undone.1 == records {
        return;
    }
    let prompt = open.prompt();
    if let Some(answer) = plans.take_planned(&context, prompt) {
        return player.give_order(Order::Decide { answer });
    }
    let remembered = plans.remembered_answer(open.side(), prompt);
    let is_waiting = || plans.waiting.is_waiting(prompt.who, context.view.round());
    let mut why = String::new();
    let key = if let Some(key) = remembered {
        why.push_str("as chosen for questions about symbols");
        let text = remembered_text(&context, prompt, key);
        player.session.notice = Some((text, context.now));
        Some(key)
    } else if prompt.clause == STEP_IN_CLAUSE && is_waiting() {
        Some(HOLD_KEY)
    } else if let Some(key) = plain_wait_answer(&context, open, player.session.asks_while_waiting) {
        Some(key)
    } else if let Some((key, reason)) = conditional_answer(&context, prompt, &plans, &mut odds) {
        let text = format!("{} Automatic: {reason}.", remembered_text(&context, prompt, key));
        player.session.notice = Some((text, context.now));
        why = reason;
        Some(key)
    } else if let Some(key) = sole_answer(&context, prompt) {
        why.push_str("no other answer was sensible");
        let text = format!("{} No other answer was sensible.", remembered_text(&context, prompt, key));
        player.session.notice = Some((text, context.now));
        Some(key)
    } else {
        undefended_answer(&context, prompt, &mut odds).map(|(key, reason)| {
            let text = format!("{}: {reason}.", context.unit_name(prompt.who));
            player.session.notice = Some((text, context.now));
            why = reason;
            key
        })
    };
    if let Some(answer) = key.and_then(|key| prompt.answers.iter().find(|answer| answer.key == key)) {
        if !why.is_empty() {
            let label = context.view.hide_unseen_names(&answer.label);
            let who = (prompt.who, open.side());
            plans.conditions.note(records, who, &answer.key, (&label, &why));
        }
        player.give_order(Order::Decide { answer: answer.key.clone() });
    }
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
    let question = prompt.question.to_string();
    let mut own = context.view.units().filter(|unit| *unit.side == open.side() && *unit.id != prompt.who);
    let names_friend = own.any(|unit| acts_next(&question, unit.identity.name()));
    wait_answer(prompt.clause, names_friend)
}

/// Whether the question to a waiting unit says that the unit of this name acts next.
fn acts_next(question: &str, name: &str) -> bool {
    question.strip_prefix(name).is_some_and(|rest| rest.starts_with(" acts next"))
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
    let same = |key| (key, "the odds are the same with every defence".to_owned());
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

/// Names the defences that a unit could pay and that change nothing: "the only defence that it can pay changes nothing (Dodge,
/// 1 AP)".
fn needless_reason(wasted: &[WastedDefence]) -> String {
    let names: Vec<String> = wasted.iter().map(WastedDefence::name).collect();
    let names = names.join("; ");
    match wasted.len() {
        1 => format!("the only other defence that it can pay changes nothing ({names})"),
        _ => format!("the other defences that it can pay change nothing ({names})"),
    }
}

/// Returns the odds of an attack against an answer: those of the forecast itself belong to the only answer that it does not
/// list.
fn forecast_odds(forecast: &Forecast, prompt: &Prompt, key: &str) -> Option<Odds> {
    let listed = |key: &str| forecast.defences.iter().find(|known| known.key == key);
    let unlisted = prompt.answers.iter().filter(|answer| listed(&answer.key).is_none()).count();
    match listed(key) {
        Some(known) => Some(known.odds.clone()),
        None => (unlisted == 1).then(|| forecast.odds.clone()),
    }
}

/// Returns the key of the answer that does not defend if all answers lead to the same odds.
fn needless_answer(prompt: &Prompt, mut odds_of: impl FnMut(&str) -> Option<Odds>) -> Option<&str> {
    let idle = prompt.answers.iter().find(|answer| UNDEFENDED_KEYS.contains(&answer.key.as_str()))?;
    let known = odds_of(&idle.key);
    let is_same = |answer: &Answer| leaves_odds(odds_of(&answer.key).as_ref(), known.as_ref());
    (prompt.answers.len() > 1 && prompt.answers.iter().all(is_same)).then_some(idle.key.as_str())
}

/// Says what was answered without asking: "Ines: Boost for Sable (1 advantage)."
fn remembered_text(context: &PanelContext, prompt: &Prompt, key: &str) -> String {
    let answer = prompt.answers.iter().find(|answer| answer.key == key);
    let shown = |text: &dyn std::fmt::Display| context.view.hide_unseen_names(text);
    let label = answer.map_or_else(String::new, |answer| shown(&answer.label));
    let detail = answer.map_or_else(String::new, |answer| shown(&answer.detail));
    let price = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
    format!("{}: {label}{price}.", context.unit_name(prompt.who))
}

/// Answers the open prompt by key. Where several purchases can be chosen, keys choose them and Enter confirms.
pub(super) fn handle_prompt_keys(
    keys: ActionInput,
    params: PanelParams,
    mut odds: ResMut<ForecastCache>,
    mut plans: ResMut<AnswerPlans>,
    mut player: PlayerInput,
    (delay, animation, mut appearance): (Res<AnswerKeyDelay>, Res<BoardAnimation>, Local<PromptAppearance>),
    next: Option<ResMut<NextFrame>>,
) {
    let context = params.context();
    let open = context.view.open_prompt().map(|open| (open.prompt().who, context.history.records().len()));
    appearance.follow(open.filter(|_| !animation.is_busy()), context.now);
    if !appearance.takes_keys(*delay, context.now) {
        // A window that draws nothing more would count the time from the key itself.
        if let Some(mut next) = next.filter(|_| open.is_some()) {
            next.within(Duration::from_secs_f64(delay.0));
        }
        return;
    }
    if task_for_keys(&context, &player.session) != Some(PlayerTask::AnswerPrompt) {
        return;
    }
    let Some(open) = context.view.open_prompt().filter(|open| open.dice().is_none()) else { return };
    let prompt = open.prompt();
    let takes_default = keys.just_pressed(InputAction::Yes) || keys.just_pressed(InputAction::Confirm);
    let forecast = defence_forecast(&context, &mut odds);
    let offered = offered_answers(&context, &mut odds, (prompt, forecast.as_deref()));
    let useful = offered.order;
    let actions = match play::spending_offer(prompt, context.view.rules()) {
        Some(offer) => plans.keys.actions(&offer, &useful),
        None => answer_actions(prompt, &useful),
    };
    let number = actions.iter().position(|action| action.is_some_and(|action| keys.just_pressed(action)));
    if let Some(purchases) = plans.purchases(&context, prompt) {
        if let Some(at) = number.and_then(|number| useful.get(number)) {
            plans.toggle(&purchases.offer, *at);
        } else if takes_default && let Some(answer) = plans.confirm(&context, prompt, &purchases) {
            player.give_order(Order::Decide { answer });
        }
        return;
    }
    let chosen = match number {
        Some(number) => useful.get(number).copied(),
        None => takes_default.then_some(offered.default),
    };
    if let Some(answer) = chosen.and_then(|chosen| prompt.answers.get(chosen)) {
        give_answer(&context, prompt, &answer.key, &mut plans, &mut player);
    }
}

/// Gives an answer. A unit that goes on waiting is not asked again in this pass.
pub(super) fn give_answer(
    context: &PanelContext,
    prompt: &Prompt,
    key: &str,
    plans: &mut AnswerPlans,
    player: &mut PlayerInput,
) {
    if prompt.clause == STEP_IN_CLAUSE && key == HOLD_KEY {
        plans.waiting.wait(prompt.who, context.view.round());
    }
    player.give_order(Order::Decide { answer: key.to_owned() });
}

/// Returns the forecast of the attack that the open prompt asks to defend against; `None` for other prompts, and once
/// dice were rolled: the forecast made before the attack no longer holds then.
pub(super) fn defence_forecast(context: &PanelContext, odds: &mut ForecastCache) -> Option<Arc<Forecast>> {
    let open = context.view.open_prompt().filter(|open| open.dice().is_none() && open.rolls().is_empty())?;
    let query = AttackQuery::for_open_prompt(context.view, context.history)?;
    odds.forecast(context.view, &query).filter(|forecast| is_defence_prompt(forecast, open.prompt()))
}

/// Returns the answers that are offered: all but those that are not worth their price.
pub(super) fn useful_answers(prompt: &Prompt, forecast: Option<&Forecast>) -> Vec<usize> {
    let wasted = wasted_defences(prompt, forecast);
    (0..prompt.answers.len()).filter(|at| wasted.iter().all(|defence| defence.at != *at)).collect()
}

/// A defence that is not worth its price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WastedDefence<'f> {
    /// The number of the answer.
    pub at: usize,
    /// What is known of it.
    pub forecast: &'f DefenceForecast,
    /// The defence that is cheaper and helps as much; `None` if it does not help at all.
    pub cheaper: Option<&'f DefenceForecast>,
}

/// Returns the defences that cost something and change nothing, or help no more than a cheaper one.
pub(super) fn wasted_defences<'f>(prompt: &Prompt, forecast: Option<&'f Forecast>) -> Vec<WastedDefence<'f>> {
    let Some(forecast) = forecast else { return Vec::new() };
    let known = |key: &str| forecast.defences.iter().find(|known| known.key == key);
    let offered: Vec<&DefenceForecast> =
        prompt.answers.iter().filter_map(|answer| known(&answer.key)).collect();
    let wasted = |(at, answer): (usize, &Answer)| {
        let defence = known(&answer.key).filter(|defence| !defence.is_free())?;
        if !defence.odds.is_better_for_target(&forecast.odds) {
            return Some(WastedDefence { at, forecast: defence, cheaper: None });
        }
        let cheaper = offered.iter().copied().filter(|other| defence.is_dominated_by(other));
        // Of several the best, which is on the list itself.
        let cheaper = cheaper.min_by(|one, other| one.odds.mean.total_cmp(&other.odds.mean))?;
        Some(WastedDefence { at, forecast: defence, cheaper: Some(cheaper) })
    };
    prompt.answers.iter().enumerate().filter_map(wasted).collect()
}

impl WastedDefence<'_> {
    /// The defence with its price: "Dodge, 1 AP".
    pub fn name(&self) -> String {
        format!("{}, {}", self.forecast.label, self.forecast.price)
    }

    /// Why it is not worth its price: "changes nothing", "Full Defence helps as much or more for 2 AP".
    pub fn reason(&self) -> String {
        let Some(cheaper) = self.cheaper else { return "changes nothing".to_owned() };
        let price = if cheaper.is_free() { "nothing" } else { &cheaper.price };
        format!("{} helps as much or more for {price}", cheaper.label)
    }
}

/// Whether the prompt asks for a defence that the forecast lists.
pub(super) fn is_defence_prompt(forecast: &Forecast, prompt: &Prompt) -> bool {
    prompt.answers.iter().any(|answer| forecast.defences.iter().any(|known| known.key == answer.key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{GivenText, Modifiers};

    fn prompt(keys: &[&str]) -> Prompt {
        let answers =
            keys.iter().map(|key| Answer::new(*key, GivenText((*key).to_owned()), "SS-DEF-01")).collect();
        Prompt {
            who: UnitId(1),
            question: GivenText("What now?".to_owned()).into(),
            clause: "SS-DEF-01",
            answers,
        }
    }

    fn odds(hit: f64, mean: f64) -> Odds {
        Odds {
            hit,
            harm: hit,
            stopped: 0.0,
            mean,
            kill: 0.0,
            out: 0.0,
            knockdown: 0.0,
            bars: Vec::new(),
            barriers: Vec::new(),
            shield: None,
        }
    }

    fn forecast(defences: &[(&str, &str, f64)]) -> Forecast {
        let defences = defences.iter().map(|(key, price, hit)| DefenceForecast {
            key: (*key).to_owned(),
            label: (*key).to_owned(),
            price: (*price).to_owned(),
            parts: Modifiers::default(),
            odds: odds(*hit, 4.0 * hit),
            lasts: false,
        });
        Forecast {
            roll: String::new(),
            symbols: None,
            joint: Vec::new(),
            totals: Vec::new(),
            notes: Vec::new(),
            odds: odds(0.5, 2.0),
            defences: defences.collect(),
            barriers: Vec::new(),
            hidden: 0,
            unit: "damage",
        }
    }

    #[test]
    fn keys_answer_a_prompt_only_after_it_was_there_for_a_moment() {
        let (mut seen, delay) = (PromptAppearance::default(), AnswerKeyDelay::default());
        seen.follow(Some((UnitId(1), 7)), 100.0);
        assert!(!seen.takes_keys(delay, 100.0) && !seen.takes_keys(delay, 100.4));
        seen.follow(Some((UnitId(1), 7)), 100.4);
        assert!(seen.takes_keys(delay, 100.6), "the same prompt goes on");
        seen.follow(Some((UnitId(1), 8)), 100.6);
        assert!(!seen.takes_keys(delay, 100.7), "the next prompt has appeared");
        assert!(seen.takes_keys(AnswerKeyDelay(0.0), 100.6), "scripts do not wait");
    }

    #[test]
    fn the_answer_that_buys_nothing_has_the_same_key_in_every_prompt() {
        let actions = |keys: &[&str]| {
            let order: Vec<usize> = (0..keys.len()).collect();
            answer_actions(&prompt(keys), &order)
        };
        let (one, end) = (Some(InputAction::Action1), Some(InputAction::Action10));
        assert_eq!(actions(&["strain", "stop"]), [one, end]);
        assert_eq!(actions(&["stop", "strain"]), [end, one], "wherever it stands");
        let long: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        let mut long: Vec<&str> = long.iter().map(String::as_str).collect();
        assert_eq!(actions(&long)[9], end, "without an end it is the tenth answer");
        long.push("stop");
        let with_end = actions(&long);
        assert_eq!((with_end[9], with_end[12]), (Some(InputAction::SpecialAction1), end));
    }

    #[test]
    fn ss_delay_07_a_waiting_unit_acts_after_the_next_enemy() {
        assert!(acts_next("Mara acts next at 12. Act now?", "Mara"));
        assert!(!acts_next("Mara Two acts next at 12. Act now?", "Mara"));
        assert_eq!(wait_answer(STEP_IN_CLAUSE, true), Some("hold"), "friends go first");
        assert_eq!(wait_answer(STEP_IN_CLAUSE, false), Some("after"));
        assert_eq!(wait_answer(ACT_LAST_CLAUSE, false), Some("act"), "no enemy is left in the pass");
        assert_eq!(wait_answer("SS-DELAY-16", false), None);
    }

    #[test]
    fn ss_ffyl_02_the_default_answer_is_never_to_fall() {
        assert_eq!(default_answer(&prompt(&["fall", "fight"])), 1);
        assert_eq!(default_answer(&prompt(&["standard", "full"])), 0);
        assert_eq!(default_answer(&prompt(&["fall"])), 0, "there is no other answer");
    }

    #[test]
    fn a_defence_that_costs_something_and_changes_nothing_is_not_offered() {
        let asked = prompt(&["standard", "dodge", "full", "brace"]);
        let offered = forecast(&[("dodge", "1 AP", 0.5), ("full", "2 AP", 0.3), ("brace", "", 0.5)]);
        assert_eq!(useful_answers(&asked, Some(&offered)), [0, 2, 3], "a free one stays");
        assert_eq!(useful_answers(&asked, None), [0, 1, 2, 3]);
        let needless = prompt(&["standard", "dodge"]);
        assert_eq!(useful_answers(&needless, Some(&offered)), [0], "no question is left");
        let wasted = wasted_defences(&needless, Some(&offered));
        let reason = "the only other defence that it can pay changes nothing (dodge, 1 AP)";
        assert_eq!(needless_reason(&wasted), reason);
    }

    #[test]
    fn a_dearer_defence_that_helps_no_more_is_folded_away_with_the_reason() {
        let asked = prompt(&["standard", "full", "both", "dodge"]);
        let offered = forecast(&[("full", "2 AP", 0.41), ("both", "3 AP", 0.42), ("dodge", "1 AP", 0.45)]);
        assert_eq!(useful_answers(&asked, Some(&offered)), [0, 1, 3]);
        let wasted = wasted_defences(&asked, Some(&offered));
        let [both] = wasted[..] else { panic!("{wasted:?}") };
        assert_eq!((both.at, both.name()), (2, "both, 3 AP".to_owned()));
        assert_eq!(both.reason(), "full helps as much or more for 2 AP");
    }

    #[test]
    fn an_attack_that_no_defence_changes_is_not_defended() {
        let answer = |keys: &[&str], hits: &[(&str, f64)]| {
            let offered: Vec<(&str, &str, f64)> = hits.iter().map(|(key, hit)| (*key, "", *hit)).collect();
            let (asked, offered) = (prompt(keys), forecast(&offered));
            needless_answer(&asked, |key| forecast_odds(&offered, &asked, key)).map(str::to_owned)
        };
        // The first answer is the default one, with the odds of the forecast.
        let same = [("none", 0.5), ("parry", 0.5)];
        assert_eq!(answer(&["dodge", "parry", "none"], &same).as_deref(), Some("none"));
        assert_eq!(answer(&["dodge", "parry", "none"], &[("none", 0.7), ("parry", 0.5)]), None, "it helps");
        assert_eq!(answer(&["dodge", "other", "none"], &[("none", 0.5)]), None, "what it does is not known");
        assert_eq!(answer(&["dodge", "parry"], &[("parry", 0.5)]), None, "every answer is a defence");
        assert_eq!(answer(&["none"], &[]), None, "there is no question");
    }
}
