//! The progress bar of a series, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a progress bar on stderr.
pub(super) fn progress_bar(fights: u64) -> ProgressBar {
    let bar = ProgressBar::new(fights);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} fights, {per_sec}, {eta} left");
    bar.set_style(style.expect("broken invariant: the template is fixed").progress_chars("=> "));
    bar
}
