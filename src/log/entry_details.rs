//! Details of a log entry: costs, rolls, decisions, limits and notes.

use super::log_text::{
    LogEntry, LogLine, LogSpan, LogText, LogWriter, TextTone, capitalise, count_text, span, text_of_spans,
};
use super::order_text::dim;
use battle::{BattleEvent, Order, OrderRecord};
use dice::{Clause, Dice, Modifier, RollMode, RollRecord, Trace};
use model::UnitId;
use rules::ground::scatter::direction_words;
use rules::turn_engine::Action;
use rules::turn_engine::actions::{ActionCategory, action_category};
use rules::turn_engine::turn_order::{CoinTossLine, CoinTosses};
use rules::{MovementMode, TurnBudget, play};

/// Most tosses of a round after which the log lists the orders of ties: those of about thirty units of the same score.
const MOST_TOLD_PAIRS: usize = 512;

/// Clause of coin tosses between tied units.
const COIN_CLAUSE: Clause = "SS-INIT-10";

impl LogWriter<'_, '_, '_> {
    /// Lines that an entry unfolds to.
    pub fn entry_details(&self, history: &[OrderRecord], entry: &LogEntry) -> Vec<LogLine> {
        let records = entry.own_chapters(history);
        let mut lines = Vec::new();
        let mut tosses = None;
        for record in records.iter().flat_map(|record| &record.events) {
            for step in &record.trace {
                self.write_rule_step(step, &mut lines);
            }
            match &record.event {
                BattleEvent::RoundBegan { .. } => tosses = Some(CoinTosses::default()),
                BattleEvent::CoinsTossed { coins } => {
                    let earlier = tosses.unwrap_or_else(|| self.tosses_before());
                    lines.extend(self.decided_ties(&earlier, coins).map(LogLine::Text));
                    tosses = Some(coins.clone());
                }
                _ => {}
            }
            if let BattleEvent::RoundBegan { round: 1 } = record.event {
                lines.extend(self.borrowed_chapter_lines().map(LogLine::Text));
            }
            lines.extend(self.event_detail(records, &record.event).map(LogLine::Text));
        }
        lines
    }

    /// The coin tosses of the round before the described order.
    fn tosses_before(&self) -> CoinTosses {
        let mut events = self.before.iter().rev().flat_map(|record| record.events.iter().rev());
        let last = events.find_map(|record| match &record.event {
            BattleEvent::RoundBegan { .. } => Some(CoinTosses::default()),
            BattleEvent::CoinsTossed { coins } => Some(coins.clone()),
            _ => None,
        });
        last.unwrap_or_default()
    }

    /// Lines that say in which order tied units act after coin tosses: "Tied units act in this order: Vex, Moss". `SS-INIT-10`.
    fn decided_ties(&self, earlier: &CoinTosses, coins: &CoinTosses) -> impl Iterator<Item = LogText> {
        let orders = match coins.known_pairs() {
            0..=MOST_TOLD_PAIRS => coins.orders_since(earlier),
            _ => Vec::new(),
        };
        orders.into_iter().filter_map(|order| {
            let known: Vec<UnitId> =
                order.into_iter().filter(|unit| self.known_unit(*unit).is_some()).collect();
            if known.len() < 2 {
                return None;
            }
            let mut spans = vec![span("Tied units act in this order: ", TextTone::Dim)];
            for (at, unit) in known.into_iter().enumerate() {
                spans.extend((at > 0).then(|| span(", ", TextTone::Dim)));
                spans.push(self.unit_span(unit));
            }
            Some(LogText { spans, figure: None, clause: COIN_CLAUSE })
        })
    }

    /// Line of an event that only details show; `None` if it has none.
    fn event_detail(&self, records: &[OrderRecord], event: &BattleEvent) -> Option<LogText> {
        Some(match event {
            BattleEvent::Paid { unit, action, points, budget } => {
                let name = self.paid_action_name(records, *unit, *action);
                let (text, figure) = self.payment_text(Some(&name), *points, budget);
                let spans = vec![self.unit_span(*unit), span(format!(" {text}"), TextTone::Dim)];
                let is_free = action_category(*action, &self.view.rules().engine) == ActionCategory::Free;
                let further = play::further_free_action(self.view.rules().book(), *points, budget);
                let further = further.filter(|_| is_free);
                LogText { spans, figure, clause: further.unwrap_or_else(|| self.price_clause(*action)) }
            }
            BattleEvent::InitiativeRolled { unit, score, attribute, dice } => {
                let dice = Dice {
                    count: u32::from(*dice),
                    sides: self.view.rules().book().initiative_die(),
                    read: RollMode::Sum,
                };
                let rolled = initiative_roll(records, *unit);
                let text = format!(" has initiative {}", initiative_text((*score, *attribute), dice, rolled));
                let mut line = text_of_spans(vec![self.unit_span(*unit), span(text, TextTone::Dim)]);
                line.figure = Some(span(score.to_string(), TextTone::Plain));
                line
            }
            BattleEvent::InitiativeChanged { unit, by, .. } => {
                let text = span("'s initiative changes", TextTone::Plain);
                let mut line = text_of_spans(vec![self.unit_span(*unit), text]);
                line.figure = Some(span(format!("{by:+}"), TextTone::Plain));
                line.clause = "SS-INIT-15";
                line
            }
            BattleEvent::InitiativeDiceChanged { unit, by, dice } => {
                let mut line = self.unit_action_text(*unit, format!("now has {dice} Initiative Dice"));
                line.figure = Some(span(format!("{by:+}"), TextTone::Plain));
                line.clause = if *by < 0 { "SS-INIT-19" } else { "SS-INIT-18" };
                line
            }
            BattleEvent::TurnBudgetChanged { unit, points: points @ 1.., budget } => {
                let paid = self.paid_special_action(&records[0].order, *unit);
                let name = paid.map(|action| play::action_name(self.view.rules().book(), action));
                let (text, figure) = self.payment_text(name, *points, budget);
                let mut line = self.unit_action_text(*unit, text);
                if paid.is_some() {
                    line = dim(line);
                }
                line.figure = figure;
                line.clause = paid.map_or("", |action| self.price_clause(action));
                line
            }
            BattleEvent::Ran { unit, gait: MovementMode::Sprinting, .. } => {
                let price = self.sprint_price(records, *unit);
                let price = price.map(|price| format!(" for {}", price.trim_start_matches('+')));
                self.unit_action_text(*unit, format!("sprints{}", price.unwrap_or_default()))
            }
            _ => return None,
        })
    }

    /// What an action, by its name if the headline does not say it, costs and leaves of the turn: "pays for Quick attack, 2 AP
    /// left" with the price as its figure, or in books without points "uses the action for Single shot, nothing
    /// left". What was paid before has no price any more.
    fn payment_text(&self, name: Option<&str>, points: u8, budget: &TurnBudget) -> (String, Option<LogSpan>) {
        let left = self.budget_left_text(budget);
        if !play::counts_action_points(self.view.rules().book()) {
            return (turn_payment_text(name, (points > 0).then(|| self.paid_text(points)), &left), None);
        }
        let price = Some(span(self.paid_text(points), TextTone::Plain)).filter(|_| points > 0);
        let text = match name {
            Some(name) if points == 0 => format!("pays nothing for {name}, {left}"),
            Some(name) => format!("pays for {name}, {left}"),
            None => format!("has {left}"),
        };
        (text, price)
    }

    /// What was paid, in the words of the book: "-2 AP", "action".
    fn paid_text(&self, points: u8) -> String {
        let book = self.view.rules().book();
        let sign = if play::counts_action_points(book) { "-" } else { "" };
        format!("{sign}{}", play::points_text(book, points))
    }

    fn budget_left_text(&self, budget: &TurnBudget) -> String {
        play::budget_left_text(self.view.rules().book(), budget)
    }

    /// The action of the action table that a unit's special action is paid as.
    fn paid_special_action(&self, order: &Order, unit: UnitId) -> Option<Action> {
        match order {
            Order::SpecialAction { unit: of, action, .. } if *of == unit => {
                play::paid_action(action, self.view.rules())
            }
            _ => None,
        }
    }

    /// What a sprint has cost the unit in health.
    fn sprint_price(&self, records: &[OrderRecord], unit: UnitId) -> Option<String> {
        records.iter().flat_map(|record| &record.events).find_map(|record| match &record.event {
            BattleEvent::Harmed { unit: who, before, after, .. } if *who == unit => {
                Some(self.gauge_losses(unit, before, after))
            }
            _ => None,
        })
    }

    /// Clause of a cost: the action's own one, if it is the book's, else that of the borrowed action rules.
    fn price_clause(&self, action: Action) -> &'static str {
        let book = self.view.rules().book();
        let own = play::action_clause(book, action).unwrap_or(action.clause());
        if own.starts_with(book.prefix()) {
            return own;
        }
        let lent = book.borrowed_chapters().iter().find(|line| line.chapter.starts_with("action"));
        lent.map_or("", |line| line.clause)
    }

    /// Writes the lines of a rule step.
    pub fn write_rule_step(&self, step: &Trace, lines: &mut Vec<LogLine>) {
        if let Trace::Noted(note) = step
            && let Some(toss) = note.text.line::<CoinTossLine>()
        {
            return self.write_coin_toss(*toss, lines);
        }
        match step {
            Trace::Rolled(roll) => self.write_roll(roll, lines),
            Trace::Decided { who, answer, clause, .. } => {
                let spans = vec![
                    self.unit_span(*who),
                    span(" answers: ", TextTone::Dim),
                    span(answer.clone(), TextTone::Good),
                ];
                lines.push(LogLine::Text(LogText { spans, figure: None, clause }));
            }
            Trace::Noted(note) => {
                let tone = if note.clause.contains("-KNOCK") { TextTone::Forced } else { TextTone::Plain };
                let mut spans = vec![span(note.text.clone(), tone)];
                if note.parts.len() > 1 {
                    spans.push(span(format!(" ({})", modifiers_sum_text(&note.parts)), TextTone::Dim));
                }
                lines.push(LogLine::Text(LogText { spans, figure: None, clause: note.clause }));
            }
        }
    }

    /// Writes what a roll is for with its modifiers, and its dice.
    fn write_roll(&self, roll: &RollRecord, lines: &mut Vec<LogLine>) {
        // Narrative dice have no sum.
        let parts = match roll.dice.read {
            RollMode::Symbols(_) => modifiers_text(&roll.parts),
            RollMode::Hits(_) | RollMode::HitsAndGlitch(_) => pool_text(&roll.parts, roll.dice.count),
            _ => modifiers_sum_text(&roll.parts),
        };
        let mut spans = match roll.who {
            Some(unit) => vec![self.unit_span(unit), span(format!(", {}", roll.why), TextTone::Dim)],
            None => vec![span(capitalise(roll.why), TextTone::Dim)],
        };
        if !parts.is_empty() {
            spans.push(span(format!(": {parts}"), TextTone::Dim));
        }
        if let Some(limit) = roll.limit {
            spans.push(span(format!(", limit {limit}"), TextTone::Dim));
        }
        lines.push(LogLine::Text(LogText { spans, figure: None, clause: roll.clause }));
        lines.push(roll_line(roll, self.view.rules().book().success_words()));
    }

    /// Says after the die of a coin toss which unit acts first: "Vex acts before Moss (3 or less)"; nothing of unknown units.
    /// `SS-INIT-10`.
    fn write_coin_toss(&self, toss: CoinTossLine, lines: &mut Vec<LogLine>) {
        let names = [toss.first, toss.second].map(|unit| self.known_unit(unit));
        let [Some(first), Some(second)] = &names else { return };
        let text = toss.between(first.identity.name(), second.identity.name());
        match lines.last_mut() {
            Some(LogLine::Faces { figure, .. }) => *figure = text,
            _ => {
                let spans = vec![span(text, TextTone::Plain)];
                lines.push(LogLine::Text(LogText { spans, figure: None, clause: COIN_CLAUSE }));
            }
        }
    }
}

/// What an action costs and leaves of a turn that is not counted in points: "uses the manoeuvre for Walk, action
/// left". `None` is the price of what is free, or was paid before.
fn turn_payment_text(name: Option<&str>, price: Option<String>, left: &str) -> String {
    let what = name.map(|name| format!(" for {name}")).unwrap_or_default();
    match price {
        Some(price) => format!("uses the {price}{what}, {left}"),
        None => format!("pays nothing{what}, {left}"),
    }
}

/// The sum of a unit's initiative dice in these records; `None` if it rolled none or the roll is not known.
fn initiative_roll(records: &[OrderRecord], unit: UnitId) -> Option<i32> {
    let steps = records.iter().flat_map(|record| &record.events).flat_map(|record| &record.trace);
    let mut rolls = steps.filter_map(|step| match step {
        Trace::Rolled(roll) if roll.who == Some(unit) && roll.why == "initiative" => Some(roll.roll.value),
        _ => None,
    });
    rolls.next_back().map(u32::cast_signed)
}

/// How a score came about: "4 + 9 on 1d10", "4 + 5, not rolled". A unit that joins a running round loses points for
/// the completed passes. `SS-INIT-25`.
fn initiative_text((score, attribute): (i32, i32), dice: Dice, rolled: Option<i32>) -> String {
    let added = rolled.unwrap_or(score - attribute);
    let sum = match (dice.count, added) {
        (0, 0) => format!("{attribute}, not rolled"),
        (0, added) => format!("{attribute} + {added}, not rolled"),
        (_, added) => format!("{attribute} + {added} on {dice}"),
    };
    match attribute + added - score {
        0 => sum,
        lost => format!("{sum}, minus {lost} for completed passes"),
    }
}

/// Most sides of a die whose faces are drawn; three digits do not fit.
const MANY_SIDES: u8 = 20;

/// Faces and result of a roll; `words_for` is the singular and plural of "hit".
fn roll_line(roll: &RollRecord, words_for: (&str, &str)) -> LogLine {
    let all: u32 = roll.faces.iter().map(|face| u32::from(*face)).sum();
    let (hits_from, figure) = match roll.dice.read {
        // The note after it names the units. `SS-INIT-10`
        RollMode::Hits(least) if roll.clause == COIN_CLAUSE => (Some(least), "decides a tie".to_owned()),
        RollMode::Hits(least) | RollMode::HitsAndGlitch(least) => {
            let over = roll.limit.filter(|limit| roll.roll.value > *limit);
            let glitch = if roll.roll.glitch { ", glitch" } else { "" };
            let hits = count_text(roll.roll.value, words_for.0, words_for.1);
            let kept = over.map(|limit| format!(", {limit} count")).unwrap_or_default();
            (Some(least), format!("{hits}{kept}{glitch}"))
        }
        RollMode::AtMost(most) if roll.dice.count == 1 => {
            (None, format!("{most} or less: {}", if roll.roll.value > 0 { "passed" } else { "failed" }))
        }
        RollMode::AtMost(most) => {
            (None, format!("{} of {} at most {most}", roll.roll.value, roll.dice.count))
        }
        RollMode::Sum | RollMode::Bands(_) => (None, sum_text(roll.why, all)),
        RollMode::Symbols(_) => {
            return LogLine::Symbols {
                faces: roll.symbol_faces().collect(),
                figure: capitalise(&roll.roll.symbols.to_string()),
            };
        }
    };
    if roll.dice.sides <= MANY_SIDES {
        return LogLine::Faces { faces: roll.faces.clone(), hits_from, figure };
    }
    let faces: Vec<String> = roll.faces.iter().map(u8::to_string).collect();
    let mut text =
        text_of_spans(vec![span(format!("{} shows {}", roll.dice, faces.join(", ")), TextTone::Plain)]);
    if matches!(roll.dice.read, RollMode::AtMost(_)) || roll.dice.count > 1 {
        text.figure = Some(span(figure, TextTone::Plain));
    }
    LogLine::Text(text)
}

/// Formats the sum of a roll: "9"; for a direction its name: "south-east".
fn sum_text(why: &str, sum: u32) -> String {
    direction_words(why, sum).map_or_else(|| sum.to_string(), str::to_owned)
}

/// Formats modifiers with their sum: "Automatics 5 + Agility 4 - running 2 = 7". A single one is its own sum.
pub fn modifiers_sum_text(parts: &[Modifier]) -> String {
    match parts {
        [] => String::new(),
        [only] => format!("{} {}", only.reason, only.value),
        parts => {
            let sum: i32 = parts.iter().map(|part| part.value).sum();
            format!("{} = {sum}", modifiers_text(parts))
        }
    }
}

/// Formats the parts of a dice pool with the dice that are rolled: "Dexterity 3 + Firearms 3 = 6 dice".
fn pool_text(parts: &[Modifier], dice: u32) -> String {
    let text = modifiers_sum_text(parts);
    let sum: i32 = parts.iter().map(|part| part.value).sum();
    match u32::try_from(sum) {
        Ok(sum) if parts.len() > 1 && sum == dice => {
            format!("{text} {}", if dice == 1 { "die" } else { "dice" })
        }
        _ => text,
    }
}

/// Formats modifiers without their sum.
fn modifiers_text(parts: &[Modifier]) -> String {
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
    use super::*;
    use crate::log_text::plain_text;
    use dice::SymbolPool;
    use model::UnitId;

    const HITS: (&str, &str) = ("hit", "hits");

    #[test]
    fn the_roll_of_a_direction_names_it() {
        assert_eq!(sum_text("direction", 4), "south-east");
        assert_eq!(sum_text("scatter direction", 4), "left of the target");
        assert_eq!(sum_text("scatter distance", 4), "4");
    }

    fn part(value: i32, reason: &'static str) -> Modifier {
        Modifier { value, reason: reason.into(), clause: "SS-ATK-08" }
    }

    fn record(dice: Dice, faces: &[u8]) -> RollRecord {
        let (why, clause, faces) = ("attack", "SS-ATK-08", faces.to_vec());
        let roll = dice.read(&faces);
        RollRecord { who: Some(UnitId(0)), why, clause, parts: Vec::new(), limit: None, dice, roll, faces }
    }

    #[test]
    fn all_kinds_of_dice_have_a_text() {
        let faces = |dice: Dice, shown: &[u8]| match roll_line(&record(dice, shown), HITS) {
            LogLine::Faces { hits_from, figure, .. } => (hits_from, figure),
            other => panic!("{other:?}"),
        };
        let d10 = Dice { count: 4, sides: 10, read: RollMode::Hits(7) };
        assert_eq!(faces(d10, &[7, 10, 1, 6]), (Some(7), "2 hits".to_owned()));
        assert_eq!(faces(Dice::d6_sum(2), &[3, 6]), (None, "9".to_owned()));
        let coin = RollRecord {
            clause: COIN_CLAUSE,
            ..record(Dice { count: 1, sides: 6, read: RollMode::Hits(4) }, &[3])
        };
        match roll_line(&coin, HITS) {
            LogLine::Faces { figure, .. } => assert_eq!(figure, "decides a tie", "it is no test of success"),
            other => panic!("{other:?}"),
        }
        let text_of = |dice: Dice, shown: &[u8]| match roll_line(&record(dice, shown), HITS) {
            LogLine::Text(text) => plain_text(&text),
            other => panic!("{other:?}"),
        };
        let d100 = |read| Dice { count: 1, sides: 100, read };
        assert_eq!(text_of(d100(RollMode::AtMost(54)), &[57]), "1d100 shows 57: 54 or less: failed");
        assert_eq!(text_of(d100(RollMode::Sum), &[57]), "1d100 shows 57");
        let pool = SymbolPool { ability: 1, difficulty: 1, ..SymbolPool::default() };
        match roll_line(&record(Dice::symbols(pool), &[4, 4]), HITS) {
            LogLine::Symbols { faces, figure } => {
                assert_eq!((faces.len(), figure.as_str()), (2, "2 successes, 1 threat"));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_a_turn_pays_is_told_as_one_sentence() {
        let text =
            |name, price: Option<&str>| turn_payment_text(name, price.map(str::to_owned), "1 manoeuvre left");
        assert_eq!(
            text(Some("Single shot"), Some("action")),
            "uses the action for Single shot, 1 manoeuvre left"
        );
        assert_eq!(text(None, Some("action")), "uses the action, 1 manoeuvre left");
        assert_eq!(text(Some("Walk"), None), "pays nothing for Walk, 1 manoeuvre left");
    }

    #[test]
    fn initiative_names_its_die() {
        let dice = |count, sides| Dice { count, sides, read: RollMode::Sum };
        assert_eq!(initiative_text((13, 4), dice(1, 10), Some(9)), "4 + 9 on 1d10");
        assert_eq!(initiative_text((13, 4), dice(1, 10), None), "4 + 9 on 1d10");
        assert_eq!(initiative_text((16, 5), dice(2, 6), Some(11)), "5 + 11 on 2d6");
    }

    #[test]
    fn ab_gritty_01_the_die_is_not_thrown() {
        let no_dice = Dice { count: 0, sides: 10, read: RollMode::Sum };
        assert_eq!(initiative_text((9, 4), no_dice, None), "4 + 5, not rolled");
        assert_eq!(initiative_text((4, 4), no_dice, None), "4, not rolled");
    }

    #[test]
    fn ss_init_25_passes_that_are_over_are_subtracted() {
        let text = initiative_text((1, 6), Dice::d6_sum(1), Some(5));
        assert_eq!(text, "6 + 5 on 1d6, minus 10 for completed passes");
    }

    #[test]
    fn the_sum_of_a_pool_is_a_number_of_dice() {
        let parts = [part(5, "Automatics"), part(-4, "running")];
        assert_eq!(pool_text(&parts, 1), "Automatics 5 - running 4 = 1 die");
        assert_eq!(pool_text(&parts, 0), "Automatics 5 - running 4 = 1", "no die is rolled");
        assert_eq!(pool_text(&parts[..1], 5), "Automatics 5");
    }

    #[test]
    fn modifiers_are_shown_with_their_sum() {
        let parts = [part(5, "Automatics"), part(4, "Agility"), part(-2, "running")];
        assert_eq!(modifiers_sum_text(&parts), "Automatics 5 + Agility 4 - running 2 = 7");
        assert_eq!(modifiers_sum_text(&[part(-6, "blind fire")]), "blind fire -6");
        assert_eq!(modifiers_sum_text(&[]), "");
    }
}
