//! Writes the files that packages install and that follow from other sources: manual pages and shell completions from the
//! command line, icons from `assets/art/icon.svg`.
//!
//! `cargo run --example package_files` writes them below `assets/package/prefix`; `cargo run --example package_files -- --check`
//! writes nothing and exits with 1 if a file differs from what its source gives, or has no source. Run it from the project's root.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the example reports to a developer")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use breachline::cli::Cli;
use clap::{CommandFactory, Parser};
use clap_complete::Shell;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Files as they are installed below `share`. `data` between them is a name that wheels need.
const FOLDER: &str = "assets/package/prefix/data/share";
/// The subfolders whose files are all made here.
const GENERATED: [&str; 5] = ["bash-completion", "fish", "icons", "man", "zsh"];
/// Source of the icons.
const ICON: &str = "assets/art/icon.svg";
/// Name of the icon, as the desktop entry has it.
const ICON_NAME: &str = "org.breachline.Breachline";
/// Sides of the icons that desktops ask for, in pixels.
const ICON_SIDES: [u32; 6] = [16, 32, 48, 64, 128, 256];

/// Writes manual pages, shell completions and icons for packages.
#[derive(Parser)]
struct Arguments {
    /// Compare with the files on disk instead of writing them.
    #[arg(long)]
    check: bool,
}

/// Why a file could not be made.
#[derive(Debug, thiserror::Error)]
enum PackageError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("{ICON}: {0}")]
    Vector(#[from] usvg::Error),
    #[error("{ICON}: an icon of {0} pixels cannot be made")]
    Icon(u32),
}

/// Files by their path in the folder.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn main() -> ExitCode {
    match run(Path::new(FOLDER), Arguments::parse().check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes everything; `false` if a check found a difference.
fn run(folder: &Path, check: bool) -> Result<bool, PackageError> {
    let files: Files = manual_pages()?.into_iter().chain(completions()).chain(icons()?).collect();
    let mut same = true;
    for old in GENERATED.iter().flat_map(|name| files_below(&folder.join(name))) {
        let name = old.strip_prefix(folder).unwrap_or(&old);
        if !files.contains_key(name) {
            eprintln!("{} has no source", old.display());
            same = false;
            if !check {
                fs::remove_file(&old).map_err(|source| PackageError::File { path: old.clone(), source })?;
            }
        }
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        if !check {
            write(&path, &bytes).map_err(|source| PackageError::File { path: path.clone(), source })?;
            println!("{} ({} bytes)", path.display(), bytes.len());
        } else if fs::read(&path).ok().as_ref() != Some(&bytes) {
            eprintln!("{} is not what its source gives", path.display());
            same = false;
        }
    }
    Ok(same || !check)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    listing.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// A page for the program and one for each command, `breachline-sim.1`.
fn manual_pages() -> Result<Files, PackageError> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let commands: Vec<clap::Command> =
        [command.clone()].into_iter().chain(command.get_subcommands().cloned()).collect();
    let mut pages = Files::new();
    for command in commands {
        let man = clap_mangen::Man::new(command).manual("Breachline");
        let path = PathBuf::from("man/man1").join(man.get_filename());
        let mut page = Vec::new();
        man.render(&mut page).map_err(|source| PackageError::File { path: path.clone(), source })?;
        pages.insert(path, page);
    }
    Ok(pages)
}

/// Completions for Bash, Zsh and Fish, under the names by which the shells find them.
fn completions() -> Files {
    let shells = [
        (Shell::Bash, "bash-completion/completions/breachline"),
        (Shell::Fish, "fish/vendor_completions.d/breachline.fish"),
        (Shell::Zsh, "zsh/site-functions/_breachline"),
    ];
    let script = |(shell, path): (Shell, &str)| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "breachline", &mut script);
        (PathBuf::from(path), script)
    };
    shells.into_iter().map(script).collect()
}

/// The vector drawing, and PNG files of it, in the folders of the theme `hicolor`.
fn icons() -> Result<Files, PackageError> {
    let source = fs::read(ICON).map_err(|source| PackageError::File { path: ICON.into(), source })?;
    let tree = usvg::Tree::from_data(&source, &usvg::Options::default())?;
    let folder = Path::new("icons/hicolor");
    let mut files = Files::new();
    for side in ICON_SIDES {
        let mut pixels = Pixmap::new(side, side).ok_or(PackageError::Icon(side))?;
        let size = tree.size();
        let scale = Transform::from_scale(side as f32 / size.width(), side as f32 / size.height());
        resvg::render(&tree, scale, &mut pixels.as_mut());
        let bytes = pixels.encode_png().map_err(|_| PackageError::Icon(side))?;
        files.insert(folder.join(format!("{side}x{side}/apps/{ICON_NAME}.png")), bytes);
    }
    files.insert(folder.join(format!("scalable/apps/{ICON_NAME}.svg")), source);
    Ok(files)
}
