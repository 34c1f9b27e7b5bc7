//! Data of Aberrant: validation of weapons, armour and sheets, and fields of scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::book_kind::{BookKind, book_conversions, panic_on_foreign, set_if_given};
use super::shelf::{MAX_MAGAZINE, MAX_RANGE_METRES, ShelfKind, ShelfOf, shelf_queries};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::validate::validate_strike;
use crate::library::Content;
use crate::scene::actions::SceneContents;
use crate::scene::raw_action::RawAction;
use crate::scene::single_check::{
    CheckContext, CheckResult, SingleCheck, report_foreign, roll_pools, validate_pools,
};
use dice::{RuleResult, Table};
use rules::aberrant::bands::band_state::BandState;
use rules::aberrant::checks::dice_pool;
use rules::aberrant::extras::extra_state::ExtraState;
use rules::aberrant::health::dazing::{RoundRange, TurnDamage};
use rules::aberrant::health::grievous_injury::LastingFlaw;
use rules::aberrant::health::health_track::DamageMarks;
use rules::aberrant::protection::armour::ArmourError;
use rules::aberrant::sheet::SheetError;
use rules::aberrant::weapon::WeaponError;
use rules::aberrant::{Armour, Sheet, Soak, Weapon, WeaponClass};
use rules::{Book, HealthState, RuleStep, TurnBudget};

/// Most dice or levels of damage or soak.
const MAX_DICE: u32 = 60;
/// Highest attribute, ability or Willpower; baselines have at most 5.
const MAX_TRAIT: u8 = 10;

/// The book.
pub enum Aberrant {}

/// Health in Aberrant.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AberrantHarm {
    marks: DamageMarks,
    turn: TurnDamage,
    dazed: Option<RoundRange>,
    lost: Option<RoundRange>,
    stun_since: Option<u32>,
    willpower: Option<u8>,
    destroyed: Vec<u8>,
    ablative_lost: Vec<u32>,
    flaws: Vec<LastingFlaw>,
    extra: ExtraState,
    band: BandState,
}

/// Turn in Aberrant. `AB-BASE-07`, `AB-BASE-08`, `AB-BASE-19`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AberrantTurn {
    points: Option<u8>,
    actions: Option<u8>,
    reserved: Option<u8>,
    full_defence: Option<bool>,
    queued: Option<u8>,
    owed: Option<u8>,
    announced: Option<u8>,
    made: Option<u8>,
}

impl BookKind for Aberrant {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Condition = AberrantHarm;
    type Turn = AberrantTurn;

    const CLAUSES: &'static str = include_str!("../../../docs/rules/aberrant.md");
    const ROLLS: &'static str = "`test(dice: ..)`";
    const FILES: &'static [&'static str] =
        &["books/aberrant/weapons.ron", "books/aberrant/armour.ron", "books/aberrant/sheets.ron"];

    book_conversions!(Aberrant);
    shelf_queries!(aberrant);

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        entry.require_title(&["name"], &weapon.name);
        validate_strike(entry, &weapon.strike);
        entry.require_range(&["damage"], weapon.damage.dice, u32::from(!weapon.grapple)..=MAX_DICE);
        entry.require_range(&["damage"], weapon.damage.adds, 0..=MAX_DICE);
        entry.require_range(&["ap"], weapon.ap, 0..=MAX_DICE);
        entry.require_range(&["reach"], weapon.reach, 0..=10);
        entry.require_range(&["magazine"], weapon.magazine, 0..=MAX_MAGAZINE);
        entry.require_range(&["mass_g"], weapon.mass_g, 0..=1_000_000);
        if weapon.class == WeaponClass::Ranged {
            entry.require_range(&["short_range_m"], weapon.short_range_m, 1..=MAX_RANGE_METRES);
        } else if weapon.short_range_m > 0 {
            entry.error(&["short_range_m"], "only a weapon that is fired has a range (AB-RANGE-01)");
        }
        if weapon.class != WeaponClass::Ranged && weapon.magazine > 0 {
            entry.error(&["magazine"], "only a weapon that is fired has a magazine");
        }
        if let Err(fault) = weapon.validate() {
            let label = match fault {
                WeaponError::Type { .. } | WeaponError::Adds { .. } => "damage",
                WeaponError::Aero { .. } => "aero_bonus",
            };
            entry.error(&[label], fault.to_string());
        }
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
        let attributes = [
            ("strength", sheet.strength),
            ("dexterity", sheet.dexterity),
            ("stamina", sheet.stamina),
            ("wits", sheet.wits),
            ("charisma", sheet.charisma),
        ];
        for (label, value) in attributes {
            entry.require_range(&["sheet", label], value, 1..=MAX_TRAIT);
        }
        let mega = [
            ("mega_strength", sheet.mega_strength),
            ("mega_dexterity", sheet.mega_dexterity),
            ("mega_stamina", sheet.mega_stamina),
        ];
        for (label, value) in mega {
            entry.require_range(&["sheet", label], value, 0..=5);
            if value > 0 && !sheet.is_nova() {
                entry.error(&["sheet", label], "Mega-attributes need Quantum 1 or more");
            }
        }
        entry.require_range(&["sheet", "quantum"], sheet.quantum, 0..=MAX_TRAIT);
        entry.require_range(&["sheet", "willpower"], sheet.willpower, 0..=MAX_TRAIT);
        entry.require_range(&["sheet", "willpower_points"], sheet.willpower_points(), 0..=MAX_TRAIT);
        if sheet.abilities.values().any(|&rating| rating > MAX_TRAIT) {
            entry.error(&["sheet", "abilities"], format!("ability ratings are at most {MAX_TRAIT}"));
        }
        validate_soak(entry, &["sheet", "soak_enhancement"], sheet.soak_enhancement);
        for (index, source) in sheet.sources.iter().enumerate() {
            entry.require_title(&["sheet", "sources", &index.to_string(), "name"], &source.name);
            validate_soak(entry, &["sheet", "sources", &index.to_string(), "soak"], source.soak);
        }
        if sheet.levels.is_some() && !sheet.vehicle {
            entry.error(&["sheet", "levels"], "only a vehicle has health levels of its own (AB-GRITTY-05)");
        }
        entry.require_range(&["sheet", "levels"], sheet.levels.unwrap_or(1), 1..=MAX_DICE);
        validate_band(entry, sheet);
        if let Err(fault) = sheet.validate() {
            let labels: &[&str] = match fault {
                SheetError::PowerOfBaseline { .. } => &["sheet", "sources"],
                SheetError::Armour(_) => &["sheet", "armour"],
                SheetError::Building(_) => &["sheet", "building"],
            };
            entry.error(labels, fault.to_string());
        }
    }

    fn apply_health(mut fresh: HealthState, given: &AberrantHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::Aberrant(own) = &mut fresh {
            (own.marks, own.turn) = (given.marks, given.turn);
            (own.dazed, own.lost_rounds, own.stun_since) = (given.dazed, given.lost, given.stun_since);
            set_if_given(&mut own.willpower, &given.willpower);
            own.destroyed.clone_from(&given.destroyed);
            own.ablative_lost.clone_from(&given.ablative_lost);
            own.flaws.clone_from(&given.flaws);
            own.extra = given.extra;
            own.band.clone_from(&given.band);
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, given: &AberrantTurn) -> TurnBudget {
        if let TurnBudget::Aberrant(own) = &mut usual {
            set_if_given(&mut own.effort.points, &given.points);
            set_if_given(&mut own.effort.actions, &given.actions);
            set_if_given(&mut own.effort.reserved, &given.reserved);
            set_if_given(&mut own.effort.full_defence, &given.full_defence);
            set_if_given(&mut own.effort.queued, &given.queued);
            set_if_given(&mut own.effort.owed, &given.owed);
            set_if_given(&mut own.phase.declared_actions, &given.announced);
            set_if_given(&mut own.phase.actions_taken, &given.made);
        }
        usual
    }

    fn resolve_check(
        _: &SceneContents,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<SingleCheck> {
        match raw {
            RawAction::Test { dice: Some(dice), difficulty, against, target: None } => {
                Some(validate_pools(entry, (*dice, *difficulty, *against)))
            }
            _ => {
                report_foreign(entry, raw, Book::Aberrant.name(), Self::ROLLS);
                None
            }
        }
    }

    fn run_check(
        table: &mut impl Table,
        _: &CheckContext<'_>,
        check: &SingleCheck,
    ) -> RuleResult<(CheckResult, Vec<RuleStep>)> {
        let SingleCheck::Pool { dice, difficulty, against } = *check else { panic_on_foreign(check) };
        let pool: fn(u32) -> dice::Dice = dice_pool::success_pool;
        let (successes, resisted) = roll_pools(table, (pool, "AB-BASE-01"), (dice, difficulty, against))?;
        let result = CheckResult::Pool { successes, against: resisted, passed: successes > resisted };
        Ok((result, Vec::new()))
    }
}

impl ShelfKind for Aberrant {
    type Armour = Armour;

    fn shelf_mut(content: &mut Content) -> &mut ShelfOf<Self> {
        &mut content.aberrant
    }

    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Armour) {
        entry.require_title(&["name"], &armour.name);
        validate_soak(entry, &["soak"], armour.soak);
        entry.require_range(&["penalty"], armour.penalty, 0..=10);
        entry.require_range(&["mass_g"], armour.mass_g, 0..=1_000_000);
        if let Err(fault @ ArmourError::Lightweight { .. }) = armour.validate() {
            entry.error(&["lightweight"], fault.to_string());
        }
    }

    fn put_on(sheet: &mut Sheet, armour: &Armour) {
        sheet.armour.push(armour.clone());
    }
}

/// Validates the henchmen of a leader. Chapter MASS.
fn validate_band(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
    let Some(band) = &sheet.band else { return };
    if !sheet.role.is_named() {
        entry.error(&["sheet", "band"], "extras lead no band (AB-MASS-01)");
    }
    if let Err(fault) = band.validate() {
        entry.error(&["sheet", "band"], fault.to_string());
    }
    for (index, henchmen) in band.henchmen.iter().enumerate() {
        let place = ["sheet", "band", "henchmen", &index.to_string()];
        entry.require_title(&[&place[..], &["name"]].concat(), &henchmen.name);
        validate_soak(entry, &[&place[..], &["natural_soak"]].concat(), henchmen.natural_soak);
        validate_soak(entry, &[&place[..], &["armour_soak"]].concat(), henchmen.armour_soak);
    }
}

fn validate_soak(entry: &mut EntryValidator<'_>, labels: &[&str], soak: Soak) {
    for (label, value) in
        [("bashing", soak.bashing), ("lethal", soak.lethal), ("aggravated", soak.aggravated)]
    {
        entry.require_range(&[labels, &[label]].concat(), value, 0..=MAX_DICE);
    }
}
