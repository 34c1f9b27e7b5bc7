//! What hides a unit on a square from each enemy, with the direction of the enemy.

use crate::square_cover::{hiding_barrier_beside, most_hiding_barrier};
use battle::{BattleView, UnitDataItem};
use battle_log::order_text::direction_name;
use field::Body;
use model::{Cell, ObstaclePosition, compass_name};
use rules::play;

/// Most enemies that are named.
const MAX_NAMED: usize = 4;

/// When the cover of a square counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoverTime {
    /// It is taken.
    Taken,
    /// As soon as it is taken.
    OnceTaken,
    /// Once the battle has begun: a unit that is being placed takes none.
    InBattle,
    /// Not in this turn: the unit cannot pay for taking it.
    NotThisTurn,
}

impl CoverTime {
    /// Says when cover counts: "partial cover if taken"; before the battle only what cover there is.
    pub fn words(self, cover: &str) -> String {
        match self {
            Self::Taken => format!("{cover}, taken"),
            Self::OnceTaken => format!("{cover} if taken"),
            Self::InBattle => cover.to_owned(),
            Self::NotThisTurn => format!("{cover}, but not this turn"),
        }
    }
}

/// Names the enemies that see a unit on a square: "Against the 2 enemies in view".
pub(super) fn against_text(seeing: usize) -> String {
    match seeing {
        1 => "Against the enemy in view".to_owned(),
        _ => format!("Against the {seeing} enemies in view"),
    }
}

/// Words the cover of a square against the enemies that see it, given the cover against all of them, and against how many it counts:
/// "good cover if taken", "cover against 1 of 2 if taken", "no cover".
pub(super) fn counted_cover_text(
    against_all: Option<String>,
    (covered, seeing): (usize, usize),
    time: CoverTime,
) -> String {
    match against_all {
        Some(cover) => time.words(&cover),
        None if covered > 0 => time.words(&format!("cover against {covered} of {seeing}")),
        None => "no cover".to_owned(),
    }
}

/// Names what hides a unit on a square from the enemies that see it there, each with its direction, and where it stands: "Mara,
/// north-east: drywall 4 m from the square." `None` if nothing does. Cover that is taken counts against an enemy whatever hides
/// the unit from it, also what does not stand beside the square, of which the sides of the square tell nothing.
pub(super) fn enemy_cover_text(
    view: &BattleView,
    unit: &UnitDataItem,
    (cell, body): (Cell, Body),
) -> Option<String> {
    let grid = view.field().grid();
    let enemies = view
        .units()
        .filter(|other| other.side != unit.side && other.is_fighting() && other.out_of_action.on_map());
    let hidden = enemies.filter_map(|enemy| {
        let from = (enemy.cell(), enemy.body());
        let hidden = field::hidden_share(grid, from.0, from.1, cell, body);
        if hidden >= 100 || !play::is_cover(view.rules().book(), hidden) {
            return None;
        }
        // Cover is taken behind what stands beside the square, whatever else the lines cross.
        let giver = hiding_barrier_beside(grid, from, (cell, body));
        let giver = giver.or_else(|| most_hiding_barrier(grid, from, (cell, body)))?;
        let barrier = view.barrier(giver.id)?.barrier.kind().name.clone();
        let direction = direction_name(cell, enemy.cell())?;
        Some(hidden_from_text(enemy.identity.name(), direction, (&barrier, giver.place, cell)))
    });
    let hidden: Vec<String> = hidden.take(MAX_NAMED).collect();
    (!hidden.is_empty()).then(|| hidden.join(" "))
}

fn hidden_from_text(
    enemy: &str,
    direction: &str,
    (barrier, place, cell): (&str, ObstaclePosition, Cell),
) -> String {
    format!("{enemy}, {direction}: {barrier} {}.", place_text(place, cell))
}

/// Says where a barrier stands that hides a square: "beside the square (north)", "4 m from the square".
fn place_text(place: ObstaclePosition, cell: Cell) -> String {
    let (east, south) = place.offset_from(cell);
    if place.touches(cell) {
        return match compass_name((east, south)) {
            Some(side) => format!("beside the square ({side})"),
            None => "in the square".to_owned(),
        };
    }
    let metres = f64::from(east * east + south * south).sqrt() / 2.0;
    format!("{metres:.0} m from the square")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{shipped_battle, with_context};
    use crate::square_cover::{body_on, least_hidden, visible_enemies};

    #[test]
    fn cover_says_when_it_counts() {
        assert_eq!(CoverTime::Taken.words("cover"), "cover, taken");
        assert_eq!(CoverTime::OnceTaken.words("good cover"), "good cover if taken");
        assert_eq!(CoverTime::InBattle.words("good cover"), "good cover", "nobody takes it yet");
        assert_eq!(CoverTime::NotThisTurn.words("partial cover"), "partial cover, but not this turn");
    }

    #[test]
    fn cover_is_told_against_the_enemies_in_view() {
        assert_eq!(against_text(1), "Against the enemy in view");
        assert_eq!(against_text(2), "Against the 2 enemies in view");
        let words =
            |all: Option<&str>, covered, time| counted_cover_text(all.map(str::to_owned), (covered, 2), time);
        assert_eq!(words(Some("good cover"), 2, CoverTime::OnceTaken), "good cover if taken");
        assert_eq!(words(None, 1, CoverTime::OnceTaken), "cover against 1 of 2 if taken");
        assert_eq!(words(None, 0, CoverTime::OnceTaken), "no cover");
        assert_eq!(words(None, 0, CoverTime::Taken), "no cover", "it is taken, and helps against neither");
    }

    #[test]
    fn cover_against_all_enemies_is_explained_for_each_of_them() {
        let mut explained = 0;
        with_context(&mut shipped_battle("warehouse"), |context| {
            let (view, grid) = (context.view, context.view.field().grid());
            let mut units = view.units().filter(|unit| unit.is_fighting() && unit.out_of_action.on_map());
            let unit = units.next().expect("the warehouse has units");
            let enemies = visible_enemies(view, &unit);
            for cell in grid.cells().filter(|cell| grid.can_enter(*cell)) {
                let body = body_on(&unit, cell);
                if least_hidden(grid, cell, body, &enemies)
                    .is_some_and(|hidden| play::is_cover(view.rules().book(), hidden))
                {
                    let text = enemy_cover_text(view, &unit, (cell, body));
                    assert!(text.is_some(), "{cell:?}: some enemy sees it, and something hides it");
                    explained += 1;
                }
            }
        });
        assert!(explained > 0);
    }

    #[test]
    fn what_hides_a_square_is_told_with_its_place() {
        let (cell, at) = (Cell::new(3, 3), |x, y| ObstaclePosition::Square(Cell::new(x, y)));
        let text = |place| hidden_from_text("Mara", "east", ("crate", place, cell));
        assert_eq!(text(at(7, 3)), "Mara, east: crate 4 m from the square.");
        assert_eq!(text(at(4, 2)), "Mara, east: crate beside the square (north-east).");
        assert_eq!(text(at(3, 3)), "Mara, east: crate in the square.");
    }
}
