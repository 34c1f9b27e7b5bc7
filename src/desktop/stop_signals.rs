//! Signals that end the program: Ctrl-C, SIGTERM and SIGHUP. The first one ends it as closing the window does, a second one
//! at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;

use crate::redraw::WindowWaker;

/// Exit code after a second signal, as of a program that an interrupt ends.
const INTERRUPTED: i32 = 130;

/// Ends the program on a signal. Bevy's own plugin would not wake an idle window, which then lives on until it draws a
/// frame.
pub(crate) struct StopSignalPlugin;

/// Set by the first signal.
#[derive(Resource)]
struct StopFlag(Arc<AtomicBool>);

impl Plugin for StopSignalPlugin {
    fn build(&self, app: &mut App) {
        let waker = app.world().resource::<WindowWaker>().clone();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let handler = move || {
            if stopped.swap(true, Ordering::SeqCst) {
                std::process::exit(INTERRUPTED);
            }
            waker.wake();
        };
        // A signal that the program was started to ignore, as by `nohup`, stays ignored; the others then keep the action of
        // the system, which ends the program without its last frame. Every order is saved by then.
        if let Err(error) = ctrlc::try_set_handler(handler) {
            info!("signals are left to the system: {error}");
        }
        app.insert_resource(StopFlag(stop)).add_systems(Update, exit_on_signal);
    }
}

fn exit_on_signal(stop: Res<StopFlag>, mut exit: MessageWriter<AppExit>) {
    if stop.0.load(Ordering::SeqCst) {
        exit.write(AppExit::Success);
    }
}
