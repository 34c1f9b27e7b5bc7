//! Names of attack options, extended actions, ends of statuses, times of fuses and faces of dice.

use crate::gauge_changes::NO_HARM;
use battle::{BattleView, ExtendedActionKind, RoundState, StatusEnd, UnitDataItem};
use dice::SymbolFace;
use rules::turn_engine::timed_items::{Fuse, FuseTiming};
use rules::{HitResult, play};

/// Label of an attack option; its key if the weapon no longer has it.
pub fn option_name(view: &BattleView, unit: &UnitDataItem, weapon: usize, key: &str) -> String {
    let me = view.unit_snapshot(unit);
    let options = me.held_weapon(weapon).map(|held| play::attack_options(&me, held, view.rules()));
    let known = options.into_iter().flatten().find(|option| option.key == key);
    known.map_or_else(|| key.replace('_', " "), |option| option.label.to_owned())
}

/// Names the result of an attack that shows no number: the same word on the board and in the log.
pub const fn result_word(contact: HitResult) -> &'static str {
    match contact {
        HitResult::Miss => "miss",
        HitResult::Blocked => "stopped",
        HitResult::Graze => NO_HARM,
        HitResult::Hit => "hit",
    }
}

/// Describes an extended action: "treating Moss".
pub fn work_text(view: &BattleView, work: &ExtendedActionKind) -> String {
    let patient = match work {
        ExtendedActionKind::SpecialAction { target: Some(other), .. } => view.unit(*other),
        _ => None,
    };
    match patient {
        Some(patient) => format!("treating {}", patient.identity.name()),
        None => work.description().to_owned(),
    }
}

/// Describes when a status ends.
pub fn end_text(until: StatusEnd, round: &RoundState) -> String {
    match until {
        StatusEnd::Removed => "until something ends it".to_owned(),
        StatusEnd::EndOfRound(number) if number == round.number() => "end of round".to_owned(),
        StatusEnd::EndOfRound(number) => format!("end of round {number}"),
        StatusEnd::EndOfPass(passes) => match passes.saturating_sub(round.passes()) {
            0 => "end of pass".to_owned(),
            1 => "end of next pass".to_owned(),
            more => format!("{more} passes"),
        },
        StatusEnd::Turns { left: 1, begun: true } => "end of this turn".to_owned(),
        StatusEnd::Turns { left: 1, begun: false } => "end of next turn".to_owned(),
        StatusEnd::Turns { left, .. } => format!("{left} turns"),
    }
}

/// Describes when a status ends, in a sentence: "until the end of its next turn", "for 3 turns".
pub(crate) fn end_phrase(until: StatusEnd, round: &RoundState) -> String {
    match until {
        StatusEnd::EndOfRound(number) if number == round.number() => "until the end of the round".to_owned(),
        StatusEnd::EndOfPass(passes) if passes <= round.passes() => "until the end of the pass".to_owned(),
        StatusEnd::EndOfPass(passes) if passes == round.passes() + 1 => {
            "until the end of the next pass".to_owned()
        }
        StatusEnd::Turns { left: 1, begun: false } => "until the end of their next turn".to_owned(),
        StatusEnd::Removed => end_text(until, round),
        StatusEnd::EndOfRound(_) | StatusEnd::Turns { left: 1, begun: true } => {
            format!("until the {}", end_text(until, round))
        }
        StatusEnd::EndOfPass(_) | StatusEnd::Turns { .. } => format!("for {}", end_text(until, round)),
    }
}

/// Says in which round an armed item detonates, in two or three words.
pub fn fuse_round_text(fuse: &Fuse, round: u32) -> String {
    match (fuse.when, fuse.round.saturating_sub(round)) {
        (FuseTiming::Signal, _) => "by radio".to_owned(),
        (_, 0) => "this round".to_owned(),
        (_, 1) => "next round".to_owned(),
        (_, rounds) => format!("in {rounds} rounds"),
    }
}

/// Describes a face: "ability die: success, advantage".
pub fn face_words(face: &SymbolFace) -> String {
    let names: Vec<&str> = face.symbols.iter().map(|symbol| symbol.name()).collect();
    let shown = if names.is_empty() { "blank".to_owned() } else { names.join(", ") };
    format!("{} die: {shown}", face.die.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_status_is_a_phrase_with_articles() {
        let text = |until| end_phrase(until, &RoundState::default());
        let turns = |left, begun| StatusEnd::Turns { left, begun };
        assert_eq!(text(StatusEnd::EndOfRound(0)), "until the end of the round");
        assert_eq!(text(StatusEnd::EndOfRound(3)), "until the end of round 3");
        assert_eq!(text(StatusEnd::EndOfPass(0)), "until the end of the pass");
        assert_eq!(text(StatusEnd::EndOfPass(1)), "until the end of the next pass");
        assert_eq!(text(StatusEnd::EndOfPass(3)), "for 3 passes");
        assert_eq!(text(turns(1, true)), "until the end of this turn");
        assert_eq!(text(turns(1, false)), "until the end of their next turn");
        assert_eq!(text(turns(2, false)), "for 2 turns");
        assert_eq!(text(StatusEnd::Removed), "until something ends it");
    }
}
