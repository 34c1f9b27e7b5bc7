//! What a script can observe: texts on the screen, the state of the battle, screenshots.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_egui::EguiFullOutput;
use bevy_egui::egui::epaint::text::cursor::CCursor;
use bevy_egui::egui::{Galley, Pos2, Rect, Shape};

use super::Expectation;
use super::node_steps;
use super::script_player::ScriptPlayer;

use crate::ai_players::AiController;
use crate::app::ExitReport;
use crate::board::BoardAnimation;
use crate::session::{Screen, Session};
use crate::window_picture::write_picture;
use battle::{History, PendingPrompt, RoundState};
use model::Cell;

/// Texts on the screen, the topmost last.
#[derive(Resource, Default)]
pub(super) struct ScreenTexts(pub(super) Vec<ScreenText>);

/// A text on the screen.
pub(super) struct ScreenText {
    pub line: String,
    /// The part that is seen.
    pub rect: Rect,
    galley: Arc<Galley>,
    place: Pos2,
}

impl ScreenText {
    /// Returns the middle of the first place of some words in the text, if it is seen.
    pub fn middle_of(&self, words: &str) -> Option<Pos2> {
        let start = self.line.find(words)?;
        let first = self.line[..start].chars().count();
        let end = first + words.chars().count();
        let [from, to] = [first, end].map(|index| self.galley.pos_from_cursor(CCursor::new(index)));
        let middle = from.union(to).translate(self.place.to_vec2()).center();
        self.rect.contains(middle).then_some(middle)
    }
}

impl ScreenTexts {
    /// Returns the middle of some words in the topmost text that has them.
    pub fn middle_of(&self, words: &str) -> Option<Pos2> {
        self.0.iter().rev().find_map(|text| text.middle_of(words))
    }
}

pub(super) fn read_screen(outputs: Query<&EguiFullOutput>, mut screen_texts: ResMut<ScreenTexts>) {
    fn texts(shape: &Shape, clip: Rect, into: &mut Vec<ScreenText>) {
        match shape {
            Shape::Text(text) => {
                let rect = text.visual_bounding_rect().intersect(clip);
                if rect.is_positive() {
                    // Scripts write plain spaces; the number of letters stays the same.
                    let line = text.galley.text().replace('\u{a0}', " ");
                    let galley = Arc::clone(&text.galley);
                    into.push(ScreenText { line, rect, galley, place: text.pos });
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, into)),
            _ => {}
        }
    }
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        screen_texts.0.clear();
        for clipped in &output.shapes {
            texts(&clipped.shape, clipped.clip_rect, &mut screen_texts.0);
        }
    }
}

pub(super) fn take_screenshot(world: &mut World, player: &mut ScriptPlayer, file: PathBuf) {
    player.pictures += 1;
    let vision = player.vision;
    let keep = move |picture: On<ScreenshotCaptured>,
                     mut player: ResMut<ScriptPlayer>,
                     verdict: Res<ExitReport>,
                     mut exit: MessageWriter<AppExit>| {
        player.pictures = player.pictures.saturating_sub(1);
        if let Err(problem) = write_picture(&picture.image, &file, vision) {
            exit.write(verdict.fail(problem.to_string()));
        }
    };
    world.spawn(Screenshot::primary_window()).observe(keep);
}

pub(super) fn is_met(world: &mut World, expectation: &Expectation) -> bool {
    let shows = |world: &World, text: &str| {
        world.resource::<ScreenTexts>().0.iter().any(|shown| shown.line.contains(text))
    };
    match expectation {
        Expectation::Text(text) => return shows(world, text),
        Expectation::NoText(text) => return !shows(world, text),
        Expectation::Node { .. } | Expectation::NoNode { .. } | Expectation::ControlsNamed => {
            return node_steps::is_met(world, expectation);
        }
        Expectation::Lab => return *world.resource::<State<Screen>>().get() == Screen::Lab,
        Expectation::Menu => return *world.resource::<State<Screen>>().get() == Screen::Menu,
        _ if !battle::is_set_up(world) => return false,
        _ => {}
    }
    let name = |world: &mut World, unit: Option<model::UnitId>| {
        let unit = unit?;
        battle::with_view(world, |view| Some(view.unit(unit)?.identity.name().to_owned()))
    };
    match expectation {
        Expectation::Text(_) | Expectation::NoText(_) | Expectation::Menu | Expectation::Lab => false,
        Expectation::Node { .. } | Expectation::NoNode { .. } | Expectation::ControlsNamed => false,
        Expectation::Battle => *world.resource::<State<Screen>>().get() == Screen::Battle,
        Expectation::Round(number) => world.resource::<RoundState>().number() == *number,
        Expectation::Ended => world.resource::<RoundState>().outcome().is_some(),
        Expectation::Asked => world.resource::<PendingPrompt>().open_prompt().is_some(),
        Expectation::Orders(number) => world.resource::<History>().records().len() == *number,
        Expectation::Acting(wanted) => {
            let acting = world.resource::<RoundState>().acting();
            name(world, acting).as_ref() == Some(wanted)
        }
        Expectation::Selected(wanted) => {
            let selected = world.resource::<Session>().selected;
            name(world, selected).as_ref() == Some(wanted)
        }
        Expectation::At { unit, cell } => battle::with_view(world, |view| {
            view.units().any(|data| data.identity.name() == unit && data.cell() == Cell::new(cell.0, cell.1))
        }),
    }
}

/// Whether a human has to act or the battle is over, the AI is idle, and all animations are done.
pub(super) fn is_waiting_for_person(world: &mut World) -> bool {
    let opponents = world.resource::<AiController>();
    if !battle::is_set_up(world) || opponents.is_busy() || world.resource::<BoardAnimation>().is_busy() {
        return false;
    }
    let is_over = world.resource::<RoundState>().outcome().is_some();
    if is_over && !world.resource::<BoardAnimation>().has_been_seen() {
        return false;
    }
    let word = ai::side_to_act(world);
    word.is_none_or(|side| !world.resource::<AiController>().player(side).is_ai())
}

/// Describes the actual state, for a failed expectation.
pub(super) fn actual_state_text(world: &mut World) -> String {
    if !battle::is_set_up(world) {
        return "no battle is running".to_owned();
    }
    let round = world.resource::<RoundState>();
    let (number, acting, over) = (round.number(), round.acting(), round.outcome().is_some());
    let selected = world.resource::<Session>().selected;
    let notice =
        world.resource::<Session>().notice.as_ref().map(|(text, _)| text.clone()).unwrap_or_default();
    let orders = world.resource::<History>().records().len();
    battle::with_view(world, |view| {
        let name = |unit: Option<model::UnitId>| {
            let data = unit.and_then(|unit| view.unit(unit));
            data.map_or("no unit".to_owned(), |data| data.identity.name().to_owned())
        };
        format!(
            "round {number}, {} acting, {} selected, {orders} orders, over: {over}, last notice: {notice:?}",
            name(acting),
            name(selected)
        )
    })
}
