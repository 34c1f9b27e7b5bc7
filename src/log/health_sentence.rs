//! Changes of a unit's gauges as a sentence: "loses 6 flesh and suffers a critical injury".

use crate::gauge_changes::{
    EFFECT_OVER, INJURIES, LOWERED, SPENT, WordChange, count_boxes, count_points, gauge_marks, gauge_value,
    gauge_words, is_good_state, label_words, state_words, word_changes,
};
use rules::{Gauge, GaugeShape, TrackBox, join_counted, list_separator};

/// Gauges that list lost limbs: "left arm lost".
const LIMBS: &str = "limbs";
/// Gauges of what counts in action only: effects for some turns, and how often the unit has defended itself.
const STANCES: [&str; 2] = ["Temporary", "Defence"];
/// What a unit does with points of its own that pay for something.
pub(crate) const SPENDS: &str = "spends";
/// What a unit does with a bonus or penalty that ends because it counted.
pub(crate) const USES_UP: &str = "uses up";
/// The same where the bonus or penalty ends without having counted, as after the battle.
pub(crate) const LOSES_UNUSED: &str = "no longer has";
/// The state after aiming: what the unit did, not what was done to it.
pub(crate) const AIMED: &str = "aimed";
/// Ends of states that are adjectives; others are nouns.
const ADJECTIVES: [&str; 4] = ["ed", "ing", " out", " to life"];

/// What a change means for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Harm.
    Worse,
    /// An improvement.
    Better,
    /// A price, or the end of a bonus.
    Used,
}

/// A verb with what changes: "loses", "6 flesh".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangePhrase {
    /// The verb.
    pub verb: &'static str,
    /// What changes.
    pub what: String,
    /// What it means for the unit.
    pub kind: ChangeKind,
}

impl ChangePhrase {
    fn new(verb: &'static str, what: impl Into<String>, kind: ChangeKind) -> Self {
        Self { verb, what: what.into(), kind }
    }

    /// Adds what else changes with the same verb: "1 Wound and 2 Strain".
    fn with_more(mut self, more: &[String]) -> Self {
        for (at, what) in (1..).zip(more) {
            self.what.push_str(list_separator(at, more.len() + 1));
            self.what.push_str(what);
        }
        self
    }
}

/// Lists the changes of all gauges, in their order; changes with the same verb share a phrase.
pub fn change_phrases(before: &[Gauge], after: &[Gauge]) -> Vec<ChangePhrase> {
    let by_label = |gauges: &'_ [Gauge], label: &str| gauges.iter().position(|gauge| gauge.label == label);
    let kept = after.iter().map(|gauge| (by_label(before, &gauge.label).map(|at| &before[at]), Some(gauge)));
    let gone = before.iter().filter(|gauge| by_label(after, &gauge.label).is_none());
    let changes = kept.chain(gone.map(|gauge| (Some(gauge), None)));
    let mut phrases: Vec<(ChangePhrase, Vec<String>)> = Vec::new();
    for phrase in changes.flat_map(|(before, after)| gauge_phrases(before, after)) {
        match phrases.iter_mut().find(|(other, _)| (other.verb, other.kind) == (phrase.verb, phrase.kind)) {
            Some((_, more)) => more.push(phrase.what),
            None => phrases.push((phrase, Vec::new())),
        }
    }
    phrases.into_iter().map(|(phrase, more)| phrase.with_more(&more)).collect()
}

/// Lists the changes of all gauges that come with the end of the battle: what was stored for a check lapses, nothing uses
/// it up.
pub fn lapse_phrases(before: &[Gauge], after: &[Gauge]) -> Vec<ChangePhrase> {
    let lapsed = |phrase: ChangePhrase| match phrase.verb {
        USES_UP => ChangePhrase { verb: LOSES_UNUSED, ..phrase },
        _ => phrase,
    };
    change_phrases(before, after).into_iter().map(lapsed).collect()
}

/// The changes that come with the end of the battle as a sentence: "recovers 3 Strain and no longer has 1 boost die for the
/// next check"; empty if nothing changes.
pub fn lapse_sentence(before: &[Gauge], after: &[Gauge]) -> String {
    sentence_of(&lapse_phrases(before, after))
}

/// The changes of all gauges after the name of the unit: "loses 6 flesh and suffers a critical injury"; empty if nothing
/// changes.
pub fn change_sentence(before: &[Gauge], after: &[Gauge]) -> String {
    sentence_of(&change_phrases(before, after))
}

/// Joins phrases to a sentence without its subject.
fn sentence_of(phrases: &[ChangePhrase]) -> String {
    let mut text = String::new();
    for (at, phrase) in phrases.iter().enumerate() {
        text.push_str(list_separator(at, phrases.len()));
        text.push_str(&format!("{} {}", phrase.verb, phrase.what));
    }
    text
}

/// Whether gauges differ only in what counts in action: no harm, no injury and no recovery.
pub(crate) fn changes_only_stances(before: &[Gauge], after: &[Gauge]) -> bool {
    let is_lasting = |gauge: &&Gauge| !STANCES.contains(&gauge.label.as_ref());
    before != after && before.iter().filter(is_lasting).eq(after.iter().filter(is_lasting))
}

/// Lists the changes of a gauge, or of one that comes or goes.
fn gauge_phrases(before: Option<&Gauge>, after: Option<&Gauge>) -> Vec<ChangePhrase> {
    use ChangeKind::{Better, Used, Worse};
    let Some(either) = before.or(after) else { return Vec::new() };
    let label = label_words(&either.label);
    let by = gauge_value(after) - gauge_value(before);
    let points = || count_points(by.unsigned_abs(), &label);
    match &either.shape {
        GaugeShape::Bar { .. } | GaugeShape::Rising { .. } if by == 0 => Vec::new(),
        GaugeShape::Bar { .. } if by > 0 => vec![ChangePhrase::new("recovers", points(), Better)],
        GaugeShape::Bar { .. } if SPENT.iter().any(|name| *name == either.label) => {
            vec![ChangePhrase::new(SPENDS, points(), Used)]
        }
        GaugeShape::Bar { .. } => vec![ChangePhrase::new("loses", points(), Worse)],
        GaugeShape::Rising { .. } if by > 0 => vec![ChangePhrase::new("suffers", points(), Worse)],
        GaugeShape::Rising { .. } => vec![ChangePhrase::new("recovers", points(), Better)],
        GaugeShape::Boxes(_) => {
            let (old, new) = (gauge_marks(before), gauge_marks(after));
            let boxes = |count: usize| count_boxes(count, &label);
            let changed = |old: &[TrackBox], new: &[TrackBox]| {
                old.iter().zip(new).filter(|(old, new)| old != new).count()
            };
            match (old.len(), new.len()) {
                (few, many) if few < many => vec![ChangePhrase::new("loses", boxes(many - few), Worse)],
                (many, few) if few < many => vec![ChangePhrase::new("recovers", boxes(many - few), Better)],
                _ if old < new => {
                    let worse = boxes(changed(&old, &new));
                    vec![ChangePhrase::new("suffers", format!("graver damage in {worse}"), Worse)]
                }
                _ if old > new => {
                    let better = boxes(changed(&old, &new));
                    vec![ChangePhrase::new("has", format!("lighter damage in {better}"), Better)]
                }
                _ => Vec::new(),
            }
        }
        GaugeShape::Words(_) => {
            let (changes, ended) = word_changes(&label, gauge_words(before), gauge_words(after));
            let begun = changes.chunk_by(|one, other| one == other).map(|alike| begin_phrase(&label, alike));
            let ended = ended.into_iter().map(|word| state_words(&label, word));
            // A crippled limb that is lost is not whole again.
            let goes_on = |word: &str| changes.iter().any(|change| limb_of(&change.word) == limb_of(word));
            let ended = ended.filter(|word| label != LIMBS || !goes_on(word));
            let ended = ended.map(|word| end_phrase(&label, &word));
            begun.chain(ended).collect()
        }
    }
}

/// Says that equal states begin, or go on otherwise.
fn begin_phrase(label: &str, alike: &[WordChange]) -> ChangePhrase {
    let WordChange { word, replaces } = &alike[0];
    let kind = if is_good_state(word) { ChangeKind::Better } else { ChangeKind::Worse };
    let verb = if kind == ChangeKind::Better { "gains" } else { "suffers" };
    if let Some(over) = word.strip_suffix(EFFECT_OVER) {
        return ChangePhrase::new("no longer feels the effect of", over, ChangeKind::Better);
    }
    let what = stored_text(word).unwrap_or_else(|| word.clone());
    match () {
        () if alike.len() > 1 => {
            let words = vec![what; alike.len()];
            ChangePhrase::new(verb, join_counted(&words), kind)
        }
        () if label == INJURIES => ChangePhrase::new(verb, what, kind),
        () if label == LIMBS && word.ends_with(LOST) => ChangePhrase::new("loses the", limb_of(word), kind),
        () if label == LIMBS => ChangePhrase::new("has the", what, kind),
        () if label == LOWERED => ChangePhrase::new("now has", what, kind),
        () if *replaces || starts_with_number(word) => ChangePhrase::new("now has", what, kind),
        () if word.starts_with("ignores ") => ChangePhrase::new("ignores", &word["ignores ".len()..], kind),
        () if word == AIMED => ChangePhrase::new("has", AIMED, kind),
        () if is_adjective(word) => ChangePhrase::new("is", what, kind),
        () if word == "critical injury" => ChangePhrase::new(verb, format!("a {what}"), kind),
        () => ChangePhrase::new(verb, what, kind),
    }
}

/// Says that a state ends. The end of a good one is no harm: a bonus is used up.
fn end_phrase(label: &str, word: &str) -> ChangePhrase {
    let word = word.strip_suffix(EFFECT_OVER).unwrap_or(word);
    let kind = if is_good_state(word) { ChangeKind::Used } else { ChangeKind::Better };
    match stored_text(word) {
        Some(what) => ChangePhrase::new(USES_UP, what, ChangeKind::Used),
        None if label == INJURIES => ChangePhrase::new("recovers from", word, kind),
        None if label == LIMBS => ChangePhrase::new("can use its", limb_again(word), kind),
        None if label == LOWERED => ChangePhrase::new("recovers", whole_text(word), kind),
        None if word.starts_with("ignores ") => ChangePhrase::new("no longer", word, kind),
        None if word == AIMED => ChangePhrase::new("no longer", "aims", kind),
        None if !starts_with_number(word) && is_adjective(word) => {
            ChangePhrase::new("is no longer", word, kind)
        }
        None => ChangePhrase::new("no longer has", word, kind),
    }
}

/// A change that waits for a check, as a sentence has it: "1 boost die for the next check" for "next check: 1 boost die"; `None`
/// for other states.
fn stored_text(word: &str) -> Option<String> {
    let (when, what) = word.split_once(": ")?;
    Some(format!("{what} for the {when}"))
}

/// A limb that is whole again: "left arm again" for "left arm lost".
fn limb_again(word: &str) -> String {
    format!("{} again", limb_of(word))
}

/// End of the entry of a limb that is lost.
const LOST: &str = " lost";

/// The limb of an entry such as "left arm lost".
fn limb_of(word: &str) -> &str {
    word.rsplit_once(' ').map_or(word, |(limb, _)| limb)
}

/// A value that is whole again: "its Agility of 3" for "Agility 1 of 3".
fn whole_text(word: &str) -> String {
    let parts = word.split_once(" of ").and_then(|(now, whole)| Some((now.rsplit_once(' ')?.0, whole)));
    parts.map_or_else(|| word.to_owned(), |(name, whole)| format!("its {name} of {whole}"))
}

/// Whether a state is a number: "-2 to tests".
fn starts_with_number(word: &str) -> bool {
    !word.starts_with(char::is_alphabetic)
}

/// Whether a state is an adjective: "staggered", "clinging to life".
fn is_adjective(word: &str) -> bool {
    ADJECTIVES.iter().any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GaugeTone;

    fn gauge(label: &'static str, shape: GaugeShape) -> Gauge {
        Gauge { label: label.into(), shape, tone: GaugeTone::Body, note: String::new(), clause: "SS-DMG-05" }
    }

    fn words(label: &'static str, words: &[&str]) -> Gauge {
        gauge(label, GaugeShape::Words(words.iter().map(|word| (*word).to_owned()).collect()))
    }

    fn gauges(flesh: i32, strain: i32, states: &[&str]) -> Vec<Gauge> {
        vec![
            gauge("Flesh", GaugeShape::Bar { now: flesh, max: 11 }),
            gauge("Strain", GaugeShape::Rising { now: strain, max: 9, falls_beyond: false }),
            words("Temporary", states),
        ]
    }

    #[test]
    fn what_was_stored_lapses_with_the_battle_and_is_not_used_up() {
        let stored = gauges(6, 3, &["next check: 1 boost die"]);
        assert_eq!(change_sentence(&stored, &gauges(6, 3, &[])), "uses up 1 boost die for the next check");
        let rested = gauges(6, 1, &[]);
        assert_eq!(
            lapse_sentence(&stored, &rested),
            "recovers 2 Strain and no longer has 1 boost die for the next check"
        );
        assert_eq!(lapse_sentence(&rested, &rested), "");
    }

    #[test]
    fn every_change_has_a_verb() {
        let change = |before: &[Gauge], after: &[Gauge]| change_sentence(before, after);
        assert_eq!(change(&gauges(6, 3, &[]), &gauges(1, 4, &[])), "loses 5 flesh and suffers 1 Strain");
        assert_eq!(change(&gauges(6, 3, &[]), &gauges(8, 1, &[])), "recovers 2 flesh and 2 Strain");
        assert_eq!(
            change(&gauges(6, 3, &[]), &gauges(4, 1, &["Critical Injury"])),
            "loses 2 flesh, recovers 2 Strain and suffers a critical injury"
        );
        assert_eq!(change(&gauges(6, 3, &[]), &gauges(6, 3, &[])), "");
    }

    #[test]
    fn the_end_of_a_stance_is_no_change_of_health() {
        let only = |before: &[Gauge], after: &[Gauge]| changes_only_stances(before, after);
        assert!(only(&gauges(6, 3, &["Guarded Stance"]), &gauges(6, 3, &[])));
        assert!(!only(&gauges(6, 3, &["Guarded Stance"]), &gauges(6, 4, &[])), "strain besides");
        assert!(!only(&gauges(6, 3, &[]), &gauges(6, 3, &[])), "nothing changes");
        let injured = [words("Critical Injuries", &["Bleeding Out"])];
        assert!(!only(&injured, &[]));
        assert!(only(&[words("Defence", &["-1 to defence tests"])], &[]));
    }

    #[test]
    fn states_begin_and_end_with_their_own_verbs() {
        let change =
            |before: &[&str], after: &[&str]| change_sentence(&gauges(6, 3, before), &gauges(6, 3, after));
        assert_eq!(change(&[], &["Aimed"]), "has aimed");
        assert_eq!(change(&[], &["Staggered"]), "is staggered");
        assert_eq!(change(&[], &["Clinging to life"]), "is clinging to life");
        assert_eq!(change(&[], &["Guarded Stance"]), "gains Guarded Stance");
        assert_eq!(change(&[], &["ignores the environment"]), "ignores the environment");
        assert_eq!(change(&[], &["Next check: 1 boost die"]), "gains 1 boost die for the next check");
        assert_eq!(change(&[], &["Next check: 1 setback die"]), "suffers 1 setback die for the next check");
        assert_eq!(
            change(&["Next check: 1 boost die"], &["Next check: 3 boost dice"]),
            "now has 3 boost dice for the next check"
        );
        assert_eq!(change(&["-8 to tests"], &["-9 to tests"]), "now has -9 to tests");
        assert_eq!(change(&["-9 to tests"], &[]), "no longer has -9 to tests");
        assert_eq!(change(&[], &["Cut", "Cut"]), "suffers 2 x cut");
        assert_eq!(
            change(&["Gushing Out"], &["Gushing Out (effect over)"]),
            "no longer feels the effect of gushing out"
        );
        assert_eq!(
            change(&["Aimed", "Next skill check: 1 setback die", "Guarded Stance", "Stunned"], &["Stunned"]),
            "no longer aims, uses up 1 setback die for the next skill check and no longer has Guarded Stance"
        );
    }

    #[test]
    fn injuries_are_suffered_whatever_their_names() {
        let change = |label, before: &[&str], after: &[&str]| {
            change_sentence(&[words(label, before)], &[words(label, after)])
        };
        assert_eq!(change("Critical Injuries", &[], &["Bleeding Out"]), "suffers Bleeding Out");
        assert_eq!(change("Critical Injuries", &["Maimed"], &[]), "recovers from Maimed");
        assert_eq!(
            change("Critical Injuries", &["Stinger"], &[]),
            "recovers from Stinger",
            "a name, not a word"
        );
        assert_eq!(change("Critical Injuries", &[], &["Minor Nick", "Minor Nick"]), "suffers 2 x Minor Nick");
        let over = change("Critical Injuries", &["Gushing Out"], &["Gushing Out (effect over)"]);
        assert_eq!(over, "no longer feels the effect of Gushing Out");
        assert_eq!(change("Limbs", &[], &["left arm lost"]), "loses the left arm");
        assert_eq!(change("Limbs", &[], &["left arm crippled"]), "has the left arm crippled");
        assert_eq!(change("Limbs", &["left arm lost"], &[]), "can use its left arm again");
        assert_eq!(change("Limbs", &["left arm crippled"], &["left arm lost"]), "loses the left arm");
    }

    #[test]
    fn what_is_lowered_is_told_with_its_whole_value() {
        let change = |before: &[&str], after: &[&str]| {
            change_sentence(&[words("Lowered", before)], &[words("Lowered", after)])
        };
        assert_eq!(change(&[], &["Agility 2 of 3"]), "now has Agility 2 of 3");
        assert_eq!(change(&["Agility 2 of 3"], &["Agility 1 of 3"]), "now has Agility 1 of 3");
        assert_eq!(change(&["Agility 1 of 3"], &[]), "recovers its Agility of 3");
    }

    #[test]
    fn several_changes_of_one_verb_are_joined_as_in_a_sentence() {
        let both = |wounds: i32, strain: i32| {
            let rising = |label, now| gauge(label, GaugeShape::Rising { now, max: 12, falls_beyond: true });
            vec![rising("Wounds", wounds), rising("Strain", strain)]
        };
        assert_eq!(change_sentence(&both(0, 0), &both(1, 2)), "suffers 1 Wound and 2 Strain");
        let stored = |strain, states: &[&str]| gauges(6, strain, states);
        assert_eq!(
            change_sentence(
                &stored(0, &[]),
                &stored(1, &["next check: 1 setback die", "next attack: 1 downgrade"])
            ),
            "suffers 1 Strain, 1 setback die for the next check and 1 downgrade for the next attack"
        );
    }

    #[test]
    fn points_that_are_spent_are_no_damage() {
        let fate = |now| vec![gauge("Fate Points", GaugeShape::Bar { now, max: 2 })];
        let spent = change_phrases(&fate(2), &fate(1));
        assert_eq!(spent, [ChangePhrase::new("spends", "1 Fate Point", ChangeKind::Used)]);
        assert_eq!(change_sentence(&fate(1), &fate(2)), "recovers 1 Fate Point");
    }

    #[test]
    fn the_end_of_a_bonus_is_no_harm() {
        let kinds = |before: &[&str], after: &[&str]| {
            let phrases = change_phrases(&gauges(6, 3, before), &gauges(6, 3, after));
            phrases.into_iter().map(|phrase| phrase.kind).collect::<Vec<_>>()
        };
        for good in ["Aimed", "Guarded Stance", "melee defence +1", "ignores the environment", "Stabilised"] {
            assert_eq!(kinds(&[], &[good]), [ChangeKind::Better], "{good} begins");
            assert_eq!(kinds(&[good], &[]), [ChangeKind::Used], "{good} ends");
        }
        assert_eq!(kinds(&[], &["Stunned"]), [ChangeKind::Worse]);
        assert_eq!(kinds(&["Stunned"], &[]), [ChangeKind::Better]);
    }

    #[test]
    fn boxes_are_counted_and_compared_by_severity() {
        let track = |marks: &[TrackBox]| vec![gauge("Light", GaugeShape::Boxes(marks.to_vec()))];
        let change = |before: &[TrackBox], after: &[TrackBox]| change_sentence(&track(before), &track(after));
        use TrackBox::{Free, Light, Worst};
        assert_eq!(change(&[Light, Free, Free], &[Light, Light, Light]), "loses 2 light boxes");
        assert_eq!(change(&[Light, Free, Free], &[Free, Free, Free]), "recovers 1 light box");
        assert_eq!(
            change(&[Light, Free, Free], &[Worst, Free, Free]),
            "suffers graver damage in 1 light box"
        );
        assert_eq!(change(&[Worst, Free, Free], &[Light, Free, Free]), "has lighter damage in 1 light box");
    }
}
