//! The action of the scene step by step: forward, back, with other dice and other answers.

use std::sync::Arc;

use bevy::prelude::Message;
use bevy_egui::egui::{Button, ComboBox, Frame, Key, Modifiers, RichText, ScrollArea, Ui};

use super::LabState;
use crate::accessibility::Accessible;
use crate::panel::combat_log::event_replay;
use crate::panel::widgets;
use crate::panel::widgets::PanelContext;
use crate::suspended_screen::SuspendedScreen;
use battle::OrderRecord;
use content::LabScene;
use lab::action_replay::{ActionReplay, ReplayStep};
use model::Side;
use rules::Book;

/// State of the Steps tab.
#[derive(Default)]
pub(super) struct ActionSteps {
    /// Revision of the scene and rulebook of the result.
    revision: Option<(u64, Book)>,
    seed: u64,
    answers: Vec<String>,
    replay: Option<Result<Arc<ActionReplay>, String>>,
    /// Number of steps taken.
    at: usize,
    /// Number of steps that the board shows; `None` if it shows another action.
    shown: Option<usize>,
}

/// What the panel requests.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepsRequest {
    /// Resolve the action.
    Resolve,
    /// Show the current step on the board.
    ShowStep,
    /// Return to the battle or scene that waits.
    Return,
}

/// Shows the win chance of the position on the board, if the scene has a script of orders and two sides.
fn show_win_chance(ui: &mut Ui, see: &PanelContext, scene: &LabScene) {
    if scene.script.orders.is_empty() {
        return;
    }
    let Some(chance) = ai::win_chance(see.view, Side(0)) else { return };
    let text = format!("Win chance of {}: {:.0} %", see.view.side_name(Side(0)), 100.0 * chance);
    ui.label(RichText::new(text).font(widgets::body_font(ui))).on_hover_text(
        "An estimate for the position on the board, from health, numbers, cover and objectives.",
    );
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
        self.replay = Some(result.map(Arc::new));
        self.shown = None;
    }

    /// Discards a result that is outdated after a change of the scene.
    pub fn discard_if_stale(&mut self, now: (u64, Book)) {
        if self.revision.is_some_and(|of| of != now) {
            *self = Self { seed: self.seed, ..Self::default() };
        }
    }

    /// Whether the scene has to be set up again before the current step can be shown.
    pub fn needs_restart(&self) -> bool {
        self.shown.is_none_or(|shown| shown > self.at)
    }

    /// Returns the records up to the current step, for a board that will show them.
    pub fn replayed_orders(&mut self) -> Vec<OrderRecord> {
        self.shown = Some(self.at);
        match &self.replay {
            Some(Ok(replay)) => replay.orders_until(self.at),
            _ => Vec::new(),
        }
    }

    /// Draws the steps; returns what is requested.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        see: &PanelContext,
        (lab, waiting): (&LabState, &SuspendedScreen),
    ) -> Option<StepsRequest> {
        let palette = see.palette;
        if let Some(label) = waiting.return_label()
            && ui.button(label).clicked()
        {
            return Some(StepsRequest::Return);
        }
        show_script_head(ui, see, lab.scene());
        if !lab.has_steps() {
            let text = "Choose attacker, weapon and target, then go through the attack step by step.";
            ui.label(RichText::new(text).color(palette.dim).font(widgets::body_font(ui)));
            return None;
        }
        let Some(Ok(replay)) = self.replay.clone() else {
            return self.show_unresolved(ui, see, lab.scene());
        };
        let shown = visible_steps(see, &replay);
        let before = self.at;
        show_step_buttons(ui, &mut self.at, &shown, replay.steps().len());
        let mut request = None;
        ui.horizontal(|ui| {
            if ui.button("Roll again").on_hover_text("Makes the same action with other dice").clicked() {
                self.seed += 1;
                self.at = before;
                request = Some(StepsRequest::Resolve);
            }
            ui.label(
                RichText::new(format!("roll {}", self.seed + 1))
                    .color(palette.dim)
                    .font(widgets::small_font(ui)),
            );
        });
        show_win_chance(ui, see, lab.scene());
        for number in 0..replay.answered_prompts().len() {
            if let Some(answers) = show_answered_prompt(ui, see, &replay, number) {
                self.answers = answers;
                request = Some(StepsRequest::Resolve);
            }
        }
        ui.separator();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (number, step) in shown {
                self.show_step(ui, see, (number, &replayed_step(see, &replay, step)), before);
            }
        });
        let moved = self.at != before;
        request.or(moved.then_some(StepsRequest::ShowStep))
    }

    /// Draws why there are no steps, and the button that makes them; those of a script are made without being asked for.
    fn show_unresolved(&self, ui: &mut Ui, see: &PanelContext, scene: &LabScene) -> Option<StepsRequest> {
        let problem = self.replay.as_ref().and_then(|replay| replay.as_ref().err());
        if let Some(why) = problem {
            ui.label(RichText::new(why).color(see.palette.caution).font(widgets::body_font(ui)));
        }
        let is_script = !scene.script.orders.is_empty();
        if is_script && problem.is_none() {
            return Some(StepsRequest::Resolve);
        }
        let text = if problem.is_some() { "Try again" } else { "Resolve action" };
        ui.button(text).clicked().then_some(StepsRequest::Resolve)
    }

    /// Draws a step; a click goes to it. `before` is the step before this frame.
    fn show_step(
        &mut self,
        ui: &mut Ui,
        see: &PanelContext,
        (number, step): (usize, &event_replay::ReplayedStep),
        before: usize,
    ) {
        let taken = number < self.at;
        let now = number + 1 == self.at;
        let fill = if now { see.palette.raised } else { see.palette.panel };
        let frame = Frame::new().fill(fill).inner_margin(3.0).show(ui, |ui| {
            if !taken {
                ui.set_opacity(0.45);
            }
            step.show(ui, see);
        });
        let sense = bevy_egui::egui::Sense::click();
        let response = ui.interact(frame.response.rect, event_replay::step_id(number), sense);
        let response = response.named_toggle((true, now), || format!("Step {}", number + 1));
        if response.clicked() {
            self.at = number + 1;
        }
        if now && self.at != before {
            response.scroll_to_me(None);
        }
    }
}

/// Draws what the orders of a scene show: a sentence and the clauses.
fn show_script_head(ui: &mut Ui, see: &PanelContext, scene: &LabScene) {
    if scene.script.orders.is_empty() {
        return;
    }
    let text = |text: &str, colour| RichText::new(text).color(colour).font(widgets::body_font(ui));
    let (name, description) =
        (text(&scene.skirmish.name, see.palette.text), text(&scene.skirmish.description, see.palette.dim));
    ui.label(name);
    ui.label(description);
    ui.horizontal_wrapped(|ui| {
        for clause in &scene.script.shows {
            ui.label(RichText::new(clause).monospace().color(see.palette.faint));
        }
    });
    ui.separator();
}

/// Draws an answered prompt with a choice of other answers; returns the answers up to the one that was chosen.
fn show_answered_prompt(
    ui: &mut Ui,
    see: &PanelContext,
    replay: &ActionReplay,
    number: usize,
) -> Option<Vec<String>> {
    let answered = &replay.answered_prompts()[number];
    let prompt = answered.decision.prompt();
    let name = see.view.unit_ignoring_fog(prompt.who);
    let name = name.map_or_else(String::new, |unit| format!("{}: ", unit.identity.name()));
    let text = format!("{name}{}", prompt.question);
    ui.label(RichText::new(&text).color(see.palette.text).font(widgets::small_font(ui)));
    let label = prompt.answers.iter().find(|answer| answer.key == answered.answer);
    let label = label.map_or_else(|| answered.answer.clone(), |answer| answer.label.to_string());
    let combo = ComboBox::from_id_salt(("lab answer", number)).width(ui.available_width() - 16.0);
    let mut answers = None;
    combo
        .selected_text(label)
        .show_ui(ui, |ui| {
            for answer in &prompt.answers {
                let chosen = answer.key == answered.answer;
                if ui.selectable_label(chosen, answer.label.to_string()).clicked() && !chosen {
                    let earlier = replay.answered_prompts()[..number].iter().map(|one| one.answer.clone());
                    answers = Some(earlier.chain([answer.key.clone()]).collect());
                }
            }
        })
        .response
        .named(&text);
    answers
}

fn replayed_step(see: &PanelContext, replay: &ActionReplay, step: ReplayStep) -> event_replay::ReplayedStep {
    let orders = replay.orders();
    match step {
        ReplayStep::Order(order) => event_replay::replay_headline(see, orders, order),
        ReplayStep::Event { order, event, trace: Some(trace) } => {
            event_replay::replay_rule_step(see, orders, (order, event, trace))
        }
        ReplayStep::Event { order, event, trace: None } => {
            event_replay::replay_event(see, (orders, replay.is_script()), (order, event))
        }
        ReplayStep::Remark(number) => replay
            .remarks()
            .get(number)
            .map_or_else(Default::default, |(_, remark)| event_replay::replay_remark(remark)),
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
