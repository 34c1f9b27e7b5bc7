//! Retreats of AI players: units that the other side has to slay.

use breachline::ai::Difficulty;
use breachline::content::CampaignUnit;
use breachline::rules::HealthState;
use breachline::rules::swan_song::{PointPool, Vitals, Weapon};
use rstest::rstest;

use super::{even_player, phase_orders};
use crate::common::{Setup, gun, knife, quick_sheet, sheet};
use crate::fog::walled;

/// A scratch, a friend beside the unit, and a wall a few steps away.
#[rstest]
fn a_unit_that_others_have_to_slay_gets_out_of_the_lines_of_fire_once_it_is_hurt(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let far = |damage| Weapon { range: 60, ..gun(damage) };
    let flesh = PointPool { now: 8, ..PointPool::full(10) };
    let scratched = Vitals { flesh, strain_threshold: 10, ..Vitals::default() };
    for seed in 0..6 {
        let mut fight = walled(Setup::new())
            .unit(0, (11, 9), quick_sheet(4, 4), &[far(7)])
            .unit(1, (20, 9), quick_sheet(3, 3), &[far(5)])
            .unit(1, (20, 7), quick_sheet(3, 3), &[far(5)])
            .unit(0, (12, 10), sheet(), &[knife()])
            .must_slay(1, 1)
            .skirmish(|skirmish| {
                let health = HealthState::SwanSong(scratched);
                skirmish.units[0].campaign_unit = Some(CampaignUnit::new(health, 0));
            })
            .start_battle(&[6, 1, 1, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let (x, y) = fight.cell(1);
        assert!(x < 10 && y < 10, "{level}, {seed}: ({x}, {y}), {orders:?}");
    }
}
