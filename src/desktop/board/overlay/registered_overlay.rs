//! An overlay in the list of all, guarded against faults of the program: one that fails shows nothing.

use super::Overlay;
use crate::fault_guard::guard_computation;

/// What is computed, in the sentence about a fault.
pub(super) const SUBJECT: &str = "An overlay of the board";

/// An overlay, and how to build it again.
pub(super) struct RegisteredOverlay {
    overlay: Box<dyn Overlay>,
    make: fn() -> Box<dyn Overlay>,
}

impl RegisteredOverlay {
    /// Makes an overlay that shows nothing yet.
    pub fn new<O: Overlay + Default + 'static>() -> Self {
        Self { overlay: Box::new(O::default()), make: || Box::new(O::default()) }
    }

    /// Returns the overlay, for what only reads it.
    pub fn overlay(&self) -> &dyn Overlay {
        self.overlay.as_ref()
    }

    /// Computes a part of the overlay; one that fails is built again, because the old one would show another position.
    pub fn compute<T: Default>(&mut self, work: impl FnOnce(&mut dyn Overlay) -> T) -> T {
        let result = guard_computation(SUBJECT, || work(self.overlay.as_mut()));
        result.unwrap_or_else(|_| {
            self.overlay = (self.make)();
            T::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::fault_guard::expect_faults;

    static MADE: AtomicU32 = AtomicU32::new(0);

    struct CountingOverlay;

    impl Default for CountingOverlay {
        fn default() -> Self {
            MADE.fetch_add(1, Ordering::Relaxed);
            Self
        }
    }

    impl Overlay for CountingOverlay {}

    #[test]
    fn an_overlay_that_fails_is_made_anew() {
        let mut registered = RegisteredOverlay::new::<CountingOverlay>();
        let made = || MADE.load(Ordering::Relaxed);
        assert_eq!((registered.compute(|_| 7), made()), (7, 1));
        let failed: u32 = expect_faults(|| registered.compute(|_| panic!("a fault in an overlay")));
        assert_eq!((failed, made()), (0, 2));
        assert_eq!((registered.compute(|_| 8), made()), (8, 2), "and works again");
    }
}
