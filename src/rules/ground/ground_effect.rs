//! Smoke and fire that weapons leave on the ground, in every book. The battle keeps track of their duration.
//!
//! Smoke is thrown at a square and needs no roll in any book: it lands where it is aimed, within the range of the
//! weapon. Fire comes with an attack and lands where the attack does.

use serde::{Deserialize, Serialize};

use crate::lines::AilmentLine;
use crate::{
    ActionOutcome, AttackRequest, AttackSite, CellAttackRequest, Effect, Forecast, ForecastNote, HitResult,
    MovementMode, Odds, OutcomeSummary, TargetSight, Weapon,
};
use dice::{Clause, Distribution};
use model::{Cell, UnitId};

/// Clause of the effects of smoke; chapter FOG of Circumstances.
const FOG_CLAUSE: Clause = "CS-FOG-01";

/// A temporary effect on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroundEffectKind {
    /// Hard to see through. Chapter FOG of Circumstances.
    Smoke,
    /// Harms units in it and sets them on fire. Chapter BURN of Circumstances.
    Fire,
}

/// What a weapon leaves on the ground where it explodes or strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
pub fn effect_left_at(weapon: &Weapon, at: Option<Cell>) -> Option<Effect> {
    Some(Effect::Laid { at: at?, lays: weapon.attack_properties().lays? })
}

/// The ground effect of a weapon that hits without exploding: fire under its target.
pub fn effect_under_target(
    weapon: &Weapon,
    spot: Option<&AttackSite>,
    outcome: &ActionOutcome,
) -> Option<Effect> {
    let laid = outcome.effects.iter().any(|effect| matches!(effect, Effect::Laid { .. }));
    let hit = !laid && outcome.contact == HitResult::Hit;
    effect_left_at(weapon, spot.filter(|_| hit).map(|spot| spot.target))
}

/// Throws smoke at a square; the last grenade leaves the hand empty.
pub fn throw_smoke(attack: &CellAttackRequest) -> ActionOutcome {
    smoke_outcome(
        &attack.weapon,
        (attack.attacker.id, attack.slot),
        attack.attacker.held_weapon(attack.slot),
        attack.site.target,
    )
}

/// Throws smoke at the square of a unit.
pub fn throw_smoke_at_unit(attack: &AttackRequest) -> ActionOutcome {
    match &attack.site {
        Some(spot) => {
            let by = (attack.attacker.id, attack.slot);
            smoke_outcome(&attack.weapon, by, attack.attacker.held_weapon(attack.slot), spot.target)
        }
        None => ActionOutcome::from_effects(Vec::new()),
    }
}

fn smoke_outcome(
    weapon: &Weapon,
    (unit, slot): (UnitId, usize),
    held: Option<&crate::HeldWeapon>,
    at: Cell,
) -> ActionOutcome {
    let text = AilmentLine::SmokeSpreads { weapon: weapon.name().into() }.into();
    let mut effects = vec![Effect::RuleNote { unit, text, clause: FOG_CLAUSE }];
    effects.extend(effect_left_at(weapon, Some(at)));
    if held.is_none_or(|held| held.loaded == 0) {
        effects.push(Effect::Destroyed { unit, slot });
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
    let text = format!("Smoke for {} rounds", lays.rounds);
    Some(Forecast {
        roll: "no roll".to_owned(),
        symbols: None,
        joint: Vec::new(),
        totals: Vec::new(),
        notes: vec![ForecastNote { text, value: format!("radius {} m", lays.radius_m), clause: FOG_CLAUSE }],
        odds: Odds::from_distribution(&Distribution::from_weighted(vec![(sure, 1)]), &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden,
        unit: "caught",
    })
}

/// The attack on a square as one on an unremarkable unit there, for range and the state of the weapon.
pub fn as_unit_attack(all: &CellAttackRequest) -> AttackRequest {
    let target = crate::UnitSnapshot {
        gait: MovementMode::Steady,
        ailments: Vec::new(),
        carries: None,
        ..all.attacker.clone()
    };
    AttackRequest {
        attacker: all.attacker.clone(),
        defender: target,
        weapon: all.weapon.clone(),
        slot: all.slot,
        mode: all.mode,
        option: None,
        // Smoke has no target unit: the map decides whether the square is visible.
        sight: TargetSight { took_cover: false, ..all.sight },
        surroundings: all.surroundings,
        barriers: Vec::new(),
        beside_target: Vec::new(),
        heights_cm: Vec::new(),
        charge: false,
        dash_from_cover: false,
        rounds_fired: 0,
        share: None,
        site: Some(all.site.clone()),
        engaged: false,
        boosts: Vec::new(),
        bystanders: all.bystanders.clone(),
        operables: Vec::new(),
        rules: all.rules.clone(),
    }
}
