//! Blows that send their victim into something. `AB-KNOCK-14` to `AB-KNOCK-16`.

use crate::HitResult;
use dice::{Answer, CarryState, Clause, Note, Prompt, RuleResult, Table};

use super::resolution::AttackPlan;
use crate::aberrant::{AttackContext, AttackResult};

/// Sends its victim into a thing. `AB-KNOCK-14`.
pub const INTO_OBJECT: &str = "into_object";
/// Sends its victim into somebody. `AB-KNOCK-15`.
pub const INTO_UNIT: &str = "into_somebody";

/// Whether a way of attacking asks what stands around its target.
pub fn needs_surroundings(manner: &str) -> bool {
    matches!(manner, INTO_OBJECT | INTO_UNIT)
}

/// What a blow is meant to send its victim into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnockbackAim {
    /// A wall, a window, a crate. `AB-KNOCK-14`.
    Object,
    /// Something or somebody that moves. `AB-KNOCK-15`.
    Mover,
}

impl KnockbackAim {
    /// What it adds to the difficulty of hitting.
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::Object => 1,
            Self::Mover => 2,
        }
    }

    /// Its clause.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Object => "AB-KNOCK-14",
            Self::Mover => "AB-KNOCK-15",
        }
    }

    /// Shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Object => "aimed into an object",
            Self::Mover => "aimed into somebody",
        }
    }
}

/// Whether a way lies within 45 degrees of the line away from the attacker; both count in squares. `AB-KNOCK-14`.
pub fn is_within_push_angle(away: (i32, i32), way: (i32, i32)) -> bool {
    let [away, way] = [away, way].map(|(x, y)| (i64::from(x), i64::from(y)));
    let along = away.0 * way.0 + away.1 * way.1;
    let lengths = (away.0 * away.0 + away.1 * away.1) * (way.0 * way.0 + way.1 * way.1);
    along > 0 && 2 * along * along >= lengths
}

/// How net successes are split between victim and what moves: as many as the victim gets, the rest for the other. One
/// for the other is offered first; who does not care for it puts them all on the victim. `AB-KNOCK-16`.
///
/// # Errors
/// As the table.
pub fn split_successes(table: &mut impl Table, who: u32, net: u32) -> RuleResult<(u32, u32)> {
    if net < 2 {
        return Ok((net, 0));
    }
    let others: Vec<u32> = (1..net).chain([0]).collect();
    let chosen = table.ask(|| Prompt {
        who,
        question: format!("{net} net successes: how many for what it is to hit?"),
        clause: "AB-KNOCK-16",
        answers: others.iter().map(|other| split_answer(net, *other)).collect(),
    })?;
    let other = others.get(chosen).copied().unwrap_or(0);
    table.note(|| {
        let text = format!("{} for the victim, {other} for what it is to hit", net - other);
        Note { clause: "AB-KNOCK-16", text, parts: Vec::new() }
    });
    Ok((net - other, other))
}

fn split_answer(net: u32, other: u32) -> Answer {
    let detail = match other {
        0 => "it flies past".to_owned(),
        _ => format!("{} for the victim", net - other),
    };
    Answer { key: other.to_string(), label: other.to_string(), detail, clause: "AB-KNOCK-16" }
}

/// A blow that is aimed into somebody: what it does to its victim, how the other defends, and whether they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AimedKnockbackResult {
    /// To the victim.
    pub victim: AttackResult,
    /// To whom it is to hit: no harm, the price of a defence at most.
    pub other: AttackResult,
}

impl AimedKnockbackResult {
    /// The victim flies into the other.
    pub fn is_collision(&self) -> bool {
        self.victim.contact != HitResult::Miss && self.other.margin >= 1
    }
}

/// The roll, its split, and a defence for each of the two. `AB-KNOCK-15`, `AB-KNOCK-16`.
///
/// # Errors
/// As the table.
pub fn resolve_into_unit(
    table: &mut impl Table,
    blow: &AttackContext,
    other: &AttackContext,
) -> RuleResult<AimedKnockbackResult> {
    let plan = AttackPlan::new(blow);
    let (victim, rest) = plan.roll_split_and_resolve(table)?;
    let before = (victim.clone(), rest);
    let other = AttackPlan::new(other).defend_only(&mut CarryState::new(table, before), rest)?;
    Ok(AimedKnockbackResult { victim, other })
}

#[cfg(test)]
mod tests;
