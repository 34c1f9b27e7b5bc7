//! Side effects of attacks on items, bystanders and the map.

use serde::{Deserialize, Serialize};

use crate::combat_checks::Maneuver;
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use model::{BarrierId, UnitId};

/// An item in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemSlot {
    /// The weapon in this slot.
    Weapon(usize),
    /// The gear at this index of the sheet.
    Gear(usize),
}

/// What happens to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemFate {
    /// Falls to the unit's square. `CC-ADV-18`, `CC-CHART-03`.
    Dropped,
    /// Out of ammunition. `CC-THT-10`.
    Emptied,
    /// Unusable until the end of the unit's next turn. `CC-ADV-21`, `CC-ADV-22`.
    Disabled,
    /// Unusable for the encounter. `CC-THT-12`.
    Broken,
    /// Destroyed. `CC-ADV-25`.
    Destroyed,
}

/// A side effect of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideEffect {
    /// An item changes.
    Item {
        /// Its owner.
        unit: UnitId,
        /// The item.
        item: ItemSlot,
        /// The change.
        fate: ItemFate,
    },
    /// A bystander's next check changes.
    #[serde(rename = "waits")]
    PendingChange {
        /// The bystander.
        unit: UnitId,
        /// The kind of check.
        next: NextCheck,
        /// The change.
        change: PoolChange,
    },
    /// A boost die for the next check of the attacker's side, except the giver's. `CC-ADV-08`.
    BoostNextAlly {
        /// The giver.
        giver: UnitId,
    },
    /// A bystander removes 1 Strain. `CC-CHART-06`.
    Recovers {
        /// The unit.
        unit: UnitId,
    },
    /// A free maneuver to perform at once: a Move, an item, an object. `CC-ADV-11`, `CC-THT-06`.
    Maneuver {
        /// The unit.
        unit: UnitId,
        /// The maneuver.
        maneuver: Maneuver,
    },
    /// A maneuver that counts toward the limit of the present turn of another unit than the attacker. `CC-THT-06`.
    ManeuverCounted {
        /// Id of the unit.
        unit: UnitId,
    },
    /// A unit takes cover at once, or a bystander aims, stands up, drops prone or takes Guarded Stance. `CC-ADV-11`,
    /// `CC-THT-06`.
    Performed {
        /// The unit.
        unit: UnitId,
        /// The maneuver.
        maneuver: Maneuver,
    },
    /// The attacker loses cover. `CC-THT-05`.
    CoverLost {
        /// The unit.
        unit: UnitId,
    },
    /// A hidden feature is revealed, or else the target's numbers. `CC-ADV-09`.
    Noticed {
        /// The feature.
        feature: Option<BarrierId>,
    },
    /// An object changes its state. `CC-ADV-19`, `CC-THT-13`.
    Switched {
        /// The object.
        object: BarrierId,
    },
}

/// Boost dice for the next checks of a side. `CC-ADV-08`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideBoosts {
    /// Givers of the dice.
    pub givers: Vec<UnitId>,
}

impl SideBoosts {
    /// Claims the dice for a unit's check, except its own.
    pub fn claim(&mut self, unit: UnitId) -> u8 {
        let before = self.givers.len();
        self.givers.retain(|&giver| giver == unit);
        u8::try_from(before - self.givers.len()).unwrap_or(u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cc_adv_08_the_first_other_unit_to_check() {
        let mut boosts = SideBoosts { givers: vec![UnitId(1)] };
        assert_eq!(boosts.claim(UnitId(1)), 0, "not the giver");
        assert_eq!([boosts.claim(UnitId(2)), boosts.claim(UnitId(3))], [1, 0]);
    }
}
