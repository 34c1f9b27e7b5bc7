//! Bundles of older journals, turned into those of this program before they are read.

use serde_json::Value;

use crate::books::book_kind::{BookKind, for_book};
use rules::Book;

/// Where a bundle has units with sheets, by name: those of its skirmish, under an older name too, and those of a scene.
const TEMPLATES: [&str; 3] = ["/unit_templates", "/recruits", "/start/templates"];

/// Turns the bundle of a journal of an older format into one that is read today: what was removed since is left out. A bundle
/// that is damaged stays so; reading it tells what is wrong.
pub fn migrate_bundle(format: u32, bundle: &mut Value) {
    for place in TEMPLATES {
        let Some(templates) = bundle.pointer_mut(place).and_then(Value::as_object_mut) else { continue };
        for sheets in templates.values_mut().filter_map(|template| template.get_mut("sheet")) {
            for book in Book::ALL {
                if let Some(sheet) = sheets.get_mut(book.id()).and_then(Value::as_object_mut) {
                    for_book!(book, B => B::migrate_sheet(format, sheet));
                }
            }
        }
    }
}
