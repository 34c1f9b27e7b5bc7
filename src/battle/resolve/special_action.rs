//! Resolves special actions: actions of a single rulebook, such as reserving a defence, clearing a jam or aiming.

use bevy_app::{App, Plugin};

use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::order::Order;
use crate::state::resources::{ResolutionStep, StepKind};
use crate::validate::available_actions::available_actions;
use crate::validate::order_validator::validate_order;
use crate::view::battle_view::BattleView;
use crate::view::special_action_context::SpecialActionContext;
use dice::GivenText;
use model::UnitId;
use rules::play::{self, ActionResults, Chances};

/// Registers the system for special actions.
pub(crate) struct SpecialActionPlugin;

impl Plugin for SpecialActionPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::SpecialAction, resolve_special_action);
    }
}

/// Returns the chances of a special action's results, one of them if it is certain; empty if it is not allowed or has no
/// words for them.
pub fn special_action_odds(
    view: &BattleView,
    action: (UnitId, &str, Option<usize>),
    target: Option<UnitId>,
) -> Chances {
    special_action_results(view, action, target).chances
}

/// Returns the results of a special action; none if it is not allowed.
pub fn special_action_results(
    view: &BattleView,
    (unit, action, weapon): (UnitId, &str, Option<usize>),
    target: Option<UnitId>,
) -> ActionResults {
    let order = Order::SpecialAction { unit, action: action.to_owned(), target, weapon };
    let request =
        validate_order(view, &order).ok().and_then(|_| SpecialActionContext::new(view, unit, target));
    request.map_or_else(ActionResults::default, |request| {
        play::special_action_results(&request.special_action(action, weapon), view.rules())
    })
}

/// Resolves a `SpecialAction` step.
fn resolve_special_action(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::SpecialAction { unit, action, target, weapon } = step else { return };
    let Some(request) = SpecialActionContext::new(view, *unit, *target) else { return };
    let rules = view.setup().rules();
    let available = view.unit(*unit).map_or_else(Vec::new, |data| available_actions(view, &data));
    let offered = available.iter().find(|offered| offered.key == action);
    let named = offered.map(|offered| (offered.label.clone(), offered.clause));
    let (label, clause) = named
        .or_else(|| play::action_label(action, rules))
        .unwrap_or_else(|| (GivenText(action.clone()).into(), ""));
    let mut table = dice.start_table(answers);
    let outcome =
        match play::resolve_special_action(&mut table, &request.special_action(action, *weapon), rules) {
            Ok(outcome) => outcome,
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        };
    let trace = out.finish_table(dice, table);
    out.push_traced(
        BattleEvent::SpecialActionDone { unit: *unit, action: action.clone(), label, target: *target },
        trace,
    );
    if !outcome.words.is_empty() {
        let patient = target.filter(|_| play::result_is_about_target(action, rules));
        let about = patient.unwrap_or(*unit);
        out.push_event(BattleEvent::RuleNote { unit: about, text: outcome.words, clause });
    }
    rule_steps::resolve_rule_steps(view, outcome.effects, Some(*unit), out);
}
