//! Where the prompt stands beside the asked unit, and that it stays there while the question is open.

use bevy_egui::egui::{self, Pos2, Rect, Vec2, pos2, vec2};

use crate::answer_aims::AnswerAims;
use crate::attack_forecast::{AttackQuery, ForecastCache};
use crate::board::BoardViewport;
use crate::panel::announcement::offered_answers;
use crate::panel::cards::card_layout::CardSurroundings;
use crate::panel::cards::hover_card::LABELS;
use crate::panel::floating_areas::right_of;
use crate::panel::widgets::PanelContext;
use crate::theme::scaled_in;
use battle::Target;
use dice::Prompt;
use model::UnitId;
use rules::SpendingOffer;

/// A question: the asked unit, and the number of orders before it.
pub(super) type Question = (UnitId, usize);

/// Identifies a question.
pub(super) fn question_id(question: Question) -> egui::Id {
    egui::Id::new(("question", question))
}

/// Moves a corner so that an area of this size is inside the room, as far as it fits.
pub(super) fn held_inside(room: Rect, corner: Pos2, size: Vec2) -> Pos2 {
    let last = (room.max - size).max(room.min);
    corner.clamp(room.min, last)
}

/// Most points by which the size that was assumed for the first layout may differ from the true one.
const SAME_SIZE: f32 = 60.0;
/// Layouts after which the size of the prompt is known: the first one assumes that of the last question.
const SIZING_LAYOUTS: u8 = 2;
/// What a question that keeps its height is higher than its content was, in points: rounding cuts no row.
pub(super) const HEIGHT_SLACK: f32 = 5.0;
/// Least points by which a question grows: less is rounding.
const LEAST_GROWTH: f32 = 0.5;

/// What the corner of the prompt was chosen for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlacedPrompt {
    pub question: Question,
    /// The clause of the question: questions of the same kind have the same one.
    pub kind: &'static str,
    pub asked: Rect,
    pub size: Vec2,
    pub corner: Pos2,
    /// How often the question was laid out.
    pub layouts: u8,
    /// Its height, in points, which it keeps as long as it is open; `None` while it is not known yet.
    pub height: Option<f32>,
    /// The player has moved it.
    pub is_dragged: bool,
}

impl PlacedPrompt {
    /// Whether the prompt stays there, as far as it has room. Once its size is known, neither a choice that makes it grow or shrink
    /// moves it, nor a board that moves below it, unless the asked unit would be hidden; one that no place leaves free is hidden
    /// where it was. Where the player has put it, it stays.
    pub fn keeps(&self, (question, asked, size): (Question, Rect, Vec2), room: Rect) -> bool {
        let is_sized = self.layouts >= SIZING_LAYOUTS || (self.size - size).length() <= SAME_SIZE;
        let hides = |size| Rect::from_min_size(held_inside(room, self.corner, size), size).intersects(asked);
        let has_no_place = self.asked == asked && hides(self.size);
        self.question == question && (self.is_dragged || is_sized && (has_no_place || !hides(size)))
    }
}

/// Width of the prompt beside the asked unit, in points, and that of a question what symbols buy.
const WIDTH: f32 = 320.0;
const SPENDING_WIDTH: f32 = 370.0;
/// Width of a question what attacks to announce, in points: its rows say much. It takes at most this share of the board.
const ANNOUNCEMENT_WIDTH: f32 = 420.0;
const ANNOUNCEMENT_SHARE: f32 = 0.42;
/// Height of a question what symbols buy if it unfolds more answers, in points.
const SPENDING_HEIGHT: f32 = 380.0;
/// Purchases that need no more space than the question takes.
const FEW_PURCHASES: usize = 7;
/// Space between the room of the prompt and the buttons of AI players, in points.
const BUTTON_GAP: f32 = 4.0;

/// Returns the width of a prompt on a board of this width, in points; `offer` is what symbols buy.
pub(super) fn prompt_width(
    ctx: &egui::Context,
    board: f32,
    (offer, is_announcement): (Option<&SpendingOffer>, bool),
) -> f32 {
    let usual = scaled_in(ctx, if offer.is_some() { SPENDING_WIDTH } else { WIDTH });
    limited_width([usual, scaled_in(ctx, ANNOUNCEMENT_WIDTH)], board, is_announcement)
}

/// Returns the width of a prompt on a board of this width, in points; `widths` are the usual one and that of an announcement.
pub(super) fn limited_width([usual, wide]: [f32; 2], board: f32, is_announcement: bool) -> f32 {
    let width = if is_announcement { wide.min(ANNOUNCEMENT_SHARE * board).max(usual) } else { usual };
    width.min(board - 40.0)
}

/// Returns the least height of a question, in points: one that unfolds more answers has room for them from the start, as it keeps its
/// height.
pub(super) fn least_height(ctx: &egui::Context, offer: Option<&SpendingOffer>) -> f32 {
    let is_long = offer.is_some_and(|offer| offer.purchases.iter().flatten().count() > FEW_PURCHASES);
    if is_long { scaled_in(ctx, SPENDING_HEIGHT) } else { 0.0 }
}

/// Returns the part of the board that a prompt may cover: above or below the buttons of AI players, among them the one that pauses the
/// battle, unless that leaves less than half of it.
pub(super) fn room_beside_buttons(board: Rect, buttons: Option<Rect>) -> Rect {
    let Some(buttons) = buttons.filter(|buttons| buttons.intersects(board)) else { return board };
    let room = match buttons.center().y < board.center().y {
        true => board.with_min_y(buttons.bottom() + BUTTON_GAP),
        false => board.with_max_y(buttons.top() - BUTTON_GAP),
    };
    if 2.0 * room.height() < board.height() { board } else { room }
}

/// Returns the corner of the prompt inside the room: the one where it is, or a better one if it is new, its size was not known
/// yet, or it would hide the asked unit on a board that has moved. A new question stands where the player has put the last one of
/// its kind, unless it would hide the asked unit there.
pub(super) fn kept_corner(
    (ctx, kind): (&egui::Context, &'static str),
    (question, asked, size): (Question, Rect, Vec2),
    room: Rect,
    choose_corner: impl FnOnce() -> Pos2,
) -> Pos2 {
    let id = corner_id();
    let known = ctx.data(|data| data.get_temp::<PlacedPrompt>(id));
    let known = known.filter(|known| known.question == question);
    let layouts = known.map_or(0, |known| known.layouts).saturating_add(1);
    let settled = (layouts >= SIZING_LAYOUTS).then_some(size.y + HEIGHT_SLACK);
    let height = known.and_then(|known| known.height).or(settled);
    let placed = match known.filter(|known| known.keeps((question, asked, size), room)) {
        // A prompt that has grown beyond the room goes no further than it has to.
        Some(known) => {
            PlacedPrompt { corner: held_inside(room, known.corner, size), layouts, height, ..known }
        }
        None => {
            let dragged = ctx.data(|data| data.get_temp::<Pos2>(dragged_id(kind)));
            let dragged = dragged.map(|corner| held_inside(room, corner, size));
            let dragged = dragged.filter(|corner| !Rect::from_min_size(*corner, size).intersects(asked));
            let corner = dragged.unwrap_or_else(|| held_inside(room, choose_corner(), size));
            PlacedPrompt { question, kind, asked, size, corner, layouts, height, is_dragged: false }
        }
    };
    ctx.data_mut(|data| data.insert_temp(id, placed));
    placed.corner
}

/// Returns the height that a question keeps as long as it is open, in points; `None` until its size is known. It grows only where
/// it would cut an answer (`grow_prompt`); what is unfolded scrolls in its list.
pub(super) fn kept_height(ctx: &egui::Context, question: Question) -> Option<f32> {
    let known = ctx.data(|data| data.get_temp::<PlacedPrompt>(corner_id()));
    known.filter(|known| known.question == question).and_then(|known| known.height)
}

/// Forgets how often a question was laid out: its last layout had room for something else than what stands below its list.
pub(super) fn size_anew(ctx: &egui::Context, question: Question) {
    let known = ctx.data(|data| data.get_temp::<PlacedPrompt>(corner_id()));
    if let Some(known) = known.filter(|known| known.question == question) {
        ctx.data_mut(|data| data.insert_temp(corner_id(), PlacedPrompt { layouts: 0, ..known }));
    }
}

/// Lets a question that keeps its height grow by what it lacks for its answers, in points, and at most to `most`. Returns whether
/// it grows.
pub(super) fn grow_prompt(
    ctx: &egui::Context,
    (question, asked): (Question, Rect),
    lacking: f32,
    (room, most): (Rect, f32),
) -> bool {
    let known = ctx.data(|data| data.get_temp::<PlacedPrompt>(corner_id()));
    let Some(known) = known.filter(|known| known.question == question) else { return false };
    let height = known.height.map_or(most, |height| height.min(most));
    let grown = (height + lacking).min(most);
    if grown - height < LEAST_GROWTH {
        return false;
    }
    let old = Rect::from_min_size(known.corner, vec2(known.size.x, height));
    let corner = grown_corner(room, old, grown, asked);
    let placed = PlacedPrompt { corner, height: Some(grown), ..known };
    ctx.data_mut(|data| data.insert_temp(corner_id(), placed));
    true
}

/// Returns the corner of a prompt that grows to this height: upwards, so that what stands below its list stays where it is; downwards
/// only where there is no more room above, or where it would hide the asked unit.
fn grown_corner(room: Rect, old: Rect, height: f32, asked: Rect) -> Pos2 {
    let size = vec2(old.width(), height);
    let hides_asked = |corner: Pos2| Rect::from_min_size(corner, size).intersects(asked);
    let upwards = held_inside(room, old.min - vec2(0.0, height - old.height()), size);
    let downwards = held_inside(room, old.min, size);
    if hides_asked(upwards) && !hides_asked(downwards) { downwards } else { upwards }
}

/// Identifies the place of the prompt.
fn corner_id() -> egui::Id {
    egui::Id::new("corner of the prompt")
}

/// Identifies where the player has put the last question of a kind.
fn dragged_id(kind: &'static str) -> egui::Id {
    egui::Id::new(("dragged corner of the prompt", kind))
}

/// Moves the prompt where the player drags it; it stays there while its question is open, and for later ones of its kind.
pub(super) fn move_prompt(ctx: &egui::Context, by: Vec2) {
    let Some(placed) = ctx.data(|data| data.get_temp::<PlacedPrompt>(corner_id())) else { return };
    let placed = PlacedPrompt { corner: placed.corner + by, is_dragged: true, ..placed };
    ctx.data_mut(|data| {
        data.insert_temp(corner_id(), placed);
        data.insert_temp(dragged_id(placed.kind), placed.corner);
    });
    ctx.request_repaint();
}

/// Shares of the height of the board that an announcement may take, the preferred ones first: a lower one where it would hide
/// targets.
const HEIGHT_SHARES: [f32; 3] = [1.0, 0.75, 0.6];

/// How high an announcement may be.
#[derive(Clone, Copy, Debug, PartialEq)]
struct HeldHeight {
    question: Question,
    /// Its height if nothing limits it, as far as it is known.
    whole: f32,
    most: f32,
}

/// Identifies the height of the announcement.
fn height_id() -> egui::Id {
    egui::Id::new("height of the announcement")
}

/// Returns how high an announcement may be on a board of this height.
pub(super) fn held_height(ctx: &egui::Context, question: Question, board: f32) -> f32 {
    let known = ctx.data(|data| data.get_temp::<HeldHeight>(height_id()));
    known.filter(|known| known.question == question).map_or(board, |known| known.most)
}

/// Chooses a corner and a height of an announcement: the square of the proposed target is left free like the asked unit, the way
/// between the two like the line of an attack, and as many of the other targets as can be, where need be beside an edge of the room.
pub(super) fn choose_announcement_corner(
    ctx: &egui::Context,
    placing: (Question, Vec2, f32),
    room: Rect,
    (surroundings, proposed): (&CardSurroundings, Option<Rect>),
    (targets, spared): (&[Rect], &[Rect]),
) -> Pos2 {
    let surroundings = CardSurroundings { own: proposed, ..surroundings.clone() };
    let first = proposed.unwrap_or(Rect::NOTHING);
    let targets: Vec<Rect> = std::iter::once(first).chain(targets.iter().copied()).collect();
    let best_corner = |size| {
        let best = surroundings.best_corner_beside(size, spared, proposed);
        sparing_edge_corner((best, size), room, surroundings.aim, &targets)
    };
    choose_sparing_corner(ctx, placing, room, &targets, best_corner)
}

/// Steps along an edge of the room at which an announcement may stand.
const EDGE_STEPS: u8 = 12;

/// Returns the corner beside the left or right edge of the room where an announcement hides fewer targets than at `best`, or else that
/// one. The asked unit counts before the first target, and that one before the others.
fn sparing_edge_corner((best, size): (Pos2, Vec2), room: Rect, asked: Rect, targets: &[Rect]) -> Pos2 {
    let last = (room.max - size).max(room.min);
    let steps = (0..=EDGE_STEPS).map(|step| f32::from(step) / f32::from(EDGE_STEPS));
    let edges = steps.flat_map(|share| {
        let top = room.top() + share * (last.y - room.top());
        [pos2(last.x, top), pos2(room.left(), top)]
    });
    let hidden = |corner: Pos2| {
        let prompt = Rect::from_min_size(corner, size);
        let hides = |rect: &Rect| rect.intersects(prompt);
        let count = targets.iter().filter(|target| hides(target)).count();
        (hides(&asked), targets.first().is_some_and(hides), count)
    };
    // The first of equal ones is taken.
    std::iter::once(best).chain(edges).min_by_key(|corner| hidden(*corner)).unwrap_or(best)
}

/// Returns the room of an announcement: the board and the log beside it, which names no enemy that is to be clicked.
pub(super) fn announcement_room(board: Rect, window: Rect) -> Rect {
    board.union(right_of(board, window))
}

/// Chooses a corner and a height at which an announcement hides no target, or as few as possible, and the first one of them last of
/// all; notes the height. It may always be as high as `least`, where the room is.
pub(super) fn choose_sparing_corner(
    ctx: &egui::Context,
    (question, size, least): (Question, Vec2, f32),
    room: Rect,
    targets: &[Rect],
    best_corner: impl Fn(Vec2) -> Pos2,
) -> Pos2 {
    let known = ctx.data(|data| data.get_temp::<HeldHeight>(height_id()));
    let known = known.filter(|known| known.question == question && known.most < room.height());
    let whole = known.map_or(size.y, |known| known.whole.max(size.y));
    let mut best: Option<((bool, usize), Pos2, f32)> = None;
    for most in HEIGHT_SHARES.map(|share| (share * room.height()).max(least.min(room.height()))) {
        let size = vec2(size.x, whole.min(most));
        let corner = held_inside(room, best_corner(size), size);
        let prompt = Rect::from_min_size(corner, size);
        let hides_first = targets.first().is_some_and(|first| first.intersects(prompt));
        let hidden = (hides_first, targets.iter().filter(|target| target.intersects(prompt)).count());
        if best.is_none_or(|(fewest, ..)| hidden < fewest) {
            best = Some((hidden, corner, most));
        }
    }
    let (_, corner, most) = best.unwrap_or(((false, 0), room.min, room.height()));
    ctx.data_mut(|data| data.insert_temp(height_id(), HeldHeight { question, whole, most }));
    corner
}

/// What a prompt should not hide: the asked unit with its labels, the other unit of the attack, and the line between them. It
/// stays on the board: the log and the panel of the asked unit are free.
pub(super) fn prompt_surroundings(
    (asked, other): (Rect, Option<Rect>),
    covers: Vec<Rect>,
    board: Rect,
) -> CardSurroundings {
    let labels = Rect::from_center_size(asked.center_top() - vec2(0.0, LABELS.y / 2.0), LABELS);
    let aim = asked.expand(6.0).union(labels.intersect(board));
    CardSurroundings { aim, own: other, end: asked.center(), covers, board, window: board }
}

/// The squares of the board that matter to a prompt, as they are seen.
pub(super) struct PromptSquares {
    /// The asked unit.
    pub asked: Rect,
    /// The other unit of the attack.
    pub other: Option<Rect>,
    /// The targets among which the unit chooses.
    pub targets: Vec<Rect>,
    /// What an announcement leaves free where the board has the space: every fighter, and the squares around the unit.
    pub fighters: Vec<Rect>,
    /// What the prompt hides last, among it every fighter.
    pub spared: Vec<Rect>,
}

/// Returns the square of the unit that the proposed answer of an announcement attacks; `None` if it attacks none.
pub(super) fn proposed_square(
    context: &PanelContext,
    odds: &mut ForecastCache,
    prompt: &Prompt,
    viewport: &BoardViewport,
) -> Option<Rect> {
    let offered = offered_answers(context, odds, (prompt, None));
    let answer = prompt.answers.get(offered.default)?;
    let target = odds.answer_aims(context.view).get(&answer.key)?.target;
    context.view.unit(target).map(|target| viewport.cell_rect(target.cell()))
}

impl PromptSquares {
    /// Those of the open prompt, with what its answers announce. Without a unit, the prompt stands at the bottom of the board.
    pub fn of_open_prompt(
        context: &PanelContext,
        prompt: &Prompt,
        aims: &AnswerAims,
        (viewport, board): (&BoardViewport, Rect),
    ) -> Self {
        let square = |id: UnitId| context.view.unit(id).map(|unit| viewport.cell_rect(unit.cell()));
        let asked = square(prompt.who);
        // Who shoots, or who is shot at.
        let query = AttackQuery::for_open_prompt(context.view, context.history);
        let involved = query.iter().flat_map(|query| [Some(query.attacker), attacked_unit(query)]).flatten();
        let other = involved.filter(|id| asked.is_some() && *id != prompt.who).find_map(square);
        let asked = asked.unwrap_or(Rect::from_center_size(board.center_bottom(), vec2(1.0, 1.0)));
        let around = asked.expand(asked.width());
        let targets: Vec<Rect> = aims.by_key.values().filter_map(|aim| square(aim.target)).collect();
        let mut fighters = Vec::new();
        let mut spared: Vec<Rect> = targets.iter().copied().chain(other).collect();
        // Who announces attacks has to see the fight.
        let fighting = context.view.units().filter(|unit| unit.is_fighting());
        let fighting = fighting.map(|unit| viewport.cell_rect(unit.cell()));
        if aims.by_key.is_empty() {
            spared.push(around);
            spared.extend(fighting);
        } else {
            fighters.extend(fighting);
            fighters.push(around);
        }
        Self { asked, other, targets, fighters, spared }
    }
}

/// Returns the unit that an attack is aimed at; `None` for a barrier or a square.
fn attacked_unit(query: &AttackQuery) -> Option<UnitId> {
    match query.target {
        Target::Unit(target) => Some(target),
        Target::Barrier(_) | Target::Square(_) => None,
    }
}
