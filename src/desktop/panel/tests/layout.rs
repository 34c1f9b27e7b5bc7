//! Tests of the layout: what the panels write is not cut, in every book, at usual sizes of window and text.

use bevy_egui::egui::accesskit::{Node, NodeId, Role, Toggled};
use bevy_egui::egui::{Event, Frame, FullOutput, Modifiers, PointerButton, Rangef, Shape, UiBuilder};

use super::*;
use crate::board::interaction::door_click::{DoorClick, doors_within};
use crate::board::overlay::move_range::MoveRange;
use crate::panel::legend_bar;
use crate::panel::prompt::PromptHeight;

/// A text as it was drawn.
struct DrawnText {
    text: String,
    rect: Rect,
    /// The part of the window in which it is visible.
    clip: Rect,
    is_elided: bool,
}

/// The texts of everything that was drawn, with their places.
fn placed_texts(output: &FullOutput) -> Vec<DrawnText> {
    fn read(shape: &Shape, clip: Rect, texts: &mut Vec<DrawnText>) {
        match shape {
            Shape::Text(text) => texts.push(DrawnText {
                text: text.galley.text().replace('\u{a0}', " "),
                rect: text.galley.rect.translate(text.pos.to_vec2()),
                clip,
                is_elided: text.galley.elided,
            }),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| read(shape, clip, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    output.shapes.iter().for_each(|clipped| read(&clipped.shape, clipped.clip_rect, &mut texts));
    texts
}

/// Draws the panels; returns the area of the board and the texts.
fn draw_panels(context: &PanelContext, size: [f32; 2], text: f32) -> (Rect, Vec<DrawnText>) {
    let ctx = Context::default();
    theme::style_egui(&ctx, context.palette, text);
    let mut inputs = panel_inputs();
    let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
    let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
    let window = Rect::from_min_size(Pos2::ZERO, vec2(size[0], size[1]));
    let (mut board, mut texts) = (window, Vec::new());
    for _ in 0..3 {
        let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| board = show_frame(ui, context, &mut edits, window));
        texts = placed_texts(&output);
        output.drop_without_applying_deltas();
    }
    (board, texts)
}

/// The share of a window of 1440 by 900 points that the board has.
fn board_share(context: &PanelContext) -> f32 {
    let size = [1440.0, 900.0];
    draw_panels(context, size, 1.0).0.area() / (size[0] * size[1])
}

#[test]
fn the_board_has_most_of_a_usual_window_while_the_side_panels_are_hidden() {
    with_context(&mut shipped_battle("warehouse"), |context| {
        let settings = Settings { hidden_panels: true, ..Settings::default() };
        let hidden = board_share(&PanelContext { settings: &settings, ..*context });
        let shown = board_share(context);
        assert!(hidden >= 0.7 && shown < 0.6, "{hidden} hidden, {shown} shown");
    });
}

#[test]
fn a_door_in_reach_is_offered_and_the_way_to_it_planned() {
    let (mut offered, mut planned) = (0, 0);
    for (book, mut world) in warehouse_in_every_book() {
        for _ in 0..6 {
            answer_prompts(&mut world);
            let Some(acting) = world.resource::<battle::RoundState>().acting() else { break };
            with_context(&mut world, |context| {
                let view = context.view;
                let unit = view.unit(acting).expect("it acts");
                let budget = battle::move_budget(view, &unit);
                let run = if budget.runs == 0 { budget.run } else { 0 };
                let doors = doors_within(view, &unit, budget.walk_left + run);
                let all = choices::all_choices(view, &Session::default(), Ok(()));
                let choice = all.iter().find(|choice| choice.label == "Go to a door");
                assert!(choice.is_none() || !doors.is_empty(), "{book:?}: there is no door to go to");
                offered += usize::from(choice.is_some());
                let range = MoveRange::for_unit(view, &unit);
                for door in doors {
                    let DoorClick::After(route, Ok(())) = DoorClick::plan(view, &unit, range.as_ref(), door)
                    else {
                        continue;
                    };
                    assert!(validate_order(view, &route.order()).is_ok(), "{book:?}: {}", route.summary());
                    planned += 1;
                }
            });
            journal::submit_order(&mut world, Order::EndPhase { unit: acting }).expect("it acts");
        }
    }
    assert!(offered > 0 && planned > 0, "{offered} offered, {planned} planned");
}

/// The columns of a window.
fn window_range(size: [f32; 2]) -> Rangef {
    Rangef::new(0.0, size[0])
}

#[test]
fn no_text_of_the_action_bar_is_cut_in_any_book() {
    let mut cut = Vec::new();
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        let acting = world.resource::<battle::RoundState>().acting();
        if let Some(unit) = acting {
            // Undo has a name to show.
            let order = Order::TakeCover { unit };
            if battle::with_view(&mut world, |view| validate_order(view, &order).is_ok()) {
                journal::submit_order(&mut world, order).expect("it is valid");
                answer_prompts(&mut world);
            }
        }
        with_context(&mut world, |context| {
            for size in [[1024.0, 768.0], [1280.0, 720.0], [1440.0, 900.0], [1920.0, 1080.0]] {
                for factor in [1.0, 1.5] {
                    let (board, texts) = draw_panels(context, size, factor);
                    assert!(board.width() > 300.0 && board.height() > 250.0, "{book:?} {size:?}: {board}");
                    // A wide window has the bar between the side panels. What is left of the turn stands at its left
                    // end, and its tooltip has the whole of it.
                    let ends = if size[0] < 1600.0 { window_range(size) } else { board.x_range() };
                    let top = board.bottom() + legend_bar::HEIGHT * factor;
                    let bar = texts.iter().filter(|one| {
                        let x = one.rect.left();
                        // Lines that a side panel has scrolled away are clipped above the bar.
                        one.clip.bottom() > top + 1.0
                            && one.rect.center().y > top
                            && x > ends.min + 40.0
                            && x < ends.max
                    });
                    for one in bar {
                        let is_inside = one.clip.expand(1.5).contains_rect(one.rect);
                        if one.is_elided || !is_inside {
                            let DrawnText { text, rect, clip, is_elided } = one;
                            let at = format!("{rect} in {clip}");
                            cut.push(format!("{book:?} {size:?} {factor}: {text:?} {is_elided} {at}"));
                        }
                    }
                }
            }
        });
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
}

/// Reads where the button with a name is drawn, and whether it is on.
fn read_button(nodes: &[(NodeId, Node)], name: &str) -> (Rect, bool) {
    let mut named =
        nodes.iter().filter(|(_, node)| node.role() == Role::Button && node.label() == Some(name));
    let (_, node) = named.next().expect("a button with this name");
    let bounds = node.bounds().expect("it is drawn");
    let (from, to) = ((bounds.x0 as f32, bounds.y0 as f32), (bounds.x1 as f32, bounds.y1 as f32));
    (Rect::from_min_max(from.into(), to.into()), node.toggled() == Some(Toggled::True))
}

/// The events of a click at a point of the window.
fn click_events(at: Pos2) -> Vec<Event> {
    let press = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    vec![Event::PointerMoved(at), press(true), press(false)]
}

#[test]
fn the_overlay_buttons_cover_nothing_and_switch_their_overlays() {
    use crate::board::overlay::{OverlayToggle, OverlayToggles};

    let mut world = warehouse_battle();
    with_context(&mut world, |context| {
        for (size, factor) in
            [([1280.0, 720.0], 1.0), ([1280.0, 720.0], 1.5), ([1440.0, 900.0], 1.0), ([1440.0, 900.0], 1.5)]
        {
            let ctx = Context::default();
            ctx.enable_accesskit();
            theme::style_egui(&ctx, context.palette, factor);
            let mut inputs = panel_inputs();
            inputs.init_resource::<OverlayToggles>();
            let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
            let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
            let window = Rect::from_min_size(Pos2::ZERO, vec2(size[0], size[1]));
            let (mut board, mut events) = (window, Vec::new());
            let frame = |events: Vec<Event>, edits: &mut PanelEdits, board: &mut Rect| {
                let input = RawInput { screen_rect: Some(window), events, ..RawInput::default() };
                let output = ctx.run_ui(input, |ui| *board = show_frame(ui, context, edits, window));
                let tree = output.platform_output.accesskit_update.clone();
                let texts = placed_texts(&output);
                output.drop_without_applying_deltas();
                (tree.expect("the tree is on").nodes, texts)
            };
            frame(Vec::new(), &mut edits, &mut board);
            for overlay in OverlayToggle::ALL {
                for expected in [false, true] {
                    let clicked = frame(std::mem::take(&mut events), &mut edits, &mut board);
                    // A click shows in the next frame.
                    let (nodes, texts) =
                        if expected { frame(Vec::new(), &mut edits, &mut board) } else { clicked };
                    let title = overlay.action().title();
                    let (rect, on) = read_button(&nodes, title);
                    assert_eq!(on, expected, "{title} at {size:?} {factor}");
                    assert!(
                        window.contains_rect(rect) && rect.bottom() <= board.top(),
                        "{title}: {rect}, {board}"
                    );
                    assert!(rect.width() >= 24.0 && rect.height() >= 20.0, "{title}: {rect}");
                    let over = texts
                        .iter()
                        .find(|text| text.rect.shrink(1.0).intersects(rect) && text.clip.intersects(rect));
                    assert!(
                        over.is_none(),
                        "{title} at {size:?} {factor}: {:?}",
                        over.map(|text| &text.text)
                    );
                    if !expected {
                        events = click_events(rect.center());
                    }
                }
            }
        }
    });
}

#[test]
fn a_menu_stays_where_it_is_when_the_pointer_comes_to_it() {
    let mut seen = 0;
    for (book, mut world) in warehouse_in_every_book() {
        answer_prompts(&mut world);
        with_context(&mut world, |context| {
            for menu in ["Item", "Defend"] {
                let ctx = Context::default();
                theme::style_egui(&ctx, context.palette, 1.0);
                let mut inputs = panel_inputs();
                let group = OpenMenu::Group(menu.to_owned());
                inputs.world_mut().resource_mut::<Session>().open_menu = Some(group);
                let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
                let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
                let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0));
                let mut heading = |pointer: Option<Pos2>| {
                    let events = pointer.map(Event::PointerMoved).into_iter().collect();
                    let input = RawInput { screen_rect: Some(window), events, ..RawInput::default() };
                    let output = ctx.run_ui(input, |ui| _ = show_frame(ui, context, &mut edits, window));
                    let texts = placed_texts(&output);
                    output.drop_without_applying_deltas();
                    // The button in the bar has the same name, below.
                    let named = texts.into_iter().filter(|text| text.text == menu).map(|text| text.rect);
                    named.min_by(|one, other| one.top().total_cmp(&other.top())).expect("it is open")
                };
                let before = (0..4).map(|_| heading(None)).last().expect("four frames");
                let pointer = before.center() + vec2(0.0, 24.0);
                for frame in 0..6 {
                    assert_eq!(heading(Some(pointer)), before, "{book:?}, {menu}, frame {frame}");
                }
                seen += 1;
            }
        });
    }
    assert_eq!(seen, 10, "two menus in five books");
}

#[test]
fn a_question_shows_what_stands_above_and_below_its_list_however_low_the_board_is() {
    let mut world = battle_in(Some(Book::Aberrant), "warehouse");
    with_context(&mut world, |context| {
        for height in [500.0, 705.0] {
            let ctx = Context::default();
            theme::style_egui(&ctx, context.palette, 1.0);
            let mut inputs = panel_inputs();
            let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
            let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
            let window = Rect::from_min_size(Pos2::ZERO, vec2(346.0, height));
            let mut texts = Vec::new();
            for _ in 0..4 {
                let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
                let output = ctx.run_ui(input, |ui| {
                    crate::panel::prompt::show(
                        ui,
                        context,
                        edits.prompt_edits(),
                        PromptHeight::AtMost(height),
                    );
                });
                texts = placed_texts(&output);
                output.drop_without_applying_deltas();
            }
            for wanted in [": announce an attack", "No attack", "Don't ask again"] {
                let shown = texts.iter().find(|one| one.text.contains(wanted)).expect(wanted);
                let seen = shown.clip.intersect(window);
                assert!(seen.contains_rect(shown.rect), "{wanted} at {} of {height}", shown.rect);
            }
        }
    });
}

#[test]
fn the_strip_of_a_replay_has_room_for_every_row_in_the_frame_in_which_it_comes() {
    let mut world = warehouse_battle();
    with_context(&mut world, |context| {
        let watched = PanelContext { watching: true, ..*context };
        let ctx = Context::default();
        theme::style_egui(&ctx, context.palette, 1.0);
        let mut inputs = panel_inputs();
        let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
        let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
        let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0));
        let mut draw = |rows: usize| {
            let (mut strip, mut controls, mut board) = (Rect::NOTHING, Rect::NOTHING, Rect::NOTHING);
            let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                board = show_frame(ui, &watched, &mut edits, window);
                strip = edits.state.replay_strip().expect("a replay has one");
                let mut root = ui.new_child(UiBuilder::new().max_rect(strip));
                let drawn = Frame::new().show(&mut root, |ui| {
                    for _ in 0..rows {
                        _ = ui.button("Resume from here");
                    }
                });
                controls = drawn.response.rect;
                edits.state.note_replay_height(ui.ctx(), controls.height());
            });
            output.drop_without_applying_deltas();
            (strip, controls, board)
        };
        // The title and two rows of a clip, then the rows of the whole replay, and fewer again.
        for rows in [3, 5, 2] {
            let (strip, controls, board) = draw(rows);
            assert!(strip.expand(0.5).contains_rect(controls), "{rows} rows: {controls} in {strip}");
            assert!(board.top() >= controls.bottom() - 0.5, "{rows} rows: {controls} over {board}");
            assert_eq!(draw(rows), (strip, controls, board), "{rows} rows stay where they are");
        }
    });
}
