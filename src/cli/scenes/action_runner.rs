//! Resolves the actions of a scene through `rules::play`.

use super::action_report::{ActionReport, ActionResult};
use super::scene_report;
use content::{CheckResult, ResolvedAction, RuleScene, SceneState};
use dice::{RuleResult, Table};
use model::UnitId;
use rules::status::resolution;
use rules::{ActionOutcome, BattleEvent, DownState, RuleStep, SpecialAction, UnitSnapshot, play, status};

/// A scene in one state: what an action is resolved in.
pub(crate) struct SceneActionContext<'a> {
    pub scene: &'a RuleScene,
    pub state: &'a SceneState,
}

impl SceneActionContext<'_> {
    fn unit(&self, number: UnitId) -> &UnitSnapshot {
        self.state.unit(number).expect("broken invariant: the action of a scene names its own units")
    }

    fn report(&self, result: ActionResult, effects: Vec<RuleStep>) -> ActionReport {
        ActionReport::new(self, result, effects)
    }

    /// Reports the result of an attack or a special action.
    fn exchange_report(&self, outcome: ActionOutcome) -> ActionReport {
        let ActionOutcome { contact, net, damage, words, effects } = outcome;
        self.report(ActionResult::Exchange { contact, net, damage, words: words.to_string() }, effects)
    }

    fn phase_report(&self, lost: Option<String>, effects: Vec<RuleStep>) -> ActionReport {
        self.report(ActionResult::Phase { lost }, effects)
    }

    /// What a round's start does to unconscious units, which have no phase. `CC-THR-09`.
    fn round_start_effects(&self, table: &mut impl Table) -> RuleResult<Vec<RuleStep>> {
        let mut effects = Vec::new();
        let unconscious = |unit: &&UnitSnapshot| unit.down == Some(DownState::Unconscious);
        for unit in self.state.units.iter().filter(unconscious) {
            let mut unit = unit.clone();
            unit.round += 1;
            effects.extend(play::start_phase(table, &unit, self.scene.rules())?.effects);
        }
        effects.retain(|effect| matches!(effect, RuleStep::ChangeHealth { .. }));
        Ok(effects)
    }

    /// Starts a phase; returns why it is lost, if it is, and its effects. A lost phase ends at once, including its
    /// tests. `CS-AIL-03`, `CS-AIL-06`.
    fn start_phase(
        &self,
        table: &mut impl Table,
        unit: &UnitSnapshot,
    ) -> RuleResult<(Option<String>, Vec<RuleStep>)> {
        let start = play::start_phase(table, unit, self.scene.rules())?;
        let ailment = status::phase_loss_reason(&unit.ailments);
        let Some(why) = ailment.or_else(|| start.lost.clone()) else {
            let mut effects = count_steps(status::count_phase_start(unit.id, &unit.ailments));
            effects.extend(start.effects);
            return Ok((None, effects));
        };
        let recovered = self.resolve_recovery(table, unit)?;
        let mut effects = count_steps(status::count_phase_end(unit.id, &unit.ailments, true));
        effects.extend(start.end_lost_phase());
        effects.extend(recovered);
        Ok((Some(format!("{} ({})", why.text, why.clause)), effects))
    }

    /// Ends a phase: counts ailments and resolves their tests. `CS-AIL-03`, `CS-PIN-08`, `CS-BURN-07`.
    fn end_phase(&self, table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<Vec<RuleStep>> {
        let ended = play::end_phase(table, unit, self.scene.rules())?;
        let recovered = self.resolve_recovery(table, unit)?;
        let mut effects = count_steps(status::count_phase_end(unit.id, &unit.ailments, false));
        effects.extend(ended);
        effects.extend(recovered);
        Ok(effects)
    }

    /// Resolves the tests of ailments at the end of a phase, and the spread of flames.
    fn resolve_recovery(&self, table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<Vec<RuleStep>> {
        if unit.ailments.is_empty() {
            return Ok(Vec::new());
        }
        let (context, beside) = self.scene.phase_end_context(unit.id, self.state);
        resolution::resolve_phase_end(table, unit, context, &beside, self.scene.rules())
    }

    /// Ends a round for a unit: its health, burning, and ailments that expire. `SS-BASE-15`, `CS-BURN-01`.
    fn end_round(&self, table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<Vec<RuleStep>> {
        let rules = self.scene.rules();
        let ended = play::end_round(table, unit, rules)?;
        let mut after = unit.clone();
        for effect in &ended {
            if let RuleStep::ChangeHealth { unit: of, after: health, .. } = effect
                && *of == unit.id
            {
                after.condition = health.clone();
            }
        }
        let burnt = resolution::resolve_burning(table, &after, rules)?;
        let mut effects = count_steps(status::count_round_end(unit.id, &unit.ailments, unit.round));
        effects.extend(ended);
        effects.extend(burnt);
        Ok(effects)
    }

    /// Resolves an action whose cost is paid.
    pub fn run_action(&self, table: &mut impl Table, what: &ResolvedAction) -> RuleResult<ActionReport> {
        let rules = self.scene.rules();
        Ok(match what {
            ResolvedAction::Attack(engagement) => self.exchange_report(play::attack(table, engagement)?),
            ResolvedAction::SpecialAction { unit, key, target, slot, seen, cover_cm, boosts } => {
                let unit = self.unit(*unit);
                let action = SpecialAction {
                    unit,
                    key,
                    target: target.map(|(other, rings)| (self.unit(other), rings)),
                    slot: *slot,
                    seen: *seen,
                    cover_cm: *cover_cm,
                    boosts,
                    energy: false,
                    impossible: &play::attacks_without_target(unit, self.state.units.iter()),
                };
                let ActionOutcome { contact, net, damage, words, effects } =
                    play::resolve_special_action(table, &action, rules)?;
                let words = words.to_string();
                self.report(ActionResult::SpecialAction { contact, net, damage, words }, effects)
            }
            ResolvedAction::Initiative(unit) => {
                let initiative = play::roll_initiative(table, self.unit(*unit), false, rules)?;
                let result = CheckResult::Initiative { unit: *unit, initiative };
                self.report(ActionResult::Check(result), Vec::new())
            }
            ResolvedAction::RoundBegins => self.phase_report(None, self.round_start_effects(table)?),
            ResolvedAction::PhaseBegins(unit) => {
                let (lost, effects) = self.start_phase(table, self.unit(*unit))?;
                self.phase_report(lost, effects)
            }
            ResolvedAction::PhaseEnds(unit) => {
                self.phase_report(None, self.end_phase(table, self.unit(*unit))?)
            }
            ResolvedAction::RoundEnds(unit) => {
                self.phase_report(None, self.end_round(table, self.unit(*unit))?)
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
                self.phase_report(None, effects)
            }
            ResolvedAction::Check(check) => {
                let (result, effects) = content::run_check(table, (rules, self.state), check)?;
                self.report(ActionResult::from(result), effects)
            }
            ResolvedAction::Lookup(what) => {
                self.report(ActionResult::Facts(scene_report::fact_lines(self, what)), Vec::new())
            }
        })
    }
}

/// Counted ailments as steps of a rule.
fn count_steps(counted: Vec<BattleEvent>) -> Vec<RuleStep> {
    let to_step = |event| match event {
        BattleEvent::Relieved { unit, ailment, part, clause } => {
            RuleStep::Relieve { unit, ailment, part, clause }
        }
        event => RuleStep::Record(event),
    };
    counted.into_iter().map(to_step).collect()
}

/// Returns the state after the effects of a report.
pub(crate) fn state_after(
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
        (ResolvedAction::PhaseBegins(unit), ActionResult::Phase { lost: Some(_) }) => after.lose_phase(*unit),
        (ResolvedAction::DifficultGround { unit, action, path }, ActionResult::Path { squares }) => {
            after.apply_move(*unit, *action, &path[..(*squares).min(path.len())]);
        }
        _ => (),
    }
    after
}
