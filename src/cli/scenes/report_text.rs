//! Results of a scene's action as lines of text.

use super::action_report::{ActionReport, ActionResult, turn_order_names};
use super::{dice_log, scene_report};
use content::{CheckResult, RuleScene};
use model::{BarrierSource, UnitId};
use rules::ground::ground_effect::GroundEffectKind;
use rules::status::StatusKind;
use rules::{
    BattleEvent, Gauge, GaugeShape, Grip, HitResult, RuleStep, TrackBox, WeaponMalfunction, join_counted,
    play,
};

/// Formats the result as lines.
pub(crate) fn report_lines(scene: &RuleScene, report: &ActionReport) -> Vec<String> {
    let mut lines = vec![result_text(scene, &report.result)];
    if let ActionResult::Facts(shown) = &report.result {
        lines = scene_report::to_text(shown);
    }
    if report.effects.is_empty() {
        let name = |unit: UnitId| scene.unit_name(unit).unwrap_or("unknown unit");
        for hurt in &report.harmed_units {
            let down = hurt.down.map(|down| format!(", {}", dice_log::down_name(down).to_lowercase()));
            let prone = if hurt.prone { ", prone" } else { "" };
            let down = down.unwrap_or_default();
            lines.push(format!("{}: {} damage{down}{prone}", name(hurt.unit), hurt.damage));
        }
    }
    lines.extend(report.effects.iter().filter_map(|effect| step_text(scene, effect)));
    lines.extend(
        report
            .harmed_units
            .iter()
            .filter_map(|hurt| hurt.down)
            .map(|down| dice_log::down_name(down).to_owned()),
    );
    for (unit, down) in &report.casualties {
        let name = scene.unit_name(*unit).unwrap_or("unknown unit");
        lines.push(format!("{name} ends {}", dice_log::down_name(*down).to_lowercase()));
    }
    lines
}

fn result_text(scene: &RuleScene, result: &ActionResult) -> String {
    match result {
        ActionResult::Exchange { contact, net, damage, words } => {
            let contact = match contact {
                HitResult::Miss => "Miss",
                HitResult::Blocked => "Blocked",
                HitResult::Graze => "Graze",
                HitResult::Hit => "Hit",
            };
            // In some books the words say no more than the number.
            let says_more = !words.is_empty() && *words != format!("{damage} damage");
            let words = if says_more { format!(": {words}") } else { String::new() };
            format!("{contact}, net {net}, {damage} damage{words}")
        }
        ActionResult::SpecialAction { net, damage, words, .. } => {
            let words = if words.is_empty() { "Done" } else { words };
            format!("{words}, net {net}, {damage} damage")
        }
        ActionResult::Check(check) => check_text(scene, check),
        ActionResult::Facts(_) => String::new(),
        ActionResult::Rejected { why } => format!("Refused: {why}"),
        ActionResult::Phase { lost: Some(why) } => format!("Turn lost: {why}"),
        ActionResult::Phase { lost: None } => "Done".to_owned(),
        ActionResult::Sprint { metres } => format!("{metres} m"),
        ActionResult::Path { squares } => format!("{squares} squares"),
    }
}

fn check_text(scene: &RuleScene, check: &CheckResult) -> String {
    match check {
        CheckResult::Initiative { initiative, .. } => {
            format!("Initiative {}, score {}", initiative.attribute, initiative.score)
        }
        CheckResult::TurnOrder(ranks) => turn_order_text(scene, ranks),
        CheckResult::Harm { wound_modifier, .. } => format!("Wound modifier {wound_modifier}"),
        CheckResult::Bleed { lost, wound_modifier, .. } => {
            format!("{lost} damage from bleeding, wound modifier {wound_modifier}")
        }
        CheckResult::Pool { successes, against, .. } => format!("{successes} successes against {against}"),
        CheckResult::Under { passed: true, degrees } => format!("Passed by {}", degrees_text(*degrees)),
        CheckResult::Under { passed: false, degrees } => format!("Failed by {}", degrees_text(*degrees)),
        CheckResult::Symbols { symbols, .. } => dice_log::symbols_text(*symbols),
        CheckResult::Injury { name, totals, clause, .. } => format!("{name} ({totals}, {clause})"),
        CheckResult::Rest => "Done".to_owned(),
    }
}

/// Counts degrees: "1 degree", "3 degrees".
fn degrees_text(degrees: u32) -> String {
    if degrees == 1 { "1 degree".to_owned() } else { format!("{degrees} degrees") }
}

/// Describes a step of a rule; `None` for mere bookkeeping of turn budgets.
fn step_text(scene: &RuleScene, step: &RuleStep) -> Option<String> {
    let name = |unit: &UnitId| scene.unit_name(*unit).unwrap_or("unknown unit");
    let barrier = |id: BarrierSource| scene.barrier_name(id).unwrap_or("barrier");
    let held = |unit: &UnitId, slot: &usize| held_weapon_name(scene, *unit, *slot);
    Some(match step {
        RuleStep::Record(event) => return event_text(scene, event),
        RuleStep::ChangeHealth { unit, after, .. } => {
            let sheet = &scene.unit(*unit)?.sheet;
            let gauges = play::gauges(sheet, after, scene.rules());
            let gauges: Vec<String> = gauges.iter().map(gauge_text).collect();
            format!("{}: {}", name(unit), gauges.join(", "))
        }
        RuleStep::SetTurnBudget { unit, points, .. } if *points > 0 => {
            format!("{} pays {points} AP", name(unit))
        }
        RuleStep::SetTurnBudget { .. } => return None,
        RuleStep::LoseInitiative { unit, points } => format!("{} loses {points} initiative", name(unit)),
        RuleStep::EndSurprise { unit } => format!("{} is no longer surprised", name(unit)),
        RuleStep::ChangeInitiative { unit, by, clause } => {
            format!("{}: Initiative Score {by:+} ({clause})", name(unit))
        }
        RuleStep::FallProne { unit } => format!("{} falls prone", name(unit)),
        RuleStep::Knockback { unit, force, .. } => format!("{} is hit with force {}", name(unit), force.raw),
        RuleStep::Relocate { unit, .. } => format!("{} leaves the area", name(unit)),
        RuleStep::DamageBarrier(harm) => format!("{}: +{} damage", barrier(harm.id), harm.damage),
        RuleStep::DropItem { unit, slot } => format!("{} drops {}", name(unit), held(unit, slot)),
        RuleStep::ThrowItem { unit, slot, .. } => format!("{} throws {}", name(unit), held(unit, slot)),
        RuleStep::ThrowOneOfStack { unit, slot, .. } => {
            format!("{} throws one {}", name(unit), held(unit, slot))
        }
        RuleStep::DestroyItem { unit, slot } => format!("{} loses {}", name(unit), held(unit, slot)),
        RuleStep::SpendKarma { unit, on } => format!("{}: 1 Karma: {}", name(unit), on.name()),
        RuleStep::Engage { one, other } => format!("{} and {} are in melee", name(one), name(other)),
        RuleStep::Disengage { one, other } => {
            format!("{} and {} are no longer in melee", name(one), name(other))
        }
        RuleStep::SetGrip { unit, grip } => match grip {
            Some(Grip::Holding(other)) => format!("{} holds {}", name(unit), name(other)),
            Some(Grip::HeldBy(other)) => format!("{} is held by {}", name(unit), name(other)),
            None => format!("{} is free", name(unit)),
        },
        RuleStep::OperateBarrier { barrier: id } => format!("{} is operated", barrier((*id).into())),
        RuleStep::Afflict { unit, cause } => format!("{} is {}", name(unit), cause.ailment.name()),
        RuleStep::Relieve { unit, ailment, .. } => format!("{} is no longer {}", name(unit), ailment.name()),
        RuleStep::ApplyAttackProperties { .. } => return None,
        RuleStep::SpendCurse { unit } => format!("the curse on {} is spent", name(unit)),
        RuleStep::BoardVehicle { unit, vehicle, drives: true } => {
            format!("{} drives {}", name(unit), name(vehicle))
        }
        RuleStep::BoardVehicle { unit, vehicle, .. } => format!("{} gets into {}", name(unit), name(vehicle)),
        RuleStep::ExitVehicle { unit } => format!("{} gets out", name(unit)),
        RuleStep::TurnBodyShield { unit } => format!("{} turns the shield", name(unit)),
        RuleStep::CoverGround { at, lays } => {
            let what = match lays.what {
                GroundEffectKind::Smoke => "smoke",
                GroundEffectKind::Fire => "flames",
            };
            format!(
                "{what} {} m around column {}, row {}, for {} rounds",
                lays.radius_m, at.x, at.y, lays.rounds
            )
        }
    })
}

/// Describes an event of a rule; `None` if no rule returns it.
fn event_text(scene: &RuleScene, event: &BattleEvent) -> Option<String> {
    let name = |unit: &UnitId| scene.unit_name(*unit).unwrap_or("unknown unit");
    let held = |unit: &UnitId, slot: &usize| held_weapon_name(scene, *unit, *slot);
    Some(match event {
        BattleEvent::ScoreSet { unit, score } => format!("{} acts at {score}", name(unit)),
        BattleEvent::InitiativeChanged { unit, by, .. } => {
            format!("{}: initiative {by:+} (SS-INIT-15)", name(unit))
        }
        BattleEvent::InitiativeDiceChanged { unit, by, dice } => {
            format!("{}: {dice} Initiative Dice, initiative {by:+} (SS-INIT-18)", name(unit))
        }
        BattleEvent::CoverTaken { unit } => format!("{} takes cover", name(unit)),
        BattleEvent::CoverLeft { unit } => format!("{} loses cover", name(unit)),
        BattleEvent::FeatureNoticed { unit, barrier: id } => {
            let barrier = scene.barrier_name(*id).unwrap_or("barrier");
            format!("{} notices what the {barrier} hides", name(unit))
        }
        BattleEvent::Defended { unit } => format!("{} defends", name(unit)),
        BattleEvent::ShotAt { unit } => format!("{} is shot at", name(unit)),
        BattleEvent::BoostGiven { giver } => format!("{} gives a boost die", name(giver)),
        BattleEvent::BoostsClaimed { unit } => format!("{} uses the boost dice of its side", name(unit)),
        BattleEvent::WeaponFaultChanged { unit, weapon, fault: WeaponMalfunction::Worn { left, of } } => {
            format!("{}: {} has {left}/{of} levels left", name(unit), held(unit, weapon))
        }
        BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
            format!("{}: {} is {}", name(unit), held(unit, weapon), format!("{fault:?}").to_lowercase())
        }
        BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
            format!("{}: {loaded} rounds left in {}", name(unit), held(unit, weapon))
        }
        BattleEvent::RuleNote { unit, text, clause } => format!("{} ({clause})", text.note_of(name(unit))),
        BattleEvent::StatusSet { unit, status } => match status.kind {
            StatusKind::Concealed => format!("{} hides", name(unit)),
            StatusKind::FullDefense => format!("{} uses full defence", name(unit)),
            StatusKind::PhaseOwed(score) => format!("{} acts in the next pass at {score}", name(unit)),
            StatusKind::SurprisedBy(by) => format!("{} is surprised by {}", name(unit), name(&by)),
            StatusKind::LostPhase => format!("{} loses the next turn", name(unit)),
            StatusKind::WindowsDown => format!("{}: windows down", name(unit)),
            StatusKind::Boosted(phases) => format!("{} is boosted for {phases} turns", name(unit)),
            _ => return None,
        },
        BattleEvent::StatusEnded { unit, kind } => match kind {
            StatusKind::Concealed => format!("{} is spotted", name(unit)),
            StatusKind::Prone => format!("{} stands up", name(unit)),
            StatusKind::WindowsDown => format!("{}: windows up", name(unit)),
            StatusKind::Boosted(1) => format!("{} is no longer boosted", name(unit)),
            _ => return None,
        },
        _ => return None,
    })
}

fn held_weapon_name(scene: &RuleScene, unit: UnitId, slot: usize) -> String {
    let held = scene.unit(unit).and_then(|unit| unit.held_weapon(slot));
    held.map_or_else(|| "its item".to_owned(), |held| held.weapon.name().to_owned())
}

/// Formats a gauge: "Wounds 5/12 (staggered)".
fn gauge_text(gauge: &Gauge) -> String {
    let note = if gauge.note.is_empty() { String::new() } else { format!(" ({})", gauge.note) };
    let value = match &gauge.shape {
        GaugeShape::Bar { now, max } | GaugeShape::Rising { now, max, .. } => format!("{now}/{max}"),
        GaugeShape::Boxes(boxes) => {
            let marked = boxes.iter().filter(|mark| **mark != TrackBox::Free).count();
            format!("{marked}/{}", boxes.len())
        }
        GaugeShape::Words(words) if words.is_empty() => "none".to_owned(),
        GaugeShape::Words(words) => join_counted(words),
    };
    format!("{} {value}{note}", gauge.label)
}

/// Formats a turn order: "Ann, then Bob with Cid".
fn turn_order_text(scene: &RuleScene, ranks: &[Vec<UnitId>]) -> String {
    let ranks: Vec<String> = turn_order_names(scene, ranks).iter().map(|rank| rank.join(" with ")).collect();
    ranks.join(", then ")
}
