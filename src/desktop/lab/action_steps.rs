//! The action of the scene, step by step: forwards, backwards, with other dice and other answers.

use bevy_egui::egui::{Button, ComboBox, Frame, Key, Modifiers, RichText, ScrollArea, Ui};

use crate::panel::combat_log::event_replay;
use crate::panel::widgets;
use crate::panel::widgets::PanelContext;
use battle::{OrderRecord, UnitId};
use lab::action_replay::{ActionReplay, ReplayStep};
use rules::Book;

/// What the steps remember.
#[derive(Default)]
pub(super) struct ActionSteps {
    /// Of which revision of the scene, under which book.
    revision: Option<(u64, Book)>,
    seed: u64,
    answers: Vec<String>,
    story: Option<Result<ActionReplay, String>>,
    /// Steps that have been taken.
    at: usize,
    /// Steps that the board shows; none while it shows another story.
    shown: Option<usize>,
}

/// What the panel wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepsIntent {
    /// The action is resolved, anew or for the first time.
    Resolve,
    /// The board shows what has happened so far.
    ShowStep,
}

impl ActionSteps {
    /// The seed of the dice and the answers.
    pub fn seed_and_answers(&self) -> (u64, &[String]) {
        (self.seed, &self.answers)
    }

    /// Takes over what came of the action of a revision of the scene under a book.
    pub fn set_result(&mut self, of: (u64, Book), story: Result<ActionReplay, String>) {
        let len = story.as_ref().map_or(0, |story| story.steps().len());
        self.at = if self.revision == Some(of) { self.at.min(len) } else { 0 };
        self.revision = Some(of);
        self.story = Some(story);
        self.shown = None;
    }

    /// After a change of the scene what was resolved is no longer true.
    pub fn discard_if_stale(&mut self, now: (u64, Book)) {
        if self.revision.is_some_and(|of| of != now) {
            *self = Self { seed: self.seed, ..Self::default() };
        }
    }

    /// Whether the scene has to be set up anew before the story can be told as far as it has come.
    pub fn needs_restart(&self) -> bool {
        self.shown.is_none_or(|shown| shown > self.at)
    }

    /// What has happened so far, for a board that will show it.
    pub fn replayed_chapters(&mut self) -> Vec<OrderRecord> {
        self.shown = Some(self.at);
        match &self.story {
            Some(Ok(story)) => story.orders_until(self.at),
            _ => Vec::new(),
        }
    }

    /// Draws the steps; gives what has to be done.
    pub fn show(&mut self, ui: &mut Ui, see: &PanelContext, aims: bool) -> Option<StepsIntent> {
        let look = see.palette;
        let mut wish = None;
        if !aims {
            let text = "Choose who attacks, with what, and whom; then go through it step by step.";
            ui.label(RichText::new(text).color(look.dim).font(widgets::body_font(ui)));
            return None;
        }
        let Some(story) = &self.story else {
            if ui.button("Resolve the action").clicked() {
                wish = Some(StepsIntent::Resolve);
            }
            return wish;
        };
        let story = match story {
            Ok(story) => story,
            Err(why) => {
                ui.label(RichText::new(why).color(look.caution).font(widgets::body_font(ui)));
                if ui.button("Try again").clicked() {
                    wish = Some(StepsIntent::Resolve);
                }
                return wish;
            }
        };
        let shown = visible_steps(see, story);
        let before = self.at;
        show_step_buttons(ui, &mut self.at, &shown, story.steps().len());
        ui.horizontal(|ui| {
            if ui.button("Other dice").on_hover_text("Rolls the same action again").clicked() {
                self.seed += 1;
                self.at = before;
                wish = Some(StepsIntent::Resolve);
            }
            ui.label(
                RichText::new(format!("dice no. {}", self.seed + 1))
                    .color(look.dim)
                    .font(widgets::small_font(ui)),
            );
        });
        for (number, asked) in story.answered_prompts().iter().enumerate() {
            let prompt = asked.decision.prompt();
            let who = see.view.unit_ignoring_fog(UnitId(prompt.who));
            let who = who.map_or_else(String::new, |unit| format!("{}: ", unit.identity.name()));
            let text = format!("{who}{}", prompt.question);
            ui.label(RichText::new(text).color(look.text).font(widgets::small_font(ui)));
            let label = |key: &str| {
                let found = prompt.answers.iter().find(|answer| answer.key == key);
                found.map_or(key, |answer| answer.label.as_str()).to_owned()
            };
            let width = ui.available_width() - 16.0;
            ComboBox::from_id_salt(("lab answer", number))
                .width(width)
                .selected_text(label(&asked.answer))
                .show_ui(ui, |ui| {
                    for answer in &prompt.answers {
                        let chosen = answer.key == asked.answer;
                        if ui.selectable_label(chosen, &answer.label).clicked() && !chosen {
                            let earlier =
                                story.answered_prompts()[..number].iter().map(|asked| asked.answer.clone());
                            self.answers = earlier.chain([answer.key.clone()]).collect();
                            wish = Some(StepsIntent::Resolve);
                        }
                    }
                });
        }
        ui.separator();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for &(number, step) in &shown {
                let taken = number < self.at;
                let now = number + 1 == self.at;
                let fill = if now { look.raised } else { look.panel };
                let frame = Frame::new().fill(fill).inner_margin(3.0).show(ui, |ui| {
                    if !taken {
                        ui.set_opacity(0.45);
                    }
                    replayed_step(see, story, step).show(ui, see);
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
        if wish.is_none() && self.at != before {
            wish = Some(StepsIntent::ShowStep);
        }
        wish
    }
}

fn replayed_step(see: &PanelContext, story: &ActionReplay, step: ReplayStep) -> event_replay::ReplayedStep {
    match step.trace {
        Some(trace) => event_replay::replay_rule_step(see, story.orders(), (step.order, step.event, trace)),
        None => event_replay::replay_event(see, story.orders(), (step.order, step.event)),
    }
}

/// The steps that have something to read, with their places.
fn visible_steps(see: &PanelContext, story: &ActionReplay) -> Vec<(usize, ReplayStep)> {
    let steps = story.steps().iter().copied().enumerate();
    steps.filter(|(_, step)| !replayed_step(see, story, *step).is_empty()).collect()
}

/// Buttons and keys to go forwards and backwards.
fn show_step_buttons(ui: &mut Ui, at: &mut usize, shown: &[(usize, ReplayStep)], end: usize) {
    let back = shown.iter().rev().map(|(number, _)| number + 1).find(|to| to < at).unwrap_or(0);
    let on = shown.iter().map(|(number, _)| number + 1).find(|to| to > at).unwrap_or(end);
    let here = shown.iter().filter(|(number, _)| number < at).count();
    ui.horizontal(|ui| {
        let free = !ui.ctx().egui_wants_keyboard_input();
        let pressed = |key: Key| free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (left, right) = (pressed(Key::Comma), pressed(Key::Period));
        for (text, hint, to, key) in [
            ("Start", "Before everything", 0, false),
            ("Back", "A step back (comma)", back, left),
            ("Next", "A step on (full stop)", on, right),
            ("End", "After everything", end, false),
        ] {
            let can = to != *at;
            if ui.add_enabled(can, Button::new(text)).on_hover_text(hint).clicked() || (key && can) {
                *at = to;
            }
        }
        ui.label(format!("step {here} of {}", shown.len()));
    });
}
