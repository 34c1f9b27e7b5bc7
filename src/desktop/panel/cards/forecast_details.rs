//! The lower part of an attack's card: every chance, remark, barrier and modifier, as many as there is room for.

use bevy_egui::egui::{Color32, RichText, Ui};

use crate::attack_forecast::percent_text;
use crate::input::InputAction;
use crate::panel::widgets::{PanelContext, modifier_colour, show_reason_line, signed_text};
use rules::{Favours, Forecast, ForecastNote, ForecastTotal};

/// A line of the card.
#[derive(Clone, Debug, PartialEq)]
struct ForecastLine {
    text: String,
    value: String,
    colour: Color32,
    clause: &'static str,
    /// A part of the line before it: the first to go where room is short.
    part: bool,
}

impl ForecastLine {
    fn new(text: impl Into<String>, value: String, colour: Color32, clause: &'static str) -> Self {
        Self { text: text.into(), value, colour, clause, part: false }
    }
}

/// Draws as many lines as there is room for; a whole card has every modifier and clause.
pub(crate) fn show_forecast_details(ui: &mut Ui, see: &PanelContext, forecast: &Forecast, room: usize) {
    let mut lines = outcome_lines(see, forecast);
    let mut remarks = forecast.notes.clone();
    let crossed = barrier_lines(see, forecast, &mut remarks);
    lines.extend(remarks.into_iter().map(|remark| note_line(see, remark)));
    if forecast.hidden > 0 {
        let (value, clause) =
            (format!("{} %", forecast.hidden), see.view.rules().ruling("cover", "SS-COVER-07"));
        lines.push(ForecastLine::new("Hidden", value, see.palette.caution, clause));
    }
    lines.extend(crossed);
    let whole = see.settings.whole_cards;
    for sum in &forecast.totals {
        lines.extend(sum_lines(see, sum).into_iter().filter(|line| whole || !line.part));
    }
    trim_lines(&mut lines, room);
    for line in &lines {
        let clause = if whole { line.clause } else { "" };
        show_reason_line(ui, see.palette, &line.text, (&line.value, line.colour), clause);
    }
    if !whole {
        let key = see.key_label(InputAction::WholeCards);
        let text = match key.is_empty() {
            true => "Settings: whole cards".to_owned(),
            false => format!("{key}: every modifier and clause"),
        };
        ui.label(RichText::new(text).color(see.palette.faint).small());
    }
}

/// What can come of it.
fn outcome_lines(see: &PanelContext, forecast: &Forecast) -> Vec<ForecastLine> {
    let (look, rules, odds) = (see.palette, see.view.rules(), &forecast.odds);
    let all = [
        ("Stopped on the way", odds.stopped, look.dim, rules.ruling("cover", "SS-COVER-06")),
        ("Knocked down", odds.knockdown, look.forced, rules.ruling("knockdown", "SS-KNOCK-01")),
        ("Killed", odds.kill, look.harm, rules.ruling("attacks", "SS-DMG-22")),
    ];
    let told = all.into_iter().filter(|(_, share, ..)| *share > 0.0);
    told.map(|(text, share, colour, clause)| ForecastLine::new(text, percent_text(share), colour, clause))
        .collect()
}

fn note_line(see: &PanelContext, remark: ForecastNote) -> ForecastLine {
    ForecastLine::new(remark.text, remark.value, see.palette.text, remark.clause)
}

/// A number, and below it what it is made of.
fn sum_lines(see: &PanelContext, sum: &ForecastTotal) -> Vec<ForecastLine> {
    let look = see.palette;
    let helps = match sum.favours {
        Favours::Attacker => 1,
        Favours::Target => -1,
    };
    // One part says no more than the number itself.
    let parts = if sum.parts.0.len() > 1 { sum.parts.0.as_slice() } else { &[] };
    let colour = if parts.is_empty() { look.text } else { look.dim };
    let mut lines = vec![ForecastLine::new(sum.name, sum.value.clone(), colour, sum.clause)];
    lines.extend(parts.iter().map(|part| ForecastLine {
        text: part.reason.to_string(),
        value: signed_text(part.value),
        colour: modifier_colour(look, part.value * helps),
        clause: part.clause,
        part: true,
    }));
    lines
}

/// Every barrier on the way, numbered as on the board, with what it stands and what it suffers. What a remark says of
/// a barrier stands on its line.
fn barrier_lines(
    see: &PanelContext,
    forecast: &Forecast,
    remarks: &mut Vec<ForecastNote>,
) -> Vec<ForecastLine> {
    let rules = see.view.rules();
    let mut lines = Vec::new();
    for (number, (barrier, always)) in (1..).zip(&forecast.barriers) {
        let own = remarks.iter().position(|remark| is_about(remark, &barrier.name));
        let remark = own.map(|at| remarks.remove(at));
        let harm = forecast.odds.barriers.iter().find(|(id, ..)| *id == barrier.id);
        let value = harm.map_or_else(String::new, |(_, mean, hole)| match (*hole > 0.0, *mean < 0.05) {
            (true, _) => format!("hole {}", percent_text(*hole)),
            (_, true) => "holds".to_owned(),
            _ => format!("-{mean:.1}"),
        });
        let tie = if *always { "" } else { rules.ruling("attacks", "SS-COVER-01") };
        let (when, clause) = match (&remark, tie) {
            (Some(remark), "") => ("", remark.clause),
            (None, "") => ("", rules.ruling("barriers", "SS-BARR-10")),
            _ => (" on a tie", tie),
        };
        let text =
            format!("{number}  {}{when}{}", barrier.name, barrier_state_text(remark.as_ref(), &barrier.name));
        lines.push(ForecastLine::new(text, value, see.palette.caution, clause));
    }
    lines
}

fn is_about(remark: &ForecastNote, barrier: &str) -> bool {
    remark.text.strip_prefix(barrier).is_some_and(|rest| rest.starts_with(':'))
}

/// ": Armor 8, 6 left".
fn barrier_state_text(remark: Option<&ForecastNote>, barrier: &str) -> String {
    let Some(remark) = remark else { return String::new() };
    let said = remark.text.strip_prefix(barrier).unwrap_or(&remark.text);
    if remark.value.is_empty() { said.to_owned() } else { format!("{said}, {}", remark.value) }
}

/// Leaves out what there is no room for: what is crossed and what follows matters more than the parts of a number.
fn trim_lines(lines: &mut Vec<ForecastLine>, room: usize) {
    let mut drop = lines.len().saturating_sub(room);
    lines.retain(|line| {
        let goes = drop > 0 && line.part;
        drop -= usize::from(goes);
        !goes
    });
    lines.truncate(room.max(4));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_before_numbers() {
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
    fn a_barrier_takes_its_remark_along() {
        let remark =
            ForecastNote { text: "brick wall: Armor 8".into(), value: "6 left".into(), clause: "SS-BARR-10" };
        assert!(is_about(&remark, "brick wall") && !is_about(&remark, "brick"));
        assert_eq!(barrier_state_text(Some(&remark), "brick wall"), ": Armor 8, 6 left");
        assert_eq!(barrier_state_text(None, "brick wall"), "");
    }
}
