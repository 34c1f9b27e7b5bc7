//! Details of an attack card: chances, notes, barriers and modifiers, as many lines as fit.

use bevy_egui::egui::{Color32, Ui};

use crate::attack_forecast::percent_text;
use crate::panel::widgets::{PanelContext, modifier_colour, show_reason_line, signed_text};
use battle_log::log_text::capitalise;
use battle_log::posture_words::posture_words;
use rules::{Favours, Forecast, ForecastNote, ForecastTotal, Odds};

/// A line of the details.
#[derive(Clone, Debug, PartialEq)]
struct ForecastLine {
    text: String,
    value: String,
    colour: Color32,
    clause: &'static str,
    /// Whether it is a part of the line before; parts are left out first.
    part: bool,
    /// Whether it is a part that hinders the attacker, such as darkness; these are left out after the other parts.
    hinders: bool,
}

impl ForecastLine {
    fn new(text: impl Into<String>, value: String, colour: Color32, clause: &'static str) -> Self {
        Self { text: text.into(), value, colour, clause, part: false, hinders: false }
    }
}

/// What the details of an attack are about.
#[derive(Clone, Copy, Debug)]
pub(super) struct DetailSubject {
    /// A vehicle, a barrier or a square: it is neither knocked down nor killed.
    pub is_machine: bool,
    /// Share of the target that is hidden and counts against the attack, in percent.
    pub hidden: u8,
}

/// Draws at most `room` lines with all modifiers and clauses.
pub(super) fn show_forecast_details(
    ui: &mut Ui,
    context: &PanelContext,
    (forecast, subject): (&Forecast, DetailSubject),
    room: usize,
) {
    let mut lines = outcome_lines(context, forecast, subject.is_machine);
    let mut notes = forecast.notes.clone();
    let crossed = barrier_lines(context, forecast, &mut notes);
    lines.extend(notes.into_iter().map(|note| note_line(context, note)));
    if subject.hidden > 0 {
        let (value, clause) =
            (format!("{} %", subject.hidden), context.view.rules().ruling("cover", "SS-COVER-07"));
        lines.push(ForecastLine::new("Hidden", value, context.palette.caution, clause));
    }
    lines.extend(crossed);
    for sum in &forecast.totals {
        lines.extend(sum_lines(context, sum));
    }
    trim_lines(&mut lines, room);
    for line in &lines {
        let clause = if context.view.rules().cites(line.clause) { line.clause } else { "" };
        show_reason_line(ui, context.palette, &line.text, (&line.value, line.colour), clause);
    }
}

/// Lines of the possible outcomes.
fn outcome_lines(context: &PanelContext, forecast: &Forecast, is_machine: bool) -> Vec<ForecastLine> {
    let (palette, rules, odds) = (context.palette, context.view.rules(), &forecast.odds);
    let of_people = |share: f64| if is_machine { 0.0 } else { share };
    let lands = capitalise(posture_words(context.view).lands);
    let all = [
        ("Damaged", odds.harm, palette.text, ""),
        ("Stopped on the way", odds.stopped, palette.dim, rules.ruling("cover", "SS-COVER-06")),
        (lands.as_str(), of_people(odds.knockdown), palette.forced, rules.ruling("knockdown", "SS-KNOCK-01")),
        ("Killed", of_people(odds.kill), palette.harm, rules.ruling("attacks", "SS-DMG-22")),
    ];
    let shown = all.into_iter().filter(|(_, share, ..)| *share > 0.0);
    shown
        .map(|(text, share, colour, clause)| ForecastLine::new(text, percent_text(share), colour, clause))
        .collect()
}

fn note_line(context: &PanelContext, note: ForecastNote) -> ForecastLine {
    ForecastLine::new(note.text, note.value, context.palette.text, note.clause)
}

/// Lines of a total and its parts.
fn sum_lines(context: &PanelContext, sum: &ForecastTotal) -> Vec<ForecastLine> {
    let palette = context.palette;
    let sign = match sum.favours {
        Favours::Attacker => 1,
        Favours::Target => -1,
    };
    // A single part equals the total.
    let parts = if sum.parts.0.len() > 1 { sum.parts.0.as_slice() } else { &[] };
    let colour = if parts.is_empty() { palette.text } else { palette.dim };
    let mut lines = vec![ForecastLine::new(total_text(sum), sum.value.clone(), colour, sum.clause)];
    lines.extend(parts.iter().map(|part| ForecastLine {
        text: part.reason.to_string(),
        value: signed_text(part.value),
        colour: modifier_colour(palette, part.value * sign),
        clause: part.clause,
        part: true,
        hinders: part.value * sign < 0,
    }));
    lines
}

/// Names a total. What hinders the attacker for a single reason names that as well: "Setback: darkness".
fn total_text(sum: &ForecastTotal) -> String {
    match sum.parts.0.as_slice() {
        [only] if sum.favours == Favours::Target && *only.reason != *sum.name => {
            format!("{}: {}", sum.name, only.reason)
        }
        _ => sum.name.to_owned(),
    }
}

/// Lines of the barriers crossed, numbered as on the board, with expected damage. A note about a barrier moves to the
/// barrier's line.
fn barrier_lines(
    context: &PanelContext,
    forecast: &Forecast,
    notes: &mut Vec<ForecastNote>,
) -> Vec<ForecastLine> {
    let rules = context.view.rules();
    let mut lines = Vec::new();
    for (number, (barrier, always)) in (1..).zip(&forecast.barriers) {
        let own = notes.iter().position(|note| is_about(note, &barrier.name));
        let note = own.map(|at| notes.remove(at));
        let harm = forecast.odds.barriers.iter().find(|(id, ..)| *id == barrier.id);
        let value = harm.map_or_else(String::new, |(_, mean, hole)| match (*hole > 0.0, *mean < 0.05) {
            (true, _) => format!("hole {}", percent_text(*hole)),
            (_, true) => undamaged_text(&forecast.odds).to_owned(),
            _ => format!("-{mean:.1}"),
        });
        let tie = if *always { "" } else { rules.ruling("attacks", "SS-COVER-01") };
        let (when, clause) = match (&note, tie) {
            (Some(note), "") => ("", note.clause),
            (None, "") => ("", rules.ruling("barriers", "SS-BARR-10")),
            _ => (" (in the way only on a tie against cover)", tie),
        };
        let text =
            format!("{number}  {}{when}{}", barrier.name, barrier_state_text(note.as_ref(), &barrier.name));
        lines.push(ForecastLine::new(text, value, context.palette.caution, clause));
    }
    lines
}

/// Says what happens to a barrier that an attack crosses and does not damage, and of the attack.
fn undamaged_text(odds: &Odds) -> &'static str {
    match (odds.is_stopped_on_the_way(), odds.stopped > 0.0) {
        (true, _) => "stops the attack",
        (false, true) => "undamaged, may stop it",
        (false, false) => "undamaged",
    }
}

fn is_about(note: &ForecastNote, barrier: &str) -> bool {
    note.text.strip_prefix(barrier).is_some_and(|rest| rest.starts_with(':'))
}

/// State of a barrier from its note: ": armour 8, 6 left".
fn barrier_state_text(note: Option<&ForecastNote>, barrier: &str) -> String {
    let Some(note) = note else { return String::new() };
    let state = note.text.strip_prefix(barrier).unwrap_or(&note.text);
    if note.value.is_empty() { state.to_owned() } else { format!("{state}, {}", note.value) }
}

/// Leaves out lines beyond `room`: first parts of totals that do not hinder, then the last lines. Before these, what hinders
/// moves into the lines of its totals, so that each of them names all that it counts: "Setback: low light +1, smoke or fog +1".
fn trim_lines(lines: &mut Vec<ForecastLine>, room: usize) {
    let mut drop = lines.len().saturating_sub(room);
    lines.retain(|line| {
        let goes = drop > 0 && line.part && !line.hinders;
        drop -= usize::from(goes);
        !goes
    });
    let mut at = 0;
    while at < lines.len() && lines.len() > room {
        fold_hindering_parts(lines, at);
        at += 1;
    }
    lines.truncate(room.max(4));
}

/// Moves what hinders from the lines after a total into that of the total.
fn fold_hindering_parts(lines: &mut Vec<ForecastLine>, total: usize) {
    let after = lines.iter().skip(total + 1).take_while(|line| line.part && line.hinders);
    let parts: Vec<String> = after.map(|line| format!("{} {}", line.text, line.value)).collect();
    if parts.is_empty() || lines[total].part {
        return;
    }
    lines.drain(total + 1..=total + parts.len());
    lines[total].text = format!("{}: {}", lines[total].text, parts.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Modifiers;

    #[test]
    fn parts_are_left_out_before_totals() {
        let line = |text: &str, part| ForecastLine {
            part,
            ..ForecastLine::new(text, String::new(), Color32::WHITE, "")
        };
        let all = [("Attack", false), ("skill", true), ("range", true), ("Soak", false), ("armour", true)];
        let left = |room| {
            let mut lines: Vec<_> = all.iter().map(|(text, part)| line(text, *part)).collect();
            trim_lines(&mut lines, room);
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(left(9), ["Attack", "skill", "range", "Soak", "armour"]);
        assert_eq!(left(4), ["Attack", "range", "Soak", "armour"]);
        assert_eq!(left(2), ["Attack", "Soak"]);
    }

    #[test]
    fn what_hinders_is_explained_as_long_as_there_is_room() {
        let line = |text: &str, part, hinders| ForecastLine {
            part,
            hinders,
            ..ForecastLine::new(text, "+1".to_owned(), Color32::WHITE, "")
        };
        let left = |room| {
            let mut lines = vec![
                line("Setback", false, false),
                line("Guarded Stance", true, true),
                line("low light", true, true),
                line("smoke or fog", true, true),
                line("Dice", false, false),
                line("skill", true, false),
            ];
            trim_lines(&mut lines, room);
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(left(5), ["Setback", "Guarded Stance", "low light", "smoke or fog", "Dice"]);
        let folded = "Setback: Guarded Stance +1, low light +1, smoke or fog +1";
        assert_eq!(left(4), [folded, "Dice"], "all of them or none, so that they add up");
        assert_eq!(left(2), [folded, "Dice"]);
    }

    #[test]
    fn a_single_reason_stands_beside_the_name_of_what_hinders() {
        let total = |favours, reasons: &[&'static str]| {
            let mut parts = Modifiers::new();
            reasons.iter().for_each(|reason| parts.add(1, *reason, "CC-ENV-01"));
            ForecastTotal { name: "Setback", value: "1".into(), favours, parts, clause: "CC-DEF-01" }
        };
        assert_eq!(total_text(&total(Favours::Target, &["low light"])), "Setback: low light");
        assert_eq!(total_text(&total(Favours::Target, &["low light", "rain"])), "Setback", "they have lines");
        assert_eq!(total_text(&total(Favours::Attacker, &["skill"])), "Setback");
    }

    #[test]
    fn notes_move_to_their_barrier() {
        let note = ForecastNote {
            text: "brick wall: armour 8".into(),
            value: "6 left".into(),
            clause: "SS-BARR-10",
        };
        assert!(is_about(&note, "brick wall") && !is_about(&note, "brick"));
        assert_eq!(barrier_state_text(Some(&note), "brick wall"), ": armour 8, 6 left");
        assert_eq!(barrier_state_text(None, "brick wall"), "");
    }
}
