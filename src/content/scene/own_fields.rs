//! JSON fields of results and units that only some books have.

use serde_json::{Map, Value};

use crate::books::book_kind::{BookKind, for_book};
use model::UnitId;
use rules::{Book, DownState, HealthState, RuleSet, RuleStep, UnitSnapshot};

/// The result of a scene's action for one unit, from which its book derives fields of its own.
#[derive(Clone, Copy, Debug)]
pub struct OwnResult<'a> {
    /// Kind of the result.
    pub kind: OwnResultKind,
    /// The unit: the target of an attack, otherwise the acting one.
    pub unit: UnitId,
    /// Its health afterwards.
    pub health: &'a HealthState,
    /// How it is out of action afterwards.
    pub down: Option<DownState>,
    /// Whether it was knocked down.
    pub knocked_down: bool,
    /// Whether a weapon was dropped.
    pub weapon_dropped: bool,
    /// All effects, in order.
    pub effects: &'a [RuleStep],
}

/// Kinds of results that have fields of their book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnResultKind {
    /// An attack on a unit.
    Attack {
        /// Net hits of the attacker.
        net_hits: i32,
    },
    /// An attack on a barrier.
    BarrierAttack {
        /// Whether it hit.
        hit: bool,
    },
    /// A roll or a change of initiative.
    Initiative {
        /// Initiative Score.
        score: i32,
    },
    /// Damage, bleeding or strain.
    Damage,
}

/// Whether results of a book have fields of its own, its net hits among them. They need the whole result.
pub fn has_own_result_fields(book: Book) -> bool {
    for_book!(book, B => B::HAS_OWN_RESULT_FIELDS)
}

/// Returns the fields of a result that only its book has.
pub fn own_result_fields(result: &OwnResult<'_>) -> Map<String, Value> {
    for_book!(result.health.book(), B => B::own_result_fields(result))
}

/// Returns the fields of a unit that only its book has.
pub fn own_unit_fields(unit: &UnitSnapshot, rules: &RuleSet) -> Map<String, Value> {
    for_book!(unit.sheet.book(), B => B::own_unit_fields(unit, rules))
}
