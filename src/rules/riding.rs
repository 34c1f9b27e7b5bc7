//! Riding in vehicles: getting in and out, taking the wheel, winding the windows down, and driving off. The text names
//! vehicles with people in them and leaves out how they get there: what is done at a door costs what a door costs.
//! `SS-DEF-18`, `SS-RULING-59`.

use super::engine::Action;
use super::swan_song::movement::hobbled;
use super::{Act, Aim, Combatant, Deed, Effect, MoveBudget, Offer, Outcome, Paid, Refused, RuleSet, Unpaid};
use super::{play, status};
use crate::status::{Ailment, Bar, Suffered};

/// Key of getting in.
pub const BOARD: &str = "board";
/// Key of getting out.
pub const ALIGHT: &str = "alight";
/// Key of moving over behind the wheel.
pub const TAKE_WHEEL: &str = "take_wheel";
/// Key of winding the windows down or up.
pub const WINDOWS: &str = "windows";

/// What says nothing about how vehicles are boarded and driven, so that it is ours.
const OURS: &str = "SS-RULING-59";

/// The inside of a vehicle that carries people, at one moment. Table SS-T4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cabin {
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
pub struct Ride {
    /// In which vehicle.
    pub vehicle: Box<Combatant>,
    /// Behind its wheel.
    pub drives: bool,
    /// There is a free square to get out to.
    pub way_out: bool,
}

impl Ride {
    /// The inside of the vehicle.
    pub fn cabin(&self) -> Cabin {
        self.vehicle.cabin.unwrap_or_default()
    }
}

/// Whoever stands beside a vehicle may get in; whoever sits in one may get out, take its wheel and wind its windows.
pub fn offers(unit: &Combatant, beside: &[Combatant], rules: &RuleSet) -> Vec<Offer> {
    let price = play::price(unit, Act::of(Action::Door), rules);
    let offer = |key, label: &str, detail: String, aim, clause| Offer {
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
        return near.then(|| offer(BOARD, "Get in", detail, Aim::Neighbour, OURS)).into_iter().collect();
    };
    let (name, cabin) = (&ride.vehicle.name, ride.cabin());
    let out = format!("Leaves {name} on the side that fewest enemies see.");
    let mut offers = vec![offer(ALIGHT, "Get out", out, Aim::Nothing, "SS-CALL-114")];
    if !ride.drives && !cabin.driven {
        let detail = format!("Moves over behind the wheel of {name}.");
        offers.push(offer(TAKE_WHEEL, "Take the wheel", detail, Aim::Nothing, OURS));
    }
    let (label, detail) = if cabin.open {
        ("Windows up", "Nobody shoots out of it then.")
    } else {
        ("Windows down", "Whoever sits inside can shoot out then.")
    };
    offers.push(offer(WINDOWS, label, detail.to_owned(), Aim::Nothing, "SS-CALL-115"));
    offers
}

/// Whether a deed of this chapter may be done, and what is left after paying; nothing for other deeds.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Option<Result<Paid, Unpaid>> {
    let allowed = match deed.key {
        BOARD => may_board(deed),
        ALIGHT => may_alight(deed.unit),
        TAKE_WHEEL => may_take_wheel(deed.unit),
        WINDOWS => may_wind(deed.unit),
        _ => return None,
    };
    if let Err(why) = allowed {
        return Some(Err(why.into()));
    }
    Some(play::pay(deed.unit, Act::of(Action::Door), rules))
}

fn refused(text: impl Into<String>, clause: &'static str) -> Result<(), Refused> {
    Err(Refused::new(text, clause))
}

fn may_board(deed: &Deed<'_>) -> Result<(), Refused> {
    let unit = deed.unit;
    if unit.ride.is_some() {
        return refused("it sits in a vehicle already", OURS);
    }
    if unit.cabin.is_some() || unit.prone || unit.grip.is_some() || unit.carries.is_some() {
        return refused("nobody gets in lying, held or with somebody in the arms", OURS);
    }
    let Some((vehicle, rings)) = deed.target else { return refused("a vehicle has to be named", OURS) };
    let Some(cabin) = vehicle.cabin else { return refused("it has no seats", OURS) };
    if rings > 1 {
        return refused("the vehicle is out of reach", OURS);
    }
    if vehicle.down.is_some() {
        return refused(format!("{} is a wreck", vehicle.name), OURS);
    }
    if cabin.side.is_some_and(|side| side != unit.side) {
        return refused(format!("those inside {} do not let it in", vehicle.name), OURS);
    }
    if cabin.taken >= cabin.seats {
        return refused(format!("every seat of {} is taken", vehicle.name), OURS);
    }
    unlocked(vehicle)
}

/// `SS-CALL-114`.
fn unlocked(vehicle: &Combatant) -> Result<(), Refused> {
    if status::has(&vehicle.ailments, Ailment::JammedDoor) {
        return refused(format!("the door of {} cannot be opened", vehicle.name), "SS-CALL-114");
    }
    Ok(())
}

fn may_alight(unit: &Combatant) -> Result<(), Refused> {
    let Some(ride) = &unit.ride else { return refused("it sits in no vehicle", OURS) };
    unlocked(&ride.vehicle)?;
    if ride.way_out { Ok(()) } else { refused("there is no room to get out", OURS) }
}

fn may_take_wheel(unit: &Combatant) -> Result<(), Refused> {
    match &unit.ride {
        None => refused("it sits in no vehicle", OURS),
        Some(ride) if ride.drives || ride.cabin().driven => refused("somebody drives already", OURS),
        Some(_) if !play::has_hands(&unit.sheet) => refused("it has no hands to drive with", OURS),
        Some(_) => Ok(()),
    }
}

/// `SS-CALL-115`.
fn may_wind(unit: &Combatant) -> Result<(), Refused> {
    let Some(ride) = &unit.ride else { return refused("it sits in no vehicle", OURS) };
    if !ride.cabin().open && status::has(&ride.vehicle.ailments, Ailment::JammedWindow) {
        return refused(format!("the window of {} cannot be opened", ride.vehicle.name), "SS-CALL-115");
    }
    Ok(())
}

/// Does it; nothing for other deeds.
pub fn perform(deed: &Deed<'_>) -> Option<Outcome> {
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
            Effect::Windows { vehicle: ride.vehicle.id, open: !ride.cabin().open }
        }
        _ => return None,
    };
    Some(Outcome::of(vec![effect]))
}

/// Whether somebody who rides may take an action of the legs; nothing for everybody and everything else. Whoever drives
/// moves the vehicle in the driver's own phase, if it can move. `SS-CALL-108`, `SS-CALL-109`.
pub fn may_go(unit: &Combatant, action: Action) -> Option<Result<(), Refused>> {
    let ride = unit.ride.as_ref()?;
    match action {
        Action::Walk | Action::Run if !ride.drives => {
            Some(refused("it sits in a vehicle and does not drive", OURS))
        }
        Action::Walk | Action::Run if ride.vehicle.down.is_some() => {
            Some(refused(format!("{} is a wreck", ride.vehicle.name), OURS))
        }
        Action::Walk | Action::Run => Some(status::permits(&ride.vehicle.ailments, action)),
        Action::Sprint | Action::DropProne | Action::Evade | Action::PickUp => {
            Some(refused("not from the seat of a vehicle", OURS))
        }
        _ => None,
    }
}

/// No remote order leaves a vehicle without its antenna: no signal by radio, no program. `SS-CALL-112`, `SS-CALL-113`.
///
/// # Errors
/// The antenna is gone.
pub fn may_send(unit: &Combatant, action: Action) -> Result<(), Refused> {
    let sends = matches!(action, Action::Detonate | Action::AttackProgram);
    match &unit.ride {
        Some(ride) if sends => status::permits(&ride.vehicle.ailments, action),
        _ => Ok(()),
    }
}

/// Whether an ailment takes a vehicle's communications. `SS-CALL-112`
pub fn cuts_off(ailment: Ailment) -> bool {
    ailment.rule().bars.contains(&Bar::Wireless)
}

/// Whether a vehicle has no communications: what those inside see does not reach their side. `SS-CALL-112`
pub fn is_cut_off(suffered: &[Suffered]) -> bool {
    suffered.iter().any(|one| cuts_off(one.ailment))
}

/// Whoever sits behind closed windows strikes nobody outside. `SS-CALL-115`.
///
/// # Errors
/// The windows are up.
pub fn may_attack_out(unit: &Combatant) -> Result<(), Refused> {
    match &unit.ride {
        Some(ride) if !ride.cabin().open => refused("the windows are up", "SS-CALL-115"),
        _ => Ok(()),
    }
}

/// How far whoever rides can go: as far as the vehicle, if it drives. A walk is the vehicle's Speed, a run as much again.
/// `SS-CALL-111`, `SS-RULING-59`.
pub fn budget(unit: &Combatant) -> Option<MoveBudget> {
    let ride = unit.ride.as_ref()?;
    if may_go(unit, Action::Walk).is_some_and(|answer| answer.is_err()) {
        return Some(MoveBudget { runs: unit.runs, ..MoveBudget::default() });
    }
    let rate = hobbled(2 * u32::from(ride.cabin().speed), &ride.vehicle.ailments);
    let walk_left = rate.saturating_sub(unit.walked);
    Some(MoveBudget { walk_left, run: rate, runs: unit.runs, sprint: 0 })
}
