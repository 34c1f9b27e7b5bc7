//! What a table may decide otherwise about ailments: the switches of chapters AIL to PIN, for any book.

use super::Compulsion;
use crate::rule_options::{SwitchValue, word_setting};

word_setting! {
    /// How much of a phase something takes. Table CS-T1.
    PhaseEffort, "half or full" {
        /// Half of it, as a Half Action.
        Half = "half",
        /// The whole of it, as a Full Action.
        Full = "full",
    }
}

word_setting! {
    /// What becomes of ailments when the fight is over. `CS-AIL-07`.
    AfterBattleAilments, "clear or keep" {
        /// Those that the battle bounds end.
        Clear = "clear",
        /// All stay.
        Keep = "keep",
    }
}

/// Which duty rules first. `CS-AIL-08`.
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
        let named = |word: &str| Self::default().0.into_iter().find(|duty| duty.key() == word.trim());
        let order: Vec<Compulsion> = text.split(',').map(named).collect::<Option<_>>()?;
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

/// How this fight plays ailments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatusOptions {
    /// Which duty rules first. `CS-AIL-08`.
    pub duty_order: CompulsionOrder,
    /// What an attempt to put out a fire takes. `CS-BURN-06`.
    pub extinguish: PhaseEffort,
    /// Friends can be woken. `CS-UNCO-05`.
    pub wake: bool,
    /// Who falls Unconscious falls down. `CS-UNCO-06`.
    pub unconscious_prone: bool,
    /// Orders against a bonded friend can be resisted. `CS-BRWA-09`.
    pub values: bool,
    /// Nobody is asked whether a curse strikes. `CS-CURS-04`.
    pub curse_auto: bool,
    /// There is suppressing fire. `CS-PIN-15`.
    pub suppression: bool,
    /// What becomes of ailments when the fight is over. `CS-AIL-07`.
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
