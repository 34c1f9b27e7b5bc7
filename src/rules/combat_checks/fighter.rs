//! A unit as the rules see it at one moment.

use crate::status::ActiveAilment;
use std::sync::Arc;

use super::{ActionEconomy, Characteristic, HealthState, Limb, Sheet, Switches, Weapon};
use crate::{DownState, MovementMode};

/// A weapon in hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WieldedWeapon {
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Which arm holds it; two-handed weapons are in both.
    pub arm: Limb,
    /// Out of ammunition. `CC-THT-10`.
    pub empty: bool,
    /// Broken or disabled. `CC-THT-12`, `CC-ADV-21`.
    pub useless: bool,
}

/// A unit at one moment: what any rule may ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Number of the unit.
    pub id: u32,
    /// What players call it.
    pub name: Arc<str>,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its harm and lasting state.
    pub condition: HealthState,
    /// What is left of its turn.
    pub economy: ActionEconomy,
    /// How it moved.
    pub gait: MovementMode,
    /// Lies on the ground.
    pub prone: bool,
    /// Is in cover. Table CC-T2.
    pub in_cover: bool,
    /// Has a turn left in this round. `CC-CHART-02`.
    pub turn_left: bool,
    /// Out of the fight, if it is.
    pub down: Option<DownState>,
    /// What its hands hold.
    pub held: Vec<WieldedWeapon>,
    /// Indices into the sheet's gear of what is gone or broken.
    pub lost_gear: Vec<usize>,
    /// What it suffers for a while. Chapter AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
    /// It acts in a phase that was put off. `SS-DELAY-09`.
    pub late: bool,
}

impl Fighter {
    /// A characteristic as it is now.
    pub fn characteristic(&self, which: Characteristic) -> u8 {
        self.condition.characteristic(&self.sheet, which)
    }

    /// Indices and names of gear still in use.
    pub fn gear(&self) -> impl Iterator<Item = (usize, &super::Gear)> {
        self.sheet.gear.iter().enumerate().filter(|(at, _)| !self.lost_gear.contains(at))
    }

    /// It can use a weapon: arms enough for what needs hands. `CC-CHART-33`.
    pub fn can_wield(&self, weapon: &Weapon, switches: &Switches) -> bool {
        weapon.hands <= self.condition.usable_arms(switches)
    }
}
