//! The odds that an area attack harms at least one unit. `CS-BASE-35`, chapters SCA and GRN.

use std::rc::Rc;

use super::area_attacks::{Explosion, launch_context};
use super::attacks::attack_context;
use super::site_attack::SiteAttack;
use crate::attack::area_harm::{ReachedUnit, answer_policy};
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::blast::{BlastHitContext, LaunchContext};
use crate::{AreaHarm, AttackRequest, AttackTarget, UnitAttack};
use dice::{Distribution, enumerate};

/// Computes whether an area attack harms at least one unit of each camp. All units share the place where it goes off; each
/// is hit by itself there, or dodges.
pub(crate) fn area_harm(request: &AttackRequest, answers: &[String]) -> Option<AreaHarm> {
    match &request.target {
        AttackTarget::Unit(target) => {
            let attack = UnitAttack { request, target };
            let context = attack_context(attack);
            explosion_harm(&launch_context(&context), &Explosion::from_attack(attack, &context), answers)
        }
        AttackTarget::Cell => {
            let site_attack = SiteAttack::from(request);
            let context = site_attack.launch_context();
            explosion_harm(&context, &site_attack.explosion(&context), answers)
        }
        AttackTarget::Barrier(_) => None,
    }
}

fn explosion_harm(launch: &LaunchContext, explosion: &Explosion<'_>, answers: &[String]) -> Option<AreaHarm> {
    if !launch.weapon.is_area() {
        return None;
    }
    let launches = enumerate(answer_policy(answers), |table| blast::resolve_launch(table, launch)).ok()?;
    let places = launches
        .map(|launched| (explosion.centre(launched.landing), (launched.fate_spent, launched.curse_spent)));
    let mut known = HarmByExposure { answers, harms: Vec::new() };
    AreaHarm::after_shared_rolls(&places, |&(centre, spent)| {
        // A dud harms no one.
        let Some(centre) = centre else { return Some(Vec::new()) };
        let reached = explosion.units_in_blast(centre).into_iter().map(|candidate| {
            let context = explosion.hit_context_after_launch(spent, centre, &candidate);
            Some(ReachedUnit { is_own: explosion.is_own(candidate.unit), harm: known.harm(context)? })
        });
        reached.collect()
    })
}

/// The odds of harm that were computed: a unit has the same cover, or none, from most places.
struct HarmByExposure<'a> {
    answers: &'a [String],
    harms: Vec<(BlastHitContext, Rc<Distribution<bool>>)>,
}

impl HarmByExposure<'_> {
    /// Returns whether an explosion harms a unit in its area; `None` if it cannot be computed.
    fn harm(&mut self, context: BlastHitContext) -> Option<Rc<Distribution<bool>>> {
        if let Some((_, harm)) = self.harms.iter().find(|(of, _)| *of == context) {
            return Some(Rc::clone(harm));
        }
        let harm = enumerate(answer_policy(self.answers), |table| {
            Ok(blast::resolve_blast_hit(table, &context)?.damage > 0)
        });
        let harm = Rc::new(harm.ok()?);
        self.harms.push((context, Rc::clone(&harm)));
        Some(harm)
    }
}
