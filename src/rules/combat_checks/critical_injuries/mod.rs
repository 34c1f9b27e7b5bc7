//! Critical Injuries: the chart, infliction, healing and the end of an encounter.

pub mod after_battle;
pub mod chart;
pub mod healing;
pub mod infliction;
pub mod injury;
mod injury_words;

pub(crate) use injury_words::{added_injuries, describe_injury};
