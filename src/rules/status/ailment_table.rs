//! The table of ailments: CS-T7 and chapter PIN of Circumstances. Chapter CALL of Swan Song is in `called_shots.rs`.

use super::{
    Ailment, Amount, AppliesTo, AttackerBonus, Compulsion, Element, EndCondition, Forbids, RecoveryTest,
    Stacking, StatusDuration, StatusModifier, StatusRule, TestTrait, called_shots,
};

/// The default of every column.
pub(super) const EMPTY_ROW: StatusRule = StatusRule {
    name: "",
    sign: "",
    brief: "",
    clause: "CS-AIL-01",
    duration: StatusDuration::Turns(3),
    stacking: Stacking::Longer,
    modifiers: &[],
    modifiers_if_both: None,
    fails: &[],
    fails_if_both: &[],
    forbids: &[],
    attacker_bonuses: &[],
    end_conditions: &[],
    recovery: None,
    compulsion: None,
    element: None,
    strength: 0,
    helpless: false,
    lasting: false,
};

const fn points_modifier(on: AppliesTo, points: i32, clause: &'static str) -> StatusModifier {
    StatusModifier { applies_to: on, amount: Amount::Points(points), clause }
}

/// The rule of an ailment.
pub(super) const fn ailment_rule(ailment: Ailment) -> &'static StatusRule {
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
        Ailment::Slowed => &called_shots::SLOWED,
        Ailment::Winded => &called_shots::WINDED,
        Ailment::DeafEar => &called_shots::DEAF_EAR,
        Ailment::BlindEye => &called_shots::BLIND_EYE,
        Ailment::Reeling => &called_shots::REELING,
        Ailment::BrokenGrip => &called_shots::BROKEN_GRIP,
        Ailment::UselessArm => &called_shots::USELESS_ARM,
        Ailment::HurtArm => &called_shots::HURT_ARM,
        Ailment::Nauseous => &called_shots::NAUSEOUS,
        Ailment::Buckled => &called_shots::BUCKLED,
        Ailment::SlowDeath => &called_shots::SLOW_DEATH,
        Ailment::Speechless => &called_shots::SPEECHLESS,
        Ailment::Bleedout => &called_shots::BLEEDOUT,
        Ailment::Disabled => &called_shots::DISABLED,
        Ailment::Leaking => &called_shots::LEAKING,
        Ailment::BrokenAxle => &called_shots::BROKEN_AXLE,
        Ailment::CutOff => &called_shots::CUT_OFF,
        Ailment::JammedDoor => &called_shots::JAMMED_DOOR,
        Ailment::JammedWindow => &called_shots::JAMMED_WINDOW,
        Ailment::Exhausted => &EXHAUSTED,
    }
}

static BURNING: StatusRule = StatusRule {
    name: "Burning",
    sign: "ail_burning",
    brief: "damage at the end of each round, spreads to neighbours, Willpower penalty; ends with water or the action \
            Put out fire",
    clause: "CS-BURN-01",
    duration: StatusDuration::Open,
    modifiers: &[points_modifier(AppliesTo::Willpower, -20, "CS-BURN-04")],
    end_conditions: &[EndCondition::Element(Element::Water)],
    element: Some(Element::Fire),
    ..EMPTY_ROW
};

static BLINDED: StatusRule = StatusRule {
    name: "Blinded",
    sign: "ail_blinded",
    brief: "cannot see: ranged attacks fail, melee and Agility penalty",
    clause: "CS-BLND-01",
    modifiers: &[
        points_modifier(AppliesTo::Melee, -30, "CS-BLND-02"),
        points_modifier(AppliesTo::Agility, -30, "CS-BLND-03"),
    ],
    fails: &[AppliesTo::Sight, AppliesTo::Shot],
    ..EMPTY_ROW
};

static DAZED: StatusRule = StatusRule {
    name: "Dazed",
    sign: "ail_dazed",
    brief: "no full-turn actions, penalty to every test",
    clause: "CS-DAZE-01",
    modifiers: &[points_modifier(AppliesTo::All, -10, "CS-DAZE-02")],
    forbids: &[Forbids::WholePhase],
    ..EMPTY_ROW
};

static DEAFENED: StatusRule = StatusRule {
    name: "Deafened",
    sign: "ail_deafened",
    brief: "cannot hear",
    clause: "CS-DEAF-01",
    fails: &[AppliesTo::Hearing],
    ..EMPTY_ROW
};

static FROZEN: StatusRule = StatusRule {
    name: "Frozen",
    sign: "ail_frozen",
    brief: "cannot act; Special Damage; ends with damage or a Strength test",
    clause: "CS-FROZ-01",
    duration: StatusDuration::Open,
    forbids: &[Forbids::Everything],
    attacker_bonuses: &[AttackerBonus::SpecialPhysical],
    end_conditions: &[EndCondition::Harm],
    recovery: Some(RecoveryTest {
        of: &[TestTrait::Strength, TestTrait::Toughness, TestTrait::Athletics, TestTrait::Endurance],
        points: 0,
        clause: "CS-FROZ-02",
    }),
    helpless: true,
    element: Some(Element::Ice),
    ..EMPTY_ROW
};

static IMMOBILISED: StatusRule = StatusRule {
    name: "Immobilised",
    sign: "ail_immobilised",
    brief: "cannot move",
    clause: "CS-IMMO-01",
    forbids: &[Forbids::Movement, Forbids::StandingUp],
    ..EMPTY_ROW
};

static SHOCKED: StatusRule = StatusRule {
    name: "Shocked",
    sign: "ail_shocked",
    brief: "cannot act; melee attackers may be Shocked too",
    clause: "CS-SHCK-01",
    forbids: &[Forbids::Everything],
    helpless: true,
    element: Some(Element::Electricity),
    ..EMPTY_ROW
};

static STUNNED: StatusRule = StatusRule {
    name: "Stunned",
    sign: "ail_stunned",
    brief: "cannot act and is easier to hit",
    clause: "CS-STUN-01",
    duration: StatusDuration::Turns(1),
    forbids: &[Forbids::Everything],
    attacker_bonuses: &[AttackerBonus::ToHit(20)],
    ..EMPTY_ROW
};

static UNCONSCIOUS: StatusRule = StatusRule {
    name: "Unconscious",
    sign: "ail_unconscious",
    brief: "cannot act, easier to hit, Special Damage; damage or a friend wakes it",
    clause: "CS-UNCO-01",
    duration: StatusDuration::Open,
    forbids: &[Forbids::Everything],
    attacker_bonuses: &[AttackerBonus::ToHit(30), AttackerBonus::SpecialDamage(None)],
    end_conditions: &[EndCondition::HarmUnlessStated, EndCondition::Waking],
    helpless: true,
    lasting: true,
    ..EMPTY_ROW
};

static WET: StatusRule = StatusRule {
    name: "Wet",
    sign: "ail_wet",
    brief: "Special Damage from electricity; ends with heat",
    clause: "CS-WET-01",
    duration: StatusDuration::Open,
    attacker_bonuses: &[AttackerBonus::SpecialDamage(Some(Element::Electricity))],
    end_conditions: &[
        EndCondition::Element(Element::Fire),
        EndCondition::Element(Element::Heat),
        EndCondition::Element(Element::Electricity),
    ],
    ..EMPTY_ROW
};

static SEALED: StatusRule = StatusRule {
    name: "Sealed",
    sign: "ail_sealed",
    brief: "spells fail",
    clause: "CS-SEAL-01",
    forbids: &[Forbids::Spells],
    ..EMPTY_ROW
};

static BRAINWASHED: StatusRule = StatusRule {
    name: "Brainwashed",
    sign: "ail_brainwashed",
    brief: "obeys its controller only",
    clause: "CS-BRWA-01",
    compulsion: Some(Compulsion::Obey),
    ..EMPTY_ROW
};

static CONFUSED: StatusRule = StatusRule {
    name: "Confused",
    sign: "ail_confused",
    brief: "confuses friends with enemies",
    clause: "CS-CONF-01",
    forbids: &[Forbids::Enemies],
    compulsion: Some(Compulsion::AttackFriend),
    ..EMPTY_ROW
};

static CURSED: StatusRule = StatusRule {
    name: "Cursed",
    sign: "ail_cursed",
    brief: "once a round a test is re-rolled and the worse result counts",
    clause: "CS-CURS-01",
    duration: StatusDuration::Open,
    ..EMPTY_ROW
};

static ENRAGED: StatusRule = StatusRule {
    name: "Enraged",
    sign: "ail_enraged",
    brief: "stronger melee attacks, no other actions, no evasion",
    clause: "CS-ENRA-04",
    duration: StatusDuration::Open,
    modifiers: &[points_modifier(AppliesTo::MeleeAttack, 10, "CS-ENRA-01")],
    forbids: &[Forbids::Evasion, Forbids::AllButBlows],
    strength: 2,
    compulsion: Some(Compulsion::Rage),
    ..EMPTY_ROW
};

static PANICKED: StatusRule = StatusRule {
    name: "Panicked",
    sign: "ail_panicked",
    brief: "a Willpower test each turn, or it loses concentration or flees; a Willpower test at the end of a turn ends it",
    clause: "CS-PANI-01",
    duration: StatusDuration::Open,
    recovery: Some(RecoveryTest { of: &[TestTrait::Willpower], points: 0, clause: "CS-PANI-04" }),
    compulsion: Some(Compulsion::Flee),
    ..EMPTY_ROW
};

static PINNED: StatusRule = StatusRule {
    name: "Pinned",
    sign: "ail_pinned",
    brief: "half a turn, ranged penalty, must seek or stay in cover; ends with melee or a Willpower test at the end of a turn",
    clause: "CS-PIN-01",
    duration: StatusDuration::Open,
    modifiers: &[points_modifier(AppliesTo::Shot, -20, "CS-PIN-04")],
    forbids: &[Forbids::WholePhase, Forbids::SecondHalf, Forbids::StartingMelee],
    end_conditions: &[EndCondition::Melee],
    recovery: Some(RecoveryTest { of: &[TestTrait::Willpower], points: 0, clause: "CS-PIN-08" }),
    compulsion: Some(Compulsion::SeekCover),
    ..EMPTY_ROW
};

static EXHAUSTED: StatusRule = StatusRule {
    name: "Exhausted",
    sign: "ail_stunned",
    brief: "too fatigued: penalty to every test",
    clause: "CS-FATG-04",
    duration: StatusDuration::Open,
    modifiers: &[points_modifier(AppliesTo::All, -20, "CS-FATG-04")],
    lasting: true,
    ..EMPTY_ROW
};
