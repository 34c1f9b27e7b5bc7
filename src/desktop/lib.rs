//! The windowed application: menus, board, panels, input.
//!
//! It reads the battle and gives orders through [`session::Session`]; it never writes battle state.

mod accessibility;
mod ai_players;
mod answer_aims;
mod app;
mod app_commands;
mod app_window;
mod attack_forecast;
mod attack_ranking;
mod background_task;
mod battle_revision;
mod board;
mod board_access;
mod campaign_battle;
mod campaign_report;
mod chart_painter;
mod content_library;
mod content_watcher;
mod covered_hover;
mod crash_notice;
mod display_check;
#[cfg(test)]
mod drawn_texts;
mod fast_forward;
mod fault_guard;
mod free_move;
#[cfg(feature = "gamepad")]
mod gamepad;
mod grave_events;
mod handover_screen;
mod harmless_attack;
mod home_folder;
mod hovered_attack;
pub mod input;
#[cfg(test)]
mod input_tests;
mod kept_weapon;
pub mod key_chord;
mod knockback_preview;
mod lab;
mod lesson_progress;
mod menu;
mod objective_text;
mod open_lists;
mod own_file;
mod panel;
mod picture_files;
mod planned_move;
mod player_input;
mod problem_report;
mod redraw;
mod rematch;
mod replaced_attack;
mod replay;
mod rulebook;
mod saves;
mod script;
pub mod session;
pub mod settings;
mod sound;
mod square_cover;
mod stop_signals;
mod suspended_screen;
mod target_cover;
pub mod theme;
mod turn_status;
mod undo;
mod window_picture;

pub use ai_players::{SidePlayer, UnknownSide};
pub use app::{DesktopError, LaunchOptions, run};
pub use script::{Script, ScriptFileError};
