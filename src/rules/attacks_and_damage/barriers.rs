//! Windows in the line of an attack: Swan Song's barriers, which this book borrows.

use super::{AttackClass, AttackScene, DamageType, Nature, Weapon};
use crate::dice::{Step, Table};
use crate::rules::swan_song::barrier::{self, Force};
use crate::rules::swan_song::{
    self, DamageValue, PoolKind, Skill, WeaponBuild, WeaponClass, WeaponCondition,
};
use crate::rules::{BarrierHarm, BarrierOnLine};

/// Barriers that an attack has to go through: what it sees its target through. `SS-BARR-10`.
#[derive(Clone, Debug)]
pub struct Panes<'a> {
    panes: Vec<&'a BarrierOnLine>,
    weapon: swan_song::Weapon,
    switches: swan_song::Switches,
    rounds: u32,
}

impl<'a> Panes<'a> {
    /// What is in the way of an attack; `None` if nothing is.
    pub(super) fn on(scene: &'a AttackScene) -> Option<Self> {
        let in_the_way = |barrier: &&BarrierOnLine| barrier.transparent && !barrier.is_open();
        let panes: Vec<_> = scene.barriers.iter().filter(in_the_way).collect();
        if panes.is_empty() {
            return None;
        }
        let rounds = u32::from(scene.weapon.class == AttackClass::Accelerated);
        let switches = swan_song::Switches::default();
        Some(Self { panes, weapon: lent(&scene.weapon), switches, rounds })
    }

    /// Crosses one after the other; gives the damage that is left, 0 if one stopped it. `SS-BARR-18`.
    pub(super) fn cross<K: Ord + Clone + 'static>(
        &self,
        table: &mut impl Table,
        carried: K,
        dv: u32,
    ) -> Step<(K, u32, Vec<BarrierHarm>)> {
        let force = Force {
            weapon: &self.weapon,
            pool: PoolKind::Health,
            rounds: self.rounds,
            switches: &self.switches,
        };
        barrier::cross(table, &force, carried, dv, self.panes.iter().copied())
    }
}

/// A weapon as the borrowed chapter knows it: its penetration counts the other way round. `AD-RULING-02`.
fn lent(weapon: &Weapon) -> swan_song::Weapon {
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
        penetrating: weapon.nature == Some(Nature::Slug)
            || weapon.damage_type() == Some(DamageType::Piercing),
        blunt: false,
        gel: false,
        contact_only: weapon.contact_only,
        modes: Vec::new(),
        magazine: 0,
        recoil_compensation: 0,
    }
}
