//! Builds and rolls the pool of a check: skill and characteristic, changed by injuries, statuses and pending dice of
//! the unit.

use super::pool::{self, Check, CheckKind, PoolBuilder};
use crate::Book;
use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::{Fighter, HealthState, Skill, TimedEffectKind};
use crate::status::{self, TestKind};
use dice::{
    AnswerPolicy, Clause, Dice, Distribution, Modifier, Modifiers, OddsError, Purpose, RuleResult,
    SymbolPool, Symbols, Table, enumerate,
};
use model::UnitId;

/// Downgrades of a blind unit. `CC-CHART-24`.
const BLIND_DOWNGRADES: i32 = 2;
/// Downgrades of a blind unit's Vigilance check. `CC-CHART-24`.
const BLIND_VIGILANCE_DOWNGRADES: i32 = 3;

/// Builds the pool of a check: skill and characteristic, pending changes, injuries. `CC-POOL-01`, `CC-POOL-02`,
/// `CC-DICE-17`.
///
/// `side_boosts` are boost dice for the next check of the unit's side. `CC-ADV-08`.
pub fn assemble_pool(fighter: &Fighter, check: Check, side_boosts: u8) -> PoolBuilder {
    let mut build = start_pool(fighter, check);
    let condition = &fighter.condition;
    build.add_change(condition.waiting.for_check(check), "for the next check", "CC-ECON-09");
    build.boost.add(i32::from(side_boosts), "from an ally", "CC-ADV-08");
    if check.kind.is_combat() {
        build.boost.add(i32::from(condition.aim), "aimed", "CC-ECON-08");
        build.setback.add(
            condition.count_timed(TimedEffectKind::GuardedStance).min(1),
            "Guarded Stance",
            "CC-ECON-08",
        );
    }
    build.setback.add(condition.count_timed(TimedEffectKind::Disabled).min(1), "disabled", "CC-ADV-22");
    add_injury_dice(&mut build, condition, check);
    let mut parts = Modifiers::new();
    let test = match check.kind {
        CheckKind::Melee => Some(TestKind::Strike),
        CheckKind::Ranged => Some(TestKind::Shot),
        CheckKind::Other if check.skill.is_some() => Some(TestKind::Other),
        // Checks of a bare characteristic are for ailments, which apply their own changes.
        CheckKind::Other => None,
    };
    if let Some(test) = test {
        status::add_test_modifiers(&mut parts, &fighter.ailments, test, Book::CombatChecks);
        status::add_late_penalty(&mut parts, fighter.late, Book::CombatChecks);
    }
    add_status_dice(&mut build, &parts);
    build
}

/// Adds boost dice for positive and setback dice for negative status modifiers.
pub(crate) fn add_status_dice(build: &mut PoolBuilder, parts: &Modifiers) {
    for part in &parts.0 {
        let dice = i32::try_from(part.value.unsigned_abs()).unwrap_or(i32::MAX);
        let pile = if part.value > 0 { &mut build.boost } else { &mut build.setback };
        pile.add(dice, part.reason.clone(), part.clause);
    }
}

fn start_pool(fighter: &Fighter, check: Check) -> PoolBuilder {
    let characteristic = fighter.characteristic(check.characteristic);
    let ranks = check.skill.map_or(0, |skill| fighter.sheet.skill(skill));
    let (ability, proficiency) = pool::positive_dice(characteristic, ranks);
    let part = |value: u8, name: &'static str| Modifier {
        value: i32::from(value),
        reason: name.into(),
        clause: "CC-POOL-02",
    };
    let own = std::iter::once(part(characteristic, check.characteristic.name()));
    let skilled = check.skill.filter(|_| ranks > 0).map(|skill| part(ranks, skill.name()));
    let positive = own.chain(skilled).collect();
    PoolBuilder { ability, proficiency, positive, ..PoolBuilder::default() }
}

/// Adds injuries in force. Dice of repeated rows add up, states do not. `CC-CRIT-10`.
fn add_injury_dice(build: &mut PoolBuilder, condition: &HealthState, check: Check) {
    let mut blind = false;
    for injury in &condition.injuries {
        let (name, clause) = (injury.chart_row().name, injury.chart_row().clause);
        match injury.effect() {
            Some(InjuryEffect::Difficulty(which)) if which.contains(&check.characteristic) => {
                build.difficulty.add(1, name, clause);
            }
            Some(InjuryEffect::SkillDifficulty(dice)) if check.skill.is_some() => {
                build.difficulty.add(i32::from(dice), name, clause);
            }
            Some(InjuryEffect::Setback(dice)) => build.setback.add(i32::from(dice), name, clause),
            Some(InjuryEffect::Crippled | InjuryEffect::Maimed) => build.setback.add(1, name, clause),
            Some(InjuryEffect::NoBoost) if check.skill.is_some() => build.no_boost = Some(clause),
            Some(InjuryEffect::Blinded) if !blind => {
                blind = true;
                let times = if check.skill == Some(Skill::Vigilance) {
                    BLIND_VIGILANCE_DOWNGRADES
                } else {
                    BLIND_DOWNGRADES
                };
                build.downgrade.add(times, name, clause);
            }
            _ => (),
        }
    }
}

impl HealthState {
    /// Removes pending changes that a check uses. `CC-ECON-09`.
    pub fn use_up_pending(&mut self, check: Check) {
        self.waiting = self.waiting.after_check(check);
        self.aim &= !check.kind.is_combat();
    }
}

/// Whether a check has at least 1 net success. `CC-DICE-12`.
pub const fn is_success(symbols: Symbols) -> bool {
    symbols.successes > 0
}

/// Rolls a check.
pub fn roll_check(
    table: &mut impl Table,
    pool: SymbolPool,
    who: UnitId,
    why: &'static str,
    clause: Clause,
    parts: &[Modifier],
) -> RuleResult<Symbols> {
    let purpose = Purpose { who: Some(who), why, clause, parts, limit: None };
    Ok(table.roll(Dice::symbols(pool), purpose)?.symbols)
}

/// The odds of all symbols of a pool.
///
/// # Errors
/// Returns an `OddsError` if there are too many outcomes.
pub fn pool_odds(pool: SymbolPool) -> Result<Distribution<Symbols>, OddsError> {
    enumerate(AnswerPolicy::first(), |table| roll_check(table, pool, UnitId(0), "check", "CC-CHK-02", &[]))
}

#[cfg(test)]
mod tests;
