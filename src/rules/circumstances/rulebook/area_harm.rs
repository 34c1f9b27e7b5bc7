//! The odds that an area attack harms at least one unit. `CS-BASE-35`, chapters SCA and GRN.

use std::rc::Rc;

use super::area_attacks::{Explosion, launch_context};
use super::attacks::attack_context;
use super::site_attack::SiteAttack;
use crate::attack::area_harm::{ExposedUnit, ReachedUnit, answer_policy};
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::blast::{BlastHitContext, LaunchContext};
use crate::{AreaAnswers, AreaHarm, AttackRequest, AttackTarget, UnitAttack, UnitSnapshot};
use dice::{Distribution, enumerate};

/// Computes whether an area attack harms at least one unit of each camp. All units share the place where it goes off; each
/// is hit by itself there, or dodges.
pub(crate) fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
    match &request.target {
        AttackTarget::Unit(target) => {
            let attack = UnitAttack { request, target };
            let context = attack_context(attack);
            let explosion = Explosion::from_attack(attack, &context);
            explosion_harm(&launch_context(&context), (&explosion, Some(&target.defender)), answers)
        }
        AttackTarget::Cell => {
            let site_attack = SiteAttack::from(request);
            let context = site_attack.launch_context();
            explosion_harm(&context, (&site_attack.explosion(&context), None), answers)
        }
        AttackTarget::Barrier(_) => None,
    }
}

fn explosion_harm(
    launch: &LaunchContext,
    (explosion, first): (&Explosion<'_>, Option<&UnitSnapshot>),
    answers: AreaAnswers<'_>,
) -> Option<AreaHarm> {
    if !launch.weapon.is_area() {
        return None;
    }
    let launches =
        enumerate(answer_policy(answers.others), |table| blast::resolve_launch(table, launch)).ok()?;
    let places = launches
        .map(|launched| (explosion.centre(launched.landing), (launched.fate_spent, launched.curse_spent)));
    let mut known = HarmByExposure { answers, harms: Vec::new() };
    AreaHarm::after_shared_rolls(&places, |&(centre, spent)| {
        // A dud harms no one.
        let Some(centre) = centre else { return Some(Vec::new()) };
        let reached = explosion.units_in_blast(centre).into_iter().map(|candidate| {
            let context = explosion.hit_context_after_launch(spent, centre, &candidate);
            let unit = candidate.unit;
            let is_first = first.is_some_and(|first| unit.id == first.id);
            let harm = known.harm(context, is_first)?;
            Some(ReachedUnit { unit: ExposedUnit::new(unit, explosion.is_own(unit), first), harm })
        });
        reached.collect()
    })
}

/// The odds of harm that were computed: a unit has the same cover, or none, from most places.
struct HarmByExposure<'a> {
    answers: AreaAnswers<'a>,
    /// By exposure, and whether it is the target.
    harms: Vec<(BlastHitContext, bool, Rc<Distribution<bool>>)>,
}

impl HarmByExposure<'_> {
    /// Returns whether an explosion harms a unit in its area; `None` if it cannot be computed.
    fn harm(&mut self, context: BlastHitContext, is_first: bool) -> Option<Rc<Distribution<bool>>> {
        let is_same = |(of, first, _): &&(BlastHitContext, bool, _)| *first == is_first && *of == context;
        if let Some((.., harm)) = self.harms.iter().find(is_same) {
            return Some(Rc::clone(harm));
        }
        let answers = if is_first { self.answers.target } else { self.answers.others };
        let harm = enumerate(answer_policy(answers), |table| {
            Ok(blast::resolve_blast_hit(table, &context)?.damage > 0)
        });
        let harm = Rc::new(harm.ok()?);
        self.harms.push((context, is_first, Rc::clone(&harm)));
        Some(harm)
    }
}
