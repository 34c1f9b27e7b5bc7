//! JSON fields that only scenes of Swan Song have.

use serde_json::{Map, Value, json};

use super::action_report::{ActionReport, ActionResult};
use super::action_runner::SceneActionContext;
use content::{CheckResult, ResolvedAction};
use rules::swan_song::checks::base;
use rules::swan_song::damage::{armour, wounds};
use rules::swan_song::movement::gaits;
use rules::swan_song::rulebook::switches;
use rules::swan_song::turns::initiative::initiative_attribute;
use rules::turn_engine::initiative;
use rules::{Effect, HealthState, RuleSet, Sheet, UnitSnapshot};

/// Adds the Swan Song fields of a result.
pub(crate) fn add_swan_song_fields(
    all: &mut Value,
    context: &SceneActionContext<'_>,
    what: &ResolvedAction,
    report: &ActionReport,
) {
    let karma = || {
        let on = |effect: &Effect| if let Effect::Karma { on, .. } = effect { Some(json!(on)) } else { None };
        report.effects.iter().filter_map(on).collect::<Vec<_>>()
    };
    let subject = match (what, &report.result) {
        (ResolvedAction::Attack(attack), _) => attack.defender.id,
        (ResolvedAction::BarrierAttack(strike), _) => strike.attacker.id,
        (ResolvedAction::Sprint(unit), _)
        | (_, ActionResult::Check(CheckResult::Harm { unit, .. } | CheckResult::Bleed { unit, .. })) => *unit,
        (_, ActionResult::Check(CheckResult::Initiative { unit, .. })) => *unit,
        _ => return,
    };
    let Some(unit) = context.moment.unit(subject) else { return };
    let after = report.effects.iter().rev().find_map(|effect| match effect {
        Effect::HealthState { unit, after, .. } if *unit == subject => Some(after),
        _ => None,
    });
    let HealthState::SwanSong(vitals) = after.unwrap_or(&unit.condition) else { return };
    let hurt = report.harmed_units.iter().find(|hurt| hurt.unit == subject);
    let down = hurt.and_then(|hurt| hurt.down).max(unit.down);
    let fell = hurt.is_some_and(|hurt| hurt.prone);
    let fields = match (what, &report.result) {
        (ResolvedAction::Attack(_), ActionResult::Exchange { net, .. }) => {
            let defended = |effect: &Effect| matches!(effect, Effect::Defended { .. });
            let full = |effect: &Effect| matches!(effect, Effect::FullDefense { .. });
            let cost = |effect: &Effect| match effect {
                Effect::TurnBudget { unit, points, .. } if *unit == subject => Some(*points),
                _ => None,
            };
            json!({
                "net_hits": net,
                "vitals": vitals,
                "knocked_down": fell,
                "down": down,
                "defended": report.effects.iter().any(defended),
                "defence_cost": report.effects.iter().find_map(cost).unwrap_or(0),
                "full_defense": report.effects.iter().any(full),
                "weapon_dropped": report.drops,
                "karma": karma(),
            })
        }
        (ResolvedAction::BarrierAttack(_), ActionResult::Exchange { contact, .. }) => json!({
            "hit": *contact == rules::HitResult::Hit,
            "weapon_dropped": report.drops,
            "karma": karma(),
        }),
        (_, ActionResult::Check(CheckResult::Initiative { initiative, .. })) => {
            json!({ "phases": initiative::phase_count(initiative.score) })
        }
        (
            _,
            ActionResult::Check(CheckResult::Harm { .. } | CheckResult::Bleed { .. })
            | ActionResult::Sprint { .. },
        ) => json!({
            "vitals": vitals,
            "down": down,
            "knocked_down": fell,
            "wound_modifier": wounds::wound_modifier(vitals),
            "karma": karma(),
        }),
        _ => return,
    };
    if let (Value::Object(all), Value::Object(fields)) = (all, fields) {
        all.extend(fields);
    }
}

/// Derived values of a unit: walk rates, armour and others reported by name.
pub(crate) fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Map<String, Value> {
    let (Sheet::SwanSong(sheet), HealthState::SwanSong(vitals)) = (&unit.sheet, &unit.condition) else {
        return Map::new();
    };
    let fields = json!({
        "physical_limit": base::physical_limit(sheet),
        "mental_limit": base::mental_limit(sheet),
        "walk_rate": gaits::walk_rate(sheet, unit.prone, switches(rules)),
        "armour_value": armour::armour_value(sheet),
        "encumbrance": armour::encumbrance(sheet),
        "initiative_attribute": initiative_attribute(sheet, vitals),
        "wound_modifier": wounds::wound_modifier(vitals),
        "vitals": vitals,
    });
    if let Value::Object(fields) = fields { fields } else { Map::new() }
}
