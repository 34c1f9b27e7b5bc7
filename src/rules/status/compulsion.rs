//! What ailments make of a unit's phase: tests at its start, and what it has to do. `CS-AIL-08`.

use serde::{Deserialize, Serialize};

use super::{ActiveAilment, Ailment, Compulsion, CompulsionOrder};
use dice::Clause;

/// An order of whoever controls a Brainwashed unit. `CS-BRWA-02` to `CS-BRWA-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControllerCommand {
    /// One plain attack on this unit. `CS-BRWA-04`.
    Attack(u32),
    /// Something that mends, done to this unit. `CS-BRWA-02`.
    Heal(u32),
    /// Something that strengthens, done to this unit. `CS-BRWA-03`.
    Augment(u32),
    /// Nothing. `CS-BRWA-05`.
    Nothing,
}

/// What binds a unit in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActiveCompulsion {
    /// Carries out this order and nothing else. `CS-BRWA-06`.
    Obey(ControllerCommand),
    /// Runs from this unit, or from the nearest enemy. `CS-PANI-03`.
    Flee(Option<u32>),
    /// Attacks this friend. `CS-CONF-04`.
    AttackFriend(u32),
    /// Moves to where this unit cannot shoot it, or the nearest enemy. `CS-PIN-05` to `CS-PIN-07`.
    SeekCover(Option<u32>),
    /// Does nothing but attack enemies in melee. `CS-ENRA-04`.
    Rage,
}

impl ActiveCompulsion {
    /// The duty that it is.
    pub const fn compulsion(self) -> Compulsion {
        match self {
            Self::Obey(_) => Compulsion::Obey,
            Self::Flee(_) => Compulsion::Flee,
            Self::AttackFriend(_) => Compulsion::AttackFriend,
            Self::SeekCover(_) => Compulsion::SeekCover,
            Self::Rage => Compulsion::Rage,
        }
    }

    /// The ailment behind it.
    pub const fn ailment(self) -> Ailment {
        self.compulsion().ailment()
    }

    /// The clause that commands it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Obey(ControllerCommand::Heal(_)) => "CS-BRWA-02",
            Self::Obey(ControllerCommand::Augment(_)) => "CS-BRWA-03",
            Self::Obey(ControllerCommand::Attack(_)) => "CS-BRWA-04",
            Self::Obey(ControllerCommand::Nothing) => "CS-BRWA-06",
            Self::Flee(_) => "CS-PANI-03",
            Self::AttackFriend(_) => "CS-CONF-04",
            Self::SeekCover(_) => "CS-PIN-05",
            Self::Rage => "CS-ENRA-04",
        }
    }
}

impl Compulsion {
    /// As switches write it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Obey => "obey",
            Self::Flee => "flee",
            Self::AttackFriend => "attack_friend",
            Self::SeekCover => "seek_cover",
            Self::Rage => "rage",
        }
    }

    /// The ailment that brings it.
    pub const fn ailment(self) -> Ailment {
        match self {
            Self::Obey => Ailment::Brainwashed,
            Self::Flee => Ailment::Panicked,
            Self::AttackFriend => Ailment::Confused,
            Self::SeekCover => Ailment::Pinned,
            Self::Rage => Ailment::Enraged,
        }
    }
}

/// What binds a unit in the phase that goes on, and what it has seen since its last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PhaseRestrictions {
    /// Everything that prescribes the phase, what rules first before the others. `CS-AIL-08`.
    pub duties: Vec<ActiveCompulsion>,
    /// No concentration in this phase. `CS-PANI-02`.
    pub shaken: bool,
    /// The prescribed attack or deed is done.
    pub done: bool,
    /// Somebody shot at it since the end of its previous phase. `CS-PIN-09`.
    pub shot_at: bool,
}

/// A unit's ailments that have something to say as its phase begins, what rules first before the others. `CS-AIL-08`.
pub fn sort_by_compulsion(suffered: &[ActiveAilment], order: CompulsionOrder) -> Vec<ActiveAilment> {
    let of = |duty: Compulsion| suffered.iter().copied().find(|one| one.ailment == duty.ailment());
    order.0.into_iter().filter_map(of).collect()
}

/// Bonus of the test against an order that goes against a unit's life or its values. `CS-BRWA-08`, `CS-BRWA-09`.
pub const AGAINST_VALUES_BONUS: i32 = 20;
