//! How far a series has come: on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many fights on the error stream.
pub(super) fn progress_bar(fights: u64) -> ProgressBar {
    let bar = ProgressBar::new(fights);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} fights, {per_sec}, {eta} left");
    bar.set_style(style.expect("broken invariant: the template is fixed").progress_chars("=> "));
    bar
}
