//! Which sound each weapon has, and how files of players change it.

use breachline::content::{self, WeaponSound};
use breachline::rules::Book;

use crate::{complaints, load_with, shipped, the_complaint};

const FILE: &str = "weapon_sounds.ron";

#[test]
fn every_shipped_weapon_of_every_book_has_a_sound() {
    let content = content::load_content(&[shipped()]).content;
    let by_name = content.weapon_sounds_by_name();
    for book in Book::ALL {
        for id in content.weapon_ids(book) {
            let weapon = content.weapon(book, id).expect("it is listed");
            let sound = content.weapon_sounds.get(id);
            assert!(sound.is_some(), "{id} of {} has no sound", book.name());
            assert_eq!(by_name.get(weapon.name()), sound, "{id} of {}", book.name());
        }
    }
    assert_eq!(by_name["Shotgun, slugs"], WeaponSound::Shotgun);
}

#[test]
fn a_folder_of_a_player_replaces_sounds() {
    let loaded = load_with(&[(FILE, "{\"smg\": energy}")]);
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.content.weapon_sounds["smg"], WeaponSound::Energy);
    assert_eq!(loaded.content.weapon_sounds["sword"], WeaponSound::Blade);
}

#[test]
fn unknown_weapons_and_sounds_are_reported() {
    let said = the_complaint(FILE, "{\n    \"smgg\": energy,\n}");
    assert_eq!(said, "weapon_sounds.ron:2:5: no book has a weapon `smgg`; did you mean `smg`?");
    let said = complaints(FILE, "{\"smg\": trumpet}");
    assert_eq!(said.len(), 1, "{said:?}");
}
