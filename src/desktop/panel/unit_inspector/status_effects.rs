//! What sticks to a unit for a while, with its end and its clause.

use bevy_egui::egui::{self, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::panel::widgets::{PanelContext, body_font, layout_truncated, row_frame, show_heading};
use battle::{RoundState, StatusEnd, StatusKind, UnitDataItem, UnitId};
use rules::MovementMode;
use rules::turn_engine::timed_items::{Fuse, FuseTiming};

/// Statuses, and what else sticks to the unit for a while.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem) {
    show_heading(ui, see.palette, "Effects");
    let mut lines = effect_lines(see, unit);
    lines.extend(armed_lines(see, unit));
    if lines.is_empty() {
        ui.colored_label(see.palette.faint, "none");
    }
    for EffectLine { name, until, clause, text, bad } in lines {
        let colour = if bad { see.palette.caution } else { see.palette.good };
        row_frame(see.palette)
            .inner_margin(egui::Margin::symmetric(8, 4))
            .show(ui, |ui| {
                let width = ui.available_width();
                let when =
                    layout_truncated(ui.painter(), &until, body_font(ui), see.palette.dim, width * 0.55);
                let room = width - when.size().x - 24.0;
                let name = ui.painter().layout(name.clone(), body_font(ui), see.palette.text, room.max(40.0));
                let (rect, _) = ui.allocate_exact_size(vec2(width, name.size().y), Sense::hover());
                let centre = pos2(rect.left() + 5.0, rect.center().y);
                if bad {
                    let [a, b, c] = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| centre + by);
                    ui.painter().add(egui::Shape::convex_polygon(vec![a, b, c], colour, Stroke::NONE));
                } else {
                    ui.painter().circle_filled(centre, 5.0, colour);
                }
                ui.painter().galley(pos2(rect.left() + 16.0, rect.top()), name, see.palette.text);
                ui.painter().galley(pos2(rect.right() - when.size().x, rect.top()), when, see.palette.dim);
            })
            .response
            .on_hover_ui(|ui| {
                ui.set_max_width(280.0);
                ui.label(text);
                ui.label(until.as_str());
                if !clause.is_empty() {
                    ui.colored_label(see.palette.faint, RichText::new(clause).monospace());
                }
            });
    }
}

/// One effect in words.
struct EffectLine {
    name: String,
    until: String,
    clause: &'static str,
    text: &'static str,
    bad: bool,
}

/// How an effect is told: in the words of the clause where that rules, else in general ones.
struct EffectText {
    clause: &'static str,
    ruled: &'static str,
    general: &'static str,
}

const RUNNING: EffectText = EffectText {
    clause: "SS-MOVE-16",
    ruled: "2 dice less for its own actions, harder to hit.",
    general: "Counts as running in attacks by it and on it.",
};
const SPRINTING: EffectText = EffectText {
    clause: "SS-MOVE-20",
    ruled: "2 dice less for its own actions, much harder to hit.",
    general: "Counts as sprinting in attacks by it and on it.",
};
const IN_COVER: EffectText = EffectText {
    clause: "SS-ACT-49",
    ruled: "Obstacles between it and an attacker add dice to its defence.",
    general: "Obstacles between it and an attacker protect it.",
};
const DEFENDED: EffectText = EffectText {
    clause: "SS-DEF-28",
    ruled: "One die less in defence for each roll before.",
    general: "Defences since its last phase.",
};
const PRONE: EffectText = EffectText {
    clause: "SS-DEF-19",
    ruled: "Easier to hit near by, harder from far away; cannot run.",
    general: "Lies on the ground.",
};
const FULL_DEFENSE: EffectText = EffectText {
    clause: "SS-DEF-05",
    ruled: "Adds Willpower to every defence.",
    general: "Does nothing but defend itself.",
};
const FENCING: EffectText = EffectText {
    clause: "SS-DEF-39",
    ruled: "3 dice less against shots while the other is in reach.",
    general: "Exchanged blows lately; busy while the other is in reach.",
};
const IN_MELEE: EffectText = EffectText {
    clause: "CS-MEL-01",
    ruled: "Engaged with each other until they part.",
    general: "Engaged with each other until they part.",
};
const HOLDING: EffectText = EffectText {
    clause: "CS-BASE-37",
    ruled: "Has the other in its grip.",
    general: "Has the other in its grip.",
};
const HELD: EffectText =
    EffectText { clause: "CS-BASE-37", ruled: "Is in the other's grip.", general: "Is in the other's grip." };
const CONCEALED: EffectText = EffectText {
    clause: "CS-UNA-05",
    ruled: "Its enemies do not know where it is.",
    general: "Its enemies do not know where it is.",
};
const SURPRISED: EffectText = EffectText {
    clause: "SS-SURP-15",
    ruled: "No defence against it, and no interrupts.",
    general: "Does not see it coming.",
};
const STARTLED: EffectText = EffectText {
    clause: "SS-SURP-20",
    ruled: "Does not act in its first phase.",
    general: "Loses its next phase.",
};
const SCORE_LOST: EffectText = EffectText {
    clause: "SS-SURP-13",
    ruled: "Failed its Surprise Test.",
    general: "Comes later in the order.",
};
const PHASE_OWED: EffectText = EffectText {
    clause: "SS-FFYL-07",
    ruled: "Fights for its life: one more phase.",
    general: "Has one more phase.",
};
const RIDING: EffectText = EffectText {
    clause: "SS-BARR-44",
    ruled: "Shots from outside meet the vehicle first.",
    general: "Shots from outside meet the vehicle first.",
};
const ROLLING: EffectText = EffectText {
    clause: "SS-DEF-18",
    ruled: "3 more dice in defence for everybody inside.",
    general: "It has changed its square.",
};
const WINDOWS: EffectText = EffectText {
    clause: "SS-CALL-115",
    ruled: "Whoever sits inside can shoot out.",
    general: "Whoever sits inside can shoot out.",
};
const DYING: EffectText = EffectText {
    clause: "SS-DMG-23",
    ruled: "Loses a point of flesh every so many rounds.",
    general: "Bleeds to death unless somebody helps.",
};

/// Name and end of everything that sticks to a unit, and whether it is bad for it.
pub(crate) fn effect_summaries(
    see: &PanelContext,
    unit: &UnitDataItem,
) -> impl Iterator<Item = (String, String, bool)> {
    effect_lines(see, unit).into_iter().map(|effect| (effect.name, effect.until, effect.bad))
}

fn effect_lines(see: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let mut lines = Vec::new();
    let mut add = |name: &str, until: &str, told: &EffectText, bad| {
        let clause = see.view.rules().ruling("effects", told.clause);
        let text = if clause.is_empty() { told.general } else { told.ruled };
        lines.push(EffectLine { name: name.to_owned(), until: until.to_owned(), clause, text, bad });
    };
    match unit.movement.gait() {
        MovementMode::Steady => {}
        MovementMode::Running => add("Running", "until next phase", &RUNNING, false),
        MovementMode::Sprinting => add("Sprinting", "until next phase", &SPRINTING, false),
    }
    if unit.taking_cover.is_taken() {
        add("In cover", "until it moves", &IN_COVER, false);
    }
    let defences = unit.defence_count.defences();
    if defences > 0 {
        add(&format!("Defended {defences}x"), "until next phase", &DEFENDED, true);
    }
    for status in unit.status.iter() {
        let until = end_text(status.until, see.view.round());
        let with = |words: &str, other| format!("{words} {}", see.unit_name(other));
        match status.kind {
            StatusKind::Engaged => {}
            StatusKind::Prone => add("Prone", "until it stands up", &PRONE, true),
            StatusKind::FullDefense => add("Full Defence", &until, &FULL_DEFENSE, false),
            // Being engaged by the book says more.
            StatusKind::MeleeExchange(other)
                if unit.status.in_melee_with().any(|engaged| engaged == other) => {}
            StatusKind::MeleeExchange(other) => add(&with("Melee with", other), &until, &FENCING, true),
            StatusKind::InMelee(other) => add(&with("In melee with", other), &until, &IN_MELEE, true),
            StatusKind::Holding(other) => add(&with("Holds", other), &until, &HOLDING, false),
            StatusKind::HeldBy(other) => add(&with("Held by", other), &until, &HELD, true),
            StatusKind::Concealed => add("Concealed", "until it is seen", &CONCEALED, false),
            StatusKind::SurprisedBy(other) => {
                add(&with("Surprised by", other), "until its next phase", &SURPRISED, true);
            }
            StatusKind::LostPhase => add("Startled", "its next phase", &STARTLED, true),
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
        lines.push(EffectLine {
            name: suffered.title(),
            until: end_text(suffered.until, see.view.round()),
            clause: rule.clause,
            text: rule.brief,
            bad: true,
        });
    }
    lines
}

/// What it has armed and left somewhere.
fn armed_lines(see: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let armed = see.view.armed_items();
    let own = armed.iter().filter(|(_, armed)| armed.fuse().owner == unit.id.0);
    own.map(|(_, armed)| EffectLine {
        name: armed.item().name().to_string(),
        until: match (armed.fuse().when, armed.fuse().round.saturating_sub(see.view.round().number())) {
            (FuseTiming::Signal, _) => "by radio".to_owned(),
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
pub(crate) fn fuse_text(see: &PanelContext, fuse: &Fuse) -> String {
    let round = match fuse.round == see.view.round().number() {
        true => "this round".to_owned(),
        false => format!("round {}", fuse.round),
    };
    match fuse.when {
        FuseTiming::Signal => format!("on the signal of {}", see.unit_name(UnitId(fuse.owner))),
        FuseTiming::Start => format!("as {round} begins"),
        FuseTiming::End => format!("at the end of {round}"),
        FuseTiming::Score { pass } => format!("in pass {pass} of {round}"),
    }
}

/// When a status ends, in words.
pub(crate) fn end_text(until: StatusEnd, round: &RoundState) -> String {
    match until {
        StatusEnd::Removed => "until ended".to_owned(),
        StatusEnd::EndOfRound(number) if number == round.number() => "end of round".to_owned(),
        StatusEnd::EndOfRound(number) => format!("end of round {number}"),
        StatusEnd::EndOfPass(passes) => match passes.saturating_sub(round.passes()) {
            0 => "end of pass".to_owned(),
            1 => "end of next pass".to_owned(),
            more => format!("{more} passes"),
        },
        StatusEnd::Turns { left: 1, begun: true } => "end of this phase".to_owned(),
        StatusEnd::Turns { left: 1, begun: false } => "end of its next phase".to_owned(),
        StatusEnd::Turns { left, .. } => format!("{left} phases"),
    }
}
