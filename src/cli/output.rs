//! Standard output and standard error. Writing to them never panics: a reader that has closed the pipe, as `head`
//! does, ends the output without a word, and any other fault is an error of the command.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use super::CliError;

/// Writes a text to standard output.
///
/// # Errors
/// The text cannot be written, such as on a full disk. A closed pipe is no error.
pub(super) fn print(text: impl Display) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    accept_closed_pipe(write!(stdout, "{text}").and_then(|()| stdout.flush()))
}

/// Writes a text and a line break to standard output.
///
/// # Errors
/// As [`print`].
pub(super) fn print_line(text: impl Display) -> Result<(), CliError> {
    print(format_args!("{text}\n"))
}

/// Writes lines to standard output.
///
/// # Errors
/// As [`print`].
pub(super) fn print_lines(lines: &[String]) -> Result<(), CliError> {
    if lines.is_empty() { Ok(()) } else { print_line(lines.join("\n")) }
}

/// Writes a line to standard error; there is nowhere left to say that this failed.
pub(super) fn report(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
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
/// As [`print`].
pub(super) fn print_json(value: &serde_json::Value) -> Result<(), CliError> {
    print_line(format_args!("{value:#}"))
}
