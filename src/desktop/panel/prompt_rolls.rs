//! Rolls before a prompt: the faces of the dice, and what they add up to.

use bevy_egui::egui::Ui;

use super::combat_log::log_line::show_detail;
use super::widgets::PanelContext;
use battle_log::log_text::{LogLine, LogWriter};
use dice::{RollRecord, Trace};

/// Most rolls that are shown: the last ones.
const MAX_ROLLS: usize = 2;

/// Draws the last rolls before a prompt with their results. Dice of a unit that the viewer does not know stay hidden.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, rolls: &[RollRecord]) {
    let known = rolls.iter().filter(|roll| roll.who.is_none_or(|who| context.view.unit(who).is_some()));
    let known: Vec<&RollRecord> = known.collect();
    let writer = LogWriter::new(context.view);
    for roll in &known[known.len().saturating_sub(MAX_ROLLS)..] {
        let mut lines = Vec::new();
        writer.write_rule_step(&Trace::Rolled((*roll).clone()), &mut lines);
        let faces = lines.iter().filter(|line| !matches!(line, LogLine::Text(_)));
        let mut shown = faces.peekable();
        if shown.peek().is_some() {
            ui.colored_label(context.palette.dim, roll_title(roll, |who| context.unit_name(who)));
        }
        shown.for_each(|line| show_detail(ui, context, line));
    }
}

/// Says whose roll it is: "Ines rolls: attack".
fn roll_title(roll: &RollRecord, name: impl Fn(model::UnitId) -> String) -> String {
    match roll.who {
        Some(who) => format!("{} rolls: {}", name(who), roll.why),
        None => format!("Rolled: {}", roll.why),
    }
}
