//! TODO rules::swan_song::test_support

#[cfg(test)]
pub mod attacks;
#[cfg(test)]
pub mod units;
