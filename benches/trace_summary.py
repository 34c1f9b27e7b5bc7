"""Costs per frame in a trace of the feature `trace`.

    cargo run --release --features trace -- --trace trace.json play warehouse --seed 7 --ai 1=normal --ai 2=normal \
        --script benches/ai_battle.ron
    python3 benches/trace_summary.py trace.json

A row per span: milliseconds per frame, with and without the spans inside it, and how often it is entered per frame.
The first frames, in which files are read and pipelines compiled, are left out. https://ui.perfetto.dev shows the file
as a timeline.
"""

import argparse
import json
from collections import defaultdict
from dataclasses import dataclass, field

FRAME = "main app"


@dataclass
class Span:
    entered: int = 0
    whole: float = 0.0
    own: float = 0.0


@dataclass
class Thread:
    open: list = field(default_factory=list)


def read_events(path):
    """Events of the trace in their order; a trace that was cut off lacks the end of its list."""
    with open(path, encoding="utf-8") as file:
        text = file.read().rstrip().rstrip(",")
    return json.loads(text if text.endswith("]") else text + "]")


def short_name(name):
    """`system: name="desktop::panel::show_panels"` without its punctuation."""
    return name.replace('name="', "").replace('"', "").replace("name=", "")


def summarise(events, skipped):
    """Time of each span after the first frames, and the number of frames, in microseconds."""
    spans, threads, frames = defaultdict(Span), defaultdict(Thread), 0
    for event in events:
        if event["ph"] not in "BE":
            continue
        thread = threads[event["tid"]]
        if event["ph"] == "B":
            frames += event["name"] == FRAME
            thread.open.append([event["name"], event["ts"], 0.0])
            continue
        if not thread.open:
            continue
        name, start, inside = thread.open.pop()
        time = event["ts"] - start
        if thread.open:
            thread.open[-1][2] += time
        if frames > skipped:
            span = spans[short_name(name)]
            span.entered += 1
            span.whole += time
            span.own += time - inside
    return spans, max(frames - skipped, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace")
    parser.add_argument("--skip", type=int, default=60, help="number of first frames that are left out")
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--only", default="", help="part of the names that are listed")
    arguments = parser.parse_args()
    spans, frames = summarise(read_events(arguments.trace), arguments.skip)
    print(f"{frames} frames\n{'ms/frame':>9} {'own':>8} {'entered':>8}  span")
    listed = [(name, span) for name, span in spans.items() if arguments.only in name]
    for name, span in sorted(listed, key=lambda one: -one[1].own)[: arguments.rows]:
        whole, own = span.whole / frames / 1000, span.own / frames / 1000
        print(f"{whole:9.3f} {own:8.3f} {span.entered / frames:8.2f}  {name}")


if __name__ == "__main__":
    main()
