//! What happened in a fight, counted: by side, by weapon, by what put people out of it.

mod count;

use std::collections::BTreeMap;

use serde::Serialize;

use self::count::TallyBuilder;
use super::observer::FightObserver;
use battle::{OrderRecord, Side};

/// What put somebody out of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CasualtyCause {
    /// A shot, or something thrown at one target.
    Shot,
    /// A blow hand to hand, or a hold.
    Blow,
    /// Something that bursts.
    Blast,
    /// Was thrown against something or somebody.
    Thrown,
    /// A fall.
    Fall,
    /// Fire, or ground that harms.
    Fire,
    /// Wounds, poison or shock that did their work later.
    Wounds,
    /// Anything else.
    Other,
}

impl CasualtyCause {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Shot,
        Self::Blow,
        Self::Blast,
        Self::Thrown,
        Self::Fall,
        Self::Fire,
        Self::Wounds,
        Self::Other,
    ];

    /// In a word, as tables have it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Shot => "shot",
            Self::Blow => "blow",
            Self::Blast => "blast",
            Self::Thrown => "thrown",
            Self::Fall => "fall",
            Self::Fire => "fire",
            Self::Wounds => "wounds",
            Self::Other => "other",
        }
    }
}

/// What a side did and suffered. Vehicles are no people: they are in none of the first five numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideTally {
    /// Fighters as the fight began.
    pub units: u32,
    /// Of them still up at the end.
    pub standing: u32,
    /// Of them gone by an exit.
    pub escaped: u32,
    /// Of them unconscious at the end.
    pub unconscious: u32,
    /// Of them dead at the end.
    pub dead: u32,
    /// Damage done to others.
    pub dealt: u32,
    /// Damage done to its own.
    pub friendly: u32,
    /// Damage taken, whoever did it.
    pub taken: u32,
    /// Attacks on units and squares, those on walls apart.
    pub attacks: u32,
    /// Attacks that hit.
    pub hits: u32,
    /// Shots at units.
    pub shots: u32,
    /// Shots by somebody who had taken cover.
    pub from_cover: u32,
    /// Shots at somebody in cover, or partly hidden behind something.
    pub at_cover: u32,
    /// Of them hits.
    pub at_cover_hits: u32,
    /// Shots at somebody in the open.
    pub in_open: u32,
    /// Of them hits.
    pub in_open_hits: u32,
    /// Times one of its own was thrown back by a blow.
    pub thrown: u32,
    /// Fighters that were out at the end, by what put them there.
    pub causes: BTreeMap<CasualtyCause, u32>,
}

impl SideTally {
    /// Fighters that were out at the end.
    pub const fn lost(&self) -> u32 {
        self.unconscious + self.dead
    }

    /// Share of its fighters that were out at the end.
    pub fn share_lost(&self) -> f64 {
        f64::from(self.lost()) / f64::from(self.units.max(1))
    }
}

/// What a side did with weapons of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WeaponTally {
    /// Attacks on units and squares, and what went off.
    pub attacks: u32,
    /// Attacks that hit.
    pub hits: u32,
    /// Damage done, to whomever.
    pub damage: u32,
    /// Fighters put out of the fight.
    pub out: u32,
}

/// What happened in a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightTally {
    /// By side.
    pub sides: Vec<SideTally>,
    /// By side and name of the weapon.
    pub weapons: BTreeMap<(Side, String), WeaponTally>,
}

impl FightTally {
    /// Counts a fight from its history.
    pub fn from_history(watch: &FightObserver, chapters: &[OrderRecord]) -> Self {
        let mut counter = TallyBuilder::new(watch);
        for (number, chapter) in chapters.iter().enumerate() {
            counter.count_order(number, chapter);
        }
        counter.finish()
    }
}
