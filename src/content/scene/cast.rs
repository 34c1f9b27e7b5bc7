//! What a scene states in a book's own words: its conditions and what is left of a turn.
//!
//! A file states what differs; everything else is as for a whole unit.

mod swan_song;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(super) use swan_song::SwanSong;

use crate::check::Entry;
use crate::library::Content;
use crate::shelf::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks, Stock};
use rules::aberrant::daze::{Rounds, TurnHarm};
use rules::aberrant::track::Marks;
use rules::circumstances::{CoverShape, Locations};
use rules::combat_checks::chart::row_of;
use rules::combat_checks::injury::Mark;
use rules::combat_checks::{Characteristic, Injury, Live, Timed, Waiting};
use rules::{Condition, Purse, Sheet, Weapon, attacks_and_damage};

/// A book in whose terms a scene may be told.
pub(super) trait Cast {
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
    fn judge_arm(entry: &mut Entry<'_>, arm: &Self::Arm);

    /// Whether a unit's values make sense beside the weapons there are.
    fn judge_values(entry: &mut Entry<'_>, values: &Self::Values, arms: &BTreeMap<String, Arc<Self::Arm>>);

    /// A sheet of this book.
    fn sheet_of(values: Self::Values) -> Sheet;

    /// A weapon of this book.
    fn weapon_of(arm: Arc<Self::Arm>) -> Weapon;

    /// A whole unit's condition with what the file says; `now` is the round, and whether the turn is to come.
    fn harm(fresh: Condition, said: &Self::Condition, now: (u32, bool)) -> Condition;

    /// What is left of a turn with what the file says.
    fn pledge(usual: Purse, said: &Self::Purse) -> Purse;
}

/// A book whose content lies on a shelf is judged as that is.
macro_rules! as_on_its_shelf {
    () => {
        type Values = <Self as Stock>::Sheet;
        type Arm = <Self as Stock>::Weapon;

        fn judge_arm(entry: &mut Entry<'_>, arm: &Self::Arm) {
            <Self as Stock>::weapon(entry, arm);
        }

        fn judge_values(
            entry: &mut Entry<'_>,
            values: &Self::Values,
            arms: &BTreeMap<String, Arc<Self::Arm>>,
        ) {
            <Self as Stock>::sheet(entry, values, arms);
        }
    };
}

/// Puts what was said in place of what is usual.
fn say<T: Clone>(place: &mut T, said: &Option<T>) {
    if let Some(said) = said {
        *place = said.clone();
    }
}

/// Harm under Aberrant.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AberrantHarm {
    marks: Marks,
    turn: TurnHarm,
    dazed: Option<Rounds>,
    lost: Option<Rounds>,
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

impl Cast for Aberrant {
    as_on_its_shelf!();

    type Condition = AberrantHarm;
    type Purse = AberrantTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.aberrant.weapons
    }

    fn sheet_of(values: Self::Values) -> Sheet {
        Sheet::Aberrant(Arc::new(values))
    }

    fn weapon_of(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::Aberrant(arm)
    }

    fn harm(mut fresh: Condition, said: &AberrantHarm, _: (u32, bool)) -> Condition {
        if let Condition::Aberrant(own) = &mut fresh {
            (own.marks, own.turn) = (said.marks, said.turn);
            (own.dazed, own.lost, own.stun_since) = (said.dazed, said.lost, said.stun_since);
            say(&mut own.willpower, &said.willpower);
            own.destroyed.clone_from(&said.destroyed);
            own.ablative_lost.clone_from(&said.ablative_lost);
        }
        fresh
    }

    fn pledge(mut usual: Purse, said: &AberrantTurn) -> Purse {
        if let Purse::Aberrant(own) = &mut usual {
            say(&mut own.effort.points, &said.points);
            say(&mut own.effort.actions, &said.actions);
            say(&mut own.effort.reserved, &said.reserved);
            say(&mut own.effort.full_defence, &said.full_defence);
            say(&mut own.effort.queued, &said.queued);
            say(&mut own.effort.owed, &said.owed);
            say(&mut own.phase.announced, &said.announced);
            say(&mut own.phase.made, &said.made);
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

impl Cast for AttacksAndDamage {
    as_on_its_shelf!();

    type Condition = attacks_and_damage::Condition;
    type Purse = AttacksAndDamageTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.attacks_and_damage.weapons
    }

    fn sheet_of(values: Self::Values) -> Sheet {
        Sheet::AttacksAndDamage(Arc::new(values))
    }

    fn weapon_of(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::AttacksAndDamage(arm)
    }

    fn harm(_: Condition, said: &Self::Condition, _: (u32, bool)) -> Condition {
        Condition::AttacksAndDamage(*said)
    }

    fn pledge(mut usual: Purse, said: &AttacksAndDamageTurn) -> Purse {
        if let Purse::AttacksAndDamage(own) = &mut usual {
            say(&mut own.budget.points, &said.points);
            say(&mut own.attacks, &said.attacks);
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
    shielded: Option<Locations>,
    cover: Option<CoverShape>,
}

impl Cast for Circumstances {
    as_on_its_shelf!();

    type Condition = CircumstancesHarm;
    type Purse = CircumstancesTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.circumstances.weapons
    }

    fn sheet_of(values: Self::Values) -> Sheet {
        Sheet::Circumstances(Arc::new(values))
    }

    fn weapon_of(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::Circumstances(arm)
    }

    fn harm(mut fresh: Condition, said: &CircumstancesHarm, _: (u32, bool)) -> Condition {
        if let Condition::Circumstances(own) = &mut fresh {
            say(&mut own.wounds, &said.wounds);
            say(&mut own.fate, &said.fate);
        }
        fresh
    }

    fn pledge(mut usual: Purse, said: &CircumstancesTurn) -> Purse {
        if let Purse::Circumstances(own) = &mut usual {
            say(&mut own.phase.spent, &said.spent);
            say(&mut own.phase.free_used, &said.free_used);
            say(&mut own.phase.attacks, &said.attacks);
            say(&mut own.phase.cover_named, &said.cover_named);
            say(&mut own.phase.reaction, &said.reaction);
            say(&mut own.shielded, &said.shielded);
            say(&mut own.cover, &said.cover);
        }
        usual
    }
}

/// A Critical Injury that a unit has already, by its total on the chart.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInjury {
    total: u32,
    #[serde(default)]
    live: Option<Live>,
    #[serde(default)]
    mark: Option<Mark>,
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
    injuries: Vec<RawInjury>,
    losses: Vec<(Characteristic, u8)>,
    waiting: Waiting,
    timed: Vec<Timed>,
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
fn bits(places: &[u8]) -> u32 {
    places.iter().filter_map(|place| 1_u32.checked_shl(u32::from(*place))).fold(0, |all, bit| all | bit)
}

impl Cast for CombatChecks {
    as_on_its_shelf!();

    type Condition = CombatChecksHarm;
    type Purse = CombatChecksTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Arm>> {
        &content.combat_checks.weapons
    }

    fn sheet_of(values: Self::Values) -> Sheet {
        Sheet::CombatChecks(Arc::new(values))
    }

    fn weapon_of(arm: Arc<Self::Arm>) -> Weapon {
        Weapon::CombatChecks(arm)
    }

    fn harm(mut fresh: Condition, said: &CombatChecksHarm, (round, to_come): (u32, bool)) -> Condition {
        if let Condition::CombatChecks(own) = &mut fresh {
            (own.wounds, own.strain, own.waiting, own.aim) =
                (said.wounds, said.strain, said.waiting, said.aim);
            say(&mut own.wound_threshold, &said.wound_threshold);
            say(&mut own.strain_threshold, &said.strain_threshold);
            own.losses.clone_from(&said.losses);
            own.timed.clone_from(&said.timed);
            own.injuries = said.injuries.iter().map(|said| injury(said, round, to_come)).collect();
        }
        fresh
    }

    fn pledge(mut usual: Purse, said: &CombatChecksTurn) -> Purse {
        if let Purse::CombatChecks(own) = &mut usual {
            say(&mut own.economy.points, &said.points);
            say(&mut own.economy.action, &said.action);
            say(&mut own.economy.free_maneuver, &said.free_maneuver);
            say(&mut own.economy.bought, &said.bought);
            say(&mut own.economy.maneuvers, &said.maneuvers);
            say(&mut own.economy.free_act, &said.free_act);
            say(&mut own.credit, &said.credit);
            say(&mut own.owed, &said.owed);
            (own.lost_gear, own.disabled_gear) = (bits(&said.lost_gear), bits(&said.disabled_gear));
        }
        usual
    }
}

/// `CC-CRIT-08`.
fn injury(said: &RawInjury, round: u32, to_come: bool) -> Injury {
    let mut injury = Injury::new(row_of(said.total), round, to_come);
    say(&mut injury.live, &said.live);
    say(&mut injury.mark, &said.mark);
    injury.attempts = said.attempts;
    injury
}
