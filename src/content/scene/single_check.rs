//! Checks of a single rule of one book, and their results.

use super::raw_action::RawAction;
use super::scene_state::SceneState;
use crate::books::book_kind::{BookKind, for_book};
use crate::definitions::entry_validator::EntryValidator;
use dice::{Dice, Purpose, RuleResult, SymbolPool, Symbols, Table};
use model::UnitId;
use rules::swan_song::{DamageType, PoolKind};
use rules::turn_engine::InitiativeScore;
use rules::turn_engine::turn_order::InitiativeEntry;
use rules::{RuleSet, RuleStep, UnitSnapshot};

/// Most damage that a file may state.
pub(crate) const MAX_DAMAGE: u32 = 10_000;
/// Longest duration that a file may state, in rounds or days.
pub(crate) const MAX_DURATION: u32 = 100_000;
/// Most dice of a test.
pub(crate) const MAX_DICE: u32 = 60;

/// A single roll of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SingleCheck {
    /// A success pool, with an opposing one. `AB-BASE-01`, `AB-BASE-02`, `AB-BASE-03`, `AD-BASE-01`.
    Pool {
        /// Dice.
        dice: u32,
        /// Subtracted from the successes.
        difficulty: u32,
        /// Opposing dice, in an opposed test.
        against: Option<u32>,
    },
    /// A d100 at or under a target. `CS-BASE-01` to `CS-BASE-04`.
    PercentileTest(i32),
    /// Narrative dice. Chapter DICE of Combat Checks.
    Symbols(SymbolPool),
    /// A Critical Injury. `CC-CRIT-03`, `CC-CRIT-07`, `CC-CRIT-08`.
    Injury {
        /// Ongoing injuries of the target.
        ongoing: u32,
        /// Number of activations.
        paid: u32,
    },
    /// Initiative with Swan Song's options. `SS-INIT-01` to `SS-INIT-07`.
    Initiative {
        /// The unit.
        unit: UnitId,
        /// Bonus dice.
        change: i32,
        /// Whether Karma is spent for five dice.
        karma: bool,
        /// Passes before the unit joined. `SS-INIT-25`.
        passes: u32,
    },
    /// A change of Initiative attribute or dice within a round. `SS-INIT-15` to `SS-INIT-20`.
    InitiativeChange {
        /// Number of the unit.
        unit: UnitId,
        /// Its previous initiative.
        before: InitiativeScore,
        /// The new attribute.
        attribute: i32,
        /// The new number of dice.
        dice: u8,
    },
    /// Turn order. `SS-INIT-08` to `SS-INIT-11`.
    TurnOrder(Vec<InitiativeEntry>),
    /// Damage after soak. Chapters DMG, WND and KNOCK of Swan Song.
    PlainDamage {
        /// The unit.
        unit: UnitId,
        /// Points.
        damage: u32,
        /// Health or Strain.
        pool: PoolKind,
        /// Damage type.
        damage_type: DamageType,
        /// Whether it is from gel rounds. `SS-KNOCK-06`.
        gel: bool,
    },
    /// Bleeding of an untreated dying unit. `SS-DMG-23`, `SS-DMG-24`.
    Bleed {
        /// The unit.
        unit: UnitId,
        /// Rounds since it went down.
        rounds: u32,
    },
    /// The end of the battle, and days of rest. `AD-BASE-21`, `CC-HEAL-07`.
    Rest {
        /// The unit.
        unit: UnitId,
        /// Days.
        days: u32,
    },
}

/// The result of a single check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the fields are those of the rules")]
pub enum CheckResult {
    /// Initiative of a unit.
    Initiative { unit: UnitId, initiative: InitiativeScore },
    /// Units that act at the same time, in order.
    TurnOrder(Vec<Vec<UnitId>>),
    /// Damage taken.
    Harm { unit: UnitId, wound_modifier: i32 },
    /// Damage from bleeding.
    Bleed { unit: UnitId, lost: u32, wound_modifier: i32 },
    /// Successes, and those of the resisting unit.
    Pool { successes: u32, against: u32, passed: bool },
    /// A d100 with its degrees of success or failure.
    Under { passed: bool, degrees: u32 },
    /// Narrative dice.
    Symbols { symbols: Symbols, passed: bool },
    /// A row of a chart, from this total on.
    Injury { from: u32, name: &'static str, totals: String, clause: &'static str },
    /// Rest, whose effects say it all.
    Rest,
}

impl CheckResult {
    /// Whether a test is passed.
    pub const fn is_success(&self) -> bool {
        matches!(
            self,
            Self::Pool { passed: true, .. }
                | Self::Under { passed: true, .. }
                | Self::Symbols { passed: true, .. }
        )
    }
}

/// What a single check is made in.
pub(crate) struct CheckContext<'a> {
    pub rules: &'a RuleSet,
    pub state: &'a SceneState,
}

impl CheckContext<'_> {
    pub fn unit(&self, id: UnitId) -> &UnitSnapshot {
        self.state.unit(id).expect("broken invariant: the action of a scene names its own units")
    }
}

/// Makes a check of the book.
///
/// # Errors
/// An interrupt of the table.
pub fn run_check(
    table: &mut impl Table,
    (rules, state): (&RuleSet, &SceneState),
    check: &SingleCheck,
) -> RuleResult<(CheckResult, Vec<RuleStep>)> {
    let context = CheckContext { rules, state };
    for_book!(rules.book(), B => B::run_check(table, &context, check))
}

/// Validates a test of a success pool: its dice, its difficulty, and the dice that resist it.
pub(crate) fn validate_pools(
    entry: &mut EntryValidator<'_>,
    (dice, difficulty, against): (u32, u32, Option<u32>),
) -> SingleCheck {
    entry.require_range(&["dice"], dice, 0..=MAX_DICE);
    entry.require_range(&["against"], against.unwrap_or(0), 0..=MAX_DICE);
    SingleCheck::Pool { dice, difficulty, against }
}

/// Rolls a success pool, less its difficulty, and the pool that resists it. `AB-BASE-01`, `AB-BASE-02`, `AD-BASE-01`.
pub(crate) fn roll_pools(
    table: &mut impl Table,
    (pool, clause): (fn(u32) -> Dice, &'static str),
    (dice, difficulty, against): (u32, u32, Option<u32>),
) -> RuleResult<(u32, u32)> {
    let successes = table.roll(pool(dice), check_purpose("test", clause))?.value;
    let resisted = match against {
        Some(dice) => table.roll(pool(dice), check_purpose("resistance", clause))?.value,
        None => 0,
    };
    Ok((successes.saturating_sub(difficulty), resisted))
}

/// Returns the purpose of a roll that belongs to no unit.
pub(crate) const fn check_purpose(why: &'static str, clause: &'static str) -> Purpose<'static> {
    Purpose { who: None, why, clause, parts: &[], limit: None }
}

/// Reports an action that a book does not have; `rolls` are the ones that it has.
pub(crate) fn report_foreign(entry: &mut EntryValidator<'_>, raw: &RawAction, name: &str, rolls: &str) {
    match raw {
        RawAction::Test { .. } | RawAction::Roll { .. } | RawAction::Injury { .. } => {
            let problem = entry.diagnostic_at(&[], format!("this roll does not exist in {name}"));
            entry.diagnostics.push(problem.with_expected(rolls));
        }
        RawAction::Rest { .. } => entry.error(&[], format!("{name} has no rule for rest between battles")),
        _ => entry.error(&[], format!("this action does not exist in {name}")),
    }
}
