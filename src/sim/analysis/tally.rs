//! Tally of a fight: counts by side, weapon and cause of casualties.

mod count;

use std::collections::BTreeMap;

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

use self::count::TallyBuilder;
use super::observer::FightObserver;
use battle::OrderRecord;
use model::Side;

/// The cause that put a unit out of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CasualtyCause {
    /// A ranged attack on one target.
    Shot,
    /// A melee attack or a grapple.
    Blow,
    /// An explosion.
    Blast,
    /// Impact after a knockback.
    Thrown,
    /// A fall.
    Fall,
    /// Fire or hazardous ground.
    Fire,
    /// Later effects of wounds, poison or shock.
    Wounds,
    /// Anything else.
    Other,
}

impl CasualtyCause {
    /// All causes, in table order.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Key in tables.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// Tally of a side. Vehicles are not counted in the first seven fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideTally {
    /// Fighters at the start.
    pub units: u32,
    /// Fighters still up at the end.
    pub standing: u32,
    /// Fighters that left by an exit.
    pub escaped: u32,
    /// Fighters unconscious at the end.
    pub unconscious: u32,
    /// Fighters that surrendered.
    pub surrendered: u32,
    /// Fighters that fled over the edge of the map.
    pub fled: u32,
    /// Fighters dead at the end.
    pub dead: u32,
    /// Damage to other sides.
    pub dealt: u32,
    /// Damage to its own side.
    pub friendly: u32,
    /// Damage taken from any source.
    pub taken: u32,
    /// Attacks on units and cells, without those on barriers.
    pub attacks: u32,
    /// Attacks that hit.
    pub hits: u32,
    /// Shots at units.
    pub shots: u32,
    /// Shots fired from cover.
    pub from_cover: u32,
    /// Shots at targets in cover or partly hidden.
    pub at_cover: u32,
    /// Hits among them.
    pub at_cover_hits: u32,
    /// Shots at targets in the open.
    pub in_open: u32,
    /// Hits among them.
    pub in_open_hits: u32,
    /// Knockbacks suffered.
    pub thrown: u32,
    /// Fighters out of action at the end, by cause.
    pub causes: BTreeMap<CasualtyCause, u32>,
}

impl SideTally {
    /// Fighters out of action at the end.
    pub const fn lost(&self) -> u32 {
        self.unconscious + self.surrendered + self.fled + self.dead
    }

    /// Share of its fighters out of action at the end.
    pub fn share_lost(&self) -> f64 {
        f64::from(self.lost()) / f64::from(self.units.max(1))
    }
}

/// Tally of all weapons of one name of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WeaponTally {
    /// Attacks on units and cells, and detonations.
    pub attacks: u32,
    /// Attacks that hit.
    pub hits: u32,
    /// Damage dealt to anyone.
    pub damage: u32,
    /// Fighters put out of action.
    pub out: u32,
}

/// Tally of a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightTally {
    /// By side.
    pub sides: Vec<SideTally>,
    /// By side and name of the weapon.
    pub weapons: BTreeMap<(Side, String), WeaponTally>,
}

impl FightTally {
    /// Counts a fight from its history.
    pub fn from_history(observer: &FightObserver, records: &[OrderRecord]) -> Self {
        let mut builder = TallyBuilder::new(observer);
        for (number, record) in records.iter().enumerate() {
            builder.count_order(number, record);
        }
        builder.finish()
    }
}
