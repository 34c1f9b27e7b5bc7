//! Converts a battle position to a scene.

use std::collections::BTreeMap;

use battle::{BattleView, DroppedItem, UnitDataItem};
use content::{
    BarrierWear, BattleStart, CampaignUnit, LabAction, LabItem, LabScene, LabTarget, LabUnitState,
    SkirmishUnit, UnitLink, UsedWeapon,
};
use model::{Cell, UnitId};
use rules::{Grip, Weapon};

/// Converts the current battle to a scene: units with positions, states and wounds, walls and doors included.
pub fn scene_from_battle(view: &BattleView) -> LabScene {
    let bundle = view.setup().bundle();
    let mut skirmish = bundle.skirmish.clone();
    let names: BTreeMap<UnitId, String> =
        view.units().map(|unit| (*unit.id, unit.identity.name().to_owned())).collect();
    let mut units = Vec::new();
    let mut unit_states = Vec::new();
    let mut taken: Vec<Cell> = Vec::new();
    for unit in view.units().filter(|unit| !unit.out_of_action.escaped()) {
        let Some(current) = current_unit(view, &unit, &names) else { continue };
        // A unit lying in an occupied square blocks no one, and is left out.
        let rides = matches!(current.link, Some(UnitLink::Drives(_) | UnitLink::Rides(_)));
        let buried = !unit.is_fighting()
            && view
                .units()
                .any(|other| other.is_fighting() && other.id != unit.id && other.cell() == unit.cell());
        if !rides && (buried || taken.contains(&unit.cell())) {
            continue;
        }
        taken.extend((!rides).then(|| unit.cell()));
        units.push(current);
        unit_states.push(LabUnitState {
            prone: unit.is_prone(),
            in_cover: unit.cover.is_taken(),
            gait: unit.movement.gait(),
        });
    }
    let acting = view.round().acting().and_then(|id| names.get(&id));
    let aim = acting.and_then(|name| nearest_aim(&units, name));
    skirmish.name = format!("{}, round {}", skirmish.name, view.round().number());
    skirmish.units = units;
    let damaged = view.field().barriers().filter_map(|(id, place)| {
        let state = *view.barrier(id)?.state;
        let wear = BarrierWear { damage: state.damage(), holed: state.holed(), open: state.open() };
        (wear != BarrierWear::default()).then_some((place, wear))
    });
    let BattleStart { kinds, grounds, weapons, templates, .. } = bundle.start.clone().unwrap_or_default();
    LabScene {
        damaged: damaged.collect(),
        unit_states,
        aim,
        items: items_on_ground(view),
        kinds,
        grounds,
        weapons,
        templates,
        ..LabScene::new(skirmish)
    }
}

/// Returns a unit as it is now; `None` if it was not among the units at the start.
fn current_unit(
    view: &BattleView,
    unit: &UnitDataItem,
    names: &BTreeMap<UnitId, String>,
) -> Option<SkirmishUnit> {
    let number = unit.id.0 as usize - 1;
    let begins = view.setup().bundle().skirmish.units.get(number)?;
    // A unit with its own loadout or numbers has its own archetype in a battle, but not in a scene.
    let archetype = begins.archetype.strip_suffix(&format!("#{number}")).unwrap_or(&begins.archetype);
    let archetype = archetype.strip_suffix(&format!("@{number}")).unwrap_or(archetype);
    let name_of = |other: UnitId| names.get(&other).cloned();
    let seat = unit.status.seat().and_then(|(vehicle, drives)| {
        let vehicle = name_of(vehicle)?;
        Some(if drives { UnitLink::Drives(vehicle) } else { UnitLink::Rides(vehicle) })
    });
    let grip = || match unit.status.grip() {
        Some(Grip::Holding(other)) => name_of(other).map(UnitLink::Holds),
        _ => None,
    };
    Some(SkirmishUnit {
        archetype: archetype.to_owned(),
        cell: unit.cell(),
        in_cover: unit.cover.is_taken(),
        concealed: unit.status.has(battle::StatusKind::Concealed),
        lurking: false,
        arrives: unit.out_of_action.arrival(),
        campaign_unit: Some(CampaignUnit {
            condition: unit.health.condition().clone(),
            karma: unit.karma.left(),
            ailments: Vec::new(),
            loadout: unit_loadout(view, unit),
        }),
        link: seat.or_else(grip),
        ..begins.clone()
    })
}

/// Returns the attack of a unit on the nearest enemy.
fn nearest_aim(units: &[SkirmishUnit], name: &str) -> Option<LabAction> {
    let attacker = units.iter().position(|unit| unit.name == name)?;
    let (side, from) = (units[attacker].side, units[attacker].cell);
    let foes = units.iter().enumerate().filter(|(_, unit)| unit.side != side);
    let (target, _) = foes.min_by_key(|(number, unit)| (from.chebyshev_distance(unit.cell), *number))?;
    let loadout = units[attacker].campaign_unit.as_ref().and_then(|veteran| veteran.loadout.as_ref());
    // A held weapon stays in hand.
    let weapon = loadout.and_then(|loadout| loadout.iter().position(|used| used.in_hand)).unwrap_or(0);
    Some(LabAction { attacker, at: LabTarget::Unit(target), weapon, mode: None, option: None })
}

/// Returns the content id of a weapon; `None` for unarmed.
fn weapon_id(view: &BattleView, weapon: &Weapon) -> Option<String> {
    let known = view.setup().bundle().weapons.iter().find(|(_, known)| *known == weapon)?.0;
    // A weapon with overrides has the content's weapon as its base.
    Some(known.split('#').next().unwrap_or(known).to_owned())
}

/// Returns the current loadout of a unit; `None` if it has not changed.
fn unit_loadout(view: &BattleView, unit: &UnitDataItem) -> Option<Vec<UsedWeapon>> {
    if view.has_initial_inventory(unit) {
        return None;
    }
    let carried = unit.inventory.items();
    Some(
        carried
            .filter_map(|carried| Some(UsedWeapon::from_item(carried, &weapon_id(view, carried.weapon())?)))
            .collect(),
    )
}

/// Returns the items on the ground.
fn items_on_ground(view: &BattleView) -> Vec<LabItem> {
    let book = view.rules().book();
    let items = view.items().into_iter();
    let of = |dropped: &DroppedItem| {
        let used = UsedWeapon::from_item(dropped.item(), &weapon_id(view, dropped.item().weapon())?);
        let thing = UsedWeapon { in_hand: false, off_hand: false, ..used };
        Some(LabItem { cell: dropped.cell(), book, thing })
    };
    items.filter_map(|(_, dropped)| of(dropped)).collect()
}

#[cfg(test)]
mod tests;
