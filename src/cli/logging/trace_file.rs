//! The trace of the feature `trace`: when every frame, schedule, system and panel began and ended.

use std::io::{self, BufWriter};
use std::path::Path;

use tracing::Subscriber;
use tracing_chrome::{ChromeLayerBuilder, EventOrSpan, FlushGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::{self, FormattedFields, format::DefaultFields};
use tracing_subscriber::registry::LookupSpan;

/// The file, which is complete once this is dropped.
pub(in crate::cli) struct TraceFile {
    _flush: FlushGuard,
}

/// Creates the file; returns the layer that writes to it.
///
/// # Errors
/// The file cannot be created.
pub(in crate::cli) fn open_trace<S>(path: &Path) -> io::Result<(impl Layer<S> + use<S>, TraceFile)>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync + 'static,
{
    let file = BufWriter::new(storage::create_output(path)?);
    let (chrome, flush) = ChromeLayerBuilder::new().writer(file).name_fn(Box::new(span_name)).build();
    // Formats the fields that `span_name` reads, among them the name of the system.
    let fields = fmt::layer().with_ansi(false).with_writer(io::sink);
    let layer = fields.and_then(chrome).with_filter(LevelFilter::INFO);
    Ok((layer, TraceFile { _flush: flush }))
}

/// Returns the name of a span with its fields, such as `system: name=desktop::panel::show_panels`.
fn span_name<S>(event_or_span: &EventOrSpan<'_, '_, S>) -> String
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let span = match event_or_span {
        EventOrSpan::Event(event) => return event.metadata().name().to_owned(),
        EventOrSpan::Span(span) => span,
    };
    let (name, extensions) = (span.metadata().name(), span.extensions());
    match extensions.get::<FormattedFields<DefaultFields>>().map(|fields| fields.fields.as_str()) {
        None | Some("") => name.to_owned(),
        Some(fields) => format!("{name}: {fields}"),
    }
}
