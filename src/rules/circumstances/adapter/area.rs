//! Attacks with an area: grenades, missiles and everything else with a Blast value. `CS-BASE-35`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::blast::{self, HitScene, Landing, LaunchScene, Launched};
use super::super::cover::CoverOnLine;
use super::super::scatter::Offset;
use super::super::{AttackScene, Fighter, Harm, Locations, Switches, Weapon as Own, WeaponClass};
use super::chart::Chart;
use super::combat::{after_attack, harm_words, harmed, lands, scene};
use super::fighter;
use crate::{
    BarrierHarm, Combatant, Contact, Effect, Engagement, Ground, Nearby, Outcome, RuleSet, Weapon, pall,
};
use dice::{Carrying, Step, Table};

/// The throw or shot as this book's rules see it.
pub(super) fn launch_scene(scene: &AttackScene) -> LaunchScene {
    LaunchScene {
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
pub(super) struct Present<'a> {
    /// Who.
    pub unit: &'a Combatant,
    /// Where.
    pub place: Offset,
    /// Expects nothing of the kind. `CS-UNA-02`.
    unaware: bool,
    ground: Ground,
}

/// Something that goes off somewhere.
#[derive(Clone, Debug)]
pub(super) struct Explosion<'a> {
    /// The map around it.
    pub chart: Chart<'a>,
    attacker: Fighter,
    weapon: Arc<Own>,
    switches: Arc<Switches>,
    /// Everybody in the fight: the first target, the others by number, the attacker.
    present: Vec<Present<'a>>,
}

/// What an explosion did.
#[derive(Debug, Default)]
pub(super) struct Blown {
    /// To everybody, in order.
    pub effects: Vec<Effect>,
    /// In short, of each; of the first target without its name.
    pub words: Vec<String>,
    /// To the first target.
    first: Option<Harm>,
}

impl<'a> Explosion<'a> {
    /// Of an attack on a unit.
    pub(super) fn of(engagement: &'a Engagement, scene: &AttackScene) -> Self {
        let first = Present {
            unit: &engagement.defender,
            place: Offset::default(),
            unaware: scene.attempt().is_unaware(),
            ground: engagement.surroundings.target,
        };
        let chart = Chart::of(engagement);
        let Engagement { attacker, company, .. } = engagement;
        Self {
            chart,
            attacker: scene.attacker.clone(),
            weapon: scene.weapon.clone(),
            switches: scene.switches.clone(),
            present: everybody(Some(first), company, attacker, chart.attacker),
        }
    }

    /// Of an attack on a spot where nobody has to stand.
    pub(super) fn at_spot(
        chart: Chart<'a>,
        attacker: &'a Combatant,
        company: &'a [Nearby],
        scene: &LaunchScene,
    ) -> Self {
        Self {
            chart,
            attacker: scene.attacker.clone(),
            weapon: scene.weapon.clone(),
            switches: scene.switches.clone(),
            present: everybody(None, company, attacker, chart.attacker),
        }
    }

    /// Of an item that goes off by itself: its owner is one of the company, if it is there at all.
    pub(super) fn by_itself(chart: Chart<'a>, company: &'a [Nearby], scene: &LaunchScene) -> Self {
        let present = company.iter().map(|near| Present {
            unit: &near.unit,
            place: Offset::new(near.offset.0, near.offset.1),
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
    pub(super) fn present(&self) -> &[Present<'a>] {
        &self.present
    }

    /// Where it goes off; nowhere for a dud. `CS-SCA-03`, `CS-SCA-06`, `CS-SCA-08`, `CS-GRN-03`.
    pub(super) fn centre(&self, landing: Landing) -> Option<Offset> {
        match landing {
            Landing::OnTarget => Some(Offset::default()),
            Landing::Scattered(way) => Some(self.chart.end(way)),
            Landing::InHand => Some(self.chart.attacker),
            Landing::Dud => None,
        }
    }

    /// What it leaves on the ground where it goes off.
    pub(super) fn laid(&self, weapon: &Weapon, landing: Landing) -> Option<Effect> {
        pall::left(weapon, self.centre(landing).and_then(|centre| self.chart.square(centre)))
    }

    /// Whom it catches. `CS-BASE-35`, `CS-RULING-18`.
    pub(super) fn caught(&self, centre: Offset) -> Vec<Present<'a>> {
        self.present.iter().filter(|near| self.catches(centre, near)).copied().collect()
    }

    /// Whether somebody is within the Blast value, and not behind a wall. `CS-BASE-35`, `CS-RULING-18`.
    pub(super) fn catches(&self, centre: Offset, near: &Present<'_>) -> bool {
        blast::catches(centre, &self.weapon, near.place, || self.chart.reaches(centre, near.place))
    }

    /// How it meets one of those it catches.
    pub(super) fn hit_scene(&self, centre: Offset, near: &Present<'_>) -> HitScene {
        self.hit_behind(self.chart.covers(centre, near.place, near.unit), near)
    }

    /// The same with what is known to shield it.
    pub(super) fn hit_behind(
        &self,
        (covers, shielded): (Vec<CoverOnLine>, Locations),
        near: &Present<'_>,
    ) -> HitScene {
        HitScene {
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
    pub(super) fn burst(
        &self,
        table: &mut impl Table,
        launched: &Launched,
        (first, rules): (Option<u32>, &RuleSet),
    ) -> Step<Blown> {
        let mut fate_left = launched.fate_spent;
        let mut blown = Blown::default();
        let mut worn = BTreeMap::new();
        let centre = self.centre(launched.landing);
        // Away from there people fly. `AB-KNOCK-02`.
        let from = centre.and_then(|centre| self.chart.square(centre));
        for near in centre.map(|centre| self.caught(centre)).unwrap_or_default() {
            let unit = near.unit;
            let mut scene = self.hit_scene(centre.unwrap_or_default(), &near);
            if unit.id == self.attacker.id && fate_left {
                scene.defender.condition = scene.defender.condition.with_fate_spent(1);
                fate_left = false;
            }
            let met = blown.first.as_ref().map(|harm| (harm.contact, harm.hits, harm.damage));
            let before = (*launched, met, blown.effects.clone(), blown.words.clone(), worn.clone());
            let table = &mut Carrying::new(table, before);
            let harm = blast::hit(table, &scene)?;
            if harm.hits > 0 && harm.contact != Contact::Blocked {
                blown.effects.push(Effect::Struck { unit: unit.id });
            }
            for effect in harmed(table, unit, &harm, (from, rules)) {
                match effect {
                    Effect::Barrier(harm) => wear(&mut worn, harm),
                    other => blown.effects.push(other),
                }
            }
            let came = harm_words(&harm);
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
        blown.effects.extend(attacker.and_then(|near| super::turns::fate(near.unit, fate_left)));
        Ok(blown)
    }
}

fn wear(worn: &mut BTreeMap<u32, u32>, harm: BarrierHarm) {
    let most = worn.entry(harm.id).or_default();
    *most = harm.damage.max(*most);
}

/// Everybody in the fight, the attacker last.
fn everybody<'a>(
    first: Option<Present<'a>>,
    company: &'a [Nearby],
    attacker: &'a Combatant,
    at: Offset,
) -> Vec<Present<'a>> {
    let others = company.iter().map(|near| Present {
        unit: &near.unit,
        place: Offset::new(near.offset.0, near.offset.1),
        unaware: attacker.concealed || !near.sight.aware,
        ground: near.unit.ground,
    });
    let own = Present { unit: attacker, place: at, unaware: false, ground: attacker.ground };
    first.into_iter().chain(others).chain([own]).collect()
}

/// Chapters BASE, SCA and GRN.
///
/// # Errors
/// As the table.
pub(super) fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let scene = scene(engagement);
    let launched = blast::launch(table, &launch_scene(&scene))?;
    let attacker = &engagement.attacker;
    let explosion = Explosion::of(engagement, &scene);
    let mut effects = after_attack(engagement, &scene, launched.loaded, false);
    if launched.engages && !engagement.engaged && attacker.side != engagement.defender.side {
        effects.push(Effect::Engaged { one: attacker.id, other: engagement.defender.id });
    }
    let at = format!("at {}", engagement.defender.name);
    effects.push(told(attacker.id, &launched, &explosion, &at));
    effects.extend(explosion.laid(&engagement.weapon, launched.landing));
    if launched.launcher_destroyed {
        effects.push(Effect::Destroyed { unit: attacker.id, slot: engagement.slot });
    }
    let whom = (Some(engagement.defender.id), &engagement.rules);
    let blown = explosion.burst(table, &launched, whom)?;
    effects.extend(blown.effects);
    effects.extend(used_up(attacker, engagement.slot, &launched));
    let (contact, hits, damage) =
        blown.first.map_or((Contact::Miss, 0, 0), |harm| (harm.contact, harm.hits, harm.damage));
    Ok(Outcome { contact, net: i32::from(hits), damage, words: blown.words.join(", "), effects })
}

/// The last charge that is thrown leaves an empty hand. `CS-GRN-02`.
pub(super) fn used_up(attacker: &Combatant, slot: usize, launched: &Launched) -> Option<Effect> {
    let weapon = attacker.held_at(slot)?.weapon.circumstances();
    let gone = weapon.class == WeaponClass::Thrown && launched.loaded.rounds == 0;
    gone.then_some(Effect::Destroyed { unit: attacker.id, slot })
}

/// Where it went.
pub(super) fn told(unit: u32, launched: &Launched, explosion: &Explosion<'_>, at: &str) -> Effect {
    let name = &explosion.weapon.name;
    let (text, clause) = match launched.landing {
        Landing::Scattered(way) => return lands(unit, name, &explosion.chart, way, "CS-SCA-06"),
        Landing::OnTarget => (format!("{name}: goes off {at}"), "CS-BASE-35"),
        Landing::Dud => (format!("{name}: a dud"), "CS-GRN-02"),
        Landing::InHand => (format!("{name}: goes off in the hand"), "CS-GRN-03"),
    };
    Effect::Told { unit, text, clause }
}
