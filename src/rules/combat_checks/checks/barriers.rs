//! Barriers in the line of an attack, a chapter borrowed from Swan Song.

use crate::combat_checks::{AttackContext, CheckKind, Weapon, WeaponClass};
use crate::swan_song::barriers::barrier;
use crate::swan_song::barriers::barrier::BarrierImpact;
use crate::swan_song::{self, DamageValue, PoolKind, Skill, WeaponBuild, WeaponCondition};
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, BarrierOnLine};
use dice::{RuleResult, Table};

/// Fully hidden, in percent.
const FULLY_HIDDEN: u8 = 100;

/// Barriers that an attack must penetrate. `SS-BARR-10`, `SS-COVER-05`.
#[derive(Clone, Debug)]
pub struct BarriersToCross<'a> {
    crossed: Vec<&'a BarrierOnLine>,
    weapon: swan_song::Weapon,
    switches: EngineSwitches,
}

impl<'a> BarriersToCross<'a> {
    /// The barriers before the first target; `None` if there are none.
    pub(crate) fn from_attack(scene: &'a AttackContext) -> Option<Self> {
        let all = scene.sight.hidden >= FULLY_HIDDEN;
        let in_the_way = |barrier: &&BarrierOnLine| (all || barrier.transparent) && !barrier.is_open();
        let crossed: Vec<_> = scene.barriers.iter().filter(in_the_way).collect();
        (!crossed.is_empty()).then(|| Self {
            crossed,
            weapon: to_swan_song_weapon(&scene.weapon),
            switches: EngineSwitches::default(),
        })
    }

    /// Crosses the barriers in order, with their previous damage; returns the damage that is left, 0 if one stopped it.
    /// `SS-BARR-18`, `SS-BARR-33`.
    pub(crate) fn cross<K: Ord + Clone + 'static>(
        &self,
        table: &mut impl Table,
        carried: K,
        damage: u32,
        before: &[BarrierHarm],
    ) -> RuleResult<(K, u32, Vec<BarrierHarm>)> {
        let pool = self.weapon.pool.unwrap_or(PoolKind::Health);
        let force =
            BarrierImpact { weapon: &self.weapon, pool, rounds: 1, bonus_dv: 0, switches: &self.switches };
        if before.is_empty() {
            return barrier::cross_barriers(table, &force, carried, damage, self.crossed.iter().copied());
        }
        let harm = |id| before.iter().filter(|harm| harm.id == id).map(|harm| harm.damage).sum::<u32>();
        let damaged = self
            .crossed
            .iter()
            .map(|&barrier| BarrierOnLine { damage: barrier.damage + harm(barrier.id), ..barrier.clone() });
        let left: Vec<BarrierOnLine> = damaged.filter(|barrier| !barrier.is_open()).collect();
        barrier::cross_barriers(table, &force, carried, damage, left.iter())
    }
}

/// Converts a weapon for the borrowed chapter: raw damage, Wounds as Health, shots penetrate.
pub(crate) fn to_swan_song_weapon(weapon: &Weapon) -> swan_song::Weapon {
    let ranged = !weapon.class.is_melee();
    let class = match weapon.class {
        WeaponClass::Unarmed => swan_song::WeaponClass::Unarmed,
        _ if ranged => swan_song::WeaponClass::Ranged,
        _ => swan_song::WeaponClass::Melee,
    };
    swan_song::Weapon {
        name: weapon.name.clone(),
        class,
        skill: if ranged { Skill::Longarms } else { Skill::Blades },
        attribute: swan_song::Attribute::Agility,
        accuracy: None,
        build: WeaponBuild::Standard,
        condition: WeaponCondition::Sound,
        damage: DamageValue::Fixed(0),
        pool: Some(if weapon.inflicts_strain() { PoolKind::Strain } else { PoolKind::Health }),
        damage_type: swan_song::DamageType::Kinetic,
        arp: 0,
        reach: 0,
        hands: weapon.hands,
        range: 0,
        penetrating: ranged && !weapon.non_lethal,
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: false,
        gel: false,
        contact_only: false,
        modes: Vec::new(),
        magazine: 0,
        recoil_compensation: 0,
        trigger: None,
        strike: crate::status::AttackProperties::PLAIN,
    }
}

impl Weapon {
    /// The kind of combat check it makes. `CC-CHK-01`.
    pub const fn check_kind(&self) -> CheckKind {
        if self.class.is_melee() { CheckKind::Melee } else { CheckKind::Ranged }
    }
}
