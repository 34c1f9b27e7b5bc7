//! Melee engagements. Chapter MEL, and the groups of chapter FLK.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::circumstances::lines::EngageLine;
use crate::circumstances::{Fighter, MeleeCount};
use dice::{Answer, Modifiers, Prompt, RuleResult, Table};
use model::UnitId;

/// Pairs of units engaged in melee; each pair is stored once.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MeleeEngagements(BTreeSet<(UnitId, UnitId)>);

/// A unit in a melee, for flanking. `CS-FLK-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeleeMember {
    /// Its side.
    pub side: u32,
    /// Not helpless.
    pub able: bool,
}

impl MeleeEngagements {
    /// Engages two units with each other. `CS-MEL-01` to `CS-MEL-03`.
    pub fn engage(&mut self, one: UnitId, other: UnitId) {
        if one != other {
            self.0.insert((one.min(other), one.max(other)));
        }
    }

    /// Ends every engagement whose units are no longer adjacent, or of which one is out of action.
    /// `CS-MEL-04`.
    pub fn retain(&mut self, lasts: impl Fn(UnitId, UnitId) -> bool) {
        self.0.retain(|&(one, other)| lasts(one, other));
    }

    /// Whether two units are engaged, in either order. `CS-MEL-03`.
    pub fn are_engaged(&self, one: UnitId, other: UnitId) -> bool {
        self.0.contains(&(one.min(other), one.max(other)))
    }

    /// Units that this unit is engaged with, in order.
    pub fn opponents(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.0.iter().filter_map(move |&(one, other)| match unit {
            _ if unit == one => Some(other),
            _ if unit == other => Some(one),
            _ => None,
        })
    }

    /// Whether the unit is in melee.
    pub fn is_in_melee(&self, unit: UnitId) -> bool {
        self.opponents(unit).next().is_some()
    }

    /// All units of this unit's melee: those connected to it by a chain of engagements. `CS-FLK-03`.
    pub fn melee_members(&self, unit: UnitId) -> BTreeSet<UnitId> {
        let mut melee = BTreeSet::new();
        let mut open: Vec<UnitId> = self.opponents(unit).take(1).map(|_| unit).collect();
        while let Some(next) = open.pop() {
            if melee.insert(next) {
                open.extend(self.opponents(next));
            }
        }
        melee
    }

    /// Number of able units with and against a member of a melee; each side counts as at least 1.
    /// `CS-FLK-03`.
    pub fn melee_count(&self, unit: UnitId, members: &BTreeMap<UnitId, MeleeMember>) -> MeleeCount {
        let Some(own) = members.get(&unit) else { return MeleeCount::default() };
        let melee = self.melee_members(unit);
        if melee.is_empty() {
            return MeleeCount::default();
        }
        let mut company = MeleeCount::default();
        for member in melee.iter().filter_map(|id| members.get(id)).filter(|member| member.able) {
            if member.side == own.side {
                company.friends += 1;
            } else {
                company.foes += 1;
            }
        }
        MeleeCount { friends: company.friends.max(1), foes: company.foes.max(1) }
    }
}

/// Adds the modifier of WS tests for outnumbering opponents. `CS-FLK-01` to `CS-FLK-03`.
pub fn add_flanking(company: MeleeCount, parts: &mut Modifiers) {
    let MeleeCount { friends, foes } = company;
    if foes == 0 {
        return;
    }
    if friends >= 3 * foes {
        parts.add(20, "three to one", "CS-FLK-02");
    } else if friends >= 2 * foes {
        parts.add(10, "two to one", "CS-FLK-01");
    }
}

/// Lets a unit that ends its turn next to an enemy choose whether to engage it. `CS-MEL-01`.
///
/// With a melee weapon in hand, "yes" is the default; bare hands do not count.
pub fn ask_to_engage(table: &mut impl Table, unit: &Fighter, enemy: &str, rings: u32) -> RuleResult<bool> {
    if rings != 1 || unit.is_helpless() {
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
