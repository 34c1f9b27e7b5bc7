//! Describes changes of a unit's gauges.

use rules::{Gauge, GaugeShape, TrackBox, join_counted};

/// Text for no visible change.
pub const NO_HARM: &str = "no damage";

/// Gauges of points that a unit spends, rather than loses.
const SPENT: [&str; 2] = ["Fate Points", "Willpower"];
/// Beginnings of states that help their unit.
const GOOD_STATES: [&str; 7] = [
    "stabilised",
    "clinging to life",
    "aimed",
    "guarded stance",
    "melee defence +",
    "ranged defence +",
    "ignores the environment",
];
/// Remark at a state that lasts without its effect.
pub const EFFECT_OVER: &str = " (effect over)";
/// Ends of changes to later checks that help their unit. `CC-ECON-09`.
const GOOD_CHANGES: [&str; 2] = [" boost", " upgrade"];

/// Describes the changes: "-1 shield, -4 flesh", "+2 strain", "+3 light boxes", "stunned".
pub fn gauge_changes(before: &[Gauge], after: &[Gauge]) -> String {
    describe_changes(before, after, NumberStyle::Signed)
}

/// Describes the changes without signs, after a verb that says the direction: "4 flesh", "2 strain", "stunned".
pub fn gauge_amounts(before: &[Gauge], after: &[Gauge]) -> String {
    describe_changes(before, after, NumberStyle::Amount)
}

/// How numbers are written.
#[derive(Clone, Copy)]
enum NumberStyle {
    Signed,
    Amount,
}

impl NumberStyle {
    fn text(self, by: i64) -> String {
        match self {
            Self::Signed => format!("{by:+}"),
            Self::Amount => by.abs().to_string(),
        }
    }
}

fn describe_changes(before: &[Gauge], after: &[Gauge], style: NumberStyle) -> String {
    let old = |label: &str| before.iter().find(|gauge| gauge.label == label);
    let gone = before.iter().filter(|gauge| after.iter().all(|new| new.label != gauge.label));
    let changes: Vec<String> = after
        .iter()
        .filter_map(|gauge| gauge_change(&gauge.label, (old(&gauge.label), Some(gauge)), style))
        .chain(gone.filter_map(|gauge| gauge_change(&gauge.label, (Some(gauge), None), style)))
        .collect();
    if changes.is_empty() { NO_HARM.to_owned() } else { changes.join(", ") }
}

/// What gets worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeLoss {
    /// Only gauges that fall: shield, flesh.
    Falling,
    /// Only gauges that rise, boxes and states: strain, wounds, stunned.
    Rising,
    /// Both kinds, and nothing gets better.
    Both,
    /// Something gets better at the same time, or a bonus is used up.
    Mixed,
}

/// Whether a gauge lists states.
fn is_words(gauge: Option<&Gauge>) -> bool {
    gauge.is_some_and(|gauge| matches!(gauge.shape, GaugeShape::Words(_)))
}

/// Whether all that changes in a relief are states that begin, such as a bonus to the next check.
pub fn is_gain(before: &[Gauge], after: &[Gauge]) -> bool {
    let old = |label: &str| before.iter().find(|gauge| gauge.label == label);
    let changed = after.iter().filter(|gauge| old(&gauge.label) != Some(*gauge));
    let is_all_there = before.iter().all(|gauge| after.iter().any(|new| new.label == gauge.label));
    is_all_there && changed.into_iter().all(|gauge| is_words(Some(gauge)))
}

/// Tells what gets worse in a change that is no relief.
pub fn loss(before: &[Gauge], after: &[Gauge]) -> GaugeLoss {
    let new = |label: &str| after.iter().find(|gauge| gauge.label == label);
    let gone = before.iter().map(|gauge| (Some(gauge), new(&gauge.label)));
    let come = after.iter().filter(|gauge| before.iter().all(|old| old.label != gauge.label));
    let (mut falls, mut rises) = (false, false);
    for (old, new) in gone.chain(come.map(|gauge| (None, Some(gauge)))) {
        let is_bar = old.or(new).is_some_and(|gauge| matches!(gauge.shape, GaugeShape::Bar { .. }));
        match change_direction(old, new) {
            0 => {}
            better if better > 0 => return GaugeLoss::Mixed,
            _ if is_bar => falls = true,
            _ => rises = true,
        }
    }
    match (falls, rises) {
        (true, true) => GaugeLoss::Both,
        (true, false) => GaugeLoss::Falling,
        (false, true) => GaugeLoss::Rising,
        // A good state that is used up is no harm.
        (false, false) => GaugeLoss::Mixed,
    }
}

/// Whether points to spend are all that changed, and got fewer.
pub fn is_spending(before: &[Gauge], after: &[Gauge]) -> bool {
    let by_label = |gauges: &[Gauge], label: &str| gauges.iter().position(|gauge| gauge.label == label);
    let mut has_spent = false;
    for gauge in before {
        let new = by_label(after, &gauge.label).map(|at| &after[at]);
        match change_direction(Some(gauge), new) {
            0 => {}
            turn if turn < 0 && SPENT.iter().any(|name| *name == gauge.label) => has_spent = true,
            _ => return false,
        }
    }
    has_spent && after.iter().all(|gauge| by_label(before, &gauge.label).is_some())
}

/// Whether at least one gauge improved and none got worse.
pub fn is_relief(before: &[Gauge], after: &[Gauge]) -> bool {
    let labels = before.iter().chain(after).map(|gauge| gauge.label.as_ref());
    let by_label = |gauges: &'_ [Gauge], label: &str| gauges.iter().position(|gauge| gauge.label == label);
    let turns: Vec<i64> = labels
        .map(|label| {
            let old = by_label(before, label).map(|at| &before[at]);
            let new = by_label(after, label).map(|at| &after[at]);
            change_direction(old, new)
        })
        .collect();
    turns.iter().all(|turn| *turn >= 0) && turns.iter().any(|turn| *turn > 0)
}

/// Direction of a change: above 0 for better, below 0 for worse.
fn change_direction(before: Option<&Gauge>, after: Option<&Gauge>) -> i64 {
    let Some(either) = before.or(after) else { return 0 };
    let count = |len: usize| i64::try_from(len).unwrap_or(i64::MAX);
    match &either.shape {
        GaugeShape::Bar { .. } => i64::from(gauge_value(after) - gauge_value(before)),
        GaugeShape::Rising { .. } => i64::from(gauge_value(before) - gauge_value(after)),
        GaugeShape::Boxes(_) => {
            let (old, new) = (gauge_marks(before), gauge_marks(after));
            let fewer = count(old.len()) - count(new.len());
            if fewer == 0 { i64::from(old > new) - i64::from(old < new) } else { fewer }
        }
        GaugeShape::Words(_) => {
            let (old, new) = (gauge_words(before), gauge_words(after));
            let (come, gone) = (missing_words(new, old), missing_words(old, new));
            // A good state that ends is no relief, whatever the reason.
            let bad_gone = gone.iter().filter(|word| !is_good_state(word)).count();
            let good_come = come.iter().filter(|word| is_good_state(word)).count();
            count(bad_gone) + 2 * count(good_come) - count(come.len())
        }
    }
}

/// Whether a state helps the unit that is in it.
fn is_good_state(word: &str) -> bool {
    let word = word.to_lowercase();
    let starts = GOOD_STATES.into_iter().any(|state| word.starts_with(state));
    starts || GOOD_CHANGES.into_iter().any(|change| word.ends_with(change))
}

fn gauge_change(
    label: &str,
    (before, after): (Option<&Gauge>, Option<&Gauge>),
    style: NumberStyle,
) -> Option<String> {
    let label = label.to_lowercase();
    match &before.or(after)?.shape {
        GaugeShape::Bar { .. } | GaugeShape::Rising { .. } => {
            let by = gauge_value(after) - gauge_value(before);
            let one = label.strip_suffix('s').filter(|_| by.abs() == 1 && label.ends_with("points"));
            (by != 0).then(|| format!("{} {}", style.text(i64::from(by)), one.unwrap_or(&label)))
        }
        GaugeShape::Boxes(_) => {
            let (old, new) = (gauge_marks(before), gauge_marks(after));
            let count = |marks: &[TrackBox]| i64::try_from(marks.len()).unwrap_or(i64::MAX);
            match count(&new) - count(&old) {
                0 if old == new => None,
                0 if old < new => Some(format!("worse {label}")),
                0 => Some(format!("less grave {label}")),
                by => {
                    let boxes = if by.abs() == 1 { "box" } else { "boxes" };
                    Some(format!("{} {label} {boxes}", style.text(by)))
                }
            }
        }
        GaugeShape::Words(_) => {
            let (mut changes, ended) = word_changes(gauge_words(before), gauge_words(after));
            changes.extend(ended.into_iter().map(|word| end_of_word(&word.to_lowercase())));
            (!changes.is_empty()).then(|| join_counted(&changes))
        }
    }
}

/// The states that begin or go on otherwise, in words, and those that end.
fn word_changes<'a>(old: &'a [String], new: &[String]) -> (Vec<String>, Vec<&'a String>) {
    let mut ended = missing_words(old, new);
    let mut changes: Vec<String> = Vec::new();
    for word in missing_words(new, old) {
        // An entry that differs only in its numbers was replaced; one with a remark goes on.
        let is_remark = |other: &str| word.strip_prefix(other).is_some_and(|remark| remark.starts_with(" ("));
        let is_same = |other: &str| words_without_numbers(other) == words_without_numbers(word);
        let before = ended.iter().position(|other| is_same(other) || is_remark(other));
        let replaced = before.map(|at| ended.remove(at)).filter(|other| !is_remark(other));
        let word = word.to_lowercase();
        changes.push(if replaced.is_some() { format!("now {word}") } else { word });
    }
    (changes, ended)
}

/// Takes the states that end out of the gauges before a change. Returns what is left of these gauges, and what ended, in
/// words that go on after the name of the unit: "is no longer aimed", "uses up 1 boost (next check)".
pub fn split_ended_states(before: &[Gauge], after: &[Gauge]) -> (Vec<Gauge>, Vec<String>) {
    let mut endings = Vec::new();
    let rest = before.iter().filter_map(|gauge| {
        let GaugeShape::Words(words) = &gauge.shape else { return Some(gauge.clone()) };
        let new = after.iter().find(|new| new.label == gauge.label);
        let mut left = words.clone();
        for word in word_changes(words, gauge_words(new)).1 {
            let Some(ending) = ending_sentence(&word.to_lowercase()) else { continue };
            endings.push(ending);
            if let Some(at) = left.iter().position(|other| other == word) {
                left.remove(at);
            }
        }
        (!left.is_empty()).then(|| Gauge { shape: GaugeShape::Words(left), ..gauge.clone() })
    });
    let rest = rest.collect();
    (rest, endings)
}

/// Says that a state ends; `None` for numbers.
fn ending_sentence(word: &str) -> Option<String> {
    // Ends of states that are adjectives; others are nouns.
    const ADJECTIVES: [&str; 4] = ["ed", "ing", " out", " to life"];
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let word = word.strip_suffix(EFFECT_OVER).unwrap_or(word);
    Some(match word.split_once(": ") {
        Some((when, what)) => format!("uses up {what} ({when})"),
        None if word.starts_with("ignores ") => format!("no longer {word}"),
        None if ADJECTIVES.iter().any(|end| word.ends_with(end)) => format!("is no longer {word}"),
        None => format!("no longer has {word}"),
    })
}

/// A text without its numbers.
fn words_without_numbers(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphabetic() || letter.is_whitespace()).collect()
}

/// Describes the end of a state, of a stored bonus, or of a number.
fn end_of_word(word: &str) -> String {
    match word.chars().next() {
        _ if word.contains(": ") => format!("used {word}"),
        Some(first) if !first.is_alphabetic() => format!("{word} ended"),
        _ => format!("no longer {word}"),
    }
}

/// Words of `these` missing in `those`, with multiplicity.
fn missing_words<'a>(these: &'a [String], those: &[String]) -> Vec<&'a String> {
    let mut left: Vec<&String> = those.iter().collect();
    these
        .iter()
        .filter(|word| match left.iter().position(|other| other == word) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        })
        .collect()
}

/// Value of a gauge; a missing gauge counts 0.
fn gauge_value(gauge: Option<&Gauge>) -> i32 {
    match gauge.map(|gauge| &gauge.shape) {
        Some(GaugeShape::Bar { now, .. } | GaugeShape::Rising { now, .. }) => *now,
        _ => 0,
    }
}

/// Marked boxes, the worst first.
fn gauge_marks(gauge: Option<&Gauge>) -> Vec<TrackBox> {
    let Some(GaugeShape::Boxes(boxes)) = gauge.map(|gauge| &gauge.shape) else { return Vec::new() };
    let mut marks: Vec<TrackBox> = boxes.iter().copied().filter(|mark| *mark != TrackBox::Free).collect();
    marks.sort_by(|one, other| other.cmp(one));
    marks
}

fn gauge_words(gauge: Option<&Gauge>) -> &[String] {
    match gauge.map(|gauge| &gauge.shape) {
        Some(GaugeShape::Words(words)) => words,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GaugeTone;

    fn gauge(label: &'static str, shape: GaugeShape) -> Gauge {
        Gauge { label: label.into(), shape, tone: GaugeTone::Body, note: String::new(), clause: "SS-DMG-05" }
    }

    fn bar(label: &'static str, now: i32, max: i32) -> Gauge {
        gauge(label, GaugeShape::Bar { now, max })
    }

    #[test]
    fn losses_name_all_changed_gauges() {
        let gauges = |shield, flesh, strain| {
            let strain = gauge("Strain", GaugeShape::Rising { now: strain, max: 9 });
            vec![bar("Shield", shield, 6), bar("Flesh", flesh, 11), strain]
        };
        let before = gauges(6, 11, 3);
        assert_eq!(gauge_changes(&before, &gauges(5, 6, 4)), "-1 shield, -5 flesh, +1 strain");
        assert_eq!(gauge_changes(&before, &before), "no damage");
    }

    #[test]
    fn after_a_verb_changes_have_no_signs() {
        let gauges = |shield, flesh, strain| {
            let strain = gauge("Strain", GaugeShape::Rising { now: strain, max: 9 });
            vec![bar("Shield", shield, 6), bar("Flesh", flesh, 11), strain]
        };
        let before = gauges(6, 8, 3);
        let worse = |shield, flesh, strain| {
            let after = gauges(shield, flesh, strain);
            (loss(&before, &after), gauge_amounts(&before, &after))
        };
        assert_eq!(worse(5, 6, 3), (GaugeLoss::Falling, "1 shield, 2 flesh".to_owned()));
        assert_eq!(worse(6, 8, 5), (GaugeLoss::Rising, "2 strain".to_owned()));
        assert_eq!(worse(5, 8, 5).0, GaugeLoss::Both);
        assert_eq!(worse(6, 7, 1).0, GaugeLoss::Mixed, "strain is relieved");
        let checks = |words: &[&str]| {
            vec![gauge("Temporary", GaugeShape::Words(words.iter().map(|word| (*word).to_owned()).collect()))]
        };
        let boost = checks(&["Next check: 1 boost"]);
        assert_eq!(loss(&boost, &checks(&[])), GaugeLoss::Mixed, "a bonus that is used is no harm");
        assert_eq!(loss(&checks(&[]), &checks(&["Stunned"])), GaugeLoss::Rising);
        assert!(is_gain(&checks(&[]), &boost) && !is_gain(&before, &gauges(6, 8, 1)));
        let after = gauges(6, 8, 1);
        assert!(is_relief(&before, &after));
        assert_eq!(gauge_amounts(&before, &after), "2 strain");
    }

    #[test]
    fn boxes_are_compared_by_number_and_severity() {
        let track = |marks: &[TrackBox]| vec![gauge("Light", GaugeShape::Boxes(marks.to_vec()))];
        let before = track(&[TrackBox::Light, TrackBox::Free, TrackBox::Free]);
        assert_eq!(
            gauge_changes(&before, &track(&[TrackBox::Light, TrackBox::Light, TrackBox::Light])),
            "+2 light boxes"
        );
        assert_eq!(
            gauge_changes(&before, &track(&[TrackBox::Worst, TrackBox::Free, TrackBox::Free])),
            "worse light"
        );
        assert_eq!(
            gauge_changes(&before, &track(&[TrackBox::Free, TrackBox::Free, TrackBox::Free])),
            "-1 light box"
        );
    }

    #[test]
    fn recovered_points_are_relief() {
        let gauges = |flesh, strain| {
            vec![bar("Flesh", flesh, 11), gauge("Strain", GaugeShape::Rising { now: strain, max: 9 })]
        };
        assert!(is_relief(&gauges(3, 2), &gauges(5, 2)) && is_relief(&gauges(3, 2), &gauges(3, 0)));
        assert!(!is_relief(&gauges(3, 2), &gauges(5, 3)) && !is_relief(&gauges(3, 2), &gauges(3, 2)));
        let state = |words: &[&str]| {
            vec![gauge("State", GaugeShape::Words(words.iter().map(|word| (*word).to_owned()).collect()))]
        };
        assert!(
            is_relief(&state(&[]), &state(&["Stabilised"])) && is_relief(&state(&["Stunned"]), &state(&[]))
        );
        assert!(!is_relief(&state(&[]), &state(&["Stunned"])));
    }

    #[test]
    fn points_that_are_spent_are_no_damage() {
        let reserve = |now| Gauge { tone: GaugeTone::Reserve, ..bar("Fate Points", now, 2) };
        assert!(is_spending(&[bar("Wounds", 9, 9), reserve(2)], &[bar("Wounds", 9, 9), reserve(1)]));
        assert!(!is_spending(&[bar("Wounds", 9, 9), reserve(2)], &[bar("Wounds", 7, 9), reserve(1)]));
        assert!(!is_spending(&[reserve(1)], &[reserve(2)]));
        assert!(!is_spending(&[reserve(2)], &[reserve(2)]));
        assert!(!is_spending(&[bar("Structure", 9, 9)], &[bar("Structure", 4, 9)]), "it is damage");
    }

    #[test]
    fn the_end_of_a_good_state_is_no_relief() {
        let gauges = |flesh, words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            vec![bar("Flesh", flesh, 11), gauge("State", GaugeShape::Words(words))]
        };
        let clinging = gauges(-2, &["Critical Injury", "Clinging to life"]);
        assert!(!is_relief(&clinging, &gauges(-2, &["Critical Injury"])), "it falls");
        assert!(is_relief(&clinging, &gauges(1, &["Critical Injury"])), "it survives");
        assert!(!is_relief(&gauges(3, &["Next check: 1 boost"]), &gauges(3, &[])), "the boost is used");
        assert!(is_relief(&gauges(3, &[]), &gauges(3, &["Next check: 1 boost"])));
        assert!(is_relief(&gauges(3, &["Next check: 1 setback"]), &gauges(3, &[])));
        assert!(!is_relief(&gauges(3, &["Stabilised"]), &gauges(3, &[])));
        for good in
            ["aimed", "Guarded Stance", "melee defence +1", "ranged defence +1", "ignores the environment"]
        {
            assert!(is_relief(&gauges(3, &[]), &gauges(3, &[good])), "{good} begins");
            assert!(!is_relief(&gauges(3, &[good]), &gauges(3, &[])), "{good} ends");
        }
    }

    #[test]
    fn what_ends_is_told_apart_from_the_other_changes() {
        let gauges = |strain, words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            let strain = gauge("Strain", GaugeShape::Rising { now: strain, max: 9 });
            vec![strain, gauge("Temporary", GaugeShape::Words(words))]
        };
        let before = gauges(1, &["Aimed", "Next skill check: 1 setback", "Guarded stance", "Stunned"]);
        let after = gauges(2, &["Stunned"]);
        let (rest, endings) = split_ended_states(&before, &after);
        assert_eq!(
            endings,
            ["is no longer aimed", "uses up 1 setback (next skill check)", "no longer has guarded stance"]
        );
        assert_eq!(gauge_amounts(&rest, &after), "1 strain");
        let (same, none) = split_ended_states(&after, &after);
        assert_eq!((same, none), (after, Vec::new()));
    }

    #[test]
    fn states_begin_and_end() {
        let ailments = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            if names.is_empty() { Vec::new() } else { vec![gauge("Ailments", GaugeShape::Words(names))] }
        };
        assert_eq!(gauge_changes(&ailments(&[]), &ailments(&["Stunned"])), "stunned");
        assert_eq!(
            gauge_changes(&ailments(&["Stunned", "Blinded"]), &ailments(&["Blinded"])),
            "no longer stunned"
        );
        assert_eq!(gauge_changes(&ailments(&["Stunned"]), &ailments(&[])), "no longer stunned");
        let over = ailments(&["Distracted (effect over)"]);
        assert_eq!(gauge_changes(&ailments(&["Distracted"]), &over), "distracted (effect over)");
        assert_eq!(gauge_changes(&ailments(&["Cut"]), &ailments(&["Cut", "Cut", "Cut"])), "2 x cut");
        assert_eq!(gauge_changes(&ailments(&["Cut", "Cut"]), &ailments(&["Cut"])), "no longer cut");
        assert_eq!(
            gauge_changes(&ailments(&["-8 to tests"]), &ailments(&["-9 to tests"])),
            "now -9 to tests"
        );
        assert_eq!(gauge_changes(&ailments(&["-9 to tests"]), &ailments(&[])), "-9 to tests ended");
        assert_eq!(
            gauge_changes(&ailments(&["Next check: 1 boost"]), &ailments(&[])),
            "used next check: 1 boost"
        );
        let (one, three) = (["Next check: 1 boost"], ["Next check: 3 boost"]);
        assert_eq!(gauge_changes(&ailments(&one), &ailments(&three)), "now next check: 3 boost");
    }
}
