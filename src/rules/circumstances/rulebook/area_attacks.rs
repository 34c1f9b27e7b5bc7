//! Attacks with an area: grenades, missiles and everything else with a Blast value. `CS-BASE-35`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attack_map::AttackMap;
use super::attacks::{attack_context, attacker_effects, damage_effects, damage_text, landing_effect};
use super::fighter;
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::blast::{BlastHitContext, BlastLanding, LaunchContext, LaunchResult};
use crate::circumstances::attacks::scatter::CellOffset;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::{
    AttackContext, DamageResult, Fighter, HitLocations, Switches, Weapon as Own, WeaponClass,
};
use crate::ground::ground_effect;
use crate::{
    ActionOutcome, AttackRequest, BarrierHarm, Bystander, Effect, GroundConditions, HitResult, RuleSet,
    UnitSnapshot, Weapon,
};
use dice::{CarryState, RuleResult, Table};

/// The throw or shot as this book's rules see it.
pub(crate) fn launch_context(scene: &AttackContext) -> LaunchContext {
    LaunchContext {
        attacker: scene.attacker.clone(),
        target: Some(scene.defender.clone()),
        weapon: scene.weapon.clone(),
        loaded: scene.loaded,
        sight: scene.sight,
        surroundings: scene.surroundings,
        engaged: scene.engaged,
        opponents: scene.opponents,
        switches: scene.switches.clone(),
    }
}

/// Somebody in the fight as an explosion may find them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlastCandidate<'a> {
    /// Who.
    pub unit: &'a UnitSnapshot,
    /// Where.
    pub place: CellOffset,
    /// Expects nothing of the kind. `CS-UNA-02`.
    unaware: bool,
    ground: GroundConditions,
}

/// Something that goes off somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Explosion<'a> {
    /// The map around it.
    pub chart: AttackMap<'a>,
    attacker: Fighter,
    weapon: Arc<Own>,
    switches: Arc<Switches>,
    /// Everybody in the fight: the first target, the others by number, the attacker.
    present: Vec<BlastCandidate<'a>>,
}

/// What an explosion did.
#[derive(Debug, Default)]
pub(crate) struct ExplosionResult {
    /// To everybody, in order.
    pub effects: Vec<Effect>,
    /// In short, of each; of the first target without its name.
    pub words: Vec<String>,
    /// To the first target.
    first: Option<DamageResult>,
}

impl<'a> Explosion<'a> {
    /// Of an attack on a unit.
    pub(crate) fn from_attack(engagement: &'a AttackRequest, scene: &AttackContext) -> Self {
        let first = BlastCandidate {
            unit: &engagement.defender,
            place: CellOffset::default(),
            unaware: scene.attempt().is_unaware(),
            ground: engagement.surroundings.target,
        };
        let chart = AttackMap::from_attack(engagement);
        let AttackRequest { attacker, bystanders: company, .. } = engagement;
        Self {
            chart,
            attacker: scene.attacker.clone(),
            weapon: scene.weapon.clone(),
            switches: scene.switches.clone(),
            present: all_candidates(Some(first), company, attacker, chart.attacker),
        }
    }

    /// Of an attack on a spot where nobody has to stand.
    pub(crate) fn at_site(
        chart: AttackMap<'a>,
        attacker: &'a UnitSnapshot,
        company: &'a [Bystander],
        scene: &LaunchContext,
    ) -> Self {
        Self {
            chart,
            attacker: scene.attacker.clone(),
            weapon: scene.weapon.clone(),
            switches: scene.switches.clone(),
            present: all_candidates(None, company, attacker, chart.attacker),
        }
    }

    /// Of an item that goes off by itself: its owner is one of the company, if it is there at all.
    pub(crate) fn from_detonation(
        chart: AttackMap<'a>,
        company: &'a [Bystander],
        scene: &LaunchContext,
    ) -> Self {
        let present = company.iter().map(|near| BlastCandidate {
            unit: &near.unit,
            place: CellOffset::new(near.offset.0, near.offset.1),
            unaware: !near.sight.aware,
            ground: near.unit.ground,
        });
        Self {
            chart,
            attacker: scene.attacker.clone(),
            weapon: scene.weapon.clone(),
            switches: scene.switches.clone(),
            present: present.collect(),
        }
    }

    /// Everybody whom it may reach: the first target, the others by number, the attacker.
    pub(crate) fn candidates(&self) -> &[BlastCandidate<'a>] {
        &self.present
    }

    /// Where it goes off; nowhere for a dud. `CS-SCA-03`, `CS-SCA-06`, `CS-SCA-08`, `CS-GRN-03`.
    pub(crate) fn centre(&self, landing: BlastLanding) -> Option<CellOffset> {
        match landing {
            BlastLanding::OnTarget => Some(CellOffset::default()),
            BlastLanding::Scattered(way) => Some(self.chart.scatter_end(way)),
            BlastLanding::InHand => Some(self.chart.attacker),
            BlastLanding::Dud => None,
        }
    }

    /// What it leaves on the ground where it goes off.
    pub(crate) fn ground_effect(&self, weapon: &Weapon, landing: BlastLanding) -> Option<Effect> {
        ground_effect::effect_left_at(weapon, self.centre(landing).and_then(|centre| self.chart.cell(centre)))
    }

    /// Whom it catches. `CS-BASE-35`, `CS-RULING-18`.
    pub(crate) fn caught_units(&self, centre: CellOffset) -> Vec<BlastCandidate<'a>> {
        self.present.iter().filter(|near| self.catches(centre, near)).copied().collect()
    }

    /// Whether somebody is within the Blast value, and not behind a wall. `CS-BASE-35`, `CS-RULING-18`.
    pub(crate) fn catches(&self, centre: CellOffset, near: &BlastCandidate<'_>) -> bool {
        blast::is_in_blast(centre, &self.weapon, near.place, || self.chart.reaches(centre, near.place))
    }

    /// How it meets one of those it catches.
    pub(crate) fn hit_context(&self, centre: CellOffset, near: &BlastCandidate<'_>) -> BlastHitContext {
        self.hit_context_behind(self.chart.blast_covers(centre, near.place, near.unit), near)
    }

    /// The same with what is known to shield it.
    pub(crate) fn hit_context_behind(
        &self,
        (covers, shielded): (Vec<CoverOnLine>, HitLocations),
        near: &BlastCandidate<'_>,
    ) -> BlastHitContext {
        BlastHitContext {
            attacker: self.attacker.clone(),
            defender: Fighter { shielded, ..fighter(near.unit) },
            weapon: self.weapon.clone(),
            unaware: near.unaware,
            ground: near.ground,
            covers,
            special_damage: false,
            switches: self.switches.clone(),
        }
    }

    /// It goes off.
    ///
    /// # Errors
    /// As the table.
    pub(crate) fn detonate(
        &self,
        table: &mut impl Table,
        launched: &LaunchResult,
        (first, rules): (Option<u32>, &RuleSet),
    ) -> RuleResult<ExplosionResult> {
        let mut fate_left = launched.fate_spent;
        let mut blown = ExplosionResult::default();
        let mut worn = BTreeMap::new();
        let centre = self.centre(launched.landing);
        // Away from there people fly. `AB-KNOCK-02`.
        let from = centre.and_then(|centre| self.chart.cell(centre));
        for near in centre.map(|centre| self.caught_units(centre)).unwrap_or_default() {
            let unit = near.unit;
            let mut scene = self.hit_context(centre.unwrap_or_default(), &near);
            if unit.id == self.attacker.id && fate_left {
                scene.defender.condition = scene.defender.condition.with_fate_spent(1);
                fate_left = false;
            }
            let met = blown.first.as_ref().map(|harm| (harm.contact, harm.hits, harm.damage));
            let before = (*launched, met, blown.effects.clone(), blown.words.clone(), worn.clone());
            let table = &mut CarryState::new(table, before);
            let harm = blast::resolve_blast_hit(table, &scene)?;
            if harm.hits > 0 && harm.contact != HitResult::Blocked {
                blown.effects.push(Effect::Struck { unit: unit.id });
            }
            for effect in damage_effects(table, unit, &harm, (from, rules)) {
                match effect {
                    Effect::Barrier(harm) => add_cover_wear(&mut worn, harm),
                    other => blown.effects.push(other),
                }
            }
            let came = damage_text(&harm);
            let is_first = first == Some(unit.id);
            blown.words.push(if is_first { came } else { format!("{}: {came}", unit.name) });
            if is_first {
                blown.first = Some(harm);
            }
        }
        // One explosion wears each cover once, whoever is behind it. `CS-COV-14`.
        let worn = worn.into_iter().map(|(id, damage)| Effect::Barrier(BarrierHarm { id, damage }));
        blown.effects.extend(worn);
        let attacker = self.present.iter().find(|near| near.unit.id == self.attacker.id);
        blown.effects.extend(attacker.and_then(|near| super::turns::fate_spent_effect(near.unit, fate_left)));
        Ok(blown)
    }
}

fn add_cover_wear(worn: &mut BTreeMap<u32, u32>, harm: BarrierHarm) {
    let most = worn.entry(harm.id).or_default();
    *most = harm.damage.max(*most);
}

/// Everybody in the fight, the attacker last.
fn all_candidates<'a>(
    first: Option<BlastCandidate<'a>>,
    company: &'a [Bystander],
    attacker: &'a UnitSnapshot,
    at: CellOffset,
) -> Vec<BlastCandidate<'a>> {
    let others = company.iter().map(|near| BlastCandidate {
        unit: &near.unit,
        place: CellOffset::new(near.offset.0, near.offset.1),
        unaware: attacker.concealed || !near.sight.aware,
        ground: near.unit.ground,
    });
    let own = BlastCandidate { unit: attacker, place: at, unaware: false, ground: attacker.ground };
    first.into_iter().chain(others).chain([own]).collect()
}

/// Chapters BASE, SCA and GRN.
///
/// # Errors
/// As the table.
pub(crate) fn resolve_area_attack(
    table: &mut impl Table,
    engagement: &AttackRequest,
) -> RuleResult<ActionOutcome> {
    let scene = attack_context(engagement);
    let launched = blast::resolve_launch(table, &launch_context(&scene))?;
    let attacker = &engagement.attacker;
    let explosion = Explosion::from_attack(engagement, &scene);
    let mut effects = attacker_effects(engagement, &scene, launched.loaded, false);
    if launched.engages && !engagement.engaged && attacker.side != engagement.defender.side {
        effects.push(Effect::Engaged { one: attacker.id, other: engagement.defender.id });
    }
    let at = format!("at {}", engagement.defender.name);
    effects.push(landing_note(attacker.id, &launched, &explosion, &at));
    effects.extend(explosion.ground_effect(&engagement.weapon, launched.landing));
    if launched.launcher_destroyed {
        effects.push(Effect::Destroyed { unit: attacker.id, slot: engagement.slot });
    }
    let whom = (Some(engagement.defender.id), &engagement.rules);
    let blown = explosion.detonate(table, &launched, whom)?;
    effects.extend(blown.effects);
    effects.extend(used_up_effect(attacker, engagement.slot, &launched));
    let (contact, hits, damage) =
        blown.first.map_or((HitResult::Miss, 0, 0), |harm| (harm.contact, harm.hits, harm.damage));
    Ok(ActionOutcome { contact, net: i32::from(hits), damage, words: blown.words.join(", "), effects })
}

/// The last charge that is thrown leaves an empty hand. `CS-GRN-02`.
pub(crate) fn used_up_effect(
    attacker: &UnitSnapshot,
    slot: usize,
    launched: &LaunchResult,
) -> Option<Effect> {
    let weapon = attacker.held_weapon(slot)?.weapon.circumstances();
    let gone = weapon.class == WeaponClass::Thrown && launched.loaded.rounds == 0;
    gone.then_some(Effect::Destroyed { unit: attacker.id, slot })
}

/// Where it went.
pub(crate) fn landing_note(
    unit: u32,
    launched: &LaunchResult,
    explosion: &Explosion<'_>,
    at: &str,
) -> Effect {
    let name = &explosion.weapon.name;
    let (text, clause) = match launched.landing {
        BlastLanding::Scattered(way) => {
            return landing_effect(unit, name, &explosion.chart, way, "CS-SCA-06");
        }
        BlastLanding::OnTarget => (format!("{name}: goes off {at}"), "CS-BASE-35"),
        BlastLanding::Dud => (format!("{name}: a dud"), "CS-GRN-02"),
        BlastLanding::InHand => (format!("{name}: goes off in the hand"), "CS-GRN-03"),
    };
    Effect::RuleNote { unit, text, clause }
}
