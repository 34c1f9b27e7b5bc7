//! Compares the action of a scene under all five rulebooks.

use model::UnitId;
use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::World;

use super::update_scene;
use battle::{AttackChoice, BattleView, Target};
use content::{Content, LabAction, LabScene, LabTarget};
use rules::{AttackRequest, Book, FireMode, Forecast, play};

/// Forecast of an action under one rulebook.
#[derive(Clone, Debug)]
pub struct WeaponForecast {
    /// Name of the weapon.
    pub weapon: String,
    /// Its odds.
    pub forecast: Arc<Forecast>,
}

/// Result of the comparison for one rulebook.
#[derive(Clone, Debug)]
pub struct BookForecast {
    /// The rulebook.
    pub book: Book,
    /// The forecast, or why there is none.
    pub result: Result<WeaponForecast, String>,
}

/// The scene under each rulebook, set up once and updated with its changes.
#[derive(Default)]
pub struct BookComparison {
    worlds: BTreeMap<Book, World>,
}

impl BookComparison {
    /// Returns the forecast of the scene's action under every rulebook.
    pub fn forecast_all(&mut self, scene: &LabScene, content: &Content) -> Vec<BookForecast> {
        let forecast = |book| BookForecast { book, result: self.forecast_under(scene, content, book) };
        Book::ALL.into_iter().map(forecast).collect()
    }

    fn forecast_under(
        &mut self,
        scene: &LabScene,
        content: &Content,
        book: Book,
    ) -> Result<WeaponForecast, String> {
        let aim = scene.aim.as_ref().ok_or_else(|| "no attack is aimed".to_owned())?;
        let weapon = same_weapon(scene, content, aim, book).ok_or_else(|| {
            let unit = scene.skirmish.units.get(aim.attacker).map_or("the unit", |unit| unit.name.as_str());
            format!("{unit} does not have this weapon under these rules")
        })?;
        let world = self.worlds.entry(book).or_insert_with(battle::new_battle_world);
        update_scene(world, scene, content, book).map_err(|error| error.to_string())?;
        battle::with_view(world, |view| weapon_forecast(view, aim, weapon))
    }
}

/// Returns the index of the same weapon in the attacker's loadout under another rulebook.
fn same_weapon(scene: &LabScene, content: &Content, aim: &LabAction, book: Book) -> Option<usize> {
    let unit = scene.skirmish.units.get(aim.attacker)?;
    scene.template(content, book, &unit.archetype)?;
    let own_weapons = scene.weapons_of(content, scene.skirmish.rules.book(), aim.attacker);
    let other = scene.weapons_of(content, book, aim.attacker);
    match own_weapons.get(aim.weapon) {
        Some(id) => other.iter().position(|weapon| weapon == id),
        // Unarmed attacks come after all listed weapons.
        None => Some(aim.weapon + other.len() - own_weapons.len().min(aim.weapon)),
    }
}

/// Returns the requested fire mode if the weapon has it, else its default.
fn fire_mode(
    view: &BattleView,
    unit: UnitId,
    weapon: usize,
    requested: Option<FireMode>,
) -> Option<FireMode> {
    let unit = view.unit(unit)?;
    let carried = unit.inventory.get(weapon)?;
    requested.filter(|mode| carried.modes().contains(mode)).or(carried.mode())
}

fn weapon_forecast(view: &BattleView, aim: &LabAction, weapon: usize) -> Result<WeaponForecast, String> {
    let unit = UnitId(aim.attacker as u32 + 1);
    let name = view.unit(unit).and_then(|unit| {
        let carried = unit.inventory.get(weapon)?;
        Some(carried.weapon().name().to_owned())
    });
    let name = name.ok_or_else(|| "no such weapon".to_owned())?;
    let aimed = AttackChoice {
        unit,
        weapon,
        mode: fire_mode(view, unit, weapon, aim.mode),
        option: aim.option.as_deref(),
    };
    let attack = aimed_at(view, aimed, aim.at).ok_or_else(|| "the target is gone".to_owned())?;
    play::may_attack(&attack).map_err(|refused| refused.to_string())?;
    let forecast = play::forecast(&attack);
    let forecast = forecast.map(Arc::new).ok_or_else(|| "no forecast for this action".to_owned())?;
    Ok(WeaponForecast { weapon: name, forecast })
}

/// Returns the attack that the action of a scene describes; `None` if attacker or target is gone.
pub fn aimed_attack(view: &BattleView, aim: &LabAction) -> Option<Arc<AttackRequest>> {
    let unit = UnitId(aim.attacker as u32 + 1);
    let mode = fire_mode(view, unit, aim.weapon, aim.mode);
    let choice = AttackChoice { unit, weapon: aim.weapon, mode, option: aim.option.as_deref() };
    aimed_at(view, choice, aim.at)
}

fn aimed_at(view: &BattleView, choice: AttackChoice<'_>, at: LabTarget) -> Option<Arc<AttackRequest>> {
    let target = match at {
        LabTarget::Unit(target) => Target::Unit(UnitId(target as u32 + 1)),
        LabTarget::Barrier(place) => Target::Barrier(*view.barrier_at(place)?.id),
        LabTarget::Square(cell) => Target::Square(cell),
    };
    view.attack_request(choice, target)
}
