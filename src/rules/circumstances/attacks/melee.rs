//! Melee engagements. Chapter MEL, and the groups of chapter FLK.

use crate::circumstances::lines::EngageLine;
use crate::circumstances::{Fighter, MeleeCount};
use dice::{Answer, Modifiers, Prompt, RuleResult, Table};

/// Whether an attack engages attacker and target, hit or miss: they are adjacent, and the attacker is not Pinned.
/// `CS-MEL-02`, `CS-PIN-14`.
pub fn starts_engagement(attacker: &Fighter, distance: u32) -> bool {
    distance == 1 && attacker.may_start_melee()
}

/// Adds the modifier of WS tests for outnumbering opponents. `CS-FLK-01` to `CS-FLK-03`.
pub fn add_flanking(count: MeleeCount, parts: &mut Modifiers) {
    let MeleeCount { friends, foes } = count;
    if foes == 0 {
        return;
    }
    if friends >= 3 * foes {
        parts.add(20, "three to one", "CS-FLK-02");
    } else if friends >= 2 * foes {
        parts.add(10, "two to one", "CS-FLK-01");
    }
}

/// Lets a unit that ends its turn next to an enemy choose whether to engage it; not a Pinned one, and not one that can
/// take no actions. `CS-MEL-01`, `CS-PIN-14`, `CS-AIL-06`.
///
/// With a melee weapon in hand, "yes" is the default; bare hands do not count.
pub fn ask_to_engage(table: &mut impl Table, unit: &Fighter, enemy: &str, distance: u32) -> RuleResult<bool> {
    if distance != 1 || !unit.may_start_melee() {
        return Ok(false);
    }
    let is_armed = unit.held.iter().any(|weapon| weapon.is_for_melee() && !weapon.is_body());
    let prompt = || {
        let mut answers = vec![
            Answer::new("engage", EngageLine::Engage, "CS-MEL-01"),
            Answer::new("stay_out", EngageLine::StayOut, "CS-MEL-01"),
        ];
        if !is_armed {
            answers.reverse();
        }
        let question = EngageLine::Ask { enemy: enemy.to_owned() };
        Prompt { who: unit.id, question: question.into(), clause: "CS-MEL-01", answers }
    };
    Ok((table.ask(prompt)? == 0) == is_armed)
}

#[cfg(test)]
mod tests;
