//! The output on systems without a sound server of its own protocol: the default device, through cpal.
//!
//! A thread opens it, since that may take a while.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use kira::backend::cpal::{CpalBackend, CpalBackendSettings};

use super::{OutputStatus, RETRY, SharedStatus};
use crate::mixer::Mixer;
use crate::volumes::Volumes;

type OpenedMixer = Result<Mixer<CpalBackend>, String>;

/// The output: a mixer that plays to a device.
pub(crate) struct DeviceOutput {
    mixer: Option<Mixer<CpalBackend>>,
    /// From the thread that opens the device.
    opening: Option<Mutex<Receiver<OpenedMixer>>>,
    tried: Instant,
    status: SharedStatus,
}

impl DeviceOutput {
    /// Begins to open the default device.
    pub fn start(on_change: Box<dyn Fn() + Send + Sync>) -> Self {
        let status = SharedStatus::new(on_change);
        let mut output = Self { mixer: None, opening: None, tried: Instant::now(), status };
        output.open();
        output
    }

    fn open(&mut self) {
        self.tried = Instant::now();
        self.status.set(OutputStatus::Opening);
        let (sender, receiver) = channel();
        let status = self.status.clone();
        let thread = std::thread::Builder::new().name("sound".to_owned());
        let started = thread.spawn(move || {
            let mixer = Mixer::<CpalBackend>::start(CpalBackendSettings::default());
            let state = match &mixer {
                Ok(_) => OutputStatus::Ready,
                Err(error) => OutputStatus::Silent(format!("no sound device can be opened ({error})")),
            };
            _ = sender.send(mixer.map_err(|error| error.to_string()));
            status.set(state);
        });
        match started {
            Ok(_) => self.opening = Some(Mutex::new(receiver)),
            Err(error) => {
                let reason = format!("no thread for sounds could be started ({error})");
                self.status.set(OutputStatus::Silent(reason));
            }
        }
    }

    /// Returns the mixer; `None` while there is no device. A new one begins with these volumes.
    pub fn mixer(&mut self, volumes: Volumes) -> Option<&mut Mixer<CpalBackend>> {
        let receiver =
            self.opening.as_ref().map(|opening| opening.lock().unwrap_or_else(PoisonError::into_inner));
        let opened = receiver.map(|receiver| receiver.try_recv());
        match opened {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(opened) => {
                self.opening = None;
                self.mixer = opened.ok().and_then(Result::ok);
                if let Some(mixer) = &mut self.mixer {
                    mixer.set_volumes(volumes);
                }
            }
        }
        self.mixer.as_mut()
    }

    /// Returns whether sounds can be heard.
    pub fn status(&self) -> OutputStatus {
        self.status.get()
    }

    /// Says that a sound is about to be played.
    pub fn wake(&mut self) {
        self.try_when_due();
    }

    /// Opens the device again, unless it is open or the last attempt was a moment ago.
    pub fn try_when_due(&mut self) {
        if self.tried.elapsed() >= RETRY {
            self.try_again();
        }
    }

    /// Opens the device again, unless it is open.
    pub fn try_again(&mut self) {
        if matches!(self.status.get(), OutputStatus::Silent(_)) {
            self.open();
        }
    }
}
