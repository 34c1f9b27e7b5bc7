//! What an explosion does to each of several units by itself, without walking every branch.

use super::super::attack::AttackPlan;
use super::super::scatter::Offset;
use super::area::Explosion;
use super::combat::scene;
use super::odds::{self, Flight, Survives};
use crate::{Burst, Combatant, Engagement, Gist, RuleSet, Weapon};
use dice::Distribution;

/// Key of the answer that keeps the Reaction. `CS-BASE-18`.
const TAKE_IT: &str = "none";
/// Key of the answer that spends a Fate Point. `CS-BASE-28`.
const REROLL: &str = "fate";

/// `CS-BASE-35`: the dice are the same everywhere.
pub fn blast(_: &Combatant, weapon: &Weapon, _: &RuleSet) -> Option<Burst> {
    let weapon = weapon.circumstances();
    let radius = u32::from(weapon.blast);
    weapon.is_area().then(|| Burst::new(radius, |_| weapon.damage.to_string()))
}

/// Everybody whom the attack may reach, the first target in front, as in a card; `answers` are the evasive actions that
/// are taken wherever one is offered, in place of the hurried one; nobody where they ask for a Fate Point. `CS-BASE-35`.
pub fn spread(engagement: &Engagement, answers: &[String]) -> Vec<(u32, Distribution<Gist>)> {
    let scene = scene(engagement);
    // A reroll changes where it goes off, which is counted only with everything else.
    if !scene.weapon.is_area() || answers.iter().any(|key| key == REROLL) {
        return Vec::new();
    }
    let plan = AttackPlan::new(&scene);
    let explosion = Explosion::of(engagement, &scene);
    let centres = Flight::of_attack(&plan).centres(&explosion);
    let everybody = explosion.present().iter().map(|near| {
        let hit = explosion.hit_scene(Offset::default(), near);
        let defence = hit.defence();
        let wished = |key: &String| match defence.ways.iter().position(|(way, _)| way.key() == key) {
            None if key == TAKE_IT && !defence.ways.is_empty() => Some(None),
            None => None,
            way => Some(way),
        };
        let way = answers.iter().find_map(wished).unwrap_or_else(|| Survives::hurried(&defence));
        let to_it = Engagement { defender: near.unit.clone(), ..engagement.clone() };
        let struck = odds::of_area(&to_it, &plan, (&explosion, &centres), near)?;
        let all = struck.answered(&Survives::new(&defence, way), engagement.barriers.len());
        Some((near.unit.id, all))
    });
    everybody.collect::<Option<Vec<_>>>().unwrap_or_default()
}
