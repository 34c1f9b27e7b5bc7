//! The command line, as users and scripts use it.

mod campaigns;
mod common;
mod courses;
mod every_command;
mod installed;
mod language_server;
#[cfg(target_os = "linux")]
mod output;
mod prompt;
mod robust;
mod scenes;
mod sim;
