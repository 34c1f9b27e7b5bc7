//! Fight for your Life: a unit about to fall stays up to the end of the round. Chapter FFYL of the catalogue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{health, wounds};
use crate::swan_song::checks::{base, karma};
use crate::swan_song::lines::checks::{LastStandLine, LetFallLine};
use crate::swan_song::options::switches::KillingBlow;
use crate::swan_song::{DownState, Fighter, PointPool, Switches, Vitals, Weapon};
use crate::turn_engine::budget::{PassBudget, PhaseTiming};
use crate::turn_engine::initiative::{SCORE_PER_PASS, has_phase};
use dice::{Answer, Modifiers, Prompt, RuleResult, RuleText, Table};

/// Initiative Score of a unit that has none above 0 left. `SS-FFYL-05`, `SS-FFYL-07`.
pub const LAST_STAND_SCORE: i32 = 1;
/// Key of the answer that lets the unit fall.
pub const FALL_KEY: &str = "fall";
/// Key of the answer that keeps it fighting.
pub const FIGHT_KEY: &str = "fight";

/// State of a unit's last stand.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum LastStand {
    /// Not in a last stand.
    #[default]
    None,
    /// Fights for its life to the end of the round. `SS-FFYL-04`.
    Fighting,
    /// Saved, still up to the end of the round. `SS-FFYL-11`, `SS-FFYL-13`.
    Won,
    /// Lost: the unit is down. `SS-FFYL-16`.
    Lost,
}

impl LastStand {
    /// Whether it keeps the unit standing. `SS-FFYL-04`, `SS-FFYL-17`.
    pub const fn keeps_standing(self) -> bool {
        matches!(self, Self::Fighting | Self::Won)
    }
}

/// When the unit gets its promised phase. `SS-FFYL-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PromisedPhase {
    /// As its score gives it, or its phase is in progress.
    Kept,
    /// In this pass, at a score of 1 and with all action points. `SS-FFYL-05`.
    Now,
    /// In the next pass, at a score of 1. `SS-FFYL-07`.
    NextPass,
}

/// Returns when a unit gets its promised phase, from its place in the order and its score after the wound.
/// `SS-FFYL-04` to `SS-FFYL-07`.
pub fn timing_of_promised_phase(turn: PhaseTiming, score: i32) -> PromisedPhase {
    match turn {
        PhaseTiming::Before if !has_phase(score) => PromisedPhase::Now,
        PhaseTiming::After if !has_phase(score - SCORE_PER_PASS) => PromisedPhase::NextPass,
        PhaseTiming::Before | PhaseTiming::Now | PhaseTiming::After => PromisedPhase::Kept,
    }
}

/// Returns when a unit gets the phase that its score gave it and that a wound in its last stand takes away; `Kept` if the
/// wound takes none. `scores` are those before and after the wound. `SS-FFYL-05`, `SS-FFYL-07`, `SS-FFYL-17`.
pub fn timing_of_wounded_phase(turn: PhaseTiming, scores: (i32, i32)) -> PromisedPhase {
    let (before, after) = scores;
    let was_kept = timing_of_promised_phase(turn, before) == PromisedPhase::Kept;
    if was_kept { timing_of_promised_phase(turn, after) } else { PromisedPhase::Kept }
}

/// What a last stand leaves a unit of its phases in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PhaseLeft {
    /// The rest of its phase in progress. `SS-FFYL-04`.
    Rest,
    /// At least one more phase. `SS-FFYL-04` to `SS-FFYL-07`.
    Another,
    /// None: its points went on Interrupts, and no later pass is left for its score. `SS-ACT-34`.
    None,
}

/// Returns what a last stand leaves of a unit's phases, from its budget and its score after the wound.
/// `SS-FFYL-04` to `SS-FFYL-07`, `SS-ACT-34`.
pub fn phase_left(budget: &PassBudget, score: i32) -> PhaseLeft {
    match timing_of_promised_phase(budget.turn, score) {
        PromisedPhase::Now | PromisedPhase::NextPass => PhaseLeft::Another,
        PromisedPhase::Kept if budget.turn == PhaseTiming::Now => PhaseLeft::Rest,
        PromisedPhase::Kept if has_phase(score - SCORE_PER_PASS) => PhaseLeft::Another,
        PromisedPhase::Kept if budget.turn == PhaseTiming::Before && budget.points > 0 => PhaseLeft::Another,
        PromisedPhase::Kept => PhaseLeft::None,
    }
}

/// Halves a pool before any other modifier, rounded down. `SS-FFYL-09`, `SS-FFYL-10`.
pub fn halve_pool(parts: &mut Modifiers, vitals: &Vitals) {
    if vitals.stand.keeps_standing() {
        let pool = parts.pool();
        parts.add(-pool.div_ceil(2).cast_signed(), "clinging to life: half", "SS-FFYL-09");
    }
}

/// Metres of a Walk or Run, reduced in a last stand. `SS-FFYL-08`.
pub fn movement_rate(metres: u32, vitals: &Vitals) -> u32 {
    if vitals.stand.keeps_standing() { metres / 2 } else { metres }
}

/// Most dice that a unit would have for an attack with what it holds while it clings to life, wounds counted, and the dice
/// that it can buy once the last stand is paid; `None` if it holds nothing. `SS-FFYL-09`, `SS-WND-04`, `SS-BASE-26`.
fn attack_dice_left(unit: &Fighter, switches: &Switches) -> Option<u32> {
    let vitals = Vitals { stand: LastStand::Fighting, ..unit.vitals };
    let dice = |weapon: &Weapon| {
        let mut parts = base::skill_pool(&unit.sheet, weapon.skill, weapon.attribute, switches);
        halve_pool(&mut parts, &vitals);
        parts.0.extend(wounds::wound_parts(&vitals).0);
        if unit.karma.left > 1 {
            karma::add_karma_dice(unit, switches, &mut parts);
        }
        parts.pool()
    };
    unit.held.iter().map(|weapon| dice(weapon)).max()
}

/// Offers a last stand to the player of a unit that is about to fall, and says what it leaves of its phases. Only conscious
/// units get it, and only once per battle. `SS-FFYL-01` to `SS-FFYL-03`.
pub fn ask_to_fight_on(
    table: &mut impl Table,
    (unit, name, switches): (&Fighter, &str, &Switches),
    (down, phase): (DownState, PhaseLeft),
) -> RuleResult<bool> {
    if unit.karma.left == 0 || unit.down.is_some() || unit.vitals.stand != LastStand::None {
        return Ok(false);
    }
    let answer = |key: &str, label: RuleText, detail: LastStandLine| Answer {
        key: key.to_owned(),
        label,
        detail: detail.into(),
        clause: "SS-FFYL-01",
    };
    let prompt = || Prompt {
        who: unit.id,
        question: LastStandLine::Question(down).into(),
        clause: "SS-FFYL-02",
        answers: vec![
            answer(FALL_KEY, LetFallLine { name: name.to_owned(), down }.into(), LastStandLine::FallDetail),
            answer(
                FIGHT_KEY,
                LastStandLine::Fight.into(),
                LastStandLine::FightDetail {
                    phase,
                    dice: attack_dice_left(unit, switches) != Some(0),
                    heals: unit.sheet.heal > 0,
                },
            ),
        ],
    };
    Ok(table.ask(prompt)? == 1)
}

/// Returns the answer to a prompt that is proposed to a player: of a last stand to take it, unless it can change nothing.
/// That is so without a turn to come, and without a die for an attack or healing of its own; who would die may still be
/// healed by others in a turn to come.
/// `SS-FFYL-02`.
pub fn suggested_answer(prompt: &Prompt) -> usize {
    let dies = matches!(prompt.question.line(), Some(LastStandLine::Question(DownState::Dead)));
    let is_useful = |answer: &Answer| match answer.detail.line() {
        Some(LastStandLine::FightDetail { phase, dice, heals }) => {
            *phase != PhaseLeft::None && (*dice || *heals || dies)
        }
        _ => false,
    };
    prompt.answers.iter().position(is_useful).unwrap_or(0)
}

/// The special action by which others can save a unit that clings to life. `SS-FFYL-13`, `SS-HEAL-10`.
const SAVING_ACTIONS: &[&str] = &["heal"];

/// Returns the answer to propose, and what others could do, if a last stand is proposed only because others may heal the
/// unit; `None` if it can do something itself. `SS-FFYL-13`.
pub fn answer_without_help(prompt: &Prompt) -> Option<(usize, &'static [&'static str])> {
    let proposed = prompt.answers.get(suggested_answer(prompt))?;
    let Some(LastStandLine::FightDetail { dice: false, heals: false, .. }) = proposed.detail.line() else {
        return None;
    };
    let fall = prompt.answers.iter().position(|answer| answer.key == FALL_KEY)?;
    Some((fall, SAVING_ACTIONS))
}

/// Whether an attack is a killing blow, which saves a unit that fights for its life. `SS-FFYL-11`, `SS-FFYL-12`.
pub fn is_killing_blow(before: &Vitals, after: &Vitals, body: u8, switches: &Switches) -> bool {
    let health = |vitals: &Vitals| health::last_pool(vitals).map_or(0, |pool| pool.now);
    let threshold = match switches.killing_blow {
        KillingBlow::Down => 0,
        KillingBlow::Dead => -i32::from(body) - 1,
    };
    health(before) > threshold && health(after) <= threshold
}

/// Marks a unit's last stand as won. `SS-FFYL-11`, `SS-FFYL-13`.
pub fn win_last_stand(vitals: Vitals) -> Vitals {
    let stand = if vitals.stand == LastStand::Fighting { LastStand::Won } else { vitals.stand };
    Vitals { stand, ..vitals }
}

/// Ends a last stand at the end of the round. `SS-FFYL-14` to `SS-FFYL-16`.
pub fn end_round(vitals: Vitals) -> Vitals {
    match vitals.stand {
        LastStand::None | LastStand::Lost => vitals,
        LastStand::Fighting => Vitals { stand: LastStand::Lost, ..vitals },
        LastStand::Won => {
            let at_least_one = |pool: PointPool| PointPool { now: pool.now.max(1), ..pool };
            let mut after = Vitals { stand: LastStand::None, strain: vitals.strain / 2, ..vitals };
            match health::last_layer(&vitals) {
                Some(health::HealthLayer::Flesh) => after.flesh = at_least_one(vitals.flesh),
                Some(health::HealthLayer::Armored) => after.armored = at_least_one(vitals.armored),
                Some(health::HealthLayer::Shield) => after.shield = at_least_one(vitals.shield),
                None => {}
            }
            after
        }
    }
}

#[cfg(test)]
mod tests;
