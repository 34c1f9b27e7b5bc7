//! Karma in tests: bought dice, and the prompts to spend it. `SS-BASE-25` to `SS-BASE-27`.

use super::base;
use crate::lines::{DiceCount, HitCount};
use crate::swan_song::lines::checks::{KarmaLine, RerollQuestion, RollTarget};
use crate::swan_song::{Fighter, Switches};
use crate::turn_engine::karma::karma_dice;
use crate::turn_engine::switches::KarmaReroll;
use dice::{Answer, Clause, Dice, Modifiers, Note, Prompt, Purpose, RuleResult, RuleText, Table};
use model::UnitId;

/// Key of the answer that re-rolls misses.
pub const REROLL_KEY: &str = "reroll";
/// Key of the answer that buys dice.
pub const DICE_KEY: &str = "karma";
/// Key of the answer that spends nothing.
pub const KEEP_KEY: &str = "keep";

/// Whether the unit adds bought dice to its own next test. `SS-BASE-26`.
pub fn buys_dice(fighter: &Fighter) -> bool {
    fighter.karma.plan.limited_to(fighter.karma.left).dice
}

/// Whether the player is offered a re-roll of the unit's own next test. `SS-BASE-27`.
pub fn wants_reroll(fighter: &Fighter, switches: &Switches) -> bool {
    switches.engine.karma_reroll != KarmaReroll::Off
        && fighter.karma.plan.limited_to(fighter.karma.left).reroll
}

/// Whether the player is offered Karma for defence and soak; an unconscious unit cannot spend any.
pub fn asks_for_karma(fighter: &Fighter) -> bool {
    fighter.karma.plan.ask && fighter.karma.left > 0 && fighter.down.is_none()
}

/// Adds the dice that one point buys. `SS-BASE-26`.
pub fn add_karma_dice(fighter: &Fighter, switches: &Switches, parts: &mut Modifiers) {
    parts.add(i32::from(karma_dice(fighter.sheet.karma, &switches.engine)), "Karma", "SS-BASE-26");
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
    offer: &RerollOffer,
    switches: &Switches,
) -> RuleResult<Option<u32>> {
    let RerollOffer { unit: who, dice, hits, limit, planned, .. } = *offer;
    let misses = dice.saturating_sub(hits);
    let is_at_limit = limit.is_some_and(|limit| hits >= limit);
    if switches.engine.karma_reroll == KarmaReroll::Off {
        return Ok(None);
    }
    if misses == 0 || is_at_limit {
        if planned {
            table.note(|| Note::new("SS-BASE-27", KarmaLine::UselessReroll));
        }
        return Ok(None);
    }
    let answer = table.ask(|| reroll_prompt(offer))?;
    if (answer == 0) != planned {
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
    let total_hits = base::reroll_misses(table, Dice::d6_hits(dice), hits, purpose, switches)?;
    table.note(|| {
        Note::new("SS-BASE-27", KarmaLine::Rerolled { kept: hits, more: HitCount(total_hits - hits) })
    });
    Ok(Some(total_hits))
}

/// Offers dice for a point of Karma before a roll. `SS-BASE-26`.
pub fn ask_to_buy_dice(
    table: &mut impl Table,
    fighter: &Fighter,
    pool: u32,
    switches: &Switches,
    question: KarmaLine,
) -> RuleResult<bool> {
    let more = u32::from(karma_dice(fighter.sheet.karma, &switches.engine));
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

fn reroll_prompt(offer: &RerollOffer) -> Prompt {
    let RerollOffer { unit: who, roll_name, dice, hits, limit, target, planned } = *offer;
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
