//! Riding in vehicles: getting in and out, taking the wheel, winding the windows down, and driving off. The text names
//! vehicles with people in them and leaves out how they get there: what is done at a door costs what a door costs.
//! `SS-DEF-18`, `SS-RULING-59`.

use crate::status::{ActiveAilment, Ailment, Forbids};
use crate::turn_engine::Action;
use crate::turn_engine::slowed_distance;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, CostError, Effect, MoveBudget, Payment, RuleSet,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot,
};
use crate::{play, status};

/// Key of getting in.
pub const BOARD: &str = "board";
/// Key of getting out.
pub const ALIGHT: &str = "alight";
/// Key of moving over behind the wheel.
pub const TAKE_WHEEL: &str = "take_wheel";
/// Key of winding the windows down or up.
pub const WINDOWS: &str = "windows";

/// What says nothing about how vehicles are boarded and driven, so that it is ours.
const RULING: &str = "SS-RULING-59";

/// The inside of a vehicle that carries people, at one moment. Table SS-T4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VehicleInterior {
    /// Seats, the driver's among them.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: u8,
    /// Somebody who can act sits behind the wheel.
    pub driven: bool,
    /// The side of those inside, if there are any.
    pub side: Option<u8>,
    /// Metres per round.
    pub speed: u8,
    /// It changed its square since its driver's last phase began. `SS-DEF-18`.
    pub moving: bool,
    /// Its windows are down: whoever sits inside can shoot out.
    pub open: bool,
}

/// Where somebody sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passenger {
    /// In which vehicle.
    pub vehicle: Box<UnitSnapshot>,
    /// Behind its wheel.
    pub drives: bool,
    /// There is a free square to get out to.
    pub way_out: bool,
}

impl Passenger {
    /// The inside of the vehicle.
    pub fn interior(&self) -> VehicleInterior {
        self.vehicle.cabin.unwrap_or_default()
    }
}

/// Whoever stands beside a vehicle may get in; whoever sits in one may get out, take its wheel and wind its windows.
pub fn available_actions(
    unit: &UnitSnapshot,
    beside: &[UnitSnapshot],
    rules: &RuleSet,
) -> Vec<AvailableAction> {
    let price = play::price(unit, ActionRequest::for_action(Action::Door), rules);
    let offer = |key, label: &str, detail: String, aim, clause| AvailableAction {
        key,
        label: label.to_owned(),
        detail,
        price: price.clone(),
        aim,
        clause,
    };
    let Some(ride) = &unit.ride else {
        let near = beside.iter().any(|other| other.cabin.is_some());
        let detail = "Takes a seat in a vehicle beside it; the first one drives.".to_owned();
        return near
            .then(|| offer(BOARD, "Get in", detail, SpecialActionTarget::Neighbour, RULING))
            .into_iter()
            .collect();
    };
    let (name, cabin) = (&ride.vehicle.name, ride.interior());
    let out = format!("Leaves {name} on the side that fewest enemies see.");
    let mut offers = vec![offer(ALIGHT, "Get out", out, SpecialActionTarget::Nothing, "SS-CALL-114")];
    if !ride.drives && !cabin.driven {
        let detail = format!("Moves over behind the wheel of {name}.");
        offers.push(offer(TAKE_WHEEL, "Take the wheel", detail, SpecialActionTarget::Nothing, RULING));
    }
    let (label, detail) = if cabin.open {
        ("Windows up", "Nobody shoots out of it then.")
    } else {
        ("Windows down", "Whoever sits inside can shoot out then.")
    };
    offers.push(offer(WINDOWS, label, detail.to_owned(), SpecialActionTarget::Nothing, "SS-CALL-115"));
    offers
}

/// Whether a deed of this chapter may be done, and what is left after paying; nothing for other deeds.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    let allowed = match deed.key {
        BOARD => may_board(deed),
        ALIGHT => may_alight(deed.unit),
        TAKE_WHEEL => may_take_wheel(deed.unit),
        WINDOWS => may_operate_windows(deed.unit),
        _ => return None,
    };
    if let Err(why) = allowed {
        return Some(Err(why.into()));
    }
    Some(play::pay(deed.unit, ActionRequest::for_action(Action::Door), rules))
}

fn violation(text: impl Into<String>, clause: &'static str) -> Result<(), RuleViolation> {
    Err(RuleViolation::new(text, clause))
}

fn may_board(deed: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let unit = deed.unit;
    if unit.ride.is_some() {
        return violation("it sits in a vehicle already", RULING);
    }
    if unit.cabin.is_some() || unit.prone || unit.grip.is_some() || unit.carries.is_some() {
        return violation("nobody gets in lying, held or with somebody in the arms", RULING);
    }
    let Some((vehicle, rings)) = deed.target else { return violation("a vehicle has to be named", RULING) };
    let Some(cabin) = vehicle.cabin else { return violation("it has no seats", RULING) };
    if rings > 1 {
        return violation("the vehicle is out of reach", RULING);
    }
    if vehicle.down.is_some() {
        return violation(format!("{} is a wreck", vehicle.name), RULING);
    }
    if cabin.side.is_some_and(|side| side != unit.side) {
        return violation(format!("those inside {} do not let it in", vehicle.name), RULING);
    }
    if cabin.taken >= cabin.seats {
        return violation(format!("every seat of {} is taken", vehicle.name), RULING);
    }
    require_unlocked(vehicle)
}

/// `SS-CALL-114`.
fn require_unlocked(vehicle: &UnitSnapshot) -> Result<(), RuleViolation> {
    if status::has(&vehicle.ailments, Ailment::JammedDoor) {
        return violation(format!("the door of {} cannot be opened", vehicle.name), "SS-CALL-114");
    }
    Ok(())
}

fn may_alight(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    let Some(ride) = &unit.ride else { return violation("it sits in no vehicle", RULING) };
    require_unlocked(&ride.vehicle)?;
    if ride.way_out { Ok(()) } else { violation("there is no room to get out", RULING) }
}

fn may_take_wheel(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    match &unit.ride {
        None => violation("it sits in no vehicle", RULING),
        Some(ride) if ride.drives || ride.interior().driven => violation("somebody drives already", RULING),
        Some(_) if !play::has_hands(&unit.sheet) => violation("it has no hands to drive with", RULING),
        Some(_) => Ok(()),
    }
}

/// `SS-CALL-115`.
fn may_operate_windows(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    let Some(ride) = &unit.ride else { return violation("it sits in no vehicle", RULING) };
    if !ride.interior().open && status::has(&ride.vehicle.ailments, Ailment::JammedWindow) {
        return violation(format!("the window of {} cannot be opened", ride.vehicle.name), "SS-CALL-115");
    }
    Ok(())
}

/// Does it; nothing for other deeds.
pub fn perform(deed: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = deed.unit.id;
    let effect = match deed.key {
        BOARD => {
            let (vehicle, _) = deed.target?;
            let driven = vehicle.cabin.is_some_and(|cabin| cabin.driven);
            Effect::Boards { unit, vehicle: vehicle.id, drives: !driven && play::has_hands(&deed.unit.sheet) }
        }
        ALIGHT => Effect::Alights { unit },
        TAKE_WHEEL => Effect::Boards { unit, vehicle: deed.unit.ride.as_ref()?.vehicle.id, drives: true },
        WINDOWS => {
            let ride = deed.unit.ride.as_ref()?;
            Effect::Windows { vehicle: ride.vehicle.id, open: !ride.interior().open }
        }
        _ => return None,
    };
    Some(ActionOutcome::from_effects(vec![effect]))
}

/// Whether somebody who rides may take an action of the legs; nothing for everybody and everything else. Whoever drives
/// moves the vehicle in the driver's own phase, if it can move. `SS-CALL-108`, `SS-CALL-109`.
pub fn may_move(unit: &UnitSnapshot, action: Action) -> Option<Result<(), RuleViolation>> {
    let ride = unit.ride.as_ref()?;
    match action {
        Action::Walk | Action::Run if !ride.drives => {
            Some(violation("it sits in a vehicle and does not drive", RULING))
        }
        Action::Walk | Action::Run if ride.vehicle.down.is_some() => {
            Some(violation(format!("{} is a wreck", ride.vehicle.name), RULING))
        }
        Action::Walk | Action::Run => Some(status::check_action(&ride.vehicle.ailments, action)),
        Action::Sprint | Action::DropProne | Action::Evade | Action::PickUp => {
            Some(violation("not from the seat of a vehicle", RULING))
        }
        _ => None,
    }
}

/// No remote order leaves a vehicle without its antenna: no signal by radio, no program. `SS-CALL-112`, `SS-CALL-113`.
///
/// # Errors
/// The antenna is gone.
pub fn may_transmit(unit: &UnitSnapshot, action: Action) -> Result<(), RuleViolation> {
    let sends = matches!(action, Action::Detonate | Action::AttackProgram);
    match &unit.ride {
        Some(ride) if sends => status::check_action(&ride.vehicle.ailments, action),
        _ => Ok(()),
    }
}

/// Whether an ailment takes a vehicle's communications. `SS-CALL-112`
pub fn cuts_off(ailment: Ailment) -> bool {
    ailment.rule().forbids.contains(&Forbids::Wireless)
}

/// Whether a vehicle has no communications: what those inside see does not reach their side. `SS-CALL-112`
pub fn is_cut_off(suffered: &[ActiveAilment]) -> bool {
    suffered.iter().any(|one| cuts_off(one.ailment))
}

/// Whoever sits behind closed windows strikes nobody outside. `SS-CALL-115`.
///
/// # Errors
/// The windows are up.
pub fn may_attack_out(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    match &unit.ride {
        Some(ride) if !ride.interior().open => violation("the windows are up", "SS-CALL-115"),
        _ => Ok(()),
    }
}

/// How far whoever rides can go: as far as the vehicle, if it drives. A walk is the vehicle's Speed, a run as much again.
/// `SS-CALL-111`, `SS-RULING-59`.
pub fn move_budget(unit: &UnitSnapshot) -> Option<MoveBudget> {
    let ride = unit.ride.as_ref()?;
    if may_move(unit, Action::Walk).is_some_and(|answer| answer.is_err()) {
        return Some(MoveBudget { runs: unit.runs, ..MoveBudget::default() });
    }
    let rate = slowed_distance(2 * u32::from(ride.interior().speed), &ride.vehicle.ailments);
    let walk_left = rate.saturating_sub(unit.walked);
    Some(MoveBudget { walk_left, run: rate, runs: unit.runs, sprint: 0 })
}
