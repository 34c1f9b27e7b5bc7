//! Sound in a real window, with the test's own PulseAudio server and a null sink.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Running, breachline, display, lock_display, wait_until};

/// Sink of the server.
const SINK: &str = "nowhere";
/// Loudest sample that counts as silence, of 32767.
const SILENCE: i16 = 4;
/// Loudest sample that a shot has at least.
const SHOT: i16 = 3000;

/// Frames of the beginning of a shot: 60 ms.
const SHOT_FRAMES: usize = 2880;

/// The test's own sound server, and the recording of its output.
struct SoundServer {
    folder: tempfile::TempDir,
    server: Running,
    recorder: Option<Running>,
}

impl SoundServer {
    /// Starts a server.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = folder.path().join("native");
        let mut command = Command::new("pulseaudio");
        command
            .args(["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes"])
            .arg(format!("--load=module-null-sink sink_name={SINK} rate=48000 channels=2 format=s16le"))
            .arg(format!("--load=module-native-protocol-unix socket={} auth-anonymous=1", socket.display()))
            .stderr(Stdio::null());
        let server = private(&mut command, folder.path()).spawn().expect("pulseaudio is installed");
        wait_until("the sound server", || socket.exists().then_some(()));
        Self { folder, server: Running(server), recorder: None }
    }

    /// Returns its address for `PULSE_SERVER`.
    fn address(&self) -> String {
        format!("unix:{}", self.folder.path().join("native").display())
    }

    /// Starts to record what is played, and waits until something is recorded.
    fn record(&mut self) {
        let file = File::create(self.recording()).expect("created");
        let mut command = Command::new("parec");
        command
            .args(["--raw", "--format=s16le", "--rate=48000", "--channels=2", "--latency-msec=50"])
            .arg(format!("--device={SINK}.monitor"))
            .env("PULSE_SERVER", self.address())
            .stdout(file);
        let recorder = private(&mut command, self.folder.path()).spawn().expect("parec is installed");
        self.recorder = Some(Running(recorder));
        wait_until("a recording", || (self.frames().len() > 4800).then_some(()));
    }

    fn recording(&self) -> PathBuf {
        self.folder.path().join("recording.raw")
    }

    /// The samples so far, left and right.
    fn frames(&self) -> Vec<[i16; 2]> {
        let bytes = fs::read(self.recording()).unwrap_or_default();
        let sample = |low, high| i16::from_le_bytes([low, high]);
        let frames = bytes.chunks_exact(4);
        frames.map(|four| [sample(four[0], four[1]), sample(four[2], four[3])]).collect()
    }

    /// Sends it a signal, such as `STOP`.
    fn signal(&self, name: &str) {
        let status =
            Command::new("kill").args([&format!("-{name}"), &self.server.0.id().to_string()]).status();
        assert!(status.expect("kill runs").success(), "{name}");
    }
}

/// Keeps the files of a program of the server in a folder.
fn private<'c>(command: &'c mut Command, folder: &Path) -> &'c mut Command {
    command.env("HOME", folder).env("XDG_RUNTIME_DIR", folder).env("XDG_CONFIG_HOME", folder);
    command.env_remove("PULSE_RUNTIME_PATH").env_remove("DBUS_SESSION_BUS_ADDRESS")
}

fn is_silent(frames: &[[i16; 2]]) -> bool {
    frames.iter().flatten().all(|sample| sample.unsigned_abs() <= SILENCE.unsigned_abs())
}

/// The sum of the squares of a side.
fn energy(frames: &[[i16; 2]], side: usize) -> f64 {
    frames.iter().map(|frame| f64::from(frame[side]).powi(2)).sum()
}

/// A home with the shooting range, where only shots and hits are heard.
fn home_with_range(sound: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/home");
    let skirmish = home.path().join("content/skirmishes/range.ron");
    fs::create_dir_all(skirmish.parent().expect("a folder")).expect("created");
    fs::copy(source.join("content/skirmishes/range.ron"), skirmish).expect("copied");
    fs::write(home.path().join("settings.ron"), format!("(sound: ({sound}))")).expect("written");
    home
}

/// A shot from the right edge of the range at its left edge, with pictures before and after it.
fn shot_script(home: &Path) -> PathBuf {
    // The last shooter is first, and hits.
    let order = [vec!["6"; 22], vec!["1"; 38]].concat().join(",");
    let attack = [vec!["5"], vec!["2"; 10], vec!["5"; 6]].concat().join(",");
    let script = format!(
        "[
            Expect(Battle),
            Order(Dice(faces: [{order}])),
            Order(Begin(side: 0)),
            Order(Begin(side: 1)),
            Idle(1.5),
            Screenshot({:?}),
            Idle(1.5),
            Order(Dice(faces: [{attack}])),
            Order(Attack(unit: 22, target: Unit(23), weapon: 0, mode: single, option: \"left_ankle\")),
            Order(Decide(answer: \"standard\")),
            Idle(2.5),
            Screenshot({:?}),
            Quit,
        ]",
        home.join("before.png"),
        home.join("after.png"),
    );
    let file = home.join("shot.ron");
    fs::write(&file, script).expect("written");
    file
}

fn start_range(home: &Path, server: &str) -> Running {
    let mut command = breachline(home);
    command.args(["play", "range", "--seed", "7", "--size", "1440x900", "--script"]).arg(shot_script(home));
    Running(command.env("PULSE_SERVER", server).spawn().expect("the program starts"))
}

fn await_success(program: &mut Running) {
    let end = wait_until("the end", || program.0.try_wait().expect("it runs"));
    assert!(end.success());
}

/// A shot is heard from its side, and nothing before it.
#[test]
fn a_shot_is_heard() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let mut server = SoundServer::start();
    server.record();
    let home = home_with_range("interface: 0, ambience: 0");
    let mut program = start_range(home.path(), &server.address());
    wait_until("the picture before the shot", || home.path().join("before.png").exists().then_some(()));
    let before = server.frames();
    assert!(is_silent(&before), "something is heard before the shot");
    let is_loud = |frame: &[i16; 2]| frame.iter().any(|sample| sample.unsigned_abs() > SHOT.unsigned_abs());
    wait_until("the shot", || {
        let frames = server.frames();
        frames[before.len()..].iter().any(is_loud).then_some(())
    });
    await_success(&mut program);
    // Only its beginning: the hit that follows is heard on the left.
    let heard = server.frames().split_off(before.len());
    let shot: Vec<_> = heard.into_iter().skip_while(|frame| !is_loud(frame)).take(SHOT_FRAMES).collect();
    let (left, right) = (energy(&shot, 0), energy(&shot, 1));
    assert!(right > 1.5 * left, "the shooter is on the right, not {left} : {right}");
}

/// With muted sound the same shot is not heard.
#[test]
fn a_muted_shot_is_not_heard() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let mut server = SoundServer::start();
    server.record();
    let home = home_with_range("muted: true");
    let mut program = start_range(home.path(), &server.address());
    await_success(&mut program);
    std::thread::sleep(Duration::from_secs(1)); // sound in transit arrives
    assert!(is_silent(&server.frames()));
}

/// A server that hangs, and one that dies while it plays, do not delay the program.
#[test]
fn a_server_that_hangs_or_dies_does_not_stop_the_game() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let server = SoundServer::start();
    server.signal("STOP");
    let home = home_with_range("");
    await_success(&mut start_range(home.path(), &server.address()));
    server.signal("CONT");
    let home = home_with_range("");
    let mut program = start_range(home.path(), &server.address());
    wait_until("the picture before the shot", || home.path().join("before.png").exists().then_some(()));
    server.signal("KILL");
    await_success(&mut program);
}

/// Without a server the settings say so, in the menu as in a battle.
#[test]
fn the_settings_say_why_nothing_is_heard() {
    let _turn = lock_display();
    if !display() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let script = "[
        Expect(Menu),
        Press(\"Settings\"),
        Expect(Text(\"No sound server was found; the game is silent.\")),
        Press(\"Try again\"),
        Wait(10),
        Expect(Text(\"No sound server was found; the game is silent.\")),
        Quit,
    ]";
    let file = home.path().join("settings_page.ron");
    fs::write(&file, script).expect("written");
    let mut command = breachline(home.path());
    command.args(["play", "--size", "1440x900", "--script"]).arg(file);
    command.env("PULSE_SERVER", format!("unix:{}", home.path().join("nothing").display()));
    await_success(&mut Running(command.spawn().expect("the program starts")));
}
