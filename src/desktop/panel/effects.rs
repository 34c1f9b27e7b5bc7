//! What sticks to a unit for a while, with its end and its clause.

use bevy_egui::egui::{self, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::kit::{See, body, fitted, heading, row_frame};
use battle::{Round, StatusKind, UnitDataItem, UnitId, Until};
use rules::Gait;
use rules::engine::timed::{Fuse, When};

/// Statuses, and what else sticks to the unit for a while.
pub(super) fn show(ui: &mut Ui, see: &See, unit: &UnitDataItem) {
    heading(ui, see.look, "Effects");
    let mut lines = effect_lines(see, unit);
    lines.extend(armed_lines(see, unit));
    if lines.is_empty() {
        ui.colored_label(see.look.faint, "none");
    }
    for Effect { name, until, clause, text, bad } in lines {
        let colour = if bad { see.look.caution } else { see.look.good };
        row_frame(see.look)
            .inner_margin(egui::Margin::symmetric(8, 4))
            .show(ui, |ui| {
                let width = ui.available_width();
                let when = fitted(ui.painter(), &until, body(ui), see.look.dim, width * 0.55);
                let room = width - when.size().x - 24.0;
                let name = ui.painter().layout(name.clone(), body(ui), see.look.text, room.max(40.0));
                let (rect, _) = ui.allocate_exact_size(vec2(width, name.size().y), Sense::hover());
                let centre = pos2(rect.left() + 5.0, rect.center().y);
                if bad {
                    let [a, b, c] = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| centre + by);
                    ui.painter().add(egui::Shape::convex_polygon(vec![a, b, c], colour, Stroke::NONE));
                } else {
                    ui.painter().circle_filled(centre, 5.0, colour);
                }
                ui.painter().galley(pos2(rect.left() + 16.0, rect.top()), name, see.look.text);
                ui.painter().galley(pos2(rect.right() - when.size().x, rect.top()), when, see.look.dim);
            })
            .response
            .on_hover_ui(|ui| {
                ui.set_max_width(280.0);
                ui.label(text);
                ui.label(until.as_str());
                if !clause.is_empty() {
                    ui.colored_label(see.look.faint, RichText::new(clause).monospace());
                }
            });
    }
}

/// One effect in words.
struct Effect {
    name: String,
    until: String,
    clause: &'static str,
    text: &'static str,
    bad: bool,
}

/// How an effect is told: in the words of the clause where that rules, else in general ones.
struct Told {
    clause: &'static str,
    ruled: &'static str,
    general: &'static str,
}

const RUNNING: Told = Told {
    clause: "SS-MOVE-16",
    ruled: "2 dice less for its own actions, harder to hit.",
    general: "Counts as running in attacks by it and on it.",
};
const SPRINTING: Told = Told {
    clause: "SS-MOVE-20",
    ruled: "2 dice less for its own actions, much harder to hit.",
    general: "Counts as sprinting in attacks by it and on it.",
};
const IN_COVER: Told = Told {
    clause: "SS-ACT-49",
    ruled: "Obstacles between it and an attacker add dice to its defence.",
    general: "Obstacles between it and an attacker protect it.",
};
const DEFENDED: Told = Told {
    clause: "SS-DEF-28",
    ruled: "One die less in defence for each roll before.",
    general: "Defences since its last phase.",
};
const PRONE: Told = Told {
    clause: "SS-DEF-19",
    ruled: "Easier to hit near by, harder from far away; cannot run.",
    general: "Lies on the ground.",
};
const FULL_DEFENSE: Told = Told {
    clause: "SS-DEF-05",
    ruled: "Adds Willpower to every defence.",
    general: "Does nothing but defend itself.",
};
const FENCING: Told = Told {
    clause: "SS-DEF-39",
    ruled: "3 dice less against shots while the other is in reach.",
    general: "Exchanged blows lately; busy while the other is in reach.",
};
const IN_MELEE: Told = Told {
    clause: "CS-MEL-01",
    ruled: "Engaged with each other until they part.",
    general: "Engaged with each other until they part.",
};
const HOLDING: Told =
    Told { clause: "CS-BASE-37", ruled: "Has the other in its grip.", general: "Has the other in its grip." };
const HELD: Told =
    Told { clause: "CS-BASE-37", ruled: "Is in the other's grip.", general: "Is in the other's grip." };
const CONCEALED: Told = Told {
    clause: "CS-UNA-05",
    ruled: "Its enemies do not know where it is.",
    general: "Its enemies do not know where it is.",
};
const SURPRISED: Told = Told {
    clause: "SS-SURP-15",
    ruled: "No defence against it, and no interrupts.",
    general: "Does not see it coming.",
};
const STARTLED: Told = Told {
    clause: "SS-SURP-20",
    ruled: "Does not act in its first phase.",
    general: "Loses its next phase.",
};
const SCORE_LOST: Told =
    Told { clause: "SS-SURP-13", ruled: "Failed its Surprise Test.", general: "Comes later in the order." };
const PHASE_OWED: Told = Told {
    clause: "SS-FFYL-07",
    ruled: "Fights for its life: one more phase.",
    general: "Has one more phase.",
};
const RIDING: Told = Told {
    clause: "SS-BARR-44",
    ruled: "Shots from outside meet the vehicle first.",
    general: "Shots from outside meet the vehicle first.",
};
const ROLLING: Told = Told {
    clause: "SS-DEF-18",
    ruled: "3 more dice in defence for everybody inside.",
    general: "It has changed its square.",
};
const WINDOWS: Told = Told {
    clause: "SS-CALL-115",
    ruled: "Whoever sits inside can shoot out.",
    general: "Whoever sits inside can shoot out.",
};
const DYING: Told = Told {
    clause: "SS-DMG-23",
    ruled: "Loses a point of flesh every so many rounds.",
    general: "Bleeds to death unless somebody helps.",
};

/// Name and end of everything that sticks to a unit, and whether it is bad for it.
pub(super) fn in_short(see: &See, unit: &UnitDataItem) -> impl Iterator<Item = (String, String, bool)> {
    effect_lines(see, unit).into_iter().map(|effect| (effect.name, effect.until, effect.bad))
}

fn effect_lines(see: &See, unit: &UnitDataItem) -> Vec<Effect> {
    let mut lines = Vec::new();
    let mut add = |name: &str, until: &str, told: &Told, bad| {
        let clause = see.view.rules().ruling("effects", told.clause);
        let text = if clause.is_empty() { told.general } else { told.ruled };
        lines.push(Effect { name: name.to_owned(), until: until.to_owned(), clause, text, bad });
    };
    match unit.movement.gait() {
        Gait::Steady => {}
        Gait::Running => add("Running", "until next phase", &RUNNING, false),
        Gait::Sprinting => add("Sprinting", "until next phase", &SPRINTING, false),
    }
    if unit.cover.taken() {
        add("In cover", "until it moves", &IN_COVER, false);
    }
    let defences = unit.guard.defences();
    if defences > 0 {
        add(&format!("Defended {defences}x"), "until next phase", &DEFENDED, true);
    }
    for status in unit.status.iter() {
        let until = lasts(status.until, see.view.round());
        let with = |words: &str, other| format!("{words} {}", see.name(other));
        match status.kind {
            StatusKind::Engaged => {}
            StatusKind::Prone => add("Prone", "until it stands up", &PRONE, true),
            StatusKind::FullDefense => add("Full Defence", &until, &FULL_DEFENSE, false),
            // Being engaged by the book says more.
            StatusKind::Fencing(other) if unit.status.in_melee_with().any(|engaged| engaged == other) => {}
            StatusKind::Fencing(other) => add(&with("Melee with", other), &until, &FENCING, true),
            StatusKind::InMelee(other) => add(&with("In melee with", other), &until, &IN_MELEE, true),
            StatusKind::Holding(other) => add(&with("Holds", other), &until, &HOLDING, false),
            StatusKind::HeldBy(other) => add(&with("Held by", other), &until, &HELD, true),
            StatusKind::Concealed => add("Concealed", "until it is seen", &CONCEALED, false),
            StatusKind::SurprisedBy(other) => {
                add(&with("Surprised by", other), "until its next phase", &SURPRISED, true);
            }
            StatusKind::Startled => add("Startled", "its next phase", &STARTLED, true),
            StatusKind::ScoreLost(points) => {
                add(&format!("-{points} initiative"), "when it is rolled", &SCORE_LOST, true);
            }
            StatusKind::PhaseOwed(score) => {
                add(&format!("Acts at {score}"), "in the next pass", &PHASE_OWED, false);
            }
            StatusKind::Busy(_) => {}
            StatusKind::Drives(other) => add(&with("Drives", other), "until it gets out", &RIDING, false),
            StatusKind::RidesIn(other) => add(&with("Sits in", other), "until it gets out", &RIDING, false),
            StatusKind::Rolling => add("Moving", "driver's next phase", &ROLLING, false),
            StatusKind::WindowsDown => add("Windows down", "until wound up", &WINDOWS, false),
            StatusKind::Dying(since) => {
                add(&format!("Dying since round {since}"), &until, &DYING, true);
            }
        }
    }
    for suffered in unit.status.ailments() {
        let rule = suffered.ailment.rule();
        lines.push(Effect {
            name: suffered.title(),
            until: lasts(suffered.until, see.view.round()),
            clause: rule.clause,
            text: rule.brief,
            bad: true,
        });
    }
    lines
}

/// What it has armed and left somewhere.
fn armed_lines(see: &See, unit: &UnitDataItem) -> Vec<Effect> {
    let armed = see.view.armed();
    let own = armed.iter().filter(|(_, armed)| armed.fuse().owner == unit.id.0);
    own.map(|(_, armed)| Effect {
        name: armed.item().name().to_string(),
        until: match (armed.fuse().when, armed.fuse().round.saturating_sub(see.view.round().number())) {
            (When::Signal, _) => "by radio".to_owned(),
            (_, 0) => "this round".to_owned(),
            (_, 1) => "next round".to_owned(),
            (_, rounds) => format!("in {rounds} rounds"),
        },
        clause: "SS-TIMED-04",
        text: "Lies armed on the field, and nobody can change when it goes off. Pointing at its square tells the moment.",
        bad: true,
    })
    .collect()
}

/// When an armed item goes off, in words.
pub(super) fn goes_off(see: &See, fuse: &Fuse) -> String {
    let round = match fuse.round == see.view.round().number() {
        true => "this round".to_owned(),
        false => format!("round {}", fuse.round),
    };
    match fuse.when {
        When::Signal => format!("on the signal of {}", see.name(UnitId(fuse.owner))),
        When::Start => format!("as {round} begins"),
        When::End => format!("at the end of {round}"),
        When::Score { pass } => format!("in pass {pass} of {round}"),
    }
}

/// When a status ends, in words.
pub(super) fn lasts(until: Until, round: &Round) -> String {
    match until {
        Until::Removed => "until ended".to_owned(),
        Until::EndOfRound(number) if number == round.number() => "end of round".to_owned(),
        Until::EndOfRound(number) => format!("end of round {number}"),
        Until::EndOfPass(passes) => match passes.saturating_sub(round.passes()) {
            0 => "end of pass".to_owned(),
            1 => "end of next pass".to_owned(),
            more => format!("{more} passes"),
        },
        Until::Turns { left: 1, begun: true } => "end of this phase".to_owned(),
        Until::Turns { left: 1, begun: false } => "end of its next phase".to_owned(),
        Until::Turns { left, .. } => format!("{left} phases"),
    }
}
