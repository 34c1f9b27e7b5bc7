//! What stands in the tabs about the action: odds in five books, steps, charts.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Color32, RichText, ScrollArea, Ui};

use super::charts::Charts;
use super::steps::{Steps, Wish};
use super::{Lab, Tab, in_tab, odds};
use crate::aside::Aside;
use crate::opponents::Opponents;
use crate::panel::kit::{self, See};
use crate::settings::Settings;
use battle::{BattleView, History};
use lab::steps::Story;
use lab::{FiveBooks, Verdict};
use rules::Book;

/// What the tabs remember of the action.
#[derive(Resource, Default)]
pub(super) struct Action {
    books: Arc<Mutex<FiveBooks>>,
    verdicts: Aside<(u64, Book), Vec<Verdict>>,
    charts: Charts,
    steps: Steps,
    wish: Option<Wish>,
    /// A world to try things in.
    bench: Option<World>,
}

/// Draws the tab that is open.
#[expect(clippy::too_many_arguments, reason = "everything a tab may show")]
pub(super) fn show(
    mut contexts: EguiContexts,
    lab: Res<Lab>,
    mut action: ResMut<Action>,
    view: BattleView,
    history: Res<History>,
    settings: Res<Settings>,
    opponents: Res<Opponents>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let look = settings.palette();
    let (history, settings, opponents) = (&*history, &*settings, &*opponents);
    let see = See { view: &view, history, settings, opponents, look, now: time.elapsed_secs_f64() };
    let action = action.as_mut();
    in_tab(&context, &lab, Tab::Odds, |ui| five_books(ui, &see, &lab, action));
    in_tab(&context, &lab, Tab::Steps, |ui| {
        action.wish = action.steps.show(ui, &see, lab.aim().is_some()).or(action.wish);
    });
    let now = (lab.revision(), lab.book, history.chapters().len());
    in_tab(&context, &lab, Tab::Charts, |ui| {
        if now.2 > 0 {
            let text = "The steps are on the board: these are the chances after them.";
            ui.label(RichText::new(text).color(look.caution).font(kit::small(ui)));
        }
        let attack = lab.aim().filter(|_| lab.is_current()).and_then(|aim| lab::attack(&view, aim));
        ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| action.charts.show(ui, look, now, attack.as_ref()));
    });
    if action.verdicts.is_working() || action.charts.busy() || action.wish.is_some() {
        redraw.write(RequestRedraw);
    }
    Ok(())
}

fn five_books(ui: &mut Ui, see: &See, lab: &Lab, action: &mut Action) {
    let said = |ui: &mut Ui, text: &str, colour: Color32| {
        ui.label(RichText::new(text).color(colour).font(kit::body(ui)));
    };
    if lab.aim().is_none() {
        let text = "Choose who attacks, with what, and whom: its odds then stand here, by all five books.";
        return said(ui, text, see.look.dim);
    }
    let question = (lab.revision(), lab.book);
    let (books, scene, content) = (action.books.clone(), lab.scene().clone(), lab.content.clone());
    action.verdicts.poll();
    action
        .verdicts
        .want(question, move || books.lock().unwrap_or_else(PoisonError::into_inner).ask(&scene, &content));
    let current = action.verdicts.get(&question).is_some();
    match action.verdicts.last() {
        Some(verdicts) => {
            ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| odds::show(ui, see.look, verdicts, lab.book, current));
        }
        None => said(ui, "being worked out ...", see.look.caution),
    }
}

/// Resolves the action and lets the board show how far it has come.
pub(super) fn walk(world: &mut World) {
    world.resource_scope(|world, mut action: Mut<Action>| {
        let lab = world.resource::<Lab>();
        let (now, aims) = ((lab.revision(), lab.book), lab.aim().is_some());
        action.bypass_change_detection().steps.outdated(now);
        let Some(wish) = action.wish.take() else { return };
        if !aims {
            return;
        }
        let (scene, content) = (lab.scene().clone(), lab.content.clone());
        if wish == Wish::Resolve {
            let action = action.as_mut();
            let (seed, answers) = action.steps.asks();
            let bench = action.bench.get_or_insert_with(|| {
                let mut bench = World::new();
                battle::install(&mut bench);
                bench
            });
            let story = Story::of(bench, &scene, &content, now.1, seed, answers);
            action.steps.resolved(now, story.map_err(|error| error.to_string()));
        }
        if action.steps.goes_back() && lab::arrange(world, &scene, &content, now.1).is_err() {
            return;
        }
        battle::tell(world, &action.steps.tell());
    });
}
