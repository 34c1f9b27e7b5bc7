//! Knockback: units thrown by a blow, through obstacles that break, into obstacles that do not. Chapter KNOCK of
//! Aberrant, for every book; how well a body resists and the damage of a collision come from the book.

mod knockback_odds;
pub mod objects;
pub mod profile;

use self::profile::{ImpactSurface, KnockbackBlow, breaks_obstacle};
use super::lines::{CrashHarm, FlightLine, KnockbackLine};
use super::{BarrierOnLine, BorrowedChapter, Fall, HazardExposure, RuleSet, RuleStep, UnitSnapshot, play};
use crate::lines::DiceCount;
use dice::{Clause, Note, RuleResult, RuleText, Table};
use model::{BarrierSource, Cell, UnitId};

pub use self::profile::KnockbackProfile;

/// Name of the chapter among the borrowed ones.
const CHAPTER: &str = "knockback";
/// Rise of the ground in centimetres that stops a flying body.
const STEP_CM: i32 = 100;
/// Drop in centimetres over which a flying body falls.
pub const DROP_CM: i32 = 200;

/// Entry in the table of borrowed chapters.
pub const BORROWED: BorrowedChapter = BorrowedChapter {
    chapter: CHAPTER,
    from: "Aberrant",
    why: "A blow whose damage before armour is above twice the sum of strength and toughness throws its target back, \
        through what breaks and into what does not; a crash hurts like a fall over as many metres.",
    clause: "AB-KNOCK-01",
    optional: true,
};

/// Force of a blow on its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct KnockbackForce {
    /// Damage before armour, soak and other reductions. `AB-KNOCK-01`.
    pub raw: u32,
    /// Additional metres. `AB-KNOCK-10`.
    pub adds: u32,
    /// Whether it only knocks down and does not throw. `AB-KNOCK-12`, `AB-KNOCK-13`.
    pub on_the_spot: bool,
    /// A unit in its way that it flies past. `AB-KNOCK-16`.
    pub flies_past: Option<UnitId>,
}

/// Whether this battle uses the chapter, as its book's own or borrowed.
pub fn in_play(rules: &RuleSet) -> bool {
    play::has_knockback(rules) || rules.borrows(CHAPTER)
}

/// Distance in metres that a blow throws a unit. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-10`.
pub fn knockback_metres(unit: &UnitSnapshot, force: KnockbackForce, rules: &RuleSet) -> u32 {
    if !in_play(rules) {
        return 0;
    }
    let KnockbackForce { raw, adds, .. } = force;
    play::knockback_profile(unit, rules).knockback_m(KnockbackBlow { raw, adds })
}

/// The knockback effect of a blow, if it throws its target; `from` is the square of its origin if that is not the
/// attacker's.
pub fn knockback_effect(
    unit: &UnitSnapshot,
    force: KnockbackForce,
    from: Option<Cell>,
    rules: &RuleSet,
) -> Option<RuleStep> {
    (knockback_metres(unit, force, rules) > 0).then_some(RuleStep::Knockback { unit: unit.id, force, from })
}

/// One square of a flight.
#[derive(Clone, Debug, PartialEq)]
pub struct FlightSegment {
    /// Distance flown at this square, in metres.
    pub metres: u32,
    /// Barriers between this square and the previous one, in order.
    pub barriers: Vec<BarrierOnLine>,
    /// Whether the square is filled, so that nothing can enter it.
    pub solid: bool,
    /// Height above the start of the flight, in centimetres.
    pub rise_cm: i32,
    /// The unit in the square.
    pub person: Option<UnitSnapshot>,
}

/// What ends a flight early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlightStop {
    /// A barrier segment that holds, by id.
    Barrier(BarrierSource),
    /// Ground that fills the next square or rises too high.
    Ground,
    /// A unit in the next square, by id.
    Unit(UnitId),
}

/// Result of a flight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlightResult {
    /// Number of squares covered.
    pub squares: usize,
    /// What ended the flight early; `None` if it covered its distance.
    pub stop: Option<FlightStop>,
    /// Depth of the final fall in centimetres.
    pub fell_cm: u32,
    /// Effects, in order.
    pub effects: Vec<RuleStep>,
    /// Description with clauses: "is thrown back 3 m", "crashes into the brick wall and takes no damage".
    pub words: Vec<(RuleText, Clause)>,
}

/// A body in flight.
struct FlyingBody<'a> {
    unit: UnitSnapshot,
    rules: &'a RuleSet,
    flown: FlightResult,
}

impl FlyingBody<'_> {
    /// Rolls the damage of a collision that counts this many metres. `AB-KNOCK-18`, `AB-KNOCK-20` to `AB-KNOCK-24`.
    fn crash(
        &self,
        table: &mut impl Table,
        (metres, surface): (u32, ImpactSurface),
    ) -> RuleResult<HazardExposure> {
        let dice = DiceCount(profile::collision_dice(metres));
        table.note(|| Note::new("AB-KNOCK-18", KnockbackLine::Crash { metres, dice }));
        play::resolve_collision(table, &self.unit, metres, surface, self.rules)
    }

    /// Applies the damage of a collision with something that takes none. `AB-KNOCK-18`.
    fn collide(
        &mut self,
        table: &mut impl Table,
        impact: (u32, ImpactSurface),
        line: impl FnOnce(CrashHarm) -> FlightLine,
    ) -> RuleResult<()> {
        let exposure = self.crash(table, impact)?;
        let words = line(CrashHarm(exposure.words)).into();
        self.apply_exposure(HazardExposure { words, ..exposure });
        Ok(())
    }

    fn apply_exposure(&mut self, exposure: HazardExposure) {
        let HazardExposure { words, clause, effects } = exposure;
        apply_effects(&mut self.unit, &effects);
        self.flown.words.push((words, clause));
        self.flown.effects.extend(effects);
    }

    /// Resolves a collision with a barrier, which breaks or stops the body. Returns whether the flight continues.
    /// `AB-KNOCK-19`, `AB-KNOCK-25`.
    fn hit_barrier(
        &mut self,
        table: &mut impl Table,
        barrier: &BarrierOnLine,
        metres: u32,
    ) -> RuleResult<bool> {
        let (object, dice) = (objects::object_for_barrier(barrier), profile::collision_dice(metres));
        let line = |harm| FlightLine::HitsBarrier { barrier: barrier.name.to_string(), harm };
        self.collide(table, (metres, objects::surface_of_barrier(barrier)), line)?;
        let through = breaks_obstacle(dice, object.armour);
        table.note(|| {
            let (object, armour) = (object.name_with_article(), object.armour);
            let dice = DiceCount(dice);
            let line = if through {
                KnockbackLine::BreaksThrough { dice, object, armour }
            } else {
                KnockbackLine::Stopped { dice, object, armour }
            };
            Note::new("AB-KNOCK-25", line)
        });
        if through {
            let damage = play::barrier_hit_points(barrier, self.rules).saturating_sub(barrier.damage);
            self.flown.effects.push(RuleStep::DamageBarrier(super::BarrierHarm { id: barrier.id, damage }));
        }
        Ok(through)
    }

    /// Resolves a collision with a unit: it stops the body and may be knocked back itself. `AB-KNOCK-19`,
    /// `AB-KNOCK-25`.
    fn hit_unit(
        &mut self,
        table: &mut impl Table,
        person: &UnitSnapshot,
        metres: u32,
        from: Cell,
    ) -> RuleResult<()> {
        let own = self.crash(table, (metres, ImpactSurface::Normal))?;
        let exposure = play::resolve_collision(table, person, metres, ImpactSurface::Normal, self.rules)?;
        let (harm, struck) = (CrashHarm(own.words), CrashHarm(exposure.words));
        let words = FlightLine::HitsUnit { unit: person.name.to_string(), harm, struck }.into();
        self.apply_exposure(HazardExposure { words, clause: "AB-KNOCK-19", effects: own.effects });
        self.flown.effects.extend(exposure.effects);
        let force = KnockbackForce { raw: profile::collision_dice(metres), ..KnockbackForce::default() };
        self.flown.effects.extend(knockback_effect(person, force, Some(from), self.rules));
        Ok(())
    }
}

impl FlyingBody<'_> {
    /// Resolves a fall onto a unit, which takes the same damage. `AB-KNOCK-19`, `AB-KNOCK-26`.
    fn land_on_unit(&mut self, table: &mut impl Table, person: &UnitSnapshot, fall: Fall) -> RuleResult<()> {
        let exposure = play::resolve_fall(table, person, fall, self.rules)?;
        let words = FlightLine::FallsOn { unit: person.name.to_string(), harm: CrashHarm(exposure.words) };
        self.flown.words.push((words.into(), "AB-KNOCK-19"));
        self.flown.effects.extend(exposure.effects);
        Ok(())
    }
}

/// Applies the effects so far to a unit.
fn apply_effects(unit: &mut UnitSnapshot, effects: &[RuleStep]) {
    for effect in effects {
        match effect {
            RuleStep::ChangeHealth { unit: id, after, .. } if *id == unit.id => {
                unit.condition = after.clone()
            }
            RuleStep::FallProne { unit: id } if *id == unit.id => unit.prone = true,
            _ => {}
        }
    }
}

/// Notes what was compared and how far the blow throws the unit. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-10`, `AB-KNOCK-13`.
fn note_knockback(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (force, metres): (KnockbackForce, u32),
    rules: &RuleSet,
) {
    let KnockbackForce { raw, adds, on_the_spot, .. } = force;
    let threshold = play::knockback_profile(unit, rules).threshold();
    table.note(|| {
        let unit = unit.name.to_string();
        let line = match on_the_spot {
            true => KnockbackLine::Shakes { unit, raw, threshold },
            false => KnockbackLine::Throws { unit, raw, threshold },
        };
        Note::new("AB-KNOCK-01", line)
    });
    let over = raw.saturating_sub(threshold);
    let line = KnockbackLine::Distance { over, metres: metres.saturating_sub(adds) };
    table.note(|| Note::new("AB-KNOCK-02", line));
    if adds > 0 {
        table.note(|| Note::new("AB-KNOCK-10", KnockbackLine::Adds { adds, metres }));
    }
}

/// Resolves the flight of a unit along a path; `from` is the square where it begins. `AB-KNOCK-02` to `AB-KNOCK-04`,
/// `AB-KNOCK-13`, `AB-KNOCK-18` to `AB-KNOCK-26`.
pub fn resolve_flight(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (force, from): (KnockbackForce, Cell),
    way: &[FlightSegment],
    rules: &RuleSet,
) -> RuleResult<FlightResult> {
    let metres = knockback_metres(unit, force, rules);
    if metres > 0 {
        note_knockback(table, unit, (force, metres), rules);
    }
    let mut body = FlyingBody { unit: unit.clone(), rules, flown: FlightResult::default() };
    if !force.on_the_spot && metres > 0 {
        fly_segments(table, &mut body, (metres, from, force.flies_past), way)?;
        // What stops it at once says enough.
        let end = body.flown.squares.checked_sub(1).and_then(|last| way.get(last));
        if let Some(end) = end {
            body.flown.words.insert(0, (throw_note(end.metres), "AB-KNOCK-02"));
        }
    }
    if !body.unit.prone && body.unit.down.is_none() && metres > 0 {
        let (stands, effects) = play::roll_footing(table, &body.unit, metres, rules)?;
        body.flown.effects.extend(effects);
        if !stands {
            body.flown.effects.push(RuleStep::FallProne { unit: unit.id });
        }
    }
    Ok(body.flown)
}

/// Moves the body square by square until it is stopped. A collision counts the whole distance, and after something has
/// broken, the distance that was left there. `AB-KNOCK-18`.
fn fly_segments(
    table: &mut impl Table,
    body: &mut FlyingBody<'_>,
    (metres, from, flies_past): (u32, Cell, Option<UnitId>),
    way: &[FlightSegment],
) -> RuleResult<()> {
    let (mut flown, mut rise_cm) = (0, 0);
    let mut impact_m = metres;
    'way: for segment in way {
        for barrier in &segment.barriers {
            if !body.hit_barrier(table, barrier, impact_m)? {
                body.flown.stop = Some(FlightStop::Barrier(barrier.id));
                break 'way;
            }
            impact_m = metres.saturating_sub(flown);
        }
        if segment.solid || segment.rise_cm - rise_cm >= STEP_CM {
            body.collide(table, (impact_m, ImpactSurface::Normal), |harm| FlightLine::HitsGround { harm })?;
            body.flown.stop = Some(FlightStop::Ground);
            break;
        }
        // Beyond an edge it flies above the heads of units below.
        let at_its_height = segment.rise_cm - rise_cm > -DROP_CM;
        let is_hit = |person: &&UnitSnapshot| at_its_height && flies_past != Some(person.id);
        if let Some(person) = segment.person.as_ref().filter(is_hit) {
            body.hit_unit(table, person, impact_m, from)?;
            body.flown.stop = Some(FlightStop::Unit(person.id));
            break;
        }
        body.flown.squares += 1;
        (flown, rise_cm) = (segment.metres, segment.rise_cm);
    }
    if rise_cm <= -DROP_CM {
        let fall = Fall { height_cm: rise_cm.unsigned_abs(), leapt: false };
        body.flown.fell_cm = fall.height_cm;
        let exposure = play::resolve_fall(table, &body.unit, fall, body.rules)?;
        let words = FlightLine::Falls { harm: exposure.words }.into();
        body.apply_exposure(HazardExposure { words, ..exposure });
        let end = body.flown.squares.checked_sub(1).and_then(|last| way.get(last));
        if let Some(person) = end.and_then(|segment| segment.person.as_ref()) {
            body.land_on_unit(table, person, fall)?;
        }
    }
    Ok(())
}

/// The note that a unit is thrown back.
pub fn throw_note(metres: u32) -> RuleText {
    FlightLine::ThrownBack { metres }.into()
}

/// Whether a note is about a flight or a fall.
pub fn is_flight_note(note: &RuleText) -> bool {
    note.line::<FlightLine>().is_some()
}

/// Distance that a unit was thrown, if a note says that, in metres.
pub fn thrown_metres(note: &RuleText) -> Option<u32> {
    match note.line()? {
        FlightLine::ThrownBack { metres } => Some(*metres),
        _ => None,
    }
}

/// Names what hurts a flying unit, if a note says that: "crash", "fall".
pub fn flight_impact(note: &RuleText) -> Option<&'static str> {
    note.line::<FlightLine>()?.impact()
}

pub use self::knockback_odds::{FlightOutcome, ThrownUnit, landing_odds, throw_odds};

#[cfg(test)]
mod tests;
