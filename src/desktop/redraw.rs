//! When a frame is drawn: on input, when a background thread has a result, and at a time that a frame asked for.
//!
//! Nothing wakes the window in between, so that an idle window takes no computing time:
//!
//! - A system that needs the next frame at once writes [`RequestRedraw`]. One request is one frame.
//! - A system that needs it later calls [`NextFrame::within`], in every frame until then.
//! - A thread that has a result calls [`WindowWaker::wake`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use bevy::asset::{AssetEvent, AssetEventSystems};
use bevy::ecs::message::MessageUpdateSystems;
use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use bevy_egui::egui::{self, Modifiers, ViewportId};
use bevy_egui::{
    EguiContexts, EguiFullOutput, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass,
};

use crate::app_commands::AppCommand;
use crate::app_window::DrawSystems;
use crate::free_move::DeclineFreeMove;
use crate::player_input::{GiveOrder, UndoOrder};
use crate::undo::{RedoOrder, ResetTurn};

/// How long the text cursor blinks after the last input, in seconds. Every blink is a frame.
const BLINK_SECONDS: f64 = 10.0;

/// Draws frames when they are needed.
pub(crate) struct RedrawPlugin;

impl Plugin for RedrawPlugin {
    fn build(&self, app: &mut App) {
        let proxy = app.world().get_resource::<EventLoopProxyWrapper>();
        let waker = WindowWaker(proxy.map(|proxy| (**proxy).clone()));
        app.insert_resource(idle_settings())
            .insert_resource(NextFrame::new(waker.clone()))
            .insert_resource(waker)
            .init_resource::<FirstPicture>()
            .init_resource::<EguiRepaint>()
            .add_systems(First, forget_granted_requests.before(MessageUpdateSystems))
            .add_systems(
                PreUpdate,
                drop_stale_modifier_events
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(EguiPrimaryContextPass, rest_text_cursor.in_set(DrawSystems::Theme))
            .add_systems(
                PostUpdate,
                (
                    note_egui_repaint
                        .after(EguiPostUpdateSet::EndPass)
                        .before(EguiPostUpdateSet::ProcessOutput),
                    postpone_egui_repaint
                        .after(EguiPostUpdateSet::ProcessOutput)
                        .before(EguiPostUpdateSet::PostProcessOutput),
                ),
            )
            // New glyphs are uploaded with the texts that use them. Changed images whose events are written before are drawn
            // a frame late: texts would lack letters, or all texts would be missing when the texture has grown.
            .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems))
            .add_systems(Last, (redraw_for_pending_work, redraw_for_new_images, set_alarm).chain());
    }

    fn finish(&self, app: &mut App) {
        let waker = app.world().resource::<WindowWaker>().clone();
        let first = app.world().resource::<FirstPicture>().clone();
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .insert_resource(waker)
            .insert_resource(first)
            .add_systems(Render, redraw_for_new_pipelines.in_set(RenderSystems::Cleanup));
    }
}

/// Returns the settings with which only the window, a [`WindowWaker`] and [`RequestRedraw`] cause a frame.
pub(crate) fn idle_settings() -> WinitSettings {
    let idle = UpdateMode::reactive_low_power(Duration::MAX);
    WinitSettings { focused_mode: idle, unfocused_mode: idle }
}

/// Lets any thread request a frame. Without a window it does nothing.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct WindowWaker(Option<EventLoopProxy<WinitUserEvent>>);

impl WindowWaker {
    /// Requests a frame.
    pub fn wake(&self) {
        if let Some(proxy) = &self.0 {
            // The event loop is gone when the program is about to end.
            _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    }
}

/// Requests a frame when it is dropped: when a thread ends, however it ends.
#[derive(Debug)]
pub(crate) struct WakeOnDrop(pub WindowWaker);

impl Drop for WakeOnDrop {
    fn drop(&mut self) {
        self.0.wake();
    }
}

/// When the next frame is needed, as long as nothing happens before.
#[derive(Resource, Debug)]
pub(crate) struct NextFrame {
    /// The least delay that was requested in this frame.
    delay: Option<Duration>,
    /// The alarm that is set.
    alarm: Option<Instant>,
    /// To the thread that waits; `None` if it could not be started.
    alarms: Option<Sender<Option<Instant>>>,
}

impl NextFrame {
    /// Starts the thread that waits for the next frame.
    pub fn new(waker: WindowWaker) -> Self {
        let (alarms, received) = channel();
        let thread = std::thread::Builder::new().name("alarm".to_owned());
        let started = thread.spawn(move || wait_for_alarms(&received, &waker));
        if let Err(error) = &started {
            warn!("the window does not redraw by itself: {error}");
        }
        Self { delay: None, alarm: None, alarms: started.ok().map(|_| alarms) }
    }

    /// Whether a frame was requested.
    #[cfg(test)]
    pub fn is_requested(&self) -> bool {
        self.delay.is_some()
    }

    /// Requests a frame after at most this delay. The request holds for one frame.
    pub fn within(&mut self, delay: Duration) {
        self.delay = Some(self.delay.map_or(delay, |earlier| earlier.min(delay)));
    }
}

/// Wakes the window at the alarm that was received last.
fn wait_for_alarms(alarms: &Receiver<Option<Instant>>, waker: &WindowWaker) {
    let mut alarm: Option<Instant> = None;
    loop {
        let received = match alarm {
            None => alarms.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => alarms.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        alarm = match received {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => {
                waker.wake();
                None
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
    }
}

/// Sets the alarm for what this frame requested.
fn set_alarm(mut next: ResMut<NextFrame>) {
    let next = next.bypass_change_detection();
    let alarm = next.delay.take().and_then(|delay| Instant::now().checked_add(delay));
    if alarm.is_none() && next.alarm.is_none() {
        return;
    }
    next.alarm = alarm;
    if let Some(alarms) = &next.alarms {
        _ = alarms.send(alarm);
    }
}

/// Drops the requests of the last frame: this frame is what they asked for.
fn forget_granted_requests(mut requests: ResMut<Messages<RequestRedraw>>) {
    requests.clear();
}

/// What egui asks for, and whether anything else in this frame has asked for a redraw.
#[derive(Resource, Debug)]
struct EguiRepaint {
    delay: Duration,
    is_requested_elsewhere: bool,
}

impl Default for EguiRepaint {
    fn default() -> Self {
        Self { delay: Duration::MAX, is_requested_elsewhere: false }
    }
}

/// Reads when egui wants to be drawn again, before `bevy_egui` takes its output.
fn note_egui_repaint(
    outputs: Query<&EguiFullOutput>,
    requests: Res<Messages<RequestRedraw>>,
    mut repaint: ResMut<EguiRepaint>,
) {
    let delays =
        outputs.iter().filter_map(|output| output.0.as_ref()?.viewport_output.get(&ViewportId::ROOT));
    repaint.delay = delays.map(|viewport| viewport.repaint_delay).min().unwrap_or(Duration::MAX);
    repaint.is_requested_elsewhere = !requests.is_empty();
}

/// Draws a delayed repaint of egui, such as the next blink of the text cursor, when it is due: `bevy_egui` requests it
/// at once, and again in that frame, without end.
fn postpone_egui_repaint(
    repaint: Res<EguiRepaint>,
    mut requests: ResMut<Messages<RequestRedraw>>,
    mut next: ResMut<NextFrame>,
) {
    if repaint.delay.is_zero() {
        return;
    }
    if !repaint.is_requested_elsewhere {
        requests.clear();
    }
    if repaint.delay < Duration::MAX {
        next.bypass_change_detection().within(repaint.delay);
    }
}

/// Drops repeated modifier events: egui is sent the modifier keys every frame and requests a repaint for any event.
fn drop_stale_modifier_events(
    mut inputs: Query<(Entity, &mut EguiInput)>,
    mut known: Local<Vec<(Entity, Modifiers)>>,
) {
    for (context, mut input) in &mut inputs {
        input.events.retain(|event| {
            let egui::Event::ModifiersChanged(now) = event else { return true };
            let last = known.iter_mut().find(|(other, _)| *other == context);
            match last {
                Some((_, last)) if *last == *now => false,
                Some((_, last)) => {
                    *last = *now;
                    true
                }
                None => {
                    known.push((context, *now));
                    true
                }
            }
        });
    }
}

/// Lets the text cursor blink for a while after an input, and then rest.
fn rest_text_cursor(mut contexts: EguiContexts, mut last_input: Local<f64>) -> Result {
    let context = contexts.ctx_mut()?;
    let (now, is_input) = context.input(|input| (input.time, !input.events.is_empty()));
    if is_input {
        *last_input = now;
    }
    let blinks = now - *last_input < BLINK_SECONDS;
    if context.global_style().visuals.text_cursor.blink != blinks {
        context.global_style_mut(|style| style.visuals.text_cursor.blink = blinks);
    }
    Ok(())
}

/// Redraws while orders or commands are pending.
fn redraw_for_pending_work(
    orders: Res<Messages<GiveOrder>>,
    undo: Res<Messages<UndoOrder>>,
    redo: Res<Messages<RedoOrder>>,
    reset: Res<Messages<ResetTurn>>,
    commands: Res<Messages<AppCommand>>,
    declined: Res<Messages<DeclineFreeMove>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_idle = orders.is_empty() && undo.is_empty() && redo.is_empty() && reset.is_empty();
    if !is_idle || !commands.is_empty() || !declined.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Redraws when an image was loaded or changed: what is made of it appears a frame late.
fn redraw_for_new_images(
    mut images: MessageReader<AssetEvent<Image>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if images.read().count() > 0 {
        redraw.write(RequestRedraw);
    }
}

/// Whether the window has shown a whole picture: until then it is empty, on slow computers for seconds.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct FirstPicture(Arc<AtomicBool>);

impl FirstPicture {
    /// Whether it was shown.
    pub fn is_shown(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Notes that it was shown; returns whether it was the first one.
    pub fn note(&self) -> bool {
        !self.0.swap(true, Ordering::Relaxed)
    }
}

/// Redraws while pipelines are compiled in the background: what they draw is missing until then. Notes the first picture
/// that lacks nothing.
fn redraw_for_new_pipelines(
    pipelines: Res<PipelineCache>,
    waker: Res<WindowWaker>,
    first: Res<FirstPicture>,
) {
    let is_waiting = pipelines.waiting_pipelines().next().is_some();
    let is_first = || pipelines.pipelines().next().is_some() && first.note();
    // The title changes in the frame after the first picture.
    if is_waiting || is_first() {
        waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next_frame() -> (NextFrame, Receiver<Option<Instant>>) {
        let (alarms, received) = channel();
        (NextFrame { delay: None, alarm: None, alarms: Some(alarms) }, received)
    }

    #[test]
    fn the_earliest_request_of_a_frame_sets_the_alarm() {
        let (next, alarms) = next_frame();
        let mut app = App::new();
        app.insert_resource(next).add_systems(Last, set_alarm);
        app.update();
        assert!(alarms.try_recv().is_err(), "nothing was requested");
        let start = Instant::now();
        for seconds in [50, 20, 90] {
            app.world_mut().resource_mut::<NextFrame>().within(Duration::from_secs(seconds));
        }
        app.update();
        let alarm = alarms.try_recv().expect("an alarm").expect("a time") - start;
        assert!((20..50).contains(&alarm.as_secs()), "{alarm:?}");
        // A request holds for one frame.
        app.update();
        assert_eq!(alarms.try_recv(), Ok(None));
        app.update();
        assert!(alarms.try_recv().is_err());
    }

    #[test]
    fn a_request_is_granted_by_one_frame() {
        let mut app = App::new();
        app.add_message::<RequestRedraw>();
        app.add_systems(First, forget_granted_requests.before(MessageUpdateSystems));
        app.world_mut().write_message(RequestRedraw);
        app.update();
        assert!(app.world().resource::<Messages<RequestRedraw>>().is_empty());
    }

    #[test]
    fn a_delayed_repaint_of_egui_waits_for_its_time() {
        // The delay of egui, another request, and what happens to it: a frame at once, an alarm.
        for (delay, elsewhere, at_once, has_alarm) in [
            (Duration::ZERO, false, true, false),
            (Duration::from_secs(40), false, false, true),
            (Duration::from_secs(40), true, true, true),
            (Duration::MAX, true, true, false),
            (Duration::MAX, false, false, false),
        ] {
            let (next, _alarms) = next_frame();
            let mut app = App::new();
            app.add_message::<RequestRedraw>()
                .insert_resource(next)
                .insert_resource(EguiRepaint { delay, is_requested_elsewhere: elsewhere })
                .add_systems(PostUpdate, postpone_egui_repaint);
            app.world_mut().write_message(RequestRedraw); // of `bevy_egui`
            app.update();
            let world = app.world();
            assert_eq!(!world.resource::<Messages<RequestRedraw>>().is_empty(), at_once, "{delay:?}");
            assert_eq!(world.resource::<NextFrame>().delay.is_some(), has_alarm, "{delay:?}");
        }
    }
}
