//! Small fights for tests: an empty field, custom units, given dice.
#![allow(dead_code, reason = "every test file uses a different part of it")]

pub mod books;
mod fight;
mod readings;
mod setup;
mod symbols;

use breachline::model::CellSide as EdgeSide;
use breachline::model::{Cell, Edge, ObstaclePosition};
use breachline::rules::swan_song::{
    Attribute, Attributes, DamageType, DamageValue, FireMode, Sheet, Skill, Weapon, WeaponClass,
};

pub use fight::Fight;
pub use readings::*;
pub use setup::{Setup, rules_without_knockback};

/// Every attribute 3, Blades, Pistols and Automatics 3, nothing worn.
pub fn sheet() -> Sheet {
    let mut sheet = Sheet::plain(Attributes {
        body: 3,
        agility: 4,
        reaction: 3,
        strength: 3,
        willpower: 3,
        logic: 3,
        intuition: 3,
        charisma: 3,
    });
    sheet.skills = [(Skill::Blades, 3), (Skill::Pistols, 3), (Skill::Automatics, 3)].into();
    sheet
}

/// Throwing 2 and AGI 4: six dice.
pub fn thrower() -> Sheet {
    let mut sheet = sheet();
    sheet.skills.insert(Skill::Throwing, 2);
    sheet
}

/// LOG 6 and First Aid 2: eight dice.
pub fn medic() -> Sheet {
    let mut sheet = sheet();
    sheet.attributes.logic = 6;
    sheet.skills.insert(Skill::FirstAid, 2);
    sheet
}

/// The knife of the worked example.
pub fn knife() -> Weapon {
    Weapon {
        name: "knife".to_owned(),
        class: WeaponClass::Melee,
        skill: Skill::Blades,
        attribute: Attribute::Agility,
        accuracy: Some(6),
        build: Default::default(),
        condition: Default::default(),
        damage: DamageValue::StrengthPlus(2),
        pool: None,
        damage_type: DamageType::Kinetic,
        arp: 1,
        reach: 0,
        hands: 1,
        range: 0,
        penetrating: true,
        piercing: false,
        blast: 0,
        explosive: false,
        rocket: false,
        blunt: false,
        gel: false,
        contact_only: false,
        modes: Vec::new(),
        magazine: 0,
        recoil_compensation: 0,
        trigger: None,
        strike: breachline::rules::status::AttackProperties::PLAIN,
    }
}

/// An automatic rifle with every mode: DV 9, ARP 2, 30 rounds, range 100.
pub fn rifle() -> Weapon {
    Weapon {
        name: "rifle".to_owned(),
        class: WeaponClass::Ranged,
        skill: Skill::Automatics,
        accuracy: Some(5),
        damage: DamageValue::Fixed(9),
        arp: 2,
        hands: 2,
        range: 100,
        modes: vec![
            FireMode::Single,
            FireMode::SemiAutoBurst,
            FireMode::Burst,
            FireMode::LongBurst,
            FireMode::FullAutoSimple,
            FireMode::FullAutoComplex,
        ],
        magazine: 30,
        ..knife()
    }
}

/// The edge on a side of a square.
pub fn edge(x: i32, y: i32, side: EdgeSide) -> ObstaclePosition {
    ObstaclePosition::Edge(Edge::new(Cell::new(x, y), side))
}

/// The inside of a square.
pub fn square(x: i32, y: i32) -> ObstaclePosition {
    ObstaclePosition::Square(Cell::new(x, y))
}

/// DV 10 over 2 m, two of them.
pub fn grenade() -> Weapon {
    Weapon {
        name: "grenade".to_owned(),
        class: WeaponClass::Thrown,
        skill: Skill::Throwing,
        damage: DamageValue::Fixed(10),
        arp: 0,
        accuracy: Some(9),
        range: 20,
        blast: 2,
        explosive: true,
        penetrating: false,
        magazine: 2,
        ..knife()
    }
}

/// The probability of this many hits with a number of dice, each of which hits with this chance.
pub fn share_of_hits(dice: u32, hits: u32, each: f64) -> f64 {
    let choices = (0..hits).fold(1.0, |ways, taken| ways * f64::from(dice - taken) / f64::from(taken + 1));
    choices * each.powi(hits.cast_signed()) * (1.0 - each).powi((dice - hits).cast_signed())
}
