//! Requests of a player to the AI: pause, reasons and advice, by key or button.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::AiController;
use crate::input::{ActionInput, InputAction};
use crate::player_input::GiveOrder;
use crate::replay::ReplayPlayback;
use crate::session::Session;
use battle::{BattleView, Order};
use model::{Side, UnitId};

/// A request of the player to the AI.
#[derive(Message, Clone, Debug)]
pub(super) enum AiRequest {
    /// Pause or resume.
    TogglePause,
    /// Show or hide the reasons of decisions.
    ToggleReasons,
    /// Show the reasons of the last decision of a unit.
    ExplainUnit(UnitId),
    /// Request or dismiss advice.
    ToggleAdvice,
    /// Hide the card of advice or reasons, whichever unit is pointed at.
    CloseCard,
    /// Give the order that was advised.
    FollowAdvice(Order),
}

/// Says why the key that explains decisions does nothing in a replay.
const NO_REASONS_IN_REPLAYS: &str = "A replay shows no reasons of AI decisions.";

/// Says why the key for advice does nothing in a replay.
const NO_ADVICE_IN_REPLAYS: &str =
    "A replay gives no advice. \u{201c}Resume from here\u{201d} starts a battle that does.";

/// Handles the keys for pause, why and advice.
pub(super) fn handle_ai_keys(
    keys: ActionInput,
    opponents: Res<AiController>,
    replay: Option<Res<ReplayPlayback>>,
    (mut session, time): (ResMut<Session>, Res<Time<Real>>),
    mut requests: MessageWriter<AiRequest>,
) {
    if replay.is_some() {
        let refusals =
            [(InputAction::Why, NO_REASONS_IN_REPLAYS), (InputAction::Advice, NO_ADVICE_IN_REPLAYS)];
        if let Some((_, why)) = refusals.into_iter().find(|(action, _)| keys.just_pressed(*action)) {
            session.notice = Some((why.to_owned(), time.elapsed_secs_f64()));
        }
        return;
    }
    if keys.just_pressed(InputAction::HoldMachine) && opponents.has_ai_side() {
        requests.write(AiRequest::TogglePause);
    }
    if keys.just_pressed(InputAction::Why) {
        requests.write(AiRequest::ToggleReasons);
    }
    if keys.just_pressed(InputAction::Advice) {
        requests.write(AiRequest::ToggleAdvice);
    }
}

/// Says why there is no advice where the units of a side cannot be placed.
const FIXED_POSITIONS: &str = "No advice: the units of this side start at fixed positions.";

/// Returns why there is no advice for a side in the deployment: its units cannot be placed; `None` if they can, and later.
pub(super) fn placement_refusal(view: &BattleView, side: Option<Side>) -> Option<&'static str> {
    let side = side.filter(|_| view.round().is_deploying())?;
    let sides = &view.setup().bundle().skirmish.sides;
    let is_fixed = sides.get(usize::from(side.0)).is_none_or(|side| side.deployment.is_none());
    is_fixed.then_some(FIXED_POSITIONS)
}

/// The unit that a player asks about: the one that is pointed at, else that on the square that a first click has marked, else the
/// selected one. The selection follows the unit that acts: that one is not asked about, as its last decision may be one of its turn
/// before, and others have decided since.
pub(super) fn asked_unit(view: &BattleView, session: &Session) -> Option<UnitId> {
    let marked = || session.marked.and_then(|cell| view.unit_at(cell)).map(|unit| *unit.id);
    let chosen = || session.selected.filter(|unit| view.round().acting() != Some(*unit));
    session.hover.and_then(|hover| hover.unit).or_else(marked).or_else(chosen)
}

/// Handles requests of keys and buttons.
pub(super) fn handle_ai_requests(
    mut requests: MessageReader<AiRequest>,
    mut opponents: ResMut<AiController>,
    (view, mut session, time): (BattleView, ResMut<Session>, Res<Time<Real>>),
    mut orders: MessageWriter<GiveOrder>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for request in requests.read() {
        match request {
            AiRequest::TogglePause => opponents.paused = !opponents.paused,
            AiRequest::ToggleReasons => match opponents.reasons_refusal(&view) {
                Some(why) => session.notice = Some((why.to_owned(), time.elapsed_secs_f64())),
                None => opponents.toggle_reasons(asked_unit(&view, &session)),
            },
            AiRequest::ExplainUnit(unit) => opponents.explain_unit(*unit),
            AiRequest::ToggleAdvice => {
                let fixed = placement_refusal(&view, opponents.side_to_act);
                match opponents.advice_refusal().or(fixed) {
                    Some(why) => session.notice = Some((why.to_owned(), time.elapsed_secs_f64())),
                    None => {
                        if opponents.toggle_advice(&mut session) {
                            session.close_hovered_card(); // beside the advice it would cover the board
                        }
                    }
                }
            }
            AiRequest::CloseCard => {
                opponents.close_card();
            }
            AiRequest::FollowAdvice(order) => {
                opponents.advice = None;
                orders.write(GiveOrder(order.clone()));
            }
        }
        redraw.write(RequestRedraw);
    }
}
