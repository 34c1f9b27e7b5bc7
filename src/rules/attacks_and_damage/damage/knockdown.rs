//! Knockdown by damage. Chapter KD.

use crate::attacks_and_damage::{Attribute, DamageTaken, Sheet};
use dice::Modifiers;

/// Maximum damage of a single attack that does not knock a unit down. `AD-KD-01`.
pub fn knockdown_limit(sheet: &Sheet) -> u32 {
    let attribute = knockdown_limit_attribute(sheet);
    u32::from(sheet.attributes.get(attribute))
}

/// Parts of the knockdown limit. `AD-KD-01`.
pub fn knockdown_limit_parts(sheet: &Sheet) -> Modifiers {
    let attribute = knockdown_limit_attribute(sheet);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.attributes.get(attribute)), attribute.name(), "AD-KD-01");
    parts
}

const fn knockdown_limit_attribute(sheet: &Sheet) -> Attribute {
    let attributes = &sheet.attributes;
    if attributes.willpower > attributes.body { Attribute::Willpower } else { Attribute::Body }
}

/// Whether the damage of a single attack knocks a unit Prone. `AD-KD-01`, `AD-KD-02`, `AD-KD-04`, `AD-KD-05`.
pub fn knocks_down(taken: DamageTaken, sheet: &Sheet) -> bool {
    taken.total() > knockdown_limit(sheet)
}
