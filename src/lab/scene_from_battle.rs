//! Converts a battle position to a scene.

use std::collections::BTreeMap;

use battle::{BattleView, DroppedItem, UnitDataItem};
use content::{
    BarrierWear, CampaignUnit, LabAction, LabItem, LabScene, LabTarget, LabUnitState, NumberOverrides,
    SkirmishUnit, UnitLink, UsedWeapon,
};
use model::{Cell, UnitId};
use rules::{Grip, Weapon};

/// Converts the current battle to a scene: units with positions, states and wounds, walls and doors included.
pub fn scene_from_battle(view: &BattleView) -> LabScene {
    let bundle = view.setup().bundle();
    let mut skirmish = bundle.skirmish.clone();
    let stays = |unit: &UnitDataItem| !unit.out_of_action.escaped();
    let names: BTreeMap<UnitId, String> =
        view.units().map(|unit| (*unit.id, unit.identity.name().to_owned())).collect();
    let mut units = Vec::new();
    let mut poses = Vec::new();
    let mut taken: Vec<Cell> = Vec::new();
    for unit in view.units().filter(stays) {
        let number = unit.id.0 as usize - 1;
        let Some(begins) = bundle.skirmish.units.get(number) else { continue };
        // A unit with its own loadout has its own archetype in a battle, but not in a scene.
        let archetype = begins.archetype.strip_suffix(&format!("@{number}")).unwrap_or(&begins.archetype);
        let name_of = |other: UnitId| names.get(&other).cloned();
        let seat = unit.status.seat().and_then(|(vehicle, drives)| {
            let vehicle = name_of(vehicle)?;
            Some(if drives { UnitLink::Drives(vehicle) } else { UnitLink::Rides(vehicle) })
        });
        let grip = || match unit.status.grip() {
            Some(Grip::Holding(other)) => name_of(other).map(UnitLink::Holds),
            _ => None,
        };
        // A unit lying in an occupied square blocks no one, and is left out.
        let rides = seat.is_some();
        let buried = !unit.is_fighting()
            && view
                .units()
                .any(|other| other.is_fighting() && other.id != unit.id && other.cell() == unit.cell());
        if !rides && (buried || taken.contains(&unit.cell())) {
            continue;
        }
        taken.extend((!rides).then(|| unit.cell()));
        units.push(SkirmishUnit {
            archetype: archetype.to_owned(),
            cell: unit.cell(),
            in_cover: unit.taking_cover.is_taken(),
            concealed: unit.status.has(battle::StatusKind::Concealed),
            lurking: false,
            campaign_unit: Some(CampaignUnit {
                condition: unit.health.condition().clone(),
                karma: unit.karma.left(),
                ailments: Vec::new(),
                loadout: unit_loadout(view, &unit),
            }),
            link: seat.or_else(grip),
            ..begins.clone()
        });
        poses.push(LabUnitState {
            prone: unit.is_prone(),
            in_cover: unit.taking_cover.is_taken(),
            gait: unit.movement.gait(),
        });
    }
    let acting = view.round().acting().and_then(|id| names.get(&id));
    let attacker = acting.and_then(|name| units.iter().position(|unit| &unit.name == name));
    let aim = attacker.and_then(|attacker| {
        let side = units[attacker].side;
        let from = units[attacker].cell;
        let foes = units.iter().enumerate().filter(|(_, unit)| unit.side != side);
        let (target, _) = foes.min_by_key(|(number, unit)| (from.chebyshev_distance(unit.cell), *number))?;
        let loadout = units[attacker].campaign_unit.as_ref().and_then(|veteran| veteran.loadout.as_ref());
        // A held weapon stays in hand.
        let weapon = loadout.and_then(|loadout| loadout.iter().position(|used| used.in_hand)).unwrap_or(0);
        Some(LabAction { attacker, at: LabTarget::Unit(target), weapon, mode: None, manner: None })
    });
    skirmish.name = format!("{}, round {}", skirmish.name, view.round().number());
    let tuned = vec![NumberOverrides::new(); units.len()];
    skirmish.units = units;
    let damaged = view.field().barriers().filter_map(|(id, place)| {
        let state = *view.barrier(id)?.state;
        let wear = BarrierWear { damage: state.damage(), holed: state.holed(), open: state.open() };
        (wear != BarrierWear::default()).then_some((place, wear))
    });
    LabScene {
        damaged: damaged.collect(),
        skirmish,
        unit_states: poses,
        aim,
        overrides: tuned,
        items: items_on_ground(view),
        kinds: BTreeMap::new(),
        grounds: BTreeMap::new(),
    }
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
    let carried = unit.inventory.items().iter();
    Some(
        carried.filter_map(|carried| Some(carried.used_state(&weapon_id(view, carried.weapon())?))).collect(),
    )
}

/// Returns the items on the ground.
fn items_on_ground(view: &BattleView) -> Vec<LabItem> {
    let book = view.rules().book();
    let items = view.items().into_iter();
    let of = |dropped: &DroppedItem| {
        let used = dropped.item().used_state(&weapon_id(view, dropped.item().weapon())?);
        let thing = UsedWeapon { in_hand: false, off_hand: false, ..used };
        Some(LabItem { cell: dropped.cell(), book, thing })
    };
    items.filter_map(|(_, dropped)| of(dropped)).collect()
}

#[cfg(test)]
mod tests;
