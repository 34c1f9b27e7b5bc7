//! Ailments that begin, end and burn, under each book: `make_ailment_tests.py`.

use breachline::dice::{Distribution, enumerate};
use breachline::rules::status::resolution;
use breachline::rules::status::{
    Ailment, AttackProperties, PhaseEndContext, StatusDuration, put_out_fire_test,
};
use breachline::rules::{HealthState, RuleSet, RuleStep, Sheet, UnitSnapshot, play};
use serde::Deserialize;

use crate::answers::{Odds, agree, differences, key, odds, policy};
use breachline::model::UnitId;

/// A unit and one event that affects it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    unit: Unit,
    /// The hit or ground that affects it.
    touched: Option<AttackProperties>,
    /// The end of its phase, beside these units.
    phase: Option<Around>,
    #[serde(default)]
    neighbours: Vec<Unit>,
    /// A round of flames ends.
    #[serde(default)]
    burns: bool,
    /// It tries to extinguish its fire.
    #[serde(default)]
    put_out: bool,
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    sheet: Sheet,
    /// Empty for a fresh unit.
    condition: Option<HealthState>,
    ailments: Vec<Ailment>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Around {
    shot_at: bool,
    covered: bool,
}

fn combatant(id: u32, unit: Unit, rules: &RuleSet) -> UnitSnapshot {
    let condition = unit.condition.unwrap_or_else(|| play::starting_health(&unit.sheet, rules));
    let budget = play::starting_budget(&unit.sheet, rules);
    let mut combatant = UnitSnapshot::fresh(UnitId(id), "unit", unit.sheet, condition, budget);
    unit.ailments.into_iter().for_each(|ailment| combatant.add_ailment(ailment));
    combatant
}

/// "dazed turns 2", "ends wet", "burns 0"; neighbours are units 2 and more.
fn in_words(effects: &[RuleStep]) -> String {
    let near = |effect: &RuleStep| match effect {
        RuleStep::Afflict { unit, .. } if *unit > UnitId(1) => Some(format!("burns {}", unit.0 - 2)),
        _ => None,
    };
    let words = effects.iter().map(|effect| near(effect).unwrap_or_else(|| told([effect])));
    words.collect::<Vec<_>>().join(", ")
}

/// Ailments that begin and end: "dazed turns 2", "ends wet".
pub fn told<'a>(effects: impl IntoIterator<Item = &'a RuleStep>) -> String {
    let word = |effect: &RuleStep| match effect {
        RuleStep::Afflict { cause, .. } => {
            let span = match cause.span {
                None => "default".to_owned(),
                Some(StatusDuration::Open) => "open".to_owned(),
                Some(StatusDuration::Turns(turns)) => format!("turns {turns}"),
                Some(StatusDuration::Rounds(rounds)) => format!("rounds {rounds}"),
            };
            format!("{} {span}", key(cause.ailment))
        }
        RuleStep::Relieve { ailment, .. } => format!("ends {}", key(*ailment)),
        other => panic!("unknown event: {other:?}"),
    };
    effects.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Points, and the rest of each pool, boxes, levels, Wounds.
fn burnt(after: &HealthState, points: u32) -> String {
    let left = match after {
        HealthState::SwanSong(own) => {
            format!("{}/{}/{}/{}", own.shield.now, own.armored.now, own.flesh.now, own.strain)
        }
        HealthState::Aberrant(own) => {
            let marks = &own.marks;
            let harm = [marks.aggravated, marks.lethal, marks.bashing, marks.stun];
            let past = [marks.past_aggravated, marks.past_lethal, marks.past_bashing];
            harm.iter().chain(&past).map(ToString::to_string).collect::<Vec<_>>().join(".")
        }
        HealthState::AttacksAndDamage(own) => format!("{}/{}/{}", own.light, own.critical, own.overflow),
        HealthState::Circumstances(own) => own.wounds.to_string(),
        HealthState::CombatChecks(own) => own.wounds.to_string(),
    };
    format!("{points}: {left}")
}

fn ours(case: Case) -> (Distribution<String>, Odds) {
    let rules = RuleSet::new(case.unit.sheet.book());
    let unit = combatant(1, case.unit, &rules);
    let near: Vec<_> = (2..).zip(case.neighbours).map(|(id, one)| combatant(id, one, &rules)).collect();
    let found = enumerate(policy(Vec::new()), |table| {
        if let Some(strike) = &case.touched {
            let come =
                resolution::apply_element(table, &mut unit.clone(), (strike, strike.element), None, &rules)?;
            return Ok(in_words(&come));
        }
        if let Some(Around { shot_at, covered }) = case.phase {
            let around = PhaseEndContext { shot_at, covered };
            return Ok(in_words(&resolution::resolve_phase_end(table, &unit, around, &near, &rules)?));
        }
        if case.burns {
            let (after, points) = play::resolve_burning(table, &unit, &rules)?;
            return Ok(burnt(&after, points));
        }
        assert!(case.put_out, "a case without an event");
        let tried = resolution::roll_ailment_test(table, &unit, &put_out_fire_test(), &rules)?;
        Ok(if tried.passed { "ends burning".to_owned() } else { String::new() })
    });
    (found.expect("odds"), case.odds)
}

#[test]
fn tests_against_ailments_agree_with_those_computed_elsewhere() {
    agree("ailment_tests.json", 300, |case| {
        let (ours, theirs) = ours(case);
        differences(&odds(&ours), &theirs)
    });
}
