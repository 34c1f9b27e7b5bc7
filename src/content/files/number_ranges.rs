//! Ranges of all numbers in content, scenes, squads and scripts, by field.
//!
//! The ranges are the widest that any book or file needs; they keep calculations short and free of overflow. Validation
//! of an entry narrows them where it knows the field's purpose.

use std::ops::RangeInclusive;

use super::syntax_tree::SyntaxNode;
use crate::balance::MAX_FIGHTS;

/// Range of a field that the table does not list.
const DEFAULT_RANGE: RangeInclusive<i128> = -1_000..=1_000;
/// Longest time: a year in minutes, and many more rounds than a battle has.
const MAX_DURATION: i128 = 1_000_000;
/// Largest number of dice, or of points that become dice.
const MAX_DICE: i128 = 100;
/// Largest distance or length, in the unit of its field.
const MAX_LENGTH: i128 = 5_000;

/// Ranges of fields, variants or tables with these names. A name before the last is one of a field around it; the first
/// entry that fits counts.
const RANGES: &[(&[&str], RangeInclusive<i128>)] = &[
    // Versions and seeds, which are checked elsewhere or have no wrong value.
    (&["format"], 0..=u32::MAX as i128),
    (&["breachline"], 0..=u32::MAX as i128),
    (&["seed"], 0..=u64::MAX as i128),
    // Counted fights.
    (&["fights"], 0..=MAX_FIGHTS as i128),
    (&["wins"], 0..=MAX_FIGHTS as i128),
    (&["draws"], 0..=MAX_FIGHTS as i128),
    // Changed numbers have the range of the field that they change.
    (&["is"], -1_000_000..=1_000_000),
    (&["switches"], -1_000_000..=1_000_000),
    // Dice, and points that become dice.
    (&["frequency", "penalty"], -MAX_DICE..=0),
    (&["frequency", "tests"], 0..=MAX_DICE),
    (&["resist", "points"], -MAX_DICE..=MAX_DICE),
    (&["bursts", "damage"], 0..=MAX_DICE),
    (&["bursts", "attack"], 0..=MAX_DICE),
    (&["pools"], 0..=MAX_DICE),
    (&["skills"], 0..=MAX_DICE),
    (&["abilities"], 0..=MAX_DICE),
    (&["bonus"], -MAX_DICE..=MAX_DICE),
    (&["change"], -MAX_DICE..=MAX_DICE),
    (&["dice"], 0..=MAX_DICE),
    (&["against"], 0..=MAX_DICE),
    (&["adds"], 0..=MAX_DICE),
    (&["hardening"], 0..=MAX_DICE),
    (&["iatrosis"], 0..=MAX_DICE),
    (&["grow"], 0..=MAX_DICE),
    (&["density"], 0..=MAX_DICE),
    (&["extra_levels"], 0..=MAX_DICE),
    (&["waiting", "difficulty"], 0..=30),
    (&["pool", "difficulty"], 0..=30),
    (&["difficulty"], 0..=MAX_DICE),
    (&["waiting"], 0..=30),
    (&["boost"], 0..=30),
    (&["setback"], 0..=30),
    (&["ability"], 0..=30),
    (&["proficiency"], 0..=30),
    (&["challenge"], 0..=30),
    (&["upgrade"], 0..=30),
    (&["downgrade"], 0..=30),
    // Parts of a turn.
    (&["budget"], 0..=MAX_DICE),
    (&["action_points"], 0..=MAX_DICE),
    (&["defences"], 0..=MAX_DICE),
    (&["runs"], 0..=MAX_DICE),
    (&["passes"], 0..=MAX_DICE),
    (&["rings"], 0..=MAX_DICE),
    (&["karma"], 0..=MAX_DICE),
    (&["hands"], 0..=2),
    // Shares, in percent.
    (&["hidden"], 0..=100),
    (&["width_pct"], 0..=100),
    // Times.
    (&["minutes"], 0..=MAX_DURATION),
    (&["days"], 0..=MAX_DURATION),
    (&["limb_regrow_days"], 0..=MAX_DURATION),
    (&["round"], 0..=MAX_DURATION),
    (&["rounds"], 0..=MAX_DURATION),
    (&["first"], 0..=MAX_DURATION),
    (&["last"], 0..=MAX_DURATION),
    (&["since"], 0..=MAX_DURATION),
    (&["since_round"], 0..=MAX_DURATION),
    (&["extra_rounds"], 0..=MAX_DURATION),
    (&["stun_since"], 0..=MAX_DURATION),
    (&["attacked_by_extras"], 0..=MAX_DURATION),
    (&["healing"], 0..=MAX_DURATION),
    (&["regrowth"], 0..=MAX_DURATION),
    (&["breath"], 0..=u16::MAX as i128),
    (&["end_of_round"], 0..=MAX_DURATION),
    (&["end_of_pass"], 0..=MAX_DURATION),
    (&["at_end_of"], 0..=MAX_DURATION),
    (&["Wait"], 0..=100_000),
    (&["Orders"], 0..=100_000),
    // Lengths and masses.
    (&["metres"], 0..=MAX_LENGTH),
    (&["range"], 0..=MAX_LENGTH),
    (&["short_range_m"], 0..=MAX_LENGTH),
    (&["reach"], 0..=MAX_LENGTH),
    (&["height_cm"], -MAX_LENGTH..=MAX_LENGTH),
    (&["cover_cm"], 0..=MAX_LENGTH),
    (&["thickness_cm"], 0..=MAX_LENGTH),
    (&["mass_g"], 0..=1_000_000),
    (&["ClickAt"], 0..=16_384),
    (&["HoverAt"], 0..=16_384),
    // Amounts.
    (&["damage"], -MAX_DICE..=100_000),
    (&["loaded"], 0..=10_000),
    (&["magazine"], 0..=10_000),
    (&["rounds_fired"], 0..=10_000),
    (&["ailments", "strength"], 0..=u16::MAX as i128),
];

/// A number outside the range of its field.
#[derive(Debug, PartialEq)]
pub(super) struct NumberFault {
    /// Byte of the text at which it begins.
    pub at: usize,
    /// The field.
    pub field: String,
    /// The number as written.
    pub number: String,
    /// The range.
    pub range: RangeInclusive<i128>,
}

/// A number as far as ranges need it.
enum Literal {
    Whole(i128),
    /// A fraction, or a number without an end.
    Real(f64),
}

/// Finds the first number below a node that is outside its range.
pub(super) fn find_fault(text: &str, node: &SyntaxNode) -> Option<NumberFault> {
    find_below(text, node, &mut Vec::new())
}

/// Returns field and text of the value at a byte.
pub(super) fn leaf_at<'t>(text: &'t str, node: &'t SyntaxNode, at: usize) -> Option<(&'t str, &'t str)> {
    let mut field = None;
    let mut node = node;
    loop {
        let child = node.children.iter().find(|child| child.node.span.contains(&at))?;
        field = names_of(text, node, &child.label).or(field);
        node = &child.node;
        if node.children.is_empty() {
            return Some((field?, text.get(node.span.clone())?.trim()));
        }
    }
}

fn find_below<'t>(text: &'t str, node: &'t SyntaxNode, names: &mut Vec<&'t str>) -> Option<NumberFault> {
    for child in &node.children {
        let depth = names.len();
        names.extend(names_of(text, node, &child.label));
        let fault = if child.node.children.is_empty() {
            check_leaf(text, &child.node, names)
        } else {
            find_below(text, &child.node, names)
        };
        names.truncate(depth);
        if fault.is_some() {
            return fault;
        }
    }
    None
}

/// Names that a value has beyond those of the values around it: its field, or the variant that it belongs to. Keys of
/// tables and positions in lists are no names.
fn names_of<'t>(text: &'t str, parent: &SyntaxNode, label: &'t str) -> Option<&'t str> {
    if parent.is_map {
        return None;
    }
    if !label.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(label);
    }
    let before = text.get(parent.span.clone())?.split(['(', '[']).next()?.trim();
    (!before.is_empty() && before != "Some").then_some(before)
}

fn check_leaf(text: &str, leaf: &SyntaxNode, names: &[&str]) -> Option<NumberFault> {
    let number = text.get(leaf.span.clone())?.trim();
    let range = range_of(names);
    let fits = match parse_number(number)? {
        Literal::Whole(whole) => range.contains(&whole),
        Literal::Real(real) => (*range.start() as f64..=*range.end() as f64).contains(&real),
    };
    let field = || names.last().map_or_else(|| "value".to_owned(), |name| (*name).to_owned());
    (!fits).then(|| NumberFault { at: leaf.span.start, field: field(), number: number.to_owned(), range })
}

/// Parses a number of RON; `None` if a text is none.
fn parse_number(text: &str) -> Option<Literal> {
    let unsigned = text.trim_start_matches(['-', '+']);
    if matches!(unsigned, "inf" | "NaN") {
        return Some(Literal::Real(f64::NAN));
    }
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    let digits: String = unsigned.chars().filter(|digit| *digit != '_').collect();
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits.as_str()),
    };
    let digits = match digits.find(['i', 'u']) {
        Some(suffix) if radix == 10 => &digits[..suffix],
        _ => digits,
    };
    let sign = if text.starts_with('-') { -1 } else { 1 };
    match i128::from_str_radix(digits, radix) {
        Ok(whole) => Some(Literal::Whole(sign * whole)),
        // Too many digits for any field, or a fraction.
        Err(_) => Some(Literal::Real(digits.parse::<f64>().map_or(f64::NAN, |real| sign as f64 * real))),
    }
}

/// The range of a number by its names, outermost first.
pub(crate) fn range_of(names: &[&str]) -> RangeInclusive<i128> {
    let fits = |wanted: &[&str]| {
        let Some((last, around)) = wanted.split_last() else { return false };
        let mut above = names.iter();
        let is_inside = around.iter().all(|name| above.any(|above| above == name));
        is_inside && above.any(|name| name == last)
    };
    // The innermost name that the table knows decides.
    let known = names.iter().rev().find_map(|innermost| {
        let mut entries = RANGES.iter();
        entries.find(|(wanted, _)| wanted.last() == Some(innermost) && fits(wanted))
    });
    known.map_or(DEFAULT_RANGE, |(_, range)| range.clone())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::files::syntax_tree::scan_tree;

    fn fault(text: &str) -> Option<(String, String, RangeInclusive<i128>)> {
        find_fault(text, &scan_tree(text)).map(|fault| (fault.field, fault.number, fault.range))
    }

    #[rstest]
    #[case::unknown_field("(flesh: 1001)", "flesh", "1001", -1_000..=1_000)]
    #[case::field("(weapons: {\"gun\": (mass_g: -1)})", "mass_g", "-1", 0..=1_000_000)]
    #[case::inside("(frequency: (penalty: 1000000, tests: 2))", "penalty", "1000000", -100..=0)]
    #[case::variant("(orders: [begin, round(9000000)])", "round", "9000000", 0..=1_000_000)]
    #[case::step("[Wait(100001)]", "Wait", "100001", 0..=100_000)]
    #[case::list("(dice: [6, 1_000])", "dice", "1_000", 0..=100)]
    #[case::table("(skills: {\"dodge\": 101})", "skills", "101", 0..=100)]
    #[case::parts_of_a_table("(budget: (points: 101))", "points", "101", 0..=100)]
    #[case::other_digits("(round: 0xFF_FFFF)", "round", "0xFF_FFFF", 0..=1_000_000)]
    #[case::huge("(round: 99999999999999999999999999999999999999999999)", "round",
        "99999999999999999999999999999999999999999999", 0..=1_000_000)]
    #[case::fraction("[ClickAt(0.5, 16384.5)]", "ClickAt", "16384.5", 0..=16_384)]
    #[case::no_number("[ClickAt(NaN, 1.0)]", "ClickAt", "NaN", 0..=16_384)]
    #[case::endless("[ClickAt(1.0, -inf)]", "ClickAt", "-inf", 0..=16_384)]
    #[case::in_some("(round: Some(-1))", "round", "-1", 0..=1_000_000)]
    #[case::bare("(-1001)", "value", "-1001", -1_000..=1_000)]
    fn numbers_outside_their_range_are_found(
        #[case] text: &str,
        #[case] field: &str,
        #[case] number: &str,
        #[case] range: RangeInclusive<i128>,
    ) {
        assert_eq!(fault(text), Some((field.to_owned(), number.to_owned(), range)));
    }

    #[test]
    fn names_texts_and_comments_are_no_numbers() {
        let text = "(name: \"9999999\", x: a9999999, /* 9999999 */ \"k\": true, seed: 18446744073709551615)";
        assert_eq!(fault(text), None);
    }
}
