//! Karma at the table: what a unit has, what its player wants of it, and how it is asked for.
//!
//! `SS-BASE-25` to `SS-BASE-27`; five Initiative Dice are in `initiative.rs`. `SS-INIT-07`.

use serde::{Deserialize, Serialize};

use super::base;
use crate::swan_song::options::switches::KarmaReroll;
use crate::swan_song::{Fighter, Switches};
use dice::{Answer, Clause, Dice, Modifiers, Note, Prompt, Purpose, RuleResult, Table};

/// Key of the answer that rolls misses again.
pub const REROLL_KEY: &str = "reroll";
/// Key of the answer that buys dice.
pub const DICE_KEY: &str = "karma";
/// Key of the answer that spends nothing.
pub const KEEP_KEY: &str = "keep";

/// What a player wants of a unit's Karma.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KarmaPlan {
    /// The unit's next attack or sprint is rolled with more dice. `SS-BASE-26`.
    pub dice: bool,
    /// After that roll its player is asked whether the misses are rolled again. `SS-BASE-27`.
    pub reroll: bool,
    /// Defences and soak ask whether Karma is spent, until this is taken back.
    pub ask: bool,
}

impl KarmaPlan {
    /// Points without which the plan makes no sense. `SS-BASE-25`.
    pub fn points_needed(self) -> u8 {
        (u8::from(self.dice) + u8::from(self.reroll)).max(u8::from(self.ask))
    }

    /// What of the plan so many points pay, dice before the re-roll. `SS-BASE-25`.
    pub fn limited_to(self, left: u8) -> Self {
        let dice = self.dice && left > 0;
        Self { dice, reroll: self.reroll && left > u8::from(dice), ask: self.ask && left > 0 }
    }

    /// What of the plan concerns the unit's own test.
    pub fn for_own_test(self) -> Self {
        Self { ask: false, ..self }
    }

    /// The plan once the unit's own test is over.
    pub fn after_test(self) -> Self {
        Self { dice: false, reroll: false, ..self }
    }
}

/// Karma of a unit at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Karma {
    /// Points left.
    pub left: u8,
    /// What they are meant for.
    pub plan: KarmaPlan,
}

/// What a point of Karma was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KarmaUse {
    /// More dice for an attack or a sprint. `SS-BASE-26`.
    Dice,
    /// Misses of an attack or a sprint. `SS-BASE-27`.
    Reroll,
    /// More dice for a defence. `SS-BASE-26`.
    DefenceDice,
    /// Misses of a defence. `SS-BASE-27`.
    DefenceReroll,
    /// More dice for soak. `SS-BASE-26`.
    SoakDice,
    /// Misses of soak. `SS-BASE-27`.
    SoakReroll,
    /// Five Initiative Dice. `SS-INIT-07`.
    Initiative,
    /// A fight for its life. `SS-FFYL-01`.
    LastStand,
    /// No surprise. `SS-SURP-16`.
    Surprise,
}

impl KarmaUse {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Dice,
        Self::Reroll,
        Self::DefenceDice,
        Self::DefenceReroll,
        Self::SoakDice,
        Self::SoakReroll,
        Self::Initiative,
        Self::LastStand,
        Self::Surprise,
    ];

    /// The clause that sells it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Dice | Self::DefenceDice | Self::SoakDice => "SS-BASE-26",
            Self::Reroll | Self::DefenceReroll | Self::SoakReroll => "SS-BASE-27",
            Self::Initiative => "SS-INIT-07",
            Self::LastStand => "SS-FFYL-01",
            Self::Surprise => "SS-SURP-16",
        }
    }

    /// "more dice", "misses rolled again".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dice => "more dice",
            Self::Reroll => "misses rolled again",
            Self::DefenceDice => "more dice for the defence",
            Self::DefenceReroll => "misses of the defence rolled again",
            Self::SoakDice => "more dice for soak",
            Self::SoakReroll => "misses of soak rolled again",
            Self::Initiative => "five initiative dice",
            Self::LastStand => "a fight for its life",
            Self::Surprise => "defence in spite of surprise",
        }
    }

    /// The target of an attack pays it, not the one who attacks.
    pub const fn is_paid_by_defender(self) -> bool {
        matches!(self, Self::DefenceDice | Self::DefenceReroll | Self::SoakDice | Self::SoakReroll)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// What Karma was spent on in one test; each use happens at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<KarmaUse>", into = "Vec<KarmaUse>")]
pub struct KarmaSpent(u16);

impl KarmaSpent {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// One use more.
    #[must_use]
    pub const fn with(self, on: KarmaUse) -> Self {
        Self(self.0 | on.bit())
    }

    /// One use more, if it was one.
    #[must_use]
    pub const fn with_if(self, spent: bool, on: KarmaUse) -> Self {
        if spent { self.with(on) } else { self }
    }

    /// Nothing was spent.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Every use, in the order of `KarmaUse`.
    pub fn iter(self) -> impl Iterator<Item = KarmaUse> {
        KarmaUse::ALL.into_iter().filter(move |on| self.0 & on.bit() != 0)
    }

    /// Points that the target of an attack spent, a point a use. `SS-BASE-25`.
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

/// The unit's own next test is rolled with bought dice. `SS-BASE-26`.
pub fn buys_dice(fighter: &Fighter) -> bool {
    fighter.karma.plan.limited_to(fighter.karma.left).dice
}

/// The player of the unit is asked about its own next test when it has fallen. `SS-BASE-27`.
pub fn wants_reroll(fighter: &Fighter, switches: &Switches) -> bool {
    switches.karma_reroll != KarmaReroll::Off && fighter.karma.plan.limited_to(fighter.karma.left).reroll
}

/// The player of the unit is asked about defences and soak; the unconscious spend nothing.
pub fn asks_for_karma(fighter: &Fighter) -> bool {
    fighter.karma.plan.ask && fighter.karma.left > 0 && fighter.down.is_none()
}

/// Adds what one point buys to a pool. `SS-BASE-26`.
pub fn add_karma_dice(fighter: &Fighter, switches: &Switches, parts: &mut Modifiers) {
    parts.add(i32::from(base::karma_dice(fighter.sheet.karma, switches)), "Karma", "SS-BASE-26");
}

/// Adds what the plan buys for the unit's own test. `SS-BASE-26`.
pub fn add_planned_dice(fighter: &Fighter, switches: &Switches, parts: &mut Modifiers) {
    if buys_dice(fighter) {
        add_karma_dice(fighter, switches, parts);
    }
}

/// A roll that has fallen and may be bettered.
#[derive(Clone, Copy, Debug)]
pub struct RerollOffer<'a> {
    /// Number of the unit that rolled.
    pub unit: u32,
    /// Name of the roll: "attack".
    pub roll_name: &'a str,
    /// How many dice it had.
    pub dice: u32,
    /// Its hits.
    pub hits: u32,
    /// Hits above this are lost.
    pub limit: Option<u32>,
    /// What it is measured against, in words: "against 3 hits"; may be empty.
    pub target_text: &'a str,
    /// The player planned it: then it is the first answer, else to keep the dice is.
    pub planned: bool,
}

/// Asks whether the misses of a roll are rolled again, and rolls them. `None` if they lie as they fell.
///
/// Nobody is asked where it cannot help. A glitch is read off the dice as they first fell. `SS-BASE-27`.
///
/// # Errors
/// Those of the table.
pub fn ask_to_reroll(
    table: &mut impl Table,
    fallen: &RerollOffer<'_>,
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
    table.note(|| note("SS-BASE-27", format!("1 Karma: {hits} and {} hits", better - hits)));
    Ok(Some(better))
}

/// Asks whether a point is spent on dice for a roll that comes now. `SS-BASE-26`.
///
/// # Errors
/// Those of the table.
pub fn ask_to_buy_dice(
    table: &mut impl Table,
    fighter: &Fighter,
    pool: u32,
    switches: &Switches,
    question: impl FnOnce() -> String,
) -> RuleResult<bool> {
    let more = u32::from(base::karma_dice(fighter.sheet.karma, switches));
    if more == 0 {
        return Ok(false);
    }
    let prompt = || Prompt {
        who: fighter.id,
        question: question(),
        clause: "SS-BASE-26",
        answers: vec![
            make_answer(KEEP_KEY, "No Karma", count_text(pool, "die", "dice"), "SS-BASE-26"),
            make_answer(
                DICE_KEY,
                "Karma: more dice",
                format!("1 Karma, {}", count_text(pool + more, "die", "dice")),
                "SS-BASE-26",
            ),
        ],
    };
    Ok(table.ask(prompt)? == 1)
}

fn reroll_prompt(fallen: &RerollOffer<'_>) -> Prompt {
    let RerollOffer { unit: who, roll_name: name, dice, hits, limit, target_text: against, planned } =
        *fallen;
    let misses = dice.saturating_sub(hits);
    let limit = limit.map(|limit| format!(", limit {limit}")).unwrap_or_default();
    let against = if against.is_empty() { String::new() } else { format!(" {against}") };
    let again = format!("1 Karma, {}", count_text(misses, "die", "dice"));
    let mut answers = vec![
        make_answer(KEEP_KEY, "Keep the roll", "free".to_owned(), "SS-BASE-27"),
        make_answer(REROLL_KEY, "Karma: roll misses again", again, "SS-BASE-27"),
    ];
    if planned {
        answers.reverse();
    }
    let hits = count_text(hits, "hit", "hits");
    Prompt {
        who,
        question: format!("{hits} on {dice} dice of {name}{limit}{against}. Roll the misses again?"),
        clause: "SS-BASE-27",
        answers,
    }
}

fn make_answer(key: &str, label: &str, detail: String, clause: Clause) -> Answer {
    Answer { key: key.to_owned(), label: label.to_owned(), detail, clause }
}

fn note(clause: Clause, text: String) -> Note {
    Note { clause, text, parts: Vec::new() }
}

/// "1 die", "7 dice".
pub(crate) fn count_text(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
