//! Data of Attacks and Damage: validation of weapons, armour and sheets, and fields of scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::book_kind::{BookKind, book_conversions, panic_on_foreign, set_if_given};
use super::shelf::{
    MAX_ACTION_POINTS, MAX_INITIATIVE_DICE, MAX_RANGE_METRES, ShelfKind, ShelfOf, shelf_queries,
};
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::validate::validate_strike;
use crate::library::Content;
use crate::scene::actions::SceneContents;
use crate::scene::raw_action::RawAction;
use crate::scene::single_check::{
    CheckContext, CheckResult, SingleCheck, report_foreign, roll_pools, validate_pools,
};
use dice::{Dice, RuleResult, Table};
use rules::BookSwitches;
use rules::attacks_and_damage::damage::recovery;
use rules::attacks_and_damage::{Armour, ArmourValue, AttackClass, Sheet, Weapon};
use rules::{Book, HealthState, RuleStep, TurnBudget};

/// Highest attribute or skill.
const MAX_TRAIT: u8 = 20;
/// Highest damage, armour or penetration value.
const MAX_DAMAGE_NUMBER: u32 = 60;

/// Armour, or a hand-held shield. `AD-ARM-03`, `AD-ARM-07`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Protection {
    /// Shown to players.
    pub name: String,
    /// Its armour value.
    pub av: ArmourValue,
    /// Whether it is held, not worn.
    #[serde(default)]
    pub shield: bool,
}

/// The book.
pub enum AttacksAndDamage {}

/// Turn in Attacks and Damage. `AD-BASE-07`.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AttacksAndDamageTurn {
    points: Option<u8>,
    attacks: Option<u8>,
}

impl BookKind for AttacksAndDamage {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Condition = rules::attacks_and_damage::HealthState;
    type Turn = AttacksAndDamageTurn;

    const CLAUSES: &'static str = include_str!("../../../docs/rules/attacks-and-damage.md");
    const ROLLS: &'static str = "`test(dice: ..)`";
    const FILES: &'static [&'static str] = &[
        "books/attacks_and_damage/weapons.ron",
        "books/attacks_and_damage/armour.ron",
        "books/attacks_and_damage/sheets.ron",
    ];

    book_conversions!(AttacksAndDamage);
    shelf_queries!(attacks_and_damage);

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        entry.require_title(&["name"], &weapon.name);
        validate_strike(entry, &weapon.strike);
        match weapon.damage {
            Some(damage) => {
                entry.require_range(&["damage"], damage.number, 1..=MAX_DAMAGE_NUMBER);
                if weapon.damage_type().is_none() {
                    entry.warning(&["damage"], "untyped damage ignores all armour (AD-ARM-09)");
                }
            }
            None if weapon.contact_only => {}
            None => entry.error(&["damage"], "only a contact attack has no damage (AD-CON-03)"),
        }
        entry.require_range(
            &["ap"],
            weapon.ap,
            -MAX_DAMAGE_NUMBER.cast_signed()..=MAX_DAMAGE_NUMBER.cast_signed(),
        );
        entry.require_range(&["hands"], weapon.hands, 0..=2);
        if weapon.class != AttackClass::Melee {
            entry.require_range(&["range"], weapon.range, 1..=MAX_RANGE_METRES);
        } else if weapon.range > 0 {
            entry.error(&["range"], "a melee weapon reaches adjacent squares only (AD-BASE-18)");
        }
        for (index, rider) in weapon.riders.iter().enumerate() {
            entry.require_title(&["riders", &index.to_string(), "effect"], &rider.effect);
        }
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet) {
        let all = &sheet.attributes;
        let attributes = [
            ("body", all.body),
            ("reaction", all.reaction),
            ("agility", all.agility),
            ("intuition", all.intuition),
            ("edge", all.edge),
            ("willpower", all.willpower),
            ("strength", all.strength),
        ];
        for (label, value) in attributes {
            entry.require_range(&["sheet", "attributes", label], value, 1..=MAX_TRAIT);
        }
        if sheet.skills.values().any(|&rating| rating > MAX_TRAIT) {
            entry.error(&["sheet", "skills"], format!("skill ratings are at most {MAX_TRAIT}"));
        }
        for item in sheet.armour.iter().chain(&sheet.shield) {
            validate_armour_value(entry, &["sheet", "armour"], item.av);
        }
        if let Some(line) = sheet.unarmed {
            entry.require_range(&["sheet", "unarmed", "damage"], line.damage.number, 0..=MAX_DAMAGE_NUMBER);
        }
        entry.require_range(&["sheet", "initiative_dice"], sheet.initiative_dice, 1..=MAX_INITIATIVE_DICE);
        entry.require_range(&["sheet", "action_points"], sheet.action_points, 1..=MAX_ACTION_POINTS);
    }

    fn apply_health(_: HealthState, given: &Self::Condition, _: (u32, bool)) -> HealthState {
        HealthState::AttacksAndDamage(*given)
    }

    fn apply_turn(mut usual: TurnBudget, given: &AttacksAndDamageTurn) -> TurnBudget {
        if let TurnBudget::AttacksAndDamage(own) = &mut usual {
            set_if_given(&mut own.budget.points, &given.points);
            set_if_given(&mut own.attacks, &given.attacks);
        }
        usual
    }

    fn resolve_check(
        contents: &SceneContents,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<SingleCheck> {
        match raw {
            RawAction::Test { dice: Some(dice), difficulty, against, target: None } => {
                Some(validate_pools(entry, (*dice, *difficulty, *against)))
            }
            RawAction::Rest { unit, days } => contents.resolve_rest(entry, unit, *days),
            _ => {
                report_foreign(entry, raw, Book::AttacksAndDamage.name(), Self::ROLLS);
                None
            }
        }
    }

    fn run_check(
        table: &mut impl Table,
        context: &CheckContext<'_>,
        check: &SingleCheck,
    ) -> RuleResult<(CheckResult, Vec<RuleStep>)> {
        match *check {
            SingleCheck::Pool { dice, difficulty, against } => {
                let pool: fn(u32) -> Dice = Dice::d6_hits;
                let (successes, resisted) =
                    roll_pools(table, (pool, "AD-BASE-02"), (dice, difficulty, against))?;
                // A tie is enough in an opposed test. `AD-RES-02`.
                let passed = successes > resisted || against.is_some() && successes == resisted;
                Ok((CheckResult::Pool { successes, against: resisted, passed }, Vec::new()))
            }
            SingleCheck::Rest { unit, days } => {
                let condition = &context.unit(unit).condition;
                let (HealthState::AttacksAndDamage(before), BookSwitches::AttacksAndDamage(switches)) =
                    (condition, &context.rules.book)
                else {
                    panic_on_foreign(check)
                };
                let after = HealthState::AttacksAndDamage(recovery::recover(before, days, switches));
                Ok((CheckResult::Rest, vec![RuleStep::ChangeHealth { unit, after, damage: 0, cause: None }]))
            }
            _ => panic_on_foreign(check),
        }
    }
}

impl ShelfKind for AttacksAndDamage {
    type Armour = Protection;

    fn shelf_mut(content: &mut Content) -> &mut ShelfOf<Self> {
        &mut content.attacks_and_damage
    }

    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Protection) {
        entry.require_title(&["name"], &armour.name);
        validate_armour_value(entry, &["av"], armour.av);
    }

    fn put_on(sheet: &mut Sheet, armour: &Protection) {
        let item = Armour { name: armour.name.clone(), av: armour.av };
        if armour.shield {
            sheet.shield = Some(item);
        } else {
            sheet.armour.push(item);
        }
    }
}

fn validate_armour_value(entry: &mut EntryValidator<'_>, labels: &[&str], value: ArmourValue) {
    for number in [value.impact, value.piercing, value.energy] {
        entry.require_range(labels, number, 0..=MAX_DAMAGE_NUMBER);
    }
}
