//! The action of a scene of any book but Swan Song, carried out at a table through `rules::play`.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::Failure;
use super::heard::Heard;
use super::playable::{Chance, Number, Playable};
use super::report::{self, Came, Report};
use crate::content::{Check, Encounter, Play};
use crate::dice::{
    Dice, DiceState, Distribution, Enumerated, Modifiers, Played, Policy, Purpose, Read, Step, Stop,
    SymbolPool, Table, Trace, enumerate, enumerate_unmerged,
};
use crate::rules::aberrant::base;
use crate::rules::circumstances::check::{D100, degrees_of_failure, degrees_of_success, passes};
use crate::rules::combat_checks::{check, critical};
use crate::rules::{Book, Combatant, Contact, Deed, Down, Outcome, Weapon, play};

/// Seed of the one run that shows which pool is rolled first; it decides nothing else.
const ANY_SEED: u64 = 0;

impl Encounter {
    fn known(&self, number: u32) -> &Combatant {
        self.unit(number).expect("broken invariant: the action of a scene names its own units")
    }

    /// What an attack or a deed came to.
    fn exchange(&self, outcome: Outcome) -> Report {
        let Outcome { contact, net, damage, words, effects } = outcome;
        Report::new(self, Came::Exchange { contact, net, damage, words }, effects)
    }

    fn deed(&self, table: &mut impl Table) -> Step<Report> {
        let Play::Deed { unit, key, target, slot, seen, cover_cm } = &self.action else {
            unreachable!("asked for a deed only")
        };
        let target = target.map(|(other, rings)| (self.known(other), rings));
        let mut actor = self.known(*unit).clone();
        let deed = Deed {
            unit: self.known(*unit),
            key,
            target,
            slot: *slot,
            seen: *seen,
            cover_cm: *cover_cm,
            boosts: &[],
            energy: false,
        };
        if let Ok(paid) = play::may_do(&deed, &self.rules) {
            actor.purse = paid.purse;
            actor.condition = paid.condition.unwrap_or(actor.condition);
        }
        Ok(self.exchange(play::perform(table, &Deed { unit: &actor, ..deed }, &self.rules)?))
    }

    /// An attack that may hit several units, each by dice of its own. `CS-BASE-35`.
    fn is_on_area(&self) -> bool {
        let Play::Attack(engagement) = &self.action else { return false };
        matches!(&engagement.weapon, Weapon::Circumstances(weapon) if weapon.is_area())
    }

    /// The same without those whom an area may hit besides the target: they roll for themselves.
    fn at_the_target(&self) -> Self {
        let mut scene = self.clone();
        if let Play::Attack(engagement) = &mut scene.action
            && self.is_on_area()
        {
            engagement.company = Vec::new();
        }
        scene
    }

    fn check(&self, table: &mut impl Table, check: &Check) -> Step<Came> {
        let purpose = |why, clause| Purpose { who: None, why, clause, parts: &[], limit: None };
        Ok(match *check {
            Check::Pool { dice, difficulty, against } => {
                let (pool, clause): (fn(u32) -> Dice, _) = match self.book() {
                    Book::Aberrant => (base::pool, "AB-BASE-01"),
                    _ => (Dice::d6_hits, "AD-BASE-02"),
                };
                let successes = table.roll(pool(dice), purpose("test", clause))?.value;
                let resisted = match against {
                    Some(dice) => table.roll(pool(dice), purpose("resistance", clause))?.value,
                    None => 0,
                };
                Came::Pool { successes: base::net(successes, difficulty), against: resisted }
            }
            Check::Under(target) => {
                let roll = table.roll(D100, purpose("test", "CS-BASE-01"))?.value;
                let passed = passes(roll, target);
                let degrees =
                    if passed { degrees_of_success(roll, target) } else { degrees_of_failure(roll, target) };
                Came::Under { passed, degrees }
            }
            Check::Symbols(pool) => {
                let roll = table.roll(Dice::symbols(pool), purpose("check", "CC-CHK-02"))?;
                Came::Symbols(roll.symbols)
            }
            Check::Injury { ongoing, paid } => {
                let bonus: Modifiers = critical::bonus(10 * ongoing, paid);
                Came::Injury { row: critical::roll_row(table, None, &bonus)? }
            }
        })
    }
}

impl Playable for Encounter {
    type Outcome = Report;

    fn act(&self, table: &mut impl Table) -> Step<Report> {
        let rules = &self.rules;
        Ok(match &self.action {
            Play::Attack(engagement) => self.exchange(play::attack(table, engagement)?),
            Play::Strike(engagement) => self.exchange(play::attack_barrier(table, engagement)?),
            Play::Deed { .. } => self.deed(table)?,
            Play::Initiative(unit) => {
                let initiative = play::initiative(table, self.known(*unit), false, rules)?;
                Report::new(self, Came::Initiative(initiative), Vec::new())
            }
            Play::PhaseBegins(unit) => {
                let start = play::phase_begins(table, self.known(*unit), rules)?;
                let lost = start.lost.map(|why| format!("{} ({})", why.text, why.clause));
                Report::new(self, Came::Phase { lost }, start.effects)
            }
            Play::PhaseEnds(unit) => {
                let effects = play::phase_ends(table, self.known(*unit), rules)?;
                Report::new(self, Came::Phase { lost: None }, effects)
            }
            Play::RoundEnds(unit) => {
                let effects = play::round_ends(table, self.known(*unit), rules)?;
                Report::new(self, Came::Phase { lost: None }, effects)
            }
            Play::Sprint(unit) => {
                let sprint = play::sprint(table, self.known(*unit), rules)?;
                Report::new(self, Came::Sprint { metres: sprint.metres }, sprint.effects)
            }
            Play::Footing { unit, action, path } => {
                let (squares, effects) = play::footing(table, self.known(*unit), *action, path, rules)?;
                Report::new(self, Came::Way { squares }, effects)
            }
            Play::Notice { unit, hidden, sight, line_of_sight } => {
                let (unit, hidden) = (self.known(*unit), self.known(*hidden));
                let effects = play::notice(table, unit, hidden, sight, *line_of_sight, rules)?;
                Report::new(self, Came::Phase { lost: None }, effects)
            }
            Play::Check(check) => Report::new(self, self.check(table, check)?, Vec::new()),
        })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn book(&self) -> Book {
        self.rules.book()
    }

    fn kind(&self) -> &'static str {
        match &self.action {
            Play::Attack(_) => "attack",
            Play::Strike(_) => "strike",
            Play::Deed { .. } => "deed",
            Play::Initiative(_) => "initiative",
            Play::PhaseBegins(_) => "phase_begins",
            Play::PhaseEnds(_) => "phase_ends",
            Play::RoundEnds(_) => "round_ends",
            Play::Sprint(_) => "sprint",
            Play::Footing { .. } => "footing",
            Play::Notice { .. } => "notice",
            Play::Check(Check::Pool { .. } | Check::Under(_)) => "test",
            Play::Check(Check::Symbols(_)) => "roll",
            Play::Check(Check::Injury { .. }) => "injury",
        }
    }

    fn headline(&self) -> String {
        let name = |number: u32| self.unit_name(number).unwrap_or("somebody");
        match &self.action {
            Play::Attack(attack) => {
                format!(
                    "{} attacks {} with {}",
                    attack.attacker.name,
                    attack.defender.name,
                    attack.weapon.name()
                )
            }
            Play::Strike(strike) => {
                format!(
                    "{} attacks {} with {}",
                    strike.attacker.name,
                    strike.barrier.name,
                    strike.weapon.name()
                )
            }
            Play::Deed { unit, key, target: Some((other, _)), .. } => {
                format!("{}: {key} with {}", name(*unit), name(*other))
            }
            Play::Deed { unit, key, .. } => format!("{}: {key}", name(*unit)),
            Play::Initiative(unit) => format!("{} rolls initiative", name(*unit)),
            Play::PhaseBegins(unit) => format!("The phase of {} begins", name(*unit)),
            Play::PhaseEnds(unit) => format!("The phase of {} ends", name(*unit)),
            Play::RoundEnds(unit) => format!("The round ends for {}", name(*unit)),
            Play::Sprint(unit) => format!("{} sprints", name(*unit)),
            Play::Footing { unit, path, .. } => format!("{} goes {} squares", name(*unit), path.len()),
            Play::Notice { unit, hidden, .. } => format!("{} looks for {}", name(*unit), name(*hidden)),
            Play::Check(Check::Pool { dice, against: Some(other), .. }) => {
                format!("{dice} dice against {other}")
            }
            Play::Check(Check::Pool { dice, difficulty, .. }) => {
                format!("{dice} dice, difficulty {difficulty}")
            }
            Play::Check(Check::Under(target)) => format!("{target} or less"),
            Play::Check(Check::Symbols(pool)) => pool.to_string(),
            Play::Check(Check::Injury { ongoing, paid }) => {
                format!("A Critical Injury, {ongoing} there already, paid for {paid} times")
            }
        }
    }

    fn unit_name(&self, number: u32) -> Option<&str> {
        self.unit_name(number)
    }

    fn derived(&self) -> Value {
        let describe = |unit: &Combatant| {
            let figures: Map<String, Value> = play::figures(unit, &self.rules)
                .into_iter()
                .map(|figure| {
                    let value =
                        json!({ "value": figure.value, "clause": figure.clause, "parts": figure.parts });
                    (figure.name.into_owned(), value)
                })
                .collect();
            json!({
                "figures": figures,
                "gauges": play::gauges(&unit.sheet, &unit.condition, &self.rules),
                "pledges": play::pledges(unit, &self.rules),
                "down": unit.down,
            })
        };
        self.units.iter().map(|unit| (unit.name.to_string(), describe(unit))).collect::<Map<_, _>>().into()
    }

    fn wishes(&self) -> Vec<String> {
        self.answers.clone()
    }

    /// Which questions there are depends on the dice: the table refuses what is not offered.
    fn check_answer(&self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn lines(&self, outcome: &Report) -> Vec<String> {
        report::lines(self, outcome)
    }

    fn json(&self, outcome: &Report) -> Value {
        report::json(self, outcome)
    }

    fn odds(&self, answers: &[String], full: bool) -> Result<Distribution<Report>, Failure> {
        let heard = Rc::new(RefCell::new(Heard::default()));
        let (wishes, ear) = (answers.to_vec(), heard.clone());
        let policy = Policy::choose(move |prompt| ear.borrow_mut().answer(&wishes, prompt));
        let is_exchange = matches!(self.action, Play::Attack(_) | Play::Strike(_));
        let scene = if full { self.clone() } else { self.at_the_target() };
        let rule = |table: &mut Enumerated| {
            let report = scene.act(table)?;
            Ok(if full || !is_exchange { report } else { report.brief() })
        };
        // One blow after another at several units: a later one must not forget what came of an earlier one.
        let all =
            if self.is_on_area() { enumerate_unmerged(policy, rule)? } else { enumerate(policy, rule)? };
        heard.borrow().check(answers)?;
        Ok(all)
    }

    fn chances(&self) -> Vec<Chance<Report>> {
        match &self.action {
            Play::Attack(engagement) => {
                let target = engagement.defender.id;
                let contact = |wanted: Contact| move |report: &Report| report.contact() == Some(wanted);
                let down = move |wanted: Down| move |report: &Report| report.down(target) == Some(wanted);
                vec![
                    Chance::new("hit", "hit", contact(Contact::Hit)),
                    Chance::new("graze", "graze", contact(Contact::Graze)),
                    Chance::new("blocked", "stopped on the way", contact(Contact::Blocked)),
                    Chance::new("miss", "miss", contact(Contact::Miss)),
                    Chance::new("knocked_down", "knocked down", move |report: &Report| report.falls(target)),
                    Chance::new("unconscious", "unconscious", down(Down::Unconscious)),
                    Chance::new("dead", "dead", down(Down::Dead)),
                ]
            }
            Play::Strike(engagement) => {
                let left = play::wall_points(&engagement.barrier, &self.rules)
                    .saturating_sub(engagement.barrier.damage);
                let hit = |report: &Report| matches!(report.contact(), Some(Contact::Hit | Contact::Graze));
                vec![
                    Chance::new("hit", "hit", hit),
                    Chance::new("miss", "miss", move |report| !hit(report)),
                    Chance::new(
                        "hole",
                        "a hole",
                        move |report: &Report| matches!(report.came, Came::Exchange { damage, .. } if damage >= left),
                    ),
                ]
            }
            Play::PhaseBegins(_) => {
                vec![Chance::new("lost", "the phase is lost", |report: &Report| {
                    matches!(report.came, Came::Phase { lost: Some(_) })
                })]
            }
            Play::Notice { .. } => vec![Chance::new("noticed", "noticed", |report: &Report| report.notices)],
            Play::Check(Check::Pool { against, .. }) => {
                // A tie is enough against whoever resists, in the book that says so. `AD-RES-02`.
                let ties = against.is_some() && self.book() == Book::AttacksAndDamage;
                vec![Chance::new("success", "success", move |report: &Report| {
                    report.number() >= i64::from(!ties)
                })]
            }
            Play::Check(Check::Under(_)) => vec![Chance::new("success", "success", |report: &Report| {
                matches!(report.came, Came::Under { passed: true, .. })
            })],
            Play::Check(Check::Symbols(_)) => vec![Chance::new(
                "success",
                "success",
                |report: &Report| matches!(report.came, Came::Symbols(symbols) if check::succeeds(symbols)),
            )],
            _ => Vec::new(),
        }
    }

    fn numbers(&self, all: &Distribution<Report>) -> Vec<Number> {
        let (key, label, read): (_, _, fn(&Report) -> i64) = match &self.action {
            Play::Attack(_) | Play::Strike(_) => ("damage", "damage", Report::number),
            Play::Initiative(_) => ("score", "Initiative Score", Report::number),
            Play::Sprint(_) => ("metres", "metres", Report::number),
            Play::Footing { .. } => ("squares", "squares", Report::number),
            Play::Check(Check::Pool { .. }) => ("net", "net successes", Report::number),
            Play::Check(Check::Under(_)) => ("degrees", "degrees", Report::number),
            _ => return Vec::new(),
        };
        let mut numbers = vec![Number { key: key.to_owned(), label: label.to_owned(), odds: all.map(read) }];
        if let Play::Attack(_) = &self.action {
            numbers.push(Number {
                key: "net".to_owned(),
                label: "net".to_owned(),
                odds: all.map(Report::net),
            });
        }
        let crossed: &[_] = match &self.action {
            Play::Attack(engagement) => &engagement.barriers,
            Play::Strike(engagement) => &engagement.barriers,
            _ => &[],
        };
        for barrier in crossed {
            let odds = all.map(|report| report.harm_of(barrier.id));
            let label = format!("damage to {}", barrier.name);
            numbers.push(Number { key: format!("barrier_{}", barrier.id), label, odds });
        }
        numbers
    }

    /// The first roll does not depend on dice, so one run with any of them shows it.
    fn pool(&self) -> Option<SymbolPool> {
        let mut answers = Vec::new();
        loop {
            let mut table = Played::new(DiceState::new(ANY_SEED), answers.clone(), true);
            match self.act(&mut table) {
                Err(Stop::Asked(prompt)) => answers.push(prompt.answers.first()?.key.clone()),
                Err(_) => return None,
                Ok(_) => {
                    let first = table.finish().1.into_iter().find_map(|trace| match trace {
                        Trace::Rolled(roll) => Some(roll.dice.read),
                        _ => None,
                    });
                    return match first? {
                        Read::Symbols(pool) => Some(pool),
                        _ => None,
                    };
                }
            }
        }
    }
}
