//! Content files turned into validated data.
//!
//! Weapons, armour and fighters of the books, barriers, terrain, skirmishes and scenes are RON under `assets/`, see
//! `docs/books-format.md`, `docs/skirmish-format.md` and `docs/scene-format.md`. Whatever is wrong with a file is reported
//! with its line and left out.

pub mod bundle;
pub mod catalogue;
mod check;
mod drawing;
pub mod kinds;
pub mod lab;
pub mod library;
mod load;
pub mod paths;
pub mod problem;
mod raw;
mod recruit;
mod resolve;
pub mod scene;
pub mod shared;
mod shelf;
pub mod skirmish;
mod source;
mod squad;
mod temper;
mod ties;
mod tree;
mod watch;

pub use bundle::{ContentError, Overrides, SkirmishBundle, assemble, bundle};
pub use check::BARRIER_RATINGS;
pub use drawing::MAX_MAP_SIDE;
pub use kinds::{
    Archetype, Armour, BarrierKind, BarrierStyle, Footing, Glyph, Material, Seats, Terrain, Tile,
};
pub use lab::{
    Aim, AimAt, Dial, DialOf, LabScene, Lying, Numbered, Pose, Tuning, TuningError, Wear, numbered, numbers,
    sheet_numbers, tuned_sheet, tuned_weapon, with_number,
};
pub use library::Content;
pub use load::{Loaded, load, load_lab, load_skirmish, parse_lab, parse_skirmish};
pub use problem::{Problem, Severity};
pub use recruit::Recruit;
pub use scene::{Check, Encounter, Moment, MomentKey, Play, SCENE_FORMAT, Shown, load_scene, parse_scene};
pub use shared::Shared;
pub use shelf::{
    AberrantShelf, AttacksAndDamageShelf, CircumstancesShelf, CombatChecksShelf, Outfit, Protection, Shelf,
};
pub use skirmish::{
    MapBarrier, Objective, Skirmish, SkirmishMap, SkirmishOptions, SkirmishSide, SkirmishUnit, Tie, TimeUp,
    Used, Veteran,
};
pub use source::MAX_FILE_BYTES;
pub use squad::{Member, SQUAD_FORMAT, Squad, SquadError, SquadFileError};
pub use temper::{NoSuchTemper, Temper};
pub use watch::{Fingerprint, changed_since};
