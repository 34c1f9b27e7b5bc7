//! What called shots of Swan Song leave behind: chapter CALL.

use super::table::PLAIN;
use super::{Bar, By, Ends, Modifier, On, Span, Stacking, StatusRule};

/// A row of this chapter that says nothing yet.
const CALLED: StatusRule = StatusRule { span: Span::Open, stacking: Stacking::Extends, ..PLAIN };

const fn dice(on: On, dice: i32, clause: &'static str) -> Modifier {
    Modifier { on, by: By::Dice(dice), clause }
}

pub(super) static SLOWED: StatusRule = StatusRule {
    name: "Slowed",
    sign: "ail_immobilised",
    brief: "walks and runs half as far, and cannot sprint",
    clause: "SS-CALL-16",
    bars: &[Bar::Sprint],
    ends: &[Ends::Treatment],
    ..CALLED
};

pub(super) static WINDED: StatusRule = StatusRule {
    name: "Winded",
    sign: "ail_dazed",
    brief: "no complex or extended actions",
    clause: "SS-CALL-20",
    bars: &[Bar::Complex],
    ..CALLED
};

pub(super) static DEAF_EAR: StatusRule = StatusRule {
    name: "Deaf ear",
    sign: "ail_deafened",
    brief: "hears worse; with both ears gone it hears nothing, and everything is harder",
    clause: "SS-CALL-23",
    modifiers: &[dice(On::Hearing, -2, "SS-CALL-23")],
    both: Some(&[dice(On::Actions, -4, "SS-CALL-24")]),
    fails_both: &[On::Hearing],
    ..CALLED
};

pub(super) static BLIND_EYE: StatusRule = StatusRule {
    name: "Blind eye",
    sign: "ail_blinded",
    brief: "worse at whatever eyes are for; with both gone it sees nothing, and everything is harder",
    clause: "SS-CALL-29",
    modifiers: &[dice(On::Seeing, -4, "SS-CALL-29")],
    both: Some(&[dice(On::Actions, -8, "SS-CALL-30")]),
    fails_both: &[On::Sight],
    ..CALLED
};

pub(super) static REELING: StatusRule = StatusRule {
    name: "Reeling",
    sign: "ail_stunned",
    brief: "was stunned in this round: no second stun in it",
    clause: "SS-CALL-36",
    span: Span::Rounds(0),
    ..CALLED
};

pub(super) static BROKEN_GRIP: StatusRule = StatusRule {
    name: "Broken grip",
    sign: "hand",
    brief: "the hand can hold nothing, and blows are harder to meet",
    clause: "SS-CALL-38",
    ..CALLED
};

pub(super) static USELESS_ARM: StatusRule = StatusRule {
    name: "Useless arm",
    sign: "hand",
    brief: "nothing can be done with the arm, and blows are harder to meet",
    clause: "SS-CALL-59",
    ..CALLED
};

pub(super) static HURT_ARM: StatusRule = StatusRule {
    name: "Hurt arm",
    sign: "wound",
    brief: "six dice less for what is done with the arm, until it is treated",
    clause: "SS-CALL-60",
    ends: &[Ends::Treatment],
    ..CALLED
};

pub(super) static NAUSEOUS: StatusRule = StatusRule {
    name: "Nauseous",
    sign: "ail_confused",
    brief: "vomits: four dice less for every action",
    clause: "SS-CALL-43",
    modifiers: &[dice(On::Actions, -4, "SS-CALL-43")],
    ..CALLED
};

pub(super) static BUCKLED: StatusRule = StatusRule {
    name: "Buckled",
    sign: "prone",
    brief: "cannot stand up",
    clause: "SS-CALL-45",
    bars: &[Bar::StandingUp],
    ..CALLED
};

pub(super) static SLOW_DEATH: StatusRule = StatusRule {
    name: "Slow death",
    sign: "wound",
    brief: "bleeds inside: two strain every minute, until it is treated",
    clause: "SS-CALL-47",
    lasting: true,
    ..CALLED
};

pub(super) static SPEECHLESS: StatusRule = StatusRule {
    name: "Unable to speak",
    sign: "ail_sealed",
    brief: "cannot say a word for hours; gestures and sounds remain",
    clause: "SS-CALL-53",
    bars: &[Bar::Speech],
    ..CALLED
};

pub(super) static BLEEDOUT: StatusRule = StatusRule {
    name: "Bleedout",
    sign: "wound",
    brief: "every action that costs points costs a point of flesh too, until it is treated",
    clause: "SS-CALL-55",
    ..CALLED
};

pub(super) static DISABLED: StatusRule = StatusRule {
    name: "Disabled",
    sign: "ail_immobilised",
    brief: "the vehicle cannot move",
    clause: "SS-CALL-108",
    bars: &[Bar::Movement],
    ..CALLED
};

pub(super) static LEAKING: StatusRule = StatusRule {
    name: "Leaking",
    sign: "ail_wet",
    brief: "fuel or acid runs out where it stands",
    clause: "SS-CALL-110",
    ..CALLED
};

pub(super) static BROKEN_AXLE: StatusRule = StatusRule {
    name: "Broken axle",
    sign: "ail_immobilised",
    brief: "the vehicle's speed is 1",
    clause: "SS-CALL-111",
    bars: &[Bar::Sprint],
    ..CALLED
};

pub(super) static CUT_OFF: StatusRule = StatusRule {
    name: "Cut off",
    sign: "ail_sealed",
    brief: "no signal by radio and no program leave the vehicle, nor word of what those inside see",
    clause: "SS-CALL-113",
    bars: &[Bar::Wireless],
    ..CALLED
};

pub(super) static JAMMED_DOOR: StatusRule = StatusRule {
    name: "Jammed door",
    sign: "door",
    brief: "the door cannot be opened",
    clause: "SS-CALL-114",
    ..CALLED
};

pub(super) static JAMMED_WINDOW: StatusRule = StatusRule {
    name: "Jammed window",
    sign: "door",
    brief: "the window cannot be opened",
    clause: "SS-CALL-115",
    ..CALLED
};
