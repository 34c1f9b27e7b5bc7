//! Bodies that a blow throws: over the map, through what breaks, into what does not. Chapter KNOCK of Aberrant, for
//! every book; how a body stands and what a crash does to it is the book's own.

mod knockback_odds;
pub mod profile;

use self::profile::{ImpactSurface, KnockbackBlow, breaks_obstacle};
use super::{
    BarrierOnLine, BorrowedChapter, Effect, Fall, HazardExposure, RuleSet, Square, UnitSnapshot, play,
};
use crate::aberrant::environment::objects;
use dice::{Note, RuleResult, Table};

pub use self::profile::KnockbackProfile;

/// The chapter, where a book borrows it.
const CHAPTER: &str = "knockback";
/// From this height on the ground ahead stops whoever flies, in centimetres.
const STEP_CM: i32 = 100;
/// From this drop on whoever flies over it falls, in centimetres.
const DROP_CM: i32 = 200;

/// The line of the chapter in the table of what a book borrows.
pub const BORROWED: BorrowedChapter = BorrowedChapter {
    chapter: CHAPTER,
    from: "Aberrant",
    why: "A blow whose damage before armour is above twice Strength and toughness together throws its target back, \
        through what breaks and into what does not; a crash is a fall over as many metres.",
    clause: "AB-KNOCK-01",
    optional: true,
};

/// A blow as it meets somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct KnockbackForce {
    /// Damage before armour, soak and the like. `AB-KNOCK-01`.
    pub raw: u32,
    /// Metres more. `AB-KNOCK-10`.
    pub adds: u32,
    /// It takes the feet away and throws nobody. `AB-KNOCK-12`, `AB-KNOCK-13`.
    pub on_the_spot: bool,
}

/// Whether this fight knows the chapter: its book's own, or borrowed.
pub fn in_play(rules: &RuleSet) -> bool {
    play::knows_knockback(rules) || rules.borrows(CHAPTER)
}

/// How far a blow throws somebody, in metres. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-10`.
pub fn knockback_metres(unit: &UnitSnapshot, force: KnockbackForce, rules: &RuleSet) -> u32 {
    if !in_play(rules) {
        return 0;
    }
    let KnockbackForce { raw, adds, .. } = force;
    play::frame(unit, rules).knockback_m(KnockbackBlow { raw, adds })
}

/// What a blow does besides harm: it throws its target, or does not; `from` is a square it comes from, where that is not
/// its striker's.
pub fn knockback_effect(
    unit: &UnitSnapshot,
    force: KnockbackForce,
    from: Option<Square>,
    rules: &RuleSet,
) -> Option<Effect> {
    (knockback_metres(unit, force, rules) > 0).then_some(Effect::Knockback { unit: unit.id, force, from })
}

/// One square of a flight.
#[derive(Clone, Debug, PartialEq)]
pub struct FlightSegment {
    /// Metres flown when it is there.
    pub metres: u32,
    /// What stands between it and the square before, in order.
    pub barriers: Vec<BarrierOnLine>,
    /// Nothing gets in there.
    pub solid: bool,
    /// Centimetres by which it lies higher than where the flight began.
    pub rise_cm: i32,
    /// Who stands there.
    pub person: Option<UnitSnapshot>,
}

/// What ends a flight before its metres are flown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlightStop {
    /// A barrier segment that holds, by its number.
    Barrier(u32),
    /// Ground that fills the next square, or rises before it.
    Ground,
    /// A unit in the next square, by its number.
    Unit(u32),
}

/// What became of a flight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlightResult {
    /// How many of its squares the body has come along.
    pub squares: usize,
    /// What ended it early.
    pub stop: Option<FlightStop>,
    /// How deep it fell in the end, in centimetres.
    pub fell_cm: u32,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// In words: "is thrown 3 m back", "crashes into the brick wall".
    pub words: Vec<(String, &'static str)>,
}

/// A body on its way.
struct FlyingBody<'a> {
    unit: UnitSnapshot,
    rules: &'a RuleSet,
    flown: FlightResult,
}

impl FlyingBody<'_> {
    /// It crashes with so many metres left. `AB-KNOCK-18`, `AB-KNOCK-20` to `AB-KNOCK-24`.
    fn crash(&mut self, table: &mut impl Table, metres: u32, surface: ImpactSurface) -> RuleResult<()> {
        let exposure = play::crash(table, &self.unit, metres, surface, self.rules)?;
        self.apply_exposure(exposure);
        Ok(())
    }

    fn apply_exposure(&mut self, exposure: HazardExposure) {
        let HazardExposure { words, clause, effects } = exposure;
        apply_effects(&mut self.unit, &effects);
        self.flown.words.push((words, clause));
        self.flown.effects.extend(effects);
    }

    /// What stands in the way breaks, or stops it; whether it goes on. `AB-KNOCK-19`, `AB-KNOCK-25`.
    fn hit_barrier(
        &mut self,
        table: &mut impl Table,
        barrier: &BarrierOnLine,
        left: u32,
    ) -> RuleResult<bool> {
        let (object, dice) = (objects::object_for_barrier(barrier), profile::collision_dice(left));
        self.flown.words.push((format!("crashes into the {}", barrier.name), "AB-KNOCK-18"));
        self.crash(table, left, object.surface)?;
        let through = breaks_obstacle(dice, object.armour);
        table.note(|| {
            let means = if through { "it flies through" } else { "it is stopped" };
            let text =
                format!("{dice} dice against the armour of {}, {}: {means}", object.name, object.armour);
            Note { clause: "AB-KNOCK-25", text, parts: Vec::new() }
        });
        if through {
            let damage = play::wall_points(barrier, self.rules).saturating_sub(barrier.damage);
            self.flown.effects.push(Effect::Barrier(super::BarrierHarm { id: barrier.id, damage }));
        }
        Ok(through)
    }

    /// It strikes somebody who stands in its way, and comes no farther; the one who is struck may fly on. `AB-KNOCK-19`,
    /// `AB-KNOCK-25`.
    fn hit_unit(
        &mut self,
        table: &mut impl Table,
        person: &UnitSnapshot,
        left: u32,
        from: Square,
    ) -> RuleResult<()> {
        self.flown.words.push((format!("crashes into {}", person.name), "AB-KNOCK-18"));
        self.crash(table, left, ImpactSurface::Normal)?;
        let exposure = play::crash(table, person, left, ImpactSurface::Normal, self.rules)?;
        let words = format!("{}: {}", person.name, exposure.words);
        self.flown.words.push((words, "AB-KNOCK-19"));
        self.flown.effects.extend(exposure.effects);
        let force = KnockbackForce { raw: profile::collision_dice(left), ..KnockbackForce::default() };
        self.flown.effects.extend(knockback_effect(person, force, Some(from), self.rules));
        Ok(())
    }
}

impl FlyingBody<'_> {
    /// Whoever stands where it comes down is struck as hard as it falls. `AB-KNOCK-19`, `AB-KNOCK-26`.
    fn land_on_unit(&mut self, table: &mut impl Table, person: &UnitSnapshot, fall: Fall) -> RuleResult<()> {
        let exposure = play::fall(table, person, fall, self.rules)?;
        self.flown.words.push((format!("falls on {}: {}", person.name, exposure.words), "AB-KNOCK-19"));
        self.flown.effects.extend(exposure.effects);
        Ok(())
    }
}

/// What has become of a unit so far.
fn apply_effects(unit: &mut UnitSnapshot, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::HealthState { unit: id, after, .. } if *id == unit.id => unit.condition = after.clone(),
            Effect::Prone { unit: id } if *id == unit.id => unit.prone = true,
            _ => {}
        }
    }
}

/// A blow throws somebody along a way: `from` is the square where the flight begins. `AB-KNOCK-02` to `AB-KNOCK-04`,
/// `AB-KNOCK-13`, `AB-KNOCK-18` to `AB-KNOCK-26`.
///
/// # Errors
/// As the table.
pub fn resolve_flight(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (force, from): (KnockbackForce, Square),
    way: &[FlightSegment],
    rules: &RuleSet,
) -> RuleResult<FlightResult> {
    let metres = knockback_metres(unit, force, rules);
    let threshold = play::frame(unit, rules).threshold();
    table.note(|| {
        let text = format!("{} against a threshold of {threshold}: {metres} m", force.raw);
        Note { clause: "AB-KNOCK-02", text, parts: Vec::new() }
    });
    let mut body = FlyingBody { unit: unit.clone(), rules, flown: FlightResult::default() };
    if !force.on_the_spot && metres > 0 {
        body.flown.words.push((format!("is thrown {metres} m back"), "AB-KNOCK-02"));
        fly_segments(table, &mut body, (metres, from), way)?;
    }
    if !body.unit.prone && body.unit.down.is_none() && metres > 0 {
        let (stands, effects) = play::keeps_its_feet(table, &body.unit, metres, rules)?;
        body.flown.effects.extend(effects);
        if !stands {
            body.flown.effects.push(Effect::Prone { unit: unit.id });
        }
    }
    Ok(body.flown)
}

/// Square by square, as far as it gets.
fn fly_segments(
    table: &mut impl Table,
    body: &mut FlyingBody<'_>,
    (metres, from): (u32, Square),
    way: &[FlightSegment],
) -> RuleResult<()> {
    let (mut flown, mut rise_cm) = (0, 0);
    'way: for stretch in way {
        let left = metres.saturating_sub(flown);
        for barrier in &stretch.barriers {
            if !body.hit_barrier(table, barrier, left)? {
                body.flown.stop = Some(FlightStop::Barrier(barrier.id));
                break 'way;
            }
        }
        if stretch.solid || stretch.rise_cm - rise_cm >= STEP_CM {
            body.flown.words.push(("crashes into solid ground".to_owned(), "AB-KNOCK-18"));
            body.crash(table, left, ImpactSurface::Normal)?;
            body.flown.stop = Some(FlightStop::Ground);
            break;
        }
        // Over an edge it flies above the heads of whoever stands beneath.
        let at_its_height = stretch.rise_cm - rise_cm > -DROP_CM;
        if let Some(person) = stretch.person.as_ref().filter(|_| at_its_height) {
            body.hit_unit(table, person, left, from)?;
            body.flown.stop = Some(FlightStop::Unit(person.id));
            break;
        }
        body.flown.squares += 1;
        (flown, rise_cm) = (stretch.metres, stretch.rise_cm);
    }
    if rise_cm <= -DROP_CM {
        let fall = Fall { height_cm: rise_cm.unsigned_abs(), leapt: false };
        body.flown.fell_cm = fall.height_cm;
        let exposure = play::fall(table, &body.unit, fall, body.rules)?;
        body.apply_exposure(exposure);
        let end = body.flown.squares.checked_sub(1).and_then(|last| way.get(last));
        if let Some(person) = end.and_then(|stretch| stretch.person.as_ref()) {
            body.land_on_unit(table, person, fall)?;
        }
    }
    Ok(())
}

pub use self::knockback_odds::{FlightOutcome, ThrownUnit, landing_odds, throw_odds, throw_odds_at_cell};

#[cfg(test)]
mod tests;
