//! Tests that ailments ask for, whatever the book measures them in.

use super::{Ailment, By, Change, Resist, Suffered, Trait};
use crate::Condition;
use dice::Clause;

/// A test that an ailment asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What it is of: the best of these.
    pub of: &'static [Trait],
    /// What it is for: "to break free".
    pub why: &'static str,
    /// The clause that asks.
    pub clause: Clause,
    /// Points of a hundred on top.
    pub bonus: Option<Change>,
}

/// How a test ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// It passed.
    pub passed: bool,
    /// How well it went in the book's own measure, for contests: hits, net successes, degrees.
    pub degree: i32,
    /// It failed by three degrees or more. `CS-PANI-03`.
    pub badly: bool,
    /// The unit's condition afterwards, where the test cost something. `CS-BASE-28`.
    pub after: Option<Condition>,
}

impl Tried {
    /// Takes what the test cost off a unit.
    pub fn settle(&self, unit: &mut crate::Combatant) {
        if let Some(after) = &self.after {
            unit.condition = after.clone();
        }
    }
}

impl Trial {
    /// A plain one.
    pub const fn new(of: &'static [Trait], why: &'static str, clause: Clause) -> Self {
        Self { of, why, clause, bonus: None }
    }

    /// With so many points of a hundred on top.
    #[must_use]
    pub const fn with(mut self, points: i32, reason: &'static str, clause: Clause) -> Self {
        if points != 0 {
            self.bonus = Some(Change { by: By::Points(points), reason, clause });
        }
        self
    }

    /// The test that keeps an ailment off.
    pub const fn against(resist: Resist, ailment: Ailment) -> Self {
        let of: &[Trait] = match resist.with {
            Trait::Strength => &[Trait::Strength],
            Trait::Toughness => &[Trait::Toughness],
            Trait::Agility => &[Trait::Agility],
            Trait::Willpower => &[Trait::Willpower],
            Trait::Athletics => &[Trait::Athletics],
            Trait::Endurance => &[Trait::Endurance],
        };
        Self::new(of, "resist", ailment.rule().clause).with(
            resist.points,
            "resistance",
            ailment.rule().clause,
        )
    }
}

/// Bonus of whoever was not shot at, or is under cover, or both. `CS-PIN-09` to `CS-PIN-11`.
const UNMOLESTED: i32 = 30;
/// Putting out a fire. `CS-BURN-05`.
const PUTTING_OUT: i32 = -20;

/// What a unit's end of phase looks like, as far as its ailments care.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surrounded {
    /// Somebody shot at it since the end of its previous phase. `CS-PIN-09`.
    pub shot_at: bool,
    /// It is under cover from whoever pinned it. `CS-PIN-10`.
    pub covered: bool,
}

/// The tests at the end of a unit's phase that may take ailments away. `CS-FROZ-02`, `CS-PANI-04`, `CS-PIN-08` to
/// `CS-PIN-11`.
pub fn recoveries(suffered: &[Suffered], around: Surrounded) -> impl Iterator<Item = (Suffered, Trial)> {
    suffered.iter().filter_map(move |one| {
        let recovery = one.ailment.rule().recovery?;
        let trial = Trial::new(recovery.of, "recovery", recovery.clause);
        let trial = match one.ailment {
            Ailment::Pinned if around.covered => trial.with(UNMOLESTED, "under cover", "CS-PIN-10"),
            Ailment::Pinned if !around.shot_at => trial.with(UNMOLESTED, "not shot at", "CS-PIN-09"),
            _ => trial.with(recovery.points, "recovery", recovery.clause),
        };
        Some((*one, trial))
    })
}

/// The test that puts out a fire. `CS-BURN-05`.
pub const fn putting_out() -> Trial {
    Trial::new(&[Trait::Agility], "put out the fire", "CS-BURN-05").with(
        PUTTING_OUT,
        "putting out a fire",
        "CS-BURN-05",
    )
}

/// The test of somebody beside a burning unit as its phase ends. `CS-BURN-07`.
pub const fn catching_fire() -> Trial {
    Trial::new(&[Trait::Agility], "keep clear of the flames", "CS-BURN-07")
}

/// The test of whoever struck a Shocked unit. `CS-SHCK-02`.
pub const fn contagion() -> Trial {
    Trial::new(&[Trait::Agility], "keep clear of the current", "CS-SHCK-02")
}

/// The test of whoever is under suppressing fire. `CS-PIN-15`.
pub const fn suppressed() -> Trial {
    Trial::new(&[Trait::Willpower], "stand the fire", "CS-PIN-15")
}

/// The test of a Confused unit as its phase begins. `CS-CONF-03`.
pub const fn clear_head() -> Trial {
    Trial::new(&[Trait::Willpower], "tell friend from foe", "CS-CONF-03")
}

/// The test of a Panicked unit as its phase begins. `CS-PANI-01`.
pub const fn nerve() -> Trial {
    Trial::new(&[Trait::Willpower], "keep its nerve", "CS-PANI-01")
}

/// The test against an order that goes against a unit's life or its values. `CS-BRWA-08`, `CS-BRWA-09`.
pub const fn defy(clause: Clause) -> Trial {
    Trial::new(&[Trait::Willpower], "defy the order", clause).with(
        super::AGAINST_THE_GRAIN,
        "against its nature",
        clause,
    )
}
