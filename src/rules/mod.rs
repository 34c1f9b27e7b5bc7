//! The rulebooks: pure functions over plain data. No world, no clock, no dice but the table's.

pub mod swan_song;
