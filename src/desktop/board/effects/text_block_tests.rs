use bevy_egui::egui::Context;

use super::*;
use crate::board::effects::FloatingTone;
use crate::board::effects::floating_text::Gravity;
use model::UnitId;

const MINUS_NINE: &str = "\u{2212}9";

fn lens(room: Rect) -> BoardViewport {
    BoardViewport { origin: room.min, clip: room, ..BoardViewport::default() }
}

fn wide_room() -> Rect {
    Rect::from_min_size(pos2(100.0, 100.0), vec2(880.0, 660.0))
}

fn number(about: TextSubject) -> FloatingText {
    FloatingText::new(about, MINUS_NINE.to_owned(), FloatingTone::Body, TextSize::Number)
}

fn word(about: TextSubject, word: &str) -> FloatingText {
    FloatingText::new(about, word.to_owned(), FloatingTone::Forced, TextSize::Word)
}

fn unit(id: u32, x: f32, y: f32) -> TextSubject {
    TextSubject::unit(UnitId(id), vec2(x, y))
}

fn token(lens: &BoardViewport, about: TextSubject) -> Rect {
    Rect::from_center_size(lens.to_screen(about.at), Vec2::splat(0.86 * lens.unit))
}

/// Draws texts on a board where these units stand; returns where each block and each of its texts is, in points.
fn draw(lens: &BoardViewport, texts: &[FloatingText], units: &[TextSubject]) -> Vec<(Rect, Vec<Rect>)> {
    let tokens: Vec<Rect> = units.iter().map(|unit| token(lens, *unit)).collect();
    let mut placed: Vec<(Rect, Vec<Rect>)> = Vec::new();
    let output = Context::default().run_ui(Default::default(), |ui| {
        let painter = ui.painter().with_clip_rect(lens.clip);
        let palette = Palette::by_name(Default::default());
        let brush = BlockBrush { painter: &painter, lens, palette, motion: false, tokens: &tokens };
        placed.clear();
        let mut taken = Vec::new();
        for block in text_blocks(texts) {
            let drawn = brush.draw(&block, block.about().at, (&taken, &[]));
            taken.push(drawn.reserved);
            placed.push((drawn.reserved, drawn.texts.iter().map(|(_, rect)| *rect).collect()));
        }
    });
    output.drop_without_applying_deltas();
    placed
}

#[test]
fn a_number_and_the_word_for_the_state_stand_in_one_line() {
    let (lens, victim) = (lens(wide_room()), unit(1, 9.5, 8.5));
    let texts = [
        number(victim),
        word(victim, "KNOCKED DOWN").with_gravity(Gravity::Knocked),
        word(victim, "STUNNED"),
    ];
    let placed = draw(&lens, &texts, &[victim]);
    let [(block, rects)] = placed.as_slice() else { panic!("{placed:?} are not one block") };
    assert!((rects[0].center().y - rects[1].center().y).abs() < 0.1, "{rects:?}");
    assert!(rects[0].right() < rects[1].left() && rects[1].bottom() <= rects[2].top() + 1.0, "{rects:?}");
    assert!(block.height() < 1.3 * lens.unit, "{block:?}");
    assert!((block.bottom() - (lens.to_screen(victim.at).y - 0.45 * lens.unit)).abs() < 0.1, "{block:?}");
}

#[test]
fn a_text_pops_up_only_where_it_stands_alone_in_its_line() {
    let hit = number(unit(1, 9.5, 8.5));
    assert!(pop_in_line(&hit, 1) > 1.5, "a new number alone");
    assert!((pop_in_line(&hit, 2) - 1.0).abs() < 1e-6, "it would cover the word beside it");
}

#[test]
fn words_about_a_unit_below_another_one_are_nearer_to_their_own() {
    let lens = lens(wide_room());
    let (victim, north) = (unit(1, 9.5, 8.5), unit(2, 9.5, 7.5));
    let texts = [number(victim), word(victim, "KNOCKED DOWN").with_gravity(Gravity::Knocked)];
    let (block, _) = draw(&lens, &texts, &[victim, north])[0];
    let (own, other) = (token(&lens, victim), token(&lens, north));
    assert!(!block.shrink(1.0).intersects(other) && !block.shrink(1.0).intersects(own), "{block:?}");
    assert!(distance_between(block, own) + 10.0 < distance_between(block, other), "{block:?}");
}

#[test]
fn the_number_of_a_hit_does_not_stand_at_the_attacker_beside_the_victim() {
    let lens = lens(wide_room());
    let victim = unit(1, 9.5, 8.5);
    for text in ["CRITICAL", "KNOCKED DOWN"] {
        let texts = [number(victim), word(victim, text).with_gravity(Gravity::Critical)];
        let [west, east] = [unit(2, 8.5, 8.5), unit(2, 10.5, 8.5)];
        let (_, rects) = draw(&lens, &texts, &[victim, west])[0].clone();
        assert!(rects[0].left() > token(&lens, west).right(), "{text}: {rects:?}");
        let (_, rects) = draw(&lens, &texts, &[victim, east])[0].clone();
        assert!(rects[1].right() < token(&lens, east).left(), "{text}: {rects:?}");
        let alone = draw(&lens, &texts, &[victim])[0].0;
        let centre = lens.to_screen(victim.at).x;
        assert!((alone.center().x - centre).abs() < 0.1, "{text}: {alone:?}");
    }
}

#[test]
fn words_about_two_victims_beside_each_other_do_not_overlap() {
    let lens = lens(wide_room());
    let victims = [unit(1, 9.5, 8.5), unit(2, 10.5, 8.5), unit(3, 9.5, 7.5)];
    let texts: Vec<FloatingText> =
        victims.iter().flat_map(|victim| [number(*victim), word(*victim, "THROWN BACK 2 m")]).collect();
    let placed = draw(&lens, &texts, &victims);
    assert_eq!(placed.len(), 3);
    for (number, (one, _)) in placed.iter().enumerate() {
        for (other, _) in &placed[number + 1..] {
            assert!(!one.shrink(1.0).intersects(*other), "{one:?} {other:?}");
        }
    }
}

#[test]
fn words_about_a_unit_in_the_corner_of_the_board_are_whole() {
    let room = Rect::from_min_size(pos2(100.0, 100.0), vec2(440.0, 440.0));
    let (lens, victim) = (lens(room), unit(1, 0.5, 0.5));
    let texts = [number(victim), word(victim, "KNOCKED DOWN").with_gravity(Gravity::Knocked)];
    let (block, rects) = draw(&lens, &texts, &[victim])[0].clone();
    assert!(rects.iter().all(|rect| room.contains_rect(*rect)), "{rects:?}");
    assert!(!block.shrink(1.0).intersects(token(&lens, victim).shrink(1.0)), "{block:?}");
}

#[test]
fn beside_damage_it_is_not_told_that_another_attack_did_none() {
    let victim = unit(1, 9.5, 8.5);
    let nothing = FloatingText::new(victim, "no damage".to_owned(), FloatingTone::Quiet, TextSize::Small);
    let told = |texts: &[FloatingText]| -> Vec<String> {
        let blocks = text_blocks(texts);
        blocks[0].lines.iter().flatten().map(|text| text.text.clone()).collect()
    };
    let knocked = word(victim, "KNOCKED DOWN").with_gravity(Gravity::Knocked);
    assert_eq!(told(std::slice::from_ref(&nothing)), ["no damage"]);
    assert_eq!(told(&[nothing, number(victim), knocked]), [MINUS_NINE, "KNOCKED DOWN"]);
}

#[test]
fn without_room_near_its_token_a_block_tells_the_damage_alone() {
    let victim = unit(1, 9.5, 8.5);
    let texts = [
        number(victim),
        word(victim, "THROWN BACK 4 m").with_gravity(Gravity::Thrown),
        word(victim, "STUNNED"),
    ];
    let blocks = text_blocks(&texts);
    let mut lines = blocks[0].lines.clone();
    let mut told = Vec::new();
    while leave_out_least(&mut lines) {
        told.push(lines.iter().flatten().map(|text| text.text.as_str()).collect::<Vec<_>>());
    }
    assert_eq!(told, [vec![MINUS_NINE, "THROWN BACK 4 m"], vec![MINUS_NINE]]);
}

#[test]
fn texts_about_two_units_or_two_places_are_two_blocks() {
    let here = TextSubject::place(vec2(3.0, 2.5));
    let texts = [number(unit(1, 4.5, 4.5)), number(unit(2, 4.5, 4.5)), number(here), number(here)];
    let lines: Vec<usize> = text_blocks(&texts).iter().map(|block| block.lines[0].len()).collect();
    assert_eq!(lines, [1, 1, 2]);
}

#[test]
fn a_block_that_grows_keeps_the_side_at_its_token() {
    let token = Rect::from_center_size(pos2(200.0, 200.0), Vec2::splat(40.0));
    let above = Rect::from_min_max(pos2(185.0, 150.0), pos2(215.0, 180.0));
    let kept = KeptPlace::of(unit(1, 4.5, 4.5), above, token, 44.0);
    let grown = kept.rect(vec2(150.0, 50.0), token, 44.0);
    assert!((grown.bottom() - 180.0).abs() < 0.01 && (grown.center().x - 200.0).abs() < 0.01, "{grown:?}");
    let moved = kept.rect(vec2(30.0, 30.0), token.translate(vec2(88.0, 0.0)), 44.0);
    assert!((moved.center() - above.center() - vec2(88.0, 0.0)).length() < 0.01, "{moved:?}");
}

#[test]
fn a_line_leads_from_the_ring_to_a_block_that_is_away_from_its_token() {
    let centre = pos2(200.0, 200.0);
    let away = Rect::from_min_max(pos2(240.0, 190.0), pos2(300.0, 210.0));
    assert_eq!(leader_line(away, centre, 20.0), Some([pos2(220.0, 200.0), pos2(240.0, 200.0)]));
    let touching = Rect::from_min_max(pos2(150.0, 150.0), pos2(250.0, 181.0));
    assert_eq!(leader_line(touching, centre, 20.0), None);
}

#[test]
fn a_ring_is_around_what_was_missed_and_around_what_a_block_is_tied_to() {
    let (victim, square) = (unit(1, 4.5, 4.5), TextSubject::place(vec2(7.5, 4.5)));
    let miss =
        |about| FloatingText::new(about, "miss".to_owned(), FloatingTone::Quiet, TextSize::Small).with_ring();
    let ring = |texts: &[FloatingText], is_tied| {
        let blocks = text_blocks(texts);
        blocks[0].ring_text(is_tied).map(|text| text.text.clone())
    };
    let [number_alone, missed_first] = [vec![number(victim)], vec![miss(victim), number(victim)]];
    assert_eq!(ring(&number_alone, false), None, "a number shakes its token");
    assert_eq!(ring(&number_alone, true).as_deref(), Some(MINUS_NINE));
    assert_eq!(ring(&missed_first, false).as_deref(), Some("miss"), "the second attack of two has hit");
    assert_eq!(ring(&[miss(square)], false).as_deref(), Some("miss"), "also a square");
}
