//! What is shown below a pointer that does not move follows from keys.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::TestDesk;
use crate::hovered_attack::{HoveredAttack, redraw_for_other_attack};
use crate::session::{Intent, Session};
use rules::Book;

#[test]
fn a_key_that_aims_opens_the_card_of_the_enemy_below_a_resting_pointer() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (_, _, cell) = desk.go_to_attacker();
        desk.hover(cell);
        let hover = desk.session().hover;
        desk.app.world_mut().resource_mut::<Session>().close_hovered_card();
        desk.frame();
        assert_eq!(desk.session().shown_hover(), None, "{book:?}: the pointer rests");
        desk.key("2");
        let Intent::Attack { weapon, mode, .. } = desk.session().intent else {
            panic!("{book:?}: the key aims");
        };
        assert_eq!(desk.session().shown_hover(), hover, "{book:?}: the card is open");
        let query = desk.app.world().resource::<HoveredAttack>().query();
        let shown = query.map(|query| (query.weapon, query.mode));
        assert_eq!(shown, Some((weapon, mode)), "{book:?}: it is about this aim");
    }
}

#[test]
fn a_choice_made_after_the_attack_was_updated_is_drawn_in_another_frame() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let (_, _, cell) = desk.go_to_attacker();
    desk.hover(cell);
    let asks_for_frame = |desk: &mut TestDesk| {
        let world = desk.app.world_mut();
        world.resource_mut::<Messages<RequestRedraw>>().clear();
        world.run_system_once(redraw_for_other_attack).expect("the system runs");
        !world.resource::<Messages<RequestRedraw>>().is_empty()
    };
    assert!(!asks_for_frame(&mut desk), "nothing has changed");
    let attack = Intent::Attack { weapon: 0, mode: None, option: None };
    desk.app.world_mut().resource_mut::<Session>().choose_intent(attack);
    assert!(asks_for_frame(&mut desk), "the panels have read a key");
    desk.frame();
    assert!(!asks_for_frame(&mut desk), "it is shown");
}
