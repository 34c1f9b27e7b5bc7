//! Resolves the actions of a scene through `rules::play`.

use super::action_report::{ActionReport, ActionResult};
use super::scene_report;
use content::{CheckResult, ResolvedAction, RuleScene, SceneState};
use dice::{RuleResult, Table};
use model::UnitId;
use rules::{ActionOutcome, RuleStep, SpecialAction, UnitSnapshot, play};

/// A scene in one state: what an action is resolved in.
pub(crate) struct SceneActionContext<'a> {
    pub scene: &'a RuleScene,
    pub moment: &'a SceneState,
}

impl SceneActionContext<'_> {
    fn unit(&self, number: UnitId) -> &UnitSnapshot {
        self.moment.unit(number).expect("broken invariant: the action of a scene names its own units")
    }

    fn report(&self, result: ActionResult, effects: Vec<RuleStep>) -> ActionReport {
        ActionReport::new(self, result, effects)
    }

    /// Reports the result of an attack or a special action.
    fn exchange_report(&self, outcome: ActionOutcome) -> ActionReport {
        let ActionOutcome { contact, net, damage, words, effects } = outcome;
        self.report(ActionResult::Exchange { contact, net, damage, words: words.to_string() }, effects)
    }

    /// Resolves an action whose cost is paid.
    pub fn run_action(&self, table: &mut impl Table, what: &ResolvedAction) -> RuleResult<ActionReport> {
        let rules = self.scene.rules();
        Ok(match what {
            ResolvedAction::Attack(engagement) => self.exchange_report(play::attack(table, engagement)?),
            ResolvedAction::SpecialAction { unit, key, target, slot, seen, cover_cm, boosts } => {
                let target = target.map(|(other, rings)| (self.unit(other), rings));
                let (unit, slot, seen, cover_cm) = (self.unit(*unit), *slot, *seen, *cover_cm);
                let action = SpecialAction { unit, key, target, slot, seen, cover_cm, boosts, energy: false };
                let ActionOutcome { contact, net, damage, words, effects } =
                    play::resolve_special_action(table, &action, rules)?;
                self.report(
                    ActionResult::SpecialAction { contact, net, damage, words: words.to_string() },
                    effects,
                )
            }
            ResolvedAction::Initiative(unit) => {
                let initiative = play::roll_initiative(table, self.unit(*unit), false, rules)?;
                let result = CheckResult::Initiative { unit: *unit, initiative };
                self.report(ActionResult::Check(result), Vec::new())
            }
            ResolvedAction::RoundBegins => self.report(ActionResult::Phase { lost: None }, Vec::new()),
            ResolvedAction::PhaseBegins(unit) => {
                let start = play::start_phase(table, self.unit(*unit), rules)?;
                let lost = start.lost.map(|why| format!("{} ({})", why.text, why.clause));
                self.report(ActionResult::Phase { lost }, start.effects)
            }
            ResolvedAction::PhaseEnds(unit) => {
                let effects = play::end_phase(table, self.unit(*unit), rules)?;
                self.report(ActionResult::Phase { lost: None }, effects)
            }
            ResolvedAction::RoundEnds(unit) => {
                let effects = play::end_round(table, self.unit(*unit), rules)?;
                self.report(ActionResult::Phase { lost: None }, effects)
            }
            ResolvedAction::Sprint(unit) => {
                let sprint = play::roll_sprint(table, self.unit(*unit), rules)?;
                self.report(ActionResult::Sprint { metres: sprint.metres }, sprint.effects)
            }
            ResolvedAction::DifficultGround { unit, action, path } => {
                let (squares, effects) = play::cross_ground(table, self.unit(*unit), *action, path, rules)?;
                self.report(ActionResult::Path { squares }, effects)
            }
            ResolvedAction::Notice { unit, hidden, sight, line_of_sight } => {
                let (unit, hidden) = (self.unit(*unit), self.unit(*hidden));
                let effects = play::detect_hidden_unit(table, unit, hidden, sight, *line_of_sight, rules)?;
                self.report(ActionResult::Phase { lost: None }, effects)
            }
            ResolvedAction::Check(check) => {
                let (result, effects) = content::run_check(table, (rules, self.moment), check)?;
                self.report(ActionResult::from(result), effects)
            }
            ResolvedAction::Lookup(what) => {
                self.report(ActionResult::Facts(scene_report::fact_lines(self, what)), Vec::new())
            }
        })
    }
}

/// Returns the state after the effects of a report.
pub(crate) fn moment_after(
    scene: &RuleScene,
    paid: &SceneState,
    what: &ResolvedAction,
    report: &ActionReport,
) -> SceneState {
    let mut after = paid.clone();
    after.finish_action(what, &report.effects, scene.rules());
    match (what, &report.result) {
        (_, ActionResult::Check(CheckResult::Initiative { unit, initiative })) => {
            after.set_initiative(*unit, *initiative)
        }
        (ResolvedAction::DifficultGround { unit, action, path }, ActionResult::Path { squares }) => {
            after.apply_move(*unit, *action, &path[..(*squares).min(path.len())]);
        }
        _ => (),
    }
    after
}
