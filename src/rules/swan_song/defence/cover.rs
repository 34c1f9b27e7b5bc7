//! Cover: how much of a target an obstacle hides, and the dice it gives. Chapter COVER, with the cover rows of
//! table SS-T8.

pub use crate::attack::cover_level::CoverLevel;
use crate::status::{self, Ailment};
use crate::swan_song::{AttackContext, Fighter, UnitKind};
use dice::Modifiers;

/// Distance from which a prone target counts as having good cover, in metres. `SS-DEF-44`.
pub const FAR_PRONE_METRES: u32 = 20;

/// Modifier for attacks on a completely hidden target. `SS-BARR-05`.
pub const BLIND_FIRE: i32 = -6;

/// Whether the target cannot move: objects and unconscious units get cover without Take Cover, and do not defend
/// themselves. `SS-DEF-02`, `SS-BASE-31`.
pub fn is_motionless(context: &AttackContext) -> bool {
    let Fighter { down, ailments, sheet, .. } = &context.defender;
    down.is_some() || sheet.kind == UnitKind::Object || status::has(ailments, Ailment::Unconscious)
}

/// Whether the attacker cannot see the target. `SS-COVER-05`, `SS-BARR-07`.
pub fn is_hidden(context: &AttackContext) -> bool {
    CoverLevel::from_hidden_percent(context.sight.hidden) == CoverLevel::Total
}

/// Whether the target is in cover from this attacker: a tied attack then goes through the cover. `SS-COVER-04`.
pub fn is_in_cover(context: &AttackContext) -> bool {
    (context.sight.took_cover || is_motionless(context))
        && CoverLevel::from_hidden_percent(context.sight.hidden) >= CoverLevel::Partial
}

/// Whether the target is prone and too far away to hit easily. `SS-DEF-44`.
fn is_far_prone(context: &AttackContext) -> bool {
    context.defender.prone && context.sight.distance_squared >= FAR_PRONE_METRES * FAR_PRONE_METRES
}

/// Whether the switch takes good cover away from a target across an obstacle in melee. `SS-DEF-43`.
pub fn loses_good_cover(context: &AttackContext) -> bool {
    let is_melee = !context.weapon.class.is_ranged_or_thrown();
    let hidden = CoverLevel::from_hidden_percent(context.sight.hidden);
    let is_good = is_in_cover(context) && hidden >= CoverLevel::Good && context.sight.across_obstacle;
    is_melee && is_good && !context.switches.good_cover_melee
}

/// The obstacle's cover against this attack. `SS-DEF-42`, `SS-DEF-43`, `SS-DEF-47`, `SS-DEF-48`.
fn obstacle_cover(context: &AttackContext) -> CoverLevel {
    let cover = if is_in_cover(context) {
        CoverLevel::from_hidden_percent(context.sight.hidden)
    } else {
        CoverLevel::None
    };
    if context.weapon.class.is_ranged_or_thrown() {
        return cover;
    }
    let counts =
        cover >= CoverLevel::Good && context.sight.across_obstacle && context.switches.good_cover_melee;
    if counts { cover } else { CoverLevel::None }
}

/// Adds cover dice to a defence; only the best cover counts.
pub fn add_cover_dice(context: &AttackContext, parts: &mut Modifiers) {
    match obstacle_cover(context) {
        CoverLevel::Good | CoverLevel::Total => parts.add(CoverLevel::Good.dice(), "good cover", "SS-DEF-41"),
        _ if is_far_prone(context) => parts.add(CoverLevel::Good.dice(), "prone and far away", "SS-DEF-44"),
        CoverLevel::Partial => parts.add(CoverLevel::Partial.dice(), "partial cover", "SS-DEF-46"),
        CoverLevel::None => {}
    }
}

#[cfg(test)]
mod tests;
