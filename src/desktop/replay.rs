//! Watching a journal: forward, back, to a round, and playing on from there.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::fight::{OrderSystems, Request, Requests};
use super::session::{Screen, Session};
use super::settings::Settings;
use battle::{History, Journal, Order, Round};

/// Seconds between two orders while it plays.
const PACE: f64 = 0.9;

/// A journal that is watched instead of played.
#[derive(Resource, Clone, Debug)]
pub(super) struct Replay {
    orders: Vec<Order>,
    /// Round in which every order was given.
    rounds: Vec<u32>,
    /// Orders shown so far.
    at: usize,
    /// Where to go next.
    wanted: Option<usize>,
    playing: bool,
    /// When the next order comes.
    next: f64,
}

impl Replay {
    /// The fight in a world that was just restored, to be watched.
    pub fn of(world: &World) -> Self {
        let entries = world.resource::<Journal>().entries();
        let orders: Vec<Order> = entries.iter().map(|entry| entry.order.clone()).collect();
        let rounds = world.resource::<History>().chapters().iter().map(|chapter| chapter.round).collect();
        Self { at: orders.len(), orders, rounds, wanted: None, playing: false, next: 0.0 }
    }

    /// The orders shown so far.
    pub fn orders_so_far(&self) -> Vec<Order> {
        self.orders[..self.at].to_vec()
    }

    /// First order of every round with its number.
    fn marks(&self) -> Vec<(u32, usize)> {
        let mut marks: Vec<(u32, usize)> = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            if marks.last().is_none_or(|(last, _)| last != round) {
                marks.push((*round, number));
            }
        }
        marks
    }
}

pub(super) fn plugin(app: &mut App) {
    let watching = resource_exists::<Replay>.and_then(in_state(Screen::Battle));
    app.add_systems(PreUpdate, follow.run_if(resource_exists::<Replay>).after(OrderSystems))
        .add_systems(EguiPrimaryContextPass, bar.run_if(watching));
}

/// Takes the fight to where so many orders have been given.
pub(super) fn show(world: &mut World, at: usize) {
    let Some(mut replay) = world.remove_resource::<Replay>() else { return };
    let at = at.min(replay.orders.len());
    if at == replay.at + 1 {
        // One step is played, so that it is animated.
        battle::submit(world, &replay.orders[replay.at]).expect("invariant: the journal was verified");
    } else if at != replay.at {
        battle::rebuild(world, &replay.orders[..at]).expect("invariant: the journal was verified");
    }
    replay.at = at;
    world.insert_resource(replay);
    let acting = world.resource::<Round>().acting();
    let mut session = world.resource_mut::<Session>();
    session.selected = acting.or(session.selected);
    session.marked = None;
}

fn follow(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let fast = world.resource::<Settings>().animation(1.0).map_or(4.0, |seconds| 1.0 / f64::from(seconds));
    let mut replay = world.resource_mut::<Replay>();
    if replay.playing && replay.wanted.is_none() && now >= replay.next {
        replay.next = now + PACE / fast;
        replay.wanted = Some(replay.at + 1);
    }
    if replay.at == replay.orders.len() {
        replay.playing = false;
    }
    if let Some(at) = replay.wanted.take() {
        show(world, at);
    }
    let replay = world.resource::<Replay>();
    if replay.playing {
        world.write_message(RequestRedraw);
    }
}

fn bar(
    mut contexts: EguiContexts,
    mut replay: ResMut<Replay>,
    mut requests: ResMut<Requests>,
    settings: Res<Settings>,
    session: Res<Session>,
    round: Res<Round>,
) -> Result {
    if session.paused {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let palette = settings.palette();
    let now = round.number();
    let window = egui::Window::new("Replay").title_bar(false).resizable(false).constrain(true);
    window.anchor(Align2::CENTER_TOP, vec2(0.0, 84.0)).show(context, |ui| {
        ui.horizontal(|ui| controls(ui, &mut replay, palette.dim));
        ui.horizontal(|ui| {
            ui.label("Round");
            for (number, at) in replay.marks() {
                let name = if number == 0 { "set-up".to_owned() } else { number.to_string() };
                if ui.selectable_label(number == now, name).clicked() {
                    replay.wanted = Some(at);
                    replay.playing = false;
                }
            }
            if ui
                .button("Play on from here")
                .on_hover_text("Makes a new fight of it; the journal stays")
                .clicked()
            {
                requests.0.push(Request::Branch);
            }
            if ui
                .button("Open in the Lab")
                .on_hover_text("What if? A scene of everything as it stands now; the journal stays")
                .clicked()
            {
                requests.0.push(Request::WhatIf);
            }
        });
    });
    Ok(())
}

fn controls(ui: &mut egui::Ui, replay: &mut Replay, dim: egui::Color32) {
    let last = replay.orders.len();
    let mut go = None;
    if ui
        .add_enabled(replay.at > 0, egui::Button::new("\u{23EE}"))
        .on_hover_text("To the beginning")
        .clicked()
    {
        go = Some(0);
    }
    if ui.add_enabled(replay.at > 0, egui::Button::new("\u{23F4}")).on_hover_text("One order back").clicked()
    {
        go = Some(replay.at - 1);
    }
    let play = if replay.playing { "\u{23F8}" } else { "\u{25B6}" };
    if ui.add_enabled(replay.at < last, egui::Button::new(play)).on_hover_text("Play or pause").clicked() {
        replay.playing = !replay.playing;
    }
    if ui.add_enabled(replay.at < last, egui::Button::new("\u{23F5}")).on_hover_text("One order on").clicked()
    {
        go = Some(replay.at + 1);
    }
    let mut at = replay.at;
    ui.spacing_mut().slider_width = (ui.ctx().viewport_rect().width() * 0.18).clamp(100.0, 320.0);
    if ui.add(egui::Slider::new(&mut at, 0..=last).show_value(false)).changed() {
        go = Some(at);
    }
    ui.colored_label(dim, format!("order {} of {last}", replay.at));
    if go.is_some() {
        replay.wanted = go;
        replay.playing = false;
    }
}
