//! Defence: methods, pools and cover.

pub mod cover;
pub mod methods;
