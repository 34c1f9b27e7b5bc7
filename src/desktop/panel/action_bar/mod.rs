//! Action bar: the actions of the selected unit as buttons, with menus and a search.

pub mod action_search;
pub mod advanced_actions;
pub mod attacks;
pub mod buttons;
pub mod choice_cache;
pub mod choices;
pub mod karma;
pub mod special_actions;
pub mod usage;
