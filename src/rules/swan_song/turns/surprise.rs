//! Surprise: tests of units that meet unperceived enemies, and the consequences. Chapter SURP of the catalogue.

use super::ambush;
use crate::Book;
use crate::status::{self, PerceptionSense, TestKind};
use crate::swan_song::checks::base;
use crate::swan_song::checks::base::{Glitch, grade_glitch, is_success, limit_hits, mental_limit};
use crate::swan_song::damage::{armour, last_stand, wounds};
use crate::swan_song::lines::turns::{SurpriseLine, SurpriseTestLine};
use crate::swan_song::options::switches::{Senses, SurpriseGlitch};
use crate::swan_song::{Attribute, Fighter, Skill, Switches};
use crate::turn_engine::actions::Action;
use dice::{Answer, Dice, Modifiers, Note, Prompt, Purpose, RuleResult, Table};

/// Hits needed in a Surprise Test. `SS-SURP-08`.
pub const SURPRISE_THRESHOLD: u32 = 3;
/// Bonus of an alerted unit. `SS-SURP-07`.
pub const ALERTED_BONUS: i32 = 3;
/// Initiative Score lost on a failure. `SS-SURP-12`.
pub const SURPRISE_SCORE_LOSS: i32 = 10;
/// Key of the answer that accepts the surprise.
const SURPRISED_KEY: &str = "surprised";
/// Key of the answer that spends Karma to avoid it.
const RECOVER_KEY: &str = "recover";

/// Readiness of a unit for a surprise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Readiness {
    /// Not ready.
    #[default]
    None,
    /// Alerted. `SS-SURP-07`.
    Alerted,
    /// In ambush. `SS-AMB-01`.
    Ambush,
}

/// Result of a Surprise Test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SurpriseResult {
    /// The test failed: 10 points of Initiative Score are lost. `SS-SURP-12`, `SS-SURP-17`.
    pub failed: bool,
    /// The unit is surprised, hence without defence. `SS-SURP-14`, `SS-SURP-15`.
    pub surprised: bool,
    /// A point of Karma avoided that. `SS-SURP-16`.
    pub karma: bool,
    /// The unit drops the item in its main hand. `SS-SURP-18`, `SS-SURP-19`.
    pub drops: bool,
    /// The unit loses its first phase. `SS-SURP-20`.
    pub stunned: bool,
}

/// Parts of a Surprise Test's pool. `SS-SURP-07`, `SS-SURP-08`, `SS-AMB-01`, `SS-AMB-06`, `CS-DAZE-02`.
pub fn surprise_test_parts(unit: &Fighter, readiness: Readiness) -> Modifiers {
    let mut parts = armour::effective_attribute_parts(&unit.sheet, Attribute::Reaction, "SS-SURP-08");
    armour::add_attribute(&mut parts, &unit.sheet, Attribute::Intuition, "SS-SURP-08");
    last_stand::halve_pool(&mut parts, &unit.vitals);
    parts.0.extend(wounds::wound_parts(&unit.vitals).0);
    status::add_test_modifiers(&mut parts, &unit.ailments, TestKind::Passive, Book::SwanSong);
    match readiness {
        Readiness::None => {}
        Readiness::Alerted => parts.add(ALERTED_BONUS, "alerted", "SS-SURP-07"),
        Readiness::Ambush => ambush::add_ambush_bonus(&mut parts),
    }
    parts
}

/// Returns the sense a unit perceives with: the less impaired of the usable ones that can help. `None` if none is left.
/// `SS-CALL-25`, `SS-CALL-31`.
fn best_sense(ailments: &[status::ActiveAilment], allowed: Senses) -> Option<TestKind> {
    let senses: &[TestKind] = match allowed {
        Senses::Any => {
            &[TestKind::Notice(PerceptionSense::Sight), TestKind::Notice(PerceptionSense::Hearing)]
        }
        Senses::Sight => &[TestKind::Notice(PerceptionSense::Sight)],
        Senses::Hearing => &[TestKind::Notice(PerceptionSense::Hearing)],
    };
    let usable = senses.iter().copied().filter(|test| status::failing_ailment(ailments, *test).is_none());
    usable.min_by_key(|test| {
        -status::test_modifiers(ailments, *test).map(|change| change.amount.dice()).sum::<i32>()
    })
}

/// Rolls the secret Perception Test, if the switch is on. `SS-SURP-06`.
pub fn roll_alert_test(table: &mut impl Table, unit: &Fighter, switches: &Switches) -> RuleResult<bool> {
    let Some(threshold) = switches.alert_test.threshold else { return Ok(false) };
    let Some(sense) = best_sense(&unit.ailments, switches.alert_test.by) else {
        table.note(|| Note::new("SS-SURP-06", SurpriseLine::NoSense));
        return Ok(false);
    };
    let mut parts = base::skill_pool(&unit.sheet, Skill::Perception, Attribute::Intuition, switches);
    last_stand::halve_pool(&mut parts, &unit.vitals);
    parts.0.extend(wounds::wound_parts(&unit.vitals).0);
    status::add_test_modifiers(&mut parts, &unit.ailments, sense, Book::SwanSong);
    let limit = Some(mental_limit(&unit.sheet));
    let why = "perception";
    let purpose = Purpose { who: Some(unit.id), why, clause: "SS-SURP-06", parts: &parts.0, limit };
    let hits = limit_hits(table.roll(Dice::d6_hits(parts.pool()), purpose)?.value, limit);
    let alerted = is_success(hits, u32::from(threshold));
    if alerted {
        table.note(|| Note::new("SS-SURP-07", SurpriseLine::Alerted));
    }
    Ok(alerted)
}

/// Resolves an encounter with unperceived enemies; `in_ambush` if the unit lies in ambush. `SS-SURP-05` to `SS-SURP-20`.
pub fn resolve_surprise(
    table: &mut impl Table,
    unit: &Fighter,
    in_ambush: bool,
    switches: &Switches,
) -> RuleResult<SurpriseResult> {
    let readiness = if in_ambush {
        Readiness::Ambush
    } else if roll_alert_test(table, unit, switches)? {
        Readiness::Alerted
    } else {
        Readiness::None
    };
    let parts = surprise_test_parts(unit, readiness);
    let why = "surprise";
    let purpose = Purpose { who: Some(unit.id), why, clause: "SS-SURP-08", parts: &parts.0, limit: None };
    let roll = table.roll(Dice::d6_hits_and_glitch(parts.pool()), purpose)?;
    let passed = is_success(roll.value, SURPRISE_THRESHOLD);
    let glitch = grade_glitch(roll, passed);
    let mut result = surprise_from_roll(passed, glitch, switches);
    if result.surprised && unit.karma.left > 0 && table.ask(|| karma_prompt(unit))? == 1 {
        result = SurpriseResult { surprised: false, karma: true, ..result };
    }
    table.note(|| Note::new("SS-SURP-08", SurpriseTestLine { hits: roll.value, result }));
    if result.drops {
        let clause = if glitch == Glitch::Hard { "SS-SURP-19" } else { "SS-SURP-18" };
        table.note(|| Note::new(clause, SurpriseLine::DropsItem));
    }
    if result.stunned {
        table.note(|| Note::new("SS-SURP-20", SurpriseLine::LosesPhase));
    }
    Ok(result)
}

/// Result of a Surprise Test from its roll. `SS-SURP-11`, `SS-SURP-12`, `SS-SURP-18` to `SS-SURP-20`.
fn surprise_from_roll(passed: bool, glitch: Glitch, switches: &Switches) -> SurpriseResult {
    let drops_item = matches!(glitch, Glitch::Plain | Glitch::Hard);
    SurpriseResult {
        failed: !passed,
        surprised: !passed,
        karma: false,
        drops: drops_item && switches.surprise_glitch == SurpriseGlitch::Drop,
        stunned: glitch == Glitch::Critical,
    }
}

/// Prompt to avoid surprise with Karma. `SS-SURP-16`.
fn karma_prompt(unit: &Fighter) -> Prompt {
    let answer = |key: &str, label: SurpriseLine, detail: SurpriseLine| Answer {
        key: key.to_owned(),
        label: label.into(),
        detail: detail.into(),
        clause: "SS-SURP-16",
    };
    Prompt {
        who: unit.id,
        question: SurpriseLine::Question.into(),
        clause: "SS-SURP-16",
        answers: vec![
            answer(SURPRISED_KEY, SurpriseLine::Stay, SurpriseLine::StayDetail),
            answer(RECOVER_KEY, SurpriseLine::Avoid, SurpriseLine::AvoidDetail),
        ],
    }
}

/// Whether a unit can affect, impede or counter another one: a surprised unit cannot, except
/// against other surprised units. `SS-SURP-24`, `SS-SURP-25`, `SS-SURP-27`, `SS-SURP-28`.
pub const fn may_act_against(surprised: bool, other_surprised: bool) -> bool {
    !surprised || other_surprised
}

/// Whether a surprised unit can take this action before its phase: nothing with a target. `SS-SURP-26`, `SS-RULING-51`.
pub const fn is_harmless(action: Action) -> bool {
    matches!(action, Action::DropProne | Action::Ready)
}

/// Whether a unit can use Interrupts against another one. A surprised unit cannot before its first phase of the
/// combat. `SS-ACT-35`, `SS-SURP-25`, `SS-SURP-28`.
pub const fn may_interrupt(surprised: bool, had_a_phase: bool, other_surprised: bool) -> bool {
    !surprised || (had_a_phase && may_act_against(surprised, other_surprised))
}

#[cfg(test)]
mod tests;
