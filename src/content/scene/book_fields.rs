//! What a scene states in a book's own words: its conditions and what is left of a turn.
//!
//! A file states what differs; everything else is as for a whole unit.

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

/// A book in whose terms a scene may be told.
pub(super) trait BookFields {
    /// A unit's values.
    type Values: DeserializeOwned + Clone;
    /// A weapon.
    type Arm: DeserializeOwned + Clone;
    /// What a file says of a unit's harm.
    type Condition: DeserializeOwned + Default;
    /// What a file says of a unit's turn.
    type Purse: DeserializeOwned + Default;

    /// Weapons of the content.
    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>>;

    /// Whether a weapon makes sense.
    fn validate_weapon(entry: &mut EntryValidator<'_>, arm: &Self::Arm);

    /// Whether a unit's values make sense beside the weapons there are.
    fn validate_values(
        entry: &mut EntryValidator<'_>,
        values: &Self::Values,
        arms: &BTreeMap<String, Arc<Self::Arm>>,
    );

    /// A sheet of this book.
    fn to_sheet(values: Self::Values) -> Sheet;

    /// A weapon of this book.
    fn to_weapon(arm: Arc<Self::Arm>) -> Weapon;

    /// A whole unit's condition with what the file says; `now` is the round, and whether the turn is to come.
    fn apply_health(fresh: HealthState, said: &Self::Condition, now: (u32, bool)) -> HealthState;

    /// What is left of a turn with what the file says.
    fn apply_turn(usual: TurnBudget, said: &Self::Purse) -> TurnBudget;
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

/// Puts what was said in place of what is usual.
fn set_if_given<T: Clone>(place: &mut T, said: &Option<T>) {
    if let Some(said) = said {
        *place = said.clone();
    }
}

/// Harm under Aberrant.
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

/// A turn under Aberrant. `AB-BASE-07`, `AB-BASE-08`, `AB-BASE-19`.
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

    fn apply_health(mut fresh: HealthState, said: &AberrantHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::Aberrant(own) = &mut fresh {
            (own.marks, own.turn) = (said.marks, said.turn);
            (own.dazed, own.lost, own.stun_since) = (said.dazed, said.lost, said.stun_since);
            set_if_given(&mut own.willpower, &said.willpower);
            own.destroyed.clone_from(&said.destroyed);
            own.ablative_lost.clone_from(&said.ablative_lost);
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, said: &AberrantTurn) -> TurnBudget {
        if let TurnBudget::Aberrant(own) = &mut usual {
            set_if_given(&mut own.effort.points, &said.points);
            set_if_given(&mut own.effort.actions, &said.actions);
            set_if_given(&mut own.effort.reserved, &said.reserved);
            set_if_given(&mut own.effort.full_defence, &said.full_defence);
            set_if_given(&mut own.effort.queued, &said.queued);
            set_if_given(&mut own.effort.owed, &said.owed);
            set_if_given(&mut own.phase.announced, &said.announced);
            set_if_given(&mut own.phase.made, &said.made);
        }
        usual
    }
}

/// A turn under Attacks and Damage. `AD-BASE-07`.
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

    fn apply_health(_: HealthState, said: &Self::Condition, _: (u32, bool)) -> HealthState {
        HealthState::AttacksAndDamage(*said)
    }

    fn apply_turn(mut usual: TurnBudget, said: &AttacksAndDamageTurn) -> TurnBudget {
        if let TurnBudget::AttacksAndDamage(own) = &mut usual {
            set_if_given(&mut own.budget.points, &said.points);
            set_if_given(&mut own.attacks, &said.attacks);
        }
        usual
    }
}

/// Harm under Circumstances.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CircumstancesHarm {
    wounds: Option<i32>,
    fate: Option<u8>,
}

/// A turn under Circumstances. `CS-BASE-17` to `CS-BASE-19`, `CS-COV-03`.
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

    fn apply_health(mut fresh: HealthState, said: &CircumstancesHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::Circumstances(own) = &mut fresh {
            set_if_given(&mut own.wounds, &said.wounds);
            set_if_given(&mut own.fate, &said.fate);
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, said: &CircumstancesTurn) -> TurnBudget {
        if let TurnBudget::Circumstances(own) = &mut usual {
            set_if_given(&mut own.phase.spent, &said.spent);
            set_if_given(&mut own.phase.free_used, &said.free_used);
            set_if_given(&mut own.phase.attacks, &said.attacks);
            set_if_given(&mut own.phase.cover_named, &said.cover_named);
            set_if_given(&mut own.phase.reaction, &said.reaction);
            set_if_given(&mut own.shielded, &said.shielded);
            set_if_given(&mut own.cover, &said.cover);
        }
        usual
    }
}

/// A Critical Injury that a unit has already, by its total on the chart.
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

/// Harm under Combat Checks.
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

/// A turn under Combat Checks. Chapter ECON, `CC-THT-06`, `CC-ADV-21`.
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

/// A bit for each place of a list.
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
        said: &CombatChecksHarm,
        (round, to_come): (u32, bool),
    ) -> HealthState {
        if let HealthState::CombatChecks(own) = &mut fresh {
            (own.wounds, own.strain, own.waiting, own.aim) =
                (said.wounds, said.strain, said.waiting, said.aim);
            set_if_given(&mut own.wound_threshold, &said.wound_threshold);
            set_if_given(&mut own.strain_threshold, &said.strain_threshold);
            own.losses.clone_from(&said.losses);
            own.timed.clone_from(&said.timed);
            own.injuries = said.injuries.iter().map(|said| resolve_injury(said, round, to_come)).collect();
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, said: &CombatChecksTurn) -> TurnBudget {
        if let TurnBudget::CombatChecks(own) = &mut usual {
            set_if_given(&mut own.economy.points, &said.points);
            set_if_given(&mut own.economy.action, &said.action);
            set_if_given(&mut own.economy.free_maneuver, &said.free_maneuver);
            set_if_given(&mut own.economy.bought, &said.bought);
            set_if_given(&mut own.economy.maneuvers, &said.maneuvers);
            set_if_given(&mut own.economy.free_act, &said.free_act);
            set_if_given(&mut own.credit, &said.credit);
            set_if_given(&mut own.owed, &said.owed);
            (own.lost_gear, own.disabled_gear) = (bit_mask(&said.lost_gear), bit_mask(&said.disabled_gear));
        }
        usual
    }
}

/// `CC-CRIT-08`.
fn resolve_injury(said: &RawCriticalInjury, round: u32, to_come: bool) -> Injury {
    let mut injury = Injury::new(row_for_total(said.total), round, to_come);
    set_if_given(&mut injury.live, &said.live);
    set_if_given(&mut injury.mark, &said.mark);
    injury.attempts = said.attempts;
    injury
}
