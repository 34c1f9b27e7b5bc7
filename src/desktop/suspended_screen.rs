//! A battle or Lab scene that waits while a gallery scene is shown, and returns exactly as it was.

use bevy::prelude::*;

use crate::ai_players::AiController;
use crate::app_commands::notify;
use crate::board::CameraView;
use crate::content_library::ContentLibrary;
use crate::handover_screen::HandoverScreen;
use crate::lab::{self, LabState, LabTab, OpenedScene};
use crate::player_input::replace_session;
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use battle::journal::{self, Journal, JournalError};
use content::ContentFile;

/// What waits below the gallery scene; empty if the menu does, or nothing.
#[derive(Resource, Debug, Default)]
pub(super) struct SuspendedScreen(Option<Box<Suspended>>);

/// The state of a screen that waits.
#[derive(Debug)]
struct Suspended {
    what: SuspendedWork,
    session: Session,
    camera: CameraView,
}

/// What is taken up again.
#[derive(Debug)]
enum SuspendedWork {
    /// A battle or a replay.
    Battle {
        journal: Box<Journal>,
        handover: HandoverScreen,
        replay: Option<Box<ReplayPlayback>>,
        ai_paused: bool,
    },
    /// A scene of the Lab.
    Lab(Box<LabState>),
    /// The main menu.
    Menu,
}

impl SuspendedScreen {
    /// Label of the button that returns; `None` if nothing waits.
    pub fn return_label(&self) -> Option<&'static str> {
        Some(match self.0.as_ref()?.what {
            SuspendedWork::Battle { replay: Some(_), .. } => "Back to the replay",
            SuspendedWork::Battle { .. } => "Back to the battle",
            SuspendedWork::Lab(_) => "Back to the scene",
            SuspendedWork::Menu => "Back to the menu",
        })
    }

    /// Forgets what waits.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

/// Suspends the current screen and opens a gallery scene in the Lab, at its first step.
///
/// # Errors
/// Returns `LabError` if the file cannot be shown; nothing has changed then.
pub(super) fn show_scene(world: &mut World, file: &ContentFile) -> Result<(), lab::LabError> {
    let content = world.resource::<ContentLibrary>().loaded.content.clone();
    let opening = OpenedScene { file: None, ..OpenedScene::read(&content, file)? };
    let is_first = world.resource::<SuspendedScreen>().0.is_none();
    let suspended = is_first.then(|| suspend(world));
    if let Err(error) = lab::open_lab(world, opening) {
        if let Some(suspended) = suspended {
            put_back(world, suspended.what);
        }
        return Err(error);
    }
    if let Some(suspended) = suspended {
        world.resource_mut::<SuspendedScreen>().0 = Some(Box::new(suspended));
    }
    if let Some(mut lab) = world.get_resource_mut::<LabState>() {
        lab.tab = LabTab::Steps;
    }
    Ok(())
}

/// Takes the current screen out of the world.
fn suspend(world: &mut World) -> Suspended {
    let screen = *world.resource::<State<Screen>>().get();
    let what = match screen {
        Screen::Battle => match world.remove_resource::<Journal>() {
            Some(journal) => SuspendedWork::Battle {
                journal: Box::new(journal),
                handover: world.resource::<HandoverScreen>().clone(),
                replay: world.remove_resource::<ReplayPlayback>().map(Box::new),
                ai_paused: world.resource::<AiController>().is_paused(),
            },
            None => SuspendedWork::Menu,
        },
        Screen::Lab => world
            .remove_resource::<LabState>()
            .map_or(SuspendedWork::Menu, |lab| SuspendedWork::Lab(Box::new(lab))),
        Screen::Menu => SuspendedWork::Menu,
    };
    Suspended { what, session: world.resource::<Session>().clone(), camera: *world.resource::<CameraView>() }
}

/// Puts resources back that were taken out of the world.
fn put_back(world: &mut World, what: SuspendedWork) {
    match what {
        SuspendedWork::Battle { journal, replay, .. } => {
            world.insert_resource(*journal);
            if let Some(replay) = replay {
                world.insert_resource(*replay);
            }
        }
        SuspendedWork::Lab(lab) => world.insert_resource(*lab),
        SuspendedWork::Menu => {}
    }
}

/// Returns to the suspended screen: the same position, open prompt, selection and view.
///
/// # Errors
/// Returns `JournalError` if the battle cannot be restored.
pub(super) fn resume(world: &mut World) -> Result<(), JournalError> {
    let Some(suspended) = world.resource_mut::<SuspendedScreen>().0.take() else { return Ok(()) };
    let Suspended { what, session, camera } = *suspended;
    match what {
        SuspendedWork::Battle { journal, handover, replay, ai_paused } => {
            world.remove_resource::<LabState>();
            journal::restore_battle(world, *journal)?;
            world.insert_resource(handover);
            let mut ai_players = world.resource_mut::<AiController>();
            ai_players.resume();
            ai_players.set_paused(ai_paused);
            if let Some(replay) = replay {
                battle::rebuild_from_orders(world, &replay.orders_so_far())
                    .expect("invariant: the journal was verified");
                world.insert_resource(*replay);
            }
            replace_session(world, session);
            world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
        }
        SuspendedWork::Lab(lab) => {
            if let Err(problem) = lab::resume_lab(world, *lab) {
                notify(world, problem.to_string());
            }
            replace_session(world, session);
        }
        SuspendedWork::Menu => {
            world.remove_resource::<LabState>();
            battle::despawn_battle(world);
            world.resource_mut::<NextState<Screen>>().set(Screen::Menu);
        }
    }
    world.resource_mut::<CameraView>().restore(camera);
    Ok(())
}
