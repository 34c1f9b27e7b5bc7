//! TODO rules::aberrant::health

pub mod damage;
pub mod dazing;
pub mod emp;
pub mod health_state;
pub mod health_track;
pub mod recovery;
pub mod resuscitation;
pub mod stun;
