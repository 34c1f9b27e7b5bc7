//! What came of an order: a line for every event that is worth one.

use super::effects::lasts;
use super::log_changes::{NOTHING, changes, is_relief};
use super::log_text::{Ink, Span, Teller, Text, capital, ending, span, words};
use super::standing::busy;
use battle::{Event, Happening, Order, StatusKind, Target, UnitId, Until, Work, diagonal_step, metres};
use rules::{Borrowed, Condition, Contact, Down, Fault, KarmaUse, play, riding};

impl Teller<'_, '_, '_> {
    /// How the fight begins: the book, and how many chapters it takes from others.
    pub(super) fn opening(&self) -> Text {
        let mut text = format!("Played by the book {}", self.view.rules().book().name());
        match self.borrowed().count() {
            0 => {}
            1 => text.push_str(", with one borrowed chapter"),
            many => text.push_str(&format!(", with {many} borrowed chapters")),
        }
        words(vec![span(text, Ink::Dim)])
    }

    /// Every borrowed chapter, whose it is and why: what the first entry unfolds to.
    pub(super) fn lenders(&self) -> impl Iterator<Item = Text> {
        self.borrowed().map(|line| {
            let verb = if is_plural(line.chapter) { "are" } else { "is" };
            let text = format!("{} {verb} {}'s: {}", capital(line.chapter), line.from, line.why);
            Text { spans: vec![span(text, Ink::Dim)], figure: None, clause: line.clause }
        })
    }

    fn borrowed(&self) -> impl Iterator<Item = &'static Borrowed> {
        let rules = self.view.rules();
        rules.book().borrowed().iter().filter(|line| rules.borrows(line.chapter))
    }

    /// Nothing got worse in between, and something got better.
    fn is_relief(&self, unit: UnitId, before: &Condition, after: &Condition) -> bool {
        let Some(data) = self.known(unit) else { return false };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        is_relief(&gauges(before), &gauges(after))
    }

    /// "-1 shield, -4 flesh", "+2 strain".
    pub(super) fn losses(&self, unit: UnitId, before: &Condition, after: &Condition) -> String {
        let Some(data) = self.known(unit) else { return String::new() };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        changes(&gauges(before), &gauges(after))
    }

    /// The figure at the right of a headline.
    pub(super) fn figure(&self, order: &Order, events: &[&Happening]) -> Option<Span> {
        match order {
            Order::Attack { target, .. } => {
                let resolved = events.iter().find_map(|happening| match &happening.event {
                    Event::AttackResolved { contact, damage, words, .. } => Some((*contact, *damage, words)),
                    _ => None,
                });
                let (contact, damage, words) = resolved?;
                // What the book says of it, where that is more than a number.
                let said = !words.is_empty() && *words != format!("{damage} damage");
                let lost = events.iter().find_map(|happening| match &happening.event {
                    Event::Harmed { unit, before, after, .. } if *target == Target::Unit(*unit) => {
                        Some(self.losses(*unit, before, after))
                    }
                    _ => None,
                });
                Some(match (contact, target, lost) {
                    (Contact::Miss, ..) => span("miss", Ink::Dim),
                    (Contact::Blocked, ..) => span("stopped", Ink::Dim),
                    (Contact::Graze, ..) => span("graze", Ink::Caution),
                    (Contact::Hit, Target::Barrier(_), _) => {
                        span(format!("-{damage} structure"), Ink::Caution)
                    }
                    (Contact::Hit, ..) if said => {
                        span(words.clone(), if damage > 0 { Ink::Harm } else { Ink::Caution })
                    }
                    (Contact::Hit, _, Some(lost)) => span(lost, Ink::Harm),
                    (Contact::Hit, _, None) => span("no harm", Ink::Caution),
                })
            }
            Order::Move { .. } => {
                let diagonal = diagonal_step(self.view.rules()).half_metres();
                let covered: u32 = events
                    .iter()
                    .map(|happening| match happening.event {
                        Event::Stepped { from, to, .. } if from.x != to.x && from.y != to.y => diagonal,
                        Event::Stepped { .. } => 2,
                        _ => 0,
                    })
                    .sum();
                let walked: u32 = events
                    .iter()
                    .map(|happening| match happening.event {
                        Event::Walked { half_metres, .. } => half_metres,
                        _ => 0,
                    })
                    .sum();
                let ran = events.iter().any(|one| matches!(one.event, Event::Ran { .. }));
                // A walk is told by what it costs of the rate, a run by the way.
                let way = if ran || walked == 0 { covered } else { walked };
                Some(span(format!("{} m", metres(way)), Ink::Dim))
            }
            _ => None,
        }
    }

    /// "Vex: Slow death", "Vex: Stunned is over": names of ailments are nouns and adjectives alike.
    fn suffers(&self, unit: UnitId, what: String, ink: Ink, clause: &'static str) -> Text {
        let spans = vec![self.unit(unit), span(": ", Ink::Plain), span(what, ink)];
        Text { spans, figure: None, clause }
    }

    fn ruled(&self, mut text: Text, ink: Ink, clause: &'static str) -> Text {
        if let Some(last) = text.spans.last_mut() {
            last.ink = ink;
        }
        Text { clause, ..text }
    }

    /// What is worth a line of its own below the headline.
    pub(super) fn after(&self, order: &Order, event: &Event) -> Option<Text> {
        let target = match order {
            Order::Attack { target: Target::Unit(target), .. } => Some(*target),
            _ => None,
        };
        Some(match event {
            Event::StatusSet { unit, status } => return self.comes_on(order, *unit, status.kind),
            Event::StatusEnded { unit, kind } => return self.goes(order, *unit, *kind),
            Event::Afflicted { unit, suffered } => {
                let rule = suffered.ailment.rule();
                let mut text = self.suffers(*unit, suffered.title(), Ink::Harm, rule.clause);
                text.figure = Some(span(lasts(suffered.until, self.view.round()), Ink::Dim));
                text
            }
            Event::Bound { unit, bounds } => {
                let bound = bounds.duties.first()?;
                let text = format!("is not its own master: {}", bound.ailment().name());
                self.ruled(self.does(*unit, text), Ink::Harm, bound.clause())
            }
            Event::AilmentCounted { unit, suffered } => {
                let left = left(suffered.until)?;
                let what = format!("{} goes on", suffered.title());
                let mut text = self.suffers(*unit, what, Ink::Dim, "");
                text.figure = Some(span(left, Ink::Dim));
                text
            }
            Event::Relieved { unit, ailment, clause, .. } => {
                self.suffers(*unit, format!("{} is over", ailment.name()), Ink::Good, clause)
            }
            Event::Harmed { unit, before, after, .. } if Some(*unit) != target => {
                let mut text = self.does(*unit, "");
                let change = self.losses(*unit, before, after);
                // What only the rules count is told by the line before.
                if before != after && change == NOTHING {
                    return None;
                }
                let ink = if self.is_relief(*unit, before, after) { Ink::Good } else { Ink::Harm };
                text.figure = Some(span(change, ink));
                text
            }
            Event::Fell { unit, down, .. } => {
                let machine = self.known(*unit).is_some_and(|unit| unit.is_driven());
                let what = match (down, machine) {
                    (Down::Unconscious, false) => "falls unconscious",
                    (Down::Unconscious, true) => "is wrecked",
                    (Down::Dead, false) => "dies",
                    (Down::Dead, true) => "is destroyed",
                };
                self.ruled(self.does(*unit, what), Ink::Harm, "")
            }
            Event::KarmaSpent { unit, on, left } if *on != KarmaUse::Initiative => {
                let mut text = self.does(*unit, format!("spends Karma: {}", on.name()));
                text.figure = Some(span(format!("{left} left"), Ink::Dim));
                Text { clause: on.clause(), ..text }
            }
            Event::ScoreSet { unit, score } => {
                Text { clause: "SS-FFYL-05", ..self.does(*unit, format!("acts at {score}")) }
            }
            Event::CameRound { unit } => self.ruled(self.does(*unit, "comes round"), Ink::Good, ""),
            Event::Appeared { units } => {
                let mut spans: Vec<_> = Vec::new();
                for unit in units {
                    if !spans.is_empty() {
                        spans.push(span(", ", Ink::Plain));
                    }
                    spans.push(self.unit(*unit));
                }
                let verb = if units.len() == 1 { " appears" } else { " appear" };
                spans.push(span(verb, Ink::Caution));
                Text { spans, figure: None, clause: "SS-SURP-05" }
            }
            Event::Spotted { side, unit, .. } => {
                words(vec![self.side(*side), span(" sights ", Ink::Caution), self.unit(*unit)])
            }
            Event::LostSight { side, unit, .. } => {
                words(vec![self.side(*side), span(" loses sight of ", Ink::Dim), self.unit(*unit)])
            }
            Event::Escaped { unit } => self.does(*unit, "leaves the field"),
            Event::Stopped { unit, reason, .. } => self.does(*unit, format!("stops: {reason}")),
            Event::CoverLeft { unit } => self.does(*unit, "leaves cover"),
            Event::CoverTaken { unit } if !matches!(order, Order::TakeCover { .. }) => {
                self.does(*unit, "takes cover")
            }
            Event::PhaseLost { unit, why } => {
                let text = self.does(*unit, format!("loses the phase: {}", why.text));
                Text { clause: why.clause, ..text }
            }
            Event::DeedDone { unit, label, .. } if !matches!(order, Order::Deed { .. }) => {
                words(vec![self.unit(*unit), span(format!(": {label}"), Ink::Plain)])
            }
            // The event itself says more.
            Event::Told { clause: "SS-TIMED-01", .. } => return None,
            Event::Told { unit, text, clause } => {
                let spans = vec![self.unit(*unit), span(format!(": {text}"), Ink::Plain)];
                Text { spans, figure: None, clause }
            }
            Event::Faulted { unit, weapon, fault } => {
                return self.fault(order, &self.weapon(*unit, *weapon), *unit, *fault);
            }
            Event::WeaponDestroyed { unit, what, .. } if what.magazine() > 0 && what.loaded() == 0 => {
                let text = format!("has no {} left", what.name());
                self.ruled(self.does(*unit, text), Ink::Dim, "")
            }
            Event::WeaponDestroyed { unit, what, .. } => {
                let text = format!("'s {} is destroyed", what.name());
                words(vec![self.unit(*unit), span(text, Ink::Caution)])
            }
            Event::RoundsLeft { unit, weapon, loaded } => {
                let text = format!("'s {} has {loaded} rounds left", self.weapon(*unit, *weapon));
                words(vec![self.unit(*unit), span(text, Ink::Dim)])
            }
            Event::BoostGiven { giver } => self.ruled(
                self.does(*giver, "gives a boost die to the next check of its side"),
                Ink::Good,
                "CC-ADV-08",
            ),
            Event::BoostsClaimed { unit } => {
                self.ruled(self.does(*unit, "takes the boost dice that waited"), Ink::Good, "CC-ADV-08")
            }
            Event::Landed { unit, what, .. } => {
                self.does(*unit, format!("has one {} less: it lies on the ground", what.name()))
            }
            Event::Dropped { unit, what, .. } if !matches!(order, Order::Drop { .. }) => {
                self.does(*unit, format!("drops {}", what.name()))
            }
            Event::DoorMoved { barrier, open } if !matches!(order, Order::Door { .. }) => {
                let verb = if *open { "opens" } else { "closes" };
                words(vec![span(format!("{} {verb}", capital(&self.barrier(*barrier))), Ink::Plain)])
            }
            Event::BarrierDamaged { barrier, damage, .. } => Text {
                spans: vec![span(capital(&self.barrier(*barrier)), Ink::Dim), span(" is damaged", Ink::Dim)],
                figure: Some(span(format!("-{damage}"), Ink::Dim)),
                clause: "",
            },
            Event::BarrierHoled { barrier } => Text {
                spans: vec![span(format!("{} has a hole", capital(&self.barrier(*barrier))), Ink::Caution)],
                figure: None,
                clause: "SS-BARR-34",
            },
            Event::GroundCovered { cells, what, .. } => {
                let text = format!("{} on {}", capital(what.name()), squares(cells.len()));
                words(vec![span(text, Ink::Caution)])
            }
            Event::GroundCleared { cells, what } => {
                let text = format!("No more {} on {}", what.name(), squares(cells.len()));
                words(vec![span(text, Ink::Dim)])
            }
            Event::HoldCounted { rounds, .. } if *rounds > 0 => {
                words(vec![span(format!("Held for {rounds} rounds"), Ink::Dim)])
            }
            Event::HeldPhaseLost { unit, why } => {
                let text = self.does(*unit, format!("loses its held phase: {}", why.words()));
                Text { clause: why.clause(), ..text }
            }
            Event::SteppedIn { unit, .. } => self.ruled(
                self.does(*unit, "takes its held phase, at one die less"),
                Ink::Caution,
                "SS-DELAY-09",
            ),
            Event::Intercepted { unit, mover, weapon } => {
                let spans = vec![
                    self.unit(*unit),
                    span(" strikes at ", Ink::Caution),
                    self.unit(*mover),
                    span(format!(" with the {weapon}"), Ink::Plain),
                ];
                Text { spans, figure: None, clause: "SS-INTC-06" }
            }
            Event::LetPass { unit, mover } => {
                let spans = vec![
                    self.unit(*unit),
                    span(" lets ", Ink::Dim),
                    self.unit(*mover),
                    span(" pass", Ink::Dim),
                ];
                Text { spans, figure: None, clause: "SS-INTC-06" }
            }
            Event::Evaded { unit, past } => {
                let text = self.does(
                    *unit,
                    match past.len() {
                        1 => "slips past an opponent".to_owned(),
                        more => format!("slips past {more} opponents"),
                    },
                );
                Text { clause: "SS-INTC-15", ..text }
            }
            Event::PoolSplit { unit, shares } => {
                let dice: Vec<String> = shares.iter().map(|share| share.dice.to_string()).collect();
                let text = self.does(*unit, format!("splits the pool: {}", dice.join(", ")));
                Text { clause: "SS-MULTI-07", ..text }
            }
            Event::AttackResolved { unit, target: Target::Unit(other), contact, words: said, .. }
                if !matches!(order, Order::Attack { .. } | Order::Decide { .. }) =>
            {
                let came = match contact {
                    Contact::Miss => "a miss".to_owned(),
                    Contact::Blocked => "stopped".to_owned(),
                    Contact::Graze => "a graze".to_owned(),
                    Contact::Hit if said.is_empty() => "a hit".to_owned(),
                    Contact::Hit => said.clone(),
                };
                let spans = vec![self.unit(*unit), span(" attacks ", Ink::Plain), self.unit(*other)];
                Text { spans, figure: Some(span(came, Ink::Caution)), clause: "" }
            }
            Event::Activated { unit, what, cell, .. } => {
                let text = format!("leaves the {} armed at {}, {}", what.name(), cell.x, cell.y);
                self.ruled(self.does(*unit, text), Ink::Caution, "SS-TIMED-04")
            }
            Event::FuseTicked { unit, name, cell, rounds, .. } => {
                let text = format!("'s {name} ticks at {}, {}", cell.x, cell.y);
                let left = match rounds {
                    0 => "this round".to_owned(),
                    1 => "next round".to_owned(),
                    more => format!("in {more} rounds"),
                };
                let spans = vec![self.unit(*unit), span(text, Ink::Caution)];
                Text { spans, figure: Some(span(left, Ink::Caution)), clause: "SS-TIMED-03" }
            }
            Event::WentOff { unit, name, cell, .. } => {
                let text = format!("'s {name} goes off at {}, {}", cell.x, cell.y);
                let radio = matches!(order, Order::Detonate { .. });
                let clause = if radio { "SS-TIMED-09" } else { "SS-TIMED-01" };
                Text { spans: vec![self.unit(*unit), span(text, Ink::Harm)], figure: None, clause }
            }
            Event::Undertook { unit, work: Work::Charge { .. }, progress } => {
                let text = format!("has paid {} of {} AP", progress.paid, progress.needed);
                Text { clause: "SS-ACT-18", ..self.does(*unit, text) }
            }
            Event::Undertook { unit, work, .. } => {
                let text = format!("spends the phase {}", busy(self.view, work));
                Text { clause: work.clause(), ..self.does(*unit, text) }
            }
            Event::WorkCancelled { unit, why } => {
                let text = self.does(*unit, format!("gives up what it was busy with: {}", why.words()));
                Text { clause: why.clause(), ..text }
            }
            Event::PhaseBegan { unit } => self.ruled(self.does(*unit, "acts"), Ink::Dim, ""),
            Event::Ended(outcome) => {
                let ended = span(format!(": {}", ending(outcome.ending)), Ink::Plain);
                words(match outcome.winner {
                    Some(side) => vec![span("Victory of ", Ink::Plain), self.side(side), ended],
                    None => vec![span("A draw", Ink::Plain), ended],
                })
            }
            _ => return None,
        })
    }

    fn comes_on(&self, order: &Order, unit: UnitId, kind: StatusKind) -> Option<Text> {
        Some(match kind {
            StatusKind::Prone if matches!(order, Order::DropProne { .. }) => return None,
            StatusKind::Prone => {
                let clause = self.view.rules().ruling("knockdown", "SS-KNOCK-01");
                self.ruled(self.does(unit, "is knocked down"), Ink::Forced, clause)
            }
            StatusKind::Holding(other) => {
                let spans = vec![self.unit(unit), span(" holds ", Ink::Forced), self.unit(other)];
                words(spans)
            }
            StatusKind::Concealed => self.ruled(self.does(unit, "is hidden"), Ink::Good, ""),
            StatusKind::Drives(other) => {
                words(vec![self.unit(unit), span(" takes the wheel of ", Ink::Plain), self.unit(other)])
            }
            // The headline says so already.
            StatusKind::RidesIn(_) if gets_in(order) => return None,
            StatusKind::RidesIn(other) => {
                words(vec![self.unit(unit), span(" sits in ", Ink::Plain), self.unit(other)])
            }
            StatusKind::SurprisedBy(other) => {
                let spans = vec![self.unit(unit), span(" is surprised by ", Ink::Caution), self.unit(other)];
                Text { spans, figure: None, clause: "SS-SURP-15" }
            }
            StatusKind::Startled => {
                Text { clause: "SS-SURP-20", ..self.does(unit, "is startled and will lose its next phase") }
            }
            StatusKind::ScoreLost(points) => Text {
                clause: "SS-SURP-13",
                ..self.does(unit, format!("will lose {points} of its initiative"))
            },
            StatusKind::PhaseOwed(score) => Text {
                clause: "SS-FFYL-07",
                ..self.does(unit, format!("will act in the next pass, at {score}"))
            },
            _ => return None,
        })
    }

    fn goes(&self, order: &Order, unit: UnitId, kind: StatusKind) -> Option<Text> {
        Some(match kind {
            StatusKind::Prone if !matches!(order, Order::StandUp { .. }) => self.does(unit, "gets up"),
            StatusKind::Holding(other) => {
                words(vec![self.unit(unit), span(" lets go of ", Ink::Plain), self.unit(other)])
            }
            StatusKind::Concealed => self.ruled(self.does(unit, "is seen again"), Ink::Caution, ""),
            StatusKind::FullDefense => {
                self.ruled(self.does(unit, "is no longer in Full Defence"), Ink::Dim, "SS-DEF-05")
            }
            _ => return None,
        })
    }

    fn fault(&self, order: &Order, weapon: &str, unit: UnitId, fault: Fault) -> Option<Text> {
        let (what, ink, clause) = match fault {
            // The headline says so already.
            Fault::None if matches!(order, Order::Reload { .. }) => return None,
            Fault::None => ("is ready again", Ink::Good, ""),
            Fault::Jammed => ("jams", Ink::Caution, "CS-JAM-01"),
            Fault::Cleared => ("is cleared", Ink::Good, "CS-JAM-13"),
            Fault::Empty => ("is out of ammunition", Ink::Caution, "CC-THT-10"),
            Fault::Disabled => ("is unusable for now", Ink::Caution, "CC-ADV-21"),
            Fault::Broken => ("is unusable", Ink::Harm, "CC-THT-12"),
            // The book's own words say so already.
            Fault::Worn { .. } => return None,
        };
        let spans = vec![self.unit(unit), span(format!("'s {weapon} {what}"), ink)];
        Some(Text { spans, figure: None, clause })
    }
}

/// What is left of something whose time goes by, when that changes; nothing where a phase has only begun.
fn left(until: Until) -> Option<String> {
    match until {
        Until::Turns { left: 1, begun: false } => Some("1 more phase".to_owned()),
        Until::Turns { left, begun: false } => Some(format!("{left} more phases")),
        Until::EndOfRound(round) => Some(format!("to the end of round {round}")),
        Until::Turns { .. } | Until::EndOfPass(_) | Until::Removed => None,
    }
}

/// Whether somebody is ordered into a vehicle.
fn gets_in(order: &Order) -> bool {
    matches!(order, Order::Deed { deed, .. } if deed == riding::BOARD)
}

/// "1 square", "4 squares".
fn squares(number: usize) -> String {
    if number == 1 { "1 square".to_owned() } else { format!("{number} squares") }
}

/// "Rounds and passes", "barriers", but not "awareness".
fn is_plural(chapter: &str) -> bool {
    chapter.contains(" and ") || (chapter.ends_with('s') && !chapter.ends_with("ss"))
}

/// Whom an event is about, beside who was ordered.
pub(super) fn concerns(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Harmed { unit, by, .. } | Event::Fell { unit, by, .. } => {
            [Some(*unit), *by].into_iter().flatten().collect()
        }
        Event::Stepped { unit, .. }
        | Event::PhaseLost { unit, .. }
        | Event::Escaped { unit }
        | Event::Told { unit, .. }
        | Event::Faulted { unit, .. }
        | Event::WeaponDestroyed { unit, .. }
        | Event::BoostsClaimed { unit }
        | Event::HeldPhaseLost { unit, .. }
        | Event::SteppedIn { unit, .. }
        | Event::FuseTicked { unit, .. }
        | Event::WentOff { unit, .. }
        | Event::Afflicted { unit, .. }
        | Event::AilmentCounted { unit, .. }
        | Event::Relieved { unit, .. }
        | Event::KarmaSpent { unit, .. } => vec![*unit],
        Event::Intercepted { unit, mover, .. } | Event::LetPass { unit, mover } => vec![*unit, *mover],
        Event::BoostGiven { giver } => vec![*giver],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_agree_with_their_verb() {
        assert!(is_plural("rounds and passes") && is_plural("barriers"));
        assert!(!is_plural("initiative") && !is_plural("awareness") && !is_plural("order of a pass"));
    }
}
