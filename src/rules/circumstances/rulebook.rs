//! The rulebook Circumstances as an implementation of [`Rulebook`]; the chapters are in the files of this folder.

mod area_attacks;
mod area_harm;
mod attack_map;
mod attacks;
mod barrier_attacks;
pub mod borrowed;
mod detection;
mod display;
mod forecast;
mod forecast_lines;
mod health;
mod movement;
mod odds;
mod payment;
mod site_attack;
mod special_actions;
mod spells;
mod square_attacks;
mod status;
mod turns;
mod units;

use crate::BorrowedChapter;
use crate::rulebook::{BookDefinition, InterceptionRules, Rulebook};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AttackProperties, Element, StatusOptions};

/// The rulebook Circumstances.
#[derive(Clone, Copy, Debug)]
pub struct CircumstancesRulebook;

impl Rulebook for CircumstancesRulebook {}

impl BookDefinition for CircumstancesRulebook {
    const ID: &'static str = "circumstances";
    const NAME: &'static str = "Circumstances";
    const BLURB: &'static str =
        "One d100 at or under a target number. Light, fog, height and weather decide; every hit has a place.";
    const CLAUSE_PREFIX: &'static str = "CS";
    const LARGEST_DIE: u8 = 100;
    const OUT_OF_ACTION_CLAUSE: dice::Clause = "CS-BASE-13";
    const UNSEEN_CLAUSE: dice::Clause = "CS-COV-05";
    const MELEE_REACH_CLAUSE: dice::Clause = "CS-BASE-33";
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const COUNTS_DIFFICULT_GROUND: bool = true;
    /// `CS-TER-01`, `CS-TER-02`.
    const DIFFICULT_GROUND_TESTS: &'static str = "Weapon Skill and Agility tests";
    const SUMMARY_NAMES_RANGE: bool = true;
    const LEAVES_RUBBLE: bool = true;
    const HAS_SUFFOCATION: bool = true;
    const HAS_GRAPPLES: bool = true;

    type Sheet = super::Sheet;
    type Weapon = super::Weapon;
    type HealthState = super::HealthState;
    type TurnBudget = super::TurnBudget;
    type Switches = super::Switches;

    fn weapon_name(weapon: &Self::Weapon) -> &str {
        &weapon.name
    }

    fn attack_properties(weapon: &Self::Weapon) -> &AttackProperties {
        &weapon.strike
    }

    fn blast_radius(weapon: &Self::Weapon) -> u32 {
        u32::from(weapon.blast)
    }

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }

    fn aid_keys(sheet: &Self::Sheet, heals: bool) -> Vec<&'static str> {
        super::spells::aid_keys(sheet, heals)
    }

    fn is_bonded_to(sheet: &Self::Sheet, name: &str) -> bool {
        sheet.bonds.iter().any(|bond| bond.eq_ignore_ascii_case(name))
    }

    fn status_options(switches: &Self::Switches) -> StatusOptions {
        switches.ailments()
    }
}

impl InterceptionRules for CircumstancesRulebook {}

#[cfg(test)]
mod tests;
