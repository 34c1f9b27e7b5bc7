//! The actions of a scene one after another: played once, or counted over everything the dice can do.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Failure;
use super::act::{Stage, after};
use super::encounter::Number;
use super::heard::Heard;
use super::report::Report;
use content::{Encounter, Moment, MomentKey, Play};
use dice::{
    Dice, Distribution, Note, OddsError, Policy, Prompt, Purpose, Roll, Step, Stop, Table, enumerate,
    enumerate_within,
};
use rules::{Book, Gist, play};

/// Moments between two actions after which the odds of a course are given up.
const MOST_MOMENTS: usize = 2_000;
/// Runs of the rules after which the odds of a course are given up.
const MOST_RUNS: u64 = 200_000;
/// Runs of the rule after which units that one attack meets are counted each by itself.
const RUNS_TOGETHER: u64 = 30_000;

/// An action that was played.
pub(super) struct Acted {
    /// What it was; nothing where it could not be done.
    pub what: Option<Play>,
    /// The moment it was carried out in.
    pub moment: Moment,
    pub report: Report,
    /// Steps of the log up to its end.
    pub steps: usize,
}

/// A table that counts the steps of its log.
struct Counted<'a, T> {
    table: &'a mut T,
    steps: usize,
    answered: usize,
}

impl<T: Table> Table for Counted<'_, T> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> Step<Roll> {
        self.steps += 1;
        self.table.roll(dice, purpose)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> Step<usize> {
        let prompt = prompt();
        let is_question = usize::from(prompt.answers.len() > 1);
        let answer = self.table.ask(|| prompt)?;
        self.steps += is_question;
        self.answered += is_question;
        Ok(answer)
    }

    fn settle<K: Ord + Clone + 'static>(&mut self, value: K) -> Step<K> {
        self.table.settle(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        self.steps += 1;
        self.table.note(line);
    }
}

/// Where a course stopped, and why.
pub(super) struct Stopped {
    /// Number of the action, from 0.
    pub action: usize,
    /// Questions that were answered before.
    pub answered: usize,
    pub stop: Stop,
}

/// Plays all actions in order, each from what the one before left.
///
/// # Errors
/// As the table.
pub(super) fn run(scene: &Encounter, table: &mut impl Table) -> Result<Vec<Acted>, Stopped> {
    let mut table = Counted { table, steps: 0, answered: 0 };
    let mut all = Vec::new();
    let mut now = scene.opening();
    for number in 0..scene.acts() {
        let acted = match scene.play(number, &now) {
            Ok((what, paid)) => {
                let stage = Stage { scene, moment: &paid };
                let report = stage.act(&mut table, &what).map_err(|stop| Stopped {
                    action: number,
                    answered: table.answered,
                    stop,
                })?;
                now = after(scene, &paid, &what, &report);
                Acted { what: Some(what), moment: paid, report, steps: table.steps }
            }
            Err(why) => {
                let report = Report::refused(why);
                Acted { what: None, moment: now.clone(), report, steps: table.steps }
            }
        };
        all.push(acted);
    }
    Ok(all)
}

/// The exact odds of one action, those before it counted in.
pub(super) struct Chances {
    /// What the action is, in the first of all moments in which it can be done.
    pub what: Option<Play>,
    /// The moment that was.
    pub moment: Moment,
    pub all: Distribution<Report>,
    /// Whether units that one attack meets are counted together or each by itself; nothing where it meets one.
    pub together: Option<bool>,
    /// Damage of those that it meets besides its target.
    pub others: Vec<Number>,
}

/// What odds are asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Answers given wherever they are offered, in place of those of the file.
    pub answers: &'a [String],
    /// Everything that an outcome does, or only what most people ask for.
    pub full: bool,
}

/// How one action is counted.
struct Counting<'a> {
    scene: &'a Encounter,
    asked: Asked<'a>,
    heard: Rc<RefCell<Heard>>,
    /// Runs of the rules so far.
    runs: Cell<u64>,
    /// The action that is counted, from how many of the moments before it that is done, and the runs before it.
    counted: Cell<(usize, (u64, u64))>,
}

impl Counting<'_> {
    fn answers(&self, number: usize) -> &[String] {
        if self.asked.answers.is_empty() { self.scene.answers(number) } else { self.asked.answers }
    }

    fn policy(&self, number: usize) -> Policy {
        let (wishes, ear) = (self.answers(number).to_vec(), self.heard.clone());
        Policy::choose(move |prompt| ear.borrow_mut().answer(&wishes, prompt))
    }

    /// Gives up as soon as the first moments show that an action cannot be counted from all that lead up to it.
    fn keeps_within(&self, number: usize, moments: &Distribution<MomentKey>) -> Result<(), Failure> {
        let (counted, begun) = self.counted.get();
        let so_far = self.runs.get();
        if counted != number {
            self.counted.set((number, (0, so_far)));
            return Ok(());
        }
        let done = begun.0 + 1;
        self.counted.set((number, (done, begun.1)));
        let each = (so_far - begun.1) / done;
        let all = moments.len() as u64;
        if self.scene.is_course() && each * all > MOST_RUNS {
            return Err(Failure::new(format!(
                "action {} of the course can be met in {all} ways and then goes in about {each} ways each: more than the \
                 {MOST_RUNS} that are counted. Ask for an earlier action, or play it with `breachline resolve`",
                number + 1
            )));
        }
        Ok(())
    }

    /// Everything that an action can come to.
    fn all(&self, number: usize, what: &Play, paid: &Moment) -> Result<Distribution<Report>, OddsError> {
        let stage = Stage { scene: self.scene, moment: paid };
        let most = if self.scene.is_course() { MOST_RUNS.saturating_sub(self.runs.get()) } else { u64::MAX };
        enumerate_within(self.policy(number), most, |table| {
            self.runs.set(self.runs.get() + 1);
            stage.act(table, what)
        })
    }

    /// What is asked for of everything that the last action can come to.
    fn last(&self, number: usize, what: &Play, paid: &Moment) -> Result<Distribution<Report>, OddsError> {
        let stage = Stage { scene: self.scene, moment: paid };
        let is_exchange = matches!(what, Play::Attack(_) | Play::Strike(_));
        let whole = self.asked.full || self.scene.book() == Book::SwanSong;
        // What a course leaves behind is read off the effects.
        if whole || !is_exchange || self.scene.is_course() {
            return self.all(number, what, paid);
        }
        enumerate(self.policy(number), |table| Ok(stage.act(table, what)?.brief()))
    }
}

/// The exact odds of the action of this number, from 0.
///
/// # Errors
/// It can go in too many ways, or an answer is to nothing.
pub(super) fn odds(scene: &Encounter, number: usize, asked: Asked<'_>) -> Result<Chances, Failure> {
    let counting = Counting {
        scene,
        asked,
        heard: Rc::default(),
        runs: Cell::new(0),
        counted: Cell::new((usize::MAX, (0, 0))),
    };
    let opening = scene.opening();
    let mut moments = BTreeMap::from([(opening.key(), opening.clone())]);
    let mut now = Distribution::weighed(vec![(opening.key(), 1)]);
    for before in 0..number {
        (now, moments) = step(&counting, before, &now, &moments)?;
        if now.len() > MOST_MOMENTS {
            let what = format!(
                "the course can go in {} ways up to action {}: too many to count its odds",
                now.len(),
                before + 1
            );
            return Err(Failure::new(what));
        }
    }
    let mut chances = Chances {
        what: None,
        moment: opening,
        all: Distribution::weighed(Vec::new()),
        together: None,
        others: Vec::new(),
    };
    if !scene.is_course()
        && let Ok((Play::Attack(attack), paid)) = scene.play(number, &chances.moment)
        && let Some(spread) = spread(&counting, number, &Play::Attack(attack), &paid)?
    {
        chances = spread;
    } else {
        chances.all = now.and_then(|key| {
            counting.keeps_within(number, &now)?;
            let moment = &moments[key];
            let (what, paid) = match scene.play(number, moment) {
                Ok(done) => done,
                Err(why) => {
                    let report = in_the_end(scene, Report::refused(why), moment);
                    return Ok(Distribution::weighed(vec![(report, 1)]));
                }
            };
            let all = counting.last(number, &what, &paid).map_err(|error| too_many(scene, number, &error))?;
            let all = if scene.is_course() {
                let told = |report: &Report| {
                    let end = after(scene, &paid, &what, report);
                    let report = if asked.full { report.clone() } else { report.clone().brief() };
                    in_the_end(scene, report, &end)
                };
                all.map(told)
            } else {
                all
            };
            if chances.what.is_none() {
                (chances.what, chances.moment) = (Some(what), paid);
            }
            Ok::<_, Failure>(all)
        })?;
    }
    let given = if asked.answers.is_empty() && scene.is_course() { &[] } else { counting.answers(number) };
    counting.heard.borrow().check(given)?;
    Ok(chances)
}

/// One action further.
fn step(
    counting: &Counting<'_>,
    number: usize,
    now: &Distribution<MomentKey>,
    moments: &BTreeMap<MomentKey, Moment>,
) -> Result<(Distribution<MomentKey>, BTreeMap<MomentKey, Moment>), Failure> {
    let scene = counting.scene;
    let next = RefCell::new(BTreeMap::new());
    let keep = |moment: Moment| {
        let key = moment.key();
        next.borrow_mut().entry(key.clone()).or_insert(moment);
        key
    };
    let after_it = now.and_then(|key| {
        counting.keeps_within(number, now)?;
        let moment = &moments[key];
        let Ok((what, paid)) = scene.play(number, moment) else {
            return Ok(Distribution::weighed(vec![(keep(moment.clone()), 1)]));
        };
        let all = counting.all(number, &what, &paid).map_err(|error| too_many(scene, number, &error))?;
        Ok::<_, Failure>(all.map(|report| keep(after(scene, &paid, &what, report))))
    })?;
    Ok((after_it, next.into_inner()))
}

fn too_many(scene: &Encounter, number: usize, error: &OddsError) -> Failure {
    if scene.is_course() {
        let number = number + 1;
        return Failure::new(format!(
            "action {number} of the course goes in too many ways to count its odds"
        ));
    }
    Failure::new(error.to_string())
}

/// With who is out of the fight then.
fn in_the_end(scene: &Encounter, mut report: Report, end: &Moment) -> Report {
    if scene.is_course() {
        report.out = end.units.iter().filter_map(|unit| Some((unit.id, unit.down?))).collect();
    }
    report
}

/// An attack that may meet several units: together where that can be counted, else each by itself, exactly either way.
fn spread(
    counting: &Counting<'_>,
    number: usize,
    what: &Play,
    paid: &Moment,
) -> Result<Option<Chances>, Failure> {
    let Play::Attack(engagement) = what else { return Ok(None) };
    let answers = counting.answers(number);
    let each = play::spread(engagement, answers);
    let scene = counting.scene;
    let stage = Stage { scene, moment: paid };
    let full = counting.asked.full;
    if each.is_empty() {
        return Ok(None);
    }
    let joint =
        enumerate_within(counting.policy(number), if full { u64::MAX } else { RUNS_TOGETHER }, |table| {
            let report = stage.act(table, what)?;
            Ok(if full { report } else { report.brief() })
        });
    let target = engagement.defender.id;
    let number_of = |unit: u32, odds| {
        let label = format!("damage to {}", scene.unit_name(unit).unwrap_or("somebody"));
        Number { key: format!("damage_{unit}"), label, odds }
    };
    let harmed = |odds: &Distribution<Gist>| odds.iter().any(|(gist, _)| gist.damage > 0);
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
            (own.map(|gist| Report::of_gist(target, gist)), false, others)
        }
        Err(error) => return Err(error.into()),
    };
    let (what, moment) = (Some(what.clone()), paid.clone());
    Ok(Some(Chances { what, moment, all, together: Some(together), others }))
}
