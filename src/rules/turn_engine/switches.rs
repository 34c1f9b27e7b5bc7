//! Rule switches of the turn engine and of barriers, for every book. Table SS-T16.

pub use crate::rule_options::{ActionPrice, Formula};
use crate::rule_options::{SwitchValue, formula_setting, word_setting};
use model::UnitId;

/// Cost of a Complex Action: at least 2 action points. `SS-ACT-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComplexPrice(pub u8);

impl SwitchValue for ComplexPrice {
    const EXPECTED: &'static str =
        "a number of action points from 2 to 9: a Complex Action costs more than one";
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|points| (2..10).contains(points)).map(Self)
    }
    fn show(&self) -> String {
        self.0.to_string()
    }
}

word_setting! {
    /// Dice that Karma re-rolls. `SS-BASE-27`.
    KarmaReroll, "misses or off" {
        /// Every die that was no hit.
        Misses = "misses",
        /// Re-rolls are off.
        Off = "off",
    }
}

word_setting! {
    /// Tie-break of equal Initiative Scores. `SS-INIT-11`.
    TieMode, "ric or simultaneous" {
        /// Reaction, Intuition, coin toss.
        Ric = "ric",
        /// None: tied units act at the same time.
        Simultaneous = "simultaneous",
    }
}

word_setting! {
    /// Effect of the end of combat on timed items. `SS-TIMED-02`.
    TimerAfterCombat, "explode or fizzle" {
        /// They detonate at once.
        Explode = "explode",
        /// They never detonate.
        Fizzle = "fizzle",
    }
}

word_setting! {
    /// Actions of a phase that a Run makes harder. `SS-MOVE-17`.
    RunPenalty, "after_run or whole_phase" {
        /// Those after the Run.
        AfterRun = "after_run",
        /// All: a Run after an attack must be announced before the attack.
        WholePhase = "whole_phase",
    }
}

word_setting! {
    /// Walk rate of a prone unit. `SS-ACT-53`.
    Crawl, "half, full or none" {
        /// Half the Walk rate.
        Half = "half",
        /// Full Walk rate.
        Full = "full",
        /// None.
        None = "none",
    }
}

word_setting! {
    /// Damage of a penetrating weapon to the barrier it pierces. `SS-BARR-38`.
    PenetrationWear, "table or none" {
        /// As in table SS-T7.
        Table = "table",
        /// None; all damage passes through.
        None = "none",
    }
}

word_setting! {
    /// Against whom a surprised unit has no defence. `SS-SURP-15`.
    SurprisedBy, "anyone or surprisers" {
        /// Against everyone.
        Anyone = "anyone",
        /// Against the enemies that it had not perceived.
        Surprisers = "surprisers",
    }
}

impl SurprisedBy {
    /// Whether a unit surprised by these enemies has no defence against an attacker. `SS-SURP-15`.
    pub fn denies_defence(self, mut surprisers: impl Iterator<Item = UnitId>, attacker: UnitId) -> bool {
        match self {
            Self::Anyone => surprisers.next().is_some(),
            Self::Surprisers => surprisers.any(|enemy| enemy == attacker),
        }
    }
}

word_setting! {
    /// Cost of a diagonal step. `SS-BASE-16`.
    DiagonalStep, "1.5 or 1" {
        /// 1.5 m.
        OneAndAHalf = "1.5",
        /// 1 m.
        One = "1",
    }
}

impl DiagonalStep {
    /// Length of the step in half metres.
    pub const fn half_metres(self) -> u32 {
        match self {
            Self::OneAndAHalf => 3,
            Self::One => 2,
        }
    }
}

formula_setting! {
    /// Dice that Karma adds to a roll. `SS-BASE-26`.
    KarmaDice, "rating";
}

crate::rule_options::switches! {
    /// Cost of a diagonal step.
    diagonal_step: DiagonalStep = DiagonalStep::OneAndAHalf, "field.diagonal_step", "SS-BASE-16";
    /// Dice that Karma adds to a roll.
    karma_dice: KarmaDice = KarmaDice(Formula::Book), "ss.karma_dice", "SS-BASE-26";
    /// Dice that Karma re-rolls.
    karma_reroll: KarmaReroll = KarmaReroll::Misses, "ss.karma_reroll", "SS-BASE-27";
    /// Tie-break of equal Initiative Scores.
    tie_mode: TieMode = TieMode::Ric, "ss.tie_mode", "SS-INIT-11";
    /// Effect of the end of combat on timed items.
    timer_after_combat: TimerAfterCombat = TimerAfterCombat::Explode, "ss.timer_after_combat", "SS-TIMED-02";
    /// A Walk can be split around other actions.
    split_walk: bool = true, "ss.split_walk", "SS-MOVE-05";
    /// Actions of a phase that a Run makes harder.
    run_penalty: RunPenalty = RunPenalty::AfterRun, "ss.run_penalty", "SS-MOVE-17";
    /// Free Actions per pass.
    free_actions_per_pass: u8 = 1, "ss.free_actions_per_pass", "SS-ACT-12";
    /// Price of Dodge.
    ap_dodge: u8 = 1, "ss.ap.dodge", "SS-ACT-39";
    /// Price of Parry.
    ap_parry: u8 = 1, "ss.ap.parry", "SS-ACT-39";
    /// Price of Block.
    ap_block: u8 = 1, "ss.ap.block", "SS-ACT-39";
    /// Price of Full Defense.
    ap_full_defense: u8 = 2, "ss.ap.full_defense", "SS-ACT-40";
    /// Price of an interception.
    ap_intercept: u8 = 1, "ss.ap.intercept", "SS-ACT-41";
    /// Price of a melee attack, armed or not.
    ap_melee_attack: ComplexPrice = ComplexPrice(2), "ss.ap.melee_attack", "SS-ACT-42";
    /// Price of a single shot.
    ap_single_shot: ActionPrice = ActionPrice(1), "ss.ap.single_shot", "SS-ACT-43";
    /// Price of a burst.
    ap_burst: ActionPrice = ActionPrice(1), "ss.ap.burst", "SS-ACT-43";
    /// Price of a flechette shot.
    ap_flechette: ActionPrice = ActionPrice(1), "ss.ap.flechette", "SS-ACT-43";
    /// Price of a semi-auto burst.
    ap_semi_auto_burst: ComplexPrice = ComplexPrice(2), "ss.ap.semi_auto_burst", "SS-ACT-43";
    /// Price of a long burst.
    ap_long_burst: ComplexPrice = ComplexPrice(2), "ss.ap.long_burst", "SS-ACT-43";
    /// Price of complex full-auto fire.
    ap_full_auto_complex: ComplexPrice = ComplexPrice(2), "ss.ap.full_auto_complex", "SS-ACT-43";
    /// Price of a throw.
    ap_throw: ActionPrice = ActionPrice(1), "ss.ap.throw", "SS-ACT-47";
    /// Price of a rocket or missile.
    ap_rocket: ComplexPrice = ComplexPrice(2), "ss.ap.rocket", "SS-ACT-48";
    /// Price of Take Cover.
    ap_take_cover: ActionPrice = ActionPrice(1), "ss.ap.take_cover", "SS-ACT-50";
    /// Price of dropping prone by choice.
    ap_drop_prone: ActionPrice = ActionPrice(0), "ss.ap.drop_prone", "SS-ACT-51";
    /// Price of standing up.
    ap_stand_up: ActionPrice = ActionPrice(1), "ss.ap.stand_up", "SS-ACT-52";
    /// Walk rate of a prone unit.
    crawl: Crawl = Crawl::Half, "ss.crawl", "SS-ACT-53";
    /// Price of readying a weapon.
    ap_ready: ActionPrice = ActionPrice(1), "ss.ap.ready", "SS-ACT-54";
    /// Price of using an item: arming it, setting its timer, an energy source.
    ap_use_item: ActionPrice = ActionPrice(1), "ss.ap.use_item", "SS-ACT-55";
    /// Price of setting charges, an Extended Action.
    ap_demolition: ComplexPrice = ComplexPrice(6), "ss.ap.demolition", "SS-ACT-57";
    /// Price of a spell or a power.
    ap_cast: ComplexPrice = ComplexPrice(2), "ss.ap.cast", "SS-ACT-46";
    /// Price of an attack program.
    ap_attack_program: ComplexPrice = ComplexPrice(2), "ss.ap.attack_program", "SS-ACT-46";
    /// Price of First Aid.
    ap_first_aid: ComplexPrice = ComplexPrice(3), "ss.ap.first_aid", "SS-ACT-56";
    /// Price of picking something up.
    ap_pick_up: ActionPrice = ActionPrice(1), "ss.ap.pick_up", "SS-ACT-60";
    /// Price of reloading.
    ap_reload: ActionPrice = ActionPrice(1), "ss.ap.reload", "SS-ACT-60";
    /// Price of opening or closing a door or window.
    ap_door: ActionPrice = ActionPrice(1), "ss.ap.door", "SS-ACT-60";
    /// Price of changing the fire mode.
    ap_change_mode: ActionPrice = ActionPrice(0), "ss.ap.change_mode", "SS-ACT-61";
    /// Price of lifting a body as a shield.
    ap_lift_body: ComplexPrice = ComplexPrice(2), "ss.ap.lift_body", "SS-ACT-62";
    /// Against whom a surprised unit has no defence.
    surprised_by: SurprisedBy = SurprisedBy::Anyone, "ss.surprised_by", "SS-SURP-15";
    /// Damage of a penetrating weapon to a barrier.
    penetration_wear: PenetrationWear = PenetrationWear::Table, "ss.penetration_wear", "SS-BARR-38";
    /// Damage types multiply damage to barriers.
    barrier_damage_types: bool = false, "ss.barrier_damage_types", "SS-BARR-52";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_options::SwitchError;

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let error = Switches::default().set("ss.ap.dogde", "2").expect_err("no such switch");
        assert_eq!(error, SwitchError::Unknown { name: "ss.ap.dogde".to_owned(), nearest: "ss.ap.dodge" });
        assert_eq!(error.to_string(), "unknown switch \"ss.ap.dogde\"; did you mean \"ss.ap.dodge\"?");
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut switches = Switches::default();
        let error = switches.set("ss.crawl", "quarter").expect_err("no such word");
        assert_eq!(
            error.to_string(),
            "switch \"ss.crawl\" cannot be \"quarter\"; expected half, full or none"
        );
        assert_eq!(switches, Switches::default());
    }

    #[test]
    fn ss_act_04_a_complex_action_costs_more_than_one() {
        let mut switches = Switches::default();
        let refused = switches.set("ss.ap.melee_attack", "1");
        assert!(matches!(refused, Err(SwitchError::Value { name: "ss.ap.melee_attack", .. })), "{refused:?}");
        assert_eq!(switches, Switches::default());
        assert_eq!(switches.set("ss.ap.melee_attack", "3"), Ok(()));
        assert_eq!(switches.ap_melee_attack, ComplexPrice(3));
    }

    #[test]
    fn ss_base_16_a_diagonal_step() {
        let mut switches = Switches::default();
        assert_eq!(4 * switches.diagonal_step.half_metres(), 12); // 6 m
        switches.set("field.diagonal_step", "1").expect("a value");
        assert_eq!(4 * switches.diagonal_step.half_metres(), 8); // 4 m
    }
}
