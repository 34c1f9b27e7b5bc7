//! Smoke and flames that a weapon leaves on the ground, in every book; how long they lie there is the battlefield's
//! business.
//!
//! Smoke is thrown at a place and at nobody: no book has a roll for that, so it goes where it is meant to go, as far as
//! the weapon reaches. Flames come with an attack and go where it goes.

use serde::{Deserialize, Serialize};

use crate::{
    ActionOutcome, AttackRequest, AttackSite, CellAttackRequest, Effect, Forecast, ForecastNote, HitResult,
    MovementMode, Odds, OutcomeSummary, Square, TargetSight, Weapon,
};
use dice::{Clause, Distribution};

/// The clause that says what smoke does; chapter FOG of Circumstances.
const FOG_CLAUSE: Clause = "CS-FOG-01";

/// What lies on the ground for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroundEffectKind {
    /// Hard to see through. Chapter FOG of Circumstances.
    Smoke,
    /// Harms and sets alight whoever is in it. Chapter BURN of Circumstances.
    Fire,
}

/// What a weapon leaves where it goes off or strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundEffectSpec {
    /// What it is.
    pub what: GroundEffectKind,
    /// Squares as far as this from the middle are covered, in metres.
    #[serde(default)]
    pub radius_m: u8,
    /// To the end of the round after so many more; flames burn longer where the ground burns.
    pub rounds: u8,
}

/// A weapon that only lays smoke: it is thrown at a place, and whoever stands there is not attacked.
pub fn is_smoke(weapon: &Weapon) -> bool {
    weapon.attack_properties().lays.is_some_and(|lays| lays.what == GroundEffectKind::Smoke)
}

/// What a weapon leaves that goes off at a square, if it does.
pub fn effect_left_at(weapon: &Weapon, at: Option<Square>) -> Option<Effect> {
    Some(Effect::Laid { at: at?, lays: weapon.attack_properties().lays? })
}

/// What a weapon leaves behind that hits and does not go off: flames under its target.
pub fn effect_under_target(
    weapon: &Weapon,
    spot: Option<&AttackSite>,
    outcome: &ActionOutcome,
) -> Option<Effect> {
    let laid = outcome.effects.iter().any(|effect| matches!(effect, Effect::Laid { .. }));
    let hit = !laid && outcome.contact == HitResult::Hit;
    effect_left_at(weapon, spot.filter(|_| hit).map(|spot| spot.target))
}

/// Smoke goes where it is thrown; the last of it leaves an empty hand.
pub fn throw_smoke(attack: &CellAttackRequest) -> ActionOutcome {
    smoke_outcome(
        &attack.weapon,
        (attack.attacker.id, attack.slot),
        attack.attacker.held_weapon(attack.slot),
        attack.site.target,
    )
}

/// The same where somebody stands.
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
    (unit, slot): (u32, usize),
    held: Option<&crate::HeldWeapon>,
    at: Square,
) -> ActionOutcome {
    let text = format!("{}: smoke rises where it was thrown", weapon.name());
    let mut effects = vec![Effect::RuleNote { unit, text, clause: FOG_CLAUSE }];
    effects.extend(effect_left_at(weapon, Some(at)));
    if held.is_none_or(|held| held.loaded == 0) {
        effects.push(Effect::Destroyed { unit, slot });
    }
    ActionOutcome { contact: HitResult::Hit, ..ActionOutcome::from_effects(effects) }
}

/// What comes of throwing it: there is nothing to roll.
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
    let text = format!("Smoke lies there for {} rounds", lays.rounds);
    Some(Forecast {
        roll: "nothing is rolled".to_owned(),
        symbols: None,
        joint: Vec::new(),
        totals: Vec::new(),
        notes: vec![ForecastNote { text, value: format!("{} m around", lays.radius_m), clause: FOG_CLAUSE }],
        odds: Odds::from_distribution(&Distribution::from_weighted(vec![(sure, 1)]), &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden,
        unit: "caught",
    })
}

/// A throw at a square as one at somebody there whom nothing sets apart: for range and the weapon's state.
pub fn as_unit_attack(all: &CellAttackRequest) -> AttackRequest {
    let nobody = crate::UnitSnapshot {
        gait: MovementMode::Steady,
        ailments: Vec::new(),
        carries: None,
        ..all.attacker.clone()
    };
    AttackRequest {
        attacker: all.attacker.clone(),
        defender: nobody,
        weapon: all.weapon.clone(),
        slot: all.slot,
        mode: all.mode,
        option: None,
        // Smoke is not aimed at anybody in particular: whether one sees the square is asked of the map.
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
