//! The fuse of an item that is about to be armed: when it is to go off. `SS-TIMED-03` to `SS-TIMED-09`.

use bevy_egui::egui::{self, Align2, Area, Button, Id, Rect, Ui, vec2};

use super::effects;
use super::kit::{See, card_frame};
use crate::session::{Intent, Session};
use rules::engine::timed::{self, LONGEST, Timer, Trigger};
use rules::play;

/// Passes that a fuse can be set to: nobody's score reaches further.
const PASSES: u8 = 5;

/// The moments of a round, in the order of the buttons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Score,
    Pass,
    Start,
    End,
    Signal,
}

impl Moment {
    const ALL: [Self; 5] = [Self::Start, Self::Score, Self::Pass, Self::End, Self::Signal];

    const fn of(timer: Timer) -> Self {
        match timer {
            Timer::Rounds(_) => Self::Score,
            Timer::Pass { .. } => Self::Pass,
            Timer::RoundStart(_) => Self::Start,
            Timer::RoundEnd(_) => Self::End,
            Timer::Signal => Self::Signal,
        }
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Score => {
                ("At its setter's score", "In that round's first pass, at its setter's score. SS-TIMED-03")
            }
            Self::Pass => {
                ("In a pass", "In its setter's own phase of a pass, or at the end of that pass. SS-TIMED-05")
            }
            Self::Start => ("Start of round", "Before the first phase of that round. SS-TIMED-06"),
            Self::End => ("End of round", "After the last phase of that round. SS-TIMED-07"),
            Self::Signal => ("By radio", "On its setter's signal, which takes a whole phase. SS-TIMED-09"),
        }
    }

    /// The least rounds from now.
    const fn least(self) -> u8 {
        match self {
            Self::Score | Self::Start => 1,
            Self::Pass | Self::End | Self::Signal => 0,
        }
    }

    /// A timer of this moment.
    fn timer(self, rounds: u8, pass: u8) -> Timer {
        let rounds = rounds.clamp(self.least(), LONGEST);
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
const fn parts(timer: Timer) -> (u8, u8) {
    match timer {
        Timer::Rounds(rounds) | Timer::RoundStart(rounds) | Timer::RoundEnd(rounds) => (rounds, 1),
        Timer::Pass { rounds, pass } => (rounds, pass),
        Timer::Signal => (0, 1),
    }
}

/// Draws it over the board while such an item is chosen.
pub(super) fn show(ctx: &egui::Context, see: &See, session: &mut Session, board: Rect) {
    let Intent::Put { weapon, timer: Some(timer) } = session.intent else { return };
    let unit = super::choices::ordered(see.view, session).and_then(|id| see.view.unit(id));
    let Some(unit) = unit else { return };
    let Some(carried) = unit.arsenal.carried().get(weapon) else { return };
    let Some(trigger) = play::trigger(carried.weapon()) else { return };
    let area = Area::new(Id::new("fuse"))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .constrain_to(board)
        .fixed_pos(board.center_bottom() + vec2(0.0, -12.0));
    let round = see.view.round();
    let mut turned = timer;
    area.show(ctx, |ui| {
        card_frame(see.look, see.look.caution).show(ui, |ui| {
            ui.set_max_width((board.width() - 60.0).clamp(260.0, 640.0));
            ui.strong(format!("Fuse of the {}", carried.name()));
            moments(ui, trigger, &mut turned);
            amounts(ui, &mut turned);
            let owner = (unit.id.0, unit.initiative.score());
            match timed::set(trigger, Some(turned), (round.number(), round.pass()), owner) {
                Ok(fuse) => ui.label(format!("Goes off {}.", effects::goes_off(see, &fuse))),
                Err(why) => ui.colored_label(see.look.harm, format!("Not possible: {why}. {}", why.clause())),
            };
        });
    });
    if turned != timer {
        session.intent = Intent::Put { weapon, timer: Some(turned) };
    }
}

/// One button for each moment of a round.
fn moments(ui: &mut Ui, trigger: Trigger, timer: &mut Timer) {
    let (rounds, pass) = parts(*timer);
    ui.horizontal_wrapped(|ui| {
        for moment in Moment::ALL {
            if moment == Moment::Signal && trigger != Trigger::Charge {
                continue;
            }
            let (label, about) = moment.words();
            let button = Button::selectable(Moment::of(*timer) == moment, label);
            if ui.add(button).on_hover_text(about).clicked() {
                *timer = moment.timer(rounds, pass);
            }
        }
    });
}

/// In how many rounds, and in which pass.
fn amounts(ui: &mut Ui, timer: &mut Timer) {
    let moment = Moment::of(*timer);
    if moment == Moment::Signal {
        return;
    }
    let (mut rounds, mut pass) = parts(*timer);
    ui.horizontal(|ui| {
        step(ui, &mut rounds, (moment.least(), LONGEST), |rounds| match rounds {
            0 => "this round".to_owned(),
            1 => "next round".to_owned(),
            _ => format!("in {rounds} rounds"),
        });
        if moment == Moment::Pass {
            step(ui, &mut pass, (1, PASSES), |pass| format!("pass {pass}"));
        }
    });
    *timer = moment.timer(rounds, pass);
}

/// A number between two buttons.
fn step(ui: &mut Ui, number: &mut u8, (least, most): (u8, u8), words: impl Fn(u8) -> String) {
    if ui.add_enabled(*number > least, Button::new("-").min_size(vec2(26.0, 0.0))).clicked() {
        *number -= 1;
    }
    ui.add_sized(vec2(92.0, ui.spacing().interact_size.y), egui::Label::new(words(*number)));
    if ui.add_enabled(*number < most, Button::new("+").min_size(vec2(26.0, 0.0))).clicked() {
        *number += 1;
    }
}
