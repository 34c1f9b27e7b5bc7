//! Assembles a Lab scene with all content that it uses.

use std::collections::BTreeSet;

use super::overrides;
use super::{LabScene, LabUnitState, NumberOverrides};
use crate::library::Content;
use crate::shared::Shared;
use crate::skirmishes::bundle::{
    BattleStart, ContentError, SkirmishBundle, SkirmishOverrides, collect_bundle,
};
use crate::skirmishes::skirmish::{Objective, Skirmish, SkirmishMap, SkirmishUnit};
use rules::{Book, Sheet};

/// Removes unused terrain from the palette; other indices stay.
fn drop_unused_ground(map: &mut Shared<SkirmishMap>) {
    let mut used = vec![false; map.palette.len()];
    map.terrain.iter().for_each(|&number| used[usize::from(number)] = true);
    let Some(first) = used.iter().position(|&used| used) else { return };
    let id = map.palette[first].clone();
    let stays = |number: usize| used[number] || map.palette[number] == id;
    let gone: Vec<usize> = (0..used.len()).filter(|&number| !stays(number)).collect();
    // The map stays shared with the scene unless something is removed.
    for number in gone {
        map.palette[number] = id.clone();
    }
}

/// Gives a unit with its own equipment a unit template of its own.
fn apply_loadout(
    scene: &LabScene,
    content: &Content,
    bundle: &mut SkirmishBundle,
    number: usize,
) -> Result<(), ContentError> {
    let (book, unit) = (bundle.skirmish.rules.book(), &mut bundle.skirmish.units[number]);
    let Some(equipment) = unit.campaign_unit.as_ref().and_then(|veteran| veteran.loadout.as_ref()) else {
        return Ok(());
    };
    let mut template = bundle.unit_templates[&unit.archetype].clone();
    template.weapons = equipment.iter().map(|used| used.weapon.clone()).collect();
    for id in &template.weapons {
        let Some(weapon) = scene.weapon(content, book, id) else {
            let (skirmish, what) = (bundle.skirmish.name.clone(), "weapon");
            return Err(ContentError::Missing { skirmish, what, id: id.clone() });
        };
        bundle.weapons.insert(id.clone(), weapon);
    }
    unit.archetype = format!("{}@{number}", unit.archetype);
    bundle.unit_templates.insert(unit.archetype.clone(), template);
    Ok(())
}

impl LabScene {
    /// Ids of a unit's weapons under a book, by slot; empty if the book has no sheet for it.
    pub fn weapons_of(&self, content: &Content, book: Book, number: usize) -> Vec<String> {
        let Some(unit) = self.skirmish.units.get(number) else { return Vec::new() };
        let veteran = unit.campaign_unit.as_ref().filter(|veteran| veteran.condition.book() == book);
        match veteran.and_then(|veteran| veteran.loadout.as_ref()) {
            Some(equipment) => equipment.iter().map(|used| used.weapon.clone()).collect(),
            None => self
                .template(content, book, &unit.archetype)
                .map_or_else(Vec::new, |template| template.weapons),
        }
    }

    /// The sheet of a unit under a book, with its overrides; `None` if the book has none.
    pub fn sheet_of(&self, content: &Content, book: Book, number: usize) -> Option<Sheet> {
        let template = self.template(content, book, &self.skirmish.units.get(number)?.archetype)?;
        let tuned = self
            .overrides
            .get(number)
            .and_then(|own| overrides::overridden_sheet(content, &template.sheet, own).ok()?);
        Some(tuned.unwrap_or(template.sheet))
    }

    /// Bundles the scene under one of the books. Units with overrides get their own template and weapons. Wounds apply
    /// only under the book they were taken in.
    ///
    /// # Errors
    /// Content is missing in the book, or an override is invalid.
    pub fn bundle(&self, content: &Content, book: Book) -> Result<SkirmishBundle, ContentError> {
        let mut skirmish = self.skirmish.clone();
        skirmish.rules = skirmish.rules.with_book(book);
        // Only a scene with orders keeps its fog of war.
        skirmish.options.fog_of_war &= !self.script.orders.is_empty();
        // Orders may give the faces of dice.
        skirmish.options.own_dice |= !self.script.orders.is_empty();
        drop_unused_ground(&mut skirmish.map);
        self.complete_bundle(content, &self.skirmish.name, skirmish)
    }

    /// Bundles the scene to be played from its state. Without objectives, a side wins by eliminating the others.
    ///
    /// # Errors
    /// Fewer than two sides have units, content is missing, or an override or the squad is invalid.
    pub fn battle_bundle(
        mut self,
        content: &Content,
        id: &str,
        overrides: &SkirmishOverrides,
    ) -> Result<SkirmishBundle, ContentError> {
        let able: BTreeSet<u8> = self.skirmish.units.iter().map(|unit| unit.side).collect();
        if able.len() < 2 {
            return Err(ContentError::OneSide(self.skirmish.name));
        }
        if self.skirmish.objectives.is_empty() {
            self.skirmish.objectives = able.into_iter().map(|side| Objective::Eliminate { side }).collect();
        }
        let start = self.battle_start();
        overrides.apply(&mut self.skirmish)?;
        if let Some(squad) = &overrides.squad {
            let before: Vec<_> = self.skirmish.units.iter().map(|unit| unit.cell).collect();
            let terms = overrides.squad_terms;
            let side = if terms.takes_first_side { 0 } else { squad.side_in(&self.skirmish) };
            squad.replace_side_on_terms(&mut self.skirmish, side, terms)?;
            // Units keep their order and squares, and some are gone.
            let mut kept = before.into_iter().zip(self.unit_states).zip(self.overrides);
            let own = |unit: &SkirmishUnit| {
                let found = kept.by_ref().find(|((cell, _), _)| *cell == unit.cell);
                found.map_or_else(Default::default, |((_, state), numbers)| (state, numbers))
            };
            let kept: Vec<(LabUnitState, NumberOverrides)> = self.skirmish.units.iter().map(own).collect();
            (self.unit_states, self.overrides) = kept.into_iter().unzip();
        }
        let mut bundle = self.complete_bundle(content, id, self.skirmish.clone())?;
        bundle.start = start.map(|start| BattleStart { unit_states: self.unit_states, ..start });
        bundle.check_start_of_units()?;
        Ok(bundle)
    }

    /// State at the start of a battle; `None` for a skirmish in which nothing has happened.
    fn battle_start(&self) -> Option<BattleStart> {
        let stands =
            |state: &LabUnitState| LabUnitState { in_cover: false, ..*state } == LabUnitState::default();
        let fresh = self.damaged.is_empty()
            && self.items.is_empty()
            && self.kinds.is_empty()
            && self.grounds.is_empty()
            && self.weapons.is_empty()
            && self.templates.is_empty()
            && self.unit_states.iter().all(stands)
            && self.skirmish.units.iter().all(|unit| unit.campaign_unit.is_none());
        (!fresh).then(|| BattleStart {
            unit_states: self.unit_states.clone(),
            damaged: self.damaged.iter().map(|(&place, &wear)| (place, wear)).collect(),
            items: self.items.clone(),
            kinds: self.kinds.clone(),
            grounds: self.grounds.clone(),
            weapons: self.weapons.clone(),
            templates: self.templates.clone(),
        })
    }

    /// Collects the content of a skirmish with the scene's units: their loadouts and overrides.
    fn complete_bundle(
        &self,
        content: &Content,
        id: &str,
        mut skirmish: Skirmish,
    ) -> Result<SkirmishBundle, ContentError> {
        let book = skirmish.rules.book();
        for (unit, state) in skirmish.units.iter_mut().zip(&self.unit_states) {
            unit.in_cover = state.in_cover;
            unit.campaign_unit = unit.campaign_unit.take().filter(|veteran| veteran.condition.book() == book);
            let known = content.archetypes.contains_key(&unit.archetype)
                || self.templates.contains_key(&unit.archetype);
            if known && self.template(content, book, &unit.archetype).is_none() {
                let (unit, archetype) = (unit.name.clone(), unit.archetype.clone());
                return Err(ContentError::NoSheet { unit, archetype, book });
            }
        }
        let mut bundle = collect_bundle(content, id, skirmish, self)?;
        for lying in &self.items {
            // Another book may not have it.
            if let Some(weapon) = self.weapon(content, book, &lying.thing.weapon) {
                bundle.weapons.insert(lying.thing.weapon.clone(), weapon);
            }
        }
        for number in 0..bundle.skirmish.units.len() {
            apply_loadout(self, content, &mut bundle, number)?;
            self.apply_overrides(content, &mut bundle, number).map_err(|error| {
                let unit = bundle.skirmish.units[number].name.clone();
                ContentError::Override { unit, error }
            })?;
        }
        Ok(bundle)
    }

    fn apply_overrides(
        &self,
        content: &Content,
        bundle: &mut SkirmishBundle,
        number: usize,
    ) -> Result<(), overrides::OverrideError> {
        let book = bundle.skirmish.rules.book();
        let Some(tuning) =
            self.overrides.get(number).filter(|dials| dials.keys().any(|dial| dial.book == book))
        else {
            return Ok(());
        };
        let unit = &mut bundle.skirmish.units[number];
        let mut template = bundle.unit_templates[&unit.archetype].clone();
        if let Some(slot) = overrides::missing_weapon_slot(tuning, book, template.weapons.len()) {
            return Err(overrides::OverrideError::NoSuchWeapon(slot));
        }
        if let Some(sheet) = overrides::overridden_sheet(content, &template.sheet, tuning)? {
            template.sheet = sheet;
        }
        for (slot, id) in template.weapons.iter_mut().enumerate() {
            if let Some(weapon) = overrides::overridden_weapon(&bundle.weapons[&*id], slot, tuning)? {
                *id = format!("{id}#{number}.{slot}");
                bundle.weapons.insert(id.clone(), weapon);
            }
        }
        unit.archetype = format!("{}#{number}", unit.archetype);
        bundle.unit_templates.insert(unit.archetype.clone(), template);
        Ok(())
    }
}
