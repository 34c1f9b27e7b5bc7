//! What is true of a fight after every order, whatever was ordered.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::model::components::inventory::{CarriedItem, ItemId};
use crate::model::components::{Side, StatusKind, UnitId};
use crate::view::battle_view::{BattleView, UnitDataItem};
use field::Cell;
use rules::{Gauge, GaugeShape, play};

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvariantViolation {
    /// Two units have the same number, or they are out of order.
    #[error("unit {} does not have a number of its own", .0.0)]
    UnitNumbering(UnitId),
    /// A side that the skirmish does not have.
    #[error("unit {} is of side {}, which the skirmish does not have", .unit.0, .side.0)]
    NoSuchSide {
        /// Who.
        unit: UnitId,
        /// Which.
        side: Side,
    },
    /// A unit is where nobody can be.
    #[error("unit {} is on {}, {}, where nobody can be", .unit.0, .cell.x, .cell.y)]
    InWall {
        /// Who.
        unit: UnitId,
        /// Where.
        cell: Cell,
    },
    /// Two units that take up room are on one square.
    #[error("units {} and {} are both on {}, {}", .one.0, .other.0, .cell.x, .cell.y)]
    TwoInCell {
        /// Who.
        one: UnitId,
        /// Who else.
        other: UnitId,
        /// Where.
        cell: Cell,
    },
    /// Somebody inside a vehicle is not where the vehicle is.
    #[error("unit {} is not where vehicle {} is, in which it sits", .unit.0, .vehicle.0)]
    NotInVehicleCell {
        /// Who.
        unit: UnitId,
        /// In what.
        vehicle: UnitId,
    },
    /// The index by squares does not find a unit where it is.
    #[error("unit {} is not found on its square", .0.0)]
    MissingFromIndex(UnitId),
    /// More points than there are in a pass.
    #[error("unit {} has {points} points, more than {MAX_POINTS}", .unit.0)]
    TooManyPoints {
        /// Who.
        unit: UnitId,
        /// How many.
        points: u8,
    },
    /// More Karma than the sheet has, or more promised than there is.
    #[error("unit {} has {left} Karma of {most}, {promised} of it promised", .unit.0)]
    KarmaOutOfRange {
        /// Who.
        unit: UnitId,
        /// Points left.
        left: u8,
        /// Points of the sheet.
        most: u8,
        /// Points that its plan needs.
        promised: u8,
    },
    /// A gauge of its condition beyond its end.
    #[error("unit {} has {label} at {value}", .unit.0)]
    GaugeOutOfRange {
        /// Who.
        unit: UnitId,
        /// The gauge.
        label: String,
        /// What it shows.
        value: String,
    },
    /// More rounds than the magazine holds.
    #[error("{weapon} of unit {} holds {loaded} rounds of {magazine}", .unit.0)]
    OverfullMagazine {
        /// Whose.
        unit: UnitId,
        /// What.
        weapon: String,
        /// Rounds in it.
        loaded: u32,
        /// Rounds of a full one.
        magazine: u32,
    },
    /// More in hand than there are hands.
    #[error("unit {} holds {hands} hands full", .unit.0)]
    TooManyHandsUsed {
        /// Who.
        unit: UnitId,
        /// Hands that what it holds takes.
        hands: u8,
    },
    /// A status or an ailment is there twice.
    #[error("unit {} has {status} twice", .unit.0)]
    DuplicateStatus {
        /// Who.
        unit: UnitId,
        /// What.
        status: String,
    },
    /// It holds or is held twice.
    #[error("unit {} is in more than one grip", .0.0)]
    MultipleGrips(UnitId),
    /// What ties two units is told by one of them only.
    #[error("unit {} has {status}, of which the other one knows nothing", .unit.0)]
    OneSidedStatus {
        /// Who.
        unit: UnitId,
        /// What.
        status: String,
    },
    /// A status names a unit that is not there.
    #[error("unit {} has {status}, and there is no such unit", .unit.0)]
    UnknownUnitInStatus {
        /// Who.
        unit: UnitId,
        /// What.
        status: String,
    },
    /// It is the phase of somebody who cannot act.
    #[error("it is the phase of unit {}, which is out of the fight", .0.0)]
    ActingUnitCannotAct(UnitId),
    /// Two things have the same number, or one that is still to be given.
    #[error("item {} does not have a number of its own", .0.0)]
    DuplicateItemId(ItemId),
    /// A question that nobody can answer.
    #[error("the question of {clause} has no answers, or one of them twice")]
    UnanswerablePrompt {
        /// The clause that asks.
        clause: &'static str,
    },
    /// A side remembers a unit in sight somewhere else than it is.
    #[error("side {} sees unit {} where it is not", .side.0, .unit.0)]
    SightingMismatch {
        /// Who sees.
        side: Side,
        /// Whom.
        unit: UnitId,
    },
}

/// Points that no unit of any book exceeds.
const MAX_POINTS: u8 = 6;

/// The first thing that is broken, if anything is. Looks at the whole fight, whoever views it.
pub fn first_violation(view: &BattleView) -> Option<InvariantViolation> {
    // Where somebody was when the field was left is where nobody is any more.
    let places = |view: &BattleView| if view.round().after().is_some() { None } else { check_places(view) };
    check_units(view)
        .or_else(|| places(view))
        .or_else(|| check_items(view))
        .or_else(|| check_turn_order(view))
}

fn check_units(view: &BattleView) -> Option<InvariantViolation> {
    let mut last = UnitId(0);
    for unit in view.all_units() {
        let id = *unit.id;
        if id <= last {
            return Some(InvariantViolation::UnitNumbering(id));
        }
        last = id;
        if usize::from(unit.side.0) >= view.setup().bundle().skirmish.sides.len() {
            return Some(InvariantViolation::NoSuchSide { unit: id, side: *unit.side });
        }
        let found = check_reserves(&unit)
            .or_else(|| check_condition(view, &unit))
            .or_else(|| unit.inventory.items().iter().find_map(|carried| check_magazine(id, carried)))
            .or_else(|| check_hands(&unit))
            .or_else(|| check_statuses(view, &unit));
        if found.is_some() {
            return found;
        }
    }
    None
}

fn check_reserves(unit: &UnitDataItem) -> Option<InvariantViolation> {
    let (points, left, most) = (unit.points.left(), unit.karma.left(), play::karma(unit.sheet.get()));
    if points > MAX_POINTS {
        return Some(InvariantViolation::TooManyPoints { unit: *unit.id, points });
    }
    let promised = unit.karma.karma().plan.points_needed();
    (left > most || promised > left).then_some(InvariantViolation::KarmaOutOfRange {
        unit: *unit.id,
        left,
        most,
        promised,
    })
}

/// What is left of a pool is never more than the pool, and what is suffered never less than nothing.
fn check_condition(view: &BattleView, unit: &UnitDataItem) -> Option<InvariantViolation> {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let wrong = |gauge: &Gauge| match gauge.shape {
        GaugeShape::Bar { now, max } => now > max,
        GaugeShape::Rising { now, .. } => now < 0,
        GaugeShape::Boxes(_) | GaugeShape::Words(_) => false,
    };
    gauges.iter().find(|gauge| wrong(gauge)).map(|gauge| InvariantViolation::GaugeOutOfRange {
        unit: *unit.id,
        label: gauge.label.to_string(),
        value: gauge.value(),
    })
}

fn check_magazine(unit: UnitId, carried: &CarriedItem) -> Option<InvariantViolation> {
    let (loaded, magazine) = (carried.loaded(), carried.magazine());
    let weapon = carried.name().to_string();
    (loaded > magazine).then_some(InvariantViolation::OverfullMagazine { unit, weapon, loaded, magazine })
}

fn check_hands(unit: &UnitDataItem) -> Option<InvariantViolation> {
    let held = unit.inventory.held_items().map(|(_, carried)| carried.hands());
    let hands = held.fold(0u8, u8::saturating_add);
    (hands > 2).then_some(InvariantViolation::TooManyHandsUsed { unit: *unit.id, hands })
}

fn check_statuses(view: &BattleView, unit: &UnitDataItem) -> Option<InvariantViolation> {
    let id = *unit.id;
    let mut kinds = BTreeSet::new();
    for status in unit.status.iter() {
        let named = || format!("{:?}", status.kind);
        if !kinds.insert(status.kind) {
            return Some(InvariantViolation::DuplicateStatus { unit: id, status: named() });
        }
        let (other, back) = match status.kind {
            StatusKind::InMelee(other) => (other, Some(StatusKind::InMelee(id))),
            StatusKind::Holding(other) => (other, Some(StatusKind::HeldBy(id))),
            StatusKind::HeldBy(other) => (other, Some(StatusKind::Holding(id))),
            StatusKind::MeleeExchange(other)
            | StatusKind::SurprisedBy(other)
            | StatusKind::Drives(other)
            | StatusKind::RidesIn(other) => (other, None),
            _ => continue,
        };
        let Some(other) = view.unit_ignoring_fog(other) else {
            return Some(InvariantViolation::UnknownUnitInStatus { unit: id, status: named() });
        };
        if back.is_some_and(|back| !other.status.has(back)) {
            return Some(InvariantViolation::OneSidedStatus { unit: id, status: named() });
        }
    }
    let grip = |kind: &&StatusKind| matches!(kind, StatusKind::Holding(_) | StatusKind::HeldBy(_));
    if kinds.iter().filter(grip).count() > 1 {
        return Some(InvariantViolation::MultipleGrips(id));
    }
    let mut ailments = BTreeSet::new();
    let again = unit.status.ailments().iter().find(|one| !ailments.insert((one.ailment, one.part)))?;
    Some(InvariantViolation::DuplicateStatus { unit: id, status: again.ailment.name().to_owned() })
}

fn check_places(view: &BattleView) -> Option<InvariantViolation> {
    let mut taken = BTreeSet::new();
    for unit in view.all_units() {
        let (id, cell) = (*unit.id, unit.cell());
        if !view.index.units_at(cell).contains(&id) {
            return Some(InvariantViolation::MissingFromIndex(id));
        }
        if unit.out_of_action.escaped() {
            continue;
        }
        if let Some(vehicle) = unit.vehicle() {
            if view.unit_ignoring_fog(vehicle).is_none_or(|vehicle| vehicle.cell() != cell) {
                return Some(InvariantViolation::NotInVehicleCell { unit: id, vehicle });
            }
            continue;
        }
        if !view.field.grid().can_enter(cell) {
            return Some(InvariantViolation::InWall { unit: id, cell });
        }
        // Whoever is asked something under way may just pass a friend's square.
        if view.open_prompt().is_none() && unit.is_fighting() && !taken.insert(cell) {
            let other = view.all_units().find(|other| other.is_fighting() && other.cell() == cell);
            return Some(InvariantViolation::TwoInCell {
                one: other.map_or(id, |other| *other.id),
                other: id,
                cell,
            });
        }
    }
    None
}

fn check_items(view: &BattleView) -> Option<InvariantViolation> {
    let lying = view.items.iter().map(|(id, _)| *id);
    let armed = view.armed.iter().map(|(id, _)| *id);
    let mut numbers = BTreeSet::new();
    let mut all: Vec<ItemId> = lying.chain(armed).collect();
    all.sort_unstable();
    let wrong = all.into_iter().find(|id| !numbers.insert(*id) || id.0 >= view.round().next_item());
    wrong.map(InvariantViolation::DuplicateItemId)
}

fn check_turn_order(view: &BattleView) -> Option<InvariantViolation> {
    let acting = view.round().acting().filter(|_| view.round().outcome().is_none());
    if let Some(acting) =
        acting.filter(|id| view.unit_ignoring_fog(*id).is_none_or(|unit| !unit.is_fighting()))
    {
        // Whoever falls in its own phase is asked about it before the phase ends.
        if view.open_prompt().is_none() {
            return Some(InvariantViolation::ActingUnitCannotAct(acting));
        }
    }
    if let Some(decision) = view.open_prompt() {
        let prompt = decision.prompt();
        let mut keys = BTreeSet::new();
        if prompt.answers.is_empty() || prompt.answers.iter().any(|answer| !keys.insert(&answer.key)) {
            return Some(InvariantViolation::UnanswerablePrompt { clause: prompt.clause });
        }
    }
    for side in (0..view.setup().bundle().skirmish.sides.len() as u8).map(Side) {
        let known = view.knowledge().of_side(side).into_iter().flat_map(|known| known.units());
        for (unit, sighting) in known.filter(|(_, sighting)| sighting.in_sight()) {
            if view.unit_ignoring_fog(unit).is_none_or(|unit| unit.cell() != sighting.cell()) {
                return Some(InvariantViolation::SightingMismatch { side, unit });
            }
        }
    }
    None
}
