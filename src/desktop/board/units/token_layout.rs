//! Where tokens are: above each other in a fixed order, beside each other in a shared square.

use std::collections::BTreeMap;

use bevy_egui::egui::{Vec2, vec2};

use super::passenger_icons;
use crate::board::animation::{AnimatedUnit, BoardAnimation};
use battle::{BattleView, UnitDataItem};
use rules::DownState;

/// Where bodies in a shared square lie, from its centre in squares, and where the first one that stands does.
const SPREAD: [Vec2; 5] =
    [vec2(-0.27, 0.28), vec2(0.27, 0.28), vec2(0.0, -0.28), vec2(-0.28, -0.2), vec2(0.28, -0.2)];
const STANDING: Vec2 = vec2(0.1, -0.16);
/// Scale of a token that shares its square with others: lying, standing.
const SHARED_SCALE: f32 = 0.68;
const STANDING_SCALE: f32 = 0.8;

/// A token and where it is.
pub(super) struct TokenPlace<'a, 'w, 's> {
    pub unit: UnitDataItem<'w, 's>,
    pub figure: &'a AnimatedUnit,
    /// Map position.
    pub at: Vec2,
    pub scale: f32,
    /// It sits in a vehicle.
    pub seated: bool,
}

/// Returns all tokens on the board, the lowest first: the dead, those out of action, the others, the acting unit.
pub(super) fn token_places<'a>(
    view: &'a BattleView,
    stage: &'a BoardAnimation,
) -> Vec<TokenPlace<'a, 'a, 'a>> {
    let acting = view.round().acting();
    let rank = |place: &TokenPlace| match place.figure.down {
        Some(DownState::Dead) => 0,
        Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => 1,
        None if Some(*place.unit.id) == acting => 3,
        None => 2,
    };
    let figures = view.units().filter_map(|unit| {
        let figure = stage.figure(*unit.id).filter(|figure| !figure.gone)?;
        let (beside, scale) = match passenger_icons::seat_offset(view, &unit) {
            Some((beside, scale)) => (beside, Some(scale)),
            None => (Vec2::ZERO, None),
        };
        let at = figure.at + stage.shake_offset(*unit.id) + beside;
        Some(TokenPlace { unit, figure, at, scale: scale.unwrap_or(1.0), seated: scale.is_some() })
    });
    let mut places: Vec<_> = figures.collect();
    places.sort_by_key(|place| (rank(place), *place.unit.id));
    let mut squares: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for (number, place) in places.iter().enumerate().filter(|(_, place)| !place.seated) {
        let square = (place.figure.at.x.floor() as i32, place.figure.at.y.floor() as i32);
        squares.entry(square).or_default().push(number);
    }
    for shared in squares.values().filter(|shared| shared.len() > 1) {
        let lies = |number: &usize| places[*number].figure.prone || places[*number].figure.down.is_some();
        let offsets = spread(&shared.iter().map(lies).collect::<Vec<_>>());
        for (number, (offset, scale)) in shared.iter().zip(offsets) {
            places[*number].at += offset;
            places[*number].scale *= scale;
        }
    }
    places
}

/// Returns the offset and the scale of each body in a shared square, given which of them lie.
fn spread(lying: &[bool]) -> Vec<(Vec2, f32)> {
    let mut middle_is_free = lying.len() > 1;
    let mut offsets = SPREAD.into_iter().cycle();
    let place = |lies: &bool| {
        if !lies && std::mem::take(&mut middle_is_free) {
            return (STANDING, STANDING_SCALE);
        }
        (offsets.next().unwrap_or_default(), SHARED_SCALE)
    };
    lying.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_lies_makes_room_for_who_stands() {
        let placed = spread(&[true, true, false]);
        assert_eq!(placed[2], (STANDING, STANDING_SCALE));
        assert_eq!(placed[0], (vec2(-0.27, 0.28), SHARED_SCALE));
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let distance = (placed[one].0 - placed[other].0).length();
            assert!(distance >= 0.45, "{distance} squares between {one} and {other}");
        }
    }
}
