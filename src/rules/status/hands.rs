//! Which hands a unit can still use after injuries, and which hand takes hold of an item.

use super::{ActiveAilment, Ailment, BodySide, has_in};

/// Whether a hand can hold something: neither its grip nor its arm is lost. `SS-CALL-38`, `SS-CALL-59`.
pub fn can_hold(suffered: &[ActiveAilment], hand: BodySide) -> bool {
    let gone = [Ailment::BrokenGrip, Ailment::UselessArm];
    !gone.into_iter().any(|ailment| has_in(suffered, ailment, Some(hand)))
}

/// The ailment that keeps a unit from holding an item with this many hands; `None` if there is none. `SS-CALL-38`.
pub fn cannot_hold(suffered: &[ActiveAilment], hands: u8) -> Option<Ailment> {
    let usable =
        [BodySide::Right, BodySide::Left].into_iter().filter(|hand| can_hold(suffered, *hand)).count();
    let gone = [Ailment::BrokenGrip, Ailment::UselessArm];
    let mut why = gone.into_iter().filter(|ailment| super::has(suffered, *ailment));
    if usable < usize::from(hands) { why.next() } else { None }
}

/// The hand that takes hold of an item: the right one, unless it is in use, lost, or worse than the left.
/// `SS-CALL-60`.
pub fn hand_for(suffered: &[ActiveAilment], right_taken: bool, left_taken: bool) -> BodySide {
    let fit = |hand, taken: bool| {
        let hurt = has_in(suffered, Ailment::HurtArm, Some(hand));
        (!taken && can_hold(suffered, hand)).then_some(!hurt)
    };
    if fit(BodySide::Left, left_taken) > fit(BodySide::Right, right_taken) {
        BodySide::Left
    } else {
        BodySide::Right
    }
}
