//! The one way to read a fight: systems, panels, opponents and checks gather through it.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::attack_request::terrain_cell_from;
use crate::model::components::held_phase::{
    ArmedItem, AutoResponses, ExtendedAction, HeldPhase, NumberedArmedItem,
};
use crate::model::components::inventory::{DroppedItem, Inventory, ItemId};
use crate::model::components::*;
use crate::model::ground_effect::GroundEffects;
use crate::model::knowledge::{Knowledge, SideKnowledge, Viewer};
use crate::model::order::Target;
use crate::model::resources::*;
use crate::resolve::vehicles::VehicleSeats;
use content::Terrain;
use field::{Body, Cell, DiagonalStep, LineOfFire, ObstaclePosition};
use rules::turn_engine;
use rules::turn_engine::{has_phase, score_after_pass, turn_order};
use rules::{
    DownState, FireMode, Grip, GroundConditions, HeldWeapon, MeleeCounts, MovementMode, RuleSet,
    UnitSnapshot, WeaponReach, play,
};

/// An attack as far as its attacker goes: with what, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackChoice<'a> {
    /// Who attacks.
    pub unit: UnitId,
    /// Number of the weapon in its arsenal.
    pub weapon: usize,
    /// How a firearm is fired.
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    pub manner: Option<&'a str>,
}

/// Everything about a unit.
#[derive(QueryData)]
pub struct UnitData {
    /// Its number.
    pub id: &'static UnitId,
    /// Its side.
    pub side: &'static Side,
    /// Its name.
    pub identity: &'static Identity,
    /// Its sheet.
    pub sheet: &'static CharacterSheet,
    /// Where it is.
    pub position: &'static GridPosition,
    /// Health and strain.
    pub health: &'static Health,
    /// Dice against damage.
    pub soak: &'static Soak,
    /// Place in the round.
    pub initiative: &'static Initiative,
    /// Points.
    pub points: &'static ActionPoints,
    /// How it moved.
    pub movement: &'static Movement,
    /// What it did in its phase.
    pub phase_state: &'static PhaseState,
    /// Cover taken.
    pub taking_cover: &'static TakingCover,
    /// Statuses.
    pub status: &'static StatusEffects,
    /// Weapons.
    pub inventory: &'static Inventory,
    /// Defences rolled.
    pub defence_count: &'static DefenceCount,
    /// Out of the fight.
    pub out_of_action: &'static OutOfAction,
    /// Karma left.
    pub karma: &'static KarmaPoints,
    /// A phase it holds back.
    pub held_phase: &'static HeldPhase,
    /// What its player answers without being asked.
    pub auto_responses: &'static AutoResponses,
    /// An Extended Action it is busy with.
    pub extended_action: &'static ExtendedAction,
    /// Its seats, if it is a vehicle that carries people.
    pub vehicle_seats: &'static VehicleSeats,
}

impl UnitDataItem<'_, '_> {
    /// On the field and conscious.
    pub fn is_fighting(&self) -> bool {
        self.out_of_action.fighting()
    }
    /// On the field and alive: something that goes off may catch it.
    pub fn can_be_caught(&self) -> bool {
        !self.out_of_action.escaped() && self.out_of_action.down() != Some(DownState::Dead)
    }
    /// Square it stands on.
    pub fn cell(&self) -> Cell {
        self.position.cell()
    }
    /// Lies on the ground.
    pub fn is_prone(&self) -> bool {
        self.status.has(StatusKind::Prone)
    }
    /// How tall it stands or lies.
    pub fn body(&self) -> Body {
        if self.is_prone() { Body::PRONE } else { Body::STANDING }
    }
}

/// Everything about a barrier segment.
#[derive(QueryData)]
pub struct BarrierData {
    /// Its number.
    pub id: &'static BarrierId,
    /// What it is made of.
    pub barrier: &'static Barrier,
    /// Where it stands.
    pub place: &'static BarrierPlace,
    /// What has become of it.
    pub state: &'static BarrierState,
}

/// Reads a fight.
#[derive(SystemParam)]
pub struct BattleView<'w, 's> {
    units: Query<'w, 's, UnitData>,
    pub(crate) barriers: Query<'w, 's, BarrierData>,
    pub(crate) items: Query<'w, 's, (&'static ItemId, &'static DroppedItem)>,
    pub(crate) armed: Query<'w, 's, (&'static ItemId, &'static ArmedItem)>,
    pub(crate) index: Res<'w, UnitIndex>,
    pub(crate) field: Res<'w, Battlefield>,
    round: Res<'w, RoundState>,
    setup: Res<'w, BattleSetup>,
    pending: Res<'w, PendingPrompt>,
    pub(crate) knowledge: Res<'w, Knowledge>,
    pub(crate) viewer: Option<Res<'w, Viewer>>,
}

impl BattleView<'_, '_> {
    /// A unit by its number; with a viewer, if that side knows where it is.
    pub fn unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.unit_ignoring_fog(id).filter(|unit| self.is_shown(unit))
    }

    /// All units, by number; with a viewer, those of which that side knows where they are.
    pub fn units(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.all_units().filter(|unit| self.is_shown(unit))
    }

    /// A unit by its number, whoever reads: for stories about times when it was seen.
    pub fn unit_ignoring_fog(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.units.get(self.index.get(id)?).ok()
    }

    /// All units, by number, whoever reads.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        // Units are spawned by number, and none is taken away before all are: their table is in order.
        debug_assert!(self.units.iter().map(|unit| *unit.id).eq(self.index.iter().map(|(id, _)| id)));
        self.units.iter()
    }

    /// The unit on a square that still takes up room there: conscious ones, and bodies do not.
    pub fn unit_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        let here = || self.units_on(cell).filter(UnitDataItem::is_fighting);
        // Whoever rides is met where the vehicle is, unless it is a wreck.
        here().find(|unit| unit.vehicle().is_none()).or_else(|| here().next())
    }

    /// A fallen unit on a square.
    pub fn body_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        self.units_on(cell).find(|unit| unit.out_of_action.down().is_some() && !unit.out_of_action.escaped())
    }

    /// Everybody whose place a square is, by number.
    fn units_on(&self, cell: Cell) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.index.units_at(cell).iter().filter_map(|id| self.unit(*id))
    }

    /// A barrier segment by its number.
    pub fn barrier(&self, id: BarrierId) -> Option<BarrierDataItem<'_, '_>> {
        let data = self.barriers.get(self.field.barrier(id)?.0).ok()?;
        let Some(known) = self.viewer_knowledge() else { return Some(data) };
        Some(BarrierDataItem { state: known.barrier_state_ref(id), ..data })
    }

    /// The barrier segment at a place.
    pub fn barrier_at(&self, place: ObstaclePosition) -> Option<BarrierDataItem<'_, '_>> {
        self.barrier(self.field.barrier_at(place)?)
    }

    /// Things on the ground, by number.
    pub fn items(&self) -> Vec<(ItemId, &DroppedItem)> {
        let mut items: Vec<_> = self.items.iter().map(|(id, item)| (*id, item)).collect();
        items.retain(|(id, _)| self.viewer_knowledge().is_none_or(|known| known.knows_item(*id)));
        items.sort_by_key(|(id, _)| *id);
        items
    }

    /// Activated items, by number. Chapter TIMED.
    pub fn armed_items(&self) -> Vec<NumberedArmedItem<'_>> {
        let mut armed: Vec<_> = self.armed.iter().map(|(id, item)| (*id, item)).collect();
        armed.retain(|(id, _)| self.viewer_knowledge().is_none_or(|known| known.knows_item(*id)));
        armed.sort_by_key(|(id, _)| *id);
        armed
    }

    /// The map; with a viewer, as that side has seen its walls and doors.
    pub fn field(&self) -> &Battlefield {
        self.viewer_knowledge().map_or(&self.field, SideKnowledge::field)
    }

    /// Round, pass and phase.
    pub fn round(&self) -> &RoundState {
        &self.round
    }

    /// The skirmish.
    pub fn setup(&self) -> &BattleSetup {
        &self.setup
    }

    /// The open question.
    pub fn open_prompt(&self) -> Option<&OpenPrompt> {
        self.pending.open_prompt()
    }

    /// Name of a side.
    pub fn side_name(&self, side: Side) -> &str {
        self.setup
            .bundle()
            .skirmish
            .sides
            .get(usize::from(side.0))
            .map_or("nobody", |side| side.name.as_str())
    }

    /// The unit as rules see it.
    pub fn unit_snapshot(&self, unit: &UnitDataItem) -> UnitSnapshot {
        let score = if unit.initiative.is_out() { 0 } else { unit.initiative.score() };
        let waits = unit.points.turn() == turn_engine::PhaseTiming::Before && score > 0;
        let held = unit.inventory.held_items().map(|(slot, carried)| HeldWeapon {
            weapon: carried.weapon().clone(),
            slot,
            loaded: carried.loaded(),
            fault: carried.fault(),
            hand: carried.hand(),
        });
        // Everybody is looked at all the time, and few of them are tied to anybody.
        let on = unit.status.flags();
        let (carried, held_before) = match on.grip {
            Some(Grip::Holding(_)) => (self.carried_body(unit), self.grappled_unit(unit)),
            _ => (None, None),
        };
        let terrain = self.terrain_at(unit.cell());
        UnitSnapshot {
            id: unit.id.0,
            name: unit.identity.shared_name(),
            side: unit.side.0,
            sheet: unit.sheet.get().clone(),
            condition: unit.health.condition().clone(),
            purse: unit.points.purse(),
            initiative: score,
            round: self.round.number(),
            acted: unit.phase_state.acted(),
            late: unit.phase_state.late(),
            turn_left: waits || has_phase(score_after_pass(score)),
            gait: if on.in_vehicle { MovementMode::Steady } else { unit.movement.gait() },
            walked: unit.movement.walked(),
            runs: unit.movement.runs(),
            prone: on.prone,
            in_cover: unit.taking_cover.is_taken(),
            full_defense: on.full_defense,
            defences: unit.defence_count.defences(),
            in_melee: on.in_melee && self.is_busy_in_melee(unit),
            melee: if on.in_melee {
                crate::resolve::melee::melee_of(self, unit)
            } else {
                MeleeCounts::default()
            },
            grip: on.grip,
            concealed: on.concealed,
            surprised_by: match on.surprised {
                true => unit.status.surprised_by().map(|by| by.0).collect(),
                false => Vec::new(),
            },
            startled: on.lost_phase,
            indoors: terrain.is_some_and(|terrain| terrain.indoors),
            ground: terrain.map_or_else(GroundConditions::default, terrain_cell_from),
            weather: self.setup.bundle().skirmish.weather,
            down: unit.out_of_action.down(),
            dying_since: on.dying_since,
            held: held.collect(),
            karma: unit.karma.karma(),
            ailments: unit.status.ailments().to_vec(),
            carries: carried.map(|body| Box::new(self.unit_snapshot(&body))),
            behind: None,
            ride: if on.in_vehicle { self.passenger(unit) } else { None },
            cabin: self.vehicle_interior(unit),
            holds: held_before.map(|held| {
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
        self.unit(UnitId(other)).filter(|body| body.out_of_action.down().is_some())
    }

    /// Whom a unit holds in a grapple, if that one is still up. `AB-SHIELD-01`.
    fn grappled_unit(&self, unit: &UnitDataItem) -> Option<UnitDataItem<'_, '_>> {
        let Some(Grip::Holding(other)) = unit.status.grip() else { return None };
        self.unit(UnitId(other)).filter(UnitDataItem::is_fighting)
    }

    /// Exchanged blows lately with an enemy that could strike it again, or is engaged. `SS-DEF-39`, `CS-MEL-01`.
    fn is_busy_in_melee(&self, unit: &UnitDataItem) -> bool {
        let fences = unit.status.melee_exchanges().any(|other| {
            self.unit(other).is_some_and(|other| {
                other.side != unit.side && other.is_fighting() && in_melee_reach(&other, unit.cell())
            })
        });
        fences || unit.status.in_melee_with().next().is_some()
    }

    /// A weapon that a unit carries can be aimed at a square where nobody stands. `CS-BASE-35`.
    pub fn can_target_cells(&self, unit: &UnitDataItem, weapon: usize) -> bool {
        let carried = unit.inventory.items().get(weapon);
        carried.is_some_and(|it| play::arm(it.weapon(), unit.sheet.get(), self.rules()).aims_at_squares)
    }

    /// Smoke, flames and what they have left on the ground. Everybody sees them.
    pub fn ground_effects(&self) -> &GroundEffects {
        &self.field.ground_effects
    }

    /// The ground of a square as content has it, with what lies on it now.
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.field.ground_effects.terrain(cell).or_else(|| self.setup.terrain_at(cell))
    }

    /// The line of fire from a square to a unit.
    pub fn line_of_fire(&self, from: Cell, body: Body, target: &UnitDataItem) -> LineOfFire {
        field::line_of_fire(self.field.grid(), from, body, target.cell(), target.body())
    }

    /// Whether one unit sees another: both ways or not at all.
    pub fn sees(&self, one: &UnitDataItem, other: &UnitDataItem) -> bool {
        field::line_of_sight(self.field.grid(), one.cell(), one.body(), other.cell(), other.body())
    }

    /// Whether a unit still has a phase of its own in this pass; a held one is none. `SS-DELAY-04`.
    pub fn awaits_phase(&self, unit: &UnitDataItem) -> bool {
        unit.is_fighting()
            && !unit.is_driven()
            && unit.points.turn() == turn_engine::PhaseTiming::Before
            && unit.held_phase.pass() != Some(self.round.passes())
            && !unit.initiative.is_out()
            && has_phase(unit.initiative.score())
    }

    /// Everybody who still has a phase of its own in this pass. `SS-DELAY-04`.
    pub fn waiting_entries(&self) -> Vec<turn_order::InitiativeEntry> {
        self.units().filter(|unit| self.awaits_phase(unit)).map(|unit| self.turn_order_entry(&unit)).collect()
    }

    /// What places a unit in the order.
    pub fn turn_order_entry(&self, unit: &UnitDataItem) -> turn_order::InitiativeEntry {
        let (reaction, intuition) = play::tie_breaks(unit.sheet.get());
        turn_order::InitiativeEntry { id: unit.id.0, score: unit.initiative.score(), reaction, intuition }
    }
}

/// Whether a unit could strike a square with something it holds.
fn in_melee_reach(unit: &UnitDataItem, cell: Cell) -> bool {
    let rings = unit.cell().chebyshev_distance(cell);
    unit.inventory
        .held_items()
        .any(|(_, carried)| matches!(carried.reach(), WeaponReach::Melee { beyond } if rings <= beyond + 1))
}

/// What a diagonal step costs under the switches of a skirmish. `SS-BASE-16`.
pub fn diagonal_step(rules: &RuleSet) -> DiagonalStep {
    match rules.engine.diagonal_step {
        turn_engine::DiagonalStep::OneAndAHalf => DiagonalStep::OneAndAHalf,
        turn_engine::DiagonalStep::One => DiagonalStep::One,
    }
}

/// A target's square, for distances and lines.
pub fn target_cell(view: &BattleView, from: Cell, target: Target) -> Option<Cell> {
    match target {
        Target::Unit(id) => view.unit(id).map(|unit| unit.cell()),
        Target::Barrier(id) => view.barrier(id).map(|data| match data.place.place() {
            ObstaclePosition::Square(cell) => cell,
            ObstaclePosition::Edge(edge) => {
                let [one, other] = edge.cells();
                if from.distance_squared(one) <= from.distance_squared(other) { one } else { other }
            }
        }),
        Target::Square(cell) => Some(cell),
    }
}
