//! The state of a battle in the words of the model.

use std::collections::BTreeMap;

use super::situation_file::State;
use breachline::battle::{BattleView, StatusKind, UnitDataItem};
use breachline::model::UnitId;
use breachline::rules::{Grip, MovementMode, WeaponMalfunction};
use serde_json::{Map, Value, json};

/// The state of a battle in the words of the model.
pub(super) fn observe(view: &BattleView, names: &[String], readings: &BTreeMap<String, String>) -> State {
    let mut state = State::new();
    let name = |id: UnitId| names[id.0 as usize - 1].clone();
    for (number, unit_name) in names.iter().enumerate() {
        let unit = view.unit(UnitId(number as u32 + 1)).expect("the unit exists");
        let mut values = observe_unit(&unit, &name);
        let own = json!({"budget": unit.points.budget(), "health": unit.health.condition()});
        for (key, pointer) in readings {
            let value = match pointer.strip_suffix('#') {
                Some(list) => own.pointer(list).and_then(Value::as_array).map(|list| json!(list.len())),
                None => own.pointer(pointer).cloned(),
            };
            values.insert(key.clone(), value.unwrap_or(Value::Null));
        }
        state.insert(unit_name.clone(), values);
    }
    let mut ground: Vec<Value> = view
        .items()
        .iter()
        .map(|(_, dropped)| json!([dropped.item().weapon.name(), [dropped.cell().x, dropped.cell().y]]))
        .collect();
    ground.sort_by_key(Value::to_string);
    let whole = json!({"acting": view.round().acting().map(name), "ground": ground});
    state.insert("battle".to_owned(), whole.as_object().expect("an object").clone());
    state
}

fn observe_unit(unit: &UnitDataItem, name: &dyn Fn(UnitId) -> String) -> Map<String, Value> {
    let ailments: Vec<_> = unit.status.ailments().iter().map(|active| json!(active.ailment)).collect();
    let mut ailments: Vec<_> = ailments.iter().filter_map(Value::as_str).collect();
    ailments.sort_unstable();
    ailments.dedup();
    // Bare hands are always available.
    let in_hand = unit.inventory.held_items().filter(|(_, item)| item.hands() > 0);
    let mut held: Vec<_> = in_hand.map(|(_, item)| item.weapon.name()).collect();
    held.sort_unstable();
    let loaded: Map<String, Value> = unit
        .inventory
        .items()
        .filter(|item| item.profile.magazine > 0)
        .map(|item| (item.weapon.name().to_owned(), json!(item.loaded)))
        .collect();
    let faults: Map<String, Value> = unit
        .inventory
        .items()
        .filter(|item| item.fault != WeaponMalfunction::None)
        .map(|item| (item.weapon.name().to_owned(), json!(item.fault)))
        .collect();
    let (holding, held_by) = match unit.status.grip() {
        Some(Grip::Holding(other)) => (Some(name(other)), None),
        Some(Grip::HeldBy(other)) => (None, Some(name(other))),
        None => (None, None),
    };
    let gait = match unit.movement.gait() {
        MovementMode::Running => "running",
        MovementMode::Sprinting => "sprinting",
        _ => "steady",
    };
    let values = json!({
        "cell": [unit.cell().x, unit.cell().y],
        "prone": unit.is_prone(),
        "gait": gait,
        "in_cover": unit.cover.is_taken(),
        "ailments": ailments,
        "held": held,
        "loaded": loaded,
        "faults": faults,
        "holding": holding,
        "held_by": held_by,
        "down": unit.out_of_action.down().map(|down| format!("{down:?}").to_lowercase()),
        "points": unit.points.left(),
        "score": unit.initiative.score(),
        "karma": unit.karma.left(),
        "engaged": unit.status.in_melee_with().map(name).collect::<Vec<_>>(),
        "concealed": unit.status.has(StatusKind::Concealed),
        "vehicle": unit.status.seat().map(|(vehicle, _)| name(vehicle)),
    });
    values.as_object().expect("an object").clone()
}
