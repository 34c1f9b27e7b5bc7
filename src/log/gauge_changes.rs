//! Describes changes of a unit's gauges as figures: "-1 shield, 2 Strain".

use rules::{Gauge, GaugeShape, GaugeTone, TrackBox, join_counted};

/// Gauges of points that a unit spends, rather than loses.
pub(crate) const SPENT: [&str; 2] = ["Fate Points", "Willpower"];
/// Gauges of points that the rules write as a name in every sentence: "2 Strain", "1 Wound".
const TERMS: [&str; 2] = ["Strain", "Wounds"];
/// Gauges that list injuries, each by a name of its own.
pub(crate) const INJURIES: &str = "critical injuries";
/// Gauges that list values of names, such as characteristics: "Agility 1 of 3".
pub(crate) const LOWERED: &str = "lowered";
/// States with the name of an action.
const NAMED: [&str; 1] = ["Guarded Stance"];
/// Text for no visible change.
pub const NO_HARM: &str = "no damage";

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
pub(crate) const EFFECT_OVER: &str = " (effect over)";
/// Ends of changes to later checks that help their unit. `CC-ECON-09`.
const GOOD_CHANGES: [&str; 4] = [" boost die", " boost dice", " upgrade", " upgrades"];

/// Describes the changes: "-1 shield, -4 flesh", "2 Strain", "+3 light boxes", "stunned".
pub fn gauge_changes(before: &[Gauge], after: &[Gauge]) -> String {
    let old = |label: &str| before.iter().find(|gauge| gauge.label == label);
    let gone = before.iter().filter(|gauge| after.iter().all(|new| new.label != gauge.label));
    let changes: Vec<String> = after
        .iter()
        .filter_map(|gauge| gauge_change(&gauge.label, (old(&gauge.label), Some(gauge))))
        .chain(gone.filter_map(|gauge| gauge_change(&gauge.label, (Some(gauge), None))))
        .collect();
    if changes.is_empty() { NO_HARM.to_owned() } else { changes.join(", ") }
}

/// Whether a state helps the unit that is in it.
pub(crate) fn is_good_state(word: &str) -> bool {
    let word = word.to_lowercase();
    let starts = GOOD_STATES.into_iter().any(|state| word.starts_with(state));
    starts || GOOD_CHANGES.into_iter().any(|change| word.ends_with(change))
}

fn gauge_change(label: &str, (before, after): (Option<&Gauge>, Option<&Gauge>)) -> Option<String> {
    let label = label_words(label);
    match &before.or(after)?.shape {
        GaugeShape::Rising { .. } => {
            // No sign: the bar of what is left goes the other way.
            let by = gauge_value(after) - gauge_value(before);
            let recovered = if by < 0 { " recovered" } else { "" };
            (by != 0).then(|| format!("{}{recovered}", count_points(by.unsigned_abs(), &label)))
        }
        GaugeShape::Bar { .. } => {
            let by = gauge_value(after) - gauge_value(before);
            let sign = if by < 0 { '-' } else { '+' };
            (by != 0).then(|| format!("{sign}{}", count_points(by.unsigned_abs(), &label)))
        }
        GaugeShape::Boxes(_) => {
            let (old, new) = (gauge_marks(before), gauge_marks(after));
            match (old.len(), new.len()) {
                (few, many) if few < many => Some(format!("+{}", count_boxes(many - few, &label))),
                (many, few) if few < many => Some(format!("-{}", count_boxes(many - few, &label))),
                _ if old < new => Some(format!("worse {label}")),
                _ if old > new => Some(format!("less grave {label}")),
                _ => None,
            }
        }
        GaugeShape::Words(_) => {
            let (changes, ended) = word_changes(&label, gauge_words(before), gauge_words(after));
            let mut changes: Vec<String> = changes.into_iter().map(WordChange::into_text).collect();
            changes.extend(ended.into_iter().map(|word| end_of_word(&state_words(&label, word))));
            (!changes.is_empty()).then(|| join_counted(&changes))
        }
    }
}

/// The label of a gauge in a sentence: what is spent has a name, "Willpower", and so have Wounds and
/// Strain; others are words, "flesh".
pub(crate) fn label_words(label: &str) -> String {
    if SPENT.contains(&label) || TERMS.contains(&label) { label.to_owned() } else { label.to_lowercase() }
}

/// A state in a sentence: an injury has a name, "Minor Nick", as in the notes of the rules, and so have characteristics
/// and what an action with a name gives; others are words, "staggered". The label is that of `label_words`.
pub(crate) fn state_words(label: &str, state: &str) -> String {
    let is_name = [INJURIES, LOWERED].contains(&label) || NAMED.contains(&state);
    if is_name { state.to_owned() } else { state.to_lowercase() }
}

/// A number of points of a gauge, or of two together: "2 Wounds", "1 Wound", "3 flesh", "1 henchman", "1 Wound or Strain".
pub fn count_points(points: u32, label: &str) -> String {
    if points != 1 {
        return format!("{points} {label}");
    }
    let singulars: Vec<String> = label.split(" and ").map(singular).collect();
    format!("1 {}", singulars.join(" or "))
}

/// The singular of a noun that may be a plural: "henchman", "health level", "flesh".
fn singular(noun: &str) -> String {
    match noun.strip_suffix("men") {
        Some(stem) => format!("{stem}man"),
        None => noun.strip_suffix('s').filter(|_| !noun.ends_with("ss")).unwrap_or(noun).to_owned(),
    }
}

/// A number of points or boxes of a gauge in a sentence: "3 henchmen", "7 health levels".
fn count_of_gauge(gauge: &Gauge, count: u32) -> String {
    let label = label_words(&gauge.label);
    match gauge.shape {
        GaugeShape::Boxes(_) => count_boxes(count as usize, &label),
        _ => count_points(count, &label),
    }
}

/// Returns the gauges that harm has taken points from, each with how many: those of the body and its layers, or else reserves
/// such as structure. What a unit spends is no harm.
pub fn harm_losses<'g>(before: &'g [Gauge], after: &[Gauge]) -> Vec<(&'g Gauge, u32)> {
    let lost = |gauge: &Gauge| {
        let new = after.iter().find(|new| new.label == gauge.label).and_then(Gauge::balance);
        let balances = gauge.balance().zip(new);
        balances.map_or(0, |((old, _), (new, _))| u32::try_from(old.saturating_sub(new)).unwrap_or(0))
    };
    let is_spent = |gauge: &&Gauge| SPENT.iter().any(|name| *name == gauge.label);
    let losses = before.iter().filter(|gauge| !is_spent(gauge)).map(|gauge| (gauge, lost(gauge)));
    let losses: Vec<(&Gauge, u32)> = losses.filter(|(_, lost)| *lost > 0).collect();
    let is_body = |(gauge, _): &(&Gauge, u32)| gauge.tone != GaugeTone::Reserve;
    match losses.iter().any(is_body) {
        true => losses.into_iter().filter(is_body).collect(),
        false => losses,
    }
}

/// Adds what a hit has really taken to the words for its damage, where that is less, or something else as `counts_members` says:
/// "13 levels of lethal damage, 3 henchmen lost".
pub(crate) fn lost_of_damage(
    words: String,
    (damage, counts_members): (u32, bool),
    (before, after): (&[Gauge], &[Gauge]),
) -> String {
    let losses = harm_losses(before, after);
    let sum: u32 = losses.iter().map(|(_, lost)| *lost).sum();
    if losses.is_empty() || (sum >= damage && !counts_members) {
        return words;
    }
    let lost: Vec<String> = losses.iter().map(|(gauge, lost)| count_of_gauge(gauge, *lost)).collect();
    format!("{words}, {} lost", lost.join(" and "))
}

/// Lists what the body of a unit and its layers have left: "16 henchmen and 8 health levels", "3 flesh".
pub fn health_left_words(gauges: &[Gauge]) -> String {
    let of_body =
        |gauge: &&Gauge| matches!(gauge.tone, GaugeTone::Body | GaugeTone::Shield | GaugeTone::Plating);
    let left = gauges.iter().filter(of_body).filter_map(|gauge| {
        let (left, _) = gauge.points()?;
        (left > 0).then(|| count_of_gauge(gauge, left.unsigned_abs()))
    });
    left.collect::<Vec<_>>().join(" and ")
}

/// Label of a track whose boxes are the levels in which its book counts damage. `AB-TRACK-01`.
const LEVEL_TRACK: &str = "health";

/// A number of boxes of a track: "2 light boxes", "1 light box", "3 health levels".
pub(crate) fn count_boxes(boxes: usize, label: &str) -> String {
    let (one, many) = if label == LEVEL_TRACK { ("level", "levels") } else { ("box", "boxes") };
    format!("{boxes} {label} {}", if boxes == 1 { one } else { many })
}

/// A state that begins or goes on otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordChange {
    /// The state, as `state_words` writes it.
    pub word: String,
    /// Whether it replaces the same state with another number.
    pub replaces: bool,
}

impl WordChange {
    fn into_text(self) -> String {
        if self.replaces { format!("now {}", self.word) } else { self.word }
    }
}

/// The states of a gauge that begin or go on otherwise, and those that end.
pub(crate) fn word_changes<'a>(
    label: &str,
    old: &'a [String],
    new: &[String],
) -> (Vec<WordChange>, Vec<&'a String>) {
    let mut ended = missing_words(old, new);
    let mut changes: Vec<WordChange> = Vec::new();
    for word in missing_words(new, old) {
        // An entry that differs only in its numbers was replaced; one with a remark goes on.
        let is_remark = |other: &str| word.strip_prefix(other).is_some_and(|remark| remark.starts_with(" ("));
        let is_same = |other: &str| words_without_numbers(other) == words_without_numbers(word);
        let before = ended.iter().position(|other| is_same(other) || is_remark(other));
        let replaced = before.map(|at| ended.remove(at)).filter(|other| !is_remark(other));
        changes.push(WordChange { word: state_words(label, word), replaces: replaced.is_some() });
    }
    (changes, ended)
}

/// A text without its numbers, and without the plural that goes with them.
fn words_without_numbers(word: &str) -> String {
    let words: String =
        word.chars().filter(|letter| letter.is_alphabetic() || letter.is_whitespace()).collect();
    let singular = words.strip_suffix("dice").map(|start| format!("{start}die"));
    singular.unwrap_or_else(|| words.strip_suffix('s').unwrap_or(&words).to_owned())
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
pub(crate) fn gauge_value(gauge: Option<&Gauge>) -> i32 {
    match gauge.map(|gauge| &gauge.shape) {
        Some(GaugeShape::Bar { now, .. } | GaugeShape::Rising { now, .. }) => *now,
        _ => 0,
    }
}

/// Marked boxes, the worst first.
pub(crate) fn gauge_marks(gauge: Option<&Gauge>) -> Vec<TrackBox> {
    let Some(GaugeShape::Boxes(boxes)) = gauge.map(|gauge| &gauge.shape) else { return Vec::new() };
    let mut marks: Vec<TrackBox> = boxes.iter().copied().filter(|mark| *mark != TrackBox::Free).collect();
    marks.sort_by(|one, other| other.cmp(one));
    marks
}

pub(crate) fn gauge_words(gauge: Option<&Gauge>) -> &[String] {
    match gauge.map(|gauge| &gauge.shape) {
        Some(GaugeShape::Words(words)) => words,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(henchmen: i32, marked: usize, willpower: i32) -> Vec<Gauge> {
        let gauge = |label: &'static str, shape, tone| Gauge {
            label: label.into(),
            shape,
            tone,
            note: String::new(),
            clause: "",
        };
        let mut boxes = vec![TrackBox::Worst; marked];
        boxes.resize(8, TrackBox::Free);
        vec![
            gauge("Henchmen", GaugeShape::Bar { now: henchmen, max: 16 }, GaugeTone::Body),
            gauge("Health", GaugeShape::Boxes(boxes), GaugeTone::Body),
            gauge("Willpower", GaugeShape::Bar { now: willpower, max: 5 }, GaugeTone::Reserve),
        ]
    }

    #[test]
    fn what_a_hit_has_really_taken_stands_after_its_damage() {
        let words = |damage, members, before: &[Gauge], after: &[Gauge]| {
            lost_of_damage(format!("{damage} levels"), (damage, members), (before, after))
        };
        let whole = band(16, 0, 5);
        assert_eq!(words(13, true, &whole, &band(13, 0, 5)), "13 levels, 3 henchmen lost");
        assert_eq!(words(3, true, &whole, &band(15, 0, 5)), "3 levels, 1 henchman lost");
        assert_eq!(words(10, false, &band(0, 1, 5), &band(0, 8, 5)), "10 levels, 7 health levels lost");
        assert_eq!(words(3, false, &band(0, 1, 5), &band(0, 4, 4)), "3 levels", "all of it was taken");
        assert_eq!(words(3, false, &band(0, 8, 5), &band(0, 8, 5)), "3 levels", "no box was left");
    }

    #[test]
    fn what_pays_is_no_harm() {
        let (before, after) = (band(0, 1, 5), band(0, 4, 4));
        let lost = harm_losses(&before, &after);
        assert_eq!(
            lost.iter().map(|(gauge, lost)| (gauge.label.as_ref(), *lost)).collect::<Vec<_>>(),
            [("Health", 3)]
        );
    }

    #[test]
    fn what_is_left_is_named_by_its_gauges() {
        assert_eq!(health_left_words(&band(16, 0, 5)), "16 henchmen and 8 health levels");
        assert_eq!(health_left_words(&band(0, 7, 5)), "1 health level");
    }
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
            let strain = gauge("Strain", GaugeShape::Rising { now: strain, max: 9, falls_beyond: false });
            vec![bar("Shield", shield, 6), bar("Flesh", flesh, 11), strain]
        };
        let before = gauges(6, 11, 3);
        assert_eq!(gauge_changes(&before, &gauges(5, 6, 4)), "-1 shield, -5 flesh, 1 Strain");
        assert_eq!(gauge_changes(&before, &gauges(6, 11, 1)), "2 Strain recovered", "its bar rises");
        assert_eq!(gauge_changes(&before, &before), "no damage");
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
        assert_eq!([1, 3].map(|boxes| count_boxes(boxes, "health")), ["1 health level", "3 health levels"]);
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
            gauge_changes(&ailments(&["Next check: 1 boost die"]), &ailments(&[])),
            "used next check: 1 boost die"
        );
        let injuries =
            |name: &str| vec![gauge("Critical Injuries", GaugeShape::Words(vec![name.to_owned()]))];
        assert_eq!(gauge_changes(&[], &injuries("Minor Nick")), "Minor Nick");
        assert_eq!(gauge_changes(&injuries("Stinger"), &[]), "no longer Stinger");
        let (one, three) = (["Next check: 1 boost die"], ["Next check: 3 boost dice"]);
        assert_eq!(gauge_changes(&ailments(&one), &ailments(&three)), "now next check: 3 boost dice");
        let dice = (["Next check: 1 difficulty die"], ["Next check: 2 difficulty dice"]);
        assert_eq!(
            gauge_changes(&ailments(&dice.0), &ailments(&dice.1)),
            "now next check: 2 difficulty dice"
        );
    }
}
