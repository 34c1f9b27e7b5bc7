//! The actions of a scene one after another: played once, or counted over everything the dice can do.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::action_report::ActionReport;
use super::action_runner::{SceneActionContext, moment_after};
use super::action_summary::OutcomeNumber;
use super::answer_tracker::AnswerTracker;
use crate::cli::CliError;
use content::{ResolvedAction, RuleScene, SceneState, SceneStateKey};
use dice::{
    AnswerPolicy, Dice, Distribution, Interrupt, Note, OddsError, Prompt, Purpose, Roll, RuleResult, Table,
    enumerate, enumerate_within,
};
use rules::{Book, OutcomeSummary, play};

/// Moments between two actions after which the odds of a course are given up.
const MAX_MOMENTS: usize = 2_000;
/// Runs of the rules after which the odds of a course are given up.
const MAX_RUNS: u64 = 200_000;
/// Runs of the rule after which units that one attack meets are counted each by itself.
const MAX_JOINT_RUNS: u64 = 30_000;

/// An action that was played.
pub(crate) struct PlayedAction {
    /// What it was; nothing where it could not be done.
    pub action: Option<ResolvedAction>,
    /// The moment it was carried out in.
    pub moment: SceneState,
    pub report: ActionReport,
    /// Steps of the log up to its end.
    pub steps: usize,
}

/// A table that counts the steps of its log.
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

/// Where a course stopped, and why.
pub(crate) struct SequenceStop {
    /// Number of the action, from 0.
    pub action: usize,
    /// Questions that were answered before.
    pub answered: usize,
    pub stop: Interrupt,
}

/// Plays all actions in order, each from what the one before left.
///
/// # Errors
/// As the table.
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
                let stage = SceneActionContext { scene, moment: &paid };
                let report = stage.run_action(&mut table, &what).map_err(|stop| SequenceStop {
                    action: number,
                    answered: table.answered,
                    stop,
                })?;
                now = moment_after(scene, &paid, &what, &report);
                PlayedAction { action: Some(what), moment: paid, report, steps: table.steps }
            }
            Err(why) => {
                let report = ActionReport::rejected(why);
                PlayedAction { action: None, moment: now.clone(), report, steps: table.steps }
            }
        };
        all.push(acted);
    }
    Ok(all)
}

/// The exact odds of one action, those before it counted in.
pub(crate) struct ActionOdds {
    /// What the action is, in the first of all moments in which it can be done.
    pub action: Option<ResolvedAction>,
    /// The moment that was.
    pub moment: SceneState,
    pub all: Distribution<ActionReport>,
    /// Whether units that one attack meets are counted together or each by itself; nothing where it meets one.
    pub together: Option<bool>,
    /// Damage of those that it meets besides its target.
    pub others: Vec<OutcomeNumber>,
}

/// What odds are asked for.
#[derive(Clone, Copy)]
pub(crate) struct OddsQuery<'a> {
    /// Answers given wherever they are offered, in place of those of the file.
    pub answers: &'a [String],
    /// Everything that an outcome does, or only what most people ask for.
    pub full: bool,
}

/// How one action is counted.
struct OddsCounter<'a> {
    scene: &'a RuleScene,
    query: OddsQuery<'a>,
    answers_seen: Rc<RefCell<AnswerTracker>>,
    /// Runs of the rules so far.
    runs: Cell<u64>,
    /// The action that is counted, from how many of the moments before it that is done, and the runs before it.
    progress: Cell<(usize, (u64, u64))>,
}

impl OddsCounter<'_> {
    fn answers(&self, number: usize) -> &[String] {
        if self.query.answers.is_empty() { self.scene.answers(number) } else { self.query.answers }
    }

    fn policy(&self, number: usize) -> AnswerPolicy {
        let (wishes, ear) = (self.answers(number).to_vec(), self.answers_seen.clone());
        AnswerPolicy::choose(move |prompt| ear.borrow_mut().answer(&wishes, prompt))
    }

    /// Gives up as soon as the first moments show that an action cannot be counted from all that lead up to it.
    fn check_limit(&self, number: usize, moments: &Distribution<SceneStateKey>) -> Result<(), CliError> {
        let (counted, begun) = self.progress.get();
        let so_far = self.runs.get();
        if counted != number {
            self.progress.set((number, (0, so_far)));
            return Ok(());
        }
        let done = begun.0 + 1;
        self.progress.set((number, (done, begun.1)));
        let each = (so_far - begun.1) / done;
        let all = moments.len() as u64;
        if self.scene.is_sequence() && each * all > MAX_RUNS {
            return Err(CliError::new(format!(
                "action {} of the course can be met in {all} ways and then goes in about {each} ways each: more than the \
                 {MAX_RUNS} that are counted. Ask for an earlier action, or play it with `breachline resolve`",
                number + 1
            )));
        }
        Ok(())
    }

    /// Everything that an action can come to.
    fn count_all(
        &self,
        number: usize,
        what: &ResolvedAction,
        paid: &SceneState,
    ) -> Result<Distribution<ActionReport>, OddsError> {
        let stage = SceneActionContext { scene: self.scene, moment: paid };
        let most = if self.scene.is_sequence() { MAX_RUNS.saturating_sub(self.runs.get()) } else { u64::MAX };
        enumerate_within(self.policy(number), most, |table| {
            self.runs.set(self.runs.get() + 1);
            stage.run_action(table, what)
        })
    }

    /// What is asked for of everything that the last action can come to.
    fn count_last(
        &self,
        number: usize,
        what: &ResolvedAction,
        paid: &SceneState,
    ) -> Result<Distribution<ActionReport>, OddsError> {
        let stage = SceneActionContext { scene: self.scene, moment: paid };
        let is_exchange = matches!(what, ResolvedAction::Attack(_) | ResolvedAction::BarrierAttack(_));
        let whole = self.query.full || self.scene.book() == Book::SwanSong;
        // What a course leaves behind is read off the effects.
        if whole || !is_exchange || self.scene.is_sequence() {
            return self.count_all(number, what, paid);
        }
        enumerate(self.policy(number), |table| Ok(stage.run_action(table, what)?.without_details()))
    }
}

/// The exact odds of the action of this number, from 0.
///
/// # Errors
/// It can go in too many ways, or an answer is to nothing.
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
    let opening = scene.initial_state();
    let mut moments = BTreeMap::from([(opening.key(), opening.clone())]);
    let mut now = Distribution::from_weighted(vec![(opening.key(), 1)]);
    for before in 0..number {
        (now, moments) = advance(&counting, before, &now, &moments)?;
        if now.len() > MAX_MOMENTS {
            let what = format!(
                "the course can go in {} ways up to action {}: too many to count its odds",
                now.len(),
                before + 1
            );
            return Err(CliError::new(what));
        }
    }
    let mut chances = ActionOdds {
        action: None,
        moment: opening,
        all: Distribution::from_weighted(Vec::new()),
        together: None,
        others: Vec::new(),
    };
    if !scene.is_sequence()
        && let Ok((ResolvedAction::Attack(attack), paid)) = scene.resolve_action(number, &chances.moment)
        && let Some(spread) = multi_target_odds(&counting, number, &ResolvedAction::Attack(attack), &paid)?
    {
        chances = spread;
    } else {
        chances.all = now.and_then(|key| {
            counting.check_limit(number, &now)?;
            let moment = &moments[key];
            let (what, paid) = match scene.resolve_action(number, moment) {
                Ok(done) => done,
                Err(why) => {
                    let report = with_final_casualties(scene, ActionReport::rejected(why), moment);
                    return Ok(Distribution::from_weighted(vec![(report, 1)]));
                }
            };
            let all = counting
                .count_last(number, &what, &paid)
                .map_err(|error| too_many_error(scene, number, &error))?;
            let all = if scene.is_sequence() {
                let told = |report: &ActionReport| {
                    let end = moment_after(scene, &paid, &what, report);
                    let report = if asked.full { report.clone() } else { report.clone().without_details() };
                    with_final_casualties(scene, report, &end)
                };
                all.map(told)
            } else {
                all
            };
            if chances.action.is_none() {
                (chances.action, chances.moment) = (Some(what), paid);
            }
            Ok::<_, CliError>(all)
        })?;
    }
    let given = if asked.answers.is_empty() && scene.is_sequence() { &[] } else { counting.answers(number) };
    counting.answers_seen.borrow().check_all_used(given)?;
    Ok(chances)
}

/// One action further.
fn advance(
    counting: &OddsCounter<'_>,
    number: usize,
    now: &Distribution<SceneStateKey>,
    moments: &BTreeMap<SceneStateKey, SceneState>,
) -> Result<(Distribution<SceneStateKey>, BTreeMap<SceneStateKey, SceneState>), CliError> {
    let scene = counting.scene;
    let next = RefCell::new(BTreeMap::new());
    let keep = |moment: SceneState| {
        let key = moment.key();
        next.borrow_mut().entry(key.clone()).or_insert(moment);
        key
    };
    let after_it = now.and_then(|key| {
        counting.check_limit(number, now)?;
        let moment = &moments[key];
        let Ok((what, paid)) = scene.resolve_action(number, moment) else {
            return Ok(Distribution::from_weighted(vec![(keep(moment.clone()), 1)]));
        };
        let all = counting
            .count_all(number, &what, &paid)
            .map_err(|error| too_many_error(scene, number, &error))?;
        Ok::<_, CliError>(all.map(|report| keep(moment_after(scene, &paid, &what, report))))
    })?;
    Ok((after_it, next.into_inner()))
}

fn too_many_error(scene: &RuleScene, number: usize, error: &OddsError) -> CliError {
    if scene.is_sequence() {
        let number = number + 1;
        return CliError::new(format!(
            "action {number} of the course goes in too many ways to count its odds"
        ));
    }
    CliError::new(error.to_string())
}

/// With who is out of the fight then.
fn with_final_casualties(scene: &RuleScene, mut report: ActionReport, end: &SceneState) -> ActionReport {
    if scene.is_sequence() {
        report.casualties = end.units.iter().filter_map(|unit| Some((unit.id, unit.down?))).collect();
    }
    report
}

/// An attack that may meet several units: together where that can be counted, else each by itself, exactly either way.
fn multi_target_odds(
    counting: &OddsCounter<'_>,
    number: usize,
    what: &ResolvedAction,
    paid: &SceneState,
) -> Result<Option<ActionOdds>, CliError> {
    let ResolvedAction::Attack(engagement) = what else { return Ok(None) };
    let answers = counting.answers(number);
    let each = play::spread(engagement, answers);
    let scene = counting.scene;
    let stage = SceneActionContext { scene, moment: paid };
    let full = counting.query.full;
    if each.is_empty() {
        return Ok(None);
    }
    let joint =
        enumerate_within(counting.policy(number), if full { u64::MAX } else { MAX_JOINT_RUNS }, |table| {
            let report = stage.run_action(table, what)?;
            Ok(if full { report } else { report.without_details() })
        });
    let target = engagement.defender.id;
    let number_of = |unit: u32, odds| {
        let label = format!("damage to {}", scene.unit_name(unit).unwrap_or("somebody"));
        OutcomeNumber { key: format!("damage_{unit}"), label, odds }
    };
    let harmed = |odds: &Distribution<OutcomeSummary>| odds.iter().any(|(gist, _)| gist.damage > 0);
    let others = each.iter().filter(|(unit, odds)| *unit != target && harmed(odds));
    let (all, together, others) = match joint {
        Ok(all) => {
            let others = others.map(|(unit, _)| number_of(*unit, all.map(|report| report.damage_of(*unit))));
            let others = others.collect();
            (all, true, others)
        }
        Err(OddsError::TooMany { .. }) if !full => {
            let others = others.map(|(unit, odds)| number_of(*unit, odds.map(|gist| i64::from(gist.damage))));
            let others = others.collect();
            let Some((_, own)) = each.iter().find(|(unit, _)| *unit == target) else { return Ok(None) };
            (own.map(|gist| ActionReport::from_summary(target, gist)), false, others)
        }
        Err(error) => return Err(error.into()),
    };
    let (what, moment) = (Some(what.clone()), paid.clone());
    Ok(Some(ActionOdds { action: what, moment, all, together: Some(together), others }))
}
