//! Somebody alive who is held before another as a shield: turned towards whoever is near, and let go. Where he stands
//! guards one half of the plane; neither of the two walks. `SS-BARR-44`, `SS-BARR-51`, `AB-SHIELD-01`.

use super::engine::Action;
use super::{
    Aim, Combatant, Deed, Effect, Grip, Offer, Outcome, Paid, Refused, RuleSet, Unpaid, play, wrestling,
};

/// Key of turning a shield towards the nearest enemy.
pub const TURN: &str = "turn_shield";
/// Key of letting a shield go.
pub const RELEASE: &str = "release_shield";

/// Whom a unit holds alive, by number.
pub fn held_alive(unit: &Combatant) -> Option<u32> {
    match unit.grip {
        Some(Grip::Holding(other)) if unit.carries.is_none() => Some(other),
        _ => None,
    }
}

/// Books with holds of their own let go in their own words.
fn lets_go(rules: &RuleSet) -> bool {
    !wrestling::in_play(rules) && !play::grapples_by_itself(rules)
}

/// Turning the shield, and letting it go.
pub fn offers(unit: &Combatant, rules: &RuleSet) -> Vec<Offer> {
    if held_alive(unit).is_none() {
        return Vec::new();
    }
    let offer = |key, label: &str, detail: &str, clause| Offer {
        key,
        label: label.to_owned(),
        detail: detail.to_owned(),
        price: "free".to_owned(),
        aim: Aim::Nothing,
        clause,
    };
    let turn = offer(TURN, "Turn the shield", "Holds him towards the nearest enemy.", "AB-SHIELD-01");
    let release = offer(RELEASE, "Let him go", "Ends the hold.", "SS-BARR-50");
    [Some(turn), lets_go(rules).then_some(release)].into_iter().flatten().collect()
}

/// Whether a deed of this chapter may be done; nothing for other deeds. Both are free in the unit's own phase.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &Deed<'_>) -> Option<Result<Paid, Unpaid>> {
    let clause = match deed.key {
        TURN => "AB-SHIELD-01",
        RELEASE => "SS-BARR-50",
        _ => return None,
    };
    let unit = deed.unit;
    if held_alive(unit).is_none() {
        return Some(Err(Refused::new("it holds nobody", clause).into()));
    }
    if unit.purse.turn() != super::engine::Turn::Now {
        return Some(Err(Unpaid::NotItsPhase));
    }
    Some(Ok(Paid { purse: unit.purse, points: 0, free: 0, condition: None }))
}

/// Does it; nothing for other deeds.
pub fn perform(deed: &Deed<'_>) -> Option<Outcome> {
    let unit = deed.unit.id;
    let effect = match deed.key {
        TURN => Effect::ShieldTurned { unit },
        RELEASE => Effect::Grip { unit, grip: None },
        _ => return None,
    };
    Some(Outcome::of(vec![effect]))
}

/// Neither end of a hold walks, in a book that says nothing of it itself. `AB-BASE-10`.
///
/// # Errors
/// Who is held or holds somebody alive.
pub fn may_go(unit: &Combatant, action: Action) -> Result<(), Refused> {
    if !matches!(action, Action::Walk | Action::Run | Action::Sprint) {
        return Ok(());
    }
    match unit.grip {
        Some(Grip::HeldBy(_)) => Err(Refused::new("somebody holds it", "SS-BARR-51")),
        Some(Grip::Holding(_)) if unit.carries.is_none() => {
            Err(Refused::new("it holds somebody before it", "SS-BARR-51"))
        }
        _ => Ok(()),
    }
}
