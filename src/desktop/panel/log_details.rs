//! The numbers behind an entry of the log: prices, dice, decisions, limits, notes.

use super::log_text::{Entry, Ink, Line, Teller, Text, capital, count, span, words};
use battle::{Chapter, Event, UnitId};
use dice::{Modifier, Read, RollRecord, Trace};
use rules::Gait;

impl Teller<'_, '_, '_> {
    /// Everything an entry unfolds to: prices, dice, decisions, limits, notes.
    pub fn details(&self, chapters: &[Chapter], entry: &Entry) -> Vec<Line> {
        let told = entry.told(chapters);
        let own = told[0].order.unit();
        let mut lines = Vec::new();
        for happening in told.iter().flat_map(|chapter| &chapter.happenings) {
            for step in &happening.trace {
                self.step(step, &mut lines);
            }
            match &happening.event {
                Event::RoundBegan { round: 1 } => lines.extend(self.lenders().map(Line::Text)),
                Event::Paid { unit, action, points, purse } => {
                    let price = if *points == 0 { "free".to_owned() } else { format!("-{points} AP") };
                    let text = format!("{}, {} AP left", action.name(), purse.points());
                    let mut spans = vec![span(text, Ink::Dim)];
                    if Some(*unit) != own {
                        spans.insert(0, span(": ", Ink::Dim));
                        spans.insert(0, self.unit(*unit));
                    }
                    lines.push(Line::Text(Text {
                        spans,
                        figure: Some(span(price, Ink::Plain)),
                        clause: self.price_clause(action.clause()),
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
                Event::PurseChanged { unit, points: 1.., purse } => {
                    lines.push(Line::Text(self.does(*unit, format!("has {} AP left", purse.points()))));
                }
                Event::Ran { unit, gait: Gait::Sprinting, .. } => {
                    let price = told.iter().flat_map(|chapter| &chapter.happenings).find_map(|happening| {
                        match &happening.event {
                            Event::Harmed { unit: who, before, after, .. } if who == unit => {
                                Some(self.losses(*unit, before, after))
                            }
                            _ => None,
                        }
                    });
                    let price = price.map(|price| format!(" for {}", price.trim_start_matches('+')));
                    let text = format!("sprints{}", price.unwrap_or_default());
                    lines.push(Line::Text(self.does(*unit, text)));
                }
                _ => {}
            }
        }
        lines
    }

    /// The clause of a price: the action's own one in its book, else the one that lends the book its points.
    fn price_clause(&self, own: &'static str) -> &'static str {
        let book = self.view.rules().book();
        if own.starts_with(book.prefix()) {
            return own;
        }
        let lent = book.borrowed().iter().find(|line| line.chapter.starts_with("action"));
        lent.map_or("", |line| line.clause)
    }

    /// A step of a rule.
    pub(super) fn step(&self, step: &Trace, lines: &mut Vec<Line>) {
        match step {
            Trace::Rolled(roll) => {
                // Symbols are not summed up: their dice have several shapes.
                let parts = match roll.dice.read {
                    Read::Symbols(_) => listed(&roll.parts),
                    _ => composed(&roll.parts),
                };
                let mut head = format!("{} {parts}", capital(roll.why));
                if let Some(limit) = roll.limit {
                    head.push_str(&format!(" [{limit}]"));
                }
                let text = Text { spans: vec![span(head, Ink::Dim)], figure: None, clause: roll.clause };
                lines.push(Line::Text(text));
                lines.push(rolled(roll, self.view.rules().book().success_words()));
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
                let ink = if note.clause.contains("-KNOCK") { Ink::Forced } else { Ink::Plain };
                let mut spans = vec![span(note.text.clone(), ink)];
                if note.parts.len() > 1 {
                    spans.push(span(format!(" ({})", composed(&note.parts)), Ink::Dim));
                }
                lines.push(Line::Text(Text { spans, figure: None, clause: note.clause }));
            }
        }
    }
}

/// Sides from which on a face is told in words: three digits do not fit on a drawn one.
const MANY_SIDES: u8 = 20;

/// The faces of a roll, and what they came to; `words` for a die that counts, and for several.
fn rolled(roll: &RollRecord, words_for: (&str, &str)) -> Line {
    let all: u32 = roll.faces.iter().map(|face| u32::from(*face)).sum();
    let (hits_from, figure) = match roll.dice.read {
        Read::Hits(least) | Read::HitsAndGlitch(least) => {
            let over = roll.limit.filter(|limit| roll.roll.value > *limit);
            let glitch = if roll.roll.glitch { ", glitch" } else { "" };
            let hits = count(roll.roll.value, words_for.0, words_for.1);
            let kept = over.map(|limit| format!(", {limit} count")).unwrap_or_default();
            (Some(least), format!("{hits}{kept}{glitch}"))
        }
        Read::AtMost(most) if roll.dice.count == 1 => {
            (None, format!("{most} or less: {}", if roll.roll.value > 0 { "passed" } else { "failed" }))
        }
        Read::AtMost(most) => (None, format!("{} of {} at most {most}", roll.roll.value, roll.dice.count)),
        Read::Sum | Read::Bands(_) => (None, all.to_string()),
        Read::Symbols(_) => {
            return Line::Symbols {
                faces: roll.symbol_faces().collect(),
                figure: capital(&roll.roll.symbols.to_string()),
            };
        }
    };
    if roll.dice.sides <= MANY_SIDES {
        return Line::Faces { faces: roll.faces.clone(), hits_from, figure };
    }
    let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
    let mut text = words(vec![span(format!("{} shows {}", roll.dice, faces.join(", ")), Ink::Plain)]);
    if matches!(roll.dice.read, Read::AtMost(_)) || roll.dice.count > 1 {
        text.figure = Some(span(figure, Ink::Plain));
    }
    Line::Text(text)
}

/// "Automatics 5 + Agility 4 - running 2 = 7".
pub(super) fn composed(parts: &[Modifier]) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let sum: i32 = parts.iter().map(|part| part.value).sum();
    format!("{} = {sum}", listed(parts))
}

/// The same without the sum.
fn listed(parts: &[Modifier]) -> String {
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
    text
}

#[cfg(test)]
mod tests {
    use super::super::log_text::plain;
    use super::*;
    use dice::{Dice, SymbolPool};

    const HITS: (&str, &str) = ("hit", "hits");

    fn part(value: i32, reason: &'static str) -> Modifier {
        Modifier { value, reason: reason.into(), clause: "SS-ATK-08" }
    }

    fn record(dice: Dice, faces: &[u8]) -> RollRecord {
        let (why, clause, faces) = ("attack", "SS-ATK-08", faces.to_vec());
        let roll = dice.read(&faces);
        RollRecord { who: Some(0), why, clause, parts: Vec::new(), limit: None, dice, roll, faces }
    }

    #[test]
    fn every_sort_of_dice_is_told() {
        let faces = |dice: Dice, shown: &[u8]| match rolled(&record(dice, shown), HITS) {
            Line::Faces { hits_from, figure, .. } => (hits_from, figure),
            other => panic!("{other:?}"),
        };
        let d10 = Dice { count: 4, sides: 10, read: Read::Hits(7) };
        assert_eq!(faces(d10, &[7, 10, 1, 6]), (Some(7), "2 hits".to_owned()));
        assert_eq!(faces(Dice::d6_sum(2), &[3, 6]), (None, "9".to_owned()));
        let told = |dice: Dice, shown: &[u8]| match rolled(&record(dice, shown), HITS) {
            Line::Text(text) => plain(&text),
            other => panic!("{other:?}"),
        };
        let d100 = |read| Dice { count: 1, sides: 100, read };
        assert_eq!(told(d100(Read::AtMost(54)), &[57]), "1d100 shows 57: 54 or less: failed");
        assert_eq!(told(d100(Read::Sum), &[57]), "1d100 shows 57");
        let pool = SymbolPool { ability: 1, difficulty: 1, ..SymbolPool::default() };
        match rolled(&record(Dice::symbols(pool), &[4, 4]), HITS) {
            Line::Symbols { faces, figure } => {
                assert_eq!((faces.len(), figure.as_str()), (2, "2 successes, 1 threat"));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_pool_is_told_as_a_sum() {
        let parts = [part(5, "Automatics"), part(4, "Agility"), part(-2, "running")];
        assert_eq!(composed(&parts), "Automatics 5 + Agility 4 - running 2 = 7");
        assert_eq!(composed(&[part(-6, "blind fire")]), "-blind fire 6 = -6");
        assert_eq!(composed(&[]), "");
    }
}
