//! What a script sees: texts on the screen, the state of the fight, pictures.

use std::path::{Path, PathBuf};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy_egui::EguiFullOutput;
use bevy_egui::egui::{Rect, Shape};

use super::Expectation;
use super::player::Player;

use crate::app::Verdict;
use crate::board::Stage;
use crate::opponents::Opponents;
use crate::session::{Screen, Session};
use battle::{History, Pending, Round};
use field::Cell;

/// Texts on the screen with the place they take up.
#[derive(Resource, Default)]
pub(super) struct Shown(pub(super) Vec<(String, Rect)>);

pub(super) fn read_screen(outputs: Query<&EguiFullOutput>, mut shown: ResMut<Shown>) {
    fn texts(shape: &Shape, clip: Rect, into: &mut Vec<(String, Rect)>) {
        match shape {
            Shape::Text(text) => {
                let rect = text.visual_bounding_rect().intersect(clip);
                if rect.is_positive() {
                    into.push((text.galley.text().to_owned(), rect));
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, into)),
            _ => {}
        }
    }
    for output in outputs.iter().filter_map(|output| output.0.as_ref()) {
        shown.0.clear();
        for clipped in &output.shapes {
            texts(&clipped.shape, clipped.clip_rect, &mut shown.0);
        }
    }
}

pub(super) fn take_picture(world: &mut World, player: &mut Player, file: PathBuf) {
    player.pictures += 1;
    let keep = move |picture: On<ScreenshotCaptured>,
                     mut player: ResMut<Player>,
                     verdict: Res<Verdict>,
                     mut exit: MessageWriter<AppExit>| {
        player.pictures = player.pictures.saturating_sub(1);
        if let Err(problem) = write_picture(&picture.image, &file) {
            exit.write(verdict.fail(format!("the picture {} cannot be written: {problem}", file.display())));
        }
    };
    world.spawn(Screenshot::primary_window()).observe(keep);
}

fn write_picture(image: &Image, file: &Path) -> Result<(), String> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let picture = image.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    picture.to_rgb8().save(file).map_err(|error| error.to_string())
}

pub(super) fn holds(world: &mut World, expectation: &Expectation) -> bool {
    let shows =
        |world: &World, text: &str| world.resource::<Shown>().0.iter().any(|(line, _)| line.contains(text));
    match expectation {
        Expectation::Text(text) => return shows(world, text),
        Expectation::NoText(text) => return !shows(world, text),
        Expectation::Lab => return *world.resource::<State<Screen>>().get() == Screen::Lab,
        Expectation::Menu => return *world.resource::<State<Screen>>().get() == Screen::Menu,
        _ if !battle::is_set_up(world) => return false,
        _ => {}
    }
    let name = |world: &mut World, unit: Option<battle::UnitId>| {
        let unit = unit?;
        battle::with_view(world, |view| Some(view.unit(unit)?.identity.name().to_owned()))
    };
    match expectation {
        Expectation::Text(_) | Expectation::NoText(_) | Expectation::Menu | Expectation::Lab => false,
        Expectation::Battle => *world.resource::<State<Screen>>().get() == Screen::Battle,
        Expectation::Round(number) => world.resource::<Round>().number() == *number,
        Expectation::Ended => world.resource::<Round>().outcome().is_some(),
        Expectation::Asked => world.resource::<Pending>().decision().is_some(),
        Expectation::Orders(number) => world.resource::<History>().chapters().len() == *number,
        Expectation::Acting(wanted) => {
            let acting = world.resource::<Round>().acting();
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

/// A person has the word, or nobody any more, nothing is thought about, and the board has shown how it came to that.
pub(super) fn is_persons(world: &mut World) -> bool {
    let opponents = world.resource::<Opponents>();
    if !battle::is_set_up(world) || opponents.busy() || world.resource::<Stage>().busy() {
        return false;
    }
    let word = ai::seat(world);
    word.is_none_or(|side| !world.resource::<Opponents>().player(side).is_machine())
}

/// What there is instead of what was expected.
pub(super) fn found(world: &mut World) -> String {
    if !battle::is_set_up(world) {
        return "no fight is on".to_owned();
    }
    let round = world.resource::<Round>();
    let (number, acting, over) = (round.number(), round.acting(), round.outcome().is_some());
    let selected = world.resource::<Session>().selected;
    let notice =
        world.resource::<Session>().notice.as_ref().map(|(text, _)| text.clone()).unwrap_or_default();
    let orders = world.resource::<History>().chapters().len();
    battle::with_view(world, |view| {
        let name = |unit: Option<battle::UnitId>| {
            let data = unit.and_then(|unit| view.unit(unit));
            data.map_or("nobody".to_owned(), |data| data.identity.name().to_owned())
        };
        format!(
            "round {number}, {} acts, {} is selected, {orders} orders, over: {over}, last notice: {notice:?}",
            name(acting),
            name(selected)
        )
    })
}
