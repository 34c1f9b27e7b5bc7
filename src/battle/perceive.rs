//! After every event sides look around: who comes into sight, who is lost, which doors and things they notice.

use super::apply::Ledger;
use super::arsenal::ItemId;
use super::components::{BarrierId, BarrierState, Side, StatusKind, UnitId};
use super::covering::Covering;
use super::event::{Event, Happening};
use super::knowledge::{Ground, Knowledge, Sides, Sighting, redraw};
use super::sight::{Air, Seen as Squares, Stander};
use super::view::UnitDataItem;
use super::witness::{About, Seen, Witnesses};
use field::{Body, Cell, Direction, Place};
use rules::riding;
use rules::status::{self, Suffered, Test};

/// Whose standing has changed by an event, as far as sight goes.
enum Changed {
    Nothing,
    One(UnitId),
    Everything,
}

impl Stander {
    /// A unit as it stands; `heard` if its side learns what it sees. What carries people sees through their eyes.
    pub(super) fn of(unit: &UnitDataItem, heard: bool) -> Self {
        Self {
            id: *unit.id,
            side: *unit.side,
            cell: unit.cell(),
            body: unit.body(),
            looks: heard
                && unit.fighting()
                && !unit.is_driven()
                && status::fails(unit.status.ailments(), Test::Look).is_none(),
            hides: unit.status.has(StatusKind::Concealed),
            here: !unit.casualty.escaped(),
        }
    }
}

fn changed(event: &Event) -> Changed {
    match event {
        // Everybody inside it is heard no more, or again.
        Event::Afflicted { suffered: Suffered { ailment, .. }, .. } | Event::Relieved { ailment, .. }
            if riding::cuts_off(*ailment) =>
        {
            Changed::Everything
        }
        Event::RoundBegan { round: 1 }
        | Event::DoorMoved { .. }
        | Event::BarrierDamaged { .. }
        | Event::BarrierHoled { .. }
        | Event::GroundCovered { what: Covering::Smoke, .. }
        | Event::GroundCleared { what: Covering::Smoke, .. } => Changed::Everything,
        Event::Stepped { unit, .. } | Event::Carried { unit, .. } => Changed::One(*unit),
        Event::StatusSet { unit, status } if is_seen(status.kind) => Changed::One(*unit),
        Event::StatusEnded { unit, kind } if is_seen(*kind) => Changed::One(*unit),
        Event::Afflicted { unit, .. } | Event::Relieved { unit, .. } => Changed::One(*unit),
        Event::Fell { unit, .. } | Event::CameRound { unit } | Event::Escaped { unit } => Changed::One(*unit),
        Event::Dropped { .. } | Event::Landed { .. } | Event::Activated { .. } => Changed::Everything,
        _ => Changed::Nothing,
    }
}

fn is_seen(kind: StatusKind) -> bool {
    matches!(kind, StatusKind::Prone | StatusKind::Concealed | StatusKind::Drives(_) | StatusKind::RidesIn(_))
}

/// Something lies on the field from now on.
fn lies(event: &Event) -> Option<(ItemId, Cell)> {
    match event {
        Event::Dropped { item, cell, .. }
        | Event::Landed { item, cell, .. }
        | Event::Activated { item, cell, .. } => Some((*item, *cell)),
        _ => None,
    }
}

impl Ledger<'_, '_> {
    /// One event: it becomes state, whoever perceives it remembers, and what they notice then are further events.
    pub(super) fn apply(&mut self, mut happening: Happening) {
        if !self.knowledge.is_kept() {
            self.change(&happening.event);
            return self.history.note(happening, self.round.acting);
        }
        let before = self.witnesses(&happening.event);
        self.change(&happening.event);
        self.set_aside();
        let mut seen = before;
        let news = self.look(&happening.event);
        self.remember(&happening.event);
        let after = self.witnesses(&happening.event);
        seen.told = seen.told.or(after.told);
        for ((_, by), (_, then)) in seen.units.iter_mut().zip(after.units) {
            *by = by.or(then);
        }
        for event in &news {
            if let Event::Spotted { side, unit, .. } = event
                && let Some((_, by)) = seen.units.iter_mut().find(|(id, _)| id == unit)
            {
                *by = by.with(*side);
                if happening.event.about().who.contains(unit) {
                    seen.told = seen.told.with(*side);
                }
            }
        }
        let over = matches!(happening.event, Event::Ended(_));
        happening.witnesses = Witnesses(Some(seen));
        let cause = happening.event.clone();
        self.history.note(happening, self.round.acting);
        for event in news {
            self.apply(Happening::new(event));
        }
        self.take_back(&cause);
        if over {
            // Nothing is hidden any more.
            *self.knowledge = Knowledge::default();
        }
    }

    /// Which sides learn of an event, and whom of it they see.
    fn witnesses(&self, event: &Event) -> Seen {
        let About { all, only, private, who, besides, barrier, cell } = event.about();
        let sides: Vec<Side> = self.knowledge.0.keys().copied().collect();
        let mut told = Sides::NONE;
        let mut units = Vec::new();
        for unit in who.iter().chain(&besides).copied() {
            let of = self.side(unit);
            let see = |side: &&Side| **side == of || (!private && self.knowledge.sees(**side, unit, of));
            let by = sides.iter().filter(see).fold(Sides::NONE, |by, side| by.with(*side));
            if who.contains(&unit) {
                told = told.or(by);
            }
            if !units.iter().any(|(id, _)| *id == unit) {
                units.push((unit, by));
            }
        }
        for side in sides {
            let place = || {
                let near = barrier.and_then(|barrier| self.field.barrier(barrier));
                near.is_some_and(|(_, place)| self.has_in_view(side, place))
                    || cell.is_some_and(|cell| self.has_in_view(side, Place::Square(cell)))
            };
            if all || only == Some(side) || place() {
                told = told.with(side);
            }
        }
        Seen { told, units }
    }

    fn standers(&self) -> Vec<Stander> {
        let read = |(id, entity)| {
            let (unit, side) = (self.units.get(entity).ok()?, self.sides.get(entity).ok()?);
            let body = if unit.status.has(StatusKind::Prone) { Body::PRONE } else { Body::STANDING };
            let heard = self.round.acting == Some(id) || !self.is_cut_off(id);
            Some(Stander {
                id,
                side: *side,
                cell: unit.position.cell(),
                body,
                looks: heard
                    && unit.casualty.fighting()
                    && unit.seating.0.is_none()
                    && status::fails(unit.status.ailments(), Test::Look).is_none(),
                hides: unit.status.has(StatusKind::Concealed),
                here: !unit.casualty.escaped(),
            })
        };
        self.index.iter().filter_map(read).collect()
    }

    fn air(&self) -> Air<'_> {
        Air { grid: self.field.grid(), setup: &self.setup, coverings: &self.field.coverings }
    }

    /// Whether somebody of a side has a place in view; nobody looks before the first round.
    fn has_in_view(&self, side: Side, place: Place) -> bool {
        if self.round.number == 0 {
            return false;
        }
        let air = self.air();
        let own = self.standers().into_iter().filter(|one| one.side == side).collect::<Vec<_>>();
        looked_at(place).iter().any(|cell| own.iter().any(|one| air.has_in_view(one, *cell, Body::STANDING)))
    }

    /// What sides notice, or lose out of sight, as things stand now.
    fn look(&self, event: &Event) -> Vec<Event> {
        let mover = match self.changed(event) {
            _ if self.round.number == 0 => return Vec::new(),
            Changed::Nothing => return Vec::new(),
            Changed::One(unit) => Some(unit),
            Changed::Everything => None,
        };
        let (air, all) = (self.air(), self.standers());
        let mover = mover.and_then(|id| all.iter().find(|one| one.id == id)).copied();
        let mut news = Vec::new();
        for (&side, known) in &self.knowledge.0 {
            let own: Vec<&Stander> = all.iter().filter(|one| one.side == side).collect();
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
                    (false, true) => news.push(Event::Spotted { side, unit, at }),
                    (true, false) => news.push(Event::LostSight { side, unit, at: known.units[&unit].cell }),
                    _ => {}
                }
            }
        }
        news
    }

    /// What sides remember of what they have in sight now.
    fn remember(&mut self, event: &Event) {
        match event {
            Event::Spotted { side, unit, at } => {
                let (round, down) = (self.round.number, self.peek(*unit).casualty.down());
                let sighting = Sighting { cell: *at, round, in_sight: true, down, gone: false };
                if let Some(known) = self.knowledge.0.get_mut(side) {
                    known.units.insert(*unit, sighting);
                }
                if let Some(chapter) = self.history.chapters.last_mut() {
                    chapter.revealed = true; // something hidden came to light
                }
            }
            Event::LostSight { side, unit, at } => {
                let escaped = self.peek(*unit).casualty.escaped();
                let known = self.knowledge.0.get_mut(side);
                if let Some(sighting) = known.and_then(|known| known.units.get_mut(unit)) {
                    sighting.in_sight = false;
                    sighting.cell = *at;
                    sighting.gone = escaped;
                }
            }
            _ => {}
        }
        self.follow();
        match self.changed(event) {
            _ if self.round.number == 0 => {}
            Changed::Nothing => {}
            Changed::One(unit) => self.notice(lies(event), Some(unit)),
            Changed::Everything => self.notice(lies(event), None),
        }
    }

    /// Whoever is without contact is heard in its own phase alone. `SS-CALL-112`
    fn changed(&self, event: &Event) -> Changed {
        match event {
            Event::PhaseBegan { unit } | Event::PhaseEnded { unit } | Event::Delayed { unit }
                if self.is_cut_off(*unit) =>
            {
                Changed::One(*unit)
            }
            _ => changed(event),
        }
    }

    /// Whoever is in sight is known where it is.
    fn follow(&mut self) {
        let round = self.round.number;
        for known in self.knowledge.0.values_mut() {
            for (unit, sighting) in known.units.iter_mut().filter(|(_, sighting)| sighting.in_sight) {
                let Some(unit) = self.index.get(*unit).and_then(|entity| self.units.get(entity).ok()) else {
                    continue;
                };
                (sighting.cell, sighting.down) = (unit.position.cell(), unit.casualty.down());
                sighting.round = round;
            }
        }
    }

    /// Ground, walls, things with what has just come to lie, and places where somebody is no longer.
    pub(super) fn notice(&mut self, new: Option<(ItemId, Cell)>, mover: Option<UnitId>) {
        let all = self.standers();
        let walls: Vec<(BarrierId, Place, BarrierState)> =
            self.barriers.iter().map(|(id, _, place, state)| (*id, place.place(), *state)).collect();
        let lying: Vec<(ItemId, Cell)> =
            self.items.iter().map(|(_, id, item)| (*id, item.cell())).chain(new).collect();
        let air = Air { grid: self.field.grid(), setup: &self.setup, coverings: &self.field.coverings };
        for (&side, known) in &mut self.knowledge.0 {
            let own: Vec<&Stander> = all.iter().filter(|one| one.side == side).collect();
            let sees = |cell: Cell, body| own.iter().any(|one| air.has_in_view(one, cell, body));
            let mut squares = Squares::on(std::mem::take(&mut known.explored));
            for one in own.iter().filter(|one| mover.is_none_or(|mover| mover == one.id)) {
                air.look_around(one, &mut squares);
            }
            known.explored = squares.ground;
            // Where somebody went out of sight is believed in until one looks at the place from somewhere else.
            let looks = own.iter().find(|one| Some(one.id) == mover);
            for (id, sighting) in known.units.iter_mut().filter(|(_, one)| !one.in_sight && !one.gone) {
                let there = all.iter().any(|one| one.id == *id && one.here && one.cell == sighting.cell);
                sighting.gone =
                    !there && looks.is_some_and(|one| air.has_in_view(one, sighting.cell, Body::STANDING));
            }
            for (item, cell) in &lying {
                if !known.items.contains(item) && sees(*cell, Body::STANDING) {
                    known.items.insert(*item);
                }
            }
            for (id, place, state) in &walls {
                let differs = known.barrier(*id) != *state;
                if differs && looked_at(*place).iter().any(|cell| sees(*cell, Body::STANDING)) {
                    known.barriers.insert(*id, *state);
                    if let Some(Ok((_, wall, ..))) =
                        self.field.barrier(*id).map(|(entity, _)| self.barriers.get(entity))
                    {
                        redraw(&mut known.field, *id, wall.kind(), *state);
                    }
                }
            }
        }
    }
}

/// Squares from which one looks at a place: what fills a square is seen from beside it.
fn looked_at(place: Place) -> Vec<Cell> {
    match place {
        Place::Square(cell) => {
            [cell].into_iter().chain(Direction::ALL.map(|direction| cell.step(direction))).collect()
        }
        Place::Edge(edge) => edge.cells().to_vec(),
    }
}

/// Every square that a side has in view, from where its units stand.
pub(super) fn in_view<'a>(air: Air<'a>, own: impl Iterator<Item = Stander>) -> Ground {
    let mut squares = Squares::on(Ground::new(air.grid));
    own.for_each(|one| air.look_around(&one, &mut squares));
    squares.ground
}
