//! Content files, read and validated into data.
//!
//! Weapons, armour and archetypes of the books, barriers, terrain, skirmishes, their balance and scenes are RON files under `assets/`,
//! see `docs/books-format.md` and `docs/scene-format.md`. Invalid entries are reported with
//! their line and skipped.

pub mod balance;
mod books;
mod campaigns;
pub mod catalogue;
pub mod computation;
pub mod coverage;
pub mod crash_report;
pub mod definitions;
pub mod diagnostic;
mod files;
pub mod gallery;
pub mod lab;
pub mod library;
pub mod paths;
pub mod problem_report;
pub mod scene;
mod schema;
pub mod shared;
pub mod skirmishes;
pub mod terms;
mod visible_text;

pub use balance::{MeasuredWins, SkirmishBalance, skirmish_digest};
pub use books::shelf::{BookContent, BookLoadout};
pub use books::unit_template::UnitTemplate;
pub use campaigns::{
    CAMPAIGN_FORMAT, Campaign, CampaignEnd, CampaignProgress, CampaignStage, LossRule, PROGRESS_FORMAT,
    ProgressFileError, StageLink, StageRest, StageResult, StageState, check_campaign,
};
pub use definitions::kinds::{
    Archetype, ArmourPiece, BarrierKind, BarrierPlacement, BarrierStyle, Glow, Glyph, Hue, MaterialKind,
    Terrain, Tile, VehicleSpec, WeaponSound,
};
pub use definitions::personality::{Personality, UnknownPersonality};
pub use definitions::validate::BARRIER_RATINGS;
pub use diagnostic::{Diagnostic, Severity};
pub use files::content_folder::{ContentFile, ContentFolder, MemoryFiles};
pub use files::fingerprint::{FolderFingerprint, changed_since};
pub use files::load::{LoadedContent, load_content};
pub use files::source::{MAX_FILE_BYTES, read_ron_file};
pub use lab::{
    BarrierWear, LabAction, LabItem, LabOverlayKind, LabScene, LabTarget, LabUnitState, NumberField,
    NumberKey, NumberOverrides, OverrideError, OverrideOwner, named_numbers, number_fields,
    sheet_number_fields, sheet_with_number, weapon_with_number, with_number,
};
pub use library::*;
pub use scene::{
    BarrierName, CheckResult, LayoutError, MAX_MAP_SIDE, MAX_SKIRMISH_ROUNDS, OwnResult, OwnResultKind,
    ResolvedAction, RuleScene, SCENE_FORMAT, Scene, SceneAttack, SceneFileError, SceneLookup, SceneOrder,
    ScenePace, SceneScript, SceneStart, SceneState, SceneStateKey, SceneSubAttack, SceneTarget, SingleCheck,
    add_scene_file, find_scene_file, has_own_result_fields, load_scene, open_scene, own_result_fields,
    own_unit_fields, parse_scene, run_check,
};
pub use schema::{FileSchema, Suggestion, describe, file_schemas, scene_book, suggest, table_files};
pub use shared::Shared;
pub use skirmishes::bundle::{
    BattleStart, ContentError, SkirmishBundle, SkirmishOverrides, assemble_bundle, bundle_skirmish,
};
pub use skirmishes::bundle_check::{BundleError, find_wrong_gauge};
pub use skirmishes::lesson::{Hint, HintControl, HintEnd, HintPlace, Lesson, LessonOpponent};
pub use skirmishes::migration::migrate_bundle;
pub use skirmishes::side_sentence::side_sentence;
pub use skirmishes::skirmish::{
    Arrival, CampaignUnit, MapBarrier, Objective, Skirmish, SkirmishMap, SkirmishOptions, SkirmishSide,
    SkirmishUnit, TimeUp, UnitLink, UsedWeapon,
};
pub use skirmishes::squad::{SQUAD_FORMAT, Squad, SquadError, SquadFileError, SquadMember, SquadTerms};
pub use visible_text::{escape_invisible, escape_json, escape_lines, is_visible, shorten_message};
