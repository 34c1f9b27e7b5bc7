//! Fights under Combat Checks: the costs of a turn, the dice of checks, and what their symbols buy.

mod advantages;
mod ai_players;
mod injuries;
mod naming;
mod notice;
mod range;
mod threats;
mod turns;

use breachline::rules::Book;
use breachline::rules::combat_checks::{Sheet, Weapon};

use crate::common::Setup;

/// Every characteristic 3, rank 2 in every skill of weapons, Soak 4: one ability and two proficiency dice.
fn sheet(change: impl FnOnce(&mut Sheet)) -> Sheet {
    let text = "(
        characteristics: (
            strength: 3, toughness: 3, agility: 3, intelligence: 3, perception: 3, willpower: 3, fellowship: 3,
        ),
        skills: {light_ranged: 2, heavy_ranged: 2, melee: 2, brawl: 2}, armour: (name: \"vest\", soak: 1),
    )";
    let mut sheet = ron::from_str(text).expect("a sheet");
    change(&mut sheet);
    sheet
}

fn plain() -> Sheet {
    sheet(|_| {})
}

fn weapon(text: &str) -> Weapon {
    ron::from_str(&format!("({text}, damage: fixed(6), critical: 3)")).expect("a weapon")
}

/// Damage 6, Critical Rating 3, Medium.
fn pistol() -> Weapon {
    weapon(r#"name: "pistol", class: pistol, range: medium, ammunition: true"#)
}

/// Damage 6, Critical Rating 3, Extreme, two hands.
fn rifle() -> Weapon {
    weapon(r#"name: "rifle", class: heavy, range: extreme, hands: 2, ammunition: true"#)
}

/// Damage 6, Critical Rating 3.
fn sword() -> Weapon {
    weapon(r#"name: "sword", class: melee"#)
}

/// A pistol whose Critical Injuries cost one advantage each.
fn needler() -> Weapon {
    Weapon { name: "needler".to_owned(), critical: 1, ..pistol() }
}

fn checks() -> Setup {
    Setup::with_size(130, 20).by_book(Book::CombatChecks)
}

/// Units 1 and 3 against unit 2 and 4, twelve squares apart, in the order of their numbers; all of them with pistols.
fn four() -> Setup {
    checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .trooper(0, (5, 7), plain(), &[pistol()])
        .trooper(1, (17, 7), plain(), &[pistol()])
}

/// Initiative of four who act one after the other, once in a round.
const ORDER: [u8; 4] = [4, 3, 2, 1];
