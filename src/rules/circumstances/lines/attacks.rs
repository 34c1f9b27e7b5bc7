//! Attacks: hits, misfires, evasion, explosions, and their outcomes.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::circumstances::HitLocation;
use crate::ground::scatter::octant_words;
use crate::lines::{CountOf, rule_lines};
use dice::{NoteSubject, RuleLine, RuleText};

/// A note about an attack on one unit. Chapters BASE, COV, GRN and JAM.
#[derive(Clone, Debug, strum::Display)]
pub enum HitNote {
    #[strum(to_string = "Hit: {0}")]
    Location(HitLocation),
    #[strum(to_string = "Escapes the blast")]
    EscapesBlast,
    #[strum(to_string = "deflected on {value} or less: the hit is negated")]
    Deflected { value: u8 },
    #[strum(to_string = "deflected on {value} or less: the hit goes through")]
    NotDeflected { value: u8 },
    #[strum(to_string = "Held")]
    Held,
    #[strum(to_string = "The weapon jams")]
    Jams,
    #[strum(to_string = "Misfire: the attack misses")]
    Misfires,
    #[strum(to_string = "Dud")]
    Dud,
    #[strum(to_string = "Goes off in the hand")]
    InHand,
    #[strum(to_string = "Damage {sum}{bonus:+} = {damage}")]
    Damage { sum: u32, bonus: i32, damage: u32 },
    #[strum(to_string = "{damage} damage, {wounds}")]
    Wounds { damage: u32, wounds: WoundCount },
    #[strum(to_string = "{damage} damage, stopped by the cover")]
    Stopped { damage: u32 },
    #[strum(to_string = "{cause}: the dice are rolled twice")]
    DiceTwice { cause: String },
    #[strum(to_string = "{ailment}: the attack misses whatever the roll")]
    CertainMiss { ailment: &'static str },
    #[strum(to_string = "{ailment}: the test fails whatever the roll")]
    CertainFailure { ailment: &'static str },
    #[strum(to_string = "The target is unaware of the attack")]
    Unaware,
    #[strum(to_string = "Unaware: no evasion")]
    UnawareNoEvasion,
    #[strum(to_string = "Under a roof: no penalty for the weather")]
    UnderRoof,
    #[strum(to_string = "Shot at its own opponent: no penalty for shooting into a melee")]
    OwnOpponent,
    #[strum(to_string = "{ailment}: no evasion")]
    CannotEvade { ailment: &'static str },
    #[strum(to_string = "+{levels} fatigue")]
    Tires { levels: u8 },
    #[strum(to_string = "knocked prone by {wounds}")]
    KnockedProne { wounds: WoundCount },
}

/// The prompt to evade a hit; the actions are [`EvasiveAction`](crate::circumstances::attacks::evasion::EvasiveAction).
#[derive(Clone, Debug, strum::Display)]
pub enum EvasionLine {
    #[strum(to_string = "Hit. Spend the Reaction to evade?")]
    Ask,
    #[strum(to_string = "Reaction, {number} or less")]
    PassesOn { number: i32 },
    #[strum(to_string = "Take the hit")]
    TakeHit,
    #[strum(to_string = "keeps the Reaction")]
    KeepsReaction,
}

/// End of an explosive, a missile or a missed throw. Chapters SCA and GRN.
#[derive(Clone, Debug, strum::Display)]
pub enum LandingNote {
    #[strum(to_string = "{weapon} goes off {aim}")]
    GoesOff { weapon: String, aim: BlastAim },
    #[strum(to_string = "{weapon} goes off")]
    ItemGoesOff { weapon: String },
    #[strum(to_string = "{weapon} goes off in the hand")]
    InHand { weapon: String },
    #[strum(to_string = "{weapon} does not go off")]
    Dud { weapon: String },
    #[strum(to_string = "{weapon} lands {metres} m {direction}")]
    Lands { weapon: String, metres: u32, direction: ScatterDirection },
    #[strum(to_string = "{weapon} lands {metres} m {direction}, stopped by an obstacle")]
    Stopped { weapon: String, metres: u32, direction: ScatterDirection },
    #[strum(to_string = "{weapon} bounces off an obstacle and lands at the target")]
    Bounces { weapon: String },
}

/// The target of an area attack.
#[derive(Clone, Debug, strum::Display)]
pub enum BlastAim {
    #[strum(to_string = "at {0}")]
    Unit(Arc<str>),
    #[strum(to_string = "at the {0}")]
    Barrier(String),
    #[strum(to_string = "on target")]
    Cell,
}

/// A direction in octants clockwise from that of the attack. `CS-SCA-03`.
#[derive(Clone, Copy, Debug)]
pub struct ScatterDirection(pub u8);

impl Display for ScatterDirection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(octant_words(self.0))
    }
}

/// Outcome of an attack for a unit or barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
pub enum HitOutcome {
    #[strum(to_string = "{wounds} to the {location}")]
    Hit { wounds: WoundCount, location: HitLocation },
    #[strum(to_string = "{hits}, {wounds}")]
    Hits { hits: CountOf, wounds: WoundCount },
    #[strum(to_string = "{damage} damage")]
    BarrierDamage { damage: u32 },
    #[strum(to_string = "no wound")]
    NoWound,
    #[strum(to_string = "stopped by the cover")]
    Stopped,
    #[strum(to_string = "deflected")]
    Deflected,
    #[strum(to_string = "dodged")]
    Dodged,
    #[strum(to_string = "parried")]
    Parried,
    #[strum(to_string = "held")]
    Held,
    #[strum(to_string = "the weapon jams")]
    Jams,
    #[strum(to_string = "")]
    Miss,
}

/// "1 wound", "2 wounds".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WoundCount(pub u32);

impl Display for WoundCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "Wound" } else { "Wounds" })
    }
}

/// Outcomes of an attack for several units, each with its name unless it was the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitOutcomes(pub Vec<(Option<Arc<str>>, HitOutcome)>);

impl Display for UnitOutcomes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, (unit, outcome)) in self.0.iter().enumerate() {
            let separator = if at > 0 { ", " } else { "" };
            match unit {
                Some(unit) => write!(f, "{separator}{unit}: {outcome}")?,
                None => write!(f, "{separator}{outcome}")?,
            }
        }
        Ok(())
    }
}

impl RuleLine for UnitOutcomes {
    fn without_units(&self, is_hidden: &dyn Fn(&str) -> bool) -> Option<RuleText> {
        let mut seen = self.clone();
        seen.0.retain(|(unit, _)| unit.as_deref().is_none_or(|unit| !is_hidden(unit)));
        Some(seen.into())
    }
}

impl RuleLine for LandingNote {
    fn note_subject(&self) -> NoteSubject {
        NoteSubject::Projectile
    }
}

rule_lines!(HitNote, EvasionLine, HitOutcome);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_hit_on_a_target_without_parts_is_told_as_one() {
        let outcome = |hits, wounds| {
            let hits = CountOf(hits, "hit");
            HitOutcome::Hits { hits, wounds: WoundCount(wounds) }.to_string()
        };
        assert_eq!([outcome(1, 1), outcome(2, 5)], ["1 hit, 1 Wound", "2 hits, 5 Wounds"]);
    }
}
