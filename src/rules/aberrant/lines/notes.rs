//! Notes on rolls and on what happens to units.

use std::fmt;

use strum::Display;

use super::Counted;
use crate::aberrant::attacks::range::OutOfReach;
use crate::aberrant::bands::band_state::HenchmenFate;
use crate::aberrant::health::dazing::DazeLevel;
use crate::aberrant::health::grievous_injury::Flaw;
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::turn::turn_budget::AttackQueue;
use crate::aberrant::{Damage, DamageType};
use crate::lines::rule_lines;
use crate::{AttackCandidate, QueuedAttack};

/// "3 successes at difficulty +1: 2 net".
#[derive(Clone, Copy, Debug)]
pub(crate) struct RollNote {
    pub successes: u32,
    pub difficulty: u32,
    pub verdict: RollVerdict,
}

/// Verdict on a roll.
#[derive(Clone, Copy, Debug, Display)]
pub(crate) enum RollVerdict {
    #[strum(to_string = "{0} net")]
    Net(u32),
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
        write!(f, "{} at difficulty +{difficulty}: {verdict}", Counted::Successes(successes))
    }
}

/// Notes on attack and defence.
#[derive(Clone, Debug, Display)]
pub(crate) enum AttackNote {
    #[strum(to_string = "A building is hit without a roll")]
    HitsBuilding,
    #[strum(to_string = "No attack: {0}")]
    OutOfReach(OutOfReach),
    #[strum(to_string = "Margin {margin}: a miss")]
    Missed { margin: i32 },
    #[strum(to_string = "Margin {margin}: a hit")]
    Hit { margin: i32 },
    #[strum(to_string = "Seized: both are grappled")]
    Seized,
    #[strum(to_string = "The group has rolled {successes} successes in this pass")]
    GroupRoll { successes: u32 },
    #[strum(to_string = "{levels} levels take out {count} {name}")]
    HenchmenOut { levels: u32, count: u32, name: String },
    #[strum(to_string = "{count} more {name} surrender from shock")]
    HenchmenScared { count: u32, name: String },
    #[strum(to_string = "{target} against the target, {behind} against the unit behind")]
    SuccessesSplit { target: u32, behind: u32 },
    #[strum(to_string = "Net {net}, 4 needed: hits the human shield")]
    HitsShield { net: u32 },
    #[strum(to_string = "Past the human shield with {past} of {net}")]
    PastShield { past: u32, net: u32 },
    #[strum(to_string = "{raw} dice against the shield's soak {soak} + 1: {left} pass through")]
    ThroughShield { raw: u32, soak: u32, left: u32 },
    #[strum(to_string = "The shield takes the full force: {raw} raw dice")]
    ParriedWithShield { raw: u32 },
}

/// Notes on damage and its consequences.
#[derive(Clone, Debug, Display)]
pub(crate) enum DamageNote {
    #[strum(to_string = "{damage} + margin {margin}: {raw} raw dice")]
    RawDice { damage: Damage, margin: i32, raw: u32 },
    #[strum(to_string = "{damage}, regardless of successes: {raw} raw dice")]
    BlastDice { damage: Damage, raw: u32 },
    #[strum(to_string = "{raw} raw dice against soak {soak}: {dice} dice left")]
    PastSoak { raw: u32, soak: u32, dice: u32 },
    #[strum(to_string = "{raw} raw dice against soak {soak}: soaked, one die of {kind} ping damage")]
    Ping { raw: u32, soak: u32, kind: DamageType },
    #[strum(to_string = "{raw} raw dice against soak {soak}: soaked")]
    Soaked { raw: u32, soak: u32 },
    #[strum(to_string = "{raw} raw dice against hardening {hardening}: {dice} dice left")]
    PastHardening { raw: u32, hardening: u32, dice: u32 },
    #[strum(to_string = "EMP does not affect living targets")]
    ImmuneToEmp,
    #[strum(to_string = "{raw} raw dice against armour {armour} (counts as {object}): {dice} dice left")]
    PastItemArmour { raw: u32, armour: u32, object: &'static str, dice: u32 },
    #[strum(to_string = "{raw} raw dice against armour {armour} (counts as {object}): nothing left")]
    StoppedByItem { raw: u32, armour: u32, object: &'static str },
    #[strum(to_string = "{damage} against armour {armour}: {dice} left")]
    PastBarrierArmour { damage: Damage, armour: u32, dice: Counted },
    #[strum(to_string = "{damage} against armour {armour}: nothing left")]
    StoppedByBarrier { damage: Damage, armour: u32 },
    #[strum(to_string = "{damage} against {object}, armour {armour}: {dice} left")]
    BlastOnObjects { damage: Damage, object: &'static str, armour: u32, dice: Counted },
    #[strum(to_string = "{damage} against {object}, armour {armour}: nothing left")]
    StoppedByObjects { damage: Damage, object: &'static str, armour: u32 },
    #[strum(to_string = "{0}")]
    Rolled(KindLevels),
    #[strum(to_string = "{rolled} + {adds} automatic: {total}")]
    RolledWithAdds { rolled: u32, adds: u32, total: KindLevels },
    #[strum(to_string = "{dice} dice, one level for two, + {adds} automatic: {total}")]
    Converted { dice: u32, adds: u32, total: KindLevels },
    #[strum(to_string = "{levels} levels this turn: {impact}")]
    Dazed { levels: u32, impact: DazeLevel },
    #[strum(to_string = "Grievous injury ({flaw}): {levels} level in place of all others")]
    Grievous { flaw: Flaw, levels: u32 },
    #[strum(to_string = "Out of action: {0}")]
    OutOfAction(LifeStatus),
    #[strum(to_string = "Shut down for {turns} more turns")]
    ShutDown { turns: u32 },
    #[strum(to_string = "Burnt out permanently")]
    BurntOut,
    #[strum(to_string = "Burning: {levels} level of lethal, ignores soak")]
    Burning { levels: u32 },
}

/// "3 lethal levels".
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindLevels {
    pub levels: u32,
    pub kind: DamageType,
}

impl fmt::Display for KindLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { levels, kind } = *self;
        write!(f, "{levels} {kind} {}", if levels == 1 { "level" } else { "levels" })
    }
}

/// Notes on what happens to a unit or an item.
#[derive(Clone, Debug, Display)]
pub(crate) enum UnitNote {
    #[strum(to_string = "{piece} is destroyed")]
    ArmourDestroyed { piece: String },
    #[strum(to_string = "the {item} is destroyed")]
    ItemDestroyed { item: String },
    #[strum(to_string = "the {item} has {left} of {structure} levels left")]
    ItemDamaged { item: String, left: u32, structure: u32 },
    #[strum(to_string = "takes the hit as a human shield: {levels} levels")]
    HitAsShield { levels: u32 },
    #[strum(to_string = "hit in a vital organ")]
    VitalHit,
    #[strum(to_string = "{weapon}: goes off at {target}")]
    BlastAt { weapon: String, target: String },
    #[strum(to_string = "{weapon}: does not go off at {target}")]
    NoBlastAt { weapon: String, target: String },
    #[strum(to_string = "{weapon}: goes off on target")]
    BlastOnTarget { weapon: String },
    #[strum(to_string = "{weapon}: scatters {metres} m")]
    BlastScattered { weapon: String, metres: u32 },
    #[strum(to_string = "{weapon}: does not go off")]
    NoBlast { weapon: String },
    #[strum(to_string = "out of breath")]
    OutOfBreath,
    #[strum(to_string = "grievous injury: {0}")]
    Grievous(Flaw),
    #[strum(to_string = "injury healed: {0}")]
    FlawHealed(Flaw),
    #[strum(to_string = "injury replaced by cybernetics: {0}")]
    FlawReplaced(Flaw),
    #[strum(to_string = "loses {count}, henchmen left: {left}")]
    HenchmenLost { count: u32, left: u32 },
    #[strum(to_string = "falls to the same blow")]
    FallsToo,
    #[strum(to_string = "joins the attack of {leader}")]
    JoinsAttack { leader: String },
    #[strum(to_string = "runs, for one of the group has fallen")]
    Routs,
    #[strum(to_string = "queues attacks: {attacks}")]
    QueuesAttacks { attacks: String },
    #[strum(to_string = "queues no attack")]
    QueuesNoAttack,
}

impl UnitNote {
    /// "queues attacks: rifle at Bob", with the names of the candidates.
    pub(crate) fn queued_attacks(queue: AttackQueue, candidates: &[AttackCandidate]) -> Self {
        let words = |attack: QueuedAttack| {
            let named = candidates.iter().find(|candidate| QueuedAttack::from(*candidate) == attack);
            named.map_or_else(
                || "at a wall or a square".to_owned(),
                |AttackCandidate { weapon, name, .. }| format!("{weapon} at {name}"),
            )
        };
        let attacks: Vec<_> = queue.attacks().map(words).collect();
        if attacks.is_empty() {
            Self::QueuesNoAttack
        } else {
            Self::QueuesAttacks { attacks: attacks.join(", ") }
        }
    }
}

/// What became of a band's henchmen: "rioters: 1 killed or hurt, 9 surrendered". `AB-MASS-24`.
#[derive(Clone, Debug)]
pub(crate) struct FateNote(pub Vec<HenchmenFate>);

impl fmt::Display for FateNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.0.iter().map(|fate| {
            format!("{}: {} killed or hurt, {} surrendered", fate.name, fate.hurt, fate.surrendered)
        });
        write!(f, "so far, {}", parts.collect::<Vec<_>>().join("; "))
    }
}

rule_lines!(AttackNote, DamageNote, FateNote, RollNote, UnitNote);
