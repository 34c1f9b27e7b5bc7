//! Wounds without an attack, fatigue and breath. Chapters BURN, FALL, FATG and SUFF.

use std::fmt::{self, Display, Formatter};

use super::attacks::WoundCount;
use crate::Fall;
use crate::circumstances::HitLocation;
use crate::lines::{CountOf, rule_lines};

/// A note about wounds without an attack, or about fatigue.
#[derive(Clone, Debug, strum::Display)]
pub enum WoundNote {
    #[strum(to_string = "{location}: {wounds}, ignores armour")]
    Fall { location: HitLocation, wounds: WoundCount },
    #[strum(to_string = "Hull: {wounds}, ignores armour")]
    FallOfVehicle { wounds: WoundCount },
    #[strum(to_string = "Burning: {wounds}, ignores Toughness and armour")]
    Burning { wounds: WoundCount },
    #[strum(to_string = "collapses for {time}")]
    Collapses { time: CountOf },
}

/// The damage of a fall.
#[derive(Clone, Debug)]
pub struct FallDamageOutcome {
    /// The fall.
    pub fall: Fall,
    /// Wounds lost.
    pub wounds: u32,
    /// Levels of fatigue.
    pub fatigue: u8,
}

impl Display for FallDamageOutcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fall, WoundCount(self.wounds))?;
        if self.fatigue > 0 { write!(f, ", {} fatigue", self.fatigue) } else { Ok(()) }
    }
}

/// A round without air, or the first one with air again.
#[derive(Clone, Debug, strum::Display)]
pub enum BreathLine {
    #[strum(to_string = "{unit} has no air")]
    NoAir { unit: String },
    #[strum(to_string = "+1 fatigue")]
    Tires,
    #[strum(to_string = "{left} of {whole} points of breath left")]
    Left { left: u16, whole: u16 },
    #[strum(to_string = "out of breath: Unconscious")]
    Faints,
    #[strum(to_string = "unconscious without air, round {round} of {toughness}")]
    Unconscious { round: u16, toughness: u32 },
    #[strum(to_string = "suffocated, round {round} of {toughness}")]
    Suffocates { round: u16, toughness: u32 },
    #[strum(to_string = "holds breath: {left} of {whole} points left")]
    Holds { left: u16, whole: u16 },
    #[strum(to_string = "is unconscious without air")]
    IsUnconscious,
    #[strum(to_string = "has suffocated")]
    HasSuffocated,
    #[strum(to_string = "breathes again")]
    BreathesAgain,
}

rule_lines!(WoundNote, FallDamageOutcome, BreathLine);
