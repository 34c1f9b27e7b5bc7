//! After every event sides look around: who comes into sight, who is lost, which doors and things they notice.

use super::sight::{SightContext, SightSubject, VisibleCells as Squares};
use crate::engine::apply::BattleWriter;
use crate::model::components::inventory::ItemId;
use crate::model::components::{BarrierId, BarrierState, Side, StatusKind, UnitId};
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::event_visibility::{EventObservers, EventSubjects, EventVisibility};
use crate::model::ground_effect::GroundEffect;
use crate::model::knowledge::{CellSet, Knowledge, SideSet, Sighting, update_barrier_on_map};
use crate::view::battle_view::UnitDataItem;
use field::{Body, Cell, Direction, ObstaclePosition};
use rules::special_actions::vehicles;
use rules::status::{self, ActiveAilment, TestKind};

/// Whose standing has changed by an event, as far as sight goes.
enum SightChange {
    Nothing,
    Unit(UnitId),
    Everything,
}

impl SightSubject {
    /// A unit as it stands; `heard` if its side learns what it sees. What carries people sees through their eyes.
    pub(crate) fn from_unit(unit: &UnitDataItem, heard: bool) -> Self {
        Self {
            id: *unit.id,
            side: *unit.side,
            cell: unit.cell(),
            body: unit.body(),
            can_see: heard
                && unit.is_fighting()
                && !unit.is_driven()
                && status::failing_ailment(unit.status.ailments(), TestKind::Look).is_none(),
            is_hiding: unit.status.has(StatusKind::Concealed),
            is_on_field: !unit.out_of_action.escaped(),
        }
    }
}

fn sight_change(event: &BattleEvent) -> SightChange {
    match event {
        // Everybody inside it is heard no more, or again.
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
        | BattleEvent::GroundCovered { what: GroundEffect::Smoke, .. }
        | BattleEvent::GroundCleared { what: GroundEffect::Smoke, .. } => SightChange::Everything,
        BattleEvent::Stepped { unit, .. } | BattleEvent::Displaced { unit, .. } => SightChange::Unit(*unit),
        BattleEvent::StatusSet { unit, status } if affects_sight(status.kind) => SightChange::Unit(*unit),
        BattleEvent::StatusEnded { unit, kind } if affects_sight(*kind) => SightChange::Unit(*unit),
        BattleEvent::Afflicted { unit, .. } | BattleEvent::Relieved { unit, .. } => SightChange::Unit(*unit),
        BattleEvent::WentDown { unit, .. }
        | BattleEvent::Recovered { unit }
        | BattleEvent::Escaped { unit } => SightChange::Unit(*unit),
        BattleEvent::Dropped { .. } | BattleEvent::ItemLanded { .. } | BattleEvent::Activated { .. } => {
            SightChange::Everything
        }
        _ => SightChange::Nothing,
    }
}

fn affects_sight(kind: StatusKind) -> bool {
    matches!(kind, StatusKind::Prone | StatusKind::Concealed | StatusKind::Drives(_) | StatusKind::RidesIn(_))
}

/// Something lies on the field from now on.
fn placed_item(event: &BattleEvent) -> Option<(ItemId, Cell)> {
    match event {
        BattleEvent::Dropped { item, cell, .. }
        | BattleEvent::ItemLanded { item, cell, .. }
        | BattleEvent::Activated { item, cell, .. } => Some((*item, *cell)),
        _ => None,
    }
}

impl BattleWriter<'_, '_> {
    /// One event: it becomes state, whoever perceives it remembers, and what they notice then are further events.
    pub(crate) fn apply_and_perceive(&mut self, mut happening: EventRecord) {
        if !self.knowledge.has_fog_of_war() {
            self.apply_event(&happening.event);
            return self.history.record_event(happening, self.round.acting);
        }
        let before = self.event_visibility(&happening.event);
        self.apply_event(&happening.event);
        self.back_up_knowledge();
        let mut seen = before;
        let news = self.detect_changes(&happening.event);
        self.remember_event(&happening.event);
        let after = self.event_visibility(&happening.event);
        seen.sides = seen.sides.union(after.sides);
        for ((_, by), (_, then)) in seen.units.iter_mut().zip(after.units) {
            *by = by.union(then);
        }
        for event in &news {
            if let BattleEvent::Spotted { side, unit, .. } = event
                && let Some((_, by)) = seen.units.iter_mut().find(|(id, _)| id == unit)
            {
                *by = by.with(*side);
                if happening.event.subjects().seen_units.contains(unit) {
                    seen.sides = seen.sides.with(*side);
                }
            }
        }
        let over = matches!(happening.event, BattleEvent::Ended(_));
        happening.visibility = EventVisibility(Some(seen));
        let cause = happening.event.clone();
        self.history.record_event(happening, self.round.acting);
        for event in news {
            self.apply_and_perceive(EventRecord::new(event));
        }
        self.restore_knowledge(&cause);
        if over {
            // Nothing is hidden any more.
            *self.knowledge = Knowledge::default();
        }
    }

    /// Which sides learn of an event, and whom of it they see.
    fn event_visibility(&self, event: &BattleEvent) -> EventObservers {
        let EventSubjects { all, only, private, seen_units: who, other_units: besides, barrier, cell } =
            event.subjects();
        let sides: Vec<Side> = self.knowledge.0.keys().copied().collect();
        let mut told = SideSet::NONE;
        let mut units = Vec::new();
        for unit in who.iter().chain(&besides).copied() {
            let of = self.side_of(unit);
            let see = |side: &&Side| **side == of || (!private && self.knowledge.sees(**side, unit, of));
            let by = sides.iter().filter(see).fold(SideSet::NONE, |by, side| by.with(*side));
            if who.contains(&unit) {
                told = told.union(by);
            }
            if !units.iter().any(|(id, _)| *id == unit) {
                units.push((unit, by));
            }
        }
        for side in sides {
            let place = || {
                let near = barrier.and_then(|barrier| self.field.barrier(barrier));
                near.is_some_and(|(_, place)| self.has_in_view(side, place))
                    || cell.is_some_and(|cell| self.has_in_view(side, ObstaclePosition::Square(cell)))
            };
            if all || only == Some(side) || place() {
                told = told.with(side);
            }
        }
        EventObservers { sides: told, units }
    }

    fn sight_subjects(&self) -> Vec<SightSubject> {
        let read = |(id, entity)| {
            let (unit, side) = (self.units.get(entity).ok()?, self.sides.get(entity).ok()?);
            let body = if unit.status.has(StatusKind::Prone) { Body::PRONE } else { Body::STANDING };
            let heard = self.round.acting == Some(id) || !self.has_no_comms(id);
            Some(SightSubject {
                id,
                side: *side,
                cell: unit.position.cell(),
                body,
                can_see: heard
                    && unit.out_of_action.fighting()
                    && unit.vehicle_seats.0.is_none()
                    && status::failing_ailment(unit.status.ailments(), TestKind::Look).is_none(),
                is_hiding: unit.status.has(StatusKind::Concealed),
                is_on_field: !unit.out_of_action.escaped(),
            })
        };
        self.index.iter().filter_map(read).collect()
    }

    fn sight_context(&self) -> SightContext<'_> {
        SightContext { grid: self.field.grid(), setup: &self.setup, coverings: &self.field.ground_effects }
    }

    /// Whether somebody of a side has a place in view; nobody looks before the first round.
    fn has_in_view(&self, side: Side, place: ObstaclePosition) -> bool {
        if self.round.number == 0 {
            return false;
        }
        let air = self.sight_context();
        let own = self.sight_subjects().into_iter().filter(|one| one.side == side).collect::<Vec<_>>();
        viewing_cells(place)
            .iter()
            .any(|cell| own.iter().any(|one| air.has_in_view(one, *cell, Body::STANDING)))
    }

    /// What sides notice, or lose out of sight, as things stand now.
    fn detect_changes(&self, event: &BattleEvent) -> Vec<BattleEvent> {
        let mover = match self.sight_change(event) {
            _ if self.round.number == 0 => return Vec::new(),
            SightChange::Nothing => return Vec::new(),
            SightChange::Unit(unit) => Some(unit),
            SightChange::Everything => None,
        };
        let (air, all) = (self.sight_context(), self.sight_subjects());
        let mover = mover.and_then(|id| all.iter().find(|one| one.id == id)).copied();
        let mut news = Vec::new();
        for (&side, known) in &self.knowledge.0 {
            let own: Vec<&SightSubject> = all.iter().filter(|one| one.side == side).collect();
            for target in all.iter().filter(|target| target.side != side) {
                let was = known.sees(target.id);
                let anybody = || own.iter().any(|one| air.sees(one, target));
                let is = match mover {
                    Some(mover) if mover.id == target.id => anybody(),
                    Some(mover) if mover.side == side => air.sees(&mover, target) || (was && anybody()),
                    Some(_) => was,
                    None => anybody(),
                };
                let (unit, at) = (target.id, target.cell);
                match (was, is) {
                    (false, true) => news.push(BattleEvent::Spotted { side, unit, at }),
                    (true, false) => {
                        news.push(BattleEvent::LostSight { side, unit, at: known.units[&unit].cell })
                    }
                    _ => {}
                }
            }
        }
        news
    }

    /// What sides remember of what they have in sight now.
    fn remember_event(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Spotted { side, unit, at } => {
                let (round, down) = (self.round.number, self.unit_ref(*unit).out_of_action.down());
                let sighting = Sighting { cell: *at, round, in_sight: true, down, gone: false };
                if let Some(known) = self.knowledge.0.get_mut(side) {
                    known.units.insert(*unit, sighting);
                }
                if let Some(chapter) = self.history.records.last_mut() {
                    chapter.revealed = true; // something hidden came to light
                }
            }
            BattleEvent::LostSight { side, unit, at } => {
                let escaped = self.unit_ref(*unit).out_of_action.escaped();
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

    /// Whoever is without contact is heard in its own phase alone. `SS-CALL-112`
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

    /// Whoever is in sight is known where it is.
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

    /// Ground, walls, things with what has just come to lie, and places where somebody is no longer.
    pub(crate) fn update_explored(&mut self, new: Option<(ItemId, Cell)>, mover: Option<UnitId>) {
        let all = self.sight_subjects();
        let walls: Vec<(BarrierId, ObstaclePosition, BarrierState)> =
            self.barriers.iter().map(|(id, _, place, state)| (*id, place.place(), *state)).collect();
        let lying: Vec<(ItemId, Cell)> =
            self.items.iter().map(|(_, id, item)| (*id, item.cell())).chain(new).collect();
        let air = SightContext {
            grid: self.field.grid(),
            setup: &self.setup,
            coverings: &self.field.ground_effects,
        };
        for (&side, known) in &mut self.knowledge.0 {
            let own: Vec<&SightSubject> = all.iter().filter(|one| one.side == side).collect();
            let sees = |cell: Cell, body| own.iter().any(|one| air.has_in_view(one, cell, body));
            let mut squares = Squares::from_cells(std::mem::take(&mut known.explored));
            for one in own.iter().filter(|one| mover.is_none_or(|mover| mover == one.id)) {
                air.add_visible_cells(one, &mut squares);
            }
            known.explored = squares.cells;
            // Where somebody went out of sight is believed in until one looks at the place from somewhere else.
            let looks = own.iter().find(|one| Some(one.id) == mover);
            for (id, sighting) in known.units.iter_mut().filter(|(_, one)| !one.in_sight && !one.gone) {
                let there =
                    all.iter().any(|one| one.id == *id && one.is_on_field && one.cell == sighting.cell);
                sighting.gone =
                    !there && looks.is_some_and(|one| air.has_in_view(one, sighting.cell, Body::STANDING));
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

/// Squares from which one looks at a place: what fills a square is seen from beside it.
fn viewing_cells(place: ObstaclePosition) -> Vec<Cell> {
    match place {
        ObstaclePosition::Square(cell) => {
            [cell].into_iter().chain(Direction::ALL.map(|direction| cell.step(direction))).collect()
        }
        ObstaclePosition::Edge(edge) => edge.cells().to_vec(),
    }
}

/// Every square that a side has in view, from where its units stand.
pub(crate) fn cells_in_view<'a>(air: SightContext<'a>, own: impl Iterator<Item = SightSubject>) -> CellSet {
    let mut squares = Squares::from_cells(CellSet::new(air.grid));
    own.for_each(|one| air.add_visible_cells(&one, &mut squares));
    squares.cells
}
