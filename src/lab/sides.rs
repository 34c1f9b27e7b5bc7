//! The sides of a scene: edits that add, remove, rename and colour them.

use super::edit::SceneEdit;
use content::{LabScene, Objective, SkirmishSide, TimeUp};

/// Fewest sides of a scene.
pub const MIN_SIDES: usize = 2;
/// Most sides of a scene.
pub const MAX_SIDES: usize = 4;
/// Numbers of the colours that sides may have.
pub const COLOUR_NUMBERS: std::ops::RangeInclusive<u8> = 0..=3;

/// Everything of a scene that names sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneSides {
    /// The sides.
    pub sides: Vec<SkirmishSide>,
    /// The side of each unit, in the order of the units.
    pub unit_sides: Vec<u8>,
    /// What each of them wants.
    pub objectives: Vec<Objective>,
    /// Who wins when time is up.
    pub then: TimeUp,
}

impl SceneSides {
    /// Those of a scene.
    pub fn from_scene(scene: &LabScene) -> Self {
        let skirmish = &scene.skirmish;
        Self {
            sides: skirmish.sides.clone(),
            unit_sides: skirmish.units.iter().map(|unit| unit.side).collect(),
            objectives: skirmish.objectives.clone(),
            then: skirmish.then,
        }
    }

    /// Whether a scene of so many units can have them.
    pub fn is_valid_for(&self, units: usize) -> bool {
        let known = |side: &u8| usize::from(*side) < self.sides.len();
        let named = |objective: &Objective| known(&objective.side());
        (MIN_SIDES..=MAX_SIDES).contains(&self.sides.len())
            && self.unit_sides.len() == units
            && self.unit_sides.iter().all(known)
            && self.objectives.iter().all(named)
            && if let TimeUp::Wins(side) = &self.then { known(side) } else { true }
    }

    /// Gives a scene these; gives what it had.
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

/// How many units a side has.
pub fn unit_count(scene: &LabScene, at: usize) -> usize {
    scene.skirmish.units.iter().filter(|unit| usize::from(unit.side) == at).count()
}

/// One side more, with a name and a colour of its own; nothing if there are no more.
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

/// Without a side; nothing while somebody is on it, or two are left. What it wanted is forgotten.
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

/// With another name for a side; nothing if it is none, or another side has it.
pub fn rename_side(scene: &LabScene, at: usize, name: &str) -> Option<SceneEdit> {
    let mut next = SceneSides::from_scene(scene);
    let taken = next.sides.iter().enumerate().any(|(other, side)| other != at && side.name == name);
    if name.trim().is_empty() || taken {
        return None;
    }
    next.sides.get_mut(at)?.name = name.to_owned();
    Some(next.into_edit())
}

/// With another colour for a side; whoever has it takes the old one.
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
