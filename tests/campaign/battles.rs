//! Battles for attacks: shipped content, random orders, and their journals.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bevy_ecs::world::World;
use breachline::battle::journal::{self, Journal};
use breachline::battle::{self, Order, OrderError, PendingPrompt, RoundState};
use breachline::content::{self, Content, SkirmishBundle, SkirmishOverrides, is_visible};
use breachline::model::Side;
use breachline::rules::Book;
use breachline::sim::fuzz::fuzz_player::FuzzPlayer;
use breachline::sim::fuzz::order_audit::OrderAudit;

/// Orders of a journal that is mutated.
const JOURNAL_ORDERS: usize = 60;
/// Most orders that are drawn for it, valid or not.
const MAX_DRAWN: usize = 2_000;

/// The folder of shipped content.
pub fn shipped_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// The shipped content, loaded once.
pub fn shipped() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| content::load_content(&[shipped_folder()]).content)
}

/// The files below some folders that end in `ron`, with their contents, sorted by path.
pub fn ron_files(folders: &[PathBuf]) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = BTreeSet::new();
    let mut folders = folders.to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "ron") {
                files.insert(path);
            }
        }
    }
    files.into_iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
}

/// Fails if a text that is shown to players has a character that cannot be seen.
pub fn assert_visible(text: &str) {
    let hidden = text.chars().find(|character| *character != '\n' && !is_visible(*character));
    assert_eq!(hidden, None, "an invisible character in {text:?}");
}

/// Gives a number of random orders, valid or not, and checks the invariants of the battle after each. The battle may be
/// in the middle of a phase.
pub fn give_random_orders(world: &mut World, player: &mut FuzzPlayer, orders: usize) {
    for _ in 0..orders {
        let order = battle::with_view(world, |view| player.next_order(view));
        if let Err(stuck @ OrderError::ResolutionLimit(_)) = journal::submit_order(world, order) {
            panic!("{stuck}");
        }
        if let Some(broken) = battle::with_view(world, battle::first_violation) {
            panic!("{broken}");
        }
    }
}

/// Plays random orders in a new battle, with the audit of the fuzz player: what units do, pay and hold. The battle can be
/// loaded again.
pub fn play_some(world: &mut World, bundle: SkirmishBundle, seed: u64, orders: usize) {
    journal::begin_battle(world, Arc::new(bundle), seed);
    let (mut player, mut audit) = (FuzzPlayer::new(seed), OrderAudit::begin_battle(world));
    for _ in 0..orders {
        let order = battle::with_view(world, |view| player.next_order(view));
        if let Err(fault) = audit.submit(world, order.clone()) {
            panic!("{fault} ({order:?})");
        }
    }
    assert_loads_again(world);
}

/// Fails if the battle cannot be saved and loaded.
pub fn assert_loads_again(world: &mut World) {
    let hash = battle::battle_hash(world);
    let text = world.resource::<Journal>().to_text();
    let journal =
        Journal::from_bytes(Path::new("again"), text.as_bytes()).expect("what is saved can be loaded");
    assert_eq!(journal.dropped(), None);
    journal::restore_battle(world, journal).expect("it replays");
    assert_eq!(battle::battle_hash(world), hash);
}

/// A skirmish under a book; `None` if it cannot be played in it.
pub fn bundle(content: &Content, skirmish: &str, book: Book) -> Option<SkirmishBundle> {
    let overrides =
        SkirmishOverrides { book: Some(book), free_undo: Some(true), ..SkirmishOverrides::default() };
    content::bundle_skirmish(content, skirmish, &overrides).ok()
}

/// Texts of journals with random orders: two skirmishes and a scene that goes on from wounds and damage under each book.
pub fn journals() -> &'static [String] {
    static JOURNALS: OnceLock<Vec<String>> = OnceLock::new();
    JOURNALS.get_or_init(|| {
        let skirmishes = ["lane", "convoy", "hostage", "parade", "culvert", "gantry"];
        let mut world = battle::new_battle_world();
        let mut texts = Vec::new();
        for (number, book) in Book::ALL.into_iter().enumerate() {
            let playable = skirmishes.iter().cycle().skip(number).take(skirmishes.len());
            let bundles = playable.filter_map(|id| bundle(shipped(), id, book)).take(2);
            let scenes = shipped().labs.keys().filter_map(|id| bundle(shipped(), id, book));
            for bundle in bundles.chain(scenes.filter(|bundle| bundle.start.is_some()).skip(number).take(1)) {
                journal::begin_battle(&mut world, Arc::new(bundle), number as u64);
                let mut player = FuzzPlayer::new(number as u64);
                for _ in 0..MAX_DRAWN {
                    if world.resource::<Journal>().entries().len() >= JOURNAL_ORDERS {
                        break;
                    }
                    give_random_orders(&mut world, &mut player, 1);
                }
                texts.push(world.resource::<Journal>().to_text());
            }
        }
        texts
    })
}

/// Ends the battle by a surrender, unless it is over, and leaves the battlefield with the first answer to each prompt.
/// Calls a function after each order.
pub fn end_battle(world: &mut World, mut after_order: impl FnMut(&mut World)) {
    for order in [Order::Surrender { side: Side(0) }, Order::LeaveField] {
        // A battle that is over, or was left, refuses.
        if journal::submit_order(world, order).is_ok() {
            after_order(world);
        }
        // Items that go off at the end of the battle ask, and so does leaving.
        while let Some(open) = world.resource::<PendingPrompt>().open_prompt() {
            let answer = open.prompt().answers[0].key.clone();
            journal::submit_order(world, Order::Decide { answer }).expect("an answer of the prompt");
            after_order(world);
        }
    }
}

/// Whether the battle is over.
pub fn is_over(world: &World) -> bool {
    world.resource::<RoundState>().outcome().is_some()
}
