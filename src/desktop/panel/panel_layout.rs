//! Draws all panels and cards of a battle and places them in the window.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align, Frame, Layout, Margin, Panel, Rect, UiBuilder};
use tracing::span::EnteredSpan;

use super::end_screen::sequel::Sequel;
use super::panel_params::{PanelEdits, PanelParams};
use super::panel_state::{PanelState, SidePanel};
use super::player_task::{PlayerTask, player_task};
use super::widgets::{PanelContext, show_fault};
use super::{help, notice, prompt, save_warning};
use crate::board::{BoardAnimation, BoardArea};
use crate::fault_guard::guard_computation;
use crate::player_input::PlayerInput;
use crate::theme::{BODY_SIZE, scaled, text_factor};
use battle::Journal;
use content::HintControl;

/// Window width below which one side panel is shown at a time, in points.
const COMPACT_WIDTH: f32 = 820.0;

/// Window widths between which side panels grow to their usual widths, and from there to their greatest, in points.
const USUAL_WIDTHS: [f32; 2] = [960.0, 1040.0];
const WIDE_WIDTHS: [f32; 2] = [1440.0, 1800.0];

/// Window width below which the action bar spans the whole window, in points.
const FULL_WIDTH_BAR: f32 = 1600.0;

/// Height of the controls of a replay before they have been drawn, in points.
const LEAST_REPLAY_HEIGHT: f32 = 40.0;

/// Window height below which the bars are lower, in points.
const LOW_HEIGHT: f32 = 480.0;

/// Names a panel in the trace of the feature `trace`, until the result is dropped.
fn trace_panel(name: &'static str) -> EnteredSpan {
    info_span!("panel", name).entered()
}

/// Draws all panels and cards.
pub(super) fn show_panels(
    mut contexts: EguiContexts,
    params: PanelParams,
    mut edits: PanelEdits,
    mut area: ResMut<BoardArea>,
    animation: Res<BoardAnimation>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let context = params.context();
    edits.player.session.highlighted_unit = None;
    edits.player.session.highlighted_place = None;
    let shown_records = edits.player.session.shown_records.take();
    edits.state.hints.begin_frame();
    edits.state.hints.follow(&context, animation.is_busy(), &mut edits.player);
    let window = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(window);
    let mut root = egui::Ui::new(ctx.clone(), "hud".into(), builder);
    let shows_details = super::cards::shows_details(&root, &context);
    super::widgets::set_clauses_shown(&ctx, shows_details);
    if edits.player.session.help || edits.state.is_end_screen_open() {
        // A tooltip that can be pointed at would stay open above the help, and below the end screen nothing takes a click.
        disable_below_window(&mut root);
    }
    if let Some(problem) = params.journal.as_deref().and_then(Journal::write_error) {
        save_warning::show(&mut root, &context, &mut edits.player, &problem);
    }
    edits.state.holds_question = animation.holds_question();
    let board = show_frame(&mut root, &context, &mut edits, window);
    area.set_if_neq(BoardArea(Some(board)));
    show_question(&ctx, &context, &params, &mut edits, board);
    // Nothing that comes and goes over the board gets into a picture of it.
    let is_pictured = params.pictures.as_ref().is_some_and(|pictures| pictures.progress().is_some());
    show_floating(&ctx, &context, &params, &mut edits, (board, &animation, is_pictured));
    let PanelEdits { player, state, odds, .. } = &mut edits;
    let _span = trace_panel("hover card");
    if !player.session.help && !is_pictured {
        super::cards::hover_card::show(
            &ctx,
            &context,
            &player.session,
            (odds, &params.flights),
            (&params.hovered, params.overlays.as_deref()),
            &mut state.move_preview,
            (&params.lens, animation.is_busy()),
        );
    }
    if player.session.shown_records != shown_records {
        ctx.request_repaint(); // the board draws them in the next frame
    }
    Ok(())
}

/// Lets nothing in a part of the screen take a click, below a window that dims it. Panels stay opaque: the board would show through
/// them.
fn disable_below_window(ui: &mut egui::Ui) {
    ui.visuals_mut().disabled_alpha = 1.0;
    ui.disable();
}

/// Draws the open question beside the unit that is asked, unless it is in a panel.
fn show_question(
    ctx: &egui::Context,
    context: &PanelContext,
    params: &PanelParams,
    edits: &mut PanelEdits,
    board: egui::Rect,
) {
    if !is_prompt_shown(context, edits) || edits.state.compact {
        return;
    }
    let _span = trace_panel("prompt");
    let room = board.shrink(6.0);
    let shown = guard_computation("The question", || {
        super::prompt::show_beside_unit(ctx, context, edits.prompt_edits(), &params.lens, room)
    });
    if let Ok(Some(rect)) = shown {
        edits.state.hints.note_control(HintControl::Answers, rect);
    }
}

/// Draws what comes and goes over the board, besides the question and the card of a square.
fn show_floating(
    ctx: &egui::Context,
    context: &PanelContext,
    params: &PanelParams,
    edits: &mut PanelEdits,
    (board, animation, is_pictured): (egui::Rect, &BoardAnimation, bool),
) {
    let PanelEdits { player, state, .. } = edits;
    let _span = trace_panel("floating");
    super::hint_panel::show_marks(ctx, context, &state.hints, &params.lens, board);
    if !is_pictured {
        notice::show(ctx, context, &mut player.session, board);
        super::reinforcements::show(ctx, context, (&mut state.arrivals, &mut *player), board);
    }
    super::timer_picker::show(ctx, context, &mut player.session, board);
    super::grave_banner::show(ctx, context, &mut state.grave_banner, (board, animation.is_busy()));
    super::turn_banner::show(ctx, context, &mut state.banner, board);
    super::skip_all_button::show(ctx, context, player, board);
    super::recap::show(ctx, context, player, &mut state.recap, (board, animation.shown_record()));
    if player.session.help {
        help::show(ctx, context, &mut player.session);
    }
    _ = guard_computation("The end of the battle", || {
        show_end(ctx, context, params, (&mut *player, &mut **state), !animation.is_busy());
    });
}

/// Draws a panel; where the program fails at it, the reason. What the player has given is not lost, and the battle goes on.
pub(super) fn show_guarded(
    ui: &mut egui::Ui,
    context: &PanelContext,
    subject: &'static str,
    show: impl FnOnce(&mut egui::Ui),
) {
    if let Err(fault) = guard_computation(subject, || show(ui)) {
        show_fault(ui, context.palette, &fault);
    }
}

/// Draws the end screen once the board has shown the end of the battle.
fn show_end(
    ctx: &egui::Context,
    context: &PanelContext,
    params: &PanelParams,
    (player, state): (&mut PlayerInput, &mut PanelState),
    is_board_still: bool,
) {
    let stage = params.campaign.as_ref().and_then(|battle| battle.0.as_ref());
    let persons = context.opponents.person_sides(context.view.setup().bundle().skirmish.sides.len());
    let winner = context.view.round().outcome().and_then(|outcome| outcome.winner);
    let is_lost = winner.is_some_and(|winner| !persons.is_empty() && !persons.contains(&winner));
    let sequel = Sequel { next: params.next_fight.as_deref(), stage, is_lost };
    // A replay that was opened from the end screen leads back to it with its own button.
    let leads_back = params.replay.as_ref().is_some_and(|replay| replay.returns_to_result());
    let is_over = context.view.round().outcome().is_some() && !leads_back;
    if let Some(left) = state.follow_end(is_over, is_board_still, context.now) {
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
    }
    if state.has_end_opened {
        let shown = (params.journal.as_deref(), sequel, params.highlights.as_deref());
        super::end_screen::victory::show(ctx, context, player, state, shown);
    } else {
        state.looked_at_end = false;
    }
}

/// Draws the panels at the window's edges; returns the area left for the board.
pub(super) fn show_frame(
    root: &mut egui::Ui,
    context: &PanelContext,
    edits: &mut PanelEdits,
    window: Rect,
) -> Rect {
    let PanelEdits { player, state, toggles, .. } = &mut *edits;
    let palette = context.palette;
    let low = window.height() < LOW_HEIGHT;
    state.low = low;
    state.compact = window.width() < COMPACT_WIDTH;
    let bar = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 4));
    let track = Panel::top("track")
        .exact_size(two_lines(root, if low { 50.0 } else { 62.0 }))
        .frame(bar)
        .resizable(false);
    let track = track.show(root, |ui| {
        let _span = trace_panel("turn order");
        show_guarded(ui, context, "The turn order", |ui| {
            super::turn_order_bar::show(ui, context, player, state);
        });
    });
    state.hints.note_control(HintControl::TurnOrder, track.response.rect);
    let thin = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(14, 0));
    let goal =
        Panel::top("goal").exact_size(scaled(root, super::objectives::HEIGHT)).frame(thin).resizable(false);
    let goal = goal.show(root, |ui| {
        let _span = trace_panel("objectives");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(toggles) = toggles {
                if let Some(overlay) = super::overlay_buttons::show(ui, context, **toggles) {
                    toggles.flip(overlay);
                }
                ui.add_space(12.0);
                super::side_panels::show_button(ui, context, state);
            }
            show_guarded(ui, context, "The objective", |ui| {
                super::objectives::show(ui, context, &player.session);
            });
        });
    });
    state.hints.note_control(HintControl::Objective, goal.response.rect);
    super::hint_panel::show(root, context, state);
    super::turn_guide::show(root, context, state);
    // A narrow window gives the bar its full width, a wide one puts it between the side panels.
    let across = window.width() < FULL_WIDTH_BAR;
    if across {
        show_bottom_bar(root, context, edits);
    }
    show_side_panels(root, context, edits);
    if !across {
        show_bottom_bar(root, context, edits);
    }
    super::legend_bar::show(root, context, edits.legend.as_deref());
    reserve_replay_strip(root, context, &mut edits.state);
    root.available_rect_before_wrap()
}

/// Reserves the strip above the board in which `replay.rs` draws the controls of a replay, so that they cover nothing.
fn reserve_replay_strip(root: &mut egui::Ui, context: &PanelContext, state: &mut PanelState) {
    if !context.watching {
        state.replay_strip = None;
        return;
    }
    let height = state.replay_height.max(scaled(root, LEAST_REPLAY_HEIGHT));
    let frame = Frame::new().fill(context.palette.panel);
    let strip = Panel::top("replay").exact_size(height).frame(frame).resizable(false).show(root, |_| {});
    state.replay_strip = Some(strip.response.rect);
}

/// Draws inspector and log; only the open one in a compact window and where the player hides them.
fn show_side_panels(root: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits) {
    let window = root.ctx().viewport_rect();
    let (left, right) = side_widths(window.width());
    // Larger texts get wider panels, as long as the board keeps half of the window.
    let factor = text_factor(root.style()).min(0.5 * window.width() / (left + right)).max(1.0);
    let (left, right) = (left * factor, right * factor);
    let frame = Frame::new().fill(context.palette.panel).inner_margin(Margin::symmetric(14, 8));
    let PanelEdits { player, state, plans, .. } = &mut *edits;
    let (is_hidden, side_panel) = (state.hides_panels(context.settings), state.side_panel);
    if !is_hidden || side_panel == Some(SidePanel::Unit) {
        let panel = Panel::left("inspector").exact_size(left).frame(frame).resizable(false);
        let panel = panel.show(root, |ui| {
            let _span = trace_panel("inspector");
            show_guarded(ui, context, "This panel", |ui| {
                super::unit_inspector::inspector::show(ui, context, (player, plans), state);
            });
        });
        state.hints.note_control(HintControl::UnitPanel, panel.response.rect);
    }
    let compact = state.compact;
    if is_hidden && side_panel != Some(SidePanel::Log) {
        return;
    }
    let panel = Panel::right("log").frame(frame).resizable(!compact).default_size(right);
    let panel = panel.size_range(right.min(250.0)..=right.max(520.0)).show(root, |ui| {
        let _span = trace_panel("combat log");
        let conditions = &edits.plans.conditions;
        show_guarded(ui, context, "The log", |ui| {
            super::combat_log::log_panel::show(ui, context, &mut edits.player, (&mut edits.log, conditions));
        });
    });
    edits.state.hints.note_control(HintControl::Log, panel.response.rect);
    if !compact {
        // The handle of a panel has no response of its own.
        let handle = egui::Id::new("log").with("__resize");
        root.ctx().accesskit_node_builder(handle, |node| {
            node.set_role(egui::accesskit::Role::Splitter);
            node.set_label("Width of the combat log");
        });
    }
}

/// Returns the widths of inspector and log in a window of this width, in points: both grow from a third of a narrow window
/// to what their texts need in a wide one, so that most of the window is left for the board.
fn side_widths(window: f32) -> (f32, f32) {
    let share = |[from, to]: [f32; 2]| ((window - from) / (to - from)).clamp(0.0, 1.0);
    let grow = |[least, usual, most]: [f32; 3]| {
        least + (usual - least) * share(USUAL_WIDTHS) + (most - usual) * share(WIDE_WIDTHS)
    };
    (grow([218.0, 236.0, 262.0]), grow([250.0, 280.0, 330.0]))
}

/// Returns the height of a bar with two lines of text, in points, with the current text size.
fn two_lines(ui: &egui::Ui, height: f32) -> f32 {
    height + 2.4 * (scaled(ui, BODY_SIZE) - BODY_SIZE)
}

/// Whether a prompt waits for a human player.
fn is_prompt_open(context: &PanelContext) -> bool {
    context.view.open_prompt().is_some() && context.ai_side_to_act().is_none() && !context.watching
}

/// Whether that prompt is shown. One that was answered without asking is open until the next frame, and its answers would only
/// flash; one that follows the roll of an attack waits until the attack was seen, and each one for walks of the AI before it.
fn is_prompt_shown(context: &PanelContext, edits: &PanelEdits) -> bool {
    is_prompt_open(context) && !edits.plans.unasked.is_hidden() && !edits.state.holds_question
}

/// Draws the open prompt, at most `max_height` points high.
fn show_prompt(ui: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits, max_height: f32) {
    // Without a minimum height a panel that follows its content never grows.
    let area = egui::ScrollArea::vertical()
        .id_salt("question")
        .max_height(max_height)
        .min_scrolled_height(max_height);
    let _span = trace_panel("prompt");
    let height = prompt::PromptHeight::AtMost(max_height);
    area.show(ui, |ui| prompt::show(ui, context, edits.prompt_edits(), height));
}

/// Draws the bottom bar: the prompt in a compact window, the action bar, AI turn, deployment or the end of the battle.
fn show_bottom_bar(root: &mut egui::Ui, context: &PanelContext, edits: &mut PanelEdits) {
    let bar = Frame::new().fill(context.palette.panel).inner_margin(Margin::symmetric(14, 4));
    let task = player_task(context);
    if is_prompt_shown(context, edits) && edits.state.compact {
        let max_height = root.ctx().viewport_rect().height() * 0.55;
        let panel = Panel::bottom("question").frame(bar).resizable(false).show(root, |ui| {
            show_prompt(ui, context, edits, max_height);
        });
        edits.state.hints.note_control(HintControl::Answers, panel.response.rect);
    } else {
        let PanelEdits { player, state, odds, fast_forward, .. } = edits;
        let fast_forward = fast_forward.as_deref().copied().unwrap_or_default();
        // The same height in every phase, so that the board never jumps.
        let height = two_lines(root, if state.low { 60.0 } else { 82.0 });
        Panel::bottom("actions").exact_size(height).frame(bar).resizable(false).show(root, |ui| {
            let _span = trace_panel("actions");
            show_guarded(ui, context, "This bar", |ui| {
                if task.is_none() {
                    show_end_bar(ui, context, state);
                } else if task == Some(PlayerTask::Watch) {
                    super::replay_bar::show(ui, context);
                } else if let Some(PlayerTask::WaitForAi(side)) = task {
                    super::ai_turn_bar::show(ui, context, player, (side, fast_forward));
                } else if let Some(PlayerTask::FreeMove(unit)) = task {
                    super::free_move_bar::show(ui, context, player, unit);
                } else if let Some(open) = context.view.open_prompt().filter(|_| is_prompt_open(context)) {
                    super::question_bar::show(ui, context, player, state, open);
                } else if context.view.round().is_deploying() {
                    super::deployment_bar::show(ui, context, player, &mut state.hints);
                } else {
                    super::action_bar::buttons::show(ui, context, player, state, odds);
                }
            });
        });
    }
}

/// Draws the bar after the battle: who has won, and the way to the end screen unless it is open.
fn show_end_bar(ui: &mut egui::Ui, context: &PanelContext, state: &mut PanelState) {
    ui.horizontal_centered(|ui| {
        ui.label(super::objectives::end_sentence(context));
        if !state.is_end_screen_open() && ui.button("Results").clicked() {
            state.open_end_screen();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_below_the_end_screen_take_no_click_and_stay_opaque() {
        let context = egui::Context::default();
        let output = context.run_ui(egui::RawInput::default(), |ui| {
            disable_below_window(ui);
            assert!(!ui.is_enabled());
            assert!(ui.opacity() > 0.99, "the stars of the board do not show through");
        });
        output.drop_without_applying_deltas();
    }

    #[test]
    fn most_of_a_window_is_left_for_the_board() {
        assert_eq!(side_widths(820.0), (218.0, 250.0));
        assert_eq!(side_widths(1280.0), (236.0, 280.0));
        assert_eq!(side_widths(1440.0), (236.0, 280.0), "924 points for a map of 22 squares: 42 each");
        assert_eq!(side_widths(1920.0), (262.0, 330.0));
        for width in [1024.0, 1280.0, 1440.0, 1920.0, 2560.0] {
            let (left, right) = side_widths(width);
            assert!(left + right < 0.51 * width, "{width}: {left} and {right}");
        }
    }
}
