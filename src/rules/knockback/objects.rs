//! Objects: their armour and structure. Table of chapter OBJ.

use super::profile::ImpactSurface;
use crate::BarrierOnLine;

/// A row of the object table. Chapter OBJ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectProfile {
    /// Name shown to players.
    pub name: &'static str,
    /// Whether the name is a mass noun, without an article.
    pub is_mass: bool,
    /// Damage dice that it stops. `AB-OBJ-09`.
    pub armour: u32,
    /// Levels before it is destroyed, or has a hole that a person fits through. `AB-OBJ-09`, `AB-OBJ-11`.
    pub structure: u32,
    /// So large that a single attack barely damages it. `AB-OBJ-04`.
    pub large: bool,
    /// Difficulty of hitting it if it is very small; `None` if it is hit without a roll. `AB-OBJ-01`,
    /// `AB-OBJ-02`.
    pub small: Option<u8>,
    /// Surface for units knocked into it. `AB-KNOCK-22` to `AB-KNOCK-24`.
    pub surface: ImpactSurface,
    /// Its inner walls, if they stop shots less well than its armour suggests. `AB-OBJ-15`.
    pub walls: Option<&'static Self>,
    /// Leaves a frame when destroyed. `AB-OBJ-19`.
    pub leaves_frame: bool,
    /// The clause of its row.
    pub clause: &'static str,
}

impl ObjectProfile {
    /// Its name with the indefinite article: "a rifle", "an armoured window", "drywall".
    pub fn name_with_article(&self) -> String {
        let name = self.name;
        match name.chars().next() {
            _ if self.is_mass => name.to_owned(),
            Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {name}"),
            _ => format!("a {name}"),
        }
    }
}

const fn object_row(clause: &'static str, name: &'static str, armour: u32, structure: u32) -> ObjectProfile {
    ObjectProfile {
        name,
        is_mass: false,
        armour,
        structure,
        large: false,
        small: None,
        surface: ImpactSurface::Normal,
        walls: None,
        leaves_frame: false,
        clause,
    }
}

/// A pistol. `AB-OBJ-20`.
pub const PISTOL: ObjectProfile = ObjectProfile { small: Some(2), ..object_row("AB-OBJ-20", "pistol", 5, 3) };
/// A rifle or a light machine gun. `AB-OBJ-21`.
pub const RIFLE: ObjectProfile = ObjectProfile { small: Some(2), ..object_row("AB-OBJ-21", "rifle", 5, 6) };
/// A floor-to-ceiling window. `AB-OBJ-22`.
pub const WINDOW: ObjectProfile =
    ObjectProfile { surface: ImpactSurface::Shards, ..object_row("AB-OBJ-22", "window", 2, 5) };
/// Armoured glass. `AB-OBJ-23`.
pub const ARMOURED_WINDOW: ObjectProfile =
    ObjectProfile { surface: ImpactSurface::Unyielding, ..object_row("AB-OBJ-23", "armoured window", 8, 20) };
/// Half a window, as in a house. `AB-OBJ-12`, `AB-OBJ-24`.
pub const HALF_WINDOW: ObjectProfile =
    ObjectProfile { name: "half-size window", structure: 3, clause: "AB-OBJ-24", ..WINDOW };
/// Half an armoured window. `AB-OBJ-12`, `AB-OBJ-24`.
pub const HALF_ARMOURED_WINDOW: ObjectProfile = ObjectProfile {
    name: "half-size armoured window",
    structure: 10,
    clause: "AB-OBJ-24",
    ..ARMOURED_WINDOW
};
/// A fifth of a window, as in a car. `AB-OBJ-12`, `AB-OBJ-25`.
pub const CAR_WINDOW: ObjectProfile =
    ObjectProfile { name: "small window", structure: 1, clause: "AB-OBJ-25", ..WINDOW };
/// A fifth of an armoured window. `AB-OBJ-12`, `AB-OBJ-25`.
pub const ARMOURED_CAR_WINDOW: ObjectProfile =
    ObjectProfile { name: "small armoured window", structure: 4, clause: "AB-OBJ-25", ..ARMOURED_WINDOW };
/// Drywall. `AB-OBJ-26`.
pub const DRYWALL: ObjectProfile =
    ObjectProfile { is_mass: true, ..object_row("AB-OBJ-26", "drywall", 2, 15) };
/// A structural wall of brick or concrete. `AB-OBJ-27`.
pub const WALL: ObjectProfile = object_row("AB-OBJ-27", "structural wall", 12, 30);
/// The wall of a bunker. `AB-OBJ-28`.
pub const ARMOURED_WALL: ObjectProfile =
    ObjectProfile { surface: ImpactSurface::Unyielding, ..object_row("AB-OBJ-28", "armoured wall", 20, 60) };
/// A small house. Its armour applies only against demolition. `AB-OBJ-14`, `AB-OBJ-29`, `AB-RULING-36`.
pub const HOUSE: ObjectProfile =
    ObjectProfile { large: true, walls: Some(&DRYWALL), ..object_row("AB-OBJ-29", "house", 10, 30) };
/// A bunker as a whole. `AB-OBJ-16`, `AB-OBJ-30`, `AB-RULING-45`.
pub const BUNKER: ObjectProfile = ObjectProfile { large: true, ..object_row("AB-OBJ-30", "bunker", 20, 60) };
/// A skyscraper. `AB-OBJ-18`, `AB-OBJ-19`, `AB-OBJ-31`.
pub const SKYSCRAPER: ObjectProfile =
    ObjectProfile { large: true, leaves_frame: true, ..object_row("AB-OBJ-31", "skyscraper", 10, 100) };

/// All rows of the table.
pub const TABLE: [ObjectProfile; 14] = [
    PISTOL,
    RIFLE,
    WINDOW,
    ARMOURED_WINDOW,
    HALF_WINDOW,
    HALF_ARMOURED_WINDOW,
    CAR_WINDOW,
    ARMOURED_CAR_WINDOW,
    DRYWALL,
    WALL,
    ARMOURED_WALL,
    HOUSE,
    BUNKER,
    SKYSCRAPER,
];

/// Highest armour ratings of map materials that count as drywall, and as a structural wall. `SS-BARR-04`.
const LIGHT: u32 = 6;
const SOLID: u32 = 20;

/// Least glass of a whole window and of one of half size, in percent of its segment. A window of the map is 60 % glass, one
/// of half size 30 % and a fifth 12 %; the limits lie between them. `AB-OBJ-12`.
const WHOLE_WINDOW_PCT: u8 = 45;
const HALF_WINDOW_PCT: u8 = 21;

/// The surface that a barrier on the map has for units knocked into it. `AB-KNOCK-22` to `AB-KNOCK-24`.
pub const fn surface_of_barrier(barrier: &BarrierOnLine) -> ImpactSurface {
    if barrier.sharp { ImpactSurface::Sharp } else { object_for_barrier(barrier).surface }
}

/// The object row of a barrier on the map, by the armour of its material and the size of a pane. `SS-BARR-04`, `AB-OBJ-11`,
/// `AB-OBJ-12`.
pub const fn object_for_barrier(barrier: &BarrierOnLine) -> &'static ObjectProfile {
    let is_light = barrier.armor <= LIGHT;
    match (barrier.transparent && !barrier.sharp, barrier.glass_pct) {
        (true, WHOLE_WINDOW_PCT..) if is_light => &WINDOW,
        (true, WHOLE_WINDOW_PCT..) => &ARMOURED_WINDOW,
        (true, HALF_WINDOW_PCT..) if is_light => &HALF_WINDOW,
        (true, HALF_WINDOW_PCT..) => &HALF_ARMOURED_WINDOW,
        (true, _) if is_light => &CAR_WINDOW,
        (true, _) => &ARMOURED_CAR_WINDOW,
        (false, _) if is_light => &DRYWALL,
        (false, _) if barrier.armor <= SOLID => &WALL,
        (false, _) => &ARMOURED_WALL,
    }
}
