//! How ailments come on, count down and go. The rules are those of `rules/status`; here they meet components and events.

use super::components::{Status, StatusKind, UnitId, Until};
use super::duty;
use super::event::Event;
use super::state::Outbox;
use super::view::{BattleView, UnitDataItem};
use dice::{Clause, RollRecord, Step, Table, Trace};
use rules::status::{self, Ailment, Bar, Cause, Ends, Part, Suffered, Surrounded};
use rules::{Effect, Grip, Refused, ailing};

/// An ailment comes on, beside what the unit suffers already. `CS-AIL-01` to `CS-AIL-05`, `CS-PIN-12`, `CS-UNCO-06`,
/// `CS-BASE-37`.
pub(super) fn afflict(view: &BattleView, unit: UnitId, cause: Cause, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let joins = |event: &Event| {
        let kind =
            if let Event::StatusSet { unit: who, status } = event { Some((*who, status.kind)) } else { None };
        matches!(kind, Some((who, StatusKind::InMelee(_) | StatusKind::Fencing(_))) if who == unit)
    };
    let in_melee = view.combatant(&data).in_melee || out.events.iter().any(|step| joins(&step.event));
    if cause.ailment == Ailment::Pinned && in_melee {
        let text = "is engaged in melee and cannot be Pinned".to_owned();
        return out.push(Event::Told { unit, text, clause: "CS-PIN-12" });
    }
    let mut suffered = status::inflict(data.status.ailments(), cause, view.round().number());
    if let (Ailment::Brainwashed, Some(by)) = (cause.ailment, cause.by.and_then(|by| view.unit(UnitId(by)))) {
        suffered.strength = u16::from(by.side.0); // whose blows it does not dodge. `CS-BRWA-07`
    }
    let gone = Event::is_relief(unit, suffered.ailment, suffered.part);
    if !data.status.ailments().contains(&suffered) || out.events.iter().any(|step| gone(&step.event)) {
        out.push(Event::Afflicted { unit, suffered });
    }
    let rule = suffered.ailment.rule();
    if rule.bars.contains(&Bar::Everything) && matches!(data.status.grip(), Some(Grip::Holding(_))) {
        super::melee::let_go(&data, out);
    }
    if suffered.ailment == Ailment::Unconscious && view.rules().ailments().unconscious_prone {
        let status = Status { kind: StatusKind::Prone, until: Until::Removed };
        out.push(Event::StatusSet { unit, status });
    }
}

/// An ailment goes, once. `CS-BURN-05`, `CS-UNCO-05`.
pub(super) fn relieved(unit: UnitId, ailment: Ailment, part: Option<Part>, clause: Clause, out: &mut Outbox) {
    let gone = Event::is_relief(unit, ailment, part);
    if !out.events.iter().any(|step| gone(&step.event)) {
        out.push(Event::Relieved { unit, ailment, part, clause });
    }
}

/// Two units are in melee from now on: nobody in it is Pinned. `CS-PIN-13`.
pub(super) fn engaged(view: &BattleView, units: [UnitId; 2], out: &mut Outbox) {
    for data in units.into_iter().filter_map(|unit| view.unit(unit)) {
        for one in status::relieve(data.status.ailments(), Ends::Melee) {
            relieved(*data.id, one.ailment, one.part, "CS-PIN-13", out);
        }
    }
}

/// A curse has struck in this round. `CS-CURS-01`.
pub(super) fn curse_spent(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let curse = data.status.ailments().iter().find(|one| one.ailment == Ailment::Cursed);
    if let Some(one) = curse {
        let strength = u16::try_from(view.round().number()).unwrap_or(u16::MAX);
        out.push(Event::AilmentCounted { unit, suffered: Suffered { strength, ..*one } });
    }
}

/// Rerolls of a curse among what happened at the table. `CS-CURS-01`.
pub(super) fn curses(view: &BattleView, trace: &[Trace], out: &mut Outbox) {
    for step in trace {
        if let Trace::Rolled(RollRecord { who: Some(who), clause: "CS-CURS-01", .. }) = step {
            curse_spent(view, UnitId(*who), out);
        }
    }
}

/// Tests at the end of a unit's phase, lost or not, and flames that leap over. `CS-FROZ-02`, `CS-PIN-08`, `CS-BURN-07`.
///
/// # Errors
/// As the table.
pub(super) fn recover(view: &BattleView, table: &mut impl Table, unit: &UnitDataItem) -> Step<Vec<Effect>> {
    let suffered = unit.status.ailments();
    if suffered.is_empty() {
        return Ok(Vec::new());
    }
    let pinned = suffered.iter().find(|one| one.ailment == Ailment::Pinned);
    let from = pinned.and_then(|one| one.by).and_then(|by| view.unit(UnitId(by)));
    let covered = from.is_some_and(|from| duty::is_covered(view, unit, unit.cell(), from.cell()));
    let around = Surrounded { shot_at: unit.status.bounds().shot_at, covered };
    let beside = duty::beside(view, unit);
    ailing::phase_ends(table, &view.combatant(unit), around, &beside, view.rules())
}

/// What something takes away from a unit goes. `CS-FROZ-05`, `CS-PIN-13`.
pub(super) fn relieve(unit: &UnitDataItem, by: Ends, out: &mut Outbox) {
    for one in status::relieve(unit.status.ailments(), by) {
        let clause = match one.ailment {
            Ailment::Frozen => "CS-FROZ-05",
            Ailment::Unconscious => "CS-UNCO-04",
            other => other.rule().clause,
        };
        relieved(*unit.id, one.ailment, one.part, clause, out);
    }
}

/// Everything that counts own phases counts the one that begins. `CS-AIL-03`.
pub(super) fn phase_begins(unit: &UnitDataItem, out: &mut Outbox) {
    for one in unit.status.ailments() {
        let suffered = status::phase_begun(*one);
        if suffered != *one {
            out.push(Event::AilmentCounted { unit: *unit.id, suffered });
        }
    }
}

/// Why a unit has no phase, if an ailment takes it. `CS-AIL-06`.
pub(super) fn loses_phase(unit: &UnitDataItem) -> Option<Refused> {
    let ailment = status::barred(unit.status.ailments(), Bar::Everything)?;
    Some(Refused::new(ailment.name().to_lowercase(), ailment.rule().clause))
}

/// What counts own phases has one less, and ends with its last; a `lost` phase begins and ends in one step. `CS-AIL-03`.
pub(super) fn phase_ends(unit: &UnitDataItem, lost: bool, out: &mut Outbox) {
    for one in unit.status.ailments() {
        let began = if lost { status::phase_begun(*one) } else { *one };
        match status::phase_over(began) {
            Some(suffered) if suffered != *one => {
                out.push(Event::AilmentCounted { unit: *unit.id, suffered });
            }
            Some(_) => {}
            None => ended(unit, one, out),
        }
    }
}

/// What counts rounds has one less. `SS-BASE-15`.
pub(super) fn round_begins(unit: &UnitDataItem, out: &mut Outbox) {
    for one in unit.status.ailments().iter().filter(|one| matches!(one.until, Until::EndOfRound(_))) {
        out.push(Event::AilmentCounted { unit: *unit.id, suffered: *one });
    }
}

/// What ends with a round ends. `SS-BASE-15`.
pub(super) fn round_ends(unit: &UnitDataItem, round: u32, out: &mut Outbox) {
    for one in unit.status.ailments() {
        if status::round_over(*one, round).is_none() {
            ended(unit, one, out);
        }
    }
}

fn ended(unit: &UnitDataItem, one: &Suffered, out: &mut Outbox) {
    let Suffered { ailment, part, .. } = *one;
    relieved(*unit.id, ailment, part, ailment.rule().clause, out);
}
