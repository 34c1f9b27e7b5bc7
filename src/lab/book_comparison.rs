//! The action of a scene under all five books at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::World;

use super::update_scene;
use battle::{AttackChoice, BattleView, UnitId};
use content::{Content, LabAction, LabScene, LabTarget};
use rules::{AttackRequest, Book, FireMode, Forecast, play};

/// What an action comes to under a book.
#[derive(Clone, Debug)]
pub struct WeaponForecast {
    /// What it is done with.
    pub weapon: String,
    /// Its odds.
    pub forecast: Arc<Forecast>,
}

/// What a book says of the action of a scene.
#[derive(Clone, Debug)]
pub struct BookForecast {
    /// The book.
    pub book: Book,
    /// The odds, or why there are none.
    pub result: Result<WeaponForecast, String>,
}

/// The scene under each book, set up once and changed as it changes.
#[derive(Default)]
pub struct BookComparison {
    worlds: BTreeMap<Book, World>,
}

impl BookComparison {
    /// What each book says of what the scene aims at.
    pub fn forecast_all(&mut self, scene: &LabScene, content: &Content) -> Vec<BookForecast> {
        let told = |book| BookForecast { book, result: self.forecast_under(scene, content, book) };
        Book::ALL.into_iter().map(told).collect()
    }

    fn forecast_under(
        &mut self,
        scene: &LabScene,
        content: &Content,
        book: Book,
    ) -> Result<WeaponForecast, String> {
        let aim = scene.aim.as_ref().ok_or_else(|| "nobody aims at anything".to_owned())?;
        let weapon = same_weapon(scene, content, aim, book).ok_or_else(|| {
            let unit = scene.skirmish.units.get(aim.attacker).map_or("nobody", |unit| unit.name.as_str());
            format!("{unit} carries no such weapon in this book")
        })?;
        let world = self.worlds.entry(book).or_insert_with(|| {
            let mut world = World::new();
            battle::prepare_world(&mut world);
            world
        });
        update_scene(world, scene, content, book).map_err(|error| error.to_string())?;
        battle::with_view(world, |view| weapon_forecast(view, aim, weapon))
    }
}

/// The number of the same weapon among what the attacker carries under another book.
fn same_weapon(scene: &LabScene, content: &Content, aim: &LabAction, book: Book) -> Option<usize> {
    let unit = scene.skirmish.units.get(aim.attacker)?;
    content.unit_template(book, &unit.archetype)?;
    let own = scene.weapons_of(content, scene.skirmish.rules.book(), aim.attacker);
    let other = scene.weapons_of(content, book, aim.attacker);
    match own.get(aim.weapon) {
        Some(id) => other.iter().position(|weapon| weapon == id),
        // Bare hands come after everything that is listed.
        None => Some(aim.weapon + other.len() - own.len().min(aim.weapon)),
    }
}

/// How a weapon of this book is fired: as asked, if it can be.
fn fire_mode(view: &BattleView, unit: UnitId, weapon: usize, asked: Option<FireMode>) -> Option<FireMode> {
    let unit = view.unit(unit)?;
    let carried = unit.inventory.items().get(weapon)?;
    asked.filter(|mode| carried.modes().contains(mode)).or(carried.mode())
}

fn weapon_forecast(view: &BattleView, aim: &LabAction, weapon: usize) -> Result<WeaponForecast, String> {
    let unit = UnitId(aim.attacker as u32 + 1);
    let name = view.unit(unit).and_then(|unit| {
        let carried = unit.inventory.items().get(weapon)?;
        Some(carried.weapon().name().to_owned())
    });
    let name = name.ok_or_else(|| "there is no such weapon".to_owned())?;
    let aimed = AttackChoice {
        unit,
        weapon,
        mode: fire_mode(view, unit, weapon, aim.mode),
        manner: aim.manner.as_deref(),
    };
    let nothing = || "there is nothing to aim at".to_owned();
    let forecast = match aim.at {
        LabTarget::Unit(target) => {
            let attack = view.attack_request(aimed, UnitId(target as u32 + 1)).ok_or_else(nothing)?;
            play::may_attack(&attack).map_err(|refused| refused.to_string())?;
            play::forecast(&attack)
        }
        LabTarget::Barrier(place) => {
            let id = view.barrier_at(place).map(|barrier| *barrier.id).ok_or_else(nothing)?;
            let attack = view.barrier_attack_request(aimed, id).ok_or_else(nothing)?;
            play::may_attack_barrier(&attack).map_err(|refused| refused.to_string())?;
            play::forecast_barrier(&attack)
        }
        LabTarget::Square(cell) => {
            let attack = view.cell_attack_request(aimed, cell).ok_or_else(nothing)?;
            play::may_attack_square(&attack).map_err(|refused| refused.to_string())?;
            play::forecast_square(&attack)
        }
    };
    let forecast = forecast.map(Arc::new).ok_or_else(|| "this has no odds of its own".to_owned())?;
    Ok(WeaponForecast { weapon: name, forecast })
}

/// The attack on a unit that a scene aims at, as its world has it.
pub fn aimed_attack(view: &BattleView, aim: &LabAction) -> Option<AttackRequest> {
    let LabTarget::Unit(target) = aim.at else { return None };
    let unit = UnitId(aim.attacker as u32 + 1);
    let mode = fire_mode(view, unit, aim.weapon, aim.mode);
    let aimed = AttackChoice { unit, weapon: aim.weapon, mode, manner: aim.manner.as_deref() };
    view.attack_request(aimed, UnitId(target as u32 + 1))
}
