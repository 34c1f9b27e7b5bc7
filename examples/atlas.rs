//! Rasterises the vector sources under `assets/art` into the texture atlases under `assets/atlas`.
//!
//! `cargo run --example atlas` writes the atlases and their index; `cargo run --example atlas -- --check` writes
//! nothing and exits with 1 if the files on disk differ from what the sources give. Run it from the project's root.
//!
//! | sources | atlas | cells |
//! |---|---|---|
//! | `art/floor` | `tiles.png` | a regular grid, four variants each, mirrored and with a grain of 1 % |
//! | `art/overlay` | `tiles.png` | white, to be tinted; one each, after the floors |
//! | `art/object` | `objects.png` | packed; a picture of several squares also gets a rect per square |
//! | `art/glyph` | `glyphs.png` | a grid of white glyphs, to be tinted |
//! | `art/icon.svg` | `icon.png` | the window's icon |

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the example reports to a developer")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::Parser;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg;
use serde::Serialize;

/// Side of a board square in the atlases: twice what zoom 1 shows.
const SQUARE: u32 = 88;
/// Side of a glyph.
const GLYPH: u32 = 64;
/// Variants of every floor.
const VARIANTS: u32 = 4;
/// Columns of the grids.
const COLUMNS: u32 = 8;
/// Width of the packed atlas.
const PACKED_WIDTH: u32 = 720;
/// Empty pixels between packed pictures, so that filtering does not bleed.
const GAP: u32 = 2;

/// Draws the texture atlases from their vector sources.
#[derive(Parser)]
struct Arguments {
    /// Compare with the files on disk instead of writing them.
    #[arg(long)]
    check: bool,
}

/// Why an atlas could not be made.
#[derive(Debug, thiserror::Error)]
enum AtlasError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("{path}: {source}")]
    Vector { path: PathBuf, source: usvg::Error },
    #[error("{path}: {width} x {height} is not the size its folder asks for")]
    Size { path: PathBuf, width: u32, height: u32 },
    #[error("{0}: no pictures there")]
    Empty(PathBuf),
    #[error("a picture of {width} x {height} cannot be held")]
    Canvas { width: u32, height: u32 },
    #[error("encoding {file}: {reason}")]
    Encode { file: &'static str, reason: String },
    #[error(transparent)]
    Index(#[from] ron::Error),
}

/// Pictures of a grid of equal cells, by number: row by row from the top left.
#[derive(Serialize)]
struct Grid {
    file: &'static str,
    size: (u32, u32),
    cell: (u32, u32),
    columns: u32,
    names: BTreeMap<String, Vec<u32>>,
}

/// Pictures of any size, by rect: x, y, width, height in pixels from the top left.
#[derive(Serialize)]
struct Packed {
    file: &'static str,
    size: (u32, u32),
    names: BTreeMap<String, (u32, u32, u32, u32)>,
}

/// Where every picture is.
#[derive(Serialize)]
struct Index {
    tiles: Grid,
    objects: Packed,
    glyphs: Packed,
    icon: &'static str,
}

/// A rasterised source and the name its file gives it.
struct Picture {
    name: String,
    pixels: Pixmap,
}

fn main() -> ExitCode {
    match run(Path::new("assets"), Arguments::parse().check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Draws everything; `false` if a check found a difference.
fn run(assets: &Path, check: bool) -> Result<bool, AtlasError> {
    let folder = assets.join("atlas");
    if !check {
        fs::create_dir_all(&folder).map_err(|source| AtlasError::File { path: folder.clone(), source })?;
    }
    let mut same = true;
    for (file, bytes) in draw(&assets.join("art"))? {
        let path = folder.join(file);
        if !check {
            fs::write(&path, &bytes).map_err(|source| AtlasError::File { path: path.clone(), source })?;
            println!("{} ({} bytes)", path.display(), bytes.len());
        } else if fs::read(&path).ok().as_deref() != Some(&bytes[..]) {
            eprintln!("{} is not what the sources give", path.display());
            same = false;
        }
    }
    Ok(same)
}

/// Every file of the atlas folder with its content.
fn draw(art: &Path) -> Result<Vec<(&'static str, Vec<u8>)>, AtlasError> {
    let (tiles, tile_pixels) = tiles(art)?;
    let (objects, object_pixels) = objects(art)?;
    let (glyphs, glyph_pixels) = glyphs(art)?;
    let icon = read(&art.join("icon.svg"))?;
    let mut files = vec![
        (tiles.file, png(tiles.file, &tile_pixels)?),
        (objects.file, png(objects.file, &object_pixels)?),
        (glyphs.file, png(glyphs.file, &glyph_pixels)?),
        ("icon.png", png("icon.png", &icon.pixels)?),
    ];
    let index = Index { tiles, objects, glyphs, icon: "icon.png" };
    let pretty =
        ron::ser::PrettyConfig::new().depth_limit(3).compact_arrays(true).new_line("\n").indentor("    ");
    let mut text = ron::ser::to_string_pretty(&index, pretty)?;
    text.push('\n');
    files.push(("index.ron", text.into_bytes()));
    Ok(files)
}

/// The floors in their variants, then the overlays.
fn tiles(art: &Path) -> Result<(Grid, Pixmap), AtlasError> {
    let floors = read_folder(&art.join("floor"), |size| size == (SQUARE, SQUARE))?;
    let overlays = read_folder(&art.join("overlay"), |size| size == (SQUARE, SQUARE))?;
    let mut names = BTreeMap::new();
    let mut cells = Vec::new();
    for (row, floor) in (0_u32..).zip(&floors) {
        let first = row * VARIANTS;
        names.insert(floor.name.clone(), (first..first + VARIANTS).collect());
        for variant in 0..VARIANTS {
            cells.push(grained(&floor.pixels, first + variant, variant)?);
        }
    }
    for (number, overlay) in (floors.len() as u32 * VARIANTS..).zip(overlays) {
        names.insert(overlay.name, vec![number]);
        cells.push(overlay.pixels);
    }
    let mut atlas = canvas(COLUMNS * SQUARE, (cells.len() as u32).div_ceil(COLUMNS) * SQUARE)?;
    for (number, cell) in (0_u32..).zip(&cells) {
        place(&mut atlas, cell, (number % COLUMNS) * SQUARE, (number / COLUMNS) * SQUARE);
    }
    let size = (atlas.width(), atlas.height());
    Ok((Grid { file: "tiles.png", size, cell: (SQUARE, SQUARE), columns: COLUMNS, names }, atlas))
}

/// The objects on shelves, tallest first; parts of one square are named `car_r0c1`: row 0, column 1.
fn objects(art: &Path) -> Result<(Packed, Pixmap), AtlasError> {
    let whole = |(width, height): (u32, u32)| {
        width.is_multiple_of(SQUARE) && height.is_multiple_of(SQUARE) && width + 2 * GAP <= PACKED_WIDTH
    };
    let mut pictures = read_folder(&art.join("object"), whole)?;
    pictures.sort_by_key(|picture| std::cmp::Reverse((picture.pixels.height(), picture.pixels.width())));
    let mut spots = Vec::new();
    let (mut x, mut y, mut shelf) = (GAP, GAP, 0);
    for picture in &pictures {
        let (width, height) = (picture.pixels.width(), picture.pixels.height());
        if x + width + GAP > PACKED_WIDTH {
            (x, y, shelf) = (GAP, y + shelf + GAP, 0);
        }
        spots.push((x, y));
        x += width + GAP;
        shelf = shelf.max(height);
    }
    let mut atlas = canvas(PACKED_WIDTH, y + shelf + GAP)?;
    let mut names = BTreeMap::new();
    for (picture, (x, y)) in pictures.iter().zip(spots) {
        let (width, height) = (picture.pixels.width(), picture.pixels.height());
        place(&mut atlas, &picture.pixels, x, y);
        names.insert(picture.name.clone(), (x, y, width, height));
        let (rows, columns) = (height / SQUARE, width / SQUARE);
        if rows * columns > 1 {
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let rect = (x + column * SQUARE, y + row * SQUARE, SQUARE, SQUARE);
                names.insert(format!("{}_r{row}c{column}", picture.name), rect);
            }
        }
    }
    Ok((Packed { file: "objects.png", size: (atlas.width(), atlas.height()), names }, atlas))
}

/// The glyphs in a grid, sorted by name.
fn glyphs(art: &Path) -> Result<(Packed, Pixmap), AtlasError> {
    let pictures = read_folder(&art.join("glyph"), |size| size == (GLYPH, GLYPH))?;
    let mut atlas = canvas(COLUMNS * GLYPH, (pictures.len() as u32).div_ceil(COLUMNS) * GLYPH)?;
    let mut names = BTreeMap::new();
    for (number, picture) in (0_u32..).zip(pictures) {
        let (x, y) = ((number % COLUMNS) * GLYPH, (number / COLUMNS) * GLYPH);
        place(&mut atlas, &whitened(&picture.pixels)?, x, y);
        names.insert(picture.name, (x, y, GLYPH, GLYPH));
    }
    Ok((Packed { file: "glyphs.png", size: (atlas.width(), atlas.height()), names }, atlas))
}

/// The sources of a folder, sorted by name.
fn read_folder(folder: &Path, fits: impl Fn((u32, u32)) -> bool) -> Result<Vec<Picture>, AtlasError> {
    let failed = |source| AtlasError::File { path: folder.to_owned(), source };
    let mut pictures = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_none_or(|extension| extension != "svg") {
            continue;
        }
        let picture = read(&path)?;
        let (width, height) = (picture.pixels.width(), picture.pixels.height());
        if !fits((width, height)) {
            return Err(AtlasError::Size { path, width, height });
        }
        pictures.push(picture);
    }
    if pictures.is_empty() {
        return Err(AtlasError::Empty(folder.to_owned()));
    }
    pictures.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(pictures)
}

/// Rasterises one source at the size it states.
fn read(path: &Path) -> Result<Picture, AtlasError> {
    let bytes = fs::read(path).map_err(|source| AtlasError::File { path: path.to_owned(), source })?;
    let tree = usvg::Tree::from_data(&bytes, &usvg::Options::default())
        .map_err(|source| AtlasError::Vector { path: path.to_owned(), source })?;
    let size = tree.size().to_int_size();
    let mut pixels = canvas(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Picture { name, pixels })
}

/// An empty picture.
fn canvas(width: u32, height: u32) -> Result<Pixmap, AtlasError> {
    Pixmap::new(width, height).ok_or(AtlasError::Canvas { width, height })
}

/// Copies a picture into an atlas that has room for it there.
fn place(atlas: &mut Pixmap, picture: &Pixmap, x: u32, y: u32) {
    let stride = atlas.width() as usize;
    let width = picture.width() as usize;
    for (row, line) in picture.pixels().chunks_exact(width).enumerate() {
        let start = (y as usize + row) * stride + x as usize;
        atlas.pixels_mut()[start..start + width].copy_from_slice(line);
    }
}

/// A variant of a floor: mirrored by its low bits, a shade lighter or darker, with a grain over it.
fn grained(floor: &Pixmap, number: u32, variant: u32) -> Result<Pixmap, AtlasError> {
    const SHADES: [i32; VARIANTS as usize] = [0, 1, -1, 0];
    let (width, height) = (floor.width(), floor.height());
    let mut result = canvas(width, height)?;
    for y in 0..height {
        for x in 0..width {
            let from_x = if variant & 1 == 0 { x } else { width - 1 - x };
            let from_y = if variant & 2 == 0 { y } else { height - 1 - y };
            let source = floor.pixels()[(from_y * width + from_x) as usize];
            let change = SHADES[variant as usize] + grain(number, x / 2, y / 2);
            let shift = |channel: u8| (i32::from(channel) + change).clamp(0, 255) as u8;
            let colour = (shift(source.red()), shift(source.green()), shift(source.blue()));
            result.pixels_mut()[(y * width + x) as usize] =
                PremultipliedColorU8::from_rgba(colour.0, colour.1, colour.2, 255)
                    .expect("invariant: an opaque colour is premultiplied");
        }
    }
    Ok(result)
}

/// A value of -2 to 2, the same for the same spot: about 1 % of the range.
fn grain(number: u32, x: u32, y: u32) -> i32 {
    let mut hash =
        number.wrapping_mul(0x9E37_79B1) ^ x.wrapping_mul(0x85EB_CA77) ^ y.wrapping_mul(0xC2B2_AE3D);
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
    hash = (hash ^ (hash >> 12)).wrapping_mul(0x297A_2D39);
    hash ^= hash >> 15;
    (hash % 5) as i32 - 2
}

/// Gives the clear pixels next to a glyph the faintest white, so that filtering does not darken its edge.
fn whitened(glyph: &Pixmap) -> Result<Pixmap, AtlasError> {
    let (width, height) = (glyph.width(), glyph.height());
    let mut result = canvas(width, height)?;
    for y in 0..height {
        for x in 0..width {
            let spot = (y * width + x) as usize;
            let mut around = (y.saturating_sub(1)..(y + 2).min(height)).flat_map(|row| {
                (x.saturating_sub(1)..(x + 2).min(width)).map(move |column| (row * width + column) as usize)
            });
            let alpha = glyph.pixels()[spot].alpha();
            let touched = alpha == 0 && around.any(|near| glyph.pixels()[near].alpha() > 0);
            let white = if touched { 1 } else { alpha };
            result.pixels_mut()[spot] = PremultipliedColorU8::from_rgba(white, white, white, white)
                .expect("invariant: white at its own alpha is premultiplied");
        }
    }
    Ok(result)
}

/// The picture as a PNG file.
fn png(file: &'static str, pixels: &Pixmap) -> Result<Vec<u8>, AtlasError> {
    pixels.encode_png().map_err(|error| AtlasError::Encode { file, reason: error.to_string() })
}
