//! Compulsions: tests at the start of a phase, and actions that ailments force. `CS-AIL-08`.

use serde::{Deserialize, Serialize};

use super::{ActiveAilment, Ailment, Compulsion, CompulsionOrder};
use dice::Clause;
use model::UnitId;

/// An order to a Brainwashed unit. `CS-BRWA-02` to `CS-BRWA-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControllerCommand {
    /// One normal attack on this unit. `CS-BRWA-04`.
    Attack(UnitId),
    /// A healing action on this unit. `CS-BRWA-02`.
    Heal(UnitId),
    /// An enhancing action on this unit. `CS-BRWA-03`.
    Augment(UnitId),
    /// No action. `CS-BRWA-05`.
    Nothing,
}

/// A compulsion on a unit in the present phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActiveCompulsion {
    /// Executes this order and nothing else. `CS-BRWA-06`.
    Obey(ControllerCommand),
    /// Flees from this unit, or from the nearest enemy. `CS-PANI-03`.
    Flee(Option<UnitId>),
    /// Attacks this friend. `CS-CONF-04`.
    AttackFriend(UnitId),
    /// Moves to cover from this unit, or from the nearest enemy. `CS-PIN-05` to `CS-PIN-07`.
    SeekCover(Option<UnitId>),
    /// Only attacks enemies in melee. `CS-ENRA-04`.
    Rage,
}

impl ActiveCompulsion {
    /// The kind of compulsion.
    pub const fn compulsion(self) -> Compulsion {
        match self {
            Self::Obey(_) => Compulsion::Obey,
            Self::Flee(_) => Compulsion::Flee,
            Self::AttackFriend(_) => Compulsion::AttackFriend,
            Self::SeekCover(_) => Compulsion::SeekCover,
            Self::Rage => Compulsion::Rage,
        }
    }

    /// The ailment that causes it.
    pub const fn ailment(self) -> Ailment {
        self.compulsion().ailment()
    }

    /// The clause that requires it.
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
    /// Its name in switches.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// The ailment that causes it.
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

/// Restrictions on a unit in the present phase, and events since its previous one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PhaseRestrictions {
    /// Compulsions, in order of precedence. `CS-AIL-08`.
    pub duties: Vec<ActiveCompulsion>,
    /// Whether it cannot concentrate in this phase. `CS-PANI-02`.
    pub shaken: bool,
    /// Whether the forced attack or action is done.
    pub done: bool,
    /// Whether it was shot at since the end of its previous phase. `CS-PIN-09`.
    pub shot_at: bool,
}

/// The unit's ailments that compel it, in order of precedence. `CS-AIL-08`.
pub fn sort_by_compulsion(suffered: &[ActiveAilment], order: CompulsionOrder) -> Vec<ActiveAilment> {
    let of =
        |compulsion: Compulsion| suffered.iter().copied().find(|one| one.ailment == compulsion.ailment());
    order.0.into_iter().filter_map(of).collect()
}

/// Bonus of the test against an order that endangers a unit's life or violates its values. `CS-BRWA-08`,
/// `CS-BRWA-09`.
pub const AGAINST_VALUES_BONUS: i32 = 20;
