//! Standard output and standard error. Writing to them never panics: a reader that has closed the pipe, as `head`
//! does, ends the output silently, and any other fault is an error of the command.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use content::{Diagnostic, escape_invisible, escape_json, escape_lines};

use super::CliError;

/// Writes a text to standard output. Invisible characters but line breaks are escaped.
///
/// # Errors
/// The text cannot be written, such as on a full disk. A closed pipe is no error.
pub(super) fn print(text: impl Display) -> Result<(), CliError> {
    write_out(&escape_lines(&text.to_string()))
}

fn write_out(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    accept_closed_pipe(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Writes a text and a line break to standard output.
///
/// # Errors
/// As [`print()`].
pub(super) fn print_line(text: impl Display) -> Result<(), CliError> {
    print(format_args!("{text}\n"))
}

/// Writes lines to standard output.
///
/// # Errors
/// As [`print()`].
pub(super) fn print_lines(lines: &[String]) -> Result<(), CliError> {
    let lines = lines.iter().map(|line| format!("{}\n", escape_invisible(line)));
    write_out(&lines.collect::<String>())
}

/// Writes a line to standard error, with its invisible characters escaped. There is nowhere left to say that this failed.
pub(super) fn report(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", escape_invisible(&text.to_string()));
}

/// Writes a problem of a content file to standard error.
pub(super) fn report_diagnostic(problem: &Diagnostic) {
    let _ = writeln!(io::stderr().lock(), "{}", problem.render(has_colours(&io::stderr())));
}

/// Writes a problem of a content file and an empty line to standard output.
///
/// # Errors
/// As [`print()`].
pub(super) fn print_diagnostic(problem: &Diagnostic) -> Result<(), CliError> {
    write_out(&format!("{}\n\n", problem.render(has_colours(&io::stdout()))))
}

/// Whether a stream shows colours.
pub(super) fn has_colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Turns the result of writing to standard output into that of a command.
///
/// # Errors
/// The text could not be written. A closed pipe is no error.
pub(super) fn accept_closed_pipe(written: io::Result<()>) -> Result<(), CliError> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CliError::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a value as indented JSON to standard output.
///
/// # Errors
/// As [`print()`].
pub(super) fn print_json(value: &serde_json::Value) -> Result<(), CliError> {
    write_out(&format!("{}\n", escape_json(&format!("{value:#}"))))
}

/// Checks that a file may be written under a path, before the work that is written to it.
///
/// # Errors
/// A link, folder, pipe or device is there.
pub(super) fn check_file(path: &Path) -> Result<(), CliError> {
    storage::check_output(path)
        .map_err(|error| CliError::new(format!("cannot write {}: {error}", path.display())))
}

/// Most problems of one file that are shown.
const MAX_PROBLEMS_PER_FILE: usize = 50;

/// Selects the problems to show, and says for each file how many more it has.
pub(super) fn select_diagnostics(problems: &[Diagnostic]) -> (Vec<&Diagnostic>, Vec<String>) {
    let mut counts: BTreeMap<&Path, usize> = BTreeMap::new();
    let mut shown = Vec::new();
    for problem in problems {
        let count = counts.entry(&problem.file).or_default();
        *count += 1;
        if *count <= MAX_PROBLEMS_PER_FILE {
            shown.push(problem);
        }
    }
    let more = counts.into_iter().filter(|(_, count)| *count > MAX_PROBLEMS_PER_FILE);
    let more = more
        .map(|(file, count)| format!("{}: {} more problems", file.display(), count - MAX_PROBLEMS_PER_FILE));
    (shown, more.collect())
}
