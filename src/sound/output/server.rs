//! The output on Linux and the BSDs: a server that speaks PulseAudio's protocol, PulseAudio itself or PipeWire.
//!
//! Two threads serve it: one reads its messages, the other mixes and writes. No other thread waits for the server. While nothing
//! is heard the stream is paused, so that a silent program takes no computing time and the server may rest.

mod connection;
mod socket;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use kira::backend::{Backend, Renderer};
use pulseaudio::protocol::Command;
use tracing::{debug, info};

use self::connection::Connection;
use super::{OutputStatus, RETRY, SharedStatus};
use crate::mixer::Mixer;
use crate::volumes::Volumes;

/// Samples per second, and channels.
const SAMPLE_RATE: u32 = 48_000;
const CHANNELS: usize = 2;
/// Bytes of a frame: 32-bit floating point.
const FRAME_BYTES: usize = CHANNELS * size_of::<f32>();
/// The stream is paused after so many silent frames.
const REST_FRAMES: usize = 3 * SAMPLE_RATE as usize;
/// Frames of sounds that were started for a server that is gone: they are not played to the next one.
const STALE_FRAMES: usize = 4 * SAMPLE_RATE as usize;
/// Most bytes that are written at once, and that a server may ask for.
const MAX_BLOCK: usize = 1 << 16;
const MAX_REQUEST: usize = 1 << 22;
/// Longest time without a message of a server that plays.
const PATIENCE: Duration = Duration::from_secs(8);

/// Messages to the mixing thread.
enum Input {
    /// A message of the server, on the connection of this number.
    Message(u32, Box<Command>),
    /// The connection of this number is lost.
    Lost(u32, String),
    /// A sound was started.
    Wake,
    /// The server shall be tried again at once.
    TryAgain,
    /// The server shall be tried again if the last attempt was some time ago.
    TryWhenDue,
}

/// The output: a mixer and the thread that plays it.
pub(crate) struct ServerOutput {
    /// `None` if its thread could not be started.
    mixer: Option<Mixer<ServerBackend>>,
    inputs: Sender<Input>,
    status: SharedStatus,
}

impl ServerOutput {
    /// Starts the thread, which looks for the server.
    pub fn start(on_change: Box<dyn Fn() + Send + Sync>) -> Self {
        Self::start_with(on_change, Box::new(|| socket::candidates(|name| std::env::var_os(name))))
    }

    /// Starts the thread, which looks for the server at these sockets.
    fn start_with(on_change: Box<dyn Fn() + Send + Sync>, sockets: FindSockets) -> Self {
        let status = SharedStatus::new(on_change);
        let (inputs, received) = channel();
        let (sender, shared) = (inputs.clone(), status.clone());
        let mixer = Mixer::<ServerBackend>::start(ThreadSettings {
            sender,
            inputs: received,
            status: shared,
            sockets,
        });
        if let Err(error) = &mixer {
            status.set(OutputStatus::Silent(format!("no thread for sounds could be started ({error})")));
        }
        Self { mixer: mixer.ok(), inputs, status }
    }

    /// Returns the mixer.
    pub fn mixer(&mut self, _: Volumes) -> Option<&mut Mixer<ServerBackend>> {
        self.mixer.as_mut()
    }

    /// Returns whether sounds can be heard.
    pub fn status(&self) -> OutputStatus {
        self.status.get()
    }

    /// Says that a sound is about to be played.
    pub fn wake(&mut self) {
        // The thread is gone if it could not be started.
        _ = self.inputs.send(Input::Wake);
    }

    /// Looks for the server again, unless it plays or the last attempt was a moment ago.
    pub fn try_when_due(&mut self) {
        _ = self.inputs.send(Input::TryWhenDue);
    }

    /// Looks for the server again, unless it plays.
    pub fn try_again(&mut self) {
        _ = self.inputs.send(Input::TryAgain);
    }
}

/// Returns the sockets at which a server may listen.
type FindSockets = Box<dyn Fn() -> Vec<PathBuf> + Send>;

/// What the mixing thread is started with.
pub(crate) struct ThreadSettings {
    /// For the threads that read messages.
    sender: Sender<Input>,
    inputs: Receiver<Input>,
    status: SharedStatus,
    sockets: FindSockets,
}

/// Connects the mixer to the thread.
pub(crate) struct ServerBackend {
    /// `None` once the thread has taken them.
    settings: Mutex<Option<ThreadSettings>>,
}

impl Backend for ServerBackend {
    type Settings = ThreadSettings;
    type Error = std::io::Error;

    fn setup(settings: Self::Settings, _: usize) -> Result<(Self, u32), Self::Error> {
        Ok((Self { settings: Mutex::new(Some(settings)) }, SAMPLE_RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Self::Error> {
        let settings = self.settings.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let Some(settings) = settings else { return Ok(()) };
        let thread = std::thread::Builder::new().name("sound".to_owned());
        // The thread ends when the program does: nothing waits for a server that hangs.
        thread.spawn(move || MixingThread { renderer, settings, connections: 0 }.run())?;
        Ok(())
    }
}

/// Mixes what is played and writes it to the server.
struct MixingThread {
    renderer: Renderer,
    settings: ThreadSettings,
    /// Connections so far.
    connections: u32,
}

impl MixingThread {
    /// Opens the output, plays, and begins again when there is reason to.
    fn run(mut self) {
        loop {
            let tried = Instant::now();
            self.connections += 1;
            let reason =
                match Connection::open((self.settings.sockets)(), self.connections, &self.settings.sender) {
                    Ok(connection) => {
                        info!("sound server {}", connection.address());
                        self.discard_stale_sounds();
                        self.settings.status.set(OutputStatus::Ready);
                        self.serve(connection)
                    }
                    Err(error) => error.to_string(),
                };
            debug!("no sound: {reason}");
            self.settings.status.set(OutputStatus::Silent(reason));
            self.wait_for_retry(tried);
        }
    }

    /// Waits until a sound is to be played some time after the last attempt, or until another attempt is requested.
    fn wait_for_retry(&mut self, tried: Instant) {
        loop {
            match self.settings.inputs.recv().expect("invariant: this thread has a sender") {
                Input::TryAgain => break,
                Input::Wake | Input::TryWhenDue if tried.elapsed() >= RETRY => break,
                _ => {}
            }
        }
        self.settings.status.set(OutputStatus::Opening);
    }

    /// Mixes sounds that were started for the last server, and discards them.
    fn discard_stale_sounds(&mut self) {
        let mut samples = [0.0; 1024];
        for _ in 0..(STALE_FRAMES * CHANNELS).div_ceil(samples.len()) {
            self.renderer.on_start_processing();
            self.renderer.process(&mut samples, CHANNELS as u16);
        }
    }

    /// Plays until the connection is lost; returns why.
    fn serve(&mut self, mut connection: Connection) -> String {
        let mut stream = StreamState { requested: connection.requested_bytes(), ..StreamState::default() };
        loop {
            if let Err(error) = self.write_frames(&mut connection, &mut stream) {
                return error.to_string();
            }
            let input = match stream.is_silent_for_long() {
                true => self.settings.inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => self.settings.inputs.recv_timeout(PATIENCE),
            };
            let current = self.connections;
            match input {
                Ok(Input::Message(number, command)) if number == current => {
                    if let Some(end) = stream.follow(&command, &connection) {
                        return end;
                    }
                }
                Ok(Input::Lost(number, reason)) if number == current => return reason,
                Ok(Input::Wake) => {
                    stream.quiet_frames = 0;
                    if stream.paused {
                        if let Err(error) = connection.pause(false) {
                            return error.to_string();
                        }
                        stream.paused = false;
                    }
                }
                Ok(_) => {}
                Err(_) => return "the sound server does not answer".to_owned(),
            }
        }
    }

    /// Writes what the server asks for, and pauses the stream when nothing has been heard for a while.
    fn write_frames(
        &mut self,
        connection: &mut Connection,
        stream: &mut StreamState,
    ) -> Result<(), connection::ServerError> {
        while !stream.paused && stream.requested >= FRAME_BYTES {
            let frames = stream.requested.min(MAX_BLOCK) / FRAME_BYTES;
            let mut samples = vec![0.0; frames * CHANNELS];
            self.renderer.on_start_processing();
            self.renderer.process(&mut samples, CHANNELS as u16);
            connection.write(&samples)?;
            stream.requested -= frames * FRAME_BYTES;
            let is_quiet = samples.iter().all(|sample| *sample == 0.0);
            stream.quiet_frames = if is_quiet { stream.quiet_frames + frames } else { 0 };
            if stream.quiet_frames > REST_FRAMES {
                connection.pause(true)?;
                stream.paused = true;
            }
        }
        Ok(())
    }
}

/// What is known of the stream.
struct StreamState {
    /// Bytes that the server asks for.
    requested: usize,
    /// The stream is paused.
    paused: bool,
    /// The device of the server is suspended.
    suspended: bool,
    /// Silent frames at the end of what was written.
    quiet_frames: usize,
}

impl Default for StreamState {
    fn default() -> Self {
        // Streams are created paused.
        Self { requested: 0, paused: true, suspended: false, quiet_frames: 0 }
    }
}

impl StreamState {
    /// Whether no message of the server is due.
    fn is_silent_for_long(&self) -> bool {
        self.paused || self.suspended
    }

    /// Follows a message of the server; returns why the stream has ended, if it has.
    fn follow(&mut self, command: &Command, connection: &Connection) -> Option<String> {
        match command {
            Command::Request(request) if connection.is_own(request.channel) => {
                self.requested = (self.requested + request.length as usize).min(MAX_REQUEST);
            }
            Command::PlaybackStreamSuspended(params) if connection.is_own(params.stream_index) => {
                self.suspended = params.suspended;
            }
            Command::PlaybackStreamKilled(channel) if connection.is_own(*channel) => {
                return Some("the sound server has ended the sound of this program".to_owned());
            }
            Command::Error(error) => return Some(format!("the sound server reports an error ({error})")),
            _ => {}
        }
        None
    }
}

#[cfg(test)]
#[path = "server/tests.rs"]
mod tests;
