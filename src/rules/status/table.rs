//! The table of ailments: CS-T7 and chapter PIN of Circumstances; chapter CALL of Swan Song is in `called.rs`.

use super::{
    Ailment, Bar, By, Duty, Element, Ends, Exposure, Modifier, On, Recovery, Span, Stacking, StatusRule,
    Trait, called,
};

/// A row that says nothing yet.
pub(super) const PLAIN: StatusRule = StatusRule {
    name: "",
    sign: "",
    brief: "",
    clause: "CS-AIL-01",
    span: Span::Turns(3),
    stacking: Stacking::Longer,
    modifiers: &[],
    both: None,
    fails: &[],
    fails_both: &[],
    bars: &[],
    exposes: &[],
    ends: &[],
    recovery: None,
    duty: None,
    element: None,
    strength: 0,
    helpless: false,
    lasting: false,
};

const fn points(on: On, points: i32, clause: &'static str) -> Modifier {
    Modifier { on, by: By::Points(points), clause }
}

/// The row of an ailment.
pub(super) const fn row(ailment: Ailment) -> &'static StatusRule {
    match ailment {
        Ailment::Burning => &BURNING,
        Ailment::Blinded => &BLINDED,
        Ailment::Dazed => &DAZED,
        Ailment::Deafened => &DEAFENED,
        Ailment::Frozen => &FROZEN,
        Ailment::Immobilised => &IMMOBILISED,
        Ailment::Shocked => &SHOCKED,
        Ailment::Stunned => &STUNNED,
        Ailment::Unconscious => &UNCONSCIOUS,
        Ailment::Wet => &WET,
        Ailment::Sealed => &SEALED,
        Ailment::Brainwashed => &BRAINWASHED,
        Ailment::Confused => &CONFUSED,
        Ailment::Cursed => &CURSED,
        Ailment::Enraged => &ENRAGED,
        Ailment::Panicked => &PANICKED,
        Ailment::Pinned => &PINNED,
        Ailment::Slowed => &called::SLOWED,
        Ailment::Winded => &called::WINDED,
        Ailment::DeafEar => &called::DEAF_EAR,
        Ailment::BlindEye => &called::BLIND_EYE,
        Ailment::Reeling => &called::REELING,
        Ailment::BrokenGrip => &called::BROKEN_GRIP,
        Ailment::UselessArm => &called::USELESS_ARM,
        Ailment::HurtArm => &called::HURT_ARM,
        Ailment::Nauseous => &called::NAUSEOUS,
        Ailment::Buckled => &called::BUCKLED,
        Ailment::SlowDeath => &called::SLOW_DEATH,
        Ailment::Speechless => &called::SPEECHLESS,
        Ailment::Bleedout => &called::BLEEDOUT,
        Ailment::Disabled => &called::DISABLED,
        Ailment::Leaking => &called::LEAKING,
        Ailment::BrokenAxle => &called::BROKEN_AXLE,
        Ailment::CutOff => &called::CUT_OFF,
        Ailment::JammedDoor => &called::JAMMED_DOOR,
        Ailment::JammedWindow => &called::JAMMED_WINDOW,
        Ailment::Exhausted => &EXHAUSTED,
    }
}

static BURNING: StatusRule = StatusRule {
    name: "Burning",
    sign: "ail_burning",
    brief: "is burnt at the end of each round, spreads to neighbours, shakes the will",
    clause: "CS-BURN-01",
    span: Span::Open,
    modifiers: &[points(On::Willpower, -20, "CS-BURN-04")],
    ends: &[Ends::Element(Element::Water)],
    element: Some(Element::Fire),
    ..PLAIN
};

static BLINDED: StatusRule = StatusRule {
    name: "Blinded",
    sign: "ail_blinded",
    brief: "sees nothing: shots fail, blows and agility suffer",
    clause: "CS-BLND-01",
    modifiers: &[points(On::Melee, -30, "CS-BLND-02"), points(On::Agility, -30, "CS-BLND-03")],
    fails: &[On::Sight, On::Shot],
    ..PLAIN
};

static DAZED: StatusRule = StatusRule {
    name: "Dazed",
    sign: "ail_dazed",
    brief: "nothing that takes a whole phase, and every test is harder",
    clause: "CS-DAZE-01",
    modifiers: &[points(On::All, -10, "CS-DAZE-02")],
    bars: &[Bar::WholePhase],
    ..PLAIN
};

static DEAFENED: StatusRule = StatusRule {
    name: "Deafened",
    sign: "ail_deafened",
    brief: "hears nothing",
    clause: "CS-DEAF-01",
    fails: &[On::Hearing],
    ..PLAIN
};

static FROZEN: StatusRule = StatusRule {
    name: "Frozen",
    sign: "ail_frozen",
    brief: "can do nothing; blows bite deeper; harm or strength breaks the ice",
    clause: "CS-FROZ-01",
    span: Span::Open,
    bars: &[Bar::Everything],
    exposes: &[Exposure::SpecialPhysical],
    ends: &[Ends::Harm],
    recovery: Some(Recovery {
        of: &[Trait::Strength, Trait::Toughness, Trait::Athletics, Trait::Endurance],
        points: 0,
        clause: "CS-FROZ-02",
    }),
    helpless: true,
    element: Some(Element::Ice),
    ..PLAIN
};

static IMMOBILISED: StatusRule = StatusRule {
    name: "Immobilised",
    sign: "ail_immobilised",
    brief: "cannot move",
    clause: "CS-IMMO-01",
    bars: &[Bar::Movement, Bar::StandingUp],
    ..PLAIN
};

static SHOCKED: StatusRule = StatusRule {
    name: "Shocked",
    sign: "ail_shocked",
    brief: "can do nothing; whoever strikes it may be shocked too",
    clause: "CS-SHCK-01",
    bars: &[Bar::Everything],
    helpless: true,
    element: Some(Element::Electricity),
    ..PLAIN
};

static STUNNED: StatusRule = StatusRule {
    name: "Stunned",
    sign: "ail_stunned",
    brief: "can do nothing and is easier to hit",
    clause: "CS-STUN-01",
    span: Span::Turns(1),
    bars: &[Bar::Everything],
    exposes: &[Exposure::ToHit(20)],
    ..PLAIN
};

static UNCONSCIOUS: StatusRule = StatusRule {
    name: "Unconscious",
    sign: "ail_unconscious",
    brief: "can do nothing, is easier to hit and hit harder, until harm or a friend wakes it",
    clause: "CS-UNCO-01",
    span: Span::Open,
    bars: &[Bar::Everything],
    exposes: &[Exposure::ToHit(30), Exposure::SpecialDamage(None)],
    ends: &[Ends::HarmUnlessStated, Ends::Waking],
    helpless: true,
    lasting: true,
    ..PLAIN
};

static WET: StatusRule = StatusRule {
    name: "Wet",
    sign: "ail_wet",
    brief: "electricity strikes harder; heat dries it",
    clause: "CS-WET-01",
    span: Span::Open,
    exposes: &[Exposure::SpecialDamage(Some(Element::Electricity))],
    ends: &[Ends::Element(Element::Fire), Ends::Element(Element::Heat), Ends::Element(Element::Electricity)],
    ..PLAIN
};

static SEALED: StatusRule = StatusRule {
    name: "Sealed",
    sign: "ail_sealed",
    brief: "spells come to nothing",
    clause: "CS-SEAL-01",
    bars: &[Bar::Spells],
    ..PLAIN
};

static BRAINWASHED: StatusRule = StatusRule {
    name: "Brainwashed",
    sign: "ail_brainwashed",
    brief: "does what its controller says, and nothing else",
    clause: "CS-BRWA-01",
    duty: Some(Duty::Obey),
    ..PLAIN
};

static CONFUSED: StatusRule = StatusRule {
    name: "Confused",
    sign: "ail_confused",
    brief: "takes friends for enemies and enemies for friends",
    clause: "CS-CONF-01",
    bars: &[Bar::Enemies],
    duty: Some(Duty::AttackFriend),
    ..PLAIN
};

static CURSED: StatusRule = StatusRule {
    name: "Cursed",
    sign: "ail_cursed",
    brief: "once a round one of its tests is rolled again, and the worse counts",
    clause: "CS-CURS-01",
    span: Span::Open,
    ..PLAIN
};

static ENRAGED: StatusRule = StatusRule {
    name: "Enraged",
    sign: "ail_enraged",
    brief: "strikes better and harder, does nothing else, never evades",
    clause: "CS-ENRA-04",
    span: Span::Open,
    modifiers: &[points(On::MeleeAttack, 10, "CS-ENRA-01")],
    bars: &[Bar::Evasion, Bar::AllButBlows],
    strength: 2,
    duty: Some(Duty::Rage),
    ..PLAIN
};

static PANICKED: StatusRule = StatusRule {
    name: "Panicked",
    sign: "ail_panicked",
    brief: "must master itself each phase, or loses its concentration, or runs",
    clause: "CS-PANI-01",
    span: Span::Open,
    recovery: Some(Recovery { of: &[Trait::Willpower], points: 0, clause: "CS-PANI-04" }),
    duty: Some(Duty::Flee),
    ..PLAIN
};

static PINNED: StatusRule = StatusRule {
    name: "Pinned",
    sign: "ail_pinned",
    brief: "half a phase, worse shots, must seek cover or stay in it",
    clause: "CS-PIN-01",
    span: Span::Open,
    modifiers: &[points(On::Shot, -20, "CS-PIN-04")],
    bars: &[Bar::WholePhase, Bar::SecondHalf, Bar::StartingMelee],
    ends: &[Ends::Melee],
    recovery: Some(Recovery { of: &[Trait::Willpower], points: 0, clause: "CS-PIN-08" }),
    duty: Some(Duty::SeekCover),
    ..PLAIN
};

static EXHAUSTED: StatusRule = StatusRule {
    name: "Exhausted",
    sign: "ail_stunned",
    brief: "more fatigue than it bears: every test is harder",
    clause: "CS-FATG-04",
    span: Span::Open,
    modifiers: &[points(On::All, -20, "CS-FATG-04")],
    lasting: true,
    ..PLAIN
};
