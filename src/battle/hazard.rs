//! Ground that harms whoever enters it or begins a phase on it. `AD-SPEC-01`.

use super::components::UnitId;
use super::effects;
use super::event::Event;
use super::movement::touched;
use super::state::{DiceSeat, Outbox};
use super::view::{BattleView, UnitDataItem};
use content::Terrain;
use dice::Trace;
use field::Cell;
use rules::status::Ailment;
use rules::{Down, ailing, play};

/// Whether the ground of a square harms in the fight's book.
pub(super) fn harms(view: &BattleView, cell: Cell) -> bool {
    let hazard = view.terrain_at(cell).and_then(|terrain| terrain.hazard);
    hazard.is_some_and(|hazard| play::hazard_remark(hazard, view.rules()).is_some())
}

/// Whether the ground does anything to whoever begins a phase on it. Flames that came to where somebody stood set alight
/// as if it had come to them. `AD-SPEC-01`, `CS-BURN-10`.
pub(super) fn reaches_whoever_stays(view: &BattleView, cell: Cell) -> bool {
    harms(view, cell) || (view.coverings().on_fire(cell) && ailing::in_play(view.rules()))
}

/// Whether ways lead around a square where they can: it harms, brings an ailment worse than wet feet, or has no air.
pub(super) fn is_shunned(view: &BattleView, cell: Cell) -> bool {
    view.terrain_at(cell).is_some_and(|terrain| shuns(view, terrain))
}

/// Whether any ground of the map is such.
pub(super) fn is_anything_shunned(view: &BattleView) -> bool {
    let own = || view.setup().bundle().terrains.values().any(|terrain| shuns(view, terrain));
    view.coverings().any_fire() || own()
}

fn shuns(view: &BattleView, terrain: &Terrain) -> bool {
    let rules = view.rules();
    let harms = terrain.hazard.is_some_and(|hazard| play::hazard_remark(hazard, rules).is_some());
    let ails = || terrain.strike.inflicts.iter().any(|one| one.ailment != Ailment::Wet);
    harms || (ailing::in_play(rules) && ails()) || (terrain.airless && play::knows_breath(rules))
}

/// Whether the ground does anything to whoever lies on it unconscious: it has no phase, so it is asked once a round.
/// `AD-SPEC-01`, `CS-BURN-10`.
pub(super) fn reaches_the_fallen(view: &BattleView, unit: &UnitDataItem) -> bool {
    let strikes = || {
        let terrain = view.terrain_at(unit.cell());
        terrain.is_some_and(|terrain| !terrain.strike.is_plain()) && ailing::in_play(view.rules())
    };
    lies(unit) && (harms(view, unit.cell()) || strikes())
}

fn lies(unit: &UnitDataItem) -> bool {
    !unit.casualty.escaped() && unit.casualty.down() == Some(Down::Unconscious)
}

/// What the ground does to a unit that stands on it, or lies there unconscious.
pub(super) fn expose(view: &BattleView, dice: &DiceSeat, answers: &[String], unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit).filter(|data| data.fighting() || lies(data)) else { return };
    if lies(&data) || view.coverings().on_fire(data.cell()) {
        touch(view, (dice, answers), &data, out);
    }
    if out.asked.is_some() {
        return;
    }
    let combatant = view.combatant(&data);
    let Some(hazard) = combatant.ground.hazard else { return };
    let seat = out.dice.clone();
    let mut table = seat.as_ref().unwrap_or(dice).table(answers);
    let exposure = match play::hazard(&mut table, &combatant, hazard, view.rules()) {
        Ok(Some(exposure)) => exposure,
        Ok(None) => return,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = seat.as_ref().unwrap_or(dice).after(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(seat);
    }
    out.push_traced(Event::Told { unit, text: exposure.words, clause: exposure.clause }, trace);
    effects::hand_on(view, exposure.effects, None, out);
}

/// What brings ailments reaches whoever lies in it. `CS-BURN-10`.
fn touch(view: &BattleView, (dice, answers): (&DiceSeat, &[String]), unit: &UnitDataItem, out: &mut Outbox) {
    let mut table = dice.table(answers);
    let effects = match touched(view, &mut table, unit, &[unit.cell()], &[]) {
        Ok(effects) => effects,
        Err(stop) => return out.wait(stop),
    };
    let trace = out.leave(dice, table);
    if effects.is_empty() && trace.is_empty() {
        return;
    }
    let name = view.terrain_at(unit.cell()).map_or_else(String::new, |terrain| terrain.name.clone());
    let verb = if lies(unit) { "lies in" } else { "stands in" };
    let text = format!("{verb} the {name}");
    out.push_traced(Event::Told { unit: *unit.id, text, clause: "CS-BURN-10" }, trace);
    effects::hand_on(view, effects, None, out);
}
