//! Where a unit is in the present pass: its turn is over, running, put off or still to come.

use bevy_egui::egui::{Color32, Painter, Pos2, Stroke, Vec2, vec2};

use crate::board::brush::SHADE;
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem};
use rules::turn_engine::PhaseTiming;

/// Place of a unit's turn in the present pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnStatus {
    /// Its turn is over, or was lost.
    Acted,
    /// It has no turn in this pass, nor later in the round.
    Finished,
    /// It acts now.
    Acting,
    /// It has put its turn off, and may still act.
    Delayed,
    /// Its turn is to come.
    Waiting,
    /// The battle ended before its turn.
    Unused,
}

impl TurnStatus {
    /// Returns the status of a unit; `None` if it takes no turns now: while sides deploy, after the battle, out of action,
    /// or as a vehicle with a driver.
    pub fn of_unit(view: &BattleView, unit: &UnitDataItem) -> Option<Self> {
        let round = view.round();
        let takes_turns = unit.is_fighting() && !unit.is_driven();
        if round.is_deploying() || round.outcome().is_some() || !takes_turns {
            return None;
        }
        Some(match () {
            () if round.acting() == Some(*unit.id) => Self::Acting,
            () if unit.held_phase.is_held() => Self::Delayed,
            () if view.awaits_phase(unit) => Self::Waiting,
            () if unit.points.acted() => Self::Acted,
            () => Self::Finished,
        })
    }

    /// Returns the status of a unit in the turn order, which is shown after the battle as well: a unit whose turn was still to
    /// come then has had none.
    pub fn in_turn_order(view: &BattleView, unit: &UnitDataItem) -> Self {
        Self::of_unit(view, unit).unwrap_or(match () {
            () if unit.held_phase.is_held() || view.awaits_phase(unit) => Self::Unused,
            () if unit.points.turn() != PhaseTiming::Before => Self::Acted,
            () => Self::Finished,
        })
    }

    /// Whether no turn of this pass is left to the unit: the mark of a finished turn is shown.
    pub fn is_done(self) -> bool {
        matches!(self, Self::Acted | Self::Finished)
    }

    /// Describes the status within a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Acted => "has acted in this pass",
            Self::Finished => "has no more turns this round",
            Self::Acting => "acts now",
            Self::Delayed => "waits, and may still act in this pass",
            Self::Waiting => "acts later in this pass",
            Self::Unused => "had no turn before the battle ended",
        }
    }
}

/// Corners of the tick that marks a finished turn, in radii from its centre.
pub(crate) const TICK: [Vec2; 3] = [vec2(-0.52, 0.02), vec2(-0.12, 0.42), vec2(0.52, -0.4)];

/// Lines of the marks of units without a further turn, in radii from their centre.
const TICK_LINES: [[Vec2; 2]; 2] = [[TICK[0], TICK[1]], [TICK[1], TICK[2]]];
const CROSS_LINES: [[Vec2; 2]; 2] = [[vec2(-0.4, -0.4), vec2(0.4, 0.4)], [vec2(-0.4, 0.4), vec2(0.4, -0.4)]];
const ARROW_LINES: [[Vec2; 2]; 3] = [
    [vec2(-0.55, 0.0), vec2(0.55, 0.0)],
    [vec2(0.12, -0.4), vec2(0.55, 0.0)],
    [vec2(0.12, 0.4), vec2(0.55, 0.0)],
];

/// The mark of a unit that has no turn left in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnEndMark {
    /// A tick: its turn is over.
    Done,
    /// A cross: its turn was lost, or it is out of action.
    Lost,
    /// An arrow: it has left by an exit.
    Escaped,
}

impl TurnEndMark {
    /// All marks, the most frequent first.
    pub const ALL: [Self; 3] = [Self::Done, Self::Lost, Self::Escaped];

    /// What the mark looks like and says, for the help.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "tick: this unit has no turn left in this pass",
            Self::Lost => "cross: turn lost, or out of action",
            Self::Escaped => "arrow: has left by an exit",
        }
    }

    /// The lines of the mark, in radii from its centre.
    const fn lines(self) -> &'static [[Vec2; 2]] {
        match self {
            Self::Done => &TICK_LINES,
            Self::Lost => &CROSS_LINES,
            Self::Escaped => &ARROW_LINES,
        }
    }

    /// Draws the mark on a dark disc.
    pub fn draw(self, painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
        let stroke = draw_mark_disc(painter, centre, radius, colour);
        for line in self.lines() {
            painter.line_segment(line.map(|end| centre + end * radius), stroke);
        }
    }
}

/// Draws the disc behind a mark. Returns the stroke of the mark.
fn draw_mark_disc(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) -> Stroke {
    painter.circle(centre, radius, with_alpha(SHADE, 220), Stroke::new(1.0, colour));
    Stroke::new((radius * 0.3).max(1.2), colour)
}
