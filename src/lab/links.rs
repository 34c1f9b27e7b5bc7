//! Links of units: seats in vehicles and body shields, kept valid when a unit is renamed, moved or removed.

use crate::edit::{SceneEdit, SceneEditError, check_free};
use content::{Content, LabScene, NumberOverrides, Objective, Skirmish, SkirmishUnit, UnitLink, VehicleSpec};
use model::{Cell, ObstaclePosition};

/// Whether a unit is seated in a unit of this name.
fn is_seated_in(unit: &SkirmishUnit, name: &str) -> bool {
    matches!(&unit.link, Some(UnitLink::Drives(other) | UnitLink::Rides(other)) if other == name)
}

/// Whether one unit is seated in the other, or both in the same vehicle.
pub(super) fn share_vehicle(one: &SkirmishUnit, other: &SkirmishUnit) -> bool {
    let seat = |unit: &SkirmishUnit| match &unit.link {
        Some(UnitLink::Drives(name) | UnitLink::Rides(name)) => Some(name.clone()),
        _ => None,
    };
    is_seated_in(one, &other.name)
        || is_seated_in(other, &one.name)
        || (seat(one).is_some() && seat(one) == seat(other))
}

fn vehicle_seats<'a>(content: &'a Content, unit: &SkirmishUnit) -> Option<&'a VehicleSpec> {
    content.archetypes.get(&unit.archetype)?.vehicle.as_ref()
}

/// Returns the links that a unit can be given: free seats, and adjacent unlinked units to hold.
pub fn available_links(scene: &LabScene, content: &Content, at: usize) -> Vec<UnitLink> {
    let units = &scene.skirmish.units;
    let Some(unit) = units.get(at).filter(|unit| vehicle_seats(content, unit).is_none()) else {
        return Vec::new();
    };
    let others = || units.iter().enumerate().filter(|(number, _)| *number != at).map(|(_, other)| other);
    let mut links = Vec::new();
    for van in others() {
        let Some(kind) = vehicle_seats(content, van) else { continue };
        let inside = || others().filter(|other| is_seated_in(other, &van.name));
        if inside().count() >= usize::from(kind.seats) {
            continue;
        }
        if !inside().any(|other| matches!(other.link, Some(UnitLink::Drives(_)))) {
            links.push(UnitLink::Drives(van.name.clone()));
        }
        links.push(UnitLink::Rides(van.name.clone()));
    }
    let sits = |unit: &SkirmishUnit| matches!(unit.link, Some(UnitLink::Drives(_) | UnitLink::Rides(_)));
    let holds =
        |holder: &SkirmishUnit, held: &SkirmishUnit| holder.link == Some(UnitLink::Holds(held.name.clone()));
    let is_held = others().any(|other| holds(other, unit));
    if sits(unit) || is_held {
        return links;
    }
    for other in others().filter(|other| other.cell.chebyshev_distance(unit.cell) == 1) {
        let bound = other.link.is_some() || others().any(|third| holds(third, other));
        if !bound && vehicle_seats(content, other).is_none() {
            links.push(UnitLink::Holds(other.name.clone()));
        }
    }
    links
}

/// Returns the edit that changes a unit's link. A unit that leaves its seat moves to the nearest free square; a unit
/// that sits down is released by its holder. `None` if there is no such unit, or no free square.
pub fn set_link(scene: &LabScene, content: &Content, at: usize, link: Option<UnitLink>) -> Option<SceneEdit> {
    let units = &scene.skirmish.units;
    let unit = units.get(at)?;
    let cell = match &link {
        Some(UnitLink::Drives(name) | UnitLink::Rides(name)) => {
            units.iter().find(|other| other.name == *name)?.cell
        }
        _ if matches!(unit.link, Some(UnitLink::Drives(_) | UnitLink::Rides(_))) => {
            nearest_free_cell(scene, content, unit.cell)?
        }
        _ => unit.cell,
    };
    let mut edits = Vec::new();
    if matches!(link, Some(UnitLink::Drives(_) | UnitLink::Rides(_))) {
        let holds = |other: &SkirmishUnit| other.link == Some(UnitLink::Holds(unit.name.clone()));
        let holders = units.iter().enumerate().filter(|(_, other)| holds(other));
        edits.extend(holders.map(|(at, holder)| SceneEdit::SetLink { at, link: None, cell: holder.cell }));
    }
    edits.push(SceneEdit::SetLink { at, link, cell });
    Some(if edits.len() == 1 { edits.remove(0) } else { SceneEdit::Batch(edits) })
}

/// Returns the edit that changes a unit's archetype, with default numbers and no wounds; links to a vehicle end.
pub fn change_archetype(
    scene: &LabScene,
    content: &Content,
    at: usize,
    archetype: &str,
) -> Option<SceneEdit> {
    let units = &scene.skirmish.units;
    let unit = units.get(at)?;
    let next = content.archetypes.get(archetype)?;
    let (mut tried, mut edits) = (scene.clone(), Vec::new());
    if vehicle_seats(content, unit).is_some() || next.vehicle.is_some() {
        let bound = |(number, other): (usize, &SkirmishUnit)| {
            let other = other.link.as_ref()?.other();
            (number == at || other == unit.name).then_some(number)
        };
        for number in units.iter().enumerate().filter_map(bound) {
            // One after the other, as each needs its own square.
            let edit = set_link(&tried, content, number, None)?;
            edit.clone().apply(&mut tried).ok()?;
            edits.push(edit);
        }
    }
    let link = tried.skirmish.units[at].link.clone();
    let unit = SkirmishUnit { archetype: archetype.to_owned(), campaign_unit: None, link, ..unit.clone() };
    edits.extend([
        SceneEdit::SetUnit { at, unit },
        SceneEdit::SetOverrides { at, overrides: NumberOverrides::new() },
    ]);
    Some(SceneEdit::Batch(edits))
}

/// Returns the nearest square that a unit can enter.
fn nearest_free_cell(scene: &LabScene, content: &Content, from: Cell) -> Option<Cell> {
    let map = &scene.skirmish.map;
    let barred = |cell: Cell| {
        let ground = map.terrain_at(cell);
        let ground = ground.and_then(|id| scene.grounds.get(id).or_else(|| content.terrains.get(id)));
        ground.is_none_or(|ground| ground.impassable)
            || scene.barrier_at(ObstaclePosition::Square(cell)).is_some()
    };
    let (width, height) = (i32::from(map.width), i32::from(map.height));
    let all = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    let open = all.filter(|&cell| scene.unit_at(cell).is_none() && !barred(cell));
    open.min_by_key(|cell| (from.chebyshev_distance(*cell), from.distance_squared(*cell), cell.y, cell.x))
}

/// Applies a link; returns the inverse edit.
pub(super) fn apply_link(
    scene: &mut LabScene,
    at: usize,
    link: Option<UnitLink>,
    cell: Cell,
) -> Result<SceneEdit, SceneEditError> {
    let known = scene.skirmish.units.get(at).ok_or(SceneEditError::NoSuchUnit(at))?;
    let sits = matches!(link, Some(UnitLink::Drives(_) | UnitLink::Rides(_)));
    if known.cell != cell && !sits {
        check_free(scene, cell, None)?;
    }
    let unit = &mut scene.skirmish.units[at];
    let (link, cell) = (std::mem::replace(&mut unit.link, link), std::mem::replace(&mut unit.cell, cell));
    Ok(SceneEdit::SetLink { at, link, cell })
}

/// Renames a unit in all links, objectives and hints.
pub(super) fn rename_links(skirmish: &mut Skirmish, from: &str, to: &str) {
    let links = skirmish.units.iter_mut().filter_map(|unit| unit.link.as_mut());
    for link in links.filter(|link| link.other() == from) {
        *link = link.named(to);
    }
    let goals = skirmish.objectives.iter_mut().filter_map(Objective::unit_mut);
    goals.filter(|name| *name == from).for_each(|name| *name = to.to_owned());
    if let Some(lesson) = &mut skirmish.lesson {
        lesson.rename_unit(from, to);
    }
}

/// Returns the unit that moves for this one: its vehicle, or itself.
pub fn moving_unit(scene: &LabScene, at: usize) -> usize {
    let units = &scene.skirmish.units;
    let name = match units.get(at).and_then(|unit| unit.link.as_ref()) {
        Some(UnitLink::Drives(name) | UnitLink::Rides(name)) => name,
        _ => return at,
    };
    units.iter().position(|unit| &unit.name == name).unwrap_or(at)
}

/// Moves a unit with its passengers; a hold that no longer reaches ends. Returns the inverse edit.
pub(super) fn move_with_passengers(
    scene: &mut LabScene,
    at: usize,
    to: Cell,
) -> Result<SceneEdit, SceneEditError> {
    let units = &mut scene.skirmish.units;
    let unit = units.get_mut(at).ok_or(SceneEditError::NoSuchUnit(at))?;
    let (name, from) = (unit.name.clone(), std::mem::replace(&mut unit.cell, to));
    units.iter_mut().filter(|other| is_seated_in(other, &name)).for_each(|rider| rider.cell = to);
    let mut back = vec![SceneEdit::MoveUnit { at, to: from }];
    let cells: Vec<(String, Cell)> = units.iter().map(|unit| (unit.name.clone(), unit.cell)).collect();
    for (number, unit) in units.iter_mut().enumerate() {
        let Some(UnitLink::Holds(held)) = &unit.link else { continue };
        if unit.name != name && *held != name {
            continue;
        }
        let far = cells.iter().any(|(other, cell)| other == held && cell.chebyshev_distance(unit.cell) > 1);
        if far {
            back.push(SceneEdit::SetUnit { at: number, unit: unit.clone() });
            unit.link = None;
        }
    }
    Ok(if back.len() == 1 { SceneEdit::MoveUnit { at, to: from } } else { SceneEdit::Batch(back) })
}

/// Returns the edits needed before a unit can be removed: its holder lets go, its passengers are removed. `None` if it
/// has no links.
pub(super) fn release_edits(scene: &LabScene, at: usize) -> Option<Vec<SceneEdit>> {
    let units = &scene.skirmish.units;
    let name = &units.get(at)?.name;
    let is_linked = |unit: &SkirmishUnit| unit.link.as_ref().is_some_and(|link| link.other() == name);
    let holders = units.iter().enumerate().filter(|(_, unit)| is_linked(unit) && !is_seated_in(unit, name));
    let mut edits: Vec<SceneEdit> = holders
        .map(|(number, unit)| SceneEdit::SetUnit {
            at: number,
            unit: SkirmishUnit { link: None, ..unit.clone() },
        })
        .collect();
    // In descending order, so that the other indices stay valid.
    let mut gone: Vec<usize> = units
        .iter()
        .enumerate()
        .filter(|(_, unit)| is_seated_in(unit, name))
        .map(|(number, _)| number)
        .collect();
    if edits.is_empty() && gone.is_empty() {
        return None;
    }
    gone.push(at);
    gone.sort_unstable();
    edits.extend(gone.into_iter().rev().map(|at| SceneEdit::RemoveUnit { at }));
    Some(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::tests::{test_scene, test_unit};
    use content::LabUnitState;

    /// A van with two passengers, and a unit that holds another one.
    fn crowd() -> LabScene {
        let mut scene = test_scene();
        let more = [("Van", (2, 2)), ("Cid", (2, 2)), ("Dot", (2, 2))];
        for (number, (name, cell)) in (2..).zip(more) {
            scene.skirmish.units.push(test_unit(name, 0, cell));
            scene.unit_states.push(LabUnitState::default());
            scene.overrides.push(NumberOverrides::new());
            scene.skirmish.units[number].link = match name {
                "Cid" => Some(UnitLink::Drives("Van".to_owned())),
                "Dot" => Some(UnitLink::Rides("Van".to_owned())),
                _ => None,
            };
        }
        scene.skirmish.units[1].cell = Cell::new(1, 2);
        scene.skirmish.units[0].link = Some(UnitLink::Holds("Bob".to_owned()));
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
    fn renaming_a_unit_updates_all_links() {
        let (mut scene, before) = (crowd(), crowd());
        let van = SkirmishUnit { name: "Lorry".to_owned(), ..scene.skirmish.units[2].clone() };
        let back = SceneEdit::SetUnit { at: 2, unit: van }.apply(&mut scene).expect("a van");
        let links: Vec<_> =
            scene.skirmish.units.iter().filter_map(|unit| Some(unit.link.as_ref()?.other())).collect();
        assert_eq!(links, ["Bob", "Lorry", "Lorry"]);
        assert_eq!(scene.skirmish.objectives[0].unit(), Some("Lorry"));
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, before);
    }

    #[test]
    fn passengers_move_with_the_vehicle() {
        let (mut scene, before) = (crowd(), crowd());
        let to = Cell::new(5, 0);
        let back = SceneEdit::MoveUnit { at: 3, to }.apply(&mut scene).expect("valid edit");
        assert!(
            scene.skirmish.units[2..].iter().all(|unit| unit.cell == to),
            "the driver is where the van is"
        );
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, before);
        assert_eq!(
            SceneEdit::MoveUnit { at: 0, to: Cell::new(2, 2) }.apply(&mut scene),
            Err(SceneEditError::Occupied)
        );
    }

    #[test]
    fn a_hold_ends_at_a_distance() {
        let (mut scene, before) = (crowd(), crowd());
        SceneEdit::MoveUnit { at: 1, to: Cell::new(2, 1) }.apply(&mut scene).expect("valid edit");
        assert!(scene.skirmish.units[0].link.is_some(), "still adjacent");
        let mut scene = crowd();
        let back = SceneEdit::MoveUnit { at: 1, to: Cell::new(5, 3) }.apply(&mut scene).expect("valid edit");
        assert_eq!(scene.skirmish.units[0].link, None);
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, before);
    }

    #[test]
    fn removing_a_unit_removes_its_links() {
        let (mut scene, before) = (crowd(), crowd());
        let back = SceneEdit::RemoveUnit { at: 2 }.apply(&mut scene).expect("other units are left");
        assert_eq!(names(&scene), ["Ann", "Bob"]);
        let kept = scene.clone().normalised().skirmish.objectives;
        assert_eq!(kept, [Objective::Escape { side: 0, zone: "gate".to_owned(), units: 1 }]);
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, before);
        let back = SceneEdit::RemoveUnit { at: 1 }.apply(&mut scene).expect("other units are left");
        assert_eq!(scene.skirmish.units[0].link, None);
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, before);
    }

    /// The same with a van of the shipped content, and no unit held.
    fn street() -> (LabScene, Content) {
        let assets = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let content = content::load_content(&[assets]).content;
        let van = content.archetypes.iter().find(|(_, sort)| sort.vehicle.is_some()).expect("a vehicle").0;
        let mut scene = crowd();
        scene.skirmish.units[2].archetype.clone_from(van);
        scene.skirmish.units[0].link = None;
        scene.skirmish.units[0].cell = Cell::new(1, 1);
        (scene, content)
    }

    #[test]
    fn free_seats_and_adjacent_units_are_offered() {
        let (mut scene, content) = street();
        let van = || "Van".to_owned();
        let bob = UnitLink::Holds("Bob".to_owned());
        assert_eq!(
            available_links(&scene, &content, 0),
            [UnitLink::Rides(van()), bob.clone()],
            "the driver's seat is taken"
        );
        assert_eq!(
            available_links(&scene, &content, 3),
            [UnitLink::Drives(van()), UnitLink::Rides(van())],
            "Cid is seated"
        );
        assert_eq!(available_links(&scene, &content, 2), [], "a van has no seat");
        set_link(&scene, &content, 0, Some(bob)).expect("a link").apply(&mut scene).expect("adjacent");
        assert_eq!(
            available_links(&scene, &content, 1),
            [UnitLink::Rides(van())],
            "a held unit holds no one"
        );
    }

    #[test]
    fn entering_a_vehicle_ends_a_hold_and_leaving_it_finds_a_free_square() {
        let (mut scene, content) = street();
        let link = |name: &str| Some(UnitLink::Holds(name.to_owned()));
        set_link(&scene, &content, 0, link("Bob")).expect("a link").apply(&mut scene).expect("adjacent");
        let before = scene.clone();
        let seat = Some(UnitLink::Rides("Van".to_owned()));
        let edit = set_link(&scene, &content, 1, seat.clone()).expect("a seat");
        let back = edit.apply(&mut scene).expect("valid edit");
        assert_eq!((scene.skirmish.units[1].cell, &scene.skirmish.units[1].link), (Cell::new(2, 2), &seat));
        assert_eq!(scene.skirmish.units[0].link, None);
        let mut left = scene.clone();
        back.apply(&mut left).expect("undone");
        assert_eq!(left, before);
        set_link(&scene, &content, 1, None).expect("a unit").apply(&mut scene).expect("a square");
        let bob = &scene.skirmish.units[1];
        assert_eq!(
            (bob.link.as_ref(), bob.cell),
            (None, Cell::new(2, 1)),
            "the nearest square, from the north"
        );
    }

    #[test]
    fn passengers_leave_a_unit_that_is_no_longer_a_vehicle() {
        let (mut scene, content) = street();
        let before = scene.clone();
        let edit = change_archetype(&scene, &content, 2, "officer").expect("valid edit");
        let back = edit.apply(&mut scene).expect("valid edit");
        let links: Vec<_> = scene.skirmish.units.iter().map(|unit| unit.link.as_ref()).collect();
        assert_eq!(links, [None; 5]);
        let mut cells: Vec<Cell> = scene.skirmish.units.iter().map(|unit| unit.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 5, "every unit has a square");
        back.apply(&mut scene).expect("undone");
        assert_eq!(scene, before);
    }
}
