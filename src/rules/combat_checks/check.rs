//! What a unit's own state does to its checks, whatever they are for.

use super::chart::RowEffect;
use super::pool::{self, Build, Check, Kind};
use super::{Condition, Fighter, Skill, TimedKind};
use crate::Book;
use crate::status::{self, Test};
use dice::{
    Clause, Dice, Distribution, Modifier, Modifiers, OddsError, Policy, Purpose, Step, SymbolPool, Symbols,
    Table, enumerate,
};

/// Downgrades of the blind. `CC-CHART-24`.
const BLIND: i32 = 2;
/// Downgrades of a blind Vigilance check, instead. `CC-CHART-24`.
const BLIND_VIGILANCE: i32 = 3;

/// Assembles a check: skill and characteristic, what waits for it, what injuries do to it. `CC-POOL-01`,
/// `CC-POOL-02`, `CC-DICE-17`.
///
/// `side_boosts` are those given to whoever of the side checks next. `CC-ADV-08`.
pub fn build(fighter: &Fighter, check: Check, side_boosts: u8) -> Build {
    let mut build = positive(fighter, check);
    let condition = &fighter.condition;
    build.add(condition.waiting.of(check), "for the next check", "CC-ECON-09");
    build.boost.add(i32::from(side_boosts), "from an ally", "CC-ADV-08");
    if check.kind.is_combat() {
        build.boost.add(i32::from(condition.aim), "aimed", "CC-ECON-08");
        build.setback.add(condition.count(TimedKind::GuardedStance).min(1), "Guarded Stance", "CC-ECON-08");
    }
    build.setback.add(condition.count(TimedKind::Disabled).min(1), "disabled", "CC-ADV-22");
    injuries(&mut build, condition, check);
    let mut parts = Modifiers::new();
    let test = match check.kind {
        Kind::Melee => Some(Test::Strike),
        Kind::Ranged => Some(Test::Shot),
        Kind::Other if check.skill.is_some() => Some(Test::Other),
        // A bare characteristic is what ailments ask for, and they say themselves what changes it.
        Kind::Other => None,
    };
    if let Some(test) = test {
        status::add_changes(&mut parts, &fighter.ailments, test, Book::CombatChecks);
        status::add_late(&mut parts, fighter.late, Book::CombatChecks);
    }
    add_dice(&mut build, &parts);
    build
}

/// Boost dice for what helps, setback dice for what hinders: how ailments are counted here.
pub(super) fn add_dice(build: &mut Build, parts: &Modifiers) {
    for part in &parts.0 {
        let dice = i32::try_from(part.value.unsigned_abs()).unwrap_or(i32::MAX);
        let pile = if part.value > 0 { &mut build.boost } else { &mut build.setback };
        pile.add(dice, part.reason.clone(), part.clause);
    }
}

fn positive(fighter: &Fighter, check: Check) -> Build {
    let characteristic = fighter.characteristic(check.characteristic);
    let ranks = check.skill.map_or(0, |skill| fighter.sheet.skill(skill));
    let (ability, proficiency) = pool::positive(characteristic, ranks);
    let part = |value: u8, name: &'static str| Modifier {
        value: i32::from(value),
        reason: name.into(),
        clause: "CC-POOL-02",
    };
    let mut parts = vec![part(characteristic, check.characteristic.name())];
    parts.extend(check.skill.filter(|_| ranks > 0).map(|skill| part(ranks, skill.name())));
    Build { ability, proficiency, positive: parts, ..Build::default() }
}

/// Injuries in force; dice of repeated rows add up, states do not. `CC-CRIT-10`.
fn injuries(build: &mut Build, condition: &Condition, check: Check) {
    let mut blind = false;
    for injury in &condition.injuries {
        let (name, clause) = (injury.chart().name, injury.chart().clause);
        match injury.effect() {
            Some(RowEffect::Difficulty(which)) if which.contains(&check.characteristic) => {
                build.difficulty.add(1, name, clause);
            }
            Some(RowEffect::SkillDifficulty(dice)) if check.skill.is_some() => {
                build.difficulty.add(i32::from(dice), name, clause);
            }
            Some(RowEffect::Setback(dice)) => build.setback.add(i32::from(dice), name, clause),
            Some(RowEffect::Crippled | RowEffect::Maimed) => build.setback.add(1, name, clause),
            Some(RowEffect::NoBoost) if check.skill.is_some() => build.no_boost = Some(clause),
            Some(RowEffect::Blinded) if !blind => {
                blind = true;
                let times = if check.skill == Some(Skill::Vigilance) { BLIND_VIGILANCE } else { BLIND };
                build.downgrade.add(times, name, clause);
            }
            _ => (),
        }
    }
}

impl Condition {
    /// After a check: what waited for it is used up. `CC-ECON-09`.
    pub fn used(&mut self, check: Check) {
        self.waiting = self.waiting.after(check);
        self.aim &= !check.kind.is_combat();
    }
}

/// A check succeeds with at least 1 net success. `CC-DICE-12`.
pub const fn succeeds(symbols: Symbols) -> bool {
    symbols.successes > 0
}

/// Rolls an assembled check.
///
/// # Errors
/// As the table.
pub fn roll(
    table: &mut impl Table,
    pool: SymbolPool,
    who: u32,
    why: &'static str,
    clause: Clause,
    parts: &[Modifier],
) -> Step<Symbols> {
    let purpose = Purpose { who: Some(who), why, clause, parts, limit: None };
    Ok(table.roll(Dice::symbols(pool), purpose)?.symbols)
}

/// The joint odds of everything a pool can come to: `map` reads (net successes, net advantages) off it.
///
/// # Errors
/// Too many outcomes.
pub fn odds(pool: SymbolPool) -> Result<Distribution<Symbols>, OddsError> {
    enumerate(Policy::first(), |table| roll(table, pool, 0, "check", "CC-CHK-02", &[]))
}

/// The joint odds of net successes and net advantages.
///
/// # Errors
/// Too many outcomes.
pub fn joint_odds(pool: SymbolPool) -> Result<Distribution<(i16, i16)>, OddsError> {
    Ok(odds(pool)?.map(|symbols| (symbols.successes, symbols.advantages)))
}

#[cfg(test)]
mod tests;
