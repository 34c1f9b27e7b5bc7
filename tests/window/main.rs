//! Plays in a real window: a script from menu to fight, and a session with pointer and keys of the X server.
//!
//! Needs a display, `xdotool`, `import`, `pulseaudio` and `parec`; without a display these tests are skipped, unless
//! `BREACHLINE_WINDOW_TESTS` is set.
#![cfg(feature = "desktop")]

mod screen;
mod sound;
#[cfg(unix)]
mod wayland;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use screen::{AMBER, BLUE, Picture};

/// There is one screen: tests take turns.
static SCREEN: Mutex<()> = Mutex::new(());

fn lock_display() -> MutexGuard<'static, ()> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Longest time for a step on a slow machine with software rendering.
const PATIENCE: Duration = Duration::from_secs(120);

fn display() -> bool {
    let there = std::env::var_os("DISPLAY").is_some();
    let needed = std::env::var_os("BREACHLINE_WINDOW_TESTS").is_some();
    assert!(there || !needed, "BREACHLINE_WINDOW_TESTS is set, but there is no display");
    there
}

fn breachline(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breachline"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("BREACHLINE_HOME", home);
    command
}

/// The only journal that was written below a folder.
fn journal(home: &Path) -> Option<PathBuf> {
    let mut folders = vec![home.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                return Some(path);
            }
        }
    }
    None
}

fn verify(home: &Path) -> String {
    let path = journal(home).expect("a journal was written");
    let output = breachline(home).arg("replay").arg(&path).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn play_script(name: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    play_script_at(name, home.path());
    home
}

/// Plays a script with a folder of settings and saves.
fn play_script_at(name: &str, home: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window").join(name);
    let mut command = breachline(home);
    command.args(["play", "--size", "1440x900", "--script"]).arg(script);
    assert_ended_well(&command.output().expect("the program runs"), name);
}

/// Checks that the window has ended as it should, and that nothing in it has failed meanwhile: a fault in what is only shown does not
/// end the program.
fn assert_ended_well(output: &Output, what: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !errors.contains("panicked at"), "{what}: {errors}");
}

/// With fog of war a curtain covers board and log until the next player confirms.
#[test]
fn a_curtain_parts_the_players() {
    let _turn = lock_display();
    if display() {
        let home = play_script("fog.ron");
        assert!(verify(home.path()).contains("every hash agrees"));
    }
}

/// A person against the AI, through several of its turns, with undo, advice and reasons.
#[test]
fn the_machine_plays_a_side() {
    let _turn = lock_display();
    if display() {
        let home = play_script("machine.ron");
        assert!(verify(home.path()).contains("every hash agrees"));
    }
}

/// From the menu into a fight, a walk, a shot and its answer, all by pointer and keys; the journal agrees.
#[test]
fn a_script_plays_from_the_menu() {
    let _turn = lock_display();
    if display() {
        let home = play_script("menu_to_fight.ron");
        assert!(verify(home.path()).contains("every hash agrees"));
    }
}

/// Clicks, lists, weapons and the return from a replay do what the screen says.
#[test]
fn controls_do_what_they_show() {
    let _turn = lock_display();
    if display() {
        play_script("controls.ron");
    }
}

/// Buttons and keys switch the overlays of the board, which have legends and explain squares, also in a replay.
#[test]
fn overlays_have_buttons_legends_and_cards() {
    let _turn = lock_display();
    if display() {
        play_script("overlays.ron");
    }
}

/// A battle that is started from the menu has its light: at night the yard is darker than in flat light. Without the
/// light it would be brighter.
#[test]
fn a_battle_from_the_menu_is_lit() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let board = |flat: bool| {
        let home = tempfile::tempdir().expect("a folder");
        let settings = format!("(flat_light: {flat}, reduced_motion: true)");
        fs::write(home.path().join("settings.ron"), settings).expect("written");
        play_script_at("light.ron", home.path());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures/light.png");
        Picture::read(&file).expect("the script takes a picture")
    };
    let (lit, flat) = (board(false), board(true));
    let [lit, flat] = [lit, flat].map(|picture| picture.brightness((975, 480), (1075, 780)));
    assert!(lit < 0.8 * flat, "brightness of the yard: {lit:.0} with light, {flat:.0} in flat light");
}

/// The first lesson with every hint, from the menu of a new player to the next lesson.
#[test]
fn a_new_player_completes_the_first_lesson() {
    let _turn = lock_display();
    if display() {
        let home = play_script("lesson.ron");
        let done = fs::read_to_string(home.path().join("lessons.ron")).expect("the list is written");
        assert!(done.contains("moving"), "{done}");
    }
}

/// Words of a hint are explained by pointer and keys, and the cards close one by one.
#[test]
fn words_on_the_screen_are_explained() {
    let _turn = lock_display();
    if display() {
        play_script("terms.ron");
    }
}

/// A campaign from its beginning to the second stage.
#[test]
fn a_stage_of_a_campaign_is_won() {
    let _turn = lock_display();
    if display() {
        let home = play_script("campaign.ron");
        let progress = fs::read_to_string(home.path().join("progress/ledger.ron")).expect("it is written");
        assert!(progress.contains("\"culvert\": won"), "{progress}");
        let journal = journal(home.path()).expect("a journal was written");
        let link = fs::read_to_string(journal.with_file_name("campaign.ron")).expect("the battle is linked");
        assert!(link.contains("ledger"), "{link}");
    }
}

/// A grenade explodes in a room; after its smoke has drifted away, the window draws no frame.
#[test]
fn a_grenade_explodes_and_the_window_comes_to_rest() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window");
    let skirmish = home.path().join("content/skirmishes/grenade.ron");
    fs::create_dir_all(skirmish.parent().expect("a folder")).expect("created");
    fs::copy(source.join("home/content/skirmishes/grenade.ron"), skirmish).expect("copied");
    fs::copy(source.join("home/settings.ron"), home.path().join("settings.ron")).expect("copied");
    let mut command = breachline(home.path());
    command.args(["play", "grenade", "--seed", "3", "--ai", "Orange=easy", "--size", "1440x900", "--script"]);
    let output = command.arg(source.join("grenade.ron")).output().expect("the program runs");
    assert_ended_well(&output, "grenade.ron");
    assert!(verify(home.path()).contains("every hash agrees"));
}

/// From the menu to the victory through the accessibility tree alone, as a screen reader goes; the window comes to rest with
/// the tree as well.
#[test]
fn a_screen_reader_plays_a_battle() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window");
    let skirmish = home.path().join("content/skirmishes/duel.ron");
    fs::create_dir_all(skirmish.parent().expect("a folder")).expect("created");
    fs::copy(source.join("home/content/skirmishes/duel.ron"), skirmish).expect("copied");
    let mut command = breachline(home.path());
    command.args(["play", "--size", "1440x900", "--script"]);
    let output = command.arg(source.join("screen_reader.ron")).output().expect("the program runs");
    assert_ended_well(&output, "screen_reader.ron");
    assert!(verify(home.path()).contains("every hash agrees"));
}

/// Every control of every screen has a role and a name.
#[test]
fn every_control_is_named() {
    let _turn = lock_display();
    if display() {
        play_script("named_controls.ron");
    }
}

/// Content that changes while a scene of the Lab is open is taken up; errors are shown, and the edits stay.
#[test]
fn the_lab_takes_up_changed_content() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let picture = |name: &str| home.path().join(name);
    let script = format!(
        "[
            Expect(Lab),
            Drag(from: (2, 4), to: (3, 6)),
            Screenshot({:?}),
            Wait(120),
            Expect(Text(\"Skipped: \")),
            Screenshot({:?}),
            Wait(120),
            Expect(NoText(\"Skipped: \")),
            Key(\"Esc\"),
            Key(\"Esc\"),
            Press(\"Main menu\"),
            Expect(Text(\"Unsaved changes\")),
            Press(\"Leave without saving\"),
            Expect(Menu),
            Quit,
        ]",
        picture("opened.png"),
        picture("broken.png")
    );
    let file = picture("changes.ron");
    fs::write(&file, script).expect("written");
    let mut command = breachline(home.path());
    command.args(["lab", "full_cover", "--size", "1440x900", "--script"]).arg(file);
    let mut program = Running(command.spawn().expect("the program starts"));
    let own = home.path().join("content");
    fs::create_dir_all(&own).expect("a folder");
    wait_until("the scene", || picture("opened.png").exists().then_some(()));
    fs::write(own.join("barriers.ron"), "(kinds: {\"brick_wall\": (name: \"Thin wall\")})").expect("written");
    wait_until("the error", || picture("broken.png").exists().then_some(()));
    fs::write(own.join("barriers.ron"), THIN_WALL).expect("written");
    let end = wait_until("the end", || program.0.try_wait().expect("it runs"));
    assert!(end.success());
}

/// A brick wall that shots pass more easily.
const THIN_WALL: &str =
    "(kinds: {\"brick_wall\": (name: \"Thin wall\", material: \"structure\", height_cm: 200, thickness_cm: 5,
    style: brick, footing: edge)})";

/// An idle window draws no frame, on any screen.
#[test]
fn an_idle_window_draws_no_frame() {
    let _turn = lock_display();
    if display() {
        play_script("idle.ron");
    }
}

/// A signal ends an idle window: it does not wait for a frame that nothing needs. The system ends the program if it was
/// started with another of its signals ignored.
#[test]
#[cfg(unix)]
fn an_idle_window_ends_on_a_signal() {
    use std::os::unix::process::ExitStatusExt;

    let _turn = lock_display();
    if !display() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let (script, picture) = (home.path().join("idle.ron"), home.path().join("idle.png"));
    let steps = format!("[Expect(Menu), Idle(1.5), Screenshot({picture:?}), Idle(1.5)]");
    fs::write(&script, steps).expect("written");
    let mut command = breachline(home.path());
    command.args(["play", "--size", "1024x640", "--script"]).arg(&script);
    let mut program = Running(command.spawn().expect("the program starts"));
    wait_until("the picture", || picture.exists().then_some(()));
    // The frame with the picture was the last one.
    std::thread::sleep(Duration::from_secs(4));
    let sent = Command::new("kill").args(["-s", "TERM", &program.0.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let status = wait_until("the end", || program.0.try_wait().expect("asked"));
    assert!(status.success() || status.signal().is_some(), "{status}");
}

/// A program that is stopped when the test ends, however it ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn xdotool(arguments: &[&str]) {
    let status = Command::new("xdotool").args(arguments).status().expect("xdotool is installed");
    assert!(status.success(), "xdotool {arguments:?}");
}

/// Waits until something holds.
fn wait_until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(300));
    }
}

fn orders(home: &Path) -> usize {
    let text = journal(home).and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    text.lines().count().saturating_sub(1)
}

/// Two AI players fight while no input wakes the window.
#[test]
fn ai_players_fight_in_a_window_without_input() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let arguments =
        ["play", "warehouse", "--seed", "7", "--ai", "1=easy", "--ai", "2=easy", "--size", "1024x640"];
    let program = breachline(home.path()).args(arguments).stdout(Stdio::null()).spawn();
    let _program = Running(program.expect("the program starts"));
    wait_until("the twelfth order", || (orders(home.path()) >= 12).then_some(()));
}

/// Keys and clicks of the X server reach the fight; killed in the middle, nothing is lost.
#[test]
fn real_keys_and_clicks_reach_the_fight() {
    if !display() {
        return;
    }
    let _turn = lock_display();
    let home = tempfile::tempdir().expect("a folder");
    let start = |arguments: &[&str]| {
        let mut command = breachline(home.path());
        Running(command.args(arguments).stdout(Stdio::null()).spawn().expect("the program starts"))
    };
    let mut program = start(&["play", "warehouse", "--seed", "7", "--size", "1440x900"]);
    let picture = wait_until("the board", || {
        let picture = Picture::take()?;
        (picture.count(AMBER) > 400 && picture.count(BLUE) > 400).then_some(picture)
    });
    drop(picture);
    // There is no window manager that gives it the keyboard focus.
    xdotool(&["search", "--onlyvisible", "--name", "Breachline", "windowfocus"]);
    for sides in 1..=2 {
        wait_until("a side that begins", || {
            if orders(home.path()) < sides {
                xdotool(&["key", "BackSpace"]);
                std::thread::sleep(Duration::from_secs(2));
            }
            (orders(home.path()) >= sides).then_some(())
        });
    }
    // The amber button at the lower right ends the phase.
    let before = orders(home.path());
    wait_until("the end of a phase", || {
        let picture = Picture::take()?;
        let (x, y) = picture.middle(AMBER, (1000, 820), (1440, 900))?;
        xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(600));
        xdotool(&["click", "1"]);
        std::thread::sleep(Duration::from_secs(2));
        xdotool(&["key", "Return"]); // where it asks because points are left
        std::thread::sleep(Duration::from_secs(2));
        (orders(home.path()) > before).then_some(())
    });
    let kept = orders(home.path());
    program.0.kill().expect("it runs");
    program.0.wait().expect("it ends");
    let text = verify(home.path());
    assert!(text.starts_with(&format!("{kept} orders")), "{text}");
}
