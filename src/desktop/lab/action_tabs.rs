//! Tabs about the action: odds in all rulebooks, steps, charts.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{Color32, RichText, ScrollArea, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::action_steps::{ActionSteps, StepsRequest};
use super::charts::ChartsTab;
use super::{LabState, LabSystems, LabTab, book_comparison, is_lab_open, show_in_tab, world_sync};
use crate::app_commands::AppCommand;
use crate::background_task::BackgroundTask;
use crate::board::BoardSystems;
use crate::panel::widgets::PanelContext;
use crate::panel::{PanelParams, widgets};
use crate::player_input::take_messages;
use crate::redraw::WindowWaker;
use crate::suspended_screen::SuspendedScreen;
use lab::action_replay::ActionReplay;
use lab::{BookComparison, BookForecast};
use rules::Book;

/// State of the tabs.
#[derive(Resource, Default)]
pub(super) struct ActionTabs {
    books: Arc<Mutex<BookComparison>>,
    verdicts: BackgroundTask<(u64, Book), Vec<BookForecast>>,
    charts: ChartsTab,
    steps: ActionSteps,
    /// A separate world to resolve the action in.
    simulation: Option<World>,
}

/// Tabs about the action.
pub(super) struct ActionTabPlugin;

impl Plugin for ActionTabPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ActionTabs>()
            .add_message::<StepsRequest>()
            .add_systems(
                Update,
                resolve_action
                    .after(world_sync::sync_world)
                    .before(BoardSystems::Prepare)
                    .run_if(is_lab_open),
            )
            .add_systems(EguiPrimaryContextPass, show.in_set(LabSystems::Tabs));
    }
}

/// Draws the open tab.
pub(super) fn show(
    mut contexts: EguiContexts,
    lab: Res<LabState>,
    mut action: ResMut<ActionTabs>,
    (params, waiting, waker): (PanelParams, Res<SuspendedScreen>, Res<WindowWaker>),
    mut requests: MessageWriter<StepsRequest>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let see = params.context();
    let palette = see.palette;
    let action = action.as_mut();
    show_in_tab(&context, &lab, LabTab::Odds, |ui| show_five_books(ui, &see, &lab, action, &waker));
    let mut is_requested = false;
    show_in_tab(&context, &lab, LabTab::Steps, |ui| {
        let request = action.steps.show(ui, &see, (&lab, &waiting));
        is_requested = request.is_some();
        requests.write_batch(request);
    });
    let now = (lab.revision(), lab.book, see.history.records().len());
    show_in_tab(&context, &lab, LabTab::Charts, |ui| {
        if now.2 > 0 {
            let text = "The board shows the steps: these odds are from there on.";
            ui.label(RichText::new(text).color(palette.caution).font(widgets::small_font(ui)));
        }
        let aim = lab.aim().filter(|_| lab.is_current());
        let attack = aim.and_then(|aim| lab::aimed_attack(see.view, aim));
        let attack = attack.filter(|attack| attack.defender().is_some());
        ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| action.charts.show(ui, palette, now, attack.as_ref(), &waker));
    });
    if is_requested {
        redraw.write(RequestRedraw);
    }
    Ok(())
}

fn show_five_books(
    ui: &mut Ui,
    see: &PanelContext,
    lab: &LabState,
    action: &mut ActionTabs,
    waker: &WindowWaker,
) {
    let label = |ui: &mut Ui, text: &str, colour: Color32| {
        ui.label(RichText::new(text).color(colour).font(widgets::body_font(ui)));
    };
    if lab.aim().is_none() {
        let text = "Choose attacker, weapon and target to see the odds under all five rulebooks.";
        return label(ui, text, see.palette.dim);
    }
    let question = (lab.revision(), lab.book);
    let (books, scene, content) = (action.books.clone(), lab.scene().clone(), lab.content.clone());
    action.verdicts.poll();
    action.verdicts.request(question, waker, move || {
        books.lock().unwrap_or_else(PoisonError::into_inner).forecast_all(&scene, &content)
    });
    let current = action.verdicts.get(&question).is_some();
    match action.verdicts.latest() {
        Some(verdicts) => {
            widgets::show_beside_bar(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
                book_comparison::show(ui, see.palette, verdicts, lab.book, current);
            });
        }
        None => label(ui, "calculating\u{2026}", see.palette.caution),
    }
}

/// Resolves the action and shows it on the board up to the current step.
fn resolve_action(world: &mut World) {
    let request = take_messages::<StepsRequest>(world).pop();
    world.resource_scope(|world, mut action: Mut<ActionTabs>| {
        let lab = world.resource::<LabState>();
        let (now, has_steps) = ((lab.revision(), lab.book), lab.has_steps());
        action.bypass_change_detection().steps.discard_if_stale(now);
        let Some(request) = request else { return };
        if request == StepsRequest::Return {
            world.write_message(AppCommand::ReturnFromScene);
            return;
        }
        if !has_steps {
            return;
        }
        let (scene, content) = (lab.scene().clone(), lab.content.clone());
        if request == StepsRequest::Resolve {
            let action = action.as_mut();
            let (rerolls, answers) = action.steps.seed_and_answers();
            let seed = scene.script.seed.wrapping_add(rerolls);
            let simulation = action.simulation.get_or_insert_with(battle::new_battle_world);
            let result = ActionReplay::resolve(simulation, &scene, &content, now.1, seed, answers);
            action.steps.set_result(now, result.map_err(|error| error.to_string()));
        }
        if action.steps.needs_restart() && ::lab::set_up_scene(world, &scene, &content, now.1).is_err() {
            return;
        }
        battle::replay_events(world, &action.steps.replayed_orders());
    });
}
