//! Circumstances on the battlefield: rules that need the map or the turn order.

mod ai_players;
mod ailments;
mod curses;
mod declaring;
mod duties;
mod fog;
mod grips;
mod guns;
mod heights;
mod hiding;
mod log_lines;
mod moving;
mod pinning;
mod rage;
mod squares;
mod throwing;

use std::sync::Arc;

use breachline::battle::{AttackChoice, BattleEvent, OrderError, StatusKind};
use breachline::model::{BarrierId, UnitId};
use breachline::rules::circumstances::{
    BurstMode, Characteristics, DamageDice, ExplosiveCharge, Sheet, Skill, Weapon, WeaponClass,
};
use breachline::rules::{self, Book, HealthState, play as book};

use crate::common::books::special_action;
use crate::common::{Fight, Setup};

/// Everything 40 but Toughness 30; 12 Wounds, Acrobatics 30, Concealment 30, no Fate Points. A Move is 4 m.
fn sheet() -> Sheet {
    let characteristics = Characteristics {
        weapon_skill: 40,
        ballistic_skill: 40,
        strength: 40,
        toughness: 30,
        agility: 40,
        intelligence: 40,
        perception: 40,
        willpower: 40,
        fellowship: 40,
    };
    let mut sheet = Sheet { fate_points: 0, ..Sheet::plain(characteristics, 12) };
    sheet.skills = [(Skill::Acrobatics, 30), (Skill::Concealment, 30), (Skill::Dodge, 30)].into();
    sheet.proficiencies = ["guns".to_owned()].into();
    sheet
}

fn sword() -> Weapon {
    Weapon::plain("Sword", WeaponClass::Melee, DamageDice::d10(1, 1))
}

/// Range 20: from 11 to 20 m the distance gives no modifier.
fn rifle() -> Weapon {
    Weapon {
        group: "guns".to_owned(),
        range: 20,
        magazine: 30,
        burst: Some(BurstMode { rounds: 3, jams_on: None }),
        ..Weapon::plain("Rifle", WeaponClass::Ranged, DamageDice::d10(1, 3))
    }
}

fn pistol() -> Weapon {
    Weapon { pistol: true, burst: None, name: "Pistol".to_owned(), ..rifle() }
}

fn grenade() -> Weapon {
    Weapon {
        range: 30,
        magazine: 2,
        blast: 2,
        charge: Some(ExplosiveCharge::Grenade),
        ..Weapon::plain("Grenade", WeaponClass::Thrown, DamageDice::d10(1, 3))
    }
}

fn knife() -> Weapon {
    Weapon { range: 20, ..Weapon::plain("Throwing knife", WeaponClass::Thrown, DamageDice::d10(1, 0)) }
}

fn setup() -> Setup {
    Setup::new().with_book(Book::Circumstances)
}

/// Adds units of the sheet above.
trait Recruits {
    fn add(self, side: u8, cell: (i32, i32), weapons: &[Weapon]) -> Self;
    fn with(self, side: u8, cell: (i32, i32), change: impl Fn(&mut Sheet), weapons: &[Weapon]) -> Self;
}

impl Recruits for Setup {
    fn add(self, side: u8, cell: (i32, i32), weapons: &[Weapon]) -> Self {
        self.with(side, cell, |_| {}, weapons)
    }

    fn with(self, side: u8, cell: (i32, i32), change: impl Fn(&mut Sheet), weapons: &[Weapon]) -> Self {
        let mut sheet = sheet();
        change(&mut sheet);
        let weapons: Vec<_> =
            weapons.iter().map(|weapon| rules::Weapon::Circumstances(Arc::new(weapon.clone()))).collect();
        self.add_template(side, cell, rules::Sheet::Circumstances(Arc::new(sheet)), &weapons)
    }
}

/// The clause of a rejection by the book.
fn clause(refusal: OrderError) -> &'static str {
    match refusal {
        OrderError::AttackForbidden(why) | OrderError::ForbiddenByBook { why, .. } => why.clause,
        other => panic!("not a rejection by the book: {other}"),
    }
}

impl Fight {
    /// The target number of an attack with weapon 0, and the clauses that changed it.
    fn aim(&mut self, unit: u32, target: u32) -> (i32, Vec<&'static str>) {
        self.view(|view| {
            let aimed = AttackChoice { unit: UnitId(unit), weapon: 0, mode: None, option: None };
            let engagement = view.attack_request(aimed, UnitId(target)).expect("both are there");
            let card = book::forecast(&engagement).expect("a card");
            let sum = card.totals.iter().find(|sum| sum.name == "Target number").expect("a target number");
            let number = sum.value.parse().expect("a number");
            let parts = sum.parts.0.iter().map(|part| part.clause);
            (number, parts.filter(|clause| *clause != "CS-BASE-01").collect())
        })
    }

    /// An attack with weapon 0 on given faces; units that are hit use no Reaction.
    #[track_caller]
    fn blow(&mut self, unit: u32, target: u32, faces: &[u8]) -> Vec<BattleEvent> {
        self.queue_dice(faces);
        let events = self.attack(unit, target, 0, None).expect("the attack is legal");
        self.take(events)
    }

    /// Declines every Reaction.
    fn take(&mut self, mut events: Vec<BattleEvent>) -> Vec<BattleEvent> {
        while !self.asked().is_empty() {
            events = self.answer("none");
        }
        assert_eq!(self.dice_left(), 0, "every face is used");
        events
    }

    /// Ends phases until this unit's next one begins.
    #[track_caller]
    fn turn_of(&mut self, unit: u32) {
        self.end();
        while self.acting() != Some(unit) {
            self.end();
        }
    }

    #[track_caller]
    fn does(&mut self, unit: u32, action: &str) -> Vec<BattleEvent> {
        self.submit(special_action(unit, action, None))
    }

    fn is(&mut self, unit: u32, kind: StatusKind) -> bool {
        self.unit(unit, |unit| unit.status.has(kind))
    }

    fn wounds(&mut self, unit: u32) -> i32 {
        self.unit(unit, |unit| match unit.health.condition() {
            HealthState::Circumstances(condition) => condition.wounds,
            other => panic!("another book: {other:?}"),
        })
    }
}

/// The lines of the log in the book's own words.
fn told(events: &[BattleEvent]) -> Vec<String> {
    let texts = events.iter().map(|event| {
        if let BattleEvent::RuleNote { text, .. } = event { text.to_string() } else { String::new() }
    });
    texts.filter(|text| !text.is_empty()).collect()
}

fn holed(events: &[BattleEvent], barrier: u32) -> bool {
    events.contains(&BattleEvent::BarrierHoled { barrier: BarrierId(barrier) })
}
