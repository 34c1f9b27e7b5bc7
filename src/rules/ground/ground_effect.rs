//! Smoke and fire that weapons leave on the ground, in every book. The battle keeps track of their duration.
//!
//! Smoke is thrown at a square and needs no roll in any book: it lands where it is aimed, within the range of the
//! weapon. Fire comes with an attack and lands where the attack does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::lines::{AilmentLine, CountOf, SharedRefusal};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, AttackTarget, Forecast, ForecastNote, HitResult, Odds,
    OutcomeSummary, RuleStep, RuleViolation, TargetSight, UnitTarget, Weapon,
};
use dice::{Clause, Distribution};
use model::Cell;

/// Clause of the effects of smoke; chapter FOG of Circumstances.
const FOG_CLAUSE: Clause = "CS-FOG-01";

/// A temporary effect on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroundEffectKind {
    /// Hard to see through. Chapter FOG of Circumstances.
    Smoke,
    /// Harms units in it and sets them on fire. Chapter BURN of Circumstances.
    Fire,
}

/// Effect on the ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum GroundEffect {
    /// Obscures sight.
    Smoke,
    /// Burns units on it.
    Fire,
    /// Remains of a destroyed barrier or skyscraper. `CS-COV-16`, `AB-OBJ-19`.
    Rubble,
    /// Frame of a destroyed skyscraper, which nothing passes. `AB-OBJ-19`.
    Frame,
}

impl GroundEffect {
    /// Name for players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a weapon leaves on the ground where it explodes or strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroundEffectSpec {
    /// Kind of effect.
    pub what: GroundEffectKind,
    /// Radius in metres around the square.
    #[serde(default)]
    pub radius_m: u8,
    /// Rounds after the present one; fire lasts longer on burning ground.
    pub rounds: u8,
}

/// Whether a weapon only makes smoke: it is thrown at a square and attacks no unit.
pub fn is_smoke(weapon: &Weapon) -> bool {
    weapon.attack_properties().lays.is_some_and(|lays| lays.what == GroundEffectKind::Smoke)
}

/// The ground effect of a weapon that explodes at a square; `None` if it leaves none.
pub fn effect_left_at(weapon: &Weapon, at: Option<Cell>) -> Option<RuleStep> {
    Some(RuleStep::CoverGround { at: at?, lays: weapon.attack_properties().lays? })
}

/// The ground effect of a weapon that hits without exploding: fire under its target.
pub fn effect_under_target(
    weapon: &Weapon,
    spot: Option<&AttackSite>,
    outcome: &ActionOutcome,
) -> Option<RuleStep> {
    let laid = outcome.effects.iter().any(|effect| matches!(effect, RuleStep::CoverGround { .. }));
    let hit = !laid && outcome.contact == HitResult::Hit;
    effect_left_at(weapon, spot.filter(|_| hit).map(|spot| spot.target))
}

/// Checks that no wall stands between the thrower of smoke and the square.
///
/// # Errors
/// Returns a `RuleViolation` if one does.
pub fn check_throw(request: &AttackRequest) -> Result<(), RuleViolation> {
    let Some(AttackSite { terrain, attacker, target }) = &request.site else { return Ok(()) };
    if attacker != target && !terrain.blast_reaches(*attacker, *target) {
        return Err(RuleViolation::new(SharedRefusal::WallStopsSmoke, FOG_CLAUSE));
    }
    Ok(())
}

/// Throws smoke at a square, or at that of a unit; the last grenade leaves the hand empty.
pub fn throw_smoke(request: &AttackRequest) -> ActionOutcome {
    let AttackRequest { attacker, weapon, slot, .. } = request;
    let Some(site) = &request.site else { return ActionOutcome::from_effects(Vec::new()) };
    let text = AilmentLine::SmokeSpreads { weapon: weapon.name().into() };
    let mut effects = vec![RuleStep::note(attacker.id, text, FOG_CLAUSE)];
    effects.extend(effect_left_at(weapon, Some(site.target)));
    if attacker.held_weapon(*slot).is_none_or(|held| held.loaded == 0) {
        effects.push(RuleStep::DestroyItem { unit: attacker.id, slot: *slot });
    }
    ActionOutcome { contact: HitResult::Hit, ..ActionOutcome::from_effects(effects) }
}

/// The forecast of throwing smoke, which needs no roll; `None` for other weapons.
pub fn forecast_smoke(weapon: &Weapon, hidden: u8) -> Option<Forecast> {
    let lays = weapon.attack_properties().lays?;
    let sure = OutcomeSummary {
        contact: HitResult::Hit,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let text = format!("Smoke for {}", CountOf(lays.rounds.into(), "round"));
    Some(Forecast {
        roll: "no roll".to_owned(),
        notes: vec![ForecastNote { text, value: format!("radius {} m", lays.radius_m), clause: FOG_CLAUSE }],
        odds: Odds::from_distribution(&Distribution::from_weighted(vec![(sure, 1)]), &[]),
        hidden,
        ..Forecast::empty("caught")
    })
}

/// The attack on a square as one on an unremarkable unit there, for range and the state of the weapon.
pub fn as_unit_attack(request: &AttackRequest) -> AttackRequest {
    AttackRequest {
        target: AttackTarget::Unit(Box::new(UnitTarget::stand_in(&request.attacker))),
        option: None,
        // Smoke has no target unit: the map decides whether the square is visible.
        sight: TargetSight { took_cover: false, ..request.sight },
        ..request.clone()
    }
}
