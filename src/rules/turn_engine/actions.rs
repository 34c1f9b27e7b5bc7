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
mod tests {
    use super::*;
    use rstest::rstest;

    fn switched(name: &str, value: &str) -> Switches {
        let mut switches = Switches::default();
        switches.set(name, value).expect("a switch and its value");
        switches
    }

    #[test]
    fn ss_act_01_categories_and_prices_of_the_table() {
        let switches = Switches::default();
        let rows: Vec<_> = Action::ALL
            .into_iter()
            .map(|action| {
                format!(
                    "{}: {:?} {:?}",
                    action.name(),
                    action_category(action, &switches),
                    action_cost(action, &switches)
                )
            })
            .collect();
        let table = [
            "Speak: Free Free",
            "Drop an object: Free Free",
            "Gesture: Free Free",
            "Walk: Free Free",
            "Drop prone, forced: None None",
            "Drop prone: Free Free",
            "Change fire mode: Free Free",
            "Run: Simple Points(1)",
            "Sprint: Simple Points(1)",
            "Full-auto (Simple Action): Simple Points(1)",
            "Single shot: Simple Points(1)",
            "Burst: Simple Points(1)",
            "Flechettes, narrow: Simple Points(1)",
            "Flechettes, medium: Simple Points(1)",
            "Flechettes, wide: Simple Points(1)",
            "Throw: Simple Points(1)",
            "Take cover: Simple Points(1)",
            "Ready a weapon: Simple Points(1)",
            "Stand up: Simple Points(1)",
            "Pick up: Simple Points(1)",
            "Reload: Simple Points(1)",
            "Open or close: Simple Points(1)",
            "Use an item: Simple Points(1)",
            "Melee attack: Complex Points(2)",
            "Unarmed attack: Complex Points(2)",
            "Use a power: Complex Points(2)",
            "Attack program: Complex Points(2)",
            "Heal by a power: Complex Points(2)",
            "First Aid: Complex Points(3)",
            "Semi-auto burst: Complex Points(2)",
            "Long burst: Complex Points(2)",
            "Full-auto (Complex Action): Complex Points(2)",
            "Fire a rocket or missile: Complex Points(2)",
            "Carry: Complex Points(2)",
            "Standard defence: None None",
            "Dodge: Interrupt Points(1)",
            "Parry: Interrupt Points(1)",
            "Block: Interrupt Points(1)",
            "Full Defence: Interrupt Points(2)",
            "Multiple attacks: Free Free",
            "Evade: Simple Points(1)",
            "Detonate by radio: Simple Rest",
            "Set charges: Extended Points(6)",
            "Intercept: Interrupt Points(1)",
        ];
        assert_eq!(rows, table);
    }

    #[rstest]
    #[case::ss_act_39_dodge("ss.ap.dodge", "2", Action::Dodge, ActionCategory::Interrupt)]
    #[case::ss_act_39_parry("ss.ap.parry", "2", Action::Parry, ActionCategory::Interrupt)]
    #[case::ss_act_39_block("ss.ap.block", "2", Action::Block, ActionCategory::Interrupt)]
    #[case::ss_act_40_full_defense("ss.ap.full_defense", "3", Action::FullDefense, ActionCategory::Interrupt)]
    #[case::ss_act_42_melee("ss.ap.melee_attack", "3", Action::MeleeAttack, ActionCategory::Complex)]
    #[case::ss_act_42_unarmed("ss.ap.melee_attack", "3", Action::UnarmedAttack, ActionCategory::Complex)]
    #[case::ss_act_43_single(
        "ss.ap.single_shot",
        "2",
        Action::Fire(FireMode::Single),
        ActionCategory::Complex
    )]
    #[case::ss_act_43_burst("ss.ap.burst", "2", Action::Fire(FireMode::Burst), ActionCategory::Complex)]
    #[case::ss_act_43_semi(
        "ss.ap.semi_auto_burst",
        "3",
        Action::Fire(FireMode::SemiAutoBurst),
        ActionCategory::Complex
    )]
    #[case::ss_act_43_long(
        "ss.ap.long_burst",
        "3",
        Action::Fire(FireMode::LongBurst),
        ActionCategory::Complex
    )]
    #[case::ss_act_43_auto(
        "ss.ap.full_auto_complex",
        "3",
        Action::Fire(FireMode::FullAutoComplex),
        ActionCategory::Complex
    )]
    #[case::ss_act_43_flechettes(
        "ss.ap.flechette",
        "2",
        Action::Fire(FireMode::FlechetteNarrow),
        ActionCategory::Complex
    )]
    #[case::ss_act_48_rocket("ss.ap.rocket", "3", Action::Rocket, ActionCategory::Complex)]
    #[case::ss_act_62_lift_body("ss.ap.lift_body", "3", Action::LiftBody, ActionCategory::Complex)]
    #[case::ss_act_50_take_cover("ss.ap.take_cover", "2", Action::TakeCover, ActionCategory::Complex)]
    #[case::ss_act_51_drop_prone("ss.ap.drop_prone", "1", Action::DropProne, ActionCategory::Simple)]
    #[case::ss_act_52_stand_up("ss.ap.stand_up", "2", Action::StandUp, ActionCategory::Complex)]
    #[case::ss_act_54_ready("ss.ap.ready", "free", Action::Ready, ActionCategory::Free)]
    #[case::ss_act_46_power("ss.ap.cast", "3", Action::Cast, ActionCategory::Complex)]
    #[case::ss_act_46_program("ss.ap.attack_program", "3", Action::AttackProgram, ActionCategory::Complex)]
    #[case::ss_act_55_item("ss.ap.use_item", "2", Action::UseItem, ActionCategory::Complex)]
    #[case::ss_act_56_first_aid("ss.ap.first_aid", "4", Action::FirstAid, ActionCategory::Complex)]
    #[case::ss_act_60_pick_up("ss.ap.pick_up", "2", Action::PickUp, ActionCategory::Complex)]
    #[case::ss_act_60_reload("ss.ap.reload", "2", Action::Reload, ActionCategory::Complex)]
    #[case::ss_act_60_door("ss.ap.door", "free", Action::Door, ActionCategory::Free)]
    #[case::ss_act_41_intercept("ss.ap.intercept", "2", Action::Intercept, ActionCategory::Interrupt)]
    #[case::ss_act_47_throw("ss.ap.throw", "2", Action::Throw, ActionCategory::Complex)]
    #[case::ss_act_57_demolition("ss.ap.demolition", "8", Action::SetCharges, ActionCategory::Extended)]
    #[case::ss_act_61_change_mode("ss.ap.change_mode", "1", Action::ChangeMode, ActionCategory::Simple)]
    fn prices(
        #[case] name: &str,
        #[case] value: &str,
        #[case] action: Action,
        #[case] expected: ActionCategory,
    ) {
        let switches = switched(name, value);
        let points = value.parse().map_or(ActionCost::Free, ActionCost::Points);
        assert_eq!((action_cost(action, &switches), action_category(action, &switches)), (points, expected));
        let elsewhere = Action::ALL.into_iter().filter(|&other| {
            action_cost(other, &switches) != action_cost(other, &Switches::default())
                && other.clause() != action.clause()
        });
        assert_eq!(elsewhere.count(), 0);
    }

    #[test]
    fn ss_act_37_every_action_is_listed_once() {
        let names: std::collections::BTreeSet<_> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
    }

    #[rstest]
    #[case::ss_act_27_shot(Action::Fire(FireMode::Burst), true)]
    #[case::ss_act_27_stab(Action::MeleeAttack, true)]
    #[case::ss_act_27_fist(Action::UnarmedAttack, true)]
    #[case::ss_act_27_throw(Action::Throw, true)]
    #[case::ss_act_27_rocket(Action::Rocket, true)]
    #[case::ss_act_27_power(Action::Cast, true)]
    #[case::ss_act_27_program(Action::AttackProgram, true)]
    #[case::ss_act_27_heal(Action::Heal, false)]
    #[case::ss_act_29_interrupts_are_not_counted(Action::Parry, false)]
    #[case::ss_act_29_an_interception(Action::Intercept, false)]
    #[case::ss_act_27_reload(Action::Reload, false)]
    fn attacks(#[case] action: Action, #[case] expected: bool) {
        assert_eq!(action.is_attack(), expected);
    }
}
