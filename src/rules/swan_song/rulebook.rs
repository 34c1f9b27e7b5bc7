//! The implementation of [`Rulebook`]: each chapter is in the file of its subject in this folder.

mod after_battle;
mod area_attacks;
mod area_harm;
mod attack_contexts;
mod attack_steps;
mod attacks;
mod body_carrying;
mod boosters;
mod detonations;
mod display;
mod falling;
mod forecast;
mod interception;
mod movement;
mod site_attacks;
mod special_actions;
mod status;
mod surprise;
mod treatment_benefits;
mod turns;
mod units;

pub use self::attack_contexts::attack_context;
use std::sync::Arc;

use super::barriers::body_shield;
use super::damage::{critical_injuries, health};
use super::options::borrowed_chapters;
use super::{DamageType, Fighter, PoolKind};
use crate::knockback::profile::KnockbackProfile;
use crate::rulebook::{BarrierRules, BookDefinition, KnockbackRules, Rulebook};
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AttackProperties, Element};
use crate::turn_engine::{EngineSwitches, PassBudget};
use crate::{BorrowedChapter, HealthState, RuleSet, Sheet, UnitSnapshot};

/// Returns the unit's sheet with its booster, if that works, and the burden of the body it carries. `SS-INIT-15`,
/// `SS-BARR-48`.
fn effective_sheet(unit: &UnitSnapshot) -> Arc<super::Sheet> {
    let mut sheet = unit.sheet.swan_song().clone();
    if unit.booster.phases > 0 {
        Arc::make_mut(&mut sheet).apply_booster();
    }
    if let Some(carried) = &unit.carries {
        let (body, strength) = (carried.sheet.swan_song().attributes.body, sheet.attributes.strength);
        Arc::make_mut(&mut sheet).carried = body_shield::carrying_burden(body, strength);
    }
    sheet
}

/// Returns the unit as this book's rules see it.
pub fn fighter(unit: &UnitSnapshot) -> Fighter {
    Fighter {
        id: unit.id,
        sheet: effective_sheet(unit),
        vitals: *unit.condition.swan_song(),
        action_points: unit.budget.swan_song().points,
        gait: unit.gait,
        prone: unit.prone,
        full_defense: unit.full_defense,
        defences: unit.defences,
        in_melee: unit.in_melee,
        down: unit.down,
        held: unit.held.iter().map(|held| held.weapon.swan_song().clone()).collect(),
        hands: unit.held.iter().map(|held| held.hand).collect(),
        phase_delayed: unit.late,
        may_interrupt: unit.down.is_none() && crate::status::may_evade(&unit.ailments),
        karma: unit.karma,
        in_moving_vehicle: unit.ride.as_ref().is_some_and(|ride| ride.interior().moving),
        ailments: unit.present_ailments(),
    }
}

/// Returns the switches of this book, with those of the engine.
pub fn switches(rules: &RuleSet) -> &Arc<super::Switches> {
    rules.book.swan_song()
}

/// The rulebook Swan Song.
#[derive(Clone, Copy, Debug)]
pub struct SwanSongRulebook;

impl Rulebook for SwanSongRulebook {}

impl BookDefinition for SwanSongRulebook {
    const ID: &'static str = "swan_song";
    const NAME: &'static str = "Swan Song";
    const BLURB: &'static str =
        "Handfuls of d6, 5 and 6 hit, limits cap them. Action points, several passes a round, deadly bursts.";
    const CLAUSE_PREFIX: &'static str = "SS";
    const SUCCESS_WORDS: (&'static str, &'static str) = ("hit", "hits");
    const LARGEST_DIE: u8 = 10; // of the scatter it borrows
    const OUT_OF_ACTION_CLAUSE: dice::Clause = "SS-BASE-31";
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = borrowed_chapters::BORROWED;
    const AILMENTS: &'static AilmentTerms = &status::AILMENTS;
    const DEFENDS_AGAINST_UNSEEN: bool = false;
    const HAS_SPRINTS: bool = true;
    const HAS_EVADING: bool = true;
    const LENDS_SWITCHES: bool = true;
    const HAS_SHARED_POOLS: bool = true;
    const HAS_SURPRISE: bool = true;

    type Sheet = super::Sheet;
    type Weapon = super::Weapon;
    type HealthState = super::Vitals;
    type TurnBudget = PassBudget;
    type Switches = super::Switches;

    fn weapon_name(weapon: &Self::Weapon) -> &str {
        &weapon.name
    }

    fn attack_properties(weapon: &Self::Weapon) -> &AttackProperties {
        &weapon.strike
    }

    fn element(weapon: &Self::Weapon) -> Option<Element> {
        weapon.element()
    }

    fn immunities(sheet: &Self::Sheet) -> &[Element] {
        &sheet.immunities
    }

    fn health_layers(vitals: &Self::HealthState) -> usize {
        let pools = [vitals.shield, vitals.armored, vitals.flesh];
        pools.iter().filter(|pool| pool.max > 0).count()
    }

    fn default_switches(engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::new(super::Switches { engine: engine.clone(), ..super::Switches::default() })
    }

    fn follow_engine(switches: &mut Arc<Self::Switches>, engine: &Arc<EngineSwitches>) {
        Arc::make_mut(switches).engine = engine.clone();
    }
}

impl BarrierRules for SwanSongRulebook {
    /// Body. `SS-BARR-45`.
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        u32::from(sheet.swan_song().attributes.body)
    }

    /// The wear of the barrier is Health damage. `SS-BARR-47`.
    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
        let before = *unit.condition.swan_song();
        let applied =
            health::apply_damage(before, points, PoolKind::Health, DamageType::Kinetic, switches(rules));
        HealthState::SwanSong(critical_injuries::add_drop_injury(&before, applied.vitals))
    }
}

impl KnockbackRules for SwanSongRulebook {
    /// Strength and Body; Agility for footing. `AB-KNOCK-01`, `AB-KNOCK-03`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let attributes = &effective_sheet(unit).attributes;
        let [strength, body, agility] =
            [attributes.strength, attributes.body, attributes.agility].map(u32::from);
        KnockbackProfile { mass: strength + body, steady_m: agility, lethal_above: body }
    }
}
