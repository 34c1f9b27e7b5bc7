//! The numbers behind an entry of the log: prices, dice, decisions, limits, notes.

use super::log_text::{Entry, Ink, Line, Teller, Text, capital, count, span, words};
use crate::battle::{Chapter, Event, UnitId};
use crate::dice::{Modifier, Read, Trace};
use crate::rules::swan_song::Gait;

impl Teller<'_, '_, '_> {
    /// Everything an entry unfolds to: prices, dice, decisions, limits, notes.
    pub fn details(&self, chapters: &[Chapter], entry: &Entry) -> Vec<Line> {
        let own = chapters[entry.chapters.start].order.unit();
        let mut lines = Vec::new();
        for happening in chapters[entry.chapters.clone()].iter().flat_map(|chapter| &chapter.happenings) {
            for step in &happening.trace {
                self.step(step, &mut lines);
            }
            match &happening.event {
                Event::Paid { unit, action, points, budget } => {
                    let price = if *points == 0 { "free".to_owned() } else { format!("-{points} AP") };
                    let text = format!("{}, {} AP left", action.name(), budget.points);
                    let mut spans = vec![span(text, Ink::Dim)];
                    if Some(*unit) != own {
                        spans.insert(0, span(": ", Ink::Dim));
                        spans.insert(0, self.unit(*unit));
                    }
                    lines.push(Line::Text(Text {
                        spans,
                        figure: Some(span(price, Ink::Plain)),
                        clause: action.clause(),
                    }));
                }
                Event::InitiativeRolled { unit, score, attribute, dice } => {
                    let rolled = score - attribute;
                    let text = format!(" {attribute} + {rolled} on {dice}d6");
                    let mut line = words(vec![self.unit(*unit), span(text, Ink::Dim)]);
                    line.figure = Some(span(score.to_string(), Ink::Plain));
                    lines.push(Line::Text(line));
                }
                Event::InitiativeChanged { unit, by, .. } => {
                    let mut line = self.does(*unit, "changes place in the order");
                    line.figure = Some(span(format!("{by:+}"), Ink::Plain));
                    line.clause = "SS-INIT-15";
                    lines.push(Line::Text(line));
                }
                Event::Ran { unit, gait: Gait::Sprinting, .. } => {
                    lines.push(Line::Text(self.does(*unit, "sprints for 1 strain")));
                }
                _ => {}
            }
        }
        lines
    }

    fn step(&self, step: &Trace, lines: &mut Vec<Line>) {
        match step {
            Trace::Rolled(roll) => {
                let mut head = format!("{} {}", capital(roll.why), composed(&roll.parts));
                if let Some(limit) = roll.limit {
                    head.push_str(&format!(" [{limit}]"));
                }
                let text = Text { spans: vec![span(head, Ink::Dim)], figure: None, clause: roll.clause };
                lines.push(Line::Text(text));
                let (hits_from, figure) = match roll.dice.read {
                    Read::Hits(least) | Read::HitsAndGlitch(least) => {
                        let over = roll.limit.filter(|limit| roll.roll.value > *limit);
                        let glitch = if roll.roll.glitch { ", glitch" } else { "" };
                        let hits = count(roll.roll.value, "hit", "hits");
                        let kept = over.map(|limit| format!(", {limit} count")).unwrap_or_default();
                        (Some(least), format!("{hits}{kept}{glitch}"))
                    }
                    Read::AtMost(most) => {
                        (None, format!("{} of {} at most {most}", roll.roll.value, roll.dice.count))
                    }
                    Read::Sum | Read::Bands(_) => (None, roll.roll.value.to_string()),
                    Read::Symbols(_) => (None, roll.roll.symbols.to_string()),
                };
                lines.push(Line::Faces { faces: roll.faces.clone(), hits_from, figure });
            }
            Trace::Decided { who, answer, clause, .. } => {
                let spans = vec![
                    self.unit(UnitId(*who)),
                    span(" answers: ", Ink::Dim),
                    span(answer.clone(), Ink::Good),
                ];
                lines.push(Line::Text(Text { spans, figure: None, clause }));
            }
            Trace::Noted(note) => {
                let ink = if note.clause.starts_with("SS-KNOCK") { Ink::Forced } else { Ink::Plain };
                let mut spans = vec![span(note.text.clone(), ink)];
                if note.parts.len() > 1 {
                    spans.push(span(format!(" ({})", composed(&note.parts)), Ink::Dim));
                }
                lines.push(Line::Text(Text { spans, figure: None, clause: note.clause }));
            }
        }
    }
}

/// "Automatics 5 + Agility 4 - running 2 = 7".
pub(super) fn composed(parts: &[Modifier]) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        let sign = match (at, part.value < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text.push_str(sign);
        text.push_str(&part.reason);
        text.push(' ');
        text.push_str(&part.value.unsigned_abs().to_string());
    }
    let sum: i32 = parts.iter().map(|part| part.value).sum();
    text.push_str(&format!(" = {sum}"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(value: i32, reason: &'static str) -> Modifier {
        Modifier { value, reason: reason.into(), clause: "SS-ATK-08" }
    }

    #[test]
    fn a_pool_is_told_as_a_sum() {
        let parts = [part(5, "Automatics"), part(4, "Agility"), part(-2, "running")];
        assert_eq!(composed(&parts), "Automatics 5 + Agility 4 - running 2 = 7");
        assert_eq!(composed(&[part(-6, "blind fire")]), "-blind fire 6 = -6");
        assert_eq!(composed(&[]), "");
    }
}
