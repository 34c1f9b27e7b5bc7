//! What ties units of a scene to each other stays true when one of them is renamed, moved or taken away.

use super::edit::{Edit, EditError};
use crate::content::{LabScene, Objective, Skirmish, SkirmishUnit, Tie};
use crate::field::Cell;

impl Tie {
    /// The name of the one it is tied to.
    pub fn other(&self) -> &str {
        let (Self::Drives(name) | Self::Rides(name) | Self::Holds(name)) = self;
        name
    }

    fn named(&self, name: &str) -> Self {
        let name = name.to_owned();
        match self {
            Self::Drives(_) => Self::Drives(name),
            Self::Rides(_) => Self::Rides(name),
            Self::Holds(_) => Self::Holds(name),
        }
    }
}

/// Whether it sits in something of this name.
fn sits_in(unit: &SkirmishUnit, name: &str) -> bool {
    matches!(&unit.tie, Some(Tie::Drives(other) | Tie::Rides(other)) if other == name)
}

/// Whether one of the two sits in the other, or both in the same.
pub(super) fn share(one: &SkirmishUnit, other: &SkirmishUnit) -> bool {
    let seat = |unit: &SkirmishUnit| match &unit.tie {
        Some(Tie::Drives(name) | Tie::Rides(name)) => Some(name.clone()),
        _ => None,
    };
    sits_in(one, &other.name)
        || sits_in(other, &one.name)
        || (seat(one).is_some() && seat(one) == seat(other))
}

/// Everybody who was tied to one name is tied to the other, and what has to become of it is meant for the other.
pub(super) fn rename(skirmish: &mut Skirmish, from: &str, to: &str) {
    let ties = skirmish.units.iter_mut().filter_map(|unit| unit.tie.as_mut());
    for tie in ties.filter(|tie| tie.other() == from) {
        *tie = tie.named(to);
    }
    let goals = skirmish.objectives.iter_mut().filter_map(Objective::unit_mut);
    goals.filter(|name| *name == from).for_each(|name| *name = to.to_owned());
}

/// Who stands for a unit on the board: whatever it sits in, or itself.
pub fn mover(scene: &LabScene, at: usize) -> usize {
    let units = &scene.skirmish.units;
    let name = match units.get(at).and_then(|unit| unit.tie.as_ref()) {
        Some(Tie::Drives(name) | Tie::Rides(name)) => name,
        _ => return at,
    };
    units.iter().position(|unit| &unit.name == name).unwrap_or(at)
}

/// Moves a unit with everybody who sits in it; a grip is lost where it no longer reaches. Gives what takes that back.
pub(super) fn take_along(scene: &mut LabScene, at: usize, to: Cell) -> Result<Edit, EditError> {
    let units = &mut scene.skirmish.units;
    let unit = units.get_mut(at).ok_or(EditError::NoSuchUnit(at))?;
    let (name, from) = (unit.name.clone(), std::mem::replace(&mut unit.cell, to));
    units.iter_mut().filter(|other| sits_in(other, &name)).for_each(|rider| rider.cell = to);
    let mut back = vec![Edit::Move { at, to: from }];
    let cells: Vec<(String, Cell)> = units.iter().map(|unit| (unit.name.clone(), unit.cell)).collect();
    for (number, unit) in units.iter_mut().enumerate() {
        let Some(Tie::Holds(held)) = &unit.tie else { continue };
        if unit.name != name && *held != name {
            continue;
        }
        let far = cells.iter().any(|(other, cell)| other == held && cell.rings(unit.cell) > 1);
        if far {
            back.push(Edit::Unit { at: number, unit: unit.clone() });
            unit.tie = None;
        }
    }
    Ok(if back.len() == 1 { Edit::Move { at, to: from } } else { Edit::Together(back) })
}

/// What has to happen before a unit can be taken away: whoever holds it lets go, whoever sits in it goes with it. Nothing
/// if nobody is tied to it.
pub(super) fn release(scene: &LabScene, at: usize) -> Option<Vec<Edit>> {
    let units = &scene.skirmish.units;
    let name = &units.get(at)?.name;
    let tied = |unit: &SkirmishUnit| unit.tie.as_ref().is_some_and(|tie| tie.other() == name);
    let holders = units.iter().enumerate().filter(|(_, unit)| tied(unit) && !sits_in(unit, name));
    let mut edits: Vec<Edit> = holders
        .map(|(number, unit)| Edit::Unit { at: number, unit: SkirmishUnit { tie: None, ..unit.clone() } })
        .collect();
    // The last ones first: the numbers of the others stay.
    let mut gone: Vec<usize> =
        units.iter().enumerate().filter(|(_, unit)| sits_in(unit, name)).map(|(number, _)| number).collect();
    if edits.is_empty() && gone.is_empty() {
        return None;
    }
    gone.push(at);
    gone.sort_unstable();
    edits.extend(gone.into_iter().rev().map(|at| Edit::RemoveUnit { at }));
    Some(edits)
}

#[cfg(test)]
mod tests {
    use super::super::edit::tests::{scene, unit};
    use super::*;
    use crate::content::{Pose, Tuning};

    /// A van with two people in it, and somebody who holds a captive.
    fn crowd() -> LabScene {
        let mut scene = scene();
        let more = [("Van", (2, 2)), ("Cid", (2, 2)), ("Dot", (2, 2))];
        for (number, (name, cell)) in (2..).zip(more) {
            scene.skirmish.units.push(unit(name, 0, cell));
            scene.poses.push(Pose::default());
            scene.tuned.push(Tuning::new());
            scene.skirmish.units[number].tie = match name {
                "Cid" => Some(Tie::Drives("Van".to_owned())),
                "Dot" => Some(Tie::Rides("Van".to_owned())),
                _ => None,
            };
        }
        scene.skirmish.units[1].cell = Cell::new(1, 2);
        scene.skirmish.units[0].tie = Some(Tie::Holds("Bob".to_owned()));
        scene.skirmish.objectives = vec![
            Objective::Stop { side: 1, unit: "Van".to_owned() },
            Objective::Escape { side: 0, zone: "gate".to_owned(), units: 9 },
        ];
        scene.skirmish.map.zones.insert("gate".to_owned(), vec![Cell::new(0, 0)]);
        scene
    }

    fn names(scene: &LabScene) -> Vec<&str> {
        scene.skirmish.units.iter().map(|unit| unit.name.as_str()).collect()
    }

    #[test]
    fn another_name_goes_to_everybody_who_is_tied_to_it() {
        let (mut scene, before) = (crowd(), crowd());
        let van = SkirmishUnit { name: "Lorry".to_owned(), ..scene.skirmish.units[2].clone() };
        let back = Edit::Unit { at: 2, unit: van }.apply(&mut scene).expect("a van");
        let ties: Vec<_> =
            scene.skirmish.units.iter().filter_map(|unit| Some(unit.tie.as_ref()?.other())).collect();
        assert_eq!(ties, ["Bob", "Lorry", "Lorry"]);
        assert_eq!(scene.skirmish.objectives[0].unit(), Some("Lorry"));
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, before);
    }

    #[test]
    fn whoever_sits_in_it_comes_along() {
        let (mut scene, before) = (crowd(), crowd());
        let to = Cell::new(5, 0);
        let back = Edit::Move { at: 3, to }.apply(&mut scene).expect("room for it");
        assert!(
            scene.skirmish.units[2..].iter().all(|unit| unit.cell == to),
            "the driver is where the van is"
        );
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, before);
        assert_eq!(Edit::Move { at: 0, to: Cell::new(2, 2) }.apply(&mut scene), Err(EditError::Occupied));
    }

    #[test]
    fn a_grip_does_not_reach_across_the_room() {
        let (mut scene, before) = (crowd(), crowd());
        Edit::Move { at: 1, to: Cell::new(2, 1) }.apply(&mut scene).expect("room for it");
        assert!(scene.skirmish.units[0].tie.is_some(), "still beside it");
        let mut scene = crowd();
        let back = Edit::Move { at: 1, to: Cell::new(5, 3) }.apply(&mut scene).expect("room for it");
        assert_eq!(scene.skirmish.units[0].tie, None);
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, before);
    }

    #[test]
    fn nobody_is_tied_to_what_is_gone() {
        let (mut scene, before) = (crowd(), crowd());
        let back = Edit::RemoveUnit { at: 2 }.apply(&mut scene).expect("others are left");
        assert_eq!(names(&scene), ["Ann", "Bob"]);
        let kept = scene.clone().tidy().skirmish.objectives;
        assert_eq!(kept, [Objective::Escape { side: 0, zone: "gate".to_owned(), units: 1 }]);
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, before);
        let back = Edit::RemoveUnit { at: 1 }.apply(&mut scene).expect("others are left");
        assert_eq!(scene.skirmish.units[0].tie, None);
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, before);
    }
}
