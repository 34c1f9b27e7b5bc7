//! Notes on rolls and on what happens to units.

use std::fmt;

use strum::Display;

use super::{Counted, LevelKind};
use crate::aberrant::attacks::defence::DefenceError;
use crate::aberrant::attacks::range::OutOfReach;
use crate::aberrant::bands::band_state::HenchmenFate;
use crate::aberrant::environment::objects::SizeEffect;
use crate::aberrant::health::dazing::DazeLevel;
use crate::aberrant::health::grievous_injury::Flaw;
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::turn::turn_budget::AttackQueue;
use crate::aberrant::{Damage, DamageType};
use crate::knockback::objects::ObjectProfile;
use crate::lines::rule_lines;
use crate::{AttackCandidate, QueuedAttack};
use dice::{Modifiers, NoteSubject, NoteTopic, RuleLine};

/// "3 successes, difficulty +1: 2 net successes", "2 successes, 3 needed: exhausted".
#[derive(Clone, Copy, Debug)]
pub(crate) struct RollNote {
    pub successes: u32,
    pub difficulty: u32,
    pub verdict: RollVerdict,
}

/// Verdict on a roll.
#[derive(Clone, Copy, Debug, Display)]
pub(crate) enum RollVerdict {
    #[strum(to_string = "{0}")]
    Net(Counted),
    #[strum(to_string = "hits the square")]
    HitsSquare,
    #[strum(to_string = "misses the square")]
    MissesSquare,
    #[strum(to_string = "success")]
    Success,
    #[strum(to_string = "failure")]
    Failure,
    #[strum(to_string = "withstood")]
    Withstood,
    #[strum(to_string = "exhausted")]
    Exhausted,
}

impl fmt::Display for RollNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { successes, difficulty, verdict } = *self;
        let successes = Counted::Successes(successes);
        match (verdict, difficulty) {
            (RollVerdict::Net(_), 0) => write!(f, "{successes}, difficulty 0: {verdict}"),
            (RollVerdict::Net(_), _) => write!(f, "{successes}, difficulty +{difficulty}: {verdict}"),
            // One success more than the difficulty. `AB-BASE-02`
            _ => write!(f, "{successes}, {} needed: {verdict}", difficulty + 1),
        }
    }
}

/// Notes on attack and defence.
#[derive(Clone, Debug, Display)]
pub(crate) enum AttackNote {
    #[strum(to_string = "A building is hit without a roll")]
    HitsBuilding,
    #[strum(to_string = "{weapon} fires its largest burst: {rounds}")]
    LargestBurst { weapon: String, rounds: Counted },
    #[strum(to_string = "No attack: {0}")]
    OutOfReach(OutOfReach),
    #[strum(to_string = "Miss: the margin is {margin}, and 1 is needed")]
    Missed { margin: i32 },
    #[strum(to_string = "Hit with a margin of {margin}")]
    Hit { margin: i32 },
    #[strum(to_string = "Seized: both are grappled")]
    Seized,
    #[strum(to_string = "The extras of a group share one attack roll in a pass: {successes}")]
    GroupRoll { successes: Counted },
    #[strum(to_string = "{sum}: {count} of the {name} out of action")]
    HenchmenOut { sum: HenchmenSum, count: u32, name: String },
    #[strum(to_string = "Shock makes {count} more of the {name} surrender")]
    HenchmenScared { count: u32, name: String },
    #[strum(to_string = "{target} of the net successes against the target, {behind} against the unit behind")]
    SuccessesSplit { target: u32, behind: u32 },
    #[strum(to_string = "{net}, 4 needed to get past the human shield: it is hit instead")]
    HitsShield { net: Counted },
    #[strum(to_string = "Past the human shield with {past} of {net}")]
    PastShield { past: u32, net: Counted },
    #[strum(
        to_string = "{raw} against the human shield, which stops {soak} by its soak and 1 more: {left} left for the holder"
    )]
    ThroughShield { raw: Counted, soak: u32, left: Counted },
    #[strum(to_string = "The human shield takes the full force: {raw}")]
    ParriedWithShield { raw: Counted },
}

/// How levels take henchmen out: "3 levels x 2 for the area = 6 levels, one falls for every 4, rounded up". `AB-MASS-20`, `AB-MASS-21`,
/// `AB-MASS-25`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HenchmenSum {
    /// Levels of the attack.
    pub levels: u32,
    /// What an area multiplies them by; 1 for other attacks.
    pub factor: u32,
    /// Levels that take one henchman out.
    pub each: u32,
}

impl fmt::Display for HenchmenSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { levels, factor, each } = *self;
        let all = levels * factor;
        if factor > 1 {
            write!(f, "{} x {factor} for the area = ", Counted::Levels(levels))?;
        }
        write!(f, "{}, one falls for ", Counted::Levels(all))?;
        match each {
            1 => f.write_str("each"),
            each if all.is_multiple_of(each) => write!(f, "every {each}"),
            each => write!(f, "every {each}, rounded up"),
        }
    }
}

/// Notes on damage and its consequences.
#[derive(Clone, Debug, Display)]
pub(crate) enum DamageNote {
    #[strum(to_string = "{damage}{margin}: {raw}")]
    RawDice { damage: Damage, margin: MarginDice, raw: Counted },
    #[strum(to_string = "{damage}, whatever the margin: {raw}")]
    BlastDice { damage: Damage, raw: Counted },
    #[strum(to_string = "{damage}, hit without a roll: {raw}")]
    BarrierDice { damage: Damage, raw: Counted },
    #[strum(to_string = "{raw} against {soak}: {dice} left")]
    PastSoak { raw: Counted, soak: SoakTerm, dice: Counted },
    #[strum(to_string = "{raw} against {soak}: all soaked, but one die of a milder kind is left, {kind}")]
    Ping { raw: Counted, soak: SoakTerm, kind: DamageType },
    #[strum(to_string = "{raw} against {soak}: none gets through, but one die is always left")]
    PingOnStructure { raw: Counted, soak: SoakTerm },
    #[strum(to_string = "{raw} against {soak}: all soaked")]
    Soaked { raw: Counted, soak: SoakTerm },
    #[strum(to_string = "{raw} against {soak}: nothing left")]
    StoppedByStructure { raw: Counted, soak: SoakTerm },
    #[strum(to_string = "A building takes no {0} damage")]
    ImmuneStructure(DamageType),
    #[strum(to_string = "{raw} against hardening {hardening}: {dice} left")]
    PastHardening { raw: Counted, hardening: u32, dice: Counted },
    #[strum(to_string = "EMP does not affect living targets")]
    ImmuneToEmp,
    #[strum(to_string = "{raw} against armour {armour}: {dice} left")]
    PastItemArmour { raw: Counted, armour: u32, dice: Counted },
    #[strum(to_string = "{raw} against armour {armour}: nothing left")]
    StoppedByItem { raw: Counted, armour: u32 },
    #[strum(to_string = "{damage} against armour {armour}: {dice} left")]
    PastBarrierArmour { damage: Damage, armour: u32, dice: Counted },
    #[strum(to_string = "{damage} against armour {armour}: nothing left")]
    StoppedByBarrier { damage: Damage, armour: u32 },
    #[strum(to_string = "{damage} against {object}, armour {armour}: {dice} left")]
    BlastOnObjects { damage: Damage, object: String, armour: u32, dice: Counted },
    #[strum(to_string = "{damage} against {object}, armour {armour}: nothing left")]
    StoppedByObjects { damage: Damage, object: String, armour: u32 },
    #[strum(to_string = "{0}")]
    Rolled(KindLevels),
    #[strum(to_string = "{rolled} rolled + {adds} automatic: {total}")]
    RolledWithAdds { rolled: u32, adds: u32, total: KindLevels },
    #[strum(to_string = "{dice}, not rolled, one level for every two{adds}: {total}")]
    Converted { dice: Counted, adds: AutomaticLevels, total: KindLevels },
    #[strum(to_string = "{levels} in this round: {impact}")]
    Dazed { levels: Counted, impact: DazeLevel },
    #[strum(
        to_string = "{levels} in this round: {impact}. The unit has already powered through, which is possible once per round"
    )]
    DazedDespiteWillpower { levels: Counted, impact: DazeLevel },
    #[strum(
        to_string = "Grievous injury ({flaw}): {left} of {levels} counts, the injury takes the place of the rest"
    )]
    Grievous { flaw: Flaw, left: u32, levels: Counted },
    #[strum(to_string = "Out of action: {0}")]
    OutOfAction(LifeStatus),
    #[strum(to_string = "No structure left: destroyed")]
    NoStructureLeft,
    #[strum(to_string = "Shut down for {rounds}")]
    ShutDown { rounds: Counted },
    #[strum(to_string = "Burnt out permanently")]
    BurntOut,
    #[strum(to_string = "Burning: {levels} of lethal damage, which no soak reduces")]
    Burning { levels: Counted },
}

/// The damage dice of a margin: " + 2 for the margin above 1"; nothing for a margin of 1. `AB-BASE-04`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarginDice(pub u32);

impl fmt::Display for MarginDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, " + {} for the margin above 1", self.0) }
    }
}

/// Levels that are added to those of the dice: ", + 2 automatic"; nothing if there are none. `AB-ADDS-01`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AutomaticLevels(pub u32);

impl fmt::Display for AutomaticLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, ", + {} automatic", self.0) }
    }
}

/// "3 levels of lethal damage", "3 levels of structure".
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindLevels {
    pub levels: u32,
    pub kind: LevelKind,
}

impl fmt::Display for KindLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { levels, kind } = *self;
        write!(f, "{} of {kind}", Counted::Levels(levels))
    }
}

/// What stops damage dice: "soak 13", "soak 1 (natural soak)", "armour 4". The log lists several sources after the note.
#[derive(Clone, Debug)]
pub(crate) struct SoakTerm {
    name: &'static str,
    total: u32,
    only_source: Option<String>,
}

impl SoakTerm {
    /// The soak of a body; a single source is named here.
    pub(crate) fn soak(parts: &Modifiers) -> Self {
        let only_source = match &parts.0[..] {
            [only] => Some(only.reason.to_string()),
            _ => None,
        };
        Self { name: "soak", total: parts.pool(), only_source }
    }

    /// The armour of an object, whose row the note before names. `AB-OBJ-09`.
    pub(crate) fn armour(parts: &Modifiers) -> Self {
        Self { name: "armour", total: parts.pool(), only_source: None }
    }
}

impl fmt::Display for SoakTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.total)?;
        self.only_source.as_ref().map_or(Ok(()), |source| write!(f, " ({source})"))
    }
}

/// The row of an object: "Counts as a pistol: armour 5, 1 of 3 levels of structure left". `AB-OBJ-09`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectNote {
    pub object: &'static ObjectProfile,
    /// Levels left.
    pub left: u32,
    /// Levels of the intact object.
    pub structure: u32,
}

impl fmt::Display for ObjectNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { object, left, structure } = *self;
        let (name, armour) = (object.name_with_article(), object.armour);
        write!(f, "Counts as {name}: armour {armour}, {left} of {structure} levels of structure left")
    }
}

/// What the size of a large object makes of the levels rolled. `AB-OBJ-04` to `AB-OBJ-07`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SizeNote {
    pub effect: SizeEffect,
    /// Levels rolled.
    pub rolled: u32,
}

impl fmt::Display for SizeNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { effect, rolled } = *self;
        let taken = effect.levels_taken(rolled);
        match effect.factor() {
            Some(factor) => write!(f, "{effect}: {rolled} x {factor} = {}", Counted::Levels(taken)),
            None => write!(f, "{effect}: {} of {rolled}", Counted::Levels(taken)),
        }
    }
}

/// Notes on what happens to a unit or an item.
#[derive(Clone, Debug, Display)]
pub(crate) enum UnitNote {
    #[strum(to_string = "{piece} is destroyed")]
    ArmourDestroyed { piece: String },
    #[strum(to_string = "{item} is destroyed")]
    ItemDestroyed { item: String },
    #[strum(to_string = "{item} has {left} of {structure} levels left")]
    ItemDamaged { item: String, left: u32, structure: u32 },
    #[strum(to_string = "takes the hit as a human shield: {levels}")]
    HitAsShield { levels: Counted },
    #[strum(to_string = "is hit in a vital organ")]
    VitalHit,
    #[strum(to_string = "{weapon} goes off at {target}")]
    BlastAt { weapon: String, target: String },
    #[strum(to_string = "{weapon} does not go off at {target}")]
    NoBlastAt { weapon: String, target: String },
    #[strum(to_string = "{weapon} goes off on target")]
    BlastOnTarget { weapon: String },
    #[strum(to_string = "{weapon} lands {metres} m from the target")]
    BlastScattered { weapon: String, metres: u32 },
    #[strum(to_string = "{weapon} does not go off")]
    NoBlast { weapon: String },
    #[strum(to_string = "cannot defend: {why}")]
    IdleDefence { why: DefenceError },
    #[strum(to_string = "is out of breath")]
    OutOfBreath,
    #[strum(to_string = "suffers a grievous injury in place of the other levels of the blow: {0}")]
    Grievous(Flaw),
    #[strum(to_string = "recovers from a grievous injury: {0}")]
    FlawHealed(Flaw),
    #[strum(to_string = "has a grievous injury replaced by cybernetics: {0}")]
    FlawReplaced(Flaw),
    #[strum(to_string = "loses {count} and has {left} left")]
    HenchmenLost { count: Counted, left: u32 },
    #[strum(to_string = "falls to the same blow")]
    FallsToo,
    #[strum(to_string = "joins the attack of {leader}")]
    JoinsAttack { leader: String },
    #[strum(to_string = "flees because another of the group has fallen")]
    Routs,
    #[strum(to_string = "announces an attack: {attack}")]
    QueuesAttack { attack: String },
    #[strum(to_string = "announces all attacks: {attack}")]
    QueuesSame { attack: String },
    #[strum(to_string = "announces different attacks: {attacks}")]
    QueuesAttacks { attacks: String },
    #[strum(to_string = "announces no attack")]
    QueuesNoAttack,
    #[strum(to_string = "has no attack to announce yet and chooses when the turn comes")]
    NothingToQueue,
}

impl UnitNote {
    /// "announces all attacks: rifle at Bob", with the names of the candidates; `actions` is how many attacks on the same
    /// target the unit has announced.
    pub(crate) fn queued_attacks(queue: AttackQueue, candidates: &[AttackCandidate], actions: u8) -> Self {
        let words = |attack: QueuedAttack| {
            let named = candidates.iter().find(|candidate| QueuedAttack::from(*candidate) == attack);
            match named.map(|named| (&named.weapon, &named.target)) {
                Some((weapon, Some(target))) => format!("{weapon} at {}", target.name),
                Some((weapon, None)) => format!("{weapon}, target chosen later"),
                None => "at a wall or a square".to_owned(),
            }
        };
        let attacks: Vec<_> = queue.attacks().map(words).collect();
        let is_repeated = matches!(queue, AttackQueue::Same(_)) && actions > 1;
        match attacks.as_slice() {
            [] => Self::QueuesNoAttack,
            [attack] if is_repeated => Self::QueuesSame { attack: attack.clone() },
            [attack] => Self::QueuesAttack { attack: attack.clone() },
            several => Self::QueuesAttacks { attacks: several.join(", ") },
        }
    }
}

/// What became of a band's henchmen: "has lost so far: of the rioters, 1 killed or hurt and 9 surrendered". `AB-MASS-24`.
#[derive(Clone, Debug)]
pub(crate) struct FateNote(pub Vec<HenchmenFate>);

impl fmt::Display for FateNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.0.iter().map(|fate| format!("of the {}, {}", fate.name, fate.text(" and ")));
        write!(f, "has lost so far: {}", parts.collect::<Vec<_>>().join("; "))
    }
}

impl RuleLine for UnitNote {
    fn note_subject(&self) -> NoteSubject {
        match self {
            Self::ArmourDestroyed { .. } | Self::ItemDestroyed { .. } | Self::ItemDamaged { .. } => {
                NoteSubject::Item
            }
            Self::BlastAt { .. }
            | Self::NoBlastAt { .. }
            | Self::BlastOnTarget { .. }
            | Self::BlastScattered { .. }
            | Self::NoBlast { .. } => NoteSubject::Projectile,
            _ => NoteSubject::Unit,
        }
    }

    fn note_topic(&self) -> NoteTopic {
        match self {
            Self::IdleDefence { .. } => NoteTopic::NoDefence,
            Self::FlawHealed(_) => NoteTopic::Recovery,
            Self::HenchmenLost { .. } => NoteTopic::Losses,
            Self::Routs => NoteTopic::Flight,
            _ => NoteTopic::Other,
        }
    }
}

rule_lines!(AttackNote, DamageNote, FateNote, ObjectNote, RollNote, SizeNote);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ab_base_02_a_roll_says_its_difficulty_or_what_it_needs() {
        let text = |successes, difficulty, verdict| RollNote { successes, difficulty, verdict }.to_string();
        let net = |net| RollVerdict::Net(Counted::NetSuccesses(net));
        assert_eq!(text(4, 2, net(2)), "4 successes, difficulty +2: 2 net successes");
        assert_eq!(text(1, 0, net(1)), "1 success, difficulty 0: 1 net success");
        assert_eq!(text(1, 1, RollVerdict::Failure), "1 success, 2 needed: failure");
        assert_eq!(text(1, 0, RollVerdict::HitsSquare), "1 success, 1 needed: hits the square");
    }

    #[test]
    fn ab_base_04_a_margin_of_1_adds_no_dice() {
        let damage = Damage { dice: 7, kind: DamageType::Lethal, adds: 0 };
        let text = |extra| {
            let (margin, raw) = (MarginDice(extra), Counted::RawDice(7 + extra));
            DamageNote::RawDice { damage, margin, raw }.to_string()
        };
        assert_eq!(text(0), "7 lethal: 7 damage dice");
        assert_eq!(text(3), "7 lethal + 3 for the margin above 1: 10 damage dice");
    }

    #[test]
    fn ab_mass_20_the_sum_that_takes_henchmen_out_is_told() {
        let text = |levels, factor, each| {
            let (sum, name) = (HenchmenSum { levels, factor, each }, "soldiers".to_owned());
            AttackNote::HenchmenOut { sum, count: 2, name }.to_string()
        };
        assert_eq!(text(6, 1, 3), "6 levels, one falls for every 3: 2 of the soldiers out of action");
        assert_eq!(
            text(3, 2, 5),
            "3 levels x 2 for the area = 6 levels, one falls for every 5, rounded up: 2 of the soldiers out of action"
        );
        assert_eq!(text(2, 1, 1), "2 levels, one falls for each: 2 of the soldiers out of action");
    }

    #[test]
    fn ab_griev_03_a_grievous_injury_says_how_many_levels_it_replaces() {
        let note = DamageNote::Grievous { flaw: Flaw::ArmUseless, left: 1, levels: Counted::Levels(5) };
        assert_eq!(
            note.to_string(),
            "Grievous injury (arm useless): 1 of 5 levels counts, the injury takes the place of the rest"
        );
    }

    #[test]
    fn ab_mass_20_the_henchmen_that_are_lost_are_counted_with_those_left() {
        let note = |count, left| UnitNote::HenchmenLost { count: Counted::Henchmen(count), left };
        assert_eq!(note(1, 15).to_string(), "loses 1 henchman and has 15 left");
        assert_eq!(note(3, 0).to_string(), "loses 3 henchmen and has 0 left");
        assert_eq!(note(3, 0).note_topic(), NoteTopic::Losses);
        assert_eq!(UnitNote::Routs.note_topic(), NoteTopic::Flight);
    }

    #[test]
    fn ab_gritty_04_only_automatic_levels_that_exist_are_named() {
        let total = KindLevels { levels: 3, kind: LevelKind::Health(DamageType::Lethal) };
        let text = |adds| {
            let (dice, adds) = (Counted::Dice(7), AutomaticLevels(adds));
            DamageNote::Converted { dice, adds, total }.to_string()
        };
        assert_eq!(text(0), "7 dice, not rolled, one level for every two: 3 levels of lethal damage");
        assert!(text(2).contains("one level for every two, + 2 automatic: "), "{}", text(2));
    }

    #[test]
    fn ab_cancel_01_what_is_announced_says_whether_it_is_for_all_attacks() {
        let place = QueuedAttack::Place;
        let text = |queue, actions| UnitNote::queued_attacks(queue, &[], actions).to_string();
        let same = AttackQueue::Same(place);
        assert_eq!(text(same, 3), "announces all attacks: at a wall or a square");
        assert_eq!(text(same, 1), "announces an attack: at a wall or a square");
        assert_eq!(
            text(AttackQueue::List([Some(place), None, None]), 3),
            "announces an attack: at a wall or a square"
        );
        let two = text(AttackQueue::List([Some(place), Some(place), None]), 3);
        assert!(two.starts_with("announces different attacks: "), "{two}");
        assert_eq!(text(AttackQueue::List([None; 3]), 3), "announces no attack");
    }
}
