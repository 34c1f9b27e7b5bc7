//! Pictures of the window: of scripts, and those that a key saves on every screen.

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use bevy::image::IntoDynamicImageError;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, Area, Id, Order};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use image::{ImageError, ImageFormat, RgbImage, imageops};
use thiserror::Error;

use crate::accessibility::announce;
use crate::app_window::DrawSystems;
use crate::board::BoardSystems;
use crate::input::{ActionInput, InputAction};
use crate::panel::widgets::card_frame;
use crate::settings::Settings;
use crate::theme::colour_vision::ColourVision;
use content::paths;

/// How long it is said where a picture is, in seconds.
const NOTICE_SECONDS: f64 = 6.0;
/// Greatest width of that notice, and its distance from the lower edge of the window, in points.
const NOTICE_WIDTH: f32 = 520.0;
const NOTICE_GAP: f32 = 24.0;

/// Why a picture of the window is not saved.
#[derive(Debug, Error)]
pub(crate) enum PictureError {
    /// The pixels of the window cannot be read.
    #[error("the picture of the window cannot be read: {0}")]
    Pixels(#[from] IntoDynamicImageError),
    /// The picture cannot be encoded, or the file has the name of no picture.
    #[error("the picture cannot be made into a file: {0}")]
    Encode(#[from] ImageError),
    /// The file cannot be written.
    #[error("the picture cannot be written to {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Writes a captured picture to a file, in the format of its name.
///
/// # Errors
/// Returns `PictureError` if the picture cannot be encoded or the file cannot be written.
pub(crate) fn write_picture(image: &Image, file: &Path, vision: ColourVision) -> Result<(), PictureError> {
    let mut picture = image.clone().try_into_dynamic()?.to_rgb8();
    if vision != ColourVision::Normal {
        picture.pixels_mut().for_each(|pixel| pixel.0 = vision.simulate(pixel.0));
    }
    write_pixels(&picture, file)
}

/// Writes a part of a captured picture to a file, in the format of its name. What lies outside of the picture is left out.
///
/// # Errors
/// Returns `PictureError` if the picture cannot be encoded or the file cannot be written.
pub(crate) fn write_picture_part(image: &Image, part: URect, file: &Path) -> Result<(), PictureError> {
    let picture = image.clone().try_into_dynamic()?.to_rgb8();
    let part = part.intersect(URect::new(0, 0, picture.width(), picture.height()));
    let (at, size) = (part.min, part.size());
    write_pixels(&imageops::crop_imm(&picture, at.x, at.y, size.x, size.y).to_image(), file)
}

fn write_pixels(picture: &RgbImage, file: &Path) -> Result<(), PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::from_path(file)?)?;
    storage::replace_file(file, bytes.into_inner())
        .map_err(|source| PictureError::Write { path: file.to_owned(), source })
}

/// Writes a captured picture into a folder under an unused name; returns the file.
fn save_in(image: &Image, folder: &Path) -> Result<PathBuf, PictureError> {
    let path = storage::unused_file(folder, |number| format!("breachline-{number:03}.png"));
    write_picture(image, &path, ColourVision::Normal).map(|()| path)
}

/// Pictures that are being taken, and where the last one is.
#[derive(Resource, Debug, Default)]
struct PicturesTaken {
    /// Number of pictures whose pixels are not there yet.
    awaited: usize,
    /// Where the last one is or why it was not saved, and since when that is said, in seconds.
    notice: Option<(String, f64)>,
}

/// Saves pictures of the window when its key is pressed.
pub(crate) struct WindowPicturePlugin;

impl Plugin for WindowPicturePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PicturesTaken>()
            .add_systems(Update, take_picture.before(BoardSystems::Input))
            .add_systems(Last, await_pictures)
            .add_systems(EguiPrimaryContextPass, show_notice.after(DrawSystems::Menus));
    }
}

/// Takes a picture when its key is pressed. It is saved once the graphics device has drawn it.
fn take_picture(keys: ActionInput, mut pictures: ResMut<PicturesTaken>, mut commands: Commands) {
    if !keys.just_pressed(InputAction::SavePicture) {
        return;
    }
    pictures.awaited += 1;
    pictures.notice = None; // the picture does not show it
    let keep =
        |picture: On<ScreenshotCaptured>, mut pictures: ResMut<PicturesTaken>, time: Res<Time<Real>>| {
            pictures.awaited = pictures.awaited.saturating_sub(1);
            let text = match save_in(&picture.image, &paths::pictures_dir()) {
                Ok(path) => format!("Screenshot saved to {}.", path.display()),
                Err(error) => {
                    warn!("{error}");
                    format!("No screenshot is saved: {error}.")
                }
            };
            pictures.notice = Some((text, time.elapsed_secs_f64()));
        };
    commands.spawn(Screenshot::primary_window()).observe(keep);
}

/// Draws frames until the pixels are there.
fn await_pictures(pictures: Res<PicturesTaken>, mut redraw: MessageWriter<RequestRedraw>) {
    if pictures.awaited > 0 || pictures.is_changed() {
        redraw.write(RequestRedraw);
    }
}

/// Says for a while where the picture is, on every screen.
fn show_notice(
    mut contexts: EguiContexts,
    pictures: Res<PicturesTaken>,
    (settings, time): (Res<Settings>, Res<Time<Real>>),
) -> Result {
    let Some((text, since)) = &pictures.notice else { return Ok(()) };
    let left = NOTICE_SECONDS - (time.elapsed_secs_f64() - since);
    if left <= 0.0 {
        return Ok(());
    }
    let (context, palette) = (contexts.ctx_mut()?, settings.palette());
    announce(context, "picture", true, text);
    let window = context.viewport_rect();
    let place = window.center_bottom() - egui::vec2(0.0, NOTICE_GAP);
    let area = Area::new(Id::new("picture")).order(Order::Tooltip).interactable(false);
    area.pivot(Align2::CENTER_BOTTOM).fixed_pos(place).show(context, |ui| {
        card_frame(palette, palette.line).show(ui, |ui| {
            ui.set_max_width(NOTICE_WIDTH.min(window.width() - 60.0));
            ui.label(text);
        });
    });
    context.request_repaint_after(std::time::Duration::from_secs_f64(left));
    Ok(())
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

    use super::*;

    fn red_picture() -> Image {
        let size = Extent3d { width: 2, height: 1, depth_or_array_layers: 1 };
        let usage = RenderAssetUsages::default();
        Image::new_fill(size, TextureDimension::D2, &[200, 10, 20, 255], TextureFormat::Rgba8UnormSrgb, usage)
    }

    #[test]
    fn every_picture_is_a_file_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let below = folder.path().join("pictures");
        let files: Vec<PathBuf> = (0..2).map(|_| save_in(&red_picture(), &below).expect("written")).collect();
        assert_eq!(files, ["breachline-001.png", "breachline-002.png"].map(|name| below.join(name)));
        let read = image::open(&files[1]).expect("a picture").to_rgb8();
        assert_eq!((read.dimensions(), read.get_pixel(1, 0).0), ((2, 1), [200, 10, 20]));
    }

    #[test]
    fn a_part_of_a_picture_is_a_picture() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rounds").join("round-01.png");
        write_picture_part(&red_picture(), URect::new(1, 0, 9, 9), &file).expect("written");
        assert_eq!(image::open(&file).expect("a picture").to_rgb8().dimensions(), (1, 1));
    }

    #[test]
    fn a_picture_that_cannot_be_written_says_where() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "no folder").expect("written");
        let error = save_in(&red_picture(), &file).expect_err("no folder").to_string();
        assert!(error.starts_with("the picture cannot be written to ") && !error.contains('\n'), "{error}");
        let error = write_picture(&red_picture(), Path::new("x.tree"), ColourVision::Normal);
        assert!(matches!(error, Err(PictureError::Encode(_))));
    }
}
