//! TODO battle::perception

pub mod comms;
pub mod detection;
pub mod fog_view;
pub mod side_history;
pub mod sight;
