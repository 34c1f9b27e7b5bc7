//! Log lines of events, and the figures of headlines.

use super::gauge_changes::{NO_HARM, gauge_changes, is_relief};
use super::log_text::{LogSpan, LogText, LogWriter, TextTone, capitalise, ending_text, span, text_of_spans};
use crate::panel::unit_inspector::auto_responses::work_text;
use crate::panel::unit_inspector::status_effects::end_text;
use battle::{
    BattleEvent, EventRecord, ExtendedActionKind, Order, StatusEnd, StatusKind, Target, diagonal_step,
    format_metres,
};
use model::UnitId;
use rules::special_actions::vehicles;
use rules::{BorrowedChapter, DownState, HealthState, HitResult, KarmaUse, WeaponMalfunction, play};

impl LogWriter<'_, '_, '_> {
    /// First line of the log: the book and the number of borrowed chapters.
    pub(crate) fn opening_line(&self) -> LogText {
        let mut text = format!("Rules: {}", self.view.rules().book().name());
        match self.borrowed_chapters().count() {
            0 => {}
            1 => text.push_str(", with one chapter from another book"),
            many => text.push_str(&format!(", with {many} chapters from other books")),
        }
        text_of_spans(vec![span(text, TextTone::Dim)])
    }

    /// Details of the first entry: each borrowed chapter with its source and reason.
    pub(crate) fn borrowed_chapter_lines(&self) -> impl Iterator<Item = LogText> {
        self.borrowed_chapters().map(|line| {
            let verb = if is_plural(line.chapter) { "are" } else { "is" };
            let text = format!("{} {verb} from {}: {}", capitalise(line.chapter), line.from, line.why);
            LogText { spans: vec![span(text, TextTone::Dim)], figure: None, clause: line.clause }
        })
    }

    fn borrowed_chapters(&self) -> impl Iterator<Item = &'static BorrowedChapter> {
        let rules = self.view.rules();
        rules.book().borrowed_chapters().iter().filter(|line| rules.borrows(line.chapter))
    }

    /// Whether the unit improved without getting worse in any respect.
    fn is_relief(&self, unit: UnitId, before: &HealthState, after: &HealthState) -> bool {
        let Some(data) = self.known_unit(unit) else { return false };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        is_relief(&gauges(before), &gauges(after))
    }

    /// Describes the change of the gauges: "-1 shield, -4 flesh", "+2 strain".
    pub(crate) fn gauge_losses(&self, unit: UnitId, before: &HealthState, after: &HealthState) -> String {
        let Some(data) = self.known_unit(unit) else { return String::new() };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        gauge_changes(&gauges(before), &gauges(after))
    }

    /// The figure at the right of a headline.
    pub(crate) fn headline_figure(&self, order: &Order, events: &[&EventRecord]) -> Option<LogSpan> {
        match order {
            Order::Attack { target, .. } => {
                let resolved = events.iter().find_map(|record| match &record.event {
                    BattleEvent::AttackResolved { contact, damage, words, .. } => {
                        Some((*contact, *damage, words))
                    }
                    _ => None,
                });
                let (contact, damage, words) = resolved?;
                // The book's own text, unless it is only the number.
                let has_text = !words.is_empty() && *words != format!("{damage} damage");
                let lost = events.iter().find_map(|record| match &record.event {
                    BattleEvent::Harmed { unit, before, after, .. } if *target == Target::Unit(*unit) => {
                        Some(self.gauge_losses(*unit, before, after))
                    }
                    _ => None,
                });
                Some(match (contact, target, lost) {
                    (HitResult::Miss, ..) => span("miss", TextTone::Dim),
                    (HitResult::Blocked, ..) => span("stopped", TextTone::Dim),
                    (HitResult::Graze, ..) => span("graze", TextTone::Caution),
                    (HitResult::Hit, Target::Barrier(_), _) => {
                        span(format!("-{damage} structure"), TextTone::Caution)
                    }
                    (HitResult::Hit, ..) if has_text => {
                        span(words.clone(), if damage > 0 { TextTone::Harm } else { TextTone::Caution })
                    }
                    (HitResult::Hit, _, Some(lost)) => span(lost, TextTone::Harm),
                    (HitResult::Hit, _, None) => span("no damage", TextTone::Caution),
                })
            }
            Order::Move { .. } => {
                let diagonal = diagonal_step(self.view.rules()).half_metres();
                let covered: u32 = events
                    .iter()
                    .map(|record| match record.event {
                        BattleEvent::Stepped { from, to, .. } if from.x != to.x && from.y != to.y => diagonal,
                        BattleEvent::Stepped { .. } => 2,
                        _ => 0,
                    })
                    .sum();
                let walked: u32 = events
                    .iter()
                    .map(|record| match record.event {
                        BattleEvent::Walked { half_metres, .. } => half_metres,
                        _ => 0,
                    })
                    .sum();
                let ran = events.iter().any(|one| matches!(one.event, BattleEvent::Ran { .. }));
                // A walk shows its cost, a run the distance covered.
                let way = if ran || walked == 0 { covered } else { walked };
                Some(span(format!("{} m", format_metres(way)), TextTone::Dim))
            }
            _ => None,
        }
    }

    /// A line such as "Vex: Slow death"; a colon fits ailments that are nouns and ones that are adjectives.
    fn ailment_line(&self, unit: UnitId, what: String, tone: TextTone, clause: &'static str) -> LogText {
        let spans = vec![self.unit_span(unit), span(": ", TextTone::Plain), span(what, tone)];
        LogText { spans, figure: None, clause }
    }

    fn with_clause(&self, mut text: LogText, tone: TextTone, clause: &'static str) -> LogText {
        if let Some(last) = text.spans.last_mut() {
            last.tone = tone;
        }
        LogText { clause, ..text }
    }

    /// Line of an event below the headline; `None` for events without one.
    pub(crate) fn event_line(&self, order: &Order, event: &BattleEvent) -> Option<LogText> {
        let target = match order {
            Order::Attack { target: Target::Unit(target), .. } => Some(*target),
            _ => None,
        };
        Some(match event {
            BattleEvent::StatusSet { unit, status } => {
                return self.status_gained_line(order, *unit, status.kind);
            }
            BattleEvent::StatusEnded { unit, kind } => return self.status_ended_line(order, *unit, *kind),
            BattleEvent::Afflicted { unit, suffered } => {
                let rule = suffered.ailment.rule();
                let mut text = self.ailment_line(*unit, suffered.title(), TextTone::Harm, rule.clause);
                text.figure = Some(span(end_text(suffered.until, self.view.round()), TextTone::Dim));
                text
            }
            BattleEvent::PhaseRestricted { unit, bounds } => {
                let bound = bounds.duties.first()?;
                let text = format!("loses control: {}", bound.ailment().name());
                self.with_clause(self.unit_action_text(*unit, text), TextTone::Harm, bound.clause())
            }
            BattleEvent::AilmentCounted { unit, suffered } => {
                let left = remaining_text(suffered.until)?;
                let what = format!("{} continues", suffered.title());
                let mut text = self.ailment_line(*unit, what, TextTone::Dim, "");
                text.figure = Some(span(left, TextTone::Dim));
                text
            }
            BattleEvent::Relieved { unit, ailment, clause, .. } => {
                self.ailment_line(*unit, format!("{} ends", ailment.name()), TextTone::Good, clause)
            }
            BattleEvent::Harmed { unit, before, after, .. } if Some(*unit) != target => {
                let mut text = self.unit_action_text(*unit, "");
                let change = self.gauge_losses(*unit, before, after);
                // The line before describes changes that no gauge shows.
                if before != after && change == NO_HARM {
                    return None;
                }
                let tone = if self.is_relief(*unit, before, after) { TextTone::Good } else { TextTone::Harm };
                text.figure = Some(span(change, tone));
                text
            }
            BattleEvent::WentDown { unit, down, .. } => {
                let machine = self.known_unit(*unit).is_some_and(|unit| unit.is_driven());
                let what = match (down, machine) {
                    (DownState::Unconscious, false) => "falls unconscious",
                    (DownState::Unconscious, true) => "is wrecked",
                    (DownState::Dead, false) => "dies",
                    (DownState::Dead, true) => "is destroyed",
                };
                self.with_clause(self.unit_action_text(*unit, what), TextTone::Harm, "")
            }
            BattleEvent::KarmaSpent { unit, on, left } if *on != KarmaUse::Initiative => {
                let mut text = self.unit_action_text(*unit, format!("spends Karma: {}", on.name()));
                text.figure = Some(span(format!("{left} left"), TextTone::Dim));
                LogText { clause: on.clause(), ..text }
            }
            BattleEvent::ScoreSet { unit, score } => {
                LogText { clause: "SS-FFYL-05", ..self.unit_action_text(*unit, format!("acts at {score}")) }
            }
            BattleEvent::Recovered { unit } => {
                self.with_clause(self.unit_action_text(*unit, "regains consciousness"), TextTone::Good, "")
            }
            BattleEvent::Revealed { units } => {
                let mut spans: Vec<_> = Vec::new();
                for unit in units {
                    if !spans.is_empty() {
                        spans.push(span(", ", TextTone::Plain));
                    }
                    spans.push(self.unit_span(*unit));
                }
                let verb = if units.len() == 1 { " appears" } else { " appear" };
                spans.push(span(verb, TextTone::Caution));
                LogText { spans, figure: None, clause: "SS-SURP-05" }
            }
            BattleEvent::Spotted { side, unit, .. } => text_of_spans(vec![
                self.side_span(*side),
                span(" spots ", TextTone::Caution),
                self.unit_span(*unit),
            ]),
            BattleEvent::LostSight { side, unit, .. } => text_of_spans(vec![
                self.side_span(*side),
                span(" loses sight of ", TextTone::Dim),
                self.unit_span(*unit),
            ]),
            BattleEvent::Escaped { unit } => self.unit_action_text(*unit, "leaves the battlefield"),
            BattleEvent::Stopped { unit, reason, .. } => {
                self.unit_action_text(*unit, format!("stops: {reason}"))
            }
            BattleEvent::CoverLeft { unit } => self.unit_action_text(*unit, "leaves cover"),
            BattleEvent::CoverTaken { unit } if !matches!(order, Order::TakeCover { .. }) => {
                self.unit_action_text(*unit, "takes cover")
            }
            BattleEvent::PhaseLost { unit, why } => {
                let text = self.unit_action_text(*unit, format!("loses the phase: {}", why.text));
                LogText { clause: why.clause, ..text }
            }
            BattleEvent::SpecialActionDone { unit, label, .. }
                if !matches!(order, Order::SpecialAction { .. }) =>
            {
                text_of_spans(vec![self.unit_span(*unit), span(format!(": {label}"), TextTone::Plain)])
            }
            // The detonation has its own line.
            BattleEvent::RuleNote { clause: "SS-TIMED-01", .. } => return None,
            BattleEvent::RuleNote { unit, text, clause } => {
                let spans = vec![self.unit_span(*unit), span(format!(": {text}"), TextTone::Plain)];
                LogText { spans, figure: None, clause }
            }
            BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
                return self.weapon_fault_line(order, &self.weapon_name(*unit, *weapon), *unit, *fault);
            }
            BattleEvent::WeaponDestroyed { unit, what, .. } if what.magazine() > 0 && what.loaded() == 0 => {
                let text = format!("has no {} left", what.name());
                self.with_clause(self.unit_action_text(*unit, text), TextTone::Dim, "")
            }
            BattleEvent::WeaponDestroyed { unit, what, .. } => {
                let text = format!("'s {} is destroyed", what.name());
                text_of_spans(vec![self.unit_span(*unit), span(text, TextTone::Caution)])
            }
            BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
                let text = format!("'s {} has {loaded} rounds left", self.weapon_name(*unit, *weapon));
                text_of_spans(vec![self.unit_span(*unit), span(text, TextTone::Dim)])
            }
            BattleEvent::BoostGiven { giver } => self.with_clause(
                self.unit_action_text(*giver, "gives a boost die to the next check of its side"),
                TextTone::Good,
                "CC-ADV-08",
            ),
            BattleEvent::BoostsClaimed { unit } => self.with_clause(
                self.unit_action_text(*unit, "takes the stored boost dice"),
                TextTone::Good,
                "CC-ADV-08",
            ),
            BattleEvent::ItemLanded { unit, what, .. } => {
                self.unit_action_text(*unit, format!("has one {} fewer; it lies on the ground", what.name()))
            }
            BattleEvent::Dropped { unit, what, .. } if !matches!(order, Order::Drop { .. }) => {
                self.unit_action_text(*unit, format!("drops {}", what.name()))
            }
            BattleEvent::DoorMoved { barrier, open } if !matches!(order, Order::Door { .. }) => {
                let verb = if *open { "opens" } else { "closes" };
                text_of_spans(vec![span(
                    format!("{} {verb}", capitalise(&self.barrier_name(*barrier))),
                    TextTone::Plain,
                )])
            }
            BattleEvent::BarrierDamaged { barrier, damage, .. } => LogText {
                spans: vec![
                    span(capitalise(&self.barrier_name(*barrier)), TextTone::Dim),
                    span(" is damaged", TextTone::Dim),
                ],
                figure: Some(span(format!("-{damage}"), TextTone::Dim)),
                clause: "",
            },
            BattleEvent::BarrierHoled { barrier } => LogText {
                spans: vec![span(
                    format!("{} has a hole", capitalise(&self.barrier_name(*barrier))),
                    TextTone::Caution,
                )],
                figure: None,
                clause: "SS-BARR-34",
            },
            BattleEvent::GroundCovered { cells, what, .. } => {
                let text = format!("{} on {}", capitalise(what.name()), squares_text(cells.len()));
                text_of_spans(vec![span(text, TextTone::Caution)])
            }
            BattleEvent::GroundCleared { cells, what } => {
                let text = format!("No {} left on {}", what.name(), squares_text(cells.len()));
                text_of_spans(vec![span(text, TextTone::Dim)])
            }
            BattleEvent::HoldCounted { rounds, .. } if *rounds > 0 => {
                text_of_spans(vec![span(format!("Zone held for {rounds} rounds"), TextTone::Dim)])
            }
            BattleEvent::HeldPhaseLost { unit, why } => {
                let text = self.unit_action_text(*unit, format!("loses the delayed phase: {}", why.text()));
                LogText { clause: why.clause(), ..text }
            }
            BattleEvent::SteppedIn { unit, .. } => self.with_clause(
                self.unit_action_text(*unit, "takes the delayed phase, with one die less"),
                TextTone::Caution,
                "SS-DELAY-09",
            ),
            BattleEvent::Intercepted { unit, mover, weapon } => {
                let spans = vec![
                    self.unit_span(*unit),
                    span(" intercepts ", TextTone::Caution),
                    self.unit_span(*mover),
                    span(format!(" ({weapon})"), TextTone::Plain),
                ];
                LogText { spans, figure: None, clause: "SS-INTC-06" }
            }
            BattleEvent::LetPass { unit, mover } => {
                let spans = vec![
                    self.unit_span(*unit),
                    span(" lets ", TextTone::Dim),
                    self.unit_span(*mover),
                    span(" pass", TextTone::Dim),
                ];
                LogText { spans, figure: None, clause: "SS-INTC-06" }
            }
            BattleEvent::Evaded { unit, past } => {
                let text = self.unit_action_text(
                    *unit,
                    match past.len() {
                        1 => "evades an enemy".to_owned(),
                        more => format!("evades {more} enemies"),
                    },
                );
                LogText { clause: "SS-INTC-15", ..text }
            }
            BattleEvent::PoolSplit { unit, shares } => {
                let dice: Vec<String> = shares.iter().map(|share| share.dice.to_string()).collect();
                let text = self.unit_action_text(*unit, format!("splits the pool: {}", dice.join(", ")));
                LogText { clause: "SS-MULTI-07", ..text }
            }
            BattleEvent::AttackResolved {
                unit,
                target: Target::Unit(other),
                contact,
                words: text_of_book,
                ..
            } if !matches!(order, Order::Attack { .. } | Order::Decide { .. }) => {
                let result = match contact {
                    HitResult::Miss => "a miss".to_owned(),
                    HitResult::Blocked => "stopped".to_owned(),
                    HitResult::Graze => "a graze".to_owned(),
                    HitResult::Hit if text_of_book.is_empty() => "a hit".to_owned(),
                    HitResult::Hit => text_of_book.clone(),
                };
                let spans =
                    vec![self.unit_span(*unit), span(" attacks ", TextTone::Plain), self.unit_span(*other)];
                LogText { spans, figure: Some(span(result, TextTone::Caution)), clause: "" }
            }
            BattleEvent::Activated { unit, what, cell, .. } => {
                let text = format!("leaves the {} armed at {}, {}", what.name(), cell.x, cell.y);
                self.with_clause(self.unit_action_text(*unit, text), TextTone::Caution, "SS-TIMED-04")
            }
            BattleEvent::FuseTicked { unit, name, cell, rounds, .. } => {
                let text = format!("'s {name} ticks at {}, {}", cell.x, cell.y);
                let left = match rounds {
                    0 => "this round".to_owned(),
                    1 => "next round".to_owned(),
                    more => format!("in {more} rounds"),
                };
                let spans = vec![self.unit_span(*unit), span(text, TextTone::Caution)];
                LogText { spans, figure: Some(span(left, TextTone::Caution)), clause: "SS-TIMED-03" }
            }
            BattleEvent::Detonated { unit, name, cell, .. } => {
                let text = format!("'s {name} detonates at {}, {}", cell.x, cell.y);
                let radio = matches!(order, Order::Detonate { .. });
                let clause = if radio { "SS-TIMED-09" } else { "SS-TIMED-01" };
                LogText {
                    spans: vec![self.unit_span(*unit), span(text, TextTone::Harm)],
                    figure: None,
                    clause,
                }
            }
            BattleEvent::ExtendedActionAdvanced {
                unit,
                work: ExtendedActionKind::Charge { .. },
                progress,
            } => {
                let text = format!("has paid {} of {} AP", progress.paid, progress.needed);
                LogText { clause: "SS-ACT-18", ..self.unit_action_text(*unit, text) }
            }
            BattleEvent::ExtendedActionAdvanced { unit, work, .. } => {
                let text = format!("spends the phase {}", work_text(self.view, work));
                LogText { clause: work.clause(), ..self.unit_action_text(*unit, text) }
            }
            BattleEvent::ExtendedActionCancelled { unit, why } => {
                let text = self.unit_action_text(*unit, format!("stops the extended action: {}", why.text()));
                LogText { clause: why.clause(), ..text }
            }
            BattleEvent::PhaseBegan { unit } => {
                self.with_clause(self.unit_action_text(*unit, "acts"), TextTone::Dim, "")
            }
            BattleEvent::Ended(outcome) => {
                let ended = span(format!(": {}", ending_text(outcome.ending)), TextTone::Plain);
                text_of_spans(match outcome.winner {
                    Some(side) => vec![span("Victory: ", TextTone::Plain), self.side_span(side), ended],
                    None => vec![span("A draw", TextTone::Plain), ended],
                })
            }
            _ => return None,
        })
    }

    fn status_gained_line(&self, order: &Order, unit: UnitId, kind: StatusKind) -> Option<LogText> {
        Some(match kind {
            StatusKind::Prone if matches!(order, Order::DropProne { .. }) => return None,
            StatusKind::Prone => {
                let clause = self.view.rules().ruling("knockdown", "SS-KNOCK-01");
                self.with_clause(self.unit_action_text(unit, "is knocked down"), TextTone::Forced, clause)
            }
            StatusKind::Holding(other) => {
                let spans =
                    vec![self.unit_span(unit), span(" holds ", TextTone::Forced), self.unit_span(other)];
                text_of_spans(spans)
            }
            StatusKind::Concealed => {
                self.with_clause(self.unit_action_text(unit, "is hidden"), TextTone::Good, "")
            }
            StatusKind::Drives(other) => text_of_spans(vec![
                self.unit_span(unit),
                span(" takes the wheel of ", TextTone::Plain),
                self.unit_span(other),
            ]),
            // Stated by the headline.
            StatusKind::RidesIn(_) if is_boarding(order) => return None,
            StatusKind::RidesIn(other) => text_of_spans(vec![
                self.unit_span(unit),
                span(" gets into ", TextTone::Plain),
                self.unit_span(other),
            ]),
            StatusKind::SurprisedBy(other) => {
                let spans = vec![
                    self.unit_span(unit),
                    span(" is surprised by ", TextTone::Caution),
                    self.unit_span(other),
                ];
                LogText { spans, figure: None, clause: "SS-SURP-15" }
            }
            StatusKind::LostPhase => LogText {
                clause: "SS-SURP-20",
                ..self.unit_action_text(unit, "is startled and loses the next phase")
            },
            StatusKind::ScoreLost(points) => LogText {
                clause: "SS-SURP-13",
                ..self.unit_action_text(unit, format!("loses {points} initiative"))
            },
            StatusKind::PhaseOwed(score) => LogText {
                clause: "SS-FFYL-07",
                ..self.unit_action_text(unit, format!("acts in the next pass at {score}"))
            },
            _ => return None,
        })
    }

    fn status_ended_line(&self, order: &Order, unit: UnitId, kind: StatusKind) -> Option<LogText> {
        Some(match kind {
            StatusKind::Prone if !matches!(order, Order::StandUp { .. }) => {
                self.unit_action_text(unit, "gets up")
            }
            StatusKind::Holding(other) => text_of_spans(vec![
                self.unit_span(unit),
                span(" lets go of ", TextTone::Plain),
                self.unit_span(other),
            ]),
            StatusKind::Concealed => {
                self.with_clause(self.unit_action_text(unit, "is spotted"), TextTone::Caution, "")
            }
            StatusKind::FullDefense => self.with_clause(
                self.unit_action_text(unit, "is no longer in Full Defence"),
                TextTone::Dim,
                "SS-DEF-05",
            ),
            _ => return None,
        })
    }

    fn weapon_fault_line(
        &self,
        order: &Order,
        weapon: &str,
        unit: UnitId,
        fault: WeaponMalfunction,
    ) -> Option<LogText> {
        let (what, tone, clause) = match fault {
            // Stated by the headline.
            WeaponMalfunction::None if matches!(order, Order::Reload { .. }) => return None,
            WeaponMalfunction::None => ("is ready again", TextTone::Good, ""),
            WeaponMalfunction::Jammed => ("jams", TextTone::Caution, "CS-JAM-01"),
            WeaponMalfunction::Cleared => ("is cleared", TextTone::Good, "CS-JAM-13"),
            WeaponMalfunction::Empty => ("is out of ammunition", TextTone::Caution, "CC-THT-10"),
            WeaponMalfunction::Disabled => ("is unusable for now", TextTone::Caution, "CC-ADV-21"),
            WeaponMalfunction::Broken => ("is unusable", TextTone::Harm, "CC-THT-12"),
            // Stated by the book's own text.
            WeaponMalfunction::Worn { .. } => return None,
        };
        let spans = vec![self.unit_span(unit), span(format!("'s {weapon} {what}"), tone)];
        Some(LogText { spans, figure: None, clause })
    }
}

/// Remaining duration to show when it changes; `None` if it did not, or has no count.
fn remaining_text(until: StatusEnd) -> Option<String> {
    match until {
        StatusEnd::Turns { left: 1, begun: false } => Some("1 more phase".to_owned()),
        StatusEnd::Turns { left, begun: false } => Some(format!("{left} more phases")),
        StatusEnd::EndOfRound(round) => Some(format!("until the end of round {round}")),
        StatusEnd::Turns { .. } | StatusEnd::EndOfPass(_) | StatusEnd::Removed => None,
    }
}

/// Whether the order is to board a vehicle.
fn is_boarding(order: &Order) -> bool {
    matches!(order, Order::SpecialAction { deed, .. } if deed == vehicles::BOARD)
}

/// Formats a number of squares: "1 square", "4 squares".
fn squares_text(number: usize) -> String {
    if number == 1 { "1 square".to_owned() } else { format!("{number} squares") }
}

/// Whether a chapter's name is plural: "rounds and passes", "barriers", but not "awareness".
fn is_plural(chapter: &str) -> bool {
    chapter.contains(" and ") || (chapter.ends_with('s') && !chapter.ends_with("ss"))
}

/// Units that an event concerns, besides the unit that was ordered.
pub(crate) fn event_subjects(event: &BattleEvent) -> Vec<UnitId> {
    match event {
        BattleEvent::Harmed { unit, by, .. } | BattleEvent::WentDown { unit, by, .. } => {
            [Some(*unit), *by].into_iter().flatten().collect()
        }
        BattleEvent::Stepped { unit, .. }
        | BattleEvent::PhaseLost { unit, .. }
        | BattleEvent::Escaped { unit }
        | BattleEvent::RuleNote { unit, .. }
        | BattleEvent::WeaponFaultChanged { unit, .. }
        | BattleEvent::WeaponDestroyed { unit, .. }
        | BattleEvent::BoostsClaimed { unit }
        | BattleEvent::HeldPhaseLost { unit, .. }
        | BattleEvent::SteppedIn { unit, .. }
        | BattleEvent::FuseTicked { unit, .. }
        | BattleEvent::Detonated { unit, .. }
        | BattleEvent::Afflicted { unit, .. }
        | BattleEvent::AilmentCounted { unit, .. }
        | BattleEvent::Relieved { unit, .. }
        | BattleEvent::KarmaSpent { unit, .. } => vec![*unit],
        BattleEvent::Intercepted { unit, mover, .. } | BattleEvent::LetPass { unit, mover } => {
            vec![*unit, *mover]
        }
        BattleEvent::BoostGiven { giver } => vec![*giver],
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
