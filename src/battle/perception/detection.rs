//! Detection: updates what sides see and know after every event.

use super::sight::{SightContext, SightSubject, VisibleCells as Squares};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use crate::state::components::inventory::DroppedItem;
use crate::state::components::{
    Barrier, BarrierPlace, BarrierState, GridPosition, OutOfAction, StatusEffects, StatusKind, VehicleSeats,
};
use crate::state::event::BattleEvent;
use crate::state::event_visibility::{EventObservers, EventSubjects};
use crate::state::ground_effect::GroundEffect;
use crate::state::knowledge::{CellSet, Knowledge, SideSet, Sighting, update_barrier_on_map};
use crate::state::resources::{BattleSetup, Battlefield, History, RoundState, UnitIndex};
use crate::view::battle_view::{BattleView, UnitDataItem};
use field::Body;
use model::{BarrierId, Cell, Direction, ItemId, ObstaclePosition, Side, UnitId};
use rules::special_actions::vehicles;
use rules::status::{self, ActiveAilment, TestKind};

/// The units whose visibility an event may change.
enum SightChange {
    Nothing,
    Unit(UnitId),
    Everything,
}

impl SightSubject {
    /// Sight data of a unit; `shares_sight` if its side learns what it sees. Vehicles see through their occupants.
    pub(crate) fn from_unit(unit: &UnitDataItem, shares_sight: bool) -> Self {
        Self {
            id: *unit.id,
            side: *unit.side,
            cell: unit.cell(),
            body: unit.body(),
            can_see: shares_sight
                && unit.is_fighting()
                && !unit.is_driven()
                && status::failing_ailment(unit.status.ailments(), TestKind::Look).is_none(),
            is_hiding: unit.status.has(StatusKind::Concealed),
            is_on_field: unit.out_of_action.on_map(),
        }
    }
}

fn sight_change(event: &BattleEvent) -> SightChange {
    match event {
        // All units inside lose or regain contact.
        BattleEvent::Afflicted { suffered: ActiveAilment { ailment, .. }, .. }
        | BattleEvent::Relieved { ailment, .. }
            if vehicles::cuts_off(*ailment) =>
        {
            SightChange::Everything
        }
        BattleEvent::RoundBegan { round: 1 }
        | BattleEvent::DoorMoved { .. }
        | BattleEvent::BarrierDamaged { .. }
        | BattleEvent::BarrierHoled { .. }
        | BattleEvent::FeatureNoticed { .. }
        | BattleEvent::GroundCovered { what: GroundEffect::Smoke, .. }
        | BattleEvent::GroundCleared { what: GroundEffect::Smoke, .. } => SightChange::Everything,
        BattleEvent::Stepped { unit, .. } | BattleEvent::Displaced { unit, .. } => SightChange::Unit(*unit),
        BattleEvent::StatusSet { unit, status } if affects_sight(status.kind) => SightChange::Unit(*unit),
        BattleEvent::StatusEnded { unit, kind } if affects_sight(*kind) => SightChange::Unit(*unit),
        BattleEvent::Afflicted { unit, .. } | BattleEvent::Relieved { unit, .. } => SightChange::Unit(*unit),
        BattleEvent::WentDown { unit, .. }
        | BattleEvent::Recovered { unit }
        | BattleEvent::Escaped { unit }
        | BattleEvent::Arrived { unit, .. } => SightChange::Unit(*unit),
        BattleEvent::Dropped { .. } | BattleEvent::ItemLanded { .. } | BattleEvent::Activated { .. } => {
            SightChange::Everything
        }
        _ => SightChange::Nothing,
    }
}

fn affects_sight(kind: StatusKind) -> bool {
    matches!(kind, StatusKind::Prone | StatusKind::Concealed | StatusKind::Drives(_) | StatusKind::RidesIn(_))
}

/// The item that an event puts on the ground.
fn placed_item(event: &BattleEvent) -> Option<(ItemId, Cell)> {
    match event {
        BattleEvent::Dropped { item, cell, .. }
        | BattleEvent::ItemLanded { item, cell, .. }
        | BattleEvent::Activated { item, cell, .. } => Some((*item, *cell)),
        _ => None,
    }
}

/// What sides perceive: reads the battle, writes their knowledge.
#[derive(SystemParam)]
pub(crate) struct Perception<'w, 's> {
    units: Query<'w, 's, PerceivedUnit>,
    barriers:
        Query<'w, 's, (&'static BarrierId, &'static Barrier, &'static BarrierPlace, &'static BarrierState)>,
    items: Query<'w, 's, (&'static ItemId, &'static DroppedItem)>,
    index: Res<'w, UnitIndex>,
    field: Res<'w, Battlefield>,
    pub(super) round: Res<'w, RoundState>,
    setup: Res<'w, BattleSetup>,
    pub(super) knowledge: ResMut<'w, Knowledge>,
    history: ResMut<'w, History>,
}

/// The components of a unit that decide what it sees and who sees it.
#[derive(QueryData)]
pub(crate) struct PerceivedUnit {
    side: &'static Side,
    position: &'static GridPosition,
    pub(super) status: &'static StatusEffects,
    out_of_action: &'static OutOfAction,
    vehicle_seats: &'static VehicleSeats,
}

/// Returns who sees an event that is about to be applied.
pub(crate) fn observe_event(InRef(event): InRef<BattleEvent>, perception: Perception) -> EventObservers {
    perception.event_visibility(event)
}

/// Updates what sides know after an event was applied. Returns the units spotted or lost because of it, and who sees
/// the event now.
pub(crate) fn perceive_event(
    InRef(event): InRef<BattleEvent>,
    mut perception: Perception,
) -> (Vec<BattleEvent>, EventObservers) {
    perception.back_up_knowledge();
    let detected = perception.detect_changes(event);
    perception.remember_event(event);
    let observers = perception.event_visibility(event);
    (detected, observers)
}

impl<'s> Perception<'_, 's> {
    /// Returns a unit; `None` if the battle has no unit with this id.
    pub(super) fn unit(&self, id: UnitId) -> Option<PerceivedUnitItem<'_, 's>> {
        self.units.get(self.index.get(id)?).ok()
    }

    pub(super) fn side_of(&self, id: UnitId) -> Side {
        self.unit(id).map_or_else(Side::default, |unit| *unit.side)
    }

    /// Which sides see an event, and which of its units they see.
    fn event_visibility(&self, event: &BattleEvent) -> EventObservers {
        let EventSubjects { all, only, private, seen_units, other_units, barrier, cell } =
            EventSubjects::from(event);
        let sides: Vec<Side> = self.knowledge.0.keys().copied().collect();
        let mut observing = SideSet::NONE;
        let mut units = Vec::new();
        for unit in seen_units.iter().chain(&other_units).copied() {
            let of = self.side_of(unit);
            let see = |side: &&Side| **side == of || (!private && self.knowledge.sees(**side, unit, of));
            let by = sides.iter().filter(see).fold(SideSet::NONE, |by, side| by.with(*side));
            if seen_units.contains(&unit) {
                observing = observing.union(by);
            }
            if !units.iter().any(|(id, _)| *id == unit) {
                units.push((unit, by));
            }
        }
        for side in sides {
            let sees_place = || {
                let segment = barrier.and_then(|barrier| self.field.barrier(barrier));
                segment.is_some_and(|(_, place)| self.has_in_view(side, place))
                    || cell.is_some_and(|cell| self.has_in_view(side, ObstaclePosition::Square(cell)))
            };
            if all || only == Some(side) || sees_place() {
                observing = observing.with(side);
            }
        }
        EventObservers { sides: observing, units }
    }

    fn sight_subjects(&self) -> Vec<SightSubject> {
        let read = |(id, entity)| {
            let unit = self.units.get(entity).ok()?;
            let body = if unit.status.has(StatusKind::Prone) { Body::PRONE } else { Body::STANDING };
            let shares_sight = self.round.acting == Some(id) || !self.has_no_comms(id);
            Some(SightSubject {
                id,
                side: *unit.side,
                cell: unit.position.cell(),
                body,
                can_see: shares_sight
                    && unit.out_of_action.fighting()
                    && unit.vehicle_seats.0.is_none()
                    && status::failing_ailment(unit.status.ailments(), TestKind::Look).is_none(),
                is_hiding: unit.status.has(StatusKind::Concealed),
                is_on_field: unit.out_of_action.on_map(),
            })
        };
        self.index.iter().filter_map(read).collect()
    }

    fn sight_context(&self) -> SightContext<'_> {
        SightContext { grid: self.field.grid(), setup: &self.setup, coverings: &self.field.ground_effects }
    }

    /// Whether a side has a place in view; always false before the first round.
    fn has_in_view(&self, side: Side, place: ObstaclePosition) -> bool {
        if self.round.number == 0 {
            return false;
        }
        let context = self.sight_context();
        let own =
            self.sight_subjects().into_iter().filter(|subject| subject.side == side).collect::<Vec<_>>();
        viewing_cells(place)
            .iter()
            .any(|cell| own.iter().any(|subject| context.has_in_view(subject, *cell, Body::STANDING)))
    }

    /// The events of units that sides spot or lose after an event.
    fn detect_changes(&self, event: &BattleEvent) -> Vec<BattleEvent> {
        let mover = match self.sight_change(event) {
            _ if self.round.number == 0 => return Vec::new(),
            SightChange::Nothing => return Vec::new(),
            SightChange::Unit(unit) => Some(unit),
            SightChange::Everything => None,
        };
        let (context, all) = (self.sight_context(), self.sight_subjects());
        let mover = mover.and_then(|id| all.iter().find(|subject| subject.id == id)).copied();
        let mut detected = Vec::new();
        for (&side, known) in &self.knowledge.0 {
            let own: Vec<&SightSubject> = all.iter().filter(|subject| subject.side == side).collect();
            for target in all.iter().filter(|target| target.side != side) {
                let was = known.sees(target.id);
                let any_sees = || own.iter().any(|observer| context.sees(observer, target));
                let is = match mover {
                    Some(mover) if mover.id == target.id => any_sees(),
                    Some(mover) if mover.side == side => context.sees(&mover, target) || (was && any_sees()),
                    Some(_) => was,
                    None => any_sees(),
                };
                let (unit, at) = (target.id, target.cell);
                match (was, is) {
                    (false, true) => detected.push(BattleEvent::Spotted { side, unit, at }),
                    (true, false) => {
                        detected.push(BattleEvent::LostSight { side, unit, at: known.units[&unit].cell })
                    }
                    _ => {}
                }
            }
        }
        detected
    }

    /// Updates what sides know after an event.
    fn remember_event(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Spotted { side, unit, at } => {
                let (round, down) =
                    (self.round.number, self.unit(*unit).and_then(|unit| unit.out_of_action.down()));
                let sighting = Sighting { cell: *at, round, in_sight: true, down, gone: false };
                if let Some(known) = self.knowledge.0.get_mut(side) {
                    known.units.insert(*unit, sighting);
                }
                if let Some(record) = self.history.records.last_mut() {
                    record.revealed = true; // hidden information
                }
            }
            BattleEvent::LostSight { side, unit, at } => {
                let escaped = self.unit(*unit).is_some_and(|unit| unit.out_of_action.escaped());
                let known = self.knowledge.0.get_mut(side);
                if let Some(sighting) = known.and_then(|known| known.units.get_mut(unit)) {
                    sighting.in_sight = false;
                    sighting.cell = *at;
                    sighting.gone = escaped;
                }
            }
            _ => {}
        }
        self.update_sighted_cells();
        match self.sight_change(event) {
            _ if self.round.number == 0 => {}
            SightChange::Nothing => {}
            SightChange::Unit(unit) => self.update_explored(placed_item(event), Some(unit)),
            SightChange::Everything => self.update_explored(placed_item(event), None),
        }
    }

    /// Like the function [`sight_change`], also for the start and end of a phase without communications. `SS-CALL-112`
    fn sight_change(&self, event: &BattleEvent) -> SightChange {
        match event {
            BattleEvent::PhaseBegan { unit }
            | BattleEvent::PhaseEnded { unit }
            | BattleEvent::Delayed { unit }
                if self.has_no_comms(*unit) =>
            {
                SightChange::Unit(*unit)
            }
            _ => sight_change(event),
        }
    }

    /// Updates the known positions of units in sight.
    fn update_sighted_cells(&mut self) {
        let round = self.round.number;
        for known in self.knowledge.0.values_mut() {
            for (unit, sighting) in known.units.iter_mut().filter(|(_, sighting)| sighting.in_sight) {
                let Some(unit) = self.index.get(*unit).and_then(|entity| self.units.get(entity).ok()) else {
                    continue;
                };
                (sighting.cell, sighting.down) = (unit.position.cell(), unit.out_of_action.down());
                sighting.round = round;
            }
        }
    }

    /// Updates explored cells, known barriers and items (with a new one), and last known positions found empty.
    pub(crate) fn update_explored(&mut self, new: Option<(ItemId, Cell)>, mover: Option<UnitId>) {
        let all = self.sight_subjects();
        let walls: Vec<(BarrierId, ObstaclePosition, BarrierState)> =
            self.barriers.iter().map(|(id, _, place, state)| (*id, place.place(), *state)).collect();
        let lying: Vec<(ItemId, Cell)> =
            self.items.iter().map(|(id, item)| (*id, item.cell())).chain(new).collect();
        let context = SightContext {
            grid: self.field.grid(),
            setup: &self.setup,
            coverings: &self.field.ground_effects,
        };
        for (&side, known) in &mut self.knowledge.0 {
            let own: Vec<&SightSubject> = all.iter().filter(|subject| subject.side == side).collect();
            let sees = |cell: Cell, body| own.iter().any(|subject| context.has_in_view(subject, cell, body));
            let mut squares = Squares::from_cells(std::mem::take(&mut known.explored));
            for subject in own.iter().filter(|subject| mover.is_none_or(|mover| mover == subject.id)) {
                context.add_visible_cells(subject, &mut squares);
            }
            known.explored = squares.cells;
            // A last known position holds until a unit looks at it from elsewhere.
            let observer = own.iter().find(|subject| Some(subject.id) == mover);
            for (id, sighting) in
                known.units.iter_mut().filter(|(_, sighting)| !sighting.in_sight && !sighting.gone)
            {
                let there =
                    all.iter().any(|unit| unit.id == *id && unit.is_on_field && unit.cell == sighting.cell);
                sighting.gone = !there
                    && observer
                        .is_some_and(|subject| context.has_in_view(subject, sighting.cell, Body::STANDING));
            }
            for (item, cell) in &lying {
                if !known.items.contains(item) && sees(*cell, Body::STANDING) {
                    known.items.insert(*item);
                }
            }
            for (id, place, state) in &walls {
                let differs = known.barrier_state(*id) != *state;
                if differs && viewing_cells(*place).iter().any(|cell| sees(*cell, Body::STANDING)) {
                    known.barriers.insert(*id, *state);
                    if let Some(Ok((_, wall, ..))) =
                        self.field.barrier(*id).map(|(entity, _)| self.barriers.get(entity))
                    {
                        update_barrier_on_map(&mut known.field, *id, wall.kind(), *state);
                    }
                }
            }
        }
    }
}

/// Cells from which a place is looked at; an obstacle that fills a cell is seen from the cells around it.
fn viewing_cells(place: ObstaclePosition) -> Vec<Cell> {
    match place {
        ObstaclePosition::Square(cell) => {
            [cell].into_iter().chain(Direction::ALL.map(|direction| cell.step(direction))).collect()
        }
        ObstaclePosition::Edge(edge) => edge.cells().to_vec(),
    }
}

/// All cells that a side's units have in view.
pub(crate) fn cells_in_view<'a>(
    context: SightContext<'a>,
    own: impl Iterator<Item = SightSubject>,
) -> CellSet {
    let mut squares = Squares::from_cells(CellSet::new(context.grid));
    own.for_each(|subject| context.add_visible_cells(&subject, &mut squares));
    squares.cells
}

impl BattleView<'_, '_> {
    /// Cells that the viewer has in view now; `None` if the view is complete.
    pub fn cells_in_view(&self) -> Option<CellSet> {
        let side = self.viewer().filter(|_| self.viewer_knowledge().is_some())?;
        let context =
            SightContext { grid: self.field().grid(), setup: self.setup(), coverings: self.ground_effects() };
        let own = self
            .units()
            .filter(|unit| *unit.side == side)
            .map(|unit| SightSubject::from_unit(&unit, !self.is_out_of_contact(&unit)));
        Some(cells_in_view(context, own))
    }
}
