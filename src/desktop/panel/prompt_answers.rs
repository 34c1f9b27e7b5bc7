//! Answers of prompts by key, and what of the window follows the open prompt.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::announced_shots::shot_refusal;
use super::announcement::{BACK, NO_ATTACK, PLACE, SEVERAL_TARGETS, offered_answers};
use super::answer_plans::AnswerPlans;
use super::automatic_answers::answer_needless_prompt;
use super::conditional_answers::save_answers;
use super::wasted_defences::is_defence_prompt;
use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelParams, PlayerTask, player_task, task_for_keys};
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::BoardAnimation;
use crate::board::interaction::board_actions::select_unit;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::redraw::NextFrame;
use crate::session::Screen;
use battle::Order;
use battle_log::log_text::capitalise;
use dice::Prompt;
use model::UnitId;
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{Forecast, play};

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
            .add_systems(OnEnter(Screen::Battle), |mut plans: ResMut<AnswerPlans>| plans.begin_battle())
            .add_systems(Update, save_answers.run_if(in_state(Screen::Battle)))
            .add_systems(
                Update,
                (answer_needless_prompt, show_asked_unit, handle_prompt_keys)
                    .chain()
                    .in_set(PanelKeySystems::Prompt),
            );
    }
}

/// For how long after a prompt has appeared, and the board has shown what led to it, keys and clicks do not answer it, in
/// seconds: a key that was meant for something else is pressed too late. None while a script plays.
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

/// Answers from which on the last ones have no number of their own.
const LONG_LIST: usize = 10;

/// Returns the actions whose keys give the answers, in the order in which they are listed. The answer that buys or announces
/// nothing has the same key in every prompt: that of the tenth answer, "0"; that which announces attacks on different targets
/// has the one before, "9", as has that which goes back from there. That which announces one on a wall or a square has "8" where its
/// place in a long list would give it none. The first answer of a kind has the number of the kind, whatever else is offered; the others
/// have the numbers after those of all kinds.
pub(super) fn answer_actions(prompt: &Prompt, order: &[usize], kinds: &[&str]) -> Vec<Option<InputAction>> {
    let numbered: Vec<&str> = kinds.iter().copied().filter(|kind| *kind != NO_ATTACK).collect();
    let kind_of = |at: usize| prompt.answers.get(at).map(|answer| kind_of_key(&answer.key));
    let by_kind = |place: usize| {
        let kind = kind_of(order[place])?;
        let number = numbered.iter().position(|known| *known == kind)?;
        let is_first = order[..place].iter().all(|other| kind_of(*other) != Some(kind));
        if is_first { InputAction::for_answer(number) } else { None }
    };
    let fixed = |place: usize| match prompt.answers.get(order[place])?.key.as_str() {
        STOP_KEY | NO_ATTACK => Some(InputAction::Action10),
        SEVERAL_TARGETS | BACK => Some(InputAction::Action9),
        PLACE if order.len() > LONG_LIST => Some(InputAction::Action8),
        _ => by_kind(place),
    };
    let places = || 0..order.len();
    let taken: Vec<InputAction> = places().filter_map(fixed).collect();
    let free = (numbered.len()..).map_while(InputAction::for_answer);
    let mut others = free.filter(|action| !taken.contains(action));
    places().map(|place| fixed(place).or_else(|| others.next())).collect()
}

/// Returns the kind of a defence, by the key of its answer: "dodge" of "dodge+full_defense".
fn kind_of_key(key: &str) -> &str {
    key.split_once('+').map_or(key, |(kind, _)| kind)
}

/// Returns the kinds of answers of a question for a defence, by their keys and in the order of the book; none for other questions.
pub(super) fn answer_kinds(context: &PanelContext, prompt: &Prompt) -> Vec<&'static str> {
    let reactions = play::reaction_prompts(context.view.rules().book());
    let asked = reactions.iter().find(|reaction| reaction.is_defence && reaction.clause == prompt.clause);
    asked.map(|reaction| reaction.answers.iter().map(|(key, _)| *key).collect()).unwrap_or_default()
}

/// The prompt that is shown, and what was selected before.
#[derive(Debug, Default)]
pub(super) struct ShownPrompt {
    /// The asked unit, and the number of orders before the prompt.
    asked: Option<(UnitId, usize)>,
    selected: Option<UnitId>,
}

/// Scrolls the asked unit into view when a prompt opens that is shown, and selects it until the answer: then the acting unit.
pub(super) fn show_asked_unit(
    params: PanelParams,
    plans: Res<AnswerPlans>,
    mut player: PlayerInput,
    mut shown: Local<ShownPrompt>,
) {
    let context = params.context();
    let is_asked = player_task(&context) == Some(PlayerTask::AnswerPrompt) && !plans.unasked.is_hidden();
    let asked = context.view.open_prompt().filter(|_| is_asked);
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
        (Some((who, _)), None) => {
            let acting = context.view.round().acting().and_then(|id| context.view.unit(id));
            let before = shown.selected.take();
            if player.session.selected == Some(who) {
                player.session.selected = acting.map(|unit| *unit.id).or(before).or(Some(who));
            } else if let Some(unit) = acting.filter(|unit| context.control_refusal(*unit.side).is_none()) {
                // What was selected to be looked at meanwhile takes no orders.
                select_unit(&mut player.session, *unit.id);
            }
        }
        _ => {}
    }
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
    let is_clicked_again = player
        .session
        .confirmed_target
        .is_some_and(|_| player.session.confirmed_target.take() == player.session.selected);
    let takes_default =
        is_clicked_again || keys.just_pressed(InputAction::Yes) || keys.just_pressed(InputAction::Confirm);
    let forecast = defence_forecast(&context, &mut odds);
    let mut offered = offered_answers(&context, &mut odds, (prompt, forecast.as_deref()));
    offered.put_target_first(&odds.answer_aims(context.view), prompt, player.session.selected);
    let useful = offered.order;
    let actions = answer_actions(prompt, &useful, &answer_kinds(&context, prompt));
    let number = actions.iter().position(|action| action.is_some_and(|action| keys.just_pressed(action)));
    if let Some(purchases) = plans.purchases(&context, prompt) {
        if let Some(at) = number.and_then(|number| useful.get(number)) {
            if let Some(why) = purchases.refusal(*at) {
                player.session.notice = Some((format!("This {why}."), context.now));
            }
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
    let Some(answer) = chosen.and_then(|chosen| prompt.answers.get(chosen)) else { return };
    match shot_refusal(&context, &odds.answer_aims(context.view), &answer.key) {
        Some(why) => player.session.notice = Some((capitalise(&why) + ".", context.now)),
        None => give_answer(&context, prompt, &answer.key, &mut plans, &mut player),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::wasted_defences::test_fixtures::prompt;

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
    fn a_kind_of_defence_has_the_same_number_whatever_else_is_offered() {
        let actions = |keys: &[&str]| {
            let order: Vec<usize> = (0..keys.len()).collect();
            answer_actions(&prompt(keys), &order, &["none", "dodge", "parry"])
        };
        let [dodge, parry, other] =
            [InputAction::Action1, InputAction::Action2, InputAction::Action3].map(Some);
        let none = Some(InputAction::Action10);
        assert_eq!(actions(&["none", "dodge", "parry"]), [none, dodge, parry]);
        assert_eq!(actions(&["none", "parry"]), [none, parry], "it cannot dodge");
        assert_eq!(actions(&["parry", "dodge", "none"]), [parry, dodge, none]);
        assert_eq!(
            actions(&["none", "dodge+roll", "dodge+point"]),
            [none, dodge, other],
            "two ways to dodge"
        );
    }

    #[test]
    fn the_answer_that_buys_nothing_has_the_same_key_in_every_prompt() {
        let actions = |keys: &[&str]| {
            let order: Vec<usize> = (0..keys.len()).collect();
            answer_actions(&prompt(keys), &order, &[])
        };
        let (one, end) = (Some(InputAction::Action1), Some(InputAction::Action10));
        assert_eq!(actions(&["strain", "stop"]), [one, end]);
        assert_eq!(actions(&["stop", "strain"]), [end, one], "wherever it stands");
        let long: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        let mut long: Vec<&str> = long.iter().map(String::as_str).collect();
        assert_eq!(actions(&long)[9], end, "without an end it is the tenth answer");
        let attacks = ["0@1", "0@2", "place", "several", "none"];
        let (three, nine) = (Some(InputAction::Action3), Some(InputAction::Action9));
        assert_eq!(actions(&attacks)[2..], [three, nine, end]);
        let many: Vec<String> = (0..12).map(|number| format!("0@{number}")).collect();
        let mut many: Vec<&str> = many.iter().map(String::as_str).collect();
        many.extend(["place", "none"]);
        let with_place = actions(&many);
        assert_eq!((with_place[12], with_place[13]), (Some(InputAction::Action8), end));
        assert_eq!(with_place[7], nine, "no attack has its key");
        long.push("stop");
        let with_end = actions(&long);
        assert_eq!((with_end[9], with_end[12]), (Some(InputAction::SpecialAction1), end));
    }
}
