//! Everything with a window: menus, board, panels, input.
//!
//! Reads the fight and gives orders through [`session::Session`]; it never writes battle state.

mod app;
mod aside;
mod board;
mod curtain;
mod display;
mod fight;
mod flights;
mod goals;
pub mod input;
pub mod keys;
mod lab;
mod menu;
mod odds;
mod opponents;
mod panel;
mod replay;
mod saves;
mod script;
pub mod session;
pub mod settings;
pub mod theme;

pub use app::{DesktopError, Launch, run};
pub use opponents::{NoSuchSide, Player};
