//! Damage types, the health track, dazing, stun, EMP, recovery and resuscitation.

pub mod damage;
pub mod dazing;
pub mod emp;
pub mod grievous_injury;
pub mod health_state;
pub mod health_track;
pub mod recovery;
pub mod resuscitation;
pub mod stun;
