//! Data of Combat Checks: validation of weapons, armour and sheets, and fields of scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::book_kind::{BookKind, book_conversions, panic_on_foreign, set_if_given};
use super::shelf::{MAX_ACTION_POINTS, ShelfKind, ShelfOf, append_name, shelf_queries};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::validate::validate_strike;
use crate::library::Content;
use crate::scene::actions::SceneContents;
use crate::scene::raw_action::RawAction;
use crate::scene::single_check::{
    CheckContext, CheckResult, MAX_DICE, SingleCheck, check_purpose, report_foreign,
};
use dice::{Dice, Modifiers, RuleResult, SymbolPool, Table};
use rules::BookSwitches;
use rules::combat_checks::checks::check::is_success;
use rules::combat_checks::critical_injuries::chart::INJURY_CHART;
use rules::combat_checks::critical_injuries::chart::row_for_total;
use rules::combat_checks::critical_injuries::injury::InjuryDetail;
use rules::combat_checks::critical_injuries::{after_battle, infliction};
use rules::combat_checks::{
    Armour, Characteristic, DamageRating, Injury, InjuryDuration, PendingChanges, QualityEffect, RangeBand,
    Sheet, TimedEffect, Weapon, WeaponClass,
};
use rules::{Book, HealthState, RuleStep, TurnBudget};

/// Highest characteristic.
const MAX_CHARACTERISTIC: u8 = 6;
/// Most ranks of a skill.
const MAX_RANKS: u8 = 5;
/// Most setback dice of one piece of armour or a sheet.
const MAX_DEFENCE: u8 = 5;
/// Highest Soak of one piece.
const MAX_SOAK: u8 = 20;

/// The book.
pub enum CombatChecks {}

/// An existing Critical Injury, by its total on the chart.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCriticalInjury {
    total: u32,
    #[serde(default)]
    live: Option<InjuryDuration>,
    #[serde(default)]
    mark: Option<InjuryDetail>,
    #[serde(default)]
    attempts: u8,
}

/// Health in Combat Checks.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CombatChecksHarm {
    wounds: u32,
    strain: u32,
    wound_threshold: Option<u32>,
    strain_threshold: Option<u32>,
    injuries: Vec<RawCriticalInjury>,
    losses: Vec<(Characteristic, u8)>,
    waiting: PendingChanges,
    timed: Vec<TimedEffect>,
    aim: bool,
}

/// Turn in Combat Checks. Chapter ECON, `CC-THT-06`, `CC-ADV-21`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CombatChecksTurn {
    points: Option<u8>,
    action: Option<bool>,
    free_maneuver: Option<bool>,
    bought: Option<bool>,
    maneuvers: Option<u8>,
    free_act: Option<bool>,
    credit: Option<u8>,
    owed: Option<u8>,
    lost_gear: Vec<u8>,
    disabled_gear: Vec<u8>,
}

/// Sets a bit for each index of a list.
fn bit_mask(places: &[u8]) -> u32 {
    places.iter().filter_map(|place| 1_u32.checked_shl(u32::from(*place))).fold(0, |all, bit| all | bit)
}

impl BookKind for CombatChecks {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Condition = CombatChecksHarm;
    type Turn = CombatChecksTurn;

    const CLAUSES: &'static str = include_str!("../../../docs/rules/combat-checks.md");
    const ROLLS: &'static str = "`roll(pool: ..)` or `injury(..)`";
    const FILES: &'static [&'static str] = &[
        "books/combat_checks/weapons.ron",
        "books/combat_checks/armour.ron",
        "books/combat_checks/sheets.ron",
    ];

    book_conversions!(CombatChecks);
    shelf_queries!(combat_checks);

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        entry.require_title(&["name"], &weapon.name);
        validate_strike(entry, &weapon.strike);
        match weapon.damage {
            DamageRating::Fixed(rating) => entry.require_range(&["damage"], rating, 1..=60),
            DamageRating::StrengthPlus(more) => entry.require_range(&["damage"], more, -5..=30),
        }
        entry.require_range(&["critical"], weapon.critical, 1..=10);
        entry.require_range(&["hands"], weapon.hands, 0..=2);
        entry.require_range(&["targets"], weapon.targets, 1..=10);
        match (weapon.class.is_melee(), weapon.range) {
            (true, RangeBand::Engaged) => {}
            (true, _) => entry.error(&["range"], "a melee weapon reaches `engaged` only (CC-RNG-13)"),
            (false, RangeBand::Engaged) => {
                let problem = entry.diagnostic_at(&["range"], "a ranged weapon needs a range");
                entry.diagnostics.push(problem.with_expected("`short`, `medium`, `long` or `extreme`"));
            }
            (false, _) => {}
        }
        if weapon.class.is_melee() && (weapon.ammunition || weapon.limited_ammo) {
            let label = if weapon.ammunition { "ammunition" } else { "limited_ammo" };
            entry.error(&[label], "only a ranged weapon has ammunition (CC-THT-10)");
        }
        if weapon.class == WeaponClass::Unarmed && weapon.hands > 0 {
            entry.error(&["hands"], "an unarmed attack needs no hands");
        }
        for (index, quality) in weapon.qualities.iter().enumerate() {
            let index = index.to_string();
            entry.require_title(&["qualities", &index, "name"], &quality.name);
            entry.require_range(&["qualities", &index, "cost"], quality.cost, 1..=6);
            if let QualityEffect::Strain(amount) | QualityEffect::Setback(amount) = quality.effect {
                entry.require_range(&["qualities", &index, "effect"], amount, 1..=10);
            }
        }
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
        let labels =
            ["strength", "toughness", "agility", "intelligence", "perception", "willpower", "fellowship"];
        for (label, characteristic) in labels.into_iter().zip(Characteristic::ALL) {
            let value = sheet.characteristics.get(characteristic);
            entry.require_range(&["sheet", "characteristics", label], value, 1..=MAX_CHARACTERISTIC);
        }
        if sheet.skills.values().any(|&ranks| ranks > MAX_RANKS) {
            entry.error(&["sheet", "skills"], format!("skills have at most {MAX_RANKS} ranks"));
        }
        entry.require_range(&["sheet", "melee_defence"], sheet.melee_defence, 0..=MAX_DEFENCE);
        entry.require_range(&["sheet", "ranged_defence"], sheet.ranged_defence, 0..=MAX_DEFENCE);
        let thresholds =
            [("wound_threshold", sheet.wound_threshold), ("strain_threshold", sheet.strain_threshold)];
        for (label, threshold) in thresholds {
            entry.require_range(&["sheet", label], threshold.unwrap_or(1), 1..=500);
        }
        for (index, gear) in sheet.gear.iter().enumerate() {
            entry.require_title(&["sheet", "gear", &index.to_string(), "name"], &gear.name);
        }
        entry.require_range(&["sheet", "action_points"], sheet.action_points, 1..=MAX_ACTION_POINTS);
    }

    fn apply_health(
        mut fresh: HealthState,
        given: &CombatChecksHarm,
        (round, to_come): (u32, bool),
    ) -> HealthState {
        if let HealthState::CombatChecks(own) = &mut fresh {
            (own.wounds, own.strain, own.waiting, own.aim) =
                (given.wounds, given.strain, given.waiting, given.aim);
            set_if_given(&mut own.wound_threshold, &given.wound_threshold);
            set_if_given(&mut own.strain_threshold, &given.strain_threshold);
            own.losses.clone_from(&given.losses);
            own.timed.clone_from(&given.timed);
            own.injuries = given.injuries.iter().map(|given| resolve_injury(given, round, to_come)).collect();
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, given: &CombatChecksTurn) -> TurnBudget {
        if let TurnBudget::CombatChecks(own) = &mut usual {
            set_if_given(&mut own.economy.points, &given.points);
            set_if_given(&mut own.economy.action, &given.action);
            set_if_given(&mut own.economy.free_maneuver, &given.free_maneuver);
            set_if_given(&mut own.economy.bought, &given.bought);
            set_if_given(&mut own.economy.maneuvers, &given.maneuvers);
            set_if_given(&mut own.economy.free_act, &given.free_act);
            set_if_given(&mut own.credit, &given.credit);
            set_if_given(&mut own.owed, &given.owed);
            (own.lost_gear, own.disabled_gear) = (bit_mask(&given.lost_gear), bit_mask(&given.disabled_gear));
        }
        usual
    }

    fn resolve_check(
        contents: &SceneContents,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<SingleCheck> {
        match raw {
            RawAction::Roll { pool } => {
                let pool = SymbolPool::from(*pool);
                entry.require_range(&["pool"], pool.len(), 1..=MAX_DICE);
                Some(SingleCheck::Symbols(pool))
            }
            RawAction::Injury { ongoing, paid } => {
                entry.require_range(&["ongoing"], *ongoing, 0..=99);
                entry.require_range(&["paid"], *paid, 1..=99);
                Some(SingleCheck::Injury { ongoing: *ongoing, paid: *paid })
            }
            RawAction::Rest { unit, days } => contents.resolve_rest(entry, unit, *days),
            _ => {
                report_foreign(entry, raw, Book::CombatChecks.name(), Self::ROLLS);
                None
            }
        }
    }

    fn run_check(
        table: &mut impl Table,
        context: &CheckContext<'_>,
        check: &SingleCheck,
    ) -> RuleResult<(CheckResult, Vec<RuleStep>)> {
        match check {
            SingleCheck::Symbols(pool) => {
                let symbols = table.roll(Dice::symbols(*pool), check_purpose("check", "CC-CHK-02"))?.symbols;
                Ok((CheckResult::Symbols { symbols, passed: is_success(symbols) }, Vec::new()))
            }
            SingleCheck::Injury { ongoing, paid } => {
                let bonus: Modifiers = infliction::injury_roll_bonus(10 * ongoing, *paid);
                let row = &INJURY_CHART[infliction::roll_row(table, None, &bonus)?];
                let (from, totals) = (row.from, row.range_text());
                Ok((CheckResult::Injury { from, name: row.name, totals, clause: row.clause }, Vec::new()))
            }
            SingleCheck::Rest { unit, .. } => {
                let rested = context.unit(*unit);
                let (
                    HealthState::CombatChecks(before),
                    rules::Sheet::CombatChecks(sheet),
                    BookSwitches::CombatChecks(switches),
                ) = (&rested.condition, &rested.sheet, &context.rules.book)
                else {
                    panic_on_foreign(check)
                };
                let after = after_battle::end_encounter(table, *unit, sheet, before, switches)?;
                let after = HealthState::CombatChecks(after);
                Ok((
                    CheckResult::Rest,
                    vec![RuleStep::ChangeHealth { unit: *unit, after, damage: 0, cause: None }],
                ))
            }
            _ => panic_on_foreign(check),
        }
    }
}

impl ShelfKind for CombatChecks {
    type Armour = Armour;

    fn shelf_mut(content: &mut Content) -> &mut ShelfOf<Self> {
        &mut content.combat_checks
    }

    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Armour) {
        entry.require_title(&["name"], &armour.name);
        entry.require_range(&["soak"], armour.soak, 0..=MAX_SOAK);
        entry.require_range(&["melee_defence"], armour.melee_defence, 0..=MAX_DEFENCE);
        entry.require_range(&["ranged_defence"], armour.ranged_defence, 0..=MAX_DEFENCE);
    }

    /// Soak and defence of all pieces add up. `CC-DMG-08`, `CC-DEF-04`.
    fn put_on(sheet: &mut Sheet, armour: &Armour) {
        let worn = &mut sheet.armour;
        append_name(&mut worn.name, &armour.name);
        worn.soak = worn.soak.saturating_add(armour.soak);
        worn.melee_defence = worn.melee_defence.saturating_add(armour.melee_defence);
        worn.ranged_defence = worn.ranged_defence.saturating_add(armour.ranged_defence);
    }
}

/// Creates an injury. `CC-CRIT-08`.
fn resolve_injury(given: &RawCriticalInjury, round: u32, to_come: bool) -> Injury {
    let mut injury = Injury::new(row_for_total(given.total), round, (false, to_come));
    set_if_given(&mut injury.live, &given.live);
    set_if_given(&mut injury.mark, &given.mark);
    injury.attempts = given.attempts;
    injury
}
