//! Odds in the midst of an attack: what fell has fallen, and the open question is answered.

use super::{Contact, Effect, Engagement, Gist, Odds, Outcome, play};
use crate::dice::{Policy, Recalled, Roll, enumerate_within};

/// The odds of the rest of an attack whose first rolls and answers are known; questions after those get the answer
/// of a hurried player. Nothing where the rest branches too often.
pub fn outlook(engagement: &Engagement, rolls: &[Roll], answers: &[String]) -> Option<Odds> {
    outlook_within(engagement, rolls, answers, u64::MAX)
}

/// As `outlook`, given up after so many runs of the rule.
pub fn outlook_within(
    engagement: &Engagement,
    rolls: &[Roll],
    answers: &[String],
    runs: u64,
) -> Option<Odds> {
    let all = enumerate_within(Policy::first(), runs, |table| {
        let outcome = play::attack(&mut Recalled::new(table, rolls, answers), engagement)?;
        Ok(gist(engagement, &outcome))
    });
    Some(Odds::of(&all.ok()?, &engagement.barriers))
}

/// What of an outcome odds ask for, whatever the book.
fn gist(engagement: &Engagement, outcome: &Outcome) -> Gist {
    let target = &engagement.defender;
    let prone = |effect: &Effect| matches!(effect, Effect::Prone { unit } if *unit == target.id);
    let down = outcome.effects.iter().rev().find_map(|effect| match effect {
        Effect::Condition { unit, after, .. } if *unit == target.id => {
            play::down(&target.sheet, after, &engagement.rules)
        }
        _ => None,
    });
    let harm_of = |id: u32| {
        outcome.effects.iter().fold(0, |sum, effect| match effect {
            Effect::Barrier(harm) if harm.id == id => sum + harm.damage,
            _ => sum,
        })
    };
    Gist {
        contact: outcome.contact,
        net: if outcome.contact == Contact::Miss { 0 } else { outcome.net },
        damage: outcome.damage,
        knocked_down: !target.prone && outcome.effects.iter().any(prone),
        down: down.filter(|down| Some(*down) > target.down),
        barriers: engagement.barriers.iter().map(|barrier| harm_of(barrier.id)).collect(),
    }
}
