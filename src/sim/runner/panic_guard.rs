//! A fight that breaks down does not take the others with it.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// What a panic on this thread said, while one is waited for.
    static SAID: RefCell<Option<Option<String>>> = const { RefCell::new(None) };
}

/// What comes of something, or what the panic said that ended it, with its place in the program; nothing is printed.
///
/// # Errors
/// It panicked.
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
    answer.map_err(|_| said.unwrap_or_else(|| "it does not say why".to_owned()))
}

fn describe_panic(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("it does not say why").replace('\n', " ");
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
        let said = catch_panic(|| panic!("no such\nunit")).expect_err("it panics");
        assert!(said.starts_with("no such unit (") && said.contains("caught.rs:"), "{said}");
        assert_eq!(catch_panic(|| 3), Ok(3));
    }
}
