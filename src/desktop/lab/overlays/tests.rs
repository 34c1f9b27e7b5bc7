use super::cover::CoverMapKey;
use super::knockback::AimedKnockbackOverlay;
use super::*;
use field::{Body, Grid};
use model::Cell;

#[test]
fn overlays_are_switched_one_by_one() {
    let mut app = App::new();
    add_overlays(&mut app);
    let overlays = app.world_mut().resource_mut::<LabOverlays>();
    let mut on = BTreeSet::new();
    let actions: Vec<_> = overlays.all.iter().map(|overlay| overlay.action()).collect();
    for (number, action) in (1..).zip(actions) {
        overlays.switch(&mut on, |pressed| pressed == action);
        assert_eq!(on.len(), number);
    }
    overlays.switch(&mut on, |pressed| pressed == InputAction::OverlaySights);
    assert_eq!((on.len(), on.contains(&LabOverlayKind::SightLines)), (5, false));
}

#[test]
fn an_outdated_result_is_not_shown() {
    let current = Some((1, Book::SwanSong, BattleRevision::default()));
    let subject = OverlaySubject { current, attacker: Some(UnitId(1)), ..OverlaySubject::default() };
    let mut overlay = AimedKnockbackOverlay { subject: Some(subject.clone()), ..Default::default() };
    overlay.forecasts.compute_now(subject.clone(), || None);
    assert_eq!(overlay.forecast(), Some(None));
    let mut later = BattleRevision::default();
    later.records += 1;
    overlay.subject = Some(OverlaySubject { current: Some((1, Book::SwanSong, later)), ..subject });
    assert!(overlay.forecast().is_none());
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
