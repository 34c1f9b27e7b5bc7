//! Headlines of log entries: texts of orders.

use super::log_text::{LogText, LogWriter, TextTone, capitalise, plain_text, span, text_of_spans};
use crate::panel::cards::hover_card::manner_name;
use battle::{BattleEvent, BattleView, EventRecord, Order, Pace, StatusKind};
use model::UnitId;
use rules::{FireMode, KarmaPlan, KarmaUse, MedicalCare, play};

/// The vehicle that was set in motion, if any.
fn driven_vehicle(events: &[&EventRecord]) -> Option<UnitId> {
    events.iter().find_map(|record| match &record.event {
        BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Rolling => Some(*unit),
        _ => None,
    })
}

impl LogWriter<'_, '_, '_> {
    /// Headline of an order with the result of its events.
    pub(crate) fn headline(&self, order: &Order, events: &[&EventRecord]) -> LogText {
        LogText { figure: self.headline_figure(order, events), ..self.order_headline(order, events) }
    }

    pub(crate) fn order_headline(&self, order: &Order, events: &[&EventRecord]) -> LogText {
        match order {
            Order::Deploy { unit, to } => {
                self.unit_action_text(*unit, format!("deploys at {}, {}", to.x, to.y))
            }
            Order::Begin { side } => {
                text_of_spans(vec![self.side_span(*side), span(": ready", TextTone::Plain)])
            }
            Order::Move { unit, pace, .. } if let Some(vehicle) = driven_vehicle(events) => {
                let mut text = self.unit_action_text(*unit, "drives ");
                text.spans.push(self.unit_span(vehicle));
                if *pace != Pace::Walk {
                    text.spans.push(span(" fast", TextTone::Plain));
                }
                text
            }
            Order::Move { unit, pace, .. } => {
                let verb = match pace {
                    Pace::Walk => "walks",
                    Pace::Run => "runs",
                    Pace::Sprint => "sprints",
                };
                self.unit_action_text(*unit, verb)
            }
            Order::AnnounceRun { unit } => self.unit_action_text(*unit, "announces a run"),
            Order::Attack { .. } => self.attack_headline(order, events),
            Order::SpecialAction { unit, deed, target, .. } => {
                let begun = events
                    .iter()
                    .any(|record| matches!(record.event, BattleEvent::ExtendedActionAdvanced { .. }));
                if let Some(target) = target.filter(|_| begun) {
                    let mut text = self.unit_action_text(*unit, "starts treating ");
                    text.spans.push(self.unit_span(target));
                    return text;
                }
                let label = events.iter().find_map(|record| match &record.event {
                    BattleEvent::SpecialActionDone { label, .. } => Some(label.clone()),
                    _ => None,
                });
                let label = label.unwrap_or_else(|| capitalise(&deed.replace('_', " ")));
                let mut spans = vec![self.unit_span(*unit), span(format!(": {label}"), TextTone::Plain)];
                if let Some(target) = target {
                    spans.extend([span(", ", TextTone::Plain), self.unit_span(*target)]);
                }
                text_of_spans(spans)
            }
            Order::TakeCover { unit } => self.unit_action_text(*unit, "takes cover"),
            Order::DropProne { unit } => self.unit_action_text(*unit, "drops prone"),
            Order::StandUp { unit } => self.unit_action_text(*unit, "stands up"),
            Order::Reload { unit, weapon } => {
                self.unit_action_text(*unit, format!("reloads {}", self.weapon_name(*unit, *weapon)))
            }
            Order::Ready { unit, weapon } => {
                self.unit_action_text(*unit, format!("readies {}", self.weapon_name(*unit, *weapon)))
            }
            Order::Drop { unit, .. } => {
                let what = events.iter().find_map(|record| match &record.event {
                    BattleEvent::Dropped { what, .. } => Some(what.name().to_string()),
                    _ => None,
                });
                self.unit_action_text(*unit, format!("drops {}", what.as_deref().unwrap_or("a weapon")))
            }
            Order::PickUp { unit, .. } => self.unit_action_text(*unit, "picks up a weapon"),
            Order::Door { unit, barrier } => {
                let opened =
                    events.iter().any(|one| matches!(one.event, BattleEvent::DoorMoved { open: true, .. }));
                let verb = if opened { "opens" } else { "closes" };
                self.unit_action_text(*unit, format!("{verb} the {}", self.barrier_name(*barrier)))
            }
            Order::Karma { unit, plan } => {
                let mut text = self.unit_action_text(*unit, karma_plan_text(*plan));
                text.spans[1].tone = TextTone::Dim;
                text
            }
            Order::KarmaInitiative { unit } => {
                let mut text = self.unit_action_text(*unit, "pays 1 Karma for five initiative dice");
                text.clause = KarmaUse::Initiative.clause();
                text
            }
            Order::Multiple { unit, attacks } => {
                let mut text =
                    self.unit_action_text(*unit, format!("attacks {} times with one pool", attacks.len()));
                text.clause = "SS-MULTI-07";
                text
            }
            Order::Activate { unit, weapon, .. } => {
                let verb = match events
                    .iter()
                    .any(|one| matches!(one.event, BattleEvent::ExtendedActionAdvanced { .. }))
                {
                    true => "starts setting",
                    false => "arms",
                };
                self.unit_action_text(*unit, format!("{verb} {}", self.weapon_name(*unit, *weapon)))
            }
            Order::Continue { unit } => self.unit_action_text(*unit, "continues"),
            Order::Detonate { unit, item } => {
                let went = events.iter().find_map(|record| match &record.event {
                    BattleEvent::Detonated { name, .. } => Some(name.clone()),
                    _ => None,
                });
                // A prompt may precede the detonation.
                let lies = || {
                    let armed = self.view.armed_items();
                    let found = armed.iter().find(|(id, _)| id == item);
                    found.map(|(_, armed)| armed.item().name().to_string())
                };
                let what = went.or_else(lies).unwrap_or_else(|| "item".to_owned());
                self.unit_action_text(*unit, format!("detonates the {what}"))
            }
            Order::Delay { unit } => {
                let mut text = self.unit_action_text(*unit, "delays");
                text.clause = "SS-DELAY-01";
                text
            }
            Order::SetAutoResponse { unit, clause, answer } => {
                let reactions = play::habits(self.view.rules().book());
                let reaction = reactions.into_iter().find(|reaction| reaction.clause == clause.as_str());
                let when = reaction.map_or("", |reaction| reaction.when);
                let what = match answer {
                    Some(answer) => {
                        let label = reaction.and_then(|reaction| reaction.label(answer)).unwrap_or(answer);
                        format!(": {when}, always: {label}")
                    }
                    None => format!(": {when}, ask again"),
                };
                let mut text = text_of_spans(vec![self.unit_span(*unit), span(what, TextTone::Dim)]);
                text.clause = reaction.map_or("", |reaction| reaction.clause);
                text
            }
            Order::EndPhase { unit } => {
                let mut text = self.unit_action_text(*unit, "ends the phase");
                text.spans[1].tone = TextTone::Dim;
                text
            }
            Order::Decide { answer } => {
                text_of_spans(vec![span(format!("Answer: {answer}"), TextTone::Plain)])
            }
            Order::Dice { faces } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                text_of_spans(vec![span(format!("Dice rolled by hand: {}", faces.join(" ")), TextTone::Dim)])
            }
            Order::Surrender { side } => {
                text_of_spans(vec![self.side_span(*side), span(" surrenders", TextTone::Plain)])
            }
            Order::LeaveField => {
                text_of_spans(vec![span("The sides leave the battlefield", TextTone::Plain)])
            }
            Order::Rest { minutes, care } => {
                let care = match care {
                    MedicalCare::None => "",
                    MedicalCare::Competent => " under medical care",
                    MedicalCare::Expert => " in a hospital",
                };
                text_of_spans(vec![span(format!("{minutes} minutes of rest{care}"), TextTone::Plain)])
            }
            Order::Treat { unit, .. } => {
                let done = events.iter().find_map(|record| match &record.event {
                    BattleEvent::Treated { label, target, .. } => Some((label.as_str(), *target)),
                    _ => None,
                });
                let (label, target) = done.unwrap_or(("treatment", None));
                let mut spans = vec![self.unit_span(*unit), span(format!(": {label}"), TextTone::Plain)];
                if let Some(target) = target {
                    spans.extend([span(" for ", TextTone::Plain), self.unit_span(target)]);
                }
                text_of_spans(spans)
            }
        }
    }

    /// Headline of an attack: "Vex fires a burst at Kessler", "Vex strikes Kessler (combat knife)".
    fn attack_headline(&self, order: &Order, events: &[&EventRecord]) -> LogText {
        let Order::Attack { unit, target, weapon, mode, manner } = order else {
            return text_of_spans(Vec::new());
        };
        let done = events.iter().any(|record| matches!(record.event, BattleEvent::AttackResolved { .. }));
        let data = self.known_unit(*unit);
        let far = self.carried_weapon(*unit, *weapon).is_some_and(|carried| !carried.is_melee());
        let article_of = |mode: &FireMode| with_article(mode.name());
        let verb = match (mode, done) {
            (Some(mode), true) => format!(" fires {} at ", article_of(mode)),
            (Some(mode), false) => format!(" aims {} at ", article_of(mode)),
            (None, true) if far => " attacks ".to_owned(),
            (None, false) if far => " aims at ".to_owned(),
            (None, true) => " strikes ".to_owned(),
            (None, false) => " attacks ".to_owned(),
        };
        let mut spans = vec![self.unit_span(*unit), span(verb, TextTone::Plain), self.target_span(*target)];
        let mut details = Vec::new();
        if mode.is_none() {
            details.push(self.weapon_name(*unit, *weapon));
        }
        if let (Some(key), Some(data)) = (manner, &data) {
            details.push(manner_name(self.view, data, *weapon, key).to_lowercase());
        }
        if !details.is_empty() {
            spans.push(span(format!(" ({})", details.join(", ")), TextTone::Plain));
        }
        text_of_spans(spans)
    }
}

/// Describes an order that was not given yet; a move includes its destination.
pub(crate) fn order_text(view: &BattleView, order: &Order) -> String {
    if let (Order::Decide { answer }, Some(decision)) = (order, view.open_prompt()) {
        let known = decision.prompt().answers.iter().find(|known| known.key == *answer);
        return known.map_or_else(|| answer.clone(), |known| view.hide_unseen_names(&known.label));
    }
    let text = plain_text(&LogWriter::new(view).order_headline(order, &[]));
    match order {
        Order::Move { path, .. } if let Some(end) = path.last() => format!("{text} to {}, {}", end.x, end.y),
        _ => text,
    }
}

/// Describes a Karma plan.
fn karma_plan_text(plan: KarmaPlan) -> String {
    let test = match (plan.dice, plan.reroll) {
        (true, true) => Some("plans Karma: extra dice and re-roll"),
        (true, false) => Some("plans Karma: extra dice"),
        (false, true) => Some("plans Karma: re-roll"),
        (false, false) => None,
    };
    let ask = plan.ask.then_some("is offered Karma when defending");
    let parts: Vec<&str> = test.into_iter().chain(ask).collect();
    if parts.is_empty() { "plans no Karma".to_owned() } else { parts.join(", ") }
}

/// Puts "a" or "an" before a name: "a burst", "an attack".
fn with_article(name: &str) -> String {
    let name = name.to_lowercase();
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles() {
        assert_eq!(with_article("Burst"), "a burst");
        assert_eq!(with_article("Aimed shot"), "an aimed shot");
    }
}
