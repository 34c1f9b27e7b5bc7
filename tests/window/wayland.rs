//! Plays under a Wayland compositor without a screen, and without X.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Running, assert_ended_well, breachline, lock_display, verify, wait_until};

/// Name of the compositor's socket.
const SOCKET: &str = "wayland-breachline";

/// Whether Weston is installed; it has to be where window tests must not be skipped.
fn has_weston() -> bool {
    let there = Command::new("weston").arg("--version").stdout(Stdio::null()).status().is_ok();
    let needed = std::env::var_os("BREACHLINE_WINDOW_TESTS").is_some();
    assert!(there || !needed, "BREACHLINE_WINDOW_TESTS is set, but Weston is not installed");
    there
}

/// Starts Weston with its socket in a folder.
fn start_weston(runtime: &Path) -> Running {
    fs::set_permissions(runtime, fs::Permissions::from_mode(0o700)).expect("allowed");
    let mut command = Command::new("weston");
    command.args(["--backend=headless-backend.so", "--use-pixman", "--no-config", "--idle-time=0"]);
    command.args(["--width=1440", "--height=900", "--socket", SOCKET]);
    command.env("XDG_RUNTIME_DIR", runtime).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let program = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("Weston starts");
    wait_until("the compositor", || runtime.join(SOCKET).exists().then_some(()));
    Running(program)
}

fn under_wayland(home: &Path, runtime: &Path) -> Command {
    let mut command = breachline(home);
    command.env("XDG_RUNTIME_DIR", runtime).env("WAYLAND_DISPLAY", SOCKET).env_remove("DISPLAY");
    command
}

/// From the menu into a fight, on a machine without X.
#[test]
fn a_fight_is_played_under_wayland() {
    let _turn = lock_display();
    if !has_weston() {
        return;
    }
    let [home, runtime] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let _weston = start_weston(runtime.path());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/menu_to_fight.ron");
    let mut command = under_wayland(home.path(), runtime.path());
    command.args(["play", "--size", "1440x900", "--script"]).arg(script);
    let picture = home.path().join("wayland.png");
    let output = command.output().expect("the program runs");
    assert_ended_well(&output, "menu_to_fight.ron");
    assert!(verify(home.path()).contains("every hash agrees"));
    let mut command = under_wayland(home.path(), runtime.path());
    let output = command.args(["play", "--screenshot"]).arg(&picture).output().expect("the program runs");
    assert_ended_well(&output, "a screenshot");
    assert!(picture.exists(), "a screenshot was taken");
}

/// A compositor that does not answer is reported, and X is not used instead.
#[test]
fn a_compositor_that_is_gone_is_named() {
    let [home, runtime] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let output = under_wayland(home.path(), runtime.path()).arg("play").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("the Wayland display `wayland-breachline` does not answer"), "{text}");
}
