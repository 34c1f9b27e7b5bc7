//! Suppressing fire, in any fight in which ailments are known. `CS-PIN-12`, `CS-PIN-15`.

use super::{cost_effect, in_play, roll_ailment_test};
use crate::status;
use crate::status::{Ailment, AilmentCause};
use crate::{
    ActionOutcome, AttackOption, AttackRequest, Effect, FireMode, HitResult, RuleSet, UnitSnapshot, play,
};
use crate::{Forecast, ForecastNote, HeldWeapon, Odds, OutcomeSummary};
use dice::{AnswerPolicy, Distribution, RuleResult, Table, enumerate};

/// Key of suppressing fire among the ways to attack.
pub const SUPPRESS: &str = "suppress";
/// Squares around the aimed one that it covers. `CS-PIN-15`.
const SUPPRESSED_RADIUS: u32 = 2;

/// Suppressing fire among the ways to attack, for whatever fires bursts. `CS-PIN-15`.
pub fn suppression_option(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Option<AttackOption> {
    let arm = play::arm(&held.weapon, &unit.sheet, rules);
    let bursts = arm.modes.iter().any(|mode| *mode != FireMode::Single);
    let offered = bursts && rules.status_options().suppression && in_play(rules);
    offered.then(|| {
        let detail = "No harm; every enemy within 2 squares stands the fire or is Pinned".to_owned();
        AttackOption::basic(SUPPRESS, "Suppressing fire", detail, "CS-PIN-15")
    })
}

/// The plain attack behind suppressing fire, if that is what it is.
pub fn underlying_attack(engagement: &AttackRequest) -> Option<AttackRequest> {
    (engagement.option.as_deref() == Some(SUPPRESS))
        .then(|| AttackRequest { option: None, ..engagement.clone() })
}

/// Enemies whom it reaches, by number.
fn suppressed_enemies(engagement: &AttackRequest) -> Vec<&UnitSnapshot> {
    let AttackRequest { attacker, defender, bystanders: company, .. } = engagement;
    let near = company
        .iter()
        .filter(|near| near.offset.0.unsigned_abs().max(near.offset.1.unsigned_abs()) <= SUPPRESSED_RADIUS);
    let mut targets: Vec<&UnitSnapshot> = near.map(|near| &near.unit).chain([defender]).collect();
    targets.retain(|unit| unit.side != attacker.side && unit.down.is_none());
    targets.sort_by_key(|unit| unit.id);
    targets
}

/// Fire that harms nobody: whoever of the enemies near the aimed square does not stand it is Pinned. `CS-PIN-12`,
/// `CS-PIN-15`.
///
/// # Errors
/// As the table.
pub fn resolve_suppression(table: &mut impl Table, engagement: &AttackRequest) -> RuleResult<ActionOutcome> {
    let mut effects = Vec::new();
    let mut pinned = 0;
    for unit in suppressed_enemies(engagement) {
        effects.push(Effect::ShotAt { unit: unit.id });
        if unit.in_melee {
            continue;
        }
        let tried = roll_ailment_test(table, unit, &status::suppression_test(), &engagement.rules)?;
        effects.extend(cost_effect(unit, &tried));
        if !tried.passed {
            pinned += 1;
            let cause = AilmentCause::new(Ailment::Pinned, Some(engagement.attacker.id));
            effects.push(Effect::Afflict { unit: unit.id, cause });
        }
    }
    let words = format!("{pinned} pinned");
    Ok(ActionOutcome { contact: HitResult::Miss, net: 0, damage: 0, words, effects })
}

/// How likely each enemy whom it reaches is pinned, exactly: by number, from 0 to 1.
pub fn pin_chances(engagement: &AttackRequest) -> Vec<(u32, f64)> {
    let chance = |unit: &UnitSnapshot| {
        if unit.in_melee {
            return 0.0;
        }
        let all = enumerate(AnswerPolicy::first(), |table| {
            Ok(roll_ailment_test(table, unit, &status::suppression_test(), &engagement.rules)?.passed)
        });
        all.map_or(0.0, |all| all.probability(|passed| !passed))
    };
    suppressed_enemies(engagement).into_iter().map(|unit| (unit.id, chance(unit))).collect()
}

/// What comes of it: nobody is harmed, and who is pinned how likely.
pub fn forecast_suppression(engagement: &AttackRequest) -> Forecast {
    let harmless = OutcomeSummary {
        contact: HitResult::Miss,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let pins = pin_chances(engagement);
    let remarks =
        suppressed_enemies(engagement).into_iter().zip(pins).map(|(unit, (_, share))| ForecastNote {
            text: format!("Pins {}", unit.name),
            value: format!("{:.0} %", 100.0 * share),
            clause: "CS-PIN-15",
        });
    Forecast {
        roll: "whoever is near tests".to_owned(),
        symbols: None,
        joint: Vec::new(),
        totals: Vec::new(),
        notes: remarks.collect(),
        odds: Odds::from_distribution(&Distribution::from_weighted(vec![(harmless, 1)]), &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "damage",
    }
}
