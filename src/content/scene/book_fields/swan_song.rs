//! Health and turn fields of Swan Song scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::{BookFields, set_if_given};
use crate::definitions::validate;
use crate::definitions::validate::EntryValidator;
use crate::library::Content;
use rules::swan_song::{PointPool, Sheet as Values, Weapon as Arm};
use rules::{HealthState, Sheet, TurnBudget, Weapon};

/// Swan Song, whose content is in the common files.
pub enum SwanSong {}

/// Damage of a unit before the scene begins.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwanSongHarm {
    shield: u16,
    armored: u16,
    flesh: u16,
    strain: u16,
    injuries: u8,
}

/// A turn under Swan Song. `SS-ACT-07`, `SS-ACT-10`, `SS-ACT-27`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwanSongTurn {
    points: Option<u8>,
    free_used: Option<u8>,
    attacked: Option<bool>,
}

impl BookFields for SwanSong {
    type Values = Values;
    type Arm = Arm;
    type Condition = SwanSongHarm;
    type Purse = SwanSongTurn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Arm>> {
        &content.weapons
    }

    fn validate_weapon(entry: &mut EntryValidator<'_>, arm: &Arm) {
        validate::validate_weapon(entry, arm);
    }

    fn validate_values(entry: &mut EntryValidator<'_>, values: &Values, _: &BTreeMap<String, Arc<Arm>>) {
        validate::validate_sheet(entry, values);
    }

    fn to_sheet(values: Values) -> Sheet {
        Sheet::SwanSong(Arc::new(values))
    }

    fn to_weapon(arm: Arc<Arm>) -> Weapon {
        Weapon::SwanSong(arm)
    }

    fn apply_health(mut fresh: HealthState, given: &SwanSongHarm, _: (u32, bool)) -> HealthState {
        if let HealthState::SwanSong(own) = &mut fresh {
            let pools = [
                (&mut own.shield, given.shield),
                (&mut own.armored, given.armored),
                (&mut own.flesh, given.flesh),
            ];
            for (pool, lost) in pools {
                subtract_lost(pool, lost);
            }
            (own.strain, own.injuries) = (i32::from(given.strain), given.injuries);
        }
        fresh
    }

    fn apply_turn(mut usual: TurnBudget, given: &SwanSongTurn) -> TurnBudget {
        if let TurnBudget::SwanSong(own) = &mut usual {
            set_if_given(&mut own.points, &given.points);
            set_if_given(&mut own.free_used, &given.free_used);
            set_if_given(&mut own.attacked, &given.attacked);
        }
        usual
    }
}

fn subtract_lost(pool: &mut PointPool, lost: u16) {
    if pool.max > 0 {
        pool.now -= i32::from(lost);
    }
}
