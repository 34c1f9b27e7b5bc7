//! A book's name, its data types and what it declares about itself.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::BorrowedChapter;
use crate::rule_options::SwitchSet;
use crate::status::ailment_terms::AilmentTerms;
use crate::status::{AttackProperties, Element, StatusOptions};
use crate::turn_engine::{ActionBudget, EngineSwitches};
use dice::Clause;

/// What a book is called, which chapters it has, and which data it keeps of units, weapons and turns.
pub trait BookDefinition {
    /// Name in files and on the command line: "swan_song".
    const ID: &'static str;
    /// Name for players: "Swan Song".
    const NAME: &'static str;
    /// Its dice and its style of play, in a line.
    const BLURB: &'static str;
    /// First part of its clause ids: "SS".
    const CLAUSE_PREFIX: &'static str;
    /// The clause by which it has no other actions than those it lists. `SS-ACT-37`.
    const ACTIONS_CLAUSE: Clause = "SS-ACT-37";
    /// Name of a success: singular and plural.
    const SUCCESS_WORDS: (&'static str, &'static str) = ("success", "successes");
    /// Faces of its largest die, including borrowed chapters.
    const LARGEST_DIE: u8;
    /// Faces of the die of its initiative rolls. `SS-INIT-02`.
    const INITIATIVE_DIE: u8 = 6;
    /// Chapters that it borrows from other books.
    const BORROWED_CHAPTERS: &'static [BorrowedChapter] = &[];
    /// The clause by which units that are out of action do nothing.
    const OUT_OF_ACTION_CLAUSE: Clause;
    /// Clause by which a unit does nothing outside its own phase; `None` if the book has reactions. `CC-ECON-15`.
    const OUT_OF_TURN_CLAUSE: Option<Clause> = None;
    /// Clause on what an attacker does not see because something is in the way. `SS-COVER-05`.
    const UNSEEN_CLAUSE: Clause = "SS-COVER-05";
    /// Clause on the targets of melee attacks. `SS-BASE-34`.
    const MELEE_REACH_CLAUSE: Clause = "SS-BASE-34";
    /// Its column of the ailment table.
    const AILMENTS: &'static AilmentTerms;
    /// Whether light, fog and difficult ground affect more than the cost of a step.
    const COUNTS_DIFFICULT_GROUND: bool = false;
    /// Tests that difficult ground makes harder by its value: "melee tests"; empty if it makes none.
    const DIFFICULT_GROUND_TESTS: &'static str = "";
    /// Whether a second run of a round is a sprint. `SS-MOVE-08`.
    const HAS_SPRINTS: bool = false;
    /// Whether units may try to evade interception. `SS-INTC-14`.
    const HAS_EVADING: bool = false;
    /// Whether its switches are in the rule set of every book, because others borrow its chapters.
    const LENDS_SWITCHES: bool = false;
    /// Whether several attacks may share one pool. `SS-MULTI-01`.
    const HAS_SHARED_POOLS: bool = false;
    /// Whether a destroyed obstacle that filled its square leaves rubble. `CS-COV-16`, `AB-OBJ-19`.
    const LEAVES_RUBBLE: bool = false;
    /// Whether a unit uses active defences against the attacks of units that it cannot see. `SS-DEF-21`, `AB-BASE-08`.
    const DEFENDS_AGAINST_UNSEEN: bool = true;
    /// Clauses whose notes on the odds of an attack belong to the figures in plain words, because these surprise without them.
    const KEY_NOTES: &'static [dice::Clause] = &[];
    /// Whether the summary of a melee weapon names its reach.
    const SUMMARY_NAMES_REACH: bool = false;
    /// Whether the summary of a ranged weapon names its range, as a band or an increment.
    const SUMMARY_NAMES_RANGE: bool = false;
    /// Whether units can suffocate. `CS-SUFF-01`.
    const HAS_SUFFOCATION: bool = false;
    /// Whether its attacks resolve hits on body shields themselves. `AB-SHIELD-01`.
    const HAS_BODY_SHIELDS: bool = false;
    /// Whether units that stand on the line of a shot stop it. A unit that the target holds before itself is a shield in any case.
    const UNITS_BLOCK_SHOTS: bool = false;
    /// Whether hidden units surprise when they appear. `SS-SURP-05`.
    const HAS_SURPRISE: bool = false;
    /// Whether it has its own chapter on grappling.
    const HAS_GRAPPLES: bool = false;
    /// Whether a unit that holds another one may walk and drag it along. `AB-BASE-10`.
    const HAS_DRAGGING: bool = false;
    /// Whether it has its own chapter on knockback.
    const HAS_KNOCKBACK: bool = false;

    /// The values of a unit.
    type Sheet: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned;
    /// A weapon.
    type Weapon: Clone + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// Damage and other state that lasts beyond a turn.
    type HealthState: Clone + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// What a unit can still spend in its turn: the turn engine's `PassBudget`, or a type of its own.
    type TurnBudget: ActionBudget + Copy + Debug + Ord + Hash + Serialize + DeserializeOwned;
    /// Its rule switches, declared with `switches!`; `()` for none.
    type Switches: SwitchSet;

    /// Returns the name of a weapon: "assault rifle".
    fn weapon_name(weapon: &Self::Weapon) -> &str;

    /// Returns the properties of a weapon besides damage.
    fn attack_properties(_weapon: &Self::Weapon) -> &AttackProperties {
        const { &AttackProperties::PLAIN }
    }

    /// Returns the element of a weapon.
    fn element(weapon: &Self::Weapon) -> Option<Element> {
        Self::attack_properties(weapon).element
    }

    /// Returns the radius of a weapon's explosion in metres; 0 if it states none.
    fn blast_radius(_weapon: &Self::Weapon) -> u32 {
        0
    }

    /// Returns the elements whose ailments do not affect a unit.
    fn immunities(_sheet: &Self::Sheet) -> &[Element] {
        &[]
    }

    /// Returns the keys of the special actions that heal another unit (`heals`), or strengthen it. `CS-BRWA-02`,
    /// `CS-BRWA-03`.
    fn aid_keys(_sheet: &Self::Sheet, _heals: bool) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns whether a unit refuses to harm the unit of this name. `CS-BRWA-09`.
    fn is_bonded_to(_sheet: &Self::Sheet, _name: &str) -> bool {
        false
    }

    /// Returns the number of gauges, from the first on, that are layers of one health and take damage in turn.
    /// `SS-DMG-05`.
    fn health_layers(_health: &Self::HealthState) -> usize {
        1
    }

    /// Returns the default switches of the book under these switches of the turn engine.
    fn default_switches(_engine: &Arc<EngineSwitches>) -> Arc<Self::Switches> {
        Arc::default()
    }

    /// Updates the switches after those of the engine have changed, if they hold them.
    fn follow_engine(_switches: &mut Arc<Self::Switches>, _engine: &Arc<EngineSwitches>) {}

    /// Returns the options for ailments.
    fn status_options(_switches: &Self::Switches) -> StatusOptions {
        StatusOptions::default()
    }
}
