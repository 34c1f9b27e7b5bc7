//! Actions, their prices and categories.
//!
//! Chapter ACT of the catalogue, table SS-T6.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use dice::Clause;

use super::EngineSwitches as Switches;
use crate::attack::fire_mode::{FireMode, fire_mode_stats};

/// An action of a unit. Table SS-T6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the table's own; `Action::name` spells them out")]
pub enum Action {
    SayWord,
    DropObject,
    Gesture,
    Walk,
    ForcedDrop,
    DropProne,
    ChangeMode,
    Run,
    Sprint,
    Fire(FireMode),
    Throw,
    Rocket,
    LiftBody,
    TakeCover,
    Ready,
    StandUp,
    PickUp,
    Reload,
    Door,
    UseItem,
    MeleeAttack,
    UnarmedAttack,
    Cast,
    FirstAid,
    StandardDefence,
    Dodge,
    Parry,
    Block,
    FullDefense,
    MultipleAttacks,
    Evade,
    Detonate,
    SetCharges,
    Intercept,
    AttackProgram,
    Heal,
}

/// Category of an action. `SS-ACT-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionCategory {
    /// Costs nothing, one per pass. `SS-ACT-02`, `SS-ACT-10`.
    Free,
    /// Costs 1. `SS-ACT-03`.
    Simple,
    /// Costs 2 or more. `SS-ACT-04`.
    Complex,
    /// Costs more than a phase has, and may be paid over several phases. `SS-ACT-05`.
    Extended,
    /// Answers a trigger outside the unit's own phase. `SS-ACT-06`.
    Interrupt,
    /// No action.
    None,
}

/// Price of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionCost {
    /// Free, and not even the Free Action of the pass.
    None,
    /// The Free Action of the pass.
    Free,
    /// Action Points.
    Points(u8),
    /// All Action Points left, at least one. `SS-TIMED-09`.
    Rest,
}

impl ActionCost {
    /// Text on a button: "free", "1 AP"; empty if there is no cost.
    pub fn label(self) -> String {
        match self {
            Self::None => String::new(),
            Self::Free => "free".to_owned(),
            Self::Points(points) => format!("{points} AP"),
            Self::Rest => "all AP".to_owned(),
        }
    }
}

/// Price of Run and Sprint; not a switch. `SS-MOVE-06`, `SS-MOVE-13`.
const RUN_COST: u8 = 1;
/// Price of simple full-auto fire; not a switch. Table SS-T7.
const FULL_AUTO_SIMPLE_COST: u8 = 1;
/// Price of evading opponents; not a switch. `SS-INTC-14`.
const EVADE_COST: u8 = 1;

impl Action {
    /// All actions, in the order of table SS-T6. `SS-ACT-37`.
    pub const ALL: [Self; 44] = [
        Self::SayWord,
        Self::DropObject,
        Self::Gesture,
        Self::Walk,
        Self::ForcedDrop,
        Self::DropProne,
        Self::ChangeMode,
        Self::Run,
        Self::Sprint,
        Self::Fire(FireMode::FullAutoSimple),
        Self::Fire(FireMode::Single),
        Self::Fire(FireMode::Burst),
        Self::Fire(FireMode::FlechetteNarrow),
        Self::Fire(FireMode::FlechetteMedium),
        Self::Fire(FireMode::FlechetteWide),
        Self::Throw,
        Self::TakeCover,
        Self::Ready,
        Self::StandUp,
        Self::PickUp,
        Self::Reload,
        Self::Door,
        Self::UseItem,
        Self::MeleeAttack,
        Self::UnarmedAttack,
        Self::Cast,
        Self::AttackProgram,
        Self::Heal,
        Self::FirstAid,
        Self::Fire(FireMode::SemiAutoBurst),
        Self::Fire(FireMode::LongBurst),
        Self::Fire(FireMode::FullAutoComplex),
        Self::Rocket,
        Self::LiftBody,
        Self::StandardDefence,
        Self::Dodge,
        Self::Parry,
        Self::Block,
        Self::FullDefense,
        Self::MultipleAttacks,
        Self::Evade,
        Self::Detonate,
        Self::SetCharges,
        Self::Intercept,
    ];

    /// Name for buttons and the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SayWord => "Speak",
            Self::DropObject => "Drop an object",
            Self::Gesture => "Gesture",
            Self::Walk => "Walk",
            Self::ForcedDrop => "Drop prone, forced",
            Self::DropProne => "Drop prone",
            Self::ChangeMode => "Change fire mode",
            Self::Run => "Run",
            Self::Sprint => "Sprint",
            Self::Fire(mode) => fire_mode_stats(mode).name,
            Self::Throw => "Throw",
            Self::Rocket => "Fire a rocket or missile",
            Self::LiftBody => "Carry",
            Self::TakeCover => "Take cover",
            Self::Ready => "Ready a weapon",
            Self::StandUp => "Stand up",
            Self::PickUp => "Pick up",
            Self::Reload => "Reload",
            Self::Door => "Open or close",
            Self::UseItem => "Use an item",
            Self::Cast => "Use a power",
            Self::Heal => "Heal by a power",
            Self::AttackProgram => "Attack program",
            Self::FirstAid => "First Aid",
            Self::MeleeAttack => "Melee attack",
            Self::UnarmedAttack => "Unarmed attack",
            Self::StandardDefence => "Standard defence",
            Self::Dodge => "Dodge",
            Self::Parry => "Parry",
            Self::Block => "Block",
            Self::FullDefense => "Full Defence",
            Self::MultipleAttacks => "Multiple attacks",
            Self::Evade => "Evade",
            Self::Detonate => "Detonate by radio",
            Self::SetCharges => "Set charges",
            Self::Intercept => "Intercept",
        }
    }

    /// The clause that sets the price.
    pub const fn clause(self) -> Clause {
        match self {
            Self::SayWord | Self::DropObject | Self::Gesture => "SS-ACT-38",
            Self::Walk => "SS-MOVE-04",
            Self::ForcedDrop => "SS-KNOCK-02",
            Self::DropProne => "SS-ACT-51",
            Self::ChangeMode => "SS-ACT-61",
            Self::Run => "SS-MOVE-06",
            Self::Sprint => "SS-MOVE-13",
            Self::Fire(_) => "SS-ACT-43",
            Self::Throw => "SS-ACT-47",
            Self::Rocket => "SS-ACT-48",
            Self::LiftBody => "SS-ACT-62",
            Self::TakeCover => "SS-ACT-50",
            Self::Ready => "SS-ACT-54",
            Self::StandUp => "SS-ACT-52",
            Self::PickUp | Self::Reload | Self::Door => "SS-ACT-60",
            Self::UseItem => "SS-ACT-55",
            Self::Cast | Self::Heal | Self::AttackProgram => "SS-ACT-46",
            Self::FirstAid => "SS-ACT-56",
            Self::MeleeAttack | Self::UnarmedAttack => "SS-ACT-42",
            Self::StandardDefence => "SS-ACT-22",
            Self::Dodge | Self::Parry | Self::Block => "SS-ACT-39",
            Self::FullDefense => "SS-ACT-40",
            Self::MultipleAttacks => "SS-MULTI-01",
            Self::Evade => "SS-INTC-14",
            Self::Detonate => "SS-TIMED-09",
            Self::SetCharges => "SS-ACT-57",
            Self::Intercept => "SS-ACT-41",
        }
    }

    /// Whether it answers a trigger outside the unit's own phase. `SS-ACT-06`.
    pub const fn is_interrupt(self) -> bool {
        matches!(self, Self::Dodge | Self::Parry | Self::Block | Self::FullDefense | Self::Intercept)
    }

    /// Whether it counts as the one attack of the unit's own phase: also an attack with a power or a program.
    /// `SS-ACT-27`, `SS-ACT-28`, `SS-ACT-46`.
    pub const fn is_attack(self) -> bool {
        matches!(
            self,
            Self::Fire(_)
                | Self::Throw
                | Self::Rocket
                | Self::MeleeAttack
                | Self::UnarmedAttack
                | Self::Cast
                | Self::AttackProgram
        )
    }
}

/// Price of an action. Table SS-T6, `SS-ACT-38` to `SS-ACT-43`, `SS-ACT-46`, `SS-ACT-50` to `SS-ACT-56`,
/// `SS-ACT-60`, `SS-ACT-61`.
pub fn action_cost(action: Action, switches: &Switches) -> ActionCost {
    let points = match action {
        Action::ForcedDrop | Action::StandardDefence => return ActionCost::None,
        Action::SayWord | Action::DropObject | Action::Gesture | Action::Walk | Action::MultipleAttacks => 0,
        Action::DropProne => switches.ap_drop_prone.0,
        Action::ChangeMode => switches.ap_change_mode.0,
        Action::Run | Action::Sprint => RUN_COST,
        Action::Evade => EVADE_COST,
        Action::UseItem => switches.ap_use_item.0,
        Action::SetCharges => switches.ap_demolition.0,
        Action::Detonate => return ActionCost::Rest,
        Action::Fire(FireMode::Single) => switches.ap_single_shot.0,
        Action::Fire(FireMode::SemiAutoBurst) => switches.ap_semi_auto_burst.0,
        Action::Fire(FireMode::Burst) => switches.ap_burst.0,
        Action::Fire(FireMode::LongBurst) => switches.ap_long_burst.0,
        Action::Fire(FireMode::FullAutoSimple) => FULL_AUTO_SIMPLE_COST,
        Action::Fire(FireMode::FullAutoComplex) => switches.ap_full_auto_complex.0,
        Action::Fire(FireMode::FlechetteNarrow | FireMode::FlechetteMedium | FireMode::FlechetteWide) => {
            switches.ap_flechette.0
        }
        Action::Throw => switches.ap_throw.0,
        Action::Rocket => switches.ap_rocket.0,
        Action::LiftBody => switches.ap_lift_body.0,
        Action::TakeCover => switches.ap_take_cover.0,
        Action::Ready => switches.ap_ready.0,
        Action::StandUp => switches.ap_stand_up.0,
        Action::PickUp => switches.ap_pick_up.0,
        Action::Reload => switches.ap_reload.0,
        Action::Door => switches.ap_door.0,
        Action::Cast | Action::Heal => switches.ap_cast.0,
        Action::AttackProgram => switches.ap_attack_program.0,
        Action::FirstAid => switches.ap_first_aid.0,
        Action::MeleeAttack | Action::UnarmedAttack => switches.ap_melee_attack.0,
        Action::Dodge => return ActionCost::Points(switches.ap_dodge),
        Action::Parry => return ActionCost::Points(switches.ap_parry),
        Action::Block => return ActionCost::Points(switches.ap_block),
        Action::FullDefense => return ActionCost::Points(switches.ap_full_defense),
        Action::Intercept => return ActionCost::Points(switches.ap_intercept),
    };
    if points == 0 { ActionCost::Free } else { ActionCost::Points(points) }
}

/// Category of an action; its price decides between Free, Simple and Complex. `SS-ACT-01` to `SS-ACT-04`.
pub fn action_category(action: Action, switches: &Switches) -> ActionCategory {
    match (action, action_cost(action, switches)) {
        (Action::Dodge | Action::Parry | Action::Block | Action::FullDefense | Action::Intercept, _) => {
            ActionCategory::Interrupt
        }
        (Action::SetCharges, _) => ActionCategory::Extended,
        (_, ActionCost::None) => ActionCategory::None,
        (_, ActionCost::Free | ActionCost::Points(0)) => ActionCategory::Free,
        (_, ActionCost::Points(1) | ActionCost::Rest) => ActionCategory::Simple,
        (_, ActionCost::Points(_)) => ActionCategory::Complex,
    }
}

#[cfg(test)]
mod tests;
