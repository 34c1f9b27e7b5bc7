//! Collects the state of a unit for the rules.

use super::battle_view::{BattleView, UnitDataItem};
use super::melee::melee_of;
use content::Terrain;
use model::{Cell, UnitId};
use rules::turn_engine::{PhaseTiming, has_phase, score_after_pass};
use rules::{Grip, GroundConditions, MeleeCounts, MovementMode, UnitSnapshot, WeaponReach};

impl BattleView<'_, '_> {
    /// A unit's state for the rules.
    pub fn unit_snapshot(&self, unit: &UnitDataItem) -> UnitSnapshot {
        let score = if unit.initiative.is_out() { 0 } else { unit.initiative.score() };
        let phase_to_come = unit.points.turn() == PhaseTiming::Before && score > 0;
        // One pass over the statuses; the rest is read only for units in a grip, melee or vehicle.
        let flags = unit.status.flags();
        let (carried, grappled) = match flags.grip {
            Some(Grip::Holding(_)) => (self.carried_body(unit), self.grappled_unit(unit)),
            _ => (None, None),
        };
        let terrain = self.terrain_at(unit.cell());
        UnitSnapshot {
            id: *unit.id,
            name: unit.identity.shared_name(),
            side: unit.side.0,
            sheet: unit.sheet.get().clone(),
            condition: unit.health.condition().clone(),
            soak: unit.soak.value(),
            budget: unit.points.budget(),
            initiative: score,
            round: self.round().number(),
            acted: unit.phase_state.acted(),
            late: unit.phase_state.late(),
            turn_left: phase_to_come || has_phase(score_after_pass(score)),
            gait: if flags.in_vehicle { MovementMode::Steady } else { unit.movement.gait() },
            walked: unit.movement.walked(),
            runs: unit.movement.runs(),
            prone: flags.prone,
            in_cover: unit.cover.is_taken(),
            in_open: !flags.in_vehicle && flags.grip.is_none() && unit.cover.obstacles().is_empty(),
            full_defense: flags.full_defense,
            defences: unit.defence_count.defences(),
            in_melee: flags.in_melee && self.is_in_melee(unit),
            melee: if flags.in_melee { melee_of(self, unit) } else { MeleeCounts::default() },
            grip: flags.grip,
            concealed: flags.concealed,
            surprised_by: match flags.surprised {
                true => unit.status.surprised_by().collect(),
                false => Vec::new(),
            },
            startled: flags.lost_phase,
            booster: flags.booster,
            initiative_dice: unit.initiative.dice(),
            indoors: terrain.is_some_and(|terrain| terrain.indoors),
            ground: terrain.map_or_else(GroundConditions::default, Terrain::conditions),
            weather: self.setup().bundle().skirmish.weather,
            down: unit.out_of_action.down(),
            dying_since: flags.dying_since,
            held: unit.inventory.held_weapons(),
            karma: unit.karma.karma(),
            ailments: unit.status.ailments().to_vec(),
            carries: carried.map(|body| Box::new(self.unit_snapshot(&body))),
            behind: None,
            ride: if flags.in_vehicle { self.passenger(unit) } else { None },
            cabin: self.vehicle_interior(unit),
            holds: grappled.map(|held| {
                let (here, there) = (unit.cell(), held.cell());
                (Box::new(self.unit_snapshot(&held)), (there.x - here.x, there.y - here.y))
            }),
            spent: unit.phase_state.spent(),
            shaken: unit.status.restrictions().shaken,
        }
    }

    /// The body that a unit carries. `SS-BARR-44`.
    pub fn carried_body(&self, unit: &UnitDataItem) -> Option<UnitDataItem<'_, '_>> {
        let Some(Grip::Holding(other)) = unit.status.grip() else { return None };
        self.unit(other).filter(|body| body.out_of_action.down().is_some())
    }

    /// The conscious unit that a unit grapples. `AB-SHIELD-01`.
    fn grappled_unit(&self, unit: &UnitDataItem) -> Option<UnitDataItem<'_, '_>> {
        let Some(Grip::Holding(other)) = unit.status.grip() else { return None };
        self.unit(other).filter(UnitDataItem::is_fighting)
    }

    /// Whether it is engaged, or lately exchanged melee attacks with an enemy still in reach. `SS-DEF-39`, `CS-MEL-01`.
    pub fn is_in_melee(&self, unit: &UnitDataItem) -> bool {
        self.would_stay_in_melee(unit, unit.cell())
    }

    /// Whether a unit that is in melee stays in it on a square: its opponents reach it there. `SS-DEF-39`, `CS-MEL-04`.
    pub(super) fn would_stay_in_melee(&self, unit: &UnitDataItem, at: Cell) -> bool {
        let is_here = at == unit.cell();
        let is_beside =
            |other: UnitId| self.unit(other).is_some_and(|other| other.cell().chebyshev_distance(at) <= 1);
        unit.status.melee_exchanges().any(|other| self.reaches_in_melee(unit, at, other))
            || unit.status.in_melee_with().any(|other| is_here || is_beside(other))
    }

    /// Whether another unit, with which it lately exchanged melee attacks, is still an enemy in reach. `SS-DEF-39`.
    pub fn is_melee_opponent(&self, unit: &UnitDataItem, other: UnitId) -> bool {
        self.reaches_in_melee(unit, unit.cell(), other)
    }

    /// Whether another unit is an enemy that would have a unit on a square in reach.
    fn reaches_in_melee(&self, unit: &UnitDataItem, at: Cell, other: UnitId) -> bool {
        self.unit(other)
            .is_some_and(|other| other.side != unit.side && other.is_fighting() && in_melee_reach(&other, at))
    }
}

/// Whether a unit has a cell within reach: the squares beside it with bare hands, others with a melee weapon in hand.
/// `SS-BASE-34`.
fn in_melee_reach(unit: &UnitDataItem, cell: Cell) -> bool {
    let distance = unit.cell().chebyshev_distance(cell);
    let reaches =
        |weapon: WeaponReach| matches!(weapon, WeaponReach::Melee { beyond } if distance <= beyond + 1);
    distance <= 1 || unit.inventory.held_items().any(|(_, carried)| reaches(carried.reach()))
}
