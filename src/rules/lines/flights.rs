//! Sentences of knockback, falls, and attacks on barriers.

use std::fmt;

use super::{DiceCount, HitCount, SuccessCount, rule_lines};
use crate::Fall;
use dice::RuleText;

/// Events of a flight or a fall: throws, collisions, landings.
#[derive(Clone, Debug, strum::Display)]
pub enum FlightLine {
    #[strum(to_string = "is thrown back {metres} m")]
    ThrownBack { metres: u32 },
    #[strum(to_string = "crashes into the {barrier} and takes {harm}")]
    HitsBarrier { barrier: String, harm: CrashHarm },
    #[strum(to_string = "crashes into {unit} and takes {harm}; {unit} takes {struck}")]
    HitsUnit { unit: String, harm: CrashHarm, struck: CrashHarm },
    #[strum(to_string = "takes a {harm}")]
    Falls { harm: RuleText },
    #[strum(to_string = "crashes into impassable ground and takes {harm}")]
    HitsGround { harm: CrashHarm },
    #[strum(to_string = "falls on {unit}, which takes {harm}")]
    FallsOn { unit: String, harm: CrashHarm },
    #[strum(to_string = "{fall}: unhurt")]
    UnhurtByFall { fall: Fall },
}

impl FlightLine {
    /// Names what hurts the flying unit: "crash", "fall"; `None` for other notes.
    pub const fn impact(&self) -> Option<&'static str> {
        match self {
            Self::HitsBarrier { .. } | Self::HitsUnit { .. } | Self::HitsGround { .. } => Some("crash"),
            Self::Falls { .. } => Some("fall"),
            Self::ThrownBack { .. } | Self::FallsOn { .. } | Self::UnhurtByFall { .. } => None,
        }
    }
}

/// What a fall says that does no harm.
const UNHURT: &str = "unhurt";

/// What a crash does to a body, as its object of "takes": "no damage" for "crash: no damage", "3 damage, as from a fall of 2 m"
/// in a book that counts it as a fall.
#[derive(Clone, Debug)]
pub struct CrashHarm(pub RuleText);

impl fmt::Display for CrashHarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.to_string();
        match words.split_once(": ") {
            Some(("crash", harm)) => f.write_str(harm),
            Some((_, UNHURT)) => f.write_str("no damage"),
            Some((source, harm)) if source.starts_with("fall of") => write!(f, "{harm}, as from a {source}"),
            _ => f.write_str(&words),
        }
    }
}

/// Notes of attacks on and through barriers.
#[derive(Clone, Debug, strum::Display)]
pub enum BarrierLine {
    #[strum(to_string = "Misses the barrier")]
    Miss,
    #[strum(to_string = "Damage {damage} + {hits} = {dv}")]
    Damage { damage: u32, hits: HitCount, dv: u32 },
    #[strum(to_string = "Against barriers {dv} + {extra} = {total}")]
    Bonus { dv: u32, extra: u32, total: u32 },
    #[strum(to_string = "Stopped before it reaches the barrier")]
    Blocked,
    #[strum(to_string = "{barrier}: damage {dv} of {left} passes through")]
    Passes { barrier: String, dv: u32, left: u32 },
    #[strum(to_string = "{barrier} stops it: damage {dv} does not exceed armour {armor}")]
    Stops { barrier: String, dv: u32, armor: u32 },
    #[strum(to_string = "{barrier} does not stop it: damage {dv} exceeds armour {armor}")]
    FailsToStop { barrier: String, dv: u32, armor: u32 },
    #[strum(to_string = "{barrier} takes {damage} damage, {dv} passes through")]
    Penetrated { barrier: String, damage: u32, dv: u32 },
    #[strum(to_string = "{barrier}: damage {dv} - {hits} = {left}")]
    Resists { barrier: String, dv: u32, hits: u32, left: u32 },
    #[strum(to_string = "{percent} % of {left} for this type of damage")]
    TypeFactor { left: u32, percent: u32 },
    #[strum(to_string = "{barrier} takes {damage} damage")]
    Harmed { barrier: String, damage: u32 },
    #[strum(to_string = "{barrier} takes no damage from Strain")]
    IgnoresStrain { barrier: String },
    #[strum(to_string = "In contact with the {barrier}")]
    InContact { barrier: String },
}

/// Notes of knockback.
#[derive(Clone, Debug, strum::Display)]
pub enum KnockbackLine {
    /// A blow that is strong enough, with the damage that counts and what the target withstands.
    #[strum(
        to_string = "{raw} damage before armour and soak is more than {unit}'s knockback threshold of {threshold}: {unit} \
                     is thrown back"
    )]
    Throws { unit: String, raw: u32, threshold: u32 },
    /// The same of a blow that throws nothing and may take the target off its feet.
    #[strum(
        to_string = "{raw} damage before armour and soak is more than {unit}'s knockback threshold of {threshold}: {unit} \
                     stays where it is, but may fall"
    )]
    Shakes { unit: String, raw: u32, threshold: u32 },
    #[strum(to_string = "{over} above the threshold, 1 m for every 2: {metres} m")]
    Distance { over: u32, metres: u32 },
    #[strum(to_string = "{adds} m more for automatic levels: {metres} m")]
    Adds { adds: u32, metres: u32 },
    #[strum(to_string = "Crash that counts as {metres} m: {dice} of damage")]
    Crash { metres: u32, dice: DiceCount },
    #[strum(to_string = "A crash of {dice} breaks through {object}, armour {armour}")]
    BreaksThrough { dice: DiceCount, object: String, armour: u32 },
    #[strum(to_string = "A crash of {dice} is stopped by {object}, armour {armour}")]
    Stopped { dice: DiceCount, object: String, armour: u32 },
    #[strum(to_string = "Thrown {metres} m, more than the {steady_m} m on which it can stay standing: falls")]
    TooFarToStand { metres: u32, steady_m: u32 },
}

/// Result of a test to stay on one's feet.
#[derive(Clone, Debug)]
pub struct FootingLine {
    pub successes: u32,
    pub difficulty: u32,
    pub stands: bool,
}

impl fmt::Display for FootingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let means = if self.stands { "stays standing" } else { "falls" };
        // One success more than the difficulty. `AB-BASE-02`
        write!(f, "{}, {} needed: {means}", SuccessCount(self.successes), self.difficulty + 1)
    }
}

rule_lines!(FlightLine, BarrierLine, KnockbackLine, FootingLine);

#[cfg(test)]
mod tests {
    use super::*;
    use dice::GivenText;

    #[test]
    fn ab_knock_04_the_test_to_stay_up_says_what_it_needs() {
        let text = |successes, stands| FootingLine { successes, difficulty: 1, stands }.to_string();
        assert_eq!(text(3, true), "3 successes, 2 needed: stays standing");
        assert_eq!(text(1, false), "1 success, 2 needed: falls");
    }

    #[test]
    fn ab_knock_01_a_blow_says_what_was_compared_and_what_follows() {
        let (unit, raw, threshold) = ("Sable".to_owned(), 12, 8);
        assert_eq!(
            KnockbackLine::Throws { unit: unit.clone(), raw, threshold }.to_string(),
            "12 damage before armour and soak is more than Sable's knockback threshold of 8: Sable is thrown back"
        );
        let shakes = KnockbackLine::Shakes { unit, raw, threshold }.to_string();
        assert!(shakes.ends_with("threshold of 8: Sable stays where it is, but may fall"), "{shakes}");
        let distance = KnockbackLine::Distance { over: 5, metres: 2 }.to_string();
        assert_eq!(distance, "5 above the threshold, 1 m for every 2: 2 m");
        let adds = KnockbackLine::Adds { adds: 1, metres: 3 }.to_string();
        assert_eq!(adds, "1 m more for automatic levels: 3 m");
    }

    #[test]
    fn ab_knock_19_a_crash_says_what_it_does_and_then_how_hard_it_was() {
        let harm = |words: &str| CrashHarm(GivenText(words.to_owned()).into());
        let unit = || "Sable".to_owned();
        let crash = |own: &str, struck: &str| {
            FlightLine::HitsUnit { unit: unit(), harm: harm(own), struck: harm(struck) }.to_string()
        };
        assert_eq!(
            FlightLine::HitsGround { harm: harm("crash: no damage") }.to_string(),
            "crashes into impassable ground and takes no damage",
            "deep water may stop it as well"
        );
        assert_eq!(
            crash("fall of 2 m: 3 damage", "crash: no damage"),
            "crashes into Sable and takes 3 damage, as from a fall of 2 m; Sable takes no damage"
        );
        let both = "crashes into Sable and takes 1 level of bashing damage; Sable takes no damage";
        assert_eq!(crash("crash: 1 level of bashing damage", "crash: no damage"), both);
        let unhurt = FlightLine::FallsOn { unit: unit(), harm: harm("fall of 2 m: unhurt") };
        assert_eq!(unhurt.to_string(), "falls on Sable, which takes no damage");
    }
}
