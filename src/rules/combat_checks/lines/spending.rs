//! Prompts for advantages, threats, triumphs and despairs. Chapters ADV, THT and TRI.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::combat_checks::spending::option_tables::SpendingOption;
use crate::combat_checks::{InteractiveObject, Maneuver, QualityEffect};
use crate::lines::{CountOf, rule_lines};
use dice::{BoardSubject, RuleLine};
use model::{UnitId, compass_name};

/// Symbols to spend. `CC-ADV-01`, `CC-THT-01`, `CC-TRI-01`, `CC-TRI-02`.
#[derive(Clone, Copy, Debug)]
pub enum SpentSymbols {
    Advantages(u32),
    Triumph,
    Threats(u32),
    Despair,
}

/// The question which option to buy: "The attack has 2 successes. Spend 1 advantage?", or of the opponent "Ann's attack has
/// 2 successes. Spend 1 threat?"
#[derive(Clone, Debug)]
pub struct SpendingPrompt {
    /// Whose check it is, if the opponent is asked.
    pub attacker: Option<Arc<str>>,
    /// Net successes of the check.
    pub successes: u32,
    /// The symbols left.
    pub symbols: SpentSymbols,
    /// Which of several triumphs or despairs is spent; `None` for other symbols.
    pub place: Option<SymbolPlace>,
    /// Its place among the questions about the symbols of this check that its player is asked.
    pub question: SymbolPlace,
    /// What its player has bought with symbols of this check, in order.
    pub bought: Vec<SpendingAnswer>,
    /// Net advantages that are spent after the triumphs.
    pub advantages_after: u32,
    /// What each answer costs where advantages pay for it.
    pub prices: Vec<u32>,
}

/// Place of a symbol among several of its kind, or of a question: "1 of 2". `CC-TRI-01`, `CC-TRI-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolPlace {
    pub number: u8,
    pub count: u8,
}

impl Display for SpendingPrompt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.attacker {
            None => f.write_str("The attack")?,
            Some(attacker) => write!(f, "{attacker}'s attack")?,
        }
        match self.successes {
            0 => f.write_str(" missed.")?,
            1 => f.write_str(" has 1 success.")?,
            count => write!(f, " has {count} successes.")?,
        }
        if !self.bought.is_empty() {
            let bought: Vec<String> = self.bought.iter().map(ToString::to_string).collect();
            write!(f, " Bought so far: {}.", bought.join(", "))?;
        }
        let place = self.place.filter(|place| place.count > 1);
        match (self.symbols, place) {
            (SpentSymbols::Triumph, None) => f.write_str(" Spend a triumph?"),
            (SpentSymbols::Triumph, Some(place)) => write!(f, " Spend triumph {place}?"),
            (SpentSymbols::Despair, None) => f.write_str(" Spend a despair?"),
            (SpentSymbols::Despair, Some(place)) => write!(f, " Spend despair {place}?"),
            (counted, _) => write!(f, " Spend {counted}?"),
        }
    }
}

impl Display for SymbolPlace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.count)
    }
}

impl Display for SpentSymbols {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Advantages(1) => f.write_str("1 advantage"),
            Self::Advantages(count) => write!(f, "{count} advantages"),
            Self::Triumph => f.write_str("for the triumph"),
            Self::Threats(1) => f.write_str("1 threat"),
            Self::Threats(count) => write!(f, "{count} threats"),
            Self::Despair => f.write_str("for the despair"),
        }
    }
}

/// An answer: "Setback die for Bob". Its price is the line [`SpentSymbols`].
#[derive(Clone, Debug)]
pub enum SpendingAnswer {
    Buy {
        option: SpendingOption,
        target: SpendingTarget,
        outcome: SpendingOutcome,
    },
    /// A further payment for a Critical Injury. `CC-CRIT-03`.
    PayAgain {
        option: SpendingOption,
        unit: Arc<str>,
        id: UnitId,
    },
    /// Buys nothing more, or nothing at all where nothing was bought yet.
    Stop {
        has_bought: bool,
    },
}

impl SpendingAnswer {
    /// A purchase that was made: its outcome shows.
    pub fn bought(option: SpendingOption, target: SpendingTarget) -> Self {
        Self::Buy { option, target, outcome: SpendingOutcome::default() }
    }
}

/// What an option does in the attack at hand, for those who choose.
#[derive(Clone, Debug, Default)]
pub struct SpendingOutcome {
    /// The unit that it puts out of action.
    pub knocks_out: Option<Arc<str>>,
    /// The unit on which it has an effect, if a fall of the unit would make it useless.
    pub concerns: Option<UnitId>,
    /// How much it is worth to the side that buys it; 0 if only a player can tell.
    pub worth: u32,
    /// It tells only what cards show anyway. `CC-ADV-09`.
    pub tells_nothing_new: bool,
    /// It would change nothing now.
    pub is_idle: bool,
    /// What on the board its answer names.
    pub names: Option<BoardSubject>,
}

/// Target of an option.
#[derive(Clone, Debug, strum::Display)]
pub enum SpendingTarget {
    #[strum(to_string = "")]
    Nothing,
    #[strum(to_string = "{0}")]
    Named(Arc<str>),
    #[strum(to_string = "{quality} on {unit}: {effect}")]
    Quality { quality: String, unit: Arc<str>, effect: QualityEffect },
    #[strum(to_string = "{item} of {unit}")]
    ItemOf { item: String, unit: Arc<str> },
    /// An object that changes its state, with where it stands; the whole answer.
    #[strum(to_string = "{verb} the {name}, {place}")]
    Object { verb: &'static str, name: Arc<str>, place: String },
    /// What the unit loses; the whole answer.
    #[strum(to_string = "{unit} loses {benefit}")]
    Loses { unit: Arc<str>, benefit: &'static str },
    /// The unit that falls; the whole answer.
    #[strum(to_string = "{0} falls prone")]
    FallsProne(Arc<str>),
    /// The unit that ends up prone where nothing falls; the whole answer.
    #[strum(to_string = "{0} ends up flat against the floor")]
    EndsUpFlat(Arc<str>),
    /// The unit that suffers Strain; the whole answer.
    #[strum(to_string = "{0} suffers 1 Strain")]
    SuffersStrain(Arc<str>),
    #[strum(to_string = "for {0} against melee attacks")]
    AgainstMelee(Arc<str>),
    #[strum(to_string = "for {0} against ranged attacks")]
    AgainstRanged(Arc<str>),
}

impl SpendingTarget {
    /// An object, by what happens to it and where it stands: "Open the wooden door, beside Dene to the east".
    pub fn object(object: &InteractiveObject, target: &str) -> Self {
        let (verb, place) = (if object.is_open { "Close" } else { "Open" }, object_place(object, target));
        Self::Object { verb, name: object.name.clone(), place }
    }

    /// Whether it says all that the answer does, without the label of the option.
    const fn is_whole_answer(&self) -> bool {
        matches!(
            self,
            Self::Object { .. }
                | Self::Loses { .. }
                | Self::FallsProne(_)
                | Self::EndsUpFlat(_)
                | Self::SuffersStrain(_)
        )
    }
}

/// Where an object stands, so that it is distinguished from others of its name: "beside Dene to the east", "2 squares north and 1 east of
/// Dene".
fn object_place(object: &InteractiveObject, target: &str) -> String {
    let (east, south) = object.offset;
    let squares = |halves: i32| halves.unsigned_abs() / 2;
    let (row, column) = (squares(south), squares(east));
    let (along_column, along_row) =
        (if south < 0 { "north" } else { "south" }, if east < 0 { "west" } else { "east" });
    match (row, column) {
        _ if object.from_target <= 1 => match compass_name(object.offset) {
            Some(direction) => format!("beside {target} to the {direction}"),
            None => format!("on the square of {target}"),
        },
        (0, column) => format!("{} {along_row} of {target}", CountOf(column, "square")),
        (row, 0) => format!("{} {along_column} of {target}", CountOf(row, "square")),
        (row, column) => {
            format!("{} {along_column} and {column} {along_row} of {target}", CountOf(row, "square"))
        }
    }
}

impl Display for SpendingAnswer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buy { option, target, outcome } => {
                match target {
                    SpendingTarget::Nothing => f.write_str(option.label)?,
                    target if target.is_whole_answer() => write!(f, "{target}")?,
                    target => write!(f, "{} {target}", option.label)?,
                }
                match &outcome.knocks_out {
                    Some(unit) => write!(f, ", knocks out {unit}"),
                    None => Ok(()),
                }
            }
            Self::PayAgain { unit, .. } => write!(f, "+10 to the injury roll of {unit}"),
            Self::Stop { has_bought: true } => f.write_str("Spend nothing more"),
            Self::Stop { has_bought: false } => f.write_str("Spend nothing"),
        }
    }
}

impl RuleLine for SpendingAnswer {
    fn board_subject(&self) -> Option<BoardSubject> {
        match self {
            Self::Buy { outcome, .. } => outcome.names,
            Self::PayAgain { id, .. } => Some(BoardSubject::Unit(*id)),
            Self::Stop { .. } => None,
        }
    }
}

/// The prompt for a free maneuver. `CC-ADV-11`, `CC-THT-06`.
#[derive(Clone, Debug)]
pub enum ManeuverLine {
    Ask {
        unit: Arc<str>,
    },
    Name(Maneuver),
    Detail(Maneuver),
    /// The unit cannot move, because the hit will have knocked it down. `CC-ECON-13`.
    NoMoveDetail,
    /// The manoeuvres that need an order: which one it is, is chosen by that order.
    Keep,
    KeepDetail,
}

impl Display for ManeuverLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask { unit } => write!(f, "Which free manoeuvre does {unit} make?"),
            Self::Name(maneuver) => f.write_str(maneuver.name()),
            Self::Detail(maneuver) => f.write_str(maneuver.detail()),
            Self::NoMoveDetail => f.write_str("not possible: this hit knocks the unit down"),
            Self::Keep => f.write_str("Keep it for this turn"),
            Self::KeepDetail => {
                f.write_str("to move, handle an item or use an object, or for any other manoeuvre")
            }
        }
    }
}

rule_lines!(SpentSymbols, SpendingPrompt, ManeuverLine);
