//! Attacks on a square or a barrier instead of a unit. `CS-BASE-35`.

use super::area_attacks::{Explosion, ExplosionResult};
use super::attack_map::AttackMap;
use super::special_actions::weapon_steps;
use super::turns::reroll_steps;
use super::units::{fighter, switches, weapon_state};
use super::{CircumstancesRulebook, area_attacks};
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::blast::{BlastLanding, LaunchContext, LaunchResult};
use crate::circumstances::lines::BlastAim;
use crate::circumstances::{MeleeOpponents, WeaponState};
use crate::rulebook::UnitRules;
use crate::status::StatusKind;
use crate::{
    AttackRequest, AttackSite, Bystander, Detonation, FireMode, GroundConditions, RuleSet, RuleStep,
    Surroundings, TargetSight, UnitSnapshot, Weapon,
};
use dice::{RuleResult, Table};

/// An attack on a square or barrier, which has no size or state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SiteAttack<'a> {
    attacker: &'a UnitSnapshot,
    weapon: &'a Weapon,
    slot: usize,
    mode: Option<FireMode>,
    sight: TargetSight,
    surroundings: Surroundings,
    site: Option<&'a AttackSite>,
    bystanders: &'a [Bystander],
    rules: &'a RuleSet,
}

impl<'a> From<&'a AttackRequest> for SiteAttack<'a> {
    fn from(request: &'a AttackRequest) -> Self {
        let AttackRequest { attacker, weapon, slot, mode, sight, surroundings, .. } = request;
        let (site, bystanders) = (request.site.as_ref(), request.bystanders.as_slice());
        let (slot, mode, sight, surroundings) = (*slot, *mode, *sight, *surroundings);
        let rules = &request.rules;
        Self { attacker, weapon, slot, mode, sight, surroundings, site, bystanders, rules }
    }
}

impl<'a> From<&'a Detonation> for SiteAttack<'a> {
    fn from(detonation: &'a Detonation) -> Self {
        let Detonation { owner, weapon, site, bystanders, rules, .. } = detonation;
        let sight = TargetSight::in_the_open(0);
        Self {
            attacker: owner,
            weapon,
            slot: usize::MAX,
            mode: None,
            sight,
            surroundings: Surroundings::default(),
            site: Some(site),
            bystanders,
            rules,
        }
    }
}

impl<'a> SiteAttack<'a> {
    /// Detonates an item there without a throw or shot.
    pub(crate) fn detonate(self, table: &mut impl Table) -> RuleResult<ExplosionResult> {
        let context = self.launch_context();
        let launch = LaunchResult {
            landing: BlastLanding::OnTarget,
            loaded: context.loaded,
            launcher_destroyed: false,
            fate_spent: false,
            curse_spent: false,
            engages: false,
        };
        Explosion::from_detonation(self.attack_map(), self.attacker, (self.bystanders, self.rules), &context)
            .detonate(table, &launch, (None, self.rules))
    }

    /// The throw or shot in terms of this book.
    pub(crate) fn launch_context(self) -> LaunchContext {
        let Self { attacker, sight, surroundings, .. } = self;
        let own = self.weapon.circumstances().clone();
        let held = attacker.held_weapon(self.slot);
        let state = held
            .map(|held| weapon_state(held, CircumstancesRulebook::rounds_per_attack(self.weapon, self.mode)));
        LaunchContext {
            attacker: fighter(attacker, self.rules),
            target: None,
            loaded: state.unwrap_or_else(|| WeaponState::fully_loaded(&own)),
            weapon: own,
            sight,
            surroundings: Surroundings {
                attacker: attacker.ground,
                weather: attacker.weather,
                // A square is not an opponent on lower ground.
                target: GroundConditions { height_cm: attacker.ground.height_cm, ..surroundings.target },
                ..surroundings
            },
            engaged: false,
            opponents: MeleeOpponents::default(),
            switches: switches(self.rules).clone(),
        }
    }

    /// The weapon's state before the attack uses its rounds.
    pub(crate) fn weapon_state(self, context: &LaunchContext) -> WeaponState {
        self.attacker.held_weapon(self.slot).map_or(context.loaded, |held| weapon_state(held, 0))
    }

    /// The map around the target.
    pub(crate) fn attack_map(self) -> AttackMap<'a> {
        AttackMap::at_site(self.site, self.sight.chebyshev_distance)
    }

    /// The explosion there.
    pub(crate) fn explosion(self, context: &LaunchContext) -> Explosion<'a> {
        Explosion::at_site(self.attack_map(), self.attacker, (self.bystanders, self.rules), context)
    }

    /// Effects on the attacker: weapon, concealment.
    pub(crate) fn attacker_steps(self, context: &LaunchContext, after: WeaponState) -> Vec<RuleStep> {
        let attacker = self.attacker;
        let mut steps = Vec::new();
        if attacker.concealed {
            steps.push(RuleStep::end_status(attacker.id, StatusKind::Concealed));
        }
        if let Some(held) = attacker.held_weapon(self.slot) {
            steps.extend(weapon_steps(attacker.id, held, context.loaded, after));
        }
        steps
    }

    /// Resolves flight and explosion. Chapters SCA, JAM and GRN.
    pub(crate) fn launch_and_detonate(
        self,
        table: &mut impl Table,
        context: &LaunchContext,
        aim: BlastAim,
    ) -> RuleResult<(LaunchResult, Vec<RuleStep>, ExplosionResult)> {
        let attacker = self.attacker;
        let launch = blast::resolve_launch(table, context)?;
        let explosion = self.explosion(context);
        let mut steps = self.attacker_steps(context, launch.loaded);
        steps.extend(reroll_steps(attacker, false, launch.curse_spent));
        steps.extend(area_attacks::landing_steps(attacker.id, &launch, &explosion, aim));
        steps.extend(explosion.ground_effect_step(self.weapon, launch.landing));
        if launch.launcher_destroyed {
            steps.push(RuleStep::DestroyItem { unit: attacker.id, slot: self.slot });
        }
        let mut blast_result = explosion.detonate(table, &launch, (None, self.rules))?;
        steps.append(&mut blast_result.steps);
        steps.extend(area_attacks::used_up_weapon_step(attacker, self.slot, &launch));
        Ok((launch, steps, blast_result))
    }
}
