//! A scene with everything that a world needs to show it.

use super::LabScene;
use super::overrides;
use crate::library::Content;
use crate::shared::Shared;
use crate::skirmishes::bundle::{ContentError, CustomTerrain, SkirmishBundle, collect_bundle};
use crate::skirmishes::skirmish::SkirmishMap;
use rules::{Book, Sheet};

/// Ground that was taken back is named no more; the numbers of the rest stay.
fn drop_unused_ground(map: &mut Shared<SkirmishMap>) {
    let mut used = vec![false; map.palette.len()];
    map.terrain.iter().for_each(|&number| used[usize::from(number)] = true);
    let Some(first) = used.iter().position(|&used| used) else { return };
    let id = map.palette[first].clone();
    let stays = |number: usize| used[number] || map.palette[number] == id;
    let gone: Vec<usize> = (0..used.len()).filter(|&number| !stays(number)).collect();
    // The map is shared with the scene as long as nothing of it is forgotten.
    for number in gone {
        map.palette[number] = id.clone();
    }
}

/// Whoever carries something else than its sort brings is a sort of its own.
fn apply_loadout(content: &Content, bundle: &mut SkirmishBundle, number: usize) -> Result<(), ContentError> {
    let (book, unit) = (bundle.skirmish.rules.book(), &mut bundle.skirmish.units[number]);
    let Some(kit) = unit.campaign_unit.as_ref().and_then(|veteran| veteran.loadout.as_ref()) else {
        return Ok(());
    };
    let mut recruit = bundle.unit_templates[&unit.archetype].clone();
    recruit.weapons = kit.iter().map(|used| used.weapon.clone()).collect();
    for id in &recruit.weapons {
        let Some(weapon) = content.weapon(book, id) else {
            let (skirmish, what) = (bundle.skirmish.name.clone(), "weapon");
            return Err(ContentError::Missing { skirmish, what, id: id.clone() });
        };
        bundle.weapons.insert(id.clone(), weapon);
    }
    unit.archetype = format!("{}@{number}", unit.archetype);
    bundle.unit_templates.insert(unit.archetype.clone(), recruit);
    Ok(())
}

impl LabScene {
    /// Ids of what a unit carries under a book, in the order of their numbers; nothing where the book has no sheet for it.
    pub fn weapons_of(&self, content: &Content, book: Book, number: usize) -> Vec<String> {
        let Some(unit) = self.skirmish.units.get(number) else { return Vec::new() };
        let veteran = unit.campaign_unit.as_ref().filter(|veteran| veteran.condition.book() == book);
        match veteran.and_then(|veteran| veteran.loadout.as_ref()) {
            Some(kit) => kit.iter().map(|used| used.weapon.clone()).collect(),
            None => {
                content.unit_template(book, &unit.archetype).map_or_else(Vec::new, |recruit| recruit.weapons)
            }
        }
    }

    /// The sheet of a unit under a book, with the numbers that the scene gives it; nothing where the book has none for it.
    pub fn sheet_of(&self, content: &Content, book: Book, number: usize) -> Option<Sheet> {
        let recruit = content.unit_template(book, &self.skirmish.units.get(number)?.archetype)?;
        let tuned = self
            .overrides
            .get(number)
            .and_then(|own| overrides::overridden_sheet(content, &recruit.sheet, own).ok()?);
        Some(tuned.unwrap_or(recruit.sheet))
    }

    /// Everything a world needs to show it, under one of the books: whoever has numbers of its own is a sort of its own
    /// there, and carries weapons of its own. Wounds come along under the book they were taken in.
    ///
    /// # Errors
    /// Something is named that the content or the book does not have, or a changed number makes no sense.
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
            // Another book may not know it.
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
        let mut recruit = bundle.unit_templates[&unit.archetype].clone();
        if let Some(slot) = overrides::missing_weapon_slot(tuning, book, recruit.weapons.len()) {
            return Err(overrides::OverrideError::NoSuchWeapon(slot));
        }
        if let Some(sheet) = overrides::overridden_sheet(content, &recruit.sheet, tuning)? {
            recruit.sheet = sheet;
        }
        for (slot, id) in recruit.weapons.iter_mut().enumerate() {
            if let Some(weapon) = overrides::overridden_weapon(&bundle.weapons[&*id], slot, tuning)? {
                *id = format!("{id}#{number}.{slot}");
                bundle.weapons.insert(id.clone(), weapon);
            }
        }
        unit.archetype = format!("{}#{number}", unit.archetype);
        bundle.unit_templates.insert(unit.archetype.clone(), recruit);
        Ok(())
    }
}
