//! Catches panics, so that one fight does not end a series.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Message of a panic on this thread, while one may be caught.
    static SAID: RefCell<Option<Option<String>>> = const { RefCell::new(None) };
}

/// Runs a function and catches a panic without printing it.
///
/// # Errors
/// Returns the panic message with its source location.
pub fn catch_panic<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let heard = SAID.with_borrow_mut(|said| match said {
                Some(said) => {
                    *said = Some(describe_panic(info));
                    true
                }
                None => false,
            });
            if !heard {
                usual(info);
            }
        }));
    });
    SAID.set(Some(None));
    let answer = panic::catch_unwind(AssertUnwindSafe(act));
    let said = SAID.take().flatten();
    answer.map_err(|_| said.unwrap_or_else(|| "no message".to_owned()))
}

fn describe_panic(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("no message").replace('\n', " ");
    match info.location() {
        Some(place) => format!("{what} ({}:{})", place.file(), place.line()),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_sentence() {
        let message = catch_panic(|| panic!("no such\nunit")).expect_err("it panics");
        assert!(message.starts_with("no such unit (") && message.contains("panic_guard.rs:"), "{message}");
        assert_eq!(catch_panic(|| 3), Ok(3));
    }
}
