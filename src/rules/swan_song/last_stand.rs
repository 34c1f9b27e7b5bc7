//! Fight for your Life: a unit that should fall goes on to the end of the round. Chapter FFYL of the catalogue.

use serde::{Deserialize, Serialize};

use super::budget::Turn;
use super::initiative::{SCORE_PER_PASS, acts};
use super::switches::KillingBlow;
use super::{Down, Fighter, Pool, Switches, Vitals, damage};
use dice::{Answer, Modifiers, Prompt, Step, Table};

/// Initiative Score of whoever has none above 0 left. `SS-FFYL-05`, `SS-FFYL-07`.
pub const SCORE: i32 = 1;
/// Key of the answer that falls.
pub const FALL: &str = "fall";
/// Key of the answer that fights on.
pub const FIGHT: &str = "fight";

/// Whether a unit fights for its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastStand {
    /// It does not.
    #[default]
    None,
    /// It does, to the end of the round. `SS-FFYL-04`.
    Fighting,
    /// It does, and is saved. `SS-FFYL-11`, `SS-FFYL-13`.
    Won,
    /// It did, in vain: it lies. `SS-FFYL-16`.
    Lost,
}

impl LastStand {
    /// Keeps the unit up. `SS-FFYL-04`, `SS-FFYL-17`.
    pub const fn holds(self) -> bool {
        matches!(self, Self::Fighting | Self::Won)
    }
}

/// When the unit gets the phase that is promised. `SS-FFYL-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Promise {
    /// Its score gives it one, or it is in the middle of one.
    Kept,
    /// In this pass, at a score of 1 and with all its points. `SS-FFYL-05`.
    Now,
    /// In the next pass, at a score of 1. `SS-FFYL-07`.
    NextPass,
}

/// Where the promised phase comes from, for a unit with this place in the order and this score after its wound.
/// `SS-FFYL-04` to `SS-FFYL-07`.
pub fn promise(turn: Turn, score: i32) -> Promise {
    match turn {
        Turn::Before if !acts(score) => Promise::Now,
        Turn::After if !acts(score - SCORE_PER_PASS) => Promise::NextPass,
        Turn::Before | Turn::Now | Turn::After => Promise::Kept,
    }
}

/// Halves a pool before anything else changes it, rounded down. `SS-FFYL-09`, `SS-FFYL-10`.
pub fn halve(parts: &mut Modifiers, vitals: &Vitals) {
    if vitals.stand.holds() {
        let pool = parts.pool();
        parts.add(-pool.div_ceil(2).cast_signed(), "fights for its life: half", "SS-FFYL-09");
    }
}

/// Metres a Walk or a Run gives now. `SS-FFYL-08`.
pub fn rate(metres: u32, vitals: &Vitals) -> u32 {
    if vitals.stand.holds() { metres / 2 } else { metres }
}

/// Asks the player of a unit that is about to fall whether it fights for its life. Only the conscious can, and only
/// once: who fell in spite of it lies. `SS-FFYL-01` to `SS-FFYL-03`.
///
/// # Errors
/// As the table.
pub fn offer(table: &mut impl Table, unit: &Fighter, down: Down) -> Step<bool> {
    if unit.karma.left == 0 || unit.down.is_some() || unit.vitals.stand != LastStand::None {
        return Ok(false);
    }
    let fate = match down {
        Down::Unconscious => "fall unconscious",
        Down::Dead => "die",
    };
    let answer = |key: &str, label: &str, detail: &str| Answer {
        key: key.to_owned(),
        label: label.to_owned(),
        detail: detail.to_owned(),
        clause: "SS-FFYL-01",
    };
    let prompt = || Prompt {
        who: unit.id,
        question: format!("About to {fate}. Fight for its life?"),
        clause: "SS-FFYL-02",
        answers: vec![
            answer(FALL, if down == Down::Dead { "Die" } else { "Fall" }, "no cost"),
            answer(
                FIGHT,
                "Fight for your life",
                "1 Karma: on its feet to the end of the round, pools halved",
            ),
        ],
    };
    Ok(table.ask(prompt)? == 1)
}

/// The blow that saves who strikes it. `SS-FFYL-11`, `SS-FFYL-12`.
pub fn is_killing_blow(before: &Vitals, after: &Vitals, body: u8, switches: &Switches) -> bool {
    let health = |vitals: &Vitals| damage::last_pool(vitals).map_or(0, |pool| pool.now);
    let least = match switches.killing_blow {
        KillingBlow::Down => 0,
        KillingBlow::Dead => -i32::from(body) - 1,
    };
    health(before) > least && health(after) <= least
}

/// A unit whose fight is won. `SS-FFYL-11`, `SS-FFYL-13`.
pub fn won(vitals: Vitals) -> Vitals {
    let stand = if vitals.stand == LastStand::Fighting { LastStand::Won } else { vitals.stand };
    Vitals { stand, ..vitals }
}

/// What the end of the round makes of it. `SS-FFYL-14` to `SS-FFYL-16`.
pub fn round_ends(vitals: Vitals) -> Vitals {
    match vitals.stand {
        LastStand::None | LastStand::Lost => vitals,
        LastStand::Fighting => Vitals { stand: LastStand::Lost, ..vitals },
        LastStand::Won => {
            let at_least_one = |pool: Pool| Pool { now: pool.now.max(1), ..pool };
            let mut after = Vitals { stand: LastStand::None, strain: vitals.strain / 2, ..vitals };
            match damage::last_layer(&vitals) {
                Some(damage::Layer::Flesh) => after.flesh = at_least_one(vitals.flesh),
                Some(damage::Layer::Armored) => after.armored = at_least_one(vitals.armored),
                Some(damage::Layer::Shield) => after.shield = at_least_one(vitals.shield),
                None => {}
            }
            after
        }
    }
}

#[cfg(test)]
mod tests;
