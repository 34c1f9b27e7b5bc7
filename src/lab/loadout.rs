//! Loadout and healing of a unit: edits of its campaign state.

use crate::edit::SceneEdit;
use content::{
    CampaignUnit, Content, LabAction, LabScene, NumberKey, NumberOverrides, OverrideOwner, SkirmishUnit,
    UsedWeapon,
};
use rules::{Book, play};

/// Number of hands of a person.
const HANDS: u8 = 2;

/// Returns the campaign state of a unit under a rulebook, if it has one.
fn campaign_unit(scene: &LabScene, book: Book, at: usize) -> Option<&CampaignUnit> {
    let veteran = scene.skirmish.units.get(at)?.campaign_unit.as_ref();
    veteran.filter(|veteran| veteran.condition.book() == book)
}

/// Returns the campaign state of an unwounded unit with full Karma and the default loadout.
fn fresh_campaign_unit(scene: &LabScene, content: &Content, book: Book, at: usize) -> Option<CampaignUnit> {
    let sheet = scene.sheet_of(content, book, at)?;
    let rules = scene.skirmish.rules.with_book(book);
    Some(CampaignUnit::new(play::starting_health(&sheet, &rules), play::starting_karma(&sheet)))
}

fn set_campaign_unit(scene: &LabScene, at: usize, veteran: Option<CampaignUnit>) -> Option<SceneEdit> {
    let unit = SkirmishUnit { campaign_unit: veteran, ..scene.skirmish.units.get(at)?.clone() };
    Some(SceneEdit::SetUnit { at, unit })
}

/// An item of a loadout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadoutItem {
    /// The item and its state.
    pub used: UsedWeapon,
    /// Its name.
    pub name: String,
    /// Capacity of the magazine; 0 if it needs no ammunition.
    pub magazine: u32,
    /// Number of hands needed; 0 for a natural weapon.
    pub hands: u8,
}

/// Returns the loadout of a unit under a rulebook, in order. In a default loadout, the first items that fit are in
/// hand.
pub fn carried_items(scene: &LabScene, content: &Content, book: Book, at: usize) -> Vec<LoadoutItem> {
    let Some(sheet) = scene.sheet_of(content, book, at) else { return Vec::new() };
    let rules = scene.skirmish.rules.with_book(book);
    let custom = campaign_unit(scene, book, at).and_then(|veteran| veteran.loadout.clone());
    let is_default = custom.is_none();
    let all = custom.unwrap_or_else(|| {
        scene.weapons_of(content, book, at).iter().map(|id| UsedWeapon::new(id)).collect()
    });
    let mut free = HANDS;
    let pieces = all.into_iter().filter_map(|mut used| {
        let weapon = scene.weapon(content, book, &used.weapon)?;
        let profile = play::weapon_traits(&weapon, &sheet, &rules);
        if is_default {
            used.in_hand = profile.hands <= free && (profile.hands == 0 || free == HANDS);
            free -= if used.in_hand { profile.hands } else { 0 };
        }
        Some(LoadoutItem {
            used,
            name: profile.name.to_owned(),
            magazine: profile.magazine,
            hands: profile.hands,
        })
    });
    pieces.collect()
}

/// Returns the loadout after taking one item in hand; items that no longer fit are put away.
pub fn items_after_equipping(pieces: &[LoadoutItem], number: usize) -> Vec<UsedWeapon> {
    let hands = pieces.get(number).map_or(0, |piece| piece.hands);
    let put_away = |(other, piece): (usize, &LoadoutItem)| {
        let stays = piece.hands == 0 || (piece.used.in_hand && piece.hands + hands <= HANDS);
        let in_hand = other == number || stays;
        UsedWeapon { in_hand, off_hand: piece.used.off_hand && in_hand, ..piece.used.clone() }
    };
    pieces.iter().enumerate().map(put_away).collect()
}

/// Returns the edit that changes a unit's loadout; `None` restores the default. Overrides of the weapon removed at
/// index `gone` are removed as well. Returns `None` if the rulebook has no sheet for the unit.
pub fn set_loadout(
    scene: &LabScene,
    content: &Content,
    (book, at): (Book, usize),
    items: Option<Vec<UsedWeapon>>,
    gone: Option<usize>,
) -> Option<SceneEdit> {
    let own = campaign_unit(scene, book, at).cloned();
    let whole = fresh_campaign_unit(scene, content, book, at)?;
    let next = CampaignUnit { loadout: items, ..own.unwrap_or_else(|| whole.clone()) };
    // An unwounded unit with the default loadout needs no campaign state.
    let veteran = (next != whole).then_some(next);
    let usual = veteran.as_ref().is_none_or(|veteran| veteran.loadout.is_none());
    let mut edits = vec![set_campaign_unit(scene, at, veteran)?];
    let overrides = scene.overrides.get(at)?;
    let next: NumberOverrides =
        overrides.iter().filter_map(|(key, is)| Some((shift_dial(key, book, usual, gone)?, *is))).collect();
    if next != *overrides {
        edits.push(SceneEdit::SetOverrides { at, overrides: next });
    }
    if let (Some(aim), Some(gone)) = (&scene.aim, gone)
        && aim.attacker == at
        && aim.weapon >= gone
        && scene.skirmish.rules.book() == book
    {
        let weapon = if aim.weapon > gone { aim.weapon - 1 } else { 0 };
        edits.push(SceneEdit::SetAim(Some(LabAction { weapon, mode: None, option: None, ..aim.clone() })));
    }
    Some(if edits.len() == 1 { edits.remove(0) } else { SceneEdit::Batch(edits) })
}

/// Returns the override key after removal of the weapon at `gone`; `None` for the removed weapon or loadout.
fn shift_dial(key: &NumberKey, book: Book, usual: bool, gone: Option<usize>) -> Option<NumberKey> {
    let OverrideOwner::Weapon(slot) = key.of else { return Some(key.clone()) };
    if key.book != book {
        return Some(key.clone());
    }
    match gone {
        None if usual => None,
        Some(gone) if slot == gone => None,
        Some(gone) if slot > gone => Some(NumberKey { of: OverrideOwner::Weapon(slot - 1), ..key.clone() }),
        _ => Some(key.clone()),
    }
}

/// Returns the edit that heals a unit; its loadout is not changed.
pub fn heal_unit(scene: &LabScene, content: &Content, book: Book, at: usize) -> Option<SceneEdit> {
    let loadout = campaign_unit(scene, book, at).and_then(|veteran| veteran.loadout.clone());
    let veteran = match loadout {
        Some(loadout) => {
            Some(CampaignUnit { loadout: Some(loadout), ..fresh_campaign_unit(scene, content, book, at)? })
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
    fn a_healed_unit_keeps_its_loadout() {
        let (mut scene, content) = scene();
        let whole = fresh_campaign_unit(&scene, &content, BOOK, 0).expect("a sheet");
        let (name, is) =
            named_numbers(&whole.condition).into_iter().find(|(_, is)| *is > 1).expect("a number");
        let condition = with_number(&whole.condition, &name, is - 1).expect("less of it");
        let items = vec![UsedWeapon { loaded: Some(2), in_hand: true, ..UsedWeapon::new("pistol") }];
        let hurt = CampaignUnit { condition, loadout: Some(items.clone()), ..whole.clone() };
        scene.skirmish.units[0].campaign_unit = Some(hurt);
        heal_unit(&scene, &content, BOOK, 0).expect("a unit").apply(&mut scene).expect("valid edit");
        assert_eq!(
            scene.skirmish.units[0].campaign_unit,
            Some(CampaignUnit { loadout: Some(items), ..whole })
        );
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
    fn removing_a_weapon_removes_its_overrides() {
        let (mut scene, content) = scene();
        let before = scene.clone();
        let key = |slot| NumberKey { book: BOOK, of: OverrideOwner::Weapon(slot), number: "arp".to_owned() };
        scene.overrides[0] = [(key(0), 7), (key(1), 8)].into_iter().collect();
        scene.aim.as_mut().expect("an aim").weapon = 1;
        let tuned = scene.clone();
        let mut items: Vec<UsedWeapon> =
            carried_items(&scene, &content, BOOK, 0).into_iter().map(|piece| piece.used).collect();
        let count = items.len();
        items.remove(0);
        let edit = set_loadout(&scene, &content, (BOOK, 0), Some(items), Some(0)).expect("a unit");
        let back = edit.apply(&mut scene).expect("valid edit");
        assert_eq!(scene.weapons_of(&content, BOOK, 0).len(), count - 1);
        assert_eq!(scene.overrides[0], [(key(0), 8)].into_iter().collect());
        assert_eq!(scene.aim.as_ref().map(|aim| aim.weapon), Some(0));
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, tuned);
        let usual = set_loadout(&before, &content, (BOOK, 0), None, None).expect("a unit");
        let mut same = before.clone();
        usual.apply(&mut same).expect("valid edit");
        assert_eq!(same, before, "an unwounded unit with the default loadout needs no campaign state");
    }
}
