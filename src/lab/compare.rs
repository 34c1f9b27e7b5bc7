//! The action of a scene under all five books at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::World;

use super::rearrange;
use battle::{Aimed, BattleView, UnitId};
use content::{Aim, AimAt, Content, LabScene};
use rules::{Book, Engagement, FireMode, Forecast, play};

/// What an action comes to under a book.
#[derive(Clone, Debug)]
pub struct Told {
    /// What it is done with.
    pub weapon: String,
    /// Its odds.
    pub forecast: Arc<Forecast>,
}

/// What a book says of the action of a scene.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The book.
    pub book: Book,
    /// The odds, or why there are none.
    pub told: Result<Told, String>,
}

/// The scene under each book, set up once and changed as it changes.
#[derive(Default)]
pub struct FiveBooks {
    worlds: BTreeMap<Book, World>,
}

impl FiveBooks {
    /// What each book says of what the scene aims at.
    pub fn ask(&mut self, scene: &LabScene, content: &Content) -> Vec<Verdict> {
        let told = |book| Verdict { book, told: self.ask_one(scene, content, book) };
        Book::ALL.into_iter().map(told).collect()
    }

    fn ask_one(&mut self, scene: &LabScene, content: &Content, book: Book) -> Result<Told, String> {
        let aim = scene.aim.as_ref().ok_or_else(|| "nobody aims at anything".to_owned())?;
        let weapon = same_weapon(scene, content, aim, book).ok_or_else(|| {
            let unit = scene.skirmish.units.get(aim.attacker).map_or("nobody", |unit| unit.name.as_str());
            format!("{unit} carries no such weapon in this book")
        })?;
        let world = self.worlds.entry(book).or_insert_with(|| {
            let mut world = World::new();
            battle::install(&mut world);
            world
        });
        rearrange(world, scene, content, book).map_err(|error| error.to_string())?;
        battle::with_view(world, |view| told(view, aim, weapon))
    }
}

/// The number of the same weapon among what the attacker carries under another book.
fn same_weapon(scene: &LabScene, content: &Content, aim: &Aim, book: Book) -> Option<usize> {
    let unit = scene.skirmish.units.get(aim.attacker)?;
    content.recruit(book, &unit.archetype)?;
    let own = scene.weapons_of(content, scene.skirmish.rules.book(), aim.attacker);
    let other = scene.weapons_of(content, book, aim.attacker);
    match own.get(aim.weapon) {
        Some(id) => other.iter().position(|weapon| weapon == id),
        // Bare hands come after everything that is listed.
        None => Some(aim.weapon + other.len() - own.len().min(aim.weapon)),
    }
}

/// How a weapon of this book is fired: as asked, if it can be.
fn mode(view: &BattleView, unit: UnitId, weapon: usize, asked: Option<FireMode>) -> Option<FireMode> {
    let unit = view.unit(unit)?;
    let carried = unit.arsenal.carried().get(weapon)?;
    asked.filter(|mode| carried.modes().contains(mode)).or(carried.mode())
}

fn told(view: &BattleView, aim: &Aim, weapon: usize) -> Result<Told, String> {
    let unit = UnitId(aim.attacker as u32 + 1);
    let name = view.unit(unit).and_then(|unit| {
        let carried = unit.arsenal.carried().get(weapon)?;
        Some(carried.weapon().name().to_owned())
    });
    let name = name.ok_or_else(|| "there is no such weapon".to_owned())?;
    let aimed =
        Aimed { unit, weapon, mode: mode(view, unit, weapon, aim.mode), manner: aim.manner.as_deref() };
    let nothing = || "there is nothing to aim at".to_owned();
    let forecast = match aim.at {
        AimAt::Unit(target) => {
            let attack = view.engagement(aimed, UnitId(target as u32 + 1)).ok_or_else(nothing)?;
            play::may_attack(&attack).map_err(|refused| refused.to_string())?;
            play::forecast(&attack)
        }
        AimAt::Barrier(place) => {
            let id = view.barrier_at(place).map(|barrier| *barrier.id).ok_or_else(nothing)?;
            let attack = view.barrier_engagement(aimed, id).ok_or_else(nothing)?;
            play::may_attack_barrier(&attack).map_err(|refused| refused.to_string())?;
            play::forecast_barrier(&attack)
        }
        AimAt::Square(cell) => {
            let attack = view.square_engagement(aimed, cell).ok_or_else(nothing)?;
            play::may_attack_square(&attack).map_err(|refused| refused.to_string())?;
            play::forecast_square(&attack)
        }
    };
    let forecast = forecast.map(Arc::new).ok_or_else(|| "this has no odds of its own".to_owned())?;
    Ok(Told { weapon: name, forecast })
}

/// The attack on a unit that a scene aims at, as its world has it.
pub fn attack(view: &BattleView, aim: &Aim) -> Option<Engagement> {
    let AimAt::Unit(target) = aim.at else { return None };
    let unit = UnitId(aim.attacker as u32 + 1);
    let mode = mode(view, unit, aim.weapon, aim.mode);
    let aimed = Aimed { unit, weapon: aim.weapon, mode, manner: aim.manner.as_deref() };
    view.engagement(aimed, UnitId(target as u32 + 1))
}
