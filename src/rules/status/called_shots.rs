//! Ailments from called shots of Swan Song: chapter CALL.

use super::ailment_table::EMPTY_ROW;
use super::{Amount, AppliesTo, EndCondition, Forbids, Stacking, StatusDuration, StatusModifier, StatusRule};

/// The default of every column for this chapter.
const EMPTY_CALLED_ROW: StatusRule =
    StatusRule { duration: StatusDuration::Open, stacking: Stacking::Extends, ..EMPTY_ROW };

const fn dice_modifier(on: AppliesTo, dice: i32, clause: &'static str) -> StatusModifier {
    StatusModifier { applies_to: on, amount: Amount::Dice(dice), clause }
}

pub(super) static SLOWED: StatusRule = StatusRule {
    name: "Slowed",
    sign: "ail_immobilised",
    brief: "half movement, no sprint",
    clause: "SS-CALL-16",
    forbids: &[Forbids::Sprint],
    end_conditions: &[EndCondition::Treatment],
    ..EMPTY_CALLED_ROW
};

pub(super) static WINDED: StatusRule = StatusRule {
    name: "Winded",
    sign: "ail_dazed",
    brief: "no complex or extended actions",
    clause: "SS-CALL-20",
    forbids: &[Forbids::Complex],
    ..EMPTY_CALLED_ROW
};

pub(super) static DEAF_EAR: StatusRule = StatusRule {
    name: "Deaf ear",
    sign: "ail_deafened",
    brief: "hearing penalty; with both ears gone it is deaf, with a penalty to everything",
    clause: "SS-CALL-23",
    modifiers: &[dice_modifier(AppliesTo::Hearing, -2, "SS-CALL-23")],
    modifiers_if_both: Some(&[dice_modifier(AppliesTo::Actions, -4, "SS-CALL-24")]),
    fails_if_both: &[AppliesTo::Hearing],
    ..EMPTY_CALLED_ROW
};

pub(super) static BLIND_EYE: StatusRule = StatusRule {
    name: "Blind eye",
    sign: "ail_blinded",
    brief: "sight penalty; with both eyes gone it is blind, with a penalty to everything",
    clause: "SS-CALL-29",
    modifiers: &[dice_modifier(AppliesTo::Seeing, -4, "SS-CALL-29")],
    modifiers_if_both: Some(&[dice_modifier(AppliesTo::Actions, -8, "SS-CALL-30")]),
    fails_if_both: &[AppliesTo::Sight],
    ..EMPTY_CALLED_ROW
};

pub(super) static REELING: StatusRule = StatusRule {
    name: "Reeling",
    sign: "ail_stunned",
    brief: "was stunned in this round and cannot be stunned again",
    clause: "SS-CALL-36",
    duration: StatusDuration::Rounds(0),
    ..EMPTY_CALLED_ROW
};

pub(super) static BROKEN_GRIP: StatusRule = StatusRule {
    name: "Broken grip",
    sign: "hand",
    brief: "the hand cannot hold anything, melee defence penalty",
    clause: "SS-CALL-38",
    ..EMPTY_CALLED_ROW
};

pub(super) static USELESS_ARM: StatusRule = StatusRule {
    name: "Useless arm",
    sign: "hand",
    brief: "the arm is useless, melee defence penalty",
    clause: "SS-CALL-59",
    ..EMPTY_CALLED_ROW
};

pub(super) static HURT_ARM: StatusRule = StatusRule {
    name: "Hurt arm",
    sign: "wound",
    brief: "-6 dice for actions, until treated",
    clause: "SS-CALL-60",
    end_conditions: &[EndCondition::Treatment],
    ..EMPTY_CALLED_ROW
};

pub(super) static NAUSEOUS: StatusRule = StatusRule {
    name: "Nauseous",
    sign: "ail_confused",
    brief: "vomits: -4 dice for every action",
    clause: "SS-CALL-43",
    modifiers: &[dice_modifier(AppliesTo::Actions, -4, "SS-CALL-43")],
    ..EMPTY_CALLED_ROW
};

pub(super) static BUCKLED: StatusRule = StatusRule {
    name: "Buckled",
    sign: "prone",
    brief: "cannot stand up",
    clause: "SS-CALL-45",
    forbids: &[Forbids::StandingUp],
    ..EMPTY_CALLED_ROW
};

pub(super) static SLOW_DEATH: StatusRule = StatusRule {
    name: "Slow death",
    sign: "wound",
    brief: "internal bleeding: two strain every minute, until treated",
    clause: "SS-CALL-47",
    lasting: true,
    ..EMPTY_CALLED_ROW
};

pub(super) static SPEECHLESS: StatusRule = StatusRule {
    name: "Unable to speak",
    sign: "ail_sealed",
    brief: "cannot speak for hours; gestures and sounds remain",
    clause: "SS-CALL-53",
    forbids: &[Forbids::Speech],
    ..EMPTY_CALLED_ROW
};

pub(super) static BLEEDOUT: StatusRule = StatusRule {
    name: "Bleedout",
    sign: "wound",
    brief: "every action that costs points also costs a point of flesh, until treated",
    clause: "SS-CALL-55",
    ..EMPTY_CALLED_ROW
};

pub(super) static DISABLED: StatusRule = StatusRule {
    name: "Disabled",
    sign: "ail_immobilised",
    brief: "the vehicle cannot move",
    clause: "SS-CALL-108",
    forbids: &[Forbids::Movement],
    ..EMPTY_CALLED_ROW
};

pub(super) static LEAKING: StatusRule = StatusRule {
    name: "Leaking",
    sign: "ail_wet",
    brief: "leaks fuel or acid",
    clause: "SS-CALL-110",
    ..EMPTY_CALLED_ROW
};

pub(super) static BROKEN_AXLE: StatusRule = StatusRule {
    name: "Broken axle",
    sign: "ail_immobilised",
    brief: "the vehicle's speed is 1",
    clause: "SS-CALL-111",
    forbids: &[Forbids::Sprint],
    ..EMPTY_CALLED_ROW
};

pub(super) static CUT_OFF: StatusRule = StatusRule {
    name: "Cut off",
    sign: "ail_sealed",
    brief: "no radio signals and no programs; the passengers' sight is not shared",
    clause: "SS-CALL-113",
    forbids: &[Forbids::Wireless],
    ..EMPTY_CALLED_ROW
};

pub(super) static JAMMED_DOOR: StatusRule = StatusRule {
    name: "Jammed door",
    sign: "door",
    brief: "the door cannot be opened",
    clause: "SS-CALL-114",
    ..EMPTY_CALLED_ROW
};

pub(super) static JAMMED_WINDOW: StatusRule = StatusRule {
    name: "Jammed window",
    sign: "door",
    brief: "the window cannot be opened",
    clause: "SS-CALL-115",
    ..EMPTY_CALLED_ROW
};
