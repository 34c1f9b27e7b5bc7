//! Seats and grips of a scene: who may have which, and how they stay true when one of the two is renamed, moved or taken
//! away.

use super::edit::{Edit, EditError, free};
use content::{Content, LabScene, Objective, Seats, Skirmish, SkirmishUnit, Tie, Tuning};
use field::{Cell, Place};

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

fn vehicle<'a>(content: &'a Content, unit: &SkirmishUnit) -> Option<&'a Seats> {
    content.archetypes.get(&unit.archetype)?.vehicle.as_ref()
}

/// The seats and grips that a unit can be given: seats that nobody else has, and whoever stands beside it in no grip.
pub fn open_ties(scene: &LabScene, content: &Content, at: usize) -> Vec<Tie> {
    let units = &scene.skirmish.units;
    let Some(unit) = units.get(at).filter(|unit| vehicle(content, unit).is_none()) else { return Vec::new() };
    let others = || units.iter().enumerate().filter(|(number, _)| *number != at).map(|(_, other)| other);
    let mut ties = Vec::new();
    for van in others() {
        let Some(kind) = vehicle(content, van) else { continue };
        let inside = || others().filter(|other| sits_in(other, &van.name));
        if inside().count() >= usize::from(kind.seats) {
            continue;
        }
        if !inside().any(|other| matches!(other.tie, Some(Tie::Drives(_)))) {
            ties.push(Tie::Drives(van.name.clone()));
        }
        ties.push(Tie::Rides(van.name.clone()));
    }
    let sits = |unit: &SkirmishUnit| matches!(unit.tie, Some(Tie::Drives(_) | Tie::Rides(_)));
    let holds =
        |holder: &SkirmishUnit, held: &SkirmishUnit| holder.tie == Some(Tie::Holds(held.name.clone()));
    let is_held = others().any(|other| holds(other, unit));
    if sits(unit) || is_held {
        return ties;
    }
    for other in others().filter(|other| other.cell.rings(unit.cell) == 1) {
        let bound = other.tie.is_some() || others().any(|third| holds(third, other));
        if !bound && vehicle(content, other).is_none() {
            ties.push(Tie::Holds(other.name.clone()));
        }
    }
    ties
}

/// A unit takes a seat or a grip, or leaves the one it has: then it stands on the nearest free square. Whoever held it
/// lets go where it sits down. Nothing if there is no such unit, or no square left.
pub fn tied(scene: &LabScene, content: &Content, at: usize, tie: Option<Tie>) -> Option<Edit> {
    let units = &scene.skirmish.units;
    let unit = units.get(at)?;
    let cell = match &tie {
        Some(Tie::Drives(name) | Tie::Rides(name)) => units.iter().find(|other| other.name == *name)?.cell,
        _ if matches!(unit.tie, Some(Tie::Drives(_) | Tie::Rides(_))) => nearest(scene, content, unit.cell)?,
        _ => unit.cell,
    };
    let mut edits = Vec::new();
    if matches!(tie, Some(Tie::Drives(_) | Tie::Rides(_))) {
        let holds = |other: &SkirmishUnit| other.tie == Some(Tie::Holds(unit.name.clone()));
        let holders = units.iter().enumerate().filter(|(_, other)| holds(other));
        edits.extend(holders.map(|(at, holder)| Edit::Tie { at, tie: None, cell: holder.cell }));
    }
    edits.push(Edit::Tie { at, tie, cell });
    Some(if edits.len() == 1 { edits.remove(0) } else { Edit::Together(edits) })
}

/// A unit becomes another sort, with that sort's own numbers and unhurt; seats and grips end if one of the two is a vehicle.
pub fn resorted(scene: &LabScene, content: &Content, at: usize, archetype: &str) -> Option<Edit> {
    let units = &scene.skirmish.units;
    let unit = units.get(at)?;
    let next = content.archetypes.get(archetype)?;
    let (mut tried, mut edits) = (scene.clone(), Vec::new());
    if vehicle(content, unit).is_some() || next.vehicle.is_some() {
        let bound = |(number, other): (usize, &SkirmishUnit)| {
            let other = other.tie.as_ref()?.other();
            (number == at || other == unit.name).then_some(number)
        };
        for number in units.iter().enumerate().filter_map(bound) {
            // One after the other: each needs a square of its own.
            let edit = tied(&tried, content, number, None)?;
            edit.clone().apply(&mut tried).ok()?;
            edits.push(edit);
        }
    }
    let tie = tried.skirmish.units[at].tie.clone();
    let unit = SkirmishUnit { archetype: archetype.to_owned(), veteran: None, tie, ..unit.clone() };
    edits.extend([Edit::Unit { at, unit }, Edit::Tune { at, tuning: Tuning::new() }]);
    Some(Edit::Together(edits))
}

/// The nearest square on which somebody can stand.
fn nearest(scene: &LabScene, content: &Content, from: Cell) -> Option<Cell> {
    let map = &scene.skirmish.map;
    let barred = |cell: Cell| {
        let ground = map.terrain_at(cell);
        let ground = ground.and_then(|id| scene.grounds.get(id).or_else(|| content.terrains.get(id)));
        ground.is_none_or(|ground| ground.impassable) || scene.barrier_at(Place::Square(cell)).is_some()
    };
    let (width, height) = (i32::from(map.width), i32::from(map.height));
    let all = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    let open = all.filter(|&cell| scene.unit_at(cell).is_none() && !barred(cell));
    open.min_by_key(|cell| (from.rings(*cell), from.distance_squared(*cell), cell.y, cell.x))
}

/// Gives a unit a seat or a grip; gives what takes that back.
pub(super) fn bind(scene: &mut LabScene, at: usize, tie: Option<Tie>, cell: Cell) -> Result<Edit, EditError> {
    let known = scene.skirmish.units.get(at).ok_or(EditError::NoSuchUnit(at))?;
    let sits = matches!(tie, Some(Tie::Drives(_) | Tie::Rides(_)));
    if known.cell != cell && !sits {
        free(scene, cell, None)?;
    }
    let unit = &mut scene.skirmish.units[at];
    let (tie, cell) = (std::mem::replace(&mut unit.tie, tie), std::mem::replace(&mut unit.cell, cell));
    Ok(Edit::Tie { at, tie, cell })
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
    use content::Pose;

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

    /// The same with a van of the shipped content, and nobody held.
    fn street() -> (LabScene, Content) {
        let assets = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let content = content::load(&[assets]).content;
        let van = content.archetypes.iter().find(|(_, sort)| sort.vehicle.is_some()).expect("a vehicle").0;
        let mut scene = crowd();
        scene.skirmish.units[2].archetype.clone_from(van);
        scene.skirmish.units[0].tie = None;
        scene.skirmish.units[0].cell = Cell::new(1, 1);
        (scene, content)
    }

    #[test]
    fn seats_that_are_free_and_people_beside_are_offered() {
        let (mut scene, content) = street();
        let van = || "Van".to_owned();
        let bob = Tie::Holds("Bob".to_owned());
        assert_eq!(open_ties(&scene, &content, 0), [Tie::Rides(van()), bob.clone()], "somebody drives it");
        assert_eq!(open_ties(&scene, &content, 3), [Tie::Drives(van()), Tie::Rides(van())], "Cid sits");
        assert_eq!(open_ties(&scene, &content, 2), [], "a van sits in nothing");
        tied(&scene, &content, 0, Some(bob)).expect("a grip").apply(&mut scene).expect("beside it");
        assert_eq!(open_ties(&scene, &content, 1), [Tie::Rides(van())], "whoever is held holds nobody");
    }

    #[test]
    fn whoever_gets_in_is_let_go_and_whoever_gets_out_stands_beside() {
        let (mut scene, content) = street();
        let tie = |name: &str| Some(Tie::Holds(name.to_owned()));
        tied(&scene, &content, 0, tie("Bob")).expect("a grip").apply(&mut scene).expect("beside it");
        let before = scene.clone();
        let seat = Some(Tie::Rides("Van".to_owned()));
        let edit = tied(&scene, &content, 1, seat.clone()).expect("a seat");
        let back = edit.apply(&mut scene).expect("room for it");
        assert_eq!((scene.skirmish.units[1].cell, &scene.skirmish.units[1].tie), (Cell::new(2, 2), &seat));
        assert_eq!(scene.skirmish.units[0].tie, None);
        let mut left = scene.clone();
        back.apply(&mut left).expect("taken back");
        assert_eq!(left, before);
        tied(&scene, &content, 1, None).expect("a unit").apply(&mut scene).expect("a square");
        let bob = &scene.skirmish.units[1];
        assert_eq!(
            (bob.tie.as_ref(), bob.cell),
            (None, Cell::new(2, 1)),
            "the nearest square, from the north"
        );
    }

    #[test]
    fn nobody_sits_in_what_is_no_vehicle_any_more() {
        let (mut scene, content) = street();
        let before = scene.clone();
        let edit = resorted(&scene, &content, 2, "officer").expect("room for all");
        let back = edit.apply(&mut scene).expect("room for all");
        let ties: Vec<_> = scene.skirmish.units.iter().map(|unit| unit.tie.as_ref()).collect();
        assert_eq!(ties, [None; 5]);
        let mut cells: Vec<Cell> = scene.skirmish.units.iter().map(|unit| unit.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 5, "everybody has a square");
        back.apply(&mut scene).expect("taken back");
        assert_eq!(scene, before);
    }
}
