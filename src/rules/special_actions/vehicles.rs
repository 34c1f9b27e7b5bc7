//! Vehicles: getting in and out, taking the wheel, opening windows and driving. The rulebook has vehicles with
//! passengers but no rules for boarding, so these actions cost as much as opening a door. `SS-DEF-18`,
//! `SS-RULING-59`.

use crate::lines::{SharedActionLabel, VehicleRefusal};
use crate::status::{ActiveAilment, Ailment, Forbids, StatusKind};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, CostError, MoveBudget, Payment, RuleSet, RuleStep,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot,
};
use crate::{play, status};

/// Key of getting in.
pub const BOARD: &str = "board";
/// Key of getting out.
pub const ALIGHT: &str = "alight";
/// Key of moving over to the driver's seat.
pub const TAKE_WHEEL: &str = "take_wheel";
/// Key of opening or closing the windows.
pub const WINDOWS: &str = "windows";

/// Clause for boarding and driving, which the rulebook leaves open.
const RULING: &str = "SS-RULING-59";

/// Interior of a vehicle that carries people, at one moment. Table SS-T4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VehicleInterior {
    /// Number of seats, including the driver's.
    pub seats: u8,
    /// Number of taken seats.
    pub taken: u8,
    /// Whether the driver can act.
    pub driven: bool,
    /// Side of the passengers; `None` if there are none.
    pub side: Option<u8>,
    /// Metres per round.
    pub speed: u8,
    /// Whether it changed its square since its driver's last phase began. `SS-DEF-18`.
    pub moving: bool,
    /// Whether its windows are open, so that passengers can shoot out.
    pub open: bool,
}

/// A seat in a vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passenger {
    /// The vehicle.
    pub vehicle: Box<UnitSnapshot>,
    /// Whether it is the driver's seat.
    pub drives: bool,
    /// Whether there is a free square to get out to.
    pub way_out: bool,
}

impl Passenger {
    /// Interior of the vehicle.
    pub fn interior(&self) -> VehicleInterior {
        self.vehicle.cabin.unwrap_or_default()
    }
}

/// The vehicle actions that a unit can take now: getting in beside a vehicle; inside one, getting out, taking the
/// wheel and operating the windows.
pub fn available_actions(
    unit: &UnitSnapshot,
    beside: &[UnitSnapshot],
    rules: &RuleSet,
) -> Vec<AvailableAction> {
    let price = play::price_label(unit, ActionRequest::for_action(Action::Door), rules);
    let offer = |key, label: SharedActionLabel, detail: String, aim, clause| AvailableAction {
        key,
        label: label.into(),
        detail,
        price: price.clone(),
        aim,
        clause,
    };
    let Some(seat) = &unit.ride else {
        let near = beside.iter().any(|other| other.cabin.is_some());
        let detail = "Takes a seat in an adjacent vehicle; the first one drives.".to_owned();
        return near
            .then(|| offer(BOARD, SharedActionLabel::GetIn, detail, SpecialActionTarget::Neighbour, RULING))
            .into_iter()
            .collect();
    };
    let (name, interior) = (&seat.vehicle.name, seat.interior());
    let out = format!("Leaves {name} on the side that the fewest enemies see.");
    let mut offers =
        vec![offer(ALIGHT, SharedActionLabel::GetOut, out, SpecialActionTarget::Nothing, "SS-CALL-114")];
    if !seat.drives && !interior.driven {
        let detail = format!("Moves to the driver's seat of {name}.");
        offers.push(offer(
            TAKE_WHEEL,
            SharedActionLabel::TakeWheel,
            detail,
            SpecialActionTarget::Nothing,
            RULING,
        ));
    }
    let (label, detail) = if interior.open {
        (SharedActionLabel::CloseWindows, "No shots out of the vehicle.")
    } else {
        (SharedActionLabel::OpenWindows, "Passengers can shoot out.")
    };
    offers.push(offer(WINDOWS, label, detail.to_owned(), SpecialActionTarget::Nothing, "SS-CALL-115"));
    offers
}

/// What is left after paying for a vehicle action, or why it is not possible; `None` for other actions.
///
/// # Errors
/// Returns the violation if the rules forbid it, or the missing points.
pub fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    let allowed = match action.key {
        BOARD => may_board(action),
        ALIGHT => may_alight(action.unit),
        TAKE_WHEEL => may_take_wheel(action.unit),
        WINDOWS => may_operate_windows(action.unit),
        _ => return None,
    };
    if let Err(why) = allowed {
        return Some(Err(why.into()));
    }
    Some(play::pay_action(action.unit, ActionRequest::for_action(Action::Door), rules))
}

fn violation(why: VehicleRefusal, clause: &'static str) -> Result<(), RuleViolation> {
    Err(RuleViolation::new(why, clause))
}

fn may_board(action: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let unit = action.unit;
    if unit.ride.is_some() {
        return violation(VehicleRefusal::AlreadyInside, RULING);
    }
    if unit.cabin.is_some() || unit.prone || unit.grip.is_some() || unit.carries.is_some() {
        return violation(VehicleRefusal::Encumbered, RULING);
    }
    let Some((vehicle, rings)) = action.target else { return violation(VehicleRefusal::NoVehicle, RULING) };
    let Some(interior) = vehicle.cabin else { return violation(VehicleRefusal::NoSeats, RULING) };
    if rings > 1 {
        return violation(VehicleRefusal::OutOfReach, RULING);
    }
    if vehicle.down.is_some() {
        return violation(VehicleRefusal::Wreck { vehicle: vehicle.name.to_string() }, RULING);
    }
    if interior.side.is_some_and(|side| side != unit.side) {
        return violation(VehicleRefusal::EnemyPassengers { vehicle: vehicle.name.to_string() }, RULING);
    }
    if interior.taken >= interior.seats {
        return violation(VehicleRefusal::Full { vehicle: vehicle.name.to_string() }, RULING);
    }
    require_unlocked(vehicle)
}

/// `SS-CALL-114`.
fn require_unlocked(vehicle: &UnitSnapshot) -> Result<(), RuleViolation> {
    if status::has(&vehicle.ailments, Ailment::JammedDoor) {
        return violation(VehicleRefusal::DoorJammed { vehicle: vehicle.name.to_string() }, "SS-CALL-114");
    }
    Ok(())
}

fn may_alight(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    let Some(seat) = &unit.ride else { return violation(VehicleRefusal::NotInside, RULING) };
    require_unlocked(&seat.vehicle)?;
    if seat.way_out { Ok(()) } else { violation(VehicleRefusal::NoWayOut, RULING) }
}

fn may_take_wheel(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    match &unit.ride {
        None => violation(VehicleRefusal::NotInside, RULING),
        Some(seat) if seat.drives || seat.interior().driven => violation(VehicleRefusal::HasDriver, RULING),
        Some(_) if !play::has_hands(&unit.sheet) => violation(VehicleRefusal::NoHands, RULING),
        Some(_) => Ok(()),
    }
}

/// `SS-CALL-115`.
fn may_operate_windows(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    let Some(seat) = &unit.ride else { return violation(VehicleRefusal::NotInside, RULING) };
    if !seat.interior().open && status::has(&seat.vehicle.ailments, Ailment::JammedWindow) {
        return violation(
            VehicleRefusal::WindowJammed { vehicle: seat.vehicle.name.to_string() },
            "SS-CALL-115",
        );
    }
    Ok(())
}

/// Resolves a vehicle action; `None` for other actions.
pub fn resolve_special_action(action: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = action.unit.id;
    let effect = match action.key {
        BOARD => {
            let (vehicle, _) = action.target?;
            let driven = vehicle.cabin.is_some_and(|interior| interior.driven);
            RuleStep::BoardVehicle {
                unit,
                vehicle: vehicle.id,
                drives: !driven && play::has_hands(&action.unit.sheet),
            }
        }
        ALIGHT => RuleStep::ExitVehicle { unit },
        TAKE_WHEEL => {
            RuleStep::BoardVehicle { unit, vehicle: action.unit.ride.as_ref()?.vehicle.id, drives: true }
        }
        WINDOWS => {
            let seat = action.unit.ride.as_ref()?;
            let windows = if seat.interior().open { RuleStep::end_status } else { RuleStep::begin_status };
            windows(seat.vehicle.id, StatusKind::WindowsDown)
        }
        _ => return None,
    };
    Some(ActionOutcome::from_effects(vec![effect]))
}

/// Whether a passenger may take a movement action; `None` for other units and actions. The driver moves the vehicle
/// in the driver's own phase, if it can move. `SS-CALL-108`, `SS-CALL-109`.
pub fn may_move(unit: &UnitSnapshot, action: Action) -> Option<Result<(), RuleViolation>> {
    let seat = unit.ride.as_ref()?;
    match action {
        Action::Walk | Action::Run if !seat.drives => Some(violation(VehicleRefusal::NotDriving, RULING)),
        Action::Walk | Action::Run if seat.vehicle.down.is_some() => {
            Some(violation(VehicleRefusal::Wreck { vehicle: seat.vehicle.name.to_string() }, RULING))
        }
        Action::Walk | Action::Run => {
            let idle = play::idle_reason(&seat.vehicle);
            Some(idle.map_or_else(|| status::check_action(&seat.vehicle.ailments, action), Err))
        }
        Action::Sprint | Action::DropProne | Action::Evade | Action::PickUp => {
            Some(violation(VehicleRefusal::NotInsideVehicles, RULING))
        }
        _ => None,
    }
}

/// Whether a unit can transmit: without an antenna a vehicle sends no radio signal and runs no program.
/// `SS-CALL-112`, `SS-CALL-113`.
///
/// # Errors
/// Returns the violation if the antenna is gone.
pub fn may_transmit(unit: &UnitSnapshot, action: Action) -> Result<(), RuleViolation> {
    let sends = matches!(action, Action::Detonate | Action::AttackProgram);
    match &unit.ride {
        Some(seat) if sends => status::check_action(&seat.vehicle.ailments, action),
        _ => Ok(()),
    }
}

/// Whether an ailment disables a vehicle's communications. `SS-CALL-112`
pub fn cuts_off(ailment: Ailment) -> bool {
    ailment.rule().forbids.contains(&Forbids::Wireless)
}

/// Whether a vehicle has no communications, so that its passengers do not share their sight. `SS-CALL-112`
pub fn is_cut_off(suffered: &[ActiveAilment]) -> bool {
    suffered.iter().any(|one| cuts_off(one.ailment))
}

/// Whether a unit can attack from where it sits: not through closed windows. `SS-CALL-115`.
///
/// # Errors
/// Returns the violation if the windows are closed.
pub fn may_attack_out(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    match &unit.ride {
        Some(seat) if !seat.interior().open => violation(VehicleRefusal::WindowsClosed, "SS-CALL-115"),
        _ => Ok(()),
    }
}

/// Movement of a passenger, which is the vehicle's if the unit drives; `None` outside vehicles. A walk is the
/// vehicle's Speed, a run twice that. `SS-CALL-111`, `SS-RULING-59`.
pub fn move_budget(unit: &UnitSnapshot) -> Option<MoveBudget> {
    let seat = unit.ride.as_ref()?;
    if may_move(unit, Action::Walk).is_some_and(|answer| answer.is_err()) {
        return Some(MoveBudget { runs: unit.runs, ..MoveBudget::default() });
    }
    let rate = status::slowed_distance(2 * u32::from(seat.interior().speed), &seat.vehicle.ailments);
    let walk_left = rate.saturating_sub(unit.walked);
    Some(MoveBudget { walk_left, run: rate, runs: unit.runs, sprint: 0 })
}
