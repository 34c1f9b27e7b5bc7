//! How a phase that ailments prescribe begins: tests, and orders of whoever controls a unit. Chapters BRWA, CONF, PANI.

use super::ailment;
use super::components::UnitId;
use super::duty;
use super::effects;
use super::event::Event;
use super::state::{DiceSeat, Outbox};
use super::view::{BattleView, UnitDataItem};
use dice::{Answer, Prompt, Step, Table};
use rules::status::{self, Ailment, Bound, Bounds, Command, Suffered, Tried};
use rules::{Combatant, Effect, play};

/// Whether anything prescribes a unit's phase.
pub(super) fn is_due(unit: &UnitDataItem) -> bool {
    unit.status.ailments().iter().any(|one| one.ailment.rule().duty.is_some())
}

/// The phase of a unit whose ailments prescribe it begins.
pub(super) fn begin(view: &BattleView, dice: &DiceSeat, answers: &[String], unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit).filter(UnitDataItem::fighting) else { return };
    let mut table = dice.table(answers);
    let (bounds, effects) = match bind(view, &mut table, &data) {
        Ok(bound) => bound,
        Err(stop) => return out.wait(stop),
    };
    let trace = out.leave(dice, table);
    ailment::curses(view, &trace, out);
    out.push_traced(Event::Bound { unit, bounds }, trace);
    effects::hand_on(view, effects, None, out);
}

/// What a test cost, as an effect.
fn spent(me: &mut Combatant, tried: &Tried) -> Option<Effect> {
    tried.settle(me);
    let after = tried.after.clone()?;
    Some(Effect::Condition { unit: me.id, after, damage: 0 })
}

/// Tests and orders in their order. `CS-AIL-08`.
fn bind(view: &BattleView, table: &mut impl Table, unit: &UnitDataItem) -> Step<(Bounds, Vec<Effect>)> {
    let rules = view.rules();
    let mut me = view.combatant(unit);
    let mut bounds = Bounds { shot_at: unit.status.bounds().shot_at, ..Bounds::default() };
    let mut effects = Vec::new();
    for one in status::in_order(unit.status.ailments(), rules.ailments().duty_order) {
        match one.ailment {
            Ailment::Brainwashed => match command(view, table, unit, &me, &one)? {
                (Some(command), tried) => {
                    effects.extend(spent(&mut me, &tried));
                    bounds.duties.push(Bound::Obey(command));
                }
                (None, tried) => {
                    effects.extend(spent(&mut me, &tried));
                    let (ailment, part) = (one.ailment, one.part);
                    effects.push(Effect::Relieve { unit: me.id, ailment, part, clause: "CS-BRWA-10" });
                }
            },
            Ailment::Panicked => {
                let tried = play::ailment_test(table, &me, &status::nerve(), rules)?;
                effects.extend(spent(&mut me, &tried));
                bounds.shaken |= !tried.passed;
                if tried.badly {
                    bounds.duties.push(Bound::Flee(one.by));
                }
            }
            Ailment::Confused => {
                let tried = play::ailment_test(table, &me, &status::clear_head(), rules)?;
                effects.extend(spent(&mut me, &tried));
                if let Some(friend) = nearest_friend(view, unit).filter(|_| !tried.passed) {
                    bounds.duties.push(Bound::AttackFriend(friend.0));
                }
            }
            Ailment::Pinned => bounds.duties.push(Bound::SeekCover(one.by)),
            Ailment::Enraged => bounds.duties.push(Bound::Rage),
            _ => {}
        }
    }
    Ok((bounds, effects))
}

/// The nearest friend; of equally near ones the most hurt, then the first. `CS-CONF-04`.
fn nearest_friend(view: &BattleView, unit: &UnitDataItem) -> Option<UnitId> {
    let friends =
        view.units().filter(|other| other.side == unit.side && other.id != unit.id && other.fighting());
    let health = |other: &UnitDataItem| {
        let gauges = play::gauges(other.sheet.get(), other.health.condition(), view.rules());
        gauges.first().and_then(rules::Gauge::points).map_or(0, |(left, _)| left)
    };
    friends
        .min_by_key(|one| (unit.cell().distance_squared(one.cell()), health(one), *one.id))
        .map(|one| *one.id)
}

/// What the controller may say now. `CS-BRWA-01` to `CS-BRWA-05`.
fn commands(view: &BattleView, unit: &UnitDataItem, controller: u32) -> Vec<(Command, String)> {
    let side = view.unit(UnitId(controller)).map(|one| *one.side);
    let mut others: Vec<_> = view.units().filter(|other| other.casualty.down().is_none()).collect();
    // First what automatic play takes: the nearest of the controller's enemies.
    others.sort_by_key(|other| {
        let friendly = Some(*other.side) == side;
        (other.id == unit.id, friendly, unit.cell().distance_squared(other.cell()), *other.id)
    });
    let mut commands = Vec::new();
    for other in &others {
        if duty::attack(view, unit, *other.id).is_some() {
            commands.push((Command::Attack(other.id.0), format!("Attack {}", other.identity.name())));
        }
    }
    for (heals, verb) in [(true, "Heal"), (false, "Strengthen")] {
        for other in &others {
            if duty::aid(view, unit, *other.id, heals).is_some() {
                let command = if heals { Command::Heal(other.id.0) } else { Command::Augment(other.id.0) };
                commands.push((command, format!("{verb} {}", other.identity.name())));
            }
        }
    }
    commands.push((Command::Nothing, "Do nothing".to_owned()));
    commands
}

const fn clause(command: Command) -> &'static str {
    match command {
        Command::Heal(_) => "CS-BRWA-02",
        Command::Augment(_) => "CS-BRWA-03",
        Command::Attack(_) => "CS-BRWA-04",
        Command::Nothing => "CS-BRWA-05",
    }
}

fn key(command: Command) -> String {
    match command {
        Command::Heal(other) => format!("heal:{other}"),
        Command::Augment(other) => format!("augment:{other}"),
        Command::Attack(other) => format!("attack:{other}"),
        Command::Nothing => "nothing".to_owned(),
    }
}

/// The controller's order, unless the unit defies it: then nothing. `CS-BRWA-01`, `CS-BRWA-06`, `CS-BRWA-08` to
/// `CS-BRWA-11`.
fn command(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
    me: &Combatant,
    one: &Suffered,
) -> Step<(Option<Command>, Tried)> {
    let Some(controller) = one.by.filter(|by| view.unit(UnitId(*by)).is_some()) else {
        return Ok((Some(Command::Nothing), Tried::default()));
    };
    let commands = commands(view, unit, controller);
    let chosen = table.ask(|| Prompt {
        who: controller,
        question: format!("What shall {} do?", unit.identity.name()),
        clause: "CS-BRWA-01",
        answers: commands
            .iter()
            .map(|(command, label)| Answer {
                key: key(*command),
                label: label.clone(),
                detail: String::new(),
                clause: clause(*command),
            })
            .collect(),
    })?;
    let command = commands.get(chosen).map_or(Command::Nothing, |(command, _)| *command);
    let Some(against) = against_its_grain(view, unit, command) else {
        return Ok((Some(command), Tried::default()));
    };
    let tried = play::ailment_test(table, me, &status::defy(against), view.rules())?;
    Ok(((!tried.passed).then_some(command), tried))
}

/// The clause by which an order gives a test: it costs the unit its life, or one that it values. `CS-BRWA-08`,
/// `CS-BRWA-09`.
fn against_its_grain(view: &BattleView, unit: &UnitDataItem, command: Command) -> Option<&'static str> {
    let Command::Attack(target) = command else { return None };
    let other = view.unit(UnitId(target))?;
    let order = duty::attack(view, unit, UnitId(target));
    let blast = match order {
        Some(super::order::Order::Attack { weapon, .. }) => {
            unit.arsenal.carried().get(weapon).map_or(0, |carried| carried.weapon().blast())
        }
        _ => 0,
    };
    let near = unit.cell().distance_squared(other.cell()) <= blast * blast;
    if other.id == unit.id || blast > 0 && near {
        return Some("CS-BRWA-08");
    }
    let bond = unit.sheet.get().is_bonded_to(other.identity.name());
    (bond && view.rules().ailments().values).then_some("CS-BRWA-09")
}
