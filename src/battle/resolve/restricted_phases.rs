//! Begins phases that ailments restrict: ailment tests and commands of a controller. Chapters BRWA, CONF, PANI.

use bevy_app::{App, Plugin};

use super::rule_steps;
use super::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::lines::{BattleAnswer, BattleNote, BattleQuestion};
use crate::state::order::Order;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::validate::forced_action;
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::{Answer, Note, Prompt, RuleResult, Table};
use model::UnitId;
use rules::status::{
    ActiveAilment, ActiveCompulsion, Ailment, ControllerCommand, PhaseRestrictions, TestResult,
};
use rules::{RuleStep, UnitSnapshot, play};

/// Registers the system for phases that ailments restrict.
pub(crate) struct RestrictedPhasePlugin;

impl Plugin for RestrictedPhasePlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::RestrictPhase, resolve_phase_restriction)
            .add_step_system(StepKind::NoteLapsedDuties, note_lapsed_duties);
    }
}

/// Resolves a `RestrictPhase` step.
fn resolve_phase_restriction(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::RestrictPhase { unit } = step else { return };
    begin_restricted_phase(view, dice, answers, *unit, out);
}

/// Resolves a `NoteLapsedDuties` step: notes each duty that the unit cannot do now and that gives way to the next.
/// `CS-AIL-08`.
fn note_lapsed_duties(run: StepRun, context: StepContext) {
    let (step, view, _, out) = context.parts(run);
    let ResolutionStep::NoteLapsedDuties { unit } = step else { return };
    let Some(data) = view.unit(*unit).filter(UnitDataItem::is_fighting) else { return };
    for ailment in forced_action::lapsed_duties(view, &data) {
        let text = BattleNote::DutyLapsed { ailment: ailment.name() }.into();
        out.push_event(BattleEvent::RuleNote { unit: *unit, text, clause: "CS-AIL-08" });
    }
}

/// Returns whether an ailment forces actions on a unit.
pub(crate) fn has_forced_actions(unit: &UnitDataItem) -> bool {
    unit.status.ailments().iter().any(|one| one.ailment.rule().compulsion.is_some())
}

/// Begins the phase of a unit with forced actions: resolves its tests and sets its phase restrictions.
fn begin_restricted_phase(
    view: &BattleView,
    dice: &BattleDice,
    answers: &[String],
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(UnitDataItem::is_fighting) else { return };
    let mut table = dice.start_table(answers);
    let (bounds, effects) = match resolve_restrictions(view, &mut table, &data) {
        Ok(resolved) => resolved,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = out.finish_table(dice, table);
    let has_duties = !bounds.duties.is_empty();
    out.push_traced(BattleEvent::PhaseRestricted { unit, bounds }, trace);
    rule_steps::resolve_rule_steps(view, effects, None, out);
    if has_duties {
        out.next_steps.push(ResolutionStep::NoteLapsedDuties { unit });
    }
}

/// Applies the cost of a test to a snapshot and returns it as effects.
fn test_cost(me: &mut UnitSnapshot, result: &TestResult) -> impl Iterator<Item = RuleStep> {
    result.apply_cost(me);
    result.cost_steps(me.id)
}

/// Resolves tests and commands of all ailments, in the order of their compulsions. `CS-AIL-08`.
fn resolve_restrictions(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
) -> RuleResult<(PhaseRestrictions, Vec<RuleStep>)> {
    let rules = view.rules();
    let mut me = view.unit_snapshot(unit);
    let mut bounds =
        PhaseRestrictions { shot_at: unit.status.restrictions().shot_at, ..PhaseRestrictions::default() };
    let mut effects = Vec::new();
    for one in rules::status::sort_by_compulsion(unit.status.ailments(), rules.status_options().duty_order) {
        match one.ailment {
            Ailment::Brainwashed => match choose_command(view, table, unit, &me, &one)? {
                (Some(command), result) => {
                    effects.extend(test_cost(&mut me, &result));
                    bounds.duties.push(ActiveCompulsion::Obey(command));
                }
                (None, result) => {
                    effects.extend(test_cost(&mut me, &result));
                    let (ailment, part) = (one.ailment, one.part);
                    effects.push(RuleStep::Relieve { unit: me.id, ailment, part, clause: "CS-BRWA-10" });
                }
            },
            Ailment::Panicked => {
                let result = play::roll_ailment_test(table, &me, &rules::status::panic_test(), rules)?;
                effects.extend(test_cost(&mut me, &result));
                bounds.shaken |= !result.passed;
                if result.failed_badly {
                    bounds.duties.push(ActiveCompulsion::Flee(one.by));
                }
            }
            Ailment::Confused => {
                let result = play::roll_ailment_test(table, &me, &rules::status::confusion_test(), rules)?;
                effects.extend(test_cost(&mut me, &result));
                if let Some(friend) = nearest_friend(view, unit).filter(|_| !result.passed) {
                    bounds.duties.push(ActiveCompulsion::AttackFriend(friend));
                }
            }
            Ailment::Pinned => bounds.duties.push(ActiveCompulsion::SeekCover(one.by)),
            Ailment::Enraged => bounds.duties.push(ActiveCompulsion::Rage),
            _ => {}
        }
    }
    if let [first, rest @ ..] = &bounds.duties[..]
        && !rest.is_empty()
    {
        let first = first.ailment().name();
        let then = rest.iter().map(|duty| duty.ailment().name()).collect::<Vec<_>>().join(", ");
        table.note(|| Note::new("CS-AIL-08", BattleNote::DutyOrder { first, then }));
    }
    Ok((bounds, effects))
}

/// Returns the nearest friend; on ties the one with the lowest health, then the first. `CS-CONF-04`.
fn nearest_friend(view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    let friends =
        view.units().filter(|other| other.side == unit.side && other.id != unit.id && other.is_fighting());
    let health = |other: &UnitDataItem| {
        let gauges = play::gauges(other.sheet.get(), other.health.condition(), view.rules());
        gauges.first().and_then(rules::Gauge::points).map_or(0, |(left, _)| left)
    };
    friends
        .min_by_key(|one| (unit.cell().distance_squared(one.cell()), health(one), *one.id))
        .map(|one| *one.id)
}

/// Returns the commands that the controller can give now. `CS-BRWA-01` to `CS-BRWA-05`.
fn available_commands(
    view: &BattleView,
    unit: &UnitDataItem,
    controller: UnitId,
) -> Vec<(ControllerCommand, BattleAnswer)> {
    let side = view.unit(controller).map(|one| *one.side);
    let mut others: Vec<_> = view.units().filter(|other| other.out_of_action.down().is_none()).collect();
    // The default comes first: the controller's nearest enemy.
    others.sort_by_key(|other| {
        let friendly = Some(*other.side) == side;
        (other.id == unit.id, friendly, unit.cell().distance_squared(other.cell()), *other.id)
    });
    let mut commands = Vec::new();
    let name = |other: &UnitDataItem| other.identity.name().to_owned();
    for other in &others {
        if forced_action::find_plain_attack(view, unit, *other.id).is_some() {
            let label = BattleAnswer::Attack { unit: name(other) };
            commands.push((ControllerCommand::Attack(*other.id), label));
        }
    }
    for heals in [true, false] {
        for other in &others {
            if forced_action::find_aid_order(view, unit, *other.id, heals).is_some() {
                let (id, unit) = (*other.id, name(other));
                commands.push(if heals {
                    (ControllerCommand::Heal(id), BattleAnswer::Heal { unit })
                } else {
                    (ControllerCommand::Augment(id), BattleAnswer::Strengthen { unit })
                });
            }
        }
    }
    commands.push((ControllerCommand::Nothing, BattleAnswer::DoNothing));
    commands
}

const fn command_clause(command: ControllerCommand) -> &'static str {
    match command {
        ControllerCommand::Heal(_) => "CS-BRWA-02",
        ControllerCommand::Augment(_) => "CS-BRWA-03",
        ControllerCommand::Attack(_) => "CS-BRWA-04",
        ControllerCommand::Nothing => "CS-BRWA-05",
    }
}

fn command_key(command: ControllerCommand) -> String {
    match command {
        ControllerCommand::Heal(other) => format!("heal:{other}"),
        ControllerCommand::Augment(other) => format!("augment:{other}"),
        ControllerCommand::Attack(other) => format!("attack:{other}"),
        ControllerCommand::Nothing => "nothing".to_owned(),
    }
}

/// Asks for the controller's command; `None` if the unit defies it. `CS-BRWA-01`, `CS-BRWA-06`, `CS-BRWA-08` to
/// `CS-BRWA-11`.
fn choose_command(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
    me: &UnitSnapshot,
    one: &ActiveAilment,
) -> RuleResult<(Option<ControllerCommand>, TestResult)> {
    let Some(controller) = one.by.filter(|by| view.unit(*by).is_some()) else {
        return Ok((Some(ControllerCommand::Nothing), TestResult::default()));
    };
    let commands = available_commands(view, unit, controller);
    let answer = table.ask(|| Prompt {
        who: controller,
        question: BattleQuestion::Command { unit: unit.identity.name().to_owned() }.into(),
        clause: "CS-BRWA-01",
        answers: commands
            .iter()
            .map(|(command, label)| {
                Answer::new(command_key(*command), label.clone(), command_clause(*command))
            })
            .collect(),
    })?;
    let command = commands.get(answer).map_or(ControllerCommand::Nothing, |(command, _)| *command);
    let Some(against) = defiance_clause(view, unit, command) else {
        return Ok((Some(command), TestResult::default()));
    };
    let result = play::roll_ailment_test(table, me, &rules::status::defiance_test(against), view.rules())?;
    Ok(((!result.passed).then_some(command), result))
}

/// Returns the clause that allows a test against a command: it endangers the unit itself, or attacks a unit that it has
/// a bond with. `None` if no test is allowed. `CS-BRWA-08`, `CS-BRWA-09`.
fn defiance_clause(
    view: &BattleView,
    unit: &UnitDataItem,
    command: ControllerCommand,
) -> Option<&'static str> {
    let ControllerCommand::Attack(target) = command else { return None };
    let other = view.unit(target)?;
    let order = forced_action::find_plain_attack(view, unit, target);
    let blast = match order {
        Some(Order::Attack { weapon, .. }) => {
            unit.inventory.get(weapon).map_or(0, |carried| carried.weapon().blast_radius())
        }
        _ => 0,
    };
    let near = unit.cell().distance_squared(other.cell()) <= blast * blast;
    if other.id == unit.id || blast > 0 && near {
        return Some("CS-BRWA-08");
    }
    let bond = unit.sheet.get().is_bonded_to(other.identity.name());
    (bond && view.rules().status_options().values).then_some("CS-BRWA-09")
}
