//! A position of a fight as a scene.

use std::collections::BTreeMap;

use battle::{BattleView, Dropped, UnitDataItem, UnitId};
use content::{Aim, AimAt, LabScene, Lying, Pose, SkirmishUnit, Tie, Tuning, Used, Veteran, Wear};
use field::Cell;
use rules::{Grip, Weapon};

/// The fight as it is now: everybody on the field where and how they are, wounds, walls and doors included.
pub fn what_if(view: &BattleView) -> LabScene {
    let bundle = view.setup().bundle();
    let mut skirmish = bundle.skirmish.clone();
    let stays = |unit: &UnitDataItem| !unit.casualty.escaped();
    let names: BTreeMap<UnitId, String> =
        view.units().map(|unit| (*unit.id, unit.identity.name().to_owned())).collect();
    let mut units = Vec::new();
    let mut poses = Vec::new();
    let mut taken: Vec<Cell> = Vec::new();
    for unit in view.units().filter(stays) {
        let number = unit.id.0 as usize - 1;
        let Some(begins) = bundle.skirmish.units.get(number) else { continue };
        // A scene shows whoever has a kit of its own as a sort of its own.
        let archetype = begins.archetype.strip_suffix(&format!("@{number}")).unwrap_or(&begins.archetype);
        let name_of = |other: UnitId| names.get(&other).cloned();
        let seat = unit.status.seat().and_then(|(vehicle, drives)| {
            let vehicle = name_of(vehicle)?;
            Some(if drives { Tie::Drives(vehicle) } else { Tie::Rides(vehicle) })
        });
        let grip = || match unit.status.grip() {
            Some(Grip::Holding(other)) => name_of(UnitId(other)).map(Tie::Holds),
            _ => None,
        };
        // Whoever lies where somebody stands is no longer in anybody's way, nor in the scene's.
        let rides = seat.is_some();
        let buried = !unit.fighting()
            && view
                .units()
                .any(|other| other.fighting() && other.id != unit.id && other.cell() == unit.cell());
        if !rides && (buried || taken.contains(&unit.cell())) {
            continue;
        }
        taken.extend((!rides).then(|| unit.cell()));
        units.push(SkirmishUnit {
            archetype: archetype.to_owned(),
            cell: unit.cell(),
            in_cover: unit.cover.taken(),
            concealed: unit.status.has(battle::StatusKind::Concealed),
            lurking: false,
            veteran: Some(Veteran {
                condition: unit.health.condition().clone(),
                karma: unit.karma.left(),
                ailments: Vec::new(),
                kit: kit(view, &unit),
            }),
            tie: seat.or_else(grip),
            ..begins.clone()
        });
        poses.push(Pose { prone: unit.prone(), in_cover: unit.cover.taken(), gait: unit.movement.gait() });
    }
    let acting = view.round().acting().and_then(|id| names.get(&id));
    let attacker = acting.and_then(|name| units.iter().position(|unit| &unit.name == name));
    let aim = attacker.and_then(|attacker| {
        let side = units[attacker].side;
        let from = units[attacker].cell;
        let foes = units.iter().enumerate().filter(|(_, unit)| unit.side != side);
        let (target, _) = foes.min_by_key(|(number, unit)| (from.rings(unit.cell), *number))?;
        let kit = units[attacker].veteran.as_ref().and_then(|veteran| veteran.kit.as_ref());
        // What it holds stays in its hands.
        let weapon = kit.and_then(|kit| kit.iter().position(|used| used.in_hand)).unwrap_or(0);
        Some(Aim { attacker, at: AimAt::Unit(target), weapon, mode: None, manner: None })
    });
    skirmish.name = format!("{}, round {}", skirmish.name, view.round().number());
    let tuned = vec![Tuning::new(); units.len()];
    skirmish.units = units;
    let worn = view.field().barriers().filter_map(|(id, place)| {
        let state = *view.barrier(id)?.state;
        let wear = Wear { damage: state.damage(), holed: state.holed(), open: state.open() };
        (wear != Wear::default()).then_some((place, wear))
    });
    LabScene {
        worn: worn.collect(),
        skirmish,
        poses,
        aim,
        tuned,
        lying: lying(view),
        kinds: BTreeMap::new(),
        grounds: BTreeMap::new(),
    }
}

/// The id under which content knows a weapon of the fight; nothing for bare hands.
fn id_of(view: &BattleView, weapon: &Weapon) -> Option<String> {
    let known = view.setup().bundle().weapons.iter().find(|(_, known)| *known == weapon)?.0;
    // One with numbers of its own is the content's again, as its bearer is.
    Some(known.split('#').next().unwrap_or(known).to_owned())
}

/// What somebody carries, if it is not what it brought.
fn kit(view: &BattleView, unit: &UnitDataItem) -> Option<Vec<Used>> {
    if view.carries_as_begun(unit) {
        return None;
    }
    let carried = unit.arsenal.carried().iter();
    Some(carried.filter_map(|carried| Some(carried.used(&id_of(view, carried.weapon())?))).collect())
}

/// What lies on the ground.
fn lying(view: &BattleView) -> Vec<Lying> {
    let book = view.rules().book();
    let items = view.items().into_iter();
    let of = |dropped: &Dropped| {
        let used = dropped.item().used(&id_of(view, dropped.item().weapon())?);
        let thing = Used { in_hand: false, off_hand: false, ..used };
        Some(Lying { cell: dropped.cell(), book, thing })
    };
    items.filter_map(|(_, dropped)| of(dropped)).collect()
}

#[cfg(test)]
mod tests;
