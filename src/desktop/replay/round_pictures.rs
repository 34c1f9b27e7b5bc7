//! Pictures of a replayed battle: the board at the beginning of each round and at the end, each in a file.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, egui};

use super::playback::{ReplayPlayback, advance_replay, jump_to_position};
use crate::app_commands::{OrderSystems, notify};
use crate::board::{BoardAnimation, BoardViewport, CameraView};
use crate::panel::PanelState;
use crate::redraw::NextFrame;
use crate::rulebook::RulebookState;
use crate::session::Session;
use crate::window_picture::{PictureError, write_picture_part};
use battle::{BattleSetup, Battlefield};
use content::paths;

/// Frames in which board and panels take their place before a picture is taken.
const SETTLING_FRAMES: u8 = 8;
/// How often the window asks for the pixels of a picture.
const PIXELS_PERIOD: Duration = Duration::from_millis(40);
/// Space around the map, in squares.
const MARGIN: f32 = 0.5;

/// The pictures that are being taken.
#[derive(Resource, Debug, Default)]
pub(crate) struct RoundPictures {
    series: Option<PictureSeries>,
    /// Counts the series, so that pixels that come late belong to none.
    count: u32,
}

/// Pictures of one replay.
#[derive(Debug)]
struct PictureSeries {
    /// The journal that is watched.
    journal: PathBuf,
    folder: PathBuf,
    /// The positions that are still to be pictured, with the names of their files.
    wanted: VecDeque<(usize, String)>,
    saved: usize,
    stage: PictureStage,
    /// The position and the view of the player.
    before: (usize, CameraView),
}

/// What is done for the next picture.
#[derive(Debug)]
enum PictureStage {
    /// The position is to be shown.
    Seek,
    /// The window has shown it for so many frames, with nothing over the board.
    Settle(u8),
    /// The pixels are on their way.
    AwaitPixels,
    /// There is none: all are saved, one could not be, or the player has stopped.
    Over(SeriesEnd),
}

/// How a series ended.
#[derive(Debug)]
enum SeriesEnd {
    Complete,
    Cancelled,
    Failed(PictureError),
}

impl RoundPictures {
    /// Stops taking pictures. Returns whether some were being taken.
    pub fn cancel(&mut self) -> bool {
        match &mut self.series {
            Some(series) if !matches!(series.stage, PictureStage::Over(_)) => {
                series.stage = PictureStage::Over(SeriesEnd::Cancelled);
                true
            }
            _ => false,
        }
    }

    /// Returns the number of the picture that is being taken, and how many there are; `None` if none is.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let series = self.series.as_ref()?;
        Some((series.saved + 1, series.saved + series.wanted.len())).filter(|(next, all)| next <= all)
    }

    fn is_active(&self) -> bool {
        self.series.is_some()
    }
}

impl PictureSeries {
    /// Notes that the present picture was saved, or why not.
    fn note_result(&mut self, result: Result<(), PictureError>) {
        if matches!(self.stage, PictureStage::Over(_)) {
            return;
        }
        self.stage = match result {
            Err(error) => PictureStage::Over(SeriesEnd::Failed(error)),
            Ok(()) => {
                self.wanted.pop_front();
                self.saved += 1;
                match self.wanted.is_empty() {
                    true => PictureStage::Over(SeriesEnd::Complete),
                    false => PictureStage::Seek,
                }
            }
        };
    }

    /// Says what has been saved, and where.
    fn report(&self, end: &SeriesEnd) -> String {
        let saved = match self.saved {
            1 => "1 picture of the board".to_owned(),
            count => format!("{count} pictures of the board"),
        };
        let folder = self.folder.display();
        match end {
            SeriesEnd::Complete => format!("{saved} saved in {folder}."),
            SeriesEnd::Cancelled if self.saved == 0 => "Stopped: no picture was saved.".to_owned(),
            SeriesEnd::Cancelled => format!("Stopped: {saved} saved in {folder}."),
            SeriesEnd::Failed(error) => format!("Not all pictures are saved: {error}. {saved} in {folder}."),
        }
    }
}

/// Registers the pictures of rounds.
pub(super) fn plugin(app: &mut App) {
    let is_active = |pictures: Res<RoundPictures>| pictures.is_active();
    app.init_resource::<RoundPictures>().add_systems(
        PreUpdate,
        take_pictures.after(advance_replay).in_set(OrderSystems::Replay).run_if(is_active),
    );
}

/// Begins to take pictures of the replay on the screen; without one, nothing happens.
pub(crate) fn begin(world: &mut World) {
    let Some(mut replay) = world.get_resource_mut::<ReplayPlayback>() else { return };
    replay.stop();
    let (at, starts, last) = (replay.at, replay.round_starts(), replay.orders.len());
    let journal = replay.path().to_owned();
    let setup = world.resource::<BattleSetup>();
    let folder = picture_folder(&paths::pictures_dir(), &setup.bundle().id, setup.seed());
    let before = (at, *world.resource::<CameraView>());
    let mut pictures = world.resource_mut::<RoundPictures>();
    if pictures.is_active() {
        return;
    }
    pictures.count += 1;
    let (saved, stage, wanted) = (0, PictureStage::Seek, wanted_pictures(&starts, last));
    pictures.series = Some(PictureSeries { journal, folder, wanted, saved, stage, before });
}

/// Returns an unused folder for the pictures of a battle.
fn picture_folder(root: &Path, skirmish: &str, seed: u64) -> PathBuf {
    let stem = storage::file_stem(skirmish, "battle");
    storage::unused_file(root, |number| match number {
        1 => format!("{stem}-{seed}-rounds"),
        _ => format!("{stem}-{seed}-rounds-{number}"),
    })
}

/// Lists the positions to picture with the names of their files: the first order of each round, and the end.
fn wanted_pictures(starts: &[(u32, usize)], last: usize) -> VecDeque<(usize, String)> {
    let of_round = |(round, at): &(u32, usize)| match round {
        0 => (*at, "round-00-deployment.png".to_owned()),
        round => (*at, format!("round-{round:02}.png")),
    };
    starts.iter().map(of_round).chain([(last, "the-end.png".to_owned())]).collect()
}

/// Shows one position after the other, and takes a picture of each once the window shows it.
fn take_pictures(world: &mut World) {
    let watched = world.get_resource::<ReplayPlayback>().map(|replay| replay.path().to_owned());
    let mut pictures = world.resource_mut::<RoundPictures>();
    if pictures.series.as_ref().map(|series| &series.journal) != watched.as_ref() {
        // The replay was left, perhaps for another one: what is shown next has not the view of the pictures.
        pictures.series = None;
        world.resource_mut::<CameraView>().frame_anew();
        return;
    }
    // The end screen would cover the board at the end.
    world.resource_mut::<PanelState>().hide_end_screen();
    let is_covered = is_board_covered(world);
    let is_still = !world.resource::<BoardAnimation>().is_busy() && !is_covered;
    request_frame(world, is_covered);
    let mut pictures = world.resource_mut::<RoundPictures>();
    let count = pictures.count;
    let Some(series) = &mut pictures.series else { return };
    match &mut series.stage {
        PictureStage::Seek => {
            series.stage = PictureStage::Settle(0);
            if let Some(at) = series.wanted.front().map(|(at, _)| *at) {
                jump_to_position(world, at);
            }
        }
        PictureStage::Settle(frames) => {
            *frames = if is_still { *frames + 1 } else { 0 };
            if *frames > SETTLING_FRAMES {
                series.stage = PictureStage::AwaitPixels;
                let file = series.wanted.front().map(|(_, name)| series.folder.join(name));
                file.into_iter().for_each(|file| take_picture(world, count, file));
            }
            show_whole_map(world);
        }
        PictureStage::AwaitPixels => {}
        PictureStage::Over(_) => end_series(world),
    }
}

/// Requests the frame that the present stage needs: the next one, or one in a moment where only the graphics device has
/// something to do. What covers the board wakes the window itself when it is closed.
fn request_frame(world: &mut World, is_covered: bool) {
    let stage = world.resource::<RoundPictures>().series.as_ref().map(|series| &series.stage);
    match stage {
        Some(PictureStage::AwaitPixels) => world.resource_mut::<NextFrame>().within(PIXELS_PERIOD),
        Some(PictureStage::Settle(_)) if is_covered => {}
        _ => {
            world.write_message(RequestRedraw);
        }
    }
}

/// Whether the menu, the help or the rulebook lies over the board: it would be in the picture.
fn is_board_covered(world: &World) -> bool {
    let session = world.resource::<Session>();
    session.paused || session.help || world.get_resource::<RulebookState>().is_some_and(|state| state.open)
}

/// Restores what the player saw, and says where the pictures are.
fn end_series(world: &mut World) {
    let Some(series) = world.resource_mut::<RoundPictures>().series.take() else { return };
    let PictureStage::Over(end) = &series.stage else { return };
    if let SeriesEnd::Failed(error) = end {
        warn!("{error}");
    }
    let (at, view) = series.before;
    jump_to_position(world, at);
    world.insert_resource(view);
    notify(world, series.report(end));
}

/// Zooms so that the part of the window that the board has shows the whole map.
fn show_whole_map(world: &mut World) {
    let grid = world.resource::<Battlefield>().grid();
    let map = egui::vec2(f32::from(grid.width()), f32::from(grid.height()));
    let lens = *world.resource::<BoardViewport>();
    let room = lens.clip.size() / (map + egui::Vec2::splat(2.0 * MARGIN));
    let wanted = room.min_elem();
    let mut view = world.resource_mut::<CameraView>();
    let is_known = wanted.is_finite() && wanted > 0.0 && lens.unit > 0.0;
    let factor = if is_known { wanted / lens.unit } else { 1.0 };
    let zoom = view.zoom * factor;
    view.place(map * 0.5, zoom);
}

/// Takes a picture of the window. Its part with the map is saved once the graphics device has drawn it.
fn take_picture(world: &mut World, count: u32, file: PathBuf) {
    let keep = move |picture: On<ScreenshotCaptured>,
                     mut pictures: ResMut<RoundPictures>,
                     (lens, field): (Res<BoardViewport>, Option<Res<Battlefield>>),
                     mut contexts: EguiContexts| {
        let is_same = pictures.count == count;
        // The battle may be gone by now.
        let Some((series, field)) = pictures.series.as_mut().filter(|_| is_same).zip(field) else { return };
        let grid = field.grid();
        let size = egui::vec2(f32::from(grid.width()), f32::from(grid.height()));
        let per_point = contexts.ctx_mut().map_or(1.0, |context| context.pixels_per_point());
        let part = map_pixels(&lens, size, per_point);
        series.note_result(write_picture_part(&picture.image, part, &file));
    };
    world.spawn(Screenshot::primary_window()).observe(keep);
}

/// Returns the part of the window that shows the map, in pixels.
fn map_pixels(lens: &BoardViewport, map: egui::Vec2, per_point: f32) -> URect {
    let margin = egui::Vec2::splat(MARGIN);
    let corners = [-margin, map + margin].map(|corner| lens.to_screen(corner));
    let rect = egui::Rect::from_min_max(corners[0], corners[1]).intersect(lens.clip);
    let pixel = |points: f32| (points * per_point).round().max(0.0) as u32;
    URect {
        min: uvec2(pixel(rect.min.x), pixel(rect.min.y)),
        max: uvec2(pixel(rect.max.x), pixel(rect.max.y)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(wanted: VecDeque<(usize, String)>) -> PictureSeries {
        let before = (0, CameraView::default());
        let [journal, folder] = ["fight.jsonl", "rounds"].map(PathBuf::from);
        PictureSeries { journal, folder, wanted, saved: 0, stage: PictureStage::Seek, before }
    }

    #[test]
    fn each_round_and_the_end_have_a_picture() {
        let wanted = wanted_pictures(&[(0, 0), (1, 2), (12, 40)], 55);
        let named =
            [(0, "round-00-deployment.png"), (2, "round-01.png"), (40, "round-12.png"), (55, "the-end.png")];
        assert_eq!(wanted, named.map(|(at, name)| (at, name.to_owned())));
    }

    #[test]
    fn a_series_ends_with_its_last_picture_and_says_where_they_are() {
        let mut pictures = RoundPictures::default();
        assert!(!pictures.cancel() && pictures.progress().is_none());
        pictures.series = Some(series(wanted_pictures(&[(1, 0)], 3)));
        assert_eq!(pictures.progress(), Some((1, 2)));
        let taken = pictures.series.as_mut().expect("it was begun");
        taken.note_result(Ok(()));
        assert!(matches!(taken.stage, PictureStage::Seek));
        taken.note_result(Ok(()));
        assert!(matches!(taken.stage, PictureStage::Over(SeriesEnd::Complete)));
        assert_eq!(taken.report(&SeriesEnd::Complete), "2 pictures of the board saved in rounds.");
        assert!(pictures.progress().is_none() && !pictures.cancel(), "nothing is left to stop");
    }

    #[test]
    fn a_stopped_series_keeps_what_was_saved_and_takes_no_late_pixels() {
        let mut pictures = RoundPictures { series: Some(series(wanted_pictures(&[(1, 0)], 3))), count: 1 };
        assert!(pictures.cancel());
        let stopped = pictures.series.as_mut().expect("it ends in the next frame");
        stopped.note_result(Ok(()));
        assert_eq!((stopped.saved, stopped.wanted.len()), (0, 2));
        assert_eq!(stopped.report(&SeriesEnd::Cancelled), "Stopped: no picture was saved.");
    }

    #[test]
    fn pictures_of_another_series_have_a_folder_of_their_own() {
        let root = tempfile::tempdir().expect("a folder");
        let first = picture_folder(root.path(), "../pier", 7);
        assert_eq!(first, root.path().join("pier-7-rounds"));
        std::fs::create_dir(&first).expect("a folder");
        assert_eq!(picture_folder(root.path(), "pier", 7), root.path().join("pier-7-rounds-2"));
    }

    #[test]
    fn the_part_with_the_map_is_cut_out_in_pixels() {
        let clip = egui::Rect::from_min_max(egui::pos2(100.0, 50.0), egui::pos2(500.0, 450.0));
        let lens = BoardViewport { origin: egui::pos2(110.0, 60.0), unit: 10.0, clip };
        let part = map_pixels(&lens, egui::vec2(20.0, 60.0), 2.0);
        assert_eq!((part.min, part.max), (uvec2(210, 110), uvec2(630, 900)));
    }
}
