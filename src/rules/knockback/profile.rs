//! Knockback, knockdown and collisions. Chapter KNOCK.
//!
//! Every book supplies a [`KnockbackProfile`]. A collision has the dice of a fall over as many metres.

/// Factor on a body's weight and strength. `AB-KNOCK-01`.
const STEADFAST: u32 = 2;
/// Dice above the threshold for each metre. `AB-KNOCK-02`.
const DICE_PER_METRE: u32 = 2;
/// Metres of falling per damage die. `AB-KNOCK-26`.
const METRES_PER_DIE: u32 = 2;
/// Maximum number of dice. `AB-KNOCK-20`, `AB-KNOCK-26`.
const MAX_DICE: u32 = 25;

/// A body's resistance to knockback, for every book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnockbackProfile {
    /// Strength and mass together, before they are doubled. `AB-KNOCK-01`, `AB-KNOCK-05` to `AB-KNOCK-08`.
    pub mass: u32,
    /// Metres that it can be thrown and keep its feet. `AB-KNOCK-03`, `AB-KNOCK-09`.
    pub steady_m: u32,
    /// Greatest number of collision dice that are not lethal. `AB-KNOCK-21`.
    pub lethal_above: u32,
}

impl KnockbackProfile {
    /// A body that no blow moves.
    pub const IMMOVABLE: Self =
        Self { mass: u32::MAX / STEADFAST, steady_m: u32::MAX, lethal_above: u32::MAX };

    /// Raw dice that it withstands. `AB-KNOCK-01`.
    pub const fn threshold(self) -> u32 {
        STEADFAST * self.mass
    }

    /// Distance in metres that a blow throws it. `AB-KNOCK-01`, `AB-KNOCK-02`, `AB-KNOCK-10`.
    pub fn knockback_m(self, blow: KnockbackBlow) -> u32 {
        match blow.raw.checked_sub(self.threshold()) {
            Some(over) if over > 0 => over / DICE_PER_METRE + blow.adds,
            _ => 0,
        }
    }
}

/// The parts of a blow that push.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnockbackBlow {
    /// Raw dice and success dice, before soak. `AB-KNOCK-01`.
    pub raw: u32,
    /// Damage adds. `AB-KNOCK-10`.
    pub adds: u32,
}

/// Footing of a body that a blow pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FootingResult {
    /// It is not moved.
    Unmoved,
    /// It must keep its feet at this difficulty. `AB-KNOCK-04`.
    MustBalance {
        /// Distance in metres.
        difficulty: u32,
    },
    /// It falls. `AB-KNOCK-03`.
    KnockedDown,
}

/// The footing of a body pushed over this distance. `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-RULING-10`.
pub const fn footing_result(profile: KnockbackProfile, metres: u32) -> FootingResult {
    match metres {
        0 => FootingResult::Unmoved,
        _ if metres > profile.steady_m => FootingResult::KnockedDown,
        difficulty => FootingResult::MustBalance { difficulty },
    }
}

/// Surface of a collision. `AB-KNOCK-22` to `AB-KNOCK-24`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImpactSurface {
    /// Walls, floors, units.
    #[default]
    Normal,
    /// Unyielding material, such as the side of a tank.
    Unyielding,
    /// Spikes.
    Sharp,
    /// Glass that breaks.
    Shards,
}

impl ImpactSurface {
    /// The clause that makes the damage lethal; `None` for a normal surface.
    pub const fn clause(self) -> Option<&'static str> {
        match self {
            Self::Normal => None,
            Self::Unyielding => Some("AB-KNOCK-22"),
            Self::Sharp => Some("AB-KNOCK-23"),
            Self::Shards => Some("AB-KNOCK-24"),
        }
    }
}

/// Dice of a collision, or of a fall, after this many metres: for the body and for what it hits. `AB-KNOCK-18` to
/// `AB-KNOCK-20`, `AB-KNOCK-26`.
pub fn collision_dice(metres: u32) -> u32 {
    (metres / METRES_PER_DIE).min(MAX_DICE)
}

/// Whether the dice of a collision break an obstacle. `AB-KNOCK-25`.
pub const fn breaks_obstacle(dice: u32, armour: u32) -> bool {
    dice > armour
}
