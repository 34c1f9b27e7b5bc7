use super::*;
use field::Grid;

#[test]
fn overlays_are_switched_one_by_one() {
    let mut toggles = Toggles::default();
    for (overlay, ..) in Overlay::ALL {
        toggles.set(overlay, true);
        assert!(toggles.has(overlay));
    }
    toggles.set(Overlay::Sights, false);
    let on: Vec<_> = Overlay::ALL.into_iter().filter(|(overlay, ..)| toggles.has(*overlay)).collect();
    assert_eq!(on.len(), 5);
}

#[test]
fn an_old_answer_is_not_shown() {
    let current = Some((1, Book::SwanSong, 0));
    let subject = Subject { current, attacker: Some(UnitId(1)), ..Subject::default() };
    let mut toggles = Toggles::default();
    toggles.set(Overlay::Flights, true);
    let mut laid = Laid { known: Some((subject.clone(), toggles)), ..Laid::default() };
    laid.flights.answer(subject.clone(), || None);
    assert_eq!(laid.flights(), Some(None));
    laid.known = Some((Subject { current: Some((1, Book::SwanSong, 1)), ..subject }, toggles));
    assert!(laid.flights().is_none());
}

#[test]
fn cover_is_that_of_this_map_and_this_attacker() {
    let grid = Arc::new(Grid::new(4, 4));
    let key = |grid: &Arc<Grid>, x, prone| CoverKey {
        grid: Arc::clone(grid),
        from: (Cell::new(x, 0), Body::STANDING),
        prone,
    };
    assert!(key(&grid, 1, false) == key(&grid, 1, false));
    assert!(key(&grid, 1, false) != key(&grid, 2, false));
    assert!(key(&grid, 1, false) != key(&grid, 1, true));
    let mut other = Arc::clone(&grid);
    Arc::make_mut(&mut other);
    assert!(key(&grid, 1, false) != key(&other, 1, false), "a wall may stand on it now");
}
