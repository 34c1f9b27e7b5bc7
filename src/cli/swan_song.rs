//! What the JSON of a scene of Swan Song has besides what every book's has.

use serde_json::{Map, Value, json};

use super::act::Stage;
use super::report::{Came, Report};
use content::Play;
use rules::swan_song::{armour, base, initiative, movement, wound};
use rules::{Combatant, Condition, Effect, RuleSet, Sheet};

/// Adds to what an action came to.
pub(super) fn add(all: &mut Value, stage: &Stage<'_>, what: &Play, report: &Report) {
    let karma = || {
        let on = |effect: &Effect| if let Effect::Karma { on, .. } = effect { Some(json!(on)) } else { None };
        report.effects.iter().filter_map(on).collect::<Vec<_>>()
    };
    let subject = match (what, &report.came) {
        (Play::Attack(attack), _) => attack.defender.id,
        (Play::Strike(strike), _) => strike.attacker.id,
        (Play::Sprint(unit), _) | (_, Came::Harm { unit, .. } | Came::Bleed { unit, .. }) => *unit,
        (_, Came::Initiative { unit, .. }) => *unit,
        _ => return,
    };
    let Some(unit) = stage.moment.unit(subject) else { return };
    let after = report.effects.iter().rev().find_map(|effect| match effect {
        Effect::Condition { unit, after, .. } if *unit == subject => Some(after),
        _ => None,
    });
    let Condition::SwanSong(vitals) = after.unwrap_or(&unit.condition) else { return };
    let hurt = report.hurt.iter().find(|hurt| hurt.unit == subject);
    let down = hurt.and_then(|hurt| hurt.down).max(unit.down);
    let fell = hurt.is_some_and(|hurt| hurt.prone);
    let fields = match (what, &report.came) {
        (Play::Attack(_), Came::Exchange { net, .. }) => {
            let defended = |effect: &Effect| matches!(effect, Effect::Defended { .. });
            let full = |effect: &Effect| matches!(effect, Effect::FullDefense { .. });
            let cost = |effect: &Effect| match effect {
                Effect::Purse { unit, points, .. } if *unit == subject => Some(*points),
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
        (Play::Strike(_), Came::Exchange { contact, .. }) => json!({
            "hit": *contact == rules::Contact::Hit,
            "weapon_dropped": report.drops,
            "karma": karma(),
        }),
        (_, Came::Initiative { initiative, .. }) => json!({ "phases": initiative::phases(initiative.score) }),
        (_, Came::Harm { .. } | Came::Bleed { .. } | Came::Sprint { .. }) => json!({
            "vitals": vitals,
            "down": down,
            "knocked_down": fell,
            "wound_modifier": wound::wound_modifier(vitals),
            "karma": karma(),
        }),
        _ => return,
    };
    if let (Value::Object(all), Value::Object(fields)) = (all, fields) {
        all.extend(fields);
    }
}

/// What no die decides of a unit: the Walk rates, armour and other numbers that are asked for by name.
pub(super) fn derived(unit: &Combatant, rules: &RuleSet) -> Map<String, Value> {
    let (Sheet::SwanSong(sheet), Condition::SwanSong(vitals)) = (&unit.sheet, &unit.condition) else {
        return Map::new();
    };
    let fields = json!({
        "physical_limit": base::physical_limit(sheet),
        "mental_limit": base::mental_limit(sheet),
        "walk_rate": movement::walk_rate(sheet, unit.prone, &rules.engine),
        "armour_value": armour::armour_value(sheet),
        "encumbrance": armour::encumbrance(sheet),
        "initiative_attribute": initiative::initiative_attribute(sheet, vitals),
        "wound_modifier": wound::wound_modifier(vitals),
        "vitals": vitals,
    });
    if let Value::Object(fields) = fields { fields } else { Map::new() }
}
