//! Recovery: healing, repair, rest, and treatment of called-shot injuries.

pub mod healing;
pub mod treatment;
