use std::io::{BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::mpsc;

use pulseaudio::protocol::{self, AuthReply, CreatePlaybackStreamReply, Request, SetClientNameReply};

use super::*;
use crate::mixer::Placement;
use crate::{SoundEffect, SoundGroup};

const VERSION: u16 = protocol::MAX_VERSION;
const CHANNEL: u32 = 3;
/// Bytes of 20 milliseconds.
const BLOCK: u32 = (SAMPLE_RATE as usize / 50 * FRAME_BYTES) as u32;

/// A server that answers the handshake and then does as the test says.
struct FakeServer(BufReader<UnixStream>);

impl FakeServer {
    fn accept(listener: &UnixListener) -> Self {
        let (socket, _) = listener.accept().expect("a client");
        let mut server = Self(BufReader::new(socket));
        let auth = AuthReply { version: VERSION, ..AuthReply::default() };
        // A real server ends the connection if the cookie has another length.
        assert!(matches!(server.command(), (1, Command::Auth(params)) if params.cookie.len() == 256));
        protocol::write_reply_message(server.0.get_mut(), 1, &auth, VERSION).expect("sent");
        assert!(matches!(server.command(), (2, Command::SetClientName(_))));
        protocol::write_reply_message(server.0.get_mut(), 2, &SetClientNameReply { client_id: 1 }, VERSION)
            .expect("sent");
        let (3, Command::CreatePlaybackStream(params)) = server.command() else { panic!("no stream") };
        assert!(params.flags.start_corked);
        assert_eq!((params.sample_spec.channels, params.sample_spec.sample_rate), (2, SAMPLE_RATE));
        let stream = CreatePlaybackStreamReply {
            channel: CHANNEL,
            requested_bytes: BLOCK,
            sample_spec: params.sample_spec,
            channel_map: params.channel_map,
            ..CreatePlaybackStreamReply::default()
        };
        protocol::write_reply_message(server.0.get_mut(), 3, &stream, VERSION).expect("sent");
        server
    }

    fn command(&mut self) -> (u32, Command) {
        protocol::read_command_message(&mut self.0, VERSION).expect("a command")
    }

    /// Reads a block of samples and asks for the next one.
    fn block(&mut self) -> Vec<f32> {
        let header = protocol::read_descriptor(&mut self.0).expect("a header");
        assert_eq!((header.channel, header.length), (CHANNEL, BLOCK));
        let mut bytes = vec![0; BLOCK as usize];
        self.0.read_exact(&mut bytes).expect("samples");
        self.send(&Command::Request(Request { channel: CHANNEL, length: BLOCK }));
        bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four bytes"))).collect()
    }

    fn send(&mut self, command: &Command) {
        protocol::write_command_message(self.0.get_mut(), u32::MAX, command, VERSION).expect("sent");
    }
}

/// An output that looks for its server at a path, and the announcements of its status.
fn output(path: &Path) -> (ServerOutput, mpsc::Receiver<()>) {
    let (sender, changes) = mpsc::channel();
    let path = path.to_owned();
    let sockets = Box::new(move || vec![path.clone()]);
    (ServerOutput::start_with(Box::new(move || _ = sender.send(())), sockets), changes)
}

/// Waits until the status is as wanted.
fn await_status(output: &ServerOutput, changes: &mpsc::Receiver<()>, wanted: impl Fn(&OutputStatus) -> bool) {
    while !wanted(&output.status()) {
        changes.recv().expect("the thread lives");
    }
}

fn shoot(output: &mut ServerOutput) {
    let shot = crate::decode(SoundEffect::ShotRifle.embedded()).expect("a sound");
    let mixer = output.mixer(Volumes::default()).expect("a mixer");
    mixer.play(SoundGroup::Effects, shot, Placement::CENTRE, (1.0, Duration::ZERO));
    output.wake();
}

fn is_silent(samples: &[f32]) -> bool {
    samples.iter().all(|sample| *sample == 0.0)
}

#[test]
fn a_shot_is_sent_to_the_server_and_then_the_stream_rests() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("native");
    let listener = UnixListener::bind(&path).expect("a socket");
    let (mut output, changes) = output(&path);
    let mut server = FakeServer::accept(&listener);
    await_status(&output, &changes, |status| *status == OutputStatus::Ready);
    shoot(&mut output);
    let (_, Command::CorkPlaybackStream(params)) = server.command() else { panic!("it does not play") };
    assert_eq!((params.channel, params.cork), (CHANNEL, false));
    assert!((0..5).any(|_| !is_silent(&server.block())), "the shot is not heard");
    // Silence follows, and then a pause.
    let mut blocks = 0;
    let paused = loop {
        let header = protocol::read_descriptor(&mut server.0).expect("a header");
        let mut bytes = vec![0; header.length as usize];
        server.0.read_exact(&mut bytes).expect("a message");
        if header.channel == u32::MAX {
            break Command::read_tag_prefixed(&mut &bytes[..], VERSION).expect("a command").1;
        }
        blocks += 1;
        server.send(&Command::Request(Request { channel: CHANNEL, length: BLOCK }));
    };
    let rest = protocol::CorkStreamParams { channel: CHANNEL, cork: true };
    assert_eq!(paused, Command::CorkPlaybackStream(rest));
    assert!(blocks * BLOCK as usize >= REST_FRAMES * FRAME_BYTES, "{blocks}");
    shoot(&mut output);
    assert!(matches!(server.command().1, Command::CorkPlaybackStream(params) if !params.cork));
}

#[test]
fn a_server_that_dies_is_replaced_by_the_next_one_without_old_sounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("native");
    let listener = UnixListener::bind(&path).expect("a socket");
    let (mut output, changes) = output(&path);
    drop(FakeServer::accept(&listener));
    drop(listener);
    await_status(&output, &changes, |status| matches!(status, OutputStatus::Silent(_)));
    let closed = OutputStatus::Silent("the sound server has closed the connection".to_owned());
    assert_eq!(output.status(), closed);
    // A sound that comes too late.
    shoot(&mut output);
    std::fs::remove_file(&path).expect("removed");
    let listener = UnixListener::bind(&path).expect("a socket");
    output.try_again();
    let mut server = FakeServer::accept(&listener);
    await_status(&output, &changes, |status| *status == OutputStatus::Ready);
    output.wake();
    assert!(matches!(server.command().1, Command::CorkPlaybackStream(_)));
    assert!((0..5).all(|_| is_silent(&server.block())), "the old shot is heard");
}

#[test]
fn without_a_server_the_reason_is_stated() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, changes) = output(&folder.path().join("native"));
    await_status(&output, &changes, |status| *status != OutputStatus::Opening);
    assert_eq!(output.status(), OutputStatus::Silent("no sound server was found".to_owned()));
}

#[test]
fn a_server_that_talks_nonsense_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("native");
    let listener = UnixListener::bind(&path).expect("a socket");
    let (output, changes) = output(&path);
    let (mut socket, _) = listener.accept().expect("a client");
    socket.write_all(&[0xFF; 64]).expect("sent");
    await_status(&output, &changes, |status| *status != OutputStatus::Opening);
    let OutputStatus::Silent(reason) = output.status() else { panic!("it plays") };
    assert!(reason.starts_with("the sound server cannot be understood"), "{reason}");
}

/// Does nothing unless `REAL_SOCKET` is the path of the socket of a running sound server.
#[test]
fn a_running_server_plays_a_shot() {
    let Some(path) = std::env::var_os("REAL_SOCKET") else { return };
    let (mut output, changes) = output(Path::new(&path));
    await_status(&output, &changes, |status| *status != OutputStatus::Opening);
    assert_eq!(output.status(), OutputStatus::Ready);
    shoot(&mut output);
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(output.status(), OutputStatus::Ready);
}
