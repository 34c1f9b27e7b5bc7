//! Status effects of a unit with their end and clause.

use std::borrow::Cow;

use bevy_egui::egui::{self, Sense, Stroke, Ui, pos2, vec2};

use super::effect_ends::{bleeding_text, has_meaning, open_end_text};
use super::effect_texts;
use super::effect_texts::EffectText;
use crate::accessibility::Accessible;
use crate::board::overlay::SLAYS;
use crate::panel::action_bar::cover_text::{covered_sides_text, lost_cover_text};
use crate::panel::widgets::{PanelContext, body_font, row_frame, show_clause_detail, show_heading};
use crate::square_cover::{covered_where_it_is, part_of_enemies_text};
use battle::{StatusEnd, StatusKind, UnitDataItem};
use battle_log::log_text::capitalise;
use battle_log::names::{end_text, fuse_round_text};
use rules::status::{ActiveAilment, Status};
use rules::turn_engine::timed_items::{Fuse, FuseTiming};
use rules::{DerivedStat, DownState, ImpossibleAttack, MovementMode, QueuedAttack, play};

/// Draws all effects on a unit, and the items that it has armed.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem) {
    show_heading(ui, context.palette, "Effects");
    let mut lines = effect_lines(context, unit);
    lines.extend(armed_lines(context, unit));
    if lines.is_empty() {
        ui.colored_label(context.palette.faint, "none");
    }
    for EffectLine { name, until, clause, text, bad } in lines {
        let colour = if bad { context.palette.caution } else { context.palette.good };
        let shown = row_frame(context.palette).inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
            let width = ui.available_width();
            let room = (width - SIGN).max(40.0);
            let words = format!("{name}, {until}");
            let layout =
                |text: &str, colour| ui.painter().layout(text.to_owned(), body_font(ui), colour, room);
            let (name, when) = (layout(&name, context.palette.text), layout(&until, context.palette.dim));
            let is_below = !fits_beside(name.size(), when.size(), room);
            let height = if is_below { name.size().y + when.size().y } else { name.size().y };
            let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            let response = response.named_text(|| words.clone());
            let centre =
                pos2(rect.left() + 5.0, rect.top() + ui.text_style_height(&egui::TextStyle::Body) / 2.0);
            if bad {
                let [a, b, c] = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|by| centre + by);
                ui.painter().add(egui::Shape::convex_polygon(vec![a, b, c], colour, Stroke::NONE));
            } else {
                ui.painter().circle_filled(centre, 5.0, colour);
            }
            let at = match is_below {
                true => rect.left_bottom() + vec2(SIGN, -when.size().y),
                false => pos2(rect.right() - when.size().x, rect.top()),
            };
            ui.painter().galley(rect.left_top() + vec2(SIGN, 0.0), name, context.palette.text);
            ui.painter().galley(at, when, context.palette.dim);
            response
        });
        // The row inside its frame takes the pointer.
        shown.inner.union(shown.response).on_hover_ui(|ui| {
            ui.set_max_width(280.0);
            ui.label(sentence(&text));
            ui.label(sentence(&until));
            show_clause_detail(ui, context, clause);
        });
    }
}

/// Width of the sign before the name of an effect, with its gap, in points.
const SIGN: f32 = 16.0;
/// Least space between the name of an effect and its end, in points.
const BETWEEN: f32 = 8.0;

/// Whether the end of an effect has room beside its name, in a line of this width.
fn fits_beside(name: egui::Vec2, when: egui::Vec2, room: f32) -> bool {
    // A name of several lines takes the whole width.
    name.y <= 1.5 * when.y && name.x + BETWEEN + when.x <= room
}

/// Writes what an effect does, or how it ends, as a sentence: tables have words without a capital and a full stop.
fn sentence(text: &str) -> String {
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{end}", capitalise(text))
}

/// Text of an effect.
struct EffectLine {
    name: String,
    until: String,
    clause: &'static str,
    text: Cow<'static, str>,
    bad: bool,
}

/// An effect on a unit for cards.
pub(crate) struct EffectSummary {
    pub name: String,
    pub until: String,
    /// What it does, in a sentence.
    pub text: String,
    pub is_bad: bool,
}

/// Name, end and meaning of each effect on a unit.
pub(crate) fn effect_summaries(
    context: &PanelContext,
    unit: &UnitDataItem,
) -> impl Iterator<Item = EffectSummary> {
    effect_lines(context, unit).into_iter().map(|effect| EffectSummary {
        name: effect.name,
        until: effect.until,
        text: sentence(&effect.text),
        is_bad: effect.bad,
    })
}

/// The effects that mean something for the unit: none for the dead, and only those of the body for the unconscious.
fn effect_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let down = unit.out_of_action.down();
    if matches!(down, Some(DownState::Dead | DownState::Fled)) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if unit.is_fighting() {
        lines.extend(stance_lines(context, unit));
        lines.extend(announced_lines(context, unit));
        lines.extend(boost_line(context, unit));
    }
    let statuses = unit.status.iter().filter(|status| has_meaning(status.kind, down));
    lines.extend(statuses.filter_map(|status| status_line(context, unit, status)));
    lines.extend(exit_line(context, unit));
    lines.extend(wound_line(context, unit));
    lines.extend(injury_lines(context, unit));
    lines.extend(unit.status.ailments().iter().map(|suffered| ailment_line(context, suffered)));
    lines
}

/// Builds the line of an effect, with its clause where it applies in this battle.
fn effect_line(
    context: &PanelContext,
    (name, until): (&str, &str),
    description: &EffectText,
    bad: bool,
) -> EffectLine {
    let clause = context.view.rules().ruling("effects", description.clause);
    let text = if clause.is_empty() { description.general } else { description.ruled };
    EffectLine { name: name.to_owned(), until: until.to_owned(), clause, text: text.into(), bad }
}

/// What the unit did last: its gait, cover that it has taken, and the defences since its turn.
fn stance_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let mut lines = Vec::new();
    let mut add = |name: &str, until: &str, description: &EffectText, bad| {
        lines.push(effect_line(context, (name, until), description, bad));
    };
    match unit.movement.gait() {
        MovementMode::Steady => {}
        MovementMode::Running => add("Running", "until next turn", &effect_texts::RUNNING, false),
        MovementMode::Sprinting => add("Sprinting", "until next turn", &effect_texts::SPRINTING, false),
    }
    if unit.cover.is_taken() {
        let from = covered_sides_text(context.view, unit).map(|sides| format!(" from {sides}"));
        let lost = lost_cover_text(context.view, unit);
        let is_lost = lost.is_some();
        let against = covered_where_it_is(context.view, unit);
        let name = lost.unwrap_or_else(|| in_cover_words(from.as_deref(), against));
        add(&name, "until moving", &effect_texts::IN_COVER, is_lost);
    }
    let defences = unit.defence_count.defences();
    if defences > 0 {
        add(&defences_made(defences), "counts until next turn", &effect_texts::DEFENDED, true);
    }
    lines
}

/// Names cover that protects: "In cover from the west"; with the enemies in view against which it counts where it is not all of
/// them.
fn in_cover_words(from: Option<&str>, against: (usize, usize)) -> String {
    let part = part_of_enemies_text(against).map(|part| format!(", {part}")).unwrap_or_default();
    format!("In cover{}{part}", from.unwrap_or_default())
}

/// Says how often a unit has defended since its turn: "1 defence made".
fn defences_made(defences: u8) -> String {
    format!("{defences} {} made", if defences == 1 { "defence" } else { "defences" })
}

/// A status of the unit; `None` if it changes nothing that a player has to know.
fn status_line(context: &PanelContext, unit: &UnitDataItem, status: &Status) -> Option<EffectLine> {
    let until = end_text(status.until, context.view.round());
    let with = |words: &str, other| format!("{words} {}", context.unit_name(other));
    let line = |name: &str, until: &str, description: &EffectText, bad| {
        Some(effect_line(context, (name, until), description, bad))
    };
    let is_over = context.view.round().outcome().is_some();
    match status.kind {
        StatusKind::Engaged | StatusKind::Busy(_) | StatusKind::BoosterUsed => None,
        // After the battle no unit fights on.
        StatusKind::MeleeExchange(_) | StatusKind::InMelee(_) if is_over => None,
        // A wreck does not lie down, and does not stand up.
        StatusKind::Prone if unit.is_machine() && !unit.is_fighting() => None,
        StatusKind::Prone => line("Prone", "until standing up", &effect_texts::PRONE, true),
        StatusKind::FullDefense => line("Full Defence", &until, &effect_texts::FULL_DEFENSE, false),
        // The book's own melee status is shown instead.
        StatusKind::MeleeExchange(other) if unit.status.in_melee_with().any(|engaged| engaged == other) => {
            None
        }
        // It has an effect only while the opponent is in reach.
        StatusKind::MeleeExchange(other) if !context.view.is_melee_opponent(unit, other) => None,
        StatusKind::MeleeExchange(other) => {
            line(&with("Melee with", other), &until, &effect_texts::FENCING, true)
        }
        StatusKind::InMelee(other) => {
            line(&with("In melee with", other), &until, &effect_texts::IN_MELEE, true)
        }
        StatusKind::Holding(other) => line(&with("Holds", other), &until, &effect_texts::HOLDING, false),
        StatusKind::HeldBy(other) => line(&with("Held by", other), &until, &effect_texts::HELD, true),
        StatusKind::Concealed => line("Concealed", "until seen", &effect_texts::CONCEALED, false),
        StatusKind::SurprisedBy(other) => {
            line(&with("Surprised by", other), "until next turn", &effect_texts::SURPRISED, true)
        }
        StatusKind::LostPhase => line("Startled", "next turn", &effect_texts::STARTLED, true),
        StatusKind::ScoreLost(points) => {
            line(&format!("-{points} initiative"), "at the next roll", &effect_texts::SCORE_LOST, true)
        }
        StatusKind::PhaseOwed(score) => {
            line(&format!("Acts at {score}"), "in the next pass", &effect_texts::PHASE_OWED, false)
        }
        StatusKind::Drives(other) => {
            line(&with("Drives", other), "until getting out", &effect_texts::RIDING, false)
        }
        StatusKind::RidesIn(other) => {
            line(&with("Sits in", other), "until getting out", &effect_texts::RIDING, false)
        }
        StatusKind::Rolling => line("Moving", "driver's next turn", &effect_texts::ROLLING, false),
        StatusKind::WindowsDown => line("Windows down", "until wound up", &effect_texts::WINDOWS, false),
        StatusKind::Boosted(1) => {
            line("Boosted", "until the end of this turn", &effect_texts::BOOSTED, false)
        }
        StatusKind::Boosted(phases) => {
            line("Boosted", &format!("for {phases} turns"), &effect_texts::BOOSTED, false)
        }
        StatusKind::Dying(since) => {
            let dying =
                line(&format!("Dying since round {since}"), "until treated", &effect_texts::DYING, true)?;
            let interval = play::bleeding_interval(unit.sheet.get());
            let rounds = (context.view.round().number(), context.view.setup().bundle().skirmish.rounds);
            let bleeds = interval.and_then(|interval| bleeding_text(interval, since, rounds));
            Some(match bleeds {
                Some(text) => EffectLine { text: text.into(), ..dying },
                None => dying,
            })
        }
    }
}

/// Boost dice that units of the side have given to the next other one that makes a check. `CC-ADV-08`.
fn boost_line(context: &PanelContext, unit: &UnitDataItem) -> Option<EffectLine> {
    let view = context.view;
    if view.has_fog_of_war() && view.viewer().is_some_and(|viewer| viewer != *unit.side) {
        return None;
    }
    let mut givers = view.round().boosts(*unit.side).to_vec();
    givers.retain(|giver| giver != unit.id);
    let count = givers.len();
    givers.dedup();
    let names: Vec<String> = givers.into_iter().map(|giver| context.unit_name(giver)).collect();
    (count > 0).then(|| EffectLine {
        name: boost_text(count, &names),
        until: "until the next check of its side".to_owned(),
        clause: view.rules().ruling("effects", "CC-ADV-08"),
        text: "The next check of this unit has it, unless another one that may have it makes a check before."
            .into(),
        bad: false,
    })
}

/// Names boost dice with their givers: "Next check: 2 boost dice from Rigel and Vega".
fn boost_text(count: usize, givers: &[String]) -> String {
    let dice = if count == 1 { "die" } else { "dice" };
    format!("Next check: {count} boost {dice} from {}", givers.join(" and "))
}

/// Says that the unit leaves the battlefield from where it stands.
fn exit_line(context: &PanelContext, unit: &UnitDataItem) -> Option<EffectLine> {
    let leaves = unit.is_fighting() && context.view.exit_sides(unit.cell()).contains(unit.side);
    leaves.then(|| EffectLine {
        name: "On an exit".to_owned(),
        until: "leaves when the turn ends".to_owned(),
        clause: "",
        text: "Leaves the battlefield if the turn ends here, and counts as escaped.".into(),
        bad: false,
    })
}

fn ailment_line(context: &PanelContext, suffered: &ActiveAilment) -> EffectLine {
    let rule = suffered.ailment.rule();
    EffectLine {
        name: suffered.title(),
        until: match suffered.until {
            StatusEnd::Removed => open_end_text(rule),
            until => end_text(until, context.view.round()),
        },
        clause: rule.clause,
        text: rule.brief.into(),
        bad: true,
    }
}

/// What the red drop at a token means: the penalty for wounds, in the words of the book.
fn wound_line(context: &PanelContext, unit: &UnitDataItem) -> Option<EffectLine> {
    if !unit.is_fighting() {
        return None;
    }
    let me = context.view.unit_snapshot(unit);
    let figure = play::wound_penalty(&me, context.view.rules())?;
    Some(EffectLine {
        name: format!("Wounded (red drop): {}", figure.value),
        until: "until healed".to_owned(),
        clause: figure.clause,
        text: figure.hint.into(),
        bad: true,
    })
}

/// Lasting injuries, in the words of the book.
fn injury_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let injuries = play::lasting_injuries(&context.view.unit_snapshot(unit));
    let line = |injury: DerivedStat| EffectLine {
        name: format!("{}: {}", injury.name, injury.value),
        until: "until healed".to_owned(),
        clause: injury.clause,
        text: injury.hint.into(),
        bad: true,
    };
    injuries.into_iter().map(line).collect()
}

/// Attacks that the unit has announced, and whether they are possible. `AB-CANCEL-01`.
fn announced_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let weapon = |slot: u8| {
        let carried = unit.inventory.get(usize::from(slot));
        carried.map_or_else(String::new, |carried| carried.name().to_string())
    };
    // Without an announcement the first attack has decided the target.
    let is_announced = play::announces_attacks(&context.view.unit_snapshot(unit));
    let line = |(attack, why): (QueuedAttack, Option<ImpossibleAttack>)| {
        let slays = why.is_some() && context.view.slays_unconscious(unit, attack);
        let why = why.map(|why| context.view.told_obstacle(unit, attack, why));
        EffectLine {
            name: match attack {
                QueuedAttack::Unit { slot, target } if !is_announced => {
                    format!(
                        "Target of this turn: {}, by the first attack ({})",
                        context.unit_name(target),
                        weapon(slot)
                    )
                }
                QueuedAttack::Unit { slot, target } => {
                    format!("Announced: {} at {}", weapon(slot), context.unit_name(target))
                }
                QueuedAttack::Weapon { slot } => format!("Announced: {}, target chosen later", weapon(slot)),
                QueuedAttack::Place => "Announced: at a wall or a square".to_owned(),
            },
            until: match why {
                Some(_) if slays => SLAYS.to_owned(),
                Some(why) => why.to_string(),
                None => "this turn".to_owned(),
            },
            clause: "AB-CANCEL-01",
            text: if slays { SLAYS_TEXT } else { announced_text(is_announced, why) }.into(),
            bad: why.is_some_and(|why| !slays && why != ImpossibleAttack::NoTarget),
        }
    };
    context.view.queued_attacks(unit).into_iter().map(line).collect()
}

/// What an announced attack means whose target lies unconscious and still has to be slain.
const SLAYS_TEXT: &str = "The target lies unconscious and still has to be slain: the attack can be made. Another one in its place \
                          costs 1 Willpower or a Willpower roll, and is harder by 1: click its target.";

/// Says what an announced attack means, or a target that the first attack has decided.
fn announced_text(is_announced: bool, why: Option<ImpossibleAttack>) -> &'static str {
    match (is_announced, why) {
        (_, Some(ImpossibleAttack::NoTarget)) => {
            "The target is chosen in its turn, for all attacks of that turn. If there is none then, another attack in its place \
             costs 1 Willpower or a Willpower roll, and is harder by 1."
        }
        (false, None) => {
            "Nothing was announced, so that the first attack of the turn decided the target: no other one while it can be \
             attacked."
        }
        (true, None) => "Other attacks are refused while this one is possible.",
        (_, Some(ImpossibleAttack::OutOfSight)) => {
            "The target is not seen now: only a blind shot is possible, while it is known where the target is. Another attack in its \
             place costs 1 Willpower or a Willpower roll, and is harder by 1: click its target."
        }
        (_, Some(_)) => {
            "It is not possible now. Another attack in its place costs 1 Willpower or a Willpower roll, and is harder by 1: click \
             its target."
        }
    }
}

/// Items that the unit has armed.
fn armed_lines(context: &PanelContext, unit: &UnitDataItem) -> Vec<EffectLine> {
    let armed = context.view.armed_items();
    let own = armed.iter().filter(|(_, armed)| armed.fuse().owner == *unit.id);
    own.map(|(_, armed)| EffectLine {
        name: format!("Armed: {}", armed.item().name()),
        until: fuse_round_text(armed.fuse(), context.view.round().number()),
        clause: context.view.rules().ruling("effects", "SS-TIMED-04"),
        text: "On the battlefield, not on this unit; its timer cannot be changed. Hover its square to see when it detonates."
            .into(),
        bad: false,
    })
    .collect()
}

/// Describes when an armed item detonates.
pub(crate) fn fuse_text(context: &PanelContext, fuse: &Fuse) -> String {
    let round = match fuse.round == context.view.round().number() {
        true => "this round".to_owned(),
        false => format!("round {}", fuse.round),
    };
    match fuse.when {
        FuseTiming::Signal => format!("on the signal of {}", context.unit_name(fuse.owner)),
        FuseTiming::Start => format!("at the start of {round}"),
        FuseTiming::End => format!("at the end of {round}"),
        FuseTiming::Score { pass } => {
            format!("in pass {pass} of {round}, when the turn order comes to {}", fuse.score)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{battle_in, with_context};
    use battle::{BattleEvent, EventRecord, History};
    use rules::Book;

    #[test]
    fn ss_def_28_defences_since_the_turn_are_counted_in_words() {
        assert_eq!([1, 2].map(defences_made), ["1 defence made", "2 defences made"]);
    }

    #[test]
    fn cover_that_is_taken_counts_the_enemies_against_which_it_helps() {
        let some = in_cover_words(Some(" from the west"), (2, 3));
        assert_eq!(some, "In cover from the west, against 2 of 3 enemies in view");
        assert_eq!(in_cover_words(None, (3, 3)), "In cover");
    }

    #[test]
    fn ab_cancel_01_an_announced_shot_at_an_unseen_target_is_not_called_impossible() {
        let text = |why| announced_text(true, Some(why));
        assert!(text(ImpossibleAttack::PathBlocked).starts_with("It is not possible now."));
        let unseen = text(ImpossibleAttack::OutOfSight);
        assert!(
            unseen.contains("only a blind shot is possible") && !unseen.contains("not possible"),
            "{unseen}"
        );
    }

    /// The names of all units, each with the number of its lines about boost dice.
    fn listed_boosts(context: &PanelContext) -> Vec<(String, usize)> {
        let is_boost = |line: &EffectLine| line.name.contains("boost die");
        let count =
            |unit: &UnitDataItem| effect_lines(context, unit).iter().filter(|line| is_boost(line)).count();
        context.view.units().map(|unit| (unit.identity.name().to_owned(), count(&unit))).collect()
    }

    #[test]
    fn cc_adv_08_a_boost_for_the_next_ally_is_listed_for_each_unit_that_may_have_it() {
        assert_eq!(boost_text(1, &["Rigel".to_owned()]), "Next check: 1 boost die from Rigel");
        let both = ["Rigel", "Vega"].map(str::to_owned);
        assert_eq!(boost_text(3, &both), "Next check: 3 boost dice from Rigel and Vega");
        let mut world = battle_in(Some(Book::CombatChecks), "derelict");
        let before = with_context(&mut world, listed_boosts);
        assert!(before.iter().all(|(_, boosts)| *boosts == 0), "{before:?}");
        let giver = battle::with_view(&mut world, |view| {
            let unit = view.units().find(|unit| unit.identity.name() == "Rigel").expect("it is on the map");
            *unit.id
        });
        let mut records = world.resource::<History>().records().to_vec();
        let given = EventRecord::new(BattleEvent::BoostGiven { giver });
        records.last_mut().expect("both sides are ready").events.push(given);
        battle::replay_events(&mut world, &records);
        for (name, boosts) in with_context(&mut world, listed_boosts) {
            let may_have_it = ["Vega", "Castor"].contains(&name.as_str());
            assert_eq!(boosts, usize::from(may_have_it), "{name}");
        }
    }
}
