//! Fights under Aberrant: actions, defences and the effects of damage.

mod actions;
mod ai_players;
mod bands;
mod buildings;
mod bursts;
mod extras;
mod grievous;
mod harm;
mod held;
mod machines;
mod powers;
mod queues;
mod reach;

use breachline::rules::Book;
use breachline::rules::aberrant::{Sheet, Weapon};

use crate::common::Setup;

/// Strength, Stamina and Wits 2, Dexterity 3, rank 3 in every attack skill, Athletics 2, no Willpower: six dice for
/// attacks, five for defences.
pub fn sheet(change: impl FnOnce(&mut Sheet)) -> Sheet {
    let text = "(strength: 2, dexterity: 3, stamina: 2, wits: 2, willpower: 0, density: 20,
        abilities: {athletics: 2, brawl: 3, melee: 3, firearms: 3, throwing: 3})";
    let mut sheet = ron::from_str(text).expect("a sheet");
    change(&mut sheet);
    sheet
}

/// The same with this Willpower.
fn strong_willed(willpower: u8) -> Sheet {
    sheet(|sheet| sheet.willpower = willpower)
}

fn weapon(text: &str) -> Weapon {
    ron::from_str(text).expect("a weapon")
}

/// A hand weapon of some damage.
fn club(damage: &str) -> Weapon {
    weapon(&format!(r#"(name: "club", class: melee, skill: melee, damage: "{damage}", mass_g: 900)"#))
}

/// Bullets of some damage over ten metres at short range.
fn pistol(damage: &str) -> Weapon {
    let text = r#"name: "pistol", class: ranged, skill: firearms, short_range_m: 10, high_velocity: true"#;
    weapon(&format!(r#"({text}, damage: "{damage}", mass_g: 900)"#))
}

/// A thrown weapon of some damage.
fn dart(damage: &str) -> Weapon {
    weapon(&format!(r#"(name: "dart", class: thrown, skill: throwing, damage: "{damage}", mass_g: 100)"#))
}

pub fn aberrant() -> Setup {
    Setup::new().by_book(Book::Aberrant)
}
