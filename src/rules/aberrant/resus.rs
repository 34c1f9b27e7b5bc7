//! Who is dying, for how long, and who may still be brought back. Chapter RESUS.

use serde::{Deserialize, Serialize};

use super::base::{self, Rolling};
use super::layers::{self, Effort};
use super::{Ability, Condition, Fighter, Sheet, Switches};
use dice::{Clause, Modifiers, Note, Step, Table};

/// Rounds of a minute. `AB-BASE-06`.
pub const ROUNDS_PER_MINUTE: u32 = 12;
/// Difficulty before anything makes it harder. `AB-RESUS-03`.
const DIFFICULTY: u32 = 1;
/// Iatrosis that brings anybody back. `AB-RESUS-13`.
const IATROSIS: u8 = 5;

/// How somebody came to be dying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dying {
    /// The round since which it lasts. `AB-RESUS-01`.
    pub since: u32,
    /// Rounds that passed besides: after the fight.
    pub more: u32,
    /// By aggravated damage. `AB-RESUS-12`.
    pub aggravated: bool,
    /// Its dying was drawn out once. `AB-RESUS-12`.
    pub prolonged: bool,
    /// It dies no more. `AB-RESUS-06`.
    pub stable: bool,
}

/// What of a blow matters for whoever dies of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blow {
    /// At a vital organ. `AB-RESUS-08`.
    pub vital: bool,
    /// Aggravated. `AB-RESUS-12`.
    pub aggravated: bool,
}

impl Dying {
    /// Rounds it has lasted.
    pub const fn rounds(self, now: u32) -> u32 {
        now.saturating_sub(self.since).saturating_add(self.more)
    }
}

/// Rounds for which somebody who is dying can be brought back. `AB-RESUS-01`.
pub fn window(sheet: &Sheet) -> u32 {
    u32::from(sheet.stamina) * ROUNDS_PER_MINUTE
}

/// Harm may have left somebody dying, or dying no longer; a blow at a vital organ kills at once. `AB-RESUS-08`,
/// `AB-RESUS-15`.
pub fn after_harm(condition: &mut Condition, sheet: &Sheet, blow: Blow, now: u32) {
    let dying = condition.marks.fate_in(sheet, condition.burnt_out) == super::track::Fate::Dying;
    match condition.dying {
        None if dying => {
            condition.dying = Some(Dying { since: now, aggravated: blow.aggravated, ..Dying::default() });
            condition.dead |= blow.vital;
        }
        Some(_) if !dying => condition.dying = None,
        _ => {}
    }
}

/// The end of a round, or of so many rounds at rest: whoever nobody has helped in time is dead. `AB-RESUS-01`,
/// `AB-RESUS-15`.
pub fn time_passes(condition: &mut Condition, sheet: &Sheet, now: u32) {
    let over = |dying: Dying| !dying.stable && dying.rounds(now) > window(sheet);
    condition.dead |= condition.dying.is_some_and(over);
}

/// Why somebody cannot be brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hopeless {
    /// It is not dying, or no longer.
    NotDying,
    /// Its time is over, or a vital organ was hit. `AB-RESUS-01`, `AB-RESUS-08`.
    Dead,
    /// Nothing is left of it. `AB-RESUS-09`.
    Destroyed,
    /// The place where it lies allows no help. `AB-RESUS-14`.
    Place,
}

impl Hopeless {
    /// In a sentence, and its clause.
    pub const fn text(self) -> (&'static str, Clause) {
        match self {
            Self::NotDying => ("nobody is dying there", "AB-RESUS-06"),
            Self::Dead => ("its time is over", "AB-RESUS-15"),
            Self::Destroyed => ("too little of the body is left", "AB-RESUS-09"),
            Self::Place => ("nobody can be helped in such a place", "AB-RESUS-14"),
        }
    }
}

/// Powers of this unit bring back whom medicine cannot. `AB-RESUS-13`.
pub const fn has_power(helper: &Sheet) -> bool {
    helper.healing || helper.iatrosis >= IATROSIS
}

/// Whether a unit can try to bring another one back; `bad_place` is where no help is possible, if that counts.
/// `AB-RESUS-01`, `AB-RESUS-08`, `AB-RESUS-09`, `AB-RESUS-13`, `AB-RESUS-14`.
///
/// # Errors
/// Why not.
pub fn may_revive(
    helper: &Sheet,
    patient: (&Sheet, &Condition),
    bad_place: bool,
    switches: &Switches,
) -> Result<(), Hopeless> {
    let (sheet, condition) = patient;
    match condition.dying {
        _ if condition.marks.past() >= super::track::corpse_levels(sheet) => Err(Hopeless::Destroyed),
        None => Err(Hopeless::NotDying),
        Some(dying) if dying.stable => Err(Hopeless::NotDying),
        Some(_) if switches.resus_circumstances && bad_place => Err(Hopeless::Place),
        Some(_) if condition.dead && !has_power(helper) => Err(Hopeless::Dead),
        Some(_) => Ok(()),
    }
}

/// What bringing somebody back is rolled with. `AB-RESUS-02`.
fn parts(helper: &Fighter) -> Modifiers {
    let sheet = &helper.sheet;
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.dexterity), "Dexterity", "AB-RESUS-02");
    parts.add(i32::from(sheet.ability(Ability::Medicine)), "Medicine", "AB-RESUS-02");
    parts.add(helper.condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    layers::add_dice(&mut parts, sheet, &helper.condition, Effort::Physical);
    parts
}

/// The difficulty of bringing somebody back. `AB-RESUS-03` to `AB-RESUS-05`.
pub fn difficulty(condition: &Condition, now: u32) -> u32 {
    let minutes = condition.dying.map_or(0, |dying| dying.rounds(now) / ROUNDS_PER_MINUTE);
    DIFFICULTY + minutes + condition.marks.past()
}

/// Somebody tries to bring another one back: the patient's condition, and whether it worked. It heals nothing.
/// `AB-RESUS-02` to `AB-RESUS-07`, `AB-RESUS-12`, `AB-RESUS-13`.
///
/// # Errors
/// As the table.
pub fn revive(
    table: &mut impl Table,
    helper: &Fighter,
    patient: &Condition,
    switches: &Switches,
) -> Step<(Condition, bool)> {
    let now = helper.round;
    let needed = difficulty(patient, now);
    let (why, clause, mega) = ("resuscitation", "AB-RESUS-02", helper.sheet.mega_dexterity);
    let rolling = Rolling { who: helper.id, why, clause, parts: &parts(helper), mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let works = base::extra(successes, needed).is_some();
    table.note(|| {
        let means = if works { "it works" } else { "it does not help" };
        let text = format!("{} at difficulty +{needed}: {means}", base::successes_text(successes));
        Note { clause: "AB-RESUS-03", text, parts: Vec::new() }
    });
    let mut after = patient.clone();
    let Some(dying) = after.dying.as_mut().filter(|_| works) else { return Ok((after, false)) };
    if dying.aggravated && !has_power(&helper.sheet) {
        // Mundane medicine draws it out, once.
        if !dying.prolonged {
            (dying.since, dying.more, dying.prolonged) = (now, 0, true);
        }
        return Ok((after, false));
    }
    dying.stable = true;
    after.dead = false;
    Ok((after, true))
}

#[cfg(test)]
mod tests;
