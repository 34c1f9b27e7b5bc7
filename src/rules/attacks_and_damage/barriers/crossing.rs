//! Barriers between attacker and target, by the rules borrowed from Swan Song.

use std::sync::Arc;

use crate::attacks_and_damage::{AttackClass, AttackContext, DamageNature, DamageType, Weapon};
use crate::swan_song::barriers::barrier;
use crate::swan_song::barriers::barrier::BarrierImpact;
use crate::swan_song::{self, DamageValue, PoolKind, Skill, WeaponBuild, WeaponClass, WeaponCondition};
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, BarrierOnLine};
use dice::{RuleResult, Table};

/// Barriers that an attack has to cross: transparent ones, and all of them if the target is completely hidden, which
/// only melee attacks can reach. `SS-BARR-10`, `AD-BASE-18`.
#[derive(Clone, Debug)]
pub struct BarrierCrossing<'a> {
    panes: Vec<&'a BarrierOnLine>,
    weapon: swan_song::Weapon,
    switches: Arc<EngineSwitches>,
    rounds: u32,
}

impl<'a> BarrierCrossing<'a> {
    /// Returns the barriers that an attack crosses; `None` if there are none.
    pub(crate) fn for_attack(scene: &'a AttackContext, engine: &Arc<EngineSwitches>) -> Option<Self> {
        Self::from_barriers(&scene.barriers, scene.sight.hidden, &scene.weapon, engine)
    }

    /// Returns the barriers that stop something on its way to a target hidden by this share.
    pub(crate) fn from_barriers(
        barriers: &'a [BarrierOnLine],
        hidden: u8,
        weapon: &Weapon,
        engine: &Arc<EngineSwitches>,
    ) -> Option<Self> {
        let crossed = |barrier: &&BarrierOnLine| is_crossed(barrier, hidden) && !barrier.is_open();
        let mut panes = barriers.iter().filter(crossed).peekable();
        panes.peek()?;
        let rounds = u32::from(weapon.class == AttackClass::Accelerated);
        Some(Self {
            panes: panes.collect(),
            weapon: to_swan_song_weapon(weapon),
            switches: engine.clone(),
            rounds,
        })
    }

    /// Crosses the barriers in order; returns the damage left, 0 if one stopped it. `SS-BARR-18`.
    pub(crate) fn cross<K: Ord + Clone + 'static>(
        &self,
        table: &mut impl Table,
        carried: K,
        dv: u32,
    ) -> RuleResult<(K, u32, Vec<BarrierHarm>)> {
        let force = BarrierImpact {
            weapon: &self.weapon,
            pool: PoolKind::Health,
            rounds: self.rounds,
            bonus_dv: 0,
            switches: &self.switches,
        };
        barrier::cross_barriers(table, &force, carried, dv, self.panes.iter().copied())
    }
}

/// Whether an attack has to cross a barrier. `SS-BARR-10`.
pub(crate) const fn is_crossed(barrier: &BarrierOnLine, hidden: u8) -> bool {
    barrier.transparent || hidden >= 100
}

/// Converts a weapon for the borrowed chapter, whose penetration has the opposite sign. `AD-RULING-02`.
pub(crate) fn to_swan_song_weapon(weapon: &Weapon) -> swan_song::Weapon {
    swan_song::Weapon {
        name: weapon.name.clone(),
        class: if weapon.class == AttackClass::Melee { WeaponClass::Melee } else { WeaponClass::Ranged },
        skill: Skill::Longarms,
        attribute: swan_song::Attribute::Agility,
        accuracy: None,
        build: WeaponBuild::Standard,
        condition: WeaponCondition::Sound,
        damage: DamageValue::Fixed(weapon.damage.map_or(0, |damage| damage.number)),
        pool: Some(PoolKind::Health),
        damage_type: swan_song::DamageType::Kinetic,
        arp: weapon.ap.saturating_neg(),
        reach: 0,
        hands: weapon.hands,
        range: weapon.range,
        penetrating: weapon.nature == Some(DamageNature::Slug)
            || weapon.damage_type() == Some(DamageType::Piercing),
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: false,
        gel: false,
        contact_only: weapon.contact_only,
        modes: Vec::new(),
        magazine: 0,
        recoil_compensation: 0,
        trigger: None,
        strike: crate::status::AttackProperties::PLAIN,
    }
}
