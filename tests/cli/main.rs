//! The program as somebody at a prompt meets it, and as scripts do.

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
