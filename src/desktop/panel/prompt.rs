//! Prompt panel: the open prompt with its answers and the odds of each.

use bevy_egui::egui::{self, CornerRadius, Frame, Margin, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::answer_plans::{self, AnswerPlans, Purchases};
use super::cards::card_layout::CardSurroundings;
use super::cards::hover_card::LABELS;
use super::prompt_answers::{
    HOLD_KEY, STOP_KEY, default_answer, defence_forecast, give_answer, is_defence_prompt, useful_answers,
};
use super::prompt_rolls;
use super::prompt_status::{declared_attack_text, prompt_text, unit_status_text};
use super::recap;
use super::widgets::{
    PanelContext, body_font, draw_side_mark, layout_truncated, show_modifiers, small_font, title_font,
};
use crate::accessibility::{Accessible, announce};
use crate::ai_players;
use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use crate::board::BoardViewport;
use crate::input::InputAction;
use crate::panel::unit_inspector::auto_responses;
use crate::player_input::PlayerInput;
use crate::rulebook::offer_terms;
use crate::theme::scaled_in;
use battle::{Order, PromptContext};
use dice::{Dice, Modifiers, Prompt};
use model::Side;
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{Favours, Forecast, Odds, play};

/// Width of the prompt beside the asked unit, in points.
const WIDTH: f32 = 320.0;

/// What an answer says that costs something and leaves the odds of the attack as they are.
const NO_CHANGE: &str = "Does not change this attack.";

/// Most answers that are shown without a list of their own that scrolls.
const SHORT_LIST: usize = 8;
/// Height for what stands below a list that scrolls, in points.
const BELOW_LIST: f32 = 150.0;
/// Least height of a list that scrolls, in points.
const LEAST_LIST: f32 = 150.0;

/// Forecast of an answer: odds, name and parts of its roll.
struct AnswerForecast<'f> {
    odds: &'f Odds,
    name: &'f str,
    parts: Option<&'f Modifiers>,
}

/// Forecast of an answer. A single answer that the forecast does not list is the default, with the forecast's own
/// odds.
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

/// Draws the prompt beside the asked unit; returns where it is.
pub(super) fn show_beside_unit(
    ctx: &egui::Context,
    context: &PanelContext,
    edits: PromptEdits,
    viewport: &BoardViewport,
    board: Rect,
) -> Option<Rect> {
    let open_prompt = context.view.open_prompt()?;
    let who = context.view.unit(open_prompt.prompt().who);
    let other = AttackQuery::for_open_prompt(context.view, context.history)
        .and_then(|query| context.view.unit(query.attacker))
        .filter(|other| who.as_ref().is_some_and(|who| who.id != other.id));
    let asked = match &who {
        Some(unit) => viewport.cell_rect(unit.cell()),
        None => Rect::from_center_size(board.center_bottom(), vec2(1.0, 1.0)),
    };
    let id = egui::Id::new("prompt beside the unit");
    let known = egui::AreaState::load(ctx, id).and_then(|state| state.size);
    let width = scaled_in(ctx, WIDTH).min(board.width() - 40.0);
    let size = known.unwrap_or(vec2(width + 26.0, 220.0));
    let attacker = other.map(|other| viewport.cell_rect(other.cell()));
    let covers = [ai_players::buttons_rect(ctx, context.opponents), recap::rect(ctx)];
    let corner = prompt_surroundings((asked, attacker), covers, board).best_corner(size);
    let area = egui::Area::new(id).order(egui::Order::Foreground).fixed_pos(corner).constrain_to(board);
    let shown = area.show(ctx, |ui| {
        Frame::new().fill(context.palette.ink).corner_radius(CornerRadius::same(8)).show(ui, |ui| {
            ui.set_width(width);
            let most = board.height() - 20.0;
            let area = egui::ScrollArea::vertical().id_salt("prompt").max_height(most);
            area.min_scrolled_height(most).show(ui, |ui| show(ui, context, edits, most));
        });
    });
    if (shown.response.rect.size() - size).length() > 1.0 {
        ctx.request_discard("the prompt has another size than the last one");
    }
    Some(shown.response.rect)
}

/// What a prompt should not hide: the asked unit with its labels, the attacker, and the line between them.
fn prompt_surroundings(
    (asked, attacker): (Rect, Option<Rect>),
    covers: [Option<Rect>; 2],
    board: Rect,
) -> CardSurroundings {
    let labels = Rect::from_center_size(asked.center_top() - vec2(0.0, LABELS.y / 2.0), LABELS);
    let aim = asked.expand(6.0).union(labels.intersect(board));
    CardSurroundings { aim, own: attacker, end: asked.center(), covers, board, window: board }
}

/// What the prompt changes.
pub(super) struct PromptEdits<'a, 'w> {
    pub player: &'a mut PlayerInput<'w>,
    pub odds: &'a mut ForecastCache,
    pub plans: &'a mut AnswerPlans,
    /// Faces of physical dice, as typed.
    pub typed: &'a mut String,
}

/// Draws the prompt, in at most `most` points of height if a list can be scrolled.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, edits: PromptEdits, most: f32) {
    let PromptEdits { player, odds, plans, typed } = edits;
    let Some(open_prompt) = context.view.open_prompt() else { return };
    let prompt = open_prompt.prompt();
    let query =
        AttackQuery::for_open_prompt(context.view, context.history).filter(|_| open_prompt.dice().is_none());
    let forecast = defence_forecast(context, odds);
    let colour = context.side_colour(open_prompt.side());
    Frame::new()
        .fill(colour.gamma_multiply(0.10))
        .stroke(Stroke::new(1.5, colour))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(12, 10))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            show_prompt_title(ui, context, open_prompt.side());
            let known = context.view.prompt_context().filter(|_| open_prompt.dice().is_none());
            let pending_attack = known.as_ref().map(PromptContext::pending_attack);
            let query = query.as_ref();
            let question = match declared_attack_text(context, query.filter(|_| forecast.is_some()), prompt) {
                Some(attack) => format!("{attack} Choose a defence."),
                None => prompt_text(context, prompt, pending_attack.filter(|_| query.is_none())),
            };
            let side = context.view.side_name(open_prompt.side());
            announce(ui.ctx(), "prompt", true, &format!("{side}: decide. {question}"));
            ui.label(question);
            let who = context.view.unit(prompt.who);
            if let Some(unit) = &who {
                ui.colored_label(context.palette.dim, unit_status_text(context, unit));
            }
            match open_prompt.dice() {
                Some(dice) => show_dice_entry(ui, context, player, typed, dice),
                None => prompt_rolls::show(ui, context, open_prompt.roll_records()),
            }
            let purchases = plans.purchases(context, prompt).filter(|_| open_prompt.dice().is_none());
            let known = (forecast.as_deref(), known.as_ref());
            let room = (most - ui.min_rect().height() - BELOW_LIST).max(LEAST_LIST);
            let clicked = show_answers(ui, context, (prompt, purchases.as_ref(), room), odds, known);
            let asked = (open_prompt.side(), prompt);
            take_answer(ui, context, asked, (clicked, purchases.as_ref()), (plans, player));
            if prompt.clause == STEP_IN_CLAUSE && open_prompt.dice().is_none() {
                let button = ui.small_button("Keep waiting, ask before the next unit");
                if button
                    .on_hover_text("\u{201c}Keep waiting\u{201d} asks again at the end of the pass.")
                    .clicked()
                {
                    player.give_order(Order::Decide { answer: HOLD_KEY.to_owned() });
                }
            }
            if let Some(unit) = who.filter(|_| open_prompt.dice().is_none()) {
                auto_responses::show_always_answer(ui, context, &unit, prompt, player);
            }
            offer_terms(ui);
        });
}

/// Gives the clicked answer, or chooses it among several purchases; draws the buttons that confirm them and that answer such
/// prompts always alike.
fn take_answer(
    ui: &mut Ui,
    context: &PanelContext,
    (side, prompt): (Side, &Prompt),
    (clicked, purchases): (Option<usize>, Option<&Purchases>),
    (plans, player): (&mut AnswerPlans, &mut PlayerInput),
) {
    match (clicked, purchases) {
        (Some(at), Some(purchases)) => plans.toggle(&purchases.offer, at),
        (Some(at), None) => give_answer(context, prompt, &prompt.answers[at].key, plans, player),
        (None, Some(purchases)) if answer_plans::show_confirm(ui, context, purchases) => {
            let answer = plans.confirm(context, prompt, purchases);
            answer.into_iter().for_each(|answer| player.give_order(Order::Decide { answer }));
        }
        (None, _) => {}
    }
    if let Some(answer) = answer_plans::show_always(ui, context, (side, prompt), plans) {
        player.give_order(Order::Decide { answer });
    }
}

/// Draws whose decision it is.
fn show_prompt_title(ui: &mut Ui, context: &PanelContext, side: Side) {
    let palette = context.palette;
    let title = format!("{}: decide", context.view.side_name(side));
    let width = ui.available_width();
    let text = layout_truncated(ui.painter(), &title, title_font(ui), palette.text, width - 14.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, text.size().y), Sense::hover());
    response.named_heading(&title);
    let mark = Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(6.0, rect.height() - 8.0));
    draw_side_mark(ui.painter(), mark, context.side_colour_number(side), context.side_colour(side));
    ui.painter().galley(rect.min + vec2(14.0, 0.0), text, palette.text);
}

/// Draws a button for each useful answer; returns the number of the one that was clicked. The odds are those of the
/// forecast, else those of the pending attack. Where several purchases can be chosen, the answer that ends is left out. A long list scrolls in `room` points, and the answer that buys nothing
/// more stays below it.
fn show_answers(
    ui: &mut Ui,
    context: &PanelContext,
    (prompt, purchases, room): (&Prompt, Option<&Purchases>, f32),
    odds: &mut ForecastCache,
    (forecast, pending): (Option<&Forecast>, Option<&PromptContext>),
) -> Option<usize> {
    let mut odds_for = |key: &str| pending.and_then(|pending| odds.answer_odds(pending, key));
    let show_odds = forecast.is_none() && answers_differ(&mut odds_for, prompt);
    let (useful, default) = (useful_answers(prompt, forecast), default_answer(prompt));
    let mut odds_at = |at: usize| {
        let answer = prompt.answers.get(at).filter(|_| show_odds)?;
        odds_for(&answer.key)
    };
    let stop = prompt.answers.iter().position(|answer| answer.key == STOP_KEY);
    let stop_odds = stop.and_then(&mut odds_at);
    let list = AnswerList {
        context,
        prompt,
        purchases,
        forecast,
        default,
        default_odds: odds_at(default),
        stop,
        stop_odds,
    };
    let is_long = useful.len() > SHORT_LIST;
    let pinned = |at: usize| is_long && stop == Some(at);
    let is_listed = |at: usize| purchases.is_none() || stop != Some(at);
    let mut chosen = None;
    let mut draw = |ui: &mut Ui, pins: bool| {
        for (number, &at) in
            useful.iter().enumerate().filter(|(_, at)| pinned(**at) == pins && is_listed(**at))
        {
            if list.show_answer(ui, (number, at), odds_at(at)) {
                chosen = Some(at);
            }
        }
    };
    if is_long {
        let area = egui::ScrollArea::vertical().id_salt("answers").max_height(room);
        area.min_scrolled_height(room).show(ui, |ui| draw(ui, false));
        draw(ui, true);
    } else {
        draw(ui, false);
    }
    let left_out = prompt.answers.len() - useful.len();
    if left_out > 0 {
        let (what, verb) =
            if left_out == 1 { ("defence costs", "changes") } else { ("defences cost", "change") };
        let text = format!("{left_out} more {what} something and {verb} nothing.");
        ui.colored_label(context.palette.faint, text);
    }
    if let Some(answer) = prompt.answers.get(default).filter(|_| purchases.is_none()) {
        let label = context.view.hide_unseen_names(&answer.label);
        let text = format!("{}: {label}", context.key_label(InputAction::Confirm));
        ui.colored_label(context.palette.dim, text);
    }
    chosen
}

/// The answers of a prompt, with what each is compared with.
struct AnswerList<'a, 'c, 'w, 's> {
    context: &'a PanelContext<'c, 'w, 's>,
    prompt: &'a Prompt,
    /// The chosen purchases, where several can be chosen.
    purchases: Option<&'a Purchases>,
    forecast: Option<&'a Forecast>,
    /// The answer that Enter takes, and its odds.
    default: usize,
    default_odds: Option<Odds>,
    /// The answer that buys nothing more, and its odds.
    stop: Option<usize>,
    stop_odds: Option<Odds>,
}

impl AnswerList<'_, '_, '_, '_> {
    /// Draws the button of an answer; returns whether it was clicked. If the prompt can be stopped, only odds that
    /// differ from those of stopping are on the buttons.
    fn show_answer(&self, ui: &mut Ui, (number, at): (usize, usize), later: Option<Odds>) -> bool {
        let Self { context, prompt, forecast, default, .. } = *self;
        let answer = &prompt.answers[at];
        let known = forecast.and_then(|forecast| answer_forecast(forecast, prompt, &answer.key));
        let odds = known.as_ref().map(|known| known.odds).or(later.as_ref());
        let label = context.view.hide_unseen_names(&answer.label);
        let detail = context.view.hide_unseen_names(&answer.detail);
        let costs = at != default && !detail.is_empty() && !answer.detail.is_free();
        let is_wasted = costs && self.stop.is_none() && leaves_odds(odds, self.default_odds.as_ref());
        let effect = play::answer_effect(answer.clause, context.view.rules());
        let detail = match () {
            () if is_wasted => format!("{detail}. {NO_CHANGE}"),
            () if effect.is_empty() => detail,
            () => format!("{detail} \u{00b7} {effect}"),
        };
        let says_more = self.stop == Some(at) || !leaves_odds(odds, self.stop_odds.as_ref());
        let figures = (odds.filter(|_| says_more), is_wasted);
        let is_chosen = self.purchases.is_some_and(|purchases| purchases.chosen.contains(&at));
        let is_marked = self.purchases.map_or(at == default, |_| is_chosen);
        let is_open = self.purchases.is_none_or(|all| all.offer.can_add(&[], at));
        let name = if is_chosen { format!("\u{2714} {label}") } else { label.clone() };
        let response = ui
            .add_enabled_ui(is_open, |ui| {
                answer_button(ui, context, (number, is_marked), (&name, &detail), figures)
            })
            .inner;
        let is_clicked = response.clicked();
        response.on_hover_ui(|ui| {
            ui.set_max_width(320.0);
            ui.label(&label);
            if !detail.is_empty() {
                ui.colored_label(context.palette.dim, &detail);
            }
            show_answer_odds(ui, context, known.as_ref(), odds);
            ui.colored_label(context.palette.faint, egui::RichText::new(answer.clause).monospace());
        });
        is_clicked
    }
}

/// Whether an answer leaves the odds of the pending attack as the default answer does.
fn leaves_odds(odds: Option<&Odds>, default: Option<&Odds>) -> bool {
    odds.zip(default).is_some_and(|(odds, default)| odds == default)
}

/// Draws the parts of an answer's roll, and its odds.
fn show_answer_odds(
    ui: &mut Ui,
    context: &PanelContext,
    known: Option<&AnswerForecast>,
    odds: Option<&Odds>,
) {
    if let Some(AnswerForecast { parts: Some(parts), name, .. }) = known
        && !parts.0.is_empty()
    {
        show_modifiers(ui, context.palette, name, &parts.sum().to_string(), &parts.0);
    }
    if let Some(odds) = odds {
        ui.label(format!(
            "Damage chance {}, hit {}, average {:.1}, knocked down {}, kill/KO {}.",
            percent_text(odds.harm),
            percent_text(odds.hit),
            odds.mean,
            percent_text(odds.knockdown),
            percent_text(odds.out)
        ));
    }
}

/// Whether the answers lead to different odds; if not, the odds are not shown.
fn answers_differ(odds_for: &mut impl FnMut(&str) -> Option<Odds>, prompt: &Prompt) -> bool {
    let mut all = prompt.answers.iter().map(|answer| odds_for(&answer.key));
    let first = all.next().flatten();
    all.any(|other| other != first)
}

/// Draws the text field for the faces of physical dice.
fn show_dice_entry(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    typed: &mut String,
    dice: Dice,
) {
    let count = dice.count;
    ui.horizontal(|ui| {
        let hint = if count == 1 { "face" } else { "faces: 5 3 6" };
        let room = ui.available_width() - 60.0;
        let line = egui::TextEdit::singleline(typed).hint_text(hint).desired_width(room);
        let line = ui.add(line.margin(Margin::symmetric(8, 6))).named("Faces of the dice");
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
            player.give_order(Order::Decide { answer: typed.trim().to_owned() });
            typed.clear();
        }
    });
    let named = typed.split([' ', ',']).filter(|part| !part.is_empty()).count();
    let (colour, text) = if named == count as usize && !typed.is_empty() && dice.parse(typed).is_none() {
        (context.palette.caution, format!("{named} of {count} faces, each from 1 to {}", dice.sides))
    } else {
        (context.palette.dim, format!("{named} of {count} faces"))
    };
    ui.colored_label(colour, text);
}

/// Draws the button of an answer with its key, details and odds.
fn answer_button(
    ui: &mut Ui,
    context: &PanelContext,
    (number, is_default): (usize, bool),
    (label, detail): (&str, &str),
    (odds, is_wasted): (Option<&Odds>, bool),
) -> egui::Response {
    let palette = context.palette;
    let width = ui.available_width();
    let figures = odds.map(|odds| {
        let harm = format!("{} damage", percent_text(odds.harm));
        let mean = format!("average {:.1}", odds.mean);
        [(harm, body_font(ui), palette.text), (mean, small_font(ui), palette.harm)]
            .map(|(text, font, colour)| ui.painter().layout_no_wrap(text, font, colour))
    });
    let taken = figures.as_ref().map_or(0.0, |[harm, mean]| harm.size().x.max(mean.size().x) + 10.0);
    let room = width - taken - 36.0;
    let name = ui.painter().layout(label.to_owned(), body_font(ui), palette.text, room.max(8.0));
    let below = layout_detail(ui, detail, room);
    let height = (name.size().y + below.size().y + 11.0).max(44.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let lit = response.hovered() || response.has_focus();
    let (fill, edge) = match (is_default, lit) {
        (_, true) => (palette.lit, Stroke::new(1.5, palette.text)),
        // A mark without a judgement: the default is not advice.
        (true, _) => (palette.raised, Stroke::new(1.5, palette.dim)),
        _ => (palette.raised, Stroke::new(1.0, palette.line)),
    };
    let key = InputAction::for_answer(number).map(|command| context.key_label(command)).unwrap_or_default();
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    painter.text(
        rect.left_center() + vec2(8.0, 0.0),
        egui::Align2::LEFT_CENTER,
        key,
        small_font(ui),
        palette.dim,
    );
    if let Some([hit, mean]) = figures {
        painter.galley(pos2(rect.right() - 8.0 - hit.size().x, rect.top() + 5.0), hit, palette.text);
        let top = rect.bottom() - mean.size().y - 6.0;
        painter.galley(pos2(rect.right() - 8.0 - mean.size().x, top), mean, palette.harm);
    }
    painter.galley(pos2(rect.left() + 26.0, rect.top() + 5.0), name, palette.text);
    let top = rect.bottom() - below.size().y - 6.0;
    let below_colour = if is_wasted { palette.caution } else { palette.dim };
    painter.galley(pos2(rect.left() + 26.0, top), below, below_colour);
    response.named_button(true, || label.to_owned()).described(|| {
        let odds = odds.map(|odds| format!(" {} damage, average {:.1}", percent_text(odds.harm), odds.mean));
        format!("{detail}{}", odds.unwrap_or_default())
    })
}

/// Lays out the details of an answer in at most three lines.
fn layout_detail(ui: &Ui, text: &str, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple(
        text.to_owned(),
        small_font(ui),
        egui::Color32::PLACEHOLDER,
        width.max(8.0),
    );
    job.wrap.max_rows = 3;
    ui.painter().layout_job(job)
}

#[cfg(test)]
mod tests;
