//! What an attack does beyond harm: to items, to others, to the field.

use serde::{Deserialize, Serialize};

use crate::combat_checks::Maneuver;
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};

/// Something a unit has in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemSlot {
    /// The weapon at this place of what it holds.
    Weapon(usize),
    /// The gear at this place of its sheet.
    Gear(usize),
}

/// What becomes of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemFate {
    /// Lies on the unit's square. `CC-ADV-18`, `CC-CHART-03`.
    Dropped,
    /// Out of ammunition. `CC-THT-10`.
    Emptied,
    /// Unusable to the end of the unit's next turn. `CC-ADV-21`, `CC-ADV-22`.
    Disabled,
    /// Unusable for the encounter. `CC-THT-12`.
    Broken,
    /// Gone. `CC-ADV-25`.
    Destroyed,
}

/// Something that an attack does besides harming its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideEffect {
    /// An item of a unit changes.
    Item {
        /// Whose.
        unit: u32,
        /// Which.
        item: ItemSlot,
        /// How.
        fate: ItemFate,
    },
    /// A change waits for a bystander's next check.
    Waits {
        /// Who is neither attacker nor target.
        unit: u32,
        /// Which check.
        next: NextCheck,
        /// What it adds.
        change: PoolChange,
    },
    /// A boost die waits for whoever of the attacker's side checks next, the giver excluded. `CC-ADV-08`.
    BoostNextAlly {
        /// Who gave it.
        giver: u32,
    },
    /// A bystander removes 1 Strain. `CC-CHART-06`.
    Recovers {
        /// Who.
        unit: u32,
    },
    /// A maneuver to be carried out at once, at no price: a Move, an item, an object. `CC-ADV-11`, `CC-THT-06`.
    Maneuver {
        /// Who.
        unit: u32,
        /// Which.
        maneuver: Maneuver,
    },
    /// A bystander aims, stands up, drops prone or takes Guarded Stance at once. `CC-THT-06`.
    Performed {
        /// Who.
        unit: u32,
        /// Which.
        maneuver: Maneuver,
    },
    /// The attacker is no longer in cover. `CC-THT-05`.
    CoverLost {
        /// Who.
        unit: u32,
    },
    /// A hidden feature is revealed, or, without one, the target's numbers. `CC-ADV-09`.
    Noticed {
        /// The feature.
        feature: Option<u32>,
    },
    /// An object on the field changes its state. `CC-ADV-19`, `CC-THT-13`.
    Switched {
        /// Which.
        object: u32,
    },
}

/// Boost dice that wait for whoever of a side checks next. `CC-ADV-08`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideBoosts {
    /// Who gave each of them.
    pub givers: Vec<u32>,
}

impl SideBoosts {
    /// How many a unit's check takes with it; those it gave itself stay.
    pub fn claim(&mut self, unit: u32) -> u8 {
        let before = self.givers.len();
        self.givers.retain(|&giver| giver == unit);
        u8::try_from(before - self.givers.len()).unwrap_or(u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_adv_08_whoever_of_the_others_checks_first() {
        let mut boosts = SideBoosts { givers: vec![1] };
        assert_eq!(boosts.claim(1), 0, "not the giver");
        assert_eq!([boosts.claim(2), boosts.claim(3)], [1, 0]);
    }
}
