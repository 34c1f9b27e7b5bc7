//! Odds of an explosion for each of several units, without a full branch search.

use super::area_attacks::Explosion;
use super::attacks::attack_context;
use super::odds::{self, DefenceOdds, FlightOdds};
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::ground::scatter::CellOffset;
use crate::{BlastProfile, OutcomeSummary, RuleSet, UnitAttack, UnitSnapshot, UnitTarget, Weapon};
use dice::Distribution;
use model::UnitId;

/// Key of the answer that keeps the Reaction. `CS-BASE-18`.
const TAKE_IT: &str = "none";
/// Key of the answer that spends a Fate Point. `CS-BASE-28`.
const REROLL: &str = "fate";

/// `CS-BASE-35`: the same dice at every distance.
pub fn blast_profile(_: &UnitSnapshot, weapon: &Weapon, _: &RuleSet) -> Option<BlastProfile> {
    let weapon = weapon.circumstances();
    let radius = u32::from(weapon.blast);
    weapon.is_area().then(|| BlastProfile::new(radius, |_| weapon.damage.to_string()))
}

/// Odds for all units that the attack may reach, the first target first, as on a card. `answers` are
/// evasive actions taken wherever one is offered, instead of the default answer; empty if they include a
/// Fate Point. `CS-BASE-35`.
pub fn area_outcomes(
    request: UnitAttack<'_>,
    answers: &[String],
) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    let scene = attack_context(request);
    // A reroll changes where it goes off, which only the full forecast covers.
    if !scene.weapon.is_area() || answers.iter().any(|key| key == REROLL) {
        return Vec::new();
    }
    let plan = AttackPlan::new(&scene);
    let explosion = Explosion::from_attack(request, &scene);
    let centres = FlightOdds::for_attack(&plan).centres(&explosion);
    let everybody = explosion.candidates().iter().map(|candidate| {
        let hit = explosion.hit_context(CellOffset::default(), candidate);
        let defence = hit.defence();
        let wished = |key: &String| match defence.evasions.iter().position(|(way, _)| way.key() == key) {
            None if key == TAKE_IT && !defence.evasions.is_empty() => Some(None),
            None => None,
            way => Some(way),
        };
        let way = answers.iter().find_map(wished).unwrap_or_else(|| DefenceOdds::default_choice(&defence));
        let target = &UnitTarget::new(candidate.unit.clone());
        let to_it = UnitAttack { target, ..request };
        let struck = odds::area_odds(to_it, &plan, (&explosion, &centres), candidate)?;
        let all = struck.after_defence(&DefenceOdds::new(&defence, way), request.barriers.len());
        Some((candidate.unit.id, all))
    });
    everybody.collect::<Option<Vec<_>>>().unwrap_or_default()
}
