//! Attacks on a barrier itself: this rulebook's weapon test, with the damage rules of Swan Song's chapter BARR.

use std::sync::Arc;

use super::crossing::{BarrierCrossing, barrier_impact};
use crate::attacks_and_damage::attack::weapon_check;
use crate::attacks_and_damage::lines::AttackLine;
use crate::attacks_and_damage::{Fighter, Switches, Weapon};
use crate::barriers;
use crate::lines::HitCount;
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, BarrierOnLine, HitResult, TargetSight};
use dice::{Modifiers, Note, Purpose, RuleResult, Table};

/// An attack on a barrier segment.
#[derive(Clone, Debug)]
pub struct BarrierAttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// The target segment.
    pub barrier: BarrierOnLine,
    /// Sight from the attacker to it.
    pub sight: TargetSight,
    /// Other barriers in between, from the attacker on.
    pub barriers: Vec<BarrierOnLine>,
    /// Switches of this rulebook.
    pub switches: Arc<Switches>,
    /// Switches of the engine and of barriers.
    pub engine: Arc<EngineSwitches>,
}

/// Result of an attack on a barrier segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BarrierAttackResult {
    /// Hit, graze or miss.
    pub contact: HitResult,
    /// Hits of the weapon test.
    pub hits: u32,
    /// Damage added to the segment.
    pub damage: u32,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The attacker drops the weapon. `AD-BASE-05`.
    pub weapon_dropped: bool,
}

impl BarrierAttackContext {
    /// Parts of the weapon test's pool.
    pub fn attack_parts(&self) -> Modifiers {
        weapon_check::attack_parts_at_range(&self.attacker, &self.weapon, &self.sight, &self.switches)
    }

    /// DV before the hits.
    pub fn damage(&self) -> u32 {
        self.weapon.damage.map_or(0, |damage| damage.number)
    }
}

/// Resolves an attack on a barrier segment. It has no defence: every hit adds to the damage, and 0 hits
/// still hit. `AD-RES-02`, `AD-RES-05`, `SS-BARR-19`, `SS-BARR-29`.
pub fn attack_barrier(
    table: &mut impl Table,
    context: &BarrierAttackContext,
) -> RuleResult<BarrierAttackResult> {
    let parts = context.attack_parts();
    let purpose = Purpose {
        who: Some(context.attacker.id),
        why: "weapon test",
        clause: "AD-TEST-01",
        parts: &parts.0,
        limit: None,
    };
    let roll =
        table.roll(weapon_check::weapon_check_dice(&parts, &context.weapon, &context.switches), purpose)?;
    let (hits, weapon_dropped) = table.merge_branches((roll.value, roll.glitch))?;
    let result = |contact, damage, barriers| {
        Ok(BarrierAttackResult { contact, hits, damage, barriers, weapon_dropped })
    };
    if weapon_dropped {
        table.note(|| Note::new("AD-BASE-05", AttackLine::WeaponDropped));
    }
    if hits == 0 && context.switches.min_one_hit {
        table.note(|| Note::new("AD-RES-04", AttackLine::NoHits));
        return result(HitResult::Miss, 0, Vec::new());
    }
    let dv = context.damage() + hits;
    let line = || AttackLine::DamageOnBarrier { damage: context.damage(), hits: HitCount(hits), total: dv };
    table.note(|| Note::new("AD-RES-05", line()));
    let (dv, barriers) = cross_barriers(table, context, dv)?;
    if dv == 0 {
        table.note(|| Note::new("SS-COVER-06", AttackLine::StoppedBeforeBarrier));
        return result(HitResult::Blocked, 0, barriers);
    }
    let impact = barrier_impact(&context.weapon, &context.engine);
    let damage = barriers::damage_barrier(table, &impact, dv, &context.barrier)?;
    result(HitResult::Hit, damage, barriers)
}

/// Damage left after the other barriers. `SS-BARR-10`, `SS-BARR-18`.
fn cross_barriers(
    table: &mut impl Table,
    context: &BarrierAttackContext,
    dv: u32,
) -> RuleResult<(u32, Vec<BarrierHarm>)> {
    let crossing = BarrierCrossing::from_barriers(
        &context.barriers,
        context.sight.hidden,
        &context.weapon,
        &context.engine,
    );
    let Some(crossing) = crossing else { return Ok((dv, Vec::new())) };
    let ((), left, barriers) = crossing.cross(table, (), dv)?;
    Ok((left, barriers))
}
