//! Sequences of a scene's actions: played once, or their exact odds.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::action_report::ActionReport;
use super::action_runner::{SceneActionContext, state_after};
use super::action_summary::OutcomeNumber;
use super::answer_tracker::AnswerTracker;
use crate::cli::CliError;
use content::{ResolvedAction, RuleScene, SceneState, SceneStateKey};
use dice::{
    AnswerPolicy, Dice, Distribution, Interrupt, Note, OddsError, Prompt, Purpose, Roll, RuleResult, Table,
    enumerate, enumerate_within,
};
use model::UnitId;
use rules::{AttackRequest, OutcomeSummary, play};

/// Limit of distinct states between two actions when counting odds.
const MAX_STATES: usize = 2_000;
/// Limit of rule runs when counting the odds of a sequence.
const MAX_RUNS: u64 = 200_000;
/// Limit of rule runs for joint odds of one attack on several units; above it each unit is counted separately.
const MAX_JOINT_RUNS: u64 = 30_000;

/// An action that was played.
pub(crate) struct PlayedAction {
    /// The action; `None` if it could not be done.
    pub action: Option<ResolvedAction>,
    /// The state it was resolved in.
    pub state: SceneState,
    pub report: ActionReport,
    /// Number of resolution steps up to its end.
    pub steps: usize,
}

/// A table that counts resolution steps.
struct StepCountingTable<'a, T> {
    table: &'a mut T,
    steps: usize,
    answered: usize,
}

impl<T: Table> Table for StepCountingTable<'_, T> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        self.steps += 1;
        self.table.roll(dice, purpose)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        let prompt = prompt();
        let is_question = usize::from(prompt.answers.len() > 1);
        let answer = self.table.ask(|| prompt)?;
        self.steps += is_question;
        self.answered += is_question;
        Ok(answer)
    }

    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        self.table.merge_branches(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        self.steps += 1;
        self.table.note(line);
    }
}

/// Where and why a sequence stopped.
pub(crate) struct SequenceStop {
    /// Index of the action.
    pub action: usize,
    /// Number of prompts answered before.
    pub answered: usize,
    pub stop: Interrupt,
}

/// Plays all actions in order, each in the state that the previous one left.
pub(crate) fn run_sequence(
    scene: &RuleScene,
    table: &mut impl Table,
) -> Result<Vec<PlayedAction>, SequenceStop> {
    let mut table = StepCountingTable { table, steps: 0, answered: 0 };
    let mut all = Vec::new();
    let mut now = scene.initial_state();
    for number in 0..scene.action_count() {
        let acted = match scene.resolve_action(number, &now) {
            Ok((what, paid)) => {
                let context = SceneActionContext { scene, state: &paid };
                let report = context.run_action(&mut table, &what).map_err(|stop| SequenceStop {
                    action: number,
                    answered: table.answered,
                    stop,
                })?;
                now = state_after(scene, &paid, &what, &report);
                PlayedAction { action: Some(what), state: paid, report, steps: table.steps }
            }
            Err(why) => {
                let report = ActionReport::rejected(why);
                PlayedAction { action: None, state: now.clone(), report, steps: table.steps }
            }
        };
        all.push(acted);
    }
    Ok(all)
}

/// The exact odds of one action, including those before it.
pub(crate) struct ActionOdds {
    /// The action, in the first state in which it can be done.
    pub action: Option<ResolvedAction>,
    /// That state.
    pub state: SceneState,
    pub all: Distribution<ActionReport>,
    /// Whether several targets of one attack are counted jointly; `None` if it has one target.
    pub together: Option<bool>,
    /// Damage to targets besides the main one.
    pub others: Vec<OutcomeNumber>,
}

/// Options of an odds query.
#[derive(Clone, Copy)]
pub(crate) struct OddsQuery<'a> {
    /// Answers to use wherever they are offered, instead of those of the file.
    pub answers: &'a [String],
    /// Whether all effects of an outcome are kept, or only the common ones.
    pub full: bool,
}

/// Counts the odds of one action.
struct OddsCounter<'a> {
    scene: &'a RuleScene,
    query: OddsQuery<'a>,
    answers_seen: Rc<RefCell<AnswerTracker>>,
    /// Rule runs so far.
    runs: Cell<u64>,
    /// The action being counted, the number of states counted, and the runs before it.
    progress: Cell<(usize, (u64, u64))>,
}

impl OddsCounter<'_> {
    fn answers(&self, number: usize) -> &[String] {
        if self.query.answers.is_empty() { self.scene.answers(number) } else { self.query.answers }
    }

    fn policy(&self, number: usize) -> AnswerPolicy {
        let (wanted, tracker) = (self.answers(number).to_vec(), self.answers_seen.clone());
        AnswerPolicy::choose(move |prompt| tracker.borrow_mut().answer(&wanted, prompt))
    }

    /// Stops early if the first states show that the action has too many outcomes.
    fn check_limit(&self, number: usize, states: &Distribution<SceneStateKey>) -> Result<(), CliError> {
        let (counted, begun) = self.progress.get();
        let so_far = self.runs.get();
        if counted != number {
            self.progress.set((number, (0, so_far)));
            return Ok(());
        }
        let done = begun.0 + 1;
        self.progress.set((number, (done, begun.1)));
        let each = (so_far - begun.1) / done;
        let all = states.len() as u64;
        if self.scene.is_sequence() && each * all > MAX_RUNS {
            return Err(CliError::new(format!(
                "action {} of the course can be met in {all} ways and then goes in about {each} ways each: more than the \
                 {MAX_RUNS} that are counted. Ask for an earlier action, or play it with `breachline resolve`",
                number + 1
            )));
        }
        Ok(())
    }

    /// Counts everything that an action can lead to.
    fn count_all(
        &self,
        number: usize,
        what: &ResolvedAction,
        paid: &SceneState,
    ) -> Result<Distribution<ActionReport>, OddsError> {
        let context = SceneActionContext { scene: self.scene, state: paid };
        let most = if self.scene.is_sequence() { MAX_RUNS.saturating_sub(self.runs.get()) } else { u64::MAX };
        enumerate_within(self.policy(number), most, |table| {
            self.runs.set(self.runs.get() + 1);
            context.run_action(table, what)
        })
    }

    /// Counts what is requested about the last action.
    fn count_last(
        &self,
        number: usize,
        what: &ResolvedAction,
        paid: &SceneState,
    ) -> Result<Distribution<ActionReport>, OddsError> {
        let context = SceneActionContext { scene: self.scene, state: paid };
        let is_exchange = matches!(what, ResolvedAction::Attack(_));
        let whole = self.query.full || content::has_own_result_fields(self.scene.book());
        // The result of a sequence is read off its effects.
        if whole || !is_exchange || self.scene.is_sequence() {
            return self.count_all(number, what, paid);
        }
        enumerate(self.policy(number), |table| Ok(context.run_action(table, what)?.without_details()))
    }

    /// Counts the reports of the last action, with the casualties at the end of a sequence.
    fn last_reports(
        &self,
        number: usize,
        what: &ResolvedAction,
        paid: &SceneState,
    ) -> Result<Distribution<ActionReport>, CliError> {
        let scene = self.scene;
        let all =
            self.count_last(number, what, paid).map_err(|error| too_many_error(scene, number, &error))?;
        if !scene.is_sequence() {
            return Ok(all);
        }
        Ok(all.map(|report: &ActionReport| {
            let end = state_after(scene, paid, what, report);
            let report = if self.query.full { report.clone() } else { report.clone().without_details() };
            with_final_casualties(scene, report, &end)
        }))
    }
}

/// Advances a scene to the states that are possible before an action.
fn states_before(
    counting: &OddsCounter<'_>,
    number: usize,
) -> Result<(Distribution<SceneStateKey>, BTreeMap<SceneStateKey, SceneState>), CliError> {
    let opening = counting.scene.initial_state();
    let mut now = Distribution::from_weighted(vec![(opening.key(), 1)]);
    let mut states = BTreeMap::from([(opening.key(), opening)]);
    for before in 0..number {
        (now, states) = advance(counting, before, &now, &states)?;
        if now.len() > MAX_STATES {
            let what = format!(
                "the sequence has {} possible states up to action {}: too many to compute exact odds",
                now.len(),
                before + 1
            );
            return Err(CliError::new(what));
        }
    }
    Ok((now, states))
}

/// Computes the exact odds of the action at this index.
///
/// # Errors
/// The action has too many outcomes, or an answer is never offered.
pub(crate) fn action_odds(
    scene: &RuleScene,
    number: usize,
    asked: OddsQuery<'_>,
) -> Result<ActionOdds, CliError> {
    let counting = OddsCounter {
        scene,
        query: asked,
        answers_seen: Rc::default(),
        runs: Cell::new(0),
        progress: Cell::new((usize::MAX, (0, 0))),
    };
    let (now, states) = states_before(&counting, number)?;
    let mut chances = ActionOdds {
        action: None,
        state: scene.initial_state(),
        all: Distribution::from_weighted(Vec::new()),
        together: None,
        others: Vec::new(),
    };
    if !scene.is_sequence()
        && let Ok((ResolvedAction::Attack(attack), paid)) = scene.resolve_action(number, &chances.state)
        && let Some(spread) = multi_target_odds(&counting, number, &ResolvedAction::Attack(attack), &paid)?
    {
        chances = spread;
    } else {
        chances.all = now.and_then(|key| {
            counting.check_limit(number, &now)?;
            let state = &states[key];
            let (what, paid) = match scene.resolve_action(number, state) {
                Ok(done) => done,
                Err(why) => {
                    let report = with_final_casualties(scene, ActionReport::rejected(why), state);
                    return Ok(Distribution::from_weighted(vec![(report, 1)]));
                }
            };
            let all = counting.last_reports(number, &what, &paid)?;
            if chances.action.is_none() {
                (chances.action, chances.state) = (Some(what), paid);
            }
            Ok::<_, CliError>(all)
        })?;
    }
    if let Some(ResolvedAction::Attack(request)) =
        chances.action.as_ref().filter(|_| chances.together.is_none())
        && let Some(target) = request.defender()
    {
        let others = harmed_bystanders(scene, target.id, &chances.all);
        chances.together = (!others.is_empty()).then_some(true);
        chances.others = others;
    }
    let given = if asked.answers.is_empty() && scene.is_sequence() { &[] } else { counting.answers(number) };
    counting.answers_seen.borrow().check_all_used(given)?;
    Ok(chances)
}

/// Advances all states by one action.
fn advance(
    counting: &OddsCounter<'_>,
    number: usize,
    now: &Distribution<SceneStateKey>,
    states: &BTreeMap<SceneStateKey, SceneState>,
) -> Result<(Distribution<SceneStateKey>, BTreeMap<SceneStateKey, SceneState>), CliError> {
    let scene = counting.scene;
    let next = RefCell::new(BTreeMap::new());
    let keep = |state: SceneState| {
        let key = state.key();
        next.borrow_mut().entry(key.clone()).or_insert(state);
        key
    };
    let after_it = now.and_then(|key| {
        counting.check_limit(number, now)?;
        let state = &states[key];
        let Ok((what, paid)) = scene.resolve_action(number, state) else {
            return Ok(Distribution::from_weighted(vec![(keep(state.clone()), 1)]));
        };
        let all = counting
            .count_all(number, &what, &paid)
            .map_err(|error| too_many_error(scene, number, &error))?;
        Ok::<_, CliError>(all.map(|report| keep(state_after(scene, &paid, &what, report))))
    })?;
    Ok((after_it, next.into_inner()))
}

fn too_many_error(scene: &RuleScene, number: usize, error: &OddsError) -> CliError {
    if scene.is_sequence() {
        let number = number + 1;
        return CliError::new(format!("action {number} has too many outcomes to compute exact odds"));
    }
    CliError::new(error.to_string())
}

/// Adds the units that are out of action at the end.
fn with_final_casualties(scene: &RuleScene, mut report: ActionReport, end: &SceneState) -> ActionReport {
    if scene.is_sequence() {
        report.casualties = end.units.iter().filter_map(|unit| Some((unit.id, unit.down?))).collect();
    }
    report
}

/// Odds of the damage to a unit besides the target.
fn damage_number(scene: &RuleScene, unit: UnitId, odds: Distribution<i64>) -> OutcomeNumber {
    let label = format!("damage to {}", scene.unit_name(unit).unwrap_or("unknown unit"));
    OutcomeNumber { key: format!("damage_{unit}"), label, odds }
}

/// Odds of the damage to every unit besides the target that an attack can damage, by id.
fn harmed_bystanders(
    scene: &RuleScene,
    target: UnitId,
    all: &Distribution<ActionReport>,
) -> Vec<OutcomeNumber> {
    let harmed = all.iter().flat_map(|(report, _)| report.harmed_units.iter());
    let harmed: BTreeSet<UnitId> = harmed.filter(|harm| harm.damage > 0).map(|harm| harm.unit).collect();
    let others = harmed.into_iter().filter(|unit| *unit != target);
    others.map(|unit| damage_number(scene, unit, all.map(|report| report.damage_of(unit)))).collect()
}

/// Outcomes of an area attack for each unit, the target first, each counted with no other bystander: one roll is made
/// against all, so what happens to the others does not change them.
fn separate_outcomes(
    counting: &OddsCounter<'_>,
    number: usize,
    request: &AttackRequest,
    context: &SceneActionContext<'_>,
) -> Result<Vec<(UnitId, Distribution<OutcomeSummary>)>, OddsError> {
    let target = request.defender().map(|unit| unit.id);
    let bystanders = request.bystanders.iter().map(|near| near.unit.id);
    let units = target.into_iter().chain(bystanders).chain([request.attacker.id]);
    let count = |unit: UnitId| {
        let mut alone = request.clone();
        alone.bystanders.retain(|near| near.unit.id == unit);
        let what = ResolvedAction::Attack(Arc::new(alone));
        let odds = enumerate(counting.policy(number), |table| {
            let report = context.run_action(table, &what)?;
            Ok(report.summary_of(unit, target == Some(unit)))
        })?;
        Ok((unit, odds))
    };
    units.map(count).collect()
}

/// Odds of an attack on several units: joint if that can be counted, else exact for each unit separately.
fn multi_target_odds(
    counting: &OddsCounter<'_>,
    number: usize,
    what: &ResolvedAction,
    paid: &SceneState,
) -> Result<Option<ActionOdds>, CliError> {
    let ResolvedAction::Attack(request) = what else { return Ok(None) };
    let answers = counting.answers(number);
    let mut each = play::area_outcomes(request, answers);
    let scene = counting.scene;
    let context = SceneActionContext { scene, state: paid };
    let full = counting.query.full;
    let has_blast = play::blast_profile(&request.attacker, &request.weapon, scene.rules()).is_some();
    if each.is_empty() && (!has_blast || request.bystanders.is_empty()) {
        return Ok(None);
    }
    let Some(target) = request.defender().map(|unit| unit.id) else { return Ok(None) };
    let joint =
        enumerate_within(counting.policy(number), if full { u64::MAX } else { MAX_JOINT_RUNS }, |table| {
            let report = context.run_action(table, what)?;
            Ok(if full { report } else { report.without_details() })
        });
    let (all, together, others) = match joint {
        Ok(all) => {
            let others = harmed_bystanders(scene, target, &all);
            (all, true, others)
        }
        Err(OddsError::TooMany { .. }) if !full => {
            if each.is_empty() {
                each = separate_outcomes(counting, number, request, &context)?;
            }
            let harmed =
                |odds: &Distribution<OutcomeSummary>| odds.iter().any(|(summary, _)| summary.damage > 0);
            let others = each.iter().filter(|(unit, odds)| *unit != target && harmed(odds));
            let others = others.map(|(unit, odds)| {
                damage_number(scene, *unit, odds.map(|summary| i64::from(summary.damage)))
            });
            let others = others.collect();
            let Some((_, own)) = each.iter().find(|(unit, _)| *unit == target) else { return Ok(None) };
            (own.map(|summary| ActionReport::from_summary(target, summary)), false, others)
        }
        Err(error) => return Err(error.into()),
    };
    let (what, state) = (Some(what.clone()), paid.clone());
    Ok(Some(ActionOdds { action: what, state, all, together: Some(together), others }))
}
