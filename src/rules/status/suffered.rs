//! One ailment of one unit, and what a unit's ailments do to a test or an action.

use serde::{Deserialize, Serialize};

use super::{Ailment, Bar, By, Exposure, Part, Span, Trait, translation};
use crate::Book;
use crate::engine::delay;
use dice::Modifiers;

/// When a status ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Something removes it.
    Removed,
    /// The end of this round. `SS-BASE-15`.
    EndOfRound(u32),
    /// The end of this pass, counted over the whole fight.
    EndOfPass(u32),
    /// The end of so many own phases that began with it. `CS-AIL-03`.
    Turns {
        /// How many.
        left: u8,
        /// The phase that is going on began with it.
        begun: bool,
    },
}

/// One ailment of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Suffered {
    /// Which.
    pub ailment: Ailment,
    /// The one of a pair it sits in.
    pub part: Option<Part>,
    /// Who brought it about.
    pub by: Option<u32>,
    /// A number that its row remembers: how hard or where it hit, or since when it lasts; else 0.
    pub strength: u16,
    /// When it ends.
    pub until: Until,
}

/// What a test is, as far as ailments care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// A blow.
    Strike,
    /// A shot or a throw.
    Shot,
    /// Getting out of the way.
    Dodge,
    /// Turning a blow aside.
    Parry,
    /// Any other defence against a blow.
    DefendMelee,
    /// A free defence against a shot.
    DefendShot,
    /// Perception by sight.
    Look,
    /// Perception by hearing.
    Listen,
    /// A test of a value alone.
    Of(Trait),
    /// A test that nobody decides to make, and no action: against surprise.
    Unbidden,
    /// The same with eyes or ears: to be on one's guard.
    Notice(Sense),
    /// Anything else.
    Other,
}

/// What something is noticed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Eyes.
    Sight,
    /// Ears.
    Hearing,
}

/// One modifier with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// By how much.
    pub by: By,
    /// "Dazed".
    pub reason: &'static str,
    /// The clause.
    pub clause: &'static str,
}

impl By {
    /// In dice: one for every ten points, what is less than that falls away.
    pub const fn dice(self) -> i32 {
        match self {
            Self::Points(points) => points / 10,
            Self::Dice(dice) => dice,
        }
    }

    /// In points of a hundred.
    pub const fn points(self) -> i32 {
        match self {
            Self::Points(points) => points,
            Self::Dice(dice) => dice * 10,
        }
    }
}

impl Suffered {
    /// "Stunned", "Broken grip, left".
    pub fn title(&self) -> String {
        match self.part {
            None => self.ailment.name().to_owned(),
            Some(part) => format!("{}, {}", self.ailment.name(), part.name()),
        }
    }
}

impl Span {
    /// The end of something that begins in this round: neither the round nor a phase that is going on counts.
    /// `CS-AIL-03`, `SS-BASE-15`.
    pub const fn from(self, round: u32) -> Until {
        match self {
            Self::Turns(left) => Until::Turns { left, begun: false },
            Self::Rounds(rounds) => Until::EndOfRound(round + rounds as u32),
            Self::Open => Until::Removed,
        }
    }
}

/// Whether a unit has this ailment, in whatever part.
pub fn has(suffered: &[Suffered], ailment: Ailment) -> bool {
    suffered.iter().any(|one| one.ailment == ailment)
}

/// Whether a unit has this ailment in this one of a pair. `SS-CALL-27`.
pub fn has_in(suffered: &[Suffered], ailment: Ailment, part: Option<Part>) -> bool {
    suffered.iter().any(|one| one.ailment == ailment && one.part == part)
}

/// Whether both of a pair suffer. `SS-CALL-24`.
fn in_both(suffered: &[Suffered], ailment: Ailment) -> bool {
    [Part::Left, Part::Right].into_iter().all(|part| has_in(suffered, ailment, Some(part)))
}

/// What a unit's ailments do to a test, one by one; different ailments add up. `CS-AIL-05`.
pub fn changes(suffered: &[Suffered], test: Test) -> impl Iterator<Item = Change> {
    suffered.iter().flat_map(move |one| {
        let rule = one.ailment.rule();
        let modifiers = match rule.both.filter(|_| in_both(suffered, one.ailment)) {
            None => rule.modifiers,
            Some(both) if one.part == Some(Part::Left) => both,
            Some(_) => &[], // counted with the left one
        };
        let on = modifiers.iter().filter(move |modifier| modifier.on.covers(test));
        on.map(move |modifier| Change { by: modifier.by, reason: rule.name, clause: modifier.clause })
    })
}

/// The ailment that makes a test fail whatever the dice say. `CS-BLND-04`, `CS-BLND-05`.
pub fn fails(suffered: &[Suffered], test: Test) -> Option<Ailment> {
    let blind = |one: &&Suffered| {
        let rule = one.ailment.rule();
        let both = rule.fails_both.iter().filter(|_| in_both(suffered, one.ailment));
        rule.fails.iter().chain(both).any(|on| on.covers(test))
    };
    suffered.iter().find(blind).map(|one| one.ailment)
}

/// The ailment that forbids something.
pub fn barred(suffered: &[Suffered], bar: Bar) -> Option<Ailment> {
    suffered.iter().find(|one| one.ailment.rule().bars.contains(&bar)).map(|one| one.ailment)
}

/// What attackers gain by a unit's ailments, with the ailment that gives it.
pub fn exposures(suffered: &[Suffered]) -> impl Iterator<Item = (Ailment, Exposure)> {
    suffered
        .iter()
        .flat_map(|one| one.ailment.rule().exposes.iter().map(move |exposure| (one.ailment, *exposure)))
}

/// Unnatural Strength by ailments, as Circumstances counts it. `CS-ENRA-02`.
pub fn strength(suffered: &[Suffered]) -> u8 {
    suffered.iter().map(|one| one.ailment.rule().strength).sum()
}

/// Points of a hundred that the first attack of a round lacks under a curse, in books that do not roll again.
/// `CS-CURS-01`.
const CURSED: i32 = -20;

/// Adds what a unit's ailments do to a test, in the measure of a book. `CS-AIL-05`.
pub fn add_changes(parts: &mut Modifiers, suffered: &[Suffered], test: Test, book: Book) {
    let table = translation::of(book);
    for change in changes(suffered, test) {
        table.add(parts, change);
    }
    let attacks = matches!(test, Test::Strike | Test::Shot);
    if attacks && !table.is_home() && has(suffered, Ailment::Cursed) {
        let rule = Ailment::Cursed.rule();
        table.add(parts, Change { by: By::Points(CURSED), reason: rule.name, clause: rule.clause });
    }
}

/// Adds what acting late does to a test, in the measure of a book: what is done in a phase that was put off has a die
/// less. `SS-DELAY-09`.
pub fn add_late(parts: &mut Modifiers, late: bool, book: Book) {
    if late {
        let (by, reason, clause) = (By::Dice(delay::LATE), "delayed phase", "SS-DELAY-09");
        translation::of(book).add(parts, Change { by, reason, clause });
    }
}

/// Adds what attackers gain to hit by the ailments of their target, in the measure of a book. `CS-STUN-02`,
/// `CS-UNCO-02`.
pub fn add_exposures(parts: &mut Modifiers, suffered: &[Suffered], book: Book) {
    for (ailment, exposure) in exposures(suffered) {
        if let Exposure::ToHit(points) = exposure {
            let (reason, clause) = match ailment {
                Ailment::Stunned => ("stunned target", "CS-STUN-02"),
                Ailment::Unconscious => ("unconscious target", "CS-UNCO-02"),
                other => (other.name(), other.rule().clause),
            };
            translation::of(book).add(parts, Change { by: By::Points(points), reason, clause });
        }
    }
}

/// Dodges, parries and other interrupts are open to a unit. `CS-AIL-06`, `CS-ENRA-03`.
pub fn may_evade(suffered: &[Suffered]) -> bool {
    barred(suffered, Bar::Everything).is_none() && barred(suffered, Bar::Evasion).is_none()
}
