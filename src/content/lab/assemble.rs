//! Assembles a Lab scene with all content that it uses.

use super::LabScene;
use super::overrides;
use crate::library::Content;
use crate::shared::Shared;
use crate::skirmishes::bundle::{ContentError, CustomTerrain, SkirmishBundle, collect_bundle};
use crate::skirmishes::skirmish::SkirmishMap;
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
fn apply_loadout(content: &Content, bundle: &mut SkirmishBundle, number: usize) -> Result<(), ContentError> {
    let (book, unit) = (bundle.skirmish.rules.book(), &mut bundle.skirmish.units[number]);
    let Some(equipment) = unit.campaign_unit.as_ref().and_then(|veteran| veteran.loadout.as_ref()) else {
        return Ok(());
    };
    let mut template = bundle.unit_templates[&unit.archetype].clone();
    template.weapons = equipment.iter().map(|used| used.weapon.clone()).collect();
    for id in &template.weapons {
        let Some(weapon) = content.weapon(book, id) else {
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
            None => content
                .unit_template(book, &unit.archetype)
                .map_or_else(Vec::new, |template| template.weapons),
        }
    }

    /// The sheet of a unit under a book, with its overrides; `None` if the book has none.
    pub fn sheet_of(&self, content: &Content, book: Book, number: usize) -> Option<Sheet> {
        let template = content.unit_template(book, &self.skirmish.units.get(number)?.archetype)?;
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
        skirmish.options.fog_of_war = false;
        drop_unused_ground(&mut skirmish.map);
        for (unit, pose) in skirmish.units.iter_mut().zip(&self.unit_states) {
            unit.in_cover = pose.in_cover;
            unit.campaign_unit = unit.campaign_unit.take().filter(|veteran| veteran.condition.book() == book);
            if content.archetypes.contains_key(&unit.archetype)
                && content.unit_template(book, &unit.archetype).is_none()
            {
                let (unit, archetype) = (unit.name.clone(), unit.archetype.clone());
                return Err(ContentError::NoSheet { unit, archetype, book });
            }
        }
        let own = CustomTerrain { kinds: Some(&self.kinds), grounds: Some(&self.grounds) };
        let mut bundle = collect_bundle(content, &self.skirmish.name, skirmish, &own)?;
        for lying in &self.items {
            // Another book may not have it.
            if let Some(weapon) = content.weapon(book, &lying.thing.weapon) {
                bundle.weapons.insert(lying.thing.weapon.clone(), weapon);
            }
        }
        for number in 0..bundle.skirmish.units.len() {
            apply_loadout(content, &mut bundle, number)?;
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
