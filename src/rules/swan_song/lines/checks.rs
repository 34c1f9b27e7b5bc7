//! Sentences of checks with Karma. `SS-BASE-26`, `SS-BASE-27`, chapter FFYL.

use std::fmt;

use crate::DownState;
use crate::lines::{DiceCount, HitCount, rule_lines};
use crate::swan_song::damage::last_stand::PhaseLeft;
use dice::RuleLine;

/// Notes, questions and answers about Karma.
#[derive(Clone, Debug, strum::Display)]
pub enum KarmaLine {
    #[strum(to_string = "1 Karma: {kept} and {more}")]
    Rerolled { kept: u32, more: HitCount },
    #[strum(to_string = "{damage} damage to soak. Spend Karma?")]
    SoakQuestion { damage: u32 },
    #[strum(to_string = "No Karma")]
    BuyNothing,
    #[strum(to_string = "Karma: extra dice")]
    BuyDice,
    #[strum(to_string = "1 Karma, {dice}")]
    Price { dice: DiceCount },
    #[strum(to_string = "Keep the roll")]
    KeepRoll,
    #[strum(to_string = "free")]
    Free,
    #[strum(to_string = "Karma: re-roll misses")]
    Reroll,
    #[strum(to_string = "Planned re-roll not used, no Karma spent: it cannot add a hit")]
    UselessReroll,
}

/// Number that a roll is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollTarget {
    /// Nothing.
    None,
    /// Hits of an opponent.
    Hits(u32),
    /// Damage to soak.
    Damage(u32),
}

/// Offers to re-roll misses. `SS-BASE-27`.
#[derive(Clone, Debug)]
pub struct RerollQuestion {
    pub roll_name: &'static str,
    pub dice: u32,
    pub hits: u32,
    pub limit: Option<u32>,
    pub target: RollTarget,
}

impl fmt::Display for RerollQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {} of {}", HitCount(self.hits), DiceCount(self.dice), self.roll_name)?;
        if let Some(limit) = self.limit {
            write!(f, ", limit {limit}")?;
        }
        match self.target {
            RollTarget::None => {}
            RollTarget::Hits(hits) => write!(f, " against {}", HitCount(hits))?,
            RollTarget::Damage(damage) => write!(f, " against {damage} damage")?,
        }
        f.write_str(". Re-roll the misses?")
    }
}

/// The choice of a last stand, and its end. `SS-FFYL-01`, `SS-FFYL-14`, `SS-FFYL-16`.
#[derive(Clone, Copy, Debug)]
pub enum LastStandLine {
    Question(DownState),
    FallDetail,
    Fight,
    /// What it leaves of the unit's phases.
    FightDetail {
        phase: PhaseLeft,
        /// Whether any die is left for an attack with what it holds, those that more Karma buys among them.
        dice: bool,
        /// Whether it can heal itself.
        heals: bool,
    },
    Survives,
    InVain,
}

impl LastStandLine {
    /// Says what a last stand leaves of the phases of a unit, and what saves it.
    fn write_fight_detail(
        f: &mut fmt::Formatter<'_>,
        (phase, dice, heals): (PhaseLeft, bool, bool),
    ) -> fmt::Result {
        f.write_str(match phase {
            PhaseLeft::Another => "1 Karma. At least one more turn this round",
            PhaseLeft::Rest => "1 Karma. The rest of this turn is kept",
            PhaseLeft::None => "1 Karma. No turn is left this round, the AP are spent",
        })?;
        let acts = phase != PhaseLeft::None;
        f.write_str(match (acts, dice) {
            (true, true) => ", with half the dice.",
            (true, false) => ", but no dice for an attack.",
            (false, _) => ".",
        })?;
        if acts && heals {
            f.write_str(" Self-healing is possible.")?;
        }
        f.write_str(match acts && dice {
            true => {
                " Any healing prevents the fall at the end of the round, and so does taking an enemy down."
            }
            false => " Any healing prevents the fall at the end of the round.",
        })
    }
}

/// The answer that a unit does without a last stand: "Let Vex fall". `SS-FFYL-02`.
#[derive(Clone, Debug)]
pub struct LetFallLine {
    /// Name of the unit.
    pub name: String,
    /// What becomes of it.
    pub down: DownState,
}

impl fmt::Display for LetFallLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.down == DownState::Dead { "die" } else { "fall" };
        write!(f, "Let {} {end}", self.name)
    }
}

impl fmt::Display for LastStandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Question(DownState::Dead) => "About to die. Cling to life?",
            Self::Question(_) => "About to fall unconscious. Cling to life?",
            Self::FallDetail => "no cost; out of the fight now",
            Self::Fight => "Cling to life",
            Self::Survives => "has clung to life and survives",
            Self::InVain => "has clung to life in vain",
            Self::FightDetail { phase, dice, heals } => {
                return Self::write_fight_detail(f, (*phase, *dice, *heals));
            }
        };
        f.write_str(text)
    }
}

impl RuleLine for KarmaLine {
    fn is_free(&self) -> bool {
        matches!(self, Self::Free)
    }
}

rule_lines!(RerollQuestion, LastStandLine, LetFallLine);
