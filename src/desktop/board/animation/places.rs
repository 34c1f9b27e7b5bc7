//! Places of what is animated: where units will be, where shots end, and where words about them stand.

use bevy_egui::egui::Vec2;

use super::BoardAnimation;
use super::step::AnimationStep;
use crate::board::effects::TextSubject;
use battle::Target;
use model::UnitId;
use rules::HitResult;

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

/// Returns what the word for the result of an attack is about: its target, at the place `aim`, or the place where the attack
/// ended if something stopped it before its target.
pub(super) fn word_subject(
    target: Target,
    aim: Option<Vec2>,
    (contact, end): (HitResult, Vec2),
) -> TextSubject {
    match (contact, target, aim) {
        (HitResult::Blocked, ..) | (.., None) => TextSubject::place(end),
        (_, Target::Unit(unit), Some(at)) => TextSubject::unit(unit, at),
        (_, Target::Barrier(_) | Target::Square(_), Some(at)) => TextSubject::place(at),
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use model::Cell;

    use super::*;

    #[test]
    fn the_word_for_a_miss_is_about_what_was_missed() {
        let (aim, end) = (vec2(4.5, 2.5), vec2(7.5, 2.5));
        let subject = |target, contact| word_subject(target, Some(aim), (contact, end));
        let unit = Target::Unit(UnitId(3));
        assert_eq!(subject(unit, HitResult::Miss), TextSubject::unit(UnitId(3), aim));
        assert_eq!(subject(unit, HitResult::Graze), TextSubject::unit(UnitId(3), aim));
        let square = Target::Square(Cell::new(4, 2));
        assert_eq!(
            subject(square, HitResult::Miss),
            TextSubject::place(aim),
            "also if it went off elsewhere"
        );
        assert_eq!(subject(unit, HitResult::Blocked), TextSubject::place(end), "where it was stopped");
        assert_eq!(word_subject(unit, None, (HitResult::Miss, end)), TextSubject::place(end));
    }

    #[test]
    fn a_stopped_shot_ends_at_the_last_barrier_before_its_target() {
        let way = [vec2(0.5, 0.5), vec2(8.5, 0.5)];
        let places = [vec2(3.0, 0.5), vec2(6.0, 0.5), vec2(12.0, 0.5)];
        assert_eq!(last_on_way(places.into_iter(), way), Some(vec2(6.0, 0.5)));
        assert_eq!(last_on_way([].into_iter(), way), None);
    }
}
