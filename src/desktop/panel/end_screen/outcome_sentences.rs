//! The end of a battle in sentences: who has won, by what and in which round, and what the others still had to do.

use crate::ai_players::SidePlayer;
use crate::objective_text::{reached_words, short_objective_words, with_progress};
use crate::panel::widgets::PanelContext;
use battle::{BattleEvent, BattleOutcome, EndReason, UnitDataItem, objective_progress};
use battle_log::log_text::{capitalise, ending_text, surrendered_side};
use content::{Objective, Skirmish, TimeUp, side_sentence};
use model::{Side, UnitId};
use rules::DownState;

#[cfg(test)]
pub(super) use self::tests::end_for_tests;

/// What has become of the units of a side by the end of the battle. Vehicles do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideFate {
    /// Units that can still act on the map.
    pub active: u32,
    /// Units in reserve.
    pub awaited: u32,
    /// Units out of action.
    pub out: u32,
    /// Units that have left the map or have fled.
    pub left: u32,
}

impl SideFate {
    /// Units that keep the side in the battle.
    pub fn standing(self) -> u32 {
        self.active + self.awaited
    }

    /// Whether at least two thirds of the units are not out of action.
    pub fn has_kept_most(self) -> bool {
        let kept = self.standing() + self.left;
        kept > 0 && 3 * kept >= 2 * (kept + self.out)
    }

    /// Counts a unit; `was_out` if it was out of action at the end of the battle and is not any more.
    fn count_unit(&mut self, unit: &UnitDataItem, was_out: bool) {
        let state = &unit.out_of_action;
        let count = match state.down() {
            Some(DownState::Fled) => &mut self.left,
            Some(_) => &mut self.out,
            None if was_out => &mut self.out,
            None if state.escaped() => &mut self.left,
            None if state.arrival().is_some() => &mut self.awaited,
            None => &mut self.active,
        };
        *count += 1;
    }
}

/// What the sentences about the end of a battle depend on.
#[derive(Clone, Debug)]
pub(super) struct BattleEnd<'a> {
    /// The skirmish.
    pub skirmish: &'a Skirmish,
    /// Who has won, and how.
    pub outcome: BattleOutcome,
    /// The last round.
    pub round: u32,
    /// Who played each side; empty in a replay.
    pub players: Vec<SidePlayer>,
    /// The side that surrendered last.
    pub surrendered: Option<Side>,
    /// What has become of each side.
    pub fates: Vec<SideFate>,
    /// Progress and goal of each objective that is counted.
    pub progress: Vec<Option<(u32, u32)>>,
    /// Whether the unit that each objective names is out of action.
    pub is_target_down: Vec<bool>,
}

impl<'a> BattleEnd<'a> {
    /// Reads the end of the battle on the screen.
    pub fn read(context: &'a PanelContext, outcome: BattleOutcome) -> Self {
        let view = context.view;
        let skirmish = &view.setup().bundle().skirmish;
        let recovered = recovered_after_end(context);
        let mut fates = vec![SideFate::default(); skirmish.sides.len()];
        // Nothing is hidden by fog of war any more.
        let units = || {
            let ids = (1..).map(UnitId).take(skirmish.units.len());
            ids.filter_map(move |id| view.unit_ignoring_fog(id))
        };
        for unit in units().filter(|unit| !unit.is_driven()) {
            if let Some(fate) = fates.get_mut(usize::from(unit.side.0)) {
                fate.count_unit(&unit, recovered.contains(unit.id));
            }
        }
        let players =
            if context.watching { Vec::new() } else { context.opponents.players(skirmish.sides.len()) };
        let is_down = |name: &str| {
            units().any(|unit| unit.identity.name() == name && unit.out_of_action.down().is_some())
        };
        let objectives = &skirmish.objectives;
        Self {
            skirmish,
            outcome,
            round: view.round().number(),
            players,
            surrendered: surrendered_side(context.history.records().iter().map(|record| &record.order)),
            fates,
            progress: (0..objectives.len()).map(|number| objective_progress(view, number)).collect(),
            is_target_down: objectives.iter().map(|one| one.unit().is_some_and(is_down)).collect(),
        }
    }

    /// The side of the only person.
    pub fn your_side(&self) -> Option<Side> {
        let mut people = self.people();
        people.next().filter(|_| people.next().is_none())
    }

    fn people(&self) -> impl Iterator<Item = Side> {
        let sides = (0..).zip(&self.players);
        sides.filter(|(_, player)| !player.is_ai()).map(|(side, _)| Side(side))
    }

    fn name(&self, side: Side) -> &'a str {
        self.skirmish.sides.get(usize::from(side.0)).map_or("No side", |side| side.name.as_str())
    }

    fn is_you(&self, side: Side) -> bool {
        self.your_side() == Some(side)
    }

    /// Begins a sentence about a side with a word that has one form, such as a verb of the past: "You", "Blue".
    fn subject(&self, side: Side) -> &'a str {
        if self.is_you(side) { "You" } else { self.name(side) }
    }

    fn fate(&self, side: Side) -> SideFate {
        self.fates.get(usize::from(side.0)).copied().unwrap_or_default()
    }

    fn sides(&self) -> impl Iterator<Item = Side> {
        (0..).map(Side).take(self.skirmish.sides.len())
    }

    /// The other sides together.
    fn others(&self, side: Side) -> SideFate {
        let others = self.sides().filter(|other| *other != side).map(|other| self.fate(other));
        others.fold(SideFate::default(), |sum, one| SideFate {
            active: sum.active + one.active,
            awaited: sum.awaited + one.awaited,
            out: sum.out + one.out,
            left: sum.left + one.left,
        })
    }

    /// Names who played a side: "AI (Hard)", "player 2"; `None` for the only person, in a replay and in a lesson.
    fn player_words(&self, side: Side) -> Option<String> {
        match self.players.get(usize::from(side.0))? {
            SidePlayer::Ai { difficulty, .. } => {
                Some(format!("AI ({})", capitalise(&difficulty.to_string())))
            }
            SidePlayer::Training(_) => None,
            SidePlayer::Person if self.is_you(side) => None,
            SidePlayer::Person => {
                let number = self.people().position(|person| person == side)? + 1;
                Some(format!("player {number}"))
            }
        }
    }

    /// Says who has won, and who played that side: "Victory: Blue, played by player 2".
    pub fn title(&self) -> String {
        let Some(winner) = self.outcome.winner else { return "A draw".to_owned() };
        let player = self.player_words(winner).map(|player| format!(", played by {player}"));
        let player = player.unwrap_or_default();
        let has_people = self.people().next().is_some();
        let name = self.name(winner);
        match has_people && !self.people().any(|person| person == winner) {
            true => format!("Defeat: {}{player}", side_sentence(name, ("has", "have"), " won")),
            false => format!("Victory: {name}{player}"),
        }
    }

    /// Says why the battle is over, and then what each side that has not won still had to do, a sentence each. The only person, who
    /// has won, need not know what the defeated had to do.
    pub fn sentences(&self) -> Vec<String> {
        let has_won = self.outcome.winner.is_some_and(|winner| self.is_you(winner));
        let waiting = self.sides().filter(|side| !has_won && self.outcome.winner != Some(*side));
        let unmet = waiting.filter_map(|side| self.unmet_sentence(side));
        [self.reason()].into_iter().chain(unmet).collect()
    }

    /// Says why the battle is over: "Blue held the vault for 3 rounds in a row, until round 6."
    fn reason(&self) -> String {
        match (self.outcome.ending, self.outcome.winner) {
            (EndReason::Surrender, winner) => self.surrender_sentence(winner),
            (EndReason::TimeUp, winner) => self.time_sentence(winner),
            (EndReason::Eliminated, Some(winner)) => self.elimination_sentence(winner),
            (EndReason::Eliminated, None) => self.nobody_left_sentence(),
            (_, winner) => self.objective_sentence(winner),
        }
    }

    fn surrender_sentence(&self, winner: Option<Side>) -> String {
        let who = self.surrendered.map_or("One side", |side| self.subject(side));
        let surrender = format!("{who} surrendered in round {}", self.round);
        if winner.is_some() {
            return format!("{surrender}.");
        }
        let others = self.sides().filter(|side| self.surrendered != Some(*side));
        match others.filter(|side| self.fate(*side).standing() > 0).count() {
            0 => format!("{surrender}, and no other side had a unit left: the battle is a draw."),
            _ => {
                format!("{surrender}, and several other sides were still in the fight: the battle is a draw.")
            }
        }
    }

    fn time_sentence(&self, winner: Option<Side>) -> String {
        let over =
            format!("Round {}, the last one, is over, and no side has reached its objective", self.round);
        let wins = |side| match self.is_you(side) {
            true => "you win".to_owned(),
            false => side_sentence(self.name(side), ("wins", "win"), ""),
        };
        match (self.skirmish.then, winner) {
            (TimeUp::MostStanding, Some(winner)) => {
                let counts = self.active_counts(winner).join(" to ");
                format!("{over}: {} with the most units in the fight, {counts}.", wins(winner))
            }
            (TimeUp::MostStanding, None) => {
                let most = self.fates.iter().map(|fate| fate.active).max().unwrap_or_default();
                format!(
                    "{over}: the strongest sides have the same number of units in the fight, {most} each."
                )
            }
            (_, Some(winner)) => format!("{over}: so {}.", wins(winner)),
            (_, None) => format!("{over}: the battle is a draw."),
        }
    }

    /// Numbers of the units that can act, those of the winner first.
    fn active_counts(&self, winner: Side) -> Vec<String> {
        let others = self.sides().filter(|side| *side != winner);
        [winner].into_iter().chain(others).map(|side| self.fate(side).active.to_string()).collect()
    }

    fn elimination_sentence(&self, winner: Side) -> String {
        if let Some(you) = self.your_side().filter(|you| *you != winner) {
            let fate = gone_words(self.fate(you), "were", "had");
            return format!("By round {} all your units {fate}.", self.round);
        }
        let others = self.others(winner);
        if others.left == 0 {
            return format!("{} defeated all enemies in round {}.", self.subject(winner), self.round);
        }
        let is = match self.is_you(winner) {
            true => "You are".to_owned(),
            false => side_sentence(self.name(winner), ("is", "are"), ""),
        };
        let fate = gone_words(others, "are", "have");
        format!("{is} the only side left in round {}: all enemies {fate}.", self.round)
    }

    fn nobody_left_sentence(&self) -> String {
        let all = self.sides().map(|side| self.fate(side)).fold(SideFate::default(), |sum, one| SideFate {
            out: sum.out + one.out,
            left: sum.left + one.left,
            ..sum
        });
        let fate = gone_words(all, "are", "have");
        format!(
            "No side has a unit left in round {}: all units {fate}, and no side has reached its objective.",
            self.round
        )
    }

    fn objective_sentence(&self, winner: Option<Side>) -> String {
        let met = winner.and_then(|winner| Some((winner, self.met_objective(winner)?)));
        match met {
            Some((winner, objective)) => {
                format!("{} {}.", self.subject(winner), reached_words(objective, self.round))
            }
            // The file of the battle does not name what was reached.
            None => {
                let ending = ending_text(self.outcome, &self.skirmish.sides);
                format!("{} in round {}.", capitalise(&ending), self.round)
            }
        }
    }

    /// The objective by which a side has won: of several of one kind the first one that is complete.
    fn met_objective(&self, winner: Side) -> Option<&'a Objective> {
        let all = self.skirmish.objectives.iter().enumerate();
        let fitting = all.filter(|(_, objective)| {
            objective.side() == winner.0 && ending_of(objective) == self.outcome.ending
        });
        let fitting: Vec<(usize, &Objective)> = fitting.collect();
        let is_complete = |number: usize| {
            let counted = self.progress.get(number).copied().flatten();
            counted.map_or(self.is_target_down.get(number) == Some(&true), |(done, wanted)| done >= wanted)
        };
        let complete = fitting.iter().find(|(number, _)| is_complete(*number));
        complete.or(fitting.first()).map(|(_, objective)| *objective)
    }

    /// Says what a side still had to do: "Orange still had to defeat all enemies (2 still in the fight)."; `None` for a side
    /// without objectives.
    fn unmet_sentence(&self, side: Side) -> Option<String> {
        let all = self.skirmish.objectives.iter().enumerate();
        let own = all.filter(|(_, objective)| objective.side() == side.0);
        let words: Vec<String> = own.map(|(number, objective)| self.unmet_words(number, objective)).collect();
        let words = (!words.is_empty()).then(|| words.join(", or "))?;
        Some(format!("{} still had to {words}.", self.subject(side)))
    }

    fn unmet_words(&self, number: usize, objective: &Objective) -> String {
        let words = short_objective_words(objective);
        match objective {
            Objective::Eliminate { side } => {
                let standing = self.others(Side(*side)).standing();
                format!("{words} ({standing} still in the fight)")
            }
            _ => with_progress(objective, words, self.progress.get(number).copied().flatten()),
        }
    }
}

/// Says what has become of units that are all gone: "are out of action or have left the battlefield".
fn gone_words(fate: SideFate, are: &str, have: &str) -> String {
    match (fate.out, fate.left) {
        (_, 0) => format!("{are} out of action"),
        (0, _) => format!("{have} left the battlefield"),
        _ => format!("{are} out of action or {have} left the battlefield"),
    }
}

/// How a battle ends by an objective.
fn ending_of(objective: &Objective) -> EndReason {
    match objective {
        Objective::Eliminate { .. } => EndReason::Eliminated,
        Objective::Hold { .. } => EndReason::Held,
        Objective::Escape { .. } => EndReason::Escaped,
        Objective::Reach { .. } => EndReason::Reached,
        Objective::Clear { .. } => EndReason::Taken,
        Objective::Stop { .. } => EndReason::Stopped,
        Objective::Rescue { .. } => EndReason::Rescued,
        Objective::Slay { .. } => EndReason::Slain,
    }
}

/// Lists the units that have come to after the end of the battle: they were out of action at its end.
fn recovered_after_end(context: &PanelContext) -> Vec<UnitId> {
    let events = context.history.records().iter().flat_map(|record| &record.events);
    let after = events.skip_while(|event| !matches!(event.event, BattleEvent::Ended(_)));
    let recovered = |event: &BattleEvent| match event {
        BattleEvent::Recovered { unit } => Some(*unit),
        _ => None,
    };
    after.filter_map(|event| recovered(&event.event)).collect()
}

#[cfg(test)]
mod tests;
