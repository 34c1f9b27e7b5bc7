//! The open question: who decides, what about, and what every answer is worth.

use bevy_egui::egui::{self, CornerRadius, Frame, Margin, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::widgets::{
    PanelContext, body_font, draw_side_mark, layout_truncated, show_modifiers, small_font, title_font,
};
use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::input::InputAction;
use crate::panel::cards::hover_card::manner_name;
use crate::session::Session;
use battle::{Order, PromptContext, Target, UnitId};
use dice::{Dice, Modifiers, Prompt};
use rules::{Favours, Forecast, Odds, PendingAttack};

/// An answer that the forecast of the attack knows: its odds, and what its roll is made of.
struct AnswerForecast<'f> {
    odds: &'f Odds,
    name: &'f str,
    parts: Option<&'f Modifiers>,
}

/// Whether the question is how to defend: the forecast knows its answers.
fn is_defence_prompt(forecast: &Forecast, prompt: &Prompt) -> bool {
    prompt.answers.iter().any(|answer| forecast.defences.iter().any(|known| known.key == answer.key))
}

/// What the forecast knows of an answer. The one answer that it does not list is what a hurried player takes: the
/// forecast's own odds are those.
fn answer_forecast<'f>(forecast: &'f Forecast, prompt: &Prompt, key: &str) -> Option<AnswerForecast<'f>> {
    let listed = |key: &str| forecast.defences.iter().find(|known| known.key == key);
    if let Some(answer) = listed(key) {
        return Some(AnswerForecast { odds: &answer.odds, name: &answer.label, parts: Some(&answer.parts) });
    }
    let unlisted = prompt.answers.iter().filter(|answer| listed(&answer.key).is_none()).count();
    if unlisted != 1 || !is_defence_prompt(forecast, prompt) {
        return None;
    }
    let sum = forecast.totals.iter().find(|sum| sum.favours == Favours::Target);
    Some(AnswerForecast {
        odds: &forecast.odds,
        name: sum.map_or("", |sum| sum.name),
        parts: sum.map(|sum| &sum.parts),
    })
}

/// Draws the question.
pub(super) fn show(
    ui: &mut Ui,
    see: &PanelContext,
    session: &mut Session,
    odds: &mut ForecastCache,
    typed: &mut String,
) {
    let Some(decision) = see.view.open_prompt() else { return };
    let look = see.palette;
    let prompt = decision.prompt();
    let question = AttackQuery::for_open_prompt(see.view, see.history).filter(|_| decision.dice().is_none());
    let forecast = question.as_ref().and_then(|question| odds.forecast(see.view, question));
    let colour = see.side_colour(decision.side());
    Frame::new()
        .fill(colour.gamma_multiply(0.10))
        .stroke(Stroke::new(1.5, colour))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(12, 10))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            let title = format!("{}: decide", see.view.side_name(decision.side()));
            let width = ui.available_width();
            let text = layout_truncated(ui.painter(), &title, title_font(ui), look.text, width - 14.0);
            let (rect, _) = ui.allocate_exact_size(vec2(width, text.size().y), Sense::hover());
            let mark = egui::Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(6.0, rect.height() - 8.0));
            draw_side_mark(ui.painter(), mark, see.side_colour_number(decision.side()), colour);
            ui.painter().galley(rect.min + vec2(14.0, 0.0), text, look.text);
            let who = UnitId(prompt.who);
            // What asks in the midst of an attack: then the dice tell more than the odds did.
            let forecast = forecast.filter(|forecast| decision.rolls().is_empty() && is_defence_prompt(forecast, prompt));
            let attack = question.as_ref().filter(|_| forecast.is_some());
            let affair = see.view.prompt_context().filter(|_| decision.dice().is_none());
            let struck = affair.as_ref().map(PromptContext::pending_attack);
            ui.label(match (attack.and_then(|question| declared_attack_text(see, question, who)), struck) {
                (Some(attack), _) => format!("{attack} How to defend?"),
                (None, Some(PendingAttack::Unit(blow))) if question.is_none() && blow.defender.id == who.0 => {
                    let (by, weapon) = (see.unit_name(UnitId(blow.attacker.id)), blow.weapon.name());
                    format!("{by} strikes at {} with {weapon}. How to defend?", see.unit_name(who))
                }
                _ => format!("{}: {}", see.unit_name(who), see.view.hide_unseen_names(&prompt.question)),
            });
            if let Some(dice) = decision.dice() {
                show_dice_entry(ui, see, session, typed, dice);
            }
            let mut worth = |key: &str| affair.as_ref().and_then(|affair| odds.answer_odds(affair, key));
            let matters = forecast.is_none() && answers_differ(&mut worth, prompt);
            for (number, answer) in prompt.answers.iter().enumerate() {
                let known = forecast.as_ref().and_then(|forecast| answer_forecast(forecast, prompt, &answer.key));
                let later = Some(&answer.key).filter(|_| matters).and_then(|key| worth(key));
                let odds = known.as_ref().map(|known| known.odds).or(later.as_ref());
                let (label, detail) = (see.view.hide_unseen_names(&answer.label), see.view.hide_unseen_names(&answer.detail));
                let response = answer_button(ui, see, number, &label, &detail, odds);
                let clicked = response.clicked();
                response.on_hover_ui(|ui| {
                    ui.set_max_width(320.0);
                    // Wider answers than the button are read here.
                    ui.label(&label);
                    if !detail.is_empty() {
                        ui.colored_label(look.dim, &detail);
                    }
                    if let Some(AnswerForecast { parts: Some(parts), name, .. }) = &known
                        && !parts.0.is_empty()
                    {
                        show_modifiers(ui, look, name, &parts.sum().to_string(), &parts.0);
                    }
                    if let Some(odds) = odds {
                        ui.label(format!(
                            "Harmed {}, hit {}, damage {:.1} on average, knocked down {}, out of the fight {}.",
                            percent_text(odds.harm),
                            percent_text(odds.hit),
                            odds.mean,
                            percent_text(odds.knockdown),
                            percent_text(odds.out)
                        ));
                    }
                    ui.colored_label(look.faint, egui::RichText::new(answer.clause).monospace());
                });
                if clicked {
                    session.orders.push(Order::Decide { answer: answer.key.clone() });
                }
            }
            if let Some(unit) = see.view.unit(who).filter(|_| decision.dice().is_none()) {
                crate::panel::unit_inspector::auto_responses::show_always_answer(ui, see, &unit, prompt, session);
            }
        });
}

/// Whether the answers are worth different things for the attack: else their odds say nothing.
fn answers_differ(worth: &mut impl FnMut(&str) -> Option<Odds>, prompt: &Prompt) -> bool {
    let mut all = prompt.answers.iter().map(|answer| worth(&answer.key));
    let first = all.next().flatten();
    all.any(|other| other != first)
}

/// The line to type faces in that were rolled by hand.
fn show_dice_entry(ui: &mut Ui, see: &PanelContext, session: &mut Session, typed: &mut String, dice: Dice) {
    let count = dice.count;
    ui.horizontal(|ui| {
        let hint = if count == 1 { "the face" } else { "the faces: 5 3 6" };
        let room = ui.available_width() - 60.0;
        let line = egui::TextEdit::singleline(typed).hint_text(hint).desired_width(room);
        let line = ui.add(line.margin(Margin::symmetric(8, 6)));
        if typed.is_empty() && !line.has_focus() {
            line.request_focus();
        }
        let entered = line.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let whole = dice.parse(typed).is_some();
        let clicked = ui.add_enabled(whole, egui::Button::new("Use")).clicked();
        if entered && !whole {
            line.request_focus();
        }
        if (entered && whole) || clicked {
            session.orders.push(Order::Decide { answer: typed.trim().to_owned() });
            typed.clear();
        }
    });
    let named = typed.split([' ', ',']).filter(|part| !part.is_empty()).count();
    let (colour, text) = if named == count as usize && !typed.is_empty() && dice.parse(typed).is_none() {
        (see.palette.caution, format!("{named} of {count} faces, each from 1 to {}", dice.sides))
    } else {
        (see.palette.dim, format!("{named} of {count} faces"))
    };
    ui.colored_label(colour, text);
}

/// "Kessler attacks Vex with Assault rifle (burst)."
fn declared_attack_text(see: &PanelContext, question: &AttackQuery, who: UnitId) -> Option<String> {
    let attacker = see.view.unit(question.attacker).filter(|_| question.target == Target::Unit(who))?;
    let weapon = attacker.inventory.items().get(question.weapon)?.name();
    let how = match (&question.manner, question.mode) {
        (Some(key), _) => Some(manner_name(see.view, &attacker, question.weapon, key)),
        (None, mode) => mode.map(|mode| mode.name().to_owned()),
    };
    let how = how.map(|how| format!(" ({})", how.to_lowercase())).unwrap_or_default();
    Some(format!("{} attacks {} with {weapon}{how}.", attacker.identity.name(), see.unit_name(who)))
}

/// An answer with its key, its price, and how likely the attack then hits.
fn answer_button(
    ui: &mut Ui,
    see: &PanelContext,
    number: usize,
    label: &str,
    detail: &str,
    odds: Option<&Odds>,
) -> egui::Response {
    let look = see.palette;
    let width = ui.available_width();
    let figures = odds.map(|odds| {
        let harm = format!("{} harm", percent_text(odds.harm));
        let mean = format!("mean {:.1}", odds.mean);
        [(harm, body_font(ui), look.text), (mean, small_font(ui), look.harm)]
            .map(|(text, font, colour)| ui.painter().layout_no_wrap(text, font, colour))
    });
    let taken = figures.as_ref().map_or(0.0, |[harm, mean]| harm.size().x.max(mean.size().x) + 10.0);
    let room = width - taken - 36.0;
    let name = layout_truncated(ui.painter(), label, body_font(ui), look.text, room);
    let below = layout_two_lines(ui, detail, room);
    let height = (name.size().y + below.size().y + 11.0).max(44.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let first = number == 0;
    let lit = response.hovered() || response.has_focus();
    let (fill, edge) = match (first, lit) {
        (_, true) => (look.line, Stroke::new(1.5, look.text)),
        (true, _) => (look.good.gamma_multiply(0.22), Stroke::new(1.0, look.good)),
        _ => (look.raised, Stroke::new(1.0, look.line)),
    };
    let key =
        InputAction::for_action_button(number).map(|command| see.key_label(command)).unwrap_or_default();
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    painter.text(
        rect.left_center() + vec2(8.0, 0.0),
        egui::Align2::LEFT_CENTER,
        key,
        small_font(ui),
        look.dim,
    );
    if let Some([hit, mean]) = figures {
        painter.galley(pos2(rect.right() - 8.0 - hit.size().x, rect.top() + 5.0), hit, look.text);
        let top = rect.bottom() - mean.size().y - 6.0;
        painter.galley(pos2(rect.right() - 8.0 - mean.size().x, top), mean, look.harm);
    }
    painter.galley(pos2(rect.left() + 26.0, rect.top() + 5.0), name, look.text);
    let top = rect.bottom() - below.size().y - 6.0;
    painter.galley(pos2(rect.left() + 26.0, top), below, look.dim);
    response
}

/// The small text of an answer, in two lines at most; hovering shows the rest.
fn layout_two_lines(ui: &Ui, text: &str, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple(
        text.to_owned(),
        small_font(ui),
        egui::Color32::PLACEHOLDER,
        width.max(8.0),
    );
    job.wrap.max_rows = 2;
    ui.painter().layout_job(job)
}
