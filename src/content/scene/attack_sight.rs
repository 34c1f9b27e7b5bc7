//! Sight and cover between units of a scene, and what is around them.

use super::actions::SceneContents;
use crate::definitions::entry_validator::EntryValidator;
use field::{Body, LineOfFire};
use model::BarrierSource;
use rules::status::Ailment;
use rules::{BarrierOnLine, Bystander, OperableObject, Surroundings, TargetSight, UnitSnapshot};

impl SceneContents {
    /// The line of fire between two units, if barriers and both units have positions.
    pub(super) fn line_of_fire(&self, one: usize, other: usize) -> Option<LineOfFire> {
        let body = |unit: &UnitSnapshot| if unit.prone { Body::PRONE } else { Body::STANDING };
        let (from, to) = (self.units.cells[one]?, self.units.cells[other]?);
        let (own, theirs) = (body(&self.units.units[one]), body(&self.units.units[other]));
        self.barriers.line_of_fire((from, own), (to, theirs))
    }

    /// How a unit sees another one at a distance, squared in metres and in squares.
    pub(super) fn sight_between(
        &self,
        one: usize,
        other: usize,
        fire: Option<&LineOfFire>,
        (distance_squared, rings): (u32, u32),
    ) -> TargetSight {
        let hidden = fire.map_or(0, |fire| fire.hidden);
        let (unit, target) = (&self.units.units[one], &self.units.units[other]);
        let surprisers = target.surprised_by.iter().copied();
        let surprised = self.rules.engine.surprised_by.denies_defence(surprisers, unit.id);
        TargetSight {
            distance_squared,
            chebyshev_distance: rings,
            hidden,
            took_cover: target.in_cover,
            across_obstacle: hidden > 0,
            aware: fire.is_none_or(|fire| fire.seen) && !unit.concealed && !surprised,
        }
    }

    /// Barriers of the line of fire that are adjacent to the target; without positions, the last one.
    pub(super) fn barriers_beside(&self, target: usize, barriers: &[BarrierOnLine]) -> Vec<BarrierSource> {
        match self.units.cells[target] {
            Some(at) if self.barriers.are_placed() => {
                let touching = barriers.iter().filter(|barrier| self.barriers.is_beside(barrier.id, at));
                touching.map(|barrier| barrier.id).collect()
            }
            _ => barriers.last().map(|barrier| barrier.id).into_iter().collect(),
        }
    }

    /// Numbers of the barriers that a scene names beside the target; reports an unknown name.
    pub(super) fn named_barriers(
        &self,
        entry: &mut EntryValidator<'_>,
        names: &[String],
    ) -> Option<Vec<BarrierSource>> {
        let known = &self.barriers.list;
        let mut ids = Vec::new();
        for name in names {
            let Some(barrier) = known.iter().find(|barrier| barrier.name == *name) else {
                let names = known.iter().map(|barrier| barrier.name.as_str());
                entry.require_known(&["beside_target"], "barrier", name, names);
                return None;
            };
            ids.push(barrier.id);
        }
        Some(ids)
    }

    /// Units and objects around a target, if everything has a position.
    pub(super) fn surrounding_targets(
        &self,
        one: usize,
        other: usize,
    ) -> (Vec<Bystander>, Vec<OperableObject>) {
        let cells = self.units.cells[one].zip(self.units.cells[other]);
        let operables = cells.map(|(from, to)| self.barriers.operables(from, to));
        (self.bystanders(one, other), operables.unwrap_or_default())
    }

    /// Other active units that have a square.
    fn bystanders(&self, one: usize, other: usize) -> Vec<Bystander> {
        let Some(at) = self.units.cells[other] else { return Vec::new() };
        let thirds = self.units.units.iter().zip(&self.units.cells).enumerate();
        thirds
            .filter(|(place, (unit, _))| *place != one && *place != other && unit.down.is_none())
            .filter_map(|(place, (unit, cell))| {
                let cell = (*cell)?;
                let distance = self.attack_distance(None, Some((one, place)), 1);
                let sight = self.sight_between(one, place, self.line_of_fire(one, place).as_ref(), distance);
                Some(Bystander {
                    unit: unit.clone(),
                    offset: (cell.x - at.x, at.y - cell.y),
                    sight,
                    surroundings: Surroundings {
                        attacker: self.units.units[one].ground,
                        target: unit.ground,
                        weather: self.weather,
                        zero_gravity: self.zero_gravity,
                        ..Surroundings::default()
                    },
                    sees_target: true,
                })
            })
            .collect()
    }

    /// Units on the squares around a unit, in file order.
    pub(super) fn adjacent_units(&self, place: usize) -> Vec<UnitSnapshot> {
        let Some(at) = self.units.cells[place] else { return Vec::new() };
        let all = self.units.units.iter().zip(&self.units.cells);
        let beside = all.filter(|(_, cell)| cell.is_some_and(|cell| cell.chebyshev_distance(at) == 1));
        beside.map(|(unit, _)| unit.clone()).collect()
    }

    /// Whether a unit is in cover from the unit that pinned it. `CS-PIN-10`.
    pub(super) fn is_covered_from_pinning_unit(&self, place: usize) -> bool {
        let unit = &self.units.units[place];
        let pinned = unit.ailments.iter().find(|one| one.ailment == Ailment::Pinned);
        let Some(by) = pinned.and_then(|one| one.by) else { return false };
        let Some(from) = self.units.units.iter().position(|other| other.id == by) else { return false };
        match (self.line_of_fire(from, place), self.units.cells[place]) {
            (Some(fire), Some(at)) => {
                let mut crossings = fire.cover.iter().chain(&fire.clear);
                crossings.any(|crossing| crossing.place.touches(at))
            }
            _ => unit.in_cover,
        }
    }
}
