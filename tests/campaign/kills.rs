//! Programs that are killed at random moments while they play and save, and programs whose files cannot grow. A process of
//! this test plays, says what it has saved, and another verifies what is on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bevy_ecs::world::World;
use breachline::battle;
use breachline::battle::journal::{self, Journal};
use breachline::content::Squad;
use breachline::model::Side;
use breachline::rules::Book;
use breachline::sim::fuzz::fuzz_player::FuzzPlayer;

use crate::attack::{Attack, Verdict};
use crate::battles::{bundle, end_battle, is_over, shipped};

/// Environment variable: folder in which the other process saves. Without it, that process does not play.
const FOLDER_VARIABLE: &str = "BREACHLINE_CAMPAIGN_FOLDER";
/// Environment variable: seed of the battles of the other process.
const BATTLES_VARIABLE: &str = "BREACHLINE_CAMPAIGN_BATTLES";
/// Environment variable: number of orders after which the other process ends by itself.
const ORDERS_VARIABLE: &str = "BREACHLINE_CAMPAIGN_ORDERS";

/// Orders of a battle before it is surrendered.
const ORDERS_IN_BATTLE: usize = 60;
/// Orders between two quick saves.
const QUICK_SAVE_EVERY: usize = 9;
/// Orders between two saves as a whole, as after loading.
const WHOLE_SAVE_EVERY: usize = 14;
/// Most orders of a battle that may be saved without a report: the order in progress.
const UNSAID_ORDERS: usize = 1;
/// Most orders before a kill.
const MOST_ORDERS: usize = 200;

/// File with the errors of the other process.
const ERRORS_FILE: &str = "errors.txt";

fn battle_folder(root: &Path, number: usize) -> PathBuf {
    root.join(format!("battle-{number:03}"))
}

fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}").and_then(|()| stdout.flush()).expect("the other process reads");
}

/// Says whether the journal with this number of orders is saved.
fn say_saved(world: &World, orders: usize) {
    let is_saved = world.resource::<Journal>().write_error().is_none();
    say(&if is_saved { format!("orders {orders}") } else { "unsaved".to_owned() });
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Plays and saves until it is killed or has given its number of orders: the journal with every order, quick saves, whole
/// saves and squads. Says `battle N` once a battle is saved, `orders N` after each order, and `unsaved` if it could not be
/// written.
#[test]
#[ignore = "run by the tests below in a process of its own"]
fn play_and_save() {
    let Some(root) = variable(FOLDER_VARIABLE).map(PathBuf::from) else { return };
    let count = |name| variable(name).and_then(|text| text.parse::<u64>().ok());
    let seed = count(BATTLES_VARIABLE).expect("a seed");
    let mut left = count(ORDERS_VARIABLE).unwrap_or(u64::MAX);
    let mut world = battle::new_battle_world();
    say(""); // ends the line of the test harness
    for number in 0.. {
        let book = Book::ALL[(seed as usize + number) % Book::ALL.len()];
        let bundle = bundle(shipped(), ["lane", "parade"][number % 2], book).expect("a skirmish");
        journal::begin_battle(&mut world, Arc::new(bundle), seed);
        let folder = battle_folder(&root, number);
        let file = folder.join("fight.jsonl");
        // A failure is noted by the journal, and tried again with the next order.
        let _ = world.resource_mut::<Journal>().save_to(&file);
        say(&format!("battle {number}"));
        let mut player = FuzzPlayer::new(seed.wrapping_add(number as u64));
        let mut orders = 0;
        while orders < ORDERS_IN_BATTLE && !is_over(&world) {
            let order = battle::with_view(&mut world, |view| player.next_order(view));
            if journal::submit_order(&mut world, order).is_err() {
                continue;
            }
            orders += 1;
            say_saved(&world, orders);
            left -= 1;
            if left == 0 {
                return;
            }
            let mut journal = world.resource_mut::<Journal>();
            if orders % QUICK_SAVE_EVERY == 0 {
                let _ = storage::replace_file(&folder.join("quick.jsonl"), journal.to_text());
            }
            if orders % WHOLE_SAVE_EVERY == 0 {
                journal.set_save_number(orders as u64);
                let _ = journal.save_to(&file);
            }
        }
        end_battle(&mut world, |world| {
            orders += 1;
            say_saved(world, orders);
        });
        let squad = battle::with_view(&mut world, |view| battle::surviving_squad(view, Side(1)));
        let _ = squad.expect("the battlefield was left").write(&folder.join("squad.ron"));
    }
}

/// The process that plays.
pub struct Player {
    process: Child,
    lines: io::Lines<BufReader<std::process::ChildStdout>>,
    /// Orders that it has reported as saved, by battle.
    saved: BTreeMap<usize, usize>,
    /// File of its errors.
    errors: PathBuf,
    /// Whether an order could not be saved.
    pub is_unsaved: bool,
}

impl Player {
    /// Starts the process through a shell, after a command of it.
    pub fn start(root: &Path, seed: u64, orders: Option<u64>, before: &str) -> Self {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{before} exec \"$@\"")).arg("sh");
        command.arg(std::env::current_exe().expect("a program"));
        command.args(["--ignored", "--exact", "kills::play_and_save", "--nocapture", "--test-threads=1"]);
        command.env(FOLDER_VARIABLE, root).env(BATTLES_VARIABLE, seed.to_string());
        if let Some(orders) = orders {
            command.env(ORDERS_VARIABLE, orders.to_string());
        }
        let errors = root.join(ERRORS_FILE);
        let kept = fs::File::create(&errors).expect("a file");
        let mut process = command.stdout(Stdio::piped()).stderr(kept).spawn().expect("a start");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        Self { process, lines, saved: BTreeMap::new(), errors, is_unsaved: false }
    }

    /// Reads its output until it has given a number of orders or has ended.
    pub fn listen(&mut self, orders: usize) {
        let mut heard = 0;
        while heard < orders {
            let Some(Ok(line)) = self.lines.next() else { return };
            let number = |text: &str| text.parse::<usize>().expect("a number");
            match line.split_once(' ') {
                Some(("battle", battle)) => {
                    self.saved.insert(number(battle), 0);
                }
                Some(("orders", count)) => {
                    *self.saved.last_entry().expect("a battle was said").get_mut() = number(count);
                    heard += 1;
                }
                _ if line == "unsaved" => {
                    self.is_unsaved = true;
                    heard += 1;
                }
                _ => {} // of the test harness
            }
        }
    }
}

impl Player {
    /// Kills the process, and reads its output until then.
    ///
    /// # Panics
    /// It has ended by itself.
    pub fn kill(&mut self) {
        let ended = self.process.try_wait().expect("it can be asked");
        let errors = fs::read_to_string(&self.errors).unwrap_or_default();
        assert_eq!(ended, None, "it ended by itself: {errors}");
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
        self.listen(usize::MAX);
    }
}

/// Reads and replays a journal; returns the number of its orders.
fn orders_in(path: &Path, may_be_unfinished: bool) -> usize {
    let journal = Journal::read(path).unwrap_or_else(|error| panic!("{error}"));
    let mut world = battle::new_battle_world();
    journal::restore_valid_part(&mut world, journal);
    let journal = world.resource::<Journal>();
    if let Some(dropped) = journal.dropped() {
        assert!(dropped.is_unfinished && may_be_unfinished, "{}: {dropped}", path.display());
    }
    journal.entries().len()
}

/// Fails unless everything reported as saved exists, and everything that exists can be read.
fn verify(root: &Path, player: &Player) {
    let last = player.saved.keys().next_back().copied();
    for (&battle, &saved) in &player.saved {
        let folder = battle_folder(root, battle);
        let is_last = Some(battle) == last;
        let found = orders_in(&folder.join("fight.jsonl"), is_last);
        let most = saved + UNSAID_ORDERS;
        assert!((saved..=most).contains(&found), "battle {battle}: {found} orders, {saved} were said");
        let (quick, squad) = (folder.join("quick.jsonl"), folder.join("squad.ron"));
        if quick.exists() {
            orders_in(&quick, false);
        }
        if squad.exists() {
            Squad::read(&squad).expect("whole");
        }
    }
    // The battle after the last one may have been saved without a report.
    let next = battle_folder(root, last.map_or(0, |last| last + 1)).join("fight.jsonl");
    if next.exists() {
        assert_eq!(orders_in(&next, false), 0);
    }
}

/// Fails unless all orders reported as saved exist, and everything that exists can be read. Orders that could not be saved
/// may be missing.
pub fn verify_saved(root: &Path, player: &Player) {
    let last = player.saved.keys().next_back().copied();
    for (&battle, &saved) in &player.saved {
        let folder = battle_folder(root, battle);
        let file = folder.join("fight.jsonl");
        if file.exists() || saved > 0 {
            let found = orders_in(&file, Some(battle) == last);
            assert!(found >= saved, "battle {battle}: {found} orders, {saved} were said");
        }
        let (quick, squad) = (folder.join("quick.jsonl"), folder.join("squad.ron"));
        if quick.exists() {
            orders_in(&quick, false);
        }
        if squad.exists() {
            Squad::read(&squad).expect("whole");
        }
    }
}

/// Goes on with the last battle, as after loading it.
fn go_on(root: &Path, player: &Player) {
    let Some(last) = player.saved.keys().next_back() else { return };
    let path = battle_folder(root, *last).join("fight.jsonl");
    let mut world = battle::new_battle_world();
    journal::restore_valid_part(&mut world, Journal::read(&path).expect("it was verified"));
    let before = world.resource::<Journal>().entries().len();
    world.resource_mut::<Journal>().save_to(&path).expect("it is written");
    assert_eq!(orders_in(&path, false), before);
    if is_over(&world) {
        return;
    }
    let mut orders = FuzzPlayer::new(5);
    while world.resource::<Journal>().entries().len() == before {
        let order = battle::with_view(&mut world, |view| orders.next_order(view));
        // Rejected orders are not saved.
        let _ = journal::submit_order(&mut world, order);
    }
    assert_eq!(orders_in(&path, false), before + 1);
}

#[test]
fn a_killed_program_loses_at_most_its_last_order() {
    Attack::new("kills", "txt", 2).run(|case| {
        let root = tempfile::tempdir().expect("a folder");
        let mut player = Player::start(root.path(), case.mutator.seed() >> 8, None, "");
        player.listen(case.mutator.below(MOST_ORDERS));
        // Any moment of the next few orders, in which it also replaces whole files.
        std::thread::sleep(Duration::from_micros(case.mutator.below(40_000) as u64));
        player.kill();
        verify(root.path(), &player);
        go_on(root.path(), &player);
        if player.saved.is_empty() { Verdict::Refused } else { Verdict::Accepted }
    });
}

#[test]
fn a_file_that_cannot_grow_keeps_whole_orders() {
    Attack::new("files that cannot grow", "txt", 2).run(|case| {
        let root = tempfile::tempdir().expect("a folder");
        // The size is in units of 512 or 1024 bytes, by shell; the signal would end the process.
        let limit = format!("trap '' XFSZ; ulimit -f {};", 20 + case.mutator.below(120));
        let mut player = Player::start(root.path(), case.mutator.seed() >> 8, Some(100), &limit);
        player.listen(usize::MAX);
        assert!(player.process.wait().expect("it ends").success(), "it plays on without saving");
        verify_saved(root.path(), &player);
        if player.is_unsaved { Verdict::Refused } else { Verdict::Accepted }
    });
}
