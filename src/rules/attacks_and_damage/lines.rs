//! Sentences of this book: notes, prompts, results and refusals.

use std::fmt;

use super::defence::methods::DefenceTest;
use super::{DamageTaken, DamageValue};
use crate::lines::{HitCount, rule_lines};
use model::Distance;

/// Result of the comparison of hits. `AD-RES-02` to `AD-RES-04`, `AD-CON-01`, `AD-CON-02`.
#[derive(Clone, Copy, Debug, strum::Display)]
pub enum ContactLine {
    #[strum(to_string = "no hits, a miss")]
    NoHits,
    #[strum(to_string = "a miss")]
    Miss,
    #[strum(to_string = "no contact")]
    NoContact,
    #[strum(to_string = "a hit")]
    Hit,
    #[strum(to_string = "contact")]
    Contact,
}

/// Notes of attacks. Chapters DEF, RES, CON and KD.
#[derive(Clone, Debug, strum::Display)]
pub enum AttackLine {
    #[strum(to_string = "The target cannot defend")]
    Undefended,
    #[strum(to_string = "{hits} against {defence}: {contact}")]
    Compared { hits: u32, defence: HitCount, contact: ContactLine },
    #[strum(to_string = "Glitch: weapon dropped")]
    WeaponDropped,
    #[strum(to_string = "No hits, a miss")]
    NoHits,
    #[strum(to_string = "Damage {damage} + {net} net = {total}")]
    NetDamage { damage: u32, net: i32, total: u32 },
    #[strum(to_string = "Damage {damage} + {hits} = {total}")]
    DamageOnBarrier { damage: u32, hits: HitCount, total: u32 },
    #[strum(to_string = "Contact attack: no damage")]
    NoDamage,
    #[strum(to_string = "Stopped before it reaches the target")]
    StoppedBeforeTarget,
    #[strum(to_string = "Stopped before it reaches the barrier")]
    StoppedBeforeBarrier,
    #[strum(to_string = "Falls Prone: {damage} damage, limit {limit}")]
    FallsProne { damage: u32, limit: u32 },
    #[strum(to_string = "suffers the effect of the weapon: {effect}")]
    SuffersEffect { effect: String },
    #[strum(to_string = "Takes effect: {effect}")]
    TakesEffect { effect: String },
}

/// Notes of damage. Chapters RES and SPEC.
#[derive(Clone, Debug, strum::Display)]
pub enum DamageLine {
    #[strum(to_string = "Modified armour {av}")]
    Armour { av: u32 },
    #[strum(to_string = "{dv} - {av}: stopped by armour")]
    StoppedByArmour { dv: u32, av: u32 },
    #[strum(to_string = "{dv} - {av} = {left}")]
    AfterArmour { dv: u32, av: u32, left: u32 },
    #[strum(to_string = "{damage} - {hits} resisted: no damage")]
    AllResisted { damage: u32, hits: u32 },
    #[strum(to_string = "{damage} - {hits} resisted = {rest}")]
    Resisted { damage: u32, hits: u32, rest: u32 },
    #[strum(to_string = "{light} Light and {critical} Critical damage")]
    Taken { light: u32, critical: u32 },
    #[strum(to_string = "Marked: Light {light} of {light_boxes}, Critical {critical} of {critical_boxes}")]
    Marked { light: u32, light_boxes: u32, critical: u32, critical_boxes: u32 },
    #[strum(to_string = "Dead")]
    Dead,
    #[strum(to_string = "Dying")]
    Dying,
    #[strum(to_string = "Falls unconscious")]
    Unconscious,
    #[strum(to_string = "{name}: damage {damage}")]
    Hazard { name: String, damage: DamageValue },
}

impl fmt::Display for DamageTaken {
    /// "2 Light and 3 Critical", "1 Light", "no damage".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.light, self.critical) {
            (0, 0) => f.write_str("no damage"),
            (light, 0) => write!(f, "{light} Light"),
            (0, critical) => write!(f, "{critical} Critical"),
            (light, critical) => write!(f, "{light} Light and {critical} Critical"),
        }
    }
}

/// Result of an attack: "2 Light and 3 Critical", "1 Light; numbness", "numbness".
#[derive(Clone, Debug)]
pub struct AttackSummary {
    /// Damage after resistance.
    pub taken: DamageTaken,
    /// Extra effects.
    pub effects: Vec<String>,
}

impl fmt::Display for AttackSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let damage = (self.taken != DamageTaken::default()).then(|| self.taken.to_string());
        let parts: Vec<_> = damage.as_ref().into_iter().chain(&self.effects).map(String::as_str).collect();
        f.write_str(&parts.join("; "))
    }
}

/// Damage by a fall or a hazard: "fire: 3 Light", "fall of 3 m: no damage".
#[derive(Clone, Debug)]
pub struct HarmLine {
    /// Name of the source.
    pub source: String,
    /// Damage after resistance.
    pub taken: DamageTaken,
}

impl HarmLine {
    /// Names the source of damage.
    pub fn new(source: impl Into<String>, taken: DamageTaken) -> Self {
        Self { source: source.into(), taken }
    }
}

impl fmt::Display for HarmLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.taken)
    }
}

/// The choice of a defence. `AD-DEF-02`, `AD-DEF-17`.
#[derive(Clone, Debug, strum::Display)]
pub enum DefencePrompt {
    #[strum(to_string = "Attacked with {weapon} ({class}). Choose a defence.")]
    Question { weapon: String, class: &'static str },
    #[strum(to_string = "no dice, no later penalty")]
    DeclineDetail,
}

/// Label of an answer. `None` is no defence.
#[derive(Clone, Copy, Debug)]
pub struct DefenceLabel(pub Option<DefenceTest>);

impl fmt::Display for DefenceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.map_or("No defence", DefenceTest::label))
    }
}

/// Refusals of attacks and actions.
#[derive(Clone, Debug, strum::Display)]
pub enum Refusal {
    #[strum(to_string = "the target is behind a wall")]
    BehindWall,
    #[strum(to_string = "barrier damage is disabled by the house rules")]
    BarriersDisabled,
    #[strum(to_string = "{weapon} deals no damage")]
    NoDamage { weapon: String },
    #[strum(to_string = "{weapon} has only one attack type")]
    OneAttackType { weapon: String },
    #[strum(to_string = "only adjacent squares are in reach of {weapon}")]
    NotAdjacent { weapon: String },
    #[strum(to_string = "the reach of {weapon} is {range} m, the target is {distance} m away")]
    OutOfRange { weapon: String, range: u32, distance: Distance },
    #[strum(to_string = "the target cannot be seen from here")]
    Unseen,
    #[strum(to_string = "no attack is left in this turn, the limit is {allowed}")]
    AttacksUsed { allowed: u8 },
    #[strum(to_string = "stand up before moving")]
    ProneMove,
    #[strum(to_string = "one run per round: this rulebook has no sprint")]
    OneRun,
    #[strum(to_string = "this rulebook has no sprint: one run per round")]
    NoSprint,
    #[strum(to_string = "this rulebook has no Take Cover: obstacles give cover automatically")]
    NoTakeCover,
    #[strum(to_string = "make the attacks of a turn one at a time")]
    NoMultipleAttacks,
    #[strum(to_string = "this rulebook has no evading: passing an enemy provokes an attack")]
    NoEvading,
    #[strum(to_string = "defending costs no action: choose a test when attacked")]
    NoDefenceActions,
}

rule_lines!(AttackLine, DamageLine, AttackSummary, HarmLine, DefencePrompt, DefenceLabel, Refusal);
