//! Applies, counts down and removes ailments by the rules of `rules::status`.

use crate::state::components::{StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::Outbox;
use crate::validate::available_actions::adjacent_units;
use crate::validate::pinned_moves::{is_covered, threat_cell};
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::{Clause, RuleResult, Table};
use model::UnitId;
use rules::status::resolution;
use rules::status::{
    self, ActiveAilment, Ailment, AilmentCause, BodySide, EndCondition, Forbids, PhaseEndContext,
};
use rules::{Grip, RuleStep, RuleViolation};

/// Inflicts an ailment, combined with those the unit already has. `CS-AIL-01` to `CS-AIL-05`, `CS-PIN-12`,
/// `CS-UNCO-06`, `CS-BASE-37`.
pub(crate) fn push_affliction(view: &BattleView, unit: UnitId, cause: AilmentCause, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let joins_melee = |event: &BattleEvent| {
        let kind = if let BattleEvent::StatusSet { unit: who, status } = event {
            Some((*who, status.kind))
        } else {
            None
        };
        matches!(kind, Some((who, StatusKind::InMelee(_) | StatusKind::MeleeExchange(_))) if who == unit)
    };
    let in_melee =
        view.unit_snapshot(&data).in_melee || out.events.iter().any(|step| joins_melee(&step.event));
    if cause.ailment == Ailment::Pinned && in_melee {
        let text = BattleNote::NotPinnedInMelee.into();
        return out.push_event(BattleEvent::RuleNote { unit, text, clause: "CS-PIN-12" });
    }
    let mut suffered = status::inflict(data.status.ailments(), cause, view.round().number());
    if let (Ailment::Brainwashed, Some(by)) = (cause.ailment, cause.by.and_then(|by| view.unit(by))) {
        suffered.strength = u16::from(by.side.0); // the side whose attacks it does not dodge. `CS-BRWA-07`
    }
    let gone = is_relief(unit, suffered.ailment, suffered.part);
    let afflicted = BattleEvent::Afflicted { unit, suffered };
    // The last queued event about the ailment counts, or else the present state.
    let queued = out.events.iter().rev().find(|step| step.event == afflicted || gone(&step.event));
    let has_it =
        queued.map_or_else(|| data.status.ailments().contains(&suffered), |step| step.event == afflicted);
    if !has_it {
        out.push_event(afflicted);
    }
    let rule = suffered.ailment.rule();
    if rule.forbids.contains(&Forbids::Everything) && matches!(data.status.grip(), Some(Grip::Holding(_))) {
        super::melee::release_grips(&data, out);
    }
    if suffered.ailment == Ailment::Unconscious && view.rules().status_options().unconscious_prone {
        out.push_status(unit, StatusKind::Prone);
    }
}

/// Removes an ailment, at most once per step. `CS-BURN-05`, `CS-UNCO-05`.
pub(crate) fn push_relief(
    unit: UnitId,
    ailment: Ailment,
    part: Option<BodySide>,
    clause: Clause,
    out: &mut Outbox,
) {
    let gone = is_relief(unit, ailment, part);
    if !out.events.iter().any(|step| gone(&step.event)) {
        out.push_event(BattleEvent::Relieved { unit, ailment, part, clause });
    }
}

/// Returns a predicate for the event that relieves this ailment.
fn is_relief(unit: UnitId, ailment: Ailment, part: Option<BodySide>) -> impl Fn(&BattleEvent) -> bool {
    move |event| {
        matches!(event, BattleEvent::Relieved { unit: who, ailment: which, part: at, .. }
            if *who == unit && *which == ailment && *at == part)
    }
}

/// Removes Pinned from units that join a melee. `CS-PIN-13`.
pub(crate) fn end_pinned_in_melee(view: &BattleView, units: [UnitId; 2], out: &mut Outbox) {
    for data in units.into_iter().filter_map(|unit| view.unit(unit)) {
        for one in status::relieved_by(data.status.ailments(), EndCondition::Melee) {
            push_relief(*data.id, one.ailment, one.part, "CS-PIN-13", out);
        }
    }
}

/// Marks a curse as used in this round. `CS-CURS-01`.
pub(crate) fn mark_curse_spent(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let curse = data.status.ailments().iter().find(|one| one.ailment == Ailment::Cursed);
    if let Some(one) = curse {
        let strength = u16::try_from(view.round().number()).unwrap_or(u16::MAX);
        out.push_event(BattleEvent::AilmentCounted { unit, suffered: ActiveAilment { strength, ..*one } });
    }
}

/// Resolves ailment tests at the end of a phase, lost or not, and the spread of flames. `CS-FROZ-02`, `CS-PIN-08`,
/// `CS-BURN-07`.
pub(crate) fn resolve_recovery(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
) -> RuleResult<Vec<RuleStep>> {
    let suffered = unit.status.ailments();
    if suffered.is_empty() {
        return Ok(Vec::new());
    }
    let pinned = suffered.iter().find(|one| one.ailment == Ailment::Pinned);
    let threat = pinned.and_then(|one| threat_cell(view, unit, one.by));
    let covered = threat.is_some_and(|threat| is_covered(view, unit, unit.cell(), threat));
    let around = PhaseEndContext { shot_at: unit.status.restrictions().shot_at, covered };
    let beside = adjacent_units(view, unit);
    resolution::resolve_phase_end(table, &view.unit_snapshot(unit), around, &beside, view.rules())
}

/// Removes the ailments that an end condition relieves. `CS-FROZ-05`, `CS-PIN-13`.
pub(crate) fn relieve_matching(unit: &UnitDataItem, by: EndCondition, out: &mut Outbox) {
    for one in status::relieved_by(unit.status.ailments(), by) {
        let clause = match one.ailment {
            Ailment::Frozen => "CS-FROZ-05",
            Ailment::Unconscious => "CS-UNCO-04",
            other => other.rule().clause,
        };
        push_relief(*unit.id, one.ailment, one.part, clause, out);
    }
}

/// Counts the start of a phase for ailments with a duration in phases. `CS-AIL-03`.
pub(crate) fn count_phase_begin(unit: &UnitDataItem, out: &mut Outbox) {
    push_counts(status::count_phase_start(*unit.id, unit.status.ailments()), out);
}

/// Returns why an ailment costs a unit its phase; `None` if none does. `CS-AIL-06`.
pub(crate) fn phase_loss_reason(unit: &UnitDataItem) -> Option<RuleViolation> {
    status::phase_loss_reason(unit.status.ailments())
}

/// Counts the end of a phase for ailments and removes expired ones. A `lost` phase begins and ends in one step.
/// `CS-AIL-03`.
pub(crate) fn count_phase_end(unit: &UnitDataItem, lost: bool, out: &mut Outbox) {
    push_counts(status::count_phase_end(*unit.id, unit.status.ailments(), lost), out);
}

/// Reports the remaining rounds of ailments at the start of a round. `SS-BASE-15`.
pub(crate) fn count_round_begin(unit: &UnitDataItem, out: &mut Outbox) {
    for one in unit.status.ailments().iter().filter(|one| matches!(one.until, StatusEnd::EndOfRound(_))) {
        out.push_event(BattleEvent::AilmentCounted { unit: *unit.id, suffered: *one });
    }
}

/// Removes ailments that expire at the end of a round. `SS-BASE-15`.
pub(crate) fn expire_at_round_end(unit: &UnitDataItem, round: u32, out: &mut Outbox) {
    push_counts(status::count_round_end(*unit.id, unit.status.ailments(), round), out);
}

/// Adds the events of counted ailments; each ailment ends at most once per step.
fn push_counts(counted: Vec<BattleEvent>, out: &mut Outbox) {
    for event in counted {
        match event {
            BattleEvent::Relieved { unit, ailment, part, clause } => {
                push_relief(unit, ailment, part, clause, out);
            }
            event => out.push_event(event),
        }
    }
}
