//! Cards that explain terms and clauses: beside the word under the pointer, and pinned by a click or a key. Words in a
//! card open the next one.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Area, Context, CursorIcon, Id, Key, Order, Pos2, Rect, Sense, Stroke, UiBuilder, vec2,
};
use bevy_egui::{EguiContexts, EguiInput};

use super::explanation_card::{CardPage, CardRequest, WIDTH, show_card};
use super::screen_links::{ScreenLink, Topic, find_links};
use super::{OpenRulebook, RulebookState};
use crate::accessibility::Accessible;
use crate::input::{ActionInput, InputAction, binding_text};
use crate::settings::Settings;
use crate::theme::Palette;
use battle::BattleSetup;
use rules::RuleSet;

/// Seconds that the pointer rests on a word before its card opens.
const DELAY: f64 = 0.4;
/// Space between a word and its card, in points.
const GAP: f32 = 5.0;
/// A card opens above its word if less room than this is below it, in points.
const ROOM_BELOW: f32 = 230.0;
/// Most cards at a time.
const MAX_CARDS: usize = 8;
/// Most topics that a list of the screen has.
const MAX_LISTED: usize = 16;

/// A card on the screen.
#[derive(Clone, Debug)]
struct OpenCard {
    number: u64,
    /// The card whose word opened it.
    parent: Option<u64>,
    topic: Topic,
    /// The word that it explains.
    anchor: Rect,
    /// Where it was drawn.
    rect: Rect,
    pinned: bool,
    /// The word is in a panel, and not in a tooltip or a card, which may close before it.
    is_in_panel: bool,
}

impl OpenCard {
    fn area_id(&self) -> Id {
        Id::new(("explanation", self.number))
    }
}

/// The cards, in the order in which they were opened.
#[derive(Resource, Debug, Default)]
pub(super) struct Explanations {
    cards: Vec<OpenCard>,
    opened: u64,
    /// The word under the pointer, and since when the pointer rests on it, in seconds; `None` while only the text has moved,
    /// as a log that scrolls does.
    rests: Option<(Topic, Option<f64>)>,
    /// Where the pointer was in the last frame.
    pointer: Option<Pos2>,
    /// What was closed by hand: it does not open again before the pointer has left its word.
    dismissed: Option<Topic>,
    /// The key that pins was pressed.
    pin_key: bool,
    /// The card whose first button gets the keyboard focus.
    focus: Option<u64>,
}

impl Explanations {
    /// The cards that are shown, and whether they are pinned.
    fn shown(&self) -> Vec<(u64, bool)> {
        self.cards.iter().map(|card| (card.number, card.pinned)).collect()
    }

    /// Whether a card is pinned.
    fn has_pinned(&self) -> bool {
        self.cards.iter().any(|card| card.pinned)
    }

    /// Closes the last pinned card, and what it opened. The focus goes to the one before.
    fn close_last(&mut self) {
        if let Some(last) = self.cards.iter().rposition(|card| card.pinned) {
            let number = self.cards[last].number;
            self.close(number);
            self.focus = self.cards.iter().rev().find(|card| card.pinned).map(|card| card.number);
        }
    }

    /// Closes a card by hand, and the cards that it opened and that are not pinned.
    fn close(&mut self, number: u64) {
        let Some(place) = self.cards.iter().position(|card| card.number == number) else { return };
        self.dismissed = Some(self.cards.remove(place).topic);
        self.cards.retain(|card| card.pinned || card.parent != Some(number));
    }

    /// Opens a card, or pins the one that explains the same word.
    fn open(&mut self, topic: Topic, anchor: Rect, parent: Option<u64>, pinned: bool) -> u64 {
        if let Some(known) = self.cards.iter_mut().find(|card| card.topic == topic) {
            known.pinned |= pinned;
            return known.number;
        }
        if self.cards.len() == MAX_CARDS {
            self.cards.remove(0);
        }
        self.opened += 1;
        let number = self.opened;
        self.cards.push(OpenCard { number, parent, topic, anchor, rect: anchor, pinned, is_in_panel: false });
        number
    }

    /// Opens or pins the card of a link.
    fn open_link(&mut self, link: &ScreenLink, parent: Option<u64>, pinned: bool) -> u64 {
        let number = self.open(link.topic.clone(), link.rect, parent, pinned);
        if let Some(card) = self.cards.iter_mut().find(|card| card.number == number) {
            card.is_in_panel |= link.layer.order != Order::Tooltip;
        }
        number
    }

    /// Closes the cards that are not pinned and whose word has gone from its panel, as where a text has turned its page. With
    /// the pointer on it, a card stays while its word is anywhere on the screen: a log may have scrolled.
    fn close_orphans(&mut self, pointer: Option<Pos2>, is_drawn: impl Fn(&Topic, Option<Rect>) -> bool) {
        let is_read = |card: &OpenCard| pointer.is_some_and(|pointer| card.rect.contains(pointer));
        let stays = |card: &OpenCard| match is_read(card) {
            true => is_drawn(&card.topic, None),
            false => is_drawn(&card.topic, Some(card.anchor)),
        };
        self.cards.retain(|card| card.pinned || !card.is_in_panel || stays(card));
    }

    /// Closes the cards that are not pinned and beside which the pointer has clicked: a button there was meant.
    fn close_beside_click(&mut self, pointer: Pos2) {
        let holds = |card: &OpenCard| card.rect.contains(pointer) || card.anchor.contains(pointer);
        let mut held: Vec<u64> =
            self.cards.iter().filter(|card| holds(card)).map(|card| card.number).collect();
        for card in self.cards.iter().rev() {
            if held.contains(&card.number) {
                held.extend(card.parent);
            }
        }
        self.cards.retain(|card| card.pinned || held.contains(&card.number));
    }

    /// Notes that the pointer is on a word. Returns since when it rests there, in seconds; `None` if the word has come under
    /// a pointer that has not moved since.
    fn rest_on(&mut self, topic: &Topic, pointer: Option<Pos2>, now: f64) -> Option<f64> {
        let moves = pointer != self.pointer;
        let since = match &self.rests {
            Some((known, Some(since))) if known == topic => Some(*since),
            _ => moves.then_some(now),
        };
        self.rests = Some((topic.clone(), since));
        since
    }

    /// Closes the cards that are not pinned and did not lead to `parent`: one chain of cards is open at a time.
    fn close_others(&mut self, parent: Option<u64>) {
        let mut kept: Vec<u64> = parent.into_iter().collect();
        for card in self.cards.iter().rev() {
            if kept.contains(&card.number) {
                kept.extend(card.parent);
            }
        }
        self.cards.retain(|card| card.pinned || kept.contains(&card.number));
    }

    /// Closes the cards that are not pinned and that the pointer has left, together with those that it opened.
    fn close_left(&mut self, pointer: Option<Pos2>) {
        let holds = |card: &OpenCard| {
            let near = |rect: Rect| pointer.is_some_and(|pointer| rect.expand(GAP).contains(pointer));
            card.pinned || near(card.anchor) || near(card.rect)
        };
        let mut held: Vec<u64> =
            self.cards.iter().filter(|card| holds(card)).map(|card| card.number).collect();
        // A card that opened one that stays is not closed.
        for card in self.cards.iter().rev() {
            if held.contains(&card.number) {
                held.extend(card.parent);
            }
        }
        self.cards.retain(|card| held.contains(&card.number));
    }
}

/// The clause under the pointer, or that of the open tooltip; for the key of the rulebook.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HoveredClause(pub Option<String>);

/// Notes that the key that pins was pressed.
pub(super) fn read_pin_key(keys: ActionInput, mut cards: ResMut<Explanations>) {
    if keys.just_pressed(InputAction::Explain) {
        cards.pin_key = true;
    }
}

/// Closes the last pinned card by the key that goes back, before anything else hears of it.
pub(super) fn close_by_key(
    mut cards: ResMut<Explanations>,
    mut keyboard: ResMut<ButtonInput<KeyCode>>,
    mut inputs: Query<&mut EguiInput>,
    mut contexts: EguiContexts,
    settings: Res<Settings>,
) {
    let bound = settings.keys.keys_for(InputAction::Back);
    let pressed: Vec<_> =
        bound.iter().map(|chord| chord.key()).filter(|key| keyboard.just_pressed(*key)).collect();
    let is_typing =
        contexts.ctx_mut().is_ok_and(|context| context.any_popup_open() || context.text_edit_focused());
    if pressed.is_empty() || !cards.has_pinned() || is_typing {
        return;
    }
    cards.close_last();
    for key in pressed {
        keyboard.clear_just_pressed(key);
    }
    for mut input in &mut inputs {
        input.events.retain(|event| !matches!(event, egui::Event::Key { key: Key::Escape, .. }));
    }
}

/// Closes all cards.
pub(super) fn close_all(mut cards: ResMut<Explanations>) {
    *cards = Explanations { opened: cards.opened, ..default() };
}

/// Underlines what can be explained, opens and pins cards, and draws them.
pub(super) fn show(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    (rulebook, setup): (Res<RulebookState>, Option<Res<BattleSetup>>),
    mut cards: ResMut<Explanations>,
    mut requests: MessageWriter<OpenRulebook>,
    mut commands: Commands,
    mut hovered: Local<Option<String>>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let rules = setup.as_ref().map(|setup| setup.rules());
    let book = if rulebook.open { Some(rulebook.book) } else { rules.map(RuleSet::book) };
    let rules = rules.filter(|rules| Some(rules.book()) == book);
    let cards = cards.as_mut();
    let before = cards.shown();
    let page = CardPage {
        context: &context,
        palette,
        book,
        rules,
        key: binding_text(InputAction::Explain, &settings),
    };
    requests.write_batch(show_cards(&page, cards).map(|clause| OpenRulebook(Some(clause))));
    let mut links = find_links(&context, book);
    links.retain(|link| !cards.cards.iter().any(|card| explains_itself(card, link)));
    underline(&context, &links, palette);
    let pointer = context.pointer_latest_pos();
    let top = pointer.and_then(|pointer| context.layer_id_at(pointer));
    let here = pointer.and_then(|pointer| links.iter().find(|link| link.is_under(pointer, top)));
    if let Some(link) = here.filter(|link| is_clicked(&context, link, palette)) {
        match (&link.topic, parent_of(cards, link)) {
            // A link of the rulebook itself turns its pages.
            (Topic::Clause(id), None) if rulebook.open => {
                requests.write(OpenRulebook(Some(id.clone())));
            }
            (_, parent) => _ = cards.open_link(link, parent, true),
        }
    }
    let is_at = |link: &ScreenLink, at: Option<Rect>| at.is_none_or(|at| link.rect.intersects(at));
    cards
        .close_orphans(pointer, |topic, at| links.iter().any(|link| link.topic == *topic && is_at(link, at)));
    if let Some(pointer) = pointer.filter(|_| context.input(|input| input.pointer.primary_clicked())) {
        cards.close_beside_click(pointer);
    }
    cards.close_left(pointer);
    follow_pointer(&context, cards, here);
    if std::mem::take(&mut cards.pin_key) {
        pin_by_key(&context, cards, here, &links);
    }
    if cards.shown() != before {
        context.request_repaint(); // they are drawn in the next frame
    }
    let now = hovered_clause(here, &links);
    if *hovered != now {
        hovered.clone_from(&now);
        commands.insert_resource(HoveredClause(now));
    }
    Ok(())
}

/// The clause of the word under the pointer, else that of the open tooltip.
fn hovered_clause(here: Option<&ScreenLink>, links: &[ScreenLink]) -> Option<String> {
    let clause = |link: &ScreenLink| match &link.topic {
        Topic::Clause(id) => Some(id.clone()),
        _ => None,
    };
    let in_tooltip = || links.iter().filter(|link| link.layer.order == Order::Tooltip).find_map(clause);
    here.and_then(clause).or_else(in_tooltip)
}

/// Whether a link is in the card that explains it.
fn explains_itself(card: &OpenCard, link: &ScreenLink) -> bool {
    card.topic == link.topic && link.layer.id == card.area_id()
}

/// The card that a link is in.
fn parent_of(cards: &Explanations, link: &ScreenLink) -> Option<u64> {
    cards.cards.iter().find(|card| link.layer.id == card.area_id()).map(|card| card.number)
}

/// Draws a thin line below every link.
fn underline(context: &Context, links: &[ScreenLink], palette: &Palette) {
    let stroke = Stroke::new(1.0, palette.dim.gamma_multiply(0.55));
    for link in links {
        let painter = context.layer_painter(link.layer).with_clip_rect(link.clip);
        painter.hline(link.rect.x_range(), link.rect.bottom() - 1.0, stroke);
    }
}

/// Marks the link under the pointer; returns whether it was clicked. A clause takes the click from what is below it; a
/// term leaves it to a button.
fn is_clicked(context: &Context, link: &ScreenLink, palette: &Palette) -> bool {
    let painter = context.layer_painter(link.layer).with_clip_rect(link.clip);
    painter.hline(link.rect.x_range(), link.rect.bottom() - 1.0, Stroke::new(1.0, palette.text));
    if let Topic::Clause(id) = &link.topic {
        let area = UiBuilder::new().layer_id(link.layer).max_rect(link.rect);
        let ui = egui::Ui::new(context.clone(), Id::new("clause link"), area);
        let response = ui.interact(link.rect, Id::new(("clause link", id)), Sense::click());
        let response = response.named_button(true, || format!("Clause {id}"));
        if response.hovered() {
            context.set_cursor_icon(CursorIcon::PointingHand);
        }
        return response.clicked();
    }
    // An area takes the clicks that none of its widgets wants.
    let ground = link.layer.id.with("move");
    let taken = context.interaction_snapshot(|snapshot| snapshot.clicked).is_some_and(|id| id != ground);
    !taken && context.input(|input| input.pointer.primary_clicked())
}

/// Opens the card of the word on which the pointer rests.
fn follow_pointer(context: &Context, cards: &mut Explanations, here: Option<&ScreenLink>) {
    let now = context.input(|input| input.time);
    if cards.dismissed.as_ref() != here.map(|link| &link.topic) {
        cards.dismissed = None;
    }
    let pointer = context.pointer_latest_pos();
    let since = match here.filter(|_| cards.dismissed.is_none()) {
        Some(link) => cards.rest_on(&link.topic, pointer, now),
        None => {
            cards.rests = None;
            None
        }
    };
    cards.pointer = pointer;
    let Some((link, since)) = here.zip(since) else { return };
    let left = DELAY - (now - since);
    if left > 0.0 {
        context.request_repaint_after_secs(left as f32);
    } else {
        let parent = parent_of(cards, link);
        if cards.cards.iter().all(|card| card.topic != link.topic) {
            cards.close_others(parent);
        }
        cards.open_link(link, parent, false);
    }
}

/// Pins the word under the pointer, else the last open card; without either opens a list of what the screen names.
fn pin_by_key(context: &Context, cards: &mut Explanations, here: Option<&ScreenLink>, links: &[ScreenLink]) {
    if let Some(link) = here {
        let parent = parent_of(cards, link);
        cards.focus = Some(cards.open_link(link, parent, true));
    } else if let Some(card) = cards.cards.iter_mut().rev().find(|card| !card.pinned) {
        card.pinned = true;
        cards.focus = Some(card.number);
    } else {
        let in_cards = || links.iter().filter(|link| link.layer.order == Order::Tooltip);
        let chosen: Vec<&ScreenLink> =
            if in_cards().next().is_some() { in_cards().collect() } else { links.iter().collect() };
        let mut topics: Vec<Topic> = Vec::new();
        for link in chosen {
            if topics.len() < MAX_LISTED && !topics.contains(&link.topic) {
                topics.push(link.topic.clone());
            }
        }
        if !topics.is_empty() {
            let at = context.viewport_rect().center() - vec2(WIDTH * 0.5, 120.0);
            let anchor = Rect::from_min_size(at, egui::Vec2::ZERO);
            cards.focus = Some(cards.open(Topic::List(topics), anchor, None, true));
        }
    }
}

/// Draws all cards; returns the clause that the rulebook is to show.
fn show_cards(page: &CardPage, cards: &mut Explanations) -> Option<String> {
    let window = page.context.viewport_rect().shrink(6.0);
    let focus = cards.focus.take();
    let mut requests = Vec::new();
    for card in &mut cards.cards {
        let below = card.anchor.bottom() + ROOM_BELOW < window.bottom() || card.anchor.top() < ROOM_BELOW;
        let (pivot, at) = match below {
            true => (Align2::LEFT_TOP, card.anchor.left_bottom() + vec2(0.0, GAP)),
            false => (Align2::LEFT_BOTTOM, card.anchor.left_top() - vec2(0.0, GAP)),
        };
        // No fading: a card is there or not, with reduced motion as well.
        let area =
            Area::new(card.area_id()).order(Order::Tooltip).pivot(pivot).fade_in(false).constrain_to(window);
        let area = if card.pinned { area.default_pos(at).movable(true) } else { area.fixed_pos(at) };
        let shown = area.show(page.context, |ui| {
            show_card(ui, page, (&card.topic, card.pinned), focus == Some(card.number))
        });
        card.rect = shown.response.rect;
        requests.extend(shown.inner.map(|request| (card.number, card.rect, request)));
    }
    let mut clause = None;
    for (number, rect, request) in requests {
        match request {
            CardRequest::Close => cards.close(number),
            CardRequest::Open(topic) => {
                let anchor = Rect::from_min_size(rect.left_top() + vec2(28.0, 24.0), egui::Vec2::ZERO);
                cards.focus = Some(cards.open(topic, anchor, Some(number), true));
                page.context.request_repaint();
            }
            CardRequest::Rulebook(id) => clause = Some(id),
        }
    }
    clause
}

#[cfg(test)]
#[path = "explanation_tests.rs"]
mod tests;
