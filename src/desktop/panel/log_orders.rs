//! How an order is told: the headline of an entry.

use super::card::manner_name;
use super::log_text::{Ink, Teller, Text, capital, plain, span, words};
use battle::{BattleView, Event, Happening, Order, Pace, StatusKind, UnitId};
use rules::{Care, FireMode, KarmaPlan, KarmaUse, play};

/// The vehicle that somebody set in motion.
fn driven(events: &[&Happening]) -> Option<UnitId> {
    events.iter().find_map(|happening| match &happening.event {
        Event::StatusSet { unit, status } if status.kind == StatusKind::Rolling => Some(*unit),
        _ => None,
    })
}

impl Teller<'_, '_, '_> {
    /// An order with what it came to, as far as some events tell.
    pub(super) fn headline(&self, order: &Order, events: &[&Happening]) -> Text {
        Text { figure: self.figure(order, events), ..self.head(order, events) }
    }

    pub(super) fn head(&self, order: &Order, events: &[&Happening]) -> Text {
        match order {
            Order::Deploy { unit, to } => self.does(*unit, format!("is placed at {}, {}", to.x, to.y)),
            Order::Begin { side } => words(vec![self.side(*side), span(": ready", Ink::Plain)]),
            Order::Move { unit, pace, .. } if let Some(vehicle) = driven(events) => {
                let mut text = self.does(*unit, "drives ");
                text.spans.push(self.unit(vehicle));
                if *pace != Pace::Walk {
                    text.spans.push(span(" fast", Ink::Plain));
                }
                text
            }
            Order::Move { unit, pace, .. } => {
                let verb = match pace {
                    Pace::Walk => "walks",
                    Pace::Run => "runs",
                    Pace::Sprint => "sprints",
                };
                self.does(*unit, verb)
            }
            Order::AnnounceRun { unit } => self.does(*unit, "announces a run"),
            Order::Attack { .. } => self.attack(order, events),
            Order::Deed { unit, deed, target, .. } => {
                let begun = events.iter().any(|happening| matches!(happening.event, Event::Undertook { .. }));
                if let Some(target) = target.filter(|_| begun) {
                    let mut text = self.does(*unit, "begins to treat ");
                    text.spans.push(self.unit(target));
                    return text;
                }
                let label = events.iter().find_map(|happening| match &happening.event {
                    Event::DeedDone { label, .. } => Some(label.clone()),
                    _ => None,
                });
                let label = label.unwrap_or_else(|| capital(&deed.replace('_', " ")));
                let mut spans = vec![self.unit(*unit), span(format!(": {label}"), Ink::Plain)];
                if let Some(target) = target {
                    spans.extend([span(", ", Ink::Plain), self.unit(*target)]);
                }
                words(spans)
            }
            Order::TakeCover { unit } => self.does(*unit, "takes cover"),
            Order::DropProne { unit } => self.does(*unit, "drops prone"),
            Order::StandUp { unit } => self.does(*unit, "stands up"),
            Order::Reload { unit, weapon } => {
                self.does(*unit, format!("reloads {}", self.weapon(*unit, *weapon)))
            }
            Order::Ready { unit, weapon } => {
                self.does(*unit, format!("readies {}", self.weapon(*unit, *weapon)))
            }
            Order::Drop { unit, .. } => {
                let what = events.iter().find_map(|happening| match &happening.event {
                    Event::Dropped { what, .. } => Some(what.name().to_string()),
                    _ => None,
                });
                self.does(*unit, format!("drops {}", what.as_deref().unwrap_or("a weapon")))
            }
            Order::PickUp { unit, .. } => self.does(*unit, "picks a weapon up"),
            Order::Door { unit, barrier } => {
                let opened =
                    events.iter().any(|one| matches!(one.event, Event::DoorMoved { open: true, .. }));
                let verb = if opened { "opens" } else { "closes" };
                self.does(*unit, format!("{verb} the {}", self.barrier(*barrier)))
            }
            Order::Karma { unit, plan } => {
                let mut text = self.does(*unit, planned(*plan));
                text.spans[1].ink = Ink::Dim;
                text
            }
            Order::KarmaInitiative { unit } => {
                let mut text = self.does(*unit, "pays 1 Karma for five initiative dice");
                text.clause = KarmaUse::Initiative.clause();
                text
            }
            Order::Multiple { unit, attacks } => {
                let mut text = self.does(*unit, format!("attacks {} times with one pool", attacks.len()));
                text.clause = "SS-MULTI-07";
                text
            }
            Order::Activate { unit, weapon, .. } => {
                let verb = match events.iter().any(|one| matches!(one.event, Event::Undertook { .. })) {
                    true => "begins to set",
                    false => "arms",
                };
                self.does(*unit, format!("{verb} {}", self.weapon(*unit, *weapon)))
            }
            Order::Continue { unit } => self.does(*unit, "goes on with it"),
            Order::Detonate { unit, item } => {
                let went = events.iter().find_map(|happening| match &happening.event {
                    Event::WentOff { name, .. } => Some(name.clone()),
                    _ => None,
                });
                // Somebody may be asked for a defence before it does.
                let lies = || {
                    let armed = self.view.armed();
                    let found = armed.iter().find(|(id, _)| id == item);
                    found.map(|(_, armed)| armed.item().name().to_string())
                };
                let what = went.or_else(lies).unwrap_or_else(|| "item".to_owned());
                self.does(*unit, format!("sets off the {what}"))
            }
            Order::Delay { unit } => {
                let mut text = self.does(*unit, "holds its phase back");
                text.clause = "SS-DELAY-01";
                text
            }
            Order::Standing { unit, clause, answer } => {
                let habits = play::habits(self.view.rules().book());
                let habit = habits.into_iter().find(|habit| habit.clause == clause.as_str());
                let when = habit.map_or("", |habit| habit.when);
                let what = match answer {
                    Some(answer) => {
                        let label = habit.and_then(|habit| habit.label(answer)).unwrap_or(answer);
                        format!(": {when}, from now on: {label}")
                    }
                    None => format!(": {when}, asked again from now on"),
                };
                let mut text = words(vec![self.unit(*unit), span(what, Ink::Dim)]);
                text.clause = habit.map_or("", |habit| habit.clause);
                text
            }
            Order::EndPhase { unit } => {
                let mut text = self.does(*unit, "ends the phase");
                text.spans[1].ink = Ink::Dim;
                text
            }
            Order::Decide { answer } => words(vec![span(format!("Answer: {answer}"), Ink::Plain)]),
            Order::Dice { faces } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                words(vec![span(format!("Dice rolled by hand: {}", faces.join(" ")), Ink::Dim)])
            }
            Order::Surrender { side } => words(vec![self.side(*side), span(" gives up", Ink::Plain)]),
            Order::LeaveField => words(vec![span("The field is left", Ink::Plain)]),
            Order::Rest { minutes, care } => {
                let care = match care {
                    Care::None => "",
                    Care::Competent => " under medical care",
                    Care::Expert => " in a hospital",
                };
                words(vec![span(format!("{minutes} minutes of rest{care}"), Ink::Plain)])
            }
            Order::Treat { unit, .. } => {
                let done = events.iter().find_map(|happening| match &happening.event {
                    Event::Treated { label, target, .. } => Some((label.as_str(), *target)),
                    _ => None,
                });
                let (label, target) = done.unwrap_or(("treatment", None));
                let mut spans = vec![self.unit(*unit), span(format!(": {label}"), Ink::Plain)];
                if let Some(target) = target {
                    spans.extend([span(" for ", Ink::Plain), self.unit(target)]);
                }
                words(spans)
            }
        }
    }

    /// "Vex fires a burst at Kessler", "Vex strikes Kessler with a combat knife".
    fn attack(&self, order: &Order, events: &[&Happening]) -> Text {
        let Order::Attack { unit, target, weapon, mode, manner } = order else { return words(Vec::new()) };
        let done = events.iter().any(|happening| matches!(happening.event, Event::AttackResolved { .. }));
        let data = self.known(*unit);
        let far = self.carried(*unit, *weapon).is_some_and(|carried| !carried.is_melee());
        let article_of = |mode: &FireMode| article(mode.name());
        let verb = match (mode, done) {
            (Some(mode), true) => format!(" fires {} at ", article_of(mode)),
            (Some(mode), false) => format!(" aims {} at ", article_of(mode)),
            (None, true) if far => " attacks ".to_owned(),
            (None, false) if far => " aims at ".to_owned(),
            (None, true) => " strikes ".to_owned(),
            (None, false) => " goes for ".to_owned(),
        };
        let mut spans = vec![self.unit(*unit), span(verb, Ink::Plain), self.target(*target)];
        if mode.is_none() {
            spans.push(span(format!(" with {}", self.weapon(*unit, *weapon)), Ink::Plain));
        }
        if let (Some(key), Some(data)) = (manner, &data) {
            let manner = manner_name(self.view, data, *weapon, key).to_lowercase();
            spans.push(span(format!(" ({manner})"), Ink::Plain));
        }
        words(spans)
    }
}

/// An order that was not given yet, in words: with the square that a way leads to.
pub(super) fn in_words(view: &BattleView, order: &Order) -> String {
    if let (Order::Decide { answer }, Some(decision)) = (order, view.decision()) {
        let known = decision.prompt().answers.iter().find(|known| known.key == *answer);
        return known.map_or_else(|| answer.clone(), |known| view.discreet(&known.label));
    }
    let text = plain(&Teller::new(view).head(order, &[]));
    match order {
        Order::Move { path, .. } if let Some(end) = path.last() => format!("{text} to {}, {}", end.x, end.y),
        _ => text,
    }
}

/// What Karma is meant for, in words.
fn planned(plan: KarmaPlan) -> String {
    let test = match (plan.dice, plan.reroll) {
        (true, true) => Some("means Karma for more dice and for misses"),
        (true, false) => Some("means Karma for more dice"),
        (false, true) => Some("means Karma for misses"),
        (false, false) => None,
    };
    let ask = plan.ask.then_some("is asked about Karma in defence");
    let told: Vec<&str> = test.into_iter().chain(ask).collect();
    if told.is_empty() { "keeps its Karma".to_owned() } else { told.join(", ") }
}

/// "a burst", "an attack".
fn article(name: &str) -> String {
    let name = name.to_lowercase();
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles() {
        assert_eq!(article("Burst"), "a burst");
        assert_eq!(article("Aimed shot"), "an aimed shot");
    }
}
