//! Area attacks: their radius, who may dodge them, and where a dodge leads. Chapter AREA with
//! `AB-DODGE-09`.

use std::collections::BTreeMap;

use crate::ground::scatter;
use crate::knockback::objects::{ObjectProfile, object_for_barrier};
use crate::status;
use crate::turn_engine::Action;
use crate::turn_engine::switches::Crawl;
use crate::{BarrierOnLine, TerrainMap};
use dice::{AnswerPolicy, CarryState, Distribution, Modifiers, Note, Purpose, RuleResult, Table, enumerate};
use field::EscapeDash;
use model::{BarrierSource, Cell, ObstaclePosition, UnitId};

use super::held_items::IMPAIRED_MODIFIER;
use super::pool::{add_henchmen_dice, pool_parts};
use super::range::{self, OutOfReach};
use super::resolution::AttackPlan;
use crate::TargetSight;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::environment::objects;
use crate::aberrant::extras::{self, cinematic};
use crate::aberrant::health::damage::{DamageRoll, roll_structure_levels};
use crate::aberrant::health::dazing::DAZED_PENALTY;
use crate::aberrant::lines::{Counted, DamageNote, RollNote, RollVerdict};
use crate::aberrant::turn::initiative_and_movement;
use crate::aberrant::{AttackContext, AttackResult, Fighter, Sheet, Switches, Weapon};

/// Metres of radius for each level of Area. `AB-AREA-02`.
const METRES_PER_LEVEL: u32 = 10;
/// The highest face of a scatter's first die that counts as a direction; higher faces are rerolled.
/// `AB-AREA-05`.
const DIRECTION_FACES: u8 = 8;

/// Radius of an Area rating in metres. `AB-AREA-02`.
pub const fn radius_m(area: u8) -> u32 {
    METRES_PER_LEVEL * area as u32
}

/// Difficulty that an Area rating adds to dodging: half of it, rounded up. `AB-AREA-03`, `AB-BASE-13`.
pub const fn dodge_difficulty(area: u8) -> i32 {
    area.div_ceil(2) as i32
}

/// How a blast affects one unit inside its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlastExposure {
    /// The attack was not aimed at this unit. `AB-AREA-04`, `AB-AREA-08`.
    pub secondary: bool,
    /// Where a dodge would take it; `None` if it cannot dodge. `AB-AREA-09`, `AB-DODGE-09`.
    pub escape: Option<Cell>,
    /// Its square, from that of the burst: east, south. `AB-OBJ-07`.
    pub offset: (i32, i32),
}

/// The fastest movement with which a unit can leave an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeSpeed {
    /// Metres per round.
    pub metres: u32,
    /// Whether it moves in a straight line over obstacles, by flying or teleporting.
    pub straight: bool,
}

/// The fastest movement of a unit that its posture and ailments allow; `None` if it cannot move. A sprint
/// counts with the most that its dice can give; a prone unit only crawls. `AB-AREA-09`, `SS-ACT-53`.
pub fn escape_speed(unit: &Fighter, crawl: Crawl) -> Option<EscapeSpeed> {
    let allows = |action| status::check_action(&unit.ailments, action).is_ok();
    if !allows(Action::Walk) || unit.condition.immobilising_flaw().is_some() {
        return None;
    }
    let (sheet, condition): (&Sheet, _) = (&unit.sheet, &unit.condition);
    let legless = condition.crawling_flaw().is_some();
    let straight = sheet.moves.fly.max(sheet.moves.teleport).unwrap_or(0);
    let mut on_foot = initiative_and_movement::posture_walk_m(unit, crawl);
    if !unit.prone && !legless {
        let run = if allows(Action::Run) { initiative_and_movement::run_m(sheet) } else { 0 };
        let sprint =
            if allows(Action::Sprint) { initiative_and_movement::sprint_parts(unit).pool() } else { 0 };
        on_foot += condition.hobbled_m(run + sprint);
    }
    Some(if straight > on_foot {
        EscapeSpeed { metres: straight, straight: true }
    } else {
        EscapeSpeed { metres: on_foot, straight: false }
    })
}

/// The square to which a unit would dodge out of a blast; `None` if it cannot. `AB-AREA-09`, `AB-AREA-10`.
pub fn escape_square(
    (unit, crawl): (&Fighter, Crawl),
    terrain: &TerrainMap,
    from: Cell,
    centre: Cell,
    area: u8,
) -> Option<Cell> {
    let EscapeSpeed { metres, straight } = escape_speed(unit, crawl)?;
    terrain.blast_escape(from, (centre, radius_m(area)), EscapeDash { metres, straight })
}

/// An attack aimed at a square of the ground. `AB-AREA-05`.
#[derive(Clone, Debug)]
pub struct GroundAttackContext<'a> {
    /// The attacker.
    pub attacker: &'a Fighter,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// How the attacker sees the square.
    pub sight: TargetSight,
    /// Replaces a cancelled action. `AB-CANCEL-02`.
    pub replacement: bool,
    /// The weapon is damaged and works worse. `AB-OBJ-10`.
    pub impaired: bool,
    /// Successes that the attacker's group has rolled for it. `AB-GRITTY-07`.
    pub rolled: Option<u32>,
    /// The battle's rule options.
    pub switches: &'a Switches,
}

/// Where a blast aimed at a square goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlastPlacement {
    /// On that square. `AB-AREA-05`.
    OnTarget {
        /// Net successes, the number that a dodge has to reach. `AB-AREA-06`.
        net: u32,
    },
    /// Off target, under `area_scatter`. `AB-AREA-05`.
    Scattered {
        /// Squares to the east.
        east: i32,
        /// Squares to the south.
        south: i32,
    },
    /// Nowhere, without a success.
    Missed,
}

impl GroundAttackContext<'_> {
    /// The attacker's pool. `AB-BASE-03`, `AB-OBJ-10`, `AB-CINE-11`, `AB-MASS-05`.
    pub fn pool_parts(&self) -> Modifiers {
        let mut parts = Modifiers::new();
        if extras::is_cinematic_person(&self.attacker.sheet) {
            parts.add(cinematic::ATTACK_DICE.cast_signed(), "cinematic extra", "AB-CINE-11");
            return parts;
        }
        parts.0.extend(pool_parts(self.attacker, self.weapon).0);
        add_henchmen_dice(&mut parts, self.attacker, self.weapon, self.switches);
        if self.impaired {
            parts.add(IMPAIRED_MODIFIER, "damaged weapon", "AB-OBJ-10");
        }
        parts
    }

    /// Parts of the difficulty of hitting the square. `AB-AREA-05`.
    ///
    /// # Errors
    /// Returns `OutOfReach` if the weapon cannot reach the square.
    pub fn difficulty(&self) -> Result<Modifiers, OutOfReach> {
        let bracket = range::weapon_bracket(self.weapon, &self.attacker.sheet, &self.sight, self.switches)?;
        let mut parts = Modifiers::new();
        if let Some(bracket) = bracket {
            parts.add(bracket.difficulty(), bracket.name(), bracket.clause());
        }
        if self.attacker.is_dazed() {
            parts.add(DAZED_PENALTY, "dazed", "AB-DAZE-04");
        }
        if self.replacement {
            parts.add(
                crate::aberrant::turn::cancelling::REPLACEMENT_DIFFICULTY,
                "replaces a cancelled action",
                "AB-CANCEL-02",
            );
        }
        Ok(parts)
    }

    /// Rolls the attacker's pool and returns its successes. `AB-AREA-05`.
    pub(crate) fn roll_successes(&self, table: &mut impl Table) -> RuleResult<u32> {
        let parts = self.pool_parts();
        let (why, clause) = ("attack", "AB-AREA-05");
        let is_named = !extras::is_cinematic_person(&self.attacker.sheet);
        let mega = if is_named { self.attacker.sheet.mega_dexterity } else { 0 };
        let rolling = PoolRoll { who: self.attacker.id, why, clause, parts: &parts, mega };
        let ((), successes) = rolling.roll(table, (), self.switches)?;
        Ok(successes)
    }

    /// Places the blast; one success is enough. `AB-AREA-05`.
    pub fn place_blast(&self, table: &mut impl Table) -> RuleResult<BlastPlacement> {
        let Ok(difficulty) = self.difficulty() else { return Ok(BlastPlacement::Missed) };
        let successes = self.rolled.map_or_else(|| self.roll_successes(table), Ok)?;
        let net = table.merge_branches(dice_pool::net_successes(successes, difficulty.pool()))?;
        table.note(|| {
            let verdict = if net > 0 { RollVerdict::HitsSquare } else { RollVerdict::MissesSquare };
            let line = RollNote { successes, difficulty: difficulty.pool(), verdict };
            Note::new("AB-AREA-05", line).with_parts(&difficulty.0)
        });
        match net {
            0 if self.switches.area_scatter => scatter_blast(table, self.attacker.id),
            0 => Ok(BlastPlacement::Missed),
            _ => Ok(BlastPlacement::OnTarget { net }),
        }
    }

    /// The odds of each place; `None` if they cannot be computed. `AB-AREA-05`.
    pub(crate) fn placement_odds(&self) -> Option<Distribution<BlastPlacement>> {
        enumerate(AnswerPolicy::first(), |table| self.place_blast(table)).ok()
    }
}

/// Where a blast without a success goes off: the first die gives the direction, the second the metres.
/// `AB-AREA-05`.
fn scatter_blast(table: &mut impl Table, who: UnitId) -> RuleResult<BlastPlacement> {
    let purpose = |why| Purpose { who: Some(who), why, clause: "AB-AREA-05", parts: &[], limit: None };
    let die = dice_pool::face_die();
    let [direction, distance] = scatter::AREA_SCATTER_ROLLS;
    let direction = table.roll_until(die, DIRECTION_FACES, purpose(direction))?.value;
    let metres = table.roll(die, purpose(distance))?.value.cast_signed();
    let (east, south) = match direction {
        1 => (0, -1),
        2 => (1, -1),
        3 => (1, 0),
        4 => (1, 1),
        5 => (0, 1),
        6 => (-1, 1),
        7 => (-1, 0),
        _ => (-1, -1),
    };
    Ok(BlastPlacement::Scattered { east: east * metres, south: south * metres })
}

/// Barriers of one row of the object table that a blast meets. They take the same damage. `AB-OBJ-09`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectsInBlast {
    /// Their row.
    pub object: &'static ObjectProfile,
    /// The damage roll left after their armour; `None` if the blast does nothing to them.
    pub roll: Option<DamageRoll>,
    /// The barriers and where they stand.
    pub segments: Vec<(BarrierOnLine, ObstaclePosition)>,
}

impl ObjectsInBlast {
    /// The barriers with their rows and damage rolls, in the order of the rows' clauses. `AB-OBJ-09`, `AB-AP-01`.
    pub fn by_row<'a>(
        weapon: &Weapon,
        barriers: impl Iterator<Item = &'a (BarrierOnLine, ObstaclePosition)>,
    ) -> Vec<Self> {
        // Rows of plain and armoured windows share a clause.
        let mut rows: BTreeMap<(&str, u32), Self> = BTreeMap::new();
        for segment in barriers.filter(|(barrier, _)| !objects::is_open(barrier)) {
            let object = object_for_barrier(&segment.0);
            let row = rows.entry((object.clause, object.armour)).or_insert_with(|| {
                let roll =
                    objects::object_damage_roll(weapon.damage, object.armour.saturating_sub(weapon.ap));
                Self { object, roll, segments: Vec::new() }
            });
            row.segments.push(segment.clone());
        }
        rows.into_values().collect()
    }

    /// The barriers that this many levels damage, with the levels that each takes. `AB-OBJ-11`.
    pub fn damaged(&self, levels: u32) -> impl Iterator<Item = (BarrierSource, u32)> {
        self.segments
            .iter()
            .map(move |(barrier, _)| (barrier.id, levels.min(objects::structure_left(barrier))))
            .filter(|(_, taken)| *taken > 0)
    }

    /// The levels among these that open a way: those of the toughest barrier that they break, 0 if they break none.
    pub(crate) fn opening_levels(&self, levels: u32) -> u32 {
        let left = self.segments.iter().map(|(barrier, _)| objects::structure_left(barrier));
        left.filter(|left| *left <= levels).max().unwrap_or(0)
    }

    /// Where this many levels open a way. `AB-OBJ-11`.
    pub fn opened(&self, levels: u32) -> impl Iterator<Item = ObstaclePosition> {
        let broken = move |barrier: &BarrierOnLine| objects::structure_left(barrier) <= levels;
        self.segments.iter().filter(move |(barrier, _)| broken(barrier)).map(|(_, place)| *place)
    }
}

/// Rolls the damage of a blast to the objects in it, once for each row; returns the levels of each. `AB-OBJ-09`.
pub fn roll_object_damage(
    table: &mut impl Table,
    who: UnitId,
    weapon: &Weapon,
    rows: &[ObjectsInBlast],
) -> RuleResult<Vec<u32>> {
    let mut all: Vec<u32> = Vec::new();
    for row in rows {
        let table = &mut CarryState::new(table, all.clone());
        table.note(|| {
            let (damage, object, armour) =
                (weapon.damage, row.object.name_with_article(), row.object.armour.saturating_sub(weapon.ap));
            let line = match row.roll {
                Some(DamageRoll { dice, .. }) => {
                    let dice = Counted::Dice(dice);
                    DamageNote::BlastOnObjects { damage, object, armour, dice }
                }
                None => DamageNote::StoppedByObjects { damage, object, armour },
            };
            Note::new(row.object.clause, line)
        });
        let levels = row.roll.map_or(Ok(0), |roll| roll_structure_levels(table, who, roll))?;
        all.push(table.merge_branches(levels)?);
    }
    Ok(all)
}

/// The result of an area attack around a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AreaAttackResult {
    /// The result for the unit it was aimed at. `AB-AREA-04`.
    pub first: AttackResult,
    /// Levels that each row of objects takes; empty if the blast did not go off. `AB-OBJ-09`.
    pub objects: Vec<u32>,
    /// The results for all other units inside, in the order of their contexts; empty if the blast did not
    /// go off.
    pub others: Vec<AttackResult>,
    /// Whether the blast went off. `AB-AREA-04`.
    pub detonated: bool,
}

/// Resolves an area attack around a unit: one attack roll, then the objects in the area, and each unit inside
/// dodges separately. `others` lists the other units that the blast reaches once the objects have taken their
/// levels. `AB-AREA-01`, `AB-AREA-04`.
pub fn resolve_area_attack(
    table: &mut impl Table,
    first: &AttackContext,
    rows: &[ObjectsInBlast],
    others: impl FnOnce(&[u32]) -> Vec<AttackContext>,
) -> RuleResult<AreaAttackResult> {
    let plan = AttackPlan::new(first);
    let (who, weapon) = (first.attacker.id, &first.weapon);
    let (first, net) = plan.roll_and_resolve_shared(table)?;
    if net == 0 {
        return Ok(AreaAttackResult { first, objects: Vec::new(), others: Vec::new(), detonated: false });
    }
    let table = &mut CarryState::new(table, first.clone());
    let objects = roll_object_damage(table, who, weapon, rows)?;
    let table = &mut CarryState::new(table, objects.clone());
    let others = resolve_secondary_hits(table, net, &others(&objects))?;
    Ok(AreaAttackResult { first, objects, others, detonated: true })
}

/// Resolves a blast with `net` successes for every other unit inside. `AB-AREA-01`, `AB-AREA-06`,
/// `AB-RULING-37`.
pub fn resolve_secondary_hits(
    table: &mut impl Table,
    net: u32,
    contexts: &[AttackContext],
) -> RuleResult<Vec<AttackResult>> {
    let mut results: Vec<AttackResult> = Vec::new();
    for context in contexts {
        let table = &mut CarryState::new(table, (net, results.clone()));
        results.push(AttackPlan::new(context).resolve_net_successes(table, net)?);
    }
    Ok(results)
}

#[cfg(test)]
mod tests;
