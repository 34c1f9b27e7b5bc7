//! Answers of prompts: keys, defaults, and questions that the window answers by itself.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::announcement::{NO_ATTACK, offered_answers};
use super::answer_plans::AnswerPlans;
use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelParams, PlayerTask, player_task, task_for_keys};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::BoardAnimation;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::redraw::NextFrame;
use crate::session::Screen;
use battle::{Order, RoundState};
use dice::Prompt;
use model::UnitId;
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{Forecast, Odds};

/// Key of the answer by which the asked unit falls or dies: never a default. `SS-FFYL-02`.
const FALL_KEY: &str = "fall";
/// Key of the answer to go on waiting. `SS-DELAY-05`.
pub(super) const HOLD_KEY: &str = "hold";

/// Key of the answer that buys nothing more. `CC-ADV-05`, `CC-THT-02`.
pub(super) const STOP_KEY: &str = "stop";

/// The open prompt.
pub(super) struct PromptPlugin;

impl Plugin for PromptPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AnswerPlans>()
            .init_resource::<AnswerKeyDelay>()
            .add_systems(OnEnter(Screen::Battle), |mut plans: ResMut<AnswerPlans>| *plans = default())
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

/// Returns the actions whose keys give the answers, in the order in which they are listed. The answer that buys or announces
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
/// a unit that waits until the end of the pass, and an attack against which no defence helps. What an undo brought back
/// is asked.
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
    let key = if let Some(key) = remembered {
        let text = remembered_text(&context, prompt, key);
        player.session.notice = Some((text, context.now));
        Some(key)
    } else if prompt.clause == STEP_IN_CLAUSE && is_waiting() {
        Some(HOLD_KEY)
    } else {
        let forecast = defence_forecast(&context, &mut odds);
        let only = forecast.as_deref().map(|forecast| useful_answers(prompt, Some(forecast)));
        let only = only.filter(|useful| useful.len() == 1 && prompt.answers.len() > 1);
        only.map(|useful| prompt.answers[useful[0]].key.as_str()).inspect(|_| {
            let text = format!("{}: no defence would help.", context.unit_name(prompt.who));
            player.session.notice = Some((text, context.now));
        })
    };
    if let Some(key) = key.filter(|key| prompt.answers.iter().any(|answer| answer.key == *key)) {
        player.give_order(Order::Decide { answer: key.to_owned() });
    }
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
    let actions = answer_actions(prompt, &useful);
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

/// Returns the answers that are offered: all but defences that cost something and change nothing.
pub(super) fn useful_answers(prompt: &Prompt, forecast: Option<&Forecast>) -> Vec<usize> {
    let is_useful = |key: &str| {
        let Some(forecast) = forecast else { return true };
        let Some(defence) = forecast.defences.iter().find(|known| known.key == key) else { return true };
        let is_free = matches!(defence.price.as_str(), "" | "free");
        is_free || is_better(&defence.odds, &forecast.odds)
    };
    let all = prompt.answers.iter().enumerate();
    all.filter(|(_, answer)| is_useful(&answer.key)).map(|(number, _)| number).collect()
}

/// Whether odds are better for the target in any respect.
fn is_better(one: &Odds, other: &Odds) -> bool {
    let less = |one: f64, other: f64| one < other - 1e-9;
    less(one.harm, other.harm)
        || less(one.mean, other.mean)
        || less(one.hit, other.hit)
        || less(one.out, other.out)
        || less(one.knockdown, other.knockdown)
}

/// Whether the prompt asks for a defence that the forecast lists.
pub(super) fn is_defence_prompt(forecast: &Forecast, prompt: &Prompt) -> bool {
    prompt.answers.iter().any(|answer| forecast.defences.iter().any(|known| known.key == answer.key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Answer, GivenText, Modifiers};
    use rules::DefenceForecast;

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
    }
}
