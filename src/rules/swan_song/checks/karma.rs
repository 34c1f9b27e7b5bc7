//! Karma: points, the player's plan for them, and the prompts to spend them.
//!
//! `SS-BASE-25` to `SS-BASE-27`; the five Initiative Dice are in `initiative.rs`. `SS-INIT-07`.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::base;
use crate::lines::DiceCount;
use crate::swan_song::lines::checks::{KarmaLine, RerollQuestion, RollTarget};
use crate::swan_song::options::switches::KarmaReroll;
use crate::swan_song::{Fighter, Switches};
use dice::{Answer, Clause, Dice, Modifiers, Note, Prompt, Purpose, RuleResult, RuleText, Table};
use model::UnitId;

/// Key of the answer that re-rolls misses.
pub const REROLL_KEY: &str = "reroll";
/// Key of the answer that buys dice.
pub const DICE_KEY: &str = "karma";
/// Key of the answer that spends nothing.
pub const KEEP_KEY: &str = "keep";

/// The player's plan for a unit's Karma.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KarmaPlan {
    /// Adds dice to the unit's next attack or sprint. `SS-BASE-26`.
    pub dice: bool,
    /// Offers a re-roll of misses after that roll. `SS-BASE-27`.
    pub reroll: bool,
    /// Offers Karma for defences and soak until turned off.
    pub ask: bool,
}

impl KarmaPlan {
    /// Points that the plan needs. `SS-BASE-25`.
    pub fn points_needed(self) -> u8 {
        (u8::from(self.dice) + u8::from(self.reroll)).max(u8::from(self.ask))
    }

    /// The part of the plan that this many points pay for, dice before the re-roll. `SS-BASE-25`.
    pub fn limited_to(self, left: u8) -> Self {
        let dice = self.dice && left > 0;
        Self { dice, reroll: self.reroll && left > u8::from(dice), ask: self.ask && left > 0 }
    }

    /// The part of the plan that affects the unit's own test.
    pub fn for_own_test(self) -> Self {
        Self { ask: false, ..self }
    }

    /// The plan that remains after the unit's own test.
    pub fn after_test(self) -> Self {
        Self { dice: false, reroll: false, ..self }
    }
}

/// Karma of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Karma {
    /// Points left.
    pub left: u8,
    /// The player's plan for them.
    pub plan: KarmaPlan,
}

/// What a point of Karma was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum KarmaUse {
    /// Extra dice for an attack or a sprint. `SS-BASE-26`.
    #[strum(serialize = "extra dice")]
    Dice,
    /// Re-roll of an attack's or sprint's misses. `SS-BASE-27`.
    #[strum(serialize = "re-rolled misses")]
    Reroll,
    /// Extra dice for a defence. `SS-BASE-26`.
    #[strum(serialize = "extra defence dice")]
    DefenceDice,
    /// Re-roll of a defence's misses. `SS-BASE-27`.
    #[strum(serialize = "re-rolled defence misses")]
    DefenceReroll,
    /// Extra dice for soak. `SS-BASE-26`.
    #[strum(serialize = "extra soak dice")]
    SoakDice,
    /// Re-roll of soak's misses. `SS-BASE-27`.
    #[strum(serialize = "re-rolled soak misses")]
    SoakReroll,
    /// Five Initiative Dice. `SS-INIT-07`.
    #[strum(serialize = "five initiative dice")]
    Initiative,
    /// Fight for your Life. `SS-FFYL-01`.
    #[strum(serialize = "clinging to life")]
    LastStand,
    /// Not being surprised. `SS-SURP-16`.
    #[strum(serialize = "avoiding surprise")]
    Surprise,
}

impl KarmaUse {
    /// All uses.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The clause that allows the use.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Dice | Self::DefenceDice | Self::SoakDice => "SS-BASE-26",
            Self::Reroll | Self::DefenceReroll | Self::SoakReroll => "SS-BASE-27",
            Self::Initiative => "SS-INIT-07",
            Self::LastStand => "SS-FFYL-01",
            Self::Surprise => "SS-SURP-16",
        }
    }

    /// Display name, such as "extra dice".
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether the target of an attack pays, not the attacker.
    pub const fn is_paid_by_defender(self) -> bool {
        matches!(self, Self::DefenceDice | Self::DefenceReroll | Self::SoakDice | Self::SoakReroll)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Uses of Karma in one test; each happens at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<KarmaUse>", into = "Vec<KarmaUse>")]
pub struct KarmaSpent(u16);

impl KarmaSpent {
    /// No Karma.
    pub const NONE: Self = Self(0);

    /// Adds a use.
    #[must_use]
    pub const fn with(self, on: KarmaUse) -> Self {
        Self(self.0 | on.bit())
    }

    /// Adds a use if `spent`.
    #[must_use]
    pub const fn with_if(self, spent: bool, on: KarmaUse) -> Self {
        if spent { self.with(on) } else { self }
    }

    /// Whether no Karma was spent.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns every use, in the order of `KarmaUse`.
    pub fn iter(self) -> impl Iterator<Item = KarmaUse> {
        KarmaUse::ALL.into_iter().filter(move |on| self.0 & on.bit() != 0)
    }

    /// Points that the target of an attack spent, one per use. `SS-BASE-25`.
    pub fn by_defender(self) -> u8 {
        self.iter().map(|on| u8::from(on.is_paid_by_defender())).sum()
    }
}

impl From<Vec<KarmaUse>> for KarmaSpent {
    fn from(uses: Vec<KarmaUse>) -> Self {
        uses.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<KarmaSpent> for Vec<KarmaUse> {
    fn from(spent: KarmaSpent) -> Self {
        spent.iter().collect()
    }
}

/// Whether the unit adds bought dice to its own next test. `SS-BASE-26`.
pub fn buys_dice(fighter: &Fighter) -> bool {
    fighter.karma.plan.limited_to(fighter.karma.left).dice
}

/// Whether the player is offered a re-roll of the unit's own next test. `SS-BASE-27`.
pub fn wants_reroll(fighter: &Fighter, switches: &Switches) -> bool {
    switches.karma_reroll != KarmaReroll::Off && fighter.karma.plan.limited_to(fighter.karma.left).reroll
}

/// Whether the player is offered Karma for defence and soak; an unconscious unit cannot spend any.
pub fn asks_for_karma(fighter: &Fighter) -> bool {
    fighter.karma.plan.ask && fighter.karma.left > 0 && fighter.down.is_none()
}

/// Adds the dice that one point buys. `SS-BASE-26`.
pub fn add_karma_dice(fighter: &Fighter, switches: &Switches, parts: &mut Modifiers) {
    parts.add(i32::from(base::karma_dice(fighter.sheet.karma, switches)), "Karma", "SS-BASE-26");
}

/// Adds the dice that the plan buys for the unit's own test. `SS-BASE-26`.
pub fn add_planned_dice(fighter: &Fighter, switches: &Switches, parts: &mut Modifiers) {
    if buys_dice(fighter) {
        add_karma_dice(fighter, switches, parts);
    }
}

/// A roll whose misses can be re-rolled.
#[derive(Clone, Copy, Debug)]
pub struct RerollOffer {
    /// Id of the unit that rolled.
    pub unit: UnitId,
    /// Name of the roll, such as "attack".
    pub roll_name: &'static str,
    /// Number of dice.
    pub dice: u32,
    /// Hits rolled.
    pub hits: u32,
    /// Maximum hits.
    pub limit: Option<u32>,
    /// What the roll is compared with.
    pub target: RollTarget,
    /// The player planned the re-roll: it is then the first answer, otherwise keeping the dice is.
    pub planned: bool,
}

/// Offers a re-roll of a roll's misses and makes it. `None` if the player keeps the roll.
///
/// There is no prompt if a re-roll cannot help. Glitches depend on the first roll only. `SS-BASE-27`.
pub fn ask_to_reroll(
    table: &mut impl Table,
    fallen: &RerollOffer,
    switches: &Switches,
) -> RuleResult<Option<u32>> {
    let RerollOffer { unit: who, dice, hits, limit, planned, .. } = *fallen;
    let misses = dice.saturating_sub(hits);
    let full = limit.is_some_and(|limit| hits >= limit);
    if misses == 0 || full || switches.karma_reroll == KarmaReroll::Off {
        return Ok(None);
    }
    let chosen = table.ask(|| reroll_prompt(fallen))?;
    if (chosen == 0) != planned {
        return Ok(None);
    }
    let mut parts = Modifiers::new();
    parts.add(misses.cast_signed(), "misses", "SS-BASE-27");
    let purpose = Purpose {
        who: Some(who),
        why: "re-roll",
        clause: "SS-BASE-27",
        parts: &parts.0,
        limit: limit.map(|limit| limit - hits),
    };
    let better = base::reroll_misses(table, Dice::d6_hits(dice), hits, purpose, switches)?;
    table.note(|| Note::new("SS-BASE-27", KarmaLine::Rerolled { kept: hits, more: better - hits }));
    Ok(Some(better))
}

/// Offers dice for a point of Karma before a roll. `SS-BASE-26`.
pub fn ask_to_buy_dice(
    table: &mut impl Table,
    fighter: &Fighter,
    pool: u32,
    switches: &Switches,
    question: KarmaLine,
) -> RuleResult<bool> {
    let more = u32::from(base::karma_dice(fighter.sheet.karma, switches));
    if more == 0 {
        return Ok(false);
    }
    let prompt = || Prompt {
        who: fighter.id,
        question: question.into(),
        clause: "SS-BASE-26",
        answers: vec![
            make_answer(KEEP_KEY, KarmaLine::BuyNothing, DiceCount(pool), "SS-BASE-26"),
            make_answer(
                DICE_KEY,
                KarmaLine::BuyDice,
                KarmaLine::Price { dice: DiceCount(pool + more) },
                "SS-BASE-26",
            ),
        ],
    };
    Ok(table.ask(prompt)? == 1)
}

fn reroll_prompt(fallen: &RerollOffer) -> Prompt {
    let RerollOffer { unit: who, roll_name, dice, hits, limit, target, planned } = *fallen;
    let price = KarmaLine::Price { dice: DiceCount(dice.saturating_sub(hits)) };
    let mut answers = vec![
        make_answer(KEEP_KEY, KarmaLine::KeepRoll, KarmaLine::Free, "SS-BASE-27"),
        make_answer(REROLL_KEY, KarmaLine::Reroll, price, "SS-BASE-27"),
    ];
    if planned {
        answers.reverse();
    }
    let question = RerollQuestion { roll_name, dice, hits, limit, target }.into();
    Prompt { who, question, clause: "SS-BASE-27", answers }
}

fn make_answer(key: &str, label: KarmaLine, detail: impl Into<RuleText>, clause: Clause) -> Answer {
    Answer { key: key.to_owned(), label: label.into(), detail: detail.into(), clause }
}

#[cfg(test)]
mod tests;
