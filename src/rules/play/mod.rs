//! The rules as the battle calls them: each function checks what holds in every book, then calls the function of the
//! same name of the [`Rulebook`](crate::Rulebook) that `registry.rs` selects.

mod after_battle;
mod ailment;
mod attack;
mod ground;
mod permission;
mod special_action;
mod turn;
mod unit;

pub use after_battle::*;
pub use ailment::*;
pub use attack::*;
pub use ground::*;
pub use permission::*;
pub use special_action::*;
pub use turn::*;
pub use unit::*;
