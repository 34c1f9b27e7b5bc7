use super::*;
use field::Grid;

#[test]
fn overlays_are_switched_one_by_one() {
    let mut toggles = LabOverlayToggles::default();
    for (overlay, ..) in LabOverlay::ALL {
        toggles.set_overlay(overlay, true);
        assert!(toggles.is_on(overlay));
    }
    toggles.set_overlay(LabOverlay::SightLines, false);
    let on: Vec<_> = LabOverlay::ALL.into_iter().filter(|(overlay, ..)| toggles.is_on(*overlay)).collect();
    assert_eq!(on.len(), 5);
}

#[test]
fn an_outdated_result_is_not_shown() {
    let current = Some((1, Book::SwanSong, BattleRevision::default()));
    let subject = OverlaySubject { current, attacker: Some(UnitId(1)), ..OverlaySubject::default() };
    let mut toggles = LabOverlayToggles::default();
    toggles.set_overlay(LabOverlay::Knockback, true);
    let mut overlays = LabOverlays { known: Some((subject.clone(), toggles)), ..LabOverlays::default() };
    overlays.flights.compute_now(subject.clone(), || None);
    assert_eq!(overlays.knockback(), Some(None));
    let mut later = BattleRevision::default();
    later.records += 1;
    overlays.known = Some((OverlaySubject { current: Some((1, Book::SwanSong, later)), ..subject }, toggles));
    assert!(overlays.knockback().is_none());
}

#[test]
fn a_cover_map_belongs_to_its_grid_and_attacker() {
    let grid = Arc::new(Grid::new(4, 4));
    let key = |grid: &Arc<Grid>, x, prone| CoverMapKey {
        grid: Arc::clone(grid),
        from: (Cell::new(x, 0), Body::STANDING),
        prone,
    };
    assert!(key(&grid, 1, false) == key(&grid, 1, false));
    assert!(key(&grid, 1, false) != key(&grid, 2, false));
    assert!(key(&grid, 1, false) != key(&grid, 1, true));
    let mut other = Arc::clone(&grid);
    Arc::make_mut(&mut other);
    assert!(key(&grid, 1, false) != key(&other, 1, false), "it may have another wall");
}
