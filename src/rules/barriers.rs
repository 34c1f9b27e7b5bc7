//! Barriers: materials, penetration and damage. Chapter BARR of the catalogue, for every book.

use crate::lines::BarrierLine;
use crate::turn_engine::EngineSwitches;
use crate::turn_engine::switches::PenetrationWear;
use crate::{BarrierHarm, BarrierOnLine};
use dice::{Dice, Modifiers, Note, Purpose, RuleResult, Table};

/// Thickness of one layer in centimetres. `SS-BARR-02`, `SS-BARR-03`.
pub const LAYER_CM: u32 = 10;

/// Percentage of kinetic damage against structures. Table SS-T12.
pub const KINETIC_PERCENT: u32 = 50;

/// A row of table SS-T9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialRatings {
    /// Stable name in content files.
    pub id: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Structure rating.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
    /// The ratings are minimums; content may exceed them.
    pub at_least: bool,
}

const fn material_row(id: &'static str, name: &'static str, structure: u32, armor: u32) -> MaterialRatings {
    MaterialRatings { id, name, structure, armor, at_least: false }
}

/// Table SS-T9. `SS-BARR-04`, `SS-RULING-20`.
pub const MATERIALS: [MaterialRatings; 9] = [
    material_row("fragile", "fragile material", 1, 2),
    material_row("cheap", "cheap material", 2, 4),
    material_row("average", "average material", 4, 6),
    material_row("heavy", "heavy material", 6, 8),
    material_row("reinforced", "reinforced material", 8, 12),
    material_row("structure", "structure material", 10, 16),
    material_row("heavy_structure", "heavy structure material", 12, 20),
    material_row("reinforced_concrete", "reinforced concrete", 14, 24),
    MaterialRatings { at_least: true, ..material_row("hardened", "hardened material", 16, 32) },
];

impl MaterialRatings {
    /// Returns the row with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        MATERIALS.iter().find(|material| material.id == id)
    }

    /// Whether a barrier of this material can have these ratings. `SS-BARR-04`, `SS-RULING-21`.
    pub const fn allows(&self, structure: u32, armor: u32) -> bool {
        !self.at_least || (structure >= self.structure && armor >= self.armor)
    }
}

/// Hit points of a segment of one square metre: Structure for each full layer, at least one layer. `SS-BARR-02`,
/// `SS-BARR-03`.
pub const fn hit_points(structure: u32, thickness_cm: u32) -> u32 {
    let layers = thickness_cm / LAYER_CM;
    structure * if layers == 0 { 1 } else { layers }
}

/// Returns the whole segments that a total damage opens, and the damage carried over to the next. `SS-BARR-34`,
/// `SS-BARR-35`.
///
/// A barrier without hit points is already open and opens no neighbours.
pub const fn holes_opened(segment_hit_points: u32, total_damage: u32) -> (u32, u32) {
    match total_damage.checked_div(segment_hit_points) {
        Some(opened) => (opened, total_damage % segment_hit_points),
        None => (1, 0),
    }
}

/// Points that a penetrating attack takes from a barrier, by rounds fired; 0 rounds for a blade. `SS-BARR-37`,
/// `SS-BARR-40`.
pub const fn penetration_wear(rounds: u32) -> u32 {
    match rounds {
        0..=2 => 1,
        3..=5 => 2,
        6..=9 => 3,
        _ => 4,
    }
}

impl BarrierOnLine {
    /// Whether an attack on a target that is hidden so much, in percent, has to cross the barrier: if it is transparent, or if
    /// nothing of the target is exposed. `SS-BARR-10`, `SS-COVER-05`, `AB-OBJ-15`.
    pub const fn is_crossed(&self, hidden: u8) -> bool {
        self.transparent || hidden >= 100
    }

    /// Hit points of the intact segment.
    pub const fn hit_points(&self) -> u32 {
        hit_points(self.structure, self.thickness_cm)
    }

    /// Remaining hit points. `SS-RULING-27`.
    pub const fn hit_points_left(&self) -> u32 {
        self.hit_points().saturating_sub(self.damage)
    }

    /// Whether the segment has a hole and stops nothing. `SS-BARR-34`, `SS-BARR-35`.
    pub const fn is_open(&self) -> bool {
        self.hit_points_left() == 0
    }
}

/// The parts of an attack that affect a barrier.
#[derive(Clone, Copy, Debug)]
pub struct BarrierImpact<'a> {
    /// Armour penetration, can be negative. `SS-BARR-12`.
    pub arp: i32,
    /// Wears what it passes through, without a roll. `SS-BARR-37`.
    pub penetrating: bool,
    /// A shot or a throw. `SS-BARR-43`.
    pub ranged: bool,
    /// Deals Strain, which leaves no damage. `SS-BARR-32`.
    pub strain: bool,
    /// Percentage of its damage type against structures. `SS-BARR-52`.
    pub type_percent: u32,
    /// Rounds fired at once.
    pub rounds: u32,
    /// Extra DV that applies only against barriers. `SS-BARR-27`, `SS-BARR-28`, `SS-BARR-36`.
    pub bonus_dv: u32,
    /// The battle's switches.
    pub switches: &'a EngineSwitches,
}

impl<'a> BarrierImpact<'a> {
    /// A kinetic blow, the impact of most weapons.
    pub const fn kinetic(switches: &'a EngineSwitches) -> Self {
        Self {
            arp: 0,
            penetrating: false,
            ranged: false,
            strain: false,
            type_percent: KINETIC_PERCENT,
            rounds: 1,
            bonus_dv: 0,
            switches,
        }
    }
}

/// Result of an attack on or through a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PenetrationResult {
    /// DV behind the barrier; 0 if the attack was stopped.
    pub dv: u32,
    /// Damage to the segment.
    pub damage: u32,
}

impl PenetrationResult {
    /// Stopped without damage. `SS-BARR-11`, `SS-BARR-31`, `SS-BARR-42`.
    pub const STOPPED: Self = Self { dv: 0, damage: 0 };
}

/// AV after penetration: never below 0; a negative ARP raises it only if there is armour.
///
/// `SS-ARM-21` to `SS-ARM-24`, `SS-ATK-18`, `SS-ATK-19`.
pub fn modified_armour(av: u32, arp: i32) -> u32 {
    if av == 0 { 0 } else { av.saturating_add_signed(arp.saturating_neg()) }
}

/// Armor of a barrier after the weapon's penetration, calculated like a unit's AV. `SS-BARR-12`.
pub fn armor_parts(barrier: &BarrierOnLine, arp: i32) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(barrier.armor.cast_signed(), "armour", "SS-BARR-01");
    let penetrated = modified_armour(barrier.armor, arp);
    parts.add(penetrated.cast_signed() - barrier.armor.cast_signed(), "armour penetration", "SS-BARR-12");
    parts
}

/// Resistance pool of a barrier. `SS-BARR-14`, `SS-BARR-30`.
fn resistance_parts(barrier: &BarrierOnLine, arp: i32) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(barrier.structure.cast_signed(), "Structure", "SS-BARR-01");
    parts.0.extend(armor_parts(barrier, arp).0);
    parts
}

/// Resolves an attack of a modified DV passing through a barrier. `SS-BARR-11` to `SS-BARR-16`, `SS-BARR-37` to
/// `SS-BARR-42`.
pub fn penetrate_barrier(
    table: &mut impl Table,
    force: &BarrierImpact<'_>,
    dv: u32,
    barrier: &BarrierOnLine,
) -> RuleResult<PenetrationResult> {
    if barrier.is_open() {
        return Ok(PenetrationResult { dv, damage: 0 });
    }
    let plain = dv;
    let dv = dv + force.bonus_dv;
    if is_too_weak(table, force, dv, barrier) {
        return Ok(PenetrationResult::STOPPED);
    }
    if force.penetrating {
        return Ok(wear_barrier(table, force, plain, barrier));
    }
    let left = unresisted_damage(table, force, dv, barrier)?;
    let harm = structure_damage(table, force, left, barrier);
    let percent = damage_percent(force);
    let used_up = (barrier.hit_points_left() * 100).div_ceil(percent);
    // The doubling applies only to the barrier. `SS-BARR-36`.
    let dv = left.saturating_sub(used_up).min(plain);
    table.note(|| Note::new("SS-BARR-16", BarrierLine::Passes { barrier: barrier.name.clone(), dv, left }));
    Ok(PenetrationResult { dv, damage: harm })
}

/// Returns the damage of an attack aimed at the barrier itself. `SS-BARR-26`,
/// `SS-BARR-29` to `SS-BARR-33`, `SS-BARR-43`.
pub fn damage_barrier(
    table: &mut impl Table,
    force: &BarrierImpact<'_>,
    dv: u32,
    barrier: &BarrierOnLine,
) -> RuleResult<u32> {
    let dv = dv + force.bonus_dv;
    if is_too_weak(table, force, dv, barrier) {
        return Ok(0);
    }
    if force.penetrating && force.ranged {
        return Ok(wear_barrier(table, force, dv, barrier).damage);
    }
    let left = unresisted_damage(table, force, dv, barrier)?;
    Ok(structure_damage(table, force, left, barrier))
}

/// Whether the DV fails to exceed the barrier's Armor. `SS-BARR-11`, `SS-BARR-13`, `SS-BARR-31`, `SS-BARR-41`,
/// `SS-RULING-14`.
fn is_too_weak(table: &mut impl Table, force: &BarrierImpact<'_>, dv: u32, barrier: &BarrierOnLine) -> bool {
    let weak = dv <= armor_parts(barrier, force.arp).pool();
    table.note(|| {
        let parts = armor_parts(barrier, force.arp);
        let (barrier, armor) = (barrier.name.clone(), parts.pool());
        let line = if weak {
            BarrierLine::Stops { barrier, dv, armor }
        } else {
            BarrierLine::FailsToStop { barrier, dv, armor }
        };
        Note::new("SS-BARR-11", line).with_parts(&parts.0)
    });
    weak
}

/// Applies the wear of a penetrating attack, without a roll. `SS-BARR-37` to `SS-BARR-40`.
fn wear_barrier(
    table: &mut impl Table,
    force: &BarrierImpact<'_>,
    dv: u32,
    barrier: &BarrierOnLine,
) -> PenetrationResult {
    let taken = match force.switches.penetration_wear {
        PenetrationWear::Table => penetration_wear(force.rounds),
        PenetrationWear::None => 0,
    };
    let passed =
        PenetrationResult { dv: dv.saturating_sub(taken), damage: structure_points_lost(force, taken) };
    table.note(|| {
        let PenetrationResult { dv, damage } = passed;
        let clause = match force.switches.penetration_wear {
            PenetrationWear::Table => "SS-BARR-37",
            PenetrationWear::None => "SS-BARR-38",
        };
        Note::new(clause, BarrierLine::Penetrated { barrier: barrier.name.clone(), damage, dv })
    });
    passed
}

/// Rolls the barrier's resistance and returns the unresisted damage. `SS-BARR-14`, `SS-BARR-30`.
fn unresisted_damage(
    table: &mut impl Table,
    force: &BarrierImpact<'_>,
    dv: u32,
    barrier: &BarrierOnLine,
) -> RuleResult<u32> {
    let parts = resistance_parts(barrier, force.arp);
    let purpose =
        Purpose { who: None, why: "barrier resistance", clause: "SS-BARR-14", parts: &parts.0, limit: None };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let left = dv.saturating_sub(hits);
    let line = || BarrierLine::Resists { barrier: barrier.name.clone(), dv, hits, left };
    table.note(|| Note::new("SS-BARR-14", line()));
    Ok(left)
}

/// Structure damage from unresisted damage. `SS-BARR-15`, `SS-BARR-32`, `SS-BARR-52`.
fn structure_damage(
    table: &mut impl Table,
    force: &BarrierImpact<'_>,
    left: u32,
    barrier: &BarrierOnLine,
) -> u32 {
    let percent = damage_percent(force);
    let harm = structure_points_lost(force, left * percent / 100);
    if percent != 100 && left > 0 && !force.strain {
        table.note(|| Note::new("SS-BARR-52", BarrierLine::TypeFactor { left, percent }));
    }
    table.note(|| {
        let barrier = barrier.name.clone();
        if force.strain {
            Note::new("SS-BARR-32", BarrierLine::IgnoresStrain { barrier })
        } else {
            Note::new("SS-BARR-15", BarrierLine::Harmed { barrier, damage: harm })
        }
    });
    harm
}

/// Points of Structure lost; Strain takes none. `SS-BARR-32`.
const fn structure_points_lost(force: &BarrierImpact<'_>, damage: u32) -> u32 {
    if force.strain { 0 } else { damage }
}

/// Percentage of a damage type against structures. `SS-BARR-52`.
const fn damage_percent(force: &BarrierImpact<'_>) -> u32 {
    if force.switches.barrier_damage_types { force.type_percent } else { 100 }
}

/// Crosses barriers in order, each with the DV left by the one before. `SS-BARR-18`.
///
/// `carried` is the state that the caller needs afterwards: branches merge when it, the remaining DV and the barriers'
/// damage are equal.
pub fn cross_barriers<'a, K: Ord + Clone + 'static>(
    table: &mut impl Table,
    force: &BarrierImpact<'_>,
    carried: K,
    dv: u32,
    barriers: impl Iterator<Item = &'a BarrierOnLine>,
) -> RuleResult<(K, u32, Vec<BarrierHarm>)> {
    let mut state = (carried, dv, Vec::new());
    for (place, barrier) in barriers.enumerate() {
        (_, state) = table.stage(|table| {
            let passed = penetrate_barrier(table, force, state.1, barrier)?;
            let mut behind = (state.0.clone(), passed.dv, state.2.clone());
            if passed.damage > 0 {
                behind.2.push(BarrierHarm { id: barrier.id, damage: passed.damage });
            }
            Ok((place, behind))
        })?;
        if state.1 == 0 {
            break;
        }
    }
    Ok(state)
}
