//! What can be laid over the Lab's board: switched on one by one, drawn together, worked out anew when the scene changes.
//!
//! What takes less than a frame follows at once; the rest is worked out aside, and until it is there nothing of it is drawn.

mod cover;
mod lines;
mod reach;
mod sights;
mod tab;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use self::cover::CoverKey;
use super::{Lab, LabSystems, Tab, in_tab, on_tab};
use crate::aside::Aside;
use crate::board::art::Art;
use crate::board::overlay::{blast, flights};
use crate::board::strokes::{Brush, plate};
use crate::board::{BoardSystems, Lens, PaintSystems};
use crate::input::{Command, Keys};
use crate::session::{Screen, Session};
use crate::settings::Settings;
use crate::theme::faded;
use battle::{Aimed, BattleView, History, Snapshot, Target, UnitId, target_cell};
use content::AimAt;
use field::{Body, Cell, CoverField};
use lab::overlay::{self, Blast, KnockField, Line, Moves, Sights};
use rules::{Book, FireMode};

/// Maps with at most so many squares have their cover worked out within a frame.
const SMALL: usize = 64 * 64;

/// Something that can be laid over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    /// Lines of sight and fire from the attacker.
    Lines,
    /// Cover of every square against the attacker.
    Cover,
    /// Who sees whom.
    Sights,
    /// What an explosion reaches.
    Blast,
    /// Where the blow throws whom.
    Flights,
    /// Where the attacker can get.
    Reach,
}

impl Overlay {
    /// All of them with the command that switches them, in the order of the tab.
    pub const ALL: [(Self, Command, &'static str); 6] = [
        (Self::Lines, Command::OverlayLines, "Lines of sight and fire"),
        (Self::Cover, Command::OverlayCover, "Cover against the attacker"),
        (Self::Sights, Command::OverlaySights, "Who sees whom"),
        (Self::Blast, Command::OverlayBlast, "Blast and its shadows"),
        (Self::Flights, Command::OverlayFlights, "Knockback"),
        (Self::Reach, Command::OverlayReach, "Reach of the attacker"),
    ];
}

/// What is switched on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Toggles {
    on: [bool; 6],
    /// Cover is that of somebody who lies.
    pub prone: bool,
}

impl Toggles {
    /// Whether it is shown.
    pub fn has(self, overlay: Overlay) -> bool {
        self.on[overlay as usize]
    }

    /// Shows or hides it.
    pub fn set(&mut self, overlay: Overlay, on: bool) {
        self.on[overlay as usize] = on;
    }
}

/// The scene and its book, and how much has happened since to what the board shows.
type Moment = (u64, Book, usize);

/// What the overlays are about.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct Subject {
    /// The scene and the book that the world shows; nothing while it lags behind.
    pub current: Option<Moment>,
    /// Who acts.
    pub attacker: Option<UnitId>,
    /// On what.
    pub target: Option<Target>,
    /// Number of its weapon.
    pub weapon: usize,
    /// How it is fired.
    pub mode: Option<FireMode>,
    /// How else it differs from the plain attack.
    pub manner: Option<String>,
}

impl Subject {
    fn aimed(&self) -> Option<Aimed<'_>> {
        let (weapon, mode) = (self.weapon, self.mode);
        Some(Aimed { unit: self.attacker?, weapon, mode, manner: self.manner.as_deref() })
    }
}

/// Everything that is laid over the board now.
#[derive(Resource, Default)]
struct Laid {
    known: Option<(Subject, Toggles)>,
    snapshot: Option<Arc<Snapshot>>,
    lines: Vec<Line>,
    sights: Sights,
    blast: Option<Blast>,
    moves: Moves,
    cover: Aside<CoverKey, CoverField>,
    flights: Aside<Subject, Option<KnockField>>,
}

impl Laid {
    fn cover(&self) -> Option<&CoverField> {
        let (subject, toggles) = self.known.as_ref()?;
        subject.current?;
        let key = CoverKey::of(self.snapshot.as_ref()?, subject.attacker?, toggles.prone)?;
        self.cover.get(&key).filter(|_| toggles.has(Overlay::Cover)).map(Arc::as_ref)
    }

    /// The flights of the aimed attack; nothing while they are worked out, nothing within where they cannot be told.
    fn flights(&self) -> Option<Option<&KnockField>> {
        let (subject, toggles) = self.known.as_ref()?;
        let found = self.flights.get(subject).filter(|_| toggles.has(Overlay::Flights))?;
        Some(found.as_ref().as_ref())
    }

    fn has(&self, overlay: Overlay) -> bool {
        self.known.as_ref().is_some_and(|(_, toggles)| toggles.has(overlay))
    }

    /// What is being worked out: it is not on the board yet.
    fn working(&self) -> Vec<&'static str> {
        let cover = (self.has(Overlay::Cover) && self.cover.is_working()).then_some("cover");
        let flights = (self.has(Overlay::Flights) && self.flights.is_working()).then_some("knockback");
        cover.into_iter().chain(flights).collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    let open = in_state(Screen::Lab).and_then(resource_exists::<Lab>);
    app.init_resource::<Toggles>()
        .init_resource::<Subject>()
        .init_resource::<Laid>()
        .add_systems(OnEnter(Screen::Lab), clear)
        .add_systems(OnExit(Screen::Lab), clear)
        .add_systems(Update, (follow, prepare).chain().in_set(BoardSystems::Prepare).run_if(open.clone()))
        .add_systems(
            EguiPrimaryContextPass,
            (
                under.in_set(PaintSystems::Under).run_if(open.clone()),
                over.in_set(PaintSystems::Over).run_if(open),
                show.in_set(LabSystems::Tabs).run_if(on_tab(Tab::Overlays)),
            ),
        );
}

/// Another scene is on the board, or none.
fn clear(mut laid: ResMut<Laid>) {
    *laid = Laid::default();
}

/// What the overlays are about is the aim of the scene, or else whoever is selected.
fn follow(
    mut subject: ResMut<Subject>,
    lab: Res<Lab>,
    session: Res<Session>,
    history: Res<History>,
    view: BattleView,
) {
    let unit = |number: usize| u32::try_from(number + 1).ok().map(UnitId);
    let happened = history.chapters().iter().map(|chapter| chapter.happenings.len()).sum();
    let current = lab.is_current().then(|| (lab.revision(), lab.book, happened));
    let new = match lab.aim() {
        Some(aim) => Subject {
            current,
            attacker: unit(aim.attacker),
            target: match aim.at {
                AimAt::Unit(number) => unit(number).map(Target::Unit),
                AimAt::Barrier(place) => view.barrier_at(place).map(|data| Target::Barrier(*data.id)),
                AimAt::Square(cell) => Some(Target::Square(cell)),
            },
            weapon: aim.weapon,
            mode: aim.mode,
            manner: aim.manner.clone(),
        },
        None => Subject { current, attacker: session.selected, ..Subject::default() },
    };
    subject.set_if_neq(new);
}

/// Switches overlays by their keys, and works out what has changed.
fn prepare(
    mut laid: ResMut<Laid>,
    mut toggles: ResMut<Toggles>,
    subject: Res<Subject>,
    view: BattleView,
    keys: Keys,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for (overlay, command, _) in Overlay::ALL {
        if keys.just(command) {
            let on = toggles.has(overlay);
            toggles.set(overlay, !on);
        }
    }
    let laid = laid.as_mut();
    let state = subject.current.map(|_| (subject.clone(), *toggles));
    if laid.known != state {
        laid.known = state;
        if subject.current.is_some() {
            renew(laid, &view, &subject, *toggles);
        }
        redraw.write(RequestRedraw);
    }
    let news = laid.cover.poll() | laid.flights.poll();
    if news || !laid.working().is_empty() {
        redraw.write(RequestRedraw);
    }
}

fn renew(laid: &mut Laid, view: &BattleView, subject: &Subject, toggles: Toggles) {
    let snapshot = Arc::new(Snapshot::of(view, laid.snapshot.as_deref()));
    laid.snapshot = Some(Arc::clone(&snapshot));
    let attacker = subject.attacker.filter(|id| view.unit(*id).is_some());
    laid.lines = match attacker {
        Some(attacker) if toggles.has(Overlay::Lines) => overlay::lines(&snapshot, attacker.0),
        _ => Vec::new(),
    };
    if toggles.has(Overlay::Sights) {
        laid.sights.renew(&snapshot);
    }
    laid.moves = match attacker {
        Some(attacker) if toggles.has(Overlay::Reach) => overlay::moves(view, attacker),
        _ => Moves::default(),
    };
    laid.blast = blast_of(view, &snapshot, subject).filter(|_| toggles.has(Overlay::Blast));
    if let Some(attacker) = attacker.filter(|_| toggles.has(Overlay::Cover)) {
        cover_of(laid, &snapshot, attacker, toggles.prone);
    }
    if toggles.has(Overlay::Flights)
        && let Some(work) = flights_of(view, &snapshot, subject)
    {
        laid.flights.want(subject.clone(), work);
    }
}

/// The map that is known is mended where that is enough.
fn cover_of(laid: &mut Laid, snapshot: &Arc<Snapshot>, attacker: UnitId, prone: bool) {
    let Some(key) = CoverKey::of(snapshot, attacker, prone) else { return };
    let last = laid.cover.last().map(Arc::clone);
    let snapshot = Arc::clone(snapshot);
    let body = if prone { Body::PRONE } else { Body::STANDING };
    let small = usize::from(snapshot.grid().width()) * usize::from(snapshot.grid().height()) <= SMALL;
    let work = move || {
        let mut field = last.map_or_else(CoverField::new, |last| CoverField::clone(&last));
        overlay::cover(&mut field, &snapshot, attacker.0, body);
        field
    };
    if small {
        laid.cover.answer(key, work);
    } else {
        laid.cover.want(key, work);
    }
}

fn blast_of(view: &BattleView, snapshot: &Snapshot, subject: &Subject) -> Option<Blast> {
    let unit = view.unit(subject.attacker?)?;
    let centre: Cell = target_cell(view, unit.cell(), subject.target?)?;
    let weapon = unit.arsenal.carried().get(subject.weapon)?.weapon();
    overlay::blast(snapshot, unit.id.0, weapon, centre)
}

type FlightWork = Box<dyn FnOnce() -> Option<KnockField> + Send>;

fn flights_of(view: &BattleView, snapshot: &Arc<Snapshot>, subject: &Subject) -> Option<FlightWork> {
    let snapshot = Arc::clone(snapshot);
    match subject.target? {
        Target::Unit(target) => {
            let engagement = view.engagement(subject.aimed()?, target)?;
            Some(Box::new(move || overlay::knockback(&snapshot, &engagement, &[])))
        }
        Target::Square(target) => {
            let engagement = view.square_engagement(subject.aimed()?, target)?;
            Some(Box::new(move || overlay::knockback_at(&snapshot, &engagement)))
        }
        Target::Barrier(_) => None,
    }
}

/// Beneath everything that stands: tints of squares.
fn under(
    mut contexts: EguiContexts,
    lens: Res<Lens>,
    laid: Res<Laid>,
    art: Res<Art>,
    settings: Res<Settings>,
) -> Result {
    if laid.known.is_none() {
        return Ok(());
    }
    let palette = settings.palette();
    let context = contexts.ctx_mut()?.clone();
    let painter = egui::Painter::new(context, egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    if let (Some(field), Some(snapshot)) = (laid.cover(), &laid.snapshot) {
        cover::paint(&brush, field, snapshot.grid(), &art, palette);
    }
    reach::paint(&brush, &laid.moves, &art, palette);
    if let Some(blast) = &laid.blast {
        blast::paint(&brush, blast, &art, palette);
    }
    Ok(())
}

/// Above the tokens: lines, numbers, arrows.
fn over(mut contexts: EguiContexts, lens: Res<Lens>, laid: Res<Laid>, settings: Res<Settings>) -> Result {
    let Some((subject, _)) = &laid.known else { return Ok(()) };
    let palette = settings.palette();
    let context = contexts.ctx_mut()?.clone();
    let painter = egui::Painter::new(context, egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    if laid.has(Overlay::Sights) {
        sights::paint(&brush, &laid.sights, palette);
    }
    let target = match subject.target {
        Some(Target::Unit(id)) => Some(id.0),
        _ => None,
    };
    lines::paint(&brush, &laid.lines, target, laid.snapshot.as_deref(), palette);
    if let Some(blast) = &laid.blast {
        blast::paint_centre(&brush, blast, palette);
    }
    if let Some(Some(field)) = laid.flights() {
        flights::paint(&brush, field, palette);
    }
    let working = laid.working();
    if !working.is_empty() {
        let words = format!("working out {} ...", working.join(" and "));
        let at = pos2(lens.clip.center().x, lens.clip.top() + 10.0);
        let rim = faded(palette.caution, 200);
        plate(&painter, at, Align2::CENTER_TOP, &words, 13.0, palette.text, rim);
    }
    Ok(())
}

/// The tab of overlays.
fn show(
    mut contexts: EguiContexts,
    lab: Res<Lab>,
    view: BattleView,
    laid: Res<Laid>,
    mut toggles: ResMut<Toggles>,
    settings: Res<Settings>,
    art: Res<Art>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let mut chosen = *toggles;
    in_tab(&context, &lab, Tab::Overlays, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            tab::show(ui, &view, &laid, &mut chosen, &settings, &art);
        });
    });
    toggles.set_if_neq(chosen);
    Ok(())
}

#[cfg(test)]
mod tests;
