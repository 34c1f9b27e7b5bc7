//! What an attack in place of an announced one could do, before the replacement is paid. `AB-CANCEL-01`, `AB-CANCEL-02`.

use std::sync::Arc;

use crate::attack_forecast::{
    AttackQuery, LEAST_MEAN, WeaponChoice, attack_modes, attack_request, key_chance, percent_text,
    whole_worth,
};
use battle::{BattleView, Target, UnitDataItem, ValidatedOrder, check_attack_price};
use model::{Cell, UnitId};
use rules::{MovementMode, Odds, play};

/// Key of the action that replaces an announced attack. `AB-CANCEL-01`.
pub(crate) const REPLACE_KEY: &str = "replace";

/// What a unit could attack if it replaced an announced attack that has become impossible.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReplacedAttack {
    /// The enemy at which the best attack is aimed.
    pub enemy: UnitId,
    /// Weapon or fire mode of that attack.
    pub attack: String,
    /// Its chance of damage, with the added difficulty.
    pub chance: f64,
    /// The enemies in sight that could be harmed.
    pub targets: usize,
}

impl ReplacedAttack {
    /// Computes what a unit could do from a square, after the payment of a move there. `None` where nothing can be replaced now,
    /// and where no enemy in sight could be harmed.
    pub fn from_square(
        view: &BattleView,
        unit: UnitId,
        place: (Cell, MovementMode),
        plan: Option<&ValidatedOrder>,
    ) -> Option<Self> {
        let own = view.unit(unit).filter(|_| view.round().acting() == Some(unit))?;
        if !can_replace(view, &own) {
            return None;
        }
        let is_paid = |choice: &WeaponChoice| check_attack_price(view, unit, *choice, plan).is_ok();
        let modes: Vec<WeaponChoice> = attack_modes(&own).into_iter().filter(is_paid).collect();
        let mut enemies: Vec<UnitId> =
            view.units().filter(|other| view.is_target(&own, other)).map(|other| *other.id).collect();
        enemies.sort_unstable();
        let mut best: Option<(f64, Self)> = None;
        let mut targets = 0;
        for enemy in enemies {
            let attacks = modes.iter().filter_map(|choice| rated_attack(view, &own, place, (enemy, *choice)));
            let Some(attack) = attacks.max_by(|one, other| one.0.total_cmp(&other.0)) else { continue };
            targets += 1;
            if best.as_ref().is_none_or(|(worth, _)| attack.0 > *worth) {
                best = Some(attack);
            }
        }
        best.map(|(_, attack)| Self { targets, ..attack })
    }

    /// Says what it could do: "best 48 %: Kerr, Force bolt (4 targets)". `name` is that of the enemy.
    pub fn text(&self, name: &str) -> String {
        let best = format!("best {}: {name}, {}", percent_text(self.chance), self.attack);
        if self.targets > 1 { format!("{best} ({} targets)", self.targets) } else { best }
    }

    /// Says the same in a sentence: "If the announced attack is replaced, best 48 %: Kerr, Force bolt (4 targets)."
    pub fn sentence(&self, name: &str) -> String {
        format!("If the announced attack is replaced, {}.", self.text(name))
    }
}

/// The offer of a click to replace an announced attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplacementOffer {
    /// What has become of the announced attack, and what one more click does, without its price.
    pub text: String,
    /// The new attack is possible once the replacement is paid: the same click makes both.
    pub attacks: bool,
}

/// Offers to replace an announced attack with this one: why the announced one is in the way, and what the new one could do. `None`
/// if all announced attacks are possible.
pub(crate) fn replacement_offer(
    view: &BattleView,
    unit: &UnitDataItem,
    query: &AttackQuery,
) -> Option<ReplacementOffer> {
    let lost = view.announced_attacks(unit).into_iter().find(|attack| attack.obstacle.is_some())?;
    let obstacle = lost.obstacle.filter(|_| !lost.slays).map(|why| format!("{}: {why}", lost.words));
    let chance = replaced_odds(view, query).map(|odds| key_chance(&odds).0);
    Some(ReplacementOffer { text: offer_text(obstacle.as_deref(), chance), attacks: chance.is_some() })
}

/// Words the offer: "The announced attack cannot be made as planned (Pistol at Gant: the target is out of the fight). Click once more
/// to replace that attack and make this one (48 %)". `obstacle` is `None` for an announced target that lies
/// unconscious and has to be slain.
fn offer_text(obstacle: Option<&str>, chance: Option<f64>) -> String {
    let announced = match obstacle {
        Some(why) => format!("The announced attack cannot be made as planned ({why})"),
        None => "The announced target lies unconscious and can still be slain".to_owned(),
    };
    match chance {
        Some(chance) => {
            let chance = percent_text(chance);
            format!("{announced}. Click once more to replace that attack and make this one ({chance})")
        }
        None => format!(
            "{announced}. This attack is not possible from here. Click once more to replace the announced one by another"
        ),
    }
}

/// Whether a unit has an announced attack that has become impossible, and has not replaced it yet.
fn can_replace(view: &BattleView, unit: &UnitDataItem) -> bool {
    !play::has_replacement(&view.unit_snapshot(unit))
        && view.queued_attacks(unit).iter().any(|(_, why)| why.is_some())
}

/// Rates an attack on an enemy in sight as if it replaced an announced one; `None` if it would not be possible or do no damage.
fn rated_attack(
    view: &BattleView,
    own: &UnitDataItem,
    (from, gait): (Cell, MovementMode),
    (enemy, (weapon, mode)): (UnitId, WeaponChoice),
) -> Option<(f64, ReplacedAttack)> {
    let carried = own.inventory.get(weapon)?;
    let query = AttackQuery {
        from,
        attacker_gait: gait,
        ..AttackQuery::from_current_position(own, Target::Unit(enemy), weapon, mode)
    };
    let odds = replaced_odds(view, &query)?;
    let attack = mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned());
    let chance = key_chance(&odds).0;
    let rated = ReplacedAttack { enemy, attack, chance, targets: 1 };
    (odds.mean >= LEAST_MEAN).then(|| (whole_worth(view, &query, &odds), rated))
}

/// Returns the odds of an attack as if it replaced an announced one; `None` if it would not be possible, or the target is hidden.
fn replaced_odds(view: &BattleView, query: &AttackQuery) -> Option<Odds> {
    let mut request = attack_request(view, query)?;
    let budget = play::budget_once_replaced(&request.attacker)?;
    Arc::make_mut(&mut request).attacker.budget = budget;
    let is_possible = request.sight.hidden < 100 && play::may_attack(&request).is_ok();
    is_possible.then(|| play::preview(&request)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_tells_its_best_odds_and_how_many_targets_it_has() {
        let replaced =
            |targets| ReplacedAttack { enemy: UnitId(1), attack: "Force bolt".into(), chance: 0.48, targets };
        assert_eq!(replaced(4).text("Kerr"), "best 48 %: Kerr, Force bolt (4 targets)");
        assert_eq!(replaced(1).text("Kerr"), "best 48 %: Kerr, Force bolt");
        assert_eq!(
            replaced(1).sentence("Kerr"),
            "If the announced attack is replaced, best 48 %: Kerr, Force bolt."
        );
    }

    #[test]
    fn the_offer_of_a_click_says_why_and_with_what_chance() {
        let offer = offer_text(Some("the target is out of the fight"), Some(0.48));
        assert_eq!(
            offer,
            "The announced attack cannot be made as planned (the target is out of the fight). Click once more to replace that \
             attack and make this one (48 %)"
        );
        let far = offer_text(Some("Pistol at Gant: the target is out of sight"), None);
        assert!(far.contains("as planned (Pistol at Gant: the target is out of sight)."), "{far}");
        assert!(far.ends_with("Click once more to replace the announced one by another"), "{far}");
        let lies = offer_text(None, Some(0.48));
        assert!(
            lies.starts_with("The announced target lies unconscious and can still be slain. Click"),
            "{lies}"
        );
    }
}
