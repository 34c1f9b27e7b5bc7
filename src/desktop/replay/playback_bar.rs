//! The controls above the board that play a journal back, and what can be done with the shown position.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Frame, Margin, UiBuilder};

use super::playback::{ReplayPlayback, SeekReplay};
use super::round_pictures::RoundPictures;
use super::win_chance_curve::{ReplayWinChance, show_win_chance};
use crate::accessibility::Accessible;
use crate::app_commands::AppCommand;
use crate::panel::PanelState;
use crate::session::Session;
use crate::settings::{AnimationSpeed, Settings};
use battle::BattleView;
use model::Side;

/// Draws the controls in the strip that the panels leave above the board.
pub(super) fn show_replay_bar(
    mut contexts: EguiContexts,
    mut replay: ResMut<ReplayPlayback>,
    mut requests: MessageWriter<AppCommand>,
    mut seek: MessageWriter<SeekReplay>,
    mut settings: ResMut<Settings>,
    (session, view, win_chance, time): (Res<Session>, BattleView, Res<ReplayWinChance>, Res<Time<Real>>),
    (mut panels, mut pictures): (ResMut<PanelState>, ResMut<RoundPictures>),
) -> Result {
    // The end screen takes all clicks and has buttons of its own.
    if session.paused || panels.is_end_screen_open() {
        return Ok(());
    }
    let Some(strip) = panels.replay_strip() else { return Ok(()) };
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let now = view.round().number();
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(strip);
    let mut root = egui::Ui::new(context.clone(), "replay".into(), builder);
    if pictures.progress().is_some() {
        // The strip keeps its height: what is pictured does not move.
        show_picture_progress(&mut root, &mut pictures);
        return Ok(());
    }
    let shown = Frame::new().inner_margin(Margin::symmetric(10, 5)).show(&mut root, |ui| {
        if let Some(clip) = &replay.clip {
            ui.strong(&clip.title);
        }
        ui.horizontal_wrapped(|ui| {
            if replay.clip.is_some() {
                let again = ui.button("Again").on_hover_text("Shows this moment once more");
                let start = again.clicked().then(|| replay.repeat_clip(time.elapsed_secs_f64())).flatten();
                seek.write_batch(start.map(SeekReplay));
            }
            show_replay_controls(ui, &mut replay, &mut seek, palette.dim);
            let speed = settings.animation_speed;
            let button = ui.button(format!("Speed {}", speed.name()));
            if button.on_hover_text("Speed of the replay and of all animations").clicked() {
                settings.animation_speed = next_speed(speed);
            }
            show_exit_button(ui, replay.returns_to_result(), &mut requests);
            if replay.clip.is_some() {
                show_resume_button(ui, &mut requests);
            }
        });
        // A clip leaves the board free; any control of the replay ends it.
        if replay.clip.is_some() {
            return;
        }
        show_round_row(ui, &mut replay, now, (&mut seek, &mut requests));
        let colour = |side| palette.side_colour(side_colour_number(&view, side));
        let shown = (replay.at, view.side_name(Side(0)), [colour(Side(0)), colour(Side(1))]);
        if let Some(at) = show_win_chance(ui, &win_chance, shown, palette) {
            seek.write(SeekReplay(at));
            replay.stop();
        }
    });
    panels.note_replay_height(&context, shown.response.rect.height());
    Ok(())
}

/// Draws the button that ends the replay.
fn show_exit_button(ui: &mut egui::Ui, returns_to_result: bool, requests: &mut MessageWriter<AppCommand>) {
    let (label, hover) = match returns_to_result {
        true => ("Back to result", "Back to the end screen of this battle"),
        false => ("Exit", "Back to the main menu"),
    };
    if ui.button(label).on_hover_text(hover).clicked() {
        requests.write(AppCommand::ExitReplay);
    }
}

/// Draws the rounds and what can be done with the shown position or the whole replay.
fn show_round_row(
    ui: &mut egui::Ui,
    replay: &mut ReplayPlayback,
    now: u32,
    (seek, requests): (&mut MessageWriter<SeekReplay>, &mut MessageWriter<AppCommand>),
) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Round");
        for (number, at) in replay.round_starts() {
            let name = if number == 0 { "deployment".to_owned() } else { number.to_string() };
            if ui.selectable_label(number == now, name).clicked() {
                seek.write(SeekReplay(at));
                replay.stop();
            }
        }
        show_resume_button(ui, requests);
        let hover = "Opens this position as a Lab scene; the journal is kept";
        if ui.button("Open in Lab").on_hover_text(hover).clicked() {
            requests.write(AppCommand::WhatIf);
        }
        let hover = "Saves a picture of the board at the beginning of each round and one of the end, each in a \
                     file. The message at the end says where they are";
        if ui.button("Save a picture of each round").on_hover_text(hover).clicked() {
            requests.write(AppCommand::SaveRoundPictures);
        }
    });
}

/// Says which picture is taken, with a button that stops it.
fn show_picture_progress(root: &mut egui::Ui, pictures: &mut RoundPictures) {
    let Some((number, count)) = pictures.progress() else { return };
    Frame::new().inner_margin(Margin::symmetric(10, 5)).show(root, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("Saving picture {number} of {count}\u{2026}"));
            if ui.button("Cancel").clicked() {
                pictures.cancel();
            }
        });
    });
}

/// Draws the button that plays on from the shown position; the bar at the bottom names it.
fn show_resume_button(ui: &mut egui::Ui, requests: &mut MessageWriter<AppCommand>) {
    let hover = "Starts a new battle from this position; the journal is kept";
    if ui.button("Resume from here").on_hover_text(hover).clicked() {
        requests.write(AppCommand::BranchFromReplay);
    }
}

/// Number of a side's colour.
fn side_colour_number(view: &BattleView, side: Side) -> u8 {
    let sides = &view.setup().bundle().skirmish.sides;
    sides.get(usize::from(side.0)).map_or(side.0, |side| side.colour)
}

/// Returns the next faster speed; after the fastest one, the slowest.
fn next_speed(speed: AnimationSpeed) -> AnimationSpeed {
    let all = AnimationSpeed::ALL;
    let at = all.iter().position(|known| *known == speed).unwrap_or(0);
    all[(at + 1) % all.len()]
}

fn show_replay_controls(
    ui: &mut egui::Ui,
    replay: &mut ReplayPlayback,
    seek: &mut MessageWriter<SeekReplay>,
    dim: egui::Color32,
) {
    let last = replay.orders.len();
    let mut go = None;
    if ui
        .add_enabled(replay.at > 0, egui::Button::new("\u{23EE}"))
        .named("To the start")
        .on_hover_text("To the start")
        .clicked()
    {
        go = Some(0);
    }
    if ui
        .add_enabled(replay.at > 0, egui::Button::new("\u{23F4}"))
        .named("One order back")
        .on_hover_text("One order back")
        .clicked()
    {
        go = Some(replay.at - 1);
    }
    let play = if replay.playing { "II" } else { "\u{25B6}" };
    if ui
        .add_enabled(replay.at < last, egui::Button::new(play))
        .named("Play or pause")
        .on_hover_text("Play or pause")
        .clicked()
    {
        replay.play_or_pause();
    }
    if ui
        .add_enabled(replay.at < last, egui::Button::new("\u{23F5}"))
        .named("One order forward")
        .on_hover_text("One order forward")
        .clicked()
    {
        go = Some(replay.at + 1);
    }
    let mut at = replay.at;
    ui.spacing_mut().slider_width = (ui.available_width() * 0.3).clamp(100.0, 320.0);
    if ui.add(egui::Slider::new(&mut at, 0..=last).show_value(false)).named("Order").changed() {
        go = Some(at);
    }
    ui.colored_label(dim, format!("order {} of {last}", replay.at));
    if let Some(at) = go {
        seek.write(SeekReplay(at));
        replay.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_button_cycles_all_speeds() {
        let mut speed = AnimationSpeed::Normal;
        let seen: Vec<_> = (0..AnimationSpeed::ALL.len())
            .map(|_| {
                speed = next_speed(speed);
                speed
            })
            .collect();
        assert_eq!(seen.last(), Some(&AnimationSpeed::Normal));
        assert!(AnimationSpeed::ALL.iter().all(|speed| seen.contains(speed)));
    }
}
