//! What a unit of a scene carries, and healing it: edits of what it brings from an earlier fight.

use crate::edit::SceneEdit;
use content::{
    CampaignUnit, Content, LabAction, LabScene, NumberKey, NumberOverrides, OverrideOwner, SkirmishUnit,
    UsedWeapon,
};
use rules::{Book, play};

/// Hands of anybody.
const HANDS: u8 = 2;

/// What a unit brings into the scene under a book, if it brings anything.
fn campaign_unit(scene: &LabScene, book: Book, at: usize) -> Option<&CampaignUnit> {
    let veteran = scene.skirmish.units.get(at)?.campaign_unit.as_ref();
    veteran.filter(|veteran| veteran.condition.book() == book)
}

/// A unit that is whole, with full Karma, and carries the usual.
fn fresh_campaign_unit(scene: &LabScene, content: &Content, book: Book, at: usize) -> Option<CampaignUnit> {
    let sheet = scene.sheet_of(content, book, at)?;
    let rules = scene.skirmish.rules.with_book(book);
    Some(CampaignUnit::new(play::fresh(&sheet, &rules), play::karma(&sheet)))
}

fn set_campaign_unit(scene: &LabScene, at: usize, veteran: Option<CampaignUnit>) -> Option<SceneEdit> {
    let unit = SkirmishUnit { campaign_unit: veteran, ..scene.skirmish.units.get(at)?.clone() };
    Some(SceneEdit::SetUnit { at, unit })
}

/// Something that is carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadoutItem {
    /// What it is, and how.
    pub used: UsedWeapon,
    /// Its name.
    pub name: String,
    /// Rounds of a full magazine; 0 for what needs none.
    pub magazine: u32,
    /// Hands it takes; 0 for a part of the body.
    pub hands: u8,
}

/// What a unit carries under a book, in the order of its numbers; of what its sort brings the first things that fit are
/// in its hands.
pub fn carried_items(scene: &LabScene, content: &Content, book: Book, at: usize) -> Vec<LoadoutItem> {
    let Some(sheet) = scene.sheet_of(content, book, at) else { return Vec::new() };
    let rules = scene.skirmish.rules.with_book(book);
    let own = campaign_unit(scene, book, at).and_then(|veteran| veteran.loadout.clone());
    let usual = own.is_none();
    let all = own.unwrap_or_else(|| {
        scene.weapons_of(content, book, at).iter().map(|id| UsedWeapon::new(id)).collect()
    });
    let mut free = HANDS;
    let pieces = all.into_iter().filter_map(|mut used| {
        let weapon = content.weapon(book, &used.weapon)?;
        let arm = play::arm(&weapon, &sheet, &rules);
        if usual {
            used.in_hand = arm.hands <= free && (arm.hands == 0 || free == HANDS);
            free -= if used.in_hand { arm.hands } else { 0 };
        }
        Some(LoadoutItem { used, name: arm.name.to_owned(), magazine: arm.magazine, hands: arm.hands })
    });
    pieces.collect()
}

/// One of what is carried goes into the hands, as the scene's own; what no longer fits is put away.
pub fn items_after_equipping(pieces: &[LoadoutItem], number: usize) -> Vec<UsedWeapon> {
    let hands = pieces.get(number).map_or(0, |piece| piece.hands);
    let put_away = |(other, piece): (usize, &LoadoutItem)| {
        let stays = piece.hands == 0 || (piece.used.in_hand && piece.hands + hands <= HANDS);
        let in_hand = other == number || stays;
        UsedWeapon { in_hand, off_hand: piece.used.off_hand && in_hand, ..piece.used.clone() }
    };
    pieces.iter().enumerate().map(put_away).collect()
}

/// The unit carries this; nothing for what its sort brings. Of what is gone, by its number, the scene's own numbers go as
/// well. Gives nothing for a unit that the book has no sheet for.
pub fn set_loadout(
    scene: &LabScene,
    content: &Content,
    (book, at): (Book, usize),
    kit: Option<Vec<UsedWeapon>>,
    gone: Option<usize>,
) -> Option<SceneEdit> {
    let own = campaign_unit(scene, book, at).cloned();
    let whole = fresh_campaign_unit(scene, content, book, at)?;
    let next = CampaignUnit { loadout: kit, ..own.unwrap_or_else(|| whole.clone()) };
    // Whole and with the usual it brings nothing.
    let veteran = (next != whole).then_some(next);
    let usual = veteran.as_ref().is_none_or(|veteran| veteran.loadout.is_none());
    let mut edits = vec![set_campaign_unit(scene, at, veteran)?];
    let tuning = scene.overrides.get(at)?;
    let next: NumberOverrides =
        tuning.iter().filter_map(|(dial, is)| Some((shift_dial(dial, book, usual, gone)?, *is))).collect();
    if next != *tuning {
        edits.push(SceneEdit::SetOverrides { at, tuning: next });
    }
    if let (Some(aim), Some(gone)) = (&scene.aim, gone)
        && aim.attacker == at
        && aim.weapon >= gone
        && scene.skirmish.rules.book() == book
    {
        let weapon = if aim.weapon > gone { aim.weapon - 1 } else { 0 };
        edits.push(SceneEdit::SetAim(Some(LabAction { weapon, mode: None, manner: None, ..aim.clone() })));
    }
    Some(if edits.len() == 1 { edits.remove(0) } else { SceneEdit::Batch(edits) })
}

/// Where a number of a weapon stands once one before it is gone; nothing for those of what is gone, or of a kit that is.
fn shift_dial(dial: &NumberKey, book: Book, usual: bool, gone: Option<usize>) -> Option<NumberKey> {
    let OverrideOwner::Weapon(slot) = dial.of else { return Some(dial.clone()) };
    if dial.book != book {
        return Some(dial.clone());
    }
    match gone {
        None if usual => None,
        Some(gone) if slot == gone => None,
        Some(gone) if slot > gone => Some(NumberKey { of: OverrideOwner::Weapon(slot - 1), ..dial.clone() }),
        _ => Some(dial.clone()),
    }
}

/// The unit is whole; what it carries stays as it is.
pub fn heal_unit(scene: &LabScene, content: &Content, book: Book, at: usize) -> Option<SceneEdit> {
    let kit = campaign_unit(scene, book, at).and_then(|veteran| veteran.loadout.clone());
    let veteran = match kit {
        Some(kit) => {
            Some(CampaignUnit { loadout: Some(kit), ..fresh_campaign_unit(scene, content, book, at)? })
        }
        None => None,
    };
    set_campaign_unit(scene, at, veteran)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use content::load_content;
    use content::{named_numbers, with_number};

    const BOOK: Book = Book::SwanSong;

    fn scene() -> (LabScene, Content) {
        let content = load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content;
        (content.labs["full_cover"].clone(), content)
    }

    #[test]
    fn whoever_is_healed_keeps_what_it_carries() {
        let (mut scene, content) = scene();
        let whole = fresh_campaign_unit(&scene, &content, BOOK, 0).expect("a sheet");
        let (name, is) =
            named_numbers(&whole.condition).into_iter().find(|(_, is)| *is > 1).expect("a number");
        let condition = with_number(&whole.condition, &name, is - 1).expect("less of it");
        let kit = vec![UsedWeapon { loaded: Some(2), in_hand: true, ..UsedWeapon::new("pistol") }];
        let hurt = CampaignUnit { condition, loadout: Some(kit.clone()), ..whole.clone() };
        scene.skirmish.units[0].campaign_unit = Some(hurt);
        heal_unit(&scene, &content, BOOK, 0).expect("a unit").apply(&mut scene).expect("it is there");
        assert_eq!(scene.skirmish.units[0].campaign_unit, Some(CampaignUnit { loadout: Some(kit), ..whole }));
    }

    #[test]
    fn hands_hold_what_fits() {
        let (scene, content) = scene();
        let pieces = carried_items(&scene, &content, BOOK, 0);
        let held = |all: &[UsedWeapon]| all.iter().map(|used| used.in_hand).collect::<Vec<_>>();
        let begins: Vec<UsedWeapon> = pieces.iter().map(|piece| piece.used.clone()).collect();
        assert!(begins[0].in_hand && !begins[1].in_hand && pieces[0].hands == 2);
        let changed = items_after_equipping(&pieces, 1);
        assert!(!changed[0].in_hand && changed[1].in_hand);
        assert_eq!(held(&items_after_equipping(&pieces, 0)), held(&begins));
    }

    #[test]
    fn what_is_taken_away_takes_its_numbers_along() {
        let (mut scene, content) = scene();
        let before = scene.clone();
        let dial = |slot| NumberKey { book: BOOK, of: OverrideOwner::Weapon(slot), number: "arp".to_owned() };
        scene.overrides[0] = [(dial(0), 7), (dial(1), 8)].into_iter().collect();
        scene.aim.as_mut().expect("an aim").weapon = 1;
        let tuned = scene.clone();
        let mut kit: Vec<UsedWeapon> =
            carried_items(&scene, &content, BOOK, 0).into_iter().map(|piece| piece.used).collect();
        let count = kit.len();
        kit.remove(0);
        let edit = set_loadout(&scene, &content, (BOOK, 0), Some(kit), Some(0)).expect("a unit");
        let back = edit.apply(&mut scene).expect("it is there");
        assert_eq!(scene.weapons_of(&content, BOOK, 0).len(), count - 1);
        assert_eq!(scene.overrides[0], [(dial(0), 8)].into_iter().collect());
        assert_eq!(scene.aim.as_ref().map(|aim| aim.weapon), Some(0));
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, tuned);
        let usual = set_loadout(&before, &content, (BOOK, 0), None, None).expect("a unit");
        let mut same = before.clone();
        usual.apply(&mut same).expect("it is there");
        assert_eq!(same, before, "whole and with the usual it brings nothing");
    }
}
