//! Blast overlay: the squares in reach of an explosion and the damage there; squares behind barriers are left out.

use bevy_egui::egui::{Align2, FontId, Pos2, Rect, Stroke, Vec2, vec2};

use super::super::super::session::{Hover, Intent};
use super::super::super::theme::{Palette, with_alpha};
use super::past_blast::PastBlast;
use super::{Overlay, OverlayCanvas, OverlayInputs, cell_fill};
use crate::board::atlas::BoardAtlas;
use crate::board::backward_search::PastPlace;
use crate::board::brush::{Brush, SHADE, draw_plate, plate_size};
use crate::board::interaction::square_aim::attack_target;
use battle::{BattleView, History, Target, UnitDataItem};
use lab::overlay::{BlastOverlay, blast_overlay_for};
use model::Cell;
use rules::{PendingAttack, UnitSnapshot, Weapon};

/// Size of the label, in points.
const LABEL_POINTS: f32 = 11.5;
/// Width of the ground around the board on which no label is to stand, in points.
const AROUND: f32 = 10_000.0;

/// Returns the explosion at the pointer: of the aimed weapon, the item to be placed, or an armed item on the ground.
fn aimed_blast(view: &BattleView, unit: &UnitDataItem, intent: Intent, hover: Hover) -> Option<BlastOverlay> {
    let number = match intent {
        Intent::Attack { weapon, .. } | Intent::PlaceItem { weapon, .. } => weapon,
        Intent::Move => {
            let armed = view.armed_items();
            let (_, lies) = armed.iter().find(|(_, item)| item.cell() == hover.cell)?;
            let owner = view.unit(lies.fuse().owner)?;
            return blast_at(view, &owner, lies.item().weapon(), hover.cell);
        }
        _ => return None,
    };
    let weapon = unit.inventory.get(number)?.weapon();
    if matches!(intent, Intent::Attack { .. }) {
        let target = attack_target(unit, view, hover, number)?;
        if matches!(target, Target::Barrier(_)) {
            return None;
        }
    }
    blast_at(view, unit, weapon, hover.cell)
}

impl Overlay for Option<BlastOverlay> {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        if !inputs.is_ai_turn
            && let Some(asked) = asked_blast(inputs.view).or_else(|| past_blast(inputs.view, inputs.history))
        {
            *self = Some(asked);
            return;
        }
        let aimed = inputs.fighter().zip(inputs.session.hover);
        *self = aimed.and_then(|(unit, hover)| aimed_blast(inputs.view, unit, inputs.session.intent, hover));
    }

    fn paint_below_pieces(&self, canvas: &OverlayCanvas) {
        if let Some(blast) = self {
            paint(canvas.brush, blast, canvas.art, canvas.palette);
        }
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(blast) = self {
            let units = canvas.view.units().filter(|unit| unit.out_of_action.on_map());
            let mut taken: Vec<Rect> = units.map(|unit| canvas.brush.lens.cell_rect(unit.cell())).collect();
            taken.extend(canvas.drawn_labels());
            let (lens, grid) = (canvas.brush.lens, canvas.view.field().grid());
            let last = Cell::new(i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
            let board = lens.cell_rect(Cell::new(0, 0)).union(lens.cell_rect(last));
            taken.extend(strips_around(board));
            let label = paint_blast_centre(canvas.brush, blast, canvas.palette, &taken);
            canvas.keep_free(label);
        }
    }
}

/// Returns the explosion that waits for the open prompt: that of an item where it lies, or that of an attack, for each of several
/// units that are asked one after the other. It is at its aim until dice have moved it, then where it has come down.
pub(crate) fn asked_blast(view: &BattleView) -> Option<BlastOverlay> {
    let context = view.prompt_context()?;
    let centre = context.blast_centre()?;
    match context.pending_attack() {
        PendingAttack::Attack(attack) => blast_of(view, (&attack.attacker, &attack.weapon), centre),
        PendingAttack::Detonation(detonation) => {
            blast_of(view, (&detonation.owner, &detonation.weapon), centre)
        }
    }
}

/// Returns the explosion that has gone off and whose harm the open prompt is about, such as whether a unit stays up.
fn past_blast(view: &BattleView, history: &History) -> Option<BlastOverlay> {
    view.open_prompt().filter(|open| open.follows_from_harm())?;
    let past = PastBlast::find(history.records(), |event| view.is_told(event))?;
    let centre = match past.place {
        PastPlace::Square(cell) => cell,
        PastPlace::Unit(unit) => view.unit(unit)?.cell(),
    };
    let owner = view.unit(past.owner)?;
    blast_at(view, &owner, past.weapon.item(owner.inventory)?.weapon(), centre)
}

/// Returns what a unit's weapon would hit if it detonated in a square, as far as the viewer knows.
pub(crate) fn blast_at(
    view: &BattleView,
    unit: &UnitDataItem,
    weapon: &Weapon,
    centre: Cell,
) -> Option<BlastOverlay> {
    blast_of(view, (&view.unit_snapshot(unit), weapon), centre)
}

fn blast_of(
    view: &BattleView,
    (unit, weapon): (&UnitSnapshot, &Weapon),
    centre: Cell,
) -> Option<BlastOverlay> {
    let units = view.units().filter(|other| other.can_be_caught()).map(|other| (*other.id, other.cell()));
    blast_overlay_for(units, view.field().grid(), (unit, weapon), view.rules(), centre)
}

/// Draws the squares, and the damage in each if it varies.
pub(crate) fn paint(brush: &Brush, blast: &BlastOverlay, art: &BoardAtlas, palette: &Palette) {
    let struck = || blast.squares.iter().filter(|square| !square.is_shielded);
    cell_fill::fill_plain(brush, struck().map(|square| square.cell), with_alpha(palette.harm, 70));
    let reached = struck().map(|square| square.cell).collect();
    cell_fill::draw_outline(
        brush,
        &cell_fill::border_edges(&reached),
        2.0,
        with_alpha(palette.harm, 220),
        false,
    );
    let shadowed = blast.squares.iter().filter(|square| square.is_shielded).map(|square| square.cell);
    cell_fill::fill_with_pattern(brush, art, "hatch_back", shadowed, with_alpha(palette.dim, 70));
    if blast.burst.is_even() || brush.lens.unit < 22.0 {
        return;
    }
    let font = FontId::proportional(brush.lens.scaled_points(11.0).clamp(9.0, 16.0));
    for square in struck() {
        let at =
            brush.lens.cell_rect(square.cell).left_top() + brush.lens.scaled_points(1.0) * vec2(7.0, 5.0);
        brush.painter.text(at + vec2(1.0, 1.0), Align2::LEFT_TOP, &square.damage, font.clone(), SHADE);
        brush.painter.text(at, Align2::LEFT_TOP, &square.damage, font.clone(), palette.text);
    }
}

/// Label of an explosion: "radius 3 m, damage 10".
fn blast_label(radius_m: u32, damage: &str) -> String {
    if damage.is_empty() {
        format!("radius {radius_m} m")
    } else {
        format!("radius {radius_m} m, damage {damage}")
    }
}

/// Returns the ground around the board, on which no label is to stand.
fn strips_around(board: Rect) -> [Rect; 4] {
    let far = board.expand(AROUND);
    [
        Rect::from_min_max(far.min, Pos2::new(board.left(), far.bottom())),
        Rect::from_min_max(Pos2::new(board.right(), far.top()), far.max),
        Rect::from_min_max(Pos2::new(board.left(), far.top()), board.right_top()),
        Rect::from_min_max(board.left_bottom(), Pos2::new(board.right(), far.bottom())),
    ]
}

/// Returns where a label beside the centre hides least of what is there, with its anchor.
fn free_side(at: Pos2, arm: f32, size: Vec2, taken: &[Rect]) -> (Pos2, Align2) {
    // Labels of lines are above the cross, those of knockback below: beside it first.
    let (side, lift) = (arm + 3.0, arm * 0.5);
    let places = [
        (vec2(-side, -lift), Align2::RIGHT_BOTTOM),
        (vec2(side, -lift), Align2::LEFT_BOTTOM),
        (vec2(-side, lift), Align2::RIGHT_TOP),
        (vec2(side, lift), Align2::LEFT_TOP),
        (vec2(0.0, -4.0 * side), Align2::CENTER_BOTTOM),
        (vec2(0.0, 4.0 * side), Align2::CENTER_TOP),
    ];
    let hidden = |(by, anchor): &(Vec2, Align2)| {
        let label = anchor.anchor_size(at + *by, size);
        let areas = taken.iter().map(|rect| rect.intersect(label)).filter(|rect| rect.is_positive());
        areas.map(|rect| rect.area()).sum::<f32>()
    };
    // The first of several that hide as little.
    let best = places.iter().min_by(|one, other| hidden(one).total_cmp(&hidden(other)));
    best.map_or((at, Align2::RIGHT_BOTTOM), |(by, anchor)| (at + *by, *anchor))
}

/// Draws a cross at the centre, with radius and damage where they hide least of what is there; returns where these are.
pub(crate) fn paint_blast_centre(
    brush: &Brush,
    blast: &BlastOverlay,
    palette: &Palette,
    taken: &[Rect],
) -> Rect {
    let (at, arm) = (brush.lens.cell_centre(blast.centre), brush.lens.scaled_points_min(9.0, 7.0));
    for (width, colour) in [(4.0, with_alpha(SHADE, 200)), (2.0, palette.harm)] {
        let stroke = Stroke::new(brush.lens.scaled_points_min(width, width * 0.8), colour);
        brush.painter.line_segment([at - vec2(arm, 0.0), at + vec2(arm, 0.0)], stroke);
        brush.painter.line_segment([at - vec2(0.0, arm), at + vec2(0.0, arm)], stroke);
        brush.painter.circle_stroke(at, arm * 0.6, stroke);
    }
    let words = blast_label(blast.burst.radius_m, blast.burst.damage_at(0).unwrap_or_default());
    let (beside, anchor) = free_side(at, arm, plate_size(brush.painter, &words, LABEL_POINTS), taken);
    draw_plate(
        brush.painter,
        beside,
        anchor,
        &words,
        LABEL_POINTS,
        palette.text,
        with_alpha(palette.harm, 170),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_of_an_explosion_moves_away_from_units() {
        let (at, size) = (Pos2::new(100.0, 100.0), vec2(90.0, 20.0));
        let label = |taken: &[Rect]| {
            let (place, anchor) = free_side(at, 8.0, size, taken);
            anchor.anchor_size(place, size)
        };
        assert!(label(&[]).right() < at.x, "on the left, if nothing is there");
        let left = Rect::from_min_max(Pos2::new(40.0, 60.0), Pos2::new(90.0, 140.0));
        assert!(!label(&[left]).intersects(left), "{}", label(&[left]));
        let right = left.translate(vec2(70.0, 0.0));
        assert!(!label(&[left, right]).intersects(left) && !label(&[left, right]).intersects(right));
    }

    #[test]
    fn the_label_of_an_explosion_stays_on_the_board() {
        let (board, size) = (Rect::from_min_max(Pos2::ZERO, Pos2::new(400.0, 300.0)), vec2(90.0, 20.0));
        for at in [Pos2::new(20.0, 150.0), Pos2::new(380.0, 150.0), Pos2::new(20.0, 290.0)] {
            let (place, anchor) = free_side(at, 8.0, size, &strips_around(board));
            let label = anchor.anchor_size(place, size);
            assert!(board.contains_rect(label), "{label} at {at:?}");
        }
    }

    #[test]
    fn the_label_says_what_its_figures_mean() {
        assert_eq!(blast_label(3, "10"), "radius 3 m, damage 10");
        assert_eq!(blast_label(4, ""), "radius 4 m");
    }
}
