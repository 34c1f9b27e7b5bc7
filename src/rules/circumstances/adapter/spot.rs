//! Attacks on a spot rather than on somebody: a square that something goes off in, a barrier. `CS-BASE-35`.

use super::super::blast::{self, Landing, LaunchScene, Launched};
use super::super::{Loaded, Opponents};
use super::area::{self, Blown, Explosion};
use super::chart::Chart;
use super::deeds::weapon_changes;
use super::{fighter, loaded, switches};
use crate::{
    BarrierEngagement, Combatant, Discharge, Effect, FireMode, Ground, Nearby, RuleSet, Sight, Spot,
    SquareEngagement, Surroundings, Weapon,
};
use dice::{Step, Table};

/// An attack on a spot that has neither size nor state.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtSpot<'a> {
    attacker: &'a Combatant,
    weapon: &'a Weapon,
    slot: usize,
    mode: Option<FireMode>,
    sight: Sight,
    surroundings: Surroundings,
    spot: Option<&'a Spot>,
    company: &'a [Nearby],
    rules: &'a RuleSet,
}

impl<'a> From<&'a BarrierEngagement> for AtSpot<'a> {
    fn from(engagement: &'a BarrierEngagement) -> Self {
        let BarrierEngagement { attacker, weapon, slot, mode, sight, surroundings, .. } = engagement;
        let (spot, company) = (engagement.spot.as_ref(), engagement.company.as_slice());
        let (slot, mode, sight, surroundings) = (*slot, *mode, *sight, *surroundings);
        let rules = &engagement.rules;
        Self { attacker, weapon, slot, mode, sight, surroundings, spot, company, rules }
    }
}

impl<'a> From<&'a SquareEngagement> for AtSpot<'a> {
    fn from(engagement: &'a SquareEngagement) -> Self {
        let SquareEngagement { attacker, weapon, slot, mode, sight, surroundings, .. } = engagement;
        let (spot, company) = (Some(&engagement.spot), engagement.company.as_slice());
        let (slot, mode, sight, surroundings) = (*slot, *mode, *sight, *surroundings);
        let rules = &engagement.rules;
        Self { attacker, weapon, slot, mode, sight, surroundings, spot, company, rules }
    }
}

impl<'a> From<&'a Discharge> for AtSpot<'a> {
    fn from(discharge: &'a Discharge) -> Self {
        let Discharge { owner, weapon, spot, company, rules, .. } = discharge;
        let here = Sight {
            distance_squared: 0,
            rings: 0,
            hidden: 0,
            took_cover: false,
            across_obstacle: false,
            aware: true,
        };
        Self {
            attacker: owner,
            weapon,
            slot: usize::MAX,
            mode: None,
            sight: here,
            surroundings: Surroundings::default(),
            spot: Some(spot),
            company,
            rules,
        }
    }
}

impl<'a> AtSpot<'a> {
    /// What goes off there by itself.
    ///
    /// # Errors
    /// As the table.
    pub(super) fn discharged(self, table: &mut impl Table) -> Step<Blown> {
        let scene = self.scene();
        let launched = Launched {
            landing: Landing::OnTarget,
            loaded: scene.loaded,
            launcher_destroyed: false,
            fate_spent: false,
            engages: false,
        };
        Explosion::by_itself(self.chart(), self.company, &scene).burst(table, &launched, (None, self.rules))
    }

    /// The throw or shot as this book's rules see it.
    pub(super) fn scene(self) -> LaunchScene {
        let Self { attacker, sight, surroundings, .. } = self;
        let own = self.weapon.circumstances().clone();
        let held = attacker.held_at(self.slot);
        let state = held.map(|held| loaded(held, super::rounds(self.weapon, self.mode)));
        LaunchScene {
            attacker: fighter(attacker),
            target: None,
            loaded: state.unwrap_or_else(|| Loaded::full(&own)),
            weapon: own,
            sight,
            surroundings: Surroundings {
                attacker: attacker.ground,
                weather: attacker.weather,
                // A spot is no opponent on lower ground.
                target: Ground { height_cm: attacker.ground.height_cm, ..surroundings.target },
                ..surroundings
            },
            engaged: false,
            opponents: Opponents::default(),
            switches: switches(self.rules).clone(),
        }
    }

    /// The weapon before the attack takes its rounds.
    pub(super) fn state(self, scene: &LaunchScene) -> Loaded {
        self.attacker.held_at(self.slot).map_or(scene.loaded, |held| loaded(held, 0))
    }

    /// The map around the spot.
    pub(super) fn chart(self) -> Chart<'a> {
        Chart::at_spot(self.spot, self.sight.rings)
    }

    /// What goes off there.
    pub(super) fn explosion(self, scene: &LaunchScene) -> Explosion<'a> {
        Explosion::at_spot(self.chart(), self.attacker, self.company, scene)
    }

    /// What the attack leaves behind at the attacker: its weapon, its hiding place.
    pub(super) fn left_behind(self, scene: &LaunchScene, after: Loaded) -> Vec<Effect> {
        let attacker = self.attacker;
        let mut effects = Vec::new();
        if attacker.concealed {
            effects.push(Effect::Concealed { unit: attacker.id, concealed: false });
        }
        if let Some(held) = attacker.held_at(self.slot) {
            effects.extend(weapon_changes(attacker.id, held, scene.loaded, after));
        }
        effects
    }

    /// It flies and goes off; `at` says where it was aimed. Chapters SCA, JAM and GRN.
    ///
    /// # Errors
    /// As the table.
    pub(super) fn burst(
        self,
        table: &mut impl Table,
        scene: &LaunchScene,
        at: &str,
    ) -> Step<(Launched, Vec<Effect>, Blown)> {
        let attacker = self.attacker;
        let launched = blast::launch(table, scene)?;
        let explosion = self.explosion(scene);
        let mut effects = self.left_behind(scene, launched.loaded);
        effects.push(area::told(attacker.id, &launched, &explosion, at));
        effects.extend(explosion.laid(self.weapon, launched.landing));
        if launched.launcher_destroyed {
            effects.push(Effect::Destroyed { unit: attacker.id, slot: self.slot });
        }
        let mut blown = explosion.burst(table, &launched, (None, self.rules))?;
        effects.append(&mut blown.effects);
        effects.extend(area::used_up(attacker, self.slot, &launched));
        Ok((launched, effects, blown))
    }
}
