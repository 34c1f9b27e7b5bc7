//! Defence: who can defend, the defence methods and their pools. Chapter DEF without vehicles, flechettes and
//! area attacks.

use super::cover;
use crate::Book;
use crate::attack::fire_mode;
use crate::status::{self, BodySide, TestKind};
use crate::swan_song::attack::{called_shot, pool};
use crate::swan_song::checks::{base, karma};
use crate::swan_song::damage::{armour, last_stand, wounds};
use crate::swan_song::lines::attacks::{DefenceDetail, DefenceLabel, DefencePrompt};
use crate::swan_song::movement::gaits;
use crate::swan_song::{
    AttackContext, Attribute, Fighter, FireMode, MovementMode, Skill, Weapon, WeaponClass,
};
use crate::turn_engine::EngineSwitches;
use dice::{Answer, Clause, Modifiers, Prompt, RuleResult, Table};

/// Distance up to which a prone target is easier to shoot, in metres. `SS-DEF-20`.
pub const NEAR_PRONE_METRES: u32 = 5;

/// Kinds of defence; each attack is answered with one. `SS-DEF-13`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefenceKind {
    /// Free. `SS-DEF-03`.
    Standard,
    /// With Acrobatics. `SS-DEF-10`.
    Dodge,
    /// With the melee weapon in hand. `SS-DEF-06`.
    Parry,
    /// With empty hands. `SS-DEF-08`.
    Block,
}

impl DefenceKind {
    /// Cost in action points, without Full Defense. `SS-ACT-39`.
    const fn price(self, engine: &EngineSwitches) -> u8 {
        match self {
            Self::Standard => 0,
            Self::Dodge => engine.ap_dodge,
            Self::Parry => engine.ap_parry,
            Self::Block => engine.ap_block,
        }
    }
}

/// A kind of defence, with or without taking Full Defense now. `SS-DEF-12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefenceMethod {
    /// The kind of defence.
    pub kind: DefenceKind,
    /// Takes Full Defense with it; false if it is already in effect.
    pub full_defense: bool,
}

impl DefenceMethod {
    /// The free defence.
    pub const STANDARD: Self = Self { kind: DefenceKind::Standard, full_defense: false };

    /// Number of actions with a price in it. `SS-CALL-56`.
    pub const fn priced_actions(self, engine: &EngineSwitches) -> i32 {
        (self.kind.price(engine) > 0) as i32 + (self.full_defense && engine.ap_full_defense > 0) as i32
    }

    /// Stable name in journals.
    pub const fn key(self) -> &'static str {
        match (self.kind, self.full_defense) {
            (DefenceKind::Standard, false) => "standard",
            (DefenceKind::Standard, true) => "full_defense",
            (DefenceKind::Dodge, false) => "dodge",
            (DefenceKind::Dodge, true) => "dodge+full_defense",
            (DefenceKind::Parry, false) => "parry",
            (DefenceKind::Parry, true) => "parry+full_defense",
            (DefenceKind::Block, false) => "block",
            (DefenceKind::Block, true) => "block+full_defense",
        }
    }

    /// Button label.
    pub const fn label(self) -> &'static str {
        match (self.kind, self.full_defense) {
            (DefenceKind::Standard, false) => "Standard defence",
            (DefenceKind::Standard, true) => "Full Defence",
            (DefenceKind::Dodge, false) => "Dodge",
            (DefenceKind::Dodge, true) => "Dodge + Full Defence",
            (DefenceKind::Parry, false) => "Parry",
            (DefenceKind::Parry, true) => "Parry + Full Defence",
            (DefenceKind::Block, false) => "Block",
            (DefenceKind::Block, true) => "Block + Full Defence",
        }
    }

    const fn clause(self) -> Clause {
        match (self.kind, self.full_defense) {
            (DefenceKind::Standard, false) => "SS-DEF-03",
            (DefenceKind::Standard, true) => "SS-DEF-04",
            (DefenceKind::Dodge, _) => "SS-DEF-10",
            (DefenceKind::Parry, _) => "SS-DEF-07",
            (DefenceKind::Block, _) => "SS-DEF-09",
        }
    }
}

/// A defence method available to the defender, with its price and pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenceOption {
    /// The method.
    pub method: DefenceMethod,
    /// Adds dice bought with a point of Karma. `SS-BASE-26`.
    pub karma: bool,
    /// Action points it costs.
    pub cost: u8,
    /// Parts of the pool.
    pub parts: Modifiers,
    /// Number of dice.
    pub pool: u32,
    /// Maximum hits.
    pub limit: Option<u32>,
}

impl DefenceOption {
    /// Stable name in journals, such as "dodge" or "dodge+karma".
    pub fn key(&self) -> String {
        let key = self.method.key();
        if self.karma { format!("{key}+{}", karma::DICE_KEY) } else { key.to_owned() }
    }

    /// Button label.
    pub const fn label(&self) -> DefenceLabel {
        DefenceLabel { method: self.method, karma: self.karma }
    }

    /// The same option with dice bought with Karma. `SS-BASE-26`.
    fn with_karma(&self, context: &AttackContext) -> Self {
        let mut parts = self.parts.clone();
        karma::add_karma_dice(&context.defender, &context.switches, &mut parts);
        Self { karma: true, pool: parts.pool(), parts, ..*self }
    }
}

/// Opposition to an attack. `SS-DEF-01`, `SS-DEF-21`, `SS-DEF-24`, `SS-BASE-31`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AvailableDefence {
    /// None: the attack is a Success Test.
    Undefended,
    /// Only the cover's dice.
    CoverOnly(Modifiers),
    /// An active defence with one of these options, the free one first.
    Options(Vec<DefenceOption>),
}

/// Whether the defender is aware of the attack and can act. `SS-DEF-21` to `SS-DEF-23`, `SS-BARR-07`, `SS-BASE-31`,
/// `SS-DEF-02`.
pub fn can_defend(context: &AttackContext) -> bool {
    context.sight.aware && !cover::is_hidden(context) && !cover::is_motionless(context)
}

/// Returns what opposes this attack, with all options of the defender.
pub fn available_defence(context: &AttackContext) -> AvailableDefence {
    if can_defend(context) {
        AvailableDefence::Options(defence_options(context))
    } else {
        passive_defence(context)
    }
}

/// Returns what opposes this attack if the defender makes the free defence, as by default.
pub fn free_defence(context: &AttackContext) -> AvailableDefence {
    if can_defend(context) {
        AvailableDefence::Options(vec![defence_option(context, DefenceMethod::STANDARD, 0)])
    } else {
        passive_defence(context)
    }
}

/// What opposes an attack on a target that does not defend itself. `SS-DEF-21`, `SS-DEF-24`.
fn passive_defence(context: &AttackContext) -> AvailableDefence {
    let mut parts = Modifiers::new();
    cover::add_cover_dice(context, &mut parts);
    if parts.0.is_empty() { AvailableDefence::Undefended } else { AvailableDefence::CoverOnly(parts) }
}

/// An option without Karma.
fn defence_option(context: &AttackContext, method: DefenceMethod, cost: u8) -> DefenceOption {
    let parts = defence_parts(context, method);
    let (pool, limit) = (parts.pool(), defence_limit(context, method.kind));
    DefenceOption { method, karma: false, cost, parts, pool, limit }
}

/// Returns the options of an active defender, the free one first, those with Karma last.
/// `SS-DEF-15`, `SS-DEF-16`, `SS-BASE-26`.
pub fn defence_options(context: &AttackContext) -> Vec<DefenceOption> {
    let mut options = Vec::with_capacity(6);
    for kind in [DefenceKind::Standard, DefenceKind::Dodge, DefenceKind::Parry, DefenceKind::Block] {
        if !is_offered(context, kind) {
            continue;
        }
        for full_defense in [false, true] {
            let method = DefenceMethod { kind, full_defense };
            let cost = method_cost(context, method);
            if can_pay(context, method, cost) {
                options.push(defence_option(context, method, cost));
            }
        }
    }
    if karma::asks_for_karma(&context.defender) {
        let with_karma: Vec<_> = options.iter().map(|option| option.with_karma(context)).collect();
        options.extend(with_karma);
    }
    options
}

/// Whether the attack is made with a melee weapon or bare hands.
fn is_melee(context: &AttackContext) -> bool {
    !context.weapon.class.is_ranged_or_thrown()
}

/// The held weapon with the best parry; the first one on a tie. `SS-DEF-06`.
fn parrying_weapon(fighter: &Fighter) -> Option<(&Weapon, Option<BodySide>)> {
    let mut best: Option<(&Weapon, Option<BodySide>)> = None;
    for (weapon, hand) in fighter.held_by_hand() {
        if weapon.class != WeaponClass::Melee || called_shot::is_arm_useless(&fighter.ailments, weapon, hand)
        {
            continue;
        }
        if best.is_none_or(|(best, _)| fighter.sheet.skill(weapon.skill) > fighter.sheet.skill(best.skill)) {
            best = Some((weapon, hand));
        }
    }
    best
}

/// Whether the attack and the defender's hands and skills allow this kind. `SS-DEF-06`, `SS-DEF-08`, `SS-DEF-10`,
/// `SS-DEF-14`.
fn is_offered(context: &AttackContext, kind: DefenceKind) -> bool {
    let defender = &context.defender;
    match kind {
        DefenceKind::Standard => true,
        DefenceKind::Dodge => is_melee(context) || context.switches.ranged_dodge,
        DefenceKind::Parry => is_melee(context) && parrying_weapon(defender).is_some(),
        DefenceKind::Block => {
            is_melee(context)
                && defender.held.iter().all(|weapon| weapon.hands == 0)
                && defender.sheet.skill(Skill::UnarmedCombat) > 0
        }
    }
}

/// Cost of a method in action points. `SS-ACT-39`, `SS-ACT-40`.
fn method_cost(context: &AttackContext, method: DefenceMethod) -> u8 {
    let engine = &context.switches.engine;
    let cost = method.kind.price(engine);
    if method.full_defense { cost.saturating_add(engine.ap_full_defense) } else { cost }
}

/// Whether the defender can pay. Full Defense can be taken once a round. `SS-ACT-31`, `SS-ACT-35`, `SS-ACT-40`.
fn can_pay(context: &AttackContext, method: DefenceMethod, cost: u8) -> bool {
    let defender = &context.defender;
    if method == DefenceMethod::STANDARD {
        return true;
    }
    let already_taken = method.full_defense && defender.full_defense;
    !already_taken && defender.may_interrupt && defender.action_points >= cost
}

/// Limit of a defence: active kinds have the Physical Limit. `SS-DEF-11`.
fn defence_limit(context: &AttackContext, kind: DefenceKind) -> Option<u32> {
    (kind != DefenceKind::Standard).then(|| base::physical_limit(&context.defender.sheet))
}

/// Parts of the pool of an active defence; running makes Interrupts harder. `SS-ATK-13`,
/// `SS-ATK-14`, `SS-RULING-30`, table SS-T8.
pub fn defence_parts(context: &AttackContext, method: DefenceMethod) -> Modifiers {
    let defender = &context.defender;
    let sheet = &defender.sheet;
    let mut parts = Modifiers::new();
    armour::add_attribute(&mut parts, sheet, Attribute::Reaction, "SS-DEF-03");
    parts.add(i32::from(sheet.attributes.intuition), "Intuition", "SS-DEF-03");
    add_defence_skill(context, method.kind, &mut parts);
    if method.full_defense || defender.full_defense {
        parts.add(i32::from(sheet.attributes.willpower), "Full Defence: Willpower", "SS-DEF-04");
    }
    last_stand::halve_pool(&mut parts, &defender.vitals);
    if method.kind != DefenceKind::Standard {
        parts.0.extend(gaits::running_unit_parts(defender).0);
    }
    if let (DefenceKind::Parry, Some(used)) = (method.kind, parrying_weapon(defender)) {
        called_shot::add_hurt_arm_to_parry(defender, used, &context.switches, &mut parts);
    }
    parts.0.extend(wounds::wound_parts(&defender.vitals).0);
    let test = match method.kind {
        DefenceKind::Dodge => TestKind::Dodge,
        DefenceKind::Parry | DefenceKind::Block => TestKind::Parry,
        DefenceKind::Standard if is_melee(context) => TestKind::DefendMelee,
        DefenceKind::Standard => TestKind::DefendShot,
    };
    status::add_test_modifiers(&mut parts, &defender.ailments, test, Book::SwanSong);
    parts.add(-i32::from(defender.defences), "previous defences", "SS-DEF-28");
    if defender.gait != MovementMode::Steady {
        parts.add(2, "running target", "SS-DEF-40");
    }
    if defender.in_moving_vehicle {
        parts.add(3, "in a moving vehicle", "SS-DEF-18");
    }
    if context.weapon.blast > 0 {
        parts.add(-2, "area attack", "SS-DEF-49");
    }
    if is_melee(context) {
        add_melee_modifiers(context, &mut parts)
    } else {
        add_ranged_modifiers(context, &mut parts)
    }
    cover::add_cover_dice(context, &mut parts);
    parts
}

/// Adds the skill of an active defence. `SS-DEF-07`, `SS-DEF-09`, `SS-DEF-10`.
fn add_defence_skill(context: &AttackContext, kind: DefenceKind, parts: &mut Modifiers) {
    let defender = &context.defender;
    let skill = match kind {
        DefenceKind::Standard => return,
        DefenceKind::Dodge => Skill::Acrobatics,
        DefenceKind::Parry => match parrying_weapon(defender) {
            Some((weapon, _)) => weapon.skill,
            None => return,
        },
        DefenceKind::Block => Skill::UnarmedCombat,
    };
    pool::add_skill(parts, &defender.sheet, skill, &context.switches);
}

/// Adds the modifiers of melee attacks. `SS-DEF-19`, `SS-DEF-26`, `SS-DEF-27`.
fn add_melee_modifiers(context: &AttackContext, parts: &mut Modifiers) {
    if context.defender.prone {
        parts.add(-2, "prone", "SS-DEF-19");
    }
    called_shot::add_weak_side(&context.defender, parts);
    let melee_weapons = context.defender.held.iter().filter(|weapon| !weapon.class.is_ranged_or_thrown());
    let weapon_reach = melee_weapons.map(|weapon| weapon.reach).max().unwrap_or(0);
    let defender_reach = i32::from(context.defender.sheet.reach) + i32::from(weapon_reach);
    let attacker_reach = i32::from(context.attacker.sheet.reach) + i32::from(context.weapon.reach);
    let net = defender_reach - attacker_reach;
    if net > 0 {
        parts.add(net, "longer reach", "SS-DEF-26");
    } else {
        parts.add(net, "attacker's longer reach", "SS-DEF-27");
    }
}

/// Adds the modifiers of ranged attacks. `SS-DEF-20`, `SS-DEF-34` to `SS-DEF-39`.
fn add_ranged_modifiers(context: &AttackContext, parts: &mut Modifiers) {
    if context.defender.prone && context.sight.distance_squared <= NEAR_PRONE_METRES * NEAR_PRONE_METRES {
        parts.add(-2, "prone, shooter close", "SS-DEF-20");
    }
    if let Some(mode) = context.mode {
        let row = fire_mode::fire_mode_stats(mode);
        parts.add(row.defence, row.name, fire_mode_clause(mode));
    }
    if context.defender.in_melee {
        parts.add(-3, "busy in melee", "SS-DEF-39");
    }
}

/// The clause of a fire mode. `SS-DEF-34` to `SS-DEF-38`.
const fn fire_mode_clause(mode: FireMode) -> Clause {
    match mode {
        FireMode::FullAutoComplex => "SS-DEF-34",
        FireMode::LongBurst => "SS-DEF-35",
        FireMode::FullAutoSimple => "SS-DEF-36",
        FireMode::Single | FireMode::Burst => "SS-DEF-37",
        FireMode::SemiAutoBurst => "SS-DEF-38",
        FireMode::FlechetteNarrow => "SS-DEF-31",
        FireMode::FlechetteMedium => "SS-DEF-32",
        FireMode::FlechetteWide => "SS-DEF-33",
    }
}

/// Prompts the defender for a defence, before the attack roll. `SS-ATK-07`, `SS-ACT-36`.
pub fn choose_defence<'a>(
    table: &mut impl Table,
    context: &AttackContext,
    options: &'a [DefenceOption],
) -> RuleResult<Option<&'a DefenceOption>> {
    if options.len() <= 1 {
        return Ok(options.first());
    }
    let chosen = table.ask(|| defence_prompt(context, options))?;
    Ok(options.get(chosen))
}

fn defence_prompt(context: &AttackContext, options: &[DefenceOption]) -> Prompt {
    let answer = |option: &DefenceOption| {
        let DefenceOption { cost, karma, pool, limit, .. } = *option;
        Answer {
            key: option.key(),
            label: option.label().into(),
            detail: DefenceDetail { cost, karma, pool, limit }.into(),
            clause: match option.method.kind {
                _ if karma => "SS-BASE-26",
                DefenceKind::Dodge if !is_melee(context) => "SS-DEF-14",
                _ => option.method.clause(),
            },
        }
    };
    Prompt {
        who: context.defender.id,
        question: DefencePrompt::Question { weapon: crate::definite_name(&context.weapon.name) }.into(),
        clause: "SS-ATK-07",
        answers: options.iter().map(answer).collect(),
    }
}

#[cfg(test)]
mod modifier_tests;
#[cfg(test)]
mod tests;
