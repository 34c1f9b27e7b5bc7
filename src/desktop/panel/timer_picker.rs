//! Timer picker: sets when an item to be armed detonates. `SS-TIMED-03` to `SS-TIMED-09`.

use bevy_egui::egui::{self, Align2, Area, Button, Id, Rect, Ui, vec2};

use super::widgets::{PanelContext, card_frame, with_cited_clauses};
use crate::accessibility::Accessible;
use crate::panel::unit_inspector::status_effects;
use crate::session::{Intent, Session};
use rules::play;
use rules::turn_engine::timed_items;
use rules::turn_engine::timed_items::{DetonationTrigger, MAX_TIMER_ROUNDS, Timer};

/// Highest pass that a fuse can be set to; no score reaches further.
const MAX_PASSES: u8 = 5;

/// Moments of a round at which a fuse can end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TimerMoment {
    Score,
    Pass,
    Start,
    End,
    Signal,
}

impl TimerMoment {
    const ALL: [Self; 5] = [Self::Start, Self::Score, Self::Pass, Self::End, Self::Signal];

    const fn from_timer(timer: Timer) -> Self {
        match timer {
            Timer::Rounds(_) => Self::Score,
            Timer::Pass { .. } => Self::Pass,
            Timer::RoundStart(_) => Self::Start,
            Timer::RoundEnd(_) => Self::End,
            Timer::Signal => Self::Signal,
        }
    }

    const fn label_and_help(self) -> (&'static str, &'static str) {
        match self {
            Self::Score => {
                ("Setter's score", "At the setter's score in the first pass of that round. SS-TIMED-03")
            }
            Self::Pass => {
                ("In a pass", "In the setter's turn of a pass, or at the end of that pass. SS-TIMED-05")
            }
            Self::Start => ("Start of round", "Before the first turn of that round. SS-TIMED-06"),
            Self::End => ("End of round", "After the last turn of that round. SS-TIMED-07"),
            Self::Signal => ("By radio", "On the setter's signal, which takes a whole turn. SS-TIMED-09"),
        }
    }

    /// Least number of rounds from now.
    const fn min_rounds(self) -> u8 {
        match self {
            Self::Score | Self::Start => 1,
            Self::Pass | Self::End | Self::Signal => 0,
        }
    }

    /// Builds a timer for this moment; `rounds` is clamped to the allowed range.
    fn to_timer(self, rounds: u8, pass: u8) -> Timer {
        let rounds = rounds.clamp(self.min_rounds(), MAX_TIMER_ROUNDS);
        match self {
            Self::Score => Timer::Rounds(rounds),
            Self::Pass => Timer::Pass { rounds, pass },
            Self::Start => Timer::RoundStart(rounds),
            Self::End => Timer::RoundEnd(rounds),
            Self::Signal => Timer::Signal,
        }
    }
}

/// Rounds and pass of a timer.
const fn timer_parts(timer: Timer) -> (u8, u8) {
    match timer {
        Timer::Rounds(rounds) | Timer::RoundStart(rounds) | Timer::RoundEnd(rounds) => (rounds, 1),
        Timer::Pass { rounds, pass } => (rounds, pass),
        Timer::Signal => (0, 1),
    }
}

/// Draws the picker over the board while an item with a timer is chosen.
pub(super) fn show(ctx: &egui::Context, context: &PanelContext, session: &mut Session, board: Rect) {
    let Intent::PlaceItem { weapon, timer: Some(timer) } = session.intent else { return };
    let unit = crate::panel::action_bar::choices::unit_to_order(context.view, session)
        .and_then(|id| context.view.unit(id));
    let Some(unit) = unit else { return };
    let Some(carried) = unit.inventory.get(weapon) else { return };
    let Some(trigger) = play::detonation_trigger(carried.weapon()) else { return };
    let area = Area::new(Id::new("fuse"))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .constrain_to(board)
        .fixed_pos(board.center_bottom() + vec2(0.0, -12.0));
    let round = context.view.round();
    let mut edited = timer;
    area.show(ctx, |ui| {
        card_frame(context.palette, context.palette.caution).show(ui, |ui| {
            ui.set_max_width((board.width() - 60.0).clamp(260.0, 640.0));
            ui.strong(format!("Timer: {}", carried.name()));
            show_moment_buttons(ui, context, trigger, &mut edited);
            show_amounts(ui, &mut edited);
            let owner = (*unit.id, unit.initiative.score());
            match timed_items::set_fuse(trigger, Some(edited), (round.number(), round.pass()), owner) {
                Ok(fuse) => ui.label(format!("Detonates {}.", status_effects::fuse_text(context, &fuse))),
                Err(why) => {
                    let text = format!("Not possible: {why}. {}", why.clause());
                    let text = with_cited_clauses(ui, context, &text);
                    ui.colored_label(context.palette.harm, text)
                }
            };
        });
    });
    if edited != timer {
        session.intent = Intent::PlaceItem { weapon, timer: Some(edited) };
    }
}

/// Draws a button for each moment of a round.
fn show_moment_buttons(ui: &mut Ui, context: &PanelContext, trigger: DetonationTrigger, timer: &mut Timer) {
    let (rounds, pass) = timer_parts(*timer);
    ui.horizontal_wrapped(|ui| {
        for moment in TimerMoment::ALL {
            if moment == TimerMoment::Signal && trigger != DetonationTrigger::Charge {
                continue;
            }
            let (label, about) = moment.label_and_help();
            let button = Button::selectable(TimerMoment::from_timer(*timer) == moment, label);
            let about = with_cited_clauses(ui, context, about);
            if ui.add(button).on_hover_text(about).clicked() {
                *timer = moment.to_timer(rounds, pass);
            }
        }
    });
}

/// Draws the steppers for rounds and pass.
fn show_amounts(ui: &mut Ui, timer: &mut Timer) {
    let moment = TimerMoment::from_timer(*timer);
    if moment == TimerMoment::Signal {
        return;
    }
    let (mut rounds, mut pass) = timer_parts(*timer);
    ui.horizontal(|ui| {
        show_stepper(ui, ("round", &mut rounds), (moment.min_rounds(), MAX_TIMER_ROUNDS), |rounds| {
            match rounds {
                0 => "this round".to_owned(),
                1 => "next round".to_owned(),
                _ => format!("in {rounds} rounds"),
            }
        });
        if moment == TimerMoment::Pass {
            show_stepper(ui, ("pass", &mut pass), (1, MAX_PASSES), |pass| format!("pass {pass}"));
        }
    });
    *timer = moment.to_timer(rounds, pass);
}

/// Draws the number of a unit of time between a minus and a plus button.
fn show_stepper(
    ui: &mut Ui,
    (unit, number): (&str, &mut u8),
    (least, most): (u8, u8),
    words: impl Fn(u8) -> String,
) {
    let step = |ui: &mut Ui, sign: &str, enabled: bool, what: &str| {
        let button = Button::new(sign).min_size(vec2(26.0, 0.0));
        ui.add_enabled(enabled, button).named(what).on_hover_text(what).clicked()
    };
    if step(ui, "-", *number > least, &format!("One {unit} earlier")) {
        *number -= 1;
    }
    ui.add_sized(vec2(92.0, ui.spacing().interact_size.y), egui::Label::new(words(*number)));
    if step(ui, "+", *number < most, &format!("One {unit} later")) {
        *number += 1;
    }
}
