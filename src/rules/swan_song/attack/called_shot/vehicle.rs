//! Vehicle parts that a called shot can target, and the effects of hitting them: table SS-T15.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// A vehicle part. `SS-CALL-104`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the table's own")]
pub enum VehiclePart {
    EngineBlock,
    FuelTank,
    Axle,
    Antenna,
    DoorLock,
    WindowMotor,
}

impl VehiclePart {
    /// All parts, in the order of table SS-T15.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Name in switches and content files, such as "engine_block".
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Attack modifier, instead of the -4 of other called shots.
    pub const fn modifier(self) -> i32 {
        match self {
            Self::EngineBlock | Self::WindowMotor => -4,
            Self::FuelTank | Self::Axle | Self::DoorLock => -6,
            Self::Antenna => -8,
        }
    }

    /// Maximum damage of a hit; `None` if there is no limit. `SS-CALL-105`.
    pub const fn limit(self) -> Option<u32> {
        match self {
            Self::EngineBlock | Self::FuelTank => None,
            Self::Axle => Some(6),
            Self::Antenna => Some(2),
            Self::DoorLock | Self::WindowMotor => Some(0),
        }
    }

    /// Effect of a hit, for the log and the menu.
    pub const fn effect_text(self) -> &'static str {
        match self {
            Self::EngineBlock => "the vehicle cannot move",
            Self::FuelTank => "the vehicle cannot move and leaks fuel",
            Self::Axle => "the vehicle's speed is 1",
            Self::Antenna => "no communications, no wireless",
            Self::DoorLock => "the door cannot be opened",
            Self::WindowMotor => "the window cannot be opened",
        }
    }

    /// The clause that defines the effect.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::EngineBlock => "SS-CALL-108",
            Self::FuelTank => "SS-CALL-109",
            Self::Axle => "SS-CALL-111",
            Self::Antenna => "SS-CALL-112",
            Self::DoorLock => "SS-CALL-114",
            Self::WindowMotor => "SS-CALL-115",
        }
    }
}
