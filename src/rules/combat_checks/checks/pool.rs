//! Dice pools: positive dice, added dice, and the order of changes. Chapters DICE and POOL.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::combat_checks::options::values::Downgrade;
use crate::combat_checks::{Characteristic, Skill, Switches};
use dice::{Clause, Modifier, Modifiers, SymbolPool};

/// Kind of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// A combat check with a melee weapon or unarmed.
    Melee,
    /// A combat check with a ranged weapon.
    Ranged,
    /// Any other check.
    Other,
}

impl CheckKind {
    /// Whether it is a combat check. `CC-CHK-01`.
    pub const fn is_combat(self) -> bool {
        !matches!(self, Self::Other)
    }
}

/// A check: a characteristic, usually with a skill. `CC-POOL-04`, `CC-POOL-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// The skill.
    pub skill: Option<Skill>,
    /// The characteristic.
    pub characteristic: Characteristic,
    /// Its kind.
    pub kind: CheckKind,
}

impl Check {
    /// A check of a skill outside an attack, with its usual characteristic.
    pub const fn from_skill(skill: Skill) -> Self {
        Self { skill: Some(skill), characteristic: skill.characteristic(), kind: CheckKind::Other }
    }

    /// A check of a characteristic alone.
    pub const fn from_characteristic(characteristic: Characteristic) -> Self {
        Self { skill: None, characteristic, kind: CheckKind::Other }
    }
}

/// Changes to the pool of a check.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct PoolChange {
    /// Boost dice.
    pub boost: u8,
    /// Setback dice.
    pub setback: u8,
    /// Difficulty dice.
    pub difficulty: u8,
    /// Upgrades.
    pub upgrade: u8,
    /// Downgrades.
    pub downgrade: u8,
}

impl PoolChange {
    /// One boost die.
    pub const BOOST: Self = Self { boost: 1, ..Self::NONE };
    /// One setback die.
    pub const SETBACK: Self = Self { setback: 1, ..Self::NONE };
    /// One difficulty die.
    pub const DIFFICULTY: Self = Self { difficulty: 1, ..Self::NONE };
    /// One upgrade.
    pub const UPGRADE: Self = Self { upgrade: 1, ..Self::NONE };
    /// One downgrade.
    pub const DOWNGRADE: Self = Self { downgrade: 1, ..Self::NONE };
    /// No change.
    pub const NONE: Self = Self { boost: 0, setback: 0, difficulty: 0, upgrade: 0, downgrade: 0 };

    /// The sum of both. `CC-ECON-09`.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            boost: self.boost.saturating_add(other.boost),
            setback: self.setback.saturating_add(other.setback),
            difficulty: self.difficulty.saturating_add(other.difficulty),
            upgrade: self.upgrade.saturating_add(other.upgrade),
            downgrade: self.downgrade.saturating_add(other.downgrade),
        }
    }
}

/// The next check that a change applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum NextCheck {
    /// Any.
    #[strum(to_string = "next check")]
    Check,
    /// A check with a skill. `CC-POOL-05`.
    #[strum(to_string = "next skill check")]
    SkillCheck,
    /// A combat check.
    #[strum(to_string = "next attack")]
    Attack,
}

/// Changes that apply to a unit's next checks. `CC-ECON-09`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct PendingChanges {
    /// For the next check of any kind.
    pub check: PoolChange,
    /// For the next check with a skill.
    pub skill_check: PoolChange,
    /// For the next combat check.
    pub attack: PoolChange,
}

impl PendingChanges {
    /// Adds a change to the next check of a kind.
    pub fn add(&mut self, next: NextCheck, change: PoolChange) {
        let pending = self.change_mut(next);
        *pending = pending.plus(change);
    }

    fn change_mut(&mut self, next: NextCheck) -> &mut PoolChange {
        match next {
            NextCheck::Check => &mut self.check,
            NextCheck::SkillCheck => &mut self.skill_check,
            NextCheck::Attack => &mut self.attack,
        }
    }

    fn applies_to(next: NextCheck, check: Check) -> bool {
        match next {
            NextCheck::Check => true,
            NextCheck::SkillCheck => check.skill.is_some(),
            NextCheck::Attack => check.kind.is_combat(),
        }
    }

    /// The changes that apply to a check.
    pub fn for_check(mut self, check: Check) -> PoolChange {
        let applicable = [NextCheck::Check, NextCheck::SkillCheck, NextCheck::Attack]
            .into_iter()
            .filter(|&next| Self::applies_to(next, check));
        applicable.fold(PoolChange::NONE, |all, next| all.plus(*self.change_mut(next)))
    }

    /// The changes that remain after a check. `CC-ECON-09`.
    #[must_use]
    pub fn after_check(mut self, check: Check) -> Self {
        for next in [NextCheck::Check, NextCheck::SkillCheck, NextCheck::Attack] {
            if Self::applies_to(next, check) {
                *self.change_mut(next) = PoolChange::NONE;
            }
        }
        self
    }
}

/// Ability and proficiency dice of a characteristic and a skill. `CC-POOL-02`.
pub const fn positive_dice(characteristic: u8, skill: u8) -> (u8, u8) {
    let (high, low) = if characteristic > skill { (characteristic, skill) } else { (skill, characteristic) };
    (high - low, low)
}

/// Builds a pool and keeps the reasons of every number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoolBuilder {
    /// Ability dice before changes.
    pub ability: u8,
    /// Proficiency dice before changes.
    pub proficiency: u8,
    /// Their reasons.
    pub positive: Vec<Modifier>,
    /// Boost dice.
    pub boost: Modifiers,
    /// Setback dice.
    pub setback: Modifiers,
    /// Difficulty dice.
    pub difficulty: Modifiers,
    /// Upgrades. `CC-DICE-13`.
    pub upgrade: Modifiers,
    /// Downgrades. `CC-DICE-15`.
    pub downgrade: Modifiers,
    /// The clause that removes all boost dice; `None` if they are kept. `CC-CHART-14`.
    pub no_boost: Option<Clause>,
}

impl PoolBuilder {
    /// Adds a change.
    pub fn add_change(&mut self, change: PoolChange, reason: &'static str, clause: Clause) {
        self.boost.add(i32::from(change.boost), reason, clause);
        self.setback.add(i32::from(change.setback), reason, clause);
        self.difficulty.add(i32::from(change.difficulty), reason, clause);
        self.upgrade.add(i32::from(change.upgrade), reason, clause);
        self.downgrade.add(i32::from(change.downgrade), reason, clause);
    }

    /// Builds the pool: additions, then upgrades, then downgrades, then removals. `CC-DICE-17`.
    pub fn build(&self, switches: &Switches) -> SymbolPool {
        let dice = |modifiers: &Modifiers| u8::try_from(modifiers.pool()).unwrap_or(u8::MAX);
        let mut pool = SymbolPool {
            boost: dice(&self.boost),
            setback: dice(&self.setback),
            ability: self.ability,
            difficulty: dice(&self.difficulty),
            proficiency: self.proficiency,
            challenge: 0,
        };
        for _ in 0..dice(&self.upgrade) {
            upgrade_die(&mut pool);
        }
        for _ in 0..dice(&self.downgrade) {
            downgrade_die(&mut pool, switches);
        }
        if self.no_boost.is_some() {
            pool.boost = 0;
        }
        pool
    }

    /// All reasons with their kind of die, for the log.
    pub fn modifiers(&self) -> Vec<Modifier> {
        let mut parts = self.positive.clone();
        let groups = [
            ("boost", &self.boost),
            ("setback", &self.setback),
            ("difficulty", &self.difficulty),
            ("upgrade", &self.upgrade),
            ("downgrade", &self.downgrade),
        ];
        for (name, modifiers) in groups {
            parts.extend(modifiers.0.iter().map(|part| Modifier {
                value: part.value,
                reason: Cow::Owned(format!("{name}, {}", part.reason)),
                clause: part.clause,
            }));
        }
        if let Some(clause) = self.no_boost {
            let value = -self.boost.sum();
            parts.push(Modifier { value, reason: Cow::Borrowed("boost, lost"), clause });
        }
        parts
    }
}

/// Turns an ability die into a proficiency die; without one, adds an ability die. `CC-DICE-13`, `CC-DICE-14`.
pub const fn upgrade_die(pool: &mut SymbolPool) {
    if pool.ability > 0 {
        pool.ability -= 1;
        pool.proficiency = pool.proficiency.saturating_add(1);
    } else {
        pool.ability = 1;
    }
}

/// Turns a difficulty die into a challenge die; without one, adds a difficulty die. `CC-DICE-15`, `CC-DICE-16`.
pub fn downgrade_die(pool: &mut SymbolPool, switches: &Switches) {
    match switches.downgrade {
        Downgrade::Challenge if pool.difficulty > 0 => {
            pool.difficulty -= 1;
            pool.challenge = pool.challenge.saturating_add(1);
        }
        Downgrade::Challenge => pool.difficulty = 1,
        Downgrade::ProficiencyToAbility if pool.proficiency > 0 => {
            pool.proficiency -= 1;
            pool.ability = pool.ability.saturating_add(1);
        }
        Downgrade::ProficiencyToAbility => (),
    }
}
