//! A connection to the sound server: handshake, stream, messages.

use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    self, AuthParams, AuthReply, ChannelMap, Command, CommandReply, CorkStreamParams,
    CreatePlaybackStreamReply, PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec,
    SetClientNameReply,
};
use thiserror::Error;

use super::socket;
use super::{CHANNELS, FRAME_BYTES, Input, SAMPLE_RATE};

/// Longest time for an answer of the handshake, and for writing.
const ANSWER_TIME: Duration = Duration::from_secs(4);
/// Time between a sound and its being heard, and between two requests of the server, in frames.
const LATENCY_FRAMES: usize = SAMPLE_RATE as usize * 60 / 1000;
const REQUEST_FRAMES: usize = SAMPLE_RATE as usize * 15 / 1000;
/// Longest message that is read, in bytes.
const MAX_MESSAGE: u32 = 1 << 20;
/// Channel of messages that are commands.
const COMMANDS: u32 = u32::MAX;

/// Why the server cannot be used.
#[derive(Debug, Error)]
pub(super) enum ServerError {
    #[error("no sound server was found")]
    NotFound,
    #[error("the sound server at {path} cannot be reached ({source})")]
    Unreachable { path: PathBuf, source: io::Error },
    #[error("the sound server does not answer")]
    NoAnswer,
    #[error("the sound server has closed the connection")]
    Closed,
    #[error("the sound server refuses the connection ({0})")]
    Refused(protocol::PulseError),
    #[error("the sound server cannot be understood ({0})")]
    Protocol(ProtocolError),
    #[error("the connection to the sound server is broken ({0})")]
    Broken(io::Error),
}

impl From<ProtocolError> for ServerError {
    fn from(error: ProtocolError) -> Self {
        match error {
            ProtocolError::Io(error) => error.into(),
            ProtocolError::ServerError(error) => Self::Refused(error),
            error => Self::Protocol(error),
        }
    }
}

impl From<io::Error> for ServerError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{BrokenPipe, ConnectionReset, TimedOut, UnexpectedEof, WouldBlock};
        match error.kind() {
            WouldBlock | TimedOut => Self::NoAnswer,
            UnexpectedEof | BrokenPipe | ConnectionReset => Self::Closed,
            _ => Self::Broken(error),
        }
    }
}

/// A connection with a stream.
pub(super) struct Connection {
    socket: UnixStream,
    path: PathBuf,
    version: u16,
    stream: CreatePlaybackStreamReply,
    /// Number of the next command.
    sequence: u32,
}

impl Connection {
    /// Connects to the first server that can be reached and creates a paused stream. Its messages go to `inputs`, with the
    /// number of the connection.
    ///
    /// # Errors
    /// Returns the error of the first server that listens; `NotFound` if none does.
    pub fn open(sockets: Vec<PathBuf>, number: u32, inputs: &Sender<Input>) -> Result<Self, ServerError> {
        let mut problem = ServerError::NotFound;
        for path in sockets {
            match Self::open_at(&path, number, inputs) {
                Ok(connection) => return Ok(connection),
                Err(ServerError::Unreachable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
                Err(error) if matches!(problem, ServerError::NotFound) => problem = error,
                Err(_) => {}
            }
        }
        Err(problem)
    }

    /// Connects to the server at a socket.
    ///
    /// # Errors
    /// It cannot be reached, does not answer, or refuses.
    fn open_at(path: &Path, number: u32, inputs: &Sender<Input>) -> Result<Self, ServerError> {
        let unreachable = |source| ServerError::Unreachable { path: path.to_owned(), source };
        let socket = UnixStream::connect(path).map_err(unreachable)?;
        socket.set_read_timeout(Some(ANSWER_TIME))?;
        socket.set_write_timeout(Some(ANSWER_TIME))?;
        let mut talk =
            Handshake { socket: BufReader::new(socket), version: protocol::MAX_VERSION, sequence: 0 };
        let auth = AuthParams {
            version: protocol::MAX_VERSION,
            supports_shm: false,
            supports_memfd: false,
            cookie: socket::cookie(),
        };
        let reply: AuthReply = talk.ask(&Command::Auth(auth))?;
        talk.version = reply.version.min(protocol::MAX_VERSION);
        if talk.version < protocol::MIN_VERSION {
            return Err(ServerError::Protocol(ProtocolError::UnsupportedVersion(talk.version)));
        }
        let _: SetClientNameReply = talk.ask(&Command::SetClientName(properties()))?;
        let stream = talk.ask(&Command::CreatePlaybackStream(stream_params()))?;
        let Handshake { socket, version, sequence } = talk;
        let (read_ahead, socket) = (socket.buffer().to_vec(), socket.into_inner());
        // From now on messages come when they come.
        socket.set_read_timeout(None)?;
        let reader = io::Cursor::new(read_ahead).chain(socket.try_clone()?);
        let inputs = inputs.clone();
        let thread = std::thread::Builder::new().name("sound server".to_owned());
        thread.spawn(move || read_messages(reader, (number, version), &inputs))?;
        Ok(Self { socket, path: path.to_owned(), version, stream, sequence })
    }

    /// Returns the socket of the server, for the log.
    pub fn address(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns how many bytes the server asked for when the stream was created.
    pub fn requested_bytes(&self) -> usize {
        self.stream.requested_bytes as usize
    }

    /// Whether a message is about the stream of this connection.
    pub fn is_own(&self, channel: u32) -> bool {
        channel == self.stream.channel
    }

    /// Pauses the stream or continues it.
    ///
    /// # Errors
    /// The connection is broken.
    pub fn pause(&mut self, pause: bool) -> Result<(), ServerError> {
        let params = CorkStreamParams { channel: self.stream.channel, cork: pause };
        self.sequence += 1;
        let command = Command::CorkPlaybackStream(params);
        Ok(protocol::write_command_message(&mut self.socket, self.sequence, &command, self.version)?)
    }

    /// Writes samples to the stream, left and right in turn.
    ///
    /// # Errors
    /// The connection is broken.
    pub fn write(&mut self, samples: &[f32]) -> Result<(), ServerError> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        let header = protocol::Descriptor {
            length: bytes.len() as u32,
            channel: self.stream.channel,
            offset: 0,
            flags: protocol::DescriptorFlags::empty(),
        };
        protocol::write_descriptor(&mut self.socket, &header)?;
        Ok(self.socket.write_all(&bytes)?)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Ends the thread that reads; the connection may already be closed.
        _ = self.socket.shutdown(std::net::Shutdown::Both);
    }
}

/// The beginning of a connection: questions and answers.
struct Handshake {
    socket: BufReader<UnixStream>,
    version: u16,
    sequence: u32,
}

impl Handshake {
    /// Sends a command and returns its reply. Other messages in between are passed over.
    fn ask<R: CommandReply>(&mut self, command: &Command) -> Result<R, ServerError> {
        self.sequence += 1;
        protocol::write_command_message(self.socket.get_mut(), self.sequence, command, self.version)?;
        loop {
            let message = read_message(&mut self.socket)?;
            let mut bytes = io::Cursor::new(&message[..]);
            let read = Command::read_tag_prefixed(&mut bytes, self.version);
            match read {
                Ok((sequence, Command::Error(error))) if sequence == self.sequence => {
                    return Err(ServerError::Refused(error));
                }
                Ok((sequence, Command::Reply)) if sequence == self.sequence => {
                    let mut reader = protocol::TagStructReader::new(&mut bytes, self.version);
                    return Ok(R::read(&mut reader, self.version)?);
                }
                _ => {}
            }
        }
    }
}

/// What the server shows about this program.
fn properties() -> Props {
    let mut properties = Props::new();
    properties.set(Prop::ApplicationName, c"Breachline");
    properties.set(Prop::ApplicationId, c"org.breachline.Breachline");
    properties.set(Prop::ApplicationIconName, c"org.breachline.Breachline");
    properties.set(Prop::MediaRole, c"game");
    properties
}

fn stream_params() -> PlaybackStreamParams {
    let mut props = properties();
    props.set(Prop::MediaName, c"Sounds");
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::Float32Le,
            channels: CHANNELS as u8,
            sample_rate: SAMPLE_RATE,
        },
        channel_map: ChannelMap::stereo(),
        sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr {
            target_length: (LATENCY_FRAMES * FRAME_BYTES) as u32,
            minimum_request_length: (REQUEST_FRAMES * FRAME_BYTES) as u32,
            ..BufferAttr::default()
        },
        flags: StreamFlags { start_corked: true, adjust_latency: true, ..StreamFlags::default() },
        props,
        ..PlaybackStreamParams::default()
    }
}

/// Reads a command message, without its header.
fn read_message(reader: &mut impl Read) -> Result<Vec<u8>, ServerError> {
    loop {
        let header = protocol::read_descriptor(reader)?;
        if header.length > MAX_MESSAGE {
            let what = format!("a message of {} bytes", header.length);
            return Err(ServerError::Protocol(ProtocolError::Invalid(what)));
        }
        let mut message = vec![0; header.length as usize];
        reader.read_exact(&mut message)?;
        if header.channel == COMMANDS {
            return Ok(message);
        }
    }
}

/// Passes on the messages of the server until the connection is lost or the receiver is gone.
fn read_messages(mut reader: impl Read, (number, version): (u32, u16), inputs: &Sender<Input>) {
    loop {
        let input = match read_message(&mut reader) {
            Ok(message) => match Command::read_tag_prefixed(&mut &message[..], version) {
                Ok((_, command)) => Input::Message(number, Box::new(command)),
                Err(_) => continue, // a command that clients need not know
            },
            Err(error) => Input::Lost(number, error.to_string()),
        };
        let is_end = matches!(input, Input::Lost(..));
        if inputs.send(input).is_err() || is_end {
            return;
        }
    }
}
