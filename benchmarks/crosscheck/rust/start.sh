#!/bin/sh
# Compiles the harness with the types of a workload, once, and becomes it: start.sh CARGO PREPARED TYPES CRATES [QUESTION].
set -eu
cargo=$1 prepared=$2 types=$3 crates=$4
shift 4
target=$types/$(basename "$prepared")
[ -x "$target/release/harness" ] || "$cargo" build --release --offline --locked --bin=harness "$crates" \
    --manifest-path="$prepared/rust/Cargo.toml" --config="build.build-dir='$prepared/target'" --target-dir="$target" >&2
exec "$target/release/harness" "$@"
