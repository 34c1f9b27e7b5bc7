//! A scene with everything that a world needs to show it.

use super::super::bundle::{ContentError, Own, SkirmishBundle, gather};
use super::super::library::Content;
use super::super::skirmish::SkirmishMap;
use super::LabScene;
use super::tune;
use crate::rules::Book;

/// Ground that was taken back is named no more; the numbers of the rest stay.
fn forget_unused(map: &mut SkirmishMap) {
    let mut used = vec![false; map.palette.len()];
    map.terrain.iter().for_each(|&number| used[usize::from(number)] = true);
    let Some(first) = used.iter().position(|&used| used) else { return };
    for (number, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
        map.palette[number] = map.palette[first].clone();
    }
}

impl LabScene {
    /// Everything a world needs to show it, under one of the books: whoever has numbers of its own is a sort of its own
    /// there, and carries weapons of its own. Wounds come along under the book they were taken in.
    ///
    /// # Errors
    /// Something is named that the content or the book does not have, or a changed number makes no sense.
    pub fn bundle(&self, content: &Content, book: Book) -> Result<SkirmishBundle, ContentError> {
        let mut skirmish = self.skirmish.clone();
        skirmish.rules = skirmish.rules.under(book);
        skirmish.options.fog_of_war = false;
        forget_unused(&mut skirmish.map);
        for (unit, pose) in skirmish.units.iter_mut().zip(&self.poses) {
            unit.in_cover = pose.in_cover;
            unit.veteran = unit.veteran.take().filter(|veteran| veteran.condition.book() == book);
            if content.archetypes.contains_key(&unit.archetype)
                && content.recruit(book, &unit.archetype).is_none()
            {
                let (unit, archetype) = (unit.name.clone(), unit.archetype.clone());
                return Err(ContentError::NoSheet { unit, archetype, book });
            }
        }
        let own = Own { kinds: Some(&self.kinds), grounds: Some(&self.grounds) };
        let mut bundle = gather(content, &self.skirmish.name, skirmish, &own)?;
        for number in 0..bundle.skirmish.units.len() {
            self.tune(content, &mut bundle, number).map_err(|error| {
                let unit = bundle.skirmish.units[number].name.clone();
                ContentError::Tuning { unit, error }
            })?;
        }
        Ok(bundle)
    }

    fn tune(
        &self,
        content: &Content,
        bundle: &mut SkirmishBundle,
        number: usize,
    ) -> Result<(), tune::TuningError> {
        let book = bundle.skirmish.rules.book();
        let Some(tuning) = self.tuned.get(number).filter(|dials| dials.keys().any(|dial| dial.book == book))
        else {
            return Ok(());
        };
        let unit = &mut bundle.skirmish.units[number];
        let mut recruit = bundle.recruits[&unit.archetype].clone();
        if let Some(slot) = tune::beyond(tuning, book, recruit.weapons.len()) {
            return Err(tune::TuningError::NoSuchWeapon(slot));
        }
        if let Some(sheet) = tune::sheet(content, &recruit.sheet, tuning)? {
            recruit.sheet = sheet;
        }
        for (slot, id) in recruit.weapons.iter_mut().enumerate() {
            if let Some(weapon) = tune::weapon(&bundle.weapons[&*id], slot, tuning)? {
                *id = format!("{id}#{number}.{slot}");
                bundle.weapons.insert(id.clone(), weapon);
            }
        }
        unit.archetype = format!("{}#{number}", unit.archetype);
        bundle.recruits.insert(unit.archetype.clone(), recruit);
        Ok(())
    }
}
