//! Places of what is animated: where units will be, and where shots end.

use bevy_egui::egui::Vec2;

use super::BoardAnimation;
use super::step::AnimationStep;
use model::UnitId;

/// Returns where a unit is once all queued steps have been shown.
pub(super) fn planned_place(animation: &BoardAnimation, unit: UnitId) -> Option<Vec2> {
    let moved = animation.steps.iter().rev().find_map(|(_, step)| match step {
        AnimationStep::Walk { unit: mover, way, .. } | AnimationStep::Throw { unit: mover, way, .. } => {
            way.last().copied().filter(|_| *mover == unit)
        }
        AnimationStep::Arrive { unit: mover, at } => Some(*at).filter(|_| *mover == unit),
        _ => None,
    });
    moved.or_else(|| animation.units.get(&unit).map(|figure| figure.at))
}

/// Returns the farthest of the places that are nearer than the end of a way.
pub(super) fn last_on_way(places: impl Iterator<Item = Vec2>, [from, to]: [Vec2; 2]) -> Option<Vec2> {
    let distance = |place: &Vec2| (*place - from).length_sq();
    let nearer = places.filter(|place| distance(place) < distance(&to));
    nearer.max_by(|one, other| distance(one).total_cmp(&distance(other)))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    #[test]
    fn a_stopped_shot_ends_at_the_last_barrier_before_its_target() {
        let way = [vec2(0.5, 0.5), vec2(8.5, 0.5)];
        let places = [vec2(3.0, 0.5), vec2(6.0, 0.5), vec2(12.0, 0.5)];
        assert_eq!(last_on_way(places.into_iter(), way), Some(vec2(6.0, 0.5)));
        assert_eq!(last_on_way([].into_iter(), way), None);
    }
}
