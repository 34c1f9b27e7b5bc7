//! Sides of a scene: edits that add, remove, rename and recolour them.

use super::edit::SceneEdit;
use content::{LabScene, Objective, SkirmishSide, TimeUp};

/// Minimum number of sides.
pub const MIN_SIDES: usize = 2;
/// Maximum number of sides.
pub const MAX_SIDES: usize = 4;
/// Colour numbers of sides.
pub const COLOUR_NUMBERS: std::ops::RangeInclusive<u8> = 0..=3;

/// Everything of a scene that refers to sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneSides {
    /// The sides.
    pub sides: Vec<SkirmishSide>,
    /// The side of each unit, in the order of the units.
    pub unit_sides: Vec<u8>,
    /// The objectives.
    pub objectives: Vec<Objective>,
    /// The result when time is up.
    pub then: TimeUp,
}

impl SceneSides {
    /// Returns those of a scene.
    pub fn from_scene(scene: &LabScene) -> Self {
        let skirmish = &scene.skirmish;
        Self {
            sides: skirmish.sides.clone(),
            unit_sides: skirmish.units.iter().map(|unit| unit.side).collect(),
            objectives: skirmish.objectives.clone(),
            then: skirmish.then,
        }
    }

    /// Whether they are valid for a scene of so many units.
    pub fn is_valid_for(&self, units: usize) -> bool {
        let known = |side: &u8| usize::from(*side) < self.sides.len();
        let named = |objective: &Objective| known(&objective.side());
        (MIN_SIDES..=MAX_SIDES).contains(&self.sides.len())
            && self.unit_sides.len() == units
            && self.unit_sides.iter().all(known)
            && self.objectives.iter().all(named)
            && if let TimeUp::Wins(side) = &self.then { known(side) } else { true }
    }

    /// Swaps them with those of a scene.
    pub(super) fn swap(self, scene: &mut LabScene) -> Self {
        let before = Self::from_scene(scene);
        let skirmish = &mut scene.skirmish;
        skirmish.sides = self.sides;
        skirmish.objectives = self.objectives;
        skirmish.then = self.then;
        skirmish.units.iter_mut().zip(self.unit_sides).for_each(|(unit, side)| unit.side = side);
        before
    }

    fn into_edit(self) -> SceneEdit {
        SceneEdit::SetSides(Box::new(self))
    }
}

/// Returns the number of units of a side.
pub fn unit_count(scene: &LabScene, at: usize) -> usize {
    scene.skirmish.units.iter().filter(|unit| usize::from(unit.side) == at).count()
}

/// Returns the edit that adds a side with an unused name and colour; `None` if there are four.
pub fn add_side(scene: &LabScene) -> Option<SceneEdit> {
    let mut next = SceneSides::from_scene(scene);
    if next.sides.len() >= MAX_SIDES {
        return None;
    }
    let colour =
        COLOUR_NUMBERS.into_iter().find(|colour| next.sides.iter().all(|side| side.colour != *colour))?;
    let free = |name: &String| next.sides.iter().all(|side| &side.name != name);
    let name = (next.sides.len() + 1..).map(|number| format!("Side {number}")).find(free)?;
    next.sides.push(SkirmishSide { name, colour, deployment: None });
    Some(next.into_edit())
}

/// Returns the edit that removes a side with its objectives; `None` if it has units, or two sides are left.
pub fn remove_side(scene: &LabScene, at: usize) -> Option<SceneEdit> {
    let mut next = SceneSides::from_scene(scene);
    if at >= next.sides.len() || next.sides.len() <= MIN_SIDES || unit_count(scene, at) > 0 {
        return None;
    }
    next.sides.remove(at);
    let down = |side: &mut u8| *side -= u8::from(usize::from(*side) > at);
    next.unit_sides.iter_mut().for_each(down);
    next.objectives.retain(|objective| usize::from(objective.side()) != at);
    next.objectives.iter_mut().for_each(|objective| down(objective.side_mut()));
    match &mut next.then {
        TimeUp::Wins(side) if usize::from(*side) == at => next.then = TimeUp::Draw,
        TimeUp::Wins(side) => down(side),
        _ => {}
    }
    Some(next.into_edit())
}

/// Returns the edit that renames a side; `None` if the name is empty or in use.
pub fn rename_side(scene: &LabScene, at: usize, name: &str) -> Option<SceneEdit> {
    let mut next = SceneSides::from_scene(scene);
    let taken = next.sides.iter().enumerate().any(|(other, side)| other != at && side.name == name);
    if name.trim().is_empty() || taken {
        return None;
    }
    next.sides.get_mut(at)?.name = name.to_owned();
    Some(next.into_edit())
}

/// Returns the edit that recolours a side; the side that has the colour takes the old one.
pub fn recolour_side(scene: &LabScene, at: usize, colour: u8) -> Option<SceneEdit> {
    let mut next = SceneSides::from_scene(scene);
    let before = next.sides.get(at)?.colour;
    if !COLOUR_NUMBERS.contains(&colour) {
        return None;
    }
    for side in next.sides.iter_mut().filter(|side| side.colour == colour) {
        side.colour = before;
    }
    next.sides[at].colour = colour;
    Some(next.into_edit())
}

#[cfg(test)]
mod tests;
