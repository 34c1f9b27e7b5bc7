//! What differs from book to book, one type for all five: a fight keeps to the variants of its book.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Book;
use crate::status::{AttackProperties, Element};
use crate::turn_engine::PhaseTiming;
use crate::{aberrant, attacks_and_damage, circumstances, combat_checks, swan_song};

/// Declares an enum with one variant per book and the accessors of the books' adapters.
macro_rules! of_each_book {
    (
        $(#[$meta:meta])*
        $name:ident: $swan_song:ty, $aberrant:ty, $attacks_and_damage:ty, $circumstances:ty, $combat_checks:ty
    ) => {
        $(#[$meta])*
        #[expect(missing_docs, reason = "the variants are the books")]
        pub enum $name {
            SwanSong($swan_song),
            Aberrant($aberrant),
            AttacksAndDamage($attacks_and_damage),
            Circumstances($circumstances),
            CombatChecks($combat_checks),
        }

        #[allow(dead_code, reason = "not every part of a fight is asked for by every book")]
        impl $name {
            /// The book it belongs to.
            pub const fn book(&self) -> Book {
                match self {
                    Self::SwanSong(_) => Book::SwanSong,
                    Self::Aberrant(_) => Book::Aberrant,
                    Self::AttacksAndDamage(_) => Book::AttacksAndDamage,
                    Self::Circumstances(_) => Book::Circumstances,
                    Self::CombatChecks(_) => Book::CombatChecks,
                }
            }

            /// Swan Song's.
            pub(crate) fn swan_song(&self) -> &$swan_song {
                if let Self::SwanSong(it) = self { it } else { panic_on_mixed_books(self.book()) }
            }

            /// Aberrant's.
            pub(crate) fn aberrant(&self) -> &$aberrant {
                if let Self::Aberrant(it) = self { it } else { panic_on_mixed_books(self.book()) }
            }

            /// That of Attacks and Damage.
            pub(crate) fn attacks_and_damage(&self) -> &$attacks_and_damage {
                if let Self::AttacksAndDamage(it) = self { it } else { panic_on_mixed_books(self.book()) }
            }

            /// That of Circumstances.
            pub(crate) fn circumstances(&self) -> &$circumstances {
                if let Self::Circumstances(it) = self { it } else { panic_on_mixed_books(self.book()) }
            }

            /// That of Combat Checks.
            pub(crate) fn combat_checks(&self) -> &$combat_checks {
                if let Self::CombatChecks(it) = self { it } else { panic_on_mixed_books(self.book()) }
            }
        }
    };
}

/// A fight was put together from two books.
#[cold]
fn panic_on_mixed_books(book: Book) -> ! {
    panic!("broken invariant: a fight keeps to one book, and this part of it is from {}", book.name())
}

of_each_book! {
    /// The values of a fighter.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Sheet: Arc<swan_song::Sheet>, Arc<aberrant::Sheet>, Arc<attacks_and_damage::Sheet>, Arc<circumstances::Sheet>,
        Arc<combat_checks::Sheet>
}

of_each_book! {
    /// A weapon.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Weapon: Arc<swan_song::Weapon>, Arc<aberrant::Weapon>, Arc<attacks_and_damage::Weapon>,
        Arc<circumstances::Weapon>, Arc<combat_checks::Weapon>
}

of_each_book! {
    /// Harm and everything else that lasts beyond a turn.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    HealthState: swan_song::Vitals, aberrant::HealthState, attacks_and_damage::HealthState, circumstances::HealthState,
        combat_checks::HealthState
}

of_each_book! {
    /// What a unit has used of its turn and can still pay.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    TurnBudget: crate::turn_engine::PassBudget, aberrant::TurnBudget, attacks_and_damage::TurnBudget, circumstances::TurnBudget,
        combat_checks::TurnBudget
}

of_each_book! {
    /// The rule switches of a book.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    BookSwitches: Arc<swan_song::Switches>, Arc<aberrant::Switches>, Arc<attacks_and_damage::Switches>,
        Arc<circumstances::Switches>, Arc<combat_checks::Switches>
}

impl Weapon {
    /// "assault rifle".
    pub fn name(&self) -> &str {
        match self {
            Self::SwanSong(weapon) => &weapon.name,
            Self::Aberrant(weapon) => &weapon.name,
            Self::AttacksAndDamage(weapon) => &weapon.name,
            Self::Circumstances(weapon) => &weapon.name,
            Self::CombatChecks(weapon) => &weapon.name,
        }
    }
}

impl Weapon {
    /// What it carries besides harm.
    pub fn attack_properties(&self) -> &AttackProperties {
        match self {
            Self::SwanSong(weapon) => &weapon.strike,
            Self::Aberrant(weapon) => &weapon.strike,
            Self::AttacksAndDamage(weapon) => &weapon.strike,
            Self::Circumstances(weapon) => &weapon.strike,
            Self::CombatChecks(weapon) => &weapon.strike,
        }
    }

    /// What it is made of; Swan Song's damage types say it too.
    pub fn element(&self) -> Option<Element> {
        match self {
            Self::SwanSong(weapon) => weapon.element(),
            other => other.attack_properties().element,
        }
    }
}

impl Weapon {
    /// Radius of its explosion in metres, where it states one; else 0.
    pub fn blast_radius(&self) -> u32 {
        match self {
            Self::Circumstances(weapon) => u32::from(weapon.blast),
            _ => 0,
        }
    }
}

impl Sheet {
    /// Keys of the deeds by which it mends a unit, or strengthens one. `CS-BRWA-02`, `CS-BRWA-03`.
    pub fn aid_keys(&self, heals: bool) -> Vec<&'static str> {
        match self {
            Self::Circumstances(sheet) => circumstances::spells::aid_keys(sheet, heals),
            _ => Vec::new(),
        }
    }

    /// It would not harm whoever is called so. `CS-BRWA-09`.
    pub fn is_bonded_to(&self, name: &str) -> bool {
        match self {
            Self::Circumstances(sheet) => sheet.bonds.iter().any(|bond| bond.eq_ignore_ascii_case(name)),
            _ => false,
        }
    }

    /// Elements whose ailments do not touch it.
    pub fn immunities(&self) -> &[Element] {
        match self {
            Self::SwanSong(sheet) => &sheet.immunities,
            Self::Aberrant(sheet) => &sheet.immunities,
            Self::AttacksAndDamage(sheet) => &sheet.immunities,
            Self::Circumstances(sheet) => &sheet.immunities,
            Self::CombatChecks(sheet) => &sheet.immunities,
        }
    }
}

impl HealthState {
    /// How many of its gauges, from the first on, are layers of one health: a blow goes through them in turn.
    /// `SS-DMG-05`.
    pub fn health_layers(&self) -> usize {
        match self {
            Self::SwanSong(vitals) => {
                let pools = [vitals.shield, vitals.armored, vitals.flesh];
                pools.iter().filter(|pool| pool.max > 0).count()
            }
            Self::Aberrant(_)
            | Self::AttacksAndDamage(_)
            | Self::Circumstances(_)
            | Self::CombatChecks(_) => 1,
        }
    }
}

impl TurnBudget {
    /// Where the unit stands in the order of the pass.
    pub const fn phase_timing(&self) -> PhaseTiming {
        match self {
            Self::SwanSong(purse) => purse.turn,
            Self::Aberrant(purse) => purse.turn,
            Self::AttacksAndDamage(purse) => purse.budget.turn,
            Self::Circumstances(purse) => purse.turn,
            Self::CombatChecks(purse) => purse.turn,
        }
    }

    /// The same once the phase is over, or lost.
    #[must_use]
    pub const fn end_phase(mut self) -> Self {
        let turn = match &mut self {
            Self::SwanSong(purse) => &mut purse.turn,
            Self::Aberrant(purse) => &mut purse.turn,
            Self::AttacksAndDamage(purse) => &mut purse.budget.turn,
            Self::Circumstances(purse) => &mut purse.turn,
            Self::CombatChecks(purse) => &mut purse.turn,
        };
        *turn = PhaseTiming::After;
        self
    }

    /// Action points left.
    pub const fn points(&self) -> u8 {
        match self {
            Self::SwanSong(purse) => purse.points,
            Self::Aberrant(purse) => purse.effort.points,
            Self::AttacksAndDamage(purse) => purse.budget.points,
            Self::Circumstances(purse) => purse.phase.points_left(),
            Self::CombatChecks(purse) => purse.economy.points,
        }
    }

    /// The same at another place in the order of the pass.
    #[must_use]
    pub const fn with_timing(mut self, turn: PhaseTiming) -> Self {
        match &mut self {
            Self::SwanSong(purse) => purse.turn = turn,
            Self::Aberrant(purse) => purse.turn = turn,
            Self::AttacksAndDamage(purse) => purse.budget.turn = turn,
            Self::Circumstances(purse) => purse.turn = turn,
            Self::CombatChecks(purse) => purse.turn = turn,
        }
        self
    }

    /// The phase is put off, or another one of the same pass is to come: what is spent stays spent, what counts by phases
    /// begins anew. `SS-DELAY-01`, `SS-DELAY-17`.
    #[must_use]
    pub fn delay_phase(mut self) -> Self {
        match &mut self {
            Self::SwanSong(purse) => *purse = purse.delay_phase(),
            Self::Aberrant(purse) => purse.phase = Default::default(),
            Self::AttacksAndDamage(purse) => {
                purse.budget = purse.budget.delay_phase();
                purse.attacks = 0;
            }
            Self::Circumstances(purse) => {
                purse.phase.attacks = 0;
                purse.way = Default::default();
                purse.charge = Default::default();
            }
            Self::CombatChecks(purse) => purse.moving = None,
        }
        self.with_timing(PhaseTiming::Before)
    }

    /// Less by so many action points; nothing if there are too few.
    pub fn spend(mut self, points: u8) -> Option<Self> {
        let left = self.points().checked_sub(points)?;
        match &mut self {
            Self::SwanSong(purse) => purse.points = left,
            Self::Aberrant(purse) => {
                purse.effort.points = left;
                purse.effort.queued = purse.effort.queued.min(left);
            }
            Self::AttacksAndDamage(purse) => purse.budget.points = left,
            Self::Circumstances(purse) => purse.phase.spent += points,
            Self::CombatChecks(purse) => purse.economy.points = left,
        }
        Some(self)
    }
}
