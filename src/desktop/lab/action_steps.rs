//! The action of the scene step by step: forward, back, with other dice and other answers.

use bevy_egui::egui::{Button, ComboBox, Frame, Key, Modifiers, RichText, ScrollArea, Ui};

use crate::panel::combat_log::event_replay;
use crate::panel::widgets;
use crate::panel::widgets::PanelContext;
use battle::OrderRecord;
use lab::action_replay::{ActionReplay, ReplayStep};
use rules::Book;

/// State of the Steps tab.
#[derive(Default)]
pub(super) struct ActionSteps {
    /// Revision of the scene and rulebook of the result.
    revision: Option<(u64, Book)>,
    seed: u64,
    answers: Vec<String>,
    story: Option<Result<ActionReplay, String>>,
    /// Number of steps taken.
    at: usize,
    /// Number of steps that the board shows; `None` if it shows another action.
    shown: Option<usize>,
}

/// What the panel requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepsIntent {
    /// Resolve the action.
    Resolve,
    /// Show the current step on the board.
    ShowStep,
}

impl ActionSteps {
    /// Returns the random seed and the answers.
    pub fn seed_and_answers(&self) -> (u64, &[String]) {
        (self.seed, &self.answers)
    }

    /// Stores the result of the action for a revision of the scene and a rulebook.
    pub fn set_result(&mut self, of: (u64, Book), result: Result<ActionReplay, String>) {
        let len = result.as_ref().map_or(0, |result| result.steps().len());
        self.at = if self.revision == Some(of) { self.at.min(len) } else { 0 };
        self.revision = Some(of);
        self.story = Some(result);
        self.shown = None;
    }

    /// Discards a result that is outdated after a change of the scene.
    pub fn discard_if_stale(&mut self, now: (u64, Book)) {
        if self.revision.is_some_and(|of| of != now) {
            *self = Self { seed: self.seed, ..Self::default() };
        }
    }

    /// Whether the scene has to be set up anew before the current step can be shown.
    pub fn needs_restart(&self) -> bool {
        self.shown.is_none_or(|shown| shown > self.at)
    }

    /// Returns the records up to the current step, for a board that will show them.
    pub fn replayed_chapters(&mut self) -> Vec<OrderRecord> {
        self.shown = Some(self.at);
        match &self.story {
            Some(Ok(replay)) => replay.orders_until(self.at),
            _ => Vec::new(),
        }
    }

    /// Draws the steps; returns what is requested.
    pub fn show(&mut self, ui: &mut Ui, see: &PanelContext, aims: bool) -> Option<StepsIntent> {
        let palette = see.palette;
        let mut intent = None;
        if !aims {
            let text = "Choose attacker, weapon and target, then go through the attack step by step.";
            ui.label(RichText::new(text).color(palette.dim).font(widgets::body_font(ui)));
            return None;
        }
        let Some(replay) = &self.story else {
            if ui.button("Resolve action").clicked() {
                intent = Some(StepsIntent::Resolve);
            }
            return intent;
        };
        let replay = match replay {
            Ok(replay) => replay,
            Err(why) => {
                ui.label(RichText::new(why).color(palette.caution).font(widgets::body_font(ui)));
                if ui.button("Try again").clicked() {
                    intent = Some(StepsIntent::Resolve);
                }
                return intent;
            }
        };
        let shown = visible_steps(see, replay);
        let before = self.at;
        show_step_buttons(ui, &mut self.at, &shown, replay.steps().len());
        ui.horizontal(|ui| {
            if ui.button("Reroll").on_hover_text("Rolls the same action again").clicked() {
                self.seed += 1;
                self.at = before;
                intent = Some(StepsIntent::Resolve);
            }
            ui.label(
                RichText::new(format!("roll {}", self.seed + 1))
                    .color(palette.dim)
                    .font(widgets::small_font(ui)),
            );
        });
        for (number, answered) in replay.answered_prompts().iter().enumerate() {
            let prompt = answered.decision.prompt();
            let name = see.view.unit_ignoring_fog(prompt.who);
            let name = name.map_or_else(String::new, |unit| format!("{}: ", unit.identity.name()));
            let text = format!("{name}{}", prompt.question);
            ui.label(RichText::new(text).color(palette.text).font(widgets::small_font(ui)));
            let label = |key: &str| {
                let found = prompt.answers.iter().find(|answer| answer.key == key);
                found.map_or(key, |answer| answer.label.as_str()).to_owned()
            };
            let width = ui.available_width() - 16.0;
            ComboBox::from_id_salt(("lab answer", number))
                .width(width)
                .selected_text(label(&answered.answer))
                .show_ui(ui, |ui| {
                    for answer in &prompt.answers {
                        let chosen = answer.key == answered.answer;
                        if ui.selectable_label(chosen, &answer.label).clicked() && !chosen {
                            let earlier = replay.answered_prompts()[..number]
                                .iter()
                                .map(|earlier| earlier.answer.clone());
                            self.answers = earlier.chain([answer.key.clone()]).collect();
                            intent = Some(StepsIntent::Resolve);
                        }
                    }
                });
        }
        ui.separator();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for &(number, step) in &shown {
                let taken = number < self.at;
                let now = number + 1 == self.at;
                let fill = if now { palette.raised } else { palette.panel };
                let frame = Frame::new().fill(fill).inner_margin(3.0).show(ui, |ui| {
                    if !taken {
                        ui.set_opacity(0.45);
                    }
                    replayed_step(see, replay, step).show(ui, see);
                });
                let response = ui.interact(
                    frame.response.rect,
                    event_replay::step_id(number),
                    bevy_egui::egui::Sense::click(),
                );
                if response.clicked() {
                    self.at = number + 1;
                }
                if now && self.at != before {
                    response.scroll_to_me(None);
                }
            }
        });
        if intent.is_none() && self.at != before {
            intent = Some(StepsIntent::ShowStep);
        }
        intent
    }
}

fn replayed_step(see: &PanelContext, replay: &ActionReplay, step: ReplayStep) -> event_replay::ReplayedStep {
    match step.trace {
        Some(trace) => event_replay::replay_rule_step(see, replay.orders(), (step.order, step.event, trace)),
        None => event_replay::replay_event(see, replay.orders(), (step.order, step.event)),
    }
}

/// Returns the steps that have a text, with their numbers.
fn visible_steps(see: &PanelContext, replay: &ActionReplay) -> Vec<(usize, ReplayStep)> {
    let steps = replay.steps().iter().copied().enumerate();
    steps.filter(|(_, step)| !replayed_step(see, replay, *step).is_empty()).collect()
}

/// Draws buttons and handles keys to go forward and back.
fn show_step_buttons(ui: &mut Ui, at: &mut usize, shown: &[(usize, ReplayStep)], end: usize) {
    let back = shown.iter().rev().map(|(number, _)| number + 1).find(|to| to < at).unwrap_or(0);
    let on = shown.iter().map(|(number, _)| number + 1).find(|to| to > at).unwrap_or(end);
    let here = shown.iter().filter(|(number, _)| number < at).count();
    ui.horizontal(|ui| {
        let free = !ui.ctx().egui_wants_keyboard_input();
        let pressed = |key: Key| free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (left, right) = (pressed(Key::Comma), pressed(Key::Period));
        for (text, hint, to, key) in [
            ("Start", "Before the action", 0, false),
            ("Back", "One step back (comma)", back, left),
            ("Next", "One step forward (full stop)", on, right),
            ("End", "After the action", end, false),
        ] {
            let can = to != *at;
            if ui.add_enabled(can, Button::new(text)).on_hover_text(hint).clicked() || (key && can) {
                *at = to;
            }
        }
        ui.label(format!("step {here} of {}", shown.len()));
    });
}
