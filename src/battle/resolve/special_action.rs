//! Resolves special actions: actions of a single rulebook, such as reserving a defence, clearing a jam or aiming.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::InMut;

use super::effects;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::order::Order;
use crate::state::resources::{ResolutionStep, StepKind};
use crate::validate::forced_action::available_actions;
use crate::validate::order_validator::validate_order;
use crate::view::battle_view::BattleView;
use crate::view::special_action_context::SpecialActionContext;
use dice::GivenText;
use model::UnitId;
use rules::play::{self, Chances};

/// Registers the system for special actions.
pub(crate) struct SpecialActionPlugin;

impl Plugin for SpecialActionPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::SpecialAction, resolve_special_action);
    }
}

/// Returns the chances of a special action's results; empty if it is not allowed or has no random result.
pub fn special_action_odds(
    view: &BattleView,
    (unit, deed, weapon): (UnitId, &str, Option<usize>),
    target: Option<UnitId>,
) -> Chances {
    let order = Order::SpecialAction { unit, deed: deed.to_owned(), target, weapon };
    let request =
        validate_order(view, &order).ok().and_then(|_| SpecialActionContext::new(view, unit, target));
    request.map_or_else(Vec::new, |request| {
        play::deed_chances(&request.special_action(deed, weapon), view.rules())
    })
}

/// Resolves a `SpecialAction` step.
fn resolve_special_action(InMut(run): InMut<StepRun>, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::SpecialAction { unit, deed, target, weapon } = step else { return };
    let Some(request) = SpecialActionContext::new(view, *unit, *target) else { return };
    let rules = view.setup().rules();
    let available = view.unit(*unit).map_or_else(Vec::new, |data| available_actions(view, &data));
    let action = available.iter().find(|action| action.key == deed);
    let label = action.map_or_else(|| GivenText(deed.clone()).into(), |action| action.label.clone());
    let mut table = dice.start_table(answers);
    let outcome = match play::perform(&mut table, &request.special_action(deed, *weapon), rules) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = out.finish_table(dice, table);
    super::status::mark_curses_spent(view, &trace, out);
    out.push_traced(
        BattleEvent::SpecialActionDone { unit: *unit, deed: deed.clone(), label, target: *target },
        trace,
    );
    if !outcome.words.is_empty() {
        let clause = action.map_or("", |action| action.clause);
        out.push_event(BattleEvent::RuleNote { unit: *unit, text: outcome.words, clause });
    }
    effects::apply_effects(view, outcome.effects, Some(*unit), out);
}
