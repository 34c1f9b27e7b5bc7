//! The handover screen between players at one computer: with fog of war it hides what only another side may see.
//!
//! It is active before anything is drawn for the next side, and covers board, log and cards until that player confirms.
//! Players who switch it off get the view of the next side at once, before anything is drawn.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Button, CentralPanel, Frame, Key, Layout, RichText, UiBuilder, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::ai_players::AiController;
use crate::app_commands::OrderSystems;
use crate::app_window::DrawSystems;
use crate::input::{InputAction, widget_key_text};
use crate::player_input::{ShowCell, replace_session, take_messages};
use crate::replay::ReplayPlayback;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use crate::theme::{TITLE_SIZE, scaled};
use battle::{BattleSetup, BattleView, History, Viewer};
use model::Side;

/// The next player has confirmed to be at the screen.
#[derive(Message, Clone, Copy, Debug)]
struct ConfirmHandover;

/// The current and the next player at the screen.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct HandoverScreen {
    /// The side whose view is shown.
    viewer: Option<Side>,
    /// The side to hand over to, while the screen is active.
    next: Option<Side>,
    /// Number of orders when each side last left the screen.
    seen_until: BTreeMap<Side, usize>,
}

impl HandoverScreen {
    /// Whether the screen is active.
    pub fn is_active(&self) -> bool {
        self.next.is_some()
    }

    /// Shows the view of the next side from now on; returns the number of orders when that side last left the screen.
    fn pass_on(&mut self, orders: usize) -> Option<usize> {
        let next = self.next.take();
        if let Some(last) = std::mem::replace(&mut self.viewer, next) {
            self.seen_until.insert(last, orders);
        }
        self.viewer.and_then(|side| self.seen_until.get(&side).copied())
    }
}

/// Hides the board between players.
pub(super) struct HandoverPlugin;

impl Plugin for HandoverPlugin {
    fn build(&self, app: &mut App) {
        let up =
            in_state(Screen::Battle).and_then(resource_exists::<BattleSetup>).and_then(is_handover_active);
        app.init_resource::<HandoverScreen>()
            .add_message::<ConfirmHandover>()
            .add_systems(PreUpdate, update_handover_screen.in_set(OrderSystems::Handover))
            .add_systems(EguiPrimaryContextPass, show.in_set(DrawSystems::Handover).run_if(up));
    }
}

/// Run condition: the screen is active.
fn is_handover_active(screen: Res<HandoverScreen>) -> bool {
    screen.is_active()
}

/// Returns the side whose player has something to do.
fn side_to_act(view: &BattleView) -> Option<Side> {
    if let Some(decision) = view.open_prompt() {
        return Some(decision.side());
    }
    if let Some(unit) = view.round().acting().and_then(|unit| view.unit(unit)) {
        return Some(*unit.side);
    }
    let sides = view.setup().bundle().skirmish.sides.len();
    (0..sides as u8).map(Side).find(|side| !view.round().is_ready(*side))
}

/// Activates the screen when another side is next, and switches the view once its player has confirmed; at once if the
/// settings switch the screen off.
fn update_handover_screen(world: &mut World) {
    let confirmed = !take_messages::<ConfirmHandover>(world).is_empty();
    if !battle::is_set_up(world) {
        return;
    }
    world.insert_resource(Viewer(None));
    let watched = world.contains_resource::<ReplayPlayback>();
    let mover = world.resource::<AiController>().free_mover();
    let (foggy, wanted, begun) = battle::with_view(world, |view| {
        let begun = (0..4).map(Side).any(|side| view.round().is_ready(side));
        let mover = mover.and_then(|unit| view.unit(unit)).map(|unit| *unit.side);
        (view.has_fog_of_war(), mover.or_else(|| side_to_act(view)), begun)
    });
    let sides = world.resource::<BattleSetup>().bundle().skirmish.sides.len();
    let persons = world.resource::<AiController>().person_sides(sides);
    // A battle between AI players alone is there to be watched.
    if !foggy || watched || persons.is_empty() {
        world.insert_resource(HandoverScreen::default());
        return;
    }
    let orders = world.resource::<History>().records().len();
    let has_screen = world.resource::<Settings>().handover_screen;
    let mut screen = world.resource_mut::<HandoverScreen>();
    let mut passed_on = confirmed.then(|| screen.pass_on(orders));
    // While the AI acts, the last person keeps their view.
    let looks = |side: &Side| persons.contains(side);
    let last = screen.viewer.filter(looks).or(persons.first().copied());
    let wanted = wanted.and_then(|side| if looks(&side) { Some(side) } else { last });
    // A new battle, or one against AI players alone, needs no handover.
    screen.viewer = screen.viewer.or(wanted.filter(|_| !begun || persons.len() == 1));
    screen.next = wanted.filter(|wanted| screen.viewer != Some(*wanted));
    if !has_screen && screen.is_active() {
        passed_on = Some(screen.pass_on(orders));
    }
    let viewer = screen.viewer;
    world.insert_resource(Viewer(viewer));
    if let Some(since) = passed_on {
        reset_for_next_player(world, since);
    }
}

/// Resets the session so that the next player sees nothing of the previous one's choices.
fn reset_for_next_player(world: &mut World, since: Option<usize>) {
    let mover = world.resource::<AiController>().free_mover();
    let (acting, at) = battle::with_view(world, |view| {
        let unit = view.open_prompt().map(|decision| decision.prompt().who);
        let unit = unit.or(mover).or(view.round().acting()).and_then(|unit| view.unit(unit));
        unit.map_or((None, None), |unit| (Some(*unit.id), Some(unit.cell())))
    });
    replace_session(world, Session { selected: acting, since, ..Session::default() });
    if let Some(cell) = at {
        world.write_message(ShowCell(cell));
    }
}

/// Draws the screen over everything.
fn show(
    mut contexts: EguiContexts,
    screen: Res<HandoverScreen>,
    mut confirm: MessageWriter<ConfirmHandover>,
    view: BattleView,
    settings: Res<Settings>,
    session: Res<Session>,
    opponents: Res<AiController>,
) -> Result {
    let Some(next) = screen.next else { return Ok(()) };
    let context = contexts.ctx_mut()?.clone();
    let palette = settings.palette();
    let sides = &view.setup().bundle().skirmish.sides;
    let hue = sides.get(usize::from(next.0)).map_or(next.0, |side| side.colour);
    let (colour, name) = (palette.side_colour(hue), view.side_name(next).to_owned());
    let what = match view.open_prompt() {
        Some(_) => "You have a decision to make.",
        None if opponents.ai_side_to_act().is_some() => "The AI is playing.",
        None if view.round().is_deploying() => "Deploy your units.",
        None if opponents.free_mover().is_some() => "One of your units may move now.",
        None => "It is your turn.",
    };
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), "curtain".into(), builder);
    let mut here = !session.paused && is_enter_pressed(&context);
    CentralPanel::default().frame(Frame::new().fill(palette.ink)).show(&mut root, |ui| {
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space(ui.available_height() * 0.34);
            let (rect, _) = ui.allocate_exact_size(vec2(46.0, 46.0), egui::Sense::hover());
            ui.painter().circle(rect.center(), 20.0, palette.panel, egui::Stroke::new(4.0, colour));
            ui.add_space(10.0);
            ui.label(
                RichText::new(format!("Hand over to {name}"))
                    .size(scaled(ui, TITLE_SIZE * 1.4))
                    .color(colour),
            );
            ui.add_space(4.0);
            ui.label(what);
            ui.colored_label(palette.dim, "Only the next player should look at the screen now.");
            ui.add_space(16.0);
            let key = widget_key_text(InputAction::Confirm, "Enter", &settings);
            let text = RichText::new(format!("Continue as {name} ({key})")).color(palette.text);
            let button = Button::new(text).stroke(egui::Stroke::new(1.5, colour));
            here |= ui.add(button.fill(colour.gamma_multiply(0.2)).min_size(vec2(220.0, 44.0))).clicked();
        });
    });
    if here {
        confirm.write(ConfirmHandover);
        context.request_repaint();
    }
    Ok(())
}

/// Whether Enter was pressed again: a key still held from the last order does not count.
fn is_enter_pressed(context: &egui::Context) -> bool {
    context.input(|input| {
        input.events.iter().any(|event| {
            matches!(event, egui::Event::Key { key: Key::Enter, pressed: true, repeat: false, .. })
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ai_players::SidePlayer;
    use crate::app_commands::AppCommand;
    use crate::player_input::PlayerInputPlugin;
    use crate::rulebook::OpenRulebook;
    use battle::{Order, journal};
    use content::SkirmishOverrides;

    /// A battle with fog of war between two humans, before the first order.
    fn foggy_battle(handover_screen: bool) -> App {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let overrides = SkirmishOverrides { fog_of_war: Some(true), ..SkirmishOverrides::default() };
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &overrides).expect("shipped");
        let mut app = App::new();
        app.add_plugins((battle::BattlePlugin, PlayerInputPlugin))
            .add_message::<AppCommand>()
            .add_message::<OpenRulebook>()
            .add_message::<ConfirmHandover>()
            .init_resource::<HandoverScreen>()
            .insert_resource(Settings { handover_screen, ..Settings::default() });
        let mut players = AiController::default();
        players.assign_players(vec![SidePlayer::Person, SidePlayer::Person]);
        app.insert_resource(players);
        journal::begin_battle(app.world_mut(), Arc::new(bundle), 11);
        app
    }

    fn viewer(world: &World) -> Option<Side> {
        world.resource::<Viewer>().0
    }

    /// Lets the sides get ready one after the other; returns what is active and shown after each.
    fn get_ready(world: &mut World) -> Vec<(bool, Option<Side>)> {
        update_handover_screen(world);
        let mut shown = vec![(world.resource::<HandoverScreen>().is_active(), viewer(world))];
        for side in 0..2 {
            world.resource_mut::<Session>().notice = Some(("of the side before".to_owned(), 0.0));
            journal::submit_order(world, Order::Begin { side: Side(side) }).expect("not ready yet");
            update_handover_screen(world);
            shown.push((world.resource::<HandoverScreen>().is_active(), viewer(world)));
        }
        shown
    }

    #[test]
    fn the_screen_hides_the_battle_until_the_next_player_is_there() {
        let mut app = foggy_battle(true);
        let world = app.world_mut();
        let shown = get_ready(world);
        assert_eq!(shown[..2], [(false, Some(Side(0))), (true, Some(Side(0)))]);
        world.write_message(ConfirmHandover);
        update_handover_screen(world);
        assert!(world.resource::<Session>().notice.is_none(), "nothing of the side before is left");
    }

    #[test]
    fn without_the_screen_the_view_is_that_of_the_side_to_act_before_anything_is_drawn() {
        let mut app = foggy_battle(false);
        let world = app.world_mut();
        let shown = get_ready(world);
        assert!(shown.iter().all(|(is_active, _)| !is_active), "{shown:?}");
        assert_eq!(shown[..2], [(false, Some(Side(0))), (false, Some(Side(1)))]);
        assert!(shown[2].1.is_some(), "the side of the first turn");
        assert_eq!(shown[2].1, battle::with_view(world, side_to_act), "it follows the turn");
        for _ in 0..6 {
            world.resource_mut::<Session>().notice = Some(("of the side before".to_owned(), 0.0));
            let before = viewer(world);
            let unit = world.resource::<battle::RoundState>().acting().expect("a unit acts");
            journal::submit_order(world, Order::EndPhase { unit }).expect("it acts");
            update_handover_screen(world);
            assert_eq!(viewer(world), battle::with_view(world, side_to_act));
            let is_kept = world.resource::<Session>().notice.is_some();
            assert_eq!(is_kept, viewer(world) == before, "another side sees no notice of the last one");
        }
        let left = &world.resource::<HandoverScreen>().seen_until;
        assert_eq!(left.len(), 2, "both sides know what happened since their last turn: {left:?}");
    }
}
