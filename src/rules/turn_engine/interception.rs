//! Interception: which opponents of a moving unit may attack it, and where. Chapter INTC of the catalogue.

use dice::Clause;

/// The clause of the interception prompt.
pub const INTERCEPT_CLAUSE: Clause = "SS-INTC-06";
/// Key of the first attack option.
pub const STRIKE_KEY: &str = "strike";
/// Key of letting the mover pass.
pub const PASS_KEY: &str = "pass";

/// Radius of an opponent's interception zone with this reach, in rings of squares. `SS-INTC-01`, `SS-INTC-02`.
pub const fn interception_zone(reach: u32) -> u32 {
    1 + reach
}

/// Returns where on a path an opponent can attack: the first square of the first visit to its zone that is left again.
///
/// `inside` holds, from the starting square on, whether each square is in the zone; the index counts the same way.
/// `SS-INTC-03` to `SS-INTC-05`, `SS-INTC-17`.
pub fn first_strike_index(inside: &[bool]) -> Option<usize> {
    let mut since = None;
    for (square, &inside) in inside.iter().enumerate() {
        match (inside, since) {
            (true, None) => since = Some(square),
            (false, Some(first)) => return Some(first),
            _ => {}
        }
    }
    None
}

/// A unit near a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interceptor {
    /// Enemy of the mover.
    pub hostile: bool,
    /// In action and conscious.
    pub conscious: bool,
    /// Surprised by the mover.
    pub surprised: bool,
    /// Aware of the mover.
    pub aware: bool,
    /// Lies on the ground.
    pub prone: bool,
}

/// Whether the unit can intercept the mover. `SS-INTC-13`, `SS-INTC-19`.
pub const fn may_intercept(watcher: Interceptor) -> bool {
    let Interceptor { hostile, conscious, surprised, aware, prone } = watcher;
    hostile && conscious && aware && !surprised && !prone
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const OPPONENT: Interceptor =
        Interceptor { hostile: true, conscious: true, surprised: false, aware: true, prone: false };

    fn inside(path: &str) -> Vec<bool> {
        path.chars().map(|square| square == '#').collect()
    }

    #[rstest]
    #[case::ss_intc_01_a_neighbouring_square(0, 1)]
    #[case::ss_intc_02_one_more_for_a_point_of_reach(1, 2)]
    #[case::ss_intc_02_two_more_for_two(2, 3)]
    fn zones(#[case] reach: u32, #[case] rings: u32) {
        assert_eq!(interception_zone(reach), rings);
    }

    // The first character is the starting square; `#` is inside the zone.
    #[rstest]
    #[case::ss_intc_01_never_in_the_zone("....", None)]
    #[case::ss_intc_03_in_and_out_again(".##..", Some(1))]
    #[case::ss_intc_03_ends_in_the_zone("..##", None)]
    #[case::ss_intc_04_leaves_melee("##..", Some(0))]
    #[case::ss_intc_05_goes_in_to_attack("...#", None)]
    #[case::ss_intc_05_stays_beside("####", None)]
    #[case::ss_intc_17_twice_through_the_same_zone(".#.#.", Some(1))]
    #[case::ss_intc_17_out_and_back_in("#.##", Some(0))]
    fn visits(#[case] path: &str, #[case] expected: Option<usize>) {
        assert_eq!(first_strike_index(&inside(path)), expected);
    }

    #[rstest]
    #[case::ss_intc_19_an_opponent(OPPONENT, true)]
    #[case::ss_intc_19_a_friend(Interceptor { hostile: false, ..OPPONENT }, false)]
    #[case::ss_intc_19_unconscious(Interceptor { conscious: false, ..OPPONENT }, false)]
    #[case::ss_intc_19_surprised(Interceptor { surprised: true, ..OPPONENT }, false)]
    #[case::ss_intc_19_unaware(Interceptor { aware: false, ..OPPONENT }, false)]
    #[case::ss_intc_13_prone(Interceptor { prone: true, ..OPPONENT }, false)]
    fn watchers(#[case] watcher: Interceptor, #[case] expected: bool) {
        assert_eq!(may_intercept(watcher), expected);
    }
}
