# Daily commands. `just` lists them.

set shell := ["bash", "-euo", "pipefail", "-c"]

_default:
    @just --list --unsorted

# Builds and starts the game; arguments go to the program: `just run play warehouse`
run *ARGS:
    cargo run --release -- {{ ARGS }}

# All tests; arguments go to cargo: `just test --test play`
test *ARGS:
    cargo test --workspace {{ ARGS }}

# All tests without a window
test-headless *ARGS:
    cargo test --workspace --no-default-features --lib --tests {{ ARGS }}

# Formatting, clippy with and without a window, spelling
lint:
    cargo fmt --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo clippy --workspace --no-default-features --all-targets -- -D warnings
    typos

# Formats the code
fmt:
    cargo fmt

# Documentation of the code, private items included
docs *ARGS:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items {{ ARGS }}

# Licences, bans and sources of the dependencies
deny:
    cargo deny --locked check bans licenses sources

# Known vulnerabilities of the dependencies; downloads the advisory database
audit:
    cargo deny --locked check advisories

# Everything that has to pass before a change is merged
ci:
    .ci/run

# Benchmarks of one file: `just bench books -- --quick previews`
bench NAME *ARGS:
    cargo bench --no-default-features --bench {{ NAME }} {{ ARGS }}

# Random orders under each book; a battle that breaks is written down for replay
fuzz ORDERS="100000" SEED="1":
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --release --no-default-features
    for rulebook in src/rules/*/rulebook.rs; do
        book=$(basename "$(dirname "$rulebook")")
        cargo run --quiet --release --no-default-features -- fuzz --book "$book" --orders {{ ORDERS }} --seed {{ SEED }}
    done

# The long campaign of hostile input: FACTOR times the cases of a usual run of the tests; counters at the end
campaign FACTOR="100" SEED="1":
    #!/usr/bin/env bash
    set -euo pipefail
    export BREACHLINE_CAMPAIGN={{ FACTOR }} BREACHLINE_CAMPAIGN_SEED={{ SEED }}
    cargo test --release --test campaign
    cargo test --release --package breachline --package breachline-storage --lib campaign

# Checks content: the shipped files, or a folder of your own
check *PATHS="assets":
    cargo run --quiet -- check {{ PATHS }}

# Makes manual pages, completions and icons for packages
package-files:
    cargo run --example package_files

# Draws the texture atlases from assets/art
atlas:
    cargo run --example atlas

# Measures the balance of the shipped skirmishes that were changed: `just balance warehouse`
balance *ARGS:
    cargo run --release --no-default-features --example balance -- {{ ARGS }}

# Makes the sounds from their recipes
sounds:
    cargo run --example sounds
