//! Health and turns as scenes of Swan Song state them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::{Cast, say};
use crate::check::{self, Entry};
use crate::library::Content;
use rules::swan_song::{Pool, Sheet as Values, Weapon as Arm};
use rules::{Condition, Purse, Sheet, Weapon};

/// The book whose content lies on no shelf.
pub enum SwanSong {}

/// What a unit has lost before the scene begins.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lost {
    shield: u16,
    armored: u16,
    flesh: u16,
    strain: u16,
    injuries: u8,
}

/// A turn under Swan Song. `SS-ACT-07`, `SS-ACT-10`, `SS-ACT-27`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Turn {
    points: Option<u8>,
    free_used: Option<u8>,
    attacked: Option<bool>,
}

impl Cast for SwanSong {
    type Values = Values;
    type Arm = Arm;
    type Condition = Lost;
    type Purse = Turn;

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Arm>> {
        &content.weapons
    }

    fn judge_arm(entry: &mut Entry<'_>, arm: &Arm) {
        check::weapon(entry, arm);
    }

    fn judge_values(entry: &mut Entry<'_>, values: &Values, _: &BTreeMap<String, Arc<Arm>>) {
        check::sheet(entry, values);
    }

    fn sheet_of(values: Values) -> Sheet {
        Sheet::SwanSong(Arc::new(values))
    }

    fn weapon_of(arm: Arc<Arm>) -> Weapon {
        Weapon::SwanSong(arm)
    }

    fn harm(mut fresh: Condition, said: &Lost, _: (u32, bool)) -> Condition {
        if let Condition::SwanSong(own) = &mut fresh {
            let pools = [
                (&mut own.shield, said.shield),
                (&mut own.armored, said.armored),
                (&mut own.flesh, said.flesh),
            ];
            for (pool, lost) in pools {
                lose(pool, lost);
            }
            (own.strain, own.injuries) = (i32::from(said.strain), said.injuries);
        }
        fresh
    }

    fn pledge(mut usual: Purse, said: &Turn) -> Purse {
        if let Purse::SwanSong(own) = &mut usual {
            say(&mut own.points, &said.points);
            say(&mut own.free_used, &said.free_used);
            say(&mut own.attacked, &said.attacked);
        }
        usual
    }
}

fn lose(pool: &mut Pool, lost: u16) {
    if pool.max > 0 {
        pool.now -= i32::from(lost);
    }
}
