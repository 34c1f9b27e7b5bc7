//! From wishes to the fight itself: orders, taking back, beginning, saving and loading.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;

use super::app::Verdict;
use super::curtain::Curtain;
use super::input::{Command, Keys};
use super::lab;
use super::menu::MenuState;
use super::opponents::{self, Opponents, Player};
use super::replay::{self, Replay};
use super::saves;
use super::session::{Screen, Session};
use super::settings::Settings;
use battle::journal::{self, Journal, JournalError};
use battle::{Round, Setup, Side};
use content::SkirmishBundle;
use content::paths;

/// Something to do with whole fights.
#[derive(Clone, Debug)]
pub(super) enum Request {
    /// Begin this one.
    Start {
        /// The skirmish.
        bundle: Arc<SkirmishBundle>,
        /// Seed of the dice.
        seed: u64,
        /// Who plays its sides.
        seats: Vec<Player>,
    },
    /// Go on with a saved one.
    Open(PathBuf),
    /// Watch a journal.
    Watch(PathBuf),
    /// Watch a journal to open one of its positions in the Lab.
    Position(PathBuf),
    /// Watch the journal that the program was started for; it ends if that cannot be shown.
    Show(PathBuf),
    /// Play on from where the replay stands, as a new fight.
    Branch,
    /// Keep a copy under this name.
    SaveAs(String),
    /// Remove a saved journal for good.
    Delete(PathBuf),
    /// Keep a copy to come back to.
    QuickSave,
    /// Come back to it.
    QuickLoad,
    /// Keep what is left of a side as a squad, and go on to its next skirmish.
    SaveSquad {
        /// The side.
        side: Side,
        /// To the menu with it.
        go_on: bool,
    },
    /// To the Lab with a scene.
    Lab(Box<lab::Opening>),
    /// To the Lab with the fight or replay as it stands.
    WhatIf,
    /// To the main menu.
    Leave,
    /// Close the program.
    Quit,
}

/// What to do with whole fights, in turn. Systems write it.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Requests(pub Vec<Request>);

/// Orders are given here, before anything is shown.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Requests>()
        .configure_sets(PreUpdate, OrderSystems.after(InputManagerSystem::ManualControl))
        .add_systems(
            PreUpdate,
            (ask_quickly, carry_out, give_orders, opponents::follow).chain().in_set(OrderSystems),
        );
}

/// A seed that nobody chose.
pub(super) fn seed_of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64 & 0xFFFF_FFFF // short enough to be read out
}

fn ask_quickly(keys: Keys, mut requests: ResMut<Requests>, screen: Res<State<Screen>>) {
    if *screen.get() != Screen::Battle {
        return;
    }
    if keys.just(Command::QuickSave) {
        requests.0.push(Request::QuickSave);
    }
    if keys.just(Command::QuickLoad) {
        requests.0.push(Request::QuickLoad);
    }
}

/// Tells whoever is at the screen.
pub(super) fn notify(world: &mut World, text: impl Into<String>) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Session>().notice = Some((text.into(), now));
}

/// Gives all orders that wait, in turn; the first refusal drops the rest.
fn give_orders(world: &mut World) {
    let mut session = world.resource_mut::<Session>();
    if session.orders.is_empty() && !session.undo {
        return;
    }
    let orders = std::mem::take(&mut session.orders);
    let undo = std::mem::take(&mut session.undo);
    if !battle::is_set_up(world) {
        return;
    }
    if world.contains_resource::<Replay>() {
        notify(world, "This is a replay. \u{201c}Play on from here\u{201d} makes a fight of it.");
        return;
    }
    if undo && let Err(refusal) = opponents::undo(world) {
        notify(world, refusal.to_string());
    }
    for order in orders {
        if let Some(why) = opponents::forbids(world, &order) {
            notify(world, why);
            break;
        }
        if let Err(refusal) = journal::order(world, order) {
            notify(world, refusal.to_string());
            break;
        }
    }
    world.resource_mut::<Session>().marked = None;
    tell_of_journal(world);
}

/// Says so if the last order could not be written down.
pub(super) fn tell_of_journal(world: &mut World) {
    if let Some(problem) = world.get_resource::<Journal>().and_then(Journal::problem).map(str::to_owned) {
        notify(world, problem);
    }
}

fn carry_out(world: &mut World) {
    for request in std::mem::take(&mut world.resource_mut::<Requests>().0) {
        let result = match request {
            Request::Start { bundle, seed, seats } => start(world, bundle, seed, seats),
            Request::Open(path) => open(world, &path),
            Request::Watch(path) => watch(world, &path),
            Request::Position(path) => watch(world, &path).map(|()| {
                notify(world, "Go to the position you want, then \u{201c}Open in the Lab\u{201d}.");
            }),
            Request::Show(path) => watch(world, &path).inspect_err(|error| {
                let exit = world.resource::<Verdict>().fail(error.to_string());
                world.write_message(exit);
            }),
            Request::Branch => branch(world),
            Request::SaveAs(name) => save_as(world, &name),
            Request::Delete(path) => {
                delete(world, &path);
                Ok(())
            }
            Request::QuickSave => save_beside(world, saves::QUICK).map(|_| notify(world, "Saved.")),
            Request::QuickLoad => quick_load(world),
            Request::SaveSquad { side, go_on } => {
                save_squad(world, side, go_on);
                Ok(())
            }
            Request::Lab(opening) => {
                if let Err(problem) = lab::enter(world, *opening) {
                    complain(world, &problem.to_string());
                }
                Ok(())
            }
            Request::WhatIf => {
                what_if(world);
                Ok(())
            }
            Request::Leave => {
                leave(world);
                Ok(())
            }
            Request::Quit => {
                world.write_message(AppExit::Success);
                Ok(())
            }
        };
        if let Err(problem) = result {
            complain(world, &problem.to_string());
        }
    }
}

/// Shows what went wrong where the player looks.
fn complain(world: &mut World, problem: &str) {
    let text = sentence(problem);
    if battle::is_set_up(world) {
        notify(world, text);
    } else {
        world.resource_mut::<MenuState>().problem = Some(text);
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

fn start(
    world: &mut World,
    bundle: Arc<SkirmishBundle>,
    seed: u64,
    seats: Vec<Player>,
) -> Result<(), JournalError> {
    world.remove_resource::<Replay>();
    world.remove_resource::<lab::Lab>();
    let file = saves::new_fight(&paths::saves(), &bundle.id);
    journal::begin(world, bundle, seed);
    enter(world);
    world.resource_mut::<Opponents>().sit(seats);
    world.resource_mut::<Journal>().keep_in(&file)
}

/// Goes on with a fight. The main file of a fight is written on; any other one begins a fight of its own.
fn open(world: &mut World, path: &Path) -> Result<(), JournalError> {
    let journal = Journal::read(path)?;
    let file = if saves::is_main(path) {
        path.to_owned()
    } else {
        saves::new_fight(&paths::saves(), &journal.header().bundle.id)
    };
    let seats = usual_seats(world, &journal.header().bundle.id);
    world.resource_mut::<Opponents>().sit(seats);
    restore(world, journal, &file)
}

/// Who played a skirmish last.
fn usual_seats(world: &World, skirmish: &str) -> Vec<Player> {
    world.resource::<Settings>().players.get(skirmish).cloned().unwrap_or_default()
}

fn restore(world: &mut World, journal: Journal, file: &Path) -> Result<(), JournalError> {
    let cut_short = journal.cut_short();
    world.remove_resource::<Replay>();
    if let Err(error) = journal::restore(world, journal) {
        leave(world);
        return Err(error);
    }
    enter(world);
    if cut_short {
        notify(world, "The last order of this save was cut off and is left out.");
    }
    world.resource_mut::<Journal>().keep_in(file)
}

fn quick_load(world: &mut World) -> Result<(), JournalError> {
    let Some(current) = main_file(world) else { return Ok(()) };
    let quick = current.with_file_name(saves::QUICK);
    if !quick.exists() {
        notify(world, "There is no quick save of this fight yet.");
        return Ok(());
    }
    let journal = Journal::read(&quick)?;
    restore(world, journal, &current)?;
    notify(world, "Back at the quick save.");
    Ok(())
}

/// Keeps a side as a squad under a name nobody has used, and takes it along if it is to go on.
fn save_squad(world: &mut World, side: Side, go_on: bool) {
    let Some(squad) = battle::with_view(world, |view| battle::squad(view, side)) else { return };
    let file = saves::new_squad(&paths::squads(), &squad.name);
    if let Err(error) = squad.write(&file) {
        return complain(world, &error.to_string());
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    notify(world, format!("The squad is kept as \u{201c}{name}\u{201d}."));
    if go_on {
        leave(world);
        world.resource_mut::<MenuState>().go_on_with(squad);
    }
}

fn main_file(world: &World) -> Option<PathBuf> {
    world.get_resource::<Journal>()?.path().map(Path::to_owned)
}

fn save_as(world: &mut World, name: &str) -> Result<(), JournalError> {
    let Some(file) = saves::file_of(name) else {
        notify(world, "A name needs at least one letter or digit.");
        return Ok(());
    };
    if save_beside(world, &file)? {
        notify(world, format!("Saved as \u{201c}{}\u{201d}.", name.trim()));
    }
    Ok(())
}

/// Copies the journal into the folder of the fight.
fn save_beside(world: &mut World, file: &str) -> Result<bool, JournalError> {
    let Some(journal) = world.get_resource::<Journal>() else { return Ok(false) };
    let folder = match journal.path().and_then(Path::parent) {
        Some(folder) => folder.to_owned(),
        None => paths::saves(),
    };
    let path = folder.join(file);
    let text = journal.to_text();
    saves::write(&path, &text).map_err(|source| JournalError::Write { path, source })?;
    Ok(true)
}

/// The fight that is being played is never deleted under the player's hands.
fn delete(world: &mut World, path: &Path) {
    let played = !world.contains_resource::<Replay>() && main_file(world).is_some_and(|file| file == path);
    if played {
        notify(world, "This is the fight you play.");
    } else if let Err(error) = saves::delete(path) {
        complain(world, &format!("cannot delete {}: {error}", path.display()));
    }
    world.resource_mut::<MenuState>().look_again();
}

fn watch(world: &mut World, path: &Path) -> Result<(), JournalError> {
    let shown = Journal::read(path).and_then(|journal| journal::restore(world, journal));
    if let Err(error) = shown {
        leave(world);
        return Err(error);
    }
    enter(world);
    world.resource_mut::<Opponents>().sit(Vec::new());
    let replay = Replay::of(world);
    world.insert_resource(replay);
    replay::show(world, 0);
    Ok(())
}

/// Makes a fight of what the replay shows.
fn branch(world: &mut World) -> Result<(), JournalError> {
    let Some(replay) = world.get_resource::<Replay>() else { return Ok(()) };
    let orders = replay.orders_so_far();
    let setup = world.resource::<Setup>();
    let (bundle, seed) = (setup.bundle().clone(), setup.seed());
    let seats = usual_seats(world, &bundle.id);
    start(world, bundle, seed, seats)?;
    for (number, order) in (1..).zip(orders) {
        journal::order(world, order).map_err(|refusal| JournalError::Refused { number, refusal })?;
    }
    notify(world, "A fight of its own: you play on from here.");
    Ok(())
}

fn enter(world: &mut World) {
    let acting = world.resource::<Round>().acting();
    world.insert_resource(Session { selected: acting, ..Session::default() });
    world.insert_resource(Curtain::default());
    world.resource_mut::<Opponents>().forget();
    world.resource_mut::<MenuState>().refresh();
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
}

/// The fight stays as it is kept; the Lab has a copy of where it stands.
fn what_if(world: &mut World) {
    if !battle::is_set_up(world) {
        return;
    }
    let scene = battle::with_view(world, ::lab::what_if);
    if let Err(problem) = lab::enter(world, lab::Opening { scene, file: None }) {
        complain(world, &problem.to_string());
    }
}

fn leave(world: &mut World) {
    world.remove_resource::<lab::Lab>();
    world.remove_resource::<Replay>();
    world.remove_resource::<Journal>();
    world.insert_resource(Session::default());
    world.resource_mut::<Opponents>().forget();
    battle::clear(world);
    world.resource_mut::<MenuState>().refresh();
    world.resource_mut::<NextState<Screen>>().set(Screen::Menu);
}
