//! What `odds` reads off the outcomes of a scene of Swan Song.

use super::playable::{Chance, Number};
use super::scene::Outcome;
use crate::content::{Scene, SceneAction};
use crate::dice::Distribution;
use crate::rules::swan_song::{AttackResult, BarrierResult, Contact, Down};

fn attack(outcome: &Outcome) -> Option<&AttackResult> {
    if let Outcome::Attack(result) = outcome { Some(result) } else { None }
}

pub(super) fn chances(action: &SceneAction) -> Vec<Chance<Outcome>> {
    let of_attack = |key, label, fits: fn(&AttackResult) -> bool| {
        Chance::new(key, label, move |outcome| attack(outcome).is_some_and(fits))
    };
    let of_strike = |key, label, fits: fn(&BarrierResult) -> bool| {
        Chance::new(key, label, move |outcome| matches!(outcome, Outcome::Strike(result) if fits(result)))
    };
    match action {
        SceneAction::Attack(_) => vec![
            of_attack("hit", "hit", |result| result.contact == Contact::Hit),
            of_attack("graze", "graze", |result| result.contact == Contact::Graze),
            of_attack("blocked", "stopped on the way", |result| result.contact == Contact::Blocked),
            of_attack("miss", "miss", |result| result.contact == Contact::Miss),
            of_attack("knocked_down", "knocked down", |result| result.knocked_down),
            of_attack("unconscious", "unconscious", |result| result.down == Some(Down::Unconscious)),
            of_attack("dead", "dead", |result| result.down == Some(Down::Dead)),
            of_attack("weapon_dropped", "weapon falls", |result| result.weapon_dropped),
        ],
        SceneAction::Strike(strike) => {
            let left = strike.barrier.hit_points_left();
            vec![
                of_strike("hit", "hit", |result| result.hit),
                of_strike("miss", "miss", |result| !result.hit),
                Chance::new(
                    "hole",
                    "a hole",
                    move |outcome| matches!(outcome, Outcome::Strike(result) if result.damage >= left),
                ),
                of_strike("weapon_dropped", "weapon falls", |result| result.weapon_dropped),
            ]
        }
        SceneAction::Harm { .. } | SceneAction::Bleed { .. } => vec![
            Chance::new("knocked_down", "knocked down", |outcome| {
                matches!(outcome, Outcome::Harm { knocked_down: true, .. })
            }),
            Chance::new("unconscious", "unconscious", |outcome| down(outcome) == Some(Down::Unconscious)),
            Chance::new("dead", "dead", |outcome| down(outcome) == Some(Down::Dead)),
        ],
        SceneAction::Sprint(_)
        | SceneAction::Initiative { .. }
        | SceneAction::InitiativeChange { .. }
        | SceneAction::TurnOrder(_) => Vec::new(),
    }
}

/// Out of the fight after plain damage.
fn down(outcome: &Outcome) -> Option<Down> {
    match outcome {
        Outcome::Harm { after, .. } | Outcome::Bleed { after, .. } => after.down,
        _ => None,
    }
}

/// What is counted: the main number first, then the harm of each barrier.
pub(super) fn numbers(scene: &Scene, all: &Distribution<Outcome>) -> Vec<Number> {
    let (key, label) = match &scene.action {
        SceneAction::Attack(_) | SceneAction::Strike(_) => ("damage", "damage"),
        SceneAction::Sprint(_) => ("metres", "metres"),
        SceneAction::Initiative { .. } | SceneAction::InitiativeChange { .. } => {
            ("score", "Initiative Score")
        }
        SceneAction::TurnOrder(_) => return Vec::new(),
        SceneAction::Harm { .. } | SceneAction::Bleed { .. } => ("wound_modifier", "wound modifier"),
    };
    let main = all.map(|outcome| match outcome {
        Outcome::Attack(result) => i64::from(result.damage),
        Outcome::Strike(result) => i64::from(result.damage),
        Outcome::Sprint { sprint, .. } => i64::from(sprint.metres),
        Outcome::Initiative { score, .. } => i64::from(*score),
        Outcome::TurnOrder(_) => 0,
        Outcome::Harm { after, .. } | Outcome::Bleed { after, .. } => i64::from(after.wound_modifier),
    });
    let mut numbers = vec![Number { key: key.to_owned(), label: label.to_owned(), odds: main }];
    let crossed: &[_] = match &scene.action {
        SceneAction::Attack(attack) => &attack.barriers,
        SceneAction::Strike(strike) => &strike.barriers,
        _ => &[],
    };
    for barrier in crossed {
        let odds = all.map(|outcome| {
            let harms: &[_] = match outcome {
                Outcome::Attack(result) => &result.barriers,
                Outcome::Strike(result) => &result.barriers,
                _ => &[],
            };
            harms.iter().filter(|harm| harm.id == barrier.id).map(|harm| i64::from(harm.damage)).sum()
        });
        let label = format!("damage to {}", barrier.name);
        numbers.push(Number { key: format!("barrier_{}", barrier.id), label, odds });
    }
    numbers
}
