//! Actions, their costs and keywords, and their movement. Table CS-T2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::circumstances::situational_modifiers::prone;
use crate::circumstances::{Characteristic, Fighter, Sheet, Switches};
use crate::status::{self, Forbids};
use dice::Clause;

/// Cost of an action. Table CS-T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, EnumString)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ActionCost")]
#[strum(serialize_all = "snake_case")]
pub enum CombatActionCost {
    /// Not an action.
    None,
    /// 0 AP; the phase's Free Action. `CS-BASE-19`.
    Free,
    /// 1 AP. `CS-BASE-15`.
    Half,
    /// 2 AP. `CS-BASE-16`.
    Full,
    /// The Reaction, outside the unit's own turn. `CS-BASE-18`.
    Reaction,
}

impl CombatActionCost {
    /// The key in rule options and weapon files.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Action points of the unit's own phase. `CS-BASE-15`, `CS-BASE-16`, `CS-BASE-19`.
    pub const fn points(self) -> u8 {
        match self {
            Self::None | Self::Free | Self::Reaction => 0,
            Self::Half => 1,
            Self::Full => 2,
        }
    }
}

/// An action of a unit. Table CS-T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the table's own")]
pub enum CombatAction {
    StandardAttack,
    Burst,
    Move,
    FullMove,
    Run,
    Charge,
    StandUp,
    Grapple,
    Reload,
    ClearJam,
    BreakHold,
    Hide,
    Spell,
    DropItem,
    DropProne,
    LetGo,
    Speak,
    UseCover,
    Dodge,
    Parry,
}

impl CombatAction {
    /// Stable name in saved files and rule options.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Its clause.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Burst => "CS-BASE-36",
            Self::StandUp => "CS-PRN-08",
            Self::Grapple | Self::BreakHold | Self::LetGo => "CS-BASE-37",
            Self::ClearJam => "CS-JAM-04",
            Self::Hide => "CS-UNA-05",
            Self::UseCover => "CS-COV-03",
            Self::Dodge => "CS-BASE-14",
            Self::Parry => "CS-BASE-31",
            _ => "CS-BASE-20",
        }
    }

    /// Whether it has the Attack keyword. `CS-BASE-34`.
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::StandardAttack | Self::Burst | Self::Charge | Self::Grapple)
    }

    /// Whether it has the Move keyword. Table CS-T1.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Move | Self::FullMove | Self::Run | Self::Charge | Self::StandUp)
    }

    /// Cost in the table. `CS-BASE-20`.
    const fn table_cost(self) -> CombatActionCost {
        match self {
            Self::Burst | Self::FullMove | Self::Run | Self::Charge | Self::ClearJam => {
                CombatActionCost::Full
            }
            Self::DropItem | Self::DropProne | Self::LetGo | Self::Speak => CombatActionCost::Free,
            Self::UseCover => CombatActionCost::None,
            Self::Dodge | Self::Parry => CombatActionCost::Reaction,
            Self::StandardAttack
            | Self::Move
            | Self::StandUp
            | Self::Grapple
            | Self::Reload
            | Self::BreakHold
            | Self::Hide
            | Self::Spell => CombatActionCost::Half,
        }
    }

    /// Whether `cs.action_costs` may change its cost. Reactions and non-actions have none; standing up has
    /// its own option; reloading depends on the weapon, and Spells have their own cost.
    pub const fn has_own_price(self) -> bool {
        !matches!(self, Self::StandUp | Self::Reload | Self::Spell)
            && !matches!(self.table_cost(), CombatActionCost::None | CombatActionCost::Reaction)
    }

    /// Cost under these rule options; the cost of reloading depends on the weapon. `CS-BASE-20`,
    /// `CS-PRN-08`.
    pub fn cost(self, switches: &Switches) -> CombatActionCost {
        match self {
            Self::StandUp => switches.stand_ap.cost(),
            _ => switches.action_costs.0.get(&self).copied().unwrap_or(self.table_cost()),
        }
    }

    /// Movement in metres; `None` if the action does not move. Table CS-T2, `CS-PRN-09`.
    pub fn move_metres(self, fighter: &Fighter, switches: &Switches) -> Option<u32> {
        let rate = agility_bonus(&fighter.sheet);
        if fighter.prone {
            return (self == Self::Move && switches.crawl).then(|| prone::crawl_metres(rate));
        }
        match self {
            Self::Move => Some(rate),
            Self::FullMove => Some(2 * rate),
            Self::Charge => Some(3 * rate),
            Self::Run => Some(6 * rate),
            _ => None,
        }
    }
}

/// AB: metres of a Half Move.
pub fn agility_bonus(sheet: &Sheet) -> u32 {
    sheet.bonus(Characteristic::Agility)
}

/// Whether the unit may use Move actions: not held, not holding, not Immobilised. `CS-BASE-37`,
/// `CS-PRN-08`.
pub fn may_move(fighter: &Fighter) -> bool {
    fighter.hold.is_none() && status::forbidding_ailment(&fighter.ailments, Forbids::Movement).is_none()
}

#[cfg(test)]
mod tests;
