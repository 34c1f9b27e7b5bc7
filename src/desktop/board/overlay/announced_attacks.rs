//! Attacks that units have announced, as thin arrows from the unit to its target: of all enemies while a question asks what to
//! announce, else of the unit that is hovered or selected, and on it. In melee they follow the way on which the unit walks up.

use super::attack_way::AttackWay;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::SHADE;
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem};
use model::{Cell, Side, UnitId};
use rules::{ImpossibleAttack, QueuedAttack};

/// Distance of the ends of an arrow from the middles of the squares, in squares.
const RIM: f32 = 0.5;
/// Length of the point of an arrow, in points.
const POINT: f32 = 8.0;
/// Shares of an arrow at which its label can stand, the preferred ones first.
const LABEL_SHARES: [f32; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
/// What is said of an announced attack whose target lies unconscious and still has to be slain.
pub(crate) const SLAYS: &str = "unconscious: attack to kill";
/// Space between the target of several arrows and its label, in points.
const LIFT: f32 = 3.0;

/// An announced attack.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AnnouncedArrow {
    units: [UnitId; 2],
    cells: [Cell; 2],
    side: Side,
    /// The squares on which the unit walks up, none if it attacks from where it is; or why it cannot attack now.
    way: Result<Vec<Cell>, ImpossibleAttack>,
    /// Whether its target lies unconscious and still has to be slain.
    slays: bool,
    weapon: String,
}

impl AnnouncedArrow {
    /// Whether it can be made now.
    fn is_possible(&self) -> bool {
        self.way.is_ok()
    }

    /// Returns its line.
    fn line(&self) -> AttackWay {
        AttackWay::new(self.cells, self.way.as_deref().ok(), RIM)
    }

    /// Names the weapon, and why it cannot be used on the target: "Club (the path is blocked)"; or that the target is to be slain.
    fn words(&self) -> String {
        match self.way {
            Ok(_) if self.slays => format!("{} ({SLAYS})", self.weapon),
            Ok(_) => self.weapon.clone(),
            Err(why) => format!("{} ({why})", self.weapon),
        }
    }
}

/// The announced attacks on units, as far as the viewer sees both units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnnouncedAttacks {
    arrows: Vec<AnnouncedArrow>,
    /// The side that is asked what to announce: all arrows of others are shown.
    asked: Option<Side>,
}

/// Lists the attacks of a unit on units that are seen.
fn arrows_of(view: &BattleView, unit: &UnitDataItem) -> Vec<AnnouncedArrow> {
    let arrow = |(attack, obstacle): (QueuedAttack, Option<_>)| {
        let QueuedAttack::Unit { slot, target } = attack else { return None };
        let other = view.unit(target)?;
        let slays = obstacle.is_some() && view.slays_unconscious(unit, attack);
        let weapon = unit.inventory.get(usize::from(slot))?.name().to_string();
        Some(AnnouncedArrow {
            units: [*unit.id, target],
            cells: [unit.cell(), other.cell()],
            side: *unit.side,
            way: match obstacle {
                Some(why) if !slays => Err(view.told_obstacle(unit, attack, why)),
                _ => view.way_to_attack(unit, usize::from(slot), target),
            },
            slays,
            weapon,
        })
    };
    view.queued_attacks(unit).into_iter().filter_map(arrow).collect()
}

/// Where a label of announced attacks stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelPlace {
    /// In the middle of the arrow between two squares.
    Arrow([Cell; 2]),
    /// Above the target of several arrows.
    Target(Cell),
}

/// Returns the labels at the arrows of a unit: the weapons of its own attacks, one label for each target, and the weapon of the
/// attack on it, or how many there are. Each has its place, its text, and whether one of its attacks can be made now.
fn labels_of(arrows: &[AnnouncedArrow], unit: UnitId) -> Vec<(LabelPlace, String, bool)> {
    let at_it: Vec<&AnnouncedArrow> = arrows.iter().filter(|arrow| arrow.units[1] == unit).collect();
    let mut labels: Vec<(LabelPlace, String, bool)> = match at_it.as_slice() {
        [] => Vec::new(),
        [only] => vec![(LabelPlace::Arrow(only.cells), only.words(), only.is_possible())],
        several => {
            let is_possible = several.iter().any(|arrow| arrow.is_possible());
            let place = LabelPlace::Target(several[0].cells[1]);
            vec![(place, format!("{} announced", several.len()), is_possible)]
        }
    };
    for arrow in arrows.iter().filter(|arrow| arrow.units[0] == unit) {
        let place = LabelPlace::Arrow(arrow.cells);
        match labels.iter_mut().find(|(known, ..)| *known == place) {
            Some((_, text, is_possible)) => {
                *text = format!("{text}, {}", arrow.words());
                *is_possible |= arrow.is_possible();
            }
            None => labels.push((place, arrow.words(), arrow.is_possible())),
        }
    }
    labels
}

/// Returns a label without what stands in brackets, the reasons why attacks cannot be made now, for where it has little room.
fn without_reasons(label: &str) -> String {
    let mut parts = label.split(" (");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or("", |(_, rest)| rest))
}

impl AnnouncedAttacks {
    /// Draws the labels at the arrows of the hovered unit, where they cover nothing: those of all units at once would hide the
    /// board. The card of the unit names those without a place.
    fn paint_labels(&self, canvas: &OverlayCanvas, unit: UnitId) {
        let OverlayCanvas { brush, palette, .. } = *canvas;
        let lens = brush.lens;
        for (place, text, is_possible) in labels_of(&self.arrows, unit) {
            let colour = if is_possible { palette.caution } else { palette.dim };
            match place {
                LabelPlace::Arrow(cells) => {
                    let Some(arrow) = self.arrows.iter().find(|arrow| arrow.cells == cells) else { continue };
                    let line = arrow.line();
                    let places = LABEL_SHARES.map(|share| lens.to_screen(line.point_at(share)));
                    let texts = [text.clone(), without_reasons(&text)];
                    canvas.draw_free_label(&places, &texts, (palette.text, colour));
                }
                LabelPlace::Target(cell) => {
                    canvas.draw_unit_label((cell, unit), LIFT, &text, (palette.text, colour));
                }
            }
        }
    }
}

impl Overlay for AnnouncedAttacks {
    fn update(&mut self, inputs: &OverlayInputs) {
        let view = inputs.view;
        let units = view.units().filter(|unit| unit.is_fighting());
        self.arrows = units.flat_map(|unit| arrows_of(view, &unit)).collect();
        // A unit that announces the same attack twice has one arrow.
        self.arrows.dedup_by(|one, other| one.units == other.units && one.weapon == other.weapon);
        let asked = view.open_prompt().filter(|_| !inputs.is_ai_turn && view.queue_candidates().is_some());
        self.asked = asked.map(|open| open.side());
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, session, .. } = *canvas;
        let lens = brush.lens;
        let hovered = session.hover.and_then(|hover| hover.unit);
        for arrow in &self.arrows {
            let is_meant =
                [hovered, session.selected].into_iter().flatten().any(|id| arrow.units.contains(&id));
            let is_asked = self.asked.is_some_and(|asked| asked != arrow.side);
            if !is_meant && !is_asked {
                continue;
            }
            let colour = if arrow.is_possible() { palette.caution } else { palette.dim };
            let strokes = [(3.0_f32, with_alpha(SHADE, 150)), (1.2, with_alpha(colour, 200))];
            let strokes = strokes.map(|(width, colour)| (lens.scaled_points_min(width, width * 0.8), colour));
            arrow.line().paint(brush, strokes, lens.scaled_points(POINT));
        }
        if let Some(unit) = hovered {
            self.paint_labels(canvas, unit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(units: [u32; 2], weapon: &str) -> AnnouncedArrow {
        AnnouncedArrow {
            units: units.map(UnitId),
            cells: units.map(|number| Cell::new(number.cast_signed(), 0)),
            side: Side(0),
            way: if weapon == "Club" { Err(ImpossibleAttack::PathBlocked) } else { Ok(Vec::new()) },
            slays: weapon == "Heavy pistol",
            weapon: weapon.to_owned(),
        }
    }

    #[test]
    fn several_attacks_on_a_unit_have_one_label_above_it() {
        let at = |number: i32| Cell::new(number, 0);
        let arrows = [
            arrow([1, 9], "Pistol"),
            arrow([2, 9], "Club"),
            arrow([3, 9], "Force bolt"),
            arrow([9, 1], "Fists"),
            arrow([9, 1], "Knife"),
        ];
        let own = (LabelPlace::Arrow([at(9), at(1)]), "Fists, Knife".to_owned(), true);
        let on_it = (LabelPlace::Target(at(9)), "3 announced".to_owned(), true);
        assert_eq!(labels_of(&arrows, UnitId(9)), [on_it, own]);
        let words = "Club (the path is blocked)".to_owned();
        let alone = (LabelPlace::Arrow([at(2), at(9)]), words, false);
        assert_eq!(labels_of(&arrows, UnitId(2)), [alone], "it cannot be made now");
        assert_eq!(labels_of(&arrows, UnitId(7)), []);
    }

    #[test]
    fn ab_cancel_01_an_attack_on_an_unconscious_target_that_has_to_be_slain_is_possible() {
        let arrows = [arrow([1, 9], "Heavy pistol"), arrow([2, 9], "Club")];
        let words = "Heavy pistol (unconscious: attack to kill)".to_owned();
        let place = LabelPlace::Arrow([Cell::new(1, 0), Cell::new(9, 0)]);
        assert_eq!(labels_of(&arrows, UnitId(1)), [(place, words, true)]);
        assert_eq!(without_reasons("Heavy pistol (unconscious: attack to kill)"), "Heavy pistol");
    }

    #[test]
    fn a_label_with_little_room_leaves_out_why_attacks_cannot_be_made() {
        assert_eq!(without_reasons("Knife"), "Knife");
        assert_eq!(without_reasons("Overload program (the target is out of the fight)"), "Overload program");
        assert_eq!(without_reasons("Club (the path is blocked), Knife"), "Club, Knife");
    }
}
