//! The lower part of an attack's card: every chance, remark, barrier and modifier, as many as there is room for.

use bevy_egui::egui::{Color32, RichText, Ui};

use super::kit::{See, reason_line, signed, tone};
use crate::input::Command;
use crate::odds::percent;
use rules::{Forecast, Helps, Remark, Sum};

/// A line of the card.
#[derive(Clone, Debug, PartialEq)]
struct Reason {
    text: String,
    value: String,
    colour: Color32,
    clause: &'static str,
    /// A part of the line before it: the first to go where room is short.
    part: bool,
}

impl Reason {
    fn new(text: impl Into<String>, value: String, colour: Color32, clause: &'static str) -> Self {
        Self { text: text.into(), value, colour, clause, part: false }
    }
}

/// Draws as many lines as there is room for; a whole card has every modifier and clause.
pub(super) fn reasons(ui: &mut Ui, see: &See, forecast: &Forecast, room: usize) {
    let mut lines = chances(see, forecast);
    let mut remarks = forecast.remarks.clone();
    let crossed = barriers(see, forecast, &mut remarks);
    lines.extend(remarks.into_iter().map(|remark| told(see, remark)));
    if forecast.hidden > 0 {
        let (value, clause) =
            (format!("{} %", forecast.hidden), see.view.rules().ruling("cover", "SS-COVER-07"));
        lines.push(Reason::new("Hidden", value, see.look.caution, clause));
    }
    lines.extend(crossed);
    let whole = see.settings.whole_cards;
    for sum in &forecast.sums {
        lines.extend(made_of(see, sum).into_iter().filter(|line| whole || !line.part));
    }
    cut(&mut lines, room);
    for line in &lines {
        let clause = if whole { line.clause } else { "" };
        reason_line(ui, see.look, &line.text, (&line.value, line.colour), clause);
    }
    if !whole {
        let key = see.key(Command::WholeCards);
        let text = match key.is_empty() {
            true => "Settings: whole cards".to_owned(),
            false => format!("{key}: every modifier and clause"),
        };
        ui.label(RichText::new(text).color(see.look.faint).small());
    }
}

/// What can come of it.
fn chances(see: &See, forecast: &Forecast) -> Vec<Reason> {
    let (look, rules, odds) = (see.look, see.view.rules(), &forecast.odds);
    let all = [
        ("Stopped on the way", odds.stopped, look.dim, rules.ruling("cover", "SS-COVER-06")),
        ("Knocked down", odds.knockdown, look.forced, rules.ruling("knockdown", "SS-KNOCK-01")),
        ("Killed", odds.kill, look.harm, rules.ruling("attacks", "SS-DMG-22")),
    ];
    let told = all.into_iter().filter(|(_, share, ..)| *share > 0.0);
    told.map(|(text, share, colour, clause)| Reason::new(text, percent(share), colour, clause)).collect()
}

fn told(see: &See, remark: Remark) -> Reason {
    Reason::new(remark.text, remark.value, see.look.text, remark.clause)
}

/// A number, and below it what it is made of.
fn made_of(see: &See, sum: &Sum) -> Vec<Reason> {
    let look = see.look;
    let helps = match sum.helps {
        Helps::Attacker => 1,
        Helps::Target => -1,
    };
    // One part says no more than the number itself.
    let parts = if sum.parts.0.len() > 1 { sum.parts.0.as_slice() } else { &[] };
    let colour = if parts.is_empty() { look.text } else { look.dim };
    let mut lines = vec![Reason::new(sum.name, sum.value.clone(), colour, sum.clause)];
    lines.extend(parts.iter().map(|part| Reason {
        text: part.reason.to_string(),
        value: signed(part.value),
        colour: tone(look, part.value * helps),
        clause: part.clause,
        part: true,
    }));
    lines
}

/// Every barrier on the way, numbered as on the board, with what it stands and what it suffers. What a remark says of
/// a barrier stands on its line.
fn barriers(see: &See, forecast: &Forecast, remarks: &mut Vec<Remark>) -> Vec<Reason> {
    let rules = see.view.rules();
    let mut lines = Vec::new();
    for (number, (barrier, always)) in (1..).zip(&forecast.barriers) {
        let own = remarks.iter().position(|remark| is_about(remark, &barrier.name));
        let remark = own.map(|at| remarks.remove(at));
        let harm = forecast.odds.barriers.iter().find(|(id, ..)| *id == barrier.id);
        let value = harm.map_or_else(String::new, |(_, mean, hole)| match (*hole > 0.0, *mean < 0.05) {
            (true, _) => format!("hole {}", percent(*hole)),
            (_, true) => "holds".to_owned(),
            _ => format!("-{mean:.1}"),
        });
        let tie = if *always { "" } else { rules.ruling("attacks", "SS-COVER-01") };
        let (when, clause) = match (&remark, tie) {
            (Some(remark), "") => ("", remark.clause),
            (None, "") => ("", rules.ruling("barriers", "SS-BARR-10")),
            _ => (" on a tie", tie),
        };
        let text = format!("{number}  {}{when}{}", barrier.name, stands(remark.as_ref(), &barrier.name));
        lines.push(Reason::new(text, value, see.look.caution, clause));
    }
    lines
}

fn is_about(remark: &Remark, barrier: &str) -> bool {
    remark.text.strip_prefix(barrier).is_some_and(|rest| rest.starts_with(':'))
}

/// ": Armor 8, 6 left".
fn stands(remark: Option<&Remark>, barrier: &str) -> String {
    let Some(remark) = remark else { return String::new() };
    let said = remark.text.strip_prefix(barrier).unwrap_or(&remark.text);
    if remark.value.is_empty() { said.to_owned() } else { format!("{said}, {}", remark.value) }
}

/// Leaves out what there is no room for: what is crossed and what follows matters more than the parts of a number.
fn cut(lines: &mut Vec<Reason>, room: usize) {
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
        let line = |text: &str, part| Reason { part, ..Reason::new(text, String::new(), Color32::WHITE, "") };
        let all = [("Attack", false), ("skill", true), ("range", true), ("Soak", false), ("armour", true)];
        let left = |room| {
            let mut lines: Vec<_> = all.iter().map(|(text, part)| line(text, *part)).collect();
            cut(&mut lines, room);
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(left(9), ["Attack", "skill", "range", "Soak", "armour"]);
        assert_eq!(left(4), ["Attack", "range", "Soak", "armour"]);
        assert_eq!(left(2), ["Attack", "Soak"]);
    }

    #[test]
    fn a_barrier_takes_its_remark_along() {
        let remark =
            Remark { text: "brick wall: Armor 8".into(), value: "6 left".into(), clause: "SS-BARR-10" };
        assert!(is_about(&remark, "brick wall") && !is_about(&remark, "brick"));
        assert_eq!(stands(Some(&remark), "brick wall"), ": Armor 8, 6 left");
        assert_eq!(stands(None, "brick wall"), "");
    }
}
