//! Treating what called shots leave behind: First Aid, Medicine and Heal powers. `SS-CALL-19`, `SS-CALL-48` to
//! `SS-CALL-50`, `SS-CALL-57`, `SS-CALL-58`, `SS-CALL-60`, `SS-ACT-58`.

use super::base::{ROUNDS_PER_MINUTE, mental_limit, success};
use super::recovery::{self, NoHelp};
use super::{Down, Fighter, Skill, Switches, Vitals, damage, extended_test};
use crate::status::{self, Ailment, Ends, Suffered};
use dice::{Clause, Note, Step, Table};

/// Hits of one test that stop a Bleedout. `SS-CALL-57`.
pub const BLEEDOUT_HITS: u32 = 4;
/// Hits, roll by roll, that end a Slow Death. `SS-CALL-48`, `SS-CALL-49`.
pub const SLOW_DEATH_HITS: u32 = 16;
/// Rounds of one roll of it. `SS-ACT-58`.
pub const ROUNDS: u32 = ROUNDS_PER_MINUTE;

/// An ailment that ends, and the clause that ends it.
pub type Ended = (Suffered, Clause);

/// What help does to a patient.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Help {
    /// Its health afterwards.
    pub vitals: Vitals,
    /// What it suffers no longer.
    pub ended: Vec<Ended>,
}

impl Help {
    /// Nothing ends.
    pub const fn nothing(vitals: Vitals) -> Self {
        Self { vitals, ended: Vec::new() }
    }
}

/// What any success of First Aid, Medicine or a Heal power ends. `SS-CALL-19`, `SS-CALL-60`, `SS-RULING-13`.
fn by_any_help(suffered: &[Suffered]) -> impl Iterator<Item = Ended> {
    status::relieve(suffered, Ends::Treatment).map(|one| {
        let clause = if one.ailment == Ailment::Slowed { "SS-CALL-19" } else { one.ailment.rule().clause };
        (one, clause)
    })
}

/// All of one ailment, under a clause.
fn all_of(suffered: &[Suffered], ailment: Ailment, clause: Clause) -> impl Iterator<Item = Ended> {
    suffered.iter().filter(move |one| one.ailment == ailment).map(move |one| (*one, clause))
}

/// Whether First Aid finds something to do: a bleeding clock, a Bleedout, a hurt arm. `SS-HEAL-07`, `SS-CALL-57`,
/// `SS-ARM-07`.
///
/// # Errors
/// Why not.
pub fn may_aid(vitals: &Vitals, down: Option<Down>, suffered: &[Suffered]) -> Result<(), NoHelp> {
    let hurt = status::has(suffered, Ailment::Bleedout) || by_any_help(suffered).next().is_some();
    match recovery::may_stabilise(vitals, down) {
        Err(NoHelp::NotDying) if hurt => Ok(()),
        other => other,
    }
}

/// Whether somebody finds something to do about its own wounds: whoever bleeds to death is past that. `SS-CALL-55`,
/// `SS-CALL-57`.
pub fn may_aid_itself(vitals: &Vitals, suffered: &[Suffered]) -> bool {
    !damage::is_dying(vitals) && may_aid(vitals, None, suffered).is_ok()
}

/// A test of First Aid: it stops the bleeding clock and a Bleedout, and whatever any treatment ends.
/// `SS-HEAL-07`, `SS-CALL-57`, `SS-CALL-60`.
///
/// # Errors
/// As the table.
pub fn first_aid(
    table: &mut impl Table,
    medic: &Fighter,
    (vitals, suffered): (Vitals, &[Suffered]),
    switches: &Switches,
) -> Step<Help> {
    let dying = damage::is_dying(&vitals);
    let bleeds = status::has(suffered, Ailment::Bleedout);
    let only_bleeds = bleeds && !dying;
    let (skill, clause) = if only_bleeds {
        (Skill::FirstAid, "SS-CALL-57")
    } else {
        (recovery::medical_skill(&medic.sheet), "SS-HEAL-07")
    };
    let hits = recovery::aid_hits(table, medic, (skill, clause), switches)?;
    let threshold = if only_bleeds { BLEEDOUT_HITS } else { u32::from(switches.stabilise_threshold) };
    let treated = success(hits, threshold);
    table.note(|| {
        let means = match (treated, dying || bleeds) {
            (true, true) => "the bleeding stops",
            (true, false) => "the wound is seen to",
            (false, true) => "it bleeds on",
            (false, false) => "nothing is better",
        };
        note(clause, format!("{hits} of {threshold} hits: {means}"))
    });
    let mut ended = Vec::new();
    if bleeds && success(hits, BLEEDOUT_HITS) {
        ended.extend(all_of(suffered, Ailment::Bleedout, "SS-CALL-57"));
    }
    if treated {
        ended.extend(by_any_help(suffered));
    }
    let vitals = if treated && dying { recovery::stabilised(vitals) } else { vitals };
    Ok(Help { vitals, ended })
}

/// Whether somebody dies slowly, and can be treated for it. `SS-CALL-48`, `SS-CALL-49`.
///
/// # Errors
/// Why not.
pub fn may_treat(down: Option<Down>, suffered: &[Suffered]) -> Result<(), NoHelp> {
    match down {
        Some(Down::Dead) => Err(NoHelp::Dead),
        _ if status::has(suffered, Ailment::SlowDeath) => Ok(()),
        _ => Err(NoHelp::NoSlowDeath),
    }
}

/// A minute's roll of the Extended Test against a Slow Death, with the better of Medicine and First Aid. `SS-CALL-48`,
/// `SS-CALL-49`, `SS-BASE-07`.
///
/// # Errors
/// As the table.
pub fn treat(
    table: &mut impl Table,
    medic: &Fighter,
    (vitals, suffered): (Vitals, &[Suffered]),
    switches: &Switches,
) -> Step<Help> {
    let skill = recovery::medical_skill(&medic.sheet);
    let clause = if skill == Skill::Medicine { "SS-CALL-48" } else { "SS-CALL-49" };
    let parts = recovery::logic_parts(medic, skill, switches);
    let test =
        extended_test::Test { needed: SLOW_DEATH_HITS, parts, limit: mental_limit(&medic.sheet), clause };
    let progress = extended_test::roll(table, medic.id, &test, vitals.treated, switches)?;
    let over = progress.is_done(SLOW_DEATH_HITS);
    table.note(|| {
        let text = if over { "The bleeding inside stops".to_owned() } else { progress.of(SLOW_DEATH_HITS) };
        note(clause, text)
    });
    if !over {
        return Ok(Help { vitals: Vitals { treated: progress, ..vitals }, ended: Vec::new() });
    }
    let ended = all_of(suffered, Ailment::SlowDeath, clause).chain(by_any_help(suffered)).collect();
    Ok(Help { vitals: Vitals { treated: extended_test::Progress::default(), ..vitals }, ended })
}

/// A Heal power: what it gives back, and what ends if that is at least a point. `SS-HEAL-10`, `SS-CALL-50`,
/// `SS-CALL-58`, `SS-CALL-60`.
pub fn heal(vitals: Vitals, suffered: &[Suffered], points: u32) -> Help {
    let mut after = recovery::heal(vitals, points);
    let mut ended = Vec::new();
    if after.flesh.now > vitals.flesh.now {
        ended.extend(all_of(suffered, Ailment::SlowDeath, "SS-CALL-50"));
        ended.extend(all_of(suffered, Ailment::Bleedout, "SS-CALL-58"));
        ended.extend(by_any_help(suffered));
        after.treated = extended_test::Progress::default();
    }
    Help { vitals: after, ended }
}

fn note(clause: Clause, text: String) -> Note {
    Note { clause, text, parts: Vec::new() }
}

#[cfg(test)]
mod tests;
