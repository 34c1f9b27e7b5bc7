//! Rule options of chapters AIL to PIN, for every book.

use super::Compulsion;
use crate::rule_options::{SwitchValue, word_setting};

word_setting! {
    /// Part of a phase that an action takes. Table CS-T1.
    PhaseEffort, "half or full" {
        /// Half a phase, as a Half Action.
        Half = "half",
        /// A whole phase, as a Full Action.
        Full = "full",
    }
}

word_setting! {
    /// Ailments after the battle. `CS-AIL-07`.
    AfterBattleAilments, "clear or keep" {
        /// Ailments limited to the battle end.
        Clear = "clear",
        /// All ailments stay.
        Keep = "keep",
    }
}

/// Precedence of compulsions. `CS-AIL-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CompulsionOrder(pub [Compulsion; 5]);

impl Default for CompulsionOrder {
    fn default() -> Self {
        Self([
            Compulsion::Obey,
            Compulsion::Flee,
            Compulsion::AttackFriend,
            Compulsion::SeekCover,
            Compulsion::Rage,
        ])
    }
}

impl SwitchValue for CompulsionOrder {
    const EXPECTED: &'static str =
        "list, or all of obey, flee, attack_friend, seek_cover and rage in another order";

    fn parse(text: &str) -> Option<Self> {
        if text == "list" {
            return Some(Self::default());
        }
        let order =
            text.split(',').map(|word| word.trim().parse()).collect::<Result<Vec<Compulsion>, _>>().ok()?;
        let mut sorted = order.clone();
        sorted.sort();
        sorted.dedup();
        (sorted.len() == order.len()).then_some(Self(order.try_into().ok()?))
    }

    fn show(&self) -> String {
        if *self == Self::default() {
            return "list".to_owned();
        }
        self.0.map(Compulsion::key).join(", ")
    }
}

/// The ailment options of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatusOptions {
    /// Precedence of compulsions. `CS-AIL-08`.
    pub duty_order: CompulsionOrder,
    /// Effort of putting out a fire. `CS-BURN-06`.
    pub extinguish: PhaseEffort,
    /// Whether friends can be woken. `CS-UNCO-05`.
    pub wake: bool,
    /// Whether Unconscious units fall prone. `CS-UNCO-06`.
    pub unconscious_prone: bool,
    /// Whether orders against a bonded friend can be resisted. `CS-BRWA-09`.
    pub values: bool,
    /// Whether a curse takes effect without a prompt. `CS-CURS-04`.
    pub curse_auto: bool,
    /// Whether suppressing fire is possible. `CS-PIN-15`.
    pub suppression: bool,
    /// Ailments after the battle. `CS-AIL-07`.
    pub afterwards: AfterBattleAilments,
}

impl Default for StatusOptions {
    fn default() -> Self {
        Self {
            duty_order: CompulsionOrder::default(),
            extinguish: PhaseEffort::Full,
            wake: true,
            unconscious_prone: false,
            values: true,
            curse_auto: false,
            suppression: true,
            afterwards: AfterBattleAilments::Clear,
        }
    }
}
