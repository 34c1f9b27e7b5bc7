//! What status effects do, in a sentence each.

/// Description of an effect: `ruled` if its clause applies in this battle, else `general`.
pub(super) struct EffectText {
    pub clause: &'static str,
    pub ruled: &'static str,
    pub general: &'static str,
}

impl EffectText {
    /// An effect that is the same where its clause does not apply.
    const fn everywhere(clause: &'static str, text: &'static str) -> Self {
        Self { clause, ruled: text, general: text }
    }
}

pub(super) const RUNNING: EffectText = EffectText {
    clause: "SS-MOVE-16",
    ruled: "-2 dice on own actions; harder to hit.",
    general: "Counts as running when attacking and when attacked.",
};
pub(super) const SPRINTING: EffectText = EffectText {
    clause: "SS-MOVE-20",
    ruled: "-2 dice on own actions; much harder to hit.",
    general: "Counts as sprinting when attacking and when attacked.",
};
pub(super) const IN_COVER: EffectText = EffectText {
    clause: "SS-ACT-49",
    ruled: "Obstacles between unit and attacker add dice to the defence.",
    general: "Obstacles between unit and attacker give protection.",
};
pub(super) const DEFENDED: EffectText = EffectText {
    clause: "SS-DEF-28",
    ruled: "-1 die in defence for each earlier roll.",
    general: "Defences since the last turn.",
};
pub(super) const PRONE: EffectText = EffectText {
    clause: "SS-DEF-19",
    ruled: "Easier to hit at short range, harder at long range; cannot run.",
    general: "Lies on the ground.",
};
pub(super) const FULL_DEFENSE: EffectText =
    EffectText { clause: "SS-DEF-05", ruled: "Adds Willpower to every defence.", general: "Only defends." };
pub(super) const FENCING: EffectText = EffectText {
    clause: "SS-DEF-39",
    ruled: "-3 dice against shots while the opponent is in reach.",
    general: "Recently in melee; distracted while the opponent is in reach.",
};
pub(super) const IN_MELEE: EffectText =
    EffectText::everywhere("CS-MEL-01", "In melee until one of them moves away.");
pub(super) const HOLDING: EffectText = EffectText::everywhere("CS-BASE-37", "Is grappling the other unit.");
pub(super) const HELD: EffectText = EffectText::everywhere("CS-BASE-37", "Is held by the other unit.");
pub(super) const CONCEALED: EffectText =
    EffectText::everywhere("CS-UNA-05", "Enemies do not know this unit's position.");
pub(super) const SURPRISED: EffectText = EffectText {
    clause: "SS-SURP-15",
    ruled: "No defence against that unit, and no interrupts.",
    general: "Does not see the attack coming.",
};
pub(super) const STARTLED: EffectText =
    EffectText { clause: "SS-SURP-20", ruled: "Loses the first turn.", general: "Loses the next turn." };
pub(super) const SCORE_LOST: EffectText = EffectText {
    clause: "SS-SURP-13",
    ruled: "Failed the Surprise Test.",
    general: "Acts later in the turn order.",
};
pub(super) const PHASE_OWED: EffectText = EffectText {
    clause: "SS-FFYL-07",
    ruled: "Clings to life: one more turn.",
    general: "Has one more turn.",
};
pub(super) const RIDING: EffectText =
    EffectText::everywhere("SS-BARR-44", "Shots from outside hit the vehicle first.");
pub(super) const ROLLING: EffectText = EffectText {
    clause: "SS-DEF-18",
    ruled: "+3 dice in defence for all occupants.",
    general: "The vehicle has moved.",
};
pub(super) const WINDOWS: EffectText = EffectText::everywhere("SS-CALL-115", "Occupants can shoot out.");
pub(super) const BOOSTED: EffectText = EffectText::everywhere(
    "SS-INIT-18",
    "Attributes and Initiative Dice are raised; both fall when it wears off.",
);
pub(super) const DYING: EffectText =
    EffectText::everywhere("SS-DMG-23", "Bleeds to death without treatment.");
