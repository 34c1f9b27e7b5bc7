//! Tests of the prompt panel.

use super::super::wasted_defences::leaves_odds;
use super::*;
use rules::Odds;

#[test]
fn the_prompt_hides_neither_the_units_nor_the_line_between_them() {
    let board = Rect::from_min_max(pos2(262.0, 86.0), pos2(1110.0, 816.0));
    let square = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), vec2(36.0, 36.0));
    let size = vec2(346.0, 290.0);
    for (asked, attacker) in [
        (square(400.0, 345.0), square(860.0, 450.0)),
        (square(860.0, 450.0), square(400.0, 345.0)),
        (square(340.0, 560.0), square(380.0, 590.0)),
        (square(600.0, 200.0), square(640.0, 700.0)),
    ] {
        let surroundings = prompt_surroundings((asked, Some(attacker)), Vec::new(), (board, board));
        let prompt = Rect::from_min_size(surroundings.best_corner(size), size);
        assert!(!prompt.shrink(0.1).intersects(surroundings.aim), "{prompt} hides the asked unit at {asked}");
        assert!(!prompt.shrink(0.1).intersects(attacker), "{prompt} hides the attacker at {attacker}");
        let way = attacker.center() - asked.center();
        let hidden = (0..=100).any(|part| prompt.contains(asked.center() + way * (part as f32 / 100.0)));
        assert!(!hidden, "{prompt} hides the line from {attacker} to {asked}");
        assert!(board.contains_rect(prompt));
    }
}

#[test]
fn an_answer_that_leaves_the_attack_as_it_is_is_a_waste() {
    let odds = |harm: f64| Odds { harm, ..Odds::default() };
    assert!(leaves_odds(Some(&odds(0.4)), Some(&odds(0.4))));
    assert!(!leaves_odds(Some(&odds(0.3)), Some(&odds(0.4))));
    assert!(!leaves_odds(None, Some(&odds(0.4))), "nothing is known of it");
}

#[test]
fn a_long_list_leaves_as_much_space_as_what_stands_below_it_needs() {
    // The list takes what is left of 500 points; 60 points stand above it and 190 below.
    let whole = |below: f32| 60.0 + (500.0 - FRAME - 60.0 - below) + 190.0;
    let mut below = BELOW_LIST;
    for _ in 0..2 {
        below = space_below(below, whole(below) + FRAME - 500.0);
    }
    assert!((below - 190.0).abs() < 0.01, "{below}");
    assert!((whole(below) + FRAME - 500.0).abs() < 0.01, "nothing scrolls");
}

#[test]
fn the_prompt_stays_where_it_is_while_its_answers_are_chosen() {
    let square = Rect::from_min_size(pos2(400.0, 345.0), vec2(36.0, 36.0));
    let prompt = (UnitId(1), 7);
    let placed = PlacedPrompt { prompt, asked: square, size: vec2(346.0, 600.0), corner: pos2(500.0, 90.0) };
    assert!(placed.keeps((prompt, square, vec2(346.0, 616.0))), "one line more");
    assert!(!placed.keeps((prompt, square, vec2(346.0, 300.0))), "its size was not known yet");
    assert!(!placed.keeps(((UnitId(1), 8), square, placed.size)), "the next prompt");
    let moved = square.translate(vec2(30.0, 0.0));
    assert!(!placed.keeps((prompt, moved, placed.size)), "the board was moved");
}

#[test]
fn an_announcement_leaves_the_log_free_and_no_prompt_leaves_its_room() {
    let board = Rect::from_min_max(pos2(236.0, 90.0), pos2(744.0, 640.0));
    let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1024.0, 720.0));
    assert_eq!(prompt_room((board, window), true), board);
    let room = prompt_room((board, window), false);
    assert_eq!(room, Rect::from_min_max(board.min, pos2(1024.0, 640.0)), "a defence may lie over the log");
    let size = vec2(346.0, 380.0);
    for corner in [pos2(700.0, 500.0), pos2(0.0, 0.0), pos2(300.0, 120.0)] {
        let shown = Rect::from_min_size(held_inside(board, corner, size), size);
        assert!(board.contains_rect(shown), "{shown}");
    }
    assert_eq!(held_inside(board, pos2(300.0, 120.0), size), pos2(300.0, 120.0), "it stays where it fits");
    let wide = vec2(600.0, 100.0);
    assert_eq!(held_inside(board, pos2(700.0, 500.0), wide).x, board.min.x, "too wide: from the left edge");
}
