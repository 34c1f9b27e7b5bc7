//! What the battlefield asks of the rules: each function checks what holds in every book, then asks the book itself.
//!
//! [`Rulebook`](crate::Rulebook) has a function of the same name; `registry.rs` picks the book.

mod aftermath;
mod ailment;
mod attack;
mod ground;
mod special_action;
mod turn;
mod unit;

pub use aftermath::*;
pub use ailment::*;
pub use attack::*;
pub use ground::*;
pub use special_action::*;
pub use turn::*;
pub use unit::*;
