//! Tests of the prompt panel.

use bevy_egui::egui::{Context, Pos2, Rangef, Rect, pos2, vec2};

use super::super::wasted_defences::leaves_odds;
use super::list_space::{BELOW_LIST, FRAME, LEAST_LIST, ListSpace, SHORT_ANNOUNCEMENT};
use super::placement::{
    HEIGHT_SLACK, PlacedPrompt, announcement_room, choose_announcement_corner, choose_sparing_corner,
    grow_prompt, held_height, held_inside, kept_corner, kept_height, limited_width, move_prompt,
    prompt_surroundings, room_beside_buttons, size_anew,
};
use model::UnitId;
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
        let surroundings = prompt_surroundings((asked, Some(attacker)), Vec::new(), board);
        let prompt = Rect::from_min_size(surroundings.best_corner(size, &[]), size);
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

/// Height of a prompt with a list that is too long, and so many points above and below it.
fn whole_height(space: ListSpace, above: f32) -> f32 {
    FRAME + above + space.list_height(above) + space.below
}

#[test]
fn what_stands_above_and_below_a_long_list_is_never_cut() {
    let space = |most, below| ListSpace { most, below, is_announcement: false, is_held: false };
    for (most, above, below) in [(700.0, 140.0, 190.0), (500.0, 180.0, 200.0), (900.0, 60.0, BELOW_LIST)] {
        let whole = whole_height(space(most, below), above);
        assert!((whole - most).abs() < 0.01, "{whole} of {most}: the list takes what is left, and no more");
        let announced = ListSpace { is_announcement: true, ..space(most, below) };
        assert!(whole_height(announced, above) <= most, "an announcement fits as well");
    }
    assert_eq!(space(300.0, 190.0).list_height(140.0), LEAST_LIST, "a board that is too low");
}

#[test]
fn a_list_of_attacks_leaves_fighters_free_and_shows_a_few_attacks_all_the_same() {
    let space = |most| ListSpace { most, below: 200.0, is_announcement: true, is_held: false };
    assert_eq!(space(1200.0).list_height(150.0), 840.0 - FRAME - 350.0, "seven tenths of the board");
    assert_eq!(space(720.0).list_height(150.0), SHORT_ANNOUNCEMENT, "more, for a list that is not cut");
    assert_eq!(space(600.0).list_height(150.0), 600.0 - FRAME - 350.0, "never more than the board");
}

#[test]
fn an_announcement_keeps_room_for_five_attacks_where_it_hides_a_target() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let target = Rect::from_min_size(pos2(300.0, 700.0), vec2(36.0, 36.0));
    let question = (UnitId(1), 7);
    let most = |least: f32| {
        let size = vec2(420.0, 700.0);
        choose_sparing_corner(&ctx, (question, size, least), room, &[target], |_| pos2(236.0, 90.0));
        held_height(&ctx, question, room.height())
    };
    assert_eq!(most(0.0), 525.0, "three quarters of the board hide no target");
    assert_eq!(most(590.0), 590.0, "and neither does this");
    assert_eq!(most(900.0), 700.0, "never more than the board");
}

#[test]
fn a_prompt_that_was_dragged_stays_there_whatever_it_hides() {
    let square = Rect::from_min_size(pos2(400.0, 345.0), vec2(36.0, 36.0));
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let size = vec2(346.0, 300.0);
    let place_of = |kind: &'static str, number: usize, asked: Rect| {
        kept_corner((&ctx, kind), ((UnitId(1), number), asked, size), room, || pos2(500.0, 90.0))
    };
    let place = |number: usize| place_of("SS-ATK-07", number, square);
    assert_eq!(place(7), pos2(500.0, 90.0));
    move_prompt(&ctx, vec2(-150.0, 200.0));
    assert_eq!(place(7), pos2(350.0, 290.0), "over the asked unit");
    move_prompt(&ctx, vec2(-900.0, 0.0));
    assert_eq!(place(7), pos2(236.0, 290.0), "inside its room");
    assert_eq!(place_of("AB-GRIEV-02", 8, square), pos2(500.0, 90.0), "another question has its own place");
    assert_eq!(place(9), pos2(500.0, 90.0), "it would hide the asked unit");
    let elsewhere = square.translate(vec2(400.0, 0.0));
    assert_eq!(place_of("SS-ATK-07", 10, elsewhere), pos2(236.0, 290.0), "where the last one was put");
}

#[test]
fn the_prompt_stays_where_it_is_while_its_answers_are_chosen() {
    let square = Rect::from_min_size(pos2(400.0, 345.0), vec2(36.0, 36.0));
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let question = (UnitId(1), 7);
    let (size, corner) = (vec2(346.0, 300.0), pos2(500.0, 90.0));
    let kind = "SS-ATK-07";
    let first = PlacedPrompt {
        question,
        kind,
        asked: square,
        size,
        corner,
        layouts: 1,
        height: None,
        is_dragged: false,
    };
    let grown = vec2(346.0, 600.0);
    assert!(first.keeps((question, square, vec2(346.0, 316.0)), room), "nearly the size that was assumed");
    assert!(!first.keeps((question, square, grown), room), "its size was not known yet");
    let placed = PlacedPrompt { layouts: 2, ..first };
    assert!(placed.keeps((question, square, grown), room), "more purchases are shown");
    assert!(!placed.keeps(((UnitId(1), 8), square, size), room), "the next question");
    assert!(
        placed.keeps((question, square.translate(vec2(30.0, 0.0)), size), room),
        "the board has moved below it"
    );
    assert!(
        !placed.keeps((question, square.translate(vec2(150.0, 0.0)), size), room),
        "it would hide the asked unit"
    );
}

#[test]
fn a_question_that_grows_over_the_asked_unit_is_placed_anew() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let asked = Rect::from_min_size(pos2(600.0, 345.0), vec2(36.0, 36.0));
    let place = |height: f32, chosen: Pos2| {
        kept_corner((&ctx, "AB-CANCEL-01"), ((UnitId(1), 7), asked, vec2(346.0, height)), room, || chosen)
    };
    let below = pos2(500.0, 400.0);
    assert_eq!([place(300.0, below), place(300.0, below)], [below; 2]);
    assert_eq!(place(380.0, pos2(700.0, 90.0)), below, "it still ends on the board");
    assert_eq!(place(500.0, pos2(700.0, 90.0)), pos2(700.0, 90.0), "moved upwards, it would hide the unit");
    let over = pos2(500.0, 90.0);
    let crowded = |height: f32| {
        kept_corner((&ctx, "AB-CANCEL-01"), ((UnitId(1), 8), asked, vec2(346.0, height)), room, || over)
    };
    assert_eq!([300.0, 300.0, 320.0].map(crowded), [over; 3], "no place leaves the unit free");
}

#[test]
fn an_announcement_hides_neither_the_asked_unit_nor_the_target_of_the_proposed_answer() {
    let ctx = Context::default();
    let board = Rect::from_min_max(pos2(240.0, 145.0), pos2(1150.0, 812.0));
    let square = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(30.0, 30.0));
    let asked = square(384.0, 452.0);
    // Most of the targets are around the middle of the board, where the announcement hides the fewest if it stands on the right.
    let proposed = square(855.0, 326.0);
    let others = [(666.0, 578.0), (697.0, 578.0), (729.0, 421.0), (640.0, 452.0), (600.0, 515.0)];
    let mut targets = others.map(|(x, y)| square(x, y)).to_vec();
    targets.push(proposed);
    let surroundings = prompt_surroundings((asked, None), Vec::new(), board);
    let place = |number: usize, proposed: Option<Rect>| {
        let placing = ((UnitId(1), number), vec2(383.0, 640.0), 590.0);
        let subject = (&surroundings, proposed);
        let corner = choose_announcement_corner(&ctx, placing, board, subject, (&targets, &targets));
        let most = held_height(&ctx, (UnitId(1), number), board.height());
        Rect::from_min_size(corner, vec2(383.0, most.min(640.0)))
    };
    assert!(place(1, None).intersects(proposed), "it hides the fewest targets on the right");
    let prompt = place(2, Some(proposed));
    assert!(!prompt.intersects(proposed) && !prompt.intersects(asked), "{prompt}");
}

#[test]
fn an_announcement_stands_over_the_log_where_it_hides_fewer_targets() {
    let ctx = Context::default();
    let board = Rect::from_min_max(pos2(240.0, 130.0), pos2(1150.0, 790.0));
    let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1440.0, 900.0));
    let square = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(30.0, 30.0));
    let targets = [(730.0, 420.0), (850.0, 330.0), (950.0, 450.0), (950.0, 515.0), (1040.0, 450.0)];
    let targets = targets.map(|(x, y)| square(x, y));
    let asked = square(384.0, 452.0);
    let surroundings = prompt_surroundings((asked, None), Vec::new(), board);
    let size = vec2(383.0, 640.0);
    let room = announcement_room(board, window);
    assert_eq!(room, board.with_max_x(1440.0));
    let hidden = |number: usize, room: Rect| {
        let placing = ((UnitId(1), number), size, 590.0);
        let subject = (&surroundings, Some(targets[0]));
        let corner = choose_announcement_corner(&ctx, placing, room, subject, (&targets, &targets));
        let most = held_height(&ctx, (UnitId(1), number), room.height());
        let prompt = Rect::from_min_size(corner, vec2(size.x, size.y.min(most)));
        assert!(!prompt.intersects(asked) && room.contains_rect(prompt), "{prompt}");
        targets.iter().filter(|target| target.intersects(prompt)).count()
    };
    assert!(hidden(1, board) > 0);
    assert_eq!(hidden(2, room), 0);
    assert_eq!(announcement_room(window, window), window, "the panels are hidden");
}

#[test]
fn a_prompt_that_grows_beyond_its_room_goes_no_further_than_it_has_to() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let square = Rect::from_min_size(pos2(300.0, 345.0), vec2(36.0, 36.0));
    let place = |height: f32, chosen: Pos2| {
        kept_corner((&ctx, "SS-ATK-07"), ((UnitId(1), 7), square, vec2(346.0, height)), room, || chosen)
    };
    assert_eq!(place(300.0, pos2(500.0, 400.0)), pos2(500.0, 400.0));
    assert_eq!(place(500.0, pos2(600.0, 200.0)), pos2(600.0, 200.0), "the true size is known now");
    assert_eq!(place(650.0, pos2(240.0, 100.0)), pos2(600.0, 140.0), "upwards by what it lacks");
    assert_eq!(place(500.0, pos2(240.0, 100.0)), pos2(600.0, 140.0), "it stays there");
}

#[test]
fn no_prompt_leaves_the_board() {
    let board = Rect::from_min_max(pos2(236.0, 90.0), pos2(744.0, 640.0));
    let size = vec2(346.0, 380.0);
    for corner in [pos2(700.0, 500.0), pos2(0.0, 0.0), pos2(300.0, 120.0)] {
        let shown = Rect::from_min_size(held_inside(board, corner, size), size);
        assert!(board.contains_rect(shown), "{shown}");
    }
    assert_eq!(held_inside(board, pos2(300.0, 120.0), size), pos2(300.0, 120.0), "it stays where it fits");
    let wide = vec2(600.0, 100.0);
    assert_eq!(held_inside(board, pos2(700.0, 500.0), wide).x, board.min.x, "too wide: from the left edge");
    // A fighter on every square of a row: the log beside the board is free anyway.
    let square = |x: f32| Rect::from_min_size(pos2(x, 340.0), vec2(36.0, 36.0));
    let fighters: Vec<Rect> = (0..14).map(|at| square(236.0 + 36.0 * at as f32)).collect();
    let surroundings = prompt_surroundings((square(600.0), Some(square(300.0))), fighters, board);
    let shown = Rect::from_min_size(surroundings.best_corner(size, &[]), size);
    assert!(board.expand(0.1).contains_rect(shown), "{shown}");
}

#[test]
fn a_question_keeps_its_height_once_it_is_known() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let square = Rect::from_min_size(pos2(300.0, 345.0), vec2(36.0, 36.0));
    let height_of = |number: usize, height: f32| {
        let question = (UnitId(1), number);
        let placing = (question, square, vec2(346.0, height));
        kept_corner((&ctx, "SS-ATK-07"), placing, room, || pos2(600.0, 100.0));
        kept_height(&ctx, question)
    };
    assert_eq!(height_of(7, 220.0), None, "the size of the last question was assumed");
    let kept = Some(300.0 + HEIGHT_SLACK);
    assert_eq!(height_of(7, 300.0), kept);
    assert_eq!(height_of(7, 560.0), kept, "what is unfolded scrolls");
    assert_eq!(height_of(7, 240.0), kept, "and what is folded leaves its room");
    assert_eq!(height_of(8, 560.0), None, "another question has its own height");
}

#[test]
fn a_question_that_cuts_an_answer_grows_upwards_as_far_as_there_is_room() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let asked = Rect::from_min_size(pos2(300.0, 345.0), vec2(36.0, 36.0));
    let question = (UnitId(1), 7);
    let place = |height: f32| {
        let placing = (question, asked, vec2(346.0, height));
        kept_corner((&ctx, "SS-ATK-07"), placing, room, || pos2(600.0, 485.0))
    };
    let grow = |lacking: f32, most: f32| grow_prompt(&ctx, (question, asked), lacking, (room, most));
    place(300.0);
    assert_eq!(place(300.0), pos2(600.0, 485.0));
    assert!(!grow(0.0, 700.0) && !grow(0.3, 700.0), "it cuts nothing");
    assert!(grow(100.0, 700.0));
    assert_eq!(place(305.0), pos2(600.0, 385.0), "its lower end stays");
    assert_eq!(kept_height(&ctx, question), Some(400.0 + HEIGHT_SLACK));
    assert!(grow(900.0, 700.0) && !grow(900.0, 700.0), "never more than the board");
    assert_eq!((place(700.0).y, kept_height(&ctx, question)), (90.0, Some(700.0)));
    assert!(!grow_prompt(&ctx, ((UnitId(1), 8), asked), 50.0, (room, 700.0)), "another question");
}

#[test]
fn a_question_below_the_asked_unit_grows_downwards() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let asked = Rect::from_min_size(pos2(600.0, 150.0), vec2(36.0, 36.0));
    let question = (UnitId(1), 7);
    let place = |height: f32| {
        let placing = (question, asked, vec2(346.0, height));
        kept_corner((&ctx, "SS-ATK-07"), placing, room, || pos2(500.0, 200.0))
    };
    place(300.0);
    place(300.0);
    assert!(grow_prompt(&ctx, (question, asked), 100.0, (room, 700.0)));
    assert_eq!(place(405.0), pos2(500.0, 200.0));
}

#[test]
fn a_question_takes_no_height_from_a_layout_that_was_cut() {
    let ctx = Context::default();
    let room = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let asked = Rect::from_min_size(pos2(300.0, 345.0), vec2(36.0, 36.0));
    let question = (UnitId(1), 7);
    let height_after = |height: f32| {
        let placing = (question, asked, vec2(346.0, height));
        kept_corner((&ctx, "SS-ATK-07"), placing, room, || pos2(600.0, 100.0));
        kept_height(&ctx, question)
    };
    assert_eq!(height_after(220.0), None);
    size_anew(&ctx, question);
    assert_eq!(height_after(210.0), None, "the list had room for other lines below it");
    assert_eq!(height_after(300.0), Some(300.0 + HEIGHT_SLACK));
}

#[test]
fn the_list_takes_what_a_question_of_a_kept_height_leaves() {
    for is_announcement in [false, true] {
        let space = ListSpace { most: 500.0, below: 120.0, is_announcement, is_held: true };
        assert!((whole_height(space, 140.0) - 500.0).abs() < 0.01);
        assert!((whole_height(space, 180.0) - 500.0).abs() < 0.01, "more lines stand above it");
    }
}

#[test]
fn no_prompt_covers_the_buttons_of_ai_players() {
    let board = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 790.0));
    let top = Rect::from_min_max(pos2(900.0, 96.0), pos2(1094.0, 124.0));
    assert_eq!(room_beside_buttons(board, Some(top)).y_range(), Rangef::new(128.0, 790.0));
    let bottom = Rect::from_min_max(pos2(900.0, 750.0), pos2(1094.0, 784.0));
    assert_eq!(room_beside_buttons(board, Some(bottom)).y_range(), Rangef::new(90.0, 746.0));
    assert_eq!(room_beside_buttons(board, None), board);
    let beside = Rect::from_min_max(pos2(1200.0, 96.0), pos2(1300.0, 124.0));
    assert_eq!(room_beside_buttons(board, Some(beside)), board, "they are not on the board");
    let low = Rect::from_min_max(pos2(236.0, 90.0), pos2(1100.0, 150.0));
    assert_eq!(room_beside_buttons(low, Some(top)), low, "too little would be left");
}

#[test]
fn an_announcement_is_wider_where_the_board_has_room() {
    let width = |board: f32, is_announcement: bool| limited_width([320.0, 420.0], board, is_announcement);
    assert_eq!([1200.0, 800.0, 700.0].map(|board| width(board, true)), [420.0, 336.0, 320.0]);
    assert_eq!([width(1200.0, false), width(300.0, true)], [320.0, 260.0]);
}
