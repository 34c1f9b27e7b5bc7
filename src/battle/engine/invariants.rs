//! Checks invariants of the battle state that hold after every order.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::state::components::StatusKind;
use crate::state::components::inventory::CarriedItem;
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::{Cell, ItemId, Side, UnitId};
use rules::play;

/// A broken invariant of the battle state.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvariantViolation {
    /// Two units have the same number, or they are out of order.
    #[error("unit {} does not have a unique number", .0.0)]
    UnitNumbering(UnitId),
    /// A unit belongs to a side that the skirmish does not have.
    #[error("unit {} is of side {}, which the skirmish does not have", .unit.0, .side.0)]
    NoSuchSide {
        /// The unit.
        unit: UnitId,
        /// The side.
        side: Side,
    },
    /// A unit is on a square that cannot be entered.
    #[error("unit {} is on {}, {}, which cannot be entered", .unit.0, .cell.x, .cell.y)]
    InWall {
        /// The unit.
        unit: UnitId,
        /// The square.
        cell: Cell,
    },
    /// Two units that block movement are on one square.
    #[error("units {} and {} are both on {}, {}", .one.0, .other.0, .cell.x, .cell.y)]
    TwoInCell {
        /// The first unit.
        one: UnitId,
        /// The second unit.
        other: UnitId,
        /// The square.
        cell: Cell,
    },
    /// A passenger is not on the square of its vehicle.
    #[error("unit {} is not on the square of its vehicle {}", .unit.0, .vehicle.0)]
    NotInVehicleCell {
        /// The unit.
        unit: UnitId,
        /// The vehicle.
        vehicle: UnitId,
    },
    /// The spatial index does not list a unit on its square.
    #[error("unit {} is missing from the index of its square", .0.0)]
    MissingFromIndex(UnitId),
    /// The cover of a unit does not list the barriers beside its square.
    #[error("unit {} has outdated cover", .0.0)]
    OutdatedCover(UnitId),
    /// A unit has more action points than a pass allows.
    #[error("unit {} has {points} points, more than {MAX_POINTS}", .unit.0)]
    TooManyPoints {
        /// The unit.
        unit: UnitId,
        /// Its action points.
        points: u8,
    },
    /// A unit has more Karma than its sheet allows, or plans to spend more than it has.
    #[error("unit {} has {left} of {most} Karma and plans to spend {promised}", .unit.0)]
    KarmaOutOfRange {
        /// The unit.
        unit: UnitId,
        /// Points left.
        left: u8,
        /// Points of the sheet.
        most: u8,
        /// Points that its plan needs.
        promised: u8,
    },
    /// A health gauge is out of its range.
    #[error("unit {} has {label} at {value}", .unit.0)]
    GaugeOutOfRange {
        /// The unit.
        unit: UnitId,
        /// The gauge.
        label: String,
        /// Its value.
        value: String,
    },
    /// A weapon is loaded with more rounds than its magazine holds.
    #[error("{weapon} of unit {} holds {loaded} rounds of {magazine}", .unit.0)]
    OverfullMagazine {
        /// The unit that carries the weapon.
        unit: UnitId,
        /// The weapon.
        weapon: String,
        /// Rounds loaded.
        loaded: u32,
        /// Rounds of a full magazine.
        magazine: u32,
    },
    /// A unit holds items that need more than two hands.
    #[error("unit {} holds items that need {hands} hands", .unit.0)]
    TooManyHandsUsed {
        /// The unit.
        unit: UnitId,
        /// Hands needed.
        hands: u8,
    },
    /// A unit has a status or an ailment twice.
    #[error("unit {} has {status} twice", .unit.0)]
    DuplicateStatus {
        /// The unit.
        unit: UnitId,
        /// The status or ailment.
        status: String,
    },
    /// A unit is part of more than one grip.
    #[error("unit {} is in more than one grip", .0.0)]
    MultipleGrips(UnitId),
    /// A mutual status is set on one of two units only.
    #[error("unit {} has {status}, but the other unit lacks the counterpart", .unit.0)]
    OneSidedStatus {
        /// The unit.
        unit: UnitId,
        /// The status or ailment.
        status: String,
    },
    /// A status refers to a unit that does not exist.
    #[error("unit {} has {status}, which refers to an unknown unit", .unit.0)]
    UnknownUnitInStatus {
        /// The unit.
        unit: UnitId,
        /// The status or ailment.
        status: String,
    },
    /// The acting unit cannot act.
    #[error("unit {} is acting, but out of action", .0.0)]
    ActingUnitCannotAct(UnitId),
    /// Two items have the same number, or an item has a number that is not assigned yet.
    #[error("item {} does not have a unique number", .0.0)]
    DuplicateItemId(ItemId),
    /// A prompt has no answers or duplicate answer keys.
    #[error("the prompt of {clause} has no answers or duplicate answers")]
    UnanswerablePrompt {
        /// Clause of the prompt.
        clause: &'static str,
    },
    /// A side has a unit in sight on a square where it is not.
    #[error("side {} sees unit {} on the wrong square", .side.0, .unit.0)]
    SightingMismatch {
        /// The side.
        side: Side,
        /// The unit.
        unit: UnitId,
    },
}

/// Highest number of action points in any rulebook.
const MAX_POINTS: u8 = 6;

/// Returns the first broken invariant; `None` if the state is valid. Ignores the fog of war.
pub fn first_violation(view: &BattleView) -> Option<InvariantViolation> {
    // Positions have no meaning once the field is left.
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
            .or_else(|| unit.inventory.items().find_map(|carried| check_magazine(id, carried)))
            .or_else(|| check_hands(&unit))
            .or_else(|| check_statuses(view, &unit));
        if found.is_some() {
            return found;
        }
    }
    None
}

fn check_reserves(unit: &UnitDataItem) -> Option<InvariantViolation> {
    let (points, left, most) =
        (unit.points.left(), unit.karma.left(), play::starting_karma(unit.sheet.get()));
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

/// Checks that no gauge exceeds its maximum and that no damage is negative.
fn check_condition(view: &BattleView, unit: &UnitDataItem) -> Option<InvariantViolation> {
    let wrong = content::find_wrong_gauge(unit.sheet.get(), unit.health.condition(), view.rules());
    wrong.map(|gauge| InvariantViolation::GaugeOutOfRange {
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
        if !field::obstacles_beside(view.field.grid(), cell).eq(unit.cover.obstacles().iter().copied()) {
            return Some(InvariantViolation::OutdatedCover(id));
        }
        if !unit.out_of_action.on_map() {
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
        // A moving unit may have an open prompt on a friend's square.
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
    let lying = view.all_items().into_iter().map(|(id, _)| id);
    let armed = view.all_armed_items().into_iter().map(|(id, _)| id);
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
        // A unit that goes down in its own phase may have an open prompt before the phase ends.
        if view.open_prompt().is_none() {
            return Some(InvariantViolation::ActingUnitCannotAct(acting));
        }
    }
    if let Some(open) = view.open_prompt() {
        let prompt = open.prompt();
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
