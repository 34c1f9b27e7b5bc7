//! The key that hides the side panels.

use super::TestDesk;
use crate::panel;
use crate::settings::Settings;
use rules::Book;

#[test]
fn a_key_hides_the_side_panels_and_shows_them_again() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let is_hidden = |desk: &TestDesk| desk.app.world().resource::<Settings>().hidden_panels;
    desk.key("L");
    assert!(!is_hidden(&desk), "this key leads to a line of the log");
    desk.key("Shift+L");
    assert!(is_hidden(&desk));
    desk.key("Shift+L");
    assert!(!is_hidden(&desk));
    panel::set_compact_for_tests(desk.app.world_mut(), true);
    desk.key("Shift+L");
    assert!(!is_hidden(&desk), "nothing would be seen of it in a compact window");
}
