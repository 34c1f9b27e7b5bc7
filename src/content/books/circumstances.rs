//! Data of Circumstances: validation of weapons, armour and sheets, and fields of scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::book_kind::{BookKind, book_conversions, panic_on_foreign, set_if_given};
use super::shelf::{MAX_MAGAZINE, MAX_RANGE_METRES, ShelfKind, ShelfOf, append_name, shelf_queries};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::validate::validate_strike;
use crate::library::Content;
use crate::scene::actions::SceneContents;
use crate::scene::raw_action::RawAction;
use crate::scene::single_check::{CheckContext, CheckResult, SingleCheck, check_purpose, report_foreign};
use dice::{RuleResult, Table};
use rules::circumstances::d100_test::{D100, degrees_of_failure, degrees_of_success, passes};
use rules::circumstances::{Armour, Characteristic, CoverShape, HitLocations, Sheet, Weapon};
use rules::{Book, HealthState, RuleStep, TurnBudget};

/// Highest characteristic, skill or d100.
const MAX_TRAIT: u8 = 100;
/// Highest AP, penetration or Wounds lost per die.
const MAX_ARMOUR_NUMBER: u8 = 60;

/// The book.
pub enum Circumstances {}

/// Health in Circumstances.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CircumstancesHarm {
    wounds: Option<i32>,
    fate: Option<u8>,
}

/// Turn in Circumstances. `CS-BASE-17` to `CS-BASE-19`, `CS-COV-03`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CircumstancesTurn {
    spent: Option<u8>,
    free_used: Option<bool>,
    attacks: Option<u8>,
    cover_named: Option<bool>,
    reaction: Option<bool>,
    shielded: Option<HitLocations>,
    cover: Option<CoverShape>,
}

impl BookKind for Circumstances {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Condition = CircumstancesHarm;
    type Turn = CircumstancesTurn;

    const CLAUSES: &'static str = include_str!("../../../docs/rules/circumstances.md");
    const ROLLS: &'static str = "`test(target: ..)`";
    const FILES: &'static [&'static str] = &[
        "books/circumstances/weapons.ron",
        "books/circumstances/armour.ron",
        "books/circumstances/sheets.ron",
    ];

    book_conversions!(Circumstances);
    shelf_queries!(circumstances);

    fn migrate_sheet(format: u32, sheet: &mut serde_json::Map<String, serde_json::Value>) {
        if format < 2 {
            // All units had three, and no rule read the number.
            sheet.remove("action_points");
        }
    }

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        entry.require_title(&["name"], &weapon.name);
        validate_strike(entry, &weapon.strike);
        entry.require_range(&["damage"], weapon.damage.count, 1..=20);
        entry.require_range(&["damage"], weapon.damage.bonus, -20..=60);
        entry.require_range(&["penetration"], weapon.penetration, 0..=MAX_ARMOUR_NUMBER);
        entry.require_range(&["cracking"], weapon.cracking, 0..=MAX_ARMOUR_NUMBER);
        entry.require_range(&["blast"], weapon.blast, 0..=MAX_ARMOUR_NUMBER);
        entry.require_range(&["jams_on"], weapon.jams_on, 2..=MAX_TRAIT);
        entry.require_range(&["magazine"], u32::from(weapon.magazine), 0..=MAX_MAGAZINE);
        if weapon.is_melee() {
            if weapon.range > 0 {
                entry.error(&["range"], "a melee weapon has no range");
            }
            if weapon.pistol || weapon.magazine > 0 || weapon.burst.is_some() || weapon.charge.is_some() {
                let wrong = "a melee weapon has no magazine, burst or charge and is not a pistol";
                entry.error(&["class"], wrong);
            }
        } else {
            entry.require_range(&["range"], weapon.range, 1..=MAX_RANGE_METRES);
        }
        if let Some(burst) = weapon.burst {
            entry.require_range(&["burst", "rounds"], burst.rounds, 2..=100);
            entry.require_range(&["burst", "jams_on"], burst.jams_on.unwrap_or(MAX_TRAIT), 2..=MAX_TRAIT);
            if weapon.magazine > 0 && weapon.magazine < u16::from(burst.rounds) {
                let what =
                    format!("a burst fires {} rounds, the magazine holds {}", burst.rounds, weapon.magazine);
                entry.error(&["burst"], what);
            }
        }
        if weapon.launcher && weapon.charge.is_none() {
            entry.error(&["launcher"], "a launcher fires a charge: a grenade or a missile (CS-GRN-04)");
        }
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
        let labels = [
            "weapon_skill",
            "ballistic_skill",
            "strength",
            "toughness",
            "agility",
            "intelligence",
            "perception",
            "willpower",
            "fellowship",
        ];
        for (label, characteristic) in labels.into_iter().zip(Characteristic::ALL) {
            let value = sheet.value(characteristic);
            entry.require_range(&["sheet", "characteristics", label], value, 1..=i32::from(MAX_TRAIT));
        }
        if sheet.skills.values().any(|&value| value > MAX_TRAIT) {
            entry.error(&["sheet", "skills"], format!("skills are at most {MAX_TRAIT}"));
        }
        entry.require_range(&["sheet", "wounds"], sheet.wounds, 1..=500);
        validate_armour_points(entry, &["sheet", "armour"], &sheet.armour);
        entry.require_range(&["sheet", "size"], sheet.size, 1..=10);
        entry.require_range(&["sheet", "unnatural_strength"], sheet.unnatural_strength, 0..=20);
        entry.require_range(&["sheet", "fate_points"], sheet.fate_points, 0..=20);
        if let Some(deflector) = &sheet.deflector {
            entry.require_range(&["sheet", "deflector", "value"], deflector.value, 1..=MAX_TRAIT);
        }
    }

    fn validate_named_weapons(
        entry: &mut EntryValidator<'_>,
        sheet: &Sheet,
        weapons: &BTreeMap<String, Arc<Weapon>>,
    ) {
        let known = |name: fn(&Weapon) -> &str| weapons.values().map(move |weapon| name(weapon));
        for group in &sheet.proficiencies {
            if !known(|weapon| &weapon.group).any(|known| known == group) {
                let groups = known(|weapon| &weapon.group);
                entry.require_known(&["sheet", "proficiencies"], "weapon group", group, groups);
            }
        }
        for name in sheet.talents.specialised.iter().chain(&sheet.talents.mastery) {
            if !known(|weapon| &weapon.name).any(|known| known == name) {
                let names = known(|weapon| &weapon.name);
                entry.require_known(&["sheet", "talents"], "name of a weapon", name, names);
            }
        }
    }

    fn apply_health(mut fresh: HealthState, given: &CircumstancesHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::Circumstances(own) = &mut fresh {
            set_if_given(&mut own.wounds, &given.wounds);
            set_if_given(&mut own.fate, &given.fate);
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, given: &CircumstancesTurn) -> TurnBudget {
        if let TurnBudget::Circumstances(own) = &mut usual {
            set_if_given(&mut own.phase.spent, &given.spent);
            set_if_given(&mut own.phase.free_used, &given.free_used);
            set_if_given(&mut own.phase.attacks, &given.attacks);
            set_if_given(&mut own.phase.cover_changed, &given.cover_named);
            set_if_given(&mut own.phase.reaction, &given.reaction);
            set_if_given(&mut own.shielded, &given.shielded);
            set_if_given(&mut own.cover, &given.cover);
        }
        usual
    }

    fn resolve_check(
        _: &SceneContents,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<SingleCheck> {
        let RawAction::Test { dice: None, difficulty: 0, against: None, target: Some(target) } = raw else {
            report_foreign(entry, raw, Book::Circumstances.name(), Self::ROLLS);
            return None;
        };
        entry.require_range(&["target"], *target, -1000..=1000);
        Some(SingleCheck::PercentileTest(*target))
    }

    fn run_check(
        table: &mut impl Table,
        _: &CheckContext<'_>,
        check: &SingleCheck,
    ) -> RuleResult<(CheckResult, Vec<RuleStep>)> {
        let SingleCheck::PercentileTest(target) = *check else { panic_on_foreign(check) };
        let roll = table.roll(D100, check_purpose("test", "CS-BASE-01"))?.value;
        let passed = passes(roll, target);
        let degrees =
            if passed { degrees_of_success(roll, target) } else { degrees_of_failure(roll, target) };
        Ok((CheckResult::Under { passed, degrees }, Vec::new()))
    }
}

impl ShelfKind for Circumstances {
    type Armour = Armour;

    fn shelf_mut(content: &mut Content) -> &mut ShelfOf<Self> {
        &mut content.circumstances
    }

    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Armour) {
        entry.require_title(&["name"], &armour.name);
        validate_armour_points(entry, &[], armour);
    }

    /// Per location the best piece counts. `CS-BASE-30`.
    fn put_on(sheet: &mut Sheet, armour: &Armour) {
        let worn = &mut sheet.armour;
        append_name(&mut worn.name, &armour.name);
        worn.head = worn.head.max(armour.head);
        worn.right_arm = worn.right_arm.max(armour.right_arm);
        worn.left_arm = worn.left_arm.max(armour.left_arm);
        worn.body = worn.body.max(armour.body);
        worn.right_leg = worn.right_leg.max(armour.right_leg);
        worn.left_leg = worn.left_leg.max(armour.left_leg);
    }
}

fn validate_armour_points(entry: &mut EntryValidator<'_>, labels: &[&str], armour: &Armour) {
    let places = [
        ("head", armour.head),
        ("right_arm", armour.right_arm),
        ("left_arm", armour.left_arm),
        ("body", armour.body),
        ("right_leg", armour.right_leg),
        ("left_leg", armour.left_leg),
    ];
    for (label, value) in places {
        entry.require_range(&[labels, &[label]].concat(), value, 0..=MAX_ARMOUR_NUMBER);
    }
}
