//! Units of a side that stand so close together in the deployment that one attack of an enemy could catch most of them, and a better
//! square.

use std::cmp::Reverse;

use bevy_egui::egui::{Id, Ui};

use super::widgets::PanelContext;
use crate::ai_players::direction_text;
use crate::battle_revision::BattleRevision;
use ai::DeploymentCover;
use battle::{BattleView, Order, validate_order};
use model::{Cell, Side, UnitId};
use rules::ground::ground_effect;
use rules::{WeaponReach, label_in_sentence, play};

/// Least range of a weapon that comes to units that stand close together, in metres: a charge has less.
const LEAST_RANGE: u32 = 5;
/// Least number of units of a side for which standing close together is worth a word.
const LEAST_UNITS: usize = 3;

/// What was found for a side in a position.
type KnownText = ((BattleRevision, Side), Option<String>);

/// Says that an area weapon of an enemy in sight could catch most of a side, and which unit could stand where that fewer are caught;
/// `None` without such a weapon, if it could not, or if no square is better that advice would leave the unit on. Found once for each
/// position.
pub(super) fn crowding_text(ui: &Ui, context: &PanelContext, side: Side) -> Option<String> {
    let (id, position) = (Id::new("crowding"), (context.revision, side));
    let known = ui.ctx().data(|data| data.get_temp::<KnownText>(id));
    if let Some((_, text)) = known.filter(|(known, _)| *known == position) {
        return text;
    }
    let text = find_crowding(context.view, side);
    let found: KnownText = (position, text.clone());
    ui.ctx().data_mut(|data| data.insert_temp(id, found));
    text
}

fn find_crowding(view: &BattleView, side: Side) -> Option<String> {
    let (weapon, radius) = known_area_weapon(view, side)?;
    let skirmish = &view.setup().bundle().skirmish;
    let zone = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    let zone = zone.and_then(|zone| skirmish.map.zones.get(zone))?;
    let units = view.units().filter(|unit| *unit.side == side && unit.out_of_action.on_map());
    let units: Vec<(UnitId, Cell)> = units.map(|unit| (*unit.id, unit.cell())).collect();
    let cells: Vec<Cell> = units.iter().map(|(_, cell)| *cell).collect();
    let grid = view.field().grid();
    let reaches = |centre: Cell, cell: Cell| {
        centre.distance_squared(cell) <= radius * radius && field::blast_reaches(grid, centre, cell)
    };
    let caught = most_caught(&cells, reaches);
    if !is_crowded(caught, cells.len()) {
        return None;
    }
    let is_free = |cell: &Cell| grid.can_enter(*cell) && view.unit_at(*cell).is_none();
    let free: Vec<Cell> = zone.iter().copied().filter(is_free).collect();
    let has_cover = |cell: Cell| field::obstacles_beside(grid, cell).next().is_some();
    let cover = DeploymentCover::of_zone(view, side, zone);
    let is_allowed = |(at, to): &(usize, Cell)| {
        let (unit, from) = units[*at];
        // Advice would not move the unit away again, nor back.
        cover.is_settled(*to, |cell| cell == from || is_free(&cell))
            && validate_order(view, &Order::Deploy { unit, to: *to }).is_ok()
    };
    let (at, to) = better_places((&cells, &free), reaches, has_cover).into_iter().find(is_allowed)?;
    let (unit, from) = units[at];
    let place = direction_text(from, to);
    Some(crowding_sentence((caught, cells.len()), &weapon, view.unit(unit)?.identity.name(), &place))
}

/// Returns the name and the radius of the area weapon with the largest radius that the side may know an enemy to carry: of those that
/// it sees. Neither smoke nor a charge that is placed counts.
fn known_area_weapon(view: &BattleView, side: Side) -> Option<(String, u32)> {
    let enemies = view.units().filter(|unit| *unit.side != side && unit.is_fighting());
    let seen = enemies.filter(|unit| view.perceives(side, unit));
    let weapons = seen.flat_map(|unit| {
        let bearer = view.unit_snapshot(&unit);
        let carried = unit.inventory.slots().filter(|(_, carried)| !carried.fault().bars_next_turn());
        let areas = carried.filter_map(|(_, carried)| {
            let weapon = carried.weapon();
            let is_far = matches!(carried.reach(), WeaponReach::Ranged { metres } if metres >= LEAST_RANGE);
            let harms = is_far && !ground_effect::is_smoke(weapon);
            let blast = play::blast_profile(&bearer, weapon, view.rules()).filter(|_| harms)?;
            Some((blast.radius_m, label_in_sentence(carried.name())))
        });
        areas.collect::<Vec<_>>()
    });
    // Of those with the same radius, the first by name.
    let (radius, Reverse(name)) = weapons.map(|(radius, name)| (radius, Reverse(name))).max()?;
    Some((name, radius))
}

/// Returns how many units at most one explosion in the square of one of them catches.
fn most_caught(cells: &[Cell], reaches: impl Fn(Cell, Cell) -> bool) -> usize {
    let caught = |centre: Cell| cells.iter().filter(|cell| reaches(centre, **cell)).count();
    cells.iter().map(|centre| caught(*centre)).max().unwrap_or(0)
}

/// Whether one explosion catches most of a side.
const fn is_crowded(caught: usize, all: usize) -> bool {
    all >= LEAST_UNITS && 2 * caught > all
}

/// Returns the units, by number, and the free squares on which each of them alone would lower how many are caught at most: first
/// where the fewest are, then beside an obstacle, then near the square of the unit.
fn better_places(
    (cells, free): (&[Cell], &[Cell]),
    reaches: impl Fn(Cell, Cell) -> bool,
    has_cover: impl Fn(Cell) -> bool,
) -> Vec<(usize, Cell)> {
    let now = most_caught(cells, &reaches);
    let mut better = Vec::new();
    for (at, from) in cells.iter().enumerate() {
        let others: Vec<Cell> =
            cells.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, cell)| *cell).collect();
        let caught = |centre: Cell| others.iter().filter(|cell| reaches(centre, **cell)).count();
        let kept: Vec<(Cell, usize)> = others.iter().map(|centre| (*centre, caught(*centre))).collect();
        for to in free {
            let joined = kept.iter().map(|(centre, count)| count + usize::from(reaches(*centre, *to)));
            let most = joined.max().unwrap_or(0).max(1 + caught(*to));
            if most < now {
                better.push(((most, !has_cover(*to), to.distance_squared(*from), *to), at));
            }
        }
    }
    better.sort_unstable();
    better.into_iter().map(|((.., to), at)| (at, to)).collect()
}

/// Words how many units of a side an area weapon of the enemies could catch, and which one could stand elsewhere.
fn crowding_sentence((caught, all): (usize, usize), weapon: &str, name: &str, place: &str) -> String {
    format!(
        "Standing close together: their {weapon} could catch {caught} of {all}; fewer if {name} is placed {place}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{battle_in, with_context};
    use rules::Book;

    fn near(centre: Cell, cell: Cell) -> bool {
        centre.distance_squared(cell) <= 9
    }

    #[test]
    fn one_explosion_catches_units_within_its_radius() {
        let cells = [0, 2, 3, 9].map(|x| Cell::new(x, 0));
        assert_eq!(most_caught(&cells, near), 3);
        assert_eq!(most_caught(&cells, |centre, cell| centre == cell), 1, "walls stand between them");
        assert_eq!(most_caught(&[], near), 0);
        assert!(is_crowded(4, 5) && is_crowded(2, 3));
        assert!(!is_crowded(2, 4), "half of them");
        assert!(!is_crowded(2, 2), "a pair");
    }

    #[test]
    fn a_better_square_lowers_how_many_are_caught_and_gives_cover_if_it_can() {
        let cells = [0, 2, 3, 9].map(|x| Cell::new(x, 0));
        let [between, half_way, far, behind] =
            [(1, 0), (6, 0), (20, 0), (20, 1)].map(|(x, y)| Cell::new(x, y));
        let places = |free: &[Cell]| better_places((&cells, free), near, |cell| cell == behind);
        assert_eq!(places(&[between]), [], "three are caught as before");
        assert_eq!(places(&[half_way]), [(2, half_way)], "for the others there are still three");
        assert_eq!(
            places(&[far, half_way]),
            [(2, half_way), (2, far), (1, far), (0, far)],
            "the nearest first"
        );
        assert_eq!(places(&[half_way, behind])[0], (2, behind), "it is beside an obstacle");
        assert_eq!(places(&[]), [], "the zone has no room");
    }

    #[test]
    fn only_an_area_weapon_that_an_enemy_carries_is_a_reason_to_spread_out() {
        let known = |book| {
            with_context(&mut battle_in(Some(book), "derelict"), |context| {
                known_area_weapon(context.view, Side(0)).map(|(name, _)| name)
            })
        };
        assert_eq!(known(Book::CombatChecks), None, "none of the enemies carries any there");
        assert_eq!(known(Book::SwanSong).as_deref(), Some("fragmentation grenade"));
    }

    #[test]
    fn the_hint_names_the_weapon_the_unit_and_its_better_square() {
        assert_eq!(
            crowding_sentence((4, 5), "frag grenade", "Vex", "4 squares to the north"),
            "Standing close together: their frag grenade could catch 4 of 5; fewer if Vex is placed 4 squares to the north."
        );
    }
}
