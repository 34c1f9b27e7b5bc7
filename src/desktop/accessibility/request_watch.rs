//! Wakes the idle window for assistive technology.
//!
//! Its requests arrive on a thread of AccessKit, into a queue that `bevy_winit` reads when a frame is drawn; nothing wakes
//! the window for them. A thread looks at the queue instead, and requests a frame only if there is something in it.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::log::warn;
use bevy::winit::accessibility::WinitActionRequestHandler;

use crate::redraw::WindowWaker;

/// How often the thread looks whether an assistive technology has come.
const UNTIL_REQUESTED: Duration = Duration::from_millis(500);
/// How often it looks for actions, once one has.
const UNTIL_ACTION: Duration = Duration::from_millis(30);

type ActionQueue = Mutex<WinitActionRequestHandler>;

/// Starts the thread. It ends with the window.
pub(super) fn start(requested: AccessibilityRequested, queue: &Arc<ActionQueue>, waker: WindowWaker) {
    let queue = Arc::downgrade(queue);
    let thread = std::thread::Builder::new().name("accessibility".to_owned());
    if let Err(error) = thread.spawn(move || watch(&requested, &queue, &waker)) {
        warn!("the window does not answer a screen reader by itself: {error}");
    }
}

fn watch(requested: &AccessibilityRequested, queue: &Weak<ActionQueue>, waker: &WindowWaker) {
    let mut was_requested = false;
    while let Some(is_waiting) = has_actions(queue) {
        let is_requested = requested.get();
        if is_waiting || is_requested != was_requested {
            waker.wake();
        }
        was_requested = is_requested;
        std::thread::sleep(if is_requested { UNTIL_ACTION } else { UNTIL_REQUESTED });
    }
}

/// Whether actions wait; `None` without a window.
fn has_actions(queue: &Weak<ActionQueue>) -> Option<bool> {
    let queue = queue.upgrade()?;
    let actions = queue.lock().unwrap_or_else(PoisonError::into_inner);
    Some(!actions.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watch_ends_with_the_window() {
        let queue: Arc<ActionQueue> = Arc::default();
        let seen = Arc::downgrade(&queue);
        assert_eq!(has_actions(&seen), Some(false));
        drop(queue);
        assert_eq!(has_actions(&seen), None);
    }
}
