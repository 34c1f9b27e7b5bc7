//! Tools: what pointer and keys hold and hit; the edits that they mean are in `strokes`.

use bevy::prelude::*;
use bevy_egui::egui::Vec2;

use super::{Lab, Tab};
use crate::board::{Lens, Pointer};
use crate::input::{Command, Keys};
use crate::session::{Hover, Session};
use battle::{BattleView, UnitId};
use content::{Footing, Wear};
use field::{Cell, Edge, Place, Side};
use lab::{Edit, Soil, Wall};

/// How near to an edge the pointer means the edge, in squares.
const NEAR: f32 = 0.3;

/// What the pointer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Tool {
    /// Selects and drags.
    #[default]
    Select,
    /// Places units.
    Unit,
    /// Places barriers.
    Barrier,
    /// Paints ground.
    Ground,
    /// Takes away.
    Erase,
    /// Chooses who attacks what.
    Aim,
}

impl Tool {
    /// All tools with their names, in the order of their keys.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Select, "Select and drag"),
        (Self::Unit, "Unit"),
        (Self::Barrier, "Barrier"),
        (Self::Ground, "Ground"),
        (Self::Erase, "Erase"),
        (Self::Aim, "Aim"),
    ];
}

/// What is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// A unit, by its place in the list.
    Unit(usize),
    /// A barrier.
    Barrier(Place),
    /// A square.
    Square(Cell),
}

/// What is in hand.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// What the pointer does.
    pub tool: Tool,
    /// What is selected.
    pub chosen: Option<Chosen>,
    /// Sort and side of the next unit.
    pub archetype: String,
    /// Its side.
    pub side: u8,
    /// Sort of the next barrier; nothing for one by its properties.
    pub kind: Option<String>,
    /// Its properties, if no sort is chosen.
    pub wall: Wall,
    /// The side of the square where it goes; nothing for the nearest one.
    pub facing: Option<Side>,
    /// The next ground.
    pub soil: Soil,
    /// Squares painted at once: 1, 3 or 5 each way.
    pub breadth: u8,
    /// The next click of the aim chooses the attacker.
    pub attacker_next: bool,
    /// What is dragged.
    pub drag: Option<Drag>,
    /// The barrier that was turned last, the square it is turned around, and the side of it where it is.
    pub turned: Option<(Place, Cell, Side)>,
}

impl Default for Tools {
    fn default() -> Self {
        Self {
            tool: Tool::Select,
            chosen: None,
            archetype: "officer".to_owned(),
            side: 0,
            kind: Some("brick_wall".to_owned()),
            wall: Wall::default(),
            facing: None,
            soil: Soil::of("rubble"),
            breadth: 1,
            attacker_next: true,
            drag: None,
            turned: None,
        }
    }
}

/// What the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drag {
    Unit(usize),
    Barrier(Place),
    /// A stroke of barriers, ground or erasing; the last square or edge that was worked on.
    Stroke(Option<Place>),
    /// What is aimed at.
    Aim,
}

/// The pointer on the map, and what is under it.
pub(super) struct At<'a, 'w, 's> {
    pub view: &'a BattleView<'w, 's>,
    map: Vec2,
    pub cell: Cell,
    hover: Hover,
}

/// Obeys pointer and keys of the tools.
#[expect(clippy::too_many_arguments, reason = "pointer, keys and what they act on")]
pub(super) fn obey(
    mut lab: ResMut<Lab>,
    mut session: ResMut<Session>,
    keys: Keys,
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: Res<Pointer>,
    lens: Res<Lens>,
    view: BattleView,
    time: Res<Time<Real>>,
) {
    if session.paused {
        lab.tools.drag = None;
        return;
    }
    let now = time.elapsed_secs_f64();
    press_keys(&keys, &mut lab, &mut session, now);
    let confirmed = keys.just(Command::Confirm);
    let pressed = buttons.just_pressed(MouseButton::Left);
    if let Some(at) = under(&pointer, &lens, &view, &session, confirmed) {
        let lab = lab.as_mut();
        if pressed || confirmed {
            press(lab, &mut session, &at, keys.shift(), now);
        } else if buttons.pressed(MouseButton::Left) && lab.tools.drag.is_some() {
            drag(lab, &mut session, &at, now);
        }
        if confirmed {
            lab.let_go();
        }
    } else if pressed && pointer.on_board.is_some() && lab.tools.tool == Tool::Select {
        // Beside the map lies nothing.
        lab.tools.chosen = None;
    }
    if buttons.just_released(MouseButton::Left) && lab.tools.drag.is_some() {
        lab.let_go();
    }
    show_selection(&lab, &mut session);
}

fn press_keys(keys: &Keys, lab: &mut Lab, session: &mut Session, now: f64) {
    if let Some((tool, _)) = keys.action().and_then(|number| Tool::ALL.get(number)) {
        lab.tools.tool = *tool;
    }
    if keys.just(Command::Remove) {
        lab.remove_chosen(session, now);
    }
    // In the steps the same key goes on.
    if keys.just(Command::Turn) && lab.tab != Tab::Steps {
        lab.turn(session, now);
    }
    let backwards = keys.just(Command::PreviousUnit);
    if keys.just(Command::NextUnit) || backwards {
        let count = lab.scene().skirmish.units.len();
        let now_at = match lab.tools.chosen {
            Some(Chosen::Unit(at)) => Some(at),
            _ => None,
        };
        let next = match (now_at, backwards) {
            (None, _) => 0,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        };
        lab.tools.chosen = Some(Chosen::Unit(next));
        session.look_at = lab.scene().skirmish.units.get(next).map(|unit| unit.cell);
    }
}

/// What the pointer is on; for a key, what the cursor is on.
pub(super) fn under<'a, 'w, 's>(
    pointer: &Pointer,
    lens: &Lens,
    view: &'a BattleView<'w, 's>,
    session: &Session,
    by_key: bool,
) -> Option<At<'a, 'w, 's>> {
    let hover = session.hover?;
    let map = match pointer.on_board {
        Some(at) if !(by_key && session.cursor.is_some()) => lens.to_map(at),
        _ if by_key => Vec2::new(hover.cell.x as f32 + 0.5, hover.cell.y as f32 + 0.5),
        _ => return None,
    };
    Some(At { view, map, cell: hover.cell, hover })
}

impl At<'_, '_, '_> {
    /// The unit, by its place in the list.
    pub(super) fn unit(&self) -> Option<usize> {
        self.hover.unit.map(|id| id.0 as usize - 1)
    }

    /// The barrier, whole or not.
    pub(super) fn barrier(&self) -> Option<Place> {
        self.hover.barrier.and_then(|id| self.view.field().barrier(id)).map(|(_, place)| place)
    }

    /// Whether the pointer is near to a corner of the square.
    fn in_corner(&self) -> bool {
        let within = self.map - Vec2::new(self.cell.x as f32, self.cell.y as f32);
        within.x.min(1.0 - within.x) < NEAR && within.y.min(1.0 - within.y) < NEAR
    }

    /// Where a barrier of this footing goes.
    pub(super) fn place(&self, footing: Footing, facing: Option<Side>) -> Place {
        let within = self.map - Vec2::new(self.cell.x as f32, self.cell.y as f32);
        let sides = [
            (within.y, Side::North),
            (1.0 - within.x, Side::East),
            (1.0 - within.y, Side::South),
            (within.x, Side::West),
        ];
        let nearest = sides.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
        let (distance, side) = nearest.unwrap_or((1.0, Side::North));
        match (footing, facing) {
            (Footing::Square, _) => Place::Square(self.cell),
            (Footing::Both, None) if distance > NEAR => Place::Square(self.cell),
            (_, facing) => Place::Edge(Edge::new(self.cell, facing.unwrap_or(side))),
        }
    }
}

fn press(lab: &mut Lab, session: &mut Session, at: &At, shift: bool, now: f64) {
    let tool = lab.tools.tool;
    match tool {
        Tool::Select => {
            lab.tools.chosen = Some(match (at.unit(), at.barrier()) {
                (Some(unit), _) => Chosen::Unit(unit),
                (None, Some(place)) => Chosen::Barrier(place),
                (None, None) => Chosen::Square(at.cell),
            });
            lab.tools.drag = match lab.tools.chosen {
                Some(Chosen::Unit(unit)) => Some(Drag::Unit(unit)),
                Some(Chosen::Barrier(place)) => Some(Drag::Barrier(place)),
                _ => None,
            };
        }
        Tool::Unit => match at.unit() {
            Some(unit) => {
                lab.tools.chosen = Some(Chosen::Unit(unit));
                lab.tools.drag = Some(Drag::Unit(unit));
            }
            None => lab.add_unit(at, session, now),
        },
        Tool::Barrier | Tool::Ground | Tool::Erase => {
            if let (Tool::Erase, Some(unit)) = (tool, at.unit()) {
                lab.tools.chosen = None;
                lab.change(Edit::RemoveUnit { at: unit }, session, now);
                return;
            }
            lab.tools.drag = Some(Drag::Stroke(None));
            drag(lab, session, at, now);
        }
        Tool::Aim => {
            if lab.aim_at(at, shift, session, now) {
                lab.tools.drag = Some(Drag::Aim);
            }
        }
    }
}

fn drag(lab: &mut Lab, session: &mut Session, at: &At, now: f64) {
    let Some(held) = lab.tools.drag else { return };
    match held {
        Drag::Unit(unit) => {
            let from = lab.scene().skirmish.units.get(unit).map(|unit| unit.cell);
            if from != Some(at.cell) && lab.free_for_units(at.view, at.cell, Some(unit)) {
                lab.draw(Edit::Move { at: unit, to: at.cell }, session, now);
            }
        }
        Drag::Barrier(from) => {
            let Some(kind) = lab.scene().barrier_at(from).map(str::to_owned) else { return };
            let footing = lab.footing(&kind);
            let to = match from {
                Place::Square(_) if footing != Footing::Edge => Place::Square(at.cell),
                _ => at.place(Footing::Edge, None),
            };
            let taken = lab.scene().barrier_at(to).is_some() || !lab.free_for_barrier(to);
            if to == from || taken {
                return;
            }
            let wear = lab.scene().worn.get(&from).copied().unwrap_or_default();
            let edits = vec![
                Edit::Barrier { place: from, kind: None, wear: Wear::default() },
                Edit::Barrier { place: to, kind: Some(kind), wear },
            ];
            if lab.draw(Edit::Together(edits), session, now) {
                lab.tools.drag = Some(Drag::Barrier(to));
                lab.tools.chosen = Some(Chosen::Barrier(to));
            }
        }
        Drag::Aim => lab.aim_on(at, session, now),
        Drag::Stroke(last) => {
            // Where two sides are as near as each other a stroke waits: it would turn the corner there unasked.
            let aside = lab.tools.tool == Tool::Barrier && lab.tools.facing.is_none() && at.in_corner();
            if last.is_some() && aside {
                return;
            }
            let place = match lab.tools.tool {
                Tool::Barrier => at.place(lab.next_footing(), lab.tools.facing),
                Tool::Erase => at.barrier().unwrap_or(Place::Square(at.cell)),
                _ => Place::Square(at.cell),
            };
            if last == Some(place) {
                return;
            }
            lab.tools.drag = Some(Drag::Stroke(Some(place)));
            let edit = match lab.tools.tool {
                Tool::Barrier => lab.barrier_edit(place),
                Tool::Erase => lab.erasing(at, place),
                _ => lab.ground_edit(at.cell),
            };
            match edit {
                Ok(Some(edit)) => {
                    lab.draw(edit, session, now);
                }
                Ok(None) => {}
                Err(problem) => session.notice = Some((problem, now)),
            }
        }
    }
}

/// The board marks whoever is selected.
fn show_selection(lab: &Lab, session: &mut Session) {
    let selected = match lab.tools.chosen {
        Some(Chosen::Unit(at)) => Some(UnitId(at as u32 + 1)),
        _ => None,
    };
    if session.selected != selected {
        session.selected = selected;
    }
}
