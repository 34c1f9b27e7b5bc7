//! The battle view: read access to a battle for systems, panels, AI players and the order validator.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::assembled_attacks::AssembledAttacks;
use crate::state::components::held_phase::{
    ArmedItem, AutoResponses, ExtendedAction, HeldPhase, NumberedArmedItem,
};
use crate::state::components::inventory::{DroppedItem, Inventory};
use crate::state::components::*;
use crate::state::ground_effect::GroundEffects;
use crate::state::knowledge::{Knowledge, SideKnowledge, Viewer};
use crate::state::order::Target;
use crate::state::resources::*;
use content::Terrain;
use field::{Body, DiagonalStep, LineOfFire};
use model::{BarrierId, Cell, ItemId, ObstaclePosition, Side, UnitId};
use rules::turn_engine;
use rules::turn_engine::{has_phase, turn_order};
use rules::{DownState, FireMode, RuleSet, play};

/// The attacker's choices for an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackChoice<'a> {
    /// The attacker.
    pub unit: UnitId,
    /// Slot of the weapon in its inventory.
    pub weapon: usize,
    /// Fire mode of a firearm.
    pub mode: Option<FireMode>,
    /// Key of the attack option; `None` for a plain attack.
    pub option: Option<&'a str>,
}

/// All components of a unit.
#[derive(QueryData)]
pub struct UnitData {
    /// Id.
    pub id: &'static UnitId,
    /// Side.
    pub side: &'static Side,
    /// Name and appearance.
    pub identity: &'static Identity,
    /// Character sheet.
    pub sheet: &'static CharacterSheet,
    /// Position.
    pub position: &'static GridPosition,
    /// Health and strain.
    pub health: &'static Health,
    /// Soak.
    pub soak: &'static SoakValue,
    /// Initiative.
    pub initiative: &'static Initiative,
    /// Turn budget.
    pub points: &'static ActionPoints,
    /// Movement this round.
    pub movement: &'static Movement,
    /// State of its phase.
    pub phase_state: &'static PhaseState,
    /// Cover on its square.
    pub cover: &'static Cover,
    /// Statuses.
    pub status: &'static StatusEffects,
    /// Weapons and items.
    pub inventory: &'static Inventory,
    /// Defences rolled.
    pub defence_count: &'static DefenceCount,
    /// Whether it is out of action.
    pub out_of_action: &'static OutOfAction,
    /// Karma left.
    pub karma: &'static KarmaPoints,
    /// Held phase.
    pub held_phase: &'static HeldPhase,
    /// Automatic responses to prompts.
    pub auto_responses: &'static AutoResponses,
    /// Extended Action in progress.
    pub extended_action: &'static ExtendedAction,
    /// Seats, if it is a vehicle.
    pub vehicle_seats: &'static VehicleSeats,
}

impl UnitDataItem<'_, '_> {
    /// Whether it is on the map and conscious.
    pub fn is_fighting(&self) -> bool {
        self.out_of_action.fighting()
    }
    /// Whether explosions can catch it: on the map and alive.
    pub fn can_be_caught(&self) -> bool {
        self.out_of_action.on_map() && self.out_of_action.down() != Some(DownState::Dead)
    }
    /// The cell it is on.
    pub fn cell(&self) -> Cell {
        self.position.cell()
    }
    /// Whether it is prone.
    pub fn is_prone(&self) -> bool {
        self.status.has(StatusKind::Prone)
    }
    /// Its height, standing or prone.
    pub fn body(&self) -> Body {
        if self.is_prone() { Body::PRONE } else { Body::STANDING }
    }
}

/// All components of a barrier segment.
#[derive(QueryData)]
pub struct BarrierData {
    /// Id.
    pub id: &'static BarrierId,
    /// Kind.
    pub barrier: &'static Barrier,
    /// Position.
    pub place: &'static BarrierPlace,
    /// Current state.
    pub state: &'static BarrierState,
}

/// Read access to a battle.
#[derive(SystemParam)]
pub struct BattleView<'w, 's> {
    units: Query<'w, 's, UnitData>,
    pub(crate) barriers: Query<'w, 's, BarrierData>,
    items: Query<'w, 's, (&'static ItemId, AnyOf<(&'static DroppedItem, &'static ArmedItem)>)>,
    pub(crate) index: Res<'w, UnitIndex>,
    pub(crate) field: Res<'w, Battlefield>,
    round: Res<'w, RoundState>,
    setup: Res<'w, BattleSetup>,
    pending: Res<'w, PendingPrompt>,
    pub(crate) knowledge: Res<'w, Knowledge>,
    pub(crate) viewer: Option<Res<'w, Viewer>>,
    pub(crate) assembled_attacks: Res<'w, AssembledAttacks>,
}

impl BattleView<'_, '_> {
    /// A unit by id; with a viewer, only if that side knows its position.
    pub fn unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.unit_ignoring_fog(id).filter(|unit| self.is_shown(unit))
    }

    /// All units, by id; with a viewer, those whose position that side knows.
    pub fn units(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.all_units().filter(|unit| self.is_shown(unit))
    }

    /// A unit by id, ignoring the viewer: for records from times when it was seen.
    pub fn unit_ignoring_fog(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.units.get(self.index.get(id)?).ok()
    }

    /// All units, by id, ignoring the viewer.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        // Units are spawned in order of id and despawned only together, so their table is sorted.
        debug_assert!(self.units.iter().map(|unit| *unit.id).eq(self.index.iter().map(|(id, _)| id)));
        self.units.iter()
    }

    /// The conscious unit that occupies a cell.
    pub fn unit_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        let here = || self.units_on(cell).filter(UnitDataItem::is_fighting);
        // Passengers count as their vehicle, unless it is a wreck.
        here().find(|unit| unit.vehicle().is_none()).or_else(|| here().next())
    }

    /// A unit out of action on a cell.
    pub fn body_at(&self, cell: Cell) -> Option<UnitDataItem<'_, '_>> {
        self.units_on(cell).find(|unit| unit.out_of_action.down().is_some() && unit.out_of_action.on_map())
    }

    /// All units on a cell, by id.
    pub(crate) fn units_on(&self, cell: Cell) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.index.units_at(cell).iter().filter_map(|id| self.unit(*id))
    }

    /// A barrier segment by id.
    pub fn barrier(&self, id: BarrierId) -> Option<BarrierDataItem<'_, '_>> {
        let data = self.barriers.get(self.field.barrier(id)?.0).ok()?;
        let Some(known) = self.viewer_knowledge() else { return Some(data) };
        Some(BarrierDataItem { state: known.barrier_state_ref(id), ..data })
    }

    /// The barrier segment at a place.
    pub fn barrier_at(&self, place: ObstaclePosition) -> Option<BarrierDataItem<'_, '_>> {
        self.barrier(self.field.barrier_at(place)?)
    }

    /// Items on the ground, by id; with a viewer, those that side knows.
    pub fn items(&self) -> Vec<(ItemId, &DroppedItem)> {
        let mut items = self.all_items();
        items.retain(|(id, _)| self.viewer_knowledge().is_none_or(|known| known.knows_item(*id)));
        items
    }

    /// Items on the ground, by id, ignoring the viewer.
    pub(crate) fn all_items(&self) -> Vec<(ItemId, &DroppedItem)> {
        let mut items: Vec<_> = self.items.iter().filter_map(|(id, (item, _))| Some((*id, item?))).collect();
        items.sort_by_key(|(id, _)| *id);
        items
    }

    /// Armed items, by id; with a viewer, those that side knows and whose place it can know.
    /// Chapter TIMED.
    pub fn armed_items(&self) -> Vec<NumberedArmedItem<'_>> {
        let mut armed = self.all_armed_items();
        armed.retain(|(id, item)| {
            let is_known = self.viewer_knowledge().is_none_or(|known| known.knows_item(*id));
            is_known && self.shows_place_of(item)
        });
        armed
    }

    /// Whether the view tells where an armed item is: one in a vehicle moves along out of sight, unless it is the viewer's own.
    fn shows_place_of(&self, item: &ArmedItem) -> bool {
        let owner = || self.unit_ignoring_fog(item.fuse.owner);
        item.inside.is_none_or(|vehicle| {
            self.unit(vehicle).is_some() || owner().is_some_and(|owner| self.viewer() == Some(*owner.side))
        })
    }

    /// Armed items, by id, ignoring the viewer.
    pub(crate) fn all_armed_items(&self) -> Vec<NumberedArmedItem<'_>> {
        let mut armed: Vec<_> = self.items.iter().filter_map(|(id, (_, item))| Some((*id, item?))).collect();
        armed.sort_by_key(|(id, _)| *id);
        armed
    }

    /// The map; with a viewer, as last seen by that side.
    pub fn field(&self) -> &Battlefield {
        self.viewer_knowledge().map_or(&self.field, SideKnowledge::field)
    }

    /// Round, pass and acting unit.
    pub fn round(&self) -> &RoundState {
        &self.round
    }

    /// The skirmish.
    pub fn setup(&self) -> &BattleSetup {
        &self.setup
    }

    /// The open prompt.
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
            .map_or("no side", |side| side.name.as_str())
    }

    /// Whether a weapon can be aimed at an empty cell. `CS-BASE-35`.
    pub fn can_target_cells(&self, unit: &UnitDataItem, weapon: usize) -> bool {
        let item = unit.inventory.get(weapon);
        item.is_some_and(|item| {
            play::weapon_traits(item.weapon(), unit.sheet.get(), self.rules()).aims_at_squares
        })
    }

    /// Smoke, fire and their remains. Visible to all sides.
    pub fn ground_effects(&self) -> &GroundEffects {
        &self.field.ground_effects
    }

    /// Terrain of a cell with ground effects.
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.field.ground_effects.terrain(cell).or_else(|| self.setup.terrain_at(cell))
    }

    /// Line of fire from a cell to a unit; with a viewer, past barriers as last seen by that side.
    pub fn line_of_fire(&self, from: Cell, body: Body, target: &UnitDataItem) -> LineOfFire {
        field::line_of_fire(self.field().grid(), from, body, target.cell(), target.body())
    }

    /// Whether two units see each other; with a viewer, past barriers as last seen by that side.
    pub fn sees(&self, one: &UnitDataItem, other: &UnitDataItem) -> bool {
        field::line_of_sight(self.field().grid(), one.cell(), one.body(), other.cell(), other.body())
    }

    /// What stands in the way of a melee attack between two bodies; with a viewer, of what that side has seen last. `None` if
    /// nothing does, and in battles of older programs. `SS-BASE-34`.
    pub fn obstacle_to_blow(
        &self,
        (from, own): (Cell, Body),
        (to, other): (Cell, Body),
    ) -> Option<BarrierId> {
        let is_checked = self.setup.blows_need_free_line;
        is_checked.then(|| field::obstacle_to_blow(self.field().grid(), from, own, to, other)).flatten()
    }

    /// Whether a unit's own phase in this pass is still to come; held phases do not count. `SS-DELAY-04`.
    pub fn awaits_phase(&self, unit: &UnitDataItem) -> bool {
        unit.is_fighting()
            && !unit.is_driven()
            && unit.points.turn() == turn_engine::PhaseTiming::Before
            && unit.held_phase.pass() != Some(self.round.passes())
            && !unit.initiative.is_out()
            && has_phase(unit.initiative.score())
    }

    /// Units whose own phase in this pass is still to come. `SS-DELAY-04`.
    pub fn waiting_entries(&self) -> Vec<turn_order::InitiativeEntry> {
        self.units().filter(|unit| self.awaits_phase(unit)).map(|unit| self.turn_order_entry(&unit)).collect()
    }

    /// Units whose own phase in this pass is still to come and that tie with others: each with the others, by id. Nothing says
    /// yet which of them acts first. `SS-INIT-10`, `SS-INIT-11`.
    pub fn open_ties(&self) -> BTreeMap<UnitId, Vec<UnitId>> {
        turn_order::open_ties(&self.waiting_entries(), self.round.coins(), self.rules().engine.tie_mode)
    }

    /// Whether a unit acts before another one in a pass, or may do so because nothing has decided their tie yet. `SS-INIT-08` to
    /// `SS-INIT-11`.
    pub fn may_act_before(&self, one: &UnitDataItem, other: &UnitDataItem) -> bool {
        let (one, other) = (self.turn_order_entry(one), self.turn_order_entry(other));
        turn_order::may_act_before(&one, &other, self.round.coins(), self.rules().engine.tie_mode)
    }

    /// A unit's entry in the turn order.
    pub fn turn_order_entry(&self, unit: &UnitDataItem) -> turn_order::InitiativeEntry {
        let (reaction, intuition) = play::tie_breakers(unit.sheet.get());
        let (score, last) = (unit.initiative.score(), play::acts_last(unit.sheet.get()));
        turn_order::InitiativeEntry { id: *unit.id, score, reaction, intuition, last }
    }
}

/// Cost of a diagonal step under the house rules. `SS-BASE-16`.
pub fn diagonal_step(rules: &RuleSet) -> DiagonalStep {
    match rules.engine.diagonal_step {
        turn_engine::switches::DiagonalStep::OneAndAHalf => DiagonalStep::OneAndAHalf,
        turn_engine::switches::DiagonalStep::One => DiagonalStep::One,
    }
}

/// A target's cell, for distances and lines.
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
