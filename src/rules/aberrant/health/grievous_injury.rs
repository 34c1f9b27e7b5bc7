//! Grievous injuries: a lasting flaw in place of the damage of one attack, its effects and cures. Chapter GRIEV.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::health_track::{HealthTrack, corpse_levels};
use super::recovery::healing_factor;
use crate::aberrant::extras::DamageRule;
use crate::aberrant::lines::{AnswerDetail, AnswerLabel, Counted, Question};
use crate::aberrant::rule_options::GrievousPolicy;
use crate::aberrant::{DamageType, Fighter, HealthState, Sheet, Switches};
use crate::{DerivedStat, MINUTES_PER_DAY};
use dice::{Answer, Clause, Prompt, RuleResult, Table};

/// The clause of the choice. `AB-GRIEV-02`.
pub const CHOICE_CLAUSE: Clause = "AB-GRIEV-02";
/// Levels that are left of an attack. `AB-GRIEV-03`.
const LEVELS_LEFT: u32 = 1;
/// Points of flaws due for more than half of the base levels. `AB-GRIEV-04`.
const MANY_POINTS: u8 = 7;
/// Points of flaws due otherwise. `AB-GRIEV-05`.
const FEW_POINTS: u8 = 5;
/// Difficulty of grapples for each useless arm.
const ARM_DIFFICULTY: u32 = 2;

/// A lasting flaw, by the table of chapter GRIEV.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// An arm cannot be used.
    #[strum(to_string = "arm useless")]
    ArmUseless,
    /// A leg hardly carries.
    #[strum(to_string = "leg ruined")]
    LegRuined,
    /// Both legs are lost at the knee.
    #[strum(to_string = "both legs lost")]
    LegsLost,
    /// The spine is broken.
    #[strum(to_string = "spine broken")]
    SpineBroken,
}

impl Flaw {
    const ALL: [Self; 4] = [Self::ArmUseless, Self::LegRuined, Self::LegsLost, Self::SpineBroken];

    /// Points that it is worth. `AB-GRIEV-04`, `AB-GRIEV-05`.
    pub const fn points(self) -> u8 {
        match self {
            Self::ArmUseless | Self::LegRuined => FEW_POINTS,
            Self::LegsLost | Self::SpineBroken => MANY_POINTS,
        }
    }

    /// How often a body can suffer it: there are two arms and two legs.
    const fn limit(self) -> usize {
        match self {
            Self::ArmUseless | Self::LegRuined => 2,
            Self::LegsLost | Self::SpineBroken => 1,
        }
    }

    /// The clause of its points.
    pub const fn clause(self) -> Clause {
        if self.points() == MANY_POINTS { "AB-GRIEV-04" } else { "AB-GRIEV-05" }
    }

    /// Key of its answer.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ArmUseless => "arm_useless",
            Self::LegRuined => "leg_ruined",
            Self::LegsLost => "legs_lost",
            Self::SpineBroken => "spine_broken",
        }
    }

    /// What a unit suffers that has it so many times.
    pub const fn effect(self, times: usize) -> &'static str {
        match (self, times) {
            (Self::ArmUseless, ..=1) => "Cannot use two-handed weapons, and grapples at +2 difficulty.",
            (Self::ArmUseless, _) => "Cannot hold weapons, and grapples at +4 difficulty.",
            (Self::LegRuined, ..=1) => "Walks, runs and sprints half as far.",
            (Self::LegRuined, _) => "Walks, runs and sprints a quarter as far.",
            (Self::LegsLost, _) => {
                "Lies and cannot stand up. Crawls 1 m per action point; cannot run or sprint, nor dodge out of an area on foot."
            }
            (Self::SpineBroken, _) => {
                "Lies and cannot stand up. Cannot move by itself, fight in melee, strike at passers-by, dodge or parry."
            }
        }
    }
}

/// A flaw of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LastingFlaw {
    /// The flaw.
    pub flaw: Flaw,
    /// Replaced by cybernetics or biotech: without effect, but not cured. `AB-GRIEV-09`.
    #[serde(default)]
    pub mitigated: bool,
}

impl HealthState {
    /// How many flaws of a kind take effect. `AB-GRIEV-09`.
    pub fn flaws_in_effect(&self, flaw: Flaw) -> usize {
        self.flaws.iter().filter(|own| own.flaw == flaw && !own.mitigated).count()
    }

    /// Whether one more flaw of a kind would do anything: a unit that cannot leave its square loses nothing with its legs.
    fn is_worsened_by(&self, flaw: Flaw) -> bool {
        let of_legs = matches!(flaw, Flaw::LegRuined | Flaw::LegsLost);
        let legless = self.flaws.iter().any(|own| own.flaw == Flaw::LegsLost);
        !(of_legs && self.immobilising_flaw().is_some() || flaw == Flaw::LegRuined && legless)
    }

    /// The flaws of a unit, those of a kind together, with what they do: "Grievous injury: arm useless, twice".
    /// `AB-GRIEV-09`.
    pub fn flaw_figures(&self) -> Vec<DerivedStat> {
        let figure = |value, hint, clause| DerivedStat::plain("Grievous injury", value, hint, clause);
        let in_effect = Flaw::ALL.into_iter().filter_map(|flaw| {
            let value = match self.flaws_in_effect(flaw) {
                0 => return None,
                1 => flaw.to_string(),
                _ => format!("{flaw}, twice"),
            };
            Some(figure(value, flaw.effect(self.flaws_in_effect(flaw)), flaw.clause()))
        });
        let replaced = self.flaws.iter().filter(|own| own.mitigated).map(|own| {
            figure(
                format!("{} (replaced)", own.flaw),
                "Has no effect, because it is replaced.",
                "AB-GRIEV-09",
            )
        });
        in_effect.chain(replaced).collect()
    }

    /// The flaw that forbids a unit to leave its square; `None` if none does.
    pub fn immobilising_flaw(&self) -> Option<Flaw> {
        (self.flaws_in_effect(Flaw::SpineBroken) > 0).then_some(Flaw::SpineBroken)
    }

    /// The flaw that forbids running, sprinting and standing; `None` if none does.
    pub fn crawling_flaw(&self) -> Option<Flaw> {
        let lost = (self.flaws_in_effect(Flaw::LegsLost) > 0).then_some(Flaw::LegsLost);
        self.immobilising_flaw().or(lost)
    }

    /// Metres on foot with ruined legs: halved for each.
    pub fn hobbled_m(&self, metres: u32) -> u32 {
        metres >> self.flaws_in_effect(Flaw::LegRuined)
    }

    /// Difficulty of grapples with useless arms.
    pub fn grapple_difficulty(&self) -> u32 {
        ARM_DIFFICULTY * u32::try_from(self.flaws_in_effect(Flaw::ArmUseless)).unwrap_or(0)
    }

    /// The flaw that forbids a weapon that takes this many hands; `None` if none does.
    pub fn weapon_flaw(&self, hands: u8, melee: bool) -> Option<Flaw> {
        if melee && self.immobilising_flaw().is_some() {
            return self.immobilising_flaw();
        }
        let arms = 2usize.saturating_sub(self.flaws_in_effect(Flaw::ArmUseless));
        (usize::from(hands) > arms).then_some(Flaw::ArmUseless)
    }
}

/// Points of flaws due for an attack of this many levels. `AB-GRIEV-04`, `AB-GRIEV-05`, `AB-BASE-13`.
const fn points_due(levels: u32, boxes: u32) -> u8 {
    if levels > boxes.div_ceil(2) { MANY_POINTS } else { FEW_POINTS }
}

/// The flaws that a unit may take in place of the levels of one attack; empty if it may take none. Extras and the
/// henchmen of a band have damage rules of their own. `AB-GRIEV-01`, `AB-GRIEV-04` to `AB-GRIEV-06`, `AB-EXTRA-01`,
/// `AB-RULING-40`.
pub fn offered_flaws(unit: &Fighter, levels: u32, kind: DamageType, switches: &Switches) -> Vec<Flaw> {
    offers(unit, HealthTrack::from_sheet(&unit.sheet), levels, kind, switches).collect()
}

/// As `offered_flaws`, one after the other, with the track of the unit's sheet.
fn offers<'a>(
    unit: &'a Fighter,
    track: HealthTrack,
    levels: u32,
    kind: DamageType,
    switches: &Switches,
) -> impl Iterator<Item = Flaw> + use<'a> {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let boxes = track.boxes();
    let left = boxes.saturating_sub(condition.marks.wounds());
    let named = || {
        DamageRule::of_unit(sheet, condition) == DamageRule::Rolled
            && sheet.machine.is_none()
            && sheet.building.is_none()
            && condition.life_status(sheet).down().is_none()
    };
    let possible = switches.grievous_injury
        && !matches!(kind, DamageType::Stun | DamageType::Emp)
        && levels > left / 2
        && levels > LEVELS_LEFT
        && levels < boxes + corpse_levels(sheet)
        && named();
    let due = possible.then(|| points_due(levels, boxes));
    let has_room = move |flaw: &Flaw| {
        condition.flaws.iter().filter(|own| own.flaw == *flaw).count() < flaw.limit()
            && condition.is_worsened_by(*flaw)
    };
    Flaw::ALL.into_iter().filter(move |flaw| due == Some(flaw.points()) && has_room(flaw))
}

/// Levels of one attack from which on a grievous injury is offered; `None` if none is. `AB-GRIEV-01`.
pub fn threshold(unit: &Fighter, kind: DamageType, switches: &Switches) -> Option<u32> {
    let track = HealthTrack::from_sheet(&unit.sheet);
    (1..=track.boxes()).find(|levels| offers(unit, track, *levels, kind, switches).next().is_some())
}

/// Whether the default answer accepts an injury: by the policy for sides without a player. `AB-GRIEV-02`.
fn accepts_by_default(
    unit: &Fighter,
    track: HealthTrack,
    (levels, kind): (u32, DamageType),
    switches: &Switches,
) -> bool {
    match switches.npc_grievous_policy {
        GrievousPolicy::Always => true,
        GrievousPolicy::Never => false,
        GrievousPolicy::Incapacitating => {
            let mut marks = unit.condition.marks;
            marks.mark_levels(levels, kind, track, switches.bashing_overflow);
            marks.body_status_on(track, &unit.sheet, false).down().is_some()
        }
    }
}

/// The flaw that the default answer takes, with the track of the unit's sheet; `None` if it takes none. `AB-GRIEV-02`.
pub fn default_flaw(
    unit: &Fighter,
    track: HealthTrack,
    levels: u32,
    kind: DamageType,
    switches: &Switches,
) -> Option<Flaw> {
    let flaw = offers(unit, track, levels, kind, switches).next()?;
    accepts_by_default(unit, track, (levels, kind), switches).then_some(flaw)
}

/// Levels left of an attack after a choice. `AB-GRIEV-03`.
pub const fn levels_after_choice(levels: u32, flaw: Option<Flaw>) -> u32 {
    if flaw.is_some() { LEVELS_LEFT } else { levels }
}

/// Lets the player take a flaw in place of the levels of one attack. `AB-GRIEV-01` to `AB-GRIEV-06`.
pub fn choose_flaw(
    table: &mut impl Table,
    unit: &Fighter,
    (levels, kind): (u32, DamageType),
    switches: &Switches,
) -> RuleResult<Option<Flaw>> {
    let flaws = offered_flaws(unit, levels, kind, switches);
    if flaws.is_empty() {
        return Ok(None);
    }
    let track = HealthTrack::from_sheet(&unit.sheet);
    let accepts = accepts_by_default(unit, track, (levels, kind), switches);
    let chosen = table.ask(|| choice_prompt(unit, (levels, kind), &flaws, accepts))?;
    let place = if accepts { Some(chosen) } else { chosen.checked_sub(1) };
    Ok(place.and_then(|place| flaws.get(place)).copied())
}

fn choice_prompt(unit: &Fighter, (levels, kind): (u32, DamageType), flaws: &[Flaw], accepts: bool) -> Prompt {
    let offer = flaws.iter().map(|flaw| Answer {
        key: flaw.key().into(),
        label: AnswerLabel::TakeFlaw(*flaw).into(),
        detail: AnswerDetail::FlawEffect(flaw.effect(unit.condition.flaws_in_effect(*flaw) + 1)).into(),
        clause: flaw.clause(),
    });
    let decline = Answer {
        key: "decline".into(),
        label: AnswerLabel::TakeLevels { levels: Counted::Levels(levels), kind }.into(),
        detail: AnswerDetail::Free.into(),
        clause: CHOICE_CLAUSE,
    };
    let mut answers: Vec<_> = offer.collect();
    if accepts {
        answers.push(decline);
    } else {
        answers.insert(0, decline);
    }
    let question = Question::TakeGrievousInjury { levels: Counted::Levels(levels), kind };
    Prompt { who: unit.id, question: question.into(), clause: CHOICE_CLAUSE, answers }
}

/// Minutes in which a nova with Regeneration regrows one flaw; `None` for others, who never do. `AB-GRIEV-07`,
/// `AB-GRIEV-10`, `AB-GRIEV-11`.
pub fn regrowth_minutes(sheet: &Sheet) -> Option<u32> {
    let days = sheet.limb_regrow_days.saturating_mul(MINUTES_PER_DAY);
    (sheet.is_nova() && sheet.regeneration).then(|| days.div_ceil(healing_factor(sheet)).max(1))
}

/// Regrows flaws over time, one after another, in the order in which they were suffered. `AB-GRIEV-10`,
/// `AB-GRIEV-11`.
pub fn regrow(condition: &mut HealthState, sheet: &Sheet, minutes: u32) {
    let Some(needed) = regrowth_minutes(sheet) else { return };
    let mut grown = condition.regrowth.saturating_add(minutes);
    while grown >= needed && !condition.flaws.is_empty() {
        condition.flaws.remove(0);
        grown -= needed;
    }
    condition.regrowth = if condition.flaws.is_empty() { 0 } else { grown };
}

/// Whether a unit has a power that heals flaws: Healing or Iatrosis. `AB-GRIEV-08`.
pub const fn can_heal_flaws(sheet: &Sheet) -> bool {
    sheet.healing || sheet.iatrosis > 0
}

#[cfg(test)]
mod tests;
