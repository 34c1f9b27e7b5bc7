//! Ailments that an explosion causes, and whether a Confused unit may cause it.

use super::{in_play, inflict_from_weapon, is_home_book};
use crate::ground::ground_effect;
use crate::lines::AilmentRefusal;
use crate::status::{self, Ailment};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BattleEvent, Bystander, Detonation, RuleSet, RuleStep,
    RuleViolation, UnitSnapshot, Weapon, play,
};
use ::dice::{RuleResult, Table};
use model::{Cell, UnitId};

/// An explosion and the units near it.
#[derive(Clone, Copy, Debug)]
pub struct AreaAttack<'a> {
    attacker: &'a UnitSnapshot,
    weapon: &'a Weapon,
    company: &'a [Bystander],
    site: Option<&'a AttackSite>,
    /// Whether the attacker made an attack test for it.
    has_attack_test: bool,
    rules: &'a RuleSet,
}

impl AreaAttack<'_> {
    /// Checks that the explosion of a Confused unit reaches none of its enemies. `CS-CONF-02`.
    ///
    /// # Errors
    /// Returns the violation if it does.
    pub fn check_spares_enemies(&self) -> Result<(), RuleViolation> {
        if !status::mistakes_sides(&self.attacker.ailments) || ground_effect::is_smoke(self.weapon) {
            return Ok(());
        }
        let Some(blast) = play::blast_profile(self.attacker, self.weapon, self.rules) else { return Ok(()) };
        let reaches = |near: &Bystander| {
            let (east, north) = near.offset;
            let distance_squared = east.unsigned_abs().pow(2) + north.unsigned_abs().pow(2);
            let is_open = self.site.is_none_or(|site| {
                let cell = Cell::new(site.target.x + east, site.target.y - north);
                site.terrain.blast_reaches(site.target, cell)
            });
            blast.damage_at(distance_squared).is_some() && is_open
        };
        match self.company.iter().find(|near| near.unit.side != self.attacker.side && reaches(near)) {
            Some(_) => Err(RuleViolation::new(AilmentRefusal::EnemyLooksFriendly, "CS-CONF-02")),
            None => Ok(()),
        }
    }
}

impl<'a> From<&'a AttackRequest> for AreaAttack<'a> {
    fn from(all: &'a AttackRequest) -> Self {
        Self {
            attacker: &all.attacker,
            weapon: &all.weapon,
            company: &all.bystanders,
            site: all.site.as_ref(),
            has_attack_test: true,
            rules: &all.rules,
        }
    }
}

impl<'a> From<&'a Detonation> for AreaAttack<'a> {
    fn from(all: &'a Detonation) -> Self {
        Self {
            attacker: &all.owner,
            weapon: &all.weapon,
            company: &all.bystanders,
            site: Some(&all.site),
            has_attack_test: false,
            rules: &all.rules,
        }
    }
}

/// The effects, besides damage, of an explosion on all units in its area. `CS-BASE-35`.
pub fn resolve_area_ailments(
    table: &mut impl Table,
    area: AreaAttack<'_>,
    mut outcome: ActionOutcome,
) -> RuleResult<ActionOutcome> {
    let mut struck: Vec<UnitId> = outcome
        .effects
        .iter()
        .filter_map(|effect| match effect {
            RuleStep::ApplyAttackProperties { unit } => Some(*unit),
            RuleStep::ChangeHealth { unit, damage: 1.., .. } if *unit != area.attacker.id => Some(*unit),
            _ => None,
        })
        .collect();
    struck.sort_unstable();
    struck.dedup();
    outcome.effects.retain(|effect| !matches!(effect, RuleStep::ApplyAttackProperties { .. }));
    let AreaAttack { attacker, weapon, company, has_attack_test, rules, .. } = area;
    if !in_play(rules) {
        return Ok(outcome);
    }
    let people: Vec<&UnitSnapshot> = company.iter().map(|near| &near.unit).chain([attacker]).collect();
    let find = |id: UnitId| people.iter().find(|unit| unit.id == id).copied();
    let shot = struck.iter().filter_map(|id| find(*id));
    let shot = shot.filter(|unit| status::has(&unit.ailments, Ailment::Pinned));
    let shot: Vec<_> = shot.map(|unit| RuleStep::Record(BattleEvent::ShotAt { unit: unit.id })).collect();
    outcome.effects.extend(shot);
    inflict_from_weapon(
        table,
        (weapon, attacker.id),
        struck.into_iter().filter_map(find),
        &mut outcome,
        rules,
    )?;
    if has_attack_test && !is_home_book(rules) && attacker.active_curse().is_some() {
        outcome.effects.push(RuleStep::SpendCurse { unit: attacker.id });
    }
    Ok(outcome)
}
