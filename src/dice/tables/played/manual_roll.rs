//! The prompt for the faces of dice that a player rolls by hand.

use crate::{Answer, Clause, Dice, Prompt, RuleLine};
use model::UnitId;

/// Answer key of a manual roll: the seeded dice roll this one.
pub(super) const ROLL: &str = "roll";
/// Answer key of a manual roll: the seeded dice roll this one and all others of the order.
pub(super) const ROLL_REST: &str = "rest";

/// The prompt for a manual roll.
#[derive(Clone, Debug, strum::Display)]
pub(super) enum ManualRollLine {
    #[strum(to_string = "roll {dice} for the {why}")]
    Question { dice: Dice, why: &'static str },
    #[strum(to_string = "Roll for me")]
    Roll,
    #[strum(to_string = "the program's dice")]
    RollDetail,
    #[strum(to_string = "Roll the rest")]
    RollRest,
    #[strum(to_string = "all that is left of this order")]
    RollRestDetail,
}

impl RuleLine for ManualRollLine {}

/// The prompt for the faces of a manual roll.
pub(super) fn roll_prompt(who: UnitId, question: ManualRollLine, clause: Clause) -> Prompt {
    let answer = |key: &str, label: ManualRollLine, detail: ManualRollLine| Answer {
        key: key.to_owned(),
        label: label.into(),
        detail: detail.into(),
        clause,
    };
    let answers = vec![
        answer(ROLL, ManualRollLine::Roll, ManualRollLine::RollDetail),
        answer(ROLL_REST, ManualRollLine::RollRest, ManualRollLine::RollRestDetail),
    ];
    Prompt { who, question: question.into(), clause, answers }
}
