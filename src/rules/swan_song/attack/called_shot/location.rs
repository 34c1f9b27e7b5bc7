//! The sixteen body locations: tables SS-T13 and SS-T14.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::swan_song::options::switches::GenitalsRow;
use crate::swan_song::{Attribute, Switches};

/// A body location that a called shot can target. Table SS-T13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the table's own")]
pub enum Location {
    Ankle,
    Ear,
    Eye,
    Foot,
    Forearm,
    Genitals,
    Gut,
    Hand,
    Hip,
    Jaw,
    Knee,
    Neck,
    Shin,
    Shoulder,
    Sternum,
    Thigh,
}

/// Injury that a damaging hit on a location causes. Table SS-T13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "title_case")]
pub enum LocationInjury {
    /// Loses Initiative Score. `SS-CALL-35`.
    Stunned,
    /// Moves slower. `SS-CALL-16`.
    Slowed,
    /// Cannot run or sprint. `SS-CALL-20`.
    Winded,
    /// One ear is deaf. `SS-CALL-23`.
    Deafened,
    /// One eye is blind. `SS-CALL-29`.
    Blinded,
    /// Drops the held item; Weak Side for the same duration. `SS-CALL-37`, `SS-CALL-41`.
    #[strum(serialize = "Broken grip, weak side")]
    BrokenGrip,
    /// Nauseous, and may vomit. `SS-CALL-42`.
    Nauseous,
    /// Falls prone, and may stay down. `SS-CALL-44`.
    Buckled,
    /// Takes Strain every minute until treated. `SS-CALL-46`.
    #[strum(serialize = "Slow death")]
    SlowDeath,
    /// Falls prone. `SS-CALL-51`.
    Knockdown,
    /// Cannot speak. `SS-CALL-53`.
    #[strum(serialize = "Unable to speak")]
    UnableToSpeak,
    /// Loses flesh with each action. `SS-CALL-55`.
    Bleedout,
    /// One arm is useless; Weak Side for the same duration. `SS-CALL-59`, `SS-CALL-61`.
    #[strum(serialize = "One-armed, weak side")]
    OneArmed,
    /// Takes Strain. `SS-CALL-62`.
    Fatigued,
}

/// Two attributes that are added for a test.
pub type AttributePair = (Attribute, Attribute);

/// Resistance to being stunned, for most locations.
const STUN_RESISTANCE: AttributePair = (Attribute::Body, Attribute::Willpower);
/// Composure. `SS-BASE-22`.
const COMPOSURE: AttributePair = (Attribute::Charisma, Attribute::Willpower);

/// A row of table SS-T14.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StunTest {
    /// The attributes rolled.
    pub attributes: AttributePair,
    /// Hits needed to resist the stun.
    pub threshold: u32,
    /// Initiative Score lost if the test fails.
    pub loss: i32,
}

/// A row of table SS-T13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocationStats {
    /// Attack modifier, instead of the -4 of other called shots. `SS-CALL-04`.
    pub modifier: i32,
    /// Maximum damage of a hit. `SS-CALL-06`.
    pub limit: u32,
    /// Injuries of a damaging hit, in this order. `SS-CALL-11`.
    pub injuries: &'static [LocationInjury],
    /// Test against being stunned; `None` if the location does not stun. Table SS-T14.
    pub stun: Option<StunTest>,
}

const fn location_stats(modifier: i32, limit: u32, injuries: &'static [LocationInjury]) -> LocationStats {
    LocationStats { modifier, limit, injuries, stun: None }
}

const fn with_stun_test(of: AttributePair, threshold: u32, loss: i32, row: LocationStats) -> LocationStats {
    LocationStats { stun: Some(StunTest { attributes: of, threshold, loss }), ..row }
}

impl Location {
    /// All locations, in the order of table SS-T13.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Name in switches and content files, such as "knee".
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the location's row. `SS-CALL-05`, `SS-CALL-07`, `SS-RULING-06` to `SS-RULING-09`.
    pub const fn stats(self, switches: &Switches) -> LocationStats {
        use LocationInjury::*;
        match self {
            Self::Ankle => location_stats(-8, 1, &[Slowed, Winded]),
            Self::Ear => with_stun_test(STUN_RESISTANCE, 2, 10, location_stats(-10, 1, &[Deafened, Stunned])),
            Self::Eye => with_stun_test(STUN_RESISTANCE, 3, 10, location_stats(-10, 1, &[Blinded, Stunned])),
            Self::Foot => {
                with_stun_test(STUN_RESISTANCE, 3, 5, location_stats(-8, 1, &[Stunned, Slowed, Winded]))
            }
            Self::Forearm => location_stats(-6, 2, &[BrokenGrip]),
            Self::Genitals => {
                let (modifier, limit) = match switches.genitals_row {
                    GenitalsRow::Details => (-6, 2),
                    GenitalsRow::Table => (-10, 4),
                };
                with_stun_test(
                    STUN_RESISTANCE,
                    4,
                    10,
                    location_stats(modifier, limit, &[Stunned, Nauseous, Buckled]),
                )
            }
            Self::Gut => {
                with_stun_test(STUN_RESISTANCE, 2, 5, location_stats(-6, 8, &[Stunned, Nauseous, SlowDeath]))
            }
            Self::Hand => {
                with_stun_test(STUN_RESISTANCE, 2, 5, location_stats(-8, 1, &[Stunned, BrokenGrip]))
            }
            Self::Hip => location_stats(-6, 3, &[Knockdown, Slowed]),
            Self::Jaw => {
                with_stun_test(STUN_RESISTANCE, 2, 5, location_stats(-8, 2, &[Stunned, UnableToSpeak]))
            }
            Self::Knee => {
                with_stun_test(COMPOSURE, 2, 10, location_stats(-8, 1, &[Stunned, Knockdown, Slowed, Winded]))
            }
            Self::Neck => {
                with_stun_test(STUN_RESISTANCE, 3, 10, location_stats(-8, 10, &[Stunned, Bleedout]))
            }
            Self::Shin => location_stats(-6, 2, &[Knockdown, Slowed, Winded]),
            Self::Shoulder => {
                with_stun_test(STUN_RESISTANCE, 1, 5, location_stats(-6, 3, &[Stunned, OneArmed]))
            }
            Self::Sternum => {
                with_stun_test(STUN_RESISTANCE, 3, 10, location_stats(-10, 10, &[Stunned, Fatigued, Winded]))
            }
            Self::Thigh => location_stats(-6, 3, &[Slowed, Winded]),
        }
    }
}

impl LocationInjury {
    /// Display name, such as "Slow death".
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What it does to the target, for players who choose a called shot: "cannot speak".
    pub const fn effect(self) -> &'static str {
        match self {
            Self::Stunned => "acts later unless resisted",
            Self::Slowed => "moves half as far, no sprint",
            Self::Winded => "no complex actions",
            Self::Deafened => "one ear is deaf",
            Self::Blinded => "one eye is blind",
            Self::BrokenGrip => "drops what the hand holds",
            Self::Nauseous => "feels sick and may vomit",
            Self::Buckled => "falls prone and may stay down",
            Self::SlowDeath => "strain every minute until treated",
            Self::Knockdown => "falls prone",
            Self::UnableToSpeak => "cannot speak",
            Self::Bleedout => "loses flesh with each action",
            Self::OneArmed => "one arm is useless",
            Self::Fatigued => "takes strain",
        }
    }

    /// The clause that defines the injury.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Stunned => "SS-CALL-35",
            Self::Slowed => "SS-CALL-16",
            Self::Winded => "SS-CALL-20",
            Self::Deafened => "SS-CALL-23",
            Self::Blinded => "SS-CALL-29",
            Self::BrokenGrip => "SS-CALL-37",
            Self::Nauseous => "SS-CALL-42",
            Self::Buckled => "SS-CALL-44",
            Self::SlowDeath => "SS-CALL-46",
            Self::Knockdown => "SS-CALL-51",
            Self::UnableToSpeak => "SS-CALL-53",
            Self::Bleedout => "SS-CALL-55",
            Self::OneArmed => "SS-CALL-59",
            Self::Fatigued => "SS-CALL-62",
        }
    }
}
