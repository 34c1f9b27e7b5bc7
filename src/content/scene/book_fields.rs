//! Scene fields in a book's own terms: health and turn budget.
//!
//! A file states differences from an unharmed unit.

mod swan_song;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(super) use self::swan_song::SwanSong;

use crate::books::book_content::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks, ContentKind};
use crate::definitions::validate::EntryValidator;
use crate::library::Content;
use rules::aberrant::health::dazing::{RoundRange, TurnDamage};
use rules::aberrant::health::health_track::DamageMarks;
use rules::circumstances::{CoverShape, HitLocations};
use rules::combat_checks::critical_injuries::chart::row_for_total;
use rules::combat_checks::critical_injuries::injury::InjuryDetail;
use rules::combat_checks::{Characteristic, Injury, InjuryDuration, PendingChanges, TimedEffect};
use rules::{HealthState, Sheet, TurnBudget, Weapon, attacks_and_damage};

/// A book that scenes can use.
pub(super) trait BookFields {
    /// A unit's sheet values.
    type Values: DeserializeOwned + Clone;
    /// A weapon.
    type Arm: DeserializeOwned + Clone;
    /// Health fields of a file.
    type Condition: DeserializeOwned + Default;
    /// Turn fields of a file.
    type Purse: DeserializeOwned + Default;

    /// Weapons of the content.
    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>>;

    /// Validates a weapon.
    fn validate_weapon(entry: &mut EntryValidator<'_>, arm: &Self::Arm);

    /// Validates a unit's values.
    fn validate_values(
        entry: &mut EntryValidator<'_>,
        values: &Self::Values,
        arms: &BTreeMap<String, Arc<Self::Arm>>,
    );

    /// Creates a sheet of this book.
    fn to_sheet(values: Self::Values) -> Sheet;

    /// Creates a weapon of this book.
    fn to_weapon(arm: Arc<Self::Arm>) -> Weapon;

    /// Applies the file's health fields to an unharmed unit; `now` is the round, and whether its turn is to come.
    fn apply_health(fresh: HealthState, given: &Self::Condition, now: (u32, bool)) -> HealthState;

    /// Applies the file's turn fields to a fresh turn budget.
    fn apply_turn(usual: TurnBudget, given: &Self::Purse) -> TurnBudget;
}

/// Validates a scene's values exactly like the content of the book.
macro_rules! validated_as_book_content {
    () => {
        type Values = <Self as ContentKind>::Sheet;
        type Arm = <Self as ContentKind>::Weapon;

        fn validate_weapon(entry: &mut EntryValidator<'_>, arm: &Self::Arm) {
            <Self as ContentKind>::validate_weapon(entry, arm);
        }

        fn validate_values(
            entry: &mut EntryValidator<'_>,
            values: &Self::Values,
            arms: &BTreeMap<String, Arc<Self::Arm>>,
        ) {
            <Self as ContentKind>::validate_sheet(entry, values, arms);
        }
    };
}

/// Sets a value that the file gives.
fn set_if_given<T: Clone>(place: &mut T, given: &Option<T>) {
    if let Some(given) = given {
        *place = given.clone();
    }
}

/// Health in Aberrant.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AberrantHarm {
    marks: DamageMarks,
    turn: TurnDamage,
    dazed: Option<RoundRange>,
    lost: Option<RoundRange>,
    stun_since: Option<u32>,
    willpower: Option<u8>,
    destroyed: Vec<u8>,
    ablative_lost: Vec<u32>,
}

/// Turn in Aberrant. `AB-BASE-07`, `AB-BASE-08`, `AB-BASE-19`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AberrantTurn {
    points: Option<u8>,
    actions: Option<u8>,
    reserved: Option<u8>,
    full_defence: Option<bool>,
    queued: Option<u8>,
    owed: Option<u8>,
    announced: Option<u8>,
    made: Option<u8>,
}

impl BookFields for Aberrant {
    validated_as_book_content!();

    type Condition = AberrantHarm;
    type Purse = AberrantTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.aberrant.weapons
    }

    fn to_sheet(values: Self::Values) -> Sheet {
        Sheet::Aberrant(Arc::new(values))
    }

    fn to_weapon(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::Aberrant(arm)
    }

    fn apply_health(mut fresh: HealthState, given: &AberrantHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::Aberrant(own) = &mut fresh {
            (own.marks, own.turn) = (given.marks, given.turn);
            (own.dazed, own.lost, own.stun_since) = (given.dazed, given.lost, given.stun_since);
            set_if_given(&mut own.willpower, &given.willpower);
            own.destroyed.clone_from(&given.destroyed);
            own.ablative_lost.clone_from(&given.ablative_lost);
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
            set_if_given(&mut own.phase.announced, &given.announced);
            set_if_given(&mut own.phase.made, &given.made);
        }
        usual
    }
}

/// Turn in Attacks and Damage. `AD-BASE-07`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AttacksAndDamageTurn {
    points: Option<u8>,
    attacks: Option<u8>,
}

impl BookFields for AttacksAndDamage {
    validated_as_book_content!();

    type Condition = attacks_and_damage::HealthState;
    type Purse = AttacksAndDamageTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.attacks_and_damage.weapons
    }

    fn to_sheet(values: Self::Values) -> Sheet {
        Sheet::AttacksAndDamage(Arc::new(values))
    }

    fn to_weapon(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::AttacksAndDamage(arm)
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
}

/// Health in Circumstances.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CircumstancesHarm {
    wounds: Option<i32>,
    fate: Option<u8>,
}

/// Turn in Circumstances. `CS-BASE-17` to `CS-BASE-19`, `CS-COV-03`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CircumstancesTurn {
    spent: Option<u8>,
    free_used: Option<bool>,
    attacks: Option<u8>,
    cover_named: Option<bool>,
    reaction: Option<bool>,
    shielded: Option<HitLocations>,
    cover: Option<CoverShape>,
}

impl BookFields for Circumstances {
    validated_as_book_content!();

    type Condition = CircumstancesHarm;
    type Purse = CircumstancesTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.circumstances.weapons
    }

    fn to_sheet(values: Self::Values) -> Sheet {
        Sheet::Circumstances(Arc::new(values))
    }

    fn to_weapon(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::Circumstances(arm)
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
            set_if_given(&mut own.phase.cover_named, &given.cover_named);
            set_if_given(&mut own.phase.reaction, &given.reaction);
            set_if_given(&mut own.shielded, &given.shielded);
            set_if_given(&mut own.cover, &given.cover);
        }
        usual
    }
}

/// An existing Critical Injury, by its total on the chart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCriticalInjury {
    total: u32,
    #[serde(default)]
    live: Option<InjuryDuration>,
    #[serde(default)]
    mark: Option<InjuryDetail>,
    #[serde(default)]
    attempts: u8,
}

/// Health in Combat Checks.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CombatChecksHarm {
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
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CombatChecksTurn {
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

impl BookFields for CombatChecks {
    validated_as_book_content!();

    type Condition = CombatChecksHarm;
    type Purse = CombatChecksTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.combat_checks.weapons
    }

    fn to_sheet(values: Self::Values) -> Sheet {
        Sheet::CombatChecks(Arc::new(values))
    }

    fn to_weapon(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::CombatChecks(arm)
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
}

/// Creates an injury. `CC-CRIT-08`.
fn resolve_injury(given: &RawCriticalInjury, round: u32, to_come: bool) -> Injury {
    let mut injury = Injury::new(row_for_total(given.total), round, to_come);
    set_if_given(&mut injury.live, &given.live);
    set_if_given(&mut injury.mark, &given.mark);
    injury.attempts = given.attempts;
    injury
}
