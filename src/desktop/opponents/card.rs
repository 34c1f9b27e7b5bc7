//! Why? A card with the best plans of a thought, its reasons and their sums; and the buttons for it over the board.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Area, Button, Id, RichText, ScrollArea, Ui, vec2};

use super::{Opponents, Player, Told};
use crate::board::BoardArea;
use crate::input::Command;
use crate::panel::kit::{See, card_frame, fact_line};
use crate::panel::order_in_words;
use crate::replay::Replay;
use crate::session::Session;
use crate::settings::Settings;
use ai::{Plan, Reason, Term};
use battle::{BattleView, History, Order, UnitId};

/// Width of the card, in points.
const WIDTH: f32 = 292.0;
/// Plans that are told besides the one that was taken.
const OTHERS: usize = 4;

/// What the card reads.
#[derive(SystemParam)]
pub(super) struct Reads<'w, 's> {
    view: BattleView<'w, 's>,
    history: Res<'w, History>,
    settings: Res<'w, Settings>,
    time: Res<'w, Time<Real>>,
    area: Res<'w, BoardArea>,
    replay: Option<Res<'w, Replay>>,
}

impl Opponents {
    /// The thought whose reasons are laid open: advice, else the last one of the machine.
    pub(super) fn shown(&self, view: &BattleView) -> Option<&Told> {
        let last = self.last.as_ref().filter(|_| self.why && self.open(view));
        self.advice.as_ref().or(last)
    }
}

/// What was clicked.
enum Wish {
    Why,
    Advice,
    Hold,
    Take(Order),
}

/// Draws buttons and card in the upper right corner of the board.
pub(super) fn show(
    mut contexts: EguiContexts,
    reads: Reads,
    mut opponents: ResMut<Opponents>,
    mut session: ResMut<Session>,
) -> Result {
    let Some(board) = reads.area.0.filter(|_| !session.paused && reads.replay.is_none()) else {
        return Ok(());
    };
    let over = reads.view.round().outcome().is_some();
    let context = contexts.ctx_mut()?;
    let mut wish = None;
    {
        let opponents = &*opponents;
        let see = See {
            view: &reads.view,
            history: &reads.history,
            settings: &reads.settings,
            opponents,
            look: reads.settings.palette(),
            now: reads.time.elapsed_secs_f64(),
        };
        let told = opponents.shown(&reads.view);
        if !opponents.any() && told.is_none() {
            return Ok(());
        }
        let mut corner = board.right_top() + vec2(-8.0, 8.0);
        if opponents.any() {
            let shown = at(corner, "opponents").show(context, |ui| wish = buttons(ui, &see, over));
            corner.y += shown.response.rect.height() + 6.0;
        }
        if let Some(told) = told {
            let room = (board.bottom() - corner.y - 40.0).max(60.0);
            at(corner, "why").show(context, |ui| {
                card_frame(see.look, see.side_colour(told.side)).show(ui, |ui| {
                    ui.set_width(WIDTH.min(board.width() - 60.0));
                    let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
                    if let Some(taken) = area.show(ui, |ui| card(ui, &see, told)).inner {
                        wish = Some(taken);
                    }
                });
            });
        }
    }
    match wish {
        Some(Wish::Why) => opponents.why = !opponents.why,
        Some(Wish::Advice) => opponents.advise(),
        Some(Wish::Hold) => opponents.hold(),
        Some(Wish::Take(order)) => {
            opponents.advice = None;
            session.orders.push(order);
        }
        None => {}
    }
    Ok(())
}

fn at(corner: egui::Pos2, name: &str) -> Area {
    Area::new(Id::new(name)).order(egui::Order::Middle).pivot(Align2::RIGHT_TOP).fixed_pos(corner)
}

/// Hold, why, advice: each with its key.
fn buttons(ui: &mut Ui, see: &See, over: bool) -> Option<Wish> {
    let mut wish = None;
    let opponents = see.opponents;
    card_frame(see.look, see.look.line).inner_margin(egui::Margin::same(4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let mut button = |text: &str, command, on: bool, enabled: bool, hover: &str| {
                let text = RichText::new(format!("{}  {text}", see.key(command))).small();
                let button = Button::new(text).selected(on);
                ui.add_enabled(enabled, button).on_hover_text(hover).on_disabled_hover_text(hover).clicked()
            };
            if !over {
                let text = if opponents.held { "Go on" } else { "Pause" };
                if button(
                    text,
                    Command::HoldMachine,
                    opponents.held,
                    true,
                    "Stops the machine, or lets it go on",
                ) {
                    wish = Some(Wish::Hold);
                }
                let mine = opponents.turn().is_none();
                let hover = "What a sharp mind would do now in your place; nothing is ordered";
                if button("Advice", Command::Advice, opponents.advice.is_some(), mine, hover) {
                    wish = Some(Wish::Advice);
                }
            }
            let open = opponents.open(see.view);
            let hover = match open {
                true => "The machine's last plans and squares, with what spoke for and against them",
                false => "With fog of war the machine's thoughts are shown once the fight is over",
            };
            if button("Why?", Command::Why, opponents.why && open, open, hover) {
                wish = Some(Wish::Why);
            }
        });
    });
    wish
}

/// The best plans, the one taken first and with all its reasons.
fn card(ui: &mut Ui, see: &See, told: &Told) -> Option<Wish> {
    let advice = see.opponents.advice.is_some();
    let look = see.look;
    let mut wish = None;
    ui.spacing_mut().item_spacing.y = 3.0;
    let side = see.view.side_name(told.side);
    let who = told.unit.map_or_else(|| side.to_owned(), |unit| name(see, unit));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(if advice { "Advice for" } else { "Why?" }).strong());
        ui.colored_label(see.side_colour(told.side), who);
        if let Player::Machine { level, .. } = see.opponents.player(told.side) {
            ui.colored_label(look.dim, level.to_string());
        }
    });
    let plans = &told.thought.plans;
    if plans.is_empty() {
        ui.label(order_in_words(see, &told.thought.order));
        ui.colored_label(look.dim, "Nothing else was weighed.");
    }
    for (number, plan) in plans.iter().take(1 + OTHERS).enumerate() {
        if number > 0 {
            ui.separator();
        }
        head(ui, see, number, plan);
        if number == 0 {
            for reason in plan.reasons.iter().filter(|reason| counts(reason)) {
                let text = term(see, reason.term);
                fact_line(ui, (&text, look.dim), (&figure(reason.worth), tone(see, reason.worth)));
            }
        } else {
            let told: Vec<String> = plan
                .reasons
                .iter()
                .filter(|reason| counts(reason))
                .map(|reason| in_short(see, reason))
                .collect();
            ui.label(RichText::new(told.join(", ")).small().color(look.dim));
        }
    }
    ui.add_space(2.0);
    if advice {
        ui.horizontal(|ui| {
            if ui.button("Do it").on_hover_text("Gives this order").clicked() {
                wish = Some(Wish::Take(told.thought.order.clone()));
            }
            if ui.button("Close").clicked() {
                wish = Some(Wish::Advice);
            }
        });
    }
    let measure =
        "1.00 is an enemy out of the fight. Squares: plain for gain, hatched for loss; brackets: chosen.";
    ui.label(RichText::new(measure).small().color(look.dim));
    wish
}

/// "1  walks to 12, 7   +0.43"; the one that was taken is marked.
fn head(ui: &mut Ui, see: &See, number: usize, plan: &Plan) {
    let words = order_in_words(see, &plan.order);
    let mark = if number == 0 { "\u{25B6}".to_owned() } else { (number + 1).to_string() };
    let ink = if number == 0 { see.look.text } else { see.look.dim };
    fact_line(ui, (&format!("{mark}  {words}"), ink), (&figure(plan.worth), see.look.text));
}

fn name(see: &See, unit: UnitId) -> String {
    see.view.recalled(unit).map_or_else(String::new, |unit| unit.identity.name().to_owned())
}

fn term(see: &See, term: Term) -> String {
    match term {
        Term::Harm(unit) => format!("{} {}", term.label(), name(see, unit)),
        _ => term.label().to_owned(),
    }
}

fn in_short(see: &See, reason: &Reason) -> String {
    format!("{} {}", term(see, reason.term), figure(reason.worth))
}

/// It does not round to nothing.
fn counts(reason: &Reason) -> bool {
    reason.worth.abs() >= 0.005
}

/// "+0.43"; what rounds to nothing has no sign.
fn figure(worth: f64) -> String {
    if worth.abs() < 0.005 { "0.00".to_owned() } else { format!("{worth:+.2}") }
}

fn tone(see: &See, worth: f64) -> egui::Color32 {
    match worth {
        worth if worth >= 0.005 => see.look.good,
        worth if worth <= -0.005 => see.look.harm,
        _ => see.look.dim,
    }
}
