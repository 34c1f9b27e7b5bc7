//! The program as somebody at a prompt meets it, and as scripts do.

mod common;
mod courses;
mod every_command;
mod prompt;
mod scenes;
mod sim;
