//! Finds what the window can explain in the texts on the screen: clause ids everywhere; terms in tooltips and cards, and
//! where a panel offers its text with [`offer_terms`].
//!
//! The links are found in the texts that were drawn, so no panel needs to know more of them. Only a mark that stands for a clause
//! without its id is named by the panel that draws it ([`offer_clause`]).

use bevy_egui::egui::epaint::TextShape;
use bevy_egui::egui::epaint::text::cursor::CCursor;
use bevy_egui::egui::{Context, Id, LayerId, Order, Painter, Pos2, Rect, Shape, Ui};

use battle_log::clauses;
use content::{catalogue, terms};
use rules::Book;

/// What can be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// A clause, by its id.
    Clause(String),
    /// A term, by its name.
    Term(&'static str),
    /// Everything that a card or the screen names.
    List(Vec<Self>),
}

impl Topic {
    /// Returns the topics that a text names, from left to right.
    pub fn named_in(text: &str, book: Option<Book>) -> Vec<Self> {
        let terms = terms::find_terms(text, book).into_iter();
        let terms = terms.map(|found| (found.start, Self::Term(found.term.name.as_str())));
        let clauses = clause_words(text).map(|(start, id)| (start, Self::Clause(id.to_owned())));
        let mut named: Vec<_> = terms.chain(clauses).collect();
        named.sort_by_key(|(start, _)| *start);
        let mut topics = Vec::new();
        for (_, topic) in named {
            if !topics.contains(&topic) {
                topics.push(topic);
            }
        }
        topics
    }
}

/// A word on the screen that can be explained.
#[derive(Clone, Debug)]
pub(super) struct ScreenLink {
    pub layer: LayerId,
    pub topic: Topic,
    pub rect: Rect,
    /// The part of the screen that shows the text.
    pub clip: Rect,
}

impl ScreenLink {
    /// Whether the pointer is on it and nothing covers it there.
    pub fn is_under(&self, pointer: Pos2, top: Option<LayerId>) -> bool {
        let is_bottom = self.layer.order == Order::Background;
        let is_free =
            top == Some(self.layer) || is_bottom && top.is_none_or(|top| top.order == Order::Background);
        is_free && self.rect.contains(pointer)
    }
}

/// The parts of the screen whose terms are links, those whose texts have none, and the marks that are links, in one pass.
#[derive(Clone, Debug, Default)]
struct OfferedAreas {
    pass: u64,
    areas: Vec<(LayerId, Rect)>,
    withheld: Vec<(LayerId, Rect)>,
    marks: Vec<ScreenLink>,
}

/// Changes the areas of this pass.
fn edit_areas(context: &Context, edit: impl FnOnce(&mut OfferedAreas)) {
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| {
        let offered = data.get_temp_mut_or_default::<OfferedAreas>(areas_id());
        if offered.pass != pass {
            *offered = OfferedAreas { pass, ..OfferedAreas::default() };
        }
        edit(offered);
    });
}

fn areas_id() -> Id {
    Id::new("areas with terms")
}

/// Makes the terms in everything that was drawn in this part of a panel links.
pub(crate) fn offer_terms(ui: &Ui) {
    offer_terms_in(ui, ui.min_rect());
}

/// Makes the terms in everything that was drawn in an area of a panel links.
pub(crate) fn offer_terms_in(ui: &Ui, area: Rect) {
    let area = (ui.layer_id(), area.intersect(ui.clip_rect()));
    edit_areas(ui.ctx(), |offered| offered.areas.push(area));
}

/// Leaves the texts in an area without links, so that a click there is one on its button.
pub(crate) fn withhold_terms(ui: &Ui, area: Rect) {
    let area = (ui.layer_id(), area);
    edit_areas(ui.ctx(), |offered| offered.withheld.push(area));
}

/// Makes a mark in an area a link to a clause. Nothing for an id that no rulebook has.
pub(crate) fn offer_clause(painter: &Painter, area: Rect, clause: &str) {
    let (layer, clip) = (painter.layer_id(), painter.clip_rect());
    let rect = area.intersect(clip);
    if catalogue::find_clause(clause).is_ok() && rect.is_positive() {
        let link = ScreenLink { layer, topic: Topic::Clause(clause.to_owned()), rect, clip };
        edit_areas(painter.ctx(), |offered| offered.marks.push(link));
    }
}

/// Returns the clauses that marks of this pass lead to.
#[cfg(test)]
pub(crate) fn offered_clauses(context: &Context) -> Vec<String> {
    let links = find_links(context, None);
    let ids = links.into_iter().filter_map(|link| match link.topic {
        Topic::Clause(id) => Some(id),
        _ => None,
    });
    ids.collect()
}

/// Finds the links in the texts of this pass, from the topmost layer down.
pub(super) fn find_links(context: &Context, book: Option<Book>) -> Vec<ScreenLink> {
    let pass = context.cumulative_pass_nr();
    let offered = context.data(|data| data.get_temp::<OfferedAreas>(areas_id()));
    let areas = offered.filter(|offered| offered.pass == pass).unwrap_or_default();
    let layers: Vec<LayerId> = context.memory(|memory| memory.layer_ids().collect());
    let mut found = areas.marks.clone();
    context.graphics(|graphics| {
        for &layer in layers.iter().rev() {
            let mut search = LinkSearch { layer, book, areas: &areas, found: &mut found };
            for clipped in graphics.get(layer).into_iter().flat_map(|list| list.all_entries()) {
                search.read(&clipped.shape, clipped.clip_rect);
            }
        }
    });
    found
}

/// Reads the texts of a layer.
struct LinkSearch<'a> {
    layer: LayerId,
    book: Option<Book>,
    areas: &'a OfferedAreas,
    found: &'a mut Vec<ScreenLink>,
}

impl LinkSearch<'_> {
    fn read(&mut self, shape: &Shape, clip: Rect) {
        match shape {
            Shape::Text(text) => self.read_text(text, clip),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.read(shape, clip)),
            _ => {}
        }
    }

    fn read_text(&mut self, shape: &TextShape, clip: Rect) {
        let (text, place) = (shape.galley.text(), shape.visual_bounding_rect().center());
        let is_in = |areas: &[(LayerId, Rect)]| {
            areas.iter().any(|(layer, area)| *layer == self.layer && area.contains(place))
        };
        if is_in(&self.areas.withheld) {
            return;
        }
        let is_offered = self.layer.order == Order::Tooltip || is_in(&self.areas.areas);
        for (first, id) in clause_words(text) {
            self.add(shape, (first, id.len()), Topic::Clause(id.to_owned()), clip);
        }
        if is_offered {
            for found in terms::find_terms(text, self.book) {
                self.add(shape, (found.start, found.length), Topic::Term(&found.term.name), clip);
            }
        }
    }

    fn add(&mut self, shape: &TextShape, (first, length): (usize, usize), topic: Topic, clip: Rect) {
        let rect = word_rect(shape, first, length).map(|rect| rect.intersect(clip));
        if let Some(rect) = rect.filter(Rect::is_positive) {
            self.found.push(ScreenLink { layer: self.layer, topic, rect, clip });
        }
    }
}

/// Clause ids in a text, with the index of their first character.
fn clause_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-';
    let words = text.split(move |letter| !is_part(letter)).filter(|word| word.len() > 6);
    words.filter(|word| clauses::is_clause_id(word) && catalogue::find_clause(word).is_ok()).map(
        move |word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (text[..start].chars().count(), word)
        },
    )
}

/// Area of some characters on the screen; `None` if they are broken over two lines.
fn word_rect(text: &TextShape, first: usize, length: usize) -> Option<Rect> {
    let place = |index: usize| text.galley.pos_from_cursor(CCursor::new(index));
    let (start, end) = (place(first), place(first + length));
    let origin: Pos2 = text.pos;
    ((start.top() - end.top()).abs() < 1.0)
        .then(|| Rect::from_min_max(start.left_top(), end.right_bottom()).translate(origin.to_vec2()))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Area, RawInput, pos2};

    use super::*;

    #[test]
    fn ids_in_a_text_are_found_with_their_place() {
        let words: Vec<_> = clause_words("cover 4 (SS-DEF-41), SS-COVER-07; – CC-XX-99").collect();
        assert_eq!(words, [(9, "SS-DEF-41"), (21, "SS-COVER-07")]);
    }

    #[test]
    fn topics_of_a_text_stand_in_their_order() {
        let topics = Topic::named_in("Prone behind cover, see SS-DEF-41; cover", Some(Book::SwanSong));
        let clause = Topic::Clause("SS-DEF-41".to_owned());
        assert_eq!(topics, [Topic::Term("prone"), Topic::Term("cover"), clause]);
    }

    /// The links in a panel and in an area of another layer.
    fn links(offer: bool, order: Order) -> Vec<Topic> {
        let context = Context::default();
        let mut found = Vec::new();
        // An area measures itself in its first frame.
        for _ in 0..2 {
            let output = context.run_ui(RawInput::default(), |ui| {
                ui.scope(|ui| {
                    ui.label("He takes cover, SS-DEF-41.");
                    if offer {
                        offer_terms(ui);
                    }
                });
                let area = Area::new(Id::new("card")).order(order).fixed_pos(pos2(200.0, 200.0));
                area.show(ui.ctx(), |ui| ui.label("Falls prone."));
                found = find_links(ui.ctx(), None);
            });
            output.drop_without_applying_deltas();
        }
        found.into_iter().map(|link| link.topic).collect()
    }

    #[test]
    fn a_mark_leads_to_a_clause_whose_id_is_not_drawn() {
        let context = Context::default();
        let mut found = Vec::new();
        let output = context.run_ui(RawInput::default(), |ui| {
            for id in ["SS-DEF-41", "SS-XX-99"] {
                let mark = ui.label("\u{a7}").rect;
                offer_clause(ui.painter(), mark, id);
            }
            found = offered_clauses(ui.ctx());
        });
        output.drop_without_applying_deltas();
        assert_eq!(found, ["SS-DEF-41"], "no rulebook has the other one");
    }

    #[test]
    fn a_button_keeps_its_clicks() {
        let context = Context::default();
        let mut found = Vec::new();
        let output = context.run_ui(RawInput::default(), |ui| {
            let button = ui.button("Dodge behind cover, SS-DEF-41");
            withhold_terms(ui, button.rect);
            ui.label("He takes cover.");
            offer_terms(ui);
            found = find_links(ui.ctx(), None);
        });
        output.drop_without_applying_deltas();
        let topics: Vec<_> = found.into_iter().map(|link| link.topic).collect();
        assert_eq!(topics, [Topic::Term("cover")], "that of the label");
    }

    #[test]
    fn terms_are_links_where_they_are_offered_and_in_tooltips() {
        let clause = Topic::Clause("SS-DEF-41".to_owned());
        assert_eq!(links(false, Order::Middle), std::slice::from_ref(&clause));
        assert_eq!(links(true, Order::Middle), [clause.clone(), Topic::Term("cover")]);
        assert_eq!(links(true, Order::Tooltip), [Topic::Term("prone"), clause, Topic::Term("cover")]);
    }
}
