//! Headlines of log entries: texts of orders.

use super::log_text::{
    LogText, LogWriter, TextTone, capitalise, count_text, definite_name, plain_text, span, text_of_spans,
};
use crate::action_words::action_predicate;
use crate::names::option_name;
use crate::posture_words::posture_words;
use battle::{
    BattleEvent, BattleView, EventRecord, FORCED_ACTION_KEY, Order, OrderRecord, Pace, StatusKind,
    diagonal_step, format_metres,
};
use field::path_cost;
use model::{BarrierId, Cell, ItemId, Side, UnitId, compass_name};
use rules::{KarmaPlan, KarmaUse, MedicalCare, label_in_sentence, play};

/// The vehicle that was set in motion, if any.
fn driven_vehicle(events: &[&EventRecord]) -> Option<UnitId> {
    events.iter().find_map(|record| match &record.event {
        BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Rolling => Some(*unit),
        _ => None,
    })
}

impl LogWriter<'_, '_, '_> {
    /// Headline of an order with the result of its events.
    pub fn headline(&self, order: &Order, events: &[&EventRecord]) -> LogText {
        LogText { figure: self.headline_figure(order, events), ..self.order_headline(order, events) }
    }

    /// Headline of an order; the events say what came of it.
    pub fn order_headline(&self, order: &Order, events: &[&EventRecord]) -> LogText {
        let acts = |unit: &UnitId, what: &str| self.unit_action_text(*unit, what);
        match order {
            Order::Deploy { unit, .. } => acts(unit, "moves to another starting square"),
            Order::Begin { side } => {
                let text = self.side_predicate(*side, ("finishes", "finish"), " deploying");
                self.side_text(*side, &text)
            }
            Order::Move { unit, pace, .. } => self.move_headline(*unit, *pace, events),
            Order::AnnounceRun { unit } => acts(unit, "announces a run"),
            Order::Attack { .. } => self.attack_headline(order, events),
            Order::SpecialAction { unit, action, target, .. } => {
                self.special_action_headline(*unit, action, *target, events)
            }
            Order::TakeCover { unit } => acts(unit, "takes cover"),
            Order::DropProne { unit } => acts(unit, posture_words(self.view).drops),
            Order::StandUp { unit } => acts(unit, "stands up"),
            Order::Reload { unit, weapon } => self.weapon_text(*unit, "reloads", *weapon),
            Order::Ready { unit, weapon } => self.weapon_text(*unit, "readies", *weapon),
            Order::Drop { unit, .. } => acts(unit, &format!("drops {}", dropped_name(events))),
            Order::PickUp { unit, item } => {
                acts(unit, &format!("picks up {}", self.item_name(*item, events)))
            }
            Order::Door { unit, barrier } => {
                let verb = if self.opens_door(*barrier, events) { "opens" } else { "closes" };
                acts(unit, &format!("{verb} the {}", self.barrier_name(*barrier)))
            }
            Order::Karma { unit, plan } => dim(acts(unit, &karma_plan_text(*plan))),
            Order::KarmaInitiative { unit } => {
                let clause = KarmaUse::Initiative.clause();
                LogText { clause, ..acts(unit, "spends 1 Karma on five initiative dice") }
            }
            Order::Multiple { unit, attacks } => {
                let text = format!("splits one pool of dice over {} attacks", attacks.len());
                LogText { clause: "SS-MULTI-07", ..acts(unit, &text) }
            }
            Order::Activate { unit, weapon, .. } => {
                if !is_work_begun(events) {
                    return self.weapon_text(*unit, "arms", *weapon);
                }
                let clause = self.extended_action_clause();
                LogText { clause, ..self.weapon_text(*unit, "starts setting", *weapon) }
            }
            Order::Continue { unit } => LogText {
                clause: self.extended_action_clause(),
                ..acts(unit, "goes on with the extended action")
            },
            Order::Detonate { unit, item } => {
                acts(unit, &format!("detonates the {}", self.detonated_name(*item, events)))
            }
            Order::Delay { unit } => LogText { clause: "SS-DELAY-01", ..acts(unit, "waits") },
            Order::SetAutoResponse { unit, clause, answer } => {
                self.auto_response_headline(*unit, clause, answer.as_deref())
            }
            Order::Narrate { fallen, .. } => acts(fallen, "went down like this"),
            Order::EndPhase { unit } => dim(acts(unit, "ends the turn")),
            Order::Decide { answer } => plain(format!("Answer: {answer}")),
            Order::Dice { faces } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                let text = format!("Dice rolled by hand: {}", faces.join(" "));
                text_of_spans(vec![span(text, TextTone::Dim)])
            }
            Order::Surrender { side } => {
                let text = self.side_predicate(*side, ("surrenders", "surrender"), "");
                self.side_text(*side, &text)
            }
            Order::LeaveField => plain("The effects of the battle end"),
            Order::Rest { minutes, care } => {
                let length = count_text(*minutes, "minute", "minutes");
                plain(format!("{length} of rest{}", care_text(*care)))
            }
            Order::Treat { unit, .. } => self.treatment_headline(*unit, events),
        }
    }

    /// The name of an item that is or was picked up.
    fn item_name(&self, item: ItemId, events: &[&EventRecord]) -> String {
        let taken = events.iter().find_map(|record| match &record.event {
            BattleEvent::PickedUp { item: of, what, .. } if *of == item => Some(definite_name(what.name())),
            _ => None,
        });
        let lying = || {
            let items = self.view.items();
            items.iter().find(|(id, _)| *id == item).map(|(_, lying)| definite_name(lying.item().name()))
        };
        taken.or_else(lying).unwrap_or_else(|| "an item".to_owned())
    }

    /// Whether a door order opens the door: by its events, else by the state of the door before the order.
    fn opens_door(&self, door: BarrierId, events: &[&EventRecord]) -> bool {
        let moved = events.iter().find_map(|record| match record.event {
            BattleEvent::DoorMoved { open, .. } => Some(open),
            _ => None,
        });
        moved.unwrap_or_else(|| self.view.barrier(door).is_none_or(|data| !data.state.open()))
    }

    /// Clause of actions over several phases, if the book has or borrows the action rules.
    fn extended_action_clause(&self) -> &'static str {
        self.view.rules().ruling("action", "SS-ACT-05")
    }

    fn side_text(&self, side: Side, what: &str) -> LogText {
        text_of_spans(vec![self.side_span(side), span(what, TextTone::Plain)])
    }

    /// A unit and what it does with one of its weapons.
    fn weapon_text(&self, unit: UnitId, verb: &str, weapon: usize) -> LogText {
        self.unit_action_text(unit, format!("{verb} {}", self.the_weapon(unit, weapon)))
    }

    fn move_headline(&self, unit: UnitId, pace: Pace, events: &[&EventRecord]) -> LogText {
        if let Some(vehicle) = driven_vehicle(events) {
            let mut text = self.unit_action_text(unit, "drives ");
            text.spans.push(self.unit_span(vehicle));
            if pace != Pace::Walk {
                text.spans.push(span(" fast", TextTone::Plain));
            }
            return text;
        }
        let is_crawl = |record: &&EventRecord| matches!(&record.event, BattleEvent::Walked { unit: of, crawls: true, .. } if *of == unit);
        let verb = match pace {
            Pace::Walk if events.iter().any(is_crawl) => "crawls",
            Pace::Walk => "walks",
            Pace::Run => "runs",
            Pace::Sprint => "sprints",
        };
        self.unit_action_text(unit, verb)
    }

    fn special_action_headline(
        &self,
        unit: UnitId,
        action: &str,
        target: Option<UnitId>,
        events: &[&EventRecord],
    ) -> LogText {
        if let Some(target) = target.filter(|_| is_work_begun(events)) {
            let mut text = self.unit_action_text(unit, "starts treating ");
            text.spans.push(self.unit_span(target));
            return LogText { clause: self.extended_action_clause(), ..text };
        }
        if action == FORCED_ACTION_KEY
            && let Some(mut text) = self.forced_headline(unit, events)
        {
            text.spans.push(span(" (forced)", TextTone::Plain));
            return text;
        }
        let label = events.iter().find_map(|record| match &record.event {
            BattleEvent::SpecialActionDone { label, .. } => Some(label.to_string()),
            _ => None,
        });
        let known = || play::action_label(action, self.view.rules()).map(|(label, _)| label.to_string());
        let label = label.or_else(known).unwrap_or_else(|| capitalise(&action.replace('_', " ")));
        self.labelled_text(unit, &label, target)
    }

    /// Headline of a forced move or attack; `None` for other forced actions. `CS-AIL-08`.
    fn forced_headline(&self, unit: UnitId, events: &[&EventRecord]) -> Option<LogText> {
        events.iter().find_map(|record| match &record.event {
            BattleEvent::Ran { unit: of, .. } if *of == unit => {
                Some(self.move_headline(unit, Pace::Run, events))
            }
            BattleEvent::Walked { unit: of, .. } if *of == unit => {
                Some(self.move_headline(unit, Pace::Walk, events))
            }
            BattleEvent::AttackDeclared { unit: of, target, .. } if *of == unit => {
                let mut text = self.unit_action_text(unit, "attacks ");
                text.spans.push(self.target_span(*target));
                Some(text)
            }
            _ => None,
        })
    }

    fn treatment_headline(&self, unit: UnitId, events: &[&EventRecord]) -> LogText {
        let done = events.iter().find_map(|record| match &record.event {
            BattleEvent::Treated { label, target, .. } => Some((label.to_string(), *target)),
            _ => None,
        });
        let (label, target) = done.unwrap_or_else(|| ("treatment".to_owned(), None));
        self.labelled_text(unit, &label, target)
    }

    /// A line such as "Vex grapples Kessler".
    fn labelled_text(&self, unit: UnitId, label: &str, target: Option<UnitId>) -> LogText {
        let (predicate, before) = action_predicate(label);
        let mut text = self.unit_action_text(unit, predicate);
        if let Some(target) = target {
            text.spans.extend([span(before, TextTone::Plain), self.unit_span(target)]);
        }
        text
    }

    fn detonated_name(&self, item: ItemId, events: &[&EventRecord]) -> String {
        let went = events.iter().find_map(|record| match &record.event {
            BattleEvent::Detonated { name, .. } => Some(name.clone()),
            _ => None,
        });
        // A prompt may precede the detonation.
        let lies = || {
            let armed = self.view.armed_items();
            let found = armed.iter().find(|(id, _)| *id == item);
            found.map(|(_, armed)| armed.item().name().to_string())
        };
        went.or_else(lies).unwrap_or_else(|| "item".to_owned())
    }

    fn auto_response_headline(&self, unit: UnitId, clause: &str, answer: Option<&str>) -> LogText {
        let reactions = play::reaction_prompts(self.view.rules().book());
        let reaction = reactions.into_iter().find(|reaction| reaction.clause == clause);
        let when = reaction.map_or("", |reaction| reaction.when);
        let what = match answer {
            Some(answer) => {
                let label = reaction.and_then(|reaction| reaction.label(answer)).unwrap_or(answer);
                format!(": {when}, always: {label}")
            }
            None => format!(": {when}, ask again"),
        };
        let clause = reaction.map_or("", |reaction| reaction.clause);
        LogText { clause, ..text_of_spans(vec![self.unit_span(unit), span(what, TextTone::Dim)]) }
    }

    /// Headline of an attack: "Vex fires a burst at Kessler", "Vex strikes Kessler (combat knife)", "Vex throws the combat
    /// knife at Kessler".
    fn attack_headline(&self, order: &Order, events: &[&EventRecord]) -> LogText {
        let Order::Attack { unit, target, weapon, mode, option } = order else {
            return text_of_spans(Vec::new());
        };
        let done = events.iter().any(|record| matches!(record.event, BattleEvent::AttackResolved { .. }));
        let data = self.known_unit(*unit);
        let far = self.carried_weapon(*unit, *weapon).is_some_and(|carried| !carried.is_melee());
        if option.as_deref().is_some_and(play::option_throws_weapon) && done {
            let mut text = self.weapon_text(*unit, "throws", *weapon);
            text.spans.extend([span(" at ", TextTone::Plain), self.target_span(*target)]);
            return text;
        }
        let verb = match (mode, done) {
            (Some(mode), true) => format!(" fires {} at ", mode_phrase(mode.name())),
            (Some(mode), false) => format!(" aims {} at ", mode_phrase(mode.name())),
            (None, true) if !far => " strikes ".to_owned(),
            (None, _) => " attacks ".to_owned(),
        };
        let mut spans = vec![self.unit_span(*unit), span(verb, TextTone::Plain), self.target_span(*target)];
        let mut details = Vec::new();
        if mode.is_none() {
            details.push(self.weapon_name(*unit, *weapon));
        }
        if let (Some(key), Some(data)) = (option, &data) {
            details.push(label_in_sentence(&option_name(self.view, data, *weapon, key)));
        }
        if !details.is_empty() {
            spans.push(span(format!(" ({})", details.join(", ")), TextTone::Plain));
        }
        text_of_spans(spans)
    }
}

fn plain(text: impl ToString) -> LogText {
    text_of_spans(vec![span(text, TextTone::Plain)])
}

/// Dims what follows the name of the unit.
pub(crate) fn dim(mut text: LogText) -> LogText {
    text.spans[1].tone = TextTone::Dim;
    text
}

/// Whether an extended action was begun or continued.
fn is_work_begun(events: &[&EventRecord]) -> bool {
    events.iter().any(|record| matches!(record.event, BattleEvent::ExtendedActionAdvanced { .. }))
}

fn dropped_name(events: &[&EventRecord]) -> String {
    let name = events.iter().find_map(|record| match &record.event {
        BattleEvent::Dropped { what, .. } => Some(definite_name(what.name())),
        _ => None,
    });
    name.unwrap_or_else(|| "a weapon".to_owned())
}

fn care_text(care: MedicalCare) -> &'static str {
    match care {
        MedicalCare::None => "",
        MedicalCare::Competent => " under medical care",
        MedicalCare::Expert => " in a hospital",
    }
}

/// Describes an order that was not given yet; a move says how far and where to.
pub fn order_text(view: &BattleView, order: &Order) -> String {
    if let (Order::Decide { answer }, Some(decision)) = (order, view.open_prompt()) {
        let known = decision.prompt().answers.iter().find(|known| known.key == *answer);
        return known.map_or_else(|| answer.clone(), |known| view.hide_unseen_names(&known.label));
    }
    let text = plain_text(&LogWriter::new(view).order_headline(order, &[]));
    match order {
        Order::Move { unit, path, .. } => {
            let from = view.unit(*unit).map(|unit| unit.cell());
            let diagonal = diagonal_step(view.rules());
            let costs = from.and_then(|from| path_cost(view.field().grid(), from, path, diagonal).ok());
            let length =
                costs.and_then(|costs| costs.last().map(|cost| format!("{} m", format_metres(*cost))));
            with_way(text, length, from.zip(path.last().copied()))
        }
        _ => text,
    }
}

/// Describes an order that was given, by what it did; a move says how long its path was and where to it led.
pub fn given_order_text(view: &BattleView, record: &OrderRecord) -> String {
    let events: Vec<&EventRecord> = record.events.iter().collect();
    let writer = LogWriter::new(view);
    let text = plain_text(&writer.order_headline(&record.order, &events));
    let Order::Move { unit, .. } = record.order else { return text };
    let steps = events.iter().filter_map(|event| match event.event {
        BattleEvent::Stepped { unit: of, from, to } if of == unit => Some((from, to)),
        _ => None,
    });
    let ends = steps.reduce(|(first, _), (_, last)| (first, last));
    let length = writer.headline_figure(&record.order, &events).map(|figure| figure.text);
    with_way(text, length, ends)
}

/// Adds the length of a move, as the log has it, and the direction of its end to its description: "Vex walks 4 m north-east".
fn with_way(mut text: String, length: Option<String>, ends: Option<(Cell, Cell)>) -> String {
    let direction = ends.map(|(from, to)| direction_name(from, to).unwrap_or("back to where it was"));
    for part in length.iter().map(String::as_str).chain(direction) {
        text.push(' ');
        text.push_str(part);
    }
    text
}

/// Names the direction from one square to another; `None` if they are the same.
pub fn direction_name(from: Cell, to: Cell) -> Option<&'static str> {
    compass_name((to.x - from.x, to.y - from.y))
}

/// Describes a Karma plan.
fn karma_plan_text(plan: KarmaPlan) -> String {
    let test = match (plan.dice, plan.reroll) {
        (true, true) => Some("will spend Karma on extra dice and a re-roll"),
        (true, false) => Some("will spend Karma on extra dice"),
        (false, true) => Some("will spend Karma on a re-roll"),
        (false, false) => None,
    };
    let ask = plan.ask.then_some("will be asked about Karma when it defends");
    let parts: Vec<&str> = test.into_iter().chain(ask).collect();
    if parts.is_empty() { "will spend no Karma".to_owned() } else { parts.join(", ") }
}

/// Names what a fire mode fires: "a burst", "full-auto (6 shots)", "flechettes (wide)".
fn mode_phrase(name: &str) -> String {
    match name.split_once(", ") {
        Some((shots, width)) => format!("{} ({width})", shots.to_lowercase()),
        // It needs no article: its number of shots follows.
        None if name.starts_with("Full-auto") => name.replacen('F', "f", 1),
        None => with_article(name),
    }
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
    use rules::FireMode;

    #[test]
    fn a_plan_for_karma_is_told_as_what_the_unit_will_do() {
        let text = |dice, reroll, ask| karma_plan_text(KarmaPlan { dice, reroll, ask });
        assert_eq!(text(true, true, false), "will spend Karma on extra dice and a re-roll");
        assert_eq!(
            text(false, true, true),
            "will spend Karma on a re-roll, will be asked about Karma when it defends"
        );
        assert_eq!(text(false, false, false), "will spend no Karma");
    }

    #[test]
    fn a_detour_is_described_by_its_length_and_the_direction_of_its_end() {
        let from = Cell::new(4, 4);
        let text = |to| with_way("Vex runs".to_owned(), Some("7 m".to_owned()), Some((from, to)));
        assert_eq!(text(Cell::new(9, 4)), "Vex runs 7 m east", "5 m away");
        assert_eq!(text(from), "Vex runs 7 m back to where it was");
    }

    #[test]
    fn a_move_is_described_by_its_way() {
        let from = Cell::new(4, 4);
        let text = |x, y, length: &str| {
            let length = (!length.is_empty()).then(|| length.to_owned());
            with_way("Vex walks".to_owned(), length, Some((from, Cell::new(x, y))))
        };
        assert_eq!(text(8, 4, "4 m"), "Vex walks 4 m east");
        assert_eq!(text(7, 1, "4.5 m"), "Vex walks 4.5 m north-east");
        assert_eq!(text(4, 9, ""), "Vex walks south");
        assert_eq!(text(3, 8, ""), "Vex walks south", "nearly straight");
        assert_eq!(text(1, 6, ""), "Vex walks south-west");
        assert_eq!(with_way("Vex walks".to_owned(), None, None), "Vex walks");
    }

    #[test]
    fn every_fire_mode_is_fired_in_english() {
        let phrase = |mode: FireMode| mode_phrase(mode.name());
        for (mode, expected) in [
            (FireMode::Single, "a single shot"),
            (FireMode::SemiAutoBurst, "a semi-auto burst"),
            (FireMode::Burst, "a burst"),
            (FireMode::LongBurst, "a long burst"),
            (FireMode::FullAutoSimple, "full-auto (6 shots)"),
            (FireMode::FullAutoComplex, "full-auto (10 shots)"),
            (FireMode::FlechetteNarrow, "flechettes (narrow)"),
            (FireMode::FlechetteMedium, "flechettes (medium)"),
            (FireMode::FlechetteWide, "flechettes (wide)"),
        ] {
            assert_eq!(phrase(mode), expected);
        }
    }

    #[test]
    fn an_article_agrees_with_the_first_letter_of_its_word() {
        assert_eq!(with_article("Burst"), "a burst");
        assert_eq!(with_article("Aimed shot"), "an aimed shot");
    }
}
