//! The options that can be bought: affordable, legal, and able to have an effect. Chapter ADV.

use super::{AdvantageFunds, AdvantagePurchase, AdvantageTarget, option_cost};
use crate::combat_checks::checks::attack::AttackPlan;
use crate::combat_checks::checks::attack_progress::{AttackParticipant, AttackProgress};
use crate::combat_checks::spending::option_tables::AdvantageOption;
use crate::combat_checks::{AttackContext, Fighter, ItemSlot, QualityEffect};

/// All legal and affordable options that can have an effect. `CC-ADV-01` to `CC-ADV-03`, `CC-ADV-06`, `CC-ADV-27`.
pub(super) fn available_purchases(
    plan: &AttackPlan<'_>,
    progress: &AttackProgress,
    funds: AdvantageFunds,
) -> Vec<AdvantagePurchase> {
    let mut list = PurchaseList { plan, progress, funds, all: Vec::with_capacity(16) };
    list.add_injuries_and_options_of_one();
    list.add_options_of_two();
    list.add_options_of_three();
    list.add_options_on_hit_and_next_checks();
    list.all
}

/// The attacker and its allies.
fn attackers(context: &AttackContext) -> impl Iterator<Item = AttackParticipant> + use<> {
    let allies = (0..context.allies.len()).map(AttackParticipant::Ally);
    std::iter::once(AttackParticipant::Attacker).chain(allies)
}

/// Options that can be bought, in the order of the catalogue.
struct PurchaseList<'a, 'c> {
    plan: &'a AttackPlan<'c>,
    progress: &'a AttackProgress,
    funds: AdvantageFunds,
    all: Vec<AdvantagePurchase>,
}

impl PurchaseList<'_, '_> {
    /// Targets that are still in action after the hit: what hinders a unit has no effect on the others. `CC-ADV-01`.
    fn active_targets(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (progress, context) = (self.progress, self.plan.context);
        let active: Vec<usize> =
            (0..progress.targets.len()).filter(|&at| !progress.is_out(context, at)).collect();
        active.into_iter()
    }

    /// Adds an option unless it is unaffordable or already chosen; `own_cost` replaces the cost of the catalogue.
    fn add(&mut self, option: AdvantageOption, own_cost: Option<u8>, target: AdvantageTarget) {
        if let Some(cost) = option_cost(self.progress, self.funds, option, own_cost) {
            self.all.push(AdvantagePurchase { option, cost, target });
        }
    }

    /// Adds Critical Injuries, the qualities of the weapon, and what costs one advantage. `CC-CRIT-06`, `CC-ADV-07` to
    /// `CC-ADV-10`.
    fn add_injuries_and_options_of_one(&mut self) {
        let (plan, progress, context) = (self.plan, self.progress, self.plan.context);
        let switches = &context.switches;
        for at in (0..progress.targets.len()).filter(|&at| can_injure(plan, progress, at)) {
            self.add(
                AdvantageOption::Injury,
                Some(context.weapon.critical),
                AdvantageTarget::Unit(AttackParticipant::Target(at)),
            );
        }
        if progress.attacker.condition.strain > 0 {
            self.add(AdvantageOption::RemoveStrain, None, AdvantageTarget::Nothing);
        }
        if context.has_other_allies() {
            self.add(AdvantageOption::BoostNextAlly, None, AdvantageTarget::Nothing);
        }
        if switches.notice {
            self.add(AdvantageOption::Notice, None, AdvantageTarget::Nothing);
        }
        for (which, quality) in context.weapon.qualities.iter().enumerate() {
            // A target that lies already, or that the hit itself knocks down, cannot be knocked down.
            let is_down = |at: usize| {
                quality.effect == QualityEffect::KnockDown && progress.lies_after_hit(context, at)
            };
            for at in self.active_targets().filter(|&at| !is_down(at)) {
                self.add(AdvantageOption::Quality, Some(quality.cost), AdvantageTarget::Quality(which, at));
            }
        }
    }

    /// Adds what costs two advantages. `CC-ADV-11` to `CC-ADV-14`.
    fn add_options_of_two(&mut self) {
        let (progress, context) = (self.progress, self.plan.context);
        if progress.can_perform_maneuver() {
            self.add(AdvantageOption::Maneuver, None, AdvantageTarget::Nothing);
        }
        for at in self.active_targets() {
            self.add(AdvantageOption::Setback, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
        }
        for who in attackers(context) {
            self.add(AdvantageOption::BoostAny, None, AdvantageTarget::Unit(who));
        }
    }

    /// Adds what costs three advantages and concerns defences, items in hand and objects. `CC-ADV-15` to `CC-ADV-19`.
    fn add_options_of_three(&mut self) {
        let (progress, context) = (self.progress, self.plan.context);
        let (switches, targets) = (&context.switches, self.active_targets());
        for at in targets.clone() {
            self.add(
                AdvantageOption::NegateDefence,
                None,
                AdvantageTarget::Unit(AttackParticipant::Target(at)),
            );
        }
        self.add(AdvantageOption::IgnoreEnvironment, None, AdvantageTarget::Nothing);
        self.add(AdvantageOption::OwnDefence, None, AdvantageTarget::Melee(true));
        self.add(AdvantageOption::OwnDefence, None, AdvantageTarget::Melee(false));
        for at in targets {
            for item in wielded_items(context.target(at), progress) {
                self.add(AdvantageOption::Disarm, None, AdvantageTarget::Item(at, item));
            }
        }
        for (which, object) in context.objects.iter().enumerate() {
            if object.vital && object.in_range && object.from_target <= u32::from(switches.vital) {
                self.add(AdvantageOption::Vital, None, AdvantageTarget::Object(which));
            }
        }
    }

    /// Adds what replaces or adds to the damage of the hit, and changes of next checks. `CC-ADV-20` to `CC-ADV-25`.
    fn add_options_on_hit_and_next_checks(&mut self) {
        let (progress, context) = (self.progress, self.plan.context);
        let (switches, targets) = (&context.switches, 0..progress.targets.len());
        for at in targets.clone().filter(|&at| switches.disable && can_replace_damage(progress, at)) {
            self.add(AdvantageOption::Disable, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
            for item in items_in_use(context.target(at), progress) {
                self.add(AdvantageOption::DisableGear, None, AdvantageTarget::Item(at, item));
            }
        }
        for at in self.active_targets() {
            self.add(AdvantageOption::Downgrade, None, AdvantageTarget::Unit(AttackParticipant::Target(at)));
        }
        for who in attackers(context) {
            self.add(AdvantageOption::Upgrade, None, AdvantageTarget::Unit(who));
        }
        for at in targets.filter(|&at| deals_damage(progress, at)) {
            for item in vital_items(context.target(at), progress) {
                self.add(AdvantageOption::Destroy, None, AdvantageTarget::Item(at, item));
            }
        }
    }
}

/// Whether the hit deals damage after Soak that is not replaced. `CC-ADV-25`, `CC-CRIT-06`.
fn deals_damage(progress: &AttackProgress, at: usize) -> bool {
    progress.has_succeeded()
        && progress.targets[at].pending_damage > 0
        && !progress.targets[at].damage_replaced
}

/// Whether no option needs the damage. `CC-ADV-20`.
fn can_replace_damage(progress: &AttackProgress, at: usize) -> bool {
    deals_damage(progress, at) && !progress.targets[at].damage_committed
}

/// Whether a Critical Injury may be bought. `CC-CRIT-06`, `CC-ADV-06`.
pub(super) fn can_injure(plan: &AttackPlan<'_>, progress: &AttackProgress, at: usize) -> bool {
    let needs_no_damage = !plan.context.switches.crit_needs_damage
        && progress.has_succeeded()
        && !progress.targets[at].damage_replaced;
    deals_damage(progress, at) || (needs_no_damage && !(progress.stopped_by_barrier && at == 0))
}

/// Weapons that a unit still wields in this attack.
fn wielded_items(fighter: &Fighter, progress: &AttackProgress) -> Vec<ItemSlot> {
    let held = fighter.held.iter().enumerate().filter(|(_, held)| held.weapon.hands > 0);
    held.map(|(at, _)| ItemSlot::Weapon(at))
        .filter(|&item| progress.is_item_unchanged(fighter.id, item))
        .collect()
}

/// Weapons and gear in use.
pub(crate) fn items_in_use(fighter: &Fighter, progress: &AttackProgress) -> Vec<ItemSlot> {
    let gear = fighter
        .gear()
        .filter(|(_, gear)| !gear.replacement)
        .map(|(at, _)| ItemSlot::Gear(at))
        .filter(|&item| progress.is_item_unchanged(fighter.id, item));
    wielded_items(fighter, progress).into_iter().chain(gear).collect()
}

/// Weapons, and vital gear. `CC-ADV-25`.
fn vital_items(fighter: &Fighter, progress: &AttackProgress) -> Vec<ItemSlot> {
    let vital = |item: &ItemSlot| match item {
        ItemSlot::Weapon(_) => true,
        ItemSlot::Gear(at) => fighter.sheet.gear[*at].vital,
    };
    items_in_use(fighter, progress).into_iter().filter(vital).collect()
}
