//! Spells and items of a sheet, as deeds. Chapters SEAL, BRWA and PANI.

use super::super::spell::{KEYS, Spell, SpellKind};
use super::condition_of;
use super::turns::{pay_for, words};
use crate::status::{self, Bar, Strike};
use crate::{Aim, Combatant, Deed, Effect, Offer, Outcome, Paid, Refused, RuleSet, Unpaid, ailing};
use dice::{Step, Table};

/// The Spell or item behind a key.
fn find<'a>(unit: &'a Combatant, key: &str) -> Option<&'a Spell> {
    let place = KEYS.iter().position(|known| *known == key)?;
    unit.sheet.circumstances().spells.get(place)
}

/// Buttons of a unit's Spells and items.
pub(super) fn offers(unit: &Combatant) -> impl Iterator<Item = Offer> + '_ {
    KEYS.into_iter().zip(&unit.sheet.circumstances().spells).map(|(key, spell)| Offer {
        key,
        label: spell.name.clone(),
        detail: match spell.kind {
            SpellKind::Heal => format!("Gives {} Wounds back, within {} squares", spell.heals, spell.reach),
            SpellKind::Augment => format!("Strengthens a friend within {} squares", spell.reach),
            SpellKind::Attack => format!("Comes over an enemy within {} squares", spell.reach),
        },
        price: words(spell.price()),
        aim: if spell.is_friendly() && spell.reach == 0 { Aim::Nothing } else { Aim::Neighbour },
        clause: "CS-BASE-20",
    })
}

/// Whether a Spell or item may be used, and its price; `None` for other deeds. `CS-CONF-01`, `CS-PANI-02`.
pub(super) fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Option<Result<Paid, Unpaid>> {
    let unit = deed.unit;
    let spell = find(unit, deed.key)?;
    let refused = |text: &str, clause| Some(Err(Refused::new(text, clause).into()));
    if !spell.item && unit.shaken {
        return refused("Panicked: no concentration in this phase", "CS-PANI-02");
    }
    let (target, rings) = deed.target.unwrap_or((unit, 0));
    if rings > spell.reach {
        return refused("out of reach", "CS-BASE-20");
    }
    // Whoever is Confused takes each for the other. `CS-CONF-01`
    let swapped = status::barred(&unit.ailments, Bar::Enemies).is_some() && target.id != unit.id;
    let friend = (target.side == unit.side) != swapped;
    if spell.is_friendly() != friend {
        let clause = if swapped { "CS-CONF-01" } else { "CS-BASE-20" };
        return refused(if friend { "meant for enemies" } else { "meant for friends" }, clause);
    }
    Some(pay_for(unit, spell.price(), rules))
}

/// Uses a Spell or an item; `None` for other deeds. `CS-SEAL-01`, `CS-SEAL-02`.
///
/// # Errors
/// As the table.
pub(super) fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Option<Outcome>> {
    let unit = deed.unit;
    let Some(spell) = find(unit, deed.key) else { return Ok(None) };
    if !spell.item && status::barred(&unit.ailments, Bar::Spells).is_some() {
        return Ok(Some(Outcome { words: "Sealed: no effect".to_owned(), ..Outcome::of(Vec::new()) }));
    }
    let target = deed.target.map_or(unit, |(target, _)| target);
    let mut effects = Vec::new();
    let mut after = target.condition.circumstances().clone();
    let whole = i32::from(target.sheet.circumstances().wounds);
    let healed = i32::from(spell.heals).min(whole - after.wounds).max(0);
    if healed > 0 {
        after.wounds += healed;
        effects.push(Effect::Condition { unit: target.id, after: condition_of(after), damage: 0 });
    }
    let strike = Strike { inflicts: spell.inflicts.clone(), ..Strike::PLAIN };
    let mut touched = target.clone();
    effects.extend(ailing::touched(table, &mut touched, (&strike, None), Some(unit.id), rules)?);
    let words = match (healed, effects.is_empty()) {
        (1.., _) => format!("{healed} Wounds back"),
        (_, false) => "takes hold".to_owned(),
        (_, true) => "no effect".to_owned(),
    };
    Ok(Some(Outcome { words, ..Outcome::of(effects) }))
}
