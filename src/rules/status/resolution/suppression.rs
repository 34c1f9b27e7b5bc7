//! Suppressing fire, in any battle that uses ailments. `CS-PIN-12`, `CS-PIN-15`.

use super::{in_play, roll_ailment_test};
use crate::lines::AilmentLine;
use crate::status;
use crate::status::{Ailment, AilmentCause};
use crate::{
    ActionOutcome, AttackOption, AttackRequest, BattleEvent, FireMode, HitResult, RuleSet, RuleStep,
    UnitAttack, UnitSnapshot, play,
};
use crate::{Forecast, ForecastNote, HeldWeapon, Odds, OutcomeSummary};
use dice::{AnswerPolicy, Distribution, Note, RuleResult, Table, enumerate};
use model::UnitId;

/// Key of the attack option.
pub const SUPPRESS: &str = "suppress";
/// Radius in squares around the target. `CS-PIN-15`.
const SUPPRESSED_RADIUS: u32 = 2;

/// The attack option of suppressing fire, for weapons with burst modes. `CS-PIN-15`.
pub fn suppression_option(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Option<AttackOption> {
    let arm = play::weapon_traits(&held.weapon, &unit.sheet, rules);
    let bursts = arm.modes.iter().any(|mode| *mode != FireMode::Single);
    let offered = bursts && rules.status_options().suppression && in_play(rules);
    offered.then(|| {
        let detail =
            "no damage: enemies within 2 squares of the target that fail a test stay pinned in cover"
                .to_owned();
        AttackOption::basic(SUPPRESS, "Suppressing fire", detail, "CS-PIN-15")
    })
}

/// The attack as suppressing fire; `None` for other attacks.
pub fn suppression(request: &AttackRequest) -> Option<UnitAttack<'_>> {
    request.on_unit().filter(|_| request.option.as_deref() == Some(SUPPRESS))
}

/// The normal attack behind suppressing fire; `None` for other attacks.
pub fn underlying_attack(request: &AttackRequest) -> Option<AttackRequest> {
    suppression(request).map(|_| AttackRequest { option: None, ..request.clone() })
}

/// Enemies in its area. Vehicles have no nerves.
fn suppressed_enemies(attack: UnitAttack<'_>) -> Vec<&UnitSnapshot> {
    let AttackRequest { attacker, bystanders, .. } = attack.request;
    let near = bystanders
        .iter()
        .filter(|near| near.offset.0.unsigned_abs().max(near.offset.1.unsigned_abs()) <= SUPPRESSED_RADIUS);
    let mut targets: Vec<&UnitSnapshot> =
        near.map(|near| &near.unit).chain([&attack.target.defender]).collect();
    targets.retain(|unit| unit.side != attacker.side && unit.down.is_none() && unit.cabin.is_none());
    targets.sort_by_key(|unit| unit.id);
    targets
}

/// Whether it reaches enemies. `CS-CONF-02`.
pub(super) fn reaches_enemies(attack: UnitAttack<'_>) -> bool {
    !suppressed_enemies(attack).is_empty()
}

/// Resolves suppressing fire: no damage, and enemies near the target square are Pinned unless they pass a test.
/// `CS-PIN-12`, `CS-PIN-15`.
pub fn resolve_suppression(table: &mut impl Table, attack: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let mut effects = Vec::new();
    let mut pinned = 0;
    for unit in suppressed_enemies(attack) {
        effects.push(RuleStep::Record(BattleEvent::ShotAt { unit: unit.id }));
        if unit.in_melee {
            let unit = unit.name.to_string();
            table.note(|| Note::new("CS-PIN-12", AilmentLine::NotPinnedInMelee { unit }));
            continue;
        }
        let result = roll_ailment_test(table, unit, &status::suppression_test(), &attack.rules)?;
        effects.extend(result.cost_steps(unit.id));
        if !result.passed {
            pinned += 1;
            let cause = AilmentCause::new(Ailment::Pinned, Some(attack.attacker.id));
            effects.push(RuleStep::Afflict { unit: unit.id, cause });
        }
    }
    let words = AilmentLine::Suppressed { pinned }.into();
    Ok(ActionOutcome { words, ..ActionOutcome::from_effects(effects) })
}

/// Exact probability of each enemy in the area to be pinned: number, probability from 0 to 1.
pub fn pin_chances(attack: UnitAttack<'_>) -> Vec<(UnitId, f64)> {
    let chance = |unit: &UnitSnapshot| {
        if unit.in_melee {
            return 0.0;
        }
        let all = enumerate(AnswerPolicy::first(), |table| {
            Ok(roll_ailment_test(table, unit, &status::suppression_test(), &attack.rules)?.passed)
        });
        all.map_or(0.0, |all| all.probability(|passed| !passed))
    };
    suppressed_enemies(attack).into_iter().map(|unit| (unit.id, chance(unit))).collect()
}

/// The forecast: no damage, and the probability of each pin.
pub fn forecast_suppression(attack: UnitAttack<'_>) -> Forecast {
    let harmless = OutcomeSummary {
        contact: HitResult::Miss,
        net: 0,
        damage: 0,
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let pins = pin_chances(attack);
    let notes = suppressed_enemies(attack).into_iter().zip(pins).map(|(unit, (_, share))| ForecastNote {
        text: format!("Pins {}", unit.name),
        value: format!("{:.0} %", 100.0 * share),
        clause: "CS-PIN-15",
    });
    Forecast {
        roll: "Willpower test per enemy".to_owned(),
        notes: notes.collect(),
        odds: Odds::from_distribution(&Distribution::from_weighted(vec![(harmless, 1)]), &[]),
        hidden: attack.sight.hidden,
        ..Forecast::empty("damage")
    }
}
