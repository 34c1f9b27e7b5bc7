//! Data of Swan Song, whose content is in the common files, and fields of scenes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::book_kind::{BookKind, book_conversions, set_if_given};
use crate::definitions::validate;
use crate::definitions::validate::EntryValidator;
use crate::files::load::{ContentLoader, SourceFiles};
use crate::library::Content;
use rules::swan_song::{PointPool, Sheet, Weapon};
use rules::{HealthState, TurnBudget};

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

impl BookKind for SwanSong {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Condition = SwanSongHarm;
    type Turn = SwanSongTurn;

    const CLAUSES: &'static str = include_str!("../../../docs/rules/swan-song.md");
    const FILES: &'static [&'static str] = &[];

    book_conversions!(SwanSong);

    fn load_files(_: &mut ContentLoader, _: &SourceFiles) {}

    fn entries(_: &Content) -> usize {
        0
    }

    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Weapon>> {
        &content.weapons
    }

    fn loadout(content: &Content, archetype: &str) -> Option<(Sheet, Vec<String>)> {
        let archetype = content.archetypes.get(archetype)?;
        Some((archetype.sheet.clone(), archetype.weapons.clone()))
    }

    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
        validate::validate_weapon(entry, weapon);
    }

    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Sheet, _: &BTreeMap<String, Arc<Weapon>>) {
        validate::validate_sheet(entry, sheet);
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
