//! Safety of a square: which of its sides give cover once it is taken, which enemies could hit the unit there, and whom the unit could hit
//! from there, as the card of the square lists them.

use bevy_egui::egui::{Rect, Stroke, Vec2, vec2};

use super::cell_cover::shield_colour;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::attack_forecast::{EnemyThreat, ForecastCache, threats_at};
use crate::attack_ranking::{targets_from, unpaid_attacks_text};
use crate::board::brush::{Brush, SHADE};
use crate::planned_move::PlannedMove;
use crate::replaced_attack::ReplacedAttack;
use crate::session::Intent;
use crate::square_cover::{CoverStrength, body_on, can_pay_cover, hidden_once_taken};
use crate::theme::{Palette, with_alpha};
use battle::{BattleView, Pace, UnitDataItem};
use model::{Cell, Direction, ObstaclePosition};
use rules::{MovementMode, WeaponMalfunction, WeaponReach};

/// An enemy that could hit a unit on the square.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PossibleAttacker {
    cell: Cell,
    hidden: u8,
}

/// How many of those that can hit do so only by shots through walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BlindFire {
    at_others: usize,
    at_unit: usize,
}

/// Cover and threats of a square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CellSafety {
    /// Name of the unit.
    name: String,
    cell: Cell,
    /// Cover by side, once it is taken.
    sides: [Option<CoverStrength>; 8],
    /// Whether the unit can take it in the turn in which it goes there.
    this_turn: bool,
    /// Who can hit the unit there; `None` if it cannot get there.
    attackers: Option<Vec<PossibleAttacker>>,
    /// Number of enemies that the unit could see and hit from there.
    targets: usize,
    /// Says that the unit can pay for no attack there; `None` if it can.
    unpaid: Option<&'static str>,
    /// How many enemies the unit could hit through walls, and how many could hit it so.
    blind_fire: BlindFire,
}

impl CellSafety {
    /// Assesses a square that can be entered. Threats count only if the unit can get there this phase.
    fn assess(inputs: &OverlayInputs, unit: &UnitDataItem, cell: Cell) -> Option<Self> {
        let view = inputs.view;
        let grid = view.field().grid();
        let filled =
            grid.obstacle(ObstaclePosition::Square(cell)).is_some_and(|obstacle| obstacle.blocks_move);
        let occupied = view.unit_at(cell).is_some_and(|other| other.id != unit.id);
        if filled || occupied || !grid.can_enter(cell) {
            return None;
        }
        let session = inputs.session;
        let planned = || PlannedMove::plan(view, unit, &session.waypoints, (cell, session.evade));
        let exposure = match () {
            // A unit is put on a square of its zone before it has moved.
            () if view.round().is_deploying() => {
                let mut others = view.units().filter(|other| other.side != unit.side);
                let is_useful = others.any(|other| other.is_fighting());
                let may_stand = is_useful && battle::is_in_own_zone(view, *unit.side, cell);
                may_stand.then_some((unit.movement.gait(), None))
            }
            () if cell == unit.cell() => Some((unit.movement.gait(), None)),
            () if inputs.plan.reaches(cell) => {
                planned().and_then(|planned| Some((gait_of(planned.pace), Some(planned.result.ok()?))))
            }
            () => None,
        };
        let (mut attackers, mut targets, mut blind_fire) = (None, 0, BlindFire::default());
        let (mut unpaid, mut this_turn) = (None, true);
        if let Some((gait, plan)) = exposure {
            let mut odds = inputs.odds.borrow_mut();
            let odds: &mut ForecastCache = &mut odds;
            let leaves = view.is_exit_of(*unit.side, cell) && !view.round().is_deploying();
            let threats = if leaves { Vec::new() } else { threats_at(odds, view, *unit.id, cell, gait) };
            attackers = Some(possible_attackers(view, &threats));
            let all = targets_from(odds, view, *unit.id, (cell, gait), plan.as_ref());
            blind_fire = BlindFire {
                at_others: all.iter().filter(|target| target.can_harm() && target.is_blind).count(),
                at_unit: threats.iter().filter(|threat| threat.is_blind).count(),
            };
            targets = all.iter().filter(|target| target.can_harm() && !target.is_blind).count();
            let place = (cell, gait);
            let replaces = || ReplacedAttack::from_square(view, *unit.id, place, plan.as_ref()).is_some();
            unpaid = unpaid_attacks_text(view, *unit.id, plan.as_ref())
                .or_else(|| (targets == 0 && replaces()).then_some(ONLY_REPLACED));
            let stays_covered = plan.is_none() && unit.cover.is_taken();
            this_turn = stays_covered || can_pay_cover(view, unit, plan.as_ref());
        }
        let book = view.rules().book();
        let sides = hidden_once_taken(grid, cell, body_on(unit, cell))
            .map(|hidden| CoverStrength::of_hidden(book, hidden));
        Some(Self {
            name: unit.identity.name().to_owned(),
            cell,
            sides,
            this_turn,
            attackers,
            targets,
            unpaid,
            blind_fire,
        })
    }

    /// Draws a thin line from every enemy that could hit the unit there.
    fn paint_lines(&self, brush: &Brush, palette: &Palette) {
        for eye in self.attackers.iter().flatten() {
            let line = [brush.lens.cell_centre(eye.cell), brush.lens.cell_centre(self.cell)];
            let alpha = 225 - eye.hidden.min(100);
            brush.painter.line_segment(
                line,
                Stroke::new(brush.lens.scaled_points_min(1.4, 1.1), with_alpha(palette.harm, alpha)),
            );
        }
    }

    /// Draws a shield on every covered side, and the number of threats.
    fn paint_shields(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = canvas;
        let side = brush.lens.scaled_points(17.0).clamp(11.0, 30.0);
        for (direction, cover) in Direction::ALL.into_iter().zip(self.sides) {
            let Some(cover) = cover.filter(|_| !direction.is_diagonal()) else { continue };
            let name = cover.picture();
            let (dx, dy) = direction.delta();
            let at = brush.lens.cell_centre(self.cell) + vec2(dx as f32, dy as f32) * brush.lens.unit * 0.5;
            let rect = Rect::from_center_size(at, Vec2::splat(side));
            brush.painter.add(art.shape(name, rect.expand(brush.lens.scaled_points(1.8)), 0.0, SHADE));
            brush.painter.add(art.shape(name, rect, 0.0, shield_colour(palette, self.this_turn)));
        }
        // In the battle the card of the square says it.
        if let Some(eyes) = self.attackers.as_ref().filter(|_| canvas.view.round().is_deploying()) {
            let words = exposure_words(&self.name, (self.targets, self.unpaid), eyes.len(), self.blind_fire);
            let colour = match (eyes.is_empty(), self.blind_fire.at_unit) {
                (true, 0) => palette.good,
                (true, _) => palette.caution,
                (false, _) => palette.harm,
            };
            // Beyond the movement cost.
            canvas.draw_cell_label(self.cell, 22.0, &words, (colour, with_alpha(colour, 120)));
        }
    }
}

impl Overlay for Option<CellSafety> {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let open = inputs.session.intent == Intent::Move && inputs.view.round().outcome().is_none();
        let aimed = inputs.ready.zip(inputs.hovered_cell()).filter(|_| open);
        *self = aimed.and_then(|(unit, cell)| CellSafety::assess(inputs, unit, cell));
    }

    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(safety) = self {
            safety.paint_lines(canvas.brush, canvas.palette);
        }
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(safety) = self {
            safety.paint_shields(canvas);
        }
    }
}

/// What is said of a unit whose announced attack reaches no enemy from a square, where another one in its place would.
const ONLY_REPLACED: &str = "can hit an enemy only in place of the announced attack";

/// Describes a square for a unit, which may be an enemy: "Vex can hit 2 enemies · 2 enemies can hit Vex, 1 of them only
/// through a wall".
fn exposure_words(
    name: &str,
    (targets, unpaid): (usize, Option<&'static str>),
    shooters: usize,
    blind_fire: BlindFire,
) -> String {
    let own = match (targets, unpaid) {
        (0, Some(unpaid)) => format!("{name} {unpaid}"),
        (0, None) if blind_fire.at_others == 0 => format!("{name} can hit no enemy"),
        (targets, _) => {
            let through = through_walls_words(targets, blind_fire.at_others);
            format!("{name} can hit {}{through}", enemy_count(targets + blind_fire.at_others))
        }
    };
    let others = match shooters + blind_fire.at_unit {
        0 => format!("no enemy can hit {name}"),
        all => {
            let through = through_walls_words(shooters, blind_fire.at_unit);
            format!("{} can hit {name}{through}", enemy_count(all))
        }
    };
    format!("{own} \u{00b7} {others}")
}

/// Counts units of the other side: "1 enemy", "2 enemies".
fn enemy_count(count: usize) -> String {
    format!("{count} {}", if count == 1 { "enemy" } else { "enemies" })
}

/// Says how many of the hits that a square offers or invites go through a wall.
fn through_walls_words(seen: usize, blind: usize) -> String {
    match (seen, blind) {
        (_, 0) => String::new(),
        (0, _) => ", only through a wall".to_owned(),
        (_, blind) => format!(", {blind} of them only through a wall"),
    }
}

/// How a unit that arrives at this pace has moved.
pub(crate) fn gait_of(pace: Pace) -> MovementMode {
    match pace {
        Pace::Walk => MovementMode::Steady,
        Pace::Run => MovementMode::Running,
        Pace::Sprint => MovementMode::Sprinting,
    }
}

/// Returns the enemies that could hit a unit on the square.
fn possible_attackers(view: &BattleView, threats: &[EnemyThreat]) -> Vec<PossibleAttacker> {
    let attacker = |threat: &EnemyThreat| {
        if threat.is_blind {
            return None;
        }
        let enemy = view.unit(threat.enemy)?;
        Some(PossibleAttacker { cell: enemy.cell(), hidden: threat.hidden })
    };
    threats.iter().filter_map(attacker).collect()
}

/// Whether a weapon in the unit's hands shoots that far.
pub(crate) fn can_shoot_as_far(unit: &UnitDataItem, distance_squared: u32) -> bool {
    unit.inventory.held_items().any(|(_, carried)| {
        let far =
            matches!(carried.reach(), WeaponReach::Ranged { metres } if distance_squared <= metres.saturating_mul(metres));
        far && (carried.loaded() > 0 || carried.magazine() == 0) && carried.fault() == WeaponMalfunction::None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_says_who_can_hit_whom() {
        let none = BlindFire::default();
        assert_eq!(
            exposure_words("Vex", (2, None), 1, none),
            "Vex can hit 2 enemies \u{00b7} 1 enemy can hit Vex"
        );
        assert_eq!(
            exposure_words("Vex", (0, None), 0, none),
            "Vex can hit no enemy \u{00b7} no enemy can hit Vex"
        );
        assert_eq!(
            exposure_words("Vex", (0, Some("has no attack left this turn")), 1, none),
            "Vex has no attack left this turn \u{00b7} 1 enemy can hit Vex"
        );
        assert_eq!(
            exposure_words("Vex", (0, Some(ONLY_REPLACED)), 0, none),
            "Vex can hit an enemy only in place of the announced attack \u{00b7} no enemy can hit Vex"
        );
        let blind = BlindFire { at_others: 1, at_unit: 1 };
        assert_eq!(
            exposure_words("Vex", (0, None), 0, blind),
            "Vex can hit 1 enemy, only through a wall \u{00b7} 1 enemy can hit Vex, only through a wall"
        );
        assert_eq!(
            exposure_words("Vex", (2, None), 1, blind),
            "Vex can hit 3 enemies, 1 of them only through a wall \u{00b7} 2 enemies can hit Vex, 1 of them only through a wall"
        );
    }
}
