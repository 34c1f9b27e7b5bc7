//! Prompt panel: the open prompt with its answers and the odds of each.

mod announcement_head;
mod answer_button;
mod answer_list;
mod answer_odds;
mod answer_row;
mod asked_prompt;
mod click_rest;
mod health_left;
mod karma_offer;
mod list_space;
mod placement;
mod purchase_row;
mod spending_list;
mod title;

use bevy_egui::egui::scroll_area::ScrollBarVisibility;
use bevy_egui::egui::{self, CornerRadius, Frame, Margin, Rect, Stroke, Ui, vec2};

use self::answer_list::show_answers;
use self::asked_prompt::AskedPrompt;
use self::click_rest::takes_clicks;
use self::list_space::ListSpace;
pub(super) use self::list_space::PromptHeight;
use self::placement::{
    PromptSquares, announcement_room, choose_announcement_corner, grow_prompt, held_height, kept_corner,
    kept_height, least_height, prompt_surroundings, prompt_width, proposed_square, question_id,
    room_beside_buttons, size_anew,
};
#[cfg(test)]
pub(super) use self::spending_list::rarer_answers_id;
use self::title::show_prompt_title;
use super::answer_plans::{self, AnswerPlans};
use super::automatic_answers::expected_damage;
use super::cards::area_words::AskedArea;
use super::floating_areas::{discard_pass, shown_area};
use super::prompt_answers::{HOLD_KEY, defence_forecast, give_answer};
use super::prompt_rolls;
use super::prompt_status::{
    asking_for_all, coming_turn_text, declared_attack_text, other_status_text, prompt_text, unit_status_text,
};
use super::purchases::Purchases;
use super::recap;
use super::widgets::{PanelContext, keep_units, show_clause_detail};
use super::{undo_allowed, undo_description};
use crate::accessibility::{Accessible, announce};
use crate::ai_players;
use crate::answer_aims::AnswerAims;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::BoardViewport;
use crate::input::InputAction;
use crate::panel::unit_inspector::auto_responses;
use crate::player_input::PlayerInput;
use crate::rulebook::offer_terms;
use crate::session::Session;
use crate::theme::{scaled, scaled_in};
use battle::{OpenPrompt, Order, PromptContext, UnitDataItem};
use dice::{BoardSubject, Dice, Prompt};
use model::{ObstaclePosition, Side, UnitId};
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{PendingAttack, play};

/// Share of the board that the least height of a question takes at most.
const LEAST_SHARE: f32 = 0.75;
/// Space around the board in which the edges of the prompt are drawn, in points.
const ROUNDING_ROOM: f32 = 2.0;
/// Height of an announcement that has room for five attacks, in points: it is lower only with fewer, or on a low board.
const ROOMY_ANNOUNCEMENT: f32 = 590.0;
/// Height of a board that may be too low for what stands beside the list of answers, in points.
const LOW_BOARD: f32 = 500.0;

/// Name of the area beside the asked unit.
const AREA: &str = "prompt beside the unit";

/// Returns where the prompt is beside a unit, if it was shown in this frame or the last one.
pub(super) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, egui::Order::Foreground, egui::Id::new(AREA))
}

/// Draws the prompt beside the asked unit, on the board; returns where it is.
pub(super) fn show_beside_unit(
    ctx: &egui::Context,
    context: &PanelContext,
    edits: PromptEdits,
    viewport: &BoardViewport,
    board: Rect,
) -> Option<Rect> {
    let open_prompt = context.view.open_prompt()?;
    let id = egui::Id::new(AREA);
    let known = egui::AreaState::load(ctx, id).and_then(|state| state.size);
    let aims = edits.odds.answer_aims(context.view);
    let is_announcement = !aims.by_key.is_empty();
    let offer = play::spending_offer(open_prompt.prompt(), context.view.rules());
    let board = room_beside_buttons(board, ai_players::buttons_rect(ctx, context.opponents));
    let width = prompt_width(ctx, board.width(), (offer.as_ref(), is_announcement));
    let size = known.unwrap_or(vec2(width + 26.0, 220.0));
    let least = least_height(ctx, offer.as_ref()).min(LEAST_SHARE * board.height());
    let size = vec2(size.x, size.y.max(least));
    let squares = PromptSquares::of_open_prompt(context, open_prompt.prompt(), &aims, (viewport, board));
    let covers = [ai_players::buttons_rect(ctx, context.opponents), recap::rect(ctx)];
    let covers = covers.into_iter().flatten().chain(squares.fighters).collect();
    let surroundings = prompt_surroundings((squares.asked, squares.other), covers, board);
    let question = (open_prompt.prompt().who, context.history.records().len());
    let placing = (question, squares.asked, size);
    let room = if is_announcement { announcement_room(board, ctx.viewport_rect()) } else { board };
    let corner = kept_corner((ctx, open_prompt.prompt().clause), placing, room, || match is_announcement {
        true => {
            let placing = (question, size, scaled_in(ctx, ROOMY_ANNOUNCEMENT));
            let proposed = proposed_square(context, edits.odds, open_prompt.prompt(), viewport);
            let others = (&*squares.targets, &*squares.spared);
            choose_announcement_corner(ctx, placing, room, (&surroundings, proposed), others)
        }
        false => surroundings.best_corner(size, &squares.spared),
    });
    let most = if is_announcement { held_height(ctx, question, board.height()) } else { board.height() };
    let height = match kept_height(ctx, question) {
        Some(kept) => PromptHeight::Held(kept.min(most)),
        None => PromptHeight::AtMost(most),
    };
    // Its place is rounded to whole pixels: at the end of the board, its lower edge would be cut.
    let area = egui::Area::new(id).order(egui::Order::Foreground).fixed_pos(corner);
    let area = area.constrain_to(room.expand(ROUNDING_ROOM));
    let mut lacking = 0.0;
    let shown = area.show(ctx, |ui| {
        Frame::new().fill(context.palette.ink).corner_radius(CornerRadius::same(8)).show(ui, |ui| {
            ui.set_width(width);
            ui.set_max_width(width);
            lacking = show_scrolling(ui, board.height(), |ui| show(ui, context, edits, height));
        });
    });
    let is_resized = match height {
        PromptHeight::Held(_) => grow_prompt(ctx, (question, squares.asked), lacking, (room, most)),
        PromptHeight::AtMost(_) => (shown.response.rect.size() - size).length() > 1.0,
    };
    if is_resized {
        discard_pass(ctx, Some(question_id(question)), "the prompt has another size than the last one");
    }
    Some(shown.response.rect)
}

/// Draws content that scrolls as a whole only on a board that is too low for everything beside the list of answers; on others
/// a bar would only flash, in the frame in which a line is added.
fn show_scrolling<R>(ui: &mut Ui, board_height: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let bar = match board_height < scaled(ui, LOW_BOARD) {
        true => ScrollBarVisibility::VisibleWhenNeeded,
        false => ScrollBarVisibility::AlwaysHidden,
    };
    let area = egui::ScrollArea::vertical().id_salt("prompt").max_height(board_height);
    area.scroll_bar_visibility(bar).min_scrolled_height(board_height).show(ui, content).inner
}

/// What the prompt changes.
pub(super) struct PromptEdits<'a, 'w> {
    pub player: &'a mut PlayerInput<'w>,
    pub odds: &'a mut ForecastCache,
    pub plans: &'a mut AnswerPlans,
    /// Faces of physical dice, as typed.
    pub typed: &'a mut String,
    /// For how long a question that has just been shown takes no clicks, in seconds.
    pub click_delay: f64,
}

/// Draws the prompt. Where it would be too high, its list scrolls. Returns how many points the height that it keeps lacks for its answers.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, mut edits: PromptEdits, height: PromptHeight) -> f32 {
    let Some(open_prompt) = context.view.open_prompt() else { return 0.0 };
    let prompt = open_prompt.prompt();
    let forecast = defence_forecast(context, edits.odds);
    let colour = context.side_colour(open_prompt.side());
    let is_announcement = !edits.odds.answer_aims(context.view).by_key.is_empty();
    Frame::new()
        .fill(colour.gamma_multiply(0.10))
        .stroke(Stroke::new(1.5, colour))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(12, 10))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            let known = context.view.prompt_context().filter(|_| open_prompt.dice().is_none());
            let subject = (known.as_ref(), forecast.is_some());
            let explains = height.most() > scaled(ui, LOW_BOARD);
            let asked = (open_prompt, is_announcement, explains);
            show_above_answers(ui, context, asked, subject, &mut edits);
            let asked_area = AskedArea::of_open_prompt(context, edits.odds).filter(|_| forecast.is_some());
            if let Some(area) = &asked_area {
                ui.colored_label(context.palette.caution, &area.text);
            }
            let offer = play::spending_offer(prompt, context.view.rules());
            let purchases = edits.plans.purchases(context, prompt).filter(|_| open_prompt.dice().is_none());
            // Another prompt has other lines below its answers.
            let kind = (prompt.who, prompt.clause, prompt.answers.len(), purchases.is_some());
            let space = ListSpace::of_prompt(ui, kind, (height, is_announcement));
            let asked = AskedPrompt {
                prompt,
                offer: offer.as_ref(),
                purchases: purchases.as_ref(),
                on_board: edits.player.session.selected.filter(|unit| *unit != prompt.who),
                forecast: forecast.as_deref(),
                pending: known.as_ref(),
                area: asked_area.as_ref(),
                space,
            };
            let input = show_answers(ui, context, asked, edits.odds);
            mark_named(context, &mut edits.player.session, input.named);
            show_below_answers(ui, context, open_prompt, (asked, input.clicked), &mut edits);
            if !space.note_below(ui, kind, ui.min_rect().bottom() - input.list_bottom) {
                return input.lacking;
            }
            let question = (prompt.who, context.history.records().len());
            if !space.is_held {
                size_anew(ui.ctx(), question);
            }
            let reason = "what stands below the answers has another height";
            discard_pass(ui.ctx(), Some(question_id(question)), reason);
            0.0
        })
        .inner
}

/// Marks on the board what the answer names that is under the pointer or has the keyboard focus.
fn mark_named(context: &PanelContext, session: &mut Session, named: Option<BoardSubject>) {
    match named {
        Some(BoardSubject::Unit(unit)) => session.highlighted_unit = Some(unit),
        Some(BoardSubject::Barrier(barrier)) => {
            session.highlighted_place = context.view.field().barrier(barrier).map(|(_, place)| place);
        }
        Some(BoardSubject::Square(cell)) => session.highlighted_place = Some(ObstaclePosition::Square(cell)),
        None => {}
    }
}

/// Draws what stands above the answers: the question, the states of the units, and the dice. On a low board, details of what an
/// announcement means are left out.
fn show_above_answers(
    ui: &mut Ui,
    context: &PanelContext,
    (open_prompt, is_announcement, explains): (&OpenPrompt, bool, bool),
    (known, asks_for_defence): (Option<&PromptContext>, bool),
    edits: &mut PromptEdits,
) {
    let title = prompt_title(context, open_prompt.side(), is_announcement);
    show_prompt_title(ui, context, (open_prompt.side(), &title));
    let who = context.view.unit(open_prompt.prompt().who);
    match who.as_ref().filter(|_| is_announcement) {
        Some(unit) => announcement_head::show(ui, context, (open_prompt, &title), (unit, explains), edits),
        None => {
            show_question(ui, context, (open_prompt, &title), (known, asks_for_defence));
            show_states(ui, context, open_prompt, (who.as_ref(), known));
        }
    }
    match open_prompt.dice() {
        Some(dice) => show_dice_entry(ui, context, edits.player, edits.typed, dice),
        None => prompt_rolls::show(ui, context, open_prompt.roll_records()),
    }
}

/// Draws what stands below the answers and takes the clicked one: what confirms purchases, and what answers such prompts always
/// alike.
fn show_below_answers(
    ui: &mut Ui,
    context: &PanelContext,
    open_prompt: &OpenPrompt,
    (asked, clicked): (AskedPrompt, Option<usize>),
    edits: &mut PromptEdits,
) {
    let prompt = asked.prompt;
    let question = (prompt.who, context.history.records().len());
    let takes_answers = takes_clicks(ui.ctx(), question, (edits.click_delay, context.now));
    let clicked = clicked.filter(|_| takes_answers);
    let answering = (&mut *edits.plans, &mut *edits.player);
    let asked_side = (open_prompt.side(), prompt, takes_answers);
    take_answer(ui, context, asked_side, (clicked, asked.purchases), answering);
    if open_prompt.dice().is_none() {
        if prompt.clause == STEP_IN_CLAUSE {
            show_keep_waiting_button(ui, edits.player);
        }
        let defender = context.view.unit(prompt.who).filter(|_| asked.forecast.is_some());
        if let Some(unit) = &defender {
            karma_offer::show(ui, unit, edits.plans);
        }
        ui.horizontal_wrapped(|ui| {
            show_take_back_button(ui, context, open_prompt, edits.player);
            if let Some(unit) = context.view.unit(prompt.who) {
                let expected = expected_damage(context, prompt, edits.odds);
                let asked = (&unit, asked.space.is_announcement, expected);
                let answering = (&mut *edits.player, &mut *edits.plans);
                auto_responses::show_always_answer(ui, context, asked, prompt, answering);
            }
        });
    }
    offer_terms(ui);
}

/// Draws the question, which names the declared attack if it asks for a defence against one.
fn show_question(
    ui: &mut Ui,
    context: &PanelContext,
    (open_prompt, title): (&OpenPrompt, &str),
    (known, asks_for_defence): (Option<&PromptContext>, bool),
) {
    let prompt = open_prompt.prompt();
    let query =
        AttackQuery::for_open_prompt(context.view, context.history).filter(|_| open_prompt.dice().is_none());
    let query = query.as_ref();
    let pending_attack = known.map(PromptContext::pending_attack);
    let question = match declared_attack_text(context, query.filter(|_| asks_for_defence), prompt) {
        Some(attack) => format!("{attack} Choose a defence."),
        None => prompt_text(context, prompt, pending_attack.filter(|_| query.is_none())),
    };
    let rules = context.view.rules();
    let offer = play::spending_offer(prompt, rules).filter(|offer| offer.whole.is_some());
    let question = match (offer, play::question_place(prompt, rules)) {
        (Some(offer), _) => asking_for_all(&question, &offer),
        (None, Some(place)) => format!("{question} {}", place_sentence(place)),
        (None, None) => question,
    };
    announce(ui.ctx(), "prompt", true, &format!("{title}. {question}"));
    ui.label(keep_units(&question));
}

/// Says which question of how many about one roll this is: "Question 1 of 2 about this roll."
fn place_sentence((number, count): (u8, u8)) -> String {
    format!("Question {number} of {count} about this roll.")
}

/// Draws the state of the asked unit, which decides and pays, and that of the other unit of the attack.
fn show_states(
    ui: &mut Ui,
    context: &PanelContext,
    open_prompt: &OpenPrompt,
    (who, known): (Option<&UnitDataItem>, Option<&PromptContext>),
) {
    let prompt = open_prompt.prompt();
    let Some(unit) = who else { return };
    let query = AttackQuery::for_open_prompt(context.view, context.history);
    let attack = (query.as_ref(), known.map(PromptContext::pending_attack));
    // What earlier answers have paid, and damage that was rolled, is subtracted once the attack is over.
    let is_begun = !open_prompt.answers().is_empty() || !open_prompt.rolls().is_empty();
    let is_outdated = is_begun && matches!(attack.1, Some(PendingAttack::Attack(_)));
    // What symbols buy costs nothing else, and the panel shows the unit.
    if play::spending_offer(prompt, context.view.rules()).is_none() {
        let status = keep_units(&unit_status_text(context, unit, is_outdated));
        ui.colored_label(context.palette.dim, status);
    }
    if let Some(other) = other_status_text(context, (prompt.who, is_outdated), attack) {
        ui.colored_label(context.palette.faint, keep_units(&other));
    }
    if let Some(warning) = coming_turn_text(context, unit, prompt) {
        ui.colored_label(context.palette.caution, warning);
    }
}

/// Draws the button of a waiting unit that is to be asked again before the next unit acts.
fn show_keep_waiting_button(ui: &mut Ui, player: &mut PlayerInput) {
    let button = ui.small_button("Keep waiting, ask before the next unit");
    if button.on_hover_text("\u{201c}Keep waiting\u{201d} asks again at the end of the pass.").clicked() {
        player.give_order(Order::Decide { answer: HOLD_KEY.to_owned() });
    }
}

/// Draws the button that takes back the order of the asked unit that has led to the question, as long as nothing was rolled for it.
fn show_take_back_button(
    ui: &mut Ui,
    context: &PanelContext,
    open_prompt: &OpenPrompt,
    player: &mut PlayerInput,
) {
    let last = context.history.records().last();
    let is_own = last.is_some_and(|record| record.order.unit() == Some(open_prompt.prompt().who));
    if !is_own || !open_prompt.rolls().is_empty() || undo_allowed(context).is_err() {
        return;
    }
    let text = format!("Take it back ({})", context.key_label(InputAction::Undo));
    let what = undo_description(context).map_or_else(String::new, |what| format!("Undoes: {what}."));
    if ui.small_button(text).on_hover_text(what).clicked() {
        player.undo_order();
    }
}

/// Says which weapons a unit that announces attacks cannot use, and why, and which enemies it cannot reach with its melee
/// weapons in this turn.
fn show_unoffered_attacks(ui: &mut Ui, context: &PanelContext, aims: &AnswerAims) {
    for (weapon, why, clause) in &aims.unusable {
        let text = format!("{weapon} cannot be used: {}", full_sentence(why));
        ui.colored_label(context.palette.caution, text);
        show_clause_detail(ui, context, clause);
    }
    for (weapon, enemies) in &aims.unreachable {
        let names: Vec<String> = enemies.iter().map(|id: &UnitId| context.unit_name(*id)).collect();
        let text = format!("{weapon}: {} out of reach in this turn.", names.join(", "));
        ui.colored_label(context.palette.faint, text);
    }
    if !aims.stowed.is_empty() {
        let text = format!("Not in hand: {}.", aims.stowed.join(", "));
        ui.colored_label(context.palette.faint, text);
    }
}

/// Ends a reason with a full stop.
fn full_sentence(reason: &str) -> String {
    format!("{}.", reason.trim_end_matches('.'))
}

/// Gives the clicked answer, or chooses it among several purchases; draws the buttons that confirm them and that answer such
/// prompts always alike. Until the question takes answers, nothing is confirmed.
fn take_answer(
    ui: &mut Ui,
    context: &PanelContext,
    (side, prompt, takes_answers): (Side, &Prompt, bool),
    (clicked, purchases): (Option<usize>, Option<&Purchases>),
    (plans, player): (&mut AnswerPlans, &mut PlayerInput),
) {
    match (clicked, purchases) {
        (Some(at), Some(purchases)) => plans.toggle(&purchases.offer, at),
        (Some(at), None) => give_answer(context, prompt, &prompt.answers[at].key, plans, player),
        (None, Some(purchases)) => {
            let is_confirmed = answer_plans::show_confirm(ui, context, (prompt, purchases));
            let is_declined = answer_plans::show_spend_nothing(ui, context, purchases);
            let answer = match (is_declined, is_confirmed) {
                _ if !takes_answers => None,
                (true, _) => plans.confirm(context, prompt, &purchases.with_nothing()),
                (false, true) => plans.confirm(context, prompt, purchases),
                (false, false) => None,
            };
            answer.into_iter().for_each(|answer| player.give_order(Order::Decide { answer }));
        }
        (None, None) => {}
    }
    if let Some(answer) = answer_plans::show_always(ui, context, (side, prompt), plans) {
        player.give_order(Order::Decide { answer });
    }
}

/// Names who is asked, and for what: "Orange: decide".
fn prompt_title(context: &PanelContext, side: Side, is_announcement: bool) -> String {
    let task = if is_announcement { "announce an attack" } else { "decide" };
    format!("{}: {task}", context.view.side_name(side))
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
        let room = ui.available_width() - scaled(ui, 60.0);
        let line = egui::TextEdit::singleline(typed).hint_text(hint).desired_width(room);
        let line = ui.add(line.margin(Margin::symmetric(8, 6))).named("Faces of the dice");
        // It waits for the faces, but takes the focus from nothing else, such as the search field of the log.
        if typed.is_empty() && !ui.ctx().egui_wants_keyboard_input() {
            line.request_focus();
        }
        let entered = line.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let whole = dice.parse(typed).is_some();
        let button =
            ui.add_enabled(whole, egui::Button::new("Use")).on_hover_text("Takes these faces as the roll.");
        let clicked = button.on_disabled_hover_text("Enter one face for each die first.").clicked();
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

#[cfg(test)]
mod tests;
