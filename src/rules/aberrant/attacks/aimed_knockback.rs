//! Attacks that knock their target into an obstacle or another unit. `AB-KNOCK-14` to `AB-KNOCK-16`.

use strum::IntoStaticStr;

use crate::HitResult;
use dice::{Answer, CarryState, Clause, Note, Prompt, RuleResult, Table};
use model::UnitId;

use super::resolution::AttackPlan;
use crate::aberrant::lines::{AnswerDetail, AnswerLabel, AttackNote, Question};
use crate::aberrant::{AttackContext, AttackResult};

/// Key of the attack that knocks its target into an obstacle. `AB-KNOCK-14`.
pub const INTO_OBJECT: &str = "into_object";
/// Key of the attack that knocks its target into another unit. `AB-KNOCK-15`.
pub const INTO_UNIT: &str = "into_somebody";

/// Whether an attack option needs the surroundings of its target.
pub fn needs_surroundings(option: &str) -> bool {
    matches!(option, INTO_OBJECT | INTO_UNIT)
}

/// The intended obstacle of an aimed knockback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
pub enum KnockbackAim {
    /// A wall, a window, a crate. `AB-KNOCK-14`.
    #[strum(serialize = "aimed into an object")]
    Object,
    /// A unit or another moving object. `AB-KNOCK-15`.
    #[strum(serialize = "aimed into a unit")]
    Mover,
}

impl KnockbackAim {
    /// Difficulty it adds to the attack.
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::Object => 1,
            Self::Mover => 2,
        }
    }

    /// The clause of this aim.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Object => "AB-KNOCK-14",
            Self::Mover => "AB-KNOCK-15",
        }
    }

    /// Name shown to players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Whether `direction` lies within 45 degrees of `push_direction`, away from the attacker; both in squares.
/// `AB-KNOCK-14`.
pub fn is_within_push_angle(push_direction: (i32, i32), direction: (i32, i32)) -> bool {
    let [push_direction, direction] = [push_direction, direction].map(|(x, y)| (i64::from(x), i64::from(y)));
    let along = push_direction.0 * direction.0 + push_direction.1 * direction.1;
    let lengths = (push_direction.0 * push_direction.0 + push_direction.1 * push_direction.1)
        * (direction.0 * direction.0 + direction.1 * direction.1);
    along > 0 && 2 * along * along >= lengths
}

/// Splits net successes between the target and the unit behind it. One for the unit behind is offered
/// first; a player with no preference puts all of them on the target. `AB-KNOCK-16`.
pub fn split_successes(table: &mut impl Table, who: UnitId, net: u32) -> RuleResult<(u32, u32)> {
    if net < 2 {
        return Ok((net, 0));
    }
    let offers: Vec<u32> = (1..net).chain([0]).collect();
    let chosen = table.ask(|| Prompt {
        who,
        question: Question::SplitSuccesses { net }.into(),
        clause: "AB-KNOCK-16",
        answers: offers.iter().map(|other| split_answer(net, *other)).collect(),
    })?;
    let other = offers.get(chosen).copied().unwrap_or(0);
    let split = AttackNote::SuccessesSplit { target: net - other, behind: other };
    table.note(|| Note::new("AB-KNOCK-16", split));
    Ok((net - other, other))
}

fn split_answer(net: u32, other: u32) -> Answer {
    let detail = match other {
        0 => AnswerDetail::FliesPast,
        _ => AnswerDetail::SuccessesOnTarget(net - other),
    };
    Answer {
        key: other.to_string(),
        label: AnswerLabel::Successes(other).into(),
        detail: detail.into(),
        clause: "AB-KNOCK-16",
    }
}

/// The result of an attack that knocks its target into another unit: damage, the other unit's defence, and
/// whether they collide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AimedKnockbackResult {
    /// The result for the target.
    pub victim: AttackResult,
    /// The result for the other unit: no damage, at most the cost of a defence.
    pub other: AttackResult,
}

impl AimedKnockbackResult {
    /// Whether the target flies into the other unit.
    pub fn is_collision(&self) -> bool {
        self.victim.contact != HitResult::Miss && self.other.margin >= 1
    }
}

/// Resolves the attack roll, its split, and a defence for each of the two. `AB-KNOCK-15`, `AB-KNOCK-16`.
pub fn resolve_into_unit(
    table: &mut impl Table,
    context: &AttackContext,
    other: &AttackContext,
) -> RuleResult<AimedKnockbackResult> {
    let plan = AttackPlan::new(context);
    let (victim, rest) = plan.roll_split_and_resolve(table)?;
    let before = (victim.clone(), rest);
    let other = AttackPlan::new(other).resolve_defence_only(&mut CarryState::new(table, before), rest)?;
    Ok(AimedKnockbackResult { victim, other })
}

#[cfg(test)]
mod tests;
